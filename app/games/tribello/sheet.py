"""What goes on paper of Tribello: twelve rows in four phases, with the target of each player."""

from __future__ import annotations

from app.games.tribello.play import DEALS, PHASES, TRICKS, Phase
from app.scoring import Deal, Seat, Text, _
from app.scoring.sheet import (
    SHADED,
    TICK,
    Box,
    Column,
    DealColumn,
    Entry,
    House,
    Leaf,
    Pad,
    Row,
    Rows,
    Sheet,
    Taken,
    Total,
)

SUITS_TO_TICK = Box(_("Trumps: spades, hearts, diamonds or clubs"), kind="suits")
NO_TRUMPS = Box(_("none"), kind="small")


def leaves(pad: Pad) -> list[Leaf]:
    """All deals on one page, as the script deals them."""
    deals = pad.play({"tricks": [TRICKS, 0, 0]}, DEALS)
    return [
        Leaf(
            about=_("Score sheet · twelve deals in four phases"),
            names=_("Names, clockwise; A deals first"),
            before=[
                Column("deal", _("Deal"), pad.width(8, 6.5)),
                Column("dealer", _("Dealer"), pad.width(11, 8)),
                Column("trumps", _("Trumps"), pad.width(25, 16)),
            ],
            of_side=[
                Column("target", _("aim"), pad.width(8, 6)),
                Column("count", _("tricks")),
                Column("score", _("score")),
                Column("total", _("total"), box=SHADED),
            ],
            after=[Column("check", _("check"), pad.width(12, 9), box=TICK)],
            row_height=pad.by_size(13, 12, 8.6),
            groups=[
                Rows(
                    [row_of(d, phase) for d in deals if d.position["phase"] == phase.number],
                    heading=phase.name,
                    number=phase.number,
                    note=aim_of(phase),
                )
                for phase in PHASES
            ],
            totals=[Total(_("Final total"), after=[Box(_("Σ 0"), look="check")])],
            check=_("Check each deal: tricks add up to {tricks}, scores to 0.", tricks=TRICKS),
        )
    ]


def row_of(deal: Deal, phase: Phase) -> Row:
    """Who deals, whether trumps are named, and what everybody aims for."""
    return Row(
        deal.number,
        {
            "dealer": Box(deal.dealer, kind="seat"),
            "trumps": SUITS_TO_TICK if phase.number <= 2 else NO_TRUMPS,
        },
        [{"target": Box(deal.targets[seat], look="target")} for seat in deal.seats],
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


def dealer_and_trumps(deal: Deal, house: House) -> Entry:
    """The phase is the heading of its deals."""
    return Entry(seat=deal.dealer, trump=deal.trump)


def tricks_taken(deal: Deal, seat: Seat, house: House) -> Entry:
    """Tricks and target."""
    if "tricks" not in deal.answers:
        return Entry()
    count = deal.answers["tricks"][seat.index]
    return Entry([_("{count} / {target}", count=count, target=deal.targets[seat])])


SHEET = Sheet(
    leaves=leaves,
    columns=[DealColumn("about", _("Dealer, trumps"), 24, 19, dealer_and_trumps)],
    taken=Taken(_("tricks / aim"), tricks_taken),
)
