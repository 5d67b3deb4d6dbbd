"""The Torite: whether a win is still possible. Rules: rules/torite.md#how-you-win"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from app.games.torite.course import Course, suits_free, targets_after
from app.games.torite.rulings.players import ask_players, ask_round, table_of
from app.games.torite.scores import (
    EVEN_SCORE,
    PACKS,
    PATTERNS,
    TRICKS,
    Taken,
    card_of,
    dashed,
    score_of,
)
from app.scoring import SUITS, Card, Problem, Refused, Seat, Table, Text, _, _n
from app.scoring.prompts import Number, Player, TableCards
from app.scoring.rulings import Ruling, RulingSteps, Situation, Verdict, ask, ask_together, question


def win(situation: Situation) -> RulingSteps[Verdict]:
    """The tricks so far, and at the end the cards that are left."""
    players = yield from ask_players(situation)
    table = table_of(situation, players)
    play_out = win_of_one_round if players >= 3 else win_of_two_rounds
    verdict = yield from play_out(situation, table)
    return verdict.with_prefill(players=str(players))


def win_of_one_round(situation: Situation, table: Table) -> RulingSteps[Verdict]:
    """Three and four players: the pattern, then the leftover cards and the one set aside."""
    taken = yield from ask_tricks(situation, table)
    course = Course(PATTERNS[len(table.seats)]).with_round(taken)
    if sum(taken.values()) < TRICKS:
        return in_reach(course)
    if course.failures:
        return lost(course)
    places: list[Text | Seat] = [*table.seats]
    if len(table.seats) == 3:
        places.append(_("Set aside"))
    cards = yield from ask_cards(places, course, situation.answers.get("left"))
    return with_cards(course, cards, cards)


def win_of_two_rounds(situation: Situation, table: Table) -> RulingSteps[Verdict]:
    """8 and 4 tricks, then the reverse, and four cards left in all."""
    number = yield from ask_round(situation)
    before = Course(PATTERNS[2])
    if number == 2:
        first = yield from ask_first_round(situation, table)
        before = before.with_round(first, cards_of_round_1(situation))
        if before.failures:
            return lost(before)
    taken = yield from ask_tricks(situation, table)
    course = before.with_round(taken)
    if sum(taken.values()) < TRICKS:
        return in_reach(course)
    if course.failures:
        return lost(course)
    places = [
        _("{seat}, round {number}", seat=seat, number=at)
        for at in range(1, number + 1)
        for seat in table.seats
    ]
    cards = yield from ask_cards(places, course, before.cards)
    return with_cards(course, cards, cards[-len(table.seats) :])


# --- what it asks -------------------------------------------------------------------------------


def ask_tricks(situation: Situation, table: Table) -> RulingSteps[Taken]:
    """The tricks of each player so far; refuses more than there are."""
    entered = situation.answers.get("tricks")
    if not entered or len(entered) != len(table.seats):
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
        raise Refused(
            Problem(
                _(
                    "That makes {counted} tricks, and there are only {all}.",
                    counted=sum(tricks),
                    all=TRICKS,
                )
            )
        )
    return dict(zip(table.seats, tricks, strict=True))


def ask_first_round(situation: Situation, table: Table) -> RulingSteps[Taken]:
    """The tricks of round 1, when 8 and 4 were shared out; a match knows them in any case."""
    most, fewest = PATTERNS[2]
    targets = situation.deal.targets if situation.deal else {}
    first = {table.seats[seat.index]: TRICKS - n for seat, n in targets.items()}
    eight = next((seat for seat, count in first.items() if count == most), None)
    if first and eight is None:
        return first
    eight = yield from ask(
        Player,
        key="eight",
        ask=_("Who took {most} tricks in round 1?", most=most),
        seats=table.seats,
        from_match=None if eight is None else eight.index,
    )
    return {seat: most if seat is eight else fewest for seat in table.seats}


def cards_of_round_1(situation: Situation) -> list[str]:
    """The cards that were left in round 1 of the match, while round 2 is played."""
    if not (situation.table and situation.deal and situation.deal.targets):
        return []
    rounds = [deal for deal in situation.table.deals if deal.is_over and not deal.void]
    return list(rounds[-1].answers["left"])


def ask_cards(
    places: Sequence[Text | Seat], course: Course, named: Iterable[str] | None
) -> RulingSteps[list[str | None]]:
    """The leftover cards, as soon as all tricks are played; None for those not named yet."""
    cards: list[Any] = yield from ask(
        TableCards,
        ask=_("The cards that are left"),
        tell=(_("All tricks are played: now the cards decide."),),
        spots=places,
        pack=PACKS[len(course.pattern)],
        partial=True,
        optional=True,
        start=list(named) if named else None,
    )
    return [*(cards or ()), *[None] * len(places)][: len(places)]


# --- what it says -------------------------------------------------------------------------------


def in_reach(course: Course) -> Verdict:
    """Whether the tricks of the round that is being played can still become those of a win."""
    if course.failures and course.tricks_fit:
        return lost(course)
    if len(course.rounds) == 2:
        return targets_in_reach(course)
    (taken,) = course.rounds
    counted = sorted(taken.values(), reverse=True)
    words = {"counted": dashed(counted), "pattern": dashed(course.pattern)}
    if course.tricks_fit:
        left = _n(
            "{n} trick is still to play.", "{n} tricks are still to play.", TRICKS - sum(counted)
        )
        why = [_("{counted} can still become {pattern}.", **words), left]
        return Verdict(_("Yes, you can still win."), "how-you-win", why, "yes")
    pairs = enumerate(zip(counted, course.pattern, strict=True))
    place = next(at for at, (count, aim) in pairs if count > aim)
    limit = course.pattern[place]
    over = [seat for seat, count in taken.items() if count > limit]
    why = [_("{counted} can no longer become {pattern}.", **words)]
    if place:
        why.append(
            _n(
                "{seats} have more than {limit} each, and only {n} may.",
                "{seats} have more than {limit} each, and only {n} may.",
                place,
                seats=over,
                limit=limit,
            )
        )
    else:
        why.append(_("{seats} has more than {limit}.", seats=over, limit=limit))
    return Verdict(_("No, a win is out of reach."), "how-you-win", why, "no")


def targets_in_reach(course: Course) -> Verdict:
    """Round 2, in which everyone has a number of their own."""
    first, taken = course.rounds
    targets = targets_after(first)
    rule = "two-players-two-rounds"
    if not course.tricks_fit:
        why = [
            _(
                "{seat} has {n}, and must end with {target}.",
                seat=seat,
                n=count,
                target=targets[seat],
            )
            for seat, count in taken.items()
            if count > targets[seat]
        ]
        return Verdict(_("No, a win is out of reach."), rule, why, "no")
    why = [
        _("{seat} needs {n} more, for {target}.", seat=seat, n=target - taken[seat], target=target)
        for seat, target in targets.items()
    ]
    return Verdict(_("Yes, you can still win."), rule, why, "yes")


def with_cards(course: Course, cards: Sequence[str | None], left: Sequence[str | None]) -> Verdict:
    """What the cards make of tricks that fit: won with so many points, lost, or open yet.

    `left` are those of the last round, which score.
    """
    course = replace(course, cards=tuple(card for card in cards if card))
    if course.failures:
        return lost(course)
    if None in cards:
        why = [
            _("They are {pattern}.", pattern=dashed(course.pattern)),
            _("Now no two of the cards that are left may be of the same suit."),
        ]
        return Verdict(_("Yes: the tricks fit."), "how-you-win", why, "yes")
    if len(course.pattern) == 2 and len(course.rounds) == 1:
        suits = [SUITS[suit] for suit in suits_free(course.cards)]
        why = [_("In round 2 the cards left have to be one of each: {suits}.", suits=suits)]
        return Verdict(_("Yes: so far everything fits."), "how-you-win", why, "yes")
    taken = course.rounds[-1]
    hands = {seat: card for seat, card in zip(taken, left, strict=False) if card}
    high, low = (card_of(taken, hands, course.pattern[place]) for place in (0, -1))
    why = [
        _("Every card that is left is of another suit."),
        _(
            "{high} of the most tricks − {low} of the fewest + {even}.",
            high=Card(high),
            low=Card(low),
            even=EVEN_SCORE,
        ),
    ]
    answer = _("Won, with {score}.", score=score_of(high, low))
    return Verdict(answer, "scoring-a-win", why, "yes")


def lost(course: Course) -> Verdict:
    """The tricks or the suits do not fit."""
    failed = list(course.failures.values())
    return Verdict(_("No: this one is lost."), "how-you-win", failed, "no")


RULING = Ruling(
    slug="win",
    title=_("Can we still win?"),
    ask=_("The tricks so far, and at the end the cards left."),
    rule="how-you-win",
    search_terms=(
        "win",
        "still possible",
        "lost",
        "is it lost",
    ),
    script=win,
)
