"""The Torite: hand splits, the first lead, and whether a win is still possible.

Rules: rules/torite.md
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.torite import play as torite
from app.scoring import SUITS, Card, Problem, Refused, Seat, Table, Text, _, _n
from app.scoring.inputs import SIGNS, Cards, Grid, Number, OneOf
from app.scoring.ruling import Asking, Detail, Known, Line, Ruling, Verdict
from app.scoring.text import listed

PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
STACK = 13
LETTERS = (_("A"), _("B"), _("C"), _("D"))
"""The players, where no match names them."""


# --- Are these hand splits legal? ---------------------------------------------------------------


def legal_pairings(stacks: Sequence[Sequence[int]]) -> list[tuple[tuple[int, int], ...]]:
    """The ways to pair four stacks, by index, so that no pair has the same count of every suit.

    A stack is its number of spades, hearts, diamonds and clubs. An empty list means a redeal.
    Raises `Refused` if a stack or a suit has not 13 cards.
    """
    problems = [
        Problem(_("Stack {number} has {cards} cards, not 13.", number=n, cards=sum(stack)), at=n)
        for n, stack in enumerate(stacks, start=1)
        if sum(stack) != STACK
    ]
    if not problems and any(sum(suit) != STACK for suit in zip(*stacks, strict=True)):
        problems.append(Problem(_("Every suit has 13 cards in all.")))
    if problems:
        raise Refused(*problems)
    return [
        pairing
        for pairing in PAIRINGS
        if all(list(stacks[one]) != list(stacks[other]) for one, other in pairing)
    ]


def splits(known: Known) -> Asking:
    """The suits of four stacks; what follows from the others need not be typed."""
    (stacks,) = yield (
        Grid(
            key="stacks",
            ask=_("How many of each suit are in the four stacks?"),
            hint=_("The last stack and the last suit fill themselves in."),
            rows={str(n): _("Stack {n}", n=n) for n in range(1, 5)},
            columns=SIGNS,
            total=STACK,
        ),
    )
    return which_splits(stacks)


def which_splits(stacks: Sequence[Sequence[int]]) -> Verdict:
    """Every way to pair the stacks, the forbidden ones struck through."""
    legal = legal_pairings(stacks)
    lines = [
        Line(pairing_words(each), struck=each not in legal, ticked=each in legal)
        for each in PAIRINGS
    ]
    details = [Detail(_("The stacks of one round, and of the other"), lines)]
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
        stacks=listed(sorted({n for pair in twins for n in pair})),
    )
    if not legal:
        return Verdict(_("No split is legal: deal again."), rule, [why], "no", details)
    return Verdict(_("Two of the three splits are legal."), rule, [why], "yes", details)


def pairing_words(pairing: tuple[tuple[int, int], ...]) -> Text:
    """A pairing in words: ``1 with 3, and 2 with 4``."""
    (a, b), (c, d) = pairing
    return _("{a} with {b}, and {c} with {d}", a=a + 1, b=b + 1, c=c + 1, d=d + 1)


# --- Who leads? ---------------------------------------------------------------------------------


def leads(known: Known) -> Asking:
    """The holder of a club, or with two hands the dealer and then the winner of the last trick."""
    (players,) = yield (number_of_players(known),)
    if players == "4":
        return Verdict(
            _("Whoever holds the 2♣ leads, any card."),
            "four-players",
            [_("It need not be the 2♣.")],
        )
    if players == "3":
        (where,) = yield (
            OneOf(
                key="five",
                ask=_("Has anybody the 5♣?"),
                options={"yes": _("Yes"), "no": _("Nobody: it was set aside")},
                start="yes",
            ),
        )
        card = Card("5C" if where == "yes" else "6C")
        why = [_("It need not be the {card}.", card=card)]
        if where == "no":
            why.insert(0, _("The 5♣ lies aside, so the next club takes its place."))
        return Verdict(
            _("Whoever holds the {card} leads, any card.", card=card), "three-players", why
        )
    number = known.deal.number if known.deal else 1
    (which,) = yield (
        OneOf(
            key="round",
            ask=_("Which round?"),
            options={"1": _("Round 1"), "2": _("Round 2")},
            start="1" if number == 1 else "2",
            known=known.deal is not None,
        ),
    )
    rule = "two-players-two-rounds" if players == "2" else "playing-alone"
    if which == "2":
        return Verdict(_("Whoever won the last trick of round 1 leads, any card."), rule)
    dealer: Text | Seat = _("The dealer")
    if known.table:
        dealer = known.table.seats[0]
    return Verdict(_("{dealer} leads, any card.", dealer=dealer), rule)


def number_of_players(known: Known) -> OneOf:
    """How many play; one plays with a dummy."""
    start = None
    if known.table:
        start = str(len(known.table.seats))
        start = "1" if is_solo(known.table) else start
    return OneOf(
        key="players",
        ask=_("How many play?"),
        options={str(n): _("{n}", n=n) for n in torite.PLAYERS},
        look="numbers",
        start=start,
        known=start is not None,
    )


def is_solo(table: Table) -> bool:
    """Whether one player plays with a dummy, whose name is ours."""
    return len(table.seats) == 1 or isinstance(table.seats[-1].name, Text)


# --- Can we still win? --------------------------------------------------------------------------


def win(known: Known) -> Asking:
    """The tricks so far, and at the end the cards that are left."""
    (players,) = yield (number_of_players(known),)
    table = table_of(known, int(players))
    ask = win_of_one_round if int(players) >= 3 else win_of_two_rounds
    verdict = yield from ask(known, table)
    return verdict.keeping(players=players)


def table_of(known: Known, players: int) -> Table:
    """The players of the match if there are as many, and otherwise A, B and so on."""
    names: Sequence[str | Text] = LETTERS[:players]
    if players == 1:
        names = [_("You"), _("Dummy")]
    if known.table and len(known.table.seats) == max(2, players):
        names = [seat.name for seat in known.table.seats]
    return Table(names)


def tricks_so_far(known: Known, table: Table, key: str, given: Any) -> tuple[Number, ...]:
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


def win_of_one_round(known: Known, table: Table) -> Asking:
    """Three and four players: the pattern, then the leftover cards and the one set aside."""
    pattern = torite.PATTERNS[len(table.seats)]
    taken = checked(
        table, (yield tricks_so_far(known, table, "tricks", known.answers.get("tricks")))
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


def win_of_two_rounds(known: Known, table: Table) -> Asking:
    """8 and 4 tricks, then the reverse, and four cards left in all."""
    deal = known.deal
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
    given = known.answers.get("tricks")
    taken = checked(table, (yield tricks_so_far(known, table, "tricks", given)))
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


RULINGS = (
    Ruling(
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
    ),
    Ruling(
        slug="lead",
        title=_("Who leads?"),
        ask=_("The first trick of the round."),
        rule="playing-the-tricks",
        also=(
            "lead",
            "who begins",
            "who starts",
            "first trick",
            "first lead",
        ),
        script=leads,
    ),
    Ruling(
        slug="splits",
        title=_("Are these hand splits legal?"),
        ask=_("Two players or one: the suits of the four stacks."),
        rule="choosing-hands",
        also=(
            "split",
            "stack",
            "stacks",
            "choose hands",
            "pair",
        ),
        script=splits,
    ),
)
