"""Rulings on what tables argue about in Trex. Rules: rules/en/trex.md"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import (
    CARDS,
    CARDS_IN_A_SUIT,
    COST_RULE,
    COUNTS,
    DIRECTION,
    KING,
    LAYOUT_RULE,
    LEFT_OPEN,
    OWN_DOUBLE,
    OWN_LEAD,
    PARTNER_TAKES,
    PLACES,
    PLAIN_VALUE,
    PLAYERS,
    THE_SAME,
    TRICKS,
    USUAL,
    TrexRules,
)
from app.games.trex.own_double import (
    costs,
    is_own_double,
    lead_options,
    needs_leader,
    own_cost,
    partner_options,
)
from app.games.trex.scores import card_parts, diamonds_of
from app.scoring import Card, Seat, Signed, Table, Text, _, _n
from app.scoring.model.cards import RANKS, SIGNS, CardRank
from app.scoring.model.seats import LETTERS
from app.scoring.model.text import and_list, or_list
from app.scoring.prompts import Choose, Number, Player, Several, YesNo, tricks_of
from app.scoring.rulings import (
    RulingContext,
    RulingDetail,
    RulingLine,
    RulingQuestion,
    RulingSteps,
    Verdict,
    ask,
    ask_together,
    question,
    ruling,
)

# How many of what a contract counts have to be gone before its deal may stop.
ENDS = {**COUNTS, "trex": len(PLACES) - 1, "complex": TRICKS}


def fits_contract(*contracts: str) -> Callable[[RulingContext], bool]:
    """Return a check whether the deal has one of these contracts, or none that was named yet."""
    return lambda context: context.answers.get("contract", contracts[0]) in contracts


# What did that double cost?


@ruling(
    _("What did that double cost?"),
    ask=_("Who took the card, who doubled it?"),
    rule=COST_RULE,
    search_terms=("double", "doubled", "own king", "own queen", "took my own doubled card"),
    applies_to=fits_contract(*CARDS),
)
def double(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask who took the card, who doubled it, and who led, if the house rules need the leader."""
    rules = replace(USUAL, **context.rules)
    is_match = bool(context.rules)
    doubled: Mapping[str, int] = context.answers.get("doubled") or {}
    if not is_match:
        partners = yield from ask(
            YesNo,
            key="partners",
            ask=_("You play"),
            options={"no": _("each alone"), "yes": _("with partners")},
            start="no",
        )
        rules = replace(rules, partners=partners)
    card = yield from ask(
        Choose,
        key="card",
        ask=_("Which card?"),
        options={card: _("{card}", card=Card(card)) for card in PLAIN_VALUE},
        # The likeliest card: one that is doubled, else the first of the contract, else the K♥.
        start=next(iter([*doubled, *CARDS.get(context.answers.get("contract", ""), ())]), KING),
        style="cards",
    )
    table = table_of(context, rules)
    taker, doubler = yield from ask_together(
        question(
            Player,
            key="taker",
            ask=_("Who took it?"),
            seats=table.seats,
            from_match=context.answers.get("king") if card == KING else None,
        ),
        question(
            Player,
            key="doubler",
            ask=_("Who doubled it?"),
            seats=table.seats,
            none=_("nobody"),
            from_match=doubled.get(card),
        ),
    )
    leader = None
    if is_own_double(table, taker, doubler):
        if not is_match or rules.own_double == LEFT_OPEN:
            rules = yield from ask_custom(rules, is_partner=taker != doubler)
        if needs_leader(table, rules, taker, doubler):
            leader = yield from ask(
                Player, key="leader", ask=_("Who led that trick?"), seats=table.seats
            )
    verdict = cost(table, rules, card, taker, doubler, leader)
    return verdict if is_match else verdict.with_prefill(partners="yes" if rules.partners else "no")


def table_of(context: RulingContext, rules: TrexRules) -> Table:
    """Return a new table for the players of the match, or for A to D if there is none."""
    table = Table(context.names or LETTERS[:PLAYERS], DIRECTION, colours=context.colours)
    table.reversed = rules.reversed
    if rules.partners:
        table.make_partners()
    return table


