"""What the common win of The Torite still takes, said to one player. Rules: rules/torite.md"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.torite.scores import TRICKS, dashed
from app.games.torite.stakes import Course, entered, hopes
from app.games.words import tricks
from app.scoring import Deal, Need, Needs, Side, Text, _
from app.scoring.needs import Result, Row, Verdict

ANOTHER_SUIT = _("Every card left in the end must be of another suit.")


@dataclass(frozen=True)
class Aims(Needs):
    """What a player must take, as far as that is settled, after the rounds `before`."""

    deal: Deal
    before: Course

    def of(self, side: Side) -> Need:
        still = hopes(self.deal, self.before)
        if still.failed:
            return Need(_("You can no longer win."), still.failed)
        taken, left = entered(self.deal)
        if left:
            return Need(_("It is up to the card set aside."), still.lines)
        if taken:
            return Need(_("The tricks fit. Now the cards must."), [*still.lines, ANOTHER_SUIT])
        [seat] = side.seats
        you = _("tricks you take")
        if seat in still.targets:
            target = still.targets[seat]
            answer = _("Take {tricks}.", tricks=tricks(target))
            return Need(answer, [*still.lines, ANOTHER_SUIT], you, rows_for([target], {}))
        pattern = self.before.pattern
        others = {n: _("if the others take {rest}", rest=rest_of(pattern, n)) for n in pattern}
        answer = _("Share out the tricks {pattern}.", pattern=dashed(pattern))
        return Need(answer, [*still.lines, ANOTHER_SUIT], you, rows_for(pattern, others))


def rest_of(pattern: Sequence[int], own: int) -> str:
    """What the others must take if one of them takes this much."""
    rest = list(pattern)
    rest.remove(own)
    return dashed(rest)


def rows_for(fitting: Sequence[int], words: dict[int, Text]) -> list[Row]:
    """A row for each number of tricks that fits, and one for all the others."""

    def results(numbers: Sequence[int], verdict: Verdict) -> tuple[Result, ...]:
        return tuple(Result(n, verdict) for n in numbers)

    usual = _("if the cards fit too")
    rows = [Row(results([n], "depends"), _("{n}", n=n), None, words.get(n, usual)) for n in fitting]
    others = [n for n in range(TRICKS + 1) if n not in fitting]
    return [*rows, Row(results(others, "never"), _("any other"), None, _("not enough"))]
