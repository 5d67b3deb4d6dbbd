"""Chances in a match of Trico, calculated with the functions that score it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from app.games.trico import scores
from app.games.trico.house_rules import KEPT, TricoRules
from app.games.trico.scores import RoundScore
from app.scoring import Deal, Points, Seat, Table, _
from app.scoring.chances import LimitChances, PointsMeasure, Stake, scoreboard_of

# For the points of a round, the seats that can win the match with it; () if the match goes on.
Ends = Mapping[Points, Collection[tuple[int, ...]]]


def chances_of(table: Table, deal: Deal, rules: TricoRules) -> LimitChances:
    """Return what each player needs, and what this round can bring.

    If the deck is known, these are all the ways to keep three cards each. Otherwise they are all
    points that three cards can be worth, and a tie can go to any of the players who are level.
    """
    target = rules.target
    ends: dict[Points, set[tuple[int, ...]]] = {}
    if rules.known_deck:
        # Text can be a key of the cache below, where a deck as it is cannot.
        for rounds in every_round(json.dumps(rules.known_deck, sort_keys=True), len(table.seats)):
            points = tuple(score.points for score in rounds)
            level = scores.best_at_target(table, points, target)
            decided = scores.break_tie(dict(zip(table.seats, rounds, strict=True)), level)
            ends.setdefault(points, set()).add((decided[0].index,) if decided else ())
    else:
        for points in product(points_to_count(), repeat=len(table.seats)):
            level = scores.best_at_target(table, points, target)
            ends[points] = {(seat.index,) for seat in level} or {()}
    return limits_of(table, deal, target, ends)


def chances_of_tie(
    table: Table, deal: Deal, target: int, rounds: Mapping[Seat, RoundScore], level: Sequence[Seat]
) -> LimitChances:
    """Return who can win the tie: the points of the round are entered."""
    points = tuple(score.points for score in rounds.values())
    winners = [(seat.index,) for seat in tie_winners(rounds, level)]
    return limits_of(table, deal, target, {points: winners})


def limits_of(table: Table, deal: Deal, target: int, ends: Ends) -> LimitChances:
    """Return the chances of a round that brings the points of one of these `ends`."""
    measure, stake = PointsMeasure(_("points you score")), Stake([((), points) for points in ends])
    where, decide = scoreboard_of(table), ends.__getitem__
    return LimitChances(*where, [stake], deal.title, measure, upper=target, decide=decide)


@lru_cache(maxsize=8)
def every_round(deck: str, players: int) -> list[list[RoundScore]]:
    """Return the scores of all players for every way to keep three cards each of a deck, given as
    JSON."""
    faces = {
        int(number): face | {"number": int(number)} for number, face in json.loads(deck).items()
    }
    return [
        scores.score_round([[faces[number] for number in numbers] for numbers in hands])
        for hands in hands_left(tuple(faces), players)
    ]


def hands_left(numbers: Sequence[int], players: int) -> Iterator[tuple[Sequence[int], ...]]:
    """Yield all ways in which so many players can keep three of these cards each."""
    if players == 0:
        yield ()
        return
    for hand in combinations(numbers, KEPT):
        left = [number for number in numbers if number not in hand]
        for others in hands_left(left, players - 1):
            yield (hand, *others)


@cache
def points_to_count() -> frozenset[int]:
    """Return all points that three cards can be worth, by the limits of the counts that can be
    entered."""
    ranges = (range(figure.low, figure.high + 1) for figure in scores.COUNTED)
    return frozenset(
        scores.counted_round({"sets": sets, "pairs": pairs, "large": large}).points
        for sets, pairs, large in product(*ranges)
        if not scores.why_impossible(sets, pairs, large)
    )


def tie_winners(rounds: Mapping[Seat, RoundScore], level: Sequence[Seat]) -> list[Seat]:
    """Return the players of `level` who can win the tie with any figures that can be entered for
    it."""
    large = [n for score in rounds.values() if (n := score.large_symbols) is not None]
    if len(large) < len(rounds):
        return list(level)
    # The large symbols are known by now; only the highest cards are open, and every answer that
    # the table could give is tried.
    can_win = set()
    numbers = range(scores.TIE[1].low, scores.TIE[1].high + 1)
    for highest in product(numbers, repeat=len(rounds)):
        if not any(scores.check_tie(rounds, {"large": large, "highest": highest})):
            figures = dict(zip(rounds, map(scores.tied_round, large, highest), strict=True))
            decided = scores.break_tie(figures, level)
            assert decided is not None, "the figures of a tie leave nothing open"
            can_win.add(decided[0])
    return [seat for seat in level if seat in can_win]
