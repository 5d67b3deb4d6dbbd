"""How an evening came out: who finished in front of whom, over all its matches.

Points of different games are never added. A *meeting* is two players in one match that is over and
not won together; who has the better place is ahead, equal places count for neither, and partners do
not meet each other. All of it is read from the facts of the matches, where a seat counts for
whoever played more than half of its deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app import store
from app.scoring import Text, _, _n
from app.scoring.model.text import and_list
from app.web.core.access import this_club
from app.web.core.listed_players import name_order
from app.web.core.page.variants import variant_named
from app.web.core.services import connection
from app.web.match.match_list import MatchListItem
from app.web.match.rebuild import summaries_of

KEYS = ("place", "points", "met")
"""Of the facts of a match those that are told of an evening."""


@dataclass(frozen=True)
class MatchPlacing:
    """How somebody finished a match: the place, shared or not, and the points of their side in the
    signs of its table, where the lowest may win: then it `is_reversed`."""

    game: str
    place: int
    total: int
    is_reversed: bool


@dataclass
class PersonResult:
    """What an evening brought somebody: how they finished each of its matches, by number; how often
    they were ahead, how much more often than behind, and in how many meetings."""

    person: store.Person
    finishes: Mapping[int, MatchPlacing]
    ahead: int = 0
    balance: int = 0
    meetings: int = 0


FactsByMatch = Mapping[int, Sequence[store.MatchFact]]


def facts_of_items(items: Sequence[MatchListItem]) -> FactsByMatch:
    """What matches say of who finished how and who met whom, by the number of each. Where that is
    still to be written, a match is played again."""
    db, club = connection(), this_club()
    uncounted = set()
    if store.has_uncounted_matches(db, club):
        uncounted = {*store.match_ids(db, club, only_uncounted=True)}
    numbers = [item.match.id for item in items if item.match.is_over]
    facts = store.facts_of_matches(
        db, club, [number for number in numbers if number not in uncounted], KEYS
    )
    late = [number for number in numbers if number in uncounted]
    for number, _line, _changed, summary in summaries_of(db, club, late):
        if summary.seat_facts:
            facts += store.facts_of_seats(db, club, number, summary.seat_facts, KEYS)
    by_match: dict[int, list[store.MatchFact]] = {}
    for fact in facts:
        by_match.setdefault(fact.match_id, []).append(fact)
    return by_match


def finishes_of(facts: Sequence[store.MatchFact]) -> dict[int, dict[int, MatchPlacing]]:
    """How everybody finished each match, by the number of the person and of the match."""
    points = {(it.person, it.match_id): it.points for it in facts if it.key == "points"}
    finishes: dict[int, dict[int, MatchPlacing]] = {}
    for fact in facts:
        total = points.get((fact.person, fact.match_id))
        if fact.key == "place" and total is not None:
            is_reversed = variant_named(fact.game, fact.variant).is_reversed
            total = -total if is_reversed else total
            finishes.setdefault(fact.person, {})[fact.match_id] = MatchPlacing(
                fact.game, fact.count, total, is_reversed
            )
    return finishes


def results_of(items: Sequence[MatchListItem], facts_by_match: FactsByMatch) -> list[PersonResult]:
    """The result of everybody who met somebody in these matches, who was ahead most clearly first.

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
    """Who leads the evening: several where nothing tells them apart; nobody where nobody is more
    often ahead than behind."""
    best = results[0] if results else None
    if best is None or best.balance <= 0:
        return []
    return [one for one in results if (one.balance, one.ahead) == (best.balance, best.ahead)]


def counted_matches(results: Sequence[PersonResult]) -> set[int]:
    """The numbers of the matches that count: those in which any of these people has a place."""
    return {match_id for result in results for match_id in result.finishes}


def share_of(leaders: Sequence[PersonResult]) -> tuple[int, int | None]:
    """How often each of those who lead was ahead, and of how many meetings, None if some had more
    of them than others."""
    meetings = {one.meetings for one in leaders}
    return leaders[0].ahead, meetings.pop() if len(meetings) == 1 else None


# In words


def who_led(results: Sequence[PersonResult]) -> Text | None:
    """Who was ahead most clearly and how often: of several with as many meetings in a word, of
    others one after the other. None if nobody was."""
    leaders = leaders_of(results)
    if not leaders:
        return None
    shares = [_("{ahead} of {all}", ahead=it.ahead, all=it.meetings) for it in leaders]
    if share_of(leaders)[1] is not None:
        shares = shares[:1]
    return _("{names} led, {shares}", names=names_of_leaders(leaders), shares=and_list(shares))


def how_often_ahead(leaders: Sequence[PersonResult]) -> Text:
    """In how many meetings those who lead were ahead, and of how many if all had as many."""
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
    """Those whose results these are, as the subject of a sentence."""
    return and_list([one.person.label for one in results])
