"""`make new-game` writes a game that plays and passes, or says what is wrong and writes nothing."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from app.games import GAMES
from app.paths import PROJECT
from app.server import run
from app.store import engine_for
from tools.new_game import PLACES, TAKEN, RefusedName, new_game, with_line, write
from tools.new_game.__main__ import main

QUICK = (
    *("tests/games", "tests/rulebook/test_rules_pages.py", "tests/test_symbols.py"),
    *("tests/scoring/test_worked_examples.py", "tests/test_docs.py"),
)
OTHERS = (
    ("tests/games", "tests/rulebook", "tests/scoring", "tests/matchfile", "tests/store"),
    ("tests/paper",),
    ("tests/web",),
)


@pytest.fixture
def tree(tmp_path):
    """As much of a checkout as a new game is written into."""
    files = (
        "app/games/__init__.py",
        "static/awards.svg",
        "static/symbols.svg",
        "rules/en/glossary.md",
        "docs/match-file.md",
    )
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / path, tmp_path / path)
    return tmp_path


def files_in(tree):
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("name", "key", "title"),
    [
        ("Oh Hell", "oh_hell", "Oh Hell"),
        ("  Oh   hell ", "oh_hell", "Oh hell"),
        ("Phase 10", "phase_10", "Phase 10"),
        ("Liar's Dice", "liars_dice", "Liar’s Dice"),
        ("Tic-Tac", "tic_tac", "Tic-Tac"),
        ("X" * 30, "x" * 30, "X" * 30),
    ],
)
def test_a_name_of_several_words_becomes_a_key(tree, name, key, title):
    game = new_game(name, tree)

    assert (game.key, game.name) == (key, title)


TRY = "make new-game NAME="
REFUSED = {
    "": f'A game needs a name: {TRY}"Oh Hell".',
    " \t": f'A game needs a name: {TRY}"Oh Hell".',
    "500": "“500” has no letter.",
    "--": "“--” has no letter.",
    "2 Ten": "“2 Ten” does not begin with a letter",
    "-oh": "“-oh” does not begin with a letter",
    "Import": "“import” is a word of Python",
    "../oh": "“./” cannot stand in it",
    "oh\\hell": "“\\” cannot stand in it",
    "Königrufen": "“ö” cannot stand in it",
    "٣ Hell": "“٣” cannot stand in it",
    "$(ls)": "“$()” cannot stand in it",
    "Oh_Hell": "“_” cannot stand in it",
    'Oh"': '“"” cannot stand in it',
    "X" * 31: "The name has 31 letters, 30 are the most.",
    "Trex": "There is a game called Trex already, in app/games/trex/.",
    "the  TORITE": "There is a game called The Torite already, in app/games/torite/.",
    "Italian-Whist": "app/games/italian_whist is there already",
    "Glossary": "“glossary” already means something else",
    "Paper": "“paper” already means something else",
    "Trex Tally": "“trex_tally” already means something else",
    "Test Trex": "“test_trex” already means something else",
    "Oh Hell's": "tests/games/oh_hells.py is there already, and nothing is written over.",
}


@pytest.mark.parametrize(("name", "why"), REFUSED.items(), ids=[repr(name) for name in REFUSED])
def test_a_name_that_no_game_can_have_is_refused_and_nothing_is_written(tree, name, why):
    (tree / "app/games/italian_whist").mkdir()
    (tree / "tests/games").mkdir(parents=True)
    (tree / "tests/games/oh_hells.py").write_text("")
    before = files_in(tree)

    with pytest.raises(RefusedName) as refused:
        write(new_game(name, tree))

    assert str(refused.value).startswith(why)
    assert files_in(tree) == before


def test_the_command_says_why(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["make new-game", "--without-exports", "--", "Trex"])

    assert main() == 1
    told = capsys.readouterr()
    assert told.err == f"*** NO NEW GAME: {REFUSED['Trex']}\n"
    assert told.out == ""


def test_words_that_stand_where_a_key_does_in_an_address_are_taken(tmp_path):
    app = run.open_app(engine_for(tmp_path / "matches.sqlite3"))
    rules = [rule.rule.split("/") for rule in app.url_map.iter_rules()]
    starts = [parts[: parts.index("<key>")] for parts in rules if "<key>" in parts]
    words = {
        parts[len(start)]
        for start in starts
        for parts in rules
        if "rules" in start and parts[: len(start)] == start
    }

    assert {"now", "search"} <= words - {"", "<key>"} <= TAKEN


def test_a_game_takes_its_place_above_the_pad_and_its_import_in_the_alphabet(tree):
    source = (tree / "app/games/__init__.py").read_text("utf-8")

    for key in ("oh_hell", "a_game_with_a_very_long_name_x", "zz"):
        source = with_line(source, key)

    imported = [alias.name for alias in ast.parse(source).body[2].names]
    assert imported == sorted({*GAMES, "oh_hell", "a_game_with_a_very_long_name_x", "zz"})
    lines = source.splitlines()
    assert lines.index("        zz.GAME,") == lines.index("        any_game.GAME,") - 1
    assert max(map(len, lines)) <= 100


def test_a_deal_of_it_stands_below_those_of_other_games(tree):
    write(new_game("Oh Hell", tree))

    page = (tree / "docs/match-file.md").read_text("utf-8")
    examples = page.partition("## A deal of each game\n")[2].partition("\n## ")[0]
    assert examples.rpartition("Oh Hell asks for")[2].count('"game": "oh_hell"') == 1


def test_an_emblem_has_a_name_that_no_symbol_has(tree):
    assert new_game("Oh Hell", tree).symbol == "oh-hell"
    assert new_game("Spade", tree).symbol == "spade-emblem"
    assert new_game("Dice", tree).symbol == "dice-emblem", "an award has it"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of everything, in which the command was run."""
    folder = tmp_path_factory.mktemp("checkout")
    ignore = shutil.ignore_patterns("__pycache__", "build", "dist", ".*")
    shutil.copytree(PROJECT, folder, ignore=ignore, dirs_exist_ok=True)
    told = run_in(folder, "tools.new_game", "--without-exports", "--", "Oh Hell")
    assert told.returncode == 0, told.stderr
    assert "make exports" in told.stdout
    for place in PLACES.values():
        assert f"  {place.format(key='oh_hell')}\n" in told.stdout
    return folder


