"""How an evening came out: who finished in front of whom, over all its matches.

Points of different games are never added. A *meeting* is two players in one match that is over and
not won together; who has the better place is ahead, equal places count for neither, and partners do
not meet each other. A seat counts for whoever played more than half of its deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from app import store
from app.scoring import Match
from app.web.club.match_list import MatchListItem


@dataclass(frozen=True)
class Finish:
    """How somebody finished a match: the place, shared or not, and the points of their side."""

    place: int
    total: int


@dataclass
class PersonResult:
    """What an evening brought somebody: how they finished each of its matches, by number; how often
    they were ahead and behind, and in how many meetings."""

    person: store.Person
    finishes: dict[int, Finish] = field(default_factory=dict)
    ahead: int = 0
    behind: int = 0
    meetings: int = 0

    @property
    def balance(self) -> int:
        """How much more often they were ahead than behind."""
        return self.ahead - self.behind


def results_of(
    items: Sequence[MatchListItem],
    seats: Mapping[int, Sequence[store.PersonSeat]],
    matches: Mapping[int, Match],
) -> list[PersonResult]:
    """The result of everybody who has played, who was ahead most clearly first.

    `seats` are those of `store.seats_of_matches`; `matches` by number are needed where somebody
    played for another.
    """
    results: dict[int, PersonResult] = {}
    for item in items:
        of_match: list[tuple[PersonResult, int, Finish]] = []
        people = people_of_seats(seats.get(item.match.id, ()), matches.get(item.match.id))
        places = places_of(item) if counts(item) else {}
        for side in item.sides:
            for seat in side.seats:
                if (person := people.get(seat.index)) is None:
                    continue
                result = results.setdefault(person.id, PersonResult(person))
                if side.index in places:
                    finish = Finish(places[side.index], item.total(side))
                    result.finishes[item.match.id] = finish
                    of_match.append((result, side.index, finish))
        for (one, side_of_one, first), (other, side_of_other, second) in combinations(of_match, 2):
            if side_of_one == side_of_other:
                continue
            one.meetings += 1
            other.meetings += 1
            better, worse = (one, other) if first.place < second.place else (other, one)
            if first.place != second.place:
                better.ahead += 1
                worse.behind += 1
    played = [result for result in results.values() if result.meetings]
    return sorted(played, key=lambda it: (-it.balance, -it.ahead, it.person.name.casefold()))


def counts(item: MatchListItem) -> bool:
    """Whether a match counts: it was played to its end, and not together."""
    is_whole = item.match.is_over and not item.summary["ended"]
    return is_whole and not item.game.wins_together


def places_of(item: MatchListItem) -> dict[int, int]:
    """The place of each side of a match that is over, by its index; winners by a tie-break share
    none with those who have as many points."""
    winners, totals = item.summary["winners"], item.summary["totals"]
    if not winners:
        return {}
    is_reversed = totals[winners[0]] < max(totals)
    ranked = [
        (side.index not in winners, item.total(side) * (1 if is_reversed else -1), side.index)
        for side in item.sides
    ]
    return {
        index: 1 + sum(other[:2] < (lost, total) for other in ranked)
        for lost, total, index in ranked
    }


def people_of_seats(
    seats: Sequence[store.PersonSeat], match: Match | None
) -> dict[int, store.Person]:
    """Whom each seat of a match counts for, by its index."""
    by_seat: dict[int, list[store.PersonSeat]] = {}
    for sitting in seats:
        by_seat.setdefault(sitting.seat, []).append(sitting)
    people: dict[int, store.Person] = {}
    for seat, sittings in by_seat.items():
        known = {one.person.id: one.person for one in sittings if one.person}
        if len(sittings) == 1 and not sittings[0].deal:
            people.update((seat, person) for person in known.values())
        elif match is not None:
            played = deals_played(sittings, match)
            most = [who for who, deals in played.items() if 2 * deals > played.total()]
            people.update((seat, known[who]) for who in most if who in known)
    return {seat: person for seat, person in people.items() if person.forgotten is None}


def deals_played(sittings: Sequence[store.PersonSeat], match: Match) -> Counter[int]:
    """How many deals that scored each person has played in a seat, by number; 0 for nobody."""
    played: Counter[int] = Counter()
    for deal in match.standing.deals:
        if deal.scores is not None:
            here = [one for one in sittings if one.deal <= deal.number]
            played[here[-1].person.id if here and here[-1].person else 0] += 1
    return played


def leaders_of(results: Sequence[PersonResult]) -> list[PersonResult]:
    """Who leads the evening: several where nothing tells them apart; nobody where nobody is more
    often ahead than behind."""
    best = results[0] if results else None
    if best is None or best.balance <= 0:
        return []
    return [one for one in results if (one.balance, one.ahead) == (best.balance, best.ahead)]
