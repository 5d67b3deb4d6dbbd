"""The outcome of a match: the winner, the margin and the reason, in words.

Who has won is decided in `Table.best_total_wins` of `app.scoring.table.table`, or in `scores.py` of
Trico and The Torite. Lists, the last screen, the sheet and the outcome itself all use these texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _, and_list


@dataclass(frozen=True)
class Outcome:
    """The winners, and the reason. Several winners share the win.

    `ending` says what ended the match, or decided it, where the number of deals and the totals did
    not; `reason` is its key, such as a step of a tie-break.
    """

    winners: tuple[Side, ...]
    why: Text
    ending: Text | None = field(default=None, kw_only=True)
    reason: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class WinCondition:
    """A condition of a win, and whether it holds; None while that is open."""

    wanted: Text
    holds: bool | None


@dataclass(frozen=True)
class CardLeft:
    """A card that counted in the end: its seat, if it has one, and the line below it.

    `before` is written above that line. A match with a card that `is_losing` is lost. `card` is
    empty if it was not asked for.
    """

    card: str
    line: Text
    before: Text | None = None
    seat: Seat | None = None
    is_losing: bool = False


@dataclass(frozen=True)
class SharedResult:
    """How a match ended in which all win or lose as one, for the last screen.

    The scale goes from 0 to `top`; a win of this table scores from `ends[0]` to `ends[1]`.
    `headline` says how it ended, and `line` adds more. `cards` are those that counted, seat by
    seat, and `checks` the conditions of a win. `sum` says how the score of a win adds up, `instead`
    what a lost match would have scored with other cards.
    """

    top: int
    ends: tuple[int, int]
    headline: Text
    line: Text | None
    cards: Sequence[CardLeft] = ()
    checks: Sequence[WinCondition] = ()
    sum: Text | None = None
    instead: Text | None = None


@dataclass(frozen=True)
class SharedOutcome(Outcome):
    """The end of a game in which all win or lose as one.

    Only a win has a `score`, in points; `lost_because` has the keys of the answers that lost the
    match. `won` is None for a match that was ended early.
    """

    won: bool | None
    score: int | None
    lost_because: tuple[str, ...]
    result: SharedResult | None = field(default=None, kw_only=True)


def margin_of(total: int, others: Iterable[int]) -> int | None:
    """Return the points between `total`, the winners', and the best of the `others`; None without
    any."""
    return min((abs(total - other) for other in others), default=None)


def why_won(
    winners: Sequence[Side], total: int, *, is_reversed: bool, ending: Text | None = None
) -> Text:
    """Return the sentence why these sides have won, whose `total` is the best, with its sign as the
    game writes it; `ending` says what ended the match."""
    values = {"winners": and_list(winners), "total": total}
    if len(winners) > 1:
        why = _("{winners} share the win with {total} each.", **values)
    elif is_reversed:
        why = _("{winners}: the lowest total, {total}.", **values)
    else:
        why = _("{winners}: the highest total, {total}.", **values)
    return _("{ending} {why}", ending=ending, why=why) if ending else why


def ended_early(n: int, length: int | None, count_deals: Callable[[int], Text]) -> Text:
    """Return the sentence that the table stopped after so many deals, of how many if that is
    known; `count_deals` says so many in the words of the game."""
    if length:
        return _("Ended early, after {n} of {deals}.", n=n, deals=count_deals(length))
    return _("Ended early, after {deals}.", deals=count_deals(n))


def verb_of(winners: Sequence[Side]) -> Text:
    """Return the verb for the winners, to follow their name."""
    if len(winners) > 1:
        return _("share the win")
    return _("win") if len(winners[0].seats) > 1 else _("wins")


def headline_of(outcome: Outcome, *, is_solo: bool) -> Text:
    """Return the headline with the winner; `is_solo` if one player played alone."""
    if isinstance(outcome, SharedOutcome):
        return won_together(outcome.won, is_solo=is_solo)
    winners = outcome.winners
    if len(winners) > 1:
        return _("A shared win")
    if len(winners[0].seats) > 1:
        return _("{side} win", side=winners[0])
    return _("{side} wins", side=winners[0])


def won_together(won: bool | None, score: int | None = None, *, is_solo: bool = False) -> Text:
    """Return how a match ended for those who win or lose as one, with the `score` of a win if
    given."""
    if won is None:
        return _("Neither won nor lost")
    if is_solo and won:
        return _("Won") if score is None else _("Won with {score}", score=score)
    if not won:
        return _("Lost") if is_solo else _("Lost together")
    return _("Won together") if score is None else _("Won together with {score}", score=score)


def won_by(winners: Sequence[Side], margin: int | None) -> Text:
    """Return the winner and the margin, for a line of a list."""
    if len(winners) > 1 or margin is None:
        return _("{winners} shared the win", winners=and_list(winners))
    if not margin:
        return _("{winner} won, level on points", winner=winners[0])
    return _("{winner} won by {points}", winner=winners[0], points=margin)


def who_leads(leaders: Sequence[Side], total: int, *, deal: int) -> Text:
    """Return who leads after a deal with this total, with its sign as the game writes it."""
    values = {"deal": deal, "total": total}
    if len(leaders) > 1:
        leading = and_list(leaders)
        return _("After deal {deal}: {leaders} are level at {total}.", leaders=leading, **values)
    if len(leaders[0].seats) > 1:
        return _("After deal {deal}: {leaders} lead with {total}.", leaders=leaders[0], **values)
    return _("After deal {deal}: {leader} leads with {total}.", leader=leaders[0], **values)
