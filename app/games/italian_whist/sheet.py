"""What goes on paper of Italian Whist: as many deals as fit, in cycles of six."""

from __future__ import annotations

from app.games.italian_whist.play import CYCLE, PASSES, TRICKS
from app.scoring import NO_TRUMPS, Deal, Seat, Signed, _
from app.scoring.prompts import Count
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

CHECK_SUM = Box(_("Σ 0"), style="check")


def pages(spec: BlankSpec) -> list[SheetPage]:
    """The cycle again and again: who deals and leads, trumps, and where the second hand goes."""
    numbers = spec.rows(24, 21, 18)
    level = [TRICKS // len(spec.sides)] * len(spec.sides)
    deals = spec.play({"first": level, "second": level}, len(numbers))[: len(numbers)]
    # Small paper has no room for a box to tick.
    check = [] if spec.is_small else [SheetColumn("check", _("check"), 12, box=TICK)]
    return [
        SheetPage(
            title=_(
                "Score sheet · until a total reaches {upper} or {lower}",
                upper=Signed(spec.house["upper"]),
                lower=Signed(spec.house["lower"]),
            ),
            names=_("Names, clockwise; A deals first"),
            before=[
                SheetColumn("deal", _("Deal"), spec.width(8, 6.5)),
                SheetColumn("dealer", _("Dealer"), spec.width(11, 8)),
                SheetColumn("trumps", _("Trumps"), spec.width(12, 9)),
                SheetColumn("pass", _("2nd hand"), spec.width(17, 11.5)),
                SheetColumn("lead", [_("leads"), _("1st")], spec.width(7.5, 6)),
                SheetColumn("next", [_("leads"), _("2nd")], spec.width(7.5, 6)),
            ],
            of_side=[
                SheetColumn("first", _("1st"), spec.width(8, 6)),
                SheetColumn("second", _("2nd"), spec.width(8, 6)),
                SheetColumn("score", _("score")),
                SheetColumn("total", _("total"), box=SHADED),
            ],
            after=check,
            row_height=spec.by_size(7.8, 8.2, 6.5),
            groups=[
                RowGroup([row_of(deal) for deal in deals[start : start + CYCLE]])
                for start in range(0, len(deals), CYCLE)
            ],
            totals=[TotalRow(_("Final total"), after=[CHECK_SUM] if check else [])],
            check=_(
                "Check each deal: {tricks} tricks in each hand, scores add up to 0.", tricks=TRICKS
            ),
            remembered=[_("Score: tricks of the first hand − tricks of the second.")],
        )
    ]


def row_of(deal: Deal) -> SheetRow:
    """What the place of a deal in its cycle decides; its second half is played with trumps."""
    return SheetRow(
        deal.number,
        {
            "dealer": Box(deal.dealer, kind="seat"),
            "trumps": Box(_("none"), kind="small")
            if deal.trump == NO_TRUMPS
            else Box("spade", kind="symbol"),
            "pass": Box(deal.name, style="pass"),
            "lead": Box(deal.leader),
            "next": Box(deal.leads_next),
        },
        style="half" if (deal.number - 1) % CYCLE == len(PASSES) else "",
    )


def level_hand(prompt: Count) -> list[int]:
    """Nine tricks that bring everybody the same."""
    return [TRICKS // len(prompt.seats)] * len(prompt.seats)


def dealer_and_trumps(deal: Deal, house: RuleChoices) -> SheetCell:
    """Who dealt, where the second hands went, and trumps."""
    return SheetCell([deal.name] if deal.name else [], seat=deal.dealer, trump=deal.trump)


def both_hands(deal: Deal, seat: Seat, house: RuleChoices) -> SheetCell:
    """Tricks of the first hand, and of the second as soon as it is played."""
    hands = [deal.answers[key][seat.index] for key in ("first", "second") if key in deal.answers]
    if len(hands) == 2:
        return SheetCell([_("{first} − {second}", first=hands[0], second=hands[1])])
    return SheetCell([_("{first} −", first=hands[0])] if hands else [])


def numbers(house: RuleChoices) -> dict[str, int]:
    """The limits of this table."""
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
