"""How a match ended."""

from __future__ import annotations

from dataclasses import dataclass

from app.scoring.seats import Side
from app.scoring.text import Text


@dataclass(frozen=True)
class Outcome:
    """Who won, and why. Several winners share the win."""

    winners: tuple[Side, ...]
    why: Text


@dataclass(frozen=True)
class Together(Outcome):
    """The end of a game in which all win or lose as one.

    `score` is in points and only a win has one; `lost_because` names what failed, by the keys of
    the answers that show it. A match that was ended early is neither `won` nor lost: None.
    """

    won: bool | None
    score: int | None
    lost_because: tuple[str, ...]
