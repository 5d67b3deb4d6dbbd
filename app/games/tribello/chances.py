"""Chances in a match of Tribello, calculated with the functions that score it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring import Points, Seat, Side, Table, Text, _, _n
from app.scoring.chances import (
    ChanceRow,
    ChanceTable,
    CountMeasure,
    EnumeratedDeal,
    FixedLengthChances,
    NeedToWin,
    Stake,
    Swing,
    distributions,
    scoreboard_of,
)
from app.scoring.model.text import and_list
from app.scoring.prompts import tricks_of

LATE = 4  # deals left, of twelve, from which on each side is told what it needs


@dataclass(frozen=True)
class OpenDeal:
    """A deal whose `tricks` can still go to any seat.

    `points` returns what so many tricks score against a target, of which each seat has its own;
    with `avoids` fewer are better, and the targets are limits.
    """

    name: Text
    phase: Text
    tricks: int
    avoids: bool
    targets: Mapping[Seat, int]
    points: Callable[[int, int], int]
    icon = None
    doubling_note = None

    @cached_property
    def stake(self) -> Stake:
        """All ways to distribute the tricks: those of each seat, and its points."""
        aims = [self.targets[seat] for seat in sorted(self.targets, key=lambda seat: seat.index)]
        return Stake(
            [
                (taken, tuple(map(self.points, taken, aims)))
                for taken in distributions(self.tricks, len(aims))
            ]
        )

    @cached_property
    def swing(self) -> Swing:
        """The points that the deal can bring each side."""
        return self.stake.swing

    @property
    def undoubled(self) -> OpenDeal:
        """The deal itself: nobody doubles."""
        return self

    @property
    def parts(self) -> list[set[Points]]:
        """All possible points of the sides."""
        return [{points for _taken, points in self.stake.outcomes}]

    def how(self, loser: Side) -> Text | None:
        """Return None: always by all tricks, or none."""
        return None


@dataclass(frozen=True)
class TribelloChances(FixedLengthChances):
    """Chances in a match whose last phase depends only on the tricks of all its deals together."""

    unplayed: Sequence[OpenDeal]

    @property
    def is_all_nullo(self) -> bool:
        """Whether a trick costs a point in all deals left."""
        return self.is_late and all(deal.avoids for deal in self.unplayed)

    def need_of(self, side: Side) -> NeedToWin:
        need = super().need_of(side)
        table = self.tricks_table(side) if self.is_all_nullo and need.tables else None
        if table is None:
            return need
        phase, n = self.unplayed[0].phase, len(self.unplayed)
        lead_in = _("All {n} are {phase}. Enough in them together:", n=n, phase=phase)
        if n == 2:
            lead_in = _("Both are {phase}. Enough in the two together:", phase=phase)
        limits = [_("{side} {limit}", side=other, limit=self.limit(other)) for other in self.sides]
        added = _("Limits together: {limits}; a trick is a point.", limits=and_list(limits))
        return NeedToWin(
            need.answer,
            [*need.why[1:], lead_in] if self.ahead_of(side) else [*need.why, lead_in],
            tables=[table, *need.tables],
            foot=[added, *need.foot],
        )

    def limits(self, side: Side) -> list[int]:
        """Return the limits of a side in the deals left, in tricks."""
        [seat] = side.seats
        return [deal.targets[seat] for deal in self.unplayed]

    def limit(self, side: Side) -> int:
        """Return the limits of a side in the deals left together, in tricks."""
        return sum(self.limits(side))

    def tricks_table(self, side: Side) -> ChanceTable | None:
        """Return how many tricks `side` may take in the deals left, and others must, so that it
        wins.

        None if no numbers of tricks are enough.
        """
        n, tricks = len(self.unplayed), sum(deal.tricks for deal in self.unplayed)
        heading: Text = _n(
            "tricks in all {n} deal, {tricks} in all",
            "tricks in all {n} deals, {tricks} in all",
            n,
            tricks=tricks,
        )
        if n == 2:
            heading = _("tricks in both deals, {tricks} in all", tricks=tricks)
        # The tricks below its limits have to exceed those of each other side by its need there.
        more = {
            other.index: self.need(side, other) - self.limit(side) + self.limit(other)
            for other in self.others(side)
        }
        fitting = [
            taken
            for taken in range(tricks + 1)
            if taken + sum(max(0, taken + lead) for lead in more.values()) <= tricks
        ]
        if not fitting:
            return None
        rows = []
        for each in self.sides:
            note = _("limits {limits}", limits=sum_in_words(self.limits(each)))
            words = _("{n} at most", n=max(fitting))
            if each.index != side.index:
                words = more_than(more[each.index], side)
            rows.append(ChanceRow(each, [], note, words=words))
        return ChanceTable(heading, [_("at the table")], rows)


def more_than(lead: int, side: Side) -> Text:
    """Return how many more tricks than `side` another one has to take at least, in words."""
    if lead > 0:
        return _("{n} more than {side}", n=lead, side=side)
    if lead == 0:
        return _("as many as {side}", side=side)
    return _("at most {n} fewer than {side}", n=-lead, side=side)


def sum_in_words(numbers: Sequence[int]) -> Text:
    """Return the sum of one or more numbers as it is written: 6 + 4."""
    words = _("{n}", n=numbers[0])
    for n in numbers[1:]:
        words = _("{sum} + {n}", sum=words, n=n)
    return words


def chances_of(table: Table, deals: Sequence[OpenDeal]) -> FixedLengthChances:
    """Return what is still possible with these `deals`, and what wins in the last one."""
    scoreboard, last = scoreboard_of(table), None
    if len(deals) == 1:
        measure = CountMeasure(_("tricks you take"), tricks_of, more_is_better=not deals[0].avoids)
        last = EnumeratedDeal(*scoreboard, measure, [deals[0].stake])
    return TribelloChances(*scoreboard, deals, last, is_late=len(deals) <= LATE)
