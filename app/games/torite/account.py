"""The Torite: how a game went, card by card, for the screen that says how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.games.torite.course import Course, suits_free
from app.games.torite.scores import EVEN_SCORE, PACKS, PATTERNS, dashed, ends_of, score_of
from app.scoring import (
    SUITS,
    Account,
    Card,
    CardLeft,
    Seat,
    Text,
    WinCondition,
    _,
    rank_of,
    suit_of,
    value_of,
)
from app.scoring.model.cards import LETTER_OF_SUIT, RANK_NAMES
from app.scoring.model.text import and_list, or_list
from app.scoring.prompts import tricks_of

TOP = 2 * EVEN_SCORE
"""What a win can score with a whole pack."""
MANY = {
    "spades": _("spades"),
    "hearts": _("hearts"),
    "diamonds": _("diamonds"),
    "clubs": _("clubs"),
}
ONE = {"spades": _("spade"), "hearts": _("heart"), "diamonds": _("diamond"), "clubs": _("club")}
ANOTHER = {
    "spades": _("a spade"),
    "hearts": _("a heart"),
    "diamonds": _("a diamond"),
    "clubs": _("a club"),
}


@dataclass(frozen=True)
class Holding:
    """A leftover card, who held it with how many tricks in which round; nobody if set aside.

    The `card` is empty where it was not asked for, because the tricks had lost the game.
    """

    card: str
    seat: Seat | None = None
    tricks: int = 0
    round: int = 0


def account(course: Course, score: int | None) -> Account:
    """What came of a whole game; only a win has a `score`."""
    held = holdings(course)
    ends = ends_of(PACKS[len(course.pattern)])
    failed = course.failures
    again = held_twice(held)
    about: dict[str, Any] = {
        "top": TOP,
        "ends": ends,
        "cards": [shown(holding, course, is_guilty=holding in again) for holding in held],
        "checks": checks(len(course.pattern), failed, is_known=len(course.cards) == len(SUITS)),
    }
    if score is not None:
        high, low = scoring(course, held)
        return Account(
            headline=_("Won, together"),
            line=_("The best there is.")
            if score == ends[1]
            else _("{n}: the best there is.", n=ends[1]),
            sum=_("{high} − {low} + {even}", high=worth(high), low=worth(low), even=EVEN_SCORE),
            **about,
        )
    suits = suits_left_twice(again) if again else None
    if "tricks" in failed:
        aim = aim_missed(course)
        line = _("{aim} {suits}.", aim=aim, suits=suits) if suits else aim
        return Account(headline=tricks_taken(course), line=line, **about)
    assert suits is not None, "a loss has a cause"
    cards = and_list([whose(holding) for holding in again])
    if len(course.cards) < len(SUITS):
        return Account(headline=suits, line=_("{cards}.", cards=cards), **about)
    line = _(
        "{cards}. No {suits} was left.",
        cards=cards,
        suits=or_list([ONE[suit] for suit in suits_free(course.cards)]),
    )
    return Account(headline=suits, line=line, instead=instead(course, held), **about)


def holdings(course: Course) -> list[Holding]:
    """The cards of every round in the order of the seats; what follows was set aside."""
    cards = iter(course.cards)
    held = [
        Holding(next(cards, ""), seat, count, number)
        for number, taken in enumerate(course.rounds, start=1)
        for seat, count in taken.items()
    ]
    return [*held, *(Holding(card) for card in cards)]


def held_twice(held: Sequence[Holding]) -> list[Holding]:
    """The cards of every suit that more than one card has."""
    named = [holding for holding in held if holding.card]
    suits = [suit_of(holding.card) for holding in named]
    return [holding for holding in named if suits.count(suit_of(holding.card)) > 1]


def scoring(course: Course, held: Sequence[Holding]) -> tuple[Holding, Holding]:
    """The cards of the most and of the fewest tricks of the last round, where those fit."""
    last = [holding for holding in held if holding.round == len(course.rounds)]
    high, low = (
        next(holding for holding in last if holding.tricks == course.pattern[place])
        for place in (0, -1)
    )
    return high, low


def checks(
    players: int, failed: Iterable[str] | None, *, is_known: bool = True
) -> list[WinCondition]:
    """What a win needs; `failed` are the keys of what it lacked, None as long as that is open.

    Who stopped at the tricks does not say of the suits that they were right, unless all are known.
    """
    pattern = PATTERNS[players]
    first, second = dashed(pattern), dashed(pattern[::-1])
    aim = _("Tricks {pattern}", pattern=first)
    if players == 2:
        aim = _("Tricks {first}, then {second}", first=first, second=second)
    wanted = {"tricks": aim, "suits": _("Four suits, all different")}
    if failed is None:
        return [WinCondition(words, None) for words in wanted.values()]
    if not is_known and "suits" not in failed:
        del wanted["suits"]
    return [WinCondition(words, key not in failed) for key, words in wanted.items()]


# --- in words -----------------------------------------------------------------------------------


def shown(holding: Holding, course: Course, *, is_guilty: bool) -> CardLeft:
    """A card with what stands under it."""
    return CardLeft(
        holding.card,
        tricks_of(holding.tricks) if holding.seat else _("set aside"),
        _("Round {number}", number=holding.round) if len(course.rounds) > 1 else None,
        holding.seat,
        is_guilty,
    )


def whose(holding: Holding) -> Text:
    """A card by its rank, and who held it."""
    rank = rank_of(holding.card)
    rank_words = RANK_NAMES.get(rank, rank)
    if holding.seat is None:
        return _("the {rank} set aside", rank=rank_words)
    return _("{seat}’s {rank}", seat=holding.seat, rank=rank_words)


def worth(holding: Holding) -> Text:
    """A card of a player with what it is worth, where its rank is no number."""
    if rank_of(holding.card) not in RANK_NAMES:
        return whose(holding)
    return _("{card} {value}", card=whose(holding), value=value_of(holding.card))


def suits_left_twice(again: Sequence[Holding]) -> Text:
    """How many of which suit were left, of cards that share their suit with another."""
    suits = [suit_of(holding.card) for holding in again]
    first, *second = dict.fromkeys(suits)
    if second:
        return _(
            "Two {first} and two {second} were left", first=MANY[first], second=MANY[second[0]]
        )
    number = suits.count(first)
    if number == 2:
        return _("Two {suit} were left", suit=MANY[first])
    if number == 3:
        return _("Three {suit} were left", suit=MANY[first])
    return _("All four were {suit}", suit=MANY[first])


def tricks_taken(course: Course) -> Text:
    """The tricks as they were, from the most down where one round says all."""
    rounds = [list(taken.values()) for taken in course.rounds]
    if len(rounds) == 1:
        return _("The tricks were {taken}", taken=dashed(sorted(rounds[0], reverse=True)))
    first, second = rounds
    return _("The tricks were {first}, then {second}", first=dashed(first), second=dashed(second))


def aim_missed(course: Course) -> Text:
    """The tricks as they should have been."""
    pattern = dashed(course.pattern)
    if len(course.rounds) == 1:
        return _("{pattern} was the aim.", pattern=pattern)
    return _("{pattern} and then the reverse was the aim.", pattern=pattern)


# --- what would have been -----------------------------------------------------------------------


def instead(course: Course, held: Sequence[Holding]) -> Text:
    """What the same game would have scored with other suits, where the tricks fit.

    Of the cards of one suit those change that do not score: then their ranks do not matter.
    Otherwise the card is named.
    """
    pair = scoring(course, held)
    free = iter(suits_free(course.cards))
    other: dict[Holding, str] = {}
    words: list[Text | Card] = []
    for suit in SUITS:
        same = [holding for holding in held if suit_of(holding.card) == suit]
        for holding in sorted(same, key=lambda holding: holding in pair)[: len(same) - 1]:
            suit_instead = next(free)
            card = rank_of(holding.card) + LETTER_OF_SUIT[suit_instead]
            other[holding] = card
            words.append(Card(card) if holding in pair else ANOTHER[suit_instead])
    won = replace(course, cards=tuple(other.get(holding, holding.card) for holding in held))
    assert not won.failures, "four suits and the right tricks win"
    high, low = (other.get(holding, holding.card) for holding in pair)
    return _(
        "With {cards} instead it would have been {score}.",
        cards=and_list(words),
        score=score_of(high, low),
    )
