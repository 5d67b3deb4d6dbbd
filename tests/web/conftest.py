"""The app on an empty score book for every test."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from copy import copy
from datetime import datetime
from pathlib import Path
from shutil import copyfile, which
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

from app.games import GAMES
from app.limits import RateLimiter
from app.paper import print_queue
from app.paper.print_queue import PrintQueue
from app.pocket.app import open_app as open_pocket
from app.server import offline_page, pocket_files
from app.server.limit_store import use_store
from app.server.run import open_app as open_server
from app.store import engine_for
from app.store.clubs import clubs
from app.store.engine import Database, DatabaseUrl
from app.store.sqlite.connection import SqliteConnection
from app.store.sqlite.engine import SqliteEngine
from app.web.core.caches import MatchCache, RenderCache
from app.web.core.idempotency import RequestIds
from app.web.core.pubsub import PubSub
from app.web.core.rate_limits import WorkBudget, usage_lately
from app.web.core.services import services
from app.web.match import live
from app.worker import Worker
from testkit.play import Played, keep_in
from testkit.postgres import Cluster
from testkit.printed import shared_renderer
from testkit.servers import free_port, wait_for
from testkit.web.phone import Phone
from testkit.web.table import Table, begin_match
from tests.pocket.pocket_client import send_through_pocket

Begin = Callable[..., Table]
Open = Callable[..., Flask]


@pytest.fixture(scope="session")
def open_app(tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Open the app on a score book. Templates are read once for all tests."""
    read_once = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))

    def open_on(path: Path, open_door: Open = open_server) -> Flask:
        app = open_door(engine_for(path) if open_door is open_server else path)
        app.jinja_env.bytecode_cache = read_once
        app.testing = True  # a bug crashes the test instead of becoming a page
        return app

    return open_on


