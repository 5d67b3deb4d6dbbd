"""`CONTRIBUTING.md` leads to the place of a change, and to few files."""

import re
from dataclasses import MISSING, fields
from inspect import isabstract, isclass

import pytest
from PIL import Image

from app.games import GAMES
from app.paths import PROJECT
from app.scoring import Game, prompts
from tools.components import MOMENTS
from tools.components.pictures import FOLDER, PICTURES, WIDTH

TEXT = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
SECTION = TEXT.partition("## Where to change what\n")[2].partition("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in SECTION.splitlines() if line.startswith("| ")][1:]
MOST_FILES = 12
FILE = re.compile(r"`((?:[\w<>.-]+/)*[\w<>-]+\.(?:py|js|css|html|svg|md)|(?:[\w-]+/)+)`")
SEARCHED = (
    *("who won", "winner", "has won", "score a match", "add a page", "save an answer"),
    *("validation", "migration"),
    *("erase a person", "GDPR", "login", "session", "permission", "CSRF", "win rate", "SSE"),
    *("live updates", "background job", "idempotency", "rate_limits", "statistics"),
    *("cache", "number keys", "new page", "its queue", "date format"),
)
"""What somebody looks for who has never seen the program."""


def files_of(cell):
    """The files that a cell names: of a folder those in Python. A name alone is beside the one
    before it in the cell, the first ones in the folder of a game."""
    files, folder = set(), None
    for name in FILE.findall(cell):
        if "/" not in name:
            folders = [folder] if folder else [PROJECT / "app/games" / key for key in GAMES]
            found = [each / name for each in folders if (each / name).exists()]
            assert found, f"there is no {name}"
            files.add(found[0])
            continue
        games = [name.replace("<game>", key) for key in GAMES]
        path = next((PROJECT / each for each in games if (PROJECT / each).exists()), None)
        assert path, f"there is no {name}"
        folder = path if path.is_dir() else path.parent
        files |= {*path.rglob("*.py")} if path.is_dir() else {path}
    return {file for file in files if file.name != "__init__.py"}


@pytest.mark.parametrize(("what", "where", "tests"), ROWS, ids=[row[0][:40] for row in ROWS])
def test_a_change_needs_few_files_which_are_there(what, where, tests):
    assert len(files_of(where)) <= MOST_FILES
    files_of(re.sub(r"`<game>_\w+\.py` in ", "", tests))


def test_every_place_on_the_map_of_the_readme_is_there():
    readme = (PROJECT / "README.md").read_text("utf-8")
    table = readme.partition("| place | content |")[2].partition("\n\n")[0]
    named = [row.split(" | ")[0] for row in table.splitlines() if " | " in row]
    places = [place for cell in named for place in re.findall(r"`([^`]+)`", cell)]

    assert len(places) > 20
    missing = [place for place in places if not (PROJECT / place.partition("<")[0]).exists()]
    assert missing == []


@pytest.mark.parametrize("words", SEARCHED)
def test_the_words_of_who_comes_new_are_found(words):
    assert words in SECTION


# --- add a game ---------------------------------------------------------------------------------

ADD_A_GAME = TEXT.partition("## Add a game\n")[2].partition("\n## ")[0]
PICTURE = re.compile(r'<img src="docs/prompts/([\w-]+)\.png" width="195" alt="([^"]{10,})">')
LARGEST_PICTURE = 15_000
ASKED_BY_A_DEAL = {"Assign", "Choose", "Count", "Order", "Player"}
"""The table has their methods instead."""
ASKED_ELSEWHERE = {"HouseRules", "PaperPoints", "Sides", "TableCards"}
"""By the first question of a script, by a sheet of paper, by the set-up of a pad, by rulings."""


def rows_of(heading):
    """The cells of each row of the table that has this head."""
    table = ADD_A_GAME.partition(f"{heading}\n")[2].partition("\n\n")[0]
    return [line.strip("| ").split(" | ") for line in table.splitlines()[1:]]


def test_adding_a_game_begins_with_the_command():
    assert ADD_A_GAME.strip().startswith('`make new-game NAME="Oh Hell"` ')


def test_one_table_says_of_all_that_a_game_has_what_happens_without_it():
    rows = rows_of("| field | what it is | without it |")
    needed = {each.name for each in fields(Game) if needs_a_value(each)}

    assert [row[0].strip("`") for row in rows] == [each.name for each in fields(Game)]
    assert {row[0].strip("`") for row in rows if row[2] == "needed"} == needed
    assert all(len(row) == 3 and min(map(len, row)) > 3 for row in rows)


def needs_a_value(field):
    return field.default is MISSING and field.default_factory is MISSING


def test_every_question_of_the_table_has_a_light_picture_that_says_what_is_on_it():
    rows = rows_of("| on the phone | in the script | the table gives | what comes back |")
    shown = [PICTURE.fullmatch(row[0]) for row in rows]

    assert all(shown), [row[0] for row, picture in zip(rows, shown, strict=True) if not picture]
    assert [picture[1] for picture in shown if picture] == [*dict.fromkeys(PICTURES)]
    assert {path.stem for path in FOLDER.iterdir()} == PICTURES.keys()
    for path in FOLDER.iterdir():
        assert path.stat().st_size <= LARGEST_PICTURE, path.name
        with Image.open(path) as image:
            assert image.width == WIDTH, path.name
    assert {moment for moment, _part in PICTURES.values()} <= {title for title, *_ in MOMENTS}


def test_every_kind_of_question_is_in_the_table():
    kinds = {
        name
        for name, each in vars(prompts).items()
        if isclass(each) and issubclass(each, prompts.Prompt) and not isabstract(each)
    }

    named = {*re.findall(r"`[^`]*\bprompts\.(\w+)", ADD_A_GAME)}
    assert kinds - named == ASKED_BY_A_DEAL | ASKED_ELSEWHERE
