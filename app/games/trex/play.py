"""Trex: four kingdoms, five contracts each, doubled kings and queens. Rules: rules/trex.md"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import factorial
from typing import Any

from app.games.trex.house import (
    APPEAL,
    CARDS,
    CARDS_IN_A_SUIT,
    CLOSED_SUIT,
    COST,
    HOUSE_RULES,
    KING,
    LEVEL,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    PLAYERS,
    QUEENS,
    TRICKS,
    House,
    check_house_rules,
)
from app.games.trex.scores import (
    diamond_parts,
    fewest_tricks,
    place_parts,
    score_cards,
    trick_parts,
)
from app.games.trex.stakes import stakes_of
from app.games.words import diamonds, tricks
from app.scoring import (
    MISDEAL,
    Card,
    Chart,
    Deal,
    Group,
    Script,
    Seat,
    Signed,
    Steps,
    Table,
    Text,
    ThrownIn,
    _,
    _n,
)
from app.scoring.prompts import Assign, Player, Prompt

__all__ = [
    "CONTRACTS",
    "COST",
    "HOUSE_RULES",
    "KING",
    "PLACES",
    "PLACE_NAMES",
    "PLAIN_VALUE",
    "QUEENS",
    "House",
]


def play(table: Table) -> Script:
    rules = yield from table.house_rules(
        *HOUSE_RULES, rule="local-variations", check=check_house_rules
    )
    house = House(**rules)
    table.reversed = house.reversed
    if house.partners:
        table.make_partners()
    table.chart = chart = Chart(
        columns={key: CONTRACTS[key].name for key in house.contracts},
        rows={seat: {} for seat in table.seats},
    )
    owners: list[Seat] = []
    for _kingdom in table.seats:
        owner = yield from play_kingdom(table, house, chart, owners)
        owners.append(owner)
    return table.best_total_wins()


def play_kingdom(table: Table, house: House, chart: Chart, owners: Sequence[Seat]) -> Steps[Seat]:
    """One owner names every contract once, and `chart` shows it. Returns the owner."""
    owner = next_owner(table, house, owners)
    kingdom = Group(_("Kingdom {number}", number=len(owners) + 1), owner)
    before = table.totals
    unplayed = list(house.contracts)
    while unplayed:
        so_far = sum(table.totals) - sum(before)
        deal = begin_deal(table, house, owners, kingdom, unplayed, so_far)
        deal.ahead = partial(
            stakes_of, table, deal, house, unplayed, len(table.seats) - len(owners) - 1
        )
        try:
            if owner is None:
                kingdom.owner = owner = yield from ask_owner(deal, house, owners)
            contract = yield from ask_contract(deal, house, owner, unplayed)
            yield from CONTRACTS[contract].play(deal, house)
            unplayed.remove(contract)
            chart.rows[owner][contract] = deal.number
        except ThrownIn:
            continue
    assert owner is not None
    total = sum(table.totals) - sum(before)
    kingdom.note = _(
        "{owner}’s kingdom is closed. Its scores add up to {total}.", owner=owner, total=total
    )
    table.deals[-1].note(kingdom.note)
    return owner


# --- owner and contract -------------------------------------------------------------------------


def next_owner(table: Table, house: House, owners: Sequence[Seat]) -> Seat | None:
    """Who owns the next kingdom; None if the table has to say."""
    if not owners or house.kingdoms == "manual":
        return None
    steps = (0, 1, 2, 3) if house.kingdoms == "right" else (0, 1, 3, 2)
    return table.next(owners[0], steps[len(owners)])


def begin_deal(
    table: Table,
    house: House,
    owners: Sequence[Seat],
    kingdom: Group,
    unplayed: Sequence[str],
    so_far: int,
) -> Deal:
    """The owner deals, but anybody deals the first deal of all.

    `so_far` are the points of all players in this kingdom.
    """
    owner = kingdom.owner
    count = len(house.contracts)
    deal = table.deal(
        _(
            "Kingdom {kingdom} of {kingdoms} · deal {number} of {count}",
            kingdom=len(owners) + 1,
            kingdoms=len(table.seats),
            number=count - len(unplayed) + 1,
            count=count,
        ),
        group=kingdom,
        owner=owner,
        dealer=owner,
        leader=owner,
    )
    deal.void_reasons, deal.void_closed = void_reasons(None, house.appeals)
    deal.running = (_("kingdom"), so_far)
    if owner:
        deal.tell(
            _(
                "{dealer} deals 13 cards each, to the right; {left} cuts.",
                dealer=owner,
                left=table.left_of(owner),
            )
        )
    return deal


@cache
def void_reasons(contract: str | None, appeals: bool) -> tuple[dict[str, Text], dict[str, Text]]:
    """What a deal can be thrown in for once its contract is known, and why not for the rest."""
    reasons, closed = MISDEAL | APPEAL | CLOSED_SUIT, {}
    goes_with = {"appeal": ("king", "trex"), "closed_suit": ("trex",)}
    for reason, contracts in goes_with.items():
        if reason == "appeal" and not appeals:
            closed[reason] = _("This table plays without appeals.")
        elif contract and contract not in contracts:
            name = CONTRACTS[contract].name
            closed[reason] = _(
                "“{reason}” does not go with {name}.", reason=reasons[reason], name=name
            )
    return {key: said for key, said in reasons.items() if key not in closed}, closed


def ask_owner(deal: Deal, house: House, owners: Sequence[Seat]) -> Steps[Seat]:
    """The 7♥ of the very first deal settles it, or the table's own custom."""
    if owners:
        ask = _("Who owns the next kingdom?")
    elif house.kingdoms == "manual":
        ask = _("Who owns the first kingdom? By custom, who holds the 7♥.")
    else:
        ask = _("Who holds the 7♥ and owns the first kingdom?")
    if not deal.dealer and deal.number == 1:
        deal.tell(_("Anyone deals 13 cards each, to the right."))
    owner = yield from deal.player(
        "owner",
        ask,
        seats=[seat for seat in deal.seats if seat not in owners],
        rule="kingdoms-and-their-owner",
        announced=True,
        may_be_unknown=True,
    )
    deal.owner = deal.leader = owner
    if deal.number > 1:
        deal.dealer = owner
    return owner


