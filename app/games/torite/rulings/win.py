"""The Torite: whether a win is still possible. Rules: rules/torite.md#how-you-win"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.torite import play as torite
from app.games.torite.rulings.players import number_of_players, table_of
from app.scoring import SUITS, Card, Problem, Refused, Seat, Table, Text, _, _n
from app.scoring.inputs import Cards, Number, OneOf
from app.scoring.ruling import Asking, Ruling, Situation, Verdict


def win(situation: Situation) -> Asking:
    """The tricks so far, and at the end the cards that are left."""
    (players,) = yield (number_of_players(situation),)
    table = table_of(situation, int(players))
    ask = win_of_one_round if int(players) >= 3 else win_of_two_rounds
    verdict = yield from ask(situation, table)
    return verdict.keeping(players=players)


def tricks_so_far(situation: Situation, table: Table, key: str, given: Any) -> tuple[Number, ...]:
    """A number of tricks for each player; `given` are those that the match knows."""
    known_tricks = given if given and len(given) == len(table.seats) else [0] * len(table.seats)
    return tuple(
        Number(
            key=f"{key}{seat.index + 1}",
            ask=_("{seat}: tricks so far", seat=seat),
            high=torite.TRICKS,
            most=torite.TRICKS,
            start=start,
            known=bool(given),
        )
        for seat, start in zip(table.seats, known_tricks, strict=True)
    )


def checked(table: Table, taken: Sequence[int]) -> torite.Taken:
    """The tricks of each seat; refuses more than there are."""
    if sum(taken) > torite.TRICKS:
        raise Refused(
            Problem(
                _(
                    "That makes {counted} tricks, and there are only {all}.",
                    counted=sum(taken),
                    all=torite.TRICKS,
                )
            )
        )
    return dict(zip(table.seats, taken, strict=True))


def win_of_one_round(situation: Situation, table: Table) -> Asking:
    """Three and four players: the pattern, then the leftover cards and the one set aside."""
    pattern = torite.PATTERNS[len(table.seats)]
    taken = checked(
        table, (yield tricks_so_far(situation, table, "tricks", situation.answers.get("tricks")))
    )
    if sum(taken.values()) < torite.TRICKS:
        return in_reach(table, taken, pattern)
    wrong = torite.off_pattern(taken, pattern)
    if wrong:
        return lost([wrong])
    places: list[Text | Seat] = [*table.seats]
    if len(table.seats) == 3:
        places.append(_("Set aside"))
    (cards,) = yield (ask_cards(places, torite.PACKS[len(table.seats)]),)
    if cards is None:
        return only_the_cards(pattern)
    left = dict(zip(table.seats, cards, strict=False))
    high, low = (torite.card_of(taken, left, n) for n in (pattern[0], pattern[-1]))
    return settled(cards, high, low)


def win_of_two_rounds(situation: Situation, table: Table) -> Asking:
    """8 and 4 tricks, then the reverse, and four cards left in all."""
    deal = situation.deal
    (which,) = yield (
        OneOf(
            key="round",
            ask=_("Which round?"),
            options={"1": _("Round 1"), "2": _("Round 2")},
            start="2" if deal and deal.targets else "1",
            known=deal is not None,
        ),
    )
    first = None
    if which == "2":
        seats: dict[str, Seat] = {str(seat.index): seat for seat in table.seats}
        start = None
        if deal and deal.targets:
            start = next(str(seat.index) for seat, n in deal.targets.items() if n == 4)
        (eight,) = yield (
            OneOf(
                key="eight",
                ask=_("Who took 8 tricks in round 1?"),
                options=seats,
                start=start,
                known=start is not None,
                look="names",
            ),
        )
        first = {seat: 8 if str(seat.index) == eight else 4 for seat in table.seats}
    given = situation.answers.get("tricks")
    taken = checked(table, (yield tricks_so_far(situation, table, "tricks", given)))
    if sum(taken.values()) < torite.TRICKS:
        if first is None:
            return in_reach(table, taken, torite.PATTERNS[2])
        return targets_in_reach(taken, {seat: torite.TRICKS - n for seat, n in first.items()})
    wrong = torite.not_reversed(first or taken, taken if first else None)
    if wrong:
        return lost([wrong])
    rounds = (1, 2) if first else (1,)
    places = [
        _("{seat}, round {number}", seat=seat, number=n) for n in rounds for seat in table.seats
    ]
    (cards,) = yield (ask_cards(places, torite.PACKS[2]),)
    if cards is None:
        return only_the_cards(torite.PATTERNS[2])
    failed = torite.failures(None, cards)
    if failed:
        return lost(list(failed.values()))
    if first is None:
        suits = [SUITS[suit] for suit in suits_free(cards)]
        why = [_("In round 2 the cards left have to be one of each: {suits}.", suits=suits)]
        return Verdict(_("Yes: so far everything fits."), "how-you-win", why, "yes")
    last = dict(zip(table.seats, cards[2:], strict=True))
    high, low = (torite.card_of(taken, last, n) for n in (8, 4))
    return settled(cards, high, low)


def suits_free(cards: Sequence[str]) -> list[str]:
    """The suits that none of the cards has."""
    return [suit for suit in SUITS if not any(card[-1] == suit[0].upper() for card in cards)]


def ask_cards(places: Sequence[Text | Seat], pack: Sequence[str]) -> Cards:
    """The leftover cards, as soon as all tricks are played."""
    return Cards(
        ask=_("The cards that are left"),
        hint=_("All tricks are played: now the cards decide."),
        places=places,
        pack=pack,
        optional=True,
    )


def only_the_cards(pattern: Sequence[int]) -> Verdict:
    """The tricks fit; the cards are not known."""
    return Verdict(
        _("Yes: the tricks fit."),
        "how-you-win",
        [
            _("They are {pattern}.", pattern=torite.dashed(pattern)),
            _("Now no two of the cards that are left may be of the same suit."),
        ],
        "yes",
    )


def in_reach(table: Table, taken: torite.Taken, pattern: Sequence[int]) -> Verdict:
    """Whether the pattern can still come about, whoever takes which number."""
    counted = sorted(taken.values(), reverse=True)
    said = {"counted": torite.dashed(counted), "pattern": torite.dashed(pattern)}
    if torite.is_reachable(counted, pattern):
        left = torite.TRICKS - sum(counted)
        why = [_("{counted} can still become {pattern}.", **said), to_play(left)]
        return Verdict(_("Yes, you can still win."), "how-you-win", why, "yes")
    place = next(at for at, (n, aim) in enumerate(zip(counted, pattern, strict=True)) if n > aim)
    limit = pattern[place]
    over = [seat for seat, n in taken.items() if n > limit]
    why = [_("{counted} can no longer become {pattern}.", **said)]
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


def targets_in_reach(taken: torite.Taken, targets: Mapping[Seat, int]) -> Verdict:
    """Round 2, in which everyone has a number of their own."""
    over = [seat for seat, n in taken.items() if n > targets[seat]]
    rule = "two-players-two-rounds"
    if over:
        why = [
            _("{seat} has {n}, and must end with {target}.", seat=s, n=taken[s], target=targets[s])
            for s in over
        ]
        return Verdict(_("No, a win is out of reach."), rule, why, "no")
    why = [
        _("{seat} needs {n} more, for {target}.", seat=seat, n=target - taken[seat], target=target)
        for seat, target in targets.items()
    ]
    return Verdict(_("Yes, you can still win."), rule, why, "yes")


def to_play(left: int) -> Text:
    """How many tricks are left."""
    return _n("{n} trick is still to play.", "{n} tricks are still to play.", left)


def settled(cards: Sequence[str], high: str, low: str) -> Verdict:
    """All is known: won with so many points, or lost by the suits."""
    failed = torite.failures(None, cards)
    if failed:
        return lost(list(failed.values()))
    score = torite.score_of(high, low)
    why = [
        _("Every card that is left is of another suit."),
        _(
            "{high} of the most tricks − {low} of the fewest + {even}.",
            high=Card(high),
            low=Card(low),
            even=torite.EVEN_SCORE,
        ),
    ]
    answer = _("Won, with {score}.", score=score)
    return Verdict(answer, "scoring-a-win", why, "yes")


def lost(why: Sequence[Text]) -> Verdict:
    """The tricks or the suits do not fit."""
    return Verdict(_("No: this one is lost."), "how-you-win", why, "no")


RULING = Ruling(
    slug="win",
    title=_("Can we still win?"),
    ask=_("The tricks so far, and at the end the cards left."),
    rule="how-you-win",
    also=(
        "win",
        "still possible",
        "lost",
        "is it lost",
    ),
    script=win,
)
