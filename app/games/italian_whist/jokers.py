"""The jokers of Italian Whist: what each may be named in a trick, and who can take it then.

No rule here is a table of cases: each joker is tried as every suit and rank that it may have, and
the winner of the trick is computed each time. `tests/joker_cases.py` has the cases of the rules
page. Rules: rules/en/italian_whist.md#jokers-suit
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from app.scoring import Text, _, rank_of, suit_of
from app.scoring.model.cards import JOKERS, LETTER_OF_SUIT, SIGN_OF_SUIT, VALUES, name_of

COLOURS = {"RJ": ("hearts", "diamonds"), "BJ": ("spades", "clubs")}
COLOUR_LETTERS = {
    joker: tuple(LETTER_OF_SUIT[suit] for suit in suits) for joker, suits in COLOURS.items()
}
JOKER_OF_LETTER = {letter: joker for joker, letters in COLOUR_LETTERS.items() for letter in letters}
TRUMP = "spades"

# What a card counts as: its suit, None for a joker that stands alone, and its rank.
Naming = tuple[str | None, str]


@dataclass(frozen=True)
class JokerChoice:
    """Names for a joker with the same result: its suit, its ranks from the highest down, and the
    places that can take the trick then."""

    suit: str | None
    ranks: tuple[str, ...]
    winners: tuple[int, ...]


def possible_winners(trick: Sequence[str], *, trumps: bool) -> list[int]:
    """Return the places (from 0, in the order played) that can win these three cards.

    Jokers are ``RJ`` and ``BJ``. Several places mean that the players of the jokers decide, by the
    suit and the rank that they name.
    """
    return list(winners_of([namings(trick, at) for at in range(len(trick))], trumps=trumps))


def winners_of(namings_of_cards: Sequence[Sequence[Naming]], *, trumps: bool) -> tuple[int, ...]:
    """Return the places that can win, from everything that each card can count as."""
    return tuple(
        sorted({winner_of_trick(cards, trumps=trumps) for cards in product(*namings_of_cards)})
    )


def winner_of_trick(cards: Sequence[Naming], *, trumps: bool) -> int:
    """Return the place of the highest trump, else of the highest card of the suit led."""
    suit = deciding_suit(cards, trumps=trumps)
    places = [place for place, card in enumerate(cards) if card[0] == suit]
    return max(places, key=lambda place: VALUES[cards[place][1]])


def deciding_suit(cards: Sequence[Naming], *, trumps: bool) -> str | None:
    """Return trumps if one was played, else the suit led; None if the lead is a joker without a
    suit."""
    return TRUMP if trumps and any(suit == TRUMP for suit, _rank in cards) else cards[0][0]


def namings(trick: Sequence[str], place: int) -> list[Naming]:
    """Return what the card at `place` can count as: itself, or everything that a joker can be
    named."""
    card = trick[place]
    if card not in COLOURS:
        return [(suit_of(card), rank_of(card))]
    # Only this trick bars a rank: one that fell earlier is free again
    # (rules/en/italian_whist.md#jokers-value).
    played = [(suit_of(other), rank_of(other)) for other in without_jokers(trick)]
    suits, _why = suits_of(trick, place)
    return [naming for naming in product(suits, VALUES) if naming not in played]


def suits_of(trick: Sequence[str], place: int) -> tuple[Sequence[str | None], Text]:
    """Return the suits that the joker at `place` may have, and why:
    rules/en/italian_whist.md#jokers-suit."""
    lead, own = trick[0], COLOURS[trick[place]]
    one, other = (SIGN_OF_SUIT[suit] for suit in own)
    names: dict[str, object] = {"joker": JOKERS[trick[place]], "one": one, "other": other}
    # A joker on its own colour follows suit and may not be called the other suit, so it cannot
    # trump.
    if place and lead not in COLOURS and suit_of(lead) in own:
        suit = suit_of(lead)
        why = _("The {joker} follows the suit led: it is {suit}.", suit=SIGN_OF_SUIT[suit], **names)
        return [suit], why
    # A joker that cannot follow takes the suit of the other plain card of its colour, played before
    # it or after; a led joker waits for one in the same way, and without any it has no suit at all,
    # so that only a trump beats it.
    if card := fixing_card(trick, place):
        names |= {"card": name_of(card), "suit": SIGN_OF_SUIT[suit_of(card)]}
        if place:
            why = _(
                "The {joker} does not follow, and takes the suit of the {card}: {suit}.", **names
            )
        else:
            why = _(
                "The {joker} was led; the {card} is the first card of its colour, so it is {suit}.",
                **names,
            )
        return [suit_of(card)], why
    if place:
        return own, _(
            "No card decides the suit of the {joker}: its player chooses {one} or {other}.",
            **names,
        )
    return [None], _(
        "The {joker} was led and nobody played a plain {one} or {other}: it has no suit, and"
        " counts alone as the card led.",
        **names,
    )


def fixing_card(trick: Sequence[str], place: int) -> str | None:
    """Return the first plain card of its colour that is neither led nor the joker at `place`, or
    None."""
    others = [card for at, card in enumerate(trick) if at not in (0, place)]
    own = COLOURS[trick[place]]
    return next((card for card in without_jokers(others) if suit_of(card) in own), None)


def without_jokers(cards: Sequence[str]) -> list[str]:
    """Return the plain cards among these."""
    return [card for card in cards if card not in COLOURS]


def joker_choices(trick: Sequence[str], *, trumps: bool) -> dict[int, list[JokerChoice]]:
    """Return the choices of each joker whose name decides anything, by its place, in the order
    played.

    If both jokers decide, the first is named first (rules/en/italian_whist.md#jokers-value).
    """
    of_cards = [namings(trick, place) for place in range(len(trick))]
    choices = {}
    for place in [at for at, card in enumerate(trick) if card in COLOURS]:
        # Most ranks change nothing, so names are grouped by their result. If both jokers decide,
        # each is tried with the other one still open.
        ranks: dict[tuple[str | None, tuple[int, ...]], list[str]] = {}
        for suit, rank in of_cards[place]:
            named = [*of_cards[:place], [(suit, rank)], *of_cards[place + 1 :]]
            ranks.setdefault((suit, winners_of(named, trumps=trumps)), []).append(rank)
        # A joker decides nothing if all its names have the same result.
        if len({winners for _suit, winners in ranks}) > 1:
            choices[place] = [
                JokerChoice(suit, tuple(named), winners) for (suit, winners), named in ranks.items()
            ]
    return choices
