"""A deal of Trex typed from paper: its contract, and the points of each player or side.

The points that a contract can give are calculated with the functions that score it at the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial, reduce
from itertools import permutations, product

from app.games.trex.contracts import CONTRACTS, contract_value
from app.games.trex.house_rules import (
    CARDS,
    COUNTS,
    DIRECTION,
    LAYOUT_RULE,
    LEVEL,
    PLAIN_VALUE,
    PLAYERS,
    TrexRules,
)
from app.games.trex.own_double import customs, may_lose_points, needs_leader
from app.games.trex.scores import card_parts, place_parts
from app.scoring import Circle, Deal, Part, Points, Signed, Text, _, add_points
from app.scoring.chances.stakes import distributions
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import PaperPoints, Pile, Prompt

EachCard = tuple[frozenset[Points], ...]
# Sections of the rules page that have another name than their contract.
RULE_OF = {"king": "king-of-hearts", "trex": LAYOUT_RULE}
LEAST_STEP = 5  # every score is a multiple of this


def points_prompt(deal: Deal, rules: TrexRules, contract: str) -> Prompt:
    """Return the question for the points of each, in the signs of the table."""
    of_points = rules_of_points(rules)
    possible = possible_points(contract, of_points)
    totals, numbers = totals_of(contract, of_points), numbers_of(contract, of_points)
    sides = deal.circle.sides if rules.partners else ()
    return deal.prompt(
        PaperPoints,
        key="points",
        ask=_("Points on the sheet"),
        guidance=_("What the sheet of paper says"),
        save=_("Save the deal"),
        rule=RULE_OF.get(contract, contract),
        seats=deal.seats,
        sides=sides,
        totals=[int(rules.signed(total)) for total in totals],
        numbers=frozenset(int(rules.signed(n)) for n in numbers),
        fits=partial(goes_together, possible, rules),
        possible=partial(as_written, possible, rules),
        worth=worth_of(contract, rules.signed(totals[0])),
        price=_(
            "{name}: {price}", name=CONTRACTS[contract].name, price=contract_value(contract, rules)
        ),
        example=[int(rules.signed(n)) for n in example_of(contract, of_points)],
    )


def score_points(deal: Deal, rules: TrexRules, contract: str, points: Mapping[Pile, int]) -> None:
    """Close a deal with the points on the sheet. Diamonds and slaps tell how many each took."""
    price = rules.price(contract)
    is_counted = contract in ("diamonds", "slaps")
    unsigned = {pile: int(rules.signed(n)) for pile, n in points.items()}
    parts = [
        Part(
            pile,
            n,
            _("typed from paper"),
            RULE_OF.get(contract, contract),
            times=n // price if is_counted else 1,
        )
        for pile, n in unsigned.items()
        if n
    ]
    deal.score(parts, total=sum(unsigned.values()))


def goes_together(
    possible: Collection[Points] | None, rules: TrexRules, points: Sequence[int]
) -> bool:
    """Whether a deal can give exactly these points."""
    unsigned = tuple(int(rules.signed(n)) for n in points)
    return is_complex(rules, unsigned) if possible is None else unsigned in possible


def as_written(possible: Collection[Points] | None, rules: TrexRules) -> Iterable[Points] | None:
    """Return points that a deal can give, in the signs of the table."""
    if possible is None or not rules.reversed:
        return possible
    return (tuple(-n for n in points) for points in possible)


def is_complex(rules: TrexRules, points: Points) -> bool:
    """Whether a Complex can give these points: some cards, and diamonds and tricks for the rest."""
    piles = rules.total("diamonds") + rules.total("slaps")
    diamonds_of = diamonds_by_cost(rules_of_points(rules))
    return any(
        are_piles(diamonds_of, [card - n for card, n in zip(cards, points, strict=True)])
        for cards in cards_by_sum(each_card_points(CARDS["complex"], rules)).get(
            sum(points) - piles, ()
        )
    )


def are_piles(diamonds_of: Mapping[int, Sequence[int]], costs: Sequence[int]) -> bool:
    """Whether diamonds and tricks can cost each seat or side exactly so much.

    If the diamonds add up to 13, so do the tricks, because all costs have a fixed sum.
    """
    if not all(cost in diamonds_of for cost in costs):
        return False
    sums = {0}
    for cost in costs:
        sums = {so_far + n for so_far in sums for n in diamonds_of[cost]}
    return COUNTS["diamonds"] in sums


def worth_of(contract: str, total: Signed) -> Text:
    """Return what a contract adds up to, in words."""
    return {
        "king": _("The king of hearts is {total}", total=total),
        "queens": _("Queens are {total}", total=total),
        "diamonds": _("Diamonds are {total}", total=total),
        "slaps": _("Slaps are {total}", total=total),
        "trex": _("Trex is {total}", total=total),
        "complex": _("Complex is {total}", total=total),
    }[contract]


# The points that a contract can give to each seat or side, of which more is better. They are cached
# by those house rules alone on which they depend: by all rules it would take hundreds of megabytes.


def rules_of_points(rules: TrexRules) -> TrexRules:
    """Return only those house rules on which the points of a deal depend; all others are the usual
    ones."""
    return replace(rules_of_cards(rules), swapped=rules.swapped, level_queens=rules.level_queens)


def rules_of_cards(rules: TrexRules) -> TrexRules:
    """Return only those house rules on which the points of cards that can be doubled depend."""
    return TrexRules(
        partners=rules.partners,
        own_double=rules.own_double,
        own_lead=rules.own_lead,
        partner_takes=rules.partner_takes,
    )


@cache
def possible_points(contract: str, rules: TrexRules) -> frozenset[Points] | None:
    """Return all points that a deal can give; None for a Complex, which can give far too many."""
    circle = circle_of(rules)
    if contract == "trex":
        orders = permutations(circle.seats)
        return frozenset(circle.points(place_parts(order)) for order in orders)
    if contract in ("diamonds", "slaps"):
        shares = distributions(COUNTS[contract], len(circle.sides))
        return frozenset(tuple(n * rules.price(contract) for n in share) for share in shares)
    if contract == "complex":
        return None
    possible = cards_points(each_card_points(CARDS[contract], rules))
    # A deal that ended level was played again, so no sheet has it.
    is_replayed = contract == "queens" and rules.partners and rules.level_queens
    return possible - {(-LEVEL, -LEVEL)} if is_replayed else possible


@cache
def numbers_of(contract: str, rules: TrexRules) -> frozenset[int]:
    """Return all points that one seat or side can have."""
    possible = possible_points(contract, rules)
    if possible is not None:
        return frozenset(n for points in possible for n in points)
    cards = sum(PLAIN_VALUE[card] for card in CARDS[contract])
    return frozenset(range(rules.total(contract) - cards, cards + 1, LEAST_STEP))


@cache
def totals_of(contract: str, rules: TrexRules) -> Sequence[int]:
    """Return what all points can add up to; the first is without own doubles."""
    cards = CARDS.get(contract, ()) if may_lose_points(rules) else ()
    lost = {0}
    for card in cards:
        lost |= {points + PLAIN_VALUE[card] for points in lost}
    return [rules.total(contract) - points for points in sorted(lost)]


def example_of(contract: str, rules: TrexRules) -> Sequence[int]:
    """Return points that a deal can give: one takes everything, or they go out in their order."""
    possible = possible_points(contract, rules)
    if contract == "trex" and possible is not None:
        return max(possible)
    return [rules.total(contract), *[0] * (len(circle_of(rules).sides) - 1)]


def circle_of(rules: TrexRules) -> Circle:
    """Return four seats in their circle, partners or each alone."""
    circle = Circle(LETTERS[:PLAYERS], DIRECTION)
    if rules.partners:
        circle.make_partners()
    return circle


def each_card_points(cards: Sequence[str], rules: TrexRules) -> EachCard:
    """Return all points that each of these cards can give, doubled or not."""
    return tuple(card_points(card, rules_of_cards(rules)) for card in cards)


# Several customs for own doubles come to the same points, so what takes much memory is cached by
# the points of each card and not by the house rules.


@cache
def cards_points(points_of_cards: EachCard) -> frozenset[Points]:
    """Return all points that cards can give together, from the possible points of each."""
    return reduce(
        lambda sums, more: frozenset(add_points(*pair) for pair in product(sums, more)),
        points_of_cards,
    )


@cache
def cards_by_sum(points_of_cards: EachCard) -> Mapping[int, Sequence[Points]]:
    """Return all points that cards can give together, by their sum."""
    by_sum: defaultdict[int, list[Points]] = defaultdict(list)
    for points in cards_points(points_of_cards):
        by_sum[sum(points)].append(points)
    return by_sum


@cache
def diamonds_by_cost(rules: TrexRules) -> Mapping[int, Sequence[int]]:
    """Return, for each cost of some diamonds and tricks together, the possible numbers of
    diamonds."""
    by_cost: defaultdict[int, list[int]] = defaultdict(list)
    for diamonds, tricks in product(range(COUNTS["diamonds"] + 1), range(COUNTS["slaps"] + 1)):
        by_cost[diamonds * rules.diamond + tricks * rules.trick].append(diamonds)
    return by_cost


@cache
def card_points(card: str, rules: TrexRules) -> frozenset[Points]:
    """Return all points that one card can give, whoever takes it, doubles it, and leads to it."""
    circle = circle_of(rules)
    doublers = (None, *circle.seats)
    possible: set[Points] = set()
    for custom, taker, doubler in product(customs(rules), circle.seats, doublers):
        asks_leader = needs_leader(circle, custom, taker, doubler)
        for leader in circle.seats if asks_leader else (None,):
            possible.add(circle.points(card_parts(circle, custom, card, taker, doubler, leader)))
    return frozenset(possible)