def run_in(folder, module, *words):
    command = [sys.executable, "-m", module, *words]
    about = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=about, capture_output=True, text=True)


@pytest.mark.parametrize(
    "words",
    [("ruff", "check"), ("ruff", "format", "--check"), ("tools.lint",), ("codespell_lib",)],
    ids=" ".join,
)
def test_what_is_written_passes_the_checks(checkout, words):
    told = run_in(checkout, *words)

    assert told.returncode == 0, told.stdout


@pytest.mark.long
def test_what_is_written_has_the_types_that_it_says(checkout):
    told = run_in(checkout, "mypy", "app/games/oh_hell")

    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize(
    "files",
    [QUICK, *(pytest.param(files, marks=pytest.mark.long) for files in OTHERS)],
    ids="+".join,
)
def test_the_tests_of_every_game_pass_with_it(checkout, files):
    told = run_in(checkout, "pytest", "-q", "-p", "no:cacheprovider", "-k", "oh_hell", *files)

    assert told.returncode == 0, told.stdout
    assert "oh_hell" not in told.stdout


def test_nothing_of_it_is_a_leftover_of_the_template(checkout):
    for place in PLACES.values():
        written = (checkout / place.format(key="oh_hell")).read_text("utf-8")
        assert "$" not in written
        assert "Oh Hell" in written or place.endswith(".svg")


def test_the_walk_over_all_screens_takes_those_of_it(checkout):
    told = run_in(
        checkout, "pytest", "--collect-only", "-q", "-k", "oh", "tests/browser/test_walk.py"
    )

    assert told.returncode == 0, told.stdout
    assert "oh hell: first question" in told.stdout
    assert "settle over oh hell" not in told.stdout, "it has no rulings"
