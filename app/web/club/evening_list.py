"""The evenings of a list, put into words from what their matches brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import chain

from flask_babel import format_date

from app import store
from app.scoring import Text, _, _n
from app.web.club.evening_result import (
    PersonResult,
    facts_of_items,
    leaders_of,
    names_of_leaders,
    results_of,
    who_led,
)
from app.web.club.match_list import MatchListItem, list_items
from app.web.core.access import this_club
from app.web.core.services import connection

MOST_MATCHES = 200
"""So many matches of an evening count; nobody plays more."""


@dataclass(frozen=True)
class EveningInList:
    """An evening in a list: its matches, and what they brought."""

    evening: store.Evening
    items: Sequence[MatchListItem]
    results: Sequence[PersonResult]

    @property
    def name(self) -> str:
        """Its title, or its day."""
        return self.evening.title or day_of_evening(self.evening)

    @property
    def about(self) -> Text:
        """Who led and how often, or how many matches there were; beside a title the day, and only
        who led."""
        matches = _n("{n} match", "{n} matches", len(self.items))
        if not self.evening.title:
            return who_led(self.results) or matches
        day = day_of_evening(self.evening, with_weekday=False)
        if leaders := leaders_of(self.results):
            return _("{day} · {names} led", day=day, names=names_of_leaders(leaders))
        return _("{day} · {matches}", day=day, matches=matches)


def in_list(evenings: Sequence[store.Evening]) -> list[EveningInList]:
    """Evenings with what their matches brought."""
    numbers = [evening.id for evening in evenings]
    matches = store.matches_of_evenings(connection(), this_club(), numbers, MOST_MATCHES)
    items = {evening.id: list_items(matches[evening.id]) for evening in evenings}
    facts = facts_of_items([*chain(*items.values())])
    return [
        EveningInList(evening, items[evening.id], results_of(items[evening.id], facts))
        for evening in evenings
    ]


def day_of_evening(evening: store.Evening, *, with_weekday: bool = True) -> str:
    """The day of an evening in words: “Sunday 15 November”, with the year unless it is this one."""
    day = date.fromisoformat(evening.day)
    shape = "d MMMM" if day.year == datetime.now(UTC).year else "d MMMM y"
    return str(format_date(day, f"EEEE {shape}" if with_weekday else shape))
