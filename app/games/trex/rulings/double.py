"""Trex: what a doubled card cost. Rules: rules/trex.md#what-a-doubled-card-costs"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.trex.house_rules import CARDS, COST, DIRECTION, HOUSE_RULES, KING, PLAIN_VALUE, House
from app.games.trex.scores import card_parts, comes_home
from app.scoring import Card, Seat, Signed, Table, Text, _
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import Choose, Player, YesNo
from app.scoring.rulings import (
    Ruling,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Situation,
    Verdict,
    ask,
    ask_together,
    question,
)

OWN_DOUBLE: Any = next(rule for rule, _start in HOUSE_RULES if rule.key == "own_double")


def double(situation: Situation) -> RulingSteps[Verdict]:
    """Who took the card, who doubled it, and who led, where the table's option needs that."""
    rules = situation.rules
    doubled: Mapping[str, int] = situation.answers.get("doubled") or {}
    partners = bool(rules.get("partners"))
    if not rules:
        partners = yield from ask(
            YesNo,
            key="partners",
            ask=_("You play"),
            options={"no": _("each alone"), "yes": _("with partners")},
            start="no",
        )
    card = yield from ask(
        Choose,
        key="card",
        ask=_("Which card?"),
        options={card: _("{card}", card=Card(card)) for card in PLAIN_VALUE},
        start=card_of_the_deal(situation, doubled),
        style="cards",
    )
    table = table_of(situation, partners=partners, turned=bool(rules.get("reversed")))
    taker, doubler = yield from ask_together(
        question(
            Player,
            key="taker",
            ask=_("Who took it?"),
            seats=table.seats,
            from_match=situation.answers.get("king") if card == KING else None,
        ),
        question(
            Player,
            key="doubler",
            ask=_("Who had doubled it?"),
            seats=table.seats,
            nobody=_("nobody"),
            from_match=doubled.get(card),
        ),
    )
    own, leader = rules.get("own_double", "plain"), None
    if comes_home(table, taker, doubler):
        if not rules:
            own = yield from ask(
                Choose,
                key="own_double",
                ask=OWN_DOUBLE.ask,
                tell=(_("Their own side had doubled it: tables differ here."),),
                options=customs(partners=partners),
                start="plain",
            )
        if own == "leader_gains":
            leader = yield from ask(
                Player, key="leader", ask=_("Who led that trick?"), seats=table.seats
            )
    verdict = cost(table, house(partners, own), card, taker, doubler, leader)
    return verdict if rules else verdict.with_prefill(partners="yes" if partners else "no")


def may_be_doubled(situation: Situation) -> bool:
    """Whether the contract has cards that can be doubled, or none was named yet."""
    contract = situation.answers.get("contract")
    return contract is None or bool(CARDS.get(contract))


def card_of_the_deal(situation: Situation, doubled: Mapping[str, int]) -> str:
    """The card that is most likely meant: one that is doubled, else the first of the contract."""
    of_contract = CARDS.get(situation.answers.get("contract", ""), ())
    return next(iter([*doubled, *of_contract]), KING)


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


def customs(*, partners: bool) -> dict[str, Text]:
    """What one's own doubled card can cost, as far as it goes with partners or without."""
    without = "leader_gains" if partners else "opponents_gain"
    return {key: words for key, words in OWN_DOUBLE.options.items() if key != without}


def house(partners: bool, own: str) -> House:
    """The house rules that a doubled card depends on; the others as usual."""
    usual: dict[str, Any] = {rule.key: start for rule, start in HOUSE_RULES}
    return House(**{**usual, "partners": partners, "own_double": own})


def cost(
    table: Table,
    house: House,
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
        RulingDetail(
            side,
            [
                RulingLine(_("{seat} {why}", seat=p.seat, why=p.why))
                for p in deal.parts_of(side.index)
            ],
            deal.scores[side.index],
        )
        for side in table.sides
    ]
    scores = [
        _("{side} {points}", side=side, points=Signed(deal.scores[side.index]))
        for side in table.sides
        if deal.scores[side.index]
    ]
    plain = PLAIN_VALUE[card]
    why = [_("Undoubled, the {card} costs {plain}.", card=Card(card), plain=plain)]
    if comes_home(table, taker, doubler):
        custom = OWN_DOUBLE.options[house.own_double]
        why.append(_("Taking your own doubled card {custom}.", custom=custom))
    elif doubler is not None:
        why.append(_("Doubled, it costs twice that, and its doubler gains it once."))
    return Verdict(_("{scores}.", scores=scores), deal.parts[0].rule, why, "open", details)


RULING = Ruling(
    slug="double",
    title=_("What did that double cost?"),
    ask=_("Who took the card, and who had doubled it?"),
    rule=COST,
    search_terms=(
        "double",
        "doubled",
        "own king",
        "own queen",
        "took my own doubled card",
    ),
    script=double,
    applies_to=may_be_doubled,
)
