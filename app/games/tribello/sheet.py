"""What goes on paper of Tribello: twelve rows in four phases, with the target of each player."""

from __future__ import annotations

from app.games.tribello.play import DEALS, PHASES, TRICKS, Phase
from app.scoring import Deal, Seat, Text, _
from app.scoring.sheet import (
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
)

SUITS_TO_TICK = Box(_("Trumps: spades, hearts, diamonds or clubs"), kind="suits")
NO_TRUMPS = Box(_("none"), kind="small")


def pages(spec: BlankSpec) -> list[SheetPage]:
    """All deals on one page, as the script deals them."""
    deals = spec.play({"tricks": [TRICKS, 0, 0]}, DEALS)
    return [
        SheetPage(
            title=_("Score sheet · twelve deals in four phases"),
            names=_("Names, clockwise; A deals first"),
            before=[
                SheetColumn("deal", _("Deal"), spec.width(8, 6.5)),
                SheetColumn("dealer", _("Dealer"), spec.width(11, 8)),
                SheetColumn("trumps", _("Trumps"), spec.width(25, 16)),
            ],
            of_side=[
                SheetColumn("target", _("aim"), spec.width(8, 6)),
                SheetColumn("count", _("tricks")),
                SheetColumn("score", _("score")),
                SheetColumn("total", _("total"), box=SHADED),
            ],
            after=[SheetColumn("check", _("check"), spec.width(12, 9), box=TICK)],
            row_height=spec.by_size(13, 12, 8.6),
            groups=[
                RowGroup(
                    [row_of(d, phase) for d in deals if d.progress["phase"] == phase.number],
                    heading=phase.name,
                    number=phase.number,
                    note=aim_of(phase),
                )
                for phase in PHASES
            ],
            totals=[TotalRow(_("Final total"), after=[Box(_("Σ 0"), style="check")])],
            check=_("Check each deal: tricks add up to {tricks}, scores to 0.", tricks=TRICKS),
        )
    ]


def row_of(deal: Deal, phase: Phase) -> SheetRow:
    """The row of a deal: its dealer, trumps to tick, and the target of each seat."""
    return SheetRow(
        deal.number,
        {
            "dealer": Box(deal.dealer, kind="seat"),
            "trumps": SUITS_TO_TICK if phase.number <= 2 else NO_TRUMPS,
        },
        [{"target": Box(deal.targets[seat], style="target")} for seat in deal.seats],
    )


def aim_of(phase: Phase) -> Text:
    """How a phase scores, and the targets of the three roles."""
    dealer, left, right = phase.targets
    if phase.avoid:
        return _(
            "avoid tricks: limit − tricks · limits: dealer {dealer}, left {left}, right {right}",
            dealer=dealer,
            left=left,
            right=right,
        )
    return _(
        "win tricks: tricks − target · targets: dealer {dealer}, left {left}, right {right}",
        dealer=dealer,
        left=left,
        right=right,
    )


def dealer_and_trumps(deal: Deal, house: RuleChoices) -> SheetCell:
    """The dealer and trumps; the phase is in the heading of its deals."""
    return SheetCell(seat=deal.dealer, trump=deal.trump)


def tricks_taken(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """The tricks of a seat beside its target."""
    if "tricks" not in deal.answers:
        return SheetCell()
    count = deal.answers["tricks"][seat.index]
    return SheetCell([_("{count} / {target}", count=count, target=deal.targets[seat])])


SHEET = Sheet(
    pages=pages,
    columns=[DealColumn("about", _("Dealer, trumps"), 24, 19, dealer_and_trumps)],
    taken=SeatColumn(_("tricks / aim"), tricks_taken),
    paper=PaperSpec({"tricks": lambda _prompt: [TRICKS, 0, 0]}),
)
