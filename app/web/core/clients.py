"""Who counts as one client: an address, or the network of one household."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

IPV6_NETWORK = 64
"""So many bits are given to one household, which can choose the others as it likes."""
LARGER_IPV6_NETWORKS = (56, 48)
"""What some providers give to one household, and many to a company."""


def client_key(address: str) -> str:
    """What counts as one client: an IPv4 address, or the IPv6 network of one household."""
    return client_networks(address)[0]


def client_networks(address: str) -> Sequence[str]:
    """What counts as one client, the smallest first: an IPv4 address, or the IPv6 network of one
    household and those around it."""
    if ":" not in address:
        return [address]
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return [address]  # what a proxy has made up
    if whole.ipv4_mapped:
        return [str(whole.ipv4_mapped)]
    return [
        str(ipaddress.IPv6Network((whole, bits), strict=False))
        for bits in (IPV6_NETWORK, *LARGER_IPV6_NETWORKS)
    ]
