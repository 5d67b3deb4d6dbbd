"""Trex: whether a hand may ask for a redeal. Rules: rules/trex.md#redeals"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.games.trex.contracts import CONTRACTS
from app.scoring import Card, Text, _, _n
from app.scoring.model.cards import RANKS, SIGNS
from app.scoring.model.text import and_list
from app.scoring.prompts import Choose, Several
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask, ask_together, question


def may_appeal_king(hearts: Collection[str]) -> bool:
    """Whether a hand whose hearts have just these ranks may ask for a redeal of the King."""
    return set(hearts) in ({"K"}, {"A"}, {"A", "K"})


def may_appeal_trex(twos: Collection[str], threes: Collection[str]) -> bool:
    """Whether a hand with 2s and 3s of these suits (letters) may ask for a redeal of Trex."""
    missing = set(SIGNS) - set(twos)
    return not missing or (len(missing) == 1 and missing <= set(threes))


def redeal(situation: Situation) -> RulingSteps[Verdict]:
    """King: the hearts of the hand. Trex: its 2s and 3s."""
    named = situation.answers.get("contract")
    contract = yield from ask(
        Choose,
        key="contract",
        ask=_("Which contract was named?"),
        options={key: CONTRACTS[key].name for key in ("king", "trex")},
        from_match=named if named in ("king", "trex") else None,
    )
    if situation.rules.get("appeals") is False:
        return Verdict(
            _("No: this table plays without appeals."),
            "redeals",
            [_("That is one of the house rules of this match.")],
            "no",
        )
    hidden = _("The answer shows what you hold: keep the phone to yourself. Nothing is stored.")
    if contract == "king":
        hearts = yield from ask(
            Several,
            key="hearts",
            ask=_("Tap your hearts"),
            tell=(hidden,),
            options={rank: _("{card}", card=Card(f"{rank}H")) for rank in RANKS},
            none=_("No hearts"),
            style="numbers",
        )
        return redeal_of_the_king(hearts).with_prefill(contract=contract)
    twos, threes = yield from ask_together(
        question(
            Several,
            key="twos",
            ask=_("Tap your 2s"),
            tell=(hidden,),
            options={letter: _("{card}", card=Card(f"2{letter}")) for letter in SIGNS},
            none=_("No 2s"),
            style="suits",
        ),
        question(
            Several,
            key="threes",
            ask=_("Tap your 3s"),
            options={letter: _("{card}", card=Card(f"3{letter}")) for letter in SIGNS},
            style="suits",
        ),
    )
    return redeal_of_trex(twos, threes).with_prefill(contract=contract)


def redeal_of_the_king(hearts: Sequence[str]) -> Verdict:
    """Only the king, only the ace, or only those two."""
    others = [Card(f"{rank}H") for rank in hearts if rank not in ("A", "K")]
    if may_appeal_king(hearts):
        held = and_list([Card(f"{rank}H") for rank in hearts])
        why = _("{held}, and no other heart: nothing protects it.", held=held)
        return may_ask(why)
    if not hearts:
        why = _("Only a hand with a lone K♥ or A♥, or just those two, may ask.")
    elif len(others) == len(hearts):
        why = _("Neither K♥ nor A♥ is among your hearts.")
    else:
        why = _n("{cards} protects it.", "{cards} protect it.", len(others), cards=and_list(others))
    return Verdict(_("No, play this hand."), "redeals", [why], "no")


def redeal_of_trex(twos: Sequence[str], threes: Sequence[str]) -> Verdict:
    """Four 2s, or three and the 3 of the fourth suit."""
    missing = [letter for letter in SIGNS if letter not in twos]
    if may_appeal_trex(twos, threes):
        if not missing:
            return may_ask(_("All four 2s are in this hand."))
        return may_ask(
            _("Three 2s, and the {three} of the fourth suit.", three=Card(f"3{missing[0]}"))
        )
    if len(missing) == 1:
        three = Card(f"3{missing[0]}")
        why = _("With three 2s it takes the 3 of the missing suit too: {three}.", three=three)
    else:
        why = _n(
            "{n} 2 is too few: it takes four, or three and the 3 of the fourth suit.",
            "{n} 2s are too few: it takes four, or three and the 3 of the fourth suit.",
            len(twos),
        )
    return Verdict(_("No, play this hand."), "redeals", [why], "no")


def may_ask(why: Text) -> Verdict:
    """Yes, until somebody doubles or leads."""
    until = _("Ask before anybody doubles or leads, and show these cards.")
    return Verdict(_("Yes, it may ask for a redeal."), "redeals", [why, until], "yes")


RULING = Ruling(
    slug="redeal",
    title=_("May this hand ask for a redeal?"),
    ask=_("Tap the cards that could entitle you."),
    rule="redeals",
    search_terms=(
        "redeal",
        "throw in",
        "appeal",
        "king and ace",
        "lone king",
        "lone ace",
        "four 2s",
    ),
    script=redeal,
    applies_to=lambda situation: situation.answers.get("contract") in (None, "king", "trex"),
    is_private=True,
)
