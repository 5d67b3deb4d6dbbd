"""Who asks: which addresses count as one where only so much is allowed."""

from __future__ import annotations

import ipaddress

IPV6_NETWORK = 64
"""So many bits are given to one household, which can choose the others as it likes."""


def share_of(address: str) -> str:
    """Those who count as one: an IPv4 address, or the IPv6 network that one household is given."""
    if ":" not in address:
        return address
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address  # what a proxy has made up
    if whole.ipv4_mapped:
        return str(whole.ipv4_mapped)
    return str(ipaddress.IPv6Network((whole, IPV6_NETWORK), strict=False))
