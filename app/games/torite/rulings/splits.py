"""The Torite: how four stacks may be paired. Rules: rules/torite.md#choosing-hands"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.torite.prompts import Stacks
from app.games.torite.scores import HAND
from app.scoring import Problem, Refused, Text, _
from app.scoring.model.text import and_list
from app.scoring.rulings import (
    Ruling,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Situation,
    Verdict,
    ask,
)

PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def legal_pairings(stacks: Sequence[Sequence[int]]) -> list[tuple[tuple[int, int], ...]]:
    """The ways to pair four stacks, by index, so that no pair has the same count of every suit.

    A stack is its number of spades, hearts, diamonds and clubs. An empty list means a redeal.
    Raises `Refused` if a stack or a suit has not so many cards as a hand.
    """
    problems = [
        Problem(
            _(
                "Stack {number} has {cards} cards, not {hand}.",
                number=n,
                cards=sum(stack),
                hand=HAND,
            ),
            at=n,
        )
        for n, stack in enumerate(stacks, start=1)
        if sum(stack) != HAND
    ]
    if not problems and any(sum(suit) != HAND for suit in zip(*stacks, strict=True)):
        problems.append(Problem(_("Every suit has {hand} cards in all.", hand=HAND)))
    if problems:
        raise Refused(*problems)
    return [
        pairing
        for pairing in PAIRINGS
        if all(list(stacks[one]) != list(stacks[other]) for one, other in pairing)
    ]


def splits(situation: Situation) -> RulingSteps[Verdict]:
    """The suits of four stacks; what follows from the others need not be typed."""
    stacks = yield from ask(
        Stacks,
        key="stacks",
        ask=_("How many of each suit are in the four stacks?"),
        tell=(_("The last stack and the last suit fill themselves in."),),
        stacks={str(n): _("Stack {n}", n=n) for n in range(1, 5)},
        total=HAND,
    )
    return which_splits(stacks)


def which_splits(stacks: Sequence[Sequence[int]]) -> Verdict:
    """Every way to pair the stacks, the forbidden ones struck through."""
    legal = legal_pairings(stacks)
    lines = [
        RulingLine(
            pairing_words(pairing), is_struck=pairing not in legal, is_ticked=pairing in legal
        )
        for pairing in PAIRINGS
    ]
    details = [RulingDetail(_("The stacks of one round, and of the other"), lines)]
    rule = "choosing-hands"
    twins = [
        (one + 1, other + 1)
        for pairing in PAIRINGS
        for one, other in pairing
        if list(stacks[one]) == list(stacks[other])
    ]
    if not twins:
        why = _("No two stacks have the same count of every suit.")
        return Verdict(_("All three splits are legal."), rule, [why], "yes", details)
    why = _(
        "Stacks {stacks} have the same count of every suit, so they may not meet in one round.",
        stacks=and_list(sorted({n for pair in twins for n in pair})),
    )
    if not legal:
        return Verdict(_("No split is legal: deal again."), rule, [why], "no", details)
    return Verdict(_("Two of the three splits are legal."), rule, [why], "yes", details)


def pairing_words(pairing: tuple[tuple[int, int], ...]) -> Text:
    """A pairing in words: ``1 with 3, and 2 with 4``."""
    (a, b), (c, d) = pairing
    return _("{a} with {b}, and {c} with {d}", a=a + 1, b=b + 1, c=c + 1, d=d + 1)


RULING = Ruling(
    slug="splits",
    title=_("Are these hand splits legal?"),
    ask=_("Two players or one: the suits of the four stacks."),
    rule="choosing-hands",
    search_terms=(
        "split",
        "stack",
        "stacks",
        "choose hands",
        "pair",
    ),
    script=splits,
    applies_to=lambda situation: situation.table is None or len(situation.table.seats) == 2,
)
