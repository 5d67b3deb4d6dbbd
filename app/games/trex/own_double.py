"""Own doubles: what it costs to take a card that one's own side has doubled, by the table's
custom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from app.games.trex.house_rules import (
    COST_RULE,
    LEFT_OPEN,
    OWN_DOUBLE,
    OWN_LEAD,
    PARTNER_TAKES,
    THE_SAME,
    TrexRules,
)
from app.scoring import Card, Circle, Deal, Seat, Steps, Text, _

# The costs at which another player gains what the taker pays twice.
GAINS = ("leader_gains", "opponents_gain")


def is_own_double(circle: Circle, taker: Seat, doubler: Seat | None) -> bool:
    """Whether the side that doubled a card has taken it: partners count as one."""
    return doubler is not None and circle.side_of(doubler) == circle.side_of(taker)


def needs_leader(circle: Circle, rules: TrexRules, taker: Seat, doubler: Seat | None) -> bool:
    """Whether a card is an own double whose cost depends on who led the trick."""
    if not is_own_double(circle, taker, doubler):
        return False
    if rules.partner_takes == "plain" and taker != doubler:
        return False
    return rules.own_double == "leader_gains" or rules.own_lead not in (THE_SAME, rules.own_double)


def own_cost(
    circle: Circle, rules: TrexRules, taker: Seat, doubler: Seat | None, leader: Seat | None
) -> str:
    """Return what an own double costs, by the key of `OWN_DOUBLE`; `leader` is None if it makes no
    difference."""
    cost = rules.own_double
    if taker != doubler and rules.partner_takes == "plain":
        cost = "plain"
    elif leader and circle.side_of(leader) == circle.side_of(taker):
        # A player who pays double to themselves pays the plain value.
        same = "plain" if cost == "leader_gains" else cost
        cost = same if rules.own_lead == THE_SAME else rules.own_lead
    return cost


# The questions of a table that has left it open


def ask_custom(
    deal: Deal, rules: TrexRules, card: str, taker: Seat, doubler: Seat
) -> Steps[TrexRules]:
    """Ask what an own double costs, if the table has left it open; the answer holds to the end.

    Returns the house rules with the answer.
    """
    if rules.own_double != LEFT_OPEN:
        return rules
    parts = {"taker": taker, "doubler": doubler, "card": Card(card)}
    ask = _("{taker} took the {card} that {doubler} doubled. What does it cost?", **parts)
    if taker == doubler:
        ask = _("{taker} took their own doubled {card}. What does it cost?", **parts)
    cost = yield from deal.settle(OWN_DOUBLE.key, ask, costs(rules), rule=COST_RULE)
    rules = replace(rules, own_double=cost)
    if leads := lead_options(rules):
        ask = _("And if your own side led that trick?")
        if not rules.partners:
            ask = _("And if you led that trick yourself?")
        lead = yield from deal.settle(OWN_LEAD.key, ask, leads, rule=COST_RULE)
        rules = replace(rules, own_lead=lead)
    if takes := partner_options(rules):
        ask = _("And if your partner takes the card that you doubled?")
        partner = yield from deal.settle(PARTNER_TAKES.key, ask, takes, rule=COST_RULE)
        rules = replace(rules, partner_takes=partner)
    return rules


def costs(rules: TrexRules) -> Mapping[str, Text]:
    """Return the possible costs of an own double by key, with partners or without."""
    without = {LEFT_OPEN, "leader_gains" if rules.partners else "opponents_gain"}
    return {key: words for key, words in OWN_DOUBLE.options.items() if key not in without}


def lead_options(rules: TrexRules) -> Mapping[str, Text]:
    """Return the possible costs if one's own side led the trick; empty if that is chosen or nobody
    gains."""
    if rules.own_lead != THE_SAME or rules.own_double not in GAINS:
        return {}
    if rules.partners:
        return {**OWN_LEAD.options, THE_SAME: _("costs double all the same, the other side gains")}
    # Without partners these two are the same: who pays double to themselves pays the plain value.
    return {THE_SAME: OWN_LEAD.options["plain"], "doubled": OWN_LEAD.options["doubled"]}


def partner_options(rules: TrexRules) -> Mapping[str, Text]:
    """Return the possible costs if a partner takes it; empty if that is chosen or is plain
    anyway."""
    is_asked = rules.partners and rules.partner_takes == THE_SAME and rules.own_double != "plain"
    return PARTNER_TAKES.options if is_asked else {}


def customs(rules: TrexRules) -> Iterator[TrexRules]:
    """Yield these house rules, or if they leave own doubles open, those of each custom a table can
    choose."""
    if rules.own_double != LEFT_OPEN:
        yield rules
        return
    for cost in costs(rules):
        settled = replace(rules, own_double=cost)
        leads = lead_options(settled) or (rules.own_lead,)
        takes = partner_options(settled) or (rules.partner_takes,)
        for lead, partner in product(leads, takes):
            yield replace(settled, own_lead=lead, partner_takes=partner)


def may_lose_points(rules: TrexRules) -> bool:
    """Whether a deal can add up to less, because somebody pays double and nobody gains."""
    return any("doubled" in (custom.own_double, custom.own_lead) for custom in customs(rules))
