"""The table that every test sits down at."""

import os
import random
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from app.games import numbers
from app.languages import Languages
from app.paths import PROJECT, RULES, TRANSLATIONS
from app.rulebook import rulebook
from app.scoring import Deal
from app.store import engine_for
from app.store.engine import Database, DatabaseUrl
from app.web.rules import rulings
from testkit.match import Match, match_file
from testkit.postgres import Cluster, a_cluster, programs
from tools.messages.collect import collect
from tools.messages.compile import compile_all
from tools.messages.pseudo import write_pseudo

usual = settings(
    deadline=None,
    derandomize=True,
    max_examples=15,
    stateful_step_count=30,
    phases=set(Phase) - {Phase.explain},
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("usual", usual)
# For `make test-long`. The same ones every time, so that who sees it fail can see why.
settings.register_profile("long", usual, max_examples=40)
settings.load_profile("usual")


GAMES_TESTS = Path(__file__).parent / "games"
MEMORY = Path("/dev/shm")
ROOM = 2 << 30  # bytes; all tests at once need a tenth of it


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues once, before processes that share the tests read them. Let tests write
    into memory if it has room: on a disk every answer waits to be synced."""
    if not hasattr(config, "workerinput"):
        for line in compile_all(TRANSLATIONS):
            warnings.warn(line, stacklevel=1)
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK):
        memory = os.statvfs(MEMORY)
        if memory.f_bavail * memory.f_frsize > ROOM and not memory.f_flag & os.ST_NOEXEC:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Refuse whoever plays a match while tests are collected: one wrong sum of one game would stop
    the tests of all."""

    def close(deal: Deal, *_scores: object) -> None:
        raise AssertionError("a deal is played while tests are collected: play it in the test")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Deal, "close", close)
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of each game first, which say best what is wrong with one. With the profile for
    it, every test that Hypothesis gives its examples is a long one too."""
    items.sort(key=lambda item: GAMES_TESTS not in item.path.parents)
    if settings.get_current_profile_name() == "long":
        for item in items:
            of_hypothesis = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
            if of_hypothesis or item.get_closest_marker("hypothesis"):
                item.add_marker("long")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that something was left out, and how to have it; the reasons follow."""
    if skipped := terminalreporter.getreports("skipped"):
        programs = "chromium webkit2gtk-driver firefox-esr xvfb postgresql pgbouncer redis-server"
        programs += " caddy poppler-utils qpdf nodejs npm"
        left_out = f"*** {len(skipped)} TESTS ARE LEFT OUT. Where a program is missing:"
        terminalreporter.write_line(f"{left_out} sudo apt install {programs}", red=True)


NAMES = "(server|pocket|postgres|sqlite)"
DOORS = re.compile(rf"(?<=\[){NAMES}-|-{NAMES}(?=[-\]])|\[{NAMES}\]")
SitDown = Callable[..., Match]
ENGINES = ["sqlite", "postgres"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Ask a test of what every engine promises of each of them."""
    marked = metafunc.definition.get_closest_marker
    if "engine" in metafunc.fixturenames and marked("every_engine") and not marked("in_a_file"):
        metafunc.parametrize("engine", ENGINES, indirect=True)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> str:
    """What keeps the rows."""
    return getattr(request, "param", "sqlite")


@pytest.fixture(scope="session", autouse=True)
def read_rules_once() -> Iterator[None]:
    """Let every app have the same rules: to read them takes most of the time in which one opens."""
    read = rulebook.read
    ours = cache(lambda: read(RULES, numbers(), rulings.search_entries))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook, "read", lambda *of: ours() if of[0] == RULES else read(*of))
        yield


@pytest.fixture(scope="session")
def pseudo_languages(tmp_path_factory: pytest.TempPathFactory) -> Languages:
    """English, and the two languages that nobody speaks: in them ⟦ ⟧ are around every text."""
    folder = tmp_path_factory.mktemp("languages")
    write_pseudo(folder, collect(PROJECT).values())
    return Languages(folder)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server for the books of all tests."""
    if programs() is None:
        pytest.skip("no PostgreSQL here")
    with a_cluster() as cluster:
        yield cluster


@pytest.fixture
def new_database(request: pytest.FixtureRequest) -> Iterator[Callable[..., str]]:
    """Make a database, as a copy of another one; returns its address."""
    made = []

    def make(*template: str) -> str:
        cluster = request.getfixturevalue("cluster")
        made.append(cluster.new_database(*template))
        address: str = cluster.address(made[-1])
        return address

    yield make
    for name in made:
        request.getfixturevalue("cluster").do(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def database_with_tables(cluster: Cluster) -> str:
    """An empty score book on the server; its name there. A copy is made faster than a new one."""
    name = cluster.new_database()
    engine_for(cluster.address(name)).open().close()
    return name


@pytest.fixture
def book(
    engine: str,
    tmp_path: Path,
    new_database: Callable[..., str],
    request: pytest.FixtureRequest,
) -> DatabaseUrl:
    """Where a score book can be made, or is made by `db`."""
    if engine == "sqlite":
        return tmp_path / "matches.sqlite3"
    is_made = "db" in request.fixturenames
    return new_database(*([request.getfixturevalue("database_with_tables")] if is_made else []))


@pytest.fixture
def db(book: DatabaseUrl) -> Iterator[Database]:
    """A connection to a new score book, with nobody in it yet."""
    with closing(engine_for(book).open()) as db:
        yield db


@pytest.fixture
def sit_down() -> SitDown:
    """Play a match from the deals of its file: `sit_down(game, deals, **rules)`.

    `players` are names, or how many of Anna, Bruno, Carla and Dino play.
    """

    def play(game: str, deals: Sequence[Mapping[str, Any]] = (), **about: Any) -> Match:
        return Match(match_file(game, deals, **about))

    return play


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """Dice that fall alike every time this test runs, by whichever door."""
    return random.Random(DOORS.sub("", request.node.name))
