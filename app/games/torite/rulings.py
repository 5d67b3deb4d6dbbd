"""The Torite: is a win possible, who leads, and which stacks may meet? Rules: rules/en/torite.md"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.games.torite.prompts import Stacks
from app.games.torite.scores import (
    EVEN_SCORE,
    HAND,
    PACKS,
    PATTERNS,
    PLAYERS,
    SUIT_WORDS,
    TRICKS,
    Progress,
    Tricks,
    pattern_text,
)
from app.scoring import Card, Problem, Refused, Seat, Table, Text, _, _n
from app.scoring.model.seats import LETTERS
from app.scoring.model.text import and_list
from app.scoring.prompts import Choose, Number, Player, TableCards, YesNo
from app.scoring.rulings import (
    RulingContext,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Verdict,
    ask,
    ask_together,
    question,
    ruling,
)

PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def ask_players(context: RulingContext) -> RulingSteps[int]:
    """Ask how many play; one plays with a dummy."""
    names = context.names
    # A match of one player has a second seat for the dummy, whose name is a text of ours.
    is_solo = bool(names) and isinstance(names[-1], Text)
    playing = 1 if is_solo else len(names)
    players = yield from ask(
        Choose,
        key="players",
        ask=_("How many play?"),
        options={str(n): _("{n}", n=n) for n in PLAYERS},
        style="numbers",
        from_match=str(playing) if playing else None,
    )
    return int(players)


def ask_round(context: RulingContext) -> RulingSteps[int]:
    """Ask which of the two rounds is played: the second has targets from the first."""
    deal = context.deal
    number = yield from ask(
        Choose,
        key="round",
        ask=_("Which round?"),
        options={"1": _("Round 1"), "2": _("Round 2")},
        start="1",
        from_match=("2" if deal.targets else "1") if deal else None,
    )
    return int(number)


@ruling(
    _("Can we still win?"),
    ask=_("The tricks so far, then the cards left."),
    rule="how-you-win",
    search_terms=("win", "still possible", "lost", "is it lost"),
)
def win(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the tricks so far, and once all are played for the leftover cards."""
    players = yield from ask_players(context)
    names: Sequence[str | Text] = LETTERS[:players] if players > 1 else (_("You"), _("Dummy"))
    if len(context.names) == len(names):
        names = context.names
    table = Table(names, colours=context.colours)
    before = Progress(PATTERNS[len(names)])
    number = 1
    if players < 3:
        number = yield from ask_round(context)
    if number == 2:
        first = yield from ask_first_round(context, table)
        before = before.with_round(first, cards_of_round_1(context))
    verdict = yield from rule_on_win(context, table, before)
    return verdict.with_prefill(players=str(players))


def rule_on_win(context: RulingContext, table: Table, before: Progress) -> RulingSteps[Verdict]:
    """Ask for the round that is played after `before`, as far as that is of use."""
    if before.failures:
        return lost(before)
    tricks = yield from ask_tricks(context, table)
    progress = before.with_round(tricks)
    if sum(tricks.values()) < TRICKS:
        return in_reach(progress)
    if progress.failures:
        return lost(progress)
    places: list[Text | Seat] = [*table.seats]
    named: Iterable[str] | None = context.answers.get("left")
    if len(table.seats) == 3:
        places.append(_("Card set aside"))
    if len(table.seats) == 2:
        places = [
            _("{seat}, round {number}", seat=seat, number=number)
            for number in range(1, len(progress.rounds) + 1)
            for seat in table.seats
        ]
        named = before.cards
    cards: list[Any] = yield from ask(
        TableCards,
        ask=_("The cards that are left"),
        tell=(_("All tricks are played: now the cards decide."),),
        spots=places,
        pack=PACKS[len(table.seats)],
        may_have_gaps=True,
        optional=True,
        start=list(named) if named else None,
    )
    named_cards = [card for card in cards or () if card]
    return with_cards(
        replace(progress, cards=tuple(named_cards)), is_open=len(named_cards) < len(places)
    )


def ask_tricks(context: RulingContext, table: Table) -> RulingSteps[Tricks]:
    """Ask for the tricks of each player so far; raises `Refused` for more than there are."""
    entered = context.answers.get("tricks") or ()
    if len(entered) != len(table.seats):
        entered = [None] * len(table.seats)
    tricks = yield from ask_together(
        *(
            question(
                Number,
                key=f"tricks{seat.index + 1}",
                ask=_("{seat}: tricks so far", seat=seat),
                low=0,
                high=TRICKS,
                start=0,
                from_match=count,
            )
            for seat, count in zip(table.seats, entered, strict=True)
        )
    )
    if sum(tricks) > TRICKS:
        words = _n(
            "That makes {n} trick, and there are only {all}.",
            "That makes {n} tricks, and there are only {all}.",
            sum(tricks),
            all=TRICKS,
        )
        raise Refused(Problem(words))
    return dict(zip(table.seats, tricks, strict=True))


