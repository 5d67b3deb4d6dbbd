"""The result of an evening: how often each player finished ahead of others, over all its matches.

Points of different games are never added. A *meeting* is two players in one match that is over and
competitive. The one with the better place is ahead; equal places count for neither, and partners do
not meet each other. All of it is read from the facts of the matches, where a seat counts for the
person who played more than half of its deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from app.scoring import Text, _, _n
from app.scoring.model.text import and_list
from app.store.matches import lists
from app.store.numbers import totals
from app.store.numbers.totals import MatchFact
from app.store.people.evenings import Evening
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.listed_players import name_order
from app.web.core.page.variants import variant_named
from app.web.core.page.written_dates import day_as_title, day_in_words
from app.web.core.services import connection
from app.web.match.match_list import MatchListItem, list_items
from app.web.match.rebuild import summaries_of

MOST_MATCHES = 200  # of an evening that are read; nobody plays more
KEYS = ("place", "points", "met", "finish")  # keys of the facts of a match that make a result


@dataclass(frozen=True)
class MatchPlacing:
    """The placing of a person in a match: the place, shared or not, and the points of their side as
    the table writes them. Where the lowest total wins, `is_reversed` is true."""

    game: str
    place: int
    total: int
    is_reversed: bool


@dataclass
class PersonResult:
    """The result of a person on an evening: `finishes` has their placing in each match, by its
    number; of their `meetings` they were ahead in `ahead`, and `balance` is how much more often
    ahead than behind."""

    person: Person
    finishes: Mapping[int, MatchPlacing]
    ahead: int = 0
    balance: int = 0
    meetings: int = 0


FactsByMatch = Mapping[int, Sequence[MatchFact]]


def facts_of_items(items: Sequence[MatchListItem]) -> FactsByMatch:
    """Return the facts under `KEYS` of these matches, by the number of each. A match whose facts
    are not written yet is replayed."""
    db, club = connection(), this_club()
    uncounted = set()
    if totals.has_uncounted_matches(db, club):
        uncounted = {*lists.match_ids(db, club, only_uncounted=True)}
    numbers = [item.match.id for item in items if item.match.is_over]
    facts = totals.facts_of_matches(
        db, club, [number for number in numbers if number not in uncounted], KEYS
    )
    late = [number for number in numbers if number in uncounted]
    for number, _line, _changed, summary in summaries_of(db, club, late):
        if summary.seat_facts:
            facts += totals.facts_of_seats(db, club, number, summary.seat_facts, KEYS)
    by_match: dict[int, list[MatchFact]] = {}
    for fact in facts:
        by_match.setdefault(fact.match_id, []).append(fact)
    return by_match


def finishes_of(facts: Sequence[MatchFact]) -> dict[int, dict[int, MatchPlacing]]:
    """Return the placing of each person in each match, by the ids of the two."""
    # Of a match without a variant, one fact says both.
    points = {(it.person, it.match_id): it for it in facts if it.key in ("points", "finish")}
    finishes: dict[int, dict[int, MatchPlacing]] = {}
    for fact in facts:
        of_points = points.get((fact.person, fact.match_id))
        if fact.key in ("place", "finish") and of_points is not None:
            is_reversed = variant_named(of_points.game, of_points.variant).is_reversed
            total = -of_points.points if is_reversed else of_points.points
            finishes.setdefault(fact.person, {})[fact.match_id] = MatchPlacing(
                fact.game, fact.count, total, is_reversed
            )
    return finishes


def results_of(items: Sequence[MatchListItem], facts_by_match: FactsByMatch) -> list[PersonResult]:
    """Return the result of each player who met another in these matches, the clearest leader first.

    The facts are those of `facts_of_items`, and may be of other matches too.
    """
    facts = [fact for item in items for fact in facts_by_match.get(item.match.id, ())]
    finishes = finishes_of(facts)
    seated = [sitting.person for item in items for sitting in item.match.seats if sitting.person]
    results = {
        person.id: PersonResult(person, finishes[person.id])
        for person in seated
        if person.id in finishes
    }
    for fact in facts:
        if fact.key == "met" and fact.person in results:
            result = results[fact.person]
            result.ahead += fact.count
            result.balance += fact.points
            result.meetings += fact.chances
    met = [result for result in results.values() if result.meetings]
    return sorted(met, key=lambda it: (-it.balance, -it.ahead, name_order(it.person)))


def leaders_of(results: Sequence[PersonResult]) -> list[PersonResult]:
    """Return the results that lead the evening: several if they are equal, none if no balance is
    positive."""
    best = results[0] if results else None
    if best is None or best.balance <= 0:
        return []
    return [
        result for result in results if (result.balance, result.ahead) == (best.balance, best.ahead)
    ]


def counted_matches(results: Sequence[PersonResult]) -> set[int]:
    """Return the numbers of the matches that count: those in which any of these people has a
    place."""
    return {match_id for result in results for match_id in result.finishes}


def share_of(leaders: Sequence[PersonResult]) -> tuple[int, int | None]:
    """Return how often each leader was ahead, and in how many meetings; None for the latter if the
    leaders had different numbers of them."""
    meetings = {leader.meetings for leader in leaders}
    return leaders[0].ahead, meetings.pop() if len(meetings) == 1 else None


# In words


def who_led(results: Sequence[PersonResult]) -> Text | None:
    """Say who led and how often they were ahead: once for all leaders if they had equally many
    meetings, else for each. None if there is no leader."""
    leaders = leaders_of(results)
    if not leaders:
        return None
    shares = [_("{ahead} of {all}", ahead=leader.ahead, all=leader.meetings) for leader in leaders]
    if share_of(leaders)[1] is not None:
        shares = shares[:1]
    names = names_of_leaders(leaders)
    return _("{names} led: ahead in {shares}", names=names, shares=and_list(shares))


def how_often_ahead(leaders: Sequence[PersonResult]) -> Text:
    """Say in how many meetings the leaders were ahead, and of how many if all had equally many."""
    ahead, meetings = share_of(leaders)
    if meetings is None:
        return _n("each ahead in {n} meeting", "each ahead in {n} meetings", ahead)
    if len(leaders) > 1:
        return _n(
            "each ahead in {ahead} of {n} meeting",
            "each ahead in {ahead} of {n} meetings",
            meetings,
            ahead=ahead,
        )
    return _n(
        "ahead in {ahead} of {n} meeting", "ahead in {ahead} of {n} meetings", meetings, ahead=ahead
    )


def names_of_leaders(results: Sequence[PersonResult]) -> Text:
    """Return the names of these people as the subject of a sentence."""
    return and_list([result.person.label for result in results])


# In a list


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
