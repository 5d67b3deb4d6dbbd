"""Imports point one way: web to store, rulebook and games, and those to scoring."""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Sequence, Set
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((PROJECT / "app").rglob("*.py"))
}

MAY_IMPORT = {
    "app.scoring": {"app.scoring"},
    "app.games": {"app.games", "app.scoring"},
    "app.matchfile": {"app.matchfile", "app.games", "app.scoring"},
    "app.store": {"app.store", "app.scoring", "app.program"},
    "app.rulebook": {"app.rulebook", "app.scoring"},
    "app.symbols": {"app.symbols", "app.games", "app.paths"},
    "app.paper": {
        "app.paper",
        "app.fair_queue",
        "app.matchfile",
        "app.rulebook",
        "app.symbols",
        "app.games",
        "app.scoring",
        "app.worker",
        "app.paths",
    },
    "app.paper.pdf": {"app.paper.pdf", "app.paper.fetcher", "app.paths"},
    "app.paper.print_queue": {
        "app.paper.print_queue",
        "app.paper.pdf",
        "app.worker",
        "app.fair_queue",
    },
    "app.worker": {"app.worker", "app.fair_queue"},
    "app.fair_queue": {"app.fair_queue"},
    "app.limits": {"app.limits"},
    "app.web": {
        "app.web",
        "app.fair_queue",
        "app.limits",
        "app.store",
        "app.paper",
        "app.matchfile",
        "app.rulebook",
        "app.symbols",
        "app.games",
        "app.scoring",
        "app.worker",
        "app.paths",
    },
}
"""For each part of the app what it may import of the others; parts not named here may not be
imported by these."""

FLOORS = (
    {"app.cli"},
    {"app.options"},
    {"app.server", "app.pocket", "app.ops"},
    {"app.web"},
    {"app.paper"},
    {"app.store", "app.matchfile", "app.rulebook"},
    {"app.symbols"},
    {"app.games"},
    {"app.scoring"},
    {"app.worker"},
    {"app.fair_queue", "app.limits", "app.paths", "app.program"},
)
"""The layers from the top down: a module imports from its own layer and from those below."""

WEB = (
    {"app.web.app"},
    {"app.web.rules"},
    {"app.web.club"},
    {"app.web.paper", "app.web.database"},
    {"app.web.match"},
    {"app.web.core"},
)
"""The same inside the web."""

SCORING = (
    {"app.scoring.chances"},
    {"app.scoring.match"},
    {"app.scoring.game"},
    {"app.scoring.rulings", "app.scoring.sheet"},
    {"app.scoring.table"},
    {"app.scoring.prompts"},
    {"app.scoring.model"},
)
"""The same inside scoring: a match knows nothing of what can still happen in it."""

TIME_AND_CHANCE = {"time", "datetime", "random", "secrets", "os", "locale", "logging"}
SQL = {"sqlite3", "pysqlite3", "sqlite_utils", "psycopg", "psycopg_pool"}
ENGINES = ("app.store.sqlite", "app.store.postgres")
KNOW_AN_ENGINE = {"app.store"}
"""The part of the store that chooses one."""


@cache
def imported(path: Path) -> set[str]:
    """The full names of all modules that the file imports, for its types or not, wherever in it.

    A package counts only where something is taken from it that is no module of its own.
    """
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots: say the whole name"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {other if other in MODULES else node.module for other in inner}
    return names


def needed(name: str) -> set[str]:
    """Our modules that the module of this name imports."""
    return imported(MODULES[name]) & MODULES.keys()


def circle_through(name: str) -> list[str]:
    """The shortest way of imports from a module back to itself, empty if there is none."""
    ways = [[name]]
    been = set()
    for way in ways:
        for other in sorted(needed(way[-1])):
            if other == name:
                return [*way, name]
            if other not in been:
                been.add(other)
                ways.append([*way, other])
    return []


def floor_of(name: str, house: Sequence[Set[str]] = FLOORS) -> float:
    """How far below the roof a module lies; what has no floor yet may be known by all."""
    floors = (n for n, parts in enumerate(house) if any(is_in(name, part) for part in parts))
    return next(floors, math.inf)


def is_in(module: str, part: str) -> bool:
    return module == part or module.startswith(part + ".")


