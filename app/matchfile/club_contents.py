"""The contents of `club.json` in the file of a club: people, evenings, decks, and the match
files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from app.matchfile.read import parse_json
from app.scoring import Text, _, _n
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.model.seats import HUES

CLUB_FORMAT = "tricktally-club/1"
CONTENTS = "club.json"
MOST_ENTRIES = 20_000  # files of a club, and evenings
MOST_PEOPLE = 5_000
MOST_DECKS = 1_000
# Names of one person; all people are written in the one transaction that makes an import visible.
MOST_NAMES = 100
DEEPEST = 10  # levels of objects and lists
LONGEST_NOTE = 1_000  # letters of the note of an evening

Entry = TypeVar("Entry")


class BrokenClubFile(Exception):
    """Raised for a file that is no club, or whose frame is broken: nothing can be imported.

    `reason` is why.
    """

    def __init__(self, reason: Text) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class PersonEntry:
    """A person of the club: the hue of their drawings, their other `names`, and the times (ISO,
    UTC) at which they were `added` by hand and `hidden`, None for neither."""

    name: str
    colour: int
    names: Sequence[str] = ()
    added: str | None = None
    hidden: str | None = None


@dataclass(frozen=True)
class EveningEntry:
    """An evening: the number by which its matches name it, its date (ISO), when it began (ISO,
    UTC), its texts, and whether its awards, and names in its picture, are shown."""

    evening: int
    day: str
    began: str
    title: str = ""
    place: str = ""
    note: str = ""
    awards: bool = True
    names: bool = True


@dataclass(frozen=True)
class DeckEntry:
    """A deck that was entered, as in the house rules of a match file."""

    name: str
    faces: Mapping[str, Any]


@dataclass(frozen=True)
class MatchEntry:
    """A match: the name of its `file` in the zip, its evening, None for that of its date, its
    `flags`, each with the keys `deal`, `at`, `words` and `outcome`, and the `day` (ISO) for which
    it counts, "" for that of its clock."""

    file: str
    evening: int | None = None
    flags: Sequence[Mapping[str, Any]] = ()
    day: str = ""


@dataclass(frozen=True)
class ClubContents:
    """The contents of `club.json`: `club` is its name, `made` the time of the export (ISO, UTC)."""

    club: str
    made: str
    people: Sequence[PersonEntry] = ()
    evenings: Sequence[EveningEntry] = ()
    decks: Sequence[DeckEntry] = ()
    matches: Sequence[MatchEntry] = ()
    format: str = field(default=CLUB_FORMAT)


def parse_contents(content: bytes) -> ClubContents:
    """Parse `club.json`. Raises `BrokenClubFile` with the place of the first problem."""
    try:
        value = parse_json(content)
    except RecursionError as error:
        raise at_place(CONTENTS, _("it is nested too deeply")) from error
    except json.JSONDecodeError as error:
        place = _("{file}, line {line}", file=CONTENTS, line=str(error.lineno))
        raise at_place(place, _("this is not JSON")) from error
    except ValueError as error:
        raise at_place(CONTENTS, _("this is not JSON")) from error
    if not isinstance(value, dict):
        raise at_place(CONTENTS, _("an object is expected"))
    if is_deeper(value, DEEPEST):
        raise at_place(CONTENTS, _("it is nested too deeply"))
    its_format = value.get("format")
    if its_format != CLUB_FORMAT:
        is_newer = isinstance(its_format, str) and its_format.startswith("tricktally-club/")
        newer = _("It was made by a newer Tricktally: update this one.")
        raise BrokenClubFile(newer if is_newer else _("It is not the file of a club."))
    return ClubContents(
        club=normalise_name(text_of(value, "club", CONTENTS))[:LONGEST_NAME],
        made=text_of(value, "made", CONTENTS),
        people=entries_of(value, "people", person_of),
        evenings=once_each(entries_of(value, "evenings", evening_of)),
        decks=entries_of(value, "decks", deck_of),
        matches=each_file_once(entries_of(value, "matches", match_of)),
    )


def is_deeper(value: Any, levels: int) -> bool:
    """Whether objects and lists are nested in more than so many `levels`."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels < 0 or any(is_deeper(item, levels - 1) for item in inner)


def at_place(place: Text | str, what: Text) -> BrokenClubFile:
    """Return the error for a problem at a place."""
    return BrokenClubFile(_("{place}: {what}.", place=place, what=what))


def entries_of(
    contents: Mapping[str, Any], key: str, read: Callable[[Mapping[str, Any], str], Entry]
) -> list[Entry]:
    """Parse the entries of a list in `club.json`. Raises `BrokenClubFile`."""
    rows = contents.get(key, [])
    most = {"people": MOST_PEOPLE, "decks": MOST_DECKS}.get(key, MOST_ENTRIES)
    if not isinstance(rows, list):
        raise at_place(f"{CONTENTS}, {key}", _("a list is expected"))
    if len(rows) > most:
        raise at_place(f"{CONTENTS}, {key}", _("there are more than {most}", most=most))
    entries = []
    for number, row in enumerate(rows, start=1):
        place = f"{CONTENTS}, {key}, {number}"
        if not isinstance(row, dict):
            raise at_place(place, _("an object is expected"))
        entries.append(read(row, place))
    return entries


