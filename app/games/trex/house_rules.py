"""The house rules of Trex, and the numbers that it is scored with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

from app.scoring import Problem, Signed, _, _n
from app.scoring.model.seats import Direction
from app.scoring.prompts import Choose, Switch

PLAYERS = 4
DIRECTION: Direction = "counter-clockwise"
KING = "KH"
QUEENS = ("QS", "QH", "QD", "QC")
PLAIN_VALUE = {KING: 75, **dict.fromkeys(QUEENS, 25)}
LEVEL = sum(PLAIN_VALUE[card] for card in QUEENS) // 2  # lost by each side when queens are level
DIAMOND, TRICK = 10, 15  # points lost for each; exchanged with swapped values
DOUBLED = 2  # how many times its value a doubled card costs its taker
PLACES = (200, 150, 100, 50)  # points in the order of going out
PLACE_NAMES = (_("first out"), _("second out"), _("third out"), _("last"))
CARDS_IN_A_SUIT = CARDS_EACH = TRICKS = 13
CARDS_IN_A_TRICK = PLAYERS

# The contracts of a kingdom, by their keys.
LONG_GAME = ("king", "queens", "diamonds", "slaps", "trex")
SHORT_GAME = ("complex", "trex")
PENALTIES = LONG_GAME[:4]  # the contracts that a Complex plays at once
# How many cards or tricks score in a contract; Trex and Complex are priced as a whole.
COUNTS = {"king": 1, "queens": len(QUEENS), "diamonds": CARDS_IN_A_SUIT, "slaps": TRICKS}
# The cards that cost points in a contract and can be doubled.
CARDS = {"king": (KING,), "queens": QUEENS, "complex": (KING, *QUEENS)}
# Sections of the rules page.
COST_RULE, LAYOUT_RULE = "what-a-doubled-card-costs", "trex-the-layout"

LEFT_OPEN, THE_SAME = "ask", "same"
OWN_DOUBLE = Choose(
    key="own_double",
    ask=_("Taking your own doubled card"),
    rule=COST_RULE,
    options={
        LEFT_OPEN: _("is asked when it happens"),
        "plain": _("costs its plain value"),
        "doubled": _("costs double, nobody gains"),
        "leader_gains": _("costs double, the leader of the trick gains"),
        "opponents_gain": _("costs double, the other side gains"),
    },
    left_open=LEFT_OPEN,
)
OWN_LEAD = Choose(
    key="own_lead",
    ask=_("If your own side led that trick"),
    rule=COST_RULE,
    options={
        THE_SAME: _("makes no difference"),
        "plain": _("costs its plain value"),
        "doubled": _("costs double, nobody gains"),
    },
)
PARTNER_TAKES = Choose(
    key="partner_takes",
    ask=_("If your partner takes the card that you doubled"),
    rule=COST_RULE,
    options={
        THE_SAME: _("makes no difference"),
        "plain": _("costs its plain value"),
    },
)
# The house rules of Trex; the usual answers are the defaults of `TrexRules`.
HOUSE_RULES = (
    Switch(
        key="partners",
        ask=_("Partners, opposite seats"),
        variant_names=((_("Each alone"), None), (_("Partners"), _("opposite seats"))),
        rule="playing-with-partners",
    ),
    Switch(
        key="complex",
        ask=_n(
            "Complex: {n} deal instead of {long}",
            "Complex: {n} deals instead of {long}",
            PLAYERS * len(SHORT_GAME),
            long=PLAYERS * len(LONG_GAME),
        ),
        variant_names=(
            (_("Classic"), _n("{n} deal", "{n} deals", PLAYERS * len(LONG_GAME))),
            (_("Complex"), _n("{n} deal", "{n} deals", PLAYERS * len(SHORT_GAME))),
        ),
        rule="complex",
    ),
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
    OWN_DOUBLE,
    OWN_LEAD,
    PARTNER_TAKES,
    Switch(
        key="swapped",
        ask=_("Diamonds cost {diamond}, tricks {trick}", diamond=TRICK, trick=DIAMOND),
        rule="local-variations",
    ),
    Switch(key="reversed", ask=_("Reversed: the lowest total wins"), rule="local-variations"),
    Switch(key="level_queens", ask=_("Level Queens are played again"), rule="redeals"),
    Switch(key="appeals", ask=_("Appeals for a redeal"), rule="redeals"),
)


def check_house_rules(rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for a custom for own doubles that does not fit partners, or their absence."""
    if rules["own_double"] == "leader_gains" and rules["partners"]:
        yield Problem(_("With partners nobody gains as the leader of a trick."), at="own_double")
    if rules["own_double"] == "opponents_gain" and not rules["partners"]:
        yield Problem(_("Without partners there is no other side to gain."), at="own_double")
    if rules["partner_takes"] == "plain" and not rules["partners"]:
        yield Problem(_("Without partners nobody’s partner takes a card."), at="partner_takes")


