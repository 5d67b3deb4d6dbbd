"""What goes on paper of Trex: four kingdoms with a row for each deal, and who doubled what.
Drawn by `app.paper.score_sheet` and `app.paper.blank`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import (
    KING,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    TrexRules,
    page_numbers,
)
from app.games.trex.own_double import may_lose_points
from app.scoring import Card, Deal, Seat, Side, Signed, Table, Text, _
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import tricks_of
from app.scoring.sheet import (
    BlankSpec,
    DealColumn,
    PaperSpec,
    RuleChoices,
    SeatColumn,
    Sheet,
    SheetCell,
    Variant,
)

VARIANTS = (
    Variant("alone", _("Each alone"), 4, {"partners": False, "complex": False}),
    Variant("partners", _("Partners"), 4, {"partners": True, "complex": False}),
    Variant("complex", _("Complex, each alone"), 4, {"partners": False, "complex": True}),
    Variant("complex-partners", _("Complex, partners"), 4, {"partners": True, "complex": True}),
)


def pages(spec: BlankSpec) -> list[dict[str, Any]]:
    """Return all kingdoms on one page, or the long game on two of A5, each with half of them."""
    rules = TrexRules(**spec.house)
    kingdoms = range(spec.variant.players)
    half = len(kingdoms) // 2
    is_split = spec.is_small and not rules.complex
    # Where one's own doubled card may cost twice and bring nobody anything, there is no such sum.
    total = None if may_lose_points(rules) else sum(map(rules.total, rules.contracts))
    shared = {
        "rules": rules,
        "contracts": {key: CONTRACTS[key] for key in rules.contracts},
        "cards": [Card(card) for card in PLAIN_VALUE],
        "places": list(PLACES),
        "sum": total,
    }
    parts = [kingdoms[:half], kingdoms[half:]] if is_split else [kingdoms]
    return [{"kingdoms": part, **shared} for part in parts]


# The sheet of a match


def contract_cell(deal: Deal, house: RuleChoices) -> SheetCell:
    """Return what was played; the owner is in the heading of the kingdom."""
    return SheetCell([deal.name], icon=deal.icon) if deal.name else SheetCell()


def doubled_cell(deal: Deal, house: RuleChoices) -> SheetCell:
    """Return who showed which card, and where it matters, who led to it; by the letters of the
    seats."""
    shown, leaders = deal.answers.get("doubled") or {}, deal.answers.get("leaders") or {}
    return SheetCell(
        [
            _(
                "{card} {seat}, led {leader}",
                card=Card(card),
                seat=LETTERS[seat],
                leader=LETTERS[leaders[card]],
            )
            if card in leaders
            else _("{card} {seat}", card=Card(card), seat=LETTERS[seat])
            for card, seat in shown.items()
        ]
    )


def taken_cell(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Cards, a doubled one with ×2; diamonds, tricks, and the place of going out."""
    answers = deal.answers
    takers = {KING: answers.get("king")} | (answers.get("queens") or {})
    shown = answers.get("doubled") or {}
    pieces = [
        _("{card}×2", card=Card(card)) if card in shown else _("{card}", card=Card(card))
        for card, taker in takers.items()
        if taker == seat.index
    ]
    pieces += pile_texts(deal, seat.index, len(deal.seats))
    if "out" in answers:
        # The last player may be left out of the answer.
        order = [*answers["out"], seat.index]
        pieces.append(PLACE_NAMES[order.index(seat.index)])
    return SheetCell(pieces)


def partners_cell(deal: Deal, side: Side, house: RuleChoices) -> Sequence[Text]:
    """Return the diamonds and tricks that partners have piled together."""
    return pile_texts(deal, side.index, len(deal.circle.sides))


def adds_up(table: Table) -> Text | None:
    """Return what the scores of every closed kingdom add up to; None if they differ, or there is
    none."""
    closed = {deal.group: 0 for deal in table.deals if deal.group and deal.group.closing}
    for deal in table.deals:
        if deal.group in closed:
            closed[deal.group] += sum(deal.scores or ())
    if len({*closed.values()}) != 1:
        return None
    return _("every kingdom adds up to\u00a0{total}", total=Signed(next(iter(closed.values()))))


def pile_texts(deal: Deal, index: int, piles: int) -> list[Text]:
    """Return the diamonds and the tricks of a seat or a side, if they were counted in so many
    piles."""
    pieces = []
    for key, words in (("diamonds", lambda n: _("{n}♦", n=n)), ("tricks", tricks_of)):
        counts = deal.answers.get(key) or ()
        if len(counts) == piles and counts[index]:
            pieces.append(words(counts[index]))
    return pieces


SHEET = Sheet(
    variants=VARIANTS,
    pages=pages,
    columns=[
        DealColumn("about", _("Contract"), 24, 14, contract_cell),
        DealColumn("doubled", _("Doubled"), 16, 14, doubled_cell),
    ],
    taken=SeatColumn(_("taken"), taken_cell, for_partners=partners_cell, dotted=False),
    adds_up=adds_up,
    numbers=lambda house: page_numbers(TrexRules(**house)),
    paper=PaperSpec({"points": lambda prompt: prompt.example}),
)