@pytest.fixture(scope="session")
def shared_app(open_app: Open, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Its routes and templates are ready once: to prepare them takes longer than most tests."""
    return open_app(tmp_path_factory.mktemp("shared") / "matches.sqlite3")


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A score book in which nothing is written yet. A copy is made faster than a new one."""
    return new_book(engine_for(tmp_path_factory.mktemp("empty") / "matches.sqlite3"))


@pytest.fixture(scope="session")
def empty_pocket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without a log."""
    return new_book(
        SqliteEngine(tmp_path_factory.mktemp("empty") / "matches.sqlite3", is_shared=False)
    )


def new_book(engine: SqliteEngine) -> Path:
    with closing(engine.open()) as db:
        clubs.ensure_home_club(db)
    return engine.file


@pytest.fixture(scope="session")
def empty_database(cluster: Cluster) -> str:
    """The same on a server; its name there."""
    name = cluster.new_database()
    with closing(engine_for(cluster.address(name)).open()) as db:
        clubs.ensure_home_club(db)
    return name


@pytest.fixture(autouse=True)
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream ends when it has said where the match stands: walks over every route go on."""
    monkeypatch.setattr(live, "MAX_STREAM_SECONDS", 0)


@pytest.fixture(autouse=True)
def without_built_pocket(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server carries no pocket edition, also where one was built: a test makes its own."""
    for module in (pocket_files, offline_page):
        monkeypatch.setattr(module, "POCKET", Path("no pocket"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Send the tests that are marked for it through the pocket, or through a server with its
    database in PostgreSQL, as well."""
    marked = metafunc.definition.get_closest_marker
    others = {"pocket": "every_door", "postgres": "every_engine"}
    doors = ["server", *(door for door, marker in others.items() if marked(marker))]
    if "door" in metafunc.fixturenames and len(doors) > 1:
        metafunc.parametrize("door", doors, indirect=True)


@pytest.fixture
def door(request: pytest.FixtureRequest) -> str:
    """By which door a test reaches the app."""
    return getattr(request, "param", "server")


@pytest.fixture(scope="session")
def shared_pocket(open_app: Open, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The same as in a pocket."""
    return open_app(tmp_path_factory.mktemp("pocket") / "matches.sqlite3", open_pocket)


@pytest.fixture
def app(door: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """The app when nothing was played, printed or counted yet; what a test changes is put back."""
    is_served = door != "pocket"
    app: Flask = request.getfixturevalue("shared_app" if is_served else "shared_pocket")
    if door == "postgres":
        new_database = request.getfixturevalue("new_database")
        book: DatabaseUrl = new_database(request.getfixturevalue("empty_database"))
    else:
        empty = request.getfixturevalue("empty_book" if is_served else "empty_pocket")
        book = copyfile(empty, tmp_path / "matches.sqlite3")
    extensions, config, wsgi_app = dict(app.extensions), dict(app.config), app.wsgi_app
    template_globals = dict(app.jinja_env.globals)
    engine = engine_for(book) if is_served else SqliteEngine(Path(book), is_shared=False)
    with closing(engine.connect()):
        app.config["DATABASE"] = str(book)
        app.extensions["tricktally"] = fresh = copy(services(app))
        fresh.pool = engine.pool()
        fresh.executor = lambda _owner, job, *about: job(*about)
        fresh.print_queue = PrintQueue() if is_served else None
        fresh.match_cache = MatchCache()
        fresh.job_folder = tmp_path / "jobs"
        fresh.render_cache = RenderCache()
        fresh.request_ids = RequestIds()
        fresh.pubsub = PubSub()
        fresh.probed_until, fresh.is_healthy, fresh.is_draining = 0.0, True, False
        if is_served:
            fresh.rate_limiter = RateLimiter()
            fresh.usage_lately = usage_lately()
            fresh.print_queue.worker.budget = WorkBudget(app, fresh.limits, "printing")
        else:
            send_through_pocket(app, tmp_path)
        yield app
        services(app).pool.close()
    app.extensions.update(extensions)
    app.config.update(config)
    app.wsgi_app = wsgi_app  # type: ignore[method-assign]
    app.jinja_env.globals.clear()
    app.jinja_env.globals.update(template_globals)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    """A store in which several processes can count; its address."""
    if not (program := which("redis-server")):
        pytest.skip("no Redis here")
    port = free_port()
    words = [program, "--port", str(port), "--save", "", "--dir", str(tmp_path)]
    with (tmp_path / "redis.log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log)
    wait_for(process, port, tmp_path / "redis.log")
    yield f"redis://127.0.0.1:{port}"
    process.terminate()
    process.wait()


@pytest.fixture
def elsewhere(redis: str, app: Flask) -> Flask:
    """Another process that counts together with the app."""
    other = Flask("elsewhere")
    other.extensions["tricktally"] = copy(services(app))
    for process in (app, other):
        use_store(process, redis)
    return other


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
def render_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed is printed by the press of all tests: one of its own takes long to start."""
    monkeypatch.setattr(Worker, "process", lambda _worker: HereAndNow())
    monkeypatch.setattr(print_queue, "render", lambda page: print_queue.own_renderer().render(page))
    monkeypatch.setattr(print_queue, "own_renderer", shared_renderer)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@pytest.fixture
def db(app: Flask) -> Iterator[Database]:
    """A connection to the score book of the app."""
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        yield db


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What SQLite is asked from now on, each statement with its values."""
    real, asked = SqliteConnection.execute, list[tuple[object, ...]]()

    def execute(db: SqliteConnection, *about: Any) -> Any:
        asked.append(about)
        return real(db, *about)

    monkeypatch.setattr(SqliteConnection, "execute", execute)
    return asked


@pytest.fixture
def begin(phone: Phone) -> Begin:
    """Begin a match through its form: `begin(game, players, **fields)`."""

    def sit_down(game: str, players: int | Sequence[str] | None = None, **fields: str) -> Table:
        return begin_match(phone, game, players, **fields)

    return sit_down


@pytest.fixture
def play_on(app: Flask) -> Callable[..., int]:
    """Play a match of Italian Whist on a day (ISO), which took twenty minutes: who is named first
    has +9, the second −4 and the third −5. Returns its number."""

    def play(day: str, *names: str) -> int:
        played = Played(GAMES["italian_whist"], [*names])
        for answer in ({"upper": 1, "lower": -10}, [9, 0, 0], [0, 4, 5]):
            played.answer(answer)
        return keep_in(app.config["DATABASE"], played.match, datetime.fromisoformat(f"{day}T19Z"))

    return play


@pytest.fixture
def table(begin: Begin) -> Table:
    """Italian Whist after one deal of +5, 0 and −5."""
    return begin("italian_whist").play([6, 2, 1], [1, 2, 6])


@pytest.fixture
def printed(render_here: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is sent to the press, by its HTML."""
    documents: list[str] = []
    monkeypatch.setattr("app.web.paper.read_current", lambda export: None)
    monkeypatch.setattr(print_queue, "render", lambda page: documents.append(page.html) or b"%PDF-")
    return documents
