"""The table: who sits where, the deals so far, and the running totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from app.scoring.deal import Deal, Part, Steps, ThrownIn
from app.scoring.outcome import Outcome
from app.scoring.prompts import HouseRules, Prompt
from app.scoring.prompts.base import Check, no_problems
from app.scoring.seats import Direction, Seat, Side
from app.scoring.text import Signed, Text, _, listed

T = TypeVar("T")


@dataclass(eq=False)
class Chart:
    """What each seat names once in a match: `columns` by key, and for each seat what it has named.

    `rows` has a seat for every row, with the number of the deal in which it named each key.
    """

    columns: Mapping[str, Text]
    rows: Mapping[Seat, dict[str, int]]

    @property
    def all(self) -> int:
        """How many deals that makes."""
        return len(self.columns) * len(self.rows)

    @property
    def left(self) -> int:
        """How many of them are still to play."""
        return self.all - sum(len(named) for named in self.rows.values())


class Table:
    """The players of a match in play order, and everything that was dealt to them.

    Play order is clockwise or counter-clockwise, so the next player sits to the left or to the
    right. `reversed` turns the sign of every score, and with it what is the best total. `chart` is
    what each seat still has to name, in a game that has such a thing.
    """

    def __init__(self, names: Sequence[str | Text], direction: Direction = "clockwise") -> None:
        self.direction = direction
        self.deals: list[Deal] = []
        self.reversed = False
        self.chart: Chart | None = None
        self.head = Deal(self, number=0, title=_("House rules"))
        self.seat(names)

    # Who sits where

    def seat(self, names: Sequence[str | Text]) -> None:
        """Give each name a seat in play order, everyone for themselves."""
        self.seats = tuple(Seat(index, name) for index, name in enumerate(names))
        self._side_up([(seat,) for seat in self.seats])

    def make_partners(self) -> None:
        """Let players who sit opposite each other share a score."""
        half = len(self.seats) // 2
        self._side_up([(self.seats[i], self.seats[i + half]) for i in range(half)])

    def _side_up(self, groups: Sequence[tuple[Seat, ...]]) -> None:
        self.sides = tuple(Side(index, seats) for index, seats in enumerate(groups))
        self._side_of = {seat.index: side for side in self.sides for seat in side.seats}
        self.totals = (0,) * len(self.sides)

    def side_of(self, seat: Seat) -> Side:
        """The side that `seat` scores for."""
        return self._side_of[seat.index]

    def next(self, seat: Seat, places: int = 1) -> Seat:
        """The player whose turn comes `places` after `seat`."""
        return self.seats[(seat.index + places) % len(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """The neighbour on the left, seen from `seat`."""
        return self.next(seat, 1 if self.direction == "clockwise" else -1)

    def right_of(self, seat: Seat) -> Seat:
        """The neighbour on the right, seen from `seat`."""
        return self.next(seat, -1 if self.direction == "clockwise" else 1)

    def opposite(self, seat: Seat) -> Seat:
        """The player across the table."""
        return self.next(seat, len(self.seats) // 2)

    # What is asked and dealt

    def house_rules(
        self, *rules: tuple[Prompt, Any], rule: str, check: Check = no_problems
    ) -> Steps[dict[str, Any]]:
        """Ask once what this table plays: returns every rule's choice by key."""
        return self.head.ask(
            HouseRules, key="rules", ask=_("House rules"), rules=rules, rule=rule, check=check
        )

    def deal(self, title: Text, **about: Any) -> Deal:
        """Begin the next deal; `about` is what a `Deal` shows."""
        deal = Deal(self, number=len(self.deals) + 1, title=title, **about)
        self.deals.append(deal)
        return deal

    def until_it_counts(self, play_deal: Callable[..., Steps[T]], *about: Any) -> Steps[T]:
        """Play a deal again with the same roles for as long as it is thrown in."""
        while True:
            try:
                return (yield from play_deal(self, *about))
            except ThrownIn:
                continue

    # Where it stands

    def points(self, parts: Iterable[Part]) -> tuple[int, ...]:
        """What `parts` bring to each side, before a reversed table turns the sign."""
        by_side = [0] * len(self.sides)
        for part in parts:
            by_side[self.side_of(part.seat).index] += part.points
        return tuple(by_side)

    def best_of(self, totals: Sequence[int]) -> tuple[Side, ...]:
        """Whoever would win with these totals; several share the win."""
        best = min(totals) if self.reversed else max(totals)
        return tuple(side for side in self.sides if totals[side.index] == best)

    def add_up(self, deal: Deal) -> None:
        """Take the scores of `deal` into the running totals."""
        if deal.scores is not None:
            if self.reversed:
                deal.scores = tuple(-points for points in deal.scores)
                deal.proof = None if deal.proof is None else -deal.proof
                deal.parts = [replace(part, points=-part.points) for part in deal.parts]
            self.totals = tuple(a + b for a, b in zip(self.totals, deal.scores, strict=True))
        deal.totals = self.totals

    def best_total_wins(self, ending: Text | None = None) -> Outcome:
        """The highest total wins, the lowest with reversed scores; equal totals share the win.

        `ending` says what ended the match, if the number of deals did not.
        """
        winners = self.best_of(self.totals)
        said = {"winners": listed(winners), "total": Signed(self.totals[winners[0].index])}
        if len(winners) > 1:
            why = _("{winners} share the win with {total} each.", **said)
        elif self.reversed:
            why = _("{winners}: the lowest total, {total}.", **said)
        else:
            why = _("{winners}: the highest total, {total}.", **said)
        return Outcome(winners, _("{ending} {why}", ending=ending, why=why) if ending else why)
