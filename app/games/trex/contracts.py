"""The contracts of Trex, each a small game of its own: how they are played, asked and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.games.trex.house_rules import (
    CARDS,
    CARDS_IN_A_SUIT,
    KING,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    QUEENS,
    TRICKS,
    House,
)
from app.games.trex.scores import (
    card_parts,
    diamond_parts,
    diamonds_of,
    fewest_tricks,
    place_parts,
    score_cards,
    trick_parts,
)
from app.scoring import Card, Deal, Seat, Signed, Steps, Text, _, _n
from app.scoring.prompts import Assign, Choice, Pile, Player, Prompt, cards_of, tricks_of


def play_king(deal: Deal, house: House) -> Steps[None]:
    """Whoever takes the K♥ loses 75; its holder may double it first."""
    if house.appeals:
        deal.tell(_("A lone K♥ or A♥, or just those two hearts? You may ask for a redeal."))
    stop = _("{owner} leads. You can stop when the K♥ is taken.", owner=deal.owner)
    doubled, taker = yield from ask_doubled(deal, house, (KING,), king_taken(deal, house, stop))
    yield from score_cards(deal, house, {KING: taker}, doubled)


def play_queens(deal: Deal, house: House) -> Steps[None]:
    """Every queen taken costs 25; each may be doubled. Partners may play a level deal again."""
    stop = _("{owner} leads. You can stop when the fourth queen is taken.", owner=deal.owner)
    doubled, taken = yield from ask_doubled(deal, house, QUEENS, queens_taken(deal, house, stop))
    yield from score_cards(deal, house, taken, doubled, level=house.level_queens)


def play_diamonds(deal: Deal, house: House) -> Steps[None]:
    """Every diamond taken costs 10, or 15 with swapped values. There is no doubling."""
    deal.tell(_("{owner} leads. You can stop when the last diamond is taken.", owner=deal.owner))
    taken = yield from ask_diamonds(deal, house)
    deal.score(diamond_parts(taken, house), total=-CARDS_IN_A_SUIT * house.diamond)


def play_slaps(deal: Deal, house: House) -> Steps[None]:
    """Every trick taken costs 15, or 10 with swapped values. There is no doubling."""
    deal.tell(_("{owner} leads. Play all {tricks} tricks.", owner=deal.owner, tricks=TRICKS))
    taken = yield from ask_tricks(deal, house, rule="slaps", save=_("Save slaps"))
    deal.score(trick_parts(taken, house), total=-TRICKS * house.trick)


def play_trex(deal: Deal, house: House) -> Steps[None]:
    """Rows from the jacks up and down: 200, 150, 100 and 50 in the order of going out."""
    if house.appeals:
        deal.tell(_("Four 2s, or three 2s and the 3 of the other suit? You may ask for a redeal."))
    deal.tell(
        _(
            "{owner} starts with a jack, or passes. Add one card to a row if you can.",
            owner=deal.owner,
        )
    )
    if house.partners:
        deal.tell(_("Many tables lay all 2s face up after the first round."))
    placed = yield from deal.order(
        "out",
        _("Tap players as they go out"),
        save=_("Save the layout"),
        places=PLACE_NAMES,
        worth=tuple(PLACES.values()),
        rule="trex-the-layout",
    )
    deal.score(place_parts(placed), total=sum(PLACES.values()))


def play_complex(deal: Deal, house: House) -> Steps[None]:
    """King, queens, diamonds and slaps at once, in one deal and asked one after the other.

    Each answer bounds the next: penalty cards need tricks to lie in (rules/trex.md#complex).
    """
    lead = _("{owner} leads. Play all {tricks} tricks.", owner=deal.owner, tricks=TRICKS)
    steps = (_("Cards"), _("Diamonds"), _("Slaps"))
    queens = queens_taken(
        deal, house, question=_("Who took each card?"), unit=cards_of, steps=steps
    )
    king = king_taken(deal, house, lead, then=queens)
    doubled, taker = yield from ask_doubled(deal, house, (KING, *QUEENS), king)
    taken = {KING: taker} | (yield queens)
    # The Q♦ counts twice, as a queen and as a diamond; doubling doubles only the queen.
    suit = yield from ask_diamonds(
        deal,
        house,
        steps=steps[1:],
        least=dict.fromkeys(
            (taken["QD"], deal.circle.side_of(taken["QD"])), (1, _("the Q♦ is a diamond too"))
        ),
    )
    won = yield from ask_tricks(
        deal,
        house,
        rule="complex",
        save=_("Save the deal"),
        steps=steps[2:],
        least=fewest_tricks(deal.circle, taken, suit),
    )
    yield from score_cards(
        deal,
        house,
        taken,
        doubled,
        [*diamond_parts(suit, house), *trick_parts(won, house)],
    )


# --- what is asked ------------------------------------------------------------------------------


def ask_doubled(
    deal: Deal, house: House, cards: Sequence[str], taken: Prompt
) -> Steps[tuple[Mapping[str, Seat], Any]]:
    """Doubling is announced before the first lead; then who has `taken` what is asked anyway.

    Returns who doubled each card that was doubled, and what the answer to `taken` means.
    """
    shown = [Card(card) for card in cards]
    deal.tell(_("Anyone doubling? Show {cards} now, before the first card.", cards=shown))
    doubled = yield from deal.assign(
        "doubled",
        _("Who doubles?"),
        cards,
        partial=True,
        nobody=_("Nobody doubles"),
        skip=_("Nobody doubles"),
        save=_("Note the doubling"),
        saved=_("Doubling"),
        costs={card: cost_of_doubling(house, card) for card in cards},
        # Most deals go undoubled, so the page asks both at once: whoever taps who took the cards
        # has said that nobody doubled. And a double stands even if the deal is thrown in later.
        optional=True,
        announced=True,
        then=taken,
        rule="doubling",
    )
    for card, seat in doubled.items():
        deal.reminders.append(_("{card} doubled by {seat}", card=Card(card), seat=seat))
    return doubled, (yield taken)


def cost_of_doubling(house: House, card: str) -> Text:
    """What it means that somebody doubles a card, in the signs of the table."""
    points = -PLAIN_VALUE[card] if house.reversed else PLAIN_VALUE[card]
    return _(
        "Taker {taker}, doubler {doubler}",
        taker=Signed(-2 * points),
        doubler=Signed(points),
    )


def king_taken(deal: Deal, house: House, *tell: Text, **about: Any) -> Prompt:
    """The question who took the K♥: a seat. `tell` is what the table does before."""
    return deal.prompt(
        Player,
        key="king",
        ask=_("Who took the K♥?"),
        save=_("Save the king"),
        tell=tell,
        seats=deal.seats,
        confirmed=True,
        card=KING,
        parts=partial(card_parts, deal.circle, house),
        rule="king-of-hearts",
        **about,
    )


def queens_of(n: int) -> Text:
    """`n` queens in words."""
    return _n("{n} queen", "{n} queens", n)


def queens_taken(
    deal: Deal, house: House, *tell: Text, unit: Callable[[int], Text] = queens_of, **about: Any
) -> Prompt:
    """The question who took each queen: a seat by card. `tell` is what the table does before."""
    return deal.prompt(
        Assign,
        key="queens",
        ask=_("Who took each queen?"),
        save=_("Save queens"),
        tell=tell,
        seats=deal.seats,
        cards=QUEENS,
        parts=partial(card_parts, deal.circle, house),
        rule="queens",
        unit=unit,
        **about,
    )


def ask_diamonds(deal: Deal, house: House, **about: Any) -> Steps[dict[Pile, int]]:
    """How many of the 13 diamonds each seat or side has taken."""
    return deal.count_piles(
        "diamonds",
        _("Diamonds taken"),
        question=_("Diamonds: how many each?"),
        heading=_("diamonds"),
        save=_("Save diamonds"),
        points=lambda _seat, count: -house.diamond * count,
        total=CARDS_IN_A_SUIT,
        unit=diamonds_of,
        rule="diamonds",
        **about,
    )


def ask_tricks(deal: Deal, house: House, *, rule: str, **about: Any) -> Steps[dict[Pile, int]]:
    """How many of the 13 tricks each seat or side has taken; the table may count while it plays."""
    return deal.count_piles(
        "tricks",
        _("Tricks taken"),
        question=_("Slaps: how many tricks?"),
        points=lambda _seat, count: -house.trick * count,
        total=TRICKS,
        unit=tricks_of,
        live=True,
        rule=rule,
        **about,
    )


# --- all of them --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contract:
    """A small game of its own: its name, how it is played, and what it takes points for.

    `icon` is its symbol, `first_answer` the key of the first question whose answer every deal of it
    has; `cards` are those that cost points and can be doubled.
    """

    name: Text
    icon: str
    play: Callable[[Deal, House], Steps[None]]
    first_answer: str
    cards: tuple[str, ...] = ()
    diamonds: bool = False
    tricks: bool = False
    layout: bool = False

    def value(self, house: House) -> Text:
        """What it costs or brings, in a few words, in the signs of the table."""
        sign = -1 if house.reversed else 1
        if self.layout:
            first, second, third, last = (sign * points for points in PLACES.values())
            return _(
                "{first} {second} {third} {last}",
                first=first,
                second=second,
                third=third,
                last=last,
            )
        if self.diamonds and self.tricks:
            return _("{points} in all", points=Signed(sign * self.worth(house)))
        if self.diamonds:
            return _("{points} each", points=Signed(-sign * house.diamond))
        if self.tricks:
            return _("{points} a trick", points=Signed(-sign * house.trick))
        points = Signed(-sign * PLAIN_VALUE[self.cards[0]])
        return (
            _("{points} each", points=points)
            if len(self.cards) > 1
            else _("{points}", points=points)
        )

    def choice(self, house: House) -> Choice:
        """What whoever names it should know, in the signs of the table."""
        sign = -1 if house.reversed else 1
        together = Signed(sign * self.worth(house))
        in_all = _("each · {points}", points=together)
        if self.layout:
            first, second, third, last = (sign * points for points in PLACES.values())
            others = _("{second} · {third} · {last}", second=second, third=third, last=last)
            return Choice(_("first out to last"), Signed(first), others)
        if self.diamonds and self.tricks:
            return Choice(_("king, queens, diamonds, slaps"), together, _("in all"))
        if self.diamonds:
            return Choice(_("every diamond"), Signed(-sign * house.diamond), in_all)
        if self.tricks:
            return Choice(_("every trick"), Signed(-sign * house.trick), in_all)
        points = Signed(-sign * PLAIN_VALUE[self.cards[0]])
        doubled = Signed(2 * points)
        if len(self.cards) > 1:
            return Choice(_("every queen, doubled {points}", points=doubled), points, in_all)
        card = Card(self.cards[0])
        return Choice(_("the {card}, doubled {points}", card=card, points=doubled), points)

    def worth(self, house: House) -> int:
        """The points that it brings the table in all, when nobody takes their own double.

        Doubled or not comes to the same: what the taker pays twice, the doubler gains once.
        """
        return (
            self.layout * sum(PLACES.values())
            - sum(PLAIN_VALUE[card] for card in self.cards)
            - self.diamonds * CARDS_IN_A_SUIT * house.diamond
            - self.tricks * TRICKS * house.trick
        )


CONTRACTS = {
    "king": Contract(_("King of hearts"), "trex-king", play_king, "king", CARDS["king"]),
    "queens": Contract(_("Queens"), "trex-queens", play_queens, "queens", CARDS["queens"]),
    "diamonds": Contract(_("Diamonds"), "diamond", play_diamonds, "diamonds", diamonds=True),
    "slaps": Contract(_("Slaps"), "trex-slaps", play_slaps, "tricks", tricks=True),
    "trex": Contract(_("Trex"), "trex-trex", play_trex, "out", layout=True),
    "complex": Contract(
        _("Complex"),
        "trex-complex",
        play_complex,
        "king",
        CARDS["complex"],
        diamonds=True,
        tricks=True,
    ),
}
