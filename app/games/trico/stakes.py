"""What is still possible in a match of Trico, worked out from what scores it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any

from app.games.trico.house import KEPT
from app.games.trico.scores import COUNTED, Round, check_counts, counted_round, score_round
from app.games.trico.ties import TIE, at_the_target, break_tie, check_tie, tied_round
from app.scoring import Limits, Points, Scores, Seat, Side, Table, Way, Ways, _


def stakes_of(table: Table, rules: Mapping[str, Any]) -> Limits:
    """What each player needs, and what this round can bring."""
    return table.limits(ways_to_go(table, rules), upper=rules["target"])


def stakes_of_tie(
    table: Table, target: int, rounds: Mapping[Seat, Round], level: Sequence[Seat]
) -> Limits:
    """The points of the round are in: what is open is who wins the tie."""
    points = tuple(scored.points for scored in rounds.values())
    winners = [table.side_of(seat) for seat in tie_winners(rounds, level)]
    return table.limits([(points, winners)], upper=target)


def needs_of(table: Table, rules: Mapping[str, Any]) -> Ways | None:
    """What points of this round are enough, if it can end the match."""
    ways: set[tuple[Points, Points]] = set()
    for points, winners in ways_to_go(table, rules):
        # A tie that is still to be broken can go to any of these.
        ways |= {(points, (side.index,)) for side in winners} or {(points, ())}
    needs = ways_of(table, ways, stakes_of(table, rules))
    return needs if needs.can_end else None


def needs_of_tie(
    table: Table, target: int, rounds: Mapping[Seat, Round], level: Sequence[Seat]
) -> Ways:
    """The points are in: it is open only to whom the tie goes."""
    points = tuple(scored.points for scored in rounds.values())
    winners = [(table.side_of(seat).index,) for seat in tie_winners(rounds, level)]
    stakes = stakes_of_tie(table, target, rounds, level)
    return ways_of(table, {(points, winner) for winner in winners}, stakes)


def ways_of(table: Table, ways: Iterable[tuple[Points, Points]], stakes: Limits) -> Ways:
    """A round that brings these points, and this winner if it ends the match."""
    return Ways(
        Scores(_("points you score")),
        table.sides,
        table.totals,
        is_reversed=False,
        ways=[Way(points, points, winner) for points, winner in ways],
        reasons=stakes.lines_of,
        shows_points=False,
    )


def ways_to_go(table: Table, rules: Mapping[str, Any]) -> Iterator[tuple[Points, list[Side]]]:
    """What each player may score in a round, and who then wins, if it ends the match.

    With the deck entered these are all the ways to keep three cards each. Otherwise they are all
    points that cards can be worth at all, and a tie may go to any of those who are level.
    """
    if rules["entry"] == "deck":
        # Text can be a key of the cache below, where a deck as it is cannot.
        deck = json.dumps(rules["deck"], sort_keys=True)
        for rounds in every_round(deck, len(table.seats)):
            points = tuple(scored.points for scored in rounds)
            level = at_the_target(table, points, rules["target"])
            by_seat = dict(zip(table.seats, rounds, strict=True))
            decided = break_tie(by_seat, level) if level else None
            yield points, [table.side_of(decided[0])] if decided else []
        return
    for points in product(sorted(points_to_count()), repeat=len(table.seats)):
        level = at_the_target(table, points, rules["target"])
        yield points, [table.side_of(seat) for seat in level]


@lru_cache(maxsize=8)
def every_round(deck: str, players: int) -> list[list[Round]]:
    """The round of each player for all ways to keep three cards each of a deck, given as JSON."""
    faces = {
        int(number): face | {"number": int(number)} for number, face in json.loads(deck).items()
    }
    return [
        score_round([[faces[number] for number in numbers] for numbers in hands])
        for hands in ways_to_keep(tuple(faces), players)
    ]


def ways_to_keep(numbers: Sequence[int], players: int) -> Iterator[tuple[Sequence[int], ...]]:
    """All ways in which so many players can keep three of these cards each."""
    if players == 0:
        yield ()
        return
    for hand in combinations(numbers, KEPT):
        left = [number for number in numbers if number not in hand]
        for others in ways_to_keep(left, players - 1):
            yield (hand, *others)


@cache
def points_to_count() -> frozenset[int]:
    """All that three cards can be worth, by the limits of the counts that can be entered."""
    rows = (
        dict(zip((column.key for column in COUNTED), row, strict=True))
        for row in product(*(range(column.low, column.high + 1) for column in COUNTED))
    )
    return frozenset(counted_round(row).points for row in rows if not any(check_counts([row])))


def tie_winners(rounds: Mapping[Seat, Round], level: Sequence[Seat]) -> list[Seat]:
    """Who of `level` can win the tie, with any figures that can be entered for it."""
    if any(scored.large_symbols is None for scored in rounds.values()):
        return list(level)
    # The large symbols are known by now; only the highest cards are open, and every answer that
    # the table could give is tried.
    large = [scored.large_symbols or 0 for scored in rounds.values()]
    can_win = set()
    numbers = range(TIE[1].low, TIE[1].high + 1)
    for highest in product(numbers, repeat=len(rounds)):
        if any(check_tie(rounds, {"large": large, "highest": highest})):
            continue
        figures = map(tied_round, large, highest)
        decided = break_tie(dict(zip(rounds, figures, strict=True)), level)
        assert decided is not None, "the figures of a tie leave nothing open"
        can_win.add(decided[0])
    return [seat for seat in level if seat in can_win]