def outsiders(names: set[str]) -> set[str]:
    """The libraries among `names`: neither ours nor Python's own."""
    tops = {name.split(".")[0] for name in names}
    return tops - {"app"} - sys.stdlib_module_names


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_knows_only_what_lies_below_it(part):
    modules = {name: path for name, path in MODULES.items() if is_in(name, part)}
    assert modules, f"{part} is gone: mend MAY_IMPORT"

    for name, path in modules.items():
        ours = {other for other in imported(path) if is_in(other, "app")}
        strangers = {o for o in ours if not any(is_in(o, known) for known in MAY_IMPORT[part])}

        assert not strangers, f"{name} imports {strangers}"


def test_only_the_games_name_a_game():
    """What is a game's is asked of it, and what is new in one needs no change elsewhere."""
    for name, path in MODULES.items():
        if not is_in(name, "app.games"):
            named = {other for other in imported(path) if other.startswith("app.games.")}

            assert not named, f"{name} imports {sorted(named)}"


@pytest.mark.parametrize("part", sorted(set().union(*FLOORS)))
def test_no_import_points_up(part):
    for name in MODULES:
        if is_in(name, part):
            above = {other for other in needed(name) if floor_of(other) < floor_of(name)}

            assert not above, f"{name} imports {sorted(above)} from above"


def test_no_import_points_up_inside_scoring():
    # What the package itself offers comes from all its floors but the uppermost.
    assert not {name for name in needed("app.scoring") if floor_of(name, SCORING) == 0}
    for name in MODULES:
        if name.startswith("app.scoring."):
            floor = floor_of(name, SCORING)
            above = {other for other in needed(name) if floor_of(other, SCORING) < floor}

            assert not above, f"{name} imports {sorted(above)} from above"


def test_no_import_points_up_inside_the_web():
    for name in MODULES:
        if name.startswith("app.web."):
            floor = floor_of(name, WEB)
            above = {other for other in needed(name) if floor_of(other, WEB) < floor}

            assert floor < math.inf, f"{name} has no layer: add it to WEB"
            assert not above, f"{name} imports {sorted(above)} from above"


@pytest.mark.parametrize("part", sorted(set().union(*SCORING, *WEB)))
def test_every_part_of_scoring_and_of_the_web_is_there(part):
    """A name that is gone would hide what imports it."""
    assert part in MODULES


def test_no_imports_run_in_a_circle():
    circles = [" → ".join(circle) for name in MODULES if (circle := circle_through(name))]

    assert not circles


@pytest.mark.parametrize("name", MODULES)
def test_texts_are_messages_until_they_are_shown(name):
    """One mechanism of translation, and no text that is put into English where it is made."""
    code = MODULES[name].read_text()

    assert not re.search(r"\b(str|gettext)\(_?n?\(", code), name
    assert not re.search(r"import .*\bgettext\b", code), name


@pytest.mark.parametrize("part", ["app.scoring", "app.games"])
def test_scoring_and_games_need_nothing_but_python(part):
    for name, path in MODULES.items():
        if is_in(name, part):
            assert not outsiders(imported(path)), name


@pytest.mark.parametrize("part", ["app.scoring", "app.games"])
def test_scoring_and_games_know_neither_the_clock_nor_chance(part):
    for name, path in MODULES.items():
        if is_in(name, part):
            assert not {other.split(".")[0] for other in imported(path)} & TIME_AND_CHANCE, name


@pytest.mark.parametrize(
    "part",
    [
        "app.scoring",
        "app.games",
        "app.store",
        "app.matchfile",
        "app.rulebook",
        "app.paper",
    ],
)
def test_only_the_web_knows_flask(part):
    for name, path in MODULES.items():
        if is_in(name, part):
            assert not {o for o in outsiders(imported(path)) if o.startswith("flask")}, name


def test_only_the_store_knows_sql():
    for name, path in MODULES.items():
        if not is_in(name, "app.store"):
            assert not outsiders(imported(path)) & SQL, name
            assert "sqlite3" not in imported(path), name


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_knows_which_engine_keeps_the_rows(engine):
    for name in MODULES.keys() - KNOW_AN_ENGINE:
        assert is_in(name, engine) or not {o for o in needed(name) if is_in(o, engine)}, name


@pytest.mark.parametrize(
    "line",
    [
        "import app.web",
        "from app import web",
        "from app.web import matches",
        "def late():\n    from app.web import matches",
        "if True:\n    import app.web.matches as m",
    ],
)
def test_an_import_is_found_however_it_is_written(tmp_path, line):
    """The other tests see nothing if this one does not."""
    path = tmp_path / "turned_round.py"
    path.write_text(line + "\n")

    assert any(is_in(name, "app.web") for name in imported(path))
