"""`CONTRIBUTING.md` leads to the place of a change, and to few files."""

import re

import pytest

from app.games import GAMES
from app.paths import PROJECT

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
