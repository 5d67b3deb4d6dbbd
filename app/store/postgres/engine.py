"""Databases on a server: `PostgresEngine`, and what an address says.

Nothing here imports psycopg before it is needed: without PostgreSQL the program does without it.
Addresses are read here too and not by psycopg, whose messages repeat what they do not understand,
and that may be a password.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from app.store.engine import Connections, Database
from app.store.errors import InvalidAddress, StoreError

if TYPE_CHECKING:
    from app.store.postgres.notifications import ServerStatus

ADDRESSES = ("postgresql://", "postgres://")
HOST = re.compile(r"(\[[^][]*\]|[^][:]*)(:\d*)?")
UNNAMED = "postgresql://…"


@dataclass(frozen=True)
class PostgresEngine:
    """`Engine` of a database at an address of PostgreSQL, or of a server that speaks its protocol.

    Every method raises `StoreError` for what is no address, and where psycopg is not installed.
    """

    url: str
    file = None
    is_missing = False
    key_file = Path("tricktally.key")

    @property
    def name(self) -> str:
        """The address without a password: user, machine, port, database, and nothing else."""
        try:
            parts = parts_of(self.url)
        except StoreError:
            return UNNAMED
        user = f"{parts['user']}@" if parts.get("user") else ""
        host = parts.get("host", "")
        port = f":{parts['port']}" if parts.get("port") else ""
        service = f"?service={parts['service']}" if parts.get("service") else ""
        return f"postgresql://{user}{host}{port}/{parts.get('dbname', '')}{service}"

    def open(self) -> Database:
        """Create or upgrade the tables in one transaction. No copy is made before: a server is
        backed up by its own tools."""
        self._check()
        from app.store.postgres import migrations

        return migrations.open(self.url, self.name)

    def connect(self) -> Database:
        """Open a connection."""
        self._check()
        from app.store.postgres import pool

        return pool.connect(self.url)

    def open_readonly(self) -> Database:
        """Open a connection that is only read, to tables of this version."""
        self._check()
        from app.store.postgres import migrations

        return migrations.open_readonly(self.url)

    def pool(self) -> Connections:
        """Make a pool of connections; none is opened before it is needed."""
        self._check()
        from app.store.postgres import pool

        return pool.PostgresConnections(self.url)

    def notifications(
        self, on_message: Callable[[str], object], poll: Callable[[], object]
    ) -> AbstractContextManager[object]:
        """Listen while the block lasts."""
        self._check()
        from app.store.postgres import notifications

        return closing(notifications.NotificationListener(self.url, on_message, poll))

    def status(self) -> ServerStatus:
        """Ask the server how it is, and try what it can do."""
        self._check()
        from app.store.postgres import notifications

        return notifications.status(self.url)

    def _check(self) -> None:
        parts_of(self.url)
        try:
            import psycopg_pool  # noqa: F401
        except ImportError as error:
            install = f"{sys.executable} -m pip install 'psycopg[binary,pool]'"
            raise StoreError(f"for PostgreSQL its library is needed: {install}") from error


def parts_of(address: str) -> dict[str, str]:
    """Return the parts of an address, by the names that PostgreSQL has for it. Raises
    `InvalidAddress`."""
    try:
        whole = urlsplit(address)
        query = dict(parse_qsl(whole.query, strict_parsing=True)) if whole.query else {}
    except ValueError:
        raise InvalidAddress from None
    user, _at, host = whole.netloc.rpartition("@")
    # A password whose special characters are not escaped: PostgreSQL would take the rest of it for
    # the name of a machine or a database, and print that when it does not find it.
    is_clear = all(HOST.fullmatch(one) for one in host.split(","))
    database = whole.path[1:]
    if not is_clear or "@" in user + database or whole.fragment or set("=/") & set(database):
        raise InvalidAddress
    parts = {"host": host, "dbname": unquote(database), "user": unquote(user.split(":")[0])}
    return {name: value for name, value in parts.items() if value} | query