def ask_custom(rules: TrexRules, *, is_partner: bool) -> RulingSteps[TrexRules]:
    """Ask what an own double costs at this table; returns the house rules with the answer."""
    cost = yield from ask(
        Choose,
        key=OWN_DOUBLE.key,
        ask=OWN_DOUBLE.ask,
        tell=(_("Their own side doubled it: tables play this in different ways."),),
        options=costs(rules),
        start="plain",
    )
    rules = replace(rules, own_double=cost)
    further = [(OWN_LEAD, lead_options(rules))]
    if is_partner:
        further.append((PARTNER_TAKES, partner_options(rules)))
    for rule, options in further:
        if options:
            choice = yield from ask(
                Choose, key=rule.key, ask=rule.ask, options=options, start=THE_SAME
            )
            rules = replace(rules, **{rule.key: choice})
    return rules


def cost(
    table: Table,
    rules: TrexRules,
    card: str,
    taker: Seat,
    doubler: Seat | None,
    leader: Seat | None = None,
) -> Verdict:
    """Return what the card brings each player or side, by the function that scores it in a deal."""
    # Scored as a deal of its own, so that this answer cannot differ from what a match scores. The
    # table is a new one (`table_of`): no match gains a deal by it.
    deal = table.deal(_("One card"))
    deal.score_freely(card_parts(table, rules, card, taker, doubler, leader))
    details = [
        RulingDetail(
            side,
            [
                RulingLine(_("{seat} {why}", seat=part.seat, why=part.why))
                for part in deal.parts_of(side.index)
            ],
            points,
        )
        for side, points in zip(table.sides, table.totals, strict=True)
    ]
    scores = [
        _("{side} {points}", side=detail.subject, points=Signed(detail.points))
        for detail in details
        if detail.points
    ]
    why = [_("Undoubled, the {card} costs {plain}.", card=Card(card), plain=PLAIN_VALUE[card])]
    if is_own_double(table, taker, doubler):
        custom = OWN_DOUBLE.options[own_cost(table, rules, taker, doubler, leader)]
        why.append(_("Taking your own doubled card {custom}.", custom=custom))
    elif doubler is not None:
        why.append(
            _(
                "Doubled, it costs twice that, and the doubler gains {plain}.",
                plain=PLAIN_VALUE[card],
            )
        )
    return Verdict(_("{scores}.", scores=scores), deal.parts[0].rule, why, "open", details)


# Which cards may I lay?


