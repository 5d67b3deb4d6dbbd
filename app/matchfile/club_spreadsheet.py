"""The matches of a club as two spreadsheets: a row for each match and player, and a row for each
deal and player. They are written match by match, for any number of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from app.matchfile.spreadsheet import (
    COLUMNS_OF_ANY_GAME,
    MATCH_COLUMNS,
    PLAYER_COLUMNS,
    Row,
    csv_head,
    csv_lines,
    deal_rows,
    match_cells,
    player_cells,
)
from app.scoring import Match, Seat, SharedOutcome
from app.scoring.model.seats import has_name
from app.scoring.statistics import counts, deals_that_count, find_holder

ROWS_AT_ONCE = 500

COLUMNS_OF_MATCHES = (
    *(*MATCH_COLUMNS, "title", "state", "deals"),
    *(*PLAYER_COLUMNS, "place", "won", "total"),
)
"""`deals` are those that have been scored. A match that goes on, or that the table ended early, has
no places and nobody has won it: it does not count, here as on all pages. Where all win or lose
together, `total` is the score of a win."""
COLUMNS_OF_DEALS = COLUMNS_OF_ANY_GAME
"""Behind them are those of the answers, each named after its game."""


def match_rows(match: Match) -> list[Row]:
    """A row for each player of a match, with the names of now. In a match that counts the person is
    whoever sat there in more than half of its deals, nobody if nobody did, as on all pages."""
    standing, names = match.standing, match.seating.present
    table, outcome = standing.table, standing.outcome
    is_counted = counts(standing)
    winners = outcome.winners if outcome else ()
    places = {rank.side.index: rank.place for rank in table.ranks(winners)}
    state = "in play"
    if outcome:
        state = "ended early" if standing.ended_early else "over"
    about = match_cells(match) | {"title": match.title, "state": state, "deals": table.scored_count}
    rows = []
    for seat in table.players:
        side = table.side_of(seat)
        row = about | player_cells(seat, side, names)
        if is_counted:
            row["person"] = holder_of(match, seat)
        if isinstance(outcome, SharedOutcome):
            row["total"] = outcome.score
            row["won"] = int(bool(outcome.won)) if is_counted else None
        elif not match.game.wins_together:
            row["total"] = table.totals[side.index]
        if is_counted and not match.game.wins_together:
            row |= {"place": places[side.index], "won": int(side in winners)}
        rows.append(row)
    return rows


def holder_of(match: Match, seat: Seat) -> str | None:
    """For whom a seat of a match that counts does so: the name of now, None for nobody."""

    def person_at(index: int, deal: int) -> str | None:
        name = match.seating.at(deal)[index]
        return name if has_name(name) else None

    return find_holder(person_at, seat.index, deals_that_count(match.standing.result))


def rows_of_deals(match: Match) -> list[Row]:
    """The rows of the deals of a match that are over: what all games share, and the answers under
    the name of their game, as questions of two games can have the same key."""
    return [
        shared | {f"{shared['game']}: {name}": cell for name, cell in answers.items()}
        for shared, answers in deal_rows(match, only_over=True)
    ]


def csv_lines_with_more(
    columns: Sequence[str], rows: Sequence[Row], separator: str
) -> tuple[list[str], str]:
    """The columns, followed by those that only these rows have, and the lines of the rows."""
    more = dict.fromkeys([*columns, *(column for row in rows for column in row)])
    return [*more], csv_lines([*more], rows, separator)


def with_all_columns(
    lines: Iterable[str], columns: Sequence[str], fixed: int, separator: str
) -> Iterator[str]:
    """The head of a spreadsheet, then its lines, some at a time: each has all columns then, also
    where it was written before some of them were known. All but the `fixed` first ones are put in
    the order of the alphabet, which is the same whichever match comes first."""
    order = [*range(fixed), *sorted(range(fixed, len(columns)), key=columns.__getitem__)]
    yield csv_head([columns[place] for place in order], separator)
    rows = csv.reader(lines, delimiter=separator)
    while some := [*islice(rows, ROWS_AT_ONCE)]:
        written = io.StringIO(newline="")
        sheet = csv.writer(written, delimiter=separator, lineterminator="\r\n")
        for row in some:
            sheet.writerow([row[place] if place < len(row) else "" for place in order])
        yield written.getvalue()
