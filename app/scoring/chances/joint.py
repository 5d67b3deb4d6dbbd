"""Whether one side can still beat all others at once, with what the deals to come can bring."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest
from operator import add, ge, sub

from app.scoring.model.seats import Points

MAX_SUMS = 150  # kept after each part: those that lack the least


def can_gain_on_all(needs: Sequence[int], own: int, parts: Sequence[Collection[Points]]) -> bool:
    """Whether the side of index `own` can gain at least `needs` on all other sides together.

    `needs` are points, by the index of the other side in order, without `own`. Each of `parts` is
    what one independent part of the play to come can bring all sides; an empty one is not known.
    True is certain, because a way was found. False only says that none was found.
    """
    if not all(parts):
        return False
    gains = [best_gains(gains_of(points, own) for points in part) for part in parts]
    least = [tuple(map(min, zip(*part, strict=True))) for part in gains]
    # What exceeds the need, even if all other parts bring their least, counts no more. So a side
    # that is far behind leaves one way of each part, instead of hundreds.
    spare = [
        max(0, need - sum(low)) for need, low in zip(needs, zip(*least, strict=True), strict=True)
    ]
    gains = [
        best_gains(tuple(map(min, gain, map(add, spare, low))) for gain in part)
        for part, low in zip(gains, least, strict=True)
    ]
    most = [tuple(map(max, zip(*part, strict=True))) for part in gains]
    # From part to part a sum has to have what the parts that follow cannot bring.
    wanted = tuple(map(sub, needs, map(sum, zip(*most, strict=True))))
    sums: Iterable[Points] = [(0,) * len(needs)]
    for part, high in zip(gains, most, strict=True):
        wanted = tuple(map(add, wanted, high))
        added = {tuple(map(add, one, gain)) for one in sums for gain in part}
        in_reach = [one for one in added if all(map(ge, one, wanted))]
        sums = nsmallest(MAX_SUMS, in_reach, key=lambda one: lack(one, needs))
    return bool(sums)


def lack(gains: Points, needs: Sequence[int]) -> int:
    """How many points these gains are short of the needs, on all other sides together."""
    return sum(max(0, need - gain) for gain, need in zip(gains, needs, strict=True))


def gains_of(points: Points, own: int) -> Points:
    """What the side of index `own` gains on each other side with these points."""
    return tuple(points[own] - other for index, other in enumerate(points) if index != own)


def best_gains(gains: Iterable[Points]) -> list[Points]:
    """Those gains to which no other is as good on every other side, the greatest sum first."""
    best: list[Points] = []
    # What is better on every side has a greater sum, so it comes first.
    for gain in sorted(set(gains), key=sum, reverse=True):
        if not any(all(map(ge, other, gain)) for other in best):
            best.append(gain)
    return best
