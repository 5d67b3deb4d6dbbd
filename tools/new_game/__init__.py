"""A new game that plays: its folder, rules page, emblem, tests, and its line in `GAMES`.

`make new-game NAME="Oh Hell"` writes what stands in `templates/` beside this.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template

from app.games import GAMES
from app.scoring.model.spelling import spelling_key
from tools.messages.collect import AREAS

TEMPLATES = Path(__file__).with_name("templates")
PLACES = {
    "__init__.py": "app/games/{key}/__init__.py",
    "play.py": "app/games/{key}/play.py",
    "symbols.svg": "app/games/{key}/symbols.svg",
    "rules.md": "rules/en/{key}.md",
    "tests.py": "tests/games/{key}.py",
    "test.py": "tests/games/test_{key}.py",
}
"""Where each template is written to."""
LIST = Path("app/games/__init__.py")
MATCH_FILES = Path("docs/match-file.md")
AFTER_EXAMPLES = "## As a spreadsheet\n"
"""What follows a deal of each game on that page."""
IMPORT = re.compile(r"^from app\.games import (?:\((?P<lines>[^)]*)\)|(?P<line>.+))$", re.MULTILINE)
PAD = "        any_game.GAME,\n"
"""The pad for every other game stays the last one."""
LONGEST_NAME = 30
LONGEST_LINE = 100
ALLOWED = re.compile(r"[A-Za-z0-9 '’-]")
TAKEN = frozenset({"all", "game", "glossary", "now", "search", "settle", "sheet", *AREAS})
"""Words that stand in addresses, names of files and the list of games where a key does."""
SUFFIXES = ("_numbers", "_tally")
"""Ends of the names of modules that hold something else of a game, in `tests/games/`."""


class RefusedName(ValueError):
    """A name of which no game can be made, with what is wrong with it."""


@dataclass(frozen=True)
class NewGame:
    """A game that is to be written into `tree`: its name on pages, and its key everywhere else."""

    name: str
    key: str
    tree: Path

    @property
    def symbol(self) -> str:
        """The name of its emblem, which no other symbol has."""
        plain = self.key.replace("_", "-")
        files = [*self.tree.glob("static/*.svg"), *self.tree.glob("app/games/*/*.svg")]
        is_taken = any(f'<symbol id="{plain}"' in path.read_text("utf-8") for path in files)
        return f"{plain}-emblem" if is_taken else plain

    @property
    def files(self) -> dict[Path, str]:
        """What is written, by path in the tree."""
        words = {"name": self.name, "key": self.key, "symbol": self.symbol}
        written = {
            Path(place.format(key=self.key)): filled(name, words) for name, place in PLACES.items()
        }
        listed = (self.tree / LIST).read_text("utf-8")
        page = (self.tree / MATCH_FILES).read_text("utf-8")
        assert page.count(AFTER_EXAMPLES) == 1, (
            f"{MATCH_FILES} has no line {AFTER_EXAMPLES.strip()}"
        )
        example = filled("match_file.md", words)
        return written | {
            LIST: with_line(listed, self.key),
            MATCH_FILES: page.replace(AFTER_EXAMPLES, example + AFTER_EXAMPLES),
        }


def filled(name: str, words: Mapping[str, str]) -> str:
    """Return a template with these words."""
    return Template((TEMPLATES / f"{name}.template").read_text("utf-8")).substitute(words)


def new_game(name: str, tree: Path) -> NewGame:
    """Return the game of this name in `tree`, of which nothing is written yet.

    Raises `RefusedName` with everything that is wrong with the name.
    """
    name = " ".join(name.split())
    if faults := list(faults_in(name)):
        raise RefusedName(" ".join(faults))
    key = re.sub(r"[^a-z0-9]+", "_", re.sub("['’]", "", name.lower())).strip("_")
    game = NewGame(name.replace("'", "’"), key, tree)
    if faults := [*faults_in_key(key), *already_there(game)]:
        raise RefusedName(" ".join(faults))
    return game


def faults_in(name: str) -> Iterator[str]:
    """Yield what is wrong with the letters of a name."""
    if not name:
        yield 'A game needs a name: make new-game NAME="Oh Hell".'
        return
    if len(name) > LONGEST_NAME:
        yield f"The name has {len(name)} letters, {LONGEST_NAME} are the most."
    if wrong := "".join(dict.fromkeys(letter for letter in name if not ALLOWED.match(letter))):
        yield (
            f"“{wrong}” cannot stand in it: only letters from A to Z, digits, spaces, hyphens and"
            " apostrophes, because links and files are named after the game. How pages write it"
            " is free afterwards: `name` in its __init__.py."
        )
    elif not re.search("[A-Za-z]", name):
        yield f"“{name}” has no letter."
    elif not name[0].isalpha():
        yield f"“{name}” does not begin with a letter, as the name of a Python module has to."


def faults_in_key(key: str) -> Iterator[str]:
    """Yield why a key cannot name modules, files and links."""
    if keyword.iskeyword(key):
        yield f"“{key}” is a word of Python, so no module can be called that."
    if key in TAKEN or key.startswith("test_") or key.endswith(SUFFIXES):
        yield f"“{key}” already means something else in addresses or names of files."


def already_there(game: NewGame) -> Iterator[str]:
    """Yield which game has that name, and which files would be written over."""
    for other in GAMES.values():
        names = [str(other.name), other.key, *other.other_names]
        if spelling_key(game.name) in map(spelling_key, names):
            yield f"There is a game called {other.name} already, in app/games/{other.key}/."
            return
    places = [
        Path("app/games") / game.key,
        *(Path(place.format(key=game.key)) for place in PLACES.values()),
    ]
    if there := [path for path in places if (game.tree / path).exists()]:
        yield f"{there[0]} is there already, and nothing is written over."


def with_line(source: str, key: str) -> str:
    """Return the list of games with one more: its import, and its line above that of the pad."""
    found = IMPORT.search(source)
    assert found is not None, "app/games/__init__.py imports no game"
    names = sorted({*re.findall(r"\w+", found["lines"] or found["line"]), key})
    line = f"from app.games import {', '.join(names)}"
    if len(line) > LONGEST_LINE:
        listed = "".join(f"    {name},\n" for name in names)
        line = f"from app.games import (\n{listed})"
    assert source.count(PAD) == 1, f"app/games/__init__.py has no line {PAD.strip()}"
    return source.replace(found[0], line).replace(PAD, f"        {key}.GAME,\n{PAD}")


def write(game: NewGame) -> list[Path]:
    """Write the files of a game. Returns their paths in the tree."""
    files = game.files
    for path, text in files.items():
        (game.tree / path).parent.mkdir(parents=True, exist_ok=True)
        (game.tree / path).write_text(text, "utf-8")
    return [*files]
