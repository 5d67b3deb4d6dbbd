"""Parts: what a score is made of, so that it can say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a score: `points` for the side of `seat`, why, and the section that says so.

    Where partners did it together, `seat` is their side.

    `pieces` are what it is made of one by one, where a sheet has room for no more than those.
    """

    seat: Seat | Side
    points: int
    why: Text
    rule: str
    pieces: Sequence[Text] = ()
