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
    csv_head,
    csv_lines,
    deal_rows,
    match_cells,
    player_cells,
)
from app.scoring import Match, SharedOutcome

COLUMNS_OF_MATCHES = (
    *(*MATCH_COLUMNS, "title", "state", "deals"),
    *(*PLAYER_COLUMNS, "place", "won", "total"),
)
"""`deals` are those that have been scored. A match that goes on has no places and nobody has won
it; where all win or lose together, `total` is the score of a win."""
COLUMNS_OF_DEALS = (*FIRST_COLUMNS, "answers", *LAST_COLUMNS)
"""The questions of each game are others: what was answered is in one cell, each by its key."""
HEAD_OF_MATCHES = csv_head(COLUMNS_OF_MATCHES)
HEAD_OF_DEALS = csv_head(COLUMNS_OF_DEALS)


def lines_of_match(match: Match) -> str:
    """A line for each player of a match."""
    return csv_lines(COLUMNS_OF_MATCHES, match_rows(match))


def lines_of_deals(match: Match) -> str:
    """A line for each deal of a match and each seat."""
    return csv_lines(COLUMNS_OF_DEALS, rows_alike(match))


def match_rows(match: Match) -> list[dict[str, Cell]]:
    """A row for each player of a match, with the names of now."""
    standing, names = match.standing, match.seating.present
    table, outcome = standing.table, standing.outcome
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
        if isinstance(outcome, SharedOutcome):
            row["total"] = outcome.score
            row["won"] = None if outcome.won is None else int(outcome.won)
        elif not match.game.wins_together:
            row["total"] = table.totals[side.index]
        if outcome and not match.game.wins_together:
            row |= {"place": places[side.index], "won": int(side in winners)}
        rows.append(row)
    return rows


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
