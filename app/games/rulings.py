"""Rulings: what a table settles in the middle of a game, without a score.

Each function takes what lies on the table and says what the rules make of it; `Refused` says what
cannot lie there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from app.scoring import Problem, Refused, _, rank_of, suit_of, value_of
from app.scoring.cards import VALUES

# --- Tribello: the widow (rules/tribello.md#swapping-cards) ---------------------------------------

WIDOW = 13


def widow_left(*drawn: int) -> int:
    """How many cards the next player may swap after these draws, dealer first.

    Raises `Refused` if anyone drew more than there was.
    """
    left = WIDOW
    for place, cards in enumerate(drawn):
        if not 0 <= cards <= left:
            who = (_("The dealer"), _("The player on the left"), _("The player on the right"))[
                place
            ]
            raise Refused(
                Problem(_("{who} may take at most {left} cards.", who=who, left=left), at=place)
            )
        left -= cards
    return left


# --- Trex: appeals for a redeal (rules/trex.md#redeals) -------------------------------------------


def may_appeal_king(hearts: Collection[str]) -> bool:
    """Whether a hand whose hearts have just these ranks may ask for a redeal of the King."""
    return set(hearts) in ({"K"}, {"A"}, {"A", "K"})


def may_appeal_trex(twos: Collection[str], threes: Collection[str]) -> bool:
    """Whether a hand with 2s and 3s of these suits (letters) may ask for a redeal of Trex."""
    missing = set("SHDC") - set(twos)
    return not missing or (len(missing) == 1 and missing <= set(threes))


# --- The Torite: choosing hands (rules/torite.md#choosing-hands) ----------------------------------

PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def legal_pairings(stacks: Sequence[Sequence[int]]) -> list[tuple[tuple[int, int], ...]]:
    """The ways to pair four stacks, by index, so that no pair has the same count of every suit.

    A stack is its number of spades, hearts, diamonds and clubs. An empty list means a redeal.
    Raises `Refused` if a stack or a suit has not 13 cards.
    """
    problems = [
        Problem(_("Stack {number} has {cards} cards, not 13.", number=n, cards=sum(stack)), at=n)
        for n, stack in enumerate(stacks, start=1)
        if sum(stack) != 13
    ]
    if not problems and any(sum(suit) != 13 for suit in zip(*stacks, strict=True)):
        problems.append(Problem(_("Every suit has 13 cards in all.")))
    if problems:
        raise Refused(*problems)
    return [
        pairing
        for pairing in PAIRINGS
        if all(list(stacks[one]) != list(stacks[other]) for one, other in pairing)
    ]


# --- Italian Whist: who takes a trick with jokers (rules/italian_whist.md#jokers-suit) ------------

COLOURS = {"RJ": ("hearts", "diamonds"), "BJ": ("spades", "clubs")}
TRUMP = "spades"


def possible_winners(trick: Sequence[str], *, trumps: bool) -> list[int]:
    """The places (from 0, in the order played) that can win these three cards.

    Jokers are ``RJ`` and ``BJ``. Several places mean that the players of the jokers decide, by the
    suit and the rank that they name.
    """
    named = [list(namings(trick, place)) for place in range(len(trick))]
    return sorted({winner(cards, trumps=trumps) for cards in product(*named)})


Named = tuple[str | None, int]
"""A card as it counts: its suit, None for a joker that stands alone, and its value."""


def namings(trick: Sequence[str], place: int) -> Iterator[Named]:
    """What the card at `place` can count as: itself, or all that a joker can be named."""
    card = trick[place]
    if card not in COLOURS:
        yield suit_of(card), value_of(card)
        return
    for suit in suits_of(trick, place):
        played = {rank_of(other) for other in plain(trick) if suit_of(other) == suit}
        for rank, value in VALUES.items():
            if rank not in played:
                yield suit, value


def suits_of(trick: Sequence[str], place: int) -> Sequence[str | None]:
    """The suits that the joker at `place` may have."""
    own = COLOURS[trick[place]]
    lead, others = trick[0], [card for at, card in enumerate(trick) if at not in (0, place)]
    if place == 0:
        fixed = [suit_of(card) for card in plain(others) if suit_of(card) in own]
        return fixed[:1] or [None]
    if lead not in COLOURS and suit_of(lead) in own:
        return [suit_of(lead)]
    fixed = [suit_of(card) for card in plain(others) if suit_of(card) in own]
    return fixed or own


def plain(cards: Sequence[str]) -> list[str]:
    """The cards that are no jokers."""
    return [card for card in cards if card not in COLOURS]


def winner(cards: Sequence[Named], *, trumps: bool) -> int:
    """The place of the highest trump, else of the highest card of the suit led."""
    suit = TRUMP if trumps and any(suit == TRUMP for suit, _value in cards) else cards[0][0]
    places = [place for place, card in enumerate(cards) if card[0] == suit]
    return max(places, key=lambda place: cards[place][1])
