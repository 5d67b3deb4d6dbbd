"""The matches of a club as two spreadsheets (CSV): a row for each match and player, and a row for
each deal and player. They are written match by match, so there may be any number of matches."""

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

# `deals` is the number of scored deals. A match that is in play or ended early has no places and no
# winner: it does not count, here as on all pages. In a game that all win or lose together, `total`
# is the score of a win.
COLUMNS_OF_MATCHES = (
    *(*MATCH_COLUMNS, "title", "state", "deals"),
    *(*PLAYER_COLUMNS, "place", "won", "total"),
)
# Followed by columns for the answers, each named after its game.
COLUMNS_OF_DEALS = COLUMNS_OF_ANY_GAME


def match_rows(match: Match) -> list[Row]:
    """Return a row for each player of a match, with the names of now.

    In a match that counts, the person is the one who played more than half of its deals, nobody if
    nobody did, as on all pages.
    """
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
    """Return the person for whom a seat counts, in a match that counts, by the name of now; None
    for nobody."""

    def person_at(index: int, deal: int) -> str | None:
        name = match.seating.at(deal)[index]
        return name if has_name(name) else None

    return find_holder(person_at, seat.index, deals_that_count(match.standing.result))


def rows_of_deals(match: Match) -> list[Row]:
    """Return the rows of a match's finished deals: the columns of all games, and the answers under
    the name of their game, because questions of two games can have the same key."""
    game = match.game.name
    return [
        shared | {f"{game}: {name}": cell for name, cell in answers.items()}
        for shared, answers in deal_rows(match, only_over=True)
    ]


def csv_lines_with_more(
    columns: Sequence[str], rows: Sequence[Row], separator: str
) -> tuple[list[str], str]:
    """Return the columns, extended by those that only these rows have, and the lines of the
    rows."""
    more = dict.fromkeys([*columns, *(column for row in rows for column in row)])
    return [*more], csv_lines([*more], rows, separator)


def with_all_columns(
    lines: Iterable[str], columns: Sequence[str], fixed: int, separator: str
) -> Iterator[str]:
    """Yield the head of a spreadsheet, then its `lines`, some at a time, padded to all columns:
    some lines were written before all columns were known.

    The first `fixed` columns stay; the others are sorted, so that their order does not depend on
    which match comes first.
    """
    order = [*range(fixed), *sorted(range(fixed, len(columns)), key=columns.__getitem__)]
    yield csv_head([columns[place] for place in order], separator)
    rows = csv.reader(lines, delimiter=separator)
    while batch := [*islice(rows, ROWS_AT_ONCE)]:
        written = io.StringIO(newline="")
        sheet = csv.writer(written, delimiter=separator, lineterminator="\r\n")
        for row in batch:
            sheet.writerow([row[place] if place < len(row) else "" for place in order])
        yield written.getvalue()