@ruling(
    _("Which cards may I lay?"),
    ask=_("Tap the ends of the rows on the table."),
    rule=LAYOUT_RULE,
    search_terms=("lay", "which card next", "next card", "may I play", "must I play", "row"),
    applies_to=fits_contract("trex"),
)
def layout(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the ends of the four rows."""
    rows = yield from ask_together(
        *(
            question(
                Several,
                key=letter,
                ask=sign,
                options={rank: _("{rank}", rank=CardRank(rank)) for rank in RANKS},
                through="J",
                style="row",
            )
            for letter, sign in SIGNS.items()
        )
    )
    return may_be_laid(dict(zip(SIGNS, rows, strict=True)))


def playable(ranks: Collection[str]) -> tuple[str, ...]:
    """Return the ranks that may be added to a row with these cards and all between them and its
    jack.

    A row that has not been started takes its jack.
    """
    if not ranks:
        return ("J",)
    places = [RANKS.index(rank) for rank in (*ranks, "J")]
    above, below = min(places) - 1, max(places) + 1
    return tuple(RANKS[place] for place in (above, below) if 0 <= place < len(RANKS))


def may_be_laid(rows: Mapping[str, Collection[str]]) -> Verdict:
    """Return the cards that may be added to each row; `rows` has the ranks in each, by its
    letter."""
    free = {
        letter: [Card(rank + letter) for rank in playable(ranks)] for letter, ranks in rows.items()
    }
    details = [
        RulingDetail(SIGNS[letter], [row_line(ranks, free[letter])])
        for letter, ranks in rows.items()
    ]
    cards = [card for row in free.values() for card in row]
    if not cards:
        return Verdict(_("None: all four rows are complete."), LAYOUT_RULE, [], "no", details)
    why = [
        _("Any jack, and the next card at either end of a row that has been started."),
        _("If you hold one of these, you must lay one. If not, you pass."),
    ]
    answer = _("You may lay {cards}.", cards=or_list(cards))
    return Verdict(answer, LAYOUT_RULE, why, "yes", details)


def row_line(ranks: Collection[str], free: Sequence[Card]) -> RulingLine:
    """Return the line about one row: its two ends, and the cards that may be added."""
    if not ranks:
        return RulingLine(_("not started: only the {jack}", jack=free[0]))
    if not free:
        return RulingLine(_("complete"), is_ticked=True)
    high, *_between, low = sorted((*ranks, "J"), key=RANKS.index)
    lies = _("only the jack lies there")
    if low != high:
        lies = _("lies from {low} to {high}", low=low, high=high)
    return RulingLine(_("{lies}: {cards}", lies=lies, cards=or_list(free)))


# May I ask for a redeal?


def may_appeal_king(hearts: Collection[str]) -> bool:
    """Whether a hand whose hearts have just these ranks may ask for a redeal of the King."""
    return set(hearts) in ({"K"}, {"A"}, {"A", "K"})


def may_appeal_trex(twos: Collection[str], threes: Collection[str]) -> bool:
    """Whether a hand with 2s and 3s of these suits (letters) may ask for a redeal of Trex."""
    missing = set(SIGNS) - set(twos)
    return not missing or (len(missing) == 1 and missing <= set(threes))


@ruling(
    _("May I ask for a redeal?"),
    ask=_("Tap the cards that you hold."),
    rule="redeals",
    search_terms=(
        "redeal",
        "throw in",
        "appeal",
        "king and ace",
        "lone king",
        "lone ace",
        "four 2s",
    ),
    applies_to=fits_contract("king", "trex"),
    is_private=True,
)
def redeal(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the hearts of the hand in the King, for its 2s and 3s in Trex."""
    named = context.answers.get("contract")
    contract = yield from ask(
        Choose,
        key="contract",
        ask=_("Which contract was named?"),
        options={key: CONTRACTS[key].name for key in ("king", "trex")},
        from_match=named if named in ("king", "trex") else None,
    )
    if not context.rules.get("appeals", True):
        no = _("No: this table plays without appeals.")
        return Verdict(no, "redeals", [_("That is one of the house rules of this match.")], "no")
    hidden = _("This shows your cards: let nobody else see the phone. Nothing is saved.")
    if contract == "king":
        hearts = yield from ask(
            Several,
            key="hearts",
            ask=_("Tap your hearts"),
            tell=(hidden,),
            options={rank: _("{card}", card=Card(f"{rank}H")) for rank in RANKS},
            none=_("No hearts"),
            style="numbers",
        )
        return redeal_of_the_king(hearts).with_prefill(contract=contract)
    twos, threes = yield from ask_together(
        held_suits("2", key="twos", ask=_("Tap your 2s"), tell=(hidden,), none=_("No 2s")),
        held_suits("3", key="threes", ask=_("Tap your 3s")),
    )
    return redeal_of_trex(twos, threes).with_prefill(contract=contract)


def held_suits(rank: str, **fields: Any) -> RulingQuestion:
    """Return the question which cards of this `rank` a hand holds, by the letters of their
    suits."""
    cards = {letter: _("{card}", card=Card(f"{rank}{letter}")) for letter in SIGNS}
    return question(Several, options=cards, style="suits", **fields)


def redeal_of_the_king(hearts: Sequence[str]) -> Verdict:
    """Return yes for a hand with only the king, only the ace, or only those two."""
    others = [Card(f"{rank}H") for rank in hearts if rank not in ("A", "K")]
    if may_appeal_king(hearts):
        cards = and_list([Card(f"{rank}H") for rank in hearts])
        return may_ask(_("{held}, and no other heart: nothing protects it.", held=cards))
    if not hearts:
        return may_not_ask(_("You may ask only if your hearts are K♥, A♥ or both, and no other."))
    if len(others) == len(hearts):
        return may_not_ask(_("You do not hold the K♥ or the A♥."))
    return may_not_ask(
        _n("{cards} protects it.", "{cards} protect it.", len(others), cards=and_list(others))
    )


def redeal_of_trex(twos: Sequence[str], threes: Sequence[str]) -> Verdict:
    """Return yes for a hand with four 2s, or with three and the 3 of the fourth suit."""
    missing = [Card(f"3{letter}") for letter in SIGNS if letter not in twos]
    if not missing:
        return may_ask(_("All four 2s are in this hand."))
    if may_appeal_trex(twos, threes):
        return may_ask(_("Three 2s, and the {three} of the fourth suit.", three=missing[0]))
    if len(missing) == 1:
        return may_not_ask(
            _("With three 2s you also need the 3 of the fourth suit: {three}.", three=missing[0])
        )
    return may_not_ask(
        _n(
            "{n} 2 is too few: you need four, or three and the 3 of the fourth suit.",
            "{n} 2s are too few: you need four, or three and the 3 of the fourth suit.",
            len(twos),
        )
    )


def may_ask(why: Text) -> Verdict:
    """Return yes, until the first card is doubled or led."""
    until = _("Ask before anybody doubles or leads, and show these cards.")
    return Verdict(_("Yes, you may ask for a redeal."), "redeals", [why, until], "yes")


def may_not_ask(why: Text) -> Verdict:
    """Return no, and why."""
    return Verdict(_("No, play this hand."), "redeals", [why], "no")


# Can we stop now?


@ruling(
    _("Can we stop now?"),
    ask=_("Tap what is gone so far."),
    rule="choosing-a-contract",
    search_terms=(
        "stop",
        "may we stop",
        "is it over",
        "fourth queen is gone",
        "finish early",
    ),
)
def stop(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the contract, and how much of what it counts is gone."""
    rules = replace(USUAL, **context.rules)
    contract = yield from ask(
        Choose,
        key="contract",
        ask=_("Which contract is played?"),
        options={
            key: contract.name
            for key, contract in CONTRACTS.items()
            if not context.rules or key in rules.contracts
        },
        from_match=context.answers.get("contract"),
    )
    if contract == "king":
        is_taken = yield from ask(
            YesNo,
            key="king",
            ask=_("Has the K♥ been taken?"),
            options={"yes": _("Yes"), "no": _("Not yet")},
        )
        return may_stop(contract, int(is_taken))
    asks = {
        "queens": _("How many queens have been taken?"),
        "diamonds": _("How many diamonds have been taken?"),
        "trex": _("How many players are out?"),
    }
    gone = yield from ask(
        Number,
        key=contract,
        ask=asks.get(contract, _("How many tricks have been played?")),
        low=0,
        high=ENDS[contract],
    )
    return may_stop(contract, gone)


def may_stop(contract: str, gone: int) -> Verdict:
    """Return yes if nothing can score any more; `gone` counts what `ENDS` counts for the
    contract."""
    rule = {"trex": LAYOUT_RULE, "king": "king-of-hearts"}.get(contract, contract)
    if left := ENDS[contract] - gone:
        tricks = _("{tricks} still to play, and every trick counts.", tricks=tricks_of(left))
        open_points = {
            "king": _("Only the K♥ scores, and nobody has taken it yet."),
            "queens": _n("{n} queen is still to come.", "{n} queens are still to come.", left),
            "diamonds": _("{diamonds} still to come.", diamonds=diamonds_of(left)),
            "trex": _("Only when the third player is out are all four places known."),
        }
        return Verdict(_("No, play on."), rule, [open_points.get(contract, tricks)], "no")
    closed = {
        "king": _("The K♥ is taken, and nothing else scores in this contract."),
        "queens": _("All four queens are taken, and nothing else scores in this contract."),
        "diamonds": _n(
            "The {n} diamond is taken, and nothing else scores in this contract.",
            "All {n} diamonds are taken, and nothing else scores in this contract.",
            CARDS_IN_A_SUIT,
        ),
        "trex": _("The third player is out, so the fourth place is known."),
    }
    played = _("All {tricks} are played.", tricks=tricks_of(TRICKS))
    return Verdict(_("Yes, you can stop."), rule, [closed.get(contract, played)], "yes")


RULINGS = (double, layout, redeal, stop)
