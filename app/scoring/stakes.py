"""Stakes: what is still possible in a match, worked out only when somebody asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _, any_of, listed

if TYPE_CHECKING:
    from app.scoring.table import Table

Points = tuple[int, ...]
"""The points of each side, in the order of the sides."""


def shares(total: int, among: int) -> Iterator[Points]:
    """Every way to share out `total` tricks or cards among so many."""
    if among == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in shares(total - first, among - 1):
            yield (first, *others)


@dataclass(frozen=True)
class Swing:
    """The most and the least points that something still to come can bring to each side.

    `gains[a][b]` is the most that side a can gain on side b. Before any sign is turned: more is
    better, also in a match with reversed scores.
    """

    most: Points
    least: Points
    gains: tuple[Points, ...]

    @classmethod
    def sure(cls, points: Sequence[int]) -> Swing:
        """What brings just these points."""
        kept = tuple(points)
        return cls(kept, kept, tuple(tuple(one - other for other in kept) for one in kept))

    @classmethod
    def among(cls, ways: Iterable[Sequence[int]]) -> Swing:
        """One of `ways`, each of them the points of all sides."""
        return cls.one_of(cls.sure(points) for points in {tuple(points) for points in ways})

    @classmethod
    def one_of(cls, swings: Iterable[Swing]) -> Swing:
        """One of `swings`, but it is not known which."""
        kept = list(swings)
        return cls(
            highest(swing.most for swing in kept),
            tuple(map(min, zip(*(swing.least for swing in kept), strict=True))),
            tuple(map(highest, zip(*(swing.gains for swing in kept), strict=True))),
        )

    @classmethod
    def sum_of(cls, swings: Iterable[Swing]) -> Swing:
        """All of `swings`, at least one, when none of them depends on another."""
        first, *others = swings
        return sum(others, start=first)

    def __add__(self, other: Swing) -> Swing:
        return Swing(
            added(self.most, other.most),
            added(self.least, other.least),
            tuple(map(added, self.gains, other.gains)),
        )

    def __mul__(self, times: int) -> Swing:
        return Swing(
            tuple(points * times for points in self.most),
            tuple(points * times for points in self.least),
            tuple(tuple(points * times for points in row) for row in self.gains),
        )


def added(some: Points, others: Points) -> Points:
    """The points of each side from two things together."""
    return tuple(a + b for a, b in zip(some, others, strict=True))


def highest(several: Iterable[Points]) -> Points:
    """For each side the most points of `several`."""
    return tuple(map(max, zip(*several, strict=True)))


@dataclass(frozen=True)
class Stakes(ABC):
    """What is still possible, in sentences: some about the match, some about each side."""

    sides: tuple[Side, ...]

    @property
    @abstractmethod
    def said(self) -> list[Text]:
        """What concerns the whole table."""

    @abstractmethod
    def said_of(self, side: Side) -> list[Text]:
        """What concerns one side, for a list that names it."""


@dataclass(frozen=True)
class Race(Stakes):
    """A match of so many deals: the totals now, and what all the deals left can bring.

    Who cannot be caught is exact. Who can no longer win cannot draw level with some other side; a
    side that could catch each of the others, but not all in one match, is not among them.
    """

    totals: Points
    swing: Swing
    is_reversed: bool

    @classmethod
    def at(cls, table: Table, swing: Swing) -> Race:
        """The race at `table` as it stands, with `swing` still to come."""
        return cls(table.sides, table.totals, swing, table.reversed)

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    def best(self, side: Side) -> int:
        """The points of the best that can still come: with reversed scores the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The points of the worst that can still come."""
        return self.sign * self.swing.least[side.index]

    def behind(self, side: Side, other: Side) -> int:
        """How many points `side` is behind `other`, below 0 if it is ahead."""
        return self.sign * (self.totals[other.index] - self.totals[side.index])

    def can_gain(self, side: Side, other: Side) -> int:
        """The most points that `side` can still make up on `other`."""
        return self.swing.gains[side.index][other.index]

    def others(self, side: Side) -> list[Side]:
        """Everyone else."""
        return [other for other in self.sides if other is not side]

    def short(self, side: Side, other: Side) -> int:
        """How many points `side` is too far behind `other` to draw level, 0 or less if it can."""
        return self.behind(side, other) - self.can_gain(side, other)

    @property
    def leaders(self) -> list[Side]:
        """Whoever would win now."""
        return [s for s in self.sides if all(self.behind(s, o) <= 0 for o in self.others(s))]

    def is_uncatchable(self, side: Side) -> bool:
        """Whether nobody can draw level with `side` any more: the win is theirs alone."""
        return all(self.short(other, side) > 0 for other in self.others(side))

    def cannot_be_passed(self, side: Side) -> bool:
        """Whether nobody can overtake `side` any more: the win is theirs, perhaps shared."""
        return all(self.short(other, side) >= 0 for other in self.others(side))

    def is_out(self, side: Side) -> bool:
        """Whether there is someone with whom `side` cannot draw level any more."""
        return any(self.short(side, other) > 0 for other in self.others(side))

    @property
    def said(self) -> list[Text]:
        lines = []
        for side in self.sides:
            if self.is_uncatchable(side):
                lines.append(_("Nobody can catch {side} any more.", side=side))
            elif self.cannot_be_passed(side):
                lines.append(_("Nobody can overtake {side} any more, only draw level.", side=side))
        return lines

    def said_of(self, side: Side) -> list[Text]:
        best, worst = Signed(self.best(side)), Signed(self.worst(side))
        return [
            self._place_of(side),
            _("Still to come: at best {best}, at worst {worst}.", best=best, worst=worst),
        ]

    def _place_of(self, side: Side) -> Text:
        """Where `side` lies, seen from the lead, and whether it can still get there."""
        if self.is_out(side):
            far = max(self.others(side), key=lambda other: self.short(side, other))
            return _(
                "Can no longer win: {behind} behind {other}, at most {gain} to make up.",
                behind=self.behind(side, far),
                other=far,
                gain=self.can_gain(side, far),
            )
        leaders = self.leaders
        if side not in leaders:
            return _(
                "{behind} behind {leaders}, can still make up {gain}.",
                behind=self.behind(side, leaders[0]),
                leaders=listed(leaders),
                gain=min(self.can_gain(side, leader) for leader in leaders),
            )
        if len(leaders) > 1:
            level = [leader for leader in leaders if leader is not side]
            return _("In the lead, level with {others}.", others=listed(level))
        ahead = min(self.behind(other, side) for other in self.others(side))
        return _("In the lead, {ahead} ahead.", ahead=ahead)


@dataclass(frozen=True)
class Limits(Stakes):
    """A match that ends with the deal in which a total reaches `upper` or falls to `lower`.

    `deal` is what the deal is called; `swing` is what it can still bring. `winners` are all who
    can win or share the win if the match ends with it, none if it cannot end; it `must_end` if it
    ends whatever happens.
    """

    totals: Points
    deal: Text
    upper: int
    lower: int | None
    swing: Swing
    winners: tuple[Side, ...]
    must_end: bool

    @classmethod
    def at(
        cls,
        table: Table,
        ways: Iterable[tuple[Points, Sequence[Side]]],
        *,
        upper: int,
        lower: int | None = None,
    ) -> Limits:
        """What the deal being played at `table` can bring.

        `ways` are all the ways that it can go: the points of each side, and who then wins the
        match, nobody if it goes on.
        """
        kept = list(ways)
        winners = {side for _points, won in kept for side in won}
        return cls(
            table.sides,
            table.totals,
            table.deals[-1].title,
            upper,
            lower,
            Swing.among(points for points, _won in kept),
            tuple(side for side in table.sides if side in winners),
            all(won for _points, won in kept),
        )

    def needs(self, side: Side) -> int:
        """How many points `side` is below the upper limit."""
        return self.upper - self.totals[side.index]

    def can_reach(self, side: Side) -> bool:
        """Whether `side` can reach the upper limit with this deal."""
        return self.swing.most[side.index] >= self.needs(side)

    def can_fall(self, side: Side) -> bool:
        """Whether `side` can fall to the lower limit with this deal."""
        if self.lower is None:
            return False
        return self.totals[side.index] + self.swing.least[side.index] <= self.lower

    @property
    def said(self) -> list[Text]:
        if not self.winners:
            return [_("{deal} cannot end the match yet.", deal=self.deal)]
        said = {"deal": self.deal, "winners": any_of(self.winners)}
        if self.must_end:
            return [_("{deal} ends the match in any case: {winners} can win.", **said)]
        return [_("{deal} can end the match: {winners} can win then.", **said)]

    def said_of(self, side: Side) -> list[Text]:
        lines = [self._way_to_the_end(side)]
        most, least = self.swing.most[side.index], self.swing.least[side.index]
        said = {"deal": self.deal, "most": Signed(most), "least": Signed(least)}
        if most == least:
            lines.append(_("{deal} brings {most}.", **said))
        else:
            lines.append(_("{deal}: at best {most}, at worst {least}.", **said))
        if self.can_reach(side):
            lines.append(_("Can reach {upper} now.", upper=self.upper))
        if self.can_fall(side):
            lines.append(_("Can fall to {lower} now.", lower=self.lower))
        if self.winners and side not in self.winners:
            lines.append(_("Cannot win if the match ends now."))
        return lines

    def _way_to_the_end(self, side: Side) -> Text:
        needs = self.needs(side)
        if self.lower is None:
            return _("Needs {needs} more to reach {upper}.", needs=needs, upper=self.upper)
        return _(
            "Needs {needs} more to reach {upper}; falls to {lower} with {left} more lost.",
            needs=needs,
            upper=self.upper,
            lower=self.lower,
            left=self.totals[side.index] - self.lower,
        )
