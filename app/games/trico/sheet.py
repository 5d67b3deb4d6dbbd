"""What goes on paper of Trico: the cards kept in each round, and the deck they come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.games.trico.house_rules import KEPT, TricoRules
from app.games.trico.prompts import Figures
from app.games.trico.scores import LARGE_CARD, PAIR, SET, highest_of, large_symbols_of
from app.scoring import Deal, Seat, _
from app.scoring.sheet import (
    SHADED,
    BlankSpec,
    Box,
    KeptCard,
    PaperSpec,
    RowGroup,
    RuleChoices,
    SeatColumn,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetPage,
    SheetRow,
    TotalRow,
)


def pages(spec: BlankSpec) -> list[SheetPage]:
    """Rounds with the cards kept, sets, pairs and large cards, and the tie-break at the end."""
    is_narrow = spec.is_small and len(spec.sides) == 3
    card_boxes = 1 if is_narrow else KEPT
    heights = (10.7, 10, 8.1) if deck(spec.house) else (11.4, 10.8, 9)
    return [
        SheetPage(
            title=_(
                "Score sheet · {variant}, to {target} points",
                variant=spec.variant.name,
                target=spec.house["target"],
            ),
            before=[SheetColumn("deal", _("Round"), spec.width(8, 6.5))],
            of_side=[
                SheetColumn("card", _("cards kept"), 11.5 if is_narrow else None, boxes=card_boxes),
                SheetColumn("sets", [_("sets"), _("× {points}", points=SET)]),
                SheetColumn("pairs", [_("pairs"), _("× {points}", points=PAIR)]),
                SheetColumn("large", [_("large"), _("× {points}", points=LARGE_CARD)]),
                SheetColumn("score", _("score")),
                SheetColumn("total", _("total"), 8 if is_narrow else None, box=SHADED),
            ],
            row_height=spec.by_size(*heights),
            groups=[RowGroup([SheetRow(number) for number in spec.rows(15, 14, 11)])],
            totals=[
                TotalRow(
                    of_side=[
                        Box(_("Final total"), style="tie", columns=card_boxes + 3),
                        Box(columns=2),
                    ]
                ),
                TotalRow(
                    _("Tie"),
                    of_side=[
                        Box(_("large symbols"), style="tie", columns=card_boxes + 1),
                        Box(_("highest card"), style="tie", columns=4),
                    ],
                    height=9,
                    style="row",
                ),
            ],
            style="narrow" if is_narrow else "",
            remembered=[
                _(
                    "A set, one symbol on all {cards}: {set} points. A pair, one on exactly two:"
                    " {pair}. Each card with a large symbol that one of them uses: {large}.",
                    cards=KEPT,
                    set=SET,
                    pair=PAIR,
                    large=LARGE_CARD,
                )
            ],
        )
    ]


def deck(house: RuleChoices) -> Mapping[str, Any]:
    """The faces of the cards by number, at a table that enters cards."""
    return TricoRules(**house).known_deck


def kept_cards(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """The cards themselves; sets, pairs and large cards, as the reason of the score says them."""
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
    """The cards that a player saved, as far as the table enters them."""
    if "saved" in deal.answers:
        faces = deck(house)
        return [
            KeptCard(number, faces[str(number)])
            for number in sorted(deal.answers["saved"][seat.index])
        ]
    cards = deal.answers.get("cards")
    return [KeptCard(face.get("number"), face) for face in cards[seat.index]] if cards else []


def nothing_scored(prompt: Figures) -> list[dict[str, int]]:
    """A round in which nobody scores anything."""
    return [{column.key: 0 for column in prompt.columns} for _seat in prompt.seats]


def numbers(house: RuleChoices) -> dict[str, int]:
    """What this table plays to."""
    return {"target": house["target"]}


SHEET = Sheet(
    pages=pages,
    taken=SeatColumn(_("kept"), kept_cards, stacked_from=3),
    deck=deck,
    numbers=numbers,
    paper=PaperSpec({"counts": nothing_scored}, house={"entry": "counts"}, rows=15),
)
