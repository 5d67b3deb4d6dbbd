"""How a match ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text


@dataclass(frozen=True)
class Outcome:
    """Who won, and why. Several winners share the win.

    `ending` says what ended the match, or decided it, where the number of deals and the totals did
    not; `reason` is its key, such as a step of a tie-break.
    """

    winners: tuple[Side, ...]
    why: Text
    ending: Text | None = field(default=None, kw_only=True)
    reason: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class WinCondition:
    """Something that a win needs, and whether it holds; None while that is open."""

    wanted: Text
    holds: bool | None


@dataclass(frozen=True)
class CardLeft:
    """A card that counted in the end: whose it is if it is anybody's, and what is said under it.

    `before` comes above that line. A card that is guilty lost the match; one that was not asked for
    is empty.
    """

    card: str
    line: Text
    before: Text | None = None
    seat: Seat | None = None
    is_guilty: bool = False


@dataclass(frozen=True)
class Account:
    """What those who win or lose together have done, piece by piece.

    Scores are drawn from 0 to `top`; a win of this table scores from `ends[0]` to `ends[1]`. The
    `headline` says how it ended, `line` what else there is to say, and `sum` how a win adds up.
    """

    top: int
    ends: tuple[int, int]
    headline: Text
    line: Text
    cards: Sequence[CardLeft] = ()
    checks: Sequence[WinCondition] = ()
    sum: Text | None = None
    instead: Text | None = None


@dataclass(frozen=True)
class SharedOutcome(Outcome):
    """The end of a game in which all win or lose as one.

    `score` is in points and only a win has one; `lost_because` names what failed, by the keys of
    the answers that show it. A match that was ended early is neither `won` nor lost: None.
    """

    won: bool | None
    score: int | None
    lost_because: tuple[str, ...]
    account: Account | None = field(default=None, kw_only=True)
