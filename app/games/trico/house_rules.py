"""The house rules of Trico, and the house deck. Rules: rules/en/trico.md#longer-or-shorter-games"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.trico.prompts import SYMBOLS_ON_A_CARD
from app.scoring import Problem, Text, _
from app.scoring.model.cards import Face, HouseDeck
from app.scoring.prompts import Choose, Number
from app.scoring.prompts.decks import Deck

CARDS = 9
KEPT = 3
FEWEST_SYMBOLS, MAX_SYMBOLS = SYMBOLS_ON_A_CARD
TARGETS = (11, 14, 15, 18, 21)
SHORTER_TARGET, USUAL_TARGET, *LONGER_TARGETS = TARGETS
HIGHEST_TARGET = 99

TARGET = Number(
    key="target",
    ask=_("Play to"),
    rule="longer-or-shorter-games",
    low=1,
    high=HIGHEST_TARGET,
    usual=TARGETS,
)
ENTRY = Choose(
    key="entry",
    ask=_("To score a round"),
    question=_("How do you score a round?"),
    rule="entering-your-deck",
    options={
        "deck": _("tap the cards each kept"),
        "symbols": _("tap the symbols on the cards"),
        "counts": _("count sets, pairs and large cards"),
    },
    is_of_entry=True,
)

# The published faces cannot be had. These nine, by number as in a match file, obey all that is
# known of them, and beyond that were chosen for balance: tests/scoring/test_house_deck.py plays
# every round that can be dealt with them.
HOUSE_DECK: dict[str, Face] = {
    "1": {"symbols": ["spade", "heart", "diamond", "club", "leaf"], "large": []},
    "2": {"symbols": ["spade", "heart", "acorn"], "large": ["heart"]},
    "3": {"symbols": ["diamond", "club", "acorn"], "large": ["acorn"]},
    "4": {"symbols": ["spade", "acorn", "leaf"], "large": ["leaf"]},
    "5": {"symbols": ["spade", "heart", "diamond"], "large": ["spade"]},
    "6": {"symbols": ["club", "acorn", "leaf"], "large": ["club"]},
    "7": {"symbols": ["diamond", "club", "leaf"], "large": ["diamond"]},
    "8": {"symbols": ["heart", "diamond", "acorn"], "large": []},
    "9": {"symbols": ["spade", "diamond", "acorn"], "large": []},
}
# Of 100 rounds of two players: how many keep each card, 1 to 9, and how many the winner of the
# first trick wins. Of 100 pairs: how many are blocked.
HOUSE_DECK_FIGURES = {
    "kept": (94, 67, 85, 73, 71, 52, 55, 41, 62),
    "first_wins": 56,
    "blocked": 49,
}
OURS = HouseDeck(
    faces=HOUSE_DECK,
    name=_("Tricktally house deck, not the published cards"),
    short_name=_("House deck"),
    label=_("House deck – ours, not the published one"),
    figures=HOUSE_DECK_FIGURES,
)


def warnings(deck: Mapping[str, Face]) -> list[Text]:
    """Return where a deck contradicts the one published example
    (rules/en/trico.md#cards-5-2-and-9)."""
    times = Counter(symbol for n in ("5", "2", "9") for symbol in set(deck[n]["symbols"]))
    lines = []
    if times["spade"] != 3:
        lines.append(_("In the rule book’s example, cards 5, 2 and 9 all show a spade."))
    if {symbol for symbol, n in times.items() if n == 2} != {"heart", "diamond", "acorn"}:
        lines.append(
            _(
                "In that example the heart, the diamond and the acorn are each on two of these"
                " cards."
            )
        )
    if [bool(deck[n].get("large")) for n in ("5", "2", "9")] != [True, True, False]:
        lines.append(_("In that example cards 5 and 2 have a large symbol, card 9 has none."))
    return lines


DECK = Deck(
    key="deck",
    ask=_("The nine cards of your deck"),
    rule="entering-your-deck",
    sizes=SYMBOLS_ON_A_CARD,
    highest=CARDS,
    save=_("Keep this deck"),
    way=ENTRY,
    way_of_deck="deck",
    way_of_learning="symbols",
    warnings=warnings,
    house=OURS,
    optional=True,
)

HOUSE_RULES = ((TARGET, USUAL_TARGET), (ENTRY, "deck"), (DECK, None))


def check_house_rules(rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem if cards are entered by number, but the deck is unknown."""
    if rules["entry"] == "deck" and rules["deck"] is None:
        yield Problem(_("To tap the cards each kept, choose or enter a deck first."), at="deck")
    elif rules["entry"] == "deck":
        yield from (Problem(gap.message, at="deck") for gap in DECK.gaps(rules["deck"]))


@dataclass(frozen=True)
class TricoRules:
    """The house rules of a table: `deck` has the face of each card by its number as text.

    If rounds are entered by symbols, it has the cards that were known before the first round.
    Tables that count may have chosen a deck all the same.
    """

    target: int
    entry: Literal["deck", "symbols", "counts"]
    deck: Mapping[str, Face] | None

    @property
    def known_deck(self) -> Mapping[str, Face]:
        """The deck by which rounds are entered; empty if the app does not see the cards."""
        return self.deck or {} if self.entry == "deck" else {}

    @property
    def deck_name(self) -> Text | None:
        """The name of the deck; None if the app does not see the cards."""
        if not self.known_deck:
            return None
        return OURS.short_name if OURS.is_same(self.known_deck) else _("Your deck")
