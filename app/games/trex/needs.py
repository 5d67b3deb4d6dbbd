"""What of the last deal of Trex is enough to win, worked out from what scores it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations, product
from typing import Any

from app.games.trex.house import CARDS, CARDS_IN_A_SUIT, KING, LEVEL, PLACES, TRICKS, House
from app.games.trex.scores import (
    card_parts,
    comes_home,
    diamond_parts,
    place_parts,
    trick_parts,
)
from app.games.trex.stakes import doublers_of
from app.games.words import diamonds, tricks
from app.scoring import (
    Counts,
    Deal,
    Lead,
    Leads,
    Measure,
    Needs,
    Part,
    Points,
    Seat,
    Side,
    Signed,
    Table,
    Text,
    _,
    _n,
    added,
    shares,
)
from app.scoring.prompts import Pile
from app.scoring.text import any_of

Has = tuple[Any, ...]
Taker = tuple[Side, Points]
"""To whose side a card may go, and the points that this brings everybody."""


def needs_of(
    table: Table, deal: Deal, house: House, unplayed: Sequence[str], kingdoms: int
) -> Needs | None:
    """What is enough in the last deal; None as long as more than one contract is left."""
    if kingdoms or len(unplayed) > 1:
        return None
    [contract] = unplayed
    if contract == "trex":
        measure: Measure = PairPlaces(table) if house.partners else Places()
        return table.last_ways(measure, ways_out(table))
    if contract == "complex":
        leads = partial(leads_of_complex, table, house, deal.answers)
        measure = Counts(_("tricks you take"), tricks)
        return Leads(measure, table.sides, table.totals, table.reversed, leads)
    if contract in CARDS:
        measure = TheKing() if contract == "king" else Counts(_("queens you take"), queens_of)
        return table.last_ways(measure, ways_to_take(table, house, contract, deal.answers))
    if contract == "diamonds":
        unit = _("one diamond costs {points}", points=house.diamond)
        measure = Counts(_("diamonds you take"), diamonds, unit=unit)
        return table.last_ways(measure, ways_to_share(table, house, CARDS_IN_A_SUIT, diamond_parts))
    unit = _("one trick costs {points}", points=house.trick)
    measure = Counts(_("tricks you take"), tricks, unit=unit)
    return table.last_ways(measure, ways_to_share(table, house, TRICKS, trick_parts))


def ways_to_share(
    table: Table,
    house: House,
    total: int,
    parts: Callable[[Mapping[Pile, int], House], list[Part]],
) -> Iterator[tuple[Has, Points]]:
    """Every way to share out so many tricks or cards, which score these parts."""
    for taken in shares(total, len(table.sides)):
        shared: dict[Pile, int] = dict(zip(table.sides, taken, strict=True))
        yield taken, table.points(parts(shared, house))


def queens_of(n: int) -> Text:
    """`n` queens in words."""
    return _n("{n} queen", "{n} queens", n)


# --- the layout ---------------------------------------------------------------------------------

ORDINALS = (_("1st"), _("2nd"), _("3rd"), _("4th"))
STEP = PLACES[0] - PLACES[1]


@dataclass(frozen=True)
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
        places = any_of([ORDINALS[place] for place in wanted])
        return _("{side} is {places}", side=side, places=places)

    def aim(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("Go out {places}.", places=any_of([ORDINALS[place] for place in results]))

    def enough(self, results: Sequence[int], among: Sequence[int]) -> Text:
        return _("You win if you go out {places}.", places=any_of([ORDINALS[n] for n in results]))

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

    table: Table
    you = _("you two go")
    joins = False

    def rank(self, has: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        return -worth(has), has

    def has(self, results: Sequence[tuple[int, ...]], among: Sequence[tuple[int, ...]]) -> Text:
        return pair(results[0])

    def aim(self, results: Sequence[tuple[int, ...]], among: Sequence[tuple[int, ...]]) -> Text:
        # Pairs of places are worth the same where one goes up by what the other goes down.
        fewest = Signed((-1 if self.table.reversed else 1) * min(map(worth, results)))
        return _("Bring home {points} or better, the two of you.", points=fewest)


def worth(places: Sequence[int]) -> int:
    """What these places bring together."""
    return sum(PLACES[place] for place in places)


def pair(places: Sequence[int]) -> Text:
    """Two places in words."""
    one, other = (ORDINALS[place] for place in places)
    return _("{one} and {other}", one=one, other=other)


def ways_out(table: Table) -> Iterator[tuple[Has, Points]]:
    """Every order of going out: the place of each player, of partners both."""
    is_alone = len(table.sides) == len(table.seats)
    for order in permutations(table.seats):
        places = {seat.index: place for place, seat in enumerate(order)}
        of_sides = [tuple(sorted(places[seat.index] for seat in s.seats)) for s in table.sides]
        has = tuple(of_side[0] for of_side in of_sides) if is_alone else tuple(of_sides)
        yield has, table.points(place_parts(order))


# --- kings and queens ---------------------------------------------------------------------------


@dataclass(frozen=True)
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


def ways_to_take(
    table: Table, house: House, contract: str, answers: Mapping[str, Any]
) -> Iterable[tuple[Has, Points]]:
    """Every way in which the cards of a contract can be doubled and taken: how many each side has
    then. Level queens do not count where they are played again."""
    nothing = (0,) * len(table.sides)
    ways = {(nothing, nothing)}
    for card in CARDS[contract]:
        takers = set(takers_of(table, house, card, answers))
        ways = {
            (added(has, one_of(table, side)), added(points, more))
            for has, points in ways
            for side, more in takers
        }
    is_played_again = contract == "queens" and house.level_queens and house.partners
    return [way for way in ways if not is_played_again or way[1] != (-LEVEL, -LEVEL)]


def one_of(table: Table, side: Side) -> Points:
    """One card for this side."""
    return tuple(int(other is side) for other in table.sides)


def takers_of(table: Table, house: House, card: str, answers: Mapping[str, Any]) -> Iterator[Taker]:
    """Every way in which one card can be doubled and taken, as far as that is open."""
    known = taker_of(table, card, answers)
    for doubler, taker in product(
        doublers_of(table, card, answers), table.seats if known is None else (known,)
    ):
        # The leader only matters where one is asked for.
        asks = house.own_double == "leader_gains" and comes_home(table, taker, doubler)
        for leader in table.seats if asks else (None,):
            parts = card_parts(table, house, card, taker, doubler, leader)
            yield table.side_of(taker), table.points(parts)


def taker_of(table: Table, card: str, answers: Mapping[str, Any]) -> Seat | None:
    """Who has taken a card, None if that is not known."""
    if card == KING:
        return table.seats[answers["king"]] if "king" in answers else None
    index = (answers.get("queens") or {}).get(card)
    return None if index is None else table.seats[index]


# --- Complex ------------------------------------------------------------------------------------

CARDS_IN_A_TRICK = 4
Cards = tuple[int, int]
"""So many penalty cards of the one side and of the other."""


def leads_of_complex(
    table: Table, house: House, answers: Mapping[str, Any], one: Side, other: Side
) -> dict[int, Lead]:
    """What `one` can gain on `other`, by the tricks that it takes.

    Every penalty card lies in somebody's trick, four at most in each; all that is said here of the
    rest of the table is that its cards fit into all its tricks.
    """
    cards = leads_by_cards(table, house, answers, one, other)
    total = CARDS_IN_A_SUIT + len(CARDS["complex"]) - 1
    leads: dict[int, Lead] = {}
    for own in range(TRICKS + 1):
        reach = []
        for theirs in range(TRICKS - own + 1) if len(table.sides) > 2 else (TRICKS - own,):
            rest = CARDS_IN_A_TRICK * (TRICKS - own - theirs)
            for (mine, others), lead in cards.items():
                fits = mine <= CARDS_IN_A_TRICK * own and others <= CARDS_IN_A_TRICK * theirs
                if fits and total - mine - others <= rest:
                    gain = house.trick * (theirs - own)
                    reach += [lead.least + gain, lead.most + gain]
        if reach:
            leads[own] = Lead(min(reach), max(reach))
    return leads


def leads_by_cards(
    table: Table, house: House, answers: Mapping[str, Any], one: Side, other: Side
) -> dict[Cards, Lead]:
    """The same of the cards alone, by how many of them each of the two then has."""
    counted = answers.get("diamonds")
    leads = {(0, 0): Lead(0, 0)}
    for card in CARDS["complex"]:
        # The Q♦ is one of the diamonds too.
        is_diamond = card == "QD"
        weight = 0 if is_diamond and counted is not None else 1
        diamond = house.diamond if is_diamond and counted is None else 0
        takers: dict[Cards, Lead] = {}
        for side, points in takers_of(table, house, card, answers):
            where = (int(side is one), int(side is other))
            gain = points[one.index] - points[other.index] - diamond * (where[0] - where[1])
            keep(takers, (where[0] * weight, where[1] * weight), Lead(gain, gain))
        leads = together(leads, takers)
    if counted is None:
        loose = CARDS_IN_A_SUIT - 1
        return together(
            leads,
            {
                (mine, others): Lead(*[house.diamond * (others - mine)] * 2)
                for mine in range(loose + 1)
                for others in range(loose - mine + 1)
                if len(table.sides) > 2 or mine + others == loose
            },
        )
    piles: Sequence[Pile] = table.seats if len(counted) == len(table.seats) else table.sides
    suit = dict.fromkeys(table.sides, 0)
    for pile, n in zip(piles, counted, strict=True):
        suit[table.side_of(pile)] += n
    fixed = (suit[one], suit[other])
    return together(leads, {fixed: Lead(*[house.diamond * (fixed[1] - fixed[0])] * 2)})


def together(some: Mapping[Cards, Lead], more: Mapping[Cards, Lead]) -> dict[Cards, Lead]:
    """Both, when neither depends on the other."""
    leads: dict[Cards, Lead] = {}
    for (mine, theirs), lead in some.items():
        for (own, others), gain in more.items():
            both = Lead(lead.least + gain.least, lead.most + gain.most)
            keep(leads, (mine + own, theirs + others), both)
    return leads


def keep(leads: dict[Cards, Lead], cards: Cards, lead: Lead) -> None:
    """Let the lead with so many cards reach as far as this one too."""
    known = leads.get(cards, lead)
    leads[cards] = Lead(min(known.least, lead.least), max(known.most, lead.most))
