"""A match as a spreadsheet: CSV by RFC 4180, a row for each deal and player.

Numbers are numbers, with an ASCII hyphen if they are negative. A text that a spreadsheet would take
for a formula gets an apostrophe in front, because players can have any name.

Each row says to which match it belongs, so that the rows of several matches can be in one table.
`player` is the name of the seat; `person` is empty unless the seat has a person's name.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from app.dates import day_of_match
from app.scoring import VOID, AnsweredPrompt, Deal, Match, Seat, SharedOutcome, Side, Standing, Text
from app.scoring.match.seating import Names
from app.scoring.model.cards import pack
from app.scoring.model.seats import has_name, join_partners, label_of
from app.scoring.model.text import say
from app.scoring.statistics import points_variant_of

Cell = int | str | None
Row = dict[str, Cell]
Words = Callable[[Text | Seat | Side | str | None], str | None]

# The match of a row: the day of its evening by the clock of its phone (ISO), its number in the club
# (both empty if not known), the game or the title of its pad, and its variant.
MATCH_COLUMNS = ("date", "match", "game", "variant")
DEAL_COLUMNS = ("deal", "title", "played", "trump", "owner", "dealer", "leader")
PLAYER_COLUMNS = ("player", "person", "side")
FIRST_COLUMNS = (*MATCH_COLUMNS, *DEAL_COLUMNS, *PLAYER_COLUMNS)
LAST_COLUMNS = ("score", "total", "void", "note")
COLUMNS_OF_ANY_GAME = (*FIRST_COLUMNS, *LAST_COLUMNS)  # all others are those of questions
NOTE = "note"  # what a table wrote beside a deal
# Questions whose answers are in the other columns already.
SHOWN_QUESTIONS = {"owner", "contract", "trump", VOID, NOTE}

CARDS = pack()

# The place before a formula: at the beginning, or after a character at which cells may be split.
FORMULA = re.compile(r"(^\s*|[;|\t\r\n]\s*)(?=[=+\-@\t\r＝＋－＠])")
# The limits of Italian Whist: the plus before the first number begins no formula, because the other
# number has a printed minus sign, with which no spreadsheet calculates.
SIGNED_NUMBERS = re.compile(r"\+[0-9]+ / \u2212[0-9]+")


def as_csv(match: Match, separator: str = ",") -> str:
    """Return every deal of a match as CSV, each with the names that the players had then.

    Between the columns about the deal and those of its scores are those of the answers, with the
    part of each answer about the player of the row.
    """
    rows = deal_rows(match)
    answers = dict.fromkeys(column for _shared, cells in rows for column in cells)
    columns = dict.fromkeys([*FIRST_COLUMNS, *answers, *LAST_COLUMNS])
    lines = csv_lines([*columns], (cells | shared for shared, cells in rows), separator)
    return csv_head([*columns], separator) + lines


def deal_rows(match: Match, *, only_over: bool = False) -> list[tuple[Row, Row]]:
    """Return, for each deal of a match and each seat, the cells that all games share and those of
    the answers, by column. With `only_over`, the deal in play is left out."""
    standing = match.standing
    answers: defaultdict[int, list[AnsweredPrompt]] = defaultdict(list)
    for answered in standing.answered:
        if answered.answer is not None and answered.prompt.key not in SHOWN_QUESTIONS:
            answers[answered.prompt.deal].append(answered)
    about = match_cells(match)
    # Replayed once, with the names of now: those of each deal are only put into its cells, because
    # another replay for each change of names would cost too much.
    rows = []
    for deal in standing.deals:
        # One that was begun when the table ended the match was not played.
        if (only_over or standing.is_over) and not deal.is_over:
            continue
        names = match.seating.at(deal.number)
        words = words_with(names)
        about_deal = about | deal_cells(standing, deal, words)
        values = [(each, each.prompt.value(each.answer)) for each in answers[deal.number]]
        for seat in standing.table.seats:
            cells: Row = {}
            for answered, value in values:
                cells |= answer_cells(answered, value, seat, words)
            rows.append((about_deal | seat_cells(standing, deal, seat, names), cells))
    return rows


def csv_head(columns: Sequence[str], separator: str) -> str:
    """Return the first line of a spreadsheet: the names of its columns."""
    return csv_lines(columns, [dict(zip(columns, columns, strict=True))], separator)


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Cell]], separator: str) -> str:
    """Return the lines of a spreadsheet with these columns, each with its line end; no cell is a
    formula."""
    output = io.StringIO(newline="")
    sheet = csv.DictWriter(output, columns, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        sheet.writerow({column: escape_formula(cell) for column, cell in row.items()})
    return output.getvalue()


def match_cells(match: Match) -> Row:
    """Return the cells about the match of a row."""
    words = words_with(match.seating.present)
    return {
        "date": local_date(match),
        "match": match.id or None,
        "game": words(match.name),
        "variant": words(points_variant_of(match).name) if match.standing.house_rules else None,
    }


def local_date(match: Match) -> str | None:
    """Return the day (ISO) for which a match counts, as on pages; None if that is not known."""
    day = day_of_match(match)
    return day if day > date.min.isoformat() else None


def player_cells(seat: Seat, side: Side, names: Names) -> Row:
    """Return the cells about the player of a row."""
    words = words_with(names)
    is_person = not seat.is_dummy and has_name(names[seat.index])
    return {
        "player": words(seat),
        "person": names[seat.index] if is_person else None,
        "side": words(side) if len(side.seats) > 1 else None,
    }


def deal_cells(standing: Standing, deal: Deal, words: Words) -> Row:
    """Return the cells that all players of a deal share, in the `words` of that deal."""
    outcome = standing.outcome
    notes: list[Text | str | None] = [deal.answers.get(NOTE), *deal.notes]
    row: Row = {
        "deal": deal.number,
        "title": words(deal.title),
        "played": words(deal.name),
        "trump": words(deal.trump_name),
        "owner": words(deal.owner),
        "dealer": words(deal.dealer),
        "leader": words(deal.leader),
        "void": words(deal.void_words),
    }
    if outcome and deal is standing.last_deal:
        notes.append(outcome.why)
        if isinstance(outcome, SharedOutcome):
            row["score"] = outcome.score
    row["note"] = " ".join(filter(None, map(words, notes))) or None
    return row


def seat_cells(standing: Standing, deal: Deal, seat: Seat, names: Names) -> Row:
    """Return the cells about one player in one deal, with the names of that deal."""
    side = standing.table.side_of(seat)
    row = player_cells(seat, side, names)
    if not standing.game.wins_together:
        row["score"] = deal.scores[side.index] if deal.scores else None
        row["total"] = deal.totals[side.index] if deal.totals else None
    return row


def answer_cells(answered: AnsweredPrompt, value: Any, seat: Seat, words: Words) -> Row:
    """Return the cells of an answer about one player, by column: a number where possible, never two
    in a cell. `value` is the answer as its prompt understands it.

    The player who took a card has 1 of it and all others 0, an order gives each their place, and an
    answer about no player is the same for all.
    """
    key = answered.prompt.key.replace("_", " ")
    if isinstance(value, Seat):
        return {key: int(value.index == seat.index)}
    if isinstance(value, frozenset):
        return {key: int(any(owner.index == seat.index for owner in value))}
    if isinstance(value, list) and all(isinstance(item, Seat) for item in value):
        return {key: [item.index for item in value].index(seat.index) + 1}
    if isinstance(value, Mapping):
        by_seat = {owner.index: part for owner, part in value.items() if isinstance(owner, Seat)}
        if by_seat:
            return value_cells(key, by_seat.get(seat.index))
        by_side = {owner: n for owner, n in value.items() if isinstance(owner, Side)}
        if by_side:
            # In the rows of both partners, as their score is, so the column has another name.
            return {f"{key} of side": n for side, n in by_side.items() if seat in side.seats}
        return {f"{key} {card}": int(taker.index == seat.index) for card, taker in value.items()}
    if isinstance(answered.answer, list) and len(answered.answer) > seat.index:
        return value_cells(key, answered.answer[seat.index])
    if answered.answer in CARDS:
        return {key: answered.answer}
    return {key: words(answered.prompt.describe(answered.answer))}


def value_cells(key: str, value: Any) -> Row:
    """Return the cells of a player's part of an answer: one, or one for each of its figures or
    cards."""
    if isinstance(value, Mapping):
        return {f"{key} {name}": item for name, item in value.items()}
    if isinstance(value, list):
        return {f"{key} {place}": kept_card(item) for place, item in enumerate(value, 1)}
    return {key: value}


def kept_card(value: Any) -> str:
    """Return a card that was kept: its number, or its symbols, with a star behind the large
    ones."""
    if not isinstance(value, Mapping):
        return str(value)
    large = value.get("large", [])
    symbols = "-".join(word + "*" * (word in large) for word in value["symbols"])
    return f"{value['number']}:{symbols}" if "number" in value else symbols


def words_with(names: Names) -> Words:
    """Return a function that formats a text or a name for a cell with these names; None stays
    None."""

    def show(value: Any) -> str:
        if isinstance(value, Seat) and isinstance(value.name, str):
            return str(label_of(names[value.index]))
        if isinstance(value, Side):
            return join_partners(map(show, value.seats))
        return str(value)

    return lambda value: None if value is None else say(value, show=show)


def escape_formula(cell: Cell) -> Cell:
    """Return a cell with an apostrophe before anything that a spreadsheet would take for a
    formula."""
    if not isinstance(cell, str) or SIGNED_NUMBERS.fullmatch(cell):
        return cell
    return FORMULA.sub(r"\1'", cell)
