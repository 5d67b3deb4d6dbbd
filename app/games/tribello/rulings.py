"""Tribello: how many cards each may draw from the widow. Rules: rules/tribello.md#swapping-cards"""

from __future__ import annotations

from typing import Any

from app.games.tribello.play import WIDOW
from app.scoring import Problem, Refused, Seat, Text, _, pack
from app.scoring.prompts import Number
from app.scoring.prompts.cards import cards_of
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask

ALL_CARDS = len(pack())
ROLES = ("dealer", "left", "right")
ROLE_NAMES = (_("The dealer"), _("The player on the left"), _("The player on the right"))


def widow_left(*drawn: int) -> int:
    """How many cards are left in the widow after these draws, in the order of `ROLES`.

    Raises `Refused`, at the role, for a draw of more cards than there were.
    """
    left = WIDOW
    for role, who, cards in zip(ROLES, ROLE_NAMES, drawn, strict=False):
        if not 0 <= cards <= left:
            raise Refused(
                Problem(_("{who} may take at most {left} cards.", who=who, left=left), at=role)
            )
        left -= cards
    return left


def players(situation: Situation) -> tuple[Text | Seat, ...]:
    """Dealer, left and right: the seats of a deal in a match, else the names of the roles."""
    if situation.table is None or situation.deal is None or situation.deal.dealer is None:
        return ROLE_NAMES
    dealer = situation.deal.dealer
    return dealer, situation.table.left_of(dealer), situation.table.right_of(dealer)


def widow(situation: Situation) -> RulingSteps[Verdict]:
    """Ask what the dealer drew, then the player on the left; each may take what is left."""
    dealer, left, right = players(situation)
    first = yield from ask(
        Number,
        key="dealer",
        ask=_("{who} draws", who=dealer),
        tell=(_("Up to {most}: the whole widow.", most=WIDOW),),
        **up_to(WIDOW),
    )
    for_left = widow_left(first)
    if for_left == 0:
        return Verdict(
            _("{left} and {right} draw nothing.", left=left, right=right),
            "swapping-cards",
            [_("{dealer} took all {most}: both are skipped.", dealer=dealer, most=WIDOW)],
            "no",
        )
    second = yield from ask(
        Number,
        key="left",
        ask=_("{who} draws", who=left),
        tell=(_("Up to {most}.", most=for_left),),
        optional=True,
        **up_to(for_left),
    )
    if second is None:
        return Verdict(
            _("{left} may draw up to {cards}.", left=left, cards=cards_of(for_left)),
            "swapping-cards",
            [
                _("{all} in the widow, {first} drawn.", all=WIDOW, first=first),
                _("What {left} leaves is for {right}.", left=left, right=right),
            ],
            "yes",
        )
    for_right = widow_left(first, second)
    why = _(
        "{all} in the widow, {first} and {second} drawn.", all=WIDOW, first=first, second=second
    )
    if for_right == 0:
        skipped = _("{right} draws nothing: skip.", right=right)
        return Verdict(skipped, "swapping-cards", [why], "no")
    answer = _("{right} may draw up to {cards}.", right=right, cards=cards_of(for_right))
    return Verdict(answer, "swapping-cards", [why], "yes")


def up_to(left: int) -> dict[str, Any]:
    """The range of a draw: numbers up to `left` are offered, and `widow_left` refuses the others.

    It says who took too many, where a number out of range would only be called that.
    """
    return {"low": 0, "high": ALL_CARDS, "usual": range(left + 1)}


RULINGS = (
    Ruling(
        slug="widow",
        title=_("How many may each draw from the widow?"),
        ask=_("Say what was drawn so far."),
        rule="swapping-cards",
        search_terms=(
            "widow",
            "swap",
            "swap all",
            "how many cards may I swap",
            "take cards",
            "exchange",
        ),
        script=widow,
    ),
)