def person_of(row: Mapping[str, Any], place: str) -> PersonEntry:
    """Parse a person of `club.json`. Raises `BrokenClubFile`."""
    name = normalise_name(text_of(row, "name", place))
    if not 0 < len(name) <= LONGEST_NAME:
        raise at_place(
            place, _n("a name has 1 to {n} letter", "a name has 1 to {n} letters", LONGEST_NAME)
        )
    others = row.get("names", [])
    if not isinstance(others, list) or not all(isinstance(other, str) for other in others):
        raise at_place(place, _("“{key}” is a list of names", key="names"))
    colour = number_of(row, "colour", place)
    if not 0 <= colour <= HUES:
        raise at_place(place, _n("there is {n} colour", "there are {n} colours", HUES))
    names = (normalise_name(other)[:LONGEST_NAME] for other in others[:MOST_NAMES])
    return PersonEntry(
        name,
        colour,
        [*filter(None, names)],
        text_of(row, "added", place) or None,
        text_of(row, "hidden", place) or None,
    )


def evening_of(row: Mapping[str, Any], place: str) -> EveningEntry:
    """Parse an evening of `club.json`. Raises `BrokenClubFile`."""
    day = day_of_row(row, place)
    title, place_name = (
        normalise_name(text_of(row, key, place))[:LONGEST_NAME] for key in ("title", "place")
    )
    return EveningEntry(
        number_of(row, "evening", place),
        day,
        text_of(row, "began", place),
        title,
        place_name,
        "".join(text_of(row, "note", place).split("\0"))[:LONGEST_NOTE],
        awards=row.get("awards", True) is True,
        names=row.get("names", True) is True,
    )


def day_of_row(row: Mapping[str, Any], place: str) -> str:
    """Return the date (ISO) under `day`. Raises `BrokenClubFile`."""
    day = text_of(row, "day", place)
    try:
        return date.fromisoformat(day).isoformat()
    except ValueError as error:
        raise at_place(place, _("“{day}” is no date", day=day[:20])) from error


def once_each(evenings: Sequence[EveningEntry]) -> Sequence[EveningEntry]:
    """Return the evenings. Raises `BrokenClubFile` for two with one number."""
    times = Counter(evening.evening for evening in evenings)
    if twice := [number for number, n in times.items() if n > 1]:
        raise at_place(f"{CONTENTS}, evenings", _("there are two of number {n}", n=twice[0]))
    return evenings


def each_file_once(matches: Sequence[MatchEntry]) -> Sequence[MatchEntry]:
    """Return the matches. Raises `BrokenClubFile` for two with one file: a match without an id
    would be imported as often as it is named."""
    times = Counter(match.file for match in matches)
    if twice := [file for file, n in times.items() if n > 1]:
        raise at_place(f"{CONTENTS}, matches", _("“{file}” is there twice", file=twice[0][:80]))
    return matches


def deck_of(row: Mapping[str, Any], place: str) -> DeckEntry:
    """Parse a deck of `club.json`. Raises `BrokenClubFile`."""
    faces = row.get("faces")
    if not isinstance(faces, dict):
        raise at_place(place, _("“{key}” is an object", key="faces"))
    return DeckEntry(normalise_name(text_of(row, "name", place))[:LONGEST_NAME], faces)


def match_of(row: Mapping[str, Any], place: str) -> MatchEntry:
    """Parse a match of `club.json`. Raises `BrokenClubFile`."""
    file = text_of(row, "file", place)
    if not file:
        raise at_place(place, _("“{key}” is missing", key="file"))
    evening = number_of(row, "evening", place) if row.get("evening") is not None else None
    flags = row.get("flags", [])
    if not isinstance(flags, list) or not all(isinstance(flag, dict) for flag in flags):
        raise at_place(place, _("“{key}” is a list of objects", key="flags"))
    return MatchEntry(file, evening, flags, day_of_row(row, place) if "day" in row else "")


def text_of(row: Mapping[str, Any], key: str, place: str) -> str:
    """Return the text under a key, "" for none. Raises `BrokenClubFile`."""
    value = row.get(key, "")
    if not isinstance(value, str):
        raise at_place(place, _("“{key}” is a text in quotes", key=key))
    return value


def number_of(row: Mapping[str, Any], key: str, place: str) -> int:
    """Return the whole number under a key, 0 for none. Raises `BrokenClubFile`."""
    value = row.get(key, 0)
    if type(value) is not int or not 0 <= value < 2**31:
        raise at_place(place, _("“{key}” is a whole number", key=key))
    return value
