"""Trex: four kingdoms, five contracts each, doubled kings and queens. Rules: rules/trex.md"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.games.words import diamonds, tricks
from app.scoring import (
    MISDEAL,
    Card,
    Deal,
    Game,
    Part,
    Problem,
    Script,
    Seat,
    Steps,
    Table,
    Text,
    ThrownIn,
    _,
    _n,
)
from app.scoring.prompts import Choose, Switch

KING = "KH"
QUEENS = ("QS", "QH", "QD", "QC")
PLAIN_VALUE = {KING: 75, **dict.fromkeys(QUEENS, 25)}
PLACES = {0: 200, 1: 150, 2: 100, 3: 50}
PLACE_NAMES = (_("first out"), _("second out"), _("third out"), _("last"))
CARDS_IN_A_SUIT = 13
TRICKS = 13

APPEAL = {"appeal": _("Appeal: a hand that may ask for a redeal")}
CLOSED_SUIT = {"closed_suit": _("A suit was closed before all jacks were out")}
LEVEL_QUEENS = "level_queens"

HOUSE_RULES = (
    (
        Switch(key="partners", ask=_("Partners, opposite seats"), rule="playing-with-partners"),
        False,
    ),
    (Switch(key="complex", ask=_("Complex: 8 deals instead of 20"), rule="complex"), False),
    (
        Choose(
            key="kingdoms",
            ask=_("Kingdoms pass"),
            rule="kingdoms-and-their-owner",
            options={
                "right": _("to the right"),
                "abdc": _("right, then opposite, then the last"),
                "manual": _("as the table picks"),
            },
        ),
        "right",
    ),
    (
        Choose(
            key="own_double",
            ask=_("Taking your own doubled card"),
            rule="what-a-doubled-card-costs",
            options={
                "plain": _("costs its plain value"),
                "doubled": _("costs double, nobody gains"),
                "leader_gains": _("costs double, the leader of the trick gains"),
                "opponents_gain": _("costs double, the other side gains"),
            },
        ),
        "plain",
    ),
    (
        Switch(key="swapped", ask=_("Diamonds cost 15, tricks 10"), rule="local-variations"),
        False,
    ),
    (
        Switch(key="reversed", ask=_("Reversed: the lowest total wins"), rule="local-variations"),
        False,
    ),
    (
        Switch(key="level_queens", ask=_("Level Queens are played again"), rule="redeals"),
        False,
    ),
    (Switch(key="appeals", ask=_("Appeals for a redeal"), rule="redeals"), True),
)


def check_house_rules(rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Two customs for one's own doubled card depend on partners."""
    if rules["own_double"] == "leader_gains" and rules["partners"]:
        yield Problem(_("With partners nobody gains as the leader of a trick."), at="own_double")
    if rules["own_double"] == "opponents_gain" and not rules["partners"]:
        yield Problem(_("Without partners there is no other side to gain."), at="own_double")


@dataclass(frozen=True)
class House:
    """The house rules of a table, by their keys in the match file."""

    partners: bool
    complex: bool
    kingdoms: str
    own_double: str
    swapped: bool
    reversed: bool
    level_queens: bool
    appeals: bool

    @property
    def contracts(self) -> tuple[str, ...]:
        """What every owner names once, in any order."""
        return ("complex", "trex") if self.complex else (*TRICK_CONTRACTS, "trex")

    @property
    def diamond(self) -> int:
        """Points for a diamond."""
        return 15 if self.swapped else 10

    @property
    def trick(self) -> int:
        """Points for a trick."""
        return 10 if self.swapped else 15


def play(table: Table) -> Script:
    rules = yield from table.house_rules(
        *HOUSE_RULES, rule="local-variations", check=check_house_rules
    )
    house = House(**rules)
    table.reversed = house.reversed
    if house.partners:
        table.make_partners()
    owners: list[Seat] = []
    for _kingdom in table.seats:
        owner = yield from play_kingdom(table, house, owners)
        owners.append(owner)
    return table.best_total_wins()


def play_kingdom(table: Table, house: House, owners: Sequence[Seat]) -> Steps[Seat]:
    """One owner names every contract once. Returns the owner."""
    owner = next_owner(table, house, owners)
    before = table.totals
    unplayed = list(house.contracts)
    while unplayed:
        deal = begin_deal(table, house, owners, owner, unplayed)
        try:
            if owner is None:
                owner = yield from ask_owner(deal, house, owners)
            contract = yield from ask_contract(deal, house, owner, unplayed)
            yield from CONTRACTS[contract].play(deal, house)
            unplayed.remove(contract)
        except ThrownIn:
            continue
    assert owner is not None
    total = sum(table.totals) - sum(before)
    table.deals[-1].note(
        _("{owner}’s kingdom is closed. Its scores add up to {total}.", owner=owner, total=total)
    )
    return owner


# --- owner and contract -------------------------------------------------------------------------


