"""Where the house deck comes from: a search for nine balanced Trico cards, and its figures.

    .venv/bin/python -m bench.house_deck            the figures of the deck in the box
    .venv/bin/python -m bench.house_deck --search   look for it again: about ten minutes

The figures are exact: they are about every round that can be dealt, as `trico_rounds` plays it.
Only the search throws dice, and they fall alike every time. It climbs from many random decks that
obey the rules (`is_legal`) by a figure that is quick to work out (`unfairness`: every way to keep
three cards each, as if they were kept at random). The best of those are played out, and climb on by
how far they miss the `AIMS`. The deck that misses them least is the house deck.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from app.games.trico.house_deck import HOUSE_DECK
from app.games.trico.prompts import Face as Printed
from bench.trico_rounds import (
    CARDS,
    HANDS,
    SYMBOLS,
    Face,
    Picks,
    Rounds,
    Worth,
    bits,
    lead,
)

TARGET = 14
SEED = "nine cards"
CLIMBS, STEPS = 40, 200
FINALISTS, LATE_STEPS = 6, 100

Deck = tuple[Face, ...]
"""The cards 1 to 9."""


# --- what a deck must be ------------------------------------------------------------------------

EXAMPLE: dict[int, Face] = {
    5: (bits("spade", "heart", "diamond"), True),
    2: (bits("spade", "heart", "acorn"), True),
    9: (bits("spade", "diamond", "acorn"), False),
}
"""The published example: cards 5, 2 and 9 make a set of spades and pairs of hearts, diamonds and
acorns, with large symbols on 5 and 2. Which two of the three show a heart is not known; another
choice would only rename what is here."""

FREE = tuple(number for number in range(1, 10) if number not in EXAMPLE)


def is_legal(deck: Deck) -> bool:
    """What the rules say, and what a good deck needs beside them.

    Ours are: no two cards alike; one to three cards with five symbols; each symbol about as often
    as any other; four to six cards with a large symbol.
    """
    faces = [symbols for symbols, _large in deck]
    often = [sum(symbols >> place & 1 for symbols in faces) for place in range(len(SYMBOLS))]
    return (
        all(deck[number - 1] == face for number, face in EXAMPLE.items())
        and all(symbols.bit_count() in (3, 5) for symbols in faces)
        and len(set(faces)) == len(faces)
        and 1 <= sum(symbols.bit_count() == 5 for symbols in faces) <= 3
        and max(often) - min(often) <= 2
        and 4 <= sum(large for _symbols, large in deck) <= 6
    )


# --- how good a deck is -------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """What every round that can be dealt says about a deck.

    `kept` and `worth` are by card: how often somebody keeps it, and how many points whoever keeps
    it is ahead. `luck` is the lead that the luckiest two cards bring. `first_lead` and `first_wins`
    are about the winner of the first trick (a round that ends level is shared). `points` are those
    of one player; `spread` is their standard deviation, `nothing` how often there are none, and
    `most` the highest. `level` is how often the best have the same; `blocked` the part of all
    pairs; `length` the number of rounds to 14.
    """

    kept: tuple[float, ...]
    worth: tuple[float, ...]
    luck: float
    first_lead: float
    first_wins: float
    points: float
    spread: float
    nothing: float
    most: int
    level: float
    blocked: float
    length: float


def figures(deck: Deck, players: int) -> Figures:
    """Play every round with a deck."""
    worth = Worth(deck)
    rounds = Rounds(Picks(worth), range(1, 10), players)
    ends: Counter[tuple[int, ...]] = Counter()
    each: Counter[int] = Counter()
    kept, gained = [0] * 9, [0.0] * 9
    dealt, brought = Counter[int](), Counter[int]()
    first_lead = first_wins = 0.0
    level = pairs = blocked = 0
    for (hands, first, saved), times in Counter(rounds.all()).items():
        points = worth.points(saved)
        winners = points.count(max(points))
        ends[points] += times
        level += times * (winners > 1)
        first_lead += times * lead(points, first)
        first_wins += times * (points[first] == max(points)) / winners
        for seat, hand in enumerate(saved):
            ahead = times * lead(points, seat)
            each[points[seat]] += times
            dealt[hands[seat]] += times
            brought[hands[seat]] += ahead
            pairs += times * worth.pairs[hand].bit_count()
            blocked += times * worth.blocked(saved, seat)
            for card in CARDS[hand]:
                kept[card] += times
                gained[card] += ahead
    n = ends.total()
    mean = sum(one * times for one, times in each.items()) / each.total()
    return Figures(
        kept=tuple(times / n for times in kept),
        worth=tuple(sum_ / times for sum_, times in zip(gained, kept, strict=True)),
        luck=max(brought[hand] / dealt[hand] for hand in dealt),
        first_lead=first_lead / n,
        first_wins=first_wins / n,
        points=mean,
        spread=(sum((one - mean) ** 2 * times for one, times in each.items()) / each.total())
        ** 0.5,
        nothing=each[0] / each.total(),
        most=max(each),
        level=level / n,
        blocked=blocked / pairs,
        length=rounds_to(TARGET, ends),
    )


def rounds_to(target: int, ends: Counter[tuple[int, ...]]) -> float:
    """How many rounds a match lasts, if each ends like one of these."""
    players = len(next(iter(ends)))
    seated: Counter[tuple[int, ...]] = Counter()
    for points, times in ends.items():
        for order in permutations(points):
            seated[order] += times
    n = seated.total()
    shares = [(points, times / n) for points, times in seated.items()]
    idle = seated[(0,) * players] / n

    @cache
    def ahead(totals: tuple[int, ...]) -> float:
        if max(totals) >= target:
            return 0.0
        later = sum(
            share * ahead(tuple(map(sum, zip(totals, points, strict=True))))
            for points, share in shares
            if any(points)
        )
        return (1 + later) / (1 - idle)

    return ahead((0,) * players)


@dataclass(frozen=True)
class Aim:
    """A figure that should lie in a span. Being outside by one `step` is one point worse."""

    what: str
    figure: Callable[[Figures], float]
    low: float
    high: float
    step: float

    def miss(self, found: Figures) -> float:
        """How much worse than aimed at."""
        value = self.figure(found)
        return max(self.low - value, value - self.high, 0.0) / self.step


def range_of(values: Sequence[float]) -> float:
    """From the least to the greatest."""
    return max(values) - min(values)


AIMS = (
    Aim("every card is about as often worth keeping", lambda f: range_of(f.kept), 0, 0.3, 0.1),
    Aim("no card wins the round", lambda f: range_of(f.worth), 0, 0.5, 0.2),
    Aim("no two cards dealt win the round", lambda f: f.luck, 0, 0.4, 0.2),
    Aim("the first pick is worth a trick, not a round", lambda f: f.first_wins, 0.54, 0.60, 0.03),
    Aim("blocking matters", lambda f: f.blocked, 0.3, 0.5, 0.1),
    Aim("few rounds end level", lambda f: f.level, 0, 0.25, 0.1),
    Aim("scores differ from round to round", lambda f: f.spread, 1.2, 2.0, 0.2),
    Aim("a match takes about four rounds", lambda f: f.length, 3.3, 5.0, 0.3),
)
"""What the deck is chosen by, with two players."""


def cost(found: Figures) -> float:
    """How far a deck misses the aims in all."""
    return sum(aim.miss(found) for aim in AIMS)


ROUNDS = [(one, other) for one, other in combinations(HANDS, 2) if not one & other]


def unfairness(deck: Deck) -> float:
    """How unevenly points fall if three cards each are kept at random; quick to work out."""
    worth = Worth(deck)
    leads, in_all = [0] * 9, 0
    for kept in ROUNDS:
        one, other = worth.points(kept)
        in_all += one + other
        for card in CARDS[kept[0]]:
            leads[card] += one - other
        for card in CARDS[kept[1]]:
            leads[card] += other - one
    times = len(ROUNDS) * 2 / 3
    mean = in_all / len(ROUNDS) / 2
    return (sum((each / times) ** 2 for each in leads) / 9) ** 0.5 + 0.2 * max(0.0, mean - 3.4)


# --- the search ---------------------------------------------------------------------------------


def search(dice: random.Random) -> Deck:
    """The deck that misses the aims least."""
    climbed: dict[frozenset[Face], tuple[float, Deck]] = {}
    for place in range(CLIMBS):
        deck, badness = climb(random_deck(dice), unfairness, STEPS, dice)
        climbed[frozenset(deck)] = badness, deck
        say(f"{place + 1} of {CLIMBS} climbs: {badness:.3f}")
    best: dict[Deck, float] = {}
    for place, (_badness, begun) in enumerate(sorted(climbed.values())[:FINALISTS]):
        deck, missed = climb(begun, lambda deck: cost(figures(deck, 2)), LATE_STEPS, dice)
        best[deck] = missed
        say(f"{place + 1} of {FINALISTS} played out: {missed:.2f}  {in_letters(deck)}")
    return min(best, key=lambda deck: best[deck])


def climb(
    deck: Deck, badness: Callable[[Deck], float], steps: int, dice: random.Random
) -> tuple[Deck, float]:
    """Change one thing at a time, and keep what is not worse."""
    now = badness(deck)
    for _step in range(steps):
        other = changed(deck, dice)
        if is_legal(other) and (then := badness(other)) <= now:
            deck, now = other, then
    return deck, now


def changed(deck: Deck, dice: random.Random) -> Deck:
    """Another face, another size of a symbol, or two cards with their numbers exchanged."""
    cards = list(deck)
    one, other = (number - 1 for number in dice.sample(FREE, 2))
    symbols, large = cards[one]
    kind = dice.randrange(4)
    if kind == 0:
        cards[one] = (symbols, not large)
    elif kind == 1:
        cards[one], cards[other] = cards[other], cards[one]
    elif kind == 2:
        cards[one] = (random_symbols(dice), large)
    else:
        places = range(len(SYMBOLS))
        off = dice.choice([place for place in places if symbols >> place & 1])
        on = dice.choice([place for place in places if not symbols >> place & 1])
        cards[one] = (symbols ^ 1 << off ^ 1 << on, large)
    return tuple(cards)


def random_deck(dice: random.Random) -> Deck:
    """Any legal deck."""
    while True:
        deck = tuple(
            EXAMPLE.get(number) or (random_symbols(dice), dice.random() < 0.5)
            for number in range(1, 10)
        )
        if is_legal(deck):
            return deck


def random_symbols(dice: random.Random) -> int:
    """Three symbols, or now and then five."""
    return bits(*dice.sample(SYMBOLS, dice.choice((3, 3, 5))))


# --- from and to what is printed ----------------------------------------------------------------


def as_played(printed: dict[str, Printed]) -> Deck:
    """A deck as far as play can tell."""
    return tuple(
        (bits(*printed[str(number)]["symbols"]), bool(printed[str(number)].get("large")))
        for number in range(1, 10)
    )


def in_letters(deck: Deck) -> str:
    """A deck on one line: first letters of the symbols, a star behind a card with a large one."""
    return " ".join(
        "".join(name[0] for place, name in enumerate(SYMBOLS) if symbols >> place & 1) + "*" * large
        for symbols, large in deck
    )


def table(deck: Deck) -> str:
    """The figures of a deck, to read."""
    two, three = figures(deck, 2), figures(deck, 3)
    lines = [in_letters(deck), "", f"{'card':<44}" + "".join(f"{n:>7}" for n in range(1, 10))]
    lines += [
        row("kept by somebody, two players", two.kept, "7.0%"),
        row("lead of who keeps it, two players", two.worth, "+7.2f"),
        row("lead of who keeps it, three players", three.worth, "+7.2f"),
        "",
        f"{'':<44}{'two':>7}{'three':>7} players",
    ]
    for words, name, form in (
        ("points of a round", "points", "7.2f"),
        ("their standard deviation", "spread", "7.2f"),
        ("most points", "most", "7d"),
        ("no points at all", "nothing", "7.1%"),
        ("rounds to 14", "length", "7.1f"),
        ("rounds that end level", "level", "7.1%"),
        ("pairs that are blocked", "blocked", "7.0%"),
        ("lead of the luckiest two cards dealt", "luck", "+7.2f"),
        ("lead of who wins the first trick", "first_lead", "+7.2f"),
        ("rounds that go to who wins the first trick", "first_wins", "7.0%"),
    ):
        lines.append(row(words, [getattr(two, name), getattr(three, name)], form))
    lines += ["", "misses of the aims (0 is none)"]
    lines += [f"{aim.what:<51}{aim.miss(two):7.2f}" for aim in AIMS]
    return "\n".join([*lines, f"{'in all':<51}{cost(two):7.2f}"])


def row(words: str, values: Sequence[float], form: str) -> str:
    """A line of the table."""
    return f"{words:<44}" + "".join(format(value, form) for value in values)


def say(words: str) -> None:
    """How the search gets on."""
    print(words, file=sys.stderr, flush=True)


def main() -> int:
    """Print the figures of the house deck, or of the one that a new search finds."""
    asked = argparse.ArgumentParser(
        prog="python -m bench.house_deck", description="How the house deck plays."
    )
    asked.add_argument("--search", action="store_true", help="look for it again")
    deck = search(random.Random(SEED)) if asked.parse_args().search else as_played(HOUSE_DECK)
    print(table(deck))
    return 0


if __name__ == "__main__":
    sys.exit(main())
