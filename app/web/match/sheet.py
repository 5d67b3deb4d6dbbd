"""The sheet of a match on the screen: every deal, its scores and the totals after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.scoring import AnsweredPrompt, Deal, Group, Match, Part, Seat, Side, Text, _
from app.scoring.table.table import Rank
from app.web.core.access import watchers_may, works_away
from app.web.core.page.text import Initials
from app.web.match.page import MatchPage
from app.web.match.repository import get_match_or_404
from app.web.match.toast import toast_of_request

# The replays in which scores before a correction are looked up: at most a second for all of them.
MAX_REPLAYS = 20

MAX_LETTERS = 8
"""From so many on a column is as wide as any can be."""
LETTERS_BESIDE = 6
"""So many letters of a total and of how far it is behind have room beside each other."""

bp = works_away(Blueprint("sheet", __name__, url_prefix="/matches/<int:match_id>"))


@bp.get("/sheet")
@watchers_may
def show_sheet(match_id: int) -> ResponseReturnValue:
    """Every deal so far, and the totals."""
    match = get_match_or_404(match_id)
    places = places_of(match) if match.game.sheet.standing else []
    return MatchPage(match).render(
        "match/sheet.html",
        sections=sections_of(match),
        places=places,
        are_long=are_long(places, match),
        column_letters=column_letters(match),
        toast=toast_of_request(match),
        back="sheet",
    )


@dataclass(frozen=True)
class DealRow:
    """A deal that is over, in the row with this `number`: for the sides of which columns it was
    `corrected`, and which answer decided it, if any did.

    The `reasons` are in the order of the columns: who scores, in the names of then, and for what;
    the `remarks` are what the table said of the whole deal. `won_by` are the columns with the best
    points, where they are marked and others have fewer.
    """

    deal: Deal
    number: int
    corrected: Collection[int]
    reasons: Sequence[tuple[Side | Seat, Sequence[Part]]]
    decided_by: AnsweredPrompt | None
    remarks: Sequence[Text] = ()
    won_by: Collection[int] = ()


@dataclass(frozen=True)
class DealSection:
    """The rows of a group of deals, in the names of its first one, with the `initials` of then;
    `missing` are the numbers of the deals still to come."""

    group: Group | None
    initials: Initials
    rows: Sequence[DealRow]
    missing: Sequence[int]

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
        """Whether all deals are played."""
        return self.group is not None and len(self.counted) == self.group.size

    @property
    def has_fixed_sum(self) -> bool:
        """Whether the rules fix the sum of the scores."""
        return all(deal.fixed_sum is not None for deal in self.counted)


def sections_of(match: Match) -> list[DealSection]:
    """Every deal with its reasons, in the groups that the deals belong to."""
    corrected = corrected_sides(match)
    numbers = match.game.sheet.row_numbers(match.standing.deals)
    sections = []
    for _group, members in groupby(match.standing.deals, key=lambda deal: deal.group):
        deals = list(members)
        # A kingdom is that of who began it, also when somebody has taken their seat since.
        then = match.standing_at(deals[0].number)
        group = then.deals[deals[0].number - 1].group
        rows = [
            row_of(match, deal, numbers[deal.number], corrected.get(deal.number, ()))
            for deal in deals
            if deal.is_over
        ]
        counted = sum(deal.scores is not None for deal in deals)
        last = rows[-1].deal.number if rows else deals[0].number - 1
        is_now = deals[-1] is match.standing.deals[-1] and not match.standing.is_over
        to_come = group.size - counted if group and group.size else 1
        if match.game.sheet.standing:
            # Its head says how many are to come, where that is known.
            to_come = 0
        missing = range(last + 1, last + 1 + to_come) if is_now else ()
        sections.append(DealSection(group, Initials(then.table.seats), rows, missing))
    return sections


def corrected_sides(match: Match) -> dict[int, Collection[int]]:
    """Return by deal the columns whose score is another one than before a correction of that deal.

    Whoever tapped a wrong contract before anything was scored has corrected no score.
    """
    sides = match.standing.sides
    corrected: dict[int, Collection[int]] = {}
    replays = 0
    for index in match.undo_state.active:
        event = match.events[index]
        if event.kind != "correction" or not event.is_answer or event.deal in corrected:
            continue
        replays += 1
        if replays > MAX_REPLAYS:
            corrected[event.deal] = range(len(sides))
            continue
        earlier = match.at_line(index)
        before = earlier.standing
        if len(before.deals) >= event.deal and before.deals[event.deal - 1].is_over:
            then, now = (each.deals[event.deal - 1] for each in (before, match.standing))
            # People may sit elsewhere since.
            places = match.seating.order_from(earlier.seating)
            side_at = {seat.index: side for side in before.sides for seat in side.seats}
            corrected[event.deal] = [
                side.index
                for side in sides
                if cell_value(then, side_at[places[side.seats[0].index]]) != cell_value(now, side)
            ]
    return corrected


def cell_value(deal: Deal, side: Side) -> object:
    """Return what the cell of a side says of a deal: points, or in a game without them words."""
    if deal.scores:
        return deal.scores[side.index]
    return [str(piece) for piece in deal.seat_summaries.get(side.seats[0], ())]


def row_of(match: Match, deal: Deal, number: int, corrected: Collection[int]) -> DealRow:
    """A deal that is over, with the number of its row and the reasons of its scores."""
    # Told with the names of then: somebody may have taken over since.
    standing = match.standing_at(deal.number)
    then = standing.deals[deal.number - 1]
    scorers: Sequence[Side | Seat] = standing.sides
    if match.game.wins_together:
        scorers = standing.table.seats
    decisions = [
        answered
        for answered in standing.answered
        if answered.prompt.deal == deal.number and answered.answer is not None
    ]
    sheet = match.game.sheet
    tick = sheet.tick(then, standing.rule_choices)
    ticked = [_("{tick}: {seats}", tick=tick.name, seats=tick.seats)] if tick else []
    return DealRow(
        deal,
        number,
        corrected,
        [(scorer, then.parts_of(scorer.index) if then.scores else ()) for scorer in scorers],
        decisions[-1] if decisions else None,
        [*ticked, *sheet.remarks(then, standing.rule_choices)],
        winners_of(match, deal) if sheet.standing else (),
    )


def winners_of(match: Match, deal: Deal) -> Collection[int]:
    """Return the columns with the best points of a deal, none if all have the same."""
    if deal.scores is None or len({*deal.scores}) == 1:
        return ()
    return [side.index for side in match.standing.table.best_of(deal.scores)]


@dataclass(frozen=True)
class Place:
    """A line of the standing: the place, how far its side is `behind` the best total, and whether
    it leads or has won."""

    rank: Rank
    behind: int
    is_first: bool


def column_letters(match: Match) -> int:
    """Return how many letters the widest number of a column has, at most `MAX_LETTERS`."""
    game, deals = match.game, match.standing.finished
    numbers = (n for deal in deals for n in (*(deal.scores or ()), *deal.totals))
    longest = max((len(str(game.signed_total(n))) for n in numbers), default=1)
    return min(longest, MAX_LETTERS)


def places_of(match: Match) -> list[Place]:
    """Return who is where, the best first; nothing before a deal counts."""
    standing = match.standing
    if not standing.table.scored_count:
        return []
    best = standing.ranks[0]
    return [
        Place(rank, abs(rank.total - best.total), rank.place == best.place)
        for rank in standing.ranks
    ]


def are_long(places: Sequence[Place], match: Match) -> bool:
    """Whether a total needs the line of a name for itself, in a column of two."""
    signed_total = match.game.signed_total
    return any(
        len(str(signed_total(place.rank.total))) + len(f"{place.behind:,}") > LETTERS_BESIDE
        for place in places
    )
