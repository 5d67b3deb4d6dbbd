"""Joint gains: whether one side can beat all others at once, with the points of the deals to
come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest
from operator import add, ge, sub

from app.scoring.model.seats import Points

MAX_SUMS = 150  # kept after each part: those that lack the least


def can_gain_on_all(needs: Sequence[int], own: int, parts: Sequence[Collection[Points]]) -> bool:
    """Whether the side of index `own` can gain at least `needs` on all other sides together.

    `needs` are points, by the index of the other side in order, without `own`. Each of `parts` has
    all possible points of the sides from one independent part of the play to come; empty if not
    known. True is certain, because a way was found. False only means that none was found.
    """
    if not all(parts):
        return False
    gains = [best_gains(gains_of(points, own) for points in part) for part in parts]
    least = [tuple(map(min, zip(*part, strict=True))) for part in gains]
    # A gain beyond the need is cut off, as far as even the least of all other parts leaves it
    # unneeded. So for a side that is far behind, hundreds of ways of a part become one.
    spare = [
        max(0, need - sum(low)) for need, low in zip(needs, zip(*least, strict=True), strict=True)
    ]
    gains = [
        best_gains(tuple(map(min, gain, map(add, spare, low))) for gain in part)
        for part, low in zip(gains, least, strict=True)
    ]
    most = [tuple(map(max, zip(*part, strict=True))) for part in gains]
    # After each part, only sums are kept that the most of the parts to come can still complete.
    wanted = tuple(map(sub, needs, map(sum, zip(*most, strict=True))))
    sums: Iterable[Points] = [(0,) * len(needs)]
    for part, high in zip(gains, most, strict=True):
        wanted = tuple(map(add, wanted, high))
        added = {tuple(map(add, total, gain)) for total in sums for gain in part}
        in_reach = [total for total in added if all(map(ge, total, wanted))]
        sums = nsmallest(MAX_SUMS, in_reach, key=lambda total: lack(total, needs))
    return bool(sums)


def lack(gains: Points, needs: Sequence[int]) -> int:
    """Return how many points these gains are short of the needs, on all other sides together."""
    return sum(max(0, need - gain) for gain, need in zip(gains, needs, strict=True))


def gains_of(points: Points, own: int) -> Points:
    """Return what the side of index `own` gains on each other side with these points."""
    return tuple(points[own] - other for index, other in enumerate(points) if index != own)


def best_gains(gains: Iterable[Points]) -> list[Points]:
    """Return the gains that no other gain equals or beats on every side, the greatest sum first."""
    best: list[Points] = []
    # A gain that is better on every side has a greater sum, so it comes first.
    for gain in sorted(set(gains), key=sum, reverse=True):
        if not any(all(map(ge, other, gain)) for other in best):
            best.append(gain)
    return best
