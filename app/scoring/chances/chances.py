"""Chances in a match: the points that can still come, and the sides that can still win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.scoring.chances.last_deal import EnumeratedDeal, Scoreboard, Winners
from app.scoring.chances.stakes import Stake, Swing
from app.scoring.chances.wording import (
    Amount,
    Cell,
    ChanceRow,
    ChanceTable,
    Measure,
    NeedToWin,
    Overview,
)
from app.scoring.model.seats import Points, Side
from app.scoring.model.text import Signed, Text, _, or_list


class Scorable(Protocol):
    """Something that can still score, such as a stake or a deal."""

    @property
    def swing(self) -> Swing:
        """The points that it can bring each side."""


class UnplayedDeal(Scorable, Protocol):
    """A deal that is still to be played, or is being played."""

    @property
    def name(self) -> Text:
        """Its name in a table, such as its contract."""

    @property
    def icon(self) -> str | None:
        """The symbol of its contract."""

    @property
    def undoubled(self) -> UnplayedDeal:
        """The deal without further doublings; itself if nothing can be doubled in it."""

    @property
    def parts(self) -> Sequence[Collection[Points]]:
        """For each independent part of it, all possible points of the sides; empty if not known."""

    def how(self, loser: Side) -> Text | None:
        """Return how a side gains the most on `loser`, in a few words."""

    @property
    def doubling_note(self) -> Text | None:
        """The effect of a doubling, in a sentence; None if nothing can be doubled."""


@dataclass(frozen=True)
class Chances(Scoreboard, ABC):
    """The chances of all sides, in tables and sentences. `unplayed` is everything that can still
    score."""

    unplayed: Sequence[Scorable]

    @cached_property
    def swing(self) -> Swing:
        """The points that everything unplayed can bring each side."""
        return Swing.sum_of(part.swing for part in self.unplayed)

    def best(self, side: Side) -> int:
        """The best points that can still come, as the table writes them: reversed, the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The worst points that can still come, as the table writes them."""
        return self.sign * self.swing.least[side.index]

    @property
    @abstractmethod
    def overview(self) -> Overview:
        """The chances of all sides, for a page."""

    @abstractmethod
    def need_of(self, side: Side) -> NeedToWin:
        """Return what `side` needs to win."""


@dataclass(frozen=True)
class LimitChances(Chances):
    """Chances in a match that ends with the deal in which a total reaches `upper` or `lower`.

    Only the stakes of this deal can still score; `deal` is its name, and `measure` puts the result
    of a side into words. The best total wins, unless `decide` is given: for the points of the deal,
    it yields all possible `Winners`, `()` if the match goes on.
    """

    unplayed: Sequence[Stake]
    deal: Text
    measure: Measure
    upper: int
    lower: int | None = None
    decide: Callable[[Points], Iterable[Winners]] | None = None

    @cached_property
    def this_deal(self) -> EnumeratedDeal:
        """All outcomes of the deal, which may end the match or not."""
        scoreboard = self.sides, self.totals, self.is_reversed
        decide = self.decide or self._winners_if_over
        return EnumeratedDeal(*scoreboard, self.measure, self.unplayed, decide)

    def _winners_if_over(self, points: Points) -> list[Winners]:
        totals = self.totals_after(points)
        is_below = self.lower is not None and min(totals) <= self.lower
        return [self.winners_with(totals) if max(totals) >= self.upper or is_below else ()]

    @property
    def winners(self) -> list[Side]:
        """All sides that can win or share the win if the match ends with this deal."""
        return [side for side in self.sides if self.this_deal.can_win(side)]

    @property
    def must_end(self) -> bool:
        """Whether the match ends with this deal whatever happens."""
        return all(outcome.winners for outcome in self.this_deal.outcomes)

    @property
    def answer(self) -> Text:
        """Whether this deal can end the match, and who can win then."""
        if not self.winners:
            return _("{deal} cannot end the match yet", deal=self.deal)
        values = {"deal": self.deal, "winners": or_list(self.winners)}
        if self.must_end:
            return _("{deal} ends the match in any case: {winners} can win", **values)
        return _("{deal} can end the match: {winners} can win then", **values)

    @property
    def overview(self) -> Overview:
        columns = [_("behind by"), _("to {limit}", limit=Signed(self.upper))]
        if self.lower is not None:
            columns.append(_("from {limit}", limit=Signed(self.lower)))
        rows = [self.row_of(side) for side in self.ranking]
        return Overview(self.answer, tables=[ChanceTable(None, columns, rows)])

    def row_of(self, side: Side) -> ChanceRow:
        """Return the row of a side in the table of all: how far it is behind the lead and from the
        limits."""
        total = self.totals[side.index]
        cells: list[Cell] = [self.behind_cell(side), Amount(self.upper - total)]
        if self.lower is not None:
            cells.append(Amount(total - self.lower))
        note = None
        if self.winners:
            can_win = self.this_deal.can_win(side)
            note = _("can win now") if can_win else _("not with this deal")
        return ChanceRow(side, cells, note)

    def lines_of(self, side: Side) -> list[Text]:
        """Return how far a side is from the limits, and what this deal can bring it, in
        sentences."""
        total, best, worst = self.totals[side.index], self.best(side), self.worst(side)
        values = {"deal": self.deal, "upper": self.upper, "needs": self.upper - total}
        values |= {"best": Signed(best), "worst": Signed(worst)}
        needs = _("Needs {needs} more to reach {upper}.", **values)
        if self.lower is not None:
            values |= {"lower": self.lower, "left": total - self.lower}
            needs = _(
                "Needs {needs} more to reach {upper}. Falls to {lower} after losing {left} more.",
                **values,
            )
        lines = [needs]
        if best == worst:
            lines.append(_("{deal} scores {best}.", **values))
        else:
            lines.append(_("{deal}: at best {best}, at worst {worst}.", **values))
        # At a reversed table the limit is reached by what is worst.
        if total + max(best, worst) >= self.upper:
            lines.append(_("Can reach {upper} now.", **values))
        if self.lower is not None and total + min(best, worst) <= self.lower:
            lines.append(_("Can fall to {lower} now.", **values))
        if self.winners and side not in self.winners:
            lines.append(_("Cannot win if the match ends now."))
        return lines

    def need_of(self, side: Side) -> NeedToWin:
        if not self.winners:
            return NeedToWin(self.place_of(side), self.lines_of(side), is_known=False)
        return self.this_deal.need_of(side, why=self.lines_of(side))
