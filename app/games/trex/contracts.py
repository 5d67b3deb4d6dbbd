"""The contracts of Trex, each a small game of its own: how they are played, asked and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from app.games.trex.house_rules import (
    CARDS_IN_A_SUIT,
    DOUBLED,
    KING,
    LAYOUT_RULE,
    PLACE_NAMES,
    PLACES,
    PLAIN_VALUE,
    QUEENS,
    TRICKS,
    TrexRules,
)
from app.games.trex.scores import (
    card_parts,
    diamonds_of,
    fewest_tricks,
    pile_parts,
    place_parts,
    queens_of,
    score_cards,
)
from app.scoring import Card, Deal, Seat, Signed, Steps, Text, _, _n
from app.scoring.prompts import Assign, OptionNote, Pile, Player, Prompt, cards_of, tricks_of


def play_king(deal: Deal, rules: TrexRules) -> Steps[None]:
    """The taker of the K♥ loses 75; its holder may double it first."""
    if rules.appeals:
        deal.may_be_dealt_again = True
        deal.tell(_("A lone K♥ or A♥, or just those two hearts? You may ask for a redeal."))
    aim = led(deal, rules, _("until the king is taken"))
    plain, doubler, taker = (rules.signed(times * PLAIN_VALUE[KING]) for times in (-1, 1, -DOUBLED))
    doublers, seat = yield from ask_doublers(
        deal,
        rules,
        (KING,),
        king_prompt(deal, rules, guidance=aim),
        question=_("Who doubles the {card}?", card=Card(KING)),
        note=_(
            "Doubled: taker {taker}, doubler {doubler}. Not doubled: {plain}.",
            taker=taker,
            doubler=doubler,
            plain=plain,
        ),
    )
    yield from score_cards(deal, rules, {KING: seat}, doublers)


def play_queens(deal: Deal, rules: TrexRules) -> Steps[None]:
    """Every queen taken costs 25; each may be doubled. Partners may play a level deal again."""
    aim = led(deal, rules, _("until all queens are taken"))
    doublers, takers = yield from ask_doublers(
        deal,
        rules,
        QUEENS,
        queens_prompt(deal, rules, guidance=aim),
        question=_("Who doubles a queen?"),
        note=_("Tap ×2 of the queen"),
    )
    yield from score_cards(deal, rules, takers, doublers, level=rules.level_queens)


def play_diamonds(deal: Deal, rules: TrexRules) -> Steps[None]:
    """Every diamond taken costs 10, or 15 with swapped values. There is no doubling."""
    deal.tell(_("You can stop when the last diamond is taken."))
    stop = led(deal, rules, _("stop at the last diamond"))
    diamonds = yield from ask_diamonds(deal, rules, guidance=stop)
    deal.score(pile_parts("diamonds", diamonds, rules), total=rules.total("diamonds"))


def play_slaps(deal: Deal, rules: TrexRules) -> Steps[None]:
    """Every trick taken costs 15, or 10 with swapped values. There is no doubling."""
    guidance = play_all(deal, rules)
    tricks = yield from ask_tricks(
        deal, rules, rule="slaps", save=_("Save slaps"), guidance=guidance
    )
    deal.score(pile_parts("slaps", tricks, rules), total=rules.total("slaps"))


def play_trex(deal: Deal, rules: TrexRules) -> Steps[None]:
    """Rows from the jacks up and down: 200, 150, 100 and 50 in the order of going out."""
    if rules.appeals:
        deal.tell(_("Four 2s, or three 2s and the 3 of the other suit? You may ask for a redeal."))
    deal.tell(
        _(
            "{owner} starts with a jack, or passes. Add one card to a row if you can.",
            owner=deal.owner,
        )
    )
    if rules.partners:
        deal.tell(_("Many tables lay all 2s face up after the first round."))
    start = _("{owner} starts with a jack, or passes", owner=deal.owner)
    if rules.appeals:
        start = _("A redeal? Ask now · {owner} starts with a jack", owner=deal.owner)
    if is_last_of_kingdom(deal):
        start = _(
            "Only {contract} is left · {owner} starts with a jack",
            contract=deal.name,
            owner=deal.owner,
        )
    placed = yield from deal.order(
        "out",
        _("Tap players as they go out"),
        save=_("Save the order"),
        guidance=start,
        places=PLACE_NAMES,
        worth=PLACES,
        rule=LAYOUT_RULE,
    )
    deal.score(place_parts(placed), total=sum(PLACES))


def play_complex(deal: Deal, rules: TrexRules) -> Steps[None]:
    """King, queens, diamonds and slaps at once, in one deal and asked one after the other.

    Each answer bounds the next: penalty cards need tricks to lie in (rules/en/trex.md#complex).
    """
    guidance = play_all(deal, rules)
    pane_titles = (_("Cards"), _("Diamonds"), _("Slaps"))
    queens = queens_prompt(
        deal,
        rules,
        guidance=guidance,
        question=_("Who took each card?"),
        unit=cards_of,
        pane_titles=pane_titles,
    )
    king = king_prompt(deal, rules, guidance=guidance, follow_up=queens)
    doublers, taker = yield from ask_doublers(
        deal,
        rules,
        (KING, *QUEENS),
        king,
        question=_("Who doubles a card?"),
        note=_("Before the first card · tap ×2"),
    )
    takers = {KING: taker} | (yield queens)
    # The Q♦ counts twice, as a queen and as a diamond; doubling doubles only the queen.
    diamonds = yield from ask_diamonds(
        deal,
        rules,
        guidance=_("{owner} led · the Q♦ is a diamond too", owner=deal.owner),
        pane_titles=pane_titles[1:],
        least=dict.fromkeys(
            (takers["QD"], deal.circle.side_of(takers["QD"])), (1, _("the Q♦ is a diamond too"))
        ),
    )
    tricks = yield from ask_tricks(
        deal,
        rules,
        rule="complex",
        save=_("Save the deal"),
        guidance=guidance,
        pane_titles=pane_titles[2:],
        least=fewest_tricks(deal.circle, takers, diamonds),
    )
    more = [*pile_parts("diamonds", diamonds, rules), *pile_parts("slaps", tricks, rules)]
    yield from score_cards(deal, rules, takers, doublers, more)


def is_last_of_kingdom(deal: Deal) -> bool:
    """Whether the deal is the last of its kingdom, whose contract nobody could choose."""
    return bool(deal.progress["number"] == deal.progress["count"])


def led(deal: Deal, rules: TrexRules, aim: Text) -> Text:
    """Return who leads, and with which `aim`; in the last deal of a kingdom, which contract was
    left.

    At a reversed table the aim of all deals comes first, since a plus is bad there.
    """
    if is_last_of_kingdom(deal):
        return _("Only {contract} is left · {owner} leads", contract=deal.name, owner=deal.owner)
    if rules.reversed:
        return _("{owner} leads · lowest total wins · {aim}", owner=deal.owner, aim=aim)
    return _("{owner} leads · {aim}", owner=deal.owner, aim=aim)


def play_all(deal: Deal, rules: TrexRules) -> Text:
    """Return who leads, and that the deal is played to its end."""
    return led(deal, rules, _n("play all {n} trick", "play all {n} tricks", TRICKS))


def ask_doublers(
    deal: Deal,
    rules: TrexRules,
    cards: Sequence[str],
    follow_up: Prompt,
    *,
    question: Text,
    note: Text,
) -> Steps[tuple[Mapping[str, Seat], Any]]:
    """Ask who doubles which of `cards`, before the first lead, then ask `follow_up`: who took them.

    `question` and `note` are what the page says until then. Returns the doubler of each doubled
    card, and the value of the answer to `follow_up`.
    """
    deal.tell(
        _(
            "Anyone doubling? Show {cards} now, before the first card.",
            cards=[Card(card) for card in cards],
        )
    )
    doublers = yield from deal.assign(
        "doubled",
        _("Who doubles?"),
        cards,
        may_have_gaps=True,
        question=question,
        guidance=_("Before the first card · its holder shows it now"),
        note=note,
        none=_("Nobody doubles"),
        skip=_("Nobody doubles"),
        save=_("Note the doubling"),
        sentence=doubles_text,
        costs=partial(cost_of_doubling, rules),
        # Most deals go undoubled, so the page asks both at once: an answer to who took the cards
        # means that nobody doubled. And a double stands even if the deal is thrown in later.
        optional=True,
        announced=True,
        follow_up=follow_up,
        rule="doubling",
    )
    for card, seat in doublers.items():
        deal.reminders.append(doubling_text({card: seat}))
        if deal.progress["contract"] == "king":
            deal.value = _(
                "×2 {points}", points=Signed(DOUBLED * rules.signed(rules.price("king")))
            )
    return doublers, (yield follow_up)


def doubling_text(doublers: Mapping[str, Seat]) -> Text:
    """Return who has doubled which card, in words."""
    texts = [
        _("{seat} doubled {card}", seat=seat, card=Card(card)) for card, seat in doublers.items()
    ]
    return _("{texts}", texts=texts)


def doubles_text(doublers: Mapping[str, Seat]) -> Text:
    """Return who doubles which card, in words, at the moment when that is said."""
    texts = [
        _("{seat} doubles the {card}", seat=seat, card=Card(card))
        for card, seat in doublers.items()
    ]
    return _("{texts}", texts=texts) if texts else _("Nobody doubles")


def cost_of_doubling(rules: TrexRules, card: str, doubler: Seat | None) -> Text:
    """Return what a doubled card brings its taker and its doubler, as the table writes it.

    `doubler` is None while nobody has doubled it.
    """
    points = {
        "taker": rules.signed(-DOUBLED * PLAIN_VALUE[card]),
        "doubled": rules.signed(PLAIN_VALUE[card]),
    }
    if doubler is None:
        return _("Taker {taker}, doubler {doubled}", **points)
    return _("{seat} doubled: taker {taker}, {seat} {doubled}", seat=doubler, **points)


def king_prompt(deal: Deal, rules: TrexRules, **fields: Any) -> Prompt:
    """Return the question who took the K♥; its value is a seat."""
    return deal.prompt(
        Player,
        key="king",
        ask=_("Who took the K♥?"),
        save=_("Save the king"),
        seats=deal.seats,
        confirmed=True,
        card=KING,
        parts=partial(card_parts, deal.circle, rules),
        rule="king-of-hearts",
        **fields,
    )


def queens_prompt(
    deal: Deal,
    rules: TrexRules,
    *,
    unit: Callable[[int], Text] = queens_of,
    **fields: Any,
) -> Prompt:
    """Return the question who took each queen; its value is the seat by card."""
    return deal.prompt(
        Assign,
        key="queens",
        ask=_("Who took each queen?"),
        save=_("Save queens"),
        seats=deal.seats,
        cards=QUEENS,
        parts=partial(card_parts, deal.circle, rules),
        rule="queens",
        unit=unit,
        **fields,
    )


def ask_diamonds(deal: Deal, rules: TrexRules, **fields: Any) -> Steps[dict[Pile, int]]:
    """Ask how many of the 13 diamonds each seat or side has taken, and return the numbers."""
    return deal.count_piles(
        "diamonds",
        _("Diamonds taken"),
        question=_("Diamonds: how many each?"),
        heading=_("diamonds"),
        save=_("Save diamonds"),
        points=lambda _seat, count: -rules.diamond * count,
        total=CARDS_IN_A_SUIT,
        unit=diamonds_of,
        rule="diamonds",
        **fields,
    )


def ask_tricks(deal: Deal, rules: TrexRules, *, rule: str, **fields: Any) -> Steps[dict[Pile, int]]:
    """Ask how many of the 13 tricks each seat or side has taken, perhaps while they are played."""
    return deal.count_piles(
        "tricks",
        _("Tricks taken"),
        question=_("Slaps: how many tricks?"),
        points=lambda _seat, count: -rules.trick * count,
        total=TRICKS,
        unit=tricks_of,
        live=True,
        rule=rule,
        **fields,
    )


@dataclass(frozen=True)
class Contract:
    """A small game of its own: its name, its symbol, and how it is played.

    `first_answer` is the key of the first required question, which is answered in every deal of it.
    """

    name: Text
    icon: str
    play: Callable[[Deal, TrexRules], Steps[None]]
    first_answer: str


CONTRACTS = {
    "king": Contract(_("King of hearts"), "trex-king", play_king, "king"),
    "queens": Contract(_("Queens"), "trex-queens", play_queens, "queens"),
    "diamonds": Contract(_("Diamonds"), "diamond", play_diamonds, "diamonds"),
    "slaps": Contract(_("Slaps"), "trex-slaps", play_slaps, "tricks"),
    "trex": Contract(_("Trex"), "trex-trex", play_trex, "out"),
    "complex": Contract(_("Complex"), "trex-complex", play_complex, "king"),
}


@cache
def contract_value(key: str, rules: TrexRules) -> Text:
    """Return what a contract costs or brings, in a few words, as the table writes it."""
    price = rules.signed(rules.price(key))
    first, second, third, last = (int(rules.signed(points)) for points in PLACES)
    return {
        "king": _("{points}", points=price),
        "queens": _("{points} each", points=price),
        "diamonds": _("{points} each", points=price),
        "slaps": _("{points} a trick", points=price),
        "trex": _(
            "{first} {second} {third} {last}", first=first, second=second, third=third, last=last
        ),
        "complex": _("{points} in all", points=price),
    }[key]


@cache
def option_note(key: str, rules: TrexRules) -> OptionNote:
    """Return what its owner should know before naming a contract, as the table writes it."""
    price = rules.signed(rules.price(key))
    doubled = Signed(DOUBLED * price)
    in_all = _("each · {points}", points=rules.signed(rules.total(key)))
    first, second, third, last = map(rules.signed, PLACES)
    other_places = _(
        "{second} · {third} · {last}", second=int(second), third=int(third), last=int(last)
    )
    return {
        "king": OptionNote(
            _("the {card}, doubled {points}", card=Card(KING), points=doubled), price
        ),
        "queens": OptionNote(_("every queen, doubled {points}", points=doubled), price, in_all),
        "diamonds": OptionNote(_("every diamond"), price, in_all),
        "slaps": OptionNote(_("every trick"), price, in_all),
        "trex": OptionNote(_("first out to last"), first, other_places),
        "complex": OptionNote(_("king, queens, diamonds, slaps"), price, _("in all")),
    }[key]
