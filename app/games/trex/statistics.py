"""Statistics of Trex: contracts in one's own kingdom and in others', kingdoms, doublings.

Partners pile their tricks together, so both have what their side took. Only a kingdom and a
doubling belong to one player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.games.trex.contracts import CONTRACTS
from app.games.trex.highlights import (
    doublers_in,
    is_from_paper,
    order_of_going_out,
    piles,
    takers_in,
)
from app.games.trex.house_rules import (
    CARDS,
    COUNTS,
    HOUSE_RULES,
    LONG_GAME,
    PENALTIES,
    PLAIN_VALUE,
    PLAYERS,
    TrexRules,
)
from app.games.trex.own_double import is_own_double
from app.games.trex.scores import card_parts
from app.scoring import Deal, MatchResult, Seat, Text, _, _n
from app.scoring.facts import FEW, MANY, Fact, Figure, GameStatistics
from app.scoring.prompts import Switch
from app.scoring.prompts.players import ORDINALS
from app.scoring.sections import GridRow, MeanColumns, PointsGrid, SplitBar, StatisticsSection
from app.scoring.sheet import RuleChoices

# The owner of a deal's kingdom, seen from a player.
KINGDOMS = {"own": _("own kingdom"), "others": _("others’ kingdoms")}


def facts_of(result: MatchResult, choices: RuleChoices) -> Iterator[Fact]:
    """Yield the facts of every deal, then those of every kingdom."""
    rules = TrexRules(**choices)
    for deal in result.deals:
        yield from contract_facts(result, deal, rules)
        yield from doubling_facts(deal, rules)
    for owner, deals in groupby(result.deals, key=lambda deal: deal.owner):
        assert owner is not None, "every deal has its owner"
        yield from kingdom_facts(result, owner, [*deals])


# Contracts


@dataclass(frozen=True)
class Taking:
    """The cards or tricks of a contract: how many `there_were`, and each side's counts and
    points."""

    contract: str
    there_were: int
    counts: Sequence[int]
    points: Sequence[int]


def contract_facts(result: MatchResult, deal: Deal, rules: TrexRules) -> Iterator[Fact]:
    """Yield what each player took and scored, in their own kingdom or in that of another."""
    for taking in takings_in(result, deal, rules):
        for side in result.sides:
            count, points = taking.counts[side.index], taking.points[side.index]
            for seat in side.seats:
                key = key_of(taking.contract, "own" if seat is deal.owner else "others")
                yield Fact(seat.index, key, count, taking.there_were, points, (deal.number,))


def takings_in(result: MatchResult, deal: Deal, rules: TrexRules) -> Iterator[Taking]:
    """Yield what a deal was about: of Trex the first place, of Complex the best score, and each of
    the contracts that it plays at once."""
    contract = str(deal.progress["contract"])
    points = [result.points_of(side, deal) for side in result.sides]
    if is_from_paper(deal):
        yield from takings_on_paper(deal, contract, points)
    elif contract in PENALTIES:
        yield Taking(contract, COUNTS[contract], taken_in(deal, contract), points)
    elif contract == "trex":
        first = order_of_going_out(deal)[0]
        yield Taking(contract, 1, [int(first in side.seats) for side in result.sides], points)
    else:
        yield Taking(contract, 1, [int(own == max(points)) for own in points], points)
        for part in PENALTIES:
            counts = taken_in(deal, part)
            yield Taking(part, COUNTS[part], counts, points_in(deal, part, counts, rules))


def takings_on_paper(deal: Deal, contract: str, points: Sequence[int]) -> Iterator[Taking]:
    """Yield what the points alone say about a deal.

    They do not tell how many queens or which parts of a Complex each took, because any card may
    have been doubled, nor which of two partners was out first.
    """
    if contract == "king":
        yield Taking(contract, 1, [int(own < 0) for own in points], points)
    elif contract in ("diamonds", "slaps"):
        yield Taking(contract, COUNTS[contract], taken_in(deal, contract), points)
    elif contract == "complex" or (len(points) == PLAYERS and contract == "trex"):
        yield Taking(contract, 1, [int(own == max(points)) for own in points], points)


def taken_in(deal: Deal, contract: str) -> list[int]:
    """Return how many tricks or penalty cards each side took, in one of the `PENALTIES`."""
    if contract not in CARDS:
        return [*piles(deal, contract).values()]
    takers = takers_in(deal)
    return [
        sum(takers[card] in side.seats for card in CARDS[contract]) for side in deal.circle.sides
    ]


def points_in(deal: Deal, contract: str, counts: Sequence[int], rules: TrexRules) -> Sequence[int]:
    """Return each side's points in one of the contracts that a Complex plays at once."""
    if contract not in CARDS:
        return [n * rules.price(contract) for n in counts]
    points = [0] * len(counts)
    for card in CARDS[contract]:
        scored = points_for_card(deal, card, rules)
        points = [so_far + more for so_far, more in zip(points, scored, strict=True)]
    return points


def points_for_card(
    deal: Deal, card: str, rules: TrexRules, *, is_plain: bool = False
) -> tuple[int, ...]:
    """Return each side's points for one card, or, with `is_plain`, if nobody had doubled it."""
    doubler = None if is_plain else doublers_in(deal).get(card)
    led: int | None = (deal.answers.get("leaders") or {}).get(card)
    leader = None if led is None else deal.seats[led]
    parts = card_parts(deal.circle, rules, card, takers_in(deal)[card], doubler, leader)
    return deal.circle.points(parts)


def key_of(contract: str, kingdom: str) -> str:
    """Return the key of the facts about a contract, in one's own kingdom or in others'."""
    return f"{contract}.{kingdom}"


# Doublings and kingdoms