def ask_first_round(context: RulingContext, table: Table) -> RulingSteps[Tricks]:
    """Ask for the tricks of round 1, which were 8 and 4 unless the match has lost with others."""
    most, fewest = PATTERNS[2]
    targets = context.deal.targets if context.deal else {}
    first = {table.seats[seat.index]: TRICKS - n for seat, n in targets.items()}
    eight = next((seat for seat, count in first.items() if count == most), None)
    # Round 1 of this match has lost the game with other tricks: there is no 8 to ask about.
    if first and eight is None:
        return first
    eight = yield from ask(
        Player,
        key="eight",
        ask=_n("Who took {n} trick in round 1?", "Who took {n} tricks in round 1?", most),
        seats=table.seats,
        from_match=None if eight is None else eight.index,
    )
    return {seat: most if seat is eight else fewest for seat in table.seats}


def cards_of_round_1(context: RulingContext) -> list[str]:
    """Return the cards left in round 1 of the match, while round 2 is played."""
    if not (context.table and context.deal and context.deal.targets):
        return []
    rounds = [deal for deal in context.table.deals if deal.is_over and not deal.void]
    return list(rounds[-1].answers["left"])


def in_reach(progress: Progress) -> Verdict:
    """Return whether the tricks of the current round can still become those of a win."""
    if len(progress.rounds) == 2:
        return targets_in_reach(progress)
    (tricks,) = progress.rounds
    counted = sorted(tricks.values(), reverse=True)
    words = {"counted": pattern_text(counted), "pattern": pattern_text(progress.pattern)}
    if progress.tricks_fit:
        left = _n(
            "{n} trick is still to play.", "{n} tricks are still to play.", TRICKS - sum(counted)
        )
        why = [_("{counted} can still become {pattern}.", **words), left]
        return Verdict(_("Yes, you can still win."), "how-you-win", why, "yes")
    pairs = enumerate(zip(counted, progress.pattern, strict=True))
    place = next(at for at, (count, aim) in pairs if count > aim)
    limit = progress.pattern[place]
    over = [seat for seat, count in tricks.items() if count > limit]
    values = {"seats": over, "limit": limit}
    too_many = _("{seats} has more than {limit}.", **values)
    if place:
        too_many = _n(
            "{seats} have more than {limit} each, and only {n} may.",
            "{seats} have more than {limit} each, and only {n} may.",
            place,
            **values,
        )
    why = [_("{counted} can no longer become {pattern}.", **words), too_many]
    return Verdict(_("No, you can no longer win."), "how-you-win", why, "no")


def targets_in_reach(progress: Progress) -> Verdict:
    """Return the same for round 2, in which each player has a target."""
    tricks = progress.rounds[1]
    rule = "two-players-two-rounds"
    if not progress.tricks_fit:
        why = [
            _("{seat} has {n}, and must end with {target}.", seat=seat, n=n, target=target)
            for seat, target in progress.targets.items()
            if (n := tricks[seat]) > target
        ]
        return Verdict(_("No, you can no longer win."), rule, why, "no")
    why = [
        _n(
            "{seat} needs {n} more, for {target}.",
            "{seat} needs {n} more, for {target}.",
            target - tricks[seat],
            seat=seat,
            target=target,
        )
        for seat, target in progress.targets.items()
    ]
    return Verdict(_("Yes, you can still win."), rule, why, "yes")


def with_cards(progress: Progress, *, is_open: bool) -> Verdict:
    """Return what the cards make of tricks that fit: won with so many points, lost, or still open.

    `is_open` is true if not all of them are named.
    """
    if progress.failures:
        return lost(progress)
    if is_open:
        why = [
            _("The tricks are {pattern}.", pattern=pattern_text(progress.pattern)),
            _("Now all leftover cards must be of different suits."),
        ]
        return Verdict(_("Yes: the tricks are right."), "how-you-win", why, "yes")
    if len(progress.pattern) == 2 and len(progress.rounds) == 1:
        suits = [SUIT_WORDS[suit]["many"] for suit in progress.free_suits]
        why = [
            _(
                "In round 2 the leftover cards must be of these suits, one each: {suits}.",
                suits=suits,
            )
        ]
        return Verdict(_("Yes: everything is right so far."), "how-you-win", why, "yes")
    high, low = (Card(held.card) for held in progress.scoring_cards)
    values = {"high": high, "low": low, "even": EVEN_SCORE}
    why = [
        _("All leftover cards are of different suits."),
        _("{high} of the most tricks − {low} of the fewest + {even}.", **values),
    ]
    answer = _("Won, with {score}.", score=progress.score)
    return Verdict(answer, "scoring-a-win", why, "yes")


