"""What is still possible in a match of Trex, worked out from what scores it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations, product
from typing import Any

from app.games.trex.contracts import queens_of
from app.games.trex.house import CARDS, CARDS_IN_A_SUIT, KING, LEVEL, PLACES, TRICKS, House
from app.games.trex.scores import (
    card_parts,
    comes_home,
    diamond_parts,
    place_parts,
    trick_parts,
    tricks_for,
)
from app.games.words import diamonds, tricks
from app.scoring import Deal, Part, Points, Seat, Side, Signed, Table, Text, _, added
from app.scoring.chances import (
    Counts,
    Lead,
    Leads,
    Measure,
    Race,
    Stake,
    Swing,
    Ways,
    combined,
    position,
    seen_by,
    shares,
    widest,
)
from app.scoring.prompts import Pile
from app.scoring.text import any_of

Parts = Callable[[Mapping[Pile, int], House], list[Part]]


def chances_of(
    table: Table, deal: Deal, house: House, unplayed: Sequence[str], kingdoms: int
) -> Race:
    """What is still possible: this deal, the `unplayed` contracts, and so many more `kingdoms`.

    Until the contract is named, this deal is one of the unplayed. Level queens that are played
    again change nothing here: the most and the least come when one side takes every queen.
    """
    named = deal.answers.get("contract")
    answers = {contract: deal.answers if contract == named else {} for contract in unplayed}
    swing = Swing.sum_of(swing_of(table, house, *each) for each in answers.items())
    if kingdoms:
        kingdom = Swing.sum_of(swing_of(table, house, contract, {}) for contract in house.contracts)
        return Race(*position(table), swing + kingdom * kingdoms)
    if len(unplayed) > 1:
        return Race(*position(table), swing)
    return Race(*position(table), swing, last_of(table, house, unplayed[0], deal.answers))


def swing_of(table: Table, house: House, contract: str, answers: Mapping[str, Any]) -> Swing:
    """What one contract can bring, with the `answers` that are in already, by their keys."""
    if contract == "complex":
        return swing_of_complex(table, house, answers)
    return Swing.sum_of(stake.swing for stake in stakes_of(table, house, contract, answers))


def stakes_of(table: Table, house: House, contract: str, answers: Mapping[str, Any]) -> list[Stake]:
    """What is open of a contract in which nothing depends on anything else."""
    if contract == "trex":
        return [Stake(list(ways_out(table)))]
    if contract == "diamonds":
        return [one_each(table, house, diamond_parts, CARDS_IN_A_SUIT)]
    if contract == "slaps":
        return [one_each(table, house, trick_parts, TRICKS)]
    return [stake_of_card(table, house, card, answers) for card in CARDS[contract]]


def last_of(table: Table, house: House, contract: str, answers: Mapping[str, Any]) -> Ways | Leads:
    """What of the last deal is enough."""
    measure: Measure
    if contract == "complex":
        stakes = penalty_stakes(table, house, answers)
        leads = partial(leads_of_complex, table, house, stakes)
        return Leads(*position(table), Counts(_("tricks you take"), tricks), leads)
    stakes = stakes_of(table, house, contract, answers)
    if contract == "trex":
        measure = PairPlaces(house.reversed) if house.partners else Places()
    elif contract == "king":
        measure = TheKing()
    elif contract == "queens":
        measure = Counts(_("queens you take"), queens_of)
        if house.level_queens and house.partners:
            # Level queens do not count where they are played again.
            stakes = [Stake([way for way in combined(stakes) if way[1] != (-LEVEL, -LEVEL)])]
    elif contract == "diamonds":
        unit = _("one diamond costs {points}", points=house.diamond)
        measure = Counts(_("diamonds you take"), diamonds, unit=unit)
    else:
        unit = _("one trick costs {points}", points=house.trick)
        measure = Counts(_("tricks you take"), tricks, unit=unit)
    return Ways(*position(table), measure, stakes)


# --- what is open -------------------------------------------------------------------------------


def ways_out(table: Table) -> Iterator[tuple[tuple[Any, ...], Points]]:
    """Every order of going out: the place of each player, of partners both."""
    is_alone = len(table.sides) == len(table.seats)
    for places in permutations(range(len(table.seats))):
        order = sorted(table.seats, key=lambda seat: places[seat.index])
        pairs = (tuple(sorted(places[seat.index] for seat in s.seats)) for s in table.sides)
        yield places if is_alone else tuple(pairs), table.points(place_parts(order))


def one_each(table: Table, house: House, parts: Parts, times: int) -> Stake:
    """So many diamonds or tricks, each of which goes to some side and scores these parts."""
    ones = [one_of(table, side) for side in table.sides]
    return Stake([(one, scored(table, house, parts, one)) for one in ones], times)


def one_of(table: Table, side: Side) -> Points:
    """One card or trick for this side."""
    return tuple(int(other is side) for other in table.sides)


def scored(table: Table, house: House, parts: Parts, counts: Points) -> Points:
    """What so many diamonds or tricks of each side score."""
    return table.points(parts(dict(zip(table.sides, counts, strict=True)), house))


def stake_of_card(table: Table, house: House, card: str, answers: Mapping[str, Any]) -> Stake:
    """One card: who may have doubled it and who may take it, as far as that is open."""
    doublers: Sequence[Seat | None] = (None, *table.seats)
    if "doubled" in answers:
        doubler = (answers["doubled"] or {}).get(card)
        doublers = (None if doubler is None else table.seats[doubler],)
    known = taken_of(table, answers).get(card)
    ways = set()
    for doubler, taker in product(doublers, (known,) if known else table.seats):
        # The leader only matters where one is asked for: see `score_cards`.
        asks = house.own_double == "leader_gains" and comes_home(table, taker, doubler)
        for leader in table.seats if asks else (None,):
            parts = card_parts(table, house, card, taker, doubler, leader)
            ways.add((one_of(table, table.side_of(taker)), table.points(parts)))
    return Stake(ways)


def taken_of(table: Table, answers: Mapping[str, Any]) -> dict[str, Seat]:
    """Who has taken which of the king and the queens by now."""
    taken = dict(answers.get("queens") or {})
    if "king" in answers:
        taken[KING] = answers["king"]
    return {card: table.seats[index] for card, index in taken.items()}


# --- Complex ------------------------------------------------------------------------------------

CARDS_IN_A_TRICK = 4


def swing_of_complex(table: Table, house: House, answers: Mapping[str, Any]) -> Swing:
    """The cards, the diamonds and the tricks of a Complex, whose penalty cards need tricks to lie
    in. Partners share their score, so it is enough to know what they have together.

    Before the queens are in, all that is left may still go to one player, so that nothing more
    than the king ties the one to the other.
    """
    cards = Swing.sum_of(s.swing for s in stakes_of(table, house, "complex", answers))
    taken, counted = taken_of(table, answers), answers.get("diamonds")
    suits: Iterable[Mapping[Pile, int]] = [{}]
    if counted is not None:
        suits = [piled(table, counted)]
    elif "QD" in taken:
        holder = table.side_of(taken["QD"]).index
        every = shares(CARDS_IN_A_SUIT, len(table.sides))
        suits = [piled(table, counted) for counted in every if counted[holder]]
    else:
        cards += one_each(table, house, diamond_parts, CARDS_IN_A_SUIT).swing
    one_trick = one_each(table, house, trick_parts, 1).swing
    surely: dict[int, set[Points]] = defaultdict(set)
    for suit in suits:
        fewest = tuple(tricks_for(side, taken, suit)[0][side] for side in table.sides)
        points = table.points(diamond_parts(suit, house))
        surely[TRICKS - sum(fewest)].add(added(points, scored(table, house, trick_parts, fewest)))
    return cards + Swing.one_of(
        Swing.among(points) + one_trick * loose for loose, points in surely.items()
    )


def piled(table: Table, counted: Sequence[int]) -> dict[Pile, int]:
    """An answer by seat or by side."""
    piles: Sequence[Pile] = table.seats if len(counted) == len(table.seats) else table.sides
    return dict(zip(piles, counted, strict=True))


def penalty_stakes(table: Table, house: House, answers: Mapping[str, Any]) -> list[Stake]:
    """The penalty cards of a Complex: how many of them each side can have, and their points."""
    counted = answers.get("diamonds")
    stakes = dict(zip(CARDS["complex"], stakes_of(table, house, "complex", answers), strict=True))
    one_diamond = partial(scored, table, house, diamond_parts)
    # The Q♦ is one of the diamonds too: with them, if they are counted.
    queen = stakes.pop("QD").ways
    if counted is None:
        both = Stake([(one, added(points, one_diamond(one))) for one, points in queen])
        loose = one_each(table, house, diamond_parts, CARDS_IN_A_SUIT - 1)
        return [*stakes.values(), both, loose]
    suit = [0] * len(table.sides)
    for pile, n in piled(table, counted).items():
        suit[table.side_of(pile).index] += n
    fixed = [(tuple(suit), added(points, one_diamond(tuple(suit)))) for _one, points in queen]
    return [*stakes.values(), Stake(fixed)]


def leads_of_complex(
    table: Table, house: House, stakes: Sequence[Stake], one: Side, other: Side
) -> dict[int, Lead]:
    """What `one` can gain on `other`, by the tricks that it takes.

    Every penalty card lies in somebody's trick, four at most in each; all that is said here of the
    rest of the table is that its cards fit into all its tricks.
    """
    cards = seen_by(stakes, one, other)
    shared = shares(TRICKS, len(table.sides))
    total = CARDS_IN_A_SUIT + len(CARDS["complex"]) - 1

    def gains() -> Iterator[tuple[int, list[int]]]:
        for own, theirs in {(n[one.index], n[other.index]) for n in shared}:
            rest = CARDS_IN_A_TRICK * (TRICKS - own - theirs)
            gain = house.trick * (theirs - own)
            for (mine, others), lead in cards.items():
                fits = mine <= CARDS_IN_A_TRICK * own and others <= CARDS_IN_A_TRICK * theirs
                if fits and total - mine - others <= rest:
                    yield own, [lead.least + gain, lead.most + gain]

    return widest(gains())


# --- how it is told -----------------------------------------------------------------------------

ORDINALS = (_("1st"), _("2nd"), _("3rd"), _("4th"))
STEP = PLACES[0] - PLACES[1]


def any_place(places: Iterable[int]) -> Text:
    """One of these places, in words."""
    return any_of([ORDINALS[place] for place in places])


class Places(Measure):
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
class PairPlaces(Measure):
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


class TheKing(Measure):
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
