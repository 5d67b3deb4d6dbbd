"""Chances in a match of Trex, calculated with the functions that score it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations, product
from typing import Any

from app.games.trex.contracts import CONTRACTS
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
from app.games.trex.own_double import customs, needs_leader
from app.games.trex.scores import (
    card_parts,
    diamonds_of,
    pile_parts,
    place_parts,
    queens_of,
    tricks_needed,
)
from app.scoring import Deal, Points, Seat, Side, Table, Text, _, add_points
from app.scoring.chances import (
    BoundedDeal,
    CountMeasure,
    EnumeratedDeal,
    FixedLengthChances,
    LastDeal,
    LeadRange,
    Measure,
    Stake,
    Swing,
    combine,
    distributions,
    lead_ranges,
    merge_ranges,
    scoreboard_of,
    unit_vectors,
)
from app.scoring.model.text import or_list
from app.scoring.prompts import Pile, tricks_of
from app.scoring.prompts.players import ORDINALS


def chances_of(
    table: Table, deal: Deal, rules: TrexRules, unplayed: Sequence[str], kingdoms: int
) -> FixedLengthChances:
    """Return what is still possible with this deal, the `unplayed` contracts, and so many more
    `kingdoms`.

    Until the contract is named, this deal is one of the unplayed. Level queens that are played
    again change nothing here: the most and the least come when one side takes every queen.
    """
    rules = replace(rules, **table.settled)
    named = deal.answers.get("contract")
    left = [
        OpenContract(table, rules, key, deal.answers if key == named else {}) for key in unplayed
    ]
    later = [OpenContract(table, rules, key, {}) for key in rules.contracts] * kingdoms
    last = left[0].last_deal if not later and len(left) == 1 else None
    return FixedLengthChances(*scoreboard_of(table), [*left, *later], last, is_late=not later)


@dataclass(frozen=True)
class OpenContract:
    """A deal of a `contract` with everything open in it, after the `answers` so far, by key.

    With `may_double` false, further doublings are left out.
    """

    table: Table
    rules: TrexRules
    contract: str
    answers: Mapping[str, Any]
    may_double: bool = True

    @property
    def name(self) -> Text:
        """The name of the contract."""
        return CONTRACTS[self.contract].name

    @property
    def icon(self) -> str:
        """The symbol of the contract."""
        return CONTRACTS[self.contract].icon

    @property
    def undoubled(self) -> OpenContract:
        """The contract without further doublings."""
        return replace(self, may_double=False)

    @property
    def parts(self) -> list[Collection[Points]]:
        """All possible points of each card, of the tricks or of the places; of a Complex the main
        ones."""
        if self.contract == "complex":
            return [self.one_takes_all()]
        return [{points for _results, points in stake.sums} for stake in self.stakes]

    def one_takes_all(self) -> set[Points]:
        """Return the points of a Complex if one player takes everything, perhaps all doubled by
        another.

        Empty once some of it is entered.
        """
        if self.answers.keys() & {"king", "queens", "diamonds", "doubled"}:
            return set()
        doublers = (None, *self.table.seats) if self.may_double else (None,)
        outcomes = set()
        for taker, doubler in product(self.table.seats, doublers):
            if doubler in self.table.side_of(taker).seats:
                continue  # what an own double costs is a matter of house rules
            cards = [
                part
                for card in CARDS["complex"]
                for part in card_parts(self.table, self.rules, card, taker, doubler, None)
            ]
            diamonds = pile_parts("diamonds", {taker: CARDS_IN_A_SUIT}, self.rules)
            tricks = pile_parts("slaps", {taker: TRICKS}, self.rules)
            outcomes.add(self.table.points([*cards, *diamonds, *tricks]))
        return outcomes

    def how(self, loser: Side) -> Text:
        """Return how a side gains the most on `loser`, in a few words."""
        if self.contract == "trex" and self.rules.partners:
            return _("first and second")
        if self.contract == "trex":
            return _("first, {loser} last", loser=loser)
        if self.contract == "king":
            return _("{loser} takes it", loser=loser)
        if self.contract == "queens":
            return _("{loser} takes all four", loser=loser)
        return _("{loser} takes all", loser=loser)

    @property
    def doubling_note(self) -> Text:
        """The effect of a doubling, in a sentence."""
        return _("Doubled: the taker pays twice, and the doubler gains once.")

    @cached_property
    def stakes(self) -> list[Stake]:
        """The cards, the tricks or the places that are open; of a Complex only the king and the
        queens."""
        if self.contract == "trex":
            return [Stake(list(self.orders()))]
        if self.contract == "diamonds":
            return [self.each(self.rules.diamond, CARDS_IN_A_SUIT)]
        if self.contract == "slaps":
            return [self.each(self.rules.trick, TRICKS)]
        return [self.stake_of(card) for card in CARDS[self.contract]]

    @cached_property
    def swing(self) -> Swing:
        """The points that the deal can bring each side."""
        more = self.swings_of_complex() if self.contract == "complex" else ()
        return Swing.sum_of([*(stake.swing for stake in self.stakes), *more])

    @property
    def last_deal(self) -> LastDeal:
        """What is enough to win, if this is the last deal."""
        scoreboard, rules, stakes = scoreboard_of(self.table), self.rules, self.stakes
        if self.contract == "complex":
            measure: Measure = CountMeasure(_("tricks you take"), tricks_of)
            return BoundedDeal(*scoreboard, measure, self.leads_in_complex)
        if self.contract == "trex":
            measure = PairPlacesMeasure(rules) if rules.partners else PlaceMeasure()
        elif self.contract == "king":
            measure = KingMeasure()
        elif self.contract == "queens":
            measure = CountMeasure(_("queens you take"), queens_of)
            if rules.level_queens and rules.partners:
                # Level queens do not count where they are played again.
                counted = [way for way in combine(stakes) if way[1] != (-LEVEL, -LEVEL)]
                stakes = [Stake(counted)]
        elif self.contract == "diamonds":
            unit = _("one diamond costs {points}", points=rules.diamond)
            measure = CountMeasure(_("diamonds you take"), diamonds_of, unit=unit)
        else:
            unit = _("one trick costs {points}", points=rules.trick)
            measure = CountMeasure(_("tricks you take"), tricks_of, unit=unit)
        return EnumeratedDeal(*scoreboard, measure, stakes)

    def orders(self) -> Iterator[tuple[tuple[Any, ...], Points]]:
        """Yield every order of going out: the place of each player (or both places of each pair)
        and the points."""
        seats, sides = self.table.seats, self.table.sides
        for order in permutations(seats):
            places = [order.index(seat) for seat in seats]
            pairs = [tuple(sorted(places[seat.index] for seat in side.seats)) for side in sides]
            results = tuple(pairs if self.rules.partners else places)
            yield results, self.table.points(place_parts(order))

    def each(self, price: int, times: int = 1) -> Stake:
        """Return the stake of so many diamonds or tricks, each of which costs the side that takes
        it `price`."""
        ones = unit_vectors(len(self.table.sides))
        return Stake([(one, costs(price, one)) for one in ones], times)

    def stake_of(self, card: str) -> Stake:
        """Return the stake of one card: who may have doubled it and who may take it, as far as that
        is open."""
        table, outcomes = self.table, set()
        ones = unit_vectors(len(table.sides))
        doublers: Sequence[Seat | None] = (None, *table.seats) if self.may_double else (None,)
        if "doubled" in self.answers:
            index = (self.answers["doubled"] or {}).get(card)
            doublers = (None if index is None else table.seats[index],)
        takers = [self.takers[card]] if card in self.takers else table.seats
        for rules, doubler, taker in product(customs(self.rules), doublers, takers):
            # The leader only matters if the table is asked for one: see `score_cards`.
            asks = needs_leader(table, rules, taker, doubler)
            for leader in table.seats if asks else (None,):
                parts = card_parts(table, rules, card, taker, doubler, leader)
                outcomes.add((ones[table.side_of(taker).index], table.points(parts)))
        return Stake(outcomes)

    @cached_property
    def takers(self) -> dict[str, Seat]:
        """The takers of the king and the queens that are entered, by card."""
        takers = dict(self.answers.get("queens") or {})
        if "king" in self.answers:
            takers[KING] = self.answers["king"]
        return {card: self.table.seats[index] for card, index in takers.items()}

    def piled(self, counts: Sequence[int]) -> dict[Pile, int]:
        """Return these numbers of diamonds, by seat or by side as they were counted."""
        by_seat = len(counts) == len(self.table.seats)
        piles: Sequence[Pile] = self.table.seats if by_seat else self.table.sides
        return dict(zip(piles, counts, strict=True))

    def by_side(self, counts: Sequence[int]) -> Points:
        """Return these numbers of diamonds for each side."""
        by_side = dict.fromkeys(self.table.sides, 0)
        for pile, count in self.piled(counts).items():
            by_side[self.table.side_of(pile)] += count
        return tuple(by_side.values())

    # In a Complex the 17 penalty cards (the Q♦ is a diamond too) need tricks, one for four of them.
    # Cards and tricks cannot be enumerated together: even without doubles that makes 260 million
    # ways. So each method below uses only those dependencies that its own result needs.

    def swings_of_complex(self) -> Iterator[Swing]:
        """Yield what the diamonds and the tricks of a Complex can bring, exactly.

        Partners share their score, so only the numbers of a side matter.
        """
        sides, rules = self.table.sides, self.rules
        every: Iterable[Sequence[int]] = [(0,) * len(sides)]
        if "diamonds" in self.answers:
            every = [self.answers["diamonds"]]
        elif "QD" in self.takers:
            holder = self.table.side_of(self.takers["QD"]).index
            counts = distributions(CARDS_IN_A_SUIT, len(sides))
            every = [diamonds for diamonds in counts if diamonds[holder]]
        else:
            # Before the queens are entered, one side can still take everything that is left, so the
            # diamonds are independent of the tricks, but for the trick of the king.
            yield self.each(rules.diamond, CARDS_IN_A_SUIT).swing
        # Once each side has the tricks that its cards need, the other tricks can go anywhere. So
        # distributions of the diamonds differ only in how many tricks those are.
        by_needed: dict[int, set[Points]] = defaultdict(set)
        for diamonds in every:
            suit = self.piled(diamonds)
            needed = tuple(tricks_needed(side, self.takers, suit)[0][side] for side in sides)
            points = costs(rules.diamond, self.by_side(diamonds))
            by_needed[sum(needed)].add(add_points(points, costs(rules.trick, needed)))
        trick = self.each(rules.trick).swing
        yield Swing.one_of(
            Swing.sum_of([Swing.among(points), *[trick] * (TRICKS - needed)])
            for needed, points in by_needed.items()
        )

    @cached_property
    def penalty_cards(self) -> list[Stake]:
        """The stakes of the penalty cards of a Complex: how many each side can have, and their
        points."""
        stakes = dict(zip(CARDS["complex"], self.stakes, strict=True))
        # The Q♦ is one of the diamonds too, and is counted with them if they are entered.
        queen = stakes.pop("QD").outcomes
        if "diamonds" in self.answers:
            own = self.by_side(self.answers["diamonds"])
            queen = [(own, points) for _one, points in queen]
        else:
            stakes["other diamonds"] = self.each(self.rules.diamond, CARDS_IN_A_SUIT - 1)
        with_diamonds = [
            (suit, add_points(points, costs(self.rules.diamond, suit))) for suit, points in queen
        ]
        return [*stakes.values(), Stake(with_diamonds)]

    def leads_in_complex(self, one: Side, other: Side) -> dict[int, LeadRange]:
        """Return what `one` can gain on `other`, by the tricks that it takes; see `BoundedDeal`.

        The cards of the two must fit into their tricks, four in each, and those of all others
        together into all the other tricks. How the others share them out is not checked.
        """
        cards = lead_ranges(self.penalty_cards, one, other).items()
        total = CARDS_IN_A_SUIT + len(CARDS["complex"]) - 1
        gains: list[tuple[int, list[int]]] = []
        for tricks, other_tricks, *_rest in distributions(TRICKS, min(3, len(self.table.sides))):
            room, other_room = CARDS_IN_A_TRICK * tricks, CARDS_IN_A_TRICK * other_tricks
            least = total - CARDS_IN_A_TRICK * (TRICKS - tricks - other_tricks)
            gain = self.rules.trick * (other_tricks - tricks)
            fitting = [
                lead
                for (own, others), lead in cards
                if own <= room and others <= other_room and own + others >= least
            ]
            if fitting:
                least_lead = min(lead.least for lead in fitting)
                most_lead = max(lead.most for lead in fitting)
                gains.append((tricks, [least_lead + gain, most_lead + gain]))
        return merge_ranges(gains)


def costs(price: int, counts: Points) -> Points:
    """Return the points of so many diamonds or tricks of each side."""
    return tuple([-price * count for count in counts])


class PlaceMeasure(Measure):
    """The place in the order of going out, counted from 0."""

    heading = _("you go")
    unit = _("one place is worth {points}", points=PLACES[0] - PLACES[1])
    joins_rows = False

    def sort_key(self, result: int) -> int:
        return result

    def label(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        return ORDINALS[results[0]]

    def condition(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text:
        return _("{side} is {places}", side=side, places=any_place(wanted))

    def aim(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        return _("Go out {places}.", places=any_place(results))

    def enough(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        return _("You win if you go out {places}.", places=any_place(results))

    def lead(self, one: int, other: int) -> int:
        return other - one

    def lead_wanted(self, side: Side, lead: int) -> Text | None:
        return {
            3: _("Go out three places ahead of {side}.", side=side),
            2: _("Go out two places ahead of {side}.", side=side),
            1: _("Go out ahead of {side}.", side=side),
            0: _("Go out ahead of {side}.", side=side),
            -1: _("Go out at most one place behind {side}.", side=side),
            -2: _("Go out at most two places behind {side}.", side=side),
        }.get(lead)


def any_place(places: Iterable[int]) -> Text:
    """Return one of these places in words."""
    return or_list([ORDINALS[place] for place in places])


@dataclass(frozen=True)
class PairPlacesMeasure(Measure):
    """The places of two partners, who share their points."""

    rules: TrexRules
    heading = _("you two go")
    joins_rows = False

    def sort_key(self, result: Points) -> tuple[int, Points]:
        return -pair_points(result), result

    def label(self, results: Sequence[Points], possible: Sequence[Points]) -> Text:
        one, other = (ORDINALS[place] for place in results[0])
        return _("{one} and {other}", one=one, other=other)

    def aim(self, results: Sequence[Points], possible: Sequence[Points]) -> Text:
        # Points and not places: 1st and 4th bring as much as 2nd and 3rd.
        fewest = self.rules.signed(min(map(pair_points, results)))
        return _("Score {points} or better together.", points=fewest)


def pair_points(places: Points) -> int:
    """Return the points of two places together."""
    return sum(PLACES[place] for place in places)


class KingMeasure(Measure):
    """Whether a side takes the king of hearts: 1 or 0."""

    heading = _("you take")

    def sort_key(self, result: int) -> int:
        return result

    def label(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        if len(results) > 1:
            return _("the K♥ or not")
        return _("the K♥") if results[0] else _("no K♥")

    def condition(self, side: Side, wanted: Sequence[int], possible: Sequence[int]) -> Text:
        if wanted[0]:
            return _("{side} takes the K♥", side=side)
        return _("{side} does not take the K♥", side=side)

    def aim(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        return _("Take the K♥.") if results[0] else _("Do not take the K♥.")

    def enough(self, results: Sequence[int], possible: Sequence[int]) -> Text:
        return _("You win with the K♥.") if results[0] else _("You win without the K♥.")
