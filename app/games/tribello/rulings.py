"""Tribello: how many cards each draws from the widow. Rules: rules/en/tribello.md#swapping-cards"""

from __future__ import annotations

from typing import Any

from app.games.tribello.play import WIDOW
from app.scoring import Deal, Problem, Refused, Seat, Text, _, _n, pack
from app.scoring.prompts import Number, cards_of
from app.scoring.rulings import RulingContext, RulingSteps, Verdict, ask, ruling

ALL_CARDS = len(pack())
WIDOW_RULE = "swapping-cards"
ROLES = {
    "dealer": _("The dealer"),
    "left": _("The player on the left"),
    "right": _("The player on the right"),
}


def widow_left(*drawn: int) -> int:
    """Return how many cards are left in the widow after these draws, in the order of `ROLES`.

    Raises `Refused`, at the role, for a draw of more cards than there were.
    """
    left = WIDOW
    for (role, name), cards in zip(ROLES.items(), drawn, strict=False):
        if not 0 <= cards <= left:
            message = _n(
                "{who} may draw at most {n} card.",
                "{who} may draw at most {n} cards.",
                left,
                who=name,
            )
            raise Refused(Problem(message, at=role))
        left -= cards
    return left


def players(deal: Deal | None) -> tuple[Text | Seat, ...]:
    """Return dealer, left and right: the seats of a deal, or the names of the roles without one."""
    if deal is None or deal.dealer is None:
        return tuple(ROLES.values())
    return deal.dealer, deal.circle.left_of(deal.dealer), deal.circle.right_of(deal.dealer)


@ruling(
    _("How many cards may I draw?"),
    ask=_("Tap what was drawn from the widow."),
    rule=WIDOW_RULE,
    search_terms=(
        "widow",
        "swap",
        "swap all",
        "how many cards may I swap",
        "take cards",
        "exchange",
    ),
)
def widow(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask what the dealer drew, then the player on the left; each may take what is left."""
    dealer, left, right = players(context.deal)
    whole = _("Up to {most}: the whole widow.", most=WIDOW)
    first = yield from ask_draw("dealer", dealer, WIDOW, tell=(whole,))
    for_left = widow_left(first)
    if for_left == 0:
        why = _("{dealer} drew all {most}: both are skipped.", dealer=dealer, most=WIDOW)
        nothing = _("{left} and {right} draw nothing.", left=left, right=right)
        return Verdict(nothing, WIDOW_RULE, [why], "no")
    up_to = _("Up to {most}.", most=for_left)
    second = yield from ask_draw("left", left, for_left, tell=(up_to,), optional=True)
    if second is None:
        why = _("{all} in the widow, {first} drawn.", all=WIDOW, first=first)
        rest = _("What {left} leaves is for {right}.", left=left, right=right)
        answer = _("{left} may draw up to {cards}.", left=left, cards=cards_of(for_left))
        return Verdict(answer, WIDOW_RULE, [why, rest], "yes")
    for_right = widow_left(first, second)
    why = _(
        "{all} in the widow, {first} and {second} drawn.", all=WIDOW, first=first, second=second
    )
    if for_right == 0:
        return Verdict(_("{right} draws nothing: skip.", right=right), WIDOW_RULE, [why], "no")
    answer = _("{right} may draw up to {cards}.", right=right, cards=cards_of(for_right))
    return Verdict(answer, WIDOW_RULE, [why], "yes")


def ask_draw(key: str, who: Text | Seat, left: int, **fields: Any) -> RulingSteps[Any]:
    """Ask how many cards a player drew of those `left` in the widow."""
    # Any number of cards can be typed, so that `widow_left` can say who took too many: “out of
    # range” would not help anybody.
    return ask(
        Number,
        key=key,
        ask=_("{who}: how many cards?", who=who),
        low=0,
        high=ALL_CARDS,
        usual=range(left + 1),
        **fields,
    )


RULINGS = (widow,)
