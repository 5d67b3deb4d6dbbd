"""What is agreed on before a match of Trico begins, and the numbers that it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.trico import house_deck
from app.games.trico.prompts import SYMBOLS_ON_A_CARD, Deck, Face
from app.scoring import Problem, Text, _
from app.scoring.prompts import Choose, Number

CARDS = 9
KEPT = 3
FEWEST_SYMBOLS, MOST_SYMBOLS = SYMBOLS_ON_A_CARD
USUAL_TARGET = 14
TARGETS = (11, USUAL_TARGET, 15, 18, 21)
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
    ask=_("You enter"),
    rule="entering-your-deck",
    options={
        "deck": _("which cards each kept"),
        "symbols": _("the symbols on them"),
        "counts": _("sets, pairs and large cards"),
    },
    is_of_entry=True,
)


def doubts(deck: Mapping[str, Face]) -> list[Text]:
    """Where a deck contradicts the only example in the rule book, cards 5, 2 and 9."""
    example = {number: set(deck[number]["symbols"]) for number in ("5", "2", "9")}
    times = {
        symbol: sum(symbol in shown for shown in example.values())
        for symbol in set().union(*example.values())
    }
    pairs = {symbol for symbol, n in times.items() if n == 2}
    lines = []
    if times.get("spade") != 3:
        lines.append(_("In the rule book’s example, cards 5, 2 and 9 all show a spade."))
    if pairs != {"heart", "diamond", "acorn"}:
        lines.append(
            _("In that example just two of the three show a heart, a diamond and an acorn each.")
        )
    if [bool(deck[number].get("large")) for number in ("5", "2", "9")] != [True, True, False]:
        lines.append(_("In that example cards 5 and 2 have a large symbol, card 9 has none."))
    return lines


DECK = Deck(
    key="deck",
    ask=_("The nine cards of your deck"),
    rule="entering-your-deck",
    highest=CARDS,
    save=_("Keep this deck"),
    wanted_with=("entry", "deck"),
    doubts=doubts,
    name_of=house_deck.name_of,
    optional=True,
)

HOUSE_RULES = ((TARGET, USUAL_TARGET), (ENTRY, "deck"), (DECK, None))


def check_house_rules(rules: Mapping[str, Any]) -> Iterator[Problem]:
    """Cards can be entered by number only when it is known what is on them."""
    if rules["entry"] == "deck" and rules["deck"] is None:
        yield Problem(
            _("To enter cards by number, the nine cards of the deck are needed first."), at="deck"
        )
