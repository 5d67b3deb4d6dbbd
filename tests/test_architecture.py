"""Imports point one way: web to store, rulebook and games, and those to scoring; tests to all."""

import ast
import math
import re
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.sources import nodes_of

PROJECT = Path(__file__).parent.parent
ROOTS = {
    "app": "app",
    "testkit": "app testkit",
    "tools": "app testkit tools",
    "bench": "app testkit bench",
    "tests": "app testkit tools tests",
}
"""For each folder of the project which of them it may import."""
ALL = {
    ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__"): path
    for root in ROOTS
    for path in sorted((PROJECT / root).rglob("*.py"))
}
MODULES = {name: path for name, path in ALL.items() if name.split(".")[0] == "app"}
PLAYS_TESTS_AGAIN = "tests.browser.engines.test_matches"
"""The tests of Chromium are its own, in two other engines."""

MAY_IMPORT = {
    "dates": "dates",
    "scoring": "scoring",
    "games": "games scoring",
    "matchfile": "matchfile games scoring dates",
    "store": "store scoring program file_rights dates",
    "rulebook": "rulebook scoring",
    "symbols": "symbols games paths",
    "charts": "charts scoring",
    "letters": "letters",
    "languages": "languages scoring paths",
    "text_html": "text_html languages scoring",
    "paper": "paper fair_queue matchfile rulebook symbols text_html languages games scoring worker"
    " paths dates charts letters",
    "paper.pdf": "paper.pdf paper.fetcher paths",
    "paper.print_queue": "paper.print_queue paper.pdf worker fair_queue",
    "worker": "worker fair_queue",
    "fair_queue": "fair_queue",
    "limits": "limits",
    "web": "web charts letters fair_queue limits store paper matchfile rulebook"
    " symbols text_html languages games scoring worker paths program file_rights dates",
}
"""For each part of the app what it may import of the others; parts not named here may not be
imported by these."""

Layers = Sequence[Sequence[str]]
FLOORS: Layers = (
    ["app.cli"],
    ["app.options"],
    ["app.server", "app.pocket", "app.ops"],
    ["app.web"],
    ["app.paper"],
    ["app.store", "app.matchfile", "app.rulebook"],
    ["app.symbols", "app.text_html", "app.charts"],
    ["app.games", "app.languages"],
    ["app.scoring"],
    ["app.worker"],
    [
        "app.dates",
        "app.fair_queue",
        "app.letters",
        "app.limits",
        "app.paths",
        "app.program",
        "app.file_rights",
    ],
)
"""The layers from the top down: a module imports from its own layer and from those below."""

WEB: Layers = (
    ["app.web.app", "app.web.database"],
    ["app.web.numbers", "app.web.rules", "app.web.start", "app.web.typed_paper"],
    ["app.web.people"],
    ["app.web.club_file", "app.web.evenings"],
    ["app.web.entry", "app.web.match_file", "app.web.new_match"],
    ["app.web.decks"],
    ["app.web.paper"],
    ["app.web.match", "app.web.pdf"],
    ["app.web.core"],
)
"""The same inside the web."""

STORE: Layers = (
    ["app.store.transfer", "app.store.sqlite", "app.store.postgres"],
    ["app.store.numbers"],
    ["app.store.matches"],
    ["app.store.people"],
    ["app.store.clubs"],
    ["app.store.engine"],
    ["app.store.errors"],
)
"""The same inside the store: an engine knows what keeps its files in order, and its connection
knows the errors alone."""

SCORING: Layers = (
    ["app.scoring.chances", "app.scoring.highlights", "app.scoring.statistics"],
    ["app.scoring.match"],
    ["app.scoring.game"],
    ["app.scoring.awards", "app.scoring.facts", "app.scoring.rulings"],
    ["app.scoring.sections", "app.scoring.sheet"],
    ["app.scoring.table"],
    ["app.scoring.prompts"],
    ["app.scoring.model"],
)
"""The same inside scoring: a match knows nothing of what can still happen, or is told of it."""

MOST_FILES = 15
TEST_FILES = ("test_", "conftest.py")

KEEPERS_OF_DATABASES = ("app.cli", "app.server", "app.pocket", "app.ops")
"""They copy, restore and examine databases, so that they know the engines."""

QUERIES = ("app.store.clubs", "app.store.matches", "app.store.people", "app.store.numbers")

SQL = {"sqlite3", "pysqlite3", "sqlite_utils", "psycopg", "psycopg_pool"}
TIME_AND_CHANCE = {"time", "datetime", "random", "secrets", "os", "locale", "logging"}


@cache
def imported(path: Path) -> set[str]:
    """The full names of all modules that the file imports, for its types or not, wherever in it.

    A package counts only where something is taken from it that is no module of its own.
    """
    names = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots: say the whole name"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {other if other in ALL else node.module for other in inner}
    return names


def tops(name: str) -> set[str]:
    """The libraries and packages that the module of this name imports."""
    return {other.split(".")[0] for other in imported(MODULES[name])}


def needed(name: str) -> set[str]:
    """Our modules that the module of this name imports."""
    return imported(ALL[name]) & ALL.keys()


def is_in(module: str, *parts: str) -> bool:
    return any(module == part or module.startswith(part + ".") for part in parts)


def modules_in(*parts: str) -> set[str]:
    found = {name for name in MODULES if is_in(name, *parts)}
    assert found, f"{parts} are gone"
    return found


