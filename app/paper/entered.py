"""What was entered for each deal of a match, in as few signs as a column of a sheet holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from app.scoring import Deal, Side, Standing, Text, _
from app.scoring.seats import LETTERS
from app.scoring.sheet import Entry, House


@dataclass(frozen=True)
class Row:
    """One deal of the sheet: what its columns say, and for each side what its players took."""

    deal: Deal
    columns: Sequence[Entry]
    taken: Sequence[Entry]


@dataclass(frozen=True)
class Group:
    """Deals that belong together, such as a kingdom; `note` is what is said at their end."""

    heading: Text | None
    rows: Sequence[Row]
    note: Text | None = None


def groups(standing: Standing) -> list[Group]:
    """Every deal, also the one being played, under the heading that it belongs to."""
    house = house_of(standing)
    return [
        Group(
            group.heading if group else None,
            [row_of(standing, deal, house) for deal in deals],
            group.note if group else None,
        )
        for group, deals in groupby(standing.deals, key=lambda deal: deal.group)
    ]


def row_of(standing: Standing, deal: Deal, house: House) -> Row:
    """What the sheet says of one deal."""
    return Row(
        deal,
        [column.tell(deal, house) for column in standing.game.sheet.columns],
        [taken_by(standing, deal, side, house) for side in standing.sides],
    )


def taken_by(standing: Standing, deal: Deal, side: Side, house: House) -> Entry:
    """What each player of a side took, partners by the letter of their seat."""
    taken = standing.game.sheet.taken
    if taken is None:
        return Entry()
    entries = [(seat, taken.tell(deal, seat, house)) for seat in side.seats]
    if len(entries) == 1:
        return entries[0][1]
    return replace(
        entries[0][1],
        pieces=[
            _("{letter} {pieces}", letter=LETTERS[seat.index], pieces=entry.pieces)
            for seat, entry in entries
            if entry.pieces
        ]
        + [_("{pieces}", pieces=[piece]) for piece in taken.together(deal, side, house)],
        cards=[card for _seat, entry in entries for card in entry.cards],
    )


def house_of(standing: Standing) -> House:
    """All house rules of the match by key, none before they are chosen."""
    if standing.house_rules is None:
        return {}
    question, answer = standing.house_rules
    return question.meaning(answer)


def deck_of(standing: Standing) -> Mapping[str, Any]:
    """The faces of the deck that the match is played with, by number; none without one."""
    house = house_of(standing)
    return standing.game.sheet.deck(house) if house else {}
