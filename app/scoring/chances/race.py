"""A race: what is still possible in a match of so many deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from app.scoring.chances.base import Chances
from app.scoring.chances.last_deal import LastDeal
from app.scoring.chances.needs import Need
from app.scoring.chances.stakes import Swing
from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _, listed


class Left(Protocol):
    """A deal that is still to be played, or a part of one, such as a stake."""

    @property
    def swing(self) -> Swing:
        """What it can bring."""


@dataclass(frozen=True)
class Race(Chances):
    """A match of so many deals: the totals now, and what all the deals left can bring.

    Who cannot be caught is exact. Who can no longer win cannot draw level with some other side; a
    side that could catch each of the others, but not all in one match, is not among them. What is
    `left` are all the deals; if this is the `last` one, that says what of it is enough.
    """

    left: Sequence[Left]
    last: LastDeal | None = None

    @cached_property
    def swing(self) -> Swing:
        """What all of them can bring."""
        return Swing.sum_of(deal.swing for deal in self.left)

    def best(self, side: Side) -> int:
        """The points of the best that can still come: with reversed scores the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The points of the worst that can still come."""
        return self.sign * self.swing.least[side.index]

    def can_gain(self, side: Side, other: Side) -> int:
        """The most points that `side` can still make up on `other`."""
        return self.swing.gains[side.index][other.index]

    def short(self, side: Side, other: Side) -> int:
        """How many points `side` is too far behind `other` to draw level, 0 or less if it can."""
        return self.ahead(other, side) - self.can_gain(side, other)

    @property
    def leaders(self) -> list[Side]:
        """Whoever would win now."""
        best = self.best_with((0,) * len(self.sides))
        return [side for side in self.sides if side.index in best]

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

    def need_of(self, side: Side) -> Need:
        if self.last:
            return self.last.need_of(side)
        if self.is_uncatchable(side):
            return Need(_("You win: nobody can catch you any more."), self.lines_of(side))
        if self.is_out(side):
            return Need(_("You can no longer win."), self.lines_of(side))
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
                leaders=listed(leaders),
                gain=min(self.can_gain(side, leader) for leader in leaders),
            )
        if len(leaders) > 1:
            level = [leader for leader in leaders if leader is not side]
            return _("In the lead, level with {others}.", others=listed(level))
        ahead = min(self.ahead(side, other) for other in self.others(side))
        return _("In the lead, {ahead} ahead.", ahead=ahead)
