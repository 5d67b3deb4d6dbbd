"""Every round of Trico that nine cards can make, played by one simple and sensible policy.

- *Picking*: take the card after which you expect to be furthest ahead of the others, when they pick
  in the same way, and all cards that nobody has saved yet fall at random.
- *Showing*: show the card of your hand that leads to the best picks on average, over everything
  that the others and the pile may show.

Nothing is left to chance: a round is played for every way in which the cards can lie, 90,720 with
two players and 45,360 with three. Ways that differ only by who sits where count once.

A set of cards is a number with a bit for each card, because the same few sets are looked up very
often. Cards are counted from 0 here, in any order: their printed numbers stand beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

SYMBOLS = ("spade", "heart", "diamond", "acorn", "club", "leaf")
KEPT = 3
DECK = (1 << 9) - 1
EVERY_SYMBOL = 1 << len(SYMBOLS)

Face = tuple[int, bool]
"""A card as far as play can tell: its symbols as bits, and whether one of them is large."""

Sets = tuple[int, ...]
"""A set of cards for each player."""

CARDS = [tuple(card for card in range(9) if cards >> card & 1) for cards in range(DECK + 1)]
"""The cards of each set of cards."""

HANDS = [cards for cards in range(DECK + 1) if cards.bit_count() == KEPT]


def bits(*symbols: str) -> int:
    """Symbols as bits."""
    return sum(1 << SYMBOLS.index(symbol) for symbol in symbols)


def together(cards: Sequence[int]) -> int:
    """The set of some cards."""
    return sum([1 << card for card in cards])


def lead(points: Sequence[float], player: int) -> float:
    """How far a player is ahead of the others on average."""
    return points[player] - (sum(points) - points[player]) / (len(points) - 1)


class Worth:
    """What three of these cards are worth. `pairs` and `twice` are symbols as bits, by hand."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self.pairs: dict[int, int] = {}
        self.twice: dict[int, int] = {}
        self._points: dict[int, list[int]] = {}
        for hand in HANDS:
            (a, big), (b, bigger), (c, biggest) = (faces[card] for card in CARDS[hand])
            triple, self.twice[hand] = a & b & c, a & b | a & c | b & c
            pairs = self.pairs[hand] = self.twice[hand] & ~triple
            if triple:
                certain = 2 * triple.bit_count() + big + bigger + biggest
                self._points[hand] = [
                    certain + (pairs & ~blocked).bit_count() for blocked in range(EVERY_SYMBOL)
                ]
                continue
            two = sorted(
                (
                    (1 + big + bigger, pairs & a & b),
                    (1 + big + biggest, pairs & a & c),
                    (1 + bigger + biggest, pairs & b & c),
                ),
                reverse=True,
            )
            self._points[hand] = [
                next((points for points, pair in two if pair & ~blocked), 0)
                for blocked in range(EVERY_SYMBOL)
            ]

    def points(self, kept: Sets) -> tuple[int, ...]:
        """What each player scores who has kept these three cards."""
        twice = self.twice
        if len(kept) == 2:
            one, other = kept
            return self._points[one][twice[other]], self._points[other][twice[one]]
        a, b, c = kept
        return (
            self._points[a][twice[b] | twice[c]],
            self._points[b][twice[a] | twice[c]],
            self._points[c][twice[a] | twice[b]],
        )

    def blocked(self, kept: Sets, player: int) -> int:
        """How many of a player's pairs another one blocks."""
        others = 0
        for other, hand in enumerate(kept):
            others |= self.twice[hand] if other != player else 0
        return (self.pairs[kept[player]] & others).bit_count()


