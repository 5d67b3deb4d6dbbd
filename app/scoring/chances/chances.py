"""Chances in a match: the points that can still come, and the sides that can still win."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.scoring.chances.last_deal import EnumeratedDeal, LastDeal, Scoreboard, Winners
from app.scoring.chances.stakes import Stake, Swing
from app.scoring.chances.wording import TOO_EARLY, Measure, NeedToWin
from app.scoring.model.seats import Points, Side
from app.scoring.model.text import Signed, Text, _, and_list, or_list


class Unplayed(Protocol):
    """A deal that is still to be played, or a part of one, such as a stake."""

    @property
    def swing(self) -> Swing:
        """The points that it can bring each side."""


@dataclass(frozen=True)
class Chances(Scoreboard, ABC):
    """What is still possible, in sentences: some about the match, some about each side.

    `unplayed` is everything that can still score.
    """

    unplayed: Sequence[Unplayed]

    @cached_property
    def swing(self) -> Swing:
        """The points that everything unplayed can bring each side."""
        return Swing.sum_of(part.swing for part in self.unplayed)

    def best(self, side: Side) -> int:
        """Return the best points that can still come, as the table writes them: reversed, the
        lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """Return the worst points that can still come, as the table writes them."""
        return self.sign * self.swing.least[side.index]

    @property
    @abstractmethod
    def lines(self) -> list[Text]:
        """Sentences about the whole table."""

    @abstractmethod
    def lines_of(self, side: Side) -> list[Text]:
        """Sentences about one side, for a list that names it."""

    def need_of(self, side: Side) -> NeedToWin:
        """Return what `side` needs to win, as far as that can be said by now."""
        return NeedToWin(TOO_EARLY, self.lines_of(side), is_known=False)


@dataclass(frozen=True)
class FixedLengthChances(Chances):
    """Chances in a match of so many deals. In the last deal, `last` says what is enough to win.

    Whether a side cannot be caught is exact. A side is out if it cannot draw level with some other
    one; that is sound but incomplete: a side that could catch each of the others, but not all of
    them in one match, is not called out.
    """

    last: LastDeal | None = None

    def can_gain(self, side: Side, other: Side) -> int:
        """Return the most points that `side` can still gain on `other`."""
        return self.swing.gains[side.index][other.index]

    def shortfall(self, side: Side, other: Side) -> int:
        """Return how many points `side` lacks to draw level with `other` in the end, 0 or less if
        none."""
        return self.ahead(other, side) - self.can_gain(side, other)

    def is_uncatchable(self, side: Side) -> bool:
        """Whether no other side can draw level any more, so that `side` wins alone."""
        return all(self.shortfall(other, side) > 0 for other in self.others(side))

    def cannot_be_passed(self, side: Side) -> bool:
        """Whether no other side can overtake any more, so that `side` wins or shares the win."""
        return all(self.shortfall(other, side) >= 0 for other in self.others(side))

    def is_out(self, side: Side) -> bool:
        """Whether `side` cannot draw level with some other side any more."""
        return any(self.shortfall(side, other) > 0 for other in self.others(side))

    @property
    def leaders(self) -> list[Side]:
        """The sides that would win with the totals of now."""
        return [side for side in self.sides if side.index in self.winners_with(self.totals)]

    @property
    def lines(self) -> list[Text]:
        lines = []
        for side in self.sides:
            if self.is_uncatchable(side):
                lines.append(_("Nobody can catch up with {side} any more.", side=side))
            elif self.cannot_be_passed(side):
                lines.append(_("Nobody can overtake {side} any more, only draw level.", side=side))
        return lines

    def lines_of(self, side: Side) -> list[Text]:
        best, worst = Signed(self.best(side)), Signed(self.worst(side))
        return [
            self._describe_gap(side),
            _("Still to come: at best {best}, at worst {worst}.", best=best, worst=worst),
        ]

    def need_of(self, side: Side) -> NeedToWin:
        if self.last:
            return self.last.need_of(side)
        if self.is_uncatchable(side):
            return NeedToWin(
                _("You win: nobody can catch up with you any more."), self.lines_of(side)
            )
        if self.is_out(side):
            return NeedToWin(_("You can no longer win."), self.lines_of(side))
        return super().need_of(side)

    def _describe_gap(self, side: Side) -> Text:
        """Return how far `side` is from the lead, and whether it can still get there."""
        if self.is_out(side):
            farthest = max(self.others(side), key=lambda other: self.shortfall(side, other))
            return _(
                "Can no longer win: {behind} behind {other}, can gain {gain} at most.",
                behind=self.ahead(farthest, side),
                other=farthest,
                gain=self.can_gain(side, farthest),
            )
        leaders = self.leaders
        if side not in leaders:
            return _(
                "{behind} behind {leaders}, can gain {gain} on {leaders}.",
                behind=self.ahead(leaders[0], side),
                leaders=and_list(leaders),
                gain=min(self.can_gain(side, leader) for leader in leaders),
            )
        if len(leaders) > 1:
            level = [leader for leader in leaders if leader is not side]
            return _("In the lead, level with {others}.", others=and_list(level))
        ahead = min(self.ahead(side, other) for other in self.others(side))
        return _("In the lead by {ahead}.", ahead=ahead)


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
    def lines(self) -> list[Text]:
        if not self.winners:
            return [_("{deal} cannot end the match yet.", deal=self.deal)]
        values = {"deal": self.deal, "winners": or_list(self.winners)}
        if self.must_end:
            return [_("{deal} ends the match in any case: {winners} can win.", **values)]
        return [_("{deal} can end the match: {winners} can win then.", **values)]

    def lines_of(self, side: Side) -> list[Text]:
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
            return super().need_of(side)
        return self.this_deal.need_of(side, why=self.lines_of(side))
