"""What goes on paper of Italian Whist: as many deals as fit, in cycles of six."""

from __future__ import annotations

from typing import Any

from app.games.italian_whist.play import CYCLE, PASSES, TRICKS
from app.scoring import NO_TRUMPS, Deal, Seat, _
from app.scoring.prompts import Count
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
    """Return the one page: as many deals as fit, as the script deals them."""
    number = len(spec.rows(24, 21, 18))
    level = [TRICKS // len(spec.sides)] * len(spec.sides)
    deals = spec.play({"first": level, "second": level}, number)[:number]
    return [
        {
            "deals": deals,
            "cycle": CYCLE,
            "passes": len(PASSES),
            "no_trumps": NO_TRUMPS,
            "tricks": TRICKS,
        }
    ]


def level_hand(prompt: Count) -> list[int]:
    """Nine tricks that bring everybody the same."""
    return [TRICKS // len(prompt.seats)] * len(prompt.seats)


def dealer_and_trumps(deal: Deal, house: RuleChoices) -> SheetCell:
    """Return who dealt, where the second hands went, and trumps."""
    return SheetCell([deal.name] if deal.name else [], seat=deal.dealer, trump=deal.trump)


def both_hands(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Tricks of the first hand, and of the second as soon as it is played."""
    hands = [deal.answers[key][seat.index] for key in ("first", "second") if key in deal.answers]
    if len(hands) == 2:
        return SheetCell([_("{first} − {second}", first=hands[0], second=hands[1])])
    return SheetCell([_("{first} −", first=hands[0])] if hands else [])


def numbers(house: RuleChoices) -> dict[str, int]:
    """Return the limits of this table."""
    return {"limit": house["upper"], "limit_below": house["lower"]}


SHEET = Sheet(
    pages=pages,
    columns=[DealColumn("about", _("Dealer, trumps"), 44, 31, dealer_and_trumps)],
    taken=SeatColumn(_("1st − 2nd"), both_hands),
    numbers=numbers,
    paper=PaperSpec(
        dict.fromkeys(("first", "second"), level_hand),
        {"first": _("1st"), "second": _("2nd")},
    ),
)
