"""Italian Whist: what has to be played. Rules: rules/italian_whist.md#following-suit"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.games.italian_whist.jokers import (
    COLOURS,
)
from app.scoring import Text, _
from app.scoring.model.cards import JOKERS, LETTER_OF_SUIT, SIGN_OF_SUIT, SIGNS, SUIT_OF_LETTER
from app.scoring.model.text import or_list
from app.scoring.prompts import Choose, Several, YesNo
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask


def what_follows(lead: str, second: str | None, *, free: bool = False) -> tuple[str, ...]:
    """The kinds of cards (suit letters, or jokers) that follow; () where any card may be played.

    `lead` and `second` are kinds too; `second` matters only on a led joker. With `free`, the house
    rule, anything may be played on a led joker.
    """
    if lead not in COLOURS:
        return lead, joker_of(lead)
    if free:
        return ()
    own = tuple(LETTER_OF_SUIT[suit] for suit in COLOURS[lead])
    return (second,) if second in own else own


def joker_of(letter: str) -> str:
    """The joker that has the colour of this suit."""
    return next(joker for joker, own in COLOURS.items() if SUIT_OF_LETTER[letter] in own)


def may_play(
    lead: str, second: str | None, holds: Collection[str], *, free: bool = False
) -> tuple[str, ...]:
    """What of the kinds in `holds` has to be played; () for any card."""
    return tuple(kind for kind in what_follows(lead, second, free=free) if kind in holds)


def follow(situation: Situation) -> RulingSteps[Verdict]:
    """What was led, and what kinds of cards are in the hand."""
    kinds = {**SIGNS, **JOKERS}
    lead = yield from ask(Choose, key="lead", ask=_("What was led?"), options=kinds, style="suits")
    second, free = None, False
    if lead in JOKERS:
        second = yield from ask(
            Choose,
            key="second",
            ask=_("The second card, if you play third"),
            options={kind: name for kind, name in kinds.items() if kind != lead},
            style="suits",
            optional=True,
        )
        free = yield from ask(
            YesNo,
            key="free",
            ask=_("A led joker is followed"),
            options={"no": _("by its colour"), "yes": _("by any card (house rule)")},
            start="no",
        )
    follows = what_follows(lead, second, free=free)
    holds: Sequence[str] = ()
    if follows:
        holds = yield from ask(
            Several,
            key="hold",
            ask=_("What do you hold of these?"),
            options={kind: kinds[kind] for kind in follows},
            none=_("None of these"),
            style="suits",
        )
    return must_follow(lead, second, holds, free=free)


def must_follow(lead: str, second: str | None, holds: Sequence[str], *, free: bool) -> Verdict:
    """What has to be played, and why."""
    rule = "following-suit"
    must = may_play(lead, second, holds, free=free)
    answer = _("No: play any card.")
    if must:
        kinds = [_("the {joker}", joker=JOKERS[k]) if k in JOKERS else SIGNS[k] for k in must]
        answer = _("Yes: play {kinds}.", kinds=or_list(kinds))
    if lead in JOKERS:
        why = why_follow_a_joker(lead, second, free=free)
    else:
        names = {"suit": SIGNS[lead], "joker": JOKERS[joker_of(lead)]}
        why = [_("On a {suit} lead, {suit} and the {joker} both follow.", **names)]
        if must == (joker_of(lead),):
            why.append(_("It is all you have that follows, so you may not trump or discard."))
    return Verdict(answer, rule, why, "yes" if must else "no")


def why_follow_a_joker(lead: str, second: str | None, *, free: bool) -> list[Text]:
    """What a led joker asks for."""
    if free:
        return [_("At this table any card may be played on a led joker.")]
    one, other = (SIGN_OF_SUIT[suit] for suit in COLOURS[lead])
    if second in [LETTER_OF_SUIT[suit] for suit in COLOURS[lead]]:
        return [_("The second card settled the suit of the joker: {suit}.", suit=SIGNS[second])]
    return [
        _(
            "The suit of the led joker is open: {one} or {other}, and the first such card settles"
            " it.",
            one=one,
            other=other,
        )
    ]


RULING = Ruling(
    slug="follow",
    title=_("Must I follow?"),
    ask=_("What was led, and what do you hold?"),
    rule="following-suit",
    search_terms=(
        "must",
        "must I play the joker",
        "must I follow suit",
        "joker",
        "may I trump",
    ),
    script=follow,
    is_private=True,
)
