"""Italian Whist: what a joker can be, and who takes a trick. Rules: rules/italian_whist.md

Nothing here is a table of cases: every joker is given each suit and rank that it may have, and the
trick is looked at each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from app.scoring import rank_of, suit_of, value_of
from app.scoring.model.cards import VALUES

COLOURS = {"RJ": ("hearts", "diamonds"), "BJ": ("spades", "clubs")}
TRUMP = "spades"

Named = tuple[str | None, int]
"""A card as it counts: its suit, None for a joker that stands alone, and its value."""


def possible_winners(trick: Sequence[str], *, trumps: bool) -> list[int]:
    """The places (from 0, in the order played) that can win these three cards.

    Jokers are ``RJ`` and ``BJ``. Several places mean that the players of the jokers decide, by the
    suit and the rank that they name.
    """
    named = [list(namings(trick, place)) for place in range(len(trick))]
    return sorted({winner(cards, trumps=trumps) for cards in product(*named)})


def namings(trick: Sequence[str], place: int) -> Iterator[Named]:
    """What the card at `place` can count as: itself, or all that a joker can be named."""
    card = trick[place]
    if card not in COLOURS:
        yield suit_of(card), value_of(card)
        return
    for suit in suits_of(trick, place):
        # Only this trick bars a rank: one that fell earlier is free again
        # (rules/italian_whist.md#jokers-value).
        played = {rank_of(other) for other in plain(trick) if suit_of(other) == suit}
        for rank, value in VALUES.items():
            if rank not in played:
                yield suit, value


def suits_of(trick: Sequence[str], place: int) -> Sequence[str | None]:
    """The suits that the joker at `place` may have."""
    own = COLOURS[trick[place]]
    lead = trick[0]
    # A joker on its own colour follows suit and may not be called the other suit, so it cannot
    # trump (rules/italian_whist.md#jokers-suit). One that cannot follow takes the suit of the other
    # plain card of its colour, played before it or after; a led joker waits for one in the same
    # way, and without any it has no suit at all, so that it beats what nobody trumps.
    if place and lead not in COLOURS and suit_of(lead) in own:
        return [suit_of(lead)]
    if card := fixing_card(trick, place):
        return [suit_of(card)]
    return own if place else [None]


def fixing_card(trick: Sequence[str], place: int) -> str | None:
    """The first plain card of its colour that is neither led nor the joker at `place` itself."""
    own = COLOURS[trick[place]]
    others = [card for at, card in enumerate(trick) if at not in (0, place)]
    return next((card for card in plain(others) if suit_of(card) in own), None)


def plain(cards: Sequence[str]) -> list[str]:
    """The cards that are no jokers."""
    return [card for card in cards if card not in COLOURS]


def winner(cards: Sequence[Named], *, trumps: bool) -> int:
    """The place of the highest trump, else of the highest card of the suit led."""
    suit = deciding_suit(cards, trumps=trumps)
    places = [place for place, card in enumerate(cards) if card[0] == suit]
    return max(places, key=lambda place: cards[place][1])


def deciding_suit(cards: Sequence[Named], *, trumps: bool) -> str | None:
    """Trumps if one was played, else the suit led; None for a joker that stands alone."""
    return TRUMP if trumps and any(suit == TRUMP for suit, _value in cards) else cards[0][0]


@dataclass(frozen=True)
class Way:
    """Names for a joker that come to the same: its suit, the ranks from the highest down, and the
    places that can take the trick then."""

    suit: str | None
    ranks: tuple[str, ...]
    winners: tuple[int, ...]


def ways(trick: Sequence[str], place: int, *, trumps: bool) -> list[Way]:
    """What the joker at `place` can be named and what comes of it, the other one still open."""
    ranks = {value: rank for rank, value in VALUES.items()}
    others = [list(namings(trick, at)) if at != place else [] for at in range(len(trick))]
    # Most ranks change nothing, so names are kept together by what comes of them.
    ranks_by_outcome: dict[tuple[str | None, tuple[int, ...]], list[str]] = {}
    for named in namings(trick, place):
        others[place] = [named]
        winners = tuple(sorted({winner(cards, trumps=trumps) for cards in product(*others)}))
        ranks_by_outcome.setdefault((named[0], winners), []).append(ranks[named[1]])
    return [Way(suit, tuple(names), winners) for (suit, winners), names in ranks_by_outcome.items()]


def deciders(trick: Sequence[str], *, trumps: bool) -> dict[int, list[Way]]:
    """The ways of each joker whose name decides anything, by its place, in the order played."""
    jokers = [place for place, card in enumerate(trick) if card in COLOURS]
    # A joker with two names that come to the same has nothing to decide, and its player is not
    # asked. Where both decide, each is looked at with the other one still open.
    every = {place: ways(trick, place, trumps=trumps) for place in jokers}
    return {
        place: options for place, options in every.items() if len({w.winners for w in options}) > 1
    }
