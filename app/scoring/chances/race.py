"""What is still possible in a match: a race of so many deals, or one that ends at a limit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.scoring.chances.last_deal import EnumeratedDeal, LastDeal, Position, Winners
from app.scoring.chances.stakes import Stake, Swing
from app.scoring.chances.wording import TOO_EARLY, Measure, NeedToWin
from app.scoring.model.seats import Points, Side
from app.scoring.model.text import Signed, Text, _, and_list, or_list


class Unplayed(Protocol):
    """A deal that is still to be played, or a part of one, such as a stake."""

    @property
    def swing(self) -> Swing:
        """What it can bring."""


@dataclass(frozen=True)
class Chances(Position, ABC):
    """What is still possible, in sentences: some about the match, some about each side.

    `left` is all that can still score.
    """

    left: Sequence[Unplayed]

    @cached_property
    def swing(self) -> Swing:
        """What all that is left can bring."""
        return Swing.sum_of(each.swing for each in self.left)

    def best(self, side: Side) -> int:
        """The points of the best that can still come: with reversed scores the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The points of the worst that can still come."""
        return self.sign * self.swing.least[side.index]

    @property
    @abstractmethod
    def lines(self) -> list[Text]:
        """What concerns the whole table."""

    @abstractmethod
    def lines_of(self, side: Side) -> list[Text]:
        """What concerns one side, for a list that names it."""

    def need_of(self, side: Side) -> NeedToWin:
        """What one side needs to win, as far as that can be said by now."""
        return NeedToWin(TOO_EARLY, self.lines_of(side), is_known=False)


@dataclass(frozen=True)
class FixedLengthChances(Chances):
    """A match of so many deals: the totals now, and what all the deals left can bring.

    Who cannot be caught is exact. Who can no longer win cannot draw level with some other side; a
    side that could catch each of the others, but not all in one match, is not among them. If this
    is the last deal, `last` says what of it is enough.
    """

    last: LastDeal | None = None

    def can_gain(self, side: Side, other: Side) -> int:
        """The most points that `side` can still make up on `other`."""
        return self.swing.gains[side.index][other.index]

    def short(self, side: Side, other: Side) -> int:
        """How many points `side` is too far behind `other` to draw level, 0 or less if it can."""
        return self.ahead(other, side) - self.can_gain(side, other)

    @property
    def leaders(self) -> list[Side]:
        """Whoever would win now."""
        return [side for side in self.sides if side.index in self.best_of(self.totals)]

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
    def lines(self) -> list[Text]:
        lines = []
        for side in self.sides:
            if self.is_uncatchable(side):
                lines.append(_("Nobody can catch {side} any more.", side=side))
            elif self.cannot_be_passed(side):
                lines.append(_("Nobody can overtake {side} any more, only draw level.", side=side))
        return lines

    def lines_of(self, side: Side) -> list[Text]:
        best, worst = Signed(self.best(side)), Signed(self.worst(side))
        return [
            self._place_of(side),
            _("Still to come: at best {best}, at worst {worst}.", best=best, worst=worst),
        ]

    def need_of(self, side: Side) -> NeedToWin:
        if self.last:
            return self.last.need_of(side)
        if self.is_uncatchable(side):
            return NeedToWin(_("You win: nobody can catch you any more."), self.lines_of(side))
        if self.is_out(side):
            return NeedToWin(_("You can no longer win."), self.lines_of(side))
        return super().need_of(side)

    def _place_of(self, side: Side) -> Text:
        """Where `side` lies, seen from the lead, and whether it can still get there."""
        if self.is_out(side):
            far = max(self.others(side), key=lambda other: self.short(side, other))
            return _(
                "Can no longer win: {behind} behind {other}, at most {gain} to make up.",
                behind=self.ahead(far, side),
                other=far,
                gain=self.can_gain(side, far),
            )
        leaders = self.leaders
        if side not in leaders:
            return _(
                "{behind} behind {leaders}, can still make up {gain}.",
                behind=self.ahead(leaders[0], side),
                leaders=and_list(leaders),
                gain=min(self.can_gain(side, leader) for leader in leaders),
            )
        if len(leaders) > 1:
            level = [leader for leader in leaders if leader is not side]
            return _("In the lead, level with {others}.", others=and_list(level))
        ahead = min(self.ahead(side, other) for other in self.others(side))
        return _("In the lead, {ahead} ahead.", ahead=ahead)


@dataclass(frozen=True)
class LimitChances(Chances):
    """A match that ends with the deal in which a total reaches `upper` or falls to `lower`.

    What is left are the stakes of one deal: `deal` is what it is called, and `measure` tells what a
    side has of it. The best total wins, unless `decide` says for the points of a deal who can win
    then: one entry for each, `()` if the match goes on.
    """

    left: Sequence[Stake]
    deal: Text
    measure: Measure
    upper: int
    lower: int | None = None
    decide: Callable[[Points], Iterable[Winners]] | None = None

    @cached_property
    def this_deal(self) -> EnumeratedDeal:
        """All the ways that the deal can go, which may end the match or not."""
        where = self.sides, self.totals, self.is_reversed
        return EnumeratedDeal(*where, self.measure, self.left, self.decide or self._best_if_over)

    def _best_if_over(self, points: Points) -> list[Winners]:
        after = self.after(points)
        is_below = self.lower is not None and min(after) <= self.lower
        return [self.best_of(after) if max(after) >= self.upper or is_below else ()]

    @property
    def winners(self) -> list[Side]:
        """All who can win or share the win if the match ends with this deal."""
        return [side for side in self.sides if side.index in self.this_deal.winners]

    @property
    def must_end(self) -> bool:
        """Whether the match ends with this deal whatever happens."""
        return all(way.winners for way in self.this_deal.ways)

    @property
    def lines(self) -> list[Text]:
        if not self.winners:
            return [_("{deal} cannot end the match yet.", deal=self.deal)]
        about = {"deal": self.deal, "winners": or_list(self.winners)}
        if self.must_end:
            return [_("{deal} ends the match in any case: {winners} can win.", **about)]
        return [_("{deal} can end the match: {winners} can win then.", **about)]

    def lines_of(self, side: Side) -> list[Text]:
        total, best, worst = self.totals[side.index], self.best(side), self.worst(side)
        about = {"deal": self.deal, "upper": self.upper, "needs": self.upper - total}
        about |= {"best": Signed(best), "worst": Signed(worst)}
        lines = [_("Needs {needs} more to reach {upper}.", **about)]
        if self.lower is not None:
            about |= {"lower": self.lower, "left": total - self.lower}
            far = _(
                "Needs {needs} more to reach {upper}; falls to {lower} with {left} more lost.",
                **about,
            )
            lines = [far]
        if best == worst:
            lines.append(_("{deal} brings {best}.", **about))
        else:
            lines.append(_("{deal}: at best {best}, at worst {worst}.", **about))
        if total + max(best, worst) >= self.upper:
            lines.append(_("Can reach {upper} now.", **about))
        if self.lower is not None and total + min(best, worst) <= self.lower:
            lines.append(_("Can fall to {lower} now.", **about))
        if self.winners and side not in self.winners:
            lines.append(_("Cannot win if the match ends now."))
        return lines

    def need_of(self, side: Side) -> NeedToWin:
        if not self.winners:
            return super().need_of(side)
        return self.this_deal.need_of(side, why=self.lines_of(side))
