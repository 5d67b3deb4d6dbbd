"""Trex: what a doubled card cost. Rules: rules/trex.md#what-a-doubled-card-costs"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.trex import play as trex
from app.games.trex.house import DIRECTION
from app.games.trex.scores import card_parts, comes_home
from app.scoring import Card, Seat, Signed, Table, Text, _
from app.scoring.inputs import OneOf
from app.scoring.ruling import Asking, Detail, Line, Ruling, Situation, Verdict
from app.scoring.seats import LETTERS


def double(situation: Situation) -> Asking:
    """Who took the card, who doubled it, and who led, where the table's option needs that."""
    rules = situation.rules
    doubled: Mapping[str, int] = situation.answers.get("doubled") or {}
    about: list[OneOf] = []
    if not rules:
        about.append(
            OneOf(
                key="partners",
                ask=_("You play"),
                options={"no": _("each alone"), "yes": _("with partners")},
                start="no",
            )
        )
    about.append(
        OneOf(
            key="card",
            ask=_("Which card?"),
            options={card: Card(card) for card in trex.PLAIN_VALUE},
            start=card_of_the_deal(situation, doubled),
            look="cards",
        )
    )
    *partners, card = yield tuple(about)
    side_up = rules["partners"] if rules else partners == ["yes"]
    table = table_of(situation, partners=side_up, turned=bool(rules.get("reversed")))
    seats: dict[str, Seat] = {str(seat.index): seat for seat in table.seats}
    of_match = situation.answers.get("king") if card == trex.KING else None
    taker, doubler = yield (
        OneOf(
            key="taker",
            ask=_("Who took it?"),
            options=seats,
            start=None if of_match is None else str(of_match),
            known=of_match is not None,
            look="names",
        ),
        OneOf(
            key="doubler",
            ask=_("Who had doubled it?"),
            options={**seats, "nobody": _("nobody")},
            start=str(doubled[card]) if card in doubled else None,
            known=card in doubled,
            look="names",
        ),
    )
    doubled_by = None if doubler == "nobody" else seats[doubler]
    own, leader = rules.get("own_double", "plain"), None
    if comes_home(table, seats[taker], doubled_by):
        if not rules:
            (own,) = yield (own_double(partners=side_up),)
        if own == "leader_gains":
            (led,) = yield (
                OneOf(key="leader", ask=_("Who led that trick?"), options=seats, look="names"),
            )
            leader = seats[led]
    verdict = cost(table, house(side_up, own), card, seats[taker], doubled_by, leader)
    return verdict if rules else verdict.keeping(partners="yes" if side_up else "no")


def card_of_the_deal(situation: Situation, doubled: Mapping[str, int]) -> str:
    """The card that is most likely meant: one that is doubled, else the first of the contract."""
    contract = situation.answers.get("contract")
    of_contract = trex.CONTRACTS[contract].cards if contract else ()
    return next(iter([*doubled, *of_contract]), trex.KING)


def table_of(situation: Situation, *, partners: bool, turned: bool = False) -> Table:
    """A fresh table with the players of the match, or with A to D; `turned` scores reversed."""
    names: Sequence[str | Text] = LETTERS
    if situation.table:
        names = [seat.name for seat in situation.table.seats]
    table = Table(names, DIRECTION)
    table.reversed = turned
    if partners:
        table.make_partners()
    return table


def own_double(*, partners: bool) -> OneOf:
    """The house rule about one's own doubled card, as far as it goes with partners or without."""
    rule: Any = next(rule for rule, _start in trex.HOUSE_RULES if rule.key == "own_double")
    without = "leader_gains" if partners else "opponents_gain"
    return OneOf(
        key="own_double",
        ask=rule.ask,
        hint=_("Their own side had doubled it: tables differ here."),
        options={key: words for key, words in rule.options.items() if key != without},
        start="plain",
    )


def house(partners: bool, own: str) -> trex.House:
    """The house rules that a doubled card depends on; the others as usual."""
    usual: dict[str, Any] = {rule.key: start for rule, start in trex.HOUSE_RULES}
    return trex.House(**{**usual, "partners": partners, "own_double": own})


def cost(
    table: Table,
    house: trex.House,
    card: str,
    taker: Seat,
    doubler: Seat | None,
    leader: Seat | None = None,
) -> Verdict:
    """What the card brings each player or side, by the functions that score a deal."""
    deal = table.deal(_("One card"))
    deal.score_freely(card_parts(table, house, card, taker, doubler, leader))
    assert deal.scores is not None
    details = [
        Detail(
            side,
            [Line(_("{seat} {why}", seat=p.seat, why=p.why)) for p in deal.parts_of(side.index)],
            deal.scores[side.index],
        )
        for side in table.sides
    ]
    said = [
        _("{side} {points}", side=side, points=Signed(deal.scores[side.index]))
        for side in table.sides
        if deal.scores[side.index]
    ]
    plain = trex.PLAIN_VALUE[card]
    why = [_("Undoubled, the {card} costs {plain}.", card=Card(card), plain=plain)]
    if comes_home(table, taker, doubler):
        custom = own_double(partners=house.partners).options[house.own_double]
        why.append(_("Taking your own doubled card {custom}.", custom=custom))
    elif doubler is not None:
        why.append(_("Doubled, it costs twice that, and its doubler gains it once."))
    return Verdict(_("{each}.", each=said), deal.parts[0].rule, why, "open", details)


RULING = Ruling(
    slug="double",
    title=_("What did that double cost?"),
    ask=_("Who took the card, and who had doubled it?"),
    rule=trex.COST,
    also=(
        "double",
        "doubled",
        "own king",
        "own queen",
        "took my own doubled card",
    ),
    script=double,
)
