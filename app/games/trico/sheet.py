"""What goes on paper of Trico: the cards kept in each round, and the deck they come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.trico.figures import Figures
from app.games.trico.house_rules import KEPT, TricoRules
from app.games.trico.scores import LARGE_CARD, PAIR, SET, highest_of, large_symbols_of
from app.scoring import Deal, Seat, _
from app.scoring.sheet import (
    BlankSpec,
    KeptCard,
    PaperSpec,
    RuleChoices,
    SeatColumn,
    Sheet,
    SheetCell,
)


def pages(spec: BlankSpec) -> list[dict[str, Any]]:
    """Return the one page: how many cards are kept, and what they score."""
    return [{"kept": KEPT, "set": SET, "pair": PAIR, "large_card": LARGE_CARD}]


def deck(house: RuleChoices) -> Mapping[str, Any]:
    """Return the faces of the cards by number, at a table that enters cards."""
    return TricoRules(**house).known_deck


def kept_cards(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Return the cards themselves; sets, pairs and large cards, as the reason of the score says
    them."""
    pieces = [
        piece for part in deal.parts if part.seat.index == seat.index for piece in part.pieces
    ]
    if tie := deal.answers.get("tie"):
        large, highest = tie["large"][seat.index], tie["highest"][seat.index]
        pieces.append(
            _(
                "tie: {large}, {highest}",
                large=large_symbols_of(large),
                highest=highest_of(highest),
            )
        )
    return SheetCell(pieces, cards=cards_of(deal, seat, house))


def cards_of(deal: Deal, seat: Seat, house: RuleChoices) -> list[KeptCard]:
    """Return the cards that a player saved, as far as the table enters them."""
    if "saved" in deal.answers:
        faces = deck(house)
        return [
            KeptCard(number, faces[str(number)])
            for number in sorted(deal.answers["saved"][seat.index])
        ]
    cards = deal.answers.get("cards")
    return [KeptCard(face.get("number"), face) for face in cards[seat.index]] if cards else []


def nothing_scored(prompt: Figures) -> list[dict[str, int]]:
    """Return a round in which nobody scores anything."""
    return [{column.key: 0 for column in prompt.columns} for _seat in prompt.seats]


def numbers(house: RuleChoices) -> dict[str, int]:
    """Return what this table plays to."""
    return {"target": house["target"]}


SHEET = Sheet(
    pages=pages,
    taken=SeatColumn(_("kept"), kept_cards, stacked_from=3),
    deck=deck,
    numbers=numbers,
    paper=PaperSpec({"counts": nothing_scored}, house={"entry": "counts"}, rows=15),
)