def ask_contract(deal: Deal, house: House, owner: Seat, unplayed: Sequence[str]) -> Steps[str]:
    """Each contract once in a kingdom. It decides what the deal can be thrown in for."""
    names = {key: CONTRACTS[key].name for key in house.contracts}
    ask = _("{owner}, look at your cards and name the contract", owner=owner)
    if len(unplayed) == 1:
        ask = _("{owner}: only {contract} is left", owner=owner, contract=names[unplayed[0]])
        deal.tell(_("Only {contract} is left.", contract=names[unplayed[0]]))
    contract: str = yield from deal.choose(
        "contract",
        ask,
        {key: names[key] for key in unplayed},
        shows_closed=True,
        signs={CONTRACTS[key].first_answer: key for key in house.contracts},
        closed={
            key: _(
                "{contract} was already played in {owner}’s kingdom.",
                contract=names[key],
                owner=owner,
            )
            for key in house.contracts
            if key not in unplayed
        },
        rule="choosing-a-contract",
        announced=True,
    )
    deal.name = names[contract]
    deal.worth = CONTRACTS[contract].worth(house)
    deal.void_reasons, deal.void_closed = void_reasons(contract, house.appeals)
    return contract


# --- the contracts ------------------------------------------------------------------------------


def play_king(deal: Deal, house: House) -> Steps[None]:
    """75 for the K♥."""
    if house.appeals:
        deal.tell(_("A lone K♥ or A♥, or just those two hearts? You may ask for a redeal."))
    stop = _("{owner} leads. You can stop when the K♥ is taken.", owner=deal.owner)
    doubled, taker = yield from ask_doubled(deal, (KING,), king(deal, stop))
    yield from score_cards(deal, house, {KING: taker}, doubled)


def play_queens(deal: Deal, house: House) -> Steps[None]:
    """25 for each queen; partners may play a level deal again."""
    stop = _("{owner} leads. You can stop when the fourth queen is taken.", owner=deal.owner)
    doubled, taken = yield from ask_doubled(deal, QUEENS, queens(deal, stop))
    yield from score_cards(deal, house, taken, doubled, level=house.level_queens)


def play_diamonds(deal: Deal, house: House) -> Steps[None]:
    """10 for each diamond, 15 with swapped values."""
    deal.tell(_("{owner} leads. You can stop when the last diamond is taken.", owner=deal.owner))
    taken = yield from ask_diamonds(deal, house)
    deal.score(diamond_parts(taken, house), total=-CARDS_IN_A_SUIT * house.diamond)


def play_slaps(deal: Deal, house: House) -> Steps[None]:
    """15 for each trick, 10 with swapped values."""
    deal.tell(_("{owner} leads. Play all 13 tricks.", owner=deal.owner))
    taken = yield from ask_tricks(deal, house, rule="slaps")
    deal.score(trick_parts(taken, house), total=-TRICKS * house.trick)