class Picks:
    """What these players take, whatever numbers the cards have."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self._hopes: dict[tuple[Sets, int], tuple[float, ...]] = {}
        self._taken: dict[tuple[Sets, int, int], Sets] = {}

    def hopes(self, saved: Sets, left: int) -> tuple[float, ...]:
        """What each can expect to score if the cards `left` fall at random."""
        known = self._hopes.get((saved, left))
        if known is None:
            ends = [self.worth.points(kept) for kept in ways_to_fill(saved, left)]
            known = tuple(sum(each) / len(ends) for each in zip(*ends, strict=True))
            self._hopes[saved, left] = known
        return known

    def taken(self, saved: Sets, shown: int, left: int) -> Sets:
        """What each has saved after a trick, in the order in which they pick, as `saved` is."""
        known = self._taken.get((saved, shown, left))
        if known is None:
            known = self._taken[saved, shown, left] = self._pick(saved, shown, left, 0)
        return known

    def _pick(self, saved: Sets, shown: int, left: int, turn: int) -> Sets:
        if turn == len(saved):
            return saved
        ways = []
        for card in CARDS[shown]:
            mine = (*saved[:turn], saved[turn] | 1 << card, *saved[turn + 1 :])
            ways.append(self._pick(mine, shown & ~(1 << card), left, turn + 1))
        return max(ways, key=lambda after: round(lead(self.hopes(after, left), turn), 9))


def ways_to_fill(saved: Sets, left: int) -> Iterator[Sets]:
    """All ways in which the cards `left` can make up three for everyone."""
    mine, *others = saved
    for drawn in combinations(CARDS[left], KEPT - mine.bit_count()):
        more = together(drawn)
        if not others:
            yield (mine | more,)
            continue
        for rest in ways_to_fill(tuple(others), left & ~more):
            yield (mine | more, *rest)


class Rounds:
    """All rounds of so many players with these cards; `numbers` are printed on them."""

    def __init__(self, picks: Picks, numbers: Sequence[int], players: int) -> None:
        self.picks, self.numbers, self.players = picks, numbers, players
        self._shown: dict[tuple[Sets, int, int], int] = {}
        self._orders: dict[Sets, Sequence[int]] = {}

    def all(self) -> Iterator[tuple[Sets, int, Sets]]:
        """For every deal the hands, who won the first trick, and what everyone kept."""
        nothing = (0,) * self.players
        for hands in ways_to_deal(DECK, self.players):
            for saved, left, hold, winner in self._after_a_trick(nothing, DECK, hands):
                for drawn in permutations(CARDS[left & ~sum(hold)], self.players):
                    drew = tuple([one | 1 << card for one, card in zip(hold, drawn, strict=True)])
                    for two, last, final, _winner in self._after_a_trick(saved, left, drew):
                        for kept, *_rest in self._after_a_trick(two, last, final):
                            yield hands, winner, kept

    def _after_a_trick(
        self, saved: Sets, left: int, hands: Sets
    ) -> Iterator[tuple[Sets, int, Sets, int]]:
        """What is saved, in play and in hand after a trick, and who won it, for each card that can
        come from the pile. With three players none does."""
        cards = [self._shows(saved, seat, left, hand) for seat, hand in enumerate(hands)]
        hold = tuple([hand & ~(1 << card) for hand, card in zip(hands, cards, strict=True)])
        pile = CARDS[left & ~sum(hands)] if self.players == 2 else (None,)
        for turned in pile:
            shown = together(cards if turned is None else [*cards, turned])
            after, winner = self.trick(saved, left, cards, shown)
            yield after, left & ~shown, hold, winner

    def trick(self, saved: Sets, left: int, cards: Sequence[int], shown: int) -> tuple[Sets, int]:
        """What is saved after these cards are shown, and who picks first."""
        order = self._order(cards)
        taken = self.picks.taken(tuple([saved[seat] for seat in order]), shown, left & ~shown)
        after = list(taken)
        for seat, each in zip(order, taken, strict=True):
            after[seat] = each
        return tuple(after), order[0]

    def _order(self, cards: Sequence[int]) -> Sequence[int]:
        """The players in the order in which they pick: the highest number first."""
        known = self._orders.get(tuple(cards))
        if known is None:
            known = sorted(range(self.players), key=lambda seat: -self.numbers[cards[seat]])
            self._orders[tuple(cards)] = known
        return known

    def _shows(self, saved: Sets, seat: int, left: int, hand: int) -> int:
        """The card of a hand that a player shows; with one card left there is no choice."""
        if hand.bit_count() == 1:
            return CARDS[hand][0]
        as_seen = (saved[seat], *saved[:seat], *saved[seat + 1 :])
        known = self._shown.get((as_seen, left, hand))
        if known is None:
            unknown = CARDS[left & ~hand]
            known = self._shown[as_seen, left, hand] = max(
                CARDS[hand], key=lambda card: round(self._promise(as_seen, left, card, unknown), 9)
            )
        return known

    def _promise(self, saved: Sets, left: int, card: int, unknown: Sequence[int]) -> float:
        """How far ahead the first of `saved` can hope to be after showing a card, in all."""
        sum_of_leads = 0.0
        for two in permutations(unknown, 2):
            # The other player's card and the pile's, or the cards of two other players.
            cards = (card, *two[: self.players - 1])
            shown = together((card, *two))
            after, _winner = self.trick(saved, left, cards, shown)
            sum_of_leads += lead(self.picks.hopes(after, left & ~shown), 0)
        return sum_of_leads


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
