"""The records of a club, each of one variant of a game: what was never as much in a year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from flask import url_for

from app import store
from app.games import GAMES
from app.scoring import Game, Signed, Text, _, _n
from app.web.core.listed_players import day_in_words
from app.web.numbers.pieces import VariantTotals

ENOUGH_MATCHES = 3
"""From so many matches of a variant on it has records."""
LEAST_RUN = 3
"""So many wins in a row are a run."""
FACTS = ("won", "points", "comeback", "won_together")
"""The keys of all facts that records are made of."""


@dataclass(frozen=True)
class ClubRecord:
    """A record: what of, who holds it and when, how much, and where it leads. Without a `person` a
    sign stands in its place."""

    name: Text
    about: Text
    value: Any
    url: str
    person: store.Person | None = None
    sign: str = "sheet"


class VariantRecords:
    """The records of the matches of one variant, which are in their order.

    `facts` are those of these matches by each key of `FACTS`; `people` are by number.
    """

    def __init__(
        self,
        matches: Sequence[store.CountedMatch],
        facts: Mapping[str, Sequence[store.PersonalFact]],
        people: Mapping[int, store.Person],
        period: str,
    ) -> None:
        self.matches = matches
        self._by_id = {it.id: it for it in matches}
        self._facts, self._people, self._period = facts, people, period

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.matches[0].game]

    @property
    def of(self) -> VariantTotals:
        """Which variant it is, with no totals."""
        return VariantTotals(self.game, self.matches[0].variant, {})

    @property
    def about(self) -> Text:
        """The variant in words, and how many matches of it there were."""
        matches = _n("{n} match", "{n} matches", len(self.matches))
        if self.of.name is None:
            return matches
        return _("{variant} · {matches}", variant=self.of.name, matches=matches)

    def records(self, played: Mapping[int, timedelta]) -> list[ClubRecord]:
        """All of them; `played` says how long each match went, by its number."""
        found = [
            self.best("points", _("Most points")),
            self.best("comeback", _("Comeback")),
            self.best("won_together", _("Best score")),
            self.longest_run(),
            self.most_wins(),
            self.longest_match(played),
        ]
        return [record for record in found if record]

    def best(self, key: str, name: Text) -> ClubRecord | None:
        """The most points under a key, those of the earlier match if two are equal."""
        facts = (fact for fact in self._facts[key] if key == "points" or fact.points > 0)
        best = max(facts, key=self.points_then_earlier, default=None)
        if best is None:
            return None
        day = day_in_words(self._by_id[best.match_id].day)
        url = url_for("play.show_match", match_id=best.match_id)
        if key == "won_together":
            return ClubRecord(name, _("{day}", day=day), best.points, url, sign=self.game.icon)
        person = self._people[best.person]
        value: Any = Signed(-best.points)
        if key == "points":
            value = self.of.points(best.points)
        about = _("{name}, {day}", name=person.name, day=day)
        return ClubRecord(name, about, value, url, person)

    def points_then_earlier(self, fact: store.PersonalFact) -> tuple[int, int, int]:
        """The sort key of the best fact: most points, then the earlier match."""
        return fact.points, -self._order[fact.match_id], -fact.person

    @cached_property
    def _order(self) -> Mapping[int, int]:
        return {it.id: place for place, it in enumerate(self.matches)}

    def longest_run(self) -> ClubRecord | None:
        """Who won most matches in a row, of those in which they played."""
        order = self._order
        longest, holder, last = LEAST_RUN - 1, 0, 0
        runs: Counter[int] = Counter()
        for fact in sorted(self._facts["won"], key=lambda it: order[it.match_id]):
            runs[fact.person] = runs[fact.person] + 1 if fact.times else 0
            if runs[fact.person] > longest:
                longest, holder, last = runs[fact.person], fact.person, fact.match_id
        if not holder:
            return None
        person, day = self._people[holder], day_in_words(self._by_id[last].day)
        about = _("{name}, until {day}", name=person.name, day=day)
        url = url_for("play.show_match", match_id=last)
        return ClubRecord(_("Longest run"), about, longest, url, person)

    def most_wins(self) -> ClubRecord | None:
        """Who won most matches; of several with as many, who needed fewest."""
        won: Counter[int] = Counter()
        played: Counter[int] = Counter()
        for fact in self._facts["won"]:
            won[fact.person] += fact.times
            played[fact.person] += 1
        holder = max(won, key=lambda it: (won[it], -played[it], -it), default=0)
        if not holder or not won[holder]:
            return None
        person = self._people[holder]
        value = _("{n} of {all}", n=won[holder], all=played[holder])
        url = url_for(
            "figure.show_matches",
            person=person.id,
            game=self.game.key,
            variant=self.of.key,
            key="won",
            month=self._period or None,
        )
        return ClubRecord(_("Most wins"), _("{name}", name=person.name), value, url, person)

    def longest_match(self, played: Mapping[int, timedelta]) -> ClubRecord | None:
        """Which match took most time."""
        longest = max(self.matches, key=lambda it: played[it.id])
        minutes = played[longest.id] // timedelta(minutes=1)
        if not minutes:
            return None
        about = _("{day}", day=day_in_words(longest.day))
        url = url_for("play.show_match", match_id=longest.id)
        return ClubRecord(_("Longest match"), about, time_in_words(minutes), url, sign="stopwatch")


def time_in_words(minutes: int) -> Text:
    """So many minutes as one says them."""
    if minutes < 60:
        return _n("{n} min", "{n} min", minutes)
    hours, rest = divmod(minutes, 60)
    return _("{hours} h {minutes}", hours=hours, minutes=f"{rest:02}")


def records_of_club(
    matches: Sequence[store.CountedMatch],
    facts: Sequence[store.PersonalFact],
    people: Mapping[int, store.Person],
    period: str,
) -> list[VariantRecords]:
    """The records of every variant that was played often enough, most often first,
    and behind those all that were played together."""
    of_variant: dict[tuple[str, str], list[store.CountedMatch]] = {}
    for match in matches:
        of_variant.setdefault((match.game, match.variant), []).append(match)
    facts_of: dict[tuple[str, str], dict[str, list[store.PersonalFact]]] = {
        variant: {key: [] for key in FACTS} for variant in of_variant
    }
    facts_in = {match.id: facts_of[match.game, match.variant] for match in matches}
    for fact in facts:
        # Of a match that was finished a moment ago there are facts, and it is not listed yet.
        if fact.match_id in facts_in:
            facts_in[fact.match_id][fact.key].append(fact)
    often = [(key, some) for key, some in of_variant.items() if len(some) >= ENOUGH_MATCHES]
    often.sort(key=lambda it: (GAMES[it[0][0]].wins_together, -len(it[1]), it[0]))
    return [VariantRecords(some, facts_of[key], people, period) for key, some in often]
