"""What goes on paper of Trex: four kingdoms with a row for each deal, and who doubled what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import KING, PLACE_NAMES, PLACES, PLAIN_VALUE, QUEENS
from app.games.trex.house_rules import House as TrexHouse
from app.scoring import Card, Deal, Seat, Side, Signed, Text, _
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import tricks_of
from app.scoring.sheet import (
    EMPTY,
    SHADED,
    TICK,
    BlankSpec,
    Box,
    DealColumn,
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
SIGNS = {
    "king": _("K♥"),
    "queens": _("Q"),
    "diamonds": _("♦"),
    "slaps": _("Slap"),
    "trex": _("Trex"),
    "complex": _("Cplx"),
}
"""What the contracts are called where there is hardly any room."""


# --- the blank sheet ----------------------------------------------------------------------------


def pages(pad: BlankSpec) -> list[SheetPage]:
    """All kingdoms on a page; on small paper the long game needs two, and carries its totals."""
    house = TrexHouse(**pad.house)
    whole, kingdoms = leaf(pad, house), groups(pad, house)
    if not pad.is_small or house.complex:
        return [replace(whole, groups=kingdoms)]
    half = len(kingdoms) // 2
    words = _("Carried over")
    over = TotalRow(words, of_side=[SHADED], after=[EMPTY], look="carried")
    return [
        replace(
            whole,
            groups=kingdoms[:half],
            totals=[replace(whole.totals[0], words=words)],
            remembered=[how_to_play_trex()],
        ),
        replace(whole, groups=kingdoms[half:], carried=over, remembered=at_the_end(house)),
    ]


def leaf(pad: BlankSpec, house: TrexHouse) -> SheetPage:
    """The columns of a page, and what stands above and below its rows.

    Complex counts three things in a deal, so a row has two lines there: what was taken, and what
    it scores. On small paper four players have one narrow column each, with the total below.
    """
    score, total = _("score"), _("total")
    is_stacked = pad.is_small and not house.partners
    below: list[Box] = []
    if house.complex:
        of_side = [
            SheetColumn("taken", [_("cards"), score]),
            SheetColumn("taken", Box("diamond", kind="symbol")),
            SheetColumn("taken", [_("tricks"), total]),
        ]
        below = [EMPTY, replace(SHADED, columns=2)]
        height = pad.by_size(9.2, 8.2, 5.5)
    elif is_stacked:
        of_side = [SheetColumn("score", [score, total], 12)]
        below = [SHADED]
        height = 5.45
    else:
        wide = None if pad.is_small else 18
        of_side = [
            SheetColumn("score", score, wide if house.partners else 12),
            SheetColumn("total", total, box=SHADED),
        ]
        height = pad.by_size(7.7, 7, 10.2)
    return SheetPage(
        about=_(
            "Score sheet · {variant}, {deals} deals",
            variant=pad.variant.name,
            deals=pad.variant.players * len(house.contracts),
        ),
        names=_("Names: B sits to the right of A, and so on"),
        before=before(pad, house),
        of_side=of_side,
        below=below,
        after=[SheetColumn("check", _("check"), pad.width(12, 9), box=TICK)],
        groups=[],
        row_height=height,
        totals=[TotalRow(_("Final total"), after=[Box(proof(house), look="check")])],
        check=_("A deal adds up to, when nobody takes their own doubled card:")
        if kingdom_total(house) is None
        else _("A deal adds up to:"),
        sums=worths(house),
        look="tight" if pad.size == "letter" else "",
        remembered=reminders(house),
    )


def before(pad: BlankSpec, house: TrexHouse) -> list[SheetColumn]:
    """The number of the deal, a box for each contract with its price, and who doubled what."""
    width = 9 if house.complex else pad.width(7.6, 6.4)
    contracts = [
        SheetColumn(
            "contract",
            SIGNS[key],
            width,
            icon=None if pad.is_small else CONTRACTS[key].icon,
            box=Box(price, look="price"),
            under=_("contract: tick"),
            begins=place == 0,
        )
        for place, (key, price) in enumerate(prices(house).items())
    ]
    doubles = [
        SheetColumn(
            "double",
            _("{card}", card=Card(card)),
            pad.width(6.2, 5.4),
            under=_("doubled by: letter"),
            begins=card == KING,
        )
        for card in (KING, *QUEENS)
    ]
    return [SheetColumn("deal", _("Deal"), pad.width(8, 6.5)), *contracts, *doubles]


def prices(house: TrexHouse) -> dict[str, Text]:
    """What one of each contract brings: a card, a trick, or all places of Trex together."""
    sign = -1 if house.reversed else 1
    brings = {
        "king": -PLAIN_VALUE[KING],
        "queens": -PLAIN_VALUE[QUEENS[0]],
        "diamonds": -house.diamond,
        "slaps": -house.trick,
        "trex": sum(PLACES.values()),
        "complex": CONTRACTS["complex"].worth(house),
    }
    return {key: _("{price}", price=Signed(sign * brings[key])) for key in house.contracts}


def groups(pad: BlankSpec, house: TrexHouse) -> list[RowGroup]:
    """The kingdoms. The last deal of each says what all of its scores add up to."""
    count = len(house.contracts)
    closing = {"check": replace(TICK, words=proof(house))}
    return [
        RowGroup(
            [
                SheetRow(kingdom * count + place, closing if place == count else {})
                for place in range(1, count + 1)
            ],
            heading=_("Kingdom {number}", number=kingdom + 1),
            circle=_("owner:"),
            note=_("deals and leads") if kingdom else _("who holds the 7♥"),
        )
        for kingdom in range(pad.variant.players)
    ]


def kingdom_total(house: TrexHouse) -> int | None:
    """What the contracts of a kingdom bring the table in all; None where that is not always the
    same, because a doubled card may cost twice and bring nobody anything."""
    if house.own_double == "doubled":
        return None
    return sum(CONTRACTS[key].worth(house) for key in house.contracts)


def proof(house: TrexHouse) -> Text | None:
    """What a kingdom, and so the match, adds up to."""
    total = kingdom_total(house)
    return None if total is None else _("Σ {sum}", sum=total)


def worths(house: TrexHouse) -> list[Text]:
    """What a deal of each contract adds up to."""
    sign = -1 if house.reversed else 1
    return [
        _(
            "{name} {worth}",
            name=CONTRACTS[key].name,
            worth=Signed(sign * CONTRACTS[key].worth(house)),
        )
        for key in house.contracts
    ]


def reminders(house: TrexHouse) -> list[Text]:
    """What the essentials of the rules page do not say of this way to play."""
    lines = [how_to_play_trex()]
    if house.complex:
        sign = -1 if house.reversed else 1
        lines.append(
            _(
                "Complex: K♥ {king}, each queen {queen}, each diamond {diamond} and each trick"
                " {trick}, all in one deal.",
                king=Signed(-sign * PLAIN_VALUE[KING]),
                queen=Signed(-sign * PLAIN_VALUE[QUEENS[0]]),
                diamond=Signed(-sign * house.diamond),
                trick=Signed(-sign * house.trick),
            )
        )
    return [*lines, who_wins(house)] if house.reversed else lines


def at_the_end(house: TrexHouse) -> list[Text]:
    """What a second leaf has room for: the sums, and who wins."""
    total = kingdom_total(house)
    if total is None:
        return [who_wins(house)]
    every = _("Every finished kingdom, and the end, adds up to\N{NO-BREAK SPACE}{sum}.", sum=total)
    return [every, who_wins(house)]


def how_to_play_trex() -> Text:
    """The layout, and what its places score."""
    return _(
        "Trex: begin with the jacks, build up to the ace and down to the 2. The places score"
        " {places}.",
        places=list(PLACES.values()),
    )


def who_wins(house: TrexHouse) -> Text:
    """The highest total, or at a reversed table the lowest."""
    if house.reversed:
        return _("Reversed: penalties are written as plus points, the lowest total wins.")
    return _("The highest total wins; equal totals share it.")


def numbers(house: RuleChoices) -> dict[str, int]:
    """What diamonds and tricks cost at this table."""
    trex = TrexHouse(**house)
    return {
        "diamond": trex.diamond,
        "trick": trex.trick,
        "diamonds_total": CONTRACTS["diamonds"].worth(trex),
        "slaps_total": CONTRACTS["slaps"].worth(trex),
    }


# --- the sheet of a match -----------------------------------------------------------------------


def contract(deal: Deal, house: RuleChoices) -> SheetCell:
    """What was played; the owner is in the heading of the kingdom."""
    return SheetCell([deal.name], icon=deal.icon) if deal.name else SheetCell()


def doubled(deal: Deal, house: RuleChoices) -> SheetCell:
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


def taken(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Cards, a doubled one with ×2; diamonds, tricks, and the place of going out."""
    answers = deal.answers
    takers = {KING: answers.get("king")} | (answers.get("queens") or {})
    shown = answers.get("doubled") or {}
    pieces = [
        _("{card}×2", card=Card(card)) if card in shown else _("{card}", card=Card(card))
        for card, taker in takers.items()
        if taker == seat.index
    ]
    pieces += counted(deal, seat.index, len(deal.seats))
    if "out" in answers:
        order = answers["out"]
        place = order.index(seat.index) if seat.index in order else len(PLACES) - 1
        pieces.append(PLACE_NAMES[place])
    return SheetCell(pieces)


def taken_together(deal: Deal, side: Side, house: RuleChoices) -> Sequence[Text]:
    """The diamonds and tricks that partners have piled together."""
    return counted(deal, side.index, len(deal.circle.sides))


def counted(deal: Deal, index: int, piles: int) -> list[Text]:
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
        DealColumn("about", _("Contract"), 24, 17, contract),
        DealColumn("doubled", _("Doubled"), 13, 10, doubled),
    ],
    taken=SeatColumn(_("taken"), taken, for_partners=taken_together, dotted=False),
    numbers=numbers,
)
