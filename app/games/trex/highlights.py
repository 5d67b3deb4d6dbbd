"""What is told of a match of Trex that is over: cards doubled and taken, slaps, who went out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.games.trex.house_rules import CARDS, KING
from app.games.trex.scores import diamonds_of, queens_of
from app.scoring import Card, Deal, Seat, Side, Text, _, _n

ENOUGH = 2
"""So many doubled cards are told of; the points say more of a deal with more of them."""
OUT = (_("first"), _("second"), _("third"), _("last"))
"""When someone went out, as an adverb."""


def slaps_of(n: int) -> Text:
    """`n` slaps in words."""
    return _n("{n} slap", "{n} slaps", n)


def describe_deal(deal: Deal, side: Side, other: Side) -> Text | None:
    """Who doubled which card and who took it, what each side took, or who went out when."""
    contract = deal.progress["contract"]
    if contract == "trex":
        return who_went_out(deal, side, other)
    if contract == "diamonds":
        return counts_of(piles(deal, "diamonds"), diamonds_of, side, other)
    if contract == "slaps":
        return counts_of(piles(deal, "slaps"), slaps_of, side, other)
    takers, doubled = takers_in(deal), doublers_in(deal)
    if doubled:
        return who_doubled(takers, doubled) if len(doubled) <= ENOUGH else None
    if contract == "king":
        return _("{seat} took the {card}", seat=takers[KING], card=Card(KING))
    if contract == "queens":
        queens = {
            each: sum(taker in each.seats for taker in takers.values())
            for each in deal.circle.sides
        }
        return counts_of(queens, queens_of, side, other)
    return None


def takers_in(deal: Deal) -> dict[str, Seat]:
    """Who took each card that can be doubled in this deal; none in other contracts."""
    cards = CARDS.get(str(deal.progress["contract"]), ())
    taken = {KING: deal.answers.get("king"), **deal.answers.get("queens", {})}
    return {card: deal.seats[taken[card]] for card in cards}


def doublers_in(deal: Deal) -> dict[str, Seat]:
    """Who doubled each card that was doubled in a deal."""
    doubled: Mapping[str, int] = deal.answers.get("doubled") or {}
    return {card: deal.seats[index] for card, index in doubled.items()}


def piles(deal: Deal, contract: str) -> dict[Side, int]:
    """How many slaps or diamonds each side took in a deal of one of these contracts or Complex."""
    taken = dict.fromkeys(deal.circle.sides, 0)
    for part in deal.parts:
        if part.rule == contract:
            taken[deal.circle.side_of(part.seat)] += part.times
    return taken


def counts_of(
    taken: Mapping[Side, int], unit: Callable[[int], Text], side: Side, other: Side
) -> Text:
    """How many each of two sides took."""
    parts = {"side": side, "number": unit(taken[side]), "other": other, "others": taken[other]}
    return _("{side} took {number}, {other} {others}", **parts)


def who_doubled(takers: Mapping[str, Seat], doublers: Mapping[str, Seat]) -> Text:
    """Who doubled which card, and who took it."""
    told = []
    for card, doubler in doublers.items():
        parts = {"doubler": doubler, "taker": takers[card], "card": Card(card)}
        words = _("{doubler} doubled the {card}, {taker} took it", **parts)
        if takers[card] is doubler:
            words = _("{doubler} doubled the {card} and took it", **parts)
        told.append(words)
    first, *others = told
    return _("{first}; {second}", first=first, second=others[0]) if others else first


def who_went_out(deal: Deal, side: Side, other: Side) -> Text:
    """When two players went out; with partners who was first, and who came then."""
    order = order_of_going_out(deal)
    if len(side.seats) > 1:
        first, second, *_rest = order
        return _("{first} went out first, then {second}", first=first, second=second)
    places = {seat: OUT[place] for place, seat in enumerate(order)}
    return _(
        "{side} went out {place}, {other} {then}",
        side=side,
        place=places[side.seats[0]],
        other=other,
        then=places[other.seats[0]],
    )


def order_of_going_out(deal: Deal) -> list[Seat]:
    """The players in the order in which they went out; the last one goes without saying."""
    out: list[int] = deal.answers["out"]
    last = [seat for seat in deal.seats if seat.index not in out]
    return [*(deal.seats[index] for index in out), *last]
