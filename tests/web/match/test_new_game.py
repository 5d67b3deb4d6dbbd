"""What `make new-game` writes is played from the start page to the sheet on paper."""

import shutil
import sys
from importlib import import_module

import pytest

import app.games
from app import symbols
from app.paths import PROJECT
from testkit.printed import Pdf, needs_pango
from testkit.web.added_game import phone_with
from testkit.web.table import Table
from tools.new_game import new_game, write

pytestmark = pytest.mark.usefixtures("render_here")


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The game that was written, and the folder of the tree that it was written into."""
    tree = tmp_path_factory.mktemp("tree")
    files = ["app/games/__init__.py", "static/symbols.svg", "docs/match-file.md"]
    files += [str(path.relative_to(PROJECT)) for path in PROJECT.glob("app/games/*/symbols.svg")]
    for path in files:
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / path, tree / path)
    write(new_game("Oh Hell", tree))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.games, "__path__", [str(tree / "app/games"), *app.games.__path__])
        patch.setattr(symbols, "GAMES_FOLDER", tree / "app/games")
        yield import_module("app.games.oh_hell").GAME, tree
    for name in [name for name in sys.modules if name.startswith("app.games.oh_hell")]:
        del sys.modules[name]
    del app.games.oh_hell


@pytest.fixture(scope="module")
def phone(game, tmp_path_factory):
    written, tree = game
    with phone_with(
        written, str(tree / "rules/en/oh_hell.md"), tmp_path_factory.mktemp("house")
    ) as added:
        yield added


@pytest.fixture
def table(phone):
    """A match that was begun from the start page, with three players."""
    start = phone.open("/")
    assert start.says("Oh Hell")
    assert "game=oh_hell" in start.html
    form = phone.open("/matches/new?game=oh_hell&players=3")
    names = dict(zip(["players.0", "players.1", "players.2"], ["Ann", "Ben", "Cleo"], strict=True))
    begun = phone.submit(form, "/matches", names)
    return Table(phone, int(begun.goes_to.partition("?")[0].rpartition("/")[2]))


def test_a_match_is_played_to_its_target(table):
    page = table.open()
    assert page.says("How many tricks?")
    assert page.says("Ben leads")

    page = table.answer([5, 4, 2])
    assert page.refuses("That makes 11, not 12: 1 trick missing.")
    for tricks in ([5, 4, 3], [12, 0, 0], [1, 2, 9]):
        table.answer(tricks)

    assert table.totals == {"Ann": 18, "Ben": 6, "Cleo": 12}
    table.answer([7, 5, 0])
    assert table.standing.is_over
    assert table.open().says("Ann wins")
    assert table.open("/sheet").says("Deal 4")


def test_its_rules_say_how_it_is_played_with_the_numbers_of_its_scoring(phone):
    page = phone.open("/rules/oh_hell")

    assert page.says("Each of the 12 tricks is worth 1 point")
    assert "#oh-hell" in phone.open("/").html
    assert 'id="oh-hell"' in phone.open("/icons.svg").html


@needs_pango
def test_its_sheets_are_printed(phone, table):
    table.answer([5, 4, 3])
    filled = phone.open(f"{table.path}/sheet.pdf")
    blank = phone.open("/print/oh_hell/three.pdf?paper=a4")

    for page in (filled, blank):
        assert page.status == 200
        assert "Oh Hell" in Pdf(page.response.data).text
    assert "Cleo" in Pdf(filled.response.data).text
