"""A match as a spreadsheet: CSV by RFC 4180, a row for each deal and player.

Numbers are numbers, with an ASCII hyphen where they are negative. A text that a spreadsheet would
take for a formula gets an apostrophe in front, because players are called what they like.

Each row says of which match it is, so that the rows of several matches can stand in one table. The
`player` is what the seat is called; the `person` is empty unless it has somebody's name.
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
from app.scoring import (
    VOID,
    AnsweredPrompt,
    Deal,
    Match,
    Seat,
    SharedOutcome,
    Side,
    Standing,
    Text,
)
from app.scoring.match.seating import Names
from app.scoring.model.cards import pack
from app.scoring.model.seats import has_name, label_of
from app.scoring.model.text import say
from app.scoring.statistics import variant_of

Cell = int | str | None
Row = dict[str, Cell]
Words = Callable[[Text | Seat | Side | None], str | None]

MATCH_COLUMNS = ("date", "match", "game", "variant")
"""Of which match a row is: the day of its evening by the clock of its phone (ISO), its number in
the club (either is empty where it is not known), what was played, and how."""
DEAL_COLUMNS = ("deal", "title", "played", "trump", "owner", "dealer", "leader")
PLAYER_COLUMNS = ("player", "person", "side")
FIRST_COLUMNS = (*MATCH_COLUMNS, *DEAL_COLUMNS, *PLAYER_COLUMNS)
LAST_COLUMNS = ("score", "total", "void", "note")
COLUMNS_OF_ANY_GAME = (*FIRST_COLUMNS, *LAST_COLUMNS)
"""All others are those of questions."""
SHOWN_QUESTIONS = {"owner", "contract", "trump", VOID}
"""Questions whose answers are in the first columns already."""

CARDS = pack()

FORMULA = re.compile(r"(^\s*|[;|\t\r\n]\s*)(?=[=+\-@\t\r＝＋－＠])")
"""The place before the beginning of a formula, also after a sign at which cells may be split."""
SIGNED_NUMBERS = re.compile(r"\+[0-9]+ / \u2212[0-9]+")
"""The limits of Italian Whist: a plus before a number is no formula where another one has a minus
sign as it is printed, with which no spreadsheet calculates."""


def as_csv(match: Match, separator: str = ",") -> str:
    """Every deal of a match, each with the names that the players had then.

    Between the columns about the deal and those of its scores are those of the answers, with what
    they say of the player of the row.
    """
    rows = deal_rows(match)
    answers = dict.fromkeys(column for _shared, cells in rows for column in cells)
    columns = dict.fromkeys([*FIRST_COLUMNS, *answers, *LAST_COLUMNS])
    lines = csv_lines([*columns], (cells | shared for shared, cells in rows), separator)
    return csv_head([*columns], separator) + lines


def deal_rows(match: Match, *, only_over: bool = False) -> list[tuple[Row, Row]]:
    """For each deal of a match and each seat the cells that all games share and those of the
    answers, by column. A deal that goes on is left out if `only_over`."""
    standing = match.standing
    answers: defaultdict[int, list[AnsweredPrompt]] = defaultdict(list)
    for answered in standing.answered:
        if answered.answer is not None and answered.prompt.key not in SHOWN_QUESTIONS:
            answers[answered.prompt.deal].append(answered)
    about = match_cells(match)
    # Replayed once for all names: those of each deal are put into the words, as each change of
    # names would be a replay.
    rows = []
    for deal in standing.deals:
        if only_over and not deal.is_over:
            continue
        names = match.seating.at(deal.number)
        for seat in standing.table.seats:
            shared = about | shared_cells(standing, deal, seat, names)
            words = words_with(names)
            cells: Row = {}
            for answered in answers[deal.number]:
                cells |= answer_cells(answered, seat, words)
            rows.append((shared, cells))
    return rows


def csv_head(columns: Sequence[str], separator: str) -> str:
    """The first line of a spreadsheet: the names of its columns."""
    return csv_lines(columns, [dict(zip(columns, columns, strict=True))], separator)


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Cell]], separator: str) -> str:
    """The lines of a spreadsheet with these columns, each with its end; no cell is a formula."""
    written = io.StringIO(newline="")
    sheet = csv.DictWriter(written, columns, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        sheet.writerow({column: escape_formula(cell) for column, cell in row.items()})
    return written.getvalue()


def match_cells(match: Match) -> Row:
    """Of which match a row is."""
    words = words_with(match.seating.present)
    return {
        "date": local_date(match),
        "match": match.id or None,
        "game": words(match.game.name),
        "variant": words(variant_of(match).name) if match.standing.house_rules else None,
    }


def local_date(match: Match) -> str | None:
    """The day (ISO) for which a match counts, as pages have it; None if that is not known."""
    day = day_of_match(match)
    return day if day > date.min.isoformat() else None


def player_cells(seat: Seat, side: Side, names: Names) -> Row:
    """Who a row is about."""
    words = words_with(names)
    is_person = not seat.is_dummy and has_name(names[seat.index])
    return {
        "player": words(seat),
        "person": names[seat.index] if is_person else None,
        "side": words(side) if len(side.seats) > 1 else None,
    }


def shared_cells(standing: Standing, deal: Deal, seat: Seat, names: Names) -> Row:
    """What a row says of one player in one deal of any game, with the names of then."""
    side, outcome, words = standing.table.side_of(seat), standing.outcome, words_with(names)
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
    row |= player_cells(seat, side, names)
    if not standing.game.wins_together:
        row["score"] = deal.scores[side.index] if deal.scores else None
        row["total"] = deal.totals[side.index] if deal.totals else None
    notes = [*deal.notes]
    if outcome and deal is standing.deals[-1]:
        notes.append(outcome.why)
        if isinstance(outcome, SharedOutcome):
            row["score"] = outcome.score
    row["note"] = " ".join(filter(None, map(words, notes))) or None
    return row


def answer_cells(answered: AnsweredPrompt, seat: Seat, words: Words) -> Row:
    """What an answer says of one player, by column: a number where it can be one, and never two.

    The player who took a card has 1 of it and all others 0, an order gives each their place, and an
    answer about no player is the same for all.
    """
    key, value = answered.prompt.key.replace("_", " "), answered.prompt.value(answered.answer)
    if isinstance(value, Seat):
        return {key: int(value.index == seat.index)}
    if isinstance(value, list) and all(isinstance(item, Seat) for item in value):
        return {key: [item.index for item in value].index(seat.index) + 1}
    if isinstance(value, Mapping):
        by_seat = {who.index: what for who, what in value.items() if isinstance(who, Seat)}
        if by_seat:
            return value_cells(key, by_seat.get(seat.index))
        by_side = {who: what for who, what in value.items() if isinstance(who, Side)}
        if by_side:
            # Both partners' rows have it, as they have the score, and so another column.
            return {f"{key} of side": n for side, n in by_side.items() if seat in side.seats}
        return {f"{key} {card}": int(who.index == seat.index) for card, who in value.items()}
    if isinstance(answered.answer, list) and len(answered.answer) > seat.index:
        return value_cells(key, answered.answer[seat.index])
    if answered.answer in CARDS:
        return {key: answered.answer}
    return {key: words(answered.prompt.describe(answered.answer))}


def value_cells(key: str, value: Any) -> Row:
    """A player's part of an answer: one column, or one for each of its named figures or cards."""
    if isinstance(value, Mapping):
        return {f"{key} {name}": item for name, item in value.items()}
    if isinstance(value, list):
        return {f"{key} {place}": kept_card(item) for place, item in enumerate(value, 1)}
    return {key: value}


def kept_card(value: Any) -> str:
    """A card that was kept: its number, or its symbols, with a star behind the large ones."""
    if not isinstance(value, Mapping):
        return str(value)
    large = value.get("large", [])
    symbols = "-".join(word + "*" * (word in large) for word in value["symbols"])
    return f"{value['number']}:{symbols}" if "number" in value else symbols


def words_with(names: Names) -> Words:
    """A function that puts a text or a name into a cell with these names; None stays None."""

    def show(value: Any) -> str:
        if isinstance(value, Seat) and isinstance(value.name, str):
            return str(label_of(names[value.index]))
        if isinstance(value, Side):
            return " & ".join(map(show, value.seats))
        return str(value)

    return lambda value: None if value is None else say(value, show=show)


def escape_formula(cell: Cell) -> Cell:
    """A cell with an apostrophe before what a spreadsheet would take for a formula."""
    if not isinstance(cell, str) or SIGNED_NUMBERS.fullmatch(cell):
        return cell
    return FORMULA.sub(r"\1'", cell)