@dataclass(frozen=True)
class TrexRules:
    """The house rules of a table, by their keys in the match file; the defaults are the usual ones.

    Prices and values are positive numbers unless a method says otherwise.
    """

    partners: bool = False
    complex: bool = False
    kingdoms: str = "right"
    own_double: str = "plain"
    own_lead: str = THE_SAME
    partner_takes: str = THE_SAME
    swapped: bool = False
    reversed: bool = False
    level_queens: bool = False
    appeals: bool = True

    @property
    def contracts(self) -> tuple[str, ...]:
        """The contracts that every owner names once, in any order."""
        return SHORT_GAME if self.complex else LONG_GAME

    @property
    def diamond(self) -> int:
        """Points that a diamond costs."""
        return TRICK if self.swapped else DIAMOND

    @property
    def trick(self) -> int:
        """Points that a trick costs."""
        return DIAMOND if self.swapped else TRICK

    def price(self, contract: str) -> int:
        """Return the points of one card or trick of a contract, below 0 if it costs; of Trex and
        Complex all."""
        if contract == "complex":
            return sum(map(self.total, PENALTIES))
        return {
            "king": -PLAIN_VALUE[KING],
            "queens": -PLAIN_VALUE["QS"],
            "diamonds": -self.diamond,
            "slaps": -self.trick,
            "trex": sum(PLACES),
        }[contract]

    def total(self, contract: str) -> int:
        """Return what all points of a contract add up to, unless an own double costs more.

        Doubling changes nothing else: what the taker pays twice, the doubler gains once.
        """
        return COUNTS.get(contract, 1) * self.price(contract)

    def signed(self, points: int) -> Signed:
        """Return `points` as this table writes them: with reversed scoring a penalty is a plus."""
        return Signed(-points if self.reversed else points)


USUAL = TrexRules()  # the usual rules


def page_numbers(rules: TrexRules) -> dict[str, int]:
    """Return the numbers of the rules page, by the names that the page uses, at a table with these
    rules.

    `…_total` is what all points of a contract add up to. `…_least` and `…_most` are what one player
    can score who plays alone, by the usual rule for own doubles.
    """
    swapped = replace(USUAL, swapped=True)
    numbers = {
        "kingdoms": PLAYERS,
        "contracts": len(LONG_GAME),
        "deals": PLAYERS * len(LONG_GAME),
        "orders": factorial(len(LONG_GAME)),
        "complex_contracts": len(SHORT_GAME),
        "complex_deals": PLAYERS * len(SHORT_GAME),
        "tricks": TRICKS,
        "suit": CARDS_IN_A_SUIT,
        "king": PLAIN_VALUE[KING],
        "king_doubled": DOUBLED * PLAIN_VALUE[KING],
        "queen": PLAIN_VALUE["QS"],
        "queen_doubled": DOUBLED * PLAIN_VALUE["QS"],
        "level": LEVEL,
        "diamond": rules.diamond,
        "trick": rules.trick,
        "diamond_swapped": swapped.diamond,
        "trick_swapped": swapped.trick,
        "diamonds_swapped_total": swapped.total("diamonds"),
        "slaps_swapped_total": swapped.total("slaps"),
    }
    numbers |= zip(("first", "second", "third", "last"), PLACES, strict=True)
    for key in (*LONG_GAME, "complex"):
        numbers[f"{key}_total"] = total = rules.total(key)
        # At worst a player takes all cards, doubled by others; at best others take all that this
        # player doubled. In Trex everybody gets a place.
        cards = sum(PLAIN_VALUE[card] for card in CARDS.get(key, ()))
        numbers[f"{key}_least"] = PLACES[-1] if key == "trex" else total - cards
        numbers[f"{key}_most"] = PLACES[0] if key == "trex" else cards
    for end in ("least", "most"):
        numbers[f"game_{end}"] = PLAYERS * sum(numbers[f"{key}_{end}"] for key in LONG_GAME)
    return numbers