def next_owner(table: Table, house: House, owners: Sequence[Seat]) -> Seat | None:
    """Who owns the next kingdom; None if the table has to say."""
    if not owners or house.kingdoms == "manual":
        return None
    steps = (0, 1, 2, 3) if house.kingdoms == "right" else (0, 1, 3, 2)
    return table.next(owners[0], steps[len(owners)])


def begin_deal(
    table: Table, house: House, owners: Sequence[Seat], owner: Seat | None, unplayed: Sequence[str]
) -> Deal:
    """The owner deals, but anybody deals the first deal of all."""
    count = len(house.contracts)
    deal = table.deal(
        _(
            "Kingdom {kingdom} of {kingdoms} · deal {number} of {count}",
            kingdom=len(owners) + 1,
            kingdoms=len(table.seats),
            number=count - len(unplayed) + 1,
            count=count,
        ),
        owner=owner,
        dealer=owner,
        leader=owner,
    )
    deal.void_reasons, deal.void_closed = void_reasons(None, house.appeals)
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
        seats=[seat for seat in deal.table.seats if seat not in owners],
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
    if len(unplayed) > 1:
        ask = _("{owner}, look at your cards and name the contract", owner=owner)
    else:
        ask = _("{owner}: only {contract} is left", owner=owner, contract=names[unplayed[0]])
    contract: str = yield from deal.choose(
        "contract",
        ask,
        {key: names[key] for key in unplayed},
        shows_closed=True,
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
    deal.void_reasons, deal.void_closed = void_reasons(contract, house.appeals)
    return contract


# --- the contracts ------------------------------------------------------------------------------


def play_king(deal: Deal, house: House) -> Steps[None]:
    """75 for the K♥."""
    if house.appeals:
        deal.tell(_("A lone K♥ or A♥, or just those two hearts? You may ask for a redeal."))
    doubled = yield from ask_doubled(deal, (KING,))
    deal.tell(_("{owner} leads. You can stop when the K♥ is taken.", owner=deal.owner))
    taker = yield from ask_king(deal)
    yield from score_cards(deal, house, {KING: taker}, doubled)


def play_queens(deal: Deal, house: House) -> Steps[None]:
    """25 for each queen; partners may play a level deal again."""
    doubled = yield from ask_doubled(deal, QUEENS)
    deal.tell(_("{owner} leads. You can stop when the fourth queen is taken.", owner=deal.owner))
    taken = yield from ask_queens(deal)
    yield from score_cards(deal, house, taken, doubled, level=house.level_queens)


def play_diamonds(deal: Deal, house: House) -> Steps[None]:
    """10 for each diamond, 15 with swapped values."""
    deal.tell(_("{owner} leads. You can stop when the last diamond is taken.", owner=deal.owner))
    taken = yield from ask_diamonds(deal)
    deal.score(diamond_parts(taken, house), total=-CARDS_IN_A_SUIT * house.diamond)


def play_slaps(deal: Deal, house: House) -> Steps[None]:
    """15 for each trick, 10 with swapped values."""
    deal.tell(_("{owner} leads. Play all 13 tricks.", owner=deal.owner))
    taken = yield from ask_tricks(deal, rule="slaps")
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
        rule="trex-the-layout",
    )
    deal.score(
        [Part(seat, PLACES[place], PLACE_NAMES[place]) for place, seat in enumerate(placed)],
        total=sum(PLACES.values()),
    )


def play_complex(deal: Deal, house: House) -> Steps[None]:
    """King, queens, diamonds and slaps at once. Penalty cards need tricks to lie in."""
    doubled = yield from ask_doubled(deal, (KING, *QUEENS))
    deal.tell(_("{owner} leads. Play all 13 tricks.", owner=deal.owner))
    taken = {KING: (yield from ask_king(deal))}
    taken |= yield from ask_queens(deal)
    suit = yield from ask_diamonds(deal, least={taken["QD"]: (1, _("the Q♦ is a diamond too"))})
    won = yield from ask_tricks(deal, rule="complex", least=fewest_tricks(taken, suit))
    yield from score_cards(
        deal,
        house,
        taken,
        doubled,
        [*diamond_parts(suit, house), *trick_parts(won, house)],
    )


