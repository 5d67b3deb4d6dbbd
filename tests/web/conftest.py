"""The app on an empty score book for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from functools import cache
from pathlib import Path
from shutil import copyfile

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app import rulebook, store
from app.doors.server import open_app as open_door
from app.games import numbers
from app.house import HOUSE
from app.paper.press import pressroom
from app.paper.press.pressroom import PressRoom
from app.web.book import settle
from app.web.frame.news import News
from app.web.frame.once import Sent
from app.web.match import live
from app.web.match.finding import Played
from app.worker import Worker
from tests.paper.printed import the_press
from tests.web.phone import Phone
from tests.web.table import Table, new_match

Begin = Callable[..., Table]
Open = Callable[[Path], Flask]
RULES = HOUSE / "rules"


@pytest.fixture(scope="session")
def open_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Open the app on a score book. Rules and templates are read once for all tests."""
    read_once = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))

    def open_on(path: Path) -> Flask:
        app = open_door(path)
        app.jinja_env.bytecode_cache = read_once
        app.testing = True  # a bug crashes the test instead of becoming a page
        return app

    read = rulebook.read
    ours = cache(lambda: read(RULES, numbers(), settle.questions()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook, "read", lambda *of: ours() if of[0] == RULES else read(*of))
        yield open_on


@pytest.fixture(scope="session")
def shared_app(open_app: Open, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Its routes and templates are ready once: to prepare them takes longer than most tests."""
    return open_app(tmp_path_factory.mktemp("shared") / "matches.sqlite3")


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A score book in which nothing is written yet. A copy is made faster than a new one."""
    book = tmp_path_factory.mktemp("empty") / "matches.sqlite3"
    with closing(store.prepare(book)) as db:
        store.make_home(db)
    return book


@pytest.fixture(autouse=True)
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream ends when it has said where the match stands: walks over every route go on."""
    monkeypatch.setattr(live, "LONGEST", 0)


@pytest.fixture
def app(shared_app: Flask, empty_book: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app when nothing was played, printed or counted yet; what a test changes is put back."""
    app, book = shared_app, copyfile(empty_book, tmp_path / "matches.sqlite3")
    extensions, config = dict(app.extensions), dict(app.config)
    with closing(store.connect(book)):
        app.config["DATABASE"] = str(book)
        app.extensions["connections"] = store.Connections(book)
        app.extensions["played"] = Played()
        app.extensions["press"] = PressRoom()
        app.extensions["aside"] = lambda job, *about: job(*about)
        app.extensions["limiter"].storage.reset()
        app.extensions["sent"] = Sent()
        app.extensions["news"] = News()
        app.extensions["drawn"] = live.Drawn()
        yield app
    app.extensions.update(extensions)
    app.config.update(config)


class HereAndNow:
    """Does the work of a worker in this process, and lets it take its time."""

    def submit(self, _in_time: object, _seconds: int, job: Callable[..., bytes], *about: object):
        done: Future[bytes] = Future()
        try:
            done.set_result(job(*about))
        except Exception as error:
            done.set_exception(error)
        return done


@pytest.fixture
def press_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is printed by the press of all tests: one of its own takes long to start."""
    monkeypatch.setattr(Worker, "process", lambda _worker: HereAndNow())
    monkeypatch.setattr(pressroom, "work", lambda page: pressroom.own_press().print(page))
    monkeypatch.setattr(pressroom, "own_press", the_press)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def begin(phone: Phone) -> Begin:
    """Begin a match through its form: `begin(game, players, **fields)`."""

    def sit_down(game: str, players: int | Sequence[str] | None = None, **fields: str) -> Table:
        return begin_match(phone, game, players, **fields)

    return sit_down


@pytest.fixture
def table(begin: Begin) -> Table:
    """Italian Whist after one deal of +5, 0 and −5."""
    return begin("italian_whist").play([6, 2, 1], [1, 2, 6])


def begin_match(
    phone: Phone, game: str, players: int | Sequence[str] | None = None, **fields: str
) -> Table:
    page = phone.send("/matches", new_match(game, players, **fields))
    assert page.status == 303, page.text
    return Table(phone, int(page.goes_to.rpartition("/")[2]))