def play_trex(deal: Deal, house: House) -> Steps[None]:
    """200, 150, 100 and 50 in the order of going out."""
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
    """King, queens, diamonds and slaps at once. Penalty cards need tricks to lie in."""
    lead = _("{owner} leads. Play all 13 tricks.", owner=deal.owner)
    doubled, taker = yield from ask_doubled(deal, (KING, *QUEENS), king(deal, lead))
    taken = {KING: taker} | (yield queens(deal))
    suit = yield from ask_diamonds(
        deal, house, least={taken["QD"]: (1, _("the Q♦ is a diamond too"))}
    )
    won = yield from ask_tricks(deal, house, rule="complex", least=fewest_tricks(taken, suit))
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

    Returns who doubled which card, and what the answer to `taken` means.
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
        optional=True,
        announced=True,
        then=taken,
        rule="doubling",
    )
    for card, seat in doubled.items():
        deal.reminders.append(_("{card} doubled by {seat}", card=Card(card), seat=seat))
    return doubled, (yield taken)


def king(deal: Deal, *tell: Text) -> Prompt:
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
    return _n("{n} queen", "{n} queens", n)


def queens(deal: Deal, *tell: Text) -> Prompt:
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


def ask_diamonds(deal: Deal, house: House, **about: Any) -> Steps[dict[Seat, int]]:
    return deal.count(
        "diamonds",
        _("Diamonds taken"),
        total=CARDS_IN_A_SUIT,
        unit=diamonds,
        worth=[-house.diamond] * CARDS_IN_A_SUIT,
        rule="diamonds",
        **about,
    )


def ask_tricks(deal: Deal, house: House, *, rule: str, **about: Any) -> Steps[dict[Seat, int]]:
    return deal.count(
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


@dataclass(frozen=True)
class Contract:
    """A small game of its own: its name, how it is played, and what it takes points for.

    `first_answer` is the key of the first question whose answer every deal of it has; `cards` are
    those that cost points and can be doubled.
    """

    name: Text
    play: Callable[[Deal, House], Steps[None]]
    first_answer: str
    cards: tuple[str, ...] = ()
    diamonds: bool = False
    tricks: bool = False
    layout: bool = False

    def worth(self, house: House) -> int:
        """The points that it brings the table in all, when nobody takes their own double."""
        return (
            self.layout * sum(PLACES.values())
            - sum(PLAIN_VALUE[card] for card in self.cards)
            - self.diamonds * CARDS_IN_A_SUIT * house.diamond
            - self.tricks * TRICKS * house.trick
        )


CONTRACTS = {
    "king": Contract(_("King of hearts"), play_king, "king", CARDS["king"]),
    "queens": Contract(_("Queens"), play_queens, "queens", CARDS["queens"]),
    "diamonds": Contract(_("Diamonds"), play_diamonds, "diamonds", diamonds=True),
    "slaps": Contract(_("Slaps"), play_slaps, "tricks", tricks=True),
    "trex": Contract(_("Trex"), play_trex, "out", layout=True),
    "complex": Contract(
        _("Complex"), play_complex, "king", CARDS["complex"], diamonds=True, tricks=True
    ),
}


def numbers() -> dict[str, int]:
    """The numbers of the rules page.

    `…_total` is what a contract brings the table. `…_least` and `…_most` are what one player can
    score who plays alone, by the usual values and the usual rule for one's own doubled card.
    """
    usual, swapped, short = (
        House(False, is_short, "right", "plain", is_swapped, False, False, True)
        for is_short, is_swapped in ((False, False), (False, True), (True, False))
    )
    named = {
        "kingdoms": PLAYERS,
        "contracts": len(usual.contracts),
        "deals": PLAYERS * len(usual.contracts),
        "orders": factorial(len(usual.contracts)),
        "complex_contracts": len(short.contracts),
        "complex_deals": PLAYERS * len(short.contracts),
        "tricks": TRICKS,
        "suit": CARDS_IN_A_SUIT,
        "king": PLAIN_VALUE[KING],
        "king_doubled": 2 * PLAIN_VALUE[KING],
        "queen": PLAIN_VALUE["QS"],
        "queen_doubled": 2 * PLAIN_VALUE["QS"],
        "level": LEVEL,
        "diamond": usual.diamond,
        "trick": usual.trick,
        "diamond_swapped": swapped.diamond,
        "trick_swapped": swapped.trick,
        "diamonds_swapped_total": CONTRACTS["diamonds"].worth(swapped),
        "slaps_swapped_total": CONTRACTS["slaps"].worth(swapped),
    }
    for place, name in enumerate(("first", "second", "third", "last")):
        named[name] = PLACES[place]
    for key, contract in CONTRACTS.items():
        cards = sum(PLAIN_VALUE[card] for card in contract.cards)
        total = contract.worth(usual)
        named[f"{key}_total"] = total
        named[f"{key}_least"] = min(PLACES.values()) if contract.layout else total - cards
        named[f"{key}_most"] = max(PLACES.values()) if contract.layout else cards
    for end in ("least", "most"):
        named[f"game_{end}"] = PLAYERS * sum(named[f"{key}_{end}"] for key in usual.contracts)
    return named
