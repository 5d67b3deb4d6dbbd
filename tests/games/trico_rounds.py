"""Every round of Trico that nine cards can make, played by one simple and sensible policy.

- *Picking*: take the card after which you expect to be furthest ahead of the others, when they pick
  in the same way, and all cards that nobody has saved yet fall at random.
- *Showing*: show the card of your hand that leads to the best picks on average, over everything
  that the others and the pile may show.

Nothing is left to chance: a round is played for every way in which the cards can be dealt, 90,720
with two players and 45,360 with three. Ways that differ only by seats count once.

A set of cards is a number with a bit for each card, because the same few sets are looked up very
often: bit 0 is card 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations, permutations

from app.games.trico.house_rules import KEPT
from app.games.trico.scores import RoundScore, score_round
from app.scoring.model.cards import Face

WHOLE_DECK = (1 << 9) - 1

Sets = tuple[int, ...]
"""A set of cards for each player."""

CARDS = [tuple(card for card in range(9) if cards >> card & 1) for cards in range(WHOLE_DECK + 1)]
"""The cards of each set of cards."""


def lead(points: Sequence[float], player: int) -> float:
    """How far a player is ahead of the others on average."""
    return points[player] - (sum(points) - points[player]) / (len(points) - 1)


class Rounds:
    """All rounds of so many players with a deck."""

    def __init__(self, deck: Mapping[str, Face], players: int) -> None:
        self.deck, self.players = deck, players
        # Each method is asked the same few things very often.
        for name in ("scored", "points", "hopes", "picked", "shown_card"):
            setattr(self, name, cache(getattr(self, name)))

    @cached_property
    def all(self) -> list[tuple[int, Sets]]:
        """For every deal the winner of the first trick, and what each player kept."""
        nothing = (0,) * self.players
        return [
            (winner, kept)
            for hands in ways_to_deal(WHOLE_DECK, self.players)
            for saved, left, hold, winner in self.after_a_trick(nothing, WHOLE_DECK, hands)
            for drawn in permutations(CARDS[left & ~sum(hold)], self.players)
            for two, last, final, _winner in self.after_a_trick(
                saved, left, tuple(one | 1 << card for one, card in zip(hold, drawn, strict=True))
            )
            for kept, *_rest in self.after_a_trick(two, last, final)
        ]

    def scored(self, kept: Sets) -> list[RoundScore]:
        """What each player's three cards are worth, by the scoring of the game itself."""
        return score_round([[self.deck[str(n + 1)] for n in CARDS[hand]] for hand in kept])

    def points(self, kept: Sets) -> tuple[int, ...]:
        """The points of each player."""
        return tuple(scored.points for scored in self.scored(kept))

    def hopes(self, saved: Sets, left: int) -> tuple[float, ...]:
        """What each can expect to score if the cards `left` fall at random."""
        ends = [self.points(kept) for kept in ways_to_fill(saved, left)]
        return tuple(sum(each) / len(ends) for each in zip(*ends, strict=True))

    def picked(self, saved: Sets, shown: int, left: int, turn: int = 0) -> Sets:
        """What each has saved after a trick; `saved` is in the order in which they pick."""
        if turn == len(saved):
            return saved
        ways = (
            self.picked(
                (*saved[:turn], saved[turn] | 1 << card, *saved[turn + 1 :]),
                shown & ~(1 << card),
                left,
                turn + 1,
            )
            for card in CARDS[shown]
        )
        return max(ways, key=lambda after: round(lead(self.hopes(after, left), turn), 9))

    def after_a_trick(
        self, saved: Sets, left: int, hands: Sets
    ) -> Iterator[tuple[Sets, int, Sets, int]]:
        """What is saved, in play and in hand after a trick, and who won it, for each card that can
        come from the pile. With three players none does."""
        cards = [self.shown_card(saved, seat, left, hand) for seat, hand in enumerate(hands)]
        hold = tuple(hand & ~(1 << card) for hand, card in zip(hands, cards, strict=True))
        pile = CARDS[left & ~sum(hands)] if self.players == 2 else (None,)
        for turned in pile:
            shown = together(cards if turned is None else [*cards, turned])
            after, winner = self.trick(saved, left, cards, shown)
            yield after, left & ~shown, hold, winner

    def trick(self, saved: Sets, left: int, cards: Sequence[int], shown: int) -> tuple[Sets, int]:
        """What is saved after these cards are shown, and who picks first: the highest number."""
        order = sorted(range(self.players), key=lambda seat: -cards[seat])
        picked = self.picked(tuple(saved[seat] for seat in order), shown, left & ~shown)
        return tuple(picked[order.index(seat)] for seat in range(self.players)), order[0]

    def shown_card(self, saved: Sets, seat: int, left: int, hand: int) -> int:
        """The card of a hand that a player shows; with one card left there is no choice."""
        if hand.bit_count() == 1:
            return CARDS[hand][0]
        as_seen = (saved[seat], *saved[:seat], *saved[seat + 1 :])
        unknown = CARDS[left & ~hand]
        return max(
            CARDS[hand], key=lambda card: round(self.promise(as_seen, left, card, unknown), 9)
        )

    def promise(self, saved: Sets, left: int, card: int, unknown: Sequence[int]) -> float:
        """How far ahead the first of `saved` can hope to be after showing a card, in all."""
        sum_of_leads = 0.0
        for two in permutations(unknown, 2):
            # The other player's card and the pile's, or the cards of two other players.
            shown = together((card, *two))
            after, _winner = self.trick(saved, left, (card, *two[: self.players - 1]), shown)
            sum_of_leads += lead(self.hopes(after, left & ~shown), 0)
        return sum_of_leads


def together(cards: Sequence[int]) -> int:
    """The set of some cards."""
    return sum(1 << card for card in cards)


def ways_to_fill(saved: Sets, left: int) -> Iterator[Sets]:
    """All ways in which the cards `left` can make up three for everyone."""
    if not saved:
        yield ()
        return
    mine, *others = saved
    for drawn in combinations(CARDS[left], KEPT - mine.bit_count()):
        more = together(drawn)
        for rest in ways_to_fill(tuple(others), left & ~more):
            yield (mine | more, *rest)


def ways_to_deal(left: int, players: int, above: int = 0) -> Iterator[Sets]:
    """All ways to deal two cards to each, whoever gets which hand."""
    if players == 0:
        yield ()
        return
    for pair in combinations(CARDS[left], 2):
        hand = together(pair)
        if hand > above:
            for others in ways_to_deal(left & ~hand, players - 1, hand):
                yield (hand, *others)
