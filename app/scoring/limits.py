"""Limits: what is still possible in a match that ends when a total reaches one."""

from __future__ import annotations

from dataclasses import dataclass

from app.scoring.seats import Side
from app.scoring.stakes import Points, Stakes, Swing
from app.scoring.text import Signed, Text, _, any_of


@dataclass(frozen=True)
class Limits(Stakes):
    """A match that ends with the deal in which a total reaches `upper` or falls to `lower`.

    `deal` is what the deal is called; `swing` is what it can still bring. `winners` are all who
    can win or share the win if the match ends with it, none if it cannot end; it `must_end` if it
    ends whatever happens. With reversed scores the best for a side is what brings its total least.
    """

    totals: Points
    is_reversed: bool
    deal: Text
    upper: int
    lower: int | None
    swing: Swing
    winners: tuple[Side, ...]
    must_end: bool

    @property
    def sign(self) -> int:
        """−1 if the lowest total wins."""
        return -1 if self.is_reversed else 1

    def best(self, side: Side) -> int:
        """The points of the best that this deal can bring: with reversed scores the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The points of the worst that this deal can bring."""
        return self.sign * self.swing.least[side.index]

    def needs(self, side: Side) -> int:
        """How many points `side` is below the upper limit."""
        return self.upper - self.totals[side.index]

    def can_reach(self, side: Side) -> bool:
        """Whether `side` can reach the upper limit with this deal."""
        return max(self.best(side), self.worst(side)) >= self.needs(side)

    def can_fall(self, side: Side) -> bool:
        """Whether `side` can fall to the lower limit with this deal."""
        if self.lower is None:
            return False
        after = self.totals[side.index] + min(self.best(side), self.worst(side))
        return after <= self.lower

    @property
    def lines(self) -> list[Text]:
        if not self.winners:
            return [_("{deal} cannot end the match yet.", deal=self.deal)]
        about = {"deal": self.deal, "winners": any_of(self.winners)}
        if self.must_end:
            return [_("{deal} ends the match in any case: {winners} can win.", **about)]
        return [_("{deal} can end the match: {winners} can win then.", **about)]

    def lines_of(self, side: Side) -> list[Text]:
        lines = [self._way_to_the_end(side)]
        best, worst = Signed(self.best(side)), Signed(self.worst(side))
        about = {"deal": self.deal, "best": best, "worst": worst}
        if best == worst:
            lines.append(_("{deal} brings {best}.", **about))
        else:
            lines.append(_("{deal}: at best {best}, at worst {worst}.", **about))
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
