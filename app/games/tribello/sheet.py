"""What goes on paper of Tribello: twelve rows in four phases, with the target of each player."""

from __future__ import annotations

from typing import Any

from app.games.tribello.play import DEALS, PHASES, TRICKS
from app.scoring import Deal, Seat, _
from app.scoring.sheet import (
    BlankSpec,
    DealColumn,
    PaperSpec,
    RuleChoices,
    SeatColumn,
    Sheet,
    SheetCell,
)


def pages(spec: BlankSpec) -> list[dict[str, Any]]:
    """Return the one page: all deals as the script deals them, and their phases."""
    deals = spec.play({"tricks": [TRICKS, 0, 0]}, DEALS)
    return [{"deals": deals, "phases": PHASES, "tricks": TRICKS}]


def dealer_and_trumps(deal: Deal, house: RuleChoices) -> SheetCell:
    """Return the dealer and trumps; the phase is in the heading of its deals."""
    return SheetCell(seat=deal.dealer, trump=deal.trump)


def tricks_taken(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Return the tricks of a seat beside its target."""
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
