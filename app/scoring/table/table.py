"""The table: seats, the deals so far, the running totals, and the winner. The score of one deal is
computed in `scores.py` or `play.py` of its game.

The winner is in the outcome that the script of a game returns, in most games by
`Table.best_total_wins`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from app.scoring.model.seats import NO_COLOURS, Circle, Direction, Points, Seat, Side, add_points
from app.scoring.model.text import Text, _, signed_total
from app.scoring.prompts import HouseRules, Prompt
from app.scoring.prompts.base import AnswerCheck, nothing
from app.scoring.table.deal import Deal, Steps, ThrownIn
from app.scoring.table.outcome import Outcome, SharedOutcome, why_won

T = TypeVar("T")


@dataclass(eq=False)
class ContractGrid:
    """What each seat names once in a match: `columns` by key, and what each seat has named.

    `rows` has, for each seat, the number of the deal in which it named each key. `icons` are
    symbols of the columns, by key.
    """

    columns: Mapping[str, Text]
    rows: Mapping[Seat, dict[str, int]]
    icons: Mapping[str, str] = field(default_factory=dict)

    @property
    def all(self) -> int:
        """How many deals it takes until all seats have named everything."""
        return len(self.columns) * len(self.rows)


@dataclass(frozen=True)
class Rank:
    """A line of the standings; sides with the same total share a place."""

    place: int
    side: Side
    total: int
    is_first: bool


class Table(Circle):
    """The players of a match in play order, and all their deals.

    `totals` are the points of each side so far. `reversed` turns the sign of every score, so that
    the lowest total wins; where all totals are gains (`only_gains`) they need no sign. `settled`
    are the choices of house rules that had been left open, by key, once a deal has asked for them.
    `contract_grid` is what each seat still has to name, in a game with contracts to name once.
    `length` is how many deals count in a whole match, None where that is not known; then `goal`
    says what ends it, or the table does if it `ends_when_told`. `title` is what the table calls its
    match, empty where that is the name of the game.
    """

    def __init__(
        self,
        names: Sequence[str | Text],
        direction: Direction = "clockwise",
        colours: Mapping[str, int] = NO_COLOURS,
        *,
        only_gains: bool = False,
    ) -> None:
        super().__init__(names, direction, colours)
        self.deals: list[Deal] = []
        self.reversed = False
        self.only_gains = only_gains
        self.settled: dict[str, Any] = {}
        self.contract_grid: ContractGrid | None = None
        self.length: int | None = None
        self.goal: Text | None = None
        self.title = ""
        self.ends_when_told = False

    def share(self, groups: Sequence[tuple[Seat, ...]]) -> None:
        """Let the seats of each of `groups` share a score, which starts at 0."""
        super().share(groups)
        self.totals: Points = (0,) * len(self.sides)

    # What is asked and dealt

    def house_rules(
        self, *rules: tuple[Prompt, Any], rule: str, check: AnswerCheck = nothing
    ) -> Steps[dict[str, Any]]:
        """Ask which house rules the table plays, and return every rule's choice by key.

        `rules` are prompts with their defaults; `check` returns the problems of choices that
        exclude each other.
        """
        choices: dict[str, Any] = yield HouseRules(
            key="rules",
            ask=_("House rules"),
            save=_("Save the house rules"),
            rules=rules,
            rule=rule,
            check=check,
        )
        return choices

    def deal(self, title: Text, **fields: Any) -> Deal:
        """Begin the next deal; `fields` are those of a `Deal`."""
        number = len(self.deals) + 1
        deal = Deal(self, self.add_up, number=number, title=title, settled=self.settled, **fields)
        self.deals.append(deal)
        return deal

    def leave_out(self, deal: Deal) -> None:
        """Remove the latest deal, which need not be played any more."""
        assert self.deals[-1] is deal, "another deal follows"
        self.deals.pop()

    def until_it_counts(self, play_deal: Callable[..., Steps[T]], *args: Any) -> Steps[T]:
        """Play a deal again with the same roles as long as it is thrown in.

        `play_deal` is a step of the game that begins a deal at this table; returns what it returns
        once the deal counts.
        """
        while True:
            try:
                return (yield from play_deal(self, *args))
            except ThrownIn:
                continue

    # The standing

    def signed_total(self, total: int) -> int:
        """Return a total as pages show it: with its sign, unless all totals are gains."""
        return signed_total(total, only_gains=self.only_gains)

    def best_of(self, totals: Sequence[int]) -> tuple[Side, ...]:
        """Return the sides that would win with these totals; several share the win."""
        best = min(totals) if self.reversed else max(totals)
        return tuple(side for side in self.sides if totals[side.index] == best)

    def ranks(self, winners: Sequence[Side]) -> list[Rank]:
        """Return the sides from the best total to the worst, the winners of a tie-break first."""
        sign = 1 if self.reversed else -1
        order = sorted(
            self.sides, key=lambda side: (side not in winners, sign * self.totals[side.index])
        )
        ranks: list[Rank] = []
        for place, side in enumerate(order, start=1):
            total, is_first = self.totals[side.index], side in winners
            # The winner of a tie-break shares no place with sides of the same total.
            if ranks and (ranks[-1].total, ranks[-1].is_first) == (total, is_first):
                place = ranks[-1].place
            ranks.append(Rank(place, side, total, is_first))
        return ranks

    def add_up(self, deal: Deal) -> None:
        """Add the scores of `deal` to the running totals, which are the score of the match."""
        if deal.scores is not None:
            # Only here is the sign turned: games score, and reckon ahead, as if more were better.
            if self.reversed:
                deal.scores = tuple(-points for points in deal.scores)
                deal.fixed_sum = None if deal.fixed_sum is None else -deal.fixed_sum
                deal.parts = [replace(part, points=-part.points) for part in deal.parts]
            self.totals = add_points(self.totals, deal.scores)
        deal.totals = self.totals

    @property
    def scored_count(self) -> int:
        """How many deals are over and not void."""
        return sum(deal.is_over and not deal.void for deal in self.deals)

    def end(self, ending: Text, *, wins_together: bool) -> Outcome:
        """Return the outcome if the table ends the match here: the best total so far wins, and
        `ending` says that the table ended it.

        In a game that all win or lose together, it is neither won nor lost.
        """
        if wins_together:
            return SharedOutcome((), ending, None, None, (), ending=ending)
        return self.best_total_wins(ending)

    def best_total_wins(self, ending: Text | None = None) -> Outcome:
        """Decide who has won: the highest total wins, the lowest with reversed scores;
        equal totals share the win.

        `ending` says what ended the match, if the number of deals did not.
        """
        winners = self.best_of(self.totals)
        total = self.totals[winners[0].index]
        why = why_won(winners, self.signed_total(total), is_reversed=self.reversed, ending=ending)
        return Outcome(winners, why, ending=ending)
