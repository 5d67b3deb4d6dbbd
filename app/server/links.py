"""The links that open the clubs of a book, shown in the terminal to whoever runs it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import segno
from flask import Flask

from app import store
from app.web.core.links import link_token
from app.web.core.services import services

SHOWN_CLUBS = 20


def show_all(app: Flask, address: str) -> None:
    """Print the member links of the clubs in the book of `app`."""
    show_clubs(services(app).main_connection, services(app).link_key(), address)


def show_of(engine: store.Engine, key_file: Path | None, address: str) -> None:
    """Print the member links of the clubs in a book that need not be served.

    Raises `app.store.StoreError`, or OSError where there is no key from which they could be made.
    """
    with closing(engine.open_readonly()) as db:
        key = store.Key(engine, key_file)
        if key.save_error:
            raise key.save_error
        show_clubs(db, key(), address)


def show_clubs(db: store.Database, key: bytes, address: str) -> None:
    """Print them, the first one as a code to scan too."""
    clubs = store.list_clubs(db)
    for place, club in enumerate(clubs[:SHOWN_CLUBS]):
        link = f"{address}k/{link_token(key, club, 'member', club.generation)}"
        if place == 0:
            show(link)
        print(f"  {club.name}: {link}")
    print("\n  Who has such a link keeps the score. On a phone that is in: More, Invite.")


def show(link: str) -> None:
    """Print a link as a code that phones can scan."""
    segno.make(link, micro=False).terminal(compact=True)
    print()
