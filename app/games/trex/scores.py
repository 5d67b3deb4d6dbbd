"""The score of a deal of Trex: the points of everything taken, piece by piece, and why. Each
contract calls it in `contracts.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from app.games.trex.house_rules import (
    CARDS_IN_A_TRICK,
    COST_RULE,
    DOUBLED,
    KING,
    LAYOUT_RULE,
    LEFT_OPEN,
    LEVEL,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    TrexRules,
)
from app.games.trex.own_double import ask_custom, is_own_double, needs_leader, own_cost
from app.scoring import Card, Circle, Deal, Part, Seat, Side, Steps, Text, _, _n
from app.scoring.prompts import Pile, tricks_of


def diamonds_of(n: int) -> Text:
    """Return `n` diamonds in words."""
    return _n("{n} diamond", "{n} diamonds", n)


def queens_of(n: int) -> Text:
    """Return `n` queens in words."""
    return _n("{n} queen", "{n} queens", n)


def place_parts(placed: Sequence[Seat]) -> list[Part]:
    """Return 200, 150, 100 and 50 points for the seats in the order of going out."""
    return [
        Part(seat, points, name, LAYOUT_RULE)
        for seat, points, name in zip(placed, PLACES, PLACE_NAMES, strict=True)
    ]


def pile_parts(
    contract: Literal["diamonds", "slaps"], counts: Mapping[Pile, int], rules: TrexRules
) -> list[Part]:
    """Return the points of the diamonds or the tricks that each seat or side has taken."""
    unit = diamonds_of if contract == "diamonds" else tricks_of
    price = rules.price(contract)
    return [
        Part(seat, count * price, unit(count), contract, times=count)
        for seat, count in counts.items()
        if count
    ]


def score_cards(
    deal: Deal,
    rules: TrexRules,
    takers: Mapping[str, Seat],
    doublers: Mapping[str, Seat],
    more: Sequence[Part] = (),
    *,
    level: bool = False,
) -> Steps[None]:
    """Score the king and the queens, doubled or not, and `more` parts of the same deal.

    `takers` has the taker of each card, `doublers` the doubler of those that were doubled. With
    `level`, the deal is thrown in if partners lose as much as their opponents.
    """
    circle = deal.circle
    own_doubles = [
        (card, takers[card], doubler)
        for card, doubler in doublers.items()
        if is_own_double(circle, takers[card], doubler)
    ]
    if own_doubles:
        rules = yield from ask_custom(deal, rules, *own_doubles[0])
    # The table is asked who led only if that makes a difference.
    leaders: Mapping[str, Seat] = {}
    if led := [
        card for card, taker, doubler in own_doubles if needs_leader(circle, rules, taker, doubler)
    ]:
        leaders = yield from deal.assign(
            "leaders", _("Who led the trick in which it was taken?"), led, rule=COST_RULE
        )
    parts = [
        part
        for card, taker in takers.items()
        for part in card_parts(circle, rules, card, taker, doublers.get(card), leaders.get(card))
    ]
    # The points have to be level, not the numbers of queens: doubles count too.
    if level and rules.partners and circle.points(parts) == (-LEVEL, -LEVEL):
        deal.throw_in("level_queens", _("level queens"))
    # What the taker pays twice the doubler gains once, so that a deal costs the plain values
    # whatever was doubled. Only “costs double, nobody gains” takes points from the table
    # (rules/en/trex.md#does-it-still-come-to-0).
    lost = sum(
        PLAIN_VALUE[card]
        for card, taker, doubler in own_doubles
        if own_cost(circle, rules, taker, doubler, leaders.get(card)) == "doubled"
    )
    plain = sum(PLAIN_VALUE[card] for card in takers)
    deal.score([*parts, *more], total=sum(part.points for part in more) - plain - lost)


def card_parts(
    circle: Circle,
    rules: TrexRules,
    card: str,
    taker: Seat,
    doubler: Seat | None,
    leader: Seat | None = None,
) -> list[Part]:
    """Return what one card costs its taker, and what it brings its doubler or the leader of the
    trick.

    `doubler` is None for a plain card. `leader` led the trick, and counts only for an own double at
    a table where that makes a difference. Empty for an own double whose cost the table has left
    open.
    """
    value, name = PLAIN_VALUE[card], Card(card)
    if doubler is None:
        rule = "king-of-hearts" if card == KING else "queens"
        return [Part(taker, -value, _("took the {card}", card=name), rule)]
    if not is_own_double(circle, taker, doubler):
        took = _("took the {card} that {doubler} doubled", card=name, doubler=doubler)
        gained = _("doubled the {card} that {taker} took", card=name, taker=taker)
        return [
            Part(taker, -DOUBLED * value, took, COST_RULE, times=DOUBLED),
            Part(doubler, value, gained, COST_RULE),
        ]
    cost = own_cost(circle, rules, taker, doubler, leader)
    if cost == LEFT_OPEN:
        return []
    took = _("took the {card}, doubled by their own side", card=name)
    if doubler == taker:
        took = _("took their own doubled {card}", card=name)
    if leader and circle.side_of(leader) == circle.side_of(taker):
        took = _("{took}; {leader} led", took=took, leader=leader)
    if cost == "plain":
        return [Part(taker, -value, took, COST_RULE)]
    parts = [Part(taker, -DOUBLED * value, took, COST_RULE, times=DOUBLED)]
    if cost == "leader_gains" and leader is not None:
        parts.append(
            Part(leader, value, _("led the trick with the doubled {card}", card=name), COST_RULE)
        )
    if cost == "opponents_gain":
        # The next player is an opponent, and it does not matter which: the side shares its score.
        gained = _("the other side took its own doubled {card}", card=name)
        parts.append(Part(circle.next(taker), value, gained, COST_RULE))
    return parts


def fewest_tricks(
    circle: Circle, takers: Mapping[str, Seat], diamonds: Mapping[Pile, int]
) -> dict[Pile, tuple[int, Text]]:
    """Return the fewest tricks that penalty cards allow each player and side, with the reason.

    A trick has four cards, so it takes at least a quarter as many tricks as cards. `takers` has the
    taker of each king and queen, `diamonds` the number of each seat or side. Seats and sides that
    need no trick are left out: rules/en/trex.md#how-many-tricks-must-a-player-have
    """
    least: dict[Pile, tuple[int, Text]] = {}
    for side in circle.sides:
        needed, cards = tricks_needed(side, takers, diamonds)
        piles: list[Pile] = [*side.seats, side] if len(side.seats) > 1 else [*side.seats]
        for pile in piles:
            if needed[pile]:
                why = _n("{n} penalty card", "{n} penalty cards", cards[pile])
                least[pile] = (needed[pile], _("{why}, four to a trick", why=why))
    return least


def tricks_needed(
    side: Side, takers: Mapping[str, Seat], diamonds: Mapping[Pile, int]
) -> tuple[dict[Pile, int], dict[Pile, int]]:
    """Return the fewest tricks of each seat of a side and of the side, and their known penalty
    cards.

    What partners have piled together may be split between them in any way that agrees with the
    queens: the taker of the Q♦ has at least one diamond.
    """
    # The Q♦ is among the diamonds already, so it is not counted again.
    honours = {
        seat: sum(takers.get(card) == seat for card in (KING, "QS", "QH", "QC"))
        for seat in side.seats
    }
    if side in diamonds and len(side.seats) > 1:
        sure = {seat: int(takers.get("QD") == seat) for seat in side.seats}
        loose = diamonds[side] - sum(sure.values())
    else:
        sure, loose = {seat: diamonds.get(seat, 0) for seat in side.seats}, 0
    cards: dict[Pile, int] = {seat: honours[seat] + sure[seat] for seat in side.seats}
    needed: dict[Pile, int] = {seat: tricks_to_hold(cards[seat]) for seat in side.seats}
    # A diamond of either partner fits into a trick that is needed anyway, as long as it has room.
    room = sum(CARDS_IN_A_TRICK * needed[seat] - cards[seat] for seat in side.seats)
    needed[side] = sum(needed[seat] for seat in side.seats) + tricks_to_hold(max(0, loose - room))
    cards[side] = sum(cards[seat] for seat in side.seats) + loose
    return needed, cards


def tricks_to_hold(cards: int) -> int:
    """Return how many tricks so many cards fill, the last one perhaps in part."""
    return -(-cards // CARDS_IN_A_TRICK)
