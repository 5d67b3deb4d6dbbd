"""The matches of a club as two spreadsheets: a row for each match and player, and a row for each
deal and player. They are written match by match, for any number of them.
"""

from __future__ import annotations

from app.matchfile.spreadsheet import (
    COLUMNS_OF_ANY_GAME,
    FIRST_COLUMNS,
    LAST_COLUMNS,
    MATCH_COLUMNS,
    PLAYER_COLUMNS,
    Cell,
    csv_lines,
    deal_rows,
    match_cells,
    player_cells,
)
from app.scoring import Match, Seat, SharedOutcome
from app.scoring.model.seats import has_name
from app.scoring.statistics import counts, deals_that_count, find_holder

COLUMNS_OF_MATCHES = (
    *(*MATCH_COLUMNS, "title", "state", "deals"),
    *(*PLAYER_COLUMNS, "place", "won", "total"),
)
"""`deals` are those that have been scored. A match that goes on, or that the table ended early, has
no places and nobody has won it: it does not count, here as on all pages. Where all win or lose
together, `total` is the score of a win."""
COLUMNS_OF_DEALS = (*FIRST_COLUMNS, "answers", *LAST_COLUMNS)
"""The questions of each game are others: what was answered is in one cell, each by its key."""


def lines_of_match(match: Match, separator: str = ",") -> str:
    """A line for each player of a match."""
    return csv_lines(COLUMNS_OF_MATCHES, match_rows(match), separator)


def lines_of_deals(match: Match, separator: str = ",") -> str:
    """A line for each deal of a match and each seat."""
    return csv_lines(COLUMNS_OF_DEALS, rows_alike(match), separator)


def match_rows(match: Match) -> list[dict[str, Cell]]:
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


def rows_alike(match: Match) -> list[dict[str, Cell]]:
    """The rows of the deals of a match that are over, in the columns that all games share."""
    rows = []
    for row in deal_rows(match, only_over=True):
        answers = [
            f"{name} {cell}"
            for name, cell in row.items()
            if cell is not None and name not in COLUMNS_OF_ANY_GAME
        ]
        shared = {name: cell for name, cell in row.items() if name in COLUMNS_OF_ANY_GAME}
        rows.append(shared | {"answers": "; ".join(answers)})
    return rows