def lost(progress: Progress) -> Verdict:
    """Return that the game is lost, by the tricks or by the suits."""
    failures = list(progress.failures.values())
    return Verdict(_("No: you have lost."), "how-you-win", failures, "no")


@ruling(
    _("Who leads?"),
    ask=_("In the first trick of a round."),
    rule="playing-the-tricks",
    search_terms=("lead", "who begins", "who starts", "first trick", "first lead"),
)
def lead(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask who leads: the holder of a club, or with two hands the dealer and then the winner of the
    last trick."""
    players = yield from ask_players(context)
    if players >= 3:
        return (yield from lead_of_a_club(players))
    number = yield from ask_round(context)
    rule = "two-players-two-rounds" if players == 2 else "playing-alone"
    if number == 2:
        return Verdict(_("The winner of the last trick of round 1 leads any card."), rule)
    dealer = context.table.seats[0] if context.table else _("The dealer")
    return Verdict(_("{dealer} leads any card.", dealer=dealer), rule)


def lead_of_a_club(players: int) -> RulingSteps[Verdict]:
    """Return the holder of the lowest club; with three players it can be the one set aside."""
    card, why = Card("2C"), []
    if players == 3:
        is_in_a_hand = yield from ask(
            YesNo,
            key="five",
            ask=_("Does anyone have the 5♣?"),
            options={"yes": _("Yes"), "no": _("Nobody: it was set aside")},
            start="yes",
        )
        card = Card("5C" if is_in_a_hand else "6C")
        if not is_in_a_hand:
            why = [_("The 5♣ is set aside, so the 6♣ takes its place.")]
    why.append(_("The first card can be any card, not only the {card}.", card=card))
    rule = "three-players" if players == 3 else "four-players"
    return Verdict(_("The player with the {card} leads any card.", card=card), rule, why)


@ruling(
    _("Which splits are allowed?"),
    ask=_("For 1 or 2 players: the suits in each stack."),
    rule="choosing-hands",
    search_terms=("split", "stack", "stacks", "choose hands", "pair"),
    applies_to=lambda context: len(context.names) in (0, 2),
)
def splits(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the suits of four stacks; numbers that follow from the others need not be typed."""
    stacks = yield from ask(
        Stacks,
        key="stacks",
        ask=_("How many of each suit are in the four stacks?"),
        tell=(_("You can leave the last stack and the last suit empty."),),
        stacks={str(n): _("Stack {n}", n=n) for n in range(1, 5)},
        total=HAND,
    )
    legal = legal_pairings(stacks)
    lines = [
        RulingLine(
            _("{a} with {b}, and {c} with {d}", a=a + 1, b=b + 1, c=c + 1, d=d + 1),
            is_struck=((a, b), (c, d)) not in legal,
            is_ticked=((a, b), (c, d)) in legal,
        )
        for (a, b), (c, d) in PAIRINGS
    ]
    details = [RulingDetail(_("The stacks of one round, and of the other"), lines)]
    rule = "choosing-hands"
    if len(legal) == len(PAIRINGS):
        why = [_("No two stacks have the same count of every suit.")]
        return Verdict(_("All three splits are allowed."), rule, why, "yes", details)
    twins = {n + 1 for n, stack in enumerate(stacks) if stacks.count(stack) > 1}
    why = [
        _(
            "Stacks {stacks} have the same count of every suit, so they may not be played in the"
            " same round.",
            stacks=and_list(sorted(twins)),
        )
    ]
    if not legal:
        return Verdict(_("No split is allowed: deal again."), rule, why, "no", details)
    return Verdict(_("Two of the three splits are allowed."), rule, why, "yes", details)


def legal_pairings(stacks: Sequence[Sequence[int]]) -> list[tuple[tuple[int, int], ...]]:
    """Return the ways to pair four stacks, by index, so that no pair has the same count of every
    suit.

    A stack is its number of spades, hearts, diamonds and clubs. An empty list means a redeal.
    """
    # Only a match in all four suits is forbidden (rules/en/torite.md#choosing-hands).
    return [
        pairing
        for pairing in PAIRINGS
        if all(list(stacks[one]) != list(stacks[other]) for one, other in pairing)
    ]


RULINGS = (win, lead, splits)
