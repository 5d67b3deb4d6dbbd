"""Who is who: which players of a club the names in match files are, before anything is written.

A name that somebody here has is theirs. One that is only like somebody's is asked about: that
person, or somebody new. That is kept beside the log, in which the name stays as it was said.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from app.letters import initials_of
from app.scoring import Match, Text, _, _n
from app.scoring.game import name_key, normalise_name
from app.scoring.model.seats import has_name
from app.store.people import people
from app.web.core.access import this_club
from app.web.core.listed_players import ListedPlayer, are_alike, players_of
from app.web.core.services import connection

bp = Blueprint("identities", __name__, url_prefix="/matches")

NEW = "new"
"""What a form says of a name that is somebody new's."""
MOST_NAMES = 200  # names read of a post; the file of a match with others asks about them itself
MOST_COMPARED = 300  # players of a club compared with each name: those who play most
MOST_ALIKE = 3


@dataclass(frozen=True)
class FileName:
    """A name in match files: the `player` here whose it is, if any; else those whom it may be
    (`alike`), and what a form says of it: the number of one of them, `NEW`, or "" for nothing yet.
    `matches` are those that have it, however they spell it, counted from 0.
    """

    name: str
    matches: Sequence[int]
    player: ListedPlayer | None = None
    alike: tuple[ListedPlayer, ...] = ()
    choice: str = ""
    problem: Text | None = None

    @property
    def letters(self) -> str:
        """The letters on its disc."""
        return initials_of([self.name])[0]

    @property
    def person_id(self) -> int | None:
        """The number of the person whom the form says it is, None for somebody new."""
        is_alike = self.choice in [str(player.person.id) for player in self.alike]
        return int(self.choice) if is_alike else None

    @property
    def about(self) -> Text:
        """Whose it is here."""
        if self.player is None:
            return _("new here")
        if name_key(self.player.person.name) == name_key(self.name):
            return _("plays here already: {about}", about=self.player.about)
        return _("is {name} here: {about}", name=self.player.person.name, about=self.player.about)


class Identities:
    """The names of matches, each with whose it is in this club.

    `matches` has for each match all names with which somebody sat in it: who sat in one match with
    somebody is another person. `form` has what is said of the names, in pairs of fields, `name.0`
    and `who.0` and so on.
    """

    def __init__(self, matches: Iterable[Iterable[str]], form: Mapping[str, str]) -> None:
        named = [{name_key(name): name for name in names} for names in matches]
        spelt: dict[str, str] = {}
        for match in named:
            spelt |= {key: name for key, name in match.items() if key not in spelt}
        self._spelt = dict(islice(spelt.items(), MOST_NAMES))
        self._matches = [match.keys() & self._spelt.keys() for match in named]
        self._choices = choices_of(form)

    @cached_property
    def _sat_with(self) -> Mapping[str, set[str]]:
        """For the key of each name the keys of all who are in one match with it."""
        others: dict[str, set[str]] = {key: set() for key in self._spelt}
        for match in self._matches:
            for key in match:
                others[key] |= match - {key}
        return others

    @cached_property
    def _had_by(self) -> Mapping[str, list[int]]:
        """For the key of each name the matches that have it."""
        matches: dict[str, list[int]] = {key: [] for key in self._spelt}
        for number, match in enumerate(self._matches):
            for key in match:
                matches[key].append(number)
        return matches

    @cached_property
    def names(self) -> list[FileName]:
        """Every name once, in the order of the matches; of very many the first."""
        db, club = connection(), this_club()
        found = people.find_people(db, club, self._spelt.values())
        owners = {key: one for key, one in found.items() if one.forgotten is None}
        players = players_of(people.list_people(db, club))
        by_id = {player.person.id: player for player in players}
        by_key = {name_key(player.person.name): player for player in players[:MOST_COMPARED]}
        rows = {}
        for key, name in self._spelt.items():
            if owner := owners.get(key):
                player = by_id.get(owner.id) or ListedPlayer(owner, "", owner.matches, owner.last)
                rows[key] = FileName(name, self._had_by[key], player)
                continue
            there = {owners[other].id for other in self._sat_with[key] & owners.keys()}
            alike = [
                player
                for other, player in by_key.items()
                if player.person.id not in there and are_alike(key, other)
            ]
            choice = self._choices.get(key, "")
            rows[key] = FileName(name, self._had_by[key], None, tuple(alike[:MOST_ALIKE]), choice)
        return [replace(row, problem=self._problem_of(row, rows)) for row in rows.values()]

    def _problem_of(self, row: FileName, rows: Mapping[str, FileName]) -> Text | None:
        """What is wrong with what is said of a name, None for nothing, or if nobody was asked."""
        if not row.alike or not self._choices or row.choice == NEW:
            return None
        if row.person_id is None:
            return _("Say who {name} is.", name=row.name)
        for key in sorted(self._sat_with[name_key(row.name)]):
            if rows[key].person_id == row.person_id:
                return _(
                    "{name} and {other} sat in one match, so they are two people.",
                    name=row.name,
                    other=rows[key].name,
                )
        return None

    @property
    def questions(self) -> list[FileName]:
        """The names about which somebody has to say whose they are."""
        return [row for row in self.names if row.alike]

    @property
    def others(self) -> list[FileName]:
        """The names that need no answer."""
        return [row for row in self.names if not row.alike]

    @property
    def new(self) -> list[FileName]:
        """The names that are like nobody's here."""
        return [row for row in self.others if row.player is None]

    @property
    def is_settled(self) -> bool:
        """Whether it is said of every name whose it is, and can be so."""
        return all(row.choice and row.problem is None for row in self.questions)

    @property
    def people(self) -> dict[str, int]:
        """The number of the person whom the form says each name to be; without who is new."""
        return {row.name: row.person_id for row in self.questions if row.person_id is not None}

    @property
    def summary(self) -> list[Text]:
        """How many of the names that need no answer are known here, and how many are new."""
        new = len(self.new)
        known = len(self.others) - new
        words: list[Text] = []
        if known:
            words.append(_n("{n} player plays here", "{n} players play here", known))
        if new:
            words.append(_n("{n} player is new here", "{n} players are new here", new))
        return words


def choices_of(form: Mapping[str, str]) -> dict[str, str]:
    """What a form says of each name, by its key."""
    choices: dict[str, str] = {}
    number = 0
    while (name := form.get(f"name.{number}")) is not None:
        choices[name_key(name)] = form.get(f"who.{number}", "")
        number += 1
    return choices


def names_seated(match: Match) -> list[str]:
    """The names of all who sit in a match, or sat."""
    names = dict.fromkeys(name for _deal, names in match.seating.spans for name in names)
    return [name for name in names if has_name(name)]


@bp.post("/who")
def ask() -> ResponseReturnValue:
    """Who is who in matches that are about to be sent here: a part of a page.

    Each field `match` has the names of one match, as a list in JSON.
    """
    matches = [names_of_field(text) for text in request.form.getlist("match")]
    return render_template("match_file/_who_is_who.html", who=Identities(matches, request.form))


def names_of_field(text: str) -> Sequence[str]:
    """The names in a list in JSON; none if it is something else."""
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(names, list):
        return []
    texts = [normalise_name(name) for name in names if isinstance(name, str)]
    return [name for name in texts if name and has_name(name)]
