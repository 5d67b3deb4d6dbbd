"""What is still possible in a match of Trex, worked out from what scores it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Any

from app.games.trex.house_rules import (
    CARDS,
    CARDS_IN_A_SUIT,
    CARDS_IN_A_TRICK,
    KING,
    LEVEL,
    PLACES,
    TRICKS,
    TrexRules,
)
from app.games.trex.scores import (
    card_parts,
    diamond_parts,
    diamonds_of,
    is_own_double,
    place_parts,
    queens_of,
    trick_parts,
    tricks_needed,
)
from app.scoring import Deal, Part, Points, Seat, Side, Signed, Table, Text, _, add_points
from app.scoring.chances.last_deal import BoundedDeal, EnumeratedDeal, LastDeal, position_at
from app.scoring.chances.race import FixedLengthChances
from app.scoring.chances.stakes import (
    LeadRange,
    Stake,
    Swing,
    combine,
    distributions,
    lead_ranges,
    merge_ranges,
    unit_vectors,
)
from app.scoring.chances.wording import CountMeasure, Measure
from app.scoring.model.text import or_list
from app.scoring.prompts import Pile, tricks_of

Parts = Callable[[Mapping[Pile, int], TrexRules], list[Part]]


def chances_of(
    table: Table, deal: Deal, rules: TrexRules, unplayed: Sequence[str], kingdoms: int
) -> FixedLengthChances:
    """What is still possible: this deal, the `unplayed` contracts, and so many more `kingdoms`.

    Until the contract is named, this deal is one of the unplayed. Level queens that are played
    again change nothing here: the most and the least come when one side takes every queen.
    """
    named = deal.answers.get("contract")
    left = [
        OpenContract(table, rules, key, deal.answers if key == named else {}) for key in unplayed
    ]
    later = [OpenContract(table, rules, key, {}) for key in rules.contracts] * kingdoms
    is_last = not later and len(left) == 1
    return FixedLengthChances(
        *position_at(table), [*left, *later], left[0].last_deal if is_last else None
    )


@dataclass(frozen=True)
class OpenContract:
    """What is open of a contract, with the `answers` that are in already, by their keys."""

    table: Table
    rules: TrexRules
    contract: str
    answers: Mapping[str, Any]

    @cached_property
    def stakes(self) -> list[Stake]:
        """The cards, the tricks or the places; of a Complex the king and the queens."""
        if self.contract == "trex":
            return [Stake(list(self.orders()))]
        if self.contract == "diamonds":
            return [self.each(diamond_parts, CARDS_IN_A_SUIT)]
        if self.contract == "slaps":
            return [self.each(trick_parts, TRICKS)]
        return [self.stake_of(card) for card in CARDS[self.contract]]

    @cached_property
    def swing(self) -> Swing:
        """What it can bring."""
        more = self.counts() if self.contract == "complex" else ()
        return Swing.sum_of([*(stake.swing for stake in self.stakes), *more])

    @property
    def last_deal(self) -> LastDeal:
        """What of it is enough, where it is the last deal."""
        where, stakes = position_at(self.table), self.stakes
        measure: Measure = CountMeasure(_("tricks you take"), tricks_of)
        if self.contract == "complex":
            return BoundedDeal(*where, measure, self.leads)
        if self.contract == "trex":
            measure = (
                PairPlacesMeasure(self.rules.reversed) if self.rules.partners else PlaceMeasure()
            )
        elif self.contract == "king":
            measure = KingMeasure()
        elif self.contract == "queens":
            measure = CountMeasure(_("queens you take"), queens_of)
            if self.rules.level_queens and self.rules.partners:
                # Level queens do not count where they are played again.
                stakes = [Stake([way for way in combine(stakes) if way[1] != (-LEVEL, -LEVEL)])]
        elif self.contract == "diamonds":
            unit = _("one diamond costs {points}", points=self.rules.diamond)
            measure = CountMeasure(_("diamonds you take"), diamonds_of, unit=unit)
        else:
            unit = _("one trick costs {points}", points=self.rules.trick)
            measure = CountMeasure(_("tricks you take"), tricks_of, unit=unit)
        return EnumeratedDeal(*where, measure, stakes)

    def orders(self) -> Iterator[tuple[tuple[Any, ...], Points]]:
        """Every order of going out: the place of each player, of partners both."""
        seats, sides = self.table.seats, self.table.sides
        for places in permutations(range(len(seats))):
            order = sorted(seats, key=lambda seat: places[seat.index])
            pairs = (tuple(sorted(places[seat.index] for seat in side.seats)) for side in sides)
            has = tuple(pairs) if self.rules.partners else places
            yield has, self.table.points(place_parts(order))

    def each(self, parts: Parts, times: int = 1) -> Stake:
        """So many diamonds or tricks, each of which goes to some side and scores these parts."""
        ones = unit_vectors(len(self.table.sides))
        return Stake([(one, self.scored(parts, one)) for one in ones], times)

    def scored(self, parts: Parts, counts: Points) -> Points:
        """What so many diamonds or tricks of each side score."""
        return self.table.points(parts(self.piled(counts), self.rules))

    def piled(self, counts: Sequence[int]) -> dict[Pile, int]:
        """So many diamonds or tricks by seat or by side."""
        by_seat = len(counts) == len(self.table.seats)
        piles: Sequence[Pile] = self.table.seats if by_seat else self.table.sides
        return dict(zip(piles, counts, strict=True))

    def stake_of(self, card: str) -> Stake:
        """One card: who may have doubled it and who may take it, as far as that is open."""
        table, rules, ways = self.table, self.rules, set()
        ones = unit_vectors(len(table.sides))
        doublers: Sequence[Seat | None] = (None, *table.seats)
        if "doubled" in self.answers:
            index = (self.answers["doubled"] or {}).get(card)
            doublers = (None if index is None else table.seats[index],)
        takers = [self.taken[card]] if card in self.taken else table.seats
        for doubler, taker in product(doublers, takers):
            # The leader only matters where one is asked for: see `score_cards`.
            asks = rules.own_double == "leader_gains" and is_own_double(table, taker, doubler)
            for leader in table.seats if asks else (None,):
                parts = card_parts(table, rules, card, taker, doubler, leader)
                ways.add((ones[table.side_of(taker).index], table.points(parts)))
        return Stake(ways)

    @cached_property
    def taken(self) -> dict[str, Seat]:
        """Who has taken which of the king and the queens by now."""
        taken = dict(self.answers.get("queens") or {})
        if "king" in self.answers:
            taken[KING] = self.answers["king"]
        return {card: self.table.seats[index] for card, index in taken.items()}

    # A Complex, whose penalty cards need tricks to lie in

    def counts(self) -> Iterator[Swing]:
        """What the diamonds and the tricks can bring.

        Partners share their score, so it is enough to know what they have together. Before the
        queens are in, all that is left may still go to one player, so that nothing more than the
        king ties the one to the other.
        """
        suits: Iterable[Mapping[Pile, int]] = [{}]
        if "diamonds" in self.answers:
            suits = [self.piled(self.answers["diamonds"])]
        elif "QD" in self.taken:
            holder = self.table.side_of(self.taken["QD"]).index
            every = distributions(CARDS_IN_A_SUIT, len(self.table.sides))
            suits = [self.piled(counts) for counts in every if counts[holder]]
        else:
            yield self.each(diamond_parts, CARDS_IN_A_SUIT).swing
        surely: dict[int, set[Points]] = defaultdict(set)
        for suit in suits:
            least = tuple(tricks_needed(s, self.taken, suit)[0][s] for s in self.table.sides)
            points = self.table.points(diamond_parts(suit, self.rules))
            surely[sum(least)].add(add_points(points, self.scored(trick_parts, least)))
        trick = self.each(trick_parts).swing
        yield Swing.one_of(
            Swing.sum_of([Swing.among(points), *[trick] * (TRICKS - least)])
            for least, points in surely.items()
        )

    @cached_property
    def penalty_cards(self) -> list[Stake]:
        """How many of them each side can have, and their points."""
        table = self.table
        stakes = dict(zip(CARDS["complex"], self.stakes, strict=True))
        # The Q♦ is one of the diamonds too: with them, if they are counted.
        queen = stakes.pop("QD").ways
        if "diamonds" in self.answers:
            piles = self.piled(self.answers["diamonds"]).items()
            own = [[n for pile, n in piles if table.side_of(pile) is s] for s in table.sides]
            queen = [(tuple(map(sum, own)), points) for _one, points in queen]
        else:
            stakes["loose"] = self.each(diamond_parts, CARDS_IN_A_SUIT - 1)
        both = [
            (suit, add_points(points, self.scored(diamond_parts, suit))) for suit, points in queen
        ]
        return [*stakes.values(), Stake(both)]

    def leads(self, one: Side, other: Side) -> dict[int, LeadRange]:
        """What `one` can gain on `other`, by the tricks that it takes.

        Every penalty card lies in somebody's trick, four at most in each; all that is said here of
        the rest of the table is that its cards fit into all its tricks.
        """
        cards = lead_ranges(self.penalty_cards, one, other).items()
        shared = distributions(TRICKS, len(self.table.sides))
        total = CARDS_IN_A_SUIT + len(CARDS["complex"]) - 1

        def gains() -> Iterator[tuple[int, list[int]]]:
            for own, theirs in {(n[one.index], n[other.index]) for n in shared}:
                room, their_room = CARDS_IN_A_TRICK * own, CARDS_IN_A_TRICK * theirs
                least = total - CARDS_IN_A_TRICK * (TRICKS - own - theirs)
                fitting = [
                    lead
                    for (mine, others), lead in cards
                    if mine <= room and others <= their_room and mine + others >= least
                ]
                if fitting:
                    gain = self.rules.trick * (theirs - own)
                    yield (
                        own,
                        [min(fitting).least + gain, max(lead.most for lead in fitting) + gain],
                    )

        return merge_ranges(gains())


# In words

ORDINALS = (_("1st"), _("2nd"), _("3rd"), _("4th"))
STEP = PLACES[0] - PLACES[1]


def any_place(places: Iterable[int]) -> Text:
    """One of these places, in words."""
    return or_list([ORDINALS[place] for place in places])


class PlaceMeasure(Measure):
    """The order of going out."""

    you = _("you go")
    unit = _("one place is worth {points}", points=STEP)
    joins = False

    def rank(self, has: int) -> int:
        return has

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return ORDINALS[results[0]]

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text:
        return _("{side} is {places}", side=side, places=any_place(wanted))

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("Go out {places}.", places=any_place(results))

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("You win if you go out {places}.", places=any_place(results))

    def lead(self, one: int, other: int) -> int:
        return other - one

    def ahead(self, side: Side, lead: int) -> Text | None:
        return {
            3: _("Go out three places ahead of {side}.", side=side),
            2: _("Go out two places ahead of {side}.", side=side),
            1: _("Go out ahead of {side}.", side=side),
            0: _("Go out ahead of {side}.", side=side),
            -1: _("Go out at most one place behind {side}.", side=side),
            -2: _("Go out at most two places behind {side}.", side=side),
        }.get(lead)


@dataclass(frozen=True)
class PairPlacesMeasure(Measure):
    """The places of two partners, who share their points."""

    is_reversed: bool
    you = _("you two go")
    joins = False

    def rank(self, has: Points) -> tuple[int, Points]:
        return -worth(has), has

    def has(self, results: Sequence[Points], among: Sequence[Points]) -> Text:
        one, other = (ORDINALS[place] for place in results[0])
        return _("{one} and {other}", one=one, other=other)

    def aim(self, results: Sequence[Points], among: Sequence[Points]) -> Text:
        # Pairs of places are worth the same where one goes up by what the other goes down.
        fewest = Signed((-1 if self.is_reversed else 1) * min(map(worth, results)))
        return _("Bring home {points} or better, the two of you.", points=fewest)


def worth(places: Points) -> int:
    """What these places bring together."""
    return sum(PLACES[place] for place in places)


class KingMeasure(Measure):
    """Who takes the king of hearts."""

    you = _("you take")

    def rank(self, has: int) -> int:
        return has

    def has(self, results: Sequence[int], among: Sequence[int]) -> Text:
        if len(results) > 1:
            return _("the K♥ or not")
        return _("the K♥") if results[0] else _("no K♥")

    def other(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text:
        if wanted[0]:
            return _("{side} takes the K♥", side=side)
        return _("{side} does not take the K♥", side=side)

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("Take the K♥.") if results[0] else _("Do not take the K♥.")

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("You win with the K♥.") if results[0] else _("You win without the K♥.")