def fewest_tricks(
    taken: Mapping[str, Seat], suit: Mapping[Seat, int]
) -> dict[Seat, tuple[int, Text]]:
    """A trick has four cards, so a player's penalty cards need at least a quarter as many."""
    least = {}
    for seat, count in suit.items():
        others = sum(taken[card] == seat for card in (KING, "QS", "QH", "QC"))
        cards = count + others
        if cards:
            why = _n("{n} penalty card", "{n} penalty cards", cards)
            least[seat] = (-(-cards // 4), _("{why}, four to a trick", why=why))
    return least


# --- what is asked ------------------------------------------------------------------------------


def ask_doubled(deal: Deal, cards: Sequence[str]) -> Steps[Mapping[str, Seat]]:
    """Doubling is announced, and noted, before the first lead."""
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
        rule="doubling",
    )
    for card, seat in doubled.items():
        deal.reminders.append(_("{card} doubled by {seat}", card=Card(card), seat=seat))
    return doubled


def ask_king(deal: Deal) -> Steps[Seat]:
    return deal.player("king", _("Who took the K♥?"), rule="king-of-hearts")


def ask_queens(deal: Deal) -> Steps[dict[str, Seat]]:
    return deal.assign("queens", _("Who took each queen?"), QUEENS, rule="queens")


def ask_diamonds(deal: Deal, **about: Any) -> Steps[dict[Seat, int]]:
    return deal.count(
        "diamonds",
        _("Diamonds taken"),
        total=CARDS_IN_A_SUIT,
        unit=diamonds,
        rule="diamonds",
        **about,
    )


def ask_tricks(deal: Deal, *, rule: str, **about: Any) -> Steps[dict[Seat, int]]:
    return deal.count("tricks", _("Tricks taken"), total=TRICKS, unit=tricks, rule=rule, **about)


# --- what it scores -----------------------------------------------------------------------------


def diamond_parts(taken: Mapping[Seat, int], house: House) -> list[Part]:
    return [
        Part(
            seat,
            -count * house.diamond,
            _("{diamonds} × {points}", diamonds=diamonds(count), points=house.diamond),
        )
        for seat, count in taken.items()
        if count
    ]


def trick_parts(taken: Mapping[Seat, int], house: House) -> list[Part]:
    return [
        Part(
            seat,
            -count * house.trick,
            _("{tricks} × {points}", tricks=tricks(count), points=house.trick),
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

    With `level`, partners at −50 each throw the deal in.
    """
    table = deal.table
    came_home = [
        card
        for card, doubler in doubled.items()
        if table.side_of(doubler) == table.side_of(taken[card])
    ]
    leaders: Mapping[str, Seat] = {}
    if house.own_double == "leader_gains" and came_home:
        leaders = yield from deal.assign(
            "leaders",
            _("Who led the trick in which it was taken?"),
            came_home,
            rule="what-a-doubled-card-costs",
        )
    parts = [
        part
        for card, taker in taken.items()
        for part in card_parts(table, house, card, taker, doubled.get(card), leaders.get(card))
    ]
    if level and house.partners and points_by_side(table, parts) == [-50, -50]:
        deal.throw_in(LEVEL_QUEENS, _("Level queens"))
    lost = sum(PLAIN_VALUE[card] for card in came_home) if house.own_double == "doubled" else 0
    plain = sum(PLAIN_VALUE[card] for card in taken)
    deal.score([*parts, *more], total=sum(part.points for part in more) - plain - lost)


def points_by_side(table: Table, parts: Sequence[Part]) -> list[int]:
    return [
        sum(part.points for part in parts if table.side_of(part.seat) == side)
        for side in table.sides
    ]


def card_parts(
    table: Table, house: House, card: str, taker: Seat, doubler: Seat | None, leader: Seat | None
) -> list[Part]:
    """What one card costs its taker, and what it brings to who doubled it or led the trick."""
    value, name = PLAIN_VALUE[card], Card(card)
    if doubler is None:
        return [Part(taker, -value, _("took the {card}", card=name))]
    if table.side_of(doubler) != table.side_of(taker):
        return [
            Part(
                taker,
                -2 * value,
                _("took the {card} that {doubler} doubled", card=name, doubler=doubler),
            ),
            Part(
                doubler,
                value,
                _("doubled the {card} that {taker} took", card=name, taker=taker),
            ),
        ]
    own = _("took the {card}, doubled by their own side", card=name)
    if doubler == taker:
        own = _("took their own doubled {card}", card=name)
    if house.own_double == "plain" or leader == taker:
        return [Part(taker, -value, own)]
    parts = [Part(taker, -2 * value, own)]
    if house.own_double == "leader_gains" and leader is not None:
        parts.append(Part(leader, value, _("led to the doubled {card}", card=name)))
    if house.own_double == "opponents_gain":
        parts.append(
            Part(
                table.next(taker),
                value,
                _("the other side took its own doubled {card}", card=name),
            )
        )
    return parts


@dataclass(frozen=True)
class Contract:
    """A small game of its own: its name, and how it is played and scored."""

    name: Text
    play: Callable[[Deal, House], Steps[None]]


TRICK_CONTRACTS = ("king", "queens", "diamonds", "slaps")
CONTRACTS = {
    "king": Contract(_("King of hearts"), play_king),
    "queens": Contract(_("Queens"), play_queens),
    "diamonds": Contract(_("Diamonds"), play_diamonds),
    "slaps": Contract(_("Slaps"), play_slaps),
    "trex": Contract(_("Trex"), play_trex),
    "complex": Contract(_("Complex"), play_complex),
}

GAME = Game(
    key="trex",
    name=_("Trex"),
    blurb=_("Four kingdoms; each owner names every contract once. Also called Trix."),
    players=(4,),
    play=play,
    seating=_("Counter-clockwise: the next player sits to the right of the one before."),
    voids="redeals",
    direction="counter-clockwise",
)
