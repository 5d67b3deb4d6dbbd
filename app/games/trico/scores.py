"""What the cards kept in Trico score: sets, pairs, blocking and large cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.games.trico.house_rules import CARDS, KEPT, MOST_SYMBOLS
from app.games.trico.prompts import Face, Figure
from app.scoring import Part, Problem, Seat, Text, _, _n

SET, PAIR, LARGE_CARD = 2, 1, 1
"""What each of them scores, in points."""
BLOCKED_BY = 2
"""So many cards with its symbol, in one opponent's hand, block a pair."""


# --- in words -----------------------------------------------------------------------------------


def sets_of(n: int) -> Text:
    """`n` sets in words."""
    return _n("{n} set", "{n} sets", n)


def pairs_of(n: int) -> Text:
    """`n` pairs in words."""
    return _n("{n} pair", "{n} pairs", n)


def large_cards_of(n: int) -> Text:
    """`n` large cards in words."""
    return _n("{n} large card", "{n} large cards", n)


# --- a round ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """What one player's saved cards are worth.

    `pairs` are the ones that score; `blocked` those that another player's cards cancel.
    `large_cards` counts the cards with a large symbol that a scored set or pair uses;
    `large_symbols` all large symbols on the saved cards, None if the entry does not tell.
    `numbers` are the card numbers that are known.
    """

    sets: int
    pairs: int
    large_cards: int
    blocked: int = 0
    large_symbols: int | None = None
    numbers: tuple[int, ...] = ()

    @property
    def highest(self) -> int | None:
        """The highest card number, None if a card that is not known may be higher."""
        # The 9 settles it even if the other two were entered without their numbers.
        is_known = len(self.numbers) == KEPT or CARDS in self.numbers
        return max(self.numbers) if is_known else None

    @property
    def points(self) -> int:
        """What the sets, the pairs and the large cards used are worth together."""
        return SET * self.sets + PAIR * self.pairs + LARGE_CARD * self.large_cards


def part_of(seat: Seat, scored: Round) -> Part:
    """The points of a round with their reason."""
    pieces: list[Text] = [sets_of(scored.sets), pairs_of(scored.pairs)]
    if scored.blocked:
        pieces.append(_("{n} blocked", n=scored.blocked))
    pieces.append(large_cards_of(scored.large_cards))
    rule = "sets" if scored.sets else "pairs-and-blocking"
    return Part(seat, scored.points, _("{pieces}", pieces=pieces), rule, pieces)


def so_far_of(seat: Seat, scored: Round) -> Part:
    """The points of a round that is not settled yet: another card can still block a pair."""
    pieces: list[Text] = [
        words
        for n, words in (
            (scored.sets, _n("set", "{n} sets", scored.sets)),
            (scored.pairs, _n("pair", "{n} pairs", scored.pairs)),
            (scored.large_cards, _("{n} large", n=scored.large_cards)),
            (scored.blocked, _("{n} blocked", n=scored.blocked)),
        )
        if n
    ]
    return Part(seat, scored.points, _("{pieces}", pieces=pieces), "sets", pieces)


# --- from the cards -----------------------------------------------------------------------------


def score_round(hands: Sequence[Sequence[Face]]) -> list[Round]:
    """The round of each player, in the order of `hands`; a hand is three faces.

    A pair is blocked by anyone else who holds two or three of its symbol (holds, not scores).
    """
    return [kinds.round for kinds in kinds_of(hands)]


@dataclass(frozen=True)
class Kinds:
    """What one player's three cards make, by symbol.

    `scored` are the pairs of `free` that count: all of them beside a set, otherwise the best one.
    `blocked` says for each of the other pairs whose hands, by place, block it.
    """

    hand: Sequence[Face]
    sets: Sequence[str]
    free: Sequence[str]
    scored: Sequence[str]
    blocked: Mapping[str, Sequence[int]]

    @property
    def large_cards(self) -> int:
        """How many cards with a large symbol a set or a scored pair uses."""
        # Any large symbol earns the bonus, not only that of the set or pair, and once for a card
        # however many of them use it (rules/trico.md#large-symbols).
        used = (*self.sets, *self.scored)
        return sum(
            bool(face.get("large")) and any(symbol in face["symbols"] for symbol in used)
            for face in self.hand
        )

    @property
    def round(self) -> Round:
        """What they are worth."""
        return Round(
            sets=len(self.sets),
            pairs=len(self.scored),
            large_cards=self.large_cards,
            blocked=len(self.blocked),
            large_symbols=sum(len(face.get("large", [])) for face in self.hand),
            numbers=tuple(face["number"] for face in self.hand if "number" in face),
        )


def kinds_of(hands: Sequence[Sequence[Face]]) -> list[Kinds]:
    """What each hand makes against the others, in the order of `hands`."""
    shown = [times_shown(hand) for hand in hands]
    return [kinds_against(hand, shown, place) for place, hand in enumerate(hands)]


def times_shown(hand: Sequence[Face]) -> dict[str, int]:
    """How many of three cards show each symbol."""
    times: dict[str, int] = {}
    for face in hand:
        for symbol in face["symbols"]:
            times[symbol] = times.get(symbol, 0) + 1
    return times


def kinds_against(hand: Sequence[Face], shown: Sequence[Mapping[str, int]], place: int) -> Kinds:
    """What the hand at `place` makes; `shown` has the symbols of every hand."""
    sets = [symbol for symbol, n in shown[place].items() if n == KEPT]
    free, blocked = [], {}
    for symbol, n in shown[place].items():
        if n == 2:
            # What the others hold blocks, not what they score: otherwise a pair would depend on
            # a pair that depends on it (rules/trico.md#what-blocks-a-pair).
            blockers = [
                at
                for at, other in enumerate(shown)
                if at != place and other.get(symbol, 0) >= BLOCKED_BY
            ]
            if blockers:
                blocked[symbol] = blockers
            else:
                free.append(symbol)
    scored = free
    # The player may choose the one pair; we choose the best for them, among those that are not
    # blocked, since a blocked one would score nothing (rules/trico.md#without-a-set-one-pair-only).
    if not sets and len(free) > 1:
        scored = [max(free, key=lambda symbol: large_with(hand, symbol))]
    return Kinds(hand, sets, free, scored, blocked)


def large_with(hand: Sequence[Face], symbol: str) -> int:
    """How many of the cards that show `symbol` have a large one, whichever that is."""
    return sum(bool(face.get("large")) for face in hand if symbol in face["symbols"])


# --- from counts --------------------------------------------------------------------------------


MOST_PAIRS = (KEPT * MOST_SYMBOLS - KEPT) // 2
"""Beside one set, on all the symbols that are left; without a set only one pair scores."""
COUNTED = (
    Figure("sets", _("sets"), 0, MOST_SYMBOLS, sets_of),
    Figure("pairs", _("pairs"), 0, MOST_PAIRS, pairs_of),
    Figure("large", _("large cards"), 0, KEPT, large_cards_of),
)


def counted_round(row: Mapping[str, int]) -> Round:
    """A round of which only the counts were entered."""
    return Round(sets=row["sets"], pairs=row["pairs"], large_cards=row["large"])


def check_counts(answer: Sequence[Mapping[str, int]]) -> Iterator[Problem]:
    """What three cards with at most five symbols each can show."""
    for place, row in enumerate(answer):
        sets, pairs, large = row["sets"], row["pairs"], row["large"]
        if sets == 0 and pairs > 1:
            yield Problem(
                _("Without a set only one pair scores, not {pairs}.", pairs=pairs), at=place
            )
        elif sets == 0 and large > 2 * pairs:
            if pairs:
                why = _(
                    "One pair uses two cards, so {large} large cards cannot count.", large=large
                )
            else:
                why = _n(
                    "Nothing scored uses a card, so {n} large card cannot count.",
                    "Nothing scored uses a card, so {n} large cards cannot count.",
                    large,
                )
            yield Problem(why, at=place)
        elif sets and 3 * sets + 2 * pairs > KEPT * MOST_SYMBOLS:
            yield Problem(
                _(
                    "{sets} and {pairs} need {needed} symbols; three cards show at most {most}.",
                    sets=sets_of(sets),
                    pairs=pairs_of(pairs),
                    needed=3 * sets + 2 * pairs,
                    most=KEPT * MOST_SYMBOLS,
                ),
                at=place,
            )
