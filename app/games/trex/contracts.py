"""The contracts of Trex, each a small game of its own: how they are played, asked and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games.trex.house import (
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
    diamond_parts,
    fewest_tricks,
    place_parts,
    score_cards,
    trick_parts,
)
from app.games.words import diamonds, tricks
from app.scoring import Card, Deal, Seat, Signed, Steps, Text, _, _n
from app.scoring.prompts import Assign, Pile, Player, Prompt


def play_king(deal: Deal, house: House) -> Steps[None]:
    """Whoever takes the K♥ loses 75; its holder may double it first."""
    if house.appeals:
        deal.tell(_("A lone K♥ or A♥, or just those two hearts? You may ask for a redeal."))
    stop = _("{owner} leads. You can stop when the K♥ is taken.", owner=deal.owner)
    doubled, taker = yield from ask_doubled(deal, (KING,), king_taken(deal, stop))
    yield from score_cards(deal, house, {KING: taker}, doubled)


def play_queens(deal: Deal, house: House) -> Steps[None]:
    """Every queen taken costs 25; each may be doubled. Partners may play a level deal again."""
    stop = _("{owner} leads. You can stop when the fourth queen is taken.", owner=deal.owner)
    doubled, taken = yield from ask_doubled(deal, QUEENS, queens_taken(deal, stop))
    yield from score_cards(deal, house, taken, doubled, level=house.level_queens)


def play_diamonds(deal: Deal, house: House) -> Steps[None]:
    """Every diamond taken costs 10, or 15 with swapped values. There is no doubling."""
    deal.tell(_("{owner} leads. You can stop when the last diamond is taken.", owner=deal.owner))
    taken = yield from ask_diamonds(deal, house)
    deal.score(diamond_parts(taken, house), total=-CARDS_IN_A_SUIT * house.diamond)


def play_slaps(deal: Deal, house: House) -> Steps[None]:
    """Every trick taken costs 15, or 10 with swapped values. There is no doubling."""
    deal.tell(_("{owner} leads. Play all {tricks} tricks.", owner=deal.owner, tricks=TRICKS))
    taken = yield from ask_tricks(deal, house, rule="slaps")
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
        _("Tap the players as they go out"),
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
    doubled, taker = yield from ask_doubled(deal, (KING, *QUEENS), king_taken(deal, lead))
    taken = {KING: taker} | (yield queens_taken(deal))
    # The Q♦ counts twice, as a queen and as a diamond; doubling doubles only the queen.
    suit = yield from ask_diamonds(
        deal,
        house,
        least=dict.fromkeys(
            (taken["QD"], deal.circle.side_of(taken["QD"])), (1, _("the Q♦ is a diamond too"))
        ),
    )
    won = yield from ask_tricks(
        deal, house, rule="complex", least=fewest_tricks(deal.circle, taken, suit)
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
    deal: Deal, cards: Sequence[str], taken: Prompt
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


def king_taken(deal: Deal, *tell: Text) -> Prompt:
    """The question who took the K♥: a seat. `tell` is what the table does before."""
    return deal.prompt(
        Player,
        key="king",
        ask=_("Who took the K♥?"),
        tell=tell,
        seats=deal.seats,
        confirmed=True,
        worth=(-PLAIN_VALUE[KING],),
        rule="king-of-hearts",
    )


def queens_of(n: int) -> Text:
    """`n` queens in words."""
    return _n("{n} queen", "{n} queens", n)


def queens_taken(deal: Deal, *tell: Text) -> Prompt:
    """The question who took each queen: a seat by card. `tell` is what the table does before."""
    return deal.prompt(
        Assign,
        key="queens",
        ask=_("Who took each queen?"),
        tell=tell,
        seats=deal.seats,
        cards=QUEENS,
        unit=queens_of,
        worth=[-PLAIN_VALUE[card] for card in QUEENS],
        rule="queens",
    )


def ask_diamonds(deal: Deal, house: House, **about: Any) -> Steps[dict[Pile, int]]:
    """How many of the 13 diamonds each seat or side has taken."""
    return deal.count_piles(
        "diamonds",
        _("Diamonds taken"),
        total=CARDS_IN_A_SUIT,
        unit=diamonds,
        worth=[-house.diamond] * CARDS_IN_A_SUIT,
        rule="diamonds",
        **about,
    )


def ask_tricks(deal: Deal, house: House, *, rule: str, **about: Any) -> Steps[dict[Pile, int]]:
    """How many of the 13 tricks each seat or side has taken; the table may count while it plays."""
    return deal.count_piles(
        "tricks",
        _("Tricks taken"),
        total=TRICKS,
        unit=tricks,
        worth=[-house.trick] * TRICKS,
        live=True,
        remarks=lambda taken: [
            (seat, _("{points} so far", points=Signed(-house.trick * n)))
            for seat, n in taken.items()
        ],
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
