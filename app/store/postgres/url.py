"""The address of a book that a server keeps: whether it can be one, and how it may be shown.

Its words stand here and not with the library that speaks to servers, whose complaints repeat what
they do not understand: that may be a password.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

from app.store.errors import StoreError

ADDRESSES = ("postgresql://", "postgres://")
HOST = re.compile(r"(\[[^][]*\]|[^][:]*)(:\d*)?")
NO_ADDRESS = (
    "its address cannot be read. It is like postgresql://NAME:PASSWORD@HOST:5432/BOOK, and in a"
    " password %40 stands for @, %2F for / and %25 for %"
)
UNNAMED = "postgresql://…"


def check(address: str) -> None:
    """Raises `StoreError` for what cannot be an address."""
    parts_of(address)


def name_of(address: str) -> str:
    """The address as it may be shown: who comes to which book on which machine, and nothing else
    that it says."""
    try:
        parts = parts_of(address)
    except StoreError:
        return UNNAMED
    user = f"{parts['user']}@" if parts.get("user") else ""
    port = f":{parts['port']}" if parts.get("port") else ""
    service = f"?service={parts['service']}" if parts.get("service") else ""
    return f"postgresql://{user}{parts.get('host', '')}{port}/{parts.get('dbname', '')}{service}"


def parts_of(address: str) -> dict[str, str]:
    """What an address says, by the names that PostgreSQL has for it. Raises `StoreError`."""
    try:
        whole = urlsplit(address)
        asked = dict(parse_qsl(whole.query, strict_parsing=True)) if whole.query else {}
    except ValueError:
        raise StoreError(NO_ADDRESS) from None
    who, _at, where = whole.netloc.rpartition("@")
    # What a password has in it besides, PostgreSQL takes for the name of a machine or of a book,
    # and says it aloud when it does not find that.
    is_clear = all(HOST.fullmatch(host) for host in where.split(","))
    if not is_clear or "@" in who + whole.path or whole.fragment or set("=/") & set(whole.path[1:]):
        raise StoreError(NO_ADDRESS)
    given = {"host": where, "dbname": unquote(whole.path[1:]), "user": unquote(who.split(":")[0])}
    return {name: value for name, value in given.items() if value} | asked
