"""Collects every message of the code: what it says, where it stands, and in which area."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from babel.messages.extract import extract_from_dir

FOLDERS = ("app", "templates", "tools/pocket")
"""Where people read what is written."""
DRAWINGS = "rules/diagrams"
IN_DRAWINGS = [("**.svg", "app.rulebook.drawings:extract_svg")]
KEYWORDS = {"_": None, "_n": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.svg", "jinja2")]
JINJA = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false", "encoding": "utf-8"}
AREAS = {
    "table": (
        *("app/rulebook/", "app/scoring/", "app/web/core/", "app/web/match/", "app/web/rules/"),
        *("app/web/typed_paper/", "templates/_", "templates/match/", "templates/prompts/"),
        *("templates/rules/", "templates/rulings/", "templates/typed_paper/", "rules/"),
    ),
    "club": ("app/", "templates/"),
    "numbers": (
        *("app/scoring/statistics", "app/web/numbers/"),
        *("app/store/numbers/", "templates/numbers/"),
    ),
    "paper": ("app/paper/", "app/web/paper", "app/web/pdf", "templates/paper/", "templates/print/"),
    "pocket": ("app/pocket/", "templates/pocket/", "tools/pocket/"),
}
"""The areas and how the paths begin that belong to them; the longest decides. The folder of a game
is an area by itself."""
GAME = re.compile(r"app/games/(\w+)/")
GENERAL = ("table", "club", "numbers")
"""The areas that what is said in several of them stands in, the most general one first."""


@dataclass
class Message:
    """What is to be translated: a text, with its `plural` if it depends on a number."""

    id: str
    plural: str | None = None
    places: list[str] = field(default_factory=list)
    """The files that it stands in, without lines, which would change with every edit."""

    @property
    def area(self) -> str:
        """The most general area that it is said in; what several games say belongs to the table."""
        areas = {area_of(place) for place in self.places}
        for area in GENERAL:
            if area in areas:
                return area
        return areas.pop() if len(areas) == 1 else "table"

    @property
    def first_place(self) -> str:
        """The first file of its area that it stands in."""
        area = self.area
        return next((place for place in self.places if area_of(place) == area), self.places[0])


class Conflict(ValueError):
    """Two messages of the code that a catalogue cannot tell apart."""


def area_of(path: str) -> str:
    """The area of a file of the project."""
    if game := GAME.match(path):
        return game[1]
    starts = ((start, area) for area, starts in AREAS.items() for start in starts)
    return max((start, area) for start, area in starts if path.startswith(start))[1]


def collect(root: Path) -> dict[str, Message]:
    """Return the messages of a checkout by their texts, in the order of its files.

    Raises Conflict for two plurals of one singular, and what Jinja raises for a broken template.
    """
    messages: dict[str, Message] = {}
    for path, text, plural in texts(root):
        message = messages.setdefault(text, Message(text))
        if plural and message.plural not in (None, plural):
            raise Conflict(f"{path}: “{text}” has two plurals: “{message.plural}” and “{plural}”")
        message.plural = message.plural or plural
        if path not in message.places:
            message.places.append(path)
    return messages


def texts(root: Path) -> Iterator[tuple[str, str, str | None]]:
    """The file, the text and the plural of everything that is put into words."""
    for folder in (*FOLDERS, DRAWINGS):
        methods = IN_DRAWINGS if folder == DRAWINGS else METHODS
        found = extract_from_dir(root / folder, methods, {"**": JINJA}, keywords=KEYWORDS)
        for name, _line, text, _comments, _context in found:
            one, plural = (text, None) if isinstance(text, str) else text
            yield f"{folder}/{name}", one, plural
