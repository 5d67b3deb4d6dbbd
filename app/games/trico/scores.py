"""The score of a deal of Trico, and who has won: sets, pairs, blocking, large symbols, ties."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.games.trico.figures import FigureColumn
from app.games.trico.house_rules import CARDS, KEPT, MAX_SYMBOLS
from app.scoring import Outcome, Part, Problem, Seat, Side, Table, Text, _, _n, add_points
from app.scoring.model.cards import Face

SET, PAIR, LARGE_CARD = 2, 1, 1  # points
BLOCKED_BY = 2  # cards with its symbol, in one opponent's hand, that block a pair


def sets_of(n: int) -> Text:
    """Return `n` sets in words."""
    return _n("{n} set", "{n} sets", n)


def pairs_of(n: int) -> Text:
    """Return `n` pairs in words."""
    return _n("{n} pair", "{n} pairs", n)


def large_cards_of(n: int) -> Text:
    """Return `n` large cards in words."""
    return _n("{n} large card", "{n} large cards", n)


def large_symbols_of(n: int) -> Text:
    """Return `n` large symbols in words."""
    return _n("{n} large symbol", "{n} large symbols", n)


def highest_of(n: int) -> Text:
    """Return the highest card in words."""
    return _("highest card {n}", n=n)


@dataclass(frozen=True)
class RoundScore:
    """The worth of one player's three cards.

    `pairs` are those that score, and `blocked` those that another hand blocks. `large_cards` are
    the cards with a large symbol in a set or a pair that scores; `large_symbols` are all on the
    three cards, None if only counts were entered. `numbers` are the card numbers that are known.
    """

    sets: int = 0
    pairs: int = 0
    large_cards: int = 0
    blocked: int = 0
    large_symbols: int | None = None
    numbers: tuple[int, ...] = ()

    @property
    def highest(self) -> int | None:
        """The highest card number, None if an unknown card may be higher."""
        # The 9 settles it even if the other two were entered without their numbers.
        is_known = len(self.numbers) == KEPT or CARDS in self.numbers
        return max(self.numbers) if is_known else None

    @property
    def points(self) -> int:
        """The points of the round."""
        return SET * self.sets + PAIR * self.pairs + LARGE_CARD * self.large_cards


def tally_of(score: RoundScore) -> dict[str, int]:
    """Return what scored of each kind in a round, by key, and the blocked pairs if the cards were
    entered."""
    scored = {"sets": score.sets, "pairs": score.pairs, "large": score.large_cards}
    # Players who count for themselves leave out what is blocked.
    is_counted = score.large_symbols is None
    return scored if is_counted else scored | {"blocked": score.blocked}


def part_of(seat: Seat, score: RoundScore) -> Part:
    """Return the points of a round with their reason."""
    blocked = [_n("{n} blocked", "{n} blocked", score.blocked)] if score.blocked else []
    pieces = [
        sets_of(score.sets),
        pairs_of(score.pairs),
        *blocked,
        large_cards_of(score.large_cards),
    ]
    rule = "sets" if score.sets else "pairs-and-blocking"
    return Part(seat, score.points, _("{pieces}", pieces=pieces), rule, pieces)


def part_so_far_of(seat: Seat, score: RoundScore) -> Part:
    """Return the points of a round while it is entered, when a later card can still block a
    pair."""
    counts = (
        (score.sets, _n("set", "{n} sets", score.sets)),
        (score.pairs, _n("pair", "{n} pairs", score.pairs)),
        (score.large_cards, _("{n} large", n=score.large_cards)),
        (score.blocked, _n("{n} blocked", "{n} blocked", score.blocked)),
    )
    pieces = [words for n, words in counts if n]
    return Part(seat, score.points, _("{pieces}", pieces=pieces), "sets", pieces)


@dataclass(frozen=True)
class Combinations:
    """The symbols of the sets and of the pairs in the three cards of one `hand`.

    `pairs` has, for each symbol, the indexes of the hands that block it; empty if none does.
    """

    hand: Sequence[Face]
    sets: Sequence[str]
    pairs: Mapping[str, Sequence[int]]

    @property
    def scoring_pairs(self) -> list[str]:
        """The pairs that count: beside a set all that are not blocked, otherwise the best one."""
        free = [symbol for symbol, blockers in self.pairs.items() if not blockers]
        # The player may choose the one pair; we choose the best for them, among those that are not
        # blocked, which would score nothing (rules/en/trico.md#without-a-set-one-pair-only).
        best = sorted(free, key=lambda symbol: self.large_cards_with([symbol]), reverse=True)
        return free if self.sets else best[:1]

    def large_cards_with(self, symbols: Collection[str]) -> int:
        """Return how many cards with any of these symbols have a large one."""
        # Any large symbol earns the bonus, not only that of the set or pair, and once for a card
        # however many of them use it (rules/en/trico.md#large-symbols).
        return sum(
            bool(face.get("large")) and any(symbol in symbols for symbol in face["symbols"])
            for face in self.hand
        )

    @property
    def score(self) -> RoundScore:
        """The worth of the hand."""
        pairs = self.scoring_pairs
        return RoundScore(
            sets=len(self.sets),
            pairs=len(pairs),
            large_cards=self.large_cards_with([*self.sets, *pairs]),
            blocked=sum(map(bool, self.pairs.values())),
            large_symbols=sum(len(face.get("large", [])) for face in self.hand),
            numbers=tuple(face["number"] for face in self.hand if "number" in face),
        )


def combinations_of(hands: Sequence[Sequence[Face]]) -> list[Combinations]:
    """Return the sets and pairs of each hand of three faces against the others, in the order of
    `hands`."""
    times = [Counter(symbol for face in hand for symbol in face["symbols"]) for hand in hands]
    return [
        Combinations(
            hand,
            sets=[symbol for symbol, n in times[place].items() if n == KEPT],
            pairs={
                symbol: blockers_of(symbol, place, times)
                for symbol, n in times[place].items()
                if n == 2
            },
        )
        for place, hand in enumerate(hands)
    ]


def blockers_of(symbol: str, place: int, times: Sequence[Mapping[str, int]]) -> list[int]:
    """Return the indexes of the other hands that block a pair of `symbol` in the hand at `place`.

    `times` has, for each hand, on how many of its cards each symbol is.
    """
    # What the others hold blocks, not what they score: otherwise a pair would depend on a pair
    # that depends on it (rules/en/trico.md#what-blocks-a-pair).
    return [
        other
        for other, shown in enumerate(times)
        if other != place and shown.get(symbol, 0) >= BLOCKED_BY
    ]


def faces_of(deck: Mapping[str, Face], hands: Iterable[Sequence[int]]) -> list[list[Face]]:
    """Return the faces of the cards in each hand, with their numbers."""
    return [[deck[str(n)] | {"number": n} for n in numbers] for numbers in hands]


def score_round(hands: Sequence[Sequence[Face]]) -> list[RoundScore]:
    """Return the score of each hand of three faces against the others, in the order of `hands`."""
    return [combinations.score for combinations in combinations_of(hands)]


# Beside one set, on all the symbols that are left; without a set only one pair scores.
MAX_PAIRS = (KEPT * MAX_SYMBOLS - KEPT) // 2
COUNTED = (
    FigureColumn("sets", _("sets"), 0, MAX_SYMBOLS, sets_of),
    FigureColumn("pairs", _("pairs"), 0, MAX_PAIRS, pairs_of),
    FigureColumn("large", _("large cards"), 0, KEPT, large_cards_of),
)


def counted_round(row: Mapping[str, int]) -> RoundScore:
    """Return a round of which only the counts were entered."""
    return RoundScore(sets=row["sets"], pairs=row["pairs"], large_cards=row["large"])


def fault_in_counts(seat: Seat, row: Mapping[str, int]) -> Text | None:
    """Return why three cards cannot have the counts of this player (rules/en/trico.md#counts), or
    None."""
    why = why_impossible(row["sets"], row["pairs"], row["large"])
    return why and _("{seat}: {why}", seat=seat, why=why)


def why_impossible(sets: int, pairs: int, large: int) -> Text | None:
    """Return why three cards with at most five symbols each cannot have these counts; None if they
    can."""
    needed = KEPT * sets + 2 * pairs
    if sets and needed > KEPT * MAX_SYMBOLS:
        return _n(
            "{sets} and {pairs} need {n} symbol, three cards show at most {most}",
            "{sets} and {pairs} need {n} symbols, three cards show at most {most}",
            needed,
            sets=sets_of(sets),
            pairs=pairs_of(pairs),
            most=KEPT * MAX_SYMBOLS,
        )
    if sets or (pairs <= 1 and large <= 2 * pairs):
        return None
    if pairs > 1:
        return _("without a set only one pair scores, not {pairs}", pairs=pairs)
    if pairs:
        return _n(
            "one pair uses two cards, so {n} large card cannot count",
            "one pair uses two cards, so {n} large cards cannot count",
            large,
        )
    return _("no set or pair, so large cards score nothing")


TIE = (
    FigureColumn("large", _("large symbols"), 0, KEPT * MAX_SYMBOLS, large_symbols_of),
    FigureColumn("highest", _("highest card"), KEPT, CARDS, highest_of),
)


def best_at_target(table: Table, points: Sequence[int], target: int) -> list[Seat]:
    """Return the players with the highest total after a round with these points, if it is the
    target.

    `points` are those of each seat in the order of play: everyone plays alone.
    """
    totals = add_points(table.totals, tuple(points))
    best = max(totals)
    return [seat for seat in table.seats if totals[seat.index] == best >= target]


def break_tie(rounds: Mapping[Seat, RoundScore], level: Sequence[Seat]) -> tuple[Seat, str] | None:
    """Return the winner among `level`, who have the same total, and the step that decided.

    The step is ``total``, ``large`` (more large symbols on the cards saved last) or ``highest``
    (the highest card); see rules/en/trico.md#winning-and-ties. None if `level` is empty, or if not
    enough was entered to decide.
    """
    if len(level) <= 1:
        return (level[0], "total") if level else None
    # Symbols are compared, not cards, and on all three cards, used or not: this is not the large
    # bonus. A player with a lower total is out, however many large symbols they show.
    for step, figure in (("large", "large_symbols"), ("highest", "highest")):
        figures = {seat: getattr(rounds[seat], figure) for seat in level}
        if None in figures.values():
            return None
        most = max(figures.values())
        level = [seat for seat in level if figures[seat] == most]
        if len(level) == 1:
            return level[0], step
    raise AssertionError("a card number is there only once")


def tied_round(large: int, highest: int) -> RoundScore:
    """Return a round of which only the figures for a tie are known."""
    return RoundScore(large_symbols=large, numbers=(highest,) * KEPT)


def check_tie(
    rounds: Mapping[Seat, RoundScore], answer: Mapping[str, Sequence[int]]
) -> Iterator[Problem]:
    """Yield a problem for each player whose figures contradict their `rounds`, as far as those are
    known."""
    for seat, score in rounds.items():
        large, highest = answer["large"][seat.index], answer["highest"][seat.index]
        faults: list[Text] = []
        # Where the cards were entered, other figures mean a mistake in one of the two, and only
        # the table can tell in which.
        if score.large_symbols not in (None, large):
            faults.append(
                _n(
                    "The cards entered for {seat} have {n} large symbol.",
                    "The cards entered for {seat} have {n} large symbols.",
                    score.large_symbols or 0,
                    seat=seat,
                )
            )
        elif large < score.large_cards:
            faults.append(
                _n(
                    "{seat} scored {n} large card, so enter at least {n} large symbol.",
                    "{seat} scored {n} large cards, so enter at least {n} large symbols.",
                    score.large_cards,
                    seat=seat,
                )
            )
        if score.highest not in (None, highest):
            faults.append(
                _(
                    "The highest card entered for {seat} is {highest}.",
                    seat=seat,
                    highest=score.highest,
                )
            )
        elif highest < max(score.numbers, default=0):
            faults.append(
                _(
                    "{seat} has card {number}, so the highest cannot be {highest}.",
                    seat=seat,
                    number=max(score.numbers),
                    highest=highest,
                )
            )
        # Every number is there only once, so a card that another player kept, or that has just been
        # named for another player, is not here too.
        others = [other.numbers for s, other in rounds.items() if s is not seat]
        if any(highest in numbers for numbers in (*others, answer["highest"][: seat.index])):
            faults.append(_("Card {highest} cannot be with two players.", highest=highest))
        yield from (Problem(fault, at=seat.index) for fault in faults)


def end(table: Table, winner: Side, step: str, target: int) -> Outcome:
    """Return the outcome, always with one winner: the last step of a tie decides."""
    level = {"winner": winner, "total": table.totals[winner.index]}
    why, ending = {
        "total": (
            _("{winner}: the highest total, {total}.", **level),
            _("The target of {target} was reached.", target=target),
        ),
        "large": (
            _(
                "{winner} with {total}: level on points, but more large symbols on the last cards.",
                **level,
            ),
            _("Level on points: the most large symbols on the last cards decided."),
        ),
        "highest": (
            _(
                "{winner} with {total}: level on points and large symbols, but the highest card.",
                **level,
            ),
            _("Level on points and large symbols: the highest card decided."),
        ),
    }[step]
    return Outcome((winner,), why, ending=ending, reason=step)
