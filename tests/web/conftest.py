"""One app for all web tests, a fresh score book for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask

from app import create_app, store
from tests.web.phone import Phone
from tests.web.table import Table, new_match

Begin = Callable[..., Table]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app. A bug crashes the test instead of becoming a page."""
    app = create_app(tmp_path_factory.mktemp("house") / "matches.sqlite3")
    app.testing = True
    return app


@pytest.fixture
def app(house: Flask, tmp_path: Path) -> Iterator[Flask]:
    """The app with a score book in which nothing is written."""
    with fresh_book(house, tmp_path / "matches.sqlite3"):
        yield house


@contextmanager
def fresh_book(app: Flask, path: Path) -> Iterator[Flask]:
    """The same app on another score book."""
    before = app.config["DATABASE"]
    with closing(store.prepare(path)):
        app.config["DATABASE"] = str(path)
        try:
            yield app
        finally:
            app.config["DATABASE"] = before


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def begin(phone: Phone) -> Begin:
    """Begin a match through its form: `begin(game, players, **fields)`."""

    def sit_down(game: str, players: int | Sequence[str] | None = None, **fields: str) -> Table:
        return begin_match(phone, game, players, **fields)

    return sit_down


def begin_match(
    phone: Phone, game: str, players: int | Sequence[str] | None = None, **fields: str
) -> Table:
    page = phone.send("/matches", new_match(game, players, **fields))
    assert page.status == 303, page.text
    return Table(phone, int(page.goes_to.rpartition("/")[2]))
