"""The evenings of a list, put into words from what their matches brought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from app.scoring import Text, _, _n
from app.store.matches import lists
from app.store.people.evenings import Evening
from app.web.core.access import this_club
from app.web.core.page.written_dates import day_as_title, day_in_words
from app.web.core.services import connection
from app.web.evenings.result import (
    PersonResult,
    facts_of_items,
    leaders_of,
    names_of_leaders,
    results_of,
    who_led,
)
from app.web.match.match_list import MatchListItem, list_items

MOST_MATCHES = 200  # of an evening that are read; nobody plays more


@dataclass(frozen=True)
class EveningInList:
    """An evening in a list: its matches, and what they brought."""

    evening: Evening
    items: Sequence[MatchListItem]
    results: Sequence[PersonResult]

    @property
    def name(self) -> str:
        """Its title, or its day."""
        return self.evening.title or day_as_title(self.evening.day)

    @property
    def about(self) -> Text:
        """Describe the evening in a line: its leaders and how often they were ahead, else the
        number of matches and whether all were level. Under a title the day comes first, and the
        leaders without numbers."""
        matches: Text = _n("{n} match", "{n} matches", len(self.items))
        if self.results and not leaders_of(self.results):
            matches = _("{matches}, all level", matches=matches)
        if not self.evening.title:
            return who_led(self.results) or matches
        day = day_in_words(self.evening.day)
        if leaders := leaders_of(self.results):
            return _("{day} · {names} led", day=day, names=names_of_leaders(leaders))
        return _("{day} · {matches}", day=day, matches=matches)


def in_list(evenings: Sequence[Evening]) -> list[EveningInList]:
    """Evenings with what their matches brought."""
    numbers = [evening.id for evening in evenings]
    matches = lists.matches_of_evenings(connection(), this_club(), numbers, MOST_MATCHES)
    items = {evening.id: list_items(matches[evening.id]) for evening in evenings}
    facts = facts_of_items([*chain(*items.values())])
    return [
        EveningInList(evening, items[evening.id], results_of(items[evening.id], facts))
        for evening in evenings
    ]
