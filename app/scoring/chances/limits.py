"""Limits: what is still possible in a match that ends when a total reaches one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring.chances.base import Chances, Winners
from app.scoring.chances.last_deal import Ways
from app.scoring.chances.measures import Measure
from app.scoring.chances.needs import Need
from app.scoring.chances.stakes import Stake, Swing
from app.scoring.parts import Points
from app.scoring.seats import Side
from app.scoring.text import Signed, Text, _, any_of


@dataclass(frozen=True)
class Limits(Chances):
    """A match that ends with the deal in which a total reaches `upper` or falls to `lower`.

    `deal` is what the deal is called, and `stakes` is what it can still bring, told by `measure`.
    The best total wins, unless `decide` says for the points of a deal who can win then: one entry
    for each, `()` if the match goes on.
    """

    deal: Text
    measure: Measure
    stakes: Sequence[Stake]
    upper: int
    lower: int | None = None
    decide: Callable[[Points], Iterable[Winners]] | None = None

    @cached_property
    def this_deal(self) -> Ways:
        """All the ways that the deal can go, which may end the match or not."""
        where = self.sides, self.totals, self.is_reversed
        return Ways(*where, self.measure, self.stakes, self.decide or self._best_if_over)

    def _best_if_over(self, points: Points) -> list[Winners]:
        after = [total + self.sign * n for total, n in zip(self.totals, points, strict=True)]
        is_below = self.lower is not None and min(after) <= self.lower
        return [self.best_with(points) if max(after) >= self.upper or is_below else ()]

    @cached_property
    def swing(self) -> Swing:
        """What the deal can bring."""
        return Swing.sum_of(stake.swing for stake in self.stakes)

    @property
    def winners(self) -> list[Side]:
        """All who can win or share the win if the match ends with this deal."""
        return [side for side in self.sides if side.index in self.this_deal.winners]

    @property
    def must_end(self) -> bool:
        """Whether the match ends with this deal whatever happens."""
        return all(way.winners for way in self.this_deal.ways)

    def best(self, side: Side) -> int:
        """The points of the best that this deal can bring: with reversed scores the lowest."""
        return self.sign * self.swing.most[side.index]

    def worst(self, side: Side) -> int:
        """The points of the worst that this deal can bring."""
        return self.sign * self.swing.least[side.index]

    @property
    def lines(self) -> list[Text]:
        if not self.winners:
            return [_("{deal} cannot end the match yet.", deal=self.deal)]
        about = {"deal": self.deal, "winners": any_of(self.winners)}
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

    def need_of(self, side: Side) -> Need:
        if not self.winners:
            return super().need_of(side)
        return self.this_deal.need_of(side, why=self.lines_of(side))
