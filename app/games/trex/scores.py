"""What everything taken in Trex scores, piece by piece, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.trex.house_rules import (
    COST,
    DOUBLED,
    KING,
    LEVEL,
    LEVEL_QUEENS,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    House,
)
from app.scoring import Card, Circle, Deal, Part, Seat, Side, Steps, Text, _, _n
from app.scoring.prompts import Pile, tricks_of


def diamonds_of(n: int) -> Text:
    """`n` diamonds in words."""
    return _n("{n} diamond", "{n} diamonds", n)


def place_parts(placed: Sequence[Seat]) -> list[Part]:
    """200, 150, 100 and 50 for the seats in the order of going out."""
    return [
        Part(seat, PLACES[place], PLACE_NAMES[place], "trex-the-layout")
        for place, seat in enumerate(placed)
    ]


def diamond_parts(taken: Mapping[Pile, int], house: House) -> list[Part]:
    """What the diamonds that each seat or side has `taken` cost it."""
    return [
        Part(
            seat,
            -count * house.diamond,
            _("{diamonds} × {points}", diamonds=diamonds_of(count), points=house.diamond),
            "diamonds",
        )
        for seat, count in taken.items()
        if count
    ]


def trick_parts(taken: Mapping[Pile, int], house: House) -> list[Part]:
    """What the tricks that each seat or side has `taken` cost it."""
    return [
        Part(
            seat,
            -count * house.trick,
            _("{tricks} × {points}", tricks=tricks_of(count), points=house.trick),
            "slaps",
        )
        for seat, count in taken.items()
        if count
    ]


def score_cards(
    deal: Deal,
    house: House,
    taken: Mapping[str, Seat],
    doubled: Mapping[str, Seat],
    more: Sequence[Part] = (),
    *,
    level: bool = False,
) -> Steps[None]:
    """Score the king and the queens, doubled or not, and `more` parts of the same deal.

    `taken` has the taker of each card, `doubled` the doubler of those that were doubled. With
    `level`, partners who lose as much as each other throw the deal in.
    """
    circle = deal.circle
    came_home = [
        card for card, doubler in doubled.items() if comes_home(circle, taken[card], doubler)
    ]
    # Only this custom needs to know who led, so no other table is asked.
    leaders: Mapping[str, Seat] = {}
    if house.own_double == "leader_gains" and came_home:
        leaders = yield from deal.assign(
            "leaders",
            _("Who led the trick in which it was taken?"),
            came_home,
            rule=COST,
        )
    parts = [
        part
        for card, taker in taken.items()
        for part in card_parts(circle, house, card, taker, doubled.get(card), leaders.get(card))
    ]
    # Level is what was scored and not how many queens each side took: doubles count too.
    if level and house.partners and circle.points(parts) == (-LEVEL, -LEVEL):
        deal.throw_in(LEVEL_QUEENS, _("Level queens"))
    # What the taker pays twice the doubler gains once, so that a deal costs the plain values
    # whatever was doubled. Only “costs double, nobody gains” takes points from the table
    # (rules/trex.md#does-it-still-come-to-0).
    lost = sum(PLAIN_VALUE[card] for card in came_home) if house.own_double == "doubled" else 0
    plain = sum(PLAIN_VALUE[card] for card in taken)
    deal.score([*parts, *more], total=sum(part.points for part in more) - plain - lost)


def comes_home(circle: Circle, taker: Seat, doubler: Seat | None) -> bool:
    """Whether the side that doubled a card has taken it: partners count as oneself."""
    return doubler is not None and circle.side_of(doubler) == circle.side_of(taker)


def card_parts(
    circle: Circle,
    house: House,
    card: str,
    taker: Seat,
    doubler: Seat | None,
    leader: Seat | None = None,
) -> list[Part]:
    """What one card costs its taker, and what it brings to who doubled it or led the trick.

    `doubler` is None for a plain card; `leader`, who led the trick, counts only for one's own
    doubled card at a table where the leader gains.
    """
    value, name = PLAIN_VALUE[card], Card(card)
    if doubler is None:
        rule = "king-of-hearts" if card == KING else "queens"
        return [Part(taker, -value, _("took the {card}", card=name), rule)]
    if not comes_home(circle, taker, doubler):
        return [
            Part(
                taker,
                -DOUBLED * value,
                _("took the {card} that {doubler} doubled", card=name, doubler=doubler),
                COST,
            ),
            Part(
                doubler,
                value,
                _("doubled the {card} that {taker} took", card=name, taker=taker),
                COST,
            ),
        ]
    own = _("took the {card}, doubled by their own side", card=name)
    if doubler == taker:
        own = _("took their own doubled {card}", card=name)
    # Who led the trick and took it would pay double to themselves: that is the plain value.
    if house.own_double == "plain" or leader == taker:
        return [Part(taker, -value, own, COST)]
    parts = [Part(taker, -DOUBLED * value, own, COST)]
    if house.own_double == "leader_gains" and leader is not None:
        parts.append(Part(leader, value, _("led to the doubled {card}", card=name), COST))
    if house.own_double == "opponents_gain":
        # The next player is an opponent, and it does not matter which: the side shares its score.
        parts.append(
            Part(
                circle.next(taker),
                value,
                _("the other side took its own doubled {card}", card=name),
                COST,
            )
        )
    return parts


def fewest_tricks(
    circle: Circle, taken: Mapping[str, Seat], suit: Mapping[Pile, int]
) -> dict[Pile, tuple[int, Text]]:
    """A trick has four cards, so a player's penalty cards need at least a quarter as many.

    `taken` has who took each honour, `suit` how many diamonds each seat or side has. Returns the
    fewest tricks with the reason, for those who need any, each partner and both together:
    rules/trex.md#how-many-tricks-must-a-player-have
    """
    least: dict[Pile, tuple[int, Text]] = {}
    for side in circle.sides:
        needed, cards = tricks_for(side, taken, suit)
        piles: list[Pile] = [*side.seats, side] if len(side.seats) > 1 else [*side.seats]
        for pile in piles:
            if needed[pile]:
                why = _n("{n} penalty card", "{n} penalty cards", cards[pile])
                least[pile] = (needed[pile], _("{why}, four to a trick", why=why))
    return least


def tricks_for(
    side: Side, taken: Mapping[str, Seat], suit: Mapping[Pile, int]
) -> tuple[dict[Pile, int], dict[Pile, int]]:
    """The fewest tricks of each player of a side, and of all of them together, and the penalty
    cards that are known to lie in them.

    What partners have piled together may be split between them in any way that goes with the
    honours: who took the Q♦ has one diamond at least.
    """
    # The Q♦ is among the diamonds already, so it is not counted again.
    honours = {
        seat: sum(taken.get(card) == seat for card in (KING, "QS", "QH", "QC"))
        for seat in side.seats
    }
    if side in suit and len(side.seats) > 1:
        surely = {seat: int(taken.get("QD") == seat) for seat in side.seats}
        loose = suit[side] - sum(surely.values())
    else:
        surely, loose = {seat: suit.get(seat, 0) for seat in side.seats}, 0
    cards: dict[Pile, int] = {seat: honours[seat] + surely[seat] for seat in side.seats}
    needed: dict[Pile, int] = {seat: -(-cards[seat] // 4) for seat in side.seats}
    # A diamond of either partner fits into a trick that is needed anyway, as long as it has room.
    room = sum(4 * needed[seat] - cards[seat] for seat in side.seats)
    needed[side] = sum(needed[seat] for seat in side.seats) + -(-max(0, loose - room) // 4)
    cards[side] = sum(cards[seat] for seat in side.seats) + loose
    return needed, cards
