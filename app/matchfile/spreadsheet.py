"""A match as a spreadsheet: CSV by RFC 4180, a row for each deal and player.

Numbers are numbers, with an ASCII hyphen where they are negative. A text that a spreadsheet would
take for a formula gets an apostrophe in front, because players are called what they like.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

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
from app.scoring.model.seats import label_of
from app.scoring.model.text import say

Cell = int | str | None
Words = Callable[[Text | Seat | Side | None], str | None]

FIRST_COLUMNS = ("deal", "title", "played", "trump", "owner", "dealer", "leader", "player", "side")
LAST_COLUMNS = ("score", "total", "void", "note")
SHOWN_QUESTIONS = {"owner", "contract", "trump", VOID}
"""Questions whose answers are in the first columns already."""

CARDS = pack()

FORMULA = re.compile(r"(^\s*|[;|\t\r\n]\s*)(?=[=+\-@\t\r＝＋－＠])")
"""The place before the beginning of a formula, also after a sign at which cells may be split."""


def as_csv(match: Match) -> str:
    """Every deal of a match, each with the names that the players had then.

    Between the columns about the deal and those of its scores is one for each question, with what
    the answer says of the player of the row.
    """
    standing = match.standing
    answers: defaultdict[int, list[AnsweredPrompt]] = defaultdict(list)
    for answered in standing.answered:
        if answered.answer is not None and answered.prompt.key not in SHOWN_QUESTIONS:
            answers[answered.prompt.deal].append(answered)
    # Replayed once for all names: those of each deal are put into the words, as each change of
    # names would be a replay.
    rows = [
        row_of(standing, deal, answers[deal.number], seat, words_with(names))
        for deal in standing.deals
        for names in [match.seating.at(deal.number)]
        for seat in standing.table.seats
    ]
    every = dict.fromkeys(column for row in rows for column in row)
    questions = [name for name in every if name not in (*FIRST_COLUMNS, *LAST_COLUMNS)]
    written = io.StringIO(newline="")
    sheet = csv.DictWriter(
        written, [*FIRST_COLUMNS, *questions, *LAST_COLUMNS], lineterminator="\r\n"
    )
    sheet.writeheader()
    for row in rows:
        sheet.writerow({column: escape_formula(cell) for column, cell in row.items()})
    return written.getvalue()


def row_of(
    standing: Standing, deal: Deal, answers: Iterable[AnsweredPrompt], seat: Seat, words: Words
) -> dict[str, Cell]:
    """The row of one player in one deal."""
    side, outcome = standing.table.side_of(seat), standing.outcome
    row: dict[str, Cell] = {
        "deal": deal.number,
        "title": words(deal.title),
        "played": words(deal.name),
        "trump": words(deal.trump_name),
        "owner": words(deal.owner),
        "dealer": words(deal.dealer),
        "leader": words(deal.leader),
        "player": words(seat),
        "side": words(side) if len(side.seats) > 1 else None,
        "void": words(deal.void_words),
    }
    for answered in answers:
        row |= answer_cells(answered, seat, words)
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


def answer_cells(answered: AnsweredPrompt, seat: Seat, words: Words) -> dict[str, Cell]:
    """What an answer says of one player, by column: a number where it can be one.

    The player who took a card has 1 of it, an order gives each their place, and an answer about no
    player is the same for all.
    """
    key, value = answered.prompt.key, answered.prompt.value(answered.answer)
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
        cards = [str(card) for card, who in value.items() if who.index == seat.index]
        return {key: " ".join(cards) or None}
    if isinstance(answered.answer, list) and len(answered.answer) > seat.index:
        return value_cells(key, answered.answer[seat.index])
    if answered.answer in CARDS:
        return {key: answered.answer}
    return {key: words(answered.prompt.describe(answered.answer))}


def value_cells(key: str, value: Any) -> dict[str, Cell]:
    """A player's part of an answer: one column, or one for each of its named figures."""
    if isinstance(value, Mapping):
        return {f"{key} {name}": item for name, item in value.items()}
    if isinstance(value, list):
        return {key: " ".join(kept_card(item) for item in value)}
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
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell
