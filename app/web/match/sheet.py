"""The sheet of a match on the screen: every deal, its scores and the totals after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.scoring import (
    AnsweredPrompt,
    Deal,
    Group,
    Match,
    Part,
    Seat,
    Side,
    Standing,
    active_events,
)
from app.web.core.access import watchers_may
from app.web.match.cache import get_match_or_404
from app.web.match.page import MatchPage, toast_of_request

bp = Blueprint("sheet", __name__, url_prefix="/matches/<int:match_id>")


@dataclass(frozen=True)
class Reason:
    """Why somebody has what stands in a cell, told with the names of then."""

    who: Side | Seat
    parts: Sequence[Part]


@dataclass(frozen=True)
class Row:
    """A deal, and whether something about it `was_corrected`.

    The `reasons` are in the order of the columns; what it was `decided_by` can be changed.
    """

    deal: Deal
    was_corrected: bool = False
    reasons: Sequence[Reason] = ()
    decided_by: AnsweredPrompt | None = None


@dataclass(frozen=True)
class Band:
    """Deals that belong together; `missing` are the numbers of those still to come."""

    group: Group | None
    rows: Sequence[Row]
    missing: Sequence[int] = field(default_factory=tuple)

    @property
    def counted(self) -> Sequence[Deal]:
        """Its deals that are scored."""
        return [row.deal for row in self.rows if row.deal.scores is not None]

    @property
    def total(self) -> int:
        """The points of all players in it so far."""
        return sum(sum(deal.scores or ()) for deal in self.counted)

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is still to come."""
        return self.group is not None and len(self.counted) == self.group.size

    @property
    def is_proved(self) -> bool:
        """Whether the rules say what it must add up to, so that it does."""
        return all(deal.fixed_sum is not None for deal in self.counted)


@bp.get("/sheet")
@watchers_may
def show_sheet(match_id: int) -> ResponseReturnValue:
    """Every deal so far, and the totals."""
    match = get_match_or_404(match_id)
    return MatchPage(match).render(
        "match/sheet.html",
        bands=bands_of(match),
        toast=toast_of_request(match),
        back="sheet",
    )


def bands_of(match: Match) -> list[Band]:
    """Every deal with its reasons, in the groups that it belongs to."""
    corrected = {
        event.deal
        for event in active_events(match.events)
        if event.kind == "correction" and event.is_answer
    }
    bands = []
    for group, deals in groupby(match.standing.deals, key=lambda deal: deal.group):
        of_it = list(deals)
        rows = [row_of(match, deal, deal.number in corrected) for deal in of_it if deal.is_over]
        counted = sum(deal.scores is not None for deal in of_it)
        last = rows[-1].deal.number if rows else of_it[0].number - 1
        is_now = of_it[-1] is match.standing.deals[-1] and not match.standing.is_over
        to_come = group.size - counted if group and group.size else 1
        missing = range(last + 1, last + 1 + to_come) if is_now else ()
        bands.append(Band(group, rows, missing))
    return bands


def row_of(match: Match, deal: Deal, was_corrected: bool) -> Row:
    """A deal that is over, with the reasons of its scores."""
    standing = match.standing_at(deal.number)
    then = standing.deals[deal.number - 1]
    scorers: Sequence[Side | Seat] = standing.sides
    if match.game.wins_together:
        scorers = standing.table.seats
    reasons = [
        Reason(scorer, then.parts_of(scorer.index) if then.scores else ()) for scorer in scorers
    ]
    return Row(deal, was_corrected, reasons, decided_by(standing, deal.number))


def decided_by(standing: Standing, number: int) -> AnsweredPrompt | None:
    """The last question of a deal that had an answer."""
    of_it = [
        answered
        for answered in standing.answered
        if answered.prompt.deal == number and answered.answer is not None
    ]
    return of_it[-1] if of_it else None
