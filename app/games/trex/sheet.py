"""What goes on paper of Trex: four kingdoms with a row for each deal, and who doubled what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
from app.scoring import Card, Deal, Seat, Side, Text, _
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import tricks_of
from app.scoring.sheet import (
    EMPTY,
    SHADED,
    TICK,
    BlankSpec,
    Box,
    DealColumn,
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
    Variant,
)

VARIANTS = (
    Variant("alone", _("Each alone"), 4, {"partners": False, "complex": False}),
    Variant("partners", _("Partners"), 4, {"partners": True, "complex": False}),
    Variant("complex", _("Complex, each alone"), 4, {"partners": False, "complex": True}),
    Variant("complex-partners", _("Complex, partners"), 4, {"partners": True, "complex": True}),
)
SHORT_NAMES = {
    "king": _("K♥"),
    "queens": _("Q"),
    "diamonds": _("♦"),
    "slaps": _("Slap"),
    "trex": _("Trex"),
    "complex": _("Cplx"),
}
"""The names of the contracts where there is hardly any room."""
TREX_IN_SHORT = _(
    "Trex: begin with the jacks, build up to the ace and down to the 2. The places score {places}.",
    places=list(PLACES),
)


# The blank sheet


def pages(spec: BlankSpec) -> list[SheetPage]:
    """All kingdoms on one page; on A5 the long game takes two, which carry its totals over."""
    rules = TrexRules(**spec.house)
    page = page_of(spec, rules)
    kingdoms = [kingdom_rows(number, rules) for number in range(spec.variant.players)]
    if not spec.is_small or rules.complex:
        return [replace(page, groups=kingdoms)]
    half = len(kingdoms) // 2
    words = _("Carried over")
    carried = TotalRow(words, of_side=[SHADED], after=[EMPTY], style="carried")
    at_the_end = [who_wins(rules)]
    if has_fixed_total(rules):
        sum_words = _(
            "Every finished kingdom, and the end, adds up to\N{NO-BREAK SPACE}{sum}.",
            sum=kingdom_total(rules),
        )
        at_the_end.insert(0, sum_words)
    return [
        replace(
            page,
            groups=kingdoms[:half],
            totals=[replace(page.totals[0], words=words)],
            remembered=[TREX_IN_SHORT],
        ),
        replace(page, groups=kingdoms[half:], carried=carried, remembered=at_the_end),
    ]


def page_of(spec: BlankSpec, rules: TrexRules) -> SheetPage:
    """A page without its rows: the columns, and what is printed above and below.

    Complex counts three things in a deal, so a row has two lines there: what was taken, and what
    it scores. On A5 four players have one narrow column each, with the total below.
    """
    score, total = _("score"), _("total")
    below: list[Box] = []
    if rules.complex:
        of_side = [
            SheetColumn("taken", [_("cards"), score]),
            SheetColumn("taken", Box("diamond", kind="symbol")),
            SheetColumn("taken", [_("tricks"), total]),
        ]
        below = [EMPTY, replace(SHADED, columns=2)]
        height = spec.by_size(9.2, 8.2, 5.5)
    elif spec.is_small and not rules.partners:
        of_side = [SheetColumn("score", [score, total], 12)]
        below = [SHADED]
        height = 5.45
    else:
        wide = None if spec.is_small else 18
        of_side = [
            SheetColumn("score", score, wide if rules.partners else 12),
            SheetColumn("total", total, box=SHADED),
        ]
        height = spec.by_size(7.7, 7, 10.2)
    return SheetPage(
        title=_(
            "Score sheet · {variant}, {deals} deals",
            variant=spec.variant.name,
            deals=spec.variant.players * len(rules.contracts),
        ),
        names=_("Names: B sits to the right of A, and so on"),
        before=columns_before(spec, rules),
        of_side=of_side,
        below=below,
        after=[SheetColumn("check", _("check"), spec.width(12, 9), box=TICK)],
        groups=[],
        row_height=height,
        totals=[TotalRow(_("Final total"), after=[Box(checksum_text(rules), style="check")])],
        check=_("A deal adds up to:")
        if has_fixed_total(rules)
        else _("A deal adds up to, when nobody takes their own doubled card:"),
        sums=[
            _("{name} {worth}", name=CONTRACTS[key].name, worth=rules.signed(rules.total(key)))
            for key in rules.contracts
        ],
        style="tight" if spec.size == "letter" else "",
        remembered=reminders(rules),
    )


def columns_before(spec: BlankSpec, rules: TrexRules) -> list[SheetColumn]:
    """The number of the deal, a box for each contract with its price, and who doubled what."""
    width = 9 if rules.complex else spec.width(7.6, 6.4)
    contracts = [
        SheetColumn(
            "contract",
            SHORT_NAMES[key],
            width,
            icon=None if spec.is_small else CONTRACTS[key].icon,
            box=Box(_("{price}", price=rules.signed(rules.price(key))), style="price"),
            under=_("contract: tick"),
            begins=place == 0,
        )
        for place, key in enumerate(rules.contracts)
    ]
    doubles = [
        SheetColumn(
            "double",
            _("{card}", card=Card(card)),
            spec.width(6.2, 5.4),
            under=_("doubled by: letter"),
            begins=card == KING,
        )
        for card in PLAIN_VALUE
    ]
    return [SheetColumn("deal", _("Deal"), spec.width(8, 6.5)), *contracts, *doubles]


def kingdom_rows(kingdom: int, rules: TrexRules) -> RowGroup:
    """The rows of a kingdom, counted from 0; at its last deal stands what it adds up to."""
    count = len(rules.contracts)
    first, last = kingdom * count + 1, kingdom * count + count
    closing = {"check": replace(TICK, words=checksum_text(rules))}
    return RowGroup(
        [SheetRow(number, closing if number == last else {}) for number in range(first, last + 1)],
        heading=_("Kingdom {number}", number=kingdom + 1),
        circle=_("owner:"),
        note=_("deals and leads") if kingdom else _("who holds the 7♥"),
    )


def has_fixed_total(rules: TrexRules) -> bool:
    """Whether a kingdom always adds up to the same.

    It does not where one's own doubled card may cost twice and bring nobody anything.
    """
    return not may_lose_points(rules)


def kingdom_total(rules: TrexRules) -> int:
    """The points that the contracts of a kingdom, and so those of a match, add up to."""
    return sum(map(rules.total, rules.contracts))


def checksum_text(rules: TrexRules) -> Text | None:
    """What a kingdom adds up to, if that is always the same."""
    return _("Σ {sum}", sum=kingdom_total(rules)) if has_fixed_total(rules) else None


def reminders(rules: TrexRules) -> list[Text]:
    """What the essentials of the rules page do not say of this way to play."""
    lines = [TREX_IN_SHORT]
    if rules.complex:
        lines.append(
            _(
                "Complex: K♥ {king}, each queen {queen}, each diamond {diamond} and each trick"
                " {trick}, all in one deal.",
                king=rules.signed(-PLAIN_VALUE[KING]),
                queen=rules.signed(-PLAIN_VALUE["QS"]),
                diamond=rules.signed(-rules.diamond),
                trick=rules.signed(-rules.trick),
            )
        )
    return [*lines, who_wins(rules)] if rules.reversed else lines


def who_wins(rules: TrexRules) -> Text:
    """The highest total, or at a reversed table the lowest."""
    if rules.reversed:
        return _("Reversed: penalties are written as plus points, the lowest total wins.")
    return _("The highest total wins; equal totals share it.")


# The sheet of a match


def contract_cell(deal: Deal, house: RuleChoices) -> SheetCell:
    """What was played; the owner is in the heading of the kingdom."""
    return SheetCell([deal.name], icon=deal.icon) if deal.name else SheetCell()


def doubled_cell(deal: Deal, house: RuleChoices) -> SheetCell:
    """Who showed which card, and where it matters, who led to it; by the letters of the seats."""
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
    """The diamonds and tricks that partners have piled together."""
    return pile_texts(deal, side.index, len(deal.circle.sides))


def pile_texts(deal: Deal, index: int, piles: int) -> list[Text]:
    """The diamonds and the tricks of a seat or a side, if they were counted in so many piles."""
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
    numbers=lambda house: page_numbers(TrexRules(**house)),
    paper=PaperSpec({"points": lambda prompt: prompt.example}),
)
