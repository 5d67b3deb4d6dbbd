"""A match as a spreadsheet: CSV by RFC 4180, a row for each deal and player.

Numbers are numbers, with an ASCII hyphen where they are negative. A text that a spreadsheet would
take for a formula gets an apostrophe in front, because players are called what they like.
"""

from __future__ import annotations

import csv
import io
import re
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
    _,
)
from app.scoring.match.seating import Names
from app.scoring.model.cards import pack
from app.scoring.model.seats import label_of
from app.scoring.model.text import say

Cell = int | str | None
Words = Callable[[Text | Seat | Side | None], str | None]

ABOUT = ("deal", "title", "played", "trump", "owner", "dealer", "leader", "player", "side")
RESULT = ("score", "total", "void", "note")
HEAD_QUESTIONS = {"owner", "contract", "trump", VOID}
"""What the columns about the deal say already."""

CARDS = pack()

FORMULA = re.compile(r"(^\s*|[;|\t\r\n]\s*)(?=[=+\-@\t\r＝＋－＠])")
"""The place before what a spreadsheet would reckon with, also where it splits at another sign."""


def as_csv(match: Match) -> str:
    """Every deal of a match, each with the names of then.

    Between what is known of a deal and what it scored stands a column for each question, with what
    the answer says of the player of the row.
    """
    standing = match.standing
    answers: dict[int, list[AnsweredPrompt]] = {}
    for answered in standing.answered:
        if answered.answer is not None and answered.prompt.key not in HEAD_QUESTIONS:
            answers.setdefault(answered.prompt.deal, []).append(answered)
    # Played once for all names: who was called what then is put into the words, as each
    # change of names would be a replay.
    rows = [
        row_of(standing, deal, answers.get(deal.number, []), seat, words_with(names))
        for deal in standing.deals
        for names in [match.seating.at(deal.number)]
        for seat in standing.table.seats
    ]
    questions = dict.fromkeys(column for row in rows for column in row)
    columns = [*ABOUT, *(name for name in questions if name not in (*ABOUT, *RESULT)), *RESULT]
    written = io.StringIO(newline="")
    sheet = csv.DictWriter(written, columns, lineterminator="\r\n")
    sheet.writeheader()
    for row in rows:
        sheet.writerow({column: safe(cell) for column, cell in row.items()})
    return written.getvalue()


def row_of(
    standing: Standing, deal: Deal, answers: Iterable[AnsweredPrompt], seat: Seat, words: Words
) -> dict[str, Cell]:
    """What one player has of one deal."""
    table = standing.table
    side = table.side_of(seat)
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
    }
    for answered in answers:
        row |= share(answered, seat, words)
    scores = not standing.game.wins_together
    row["score"] = deal.scores[side.index] if scores and deal.scores else None
    row["total"] = deal.totals[side.index] if scores and deal.totals else None
    row["void"] = words(deal.void_words)
    is_last = standing.outcome is not None and deal is standing.deals[-1]
    if is_last and isinstance(standing.outcome, SharedOutcome):
        row["score"] = standing.outcome.score
    notes = [*deal.notes, *([standing.outcome.why] if is_last and standing.outcome else [])]
    row["note"] = " ".join(filter(None, map(words, notes))) or None
    return row


def share(answered: AnsweredPrompt, seat: Seat, words: Words) -> dict[str, Cell]:
    """What an answer says of one player, by column: a number where it can be one.

    Who took a card has 1 of it, an order gives everyone their place, and what concerns nobody in
    particular is the same for all.
    """
    key, meaning = answered.prompt.key, answered.prompt.value(answered.answer)
    if isinstance(meaning, Seat):
        return {key: int(meaning.index == seat.index)}
    if isinstance(meaning, list) and all(isinstance(item, Seat) for item in meaning):
        return {key: [item.index for item in meaning].index(seat.index) + 1}
    if isinstance(meaning, Mapping):
        by_seat = {who.index: what for who, what in meaning.items() if isinstance(who, Seat)}
        if by_seat:
            return columns(key, by_seat.get(seat.index))
        by_side = {who: what for who, what in meaning.items() if isinstance(who, Side)}
        if by_side:
            # Both partners' rows have it, as they have the score, and so another column.
            return {f"{key} of side": n for side, n in by_side.items() if seat in side.seats}
        cards = [str(card) for card, who in meaning.items() if who.index == seat.index]
        return {key: " ".join(cards) or None}
    if isinstance(answered.answer, list) and len(answered.answer) > seat.index:
        return columns(key, answered.answer[seat.index])
    if answered.answer in CARDS:
        return {key: answered.answer}
    return {key: words(answered.prompt.describe(answered.answer))}


def columns(key: str, value: Any) -> dict[str, Cell]:
    """A player's part of an answer: one column, or one for each of its named figures."""
    if isinstance(value, Mapping):
        return {f"{key} {name}": item for name, item in value.items()}
    if isinstance(value, list):
        return {key: " ".join(face_words(item) for item in value)}
    return {key: value}


def face_words(value: Any) -> str:
    """A card that was kept: its number, or its symbols, with a star behind the large ones."""
    if not isinstance(value, Mapping):
        return str(value)
    large = value.get("large", [])
    symbols = "-".join(word + "*" * (word in large) for word in value["symbols"])
    return f"{value['number']}:{symbols}" if "number" in value else symbols


def words_with(names: Names) -> Words:
    """How a text or a name becomes a cell while the players are called so; None stays None."""

    def show(value: Any) -> str:
        if isinstance(value, Seat) and isinstance(value.name, str):
            return str(label_of(names[value.index]))
        if isinstance(value, Side):
            first, *others = value.seats
            pair = _("{first} & {second}", first=first, second=others[0]) if others else first
            return say(pair, show=show)
        return str(value)

    return lambda value: None if value is None else say(value, show=show)


def safe(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for more than it is."""
    return FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell
