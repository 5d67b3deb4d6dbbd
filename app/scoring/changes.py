"""What a correction would change, found by comparing where the match stands with and without it."""

from __future__ import annotations

from dataclasses import dataclass

from app.scoring.outcome import Outcome
from app.scoring.prompts import Prompt
from app.scoring.replay import Standing
from app.scoring.seats import Side


@dataclass(frozen=True)
class Move:
    """A side's total without and with the correction."""

    side: Side
    before: int | None
    after: int

    @property
    def by(self) -> int:
        """How many points the side moves by."""
        return self.after - (self.before or 0)


@dataclass(frozen=True)
class Changes:
    """What is different in `after`, the standing with the correction."""

    before: Standing
    after: Standing

    @property
    def moves(self) -> list[Move]:
        """Every side's total, in the order of the table."""
        old = self.before.totals
        same_sides = len(old) == len(self.after.totals)
        return [
            Move(side, old[side.index] if same_sides else None, self.after.totals[side.index])
            for side in self.after.sides
        ]

    @property
    def deals(self) -> list[int]:
        """The numbers of the deals that would score something else than now.

        Deals that wait for a question to be answered again are not among them.
        """
        old, new = (
            {deal.number: (deal.scores, deal.void) for deal in standing.deals if deal.is_over}
            for standing in (self.before, self.after)
        )
        waiting = self.after.waiting_deals
        return [n for n in sorted(old | new) if old.get(n) != new.get(n) and n not in waiting]

    @property
    def asked_again(self) -> Prompt | None:
        """The question that the match would go back to, None if it waits where it did."""
        asked = self.after.prompt
        waiting = self.before.prompt
        if asked is None:
            return None
        if waiting and (waiting.deal, waiting.key) == (asked.deal, asked.key):
            return None
        return asked

    @property
    def outcome(self) -> tuple[Outcome | None, Outcome | None] | None:
        """The end of the match without and with the correction, None if it is the same."""
        pair = (self.before.outcome, self.after.outcome)
        described = [
            (end.why, [side.index for side in end.winners]) if end else None for end in pair
        ]
        return None if described[0] == described[1] else pair