def doubling_facts(deal: Deal, rules: TrexRules) -> Iterator[Fact]:
    """Yield, for each doubled card, whether another side took it, and the points that doubling
    brought."""
    takers = takers_in(deal)
    for card, doubler in doublers_in(deal).items():
        is_paid = not is_own_double(deal.circle, takers[card], doubler)
        side = deal.circle.side_of(doubler).index
        plain = points_for_card(deal, card, rules, is_plain=True)[side]
        points = points_for_card(deal, card, rules)[side] - plain
        yield Fact(doubler.index, "doubled", int(is_paid), 1, points, (deal.number,))


def kingdom_facts(result: MatchResult, owner: Seat, deals: Sequence[Deal]) -> Iterator[Fact]:
    """Yield the points of a kingdom for its owner, and in which place Trex was named."""
    points = [sum(result.points_of(side, deal) for deal in deals) for side in result.sides]
    own = points[result.table.side_of(owner).index]
    numbers = tuple(deal.number for deal in deals)
    place = 1 + [deal.progress["contract"] for deal in deals].index("trex")
    yield Fact(owner.index, "kingdom", int(own == max(points)), 1, own, numbers)
    yield Fact(owner.index, f"trex_named.{place}", 1, 1, own, numbers)


# Figures


def describe_variant(choices: RuleChoices) -> list[Text]:
    """Return the variant in words: alone or partners, how long, and what turns or changes the
    points."""
    switches = [rule for rule in HOUSE_RULES if isinstance(rule, Switch)]
    words = [
        rule.variant_names[bool(choices[rule.key])][0] for rule in switches if rule.variant_names
    ]
    swapped = [_("Swapped values")] if choices["swapped"] else []
    is_reversed = [_("Reversed")] if choices["reversed"] else []
    return [*words, *swapped, *is_reversed]


DEFINITIONS = {
    "king": _("Kings of hearts taken, of all there were, and the mean of the points of a deal."),
    "queens": _("Queens taken, of all there were, and the mean of the points of a deal."),
    "diamonds": _("Diamonds taken, of all there were, and the mean of the points of a deal."),
    "slaps": _("Tricks taken, of all there were, and the mean of the points of a deal."),
    "trex": _("How often out first, of all deals, and the mean of their points."),
    "complex": _("How often nobody scored more, of all deals, and the mean of their points."),
}

FIGURES = [
    *(
        Figure(
            key_of(contract, kingdom),
            _("{contract} · {kingdom}", contract=CONTRACTS[contract].name, kingdom=name),
            definition,
            floor=MANY,
        )
        for contract, definition in DEFINITIONS.items()
        for kingdom, name in KINGDOMS.items()
    ),
    Figure(
        "doubled",
        _("Doubling"),
        _(
            "Doubled cards that another side took, of all that were doubled, and all points that"
            " doubling them brought or cost, added up."
        ),
        floor=1,
        value="sum",
    ),
    Figure(
        "kingdom",
        _("Own kingdom"),
        _("Kingdoms in which nobody scored more than their owner, of all, and the mean points."),
        floor=MANY,
    ),
    *(
        Figure(
            f"trex_named.{place}",
            _("Trex named in deal {n}", n=place),
            _("Own kingdoms in which Trex was named in this place, and the mean of their points."),
            floor=FEW,
        )
        for place in range(1, len(LONG_GAME) + 1)
    ),
]

# Sections

PLACES_OF_TREX = (*ORDINALS, _("5th"))
# The names of contracts where there is little room.
NAMES = {
    "king": _("King"),
    **{key: contract.name for key, contract in CONTRACTS.items() if key != "king"},
}
# The note below the table, by whether a Complex is played.
NOTES = {
    False: _(
        "Below it: kings, queens, diamonds and tricks taken, of all there were; for Trex, out"
        " first."
    ),
    True: _(
        "Below it: kings, queens, diamonds and tricks taken, of all there were; for Trex, out"
        " first; for Complex, nobody scored more."
    ),
}
REACH = PLAIN_VALUE["QS"]  # a mean that is a queen away from an even share fills its bar


def sections_of(_players: int, choices: RuleChoices) -> list[StatisticsSection]:
    """Return the sections of the page: contracts in own and others' kingdoms, doubling, Trex named
    when."""
    rules = TrexRules(**choices)
    rows = [
        GridRow(
            NAMES[contract],
            [key_of(contract, kingdom) for kingdom in KINGDOMS],
            rules.total(contract),
            COUNTS.get(contract, 1),
            CONTRACTS[contract].icon,
        )
        for contract in DEFINITIONS
    ]
    places = enumerate(PLACES_OF_TREX[: len(rules.contracts)], start=1)
    return [
        PointsGrid(
            _("Points a deal, by contract"),
            [*KINGDOMS.values()],
            rows,
            NOTES[rules.complex],
            reach=REACH,
            floor=MANY,
        ),
        SplitBar(
            _("Doubling"),
            "doubled",
            lambda **of: _("{n} of {all} paid, {points}", **of),
            _("someone else took it"),
            _("came home"),
            floor=MANY,
        ),
        MeanColumns(
            _("When Trex is named: mean of the kingdom"),
            {f"trex_named.{place}": name for place, name in places},
            "kingdom",
            lambda n, **of: _n(
                "Line: mean of all {n} kingdom, {mean}.",
                "Line: mean of all {n} kingdoms, {mean}.",
                n,
                **of,
            ),
            floor=MANY,
        ),
    ]


STATISTICS = GameStatistics(
    facts_of,
    FIGURES,
    ("partners", "complex", "swapped", "reversed"),
    describe_variant,
    sections_of,
    {"kingdom": _("Best kingdom")},
)
