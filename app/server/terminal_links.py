"""The member links of all clubs, printed in a terminal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import segno

from app import store
from app.web.core.links import link_token

PRINTED_CLUBS = 20


def print_links_of(engine: store.Engine, key_file: Path | None, address: str) -> None:
    """Print the member links of a database, which need not be served.

    Raises `app.store.StoreError`, or OSError where there is no key from which they could be made.
    """
    with closing(engine.open_readonly()) as db:
        key = store.Key(engine, key_file)
        if key.save_error:
            raise key.save_error
        print_member_links(db, key(), address)


def print_member_links(db: store.Database, key: bytes, address: str) -> None:
    """Print the link of each club, and the first one as a QR code too."""
    for index, club in enumerate(store.list_clubs(db)[:PRINTED_CLUBS]):
        link = f"{address}k/{link_token(key, club, 'member', club.generation)}"
        if index == 0:
            print_qr_code(link)
        print(f"  {club.name}: {link}")
    print("\n  Who has such a link keeps the score. On a phone that is in: More, Invite.")


def print_qr_code(link: str) -> None:
    """Print a link as a QR code that phones can scan."""
    segno.make(link, micro=False).terminal(compact=True)
    print()
