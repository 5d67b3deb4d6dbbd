"""The member links of all clubs, printed in a terminal, at the address of the running server.

`tricktally link` is another process than the server, and reads its address in a file beside the key
of its links. The server holds a lock on the file while it runs, so the file of a server that was
killed is recognized. On Windows, which has no such locks, there is no such file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import segno

from app.store.clubs import clubs, keyfile
from app.store.clubs.keyfile import Key, renew_key
from app.store.engine import Database, Engine
from app.web.core.access import link_token
from app.web.core.links import LOOPBACK

if sys.platform != "win32":
    import fcntl


PRINTED_CLUBS = 20
NOT_SERVED = "http://localhost:8000/"  # the address in links while no server runs


def address_file(key_file: Path) -> Path:
    """Return the path of the file with the address of a server that uses this key."""
    return key_file.with_suffix(".address")


@contextmanager
def leave_address(key_file: Path, address: str) -> Iterator[None]:
    """Write the address until the end of the block; nothing happens if the file cannot be
    written."""
    path = address_file(key_file)
    if sys.platform == "win32":
        yield
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError:
        yield
        return
    with file:
        # Several processes may serve one database: each shares the lock, and the address is that
        # of the last one to start.
        fcntl.flock(file, fcntl.LOCK_SH)
        file.write(address)
        file.flush()
        yield
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)


def running_address(key_file: Path) -> str | None:
    """Return the address of the server that runs with this key, None if there is none."""
    if sys.platform == "win32":
        return None
    try:
        with address_file(key_file).open(encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return file.read() or None
    except OSError:
        pass
    return None


def print_links_of(
    engine: Engine, key_file: Path | None, address: str | None, *, new_key: bool = False
) -> None:
    """Print the member links of a database, at an address or where it is served now.

    With `new_key` a key is made first, and no earlier link opens anything any more. Raises
    `StoreError`, or OSError if there is no key from which they could be made.
    """
    with closing(engine.open_readonly()) as db:
        if new_key:
            with closing(engine.connect()) as written:
                keyfile.forget_fingerprint(written)
            renew_key(key_file or engine.key_file)
        has_links = clubs.has_been_used(db)
        key = Key(engine, key_file, must_exist=has_links)
        if key.save_error:
            raise key.save_error
        if has_links:
            keyfile.refuse_another_key(db, engine, key.path, key())
        address = address or running_address(key.path)
        if address is None:
            address = NOT_SERVED
            print(
                f"  No server is running here now. These links are for {address}; for another:"
                " --address.\n"
            )
        print_member_links(db, key(), address.rstrip("/") + "/")


def print_member_links(db: Database, key: bytes, address: str) -> None:
    """Print the link of each club, and the first one as a QR code if a phone can open it."""
    links = {
        club.name: f"{address}k/{link_token(key, club, 'member', club.generation)}"
        for club in clubs.list_clubs(db)[:PRINTED_CLUBS]
    }
    if links and not address.partition("://")[2].startswith(LOOPBACK):
        print("\n  Scan this with the camera of a phone, and keep the score there:\n")
        print_qr_code(next(iter(links.values())))
    for name, link in links.items():
        print(f"  {name}: {link}")
    print("\n  Anyone with a link can keep the score. For more phones: More, Invite, on a phone.")


def print_qr_code(link: str) -> None:
    """Print a link as a QR code that phones can scan."""
    segno.make(link, micro=False).terminal(compact=True)
    print()