def floor_of(name: str, house: Layers) -> float:
    """How far below the roof a module lies; what has no floor yet may be known by all."""
    return next((n for n, parts in enumerate(house) if is_in(name, *parts)), math.inf)


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_knows_only_what_lies_below_it(part):
    known = [f"app.{each}" for each in MAY_IMPORT[part].split()]
    for name in modules_in(f"app.{part}"):
        ours = {other for other in imported(MODULES[name]) if is_in(other, "app")}
        strangers = {other for other in ours if not is_in(other, *known)}

        assert not strangers, f"{name} imports {strangers}"


def test_only_the_games_name_a_game():
    """What is a game's is asked of it, and what is new in one needs no change elsewhere."""
    for name in MODULES.keys() - modules_in("app.games"):
        named = {other for other in imported(MODULES[name]) if other.startswith("app.games.")}

        assert not named, f"{name} imports {sorted(named)}"


@pytest.mark.parametrize(
    "house", [FLOORS, WEB, STORE, SCORING], ids=["app", "web", "store", "scoring"]
)
def test_no_import_points_up(house):
    for floor, parts in enumerate(house):
        for part in parts:
            modules_in(part)  # a name that is gone would hide what imports it
        for name in modules_in(*parts):
            above = {other for other in needed(name) if floor_of(other, house) < floor}
            assert not above, f"{name} imports {sorted(above)} from above"


def test_every_module_of_the_web_has_a_layer_and_scoring_offers_all_but_its_uppermost():
    assert {name for name in modules_in("app.web") if floor_of(name, WEB) == math.inf} == {
        "app.web"
    }
    assert not {name for name in needed("app.scoring") if floor_of(name, SCORING) == 0}


def test_no_imports_run_in_a_circle():
    """Raises CycleError, which names the circle."""
    TopologicalSorter({name: needed(name) for name in ALL}).prepare()


@pytest.mark.parametrize("root", ROOTS)
def test_a_folder_of_the_project_knows_only_what_it_is_made_of(root):
    """Neither the bench nor a tool needs tests: what they share with these is in the testkit."""
    for name in {each for each in ALL if is_in(each, root)}:
        roots = {other.split(".")[0] for other in needed(name)}
        assert roots <= {*ROOTS[root].split()}, f"{name} imports {roots}"


def test_nobody_imports_a_test():
    """What two files of tests need is a module of its own: one can be moved without the other."""
    for name in ALL.keys() - {PLAYS_TESTS_AGAIN}:
        files = {other for other in needed(name) if ALL[other].name.startswith(TEST_FILES)}
        assert not files, f"{name} imports {files}"


def test_a_folder_has_room_for_one_subject():
    """Who has read fifteen files knows a subject; what is more is another one."""
    folders = Counter(path.parent.relative_to(PROJECT).as_posix() for path in MODULES.values())

    assert {folder: n for folder, n in folders.items() if n > MOST_FILES} == {}


def test_texts_are_messages_until_they_are_shown():
    """One mechanism of translation, and no text that is put into English where it is made."""
    for name, path in MODULES.items():
        code = path.read_text("utf-8")
        assert not re.search(r"\b(str|gettext)\(_?n?\(|import .*\bgettext\b", code), name


def test_scoring_and_games_need_nothing_but_python_and_neither_the_clock_nor_chance():
    for name in modules_in("app.scoring", "app.games"):
        assert not tops(name) - {"app"} - sys.stdlib_module_names, name
        assert not tops(name) & TIME_AND_CHANCE, name


def test_flask_is_unknown_where_nothing_is_shown():
    for name in modules_in("app.store", "app.matchfile", "app.rulebook", "app.paper"):
        assert not {top for top in tops(name) if re.fullmatch(r"flask(_\w+)?", top)}, name


def test_only_the_store_knows_sql_and_only_what_chooses_an_engine_which_one_keeps_the_rows():
    for name in MODULES.keys() - modules_in("app.store"):
        assert not tops(name) & SQL, name
    for engine in ("app.store.sqlite", "app.store.postgres"):
        for name in MODULES.keys() - modules_in(engine, *KEEPERS_OF_DATABASES):
            known = {other for other in needed(name) if is_in(other, engine)}
            assert not known or name == "app.store", name


def queries_of(module: str) -> set[str]:
    """The functions of a module that take a connection to the database first."""
    tree = ast.parse(MODULES[module].read_text("utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {it.name for it in functions if it.args.args and it.args.args[0].arg == "db"}


def test_a_query_is_called_by_its_module():
    """`log.append(…)` says at the call that the database is asked, and where the SQL is."""
    queries = {name: queries_of(name) for name in modules_in(*QUERIES)}
    for name in MODULES.keys() - modules_in("app.store"):
        for node in nodes_of(MODULES[name]):
            if isinstance(node, ast.ImportFrom) and node.module in queries:
                taken = {alias.name for alias in node.names} & queries[node.module]
                assert not taken, f"{name} takes {sorted(taken)} out of {node.module}"


@pytest.mark.parametrize("words", ["Try again in {n} second.", "{n} letters; the most is"])
def test_a_refusal_that_many_give_is_worded_once(words):
    texts = [file.read_text("utf-8") for file in MODULES.values()]

    assert sum(text.count(words) for text in texts) == 1
