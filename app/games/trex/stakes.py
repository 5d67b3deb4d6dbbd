"""What is still possible in a match of Trex, worked out from what scores it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

from app.games.trex.house import CARDS, CARDS_IN_A_SUIT, KING, TRICKS, House
from app.games.trex.scores import (
    card_parts,
    comes_home,
    diamond_parts,
    place_parts,
    trick_parts,
    tricks_for,
)
from app.scoring import Deal, Points, Race, Seat, Swing, Table, shares
from app.scoring.prompts import Pile


def stakes_of(
    table: Table, deal: Deal, house: House, unplayed: Sequence[str], kingdoms: int
) -> Race:
    """What is still possible: this deal, the `unplayed` contracts, and so many more `kingdoms`.

    Until the contract is named, this deal is one of the unplayed. Level queens that are played
    again change nothing here: the most and the least come when one side takes every queen.
    """
    named = deal.answers.get("contract")
    swings = [
        swing_of(table, house, contract, deal.answers if contract == named else {})
        for contract in unplayed
    ]
    if kingdoms:
        kingdom = Swing.sum_of(swing_of(table, house, contract, {}) for contract in house.contracts)
        swings.append(kingdom * kingdoms)
    return table.race(Swing.sum_of(swings))


def swing_of(table: Table, house: House, contract: str, answers: Mapping[str, Any]) -> Swing:
    """What one contract can bring, with the `answers` that are in already, by their keys."""
    if contract == "trex":
        return Swing.among(table.points(place_parts(order)) for order in permutations(table.seats))
    if contract == "diamonds":
        return swing_of_diamonds(table, house)
    if contract == "slaps":
        return swing_of_tricks(table, house, {})
    taken = {card: table.seats[index] for card, index in (answers.get("queens") or {}).items()}
    if "king" in answers:
        taken[KING] = table.seats[answers["king"]]
    cards = Swing.sum_of(
        swing_of_card(table, house, card, doublers_of(table, card, answers), taken.get(card))
        for card in CARDS[contract]
    )
    if contract != "complex":
        return cards
    return cards + swing_of_counts(table, house, taken, answers.get("diamonds"))


def doublers_of(table: Table, card: str, answers: Mapping[str, Any]) -> Sequence[Seat | None]:
    """Who may have doubled `card`, None for nobody."""
    if "doubled" not in answers:
        return (None, *table.seats)
    doubled = answers["doubled"] or {}
    return (table.seats[doubled[card]] if card in doubled else None,)


def swing_of_card(
    table: Table, house: House, card: str, doublers: Sequence[Seat | None], taker: Seat | None
) -> Swing:
    """What one card can bring, with each doubler, each taker, and each leader if that matters."""

    def ways() -> Iterator[Points]:
        for doubler, taken_by in product(doublers, (taker,) if taker else table.seats):
            # The leader only matters where one is asked for: see `score_cards`.
            asks = house.own_double == "leader_gains" and comes_home(table, taken_by, doubler)
            for leader in table.seats if asks else (None,):
                parts = card_parts(table, house, card, taken_by, doubler, leader)
                yield table.points(parts)

    return Swing.among(ways())


def swing_of_diamonds(table: Table, house: House) -> Swing:
    """Each of the diamonds goes to somebody, whoever took the others."""
    one_diamond = Swing.among(table.points(diamond_parts({seat: 1}, house)) for seat in table.seats)
    return one_diamond * CARDS_IN_A_SUIT


def swing_of_tricks(table: Table, house: House, least: Mapping[Pile, int]) -> Swing:
    """Each of the tricks goes to somebody, but some players or sides have at least a few."""
    one_trick = Swing.among(table.points(trick_parts({seat: 1}, house)) for seat in table.seats)
    fixed = Swing.sure(table.points(trick_parts(least, house)))
    return fixed + one_trick * (TRICKS - sum(least.values()))


def swing_of_counts(
    table: Table, house: House, taken: Mapping[str, Seat], diamonds: Sequence[int] | None
) -> Swing:
    """The diamonds and the tricks of a Complex, whose penalty cards need tricks to lie in.

    `taken` is who has which honour so far, `diamonds` the answer by seat or by side, None before
    it. Partners share their score, so it is enough to know what they have together.

    Before the queens are in, all that is left may still go to one player, so that nothing more
    than the king ties the one to the other.
    """

    @cache
    def tricks_with(least: Points) -> Swing:
        return swing_of_tricks(table, house, dict(zip(table.sides, least, strict=True)))

    def with_diamonds(shared: Sequence[int]) -> Swing:
        piles = table.seats if len(shared) == len(table.seats) else table.sides
        suit: dict[Pile, int] = dict(zip(piles, shared, strict=True))
        fewest = [tricks_for(side, taken, suit)[0] for side in table.sides]
        least = tuple(needed[side] for needed, side in zip(fewest, table.sides, strict=True))
        return Swing.sure(table.points(diamond_parts(suit, house))) + tricks_with(least)

    if diamonds is not None:
        return with_diamonds(diamonds)
    if "QD" not in taken:
        return swing_of_diamonds(table, house) + with_diamonds([0] * len(table.seats))
    return Swing.one_of(
        with_diamonds(shared)
        for shared in shares(CARDS_IN_A_SUIT, len(table.seats))
        if shared[taken["QD"].index]
    )
