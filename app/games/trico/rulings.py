"""Trico: how many points three cards score against those of the others. Rules: rules/en/trico.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.games.trico import scores
from app.games.trico.house_rules import CARDS, KEPT
from app.games.trico.prompts import Faces, Pick
from app.games.trico.scores import Combinations
from app.scoring import Table, _
from app.scoring.model.cards import Face, symbol_text
from app.scoring.model.text import and_list
from app.scoring.prompts import Choose
from app.scoring.rulings import (
    RulingContext,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Verdict,
    ask,
    ruling,
)

# The made-up deck of the rules page: nobody has published the real faces.
DEMO_DECK: Mapping[str, Face] = {
    number: {"symbols": symbols.split(), "large": symbols.split()[:large]}
    for number, (symbols, large) in {
        "1": ("spade heart diamond acorn club", 0),
        "2": ("spade heart acorn", 1),
        "3": ("heart diamond club", 1),
        "4": ("spade acorn club", 0),
        "5": ("spade heart diamond", 1),
        "6": ("heart acorn club", 0),
        "7": ("diamond acorn club", 1),
        "8": ("spade heart club", 0),
        "9": ("spade diamond acorn", 0),
    }.items()
}

BY_SYMBOLS = "symbols"
NAMES = (_("Player 1"), _("Player 2"), _("Player 3"))


@ruling(
    _("What do my cards score?"),
    ask=_("Tap the cards that each kept."),
    rule="sets",
    search_terms=(
        "score",
        "points",
        "my pair is blocked by a set",
        "large symbols twice",
        "count",
    ),
)
def score(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for the deck, how many play, and the three cards of each."""
    decks = {**context.decks, "demo": (_("the example deck of the rules page"), DEMO_DECK)}
    # The deck of the match comes first, even if it is one of the club too.
    if len(context.rules.get("deck") or ()) == CARDS:
        decks = {"match": (_("the deck of this match"), context.rules["deck"]), **decks}
    names = {key: _("{name}", name=name) for key, (name, _faces) in decks.items()}
    usual = next(iter(decks))
    deck = yield from ask(
        Choose,
        key="deck",
        ask=_("Which deck?"),
        options=names | {BY_SYMBOLS: _("another deck: tap the symbols")},
        start=BY_SYMBOLS if usual == "demo" else usual,
        from_match="match" if "match" in decks else None,
    )
    players = yield from ask(
        Choose,
        key="players",
        ask=_("How many players?"),
        options={str(n): _("{n}", n=n) for n in range(1, len(NAMES) + 1)},
        style="numbers",
        start="2",
        from_match=str(len(context.names)) if context.names else None,
    )
    # Fewer may count than play, but not more.
    has_names = len(context.names) >= int(players)
    seated = (context.names if has_names else NAMES)[: int(players)]
    table = Table(seated, colours=context.colours)
    three_of_each: dict[str, Any] = {
        "seats": table.seats,
        "cards_each": KEPT,
        "highest": CARDS,
        "ask_of": lambda seat: _("Which three did {seat} keep?", seat=seat),
    }
    if deck == BY_SYMBOLS:
        shown = yield from ask(
            Faces, key="cards", ask=_("What do each player’s three cards show?"), **three_of_each
        )
        hands = list(shown.values())
    else:
        faces = decks[deck][1]
        saved = yield from ask(
            Pick,
            key="saved",
            ask=_("Which three cards did each keep?"),
            deck=faces,
            **three_of_each,
        )
        hands = scores.faces_of(faces, saved.values())
    return points(table, hands).with_prefill(deck=deck, players=players)


def points(table: Table, hands: Sequence[Sequence[Face]]) -> Verdict:
    """Return the score of each hand, and every set, pair and large card of it."""
    of_hands = scores.combinations_of(hands)
    details = [
        RulingDetail(seat, list(lines_of(table, combinations)), combinations.score.points)
        for seat, combinations in zip(table.seats, of_hands, strict=True)
    ]
    results = [_("{seat}: {points}", seat=hand.subject, points=hand.points) for hand in details]
    why = [
        _(
            "{set} for a set, {pair} for a pair that nobody blocks, {large} for each large card"
            " used.",
            set=scores.SET,
            pair=scores.PAIR,
            large=scores.LARGE_CARD,
        )
    ]
    if any(combinations.score.blocked for combinations in of_hands):
        why.append(
            _(
                "A symbol on two or three cards of a player blocks the pairs of the others in that"
                " symbol."
            )
        )
    answer = _("{scores}.", scores=results)
    return Verdict(answer, "pairs-and-blocking", why, details=details)


def lines_of(table: Table, combinations: Combinations) -> Iterator[RulingLine]:
    """Yield the sets, the pairs and the large cards of one hand."""
    score, scoring = combinations.score, combinations.scoring_pairs
    for symbol in combinations.sets:
        words = _("set of {symbol}: +{n}", symbol=symbol_text(symbol), n=scores.SET)
        yield RulingLine(words, is_ticked=True)
    for symbol in scoring:
        words = _("pair of {symbol}: +{n}", symbol=symbol_text(symbol), n=scores.PAIR)
        yield RulingLine(words, is_ticked=True)
    unscored = {
        symbol: _("without a set only one pair counts")
        for symbol, blockers in combinations.pairs.items()
        if not blockers and symbol not in scoring
    }
    # A hand blocks with two or three of the symbol even if that pair or set is of no use to it, so
    # the one named here may score nothing for it (rules/en/trico.md#what-blocks-a-pair).
    unscored |= {
        symbol: _("blocked by {seats}", seats=and_list([table.seats[place] for place in blockers]))
        for symbol, blockers in combinations.pairs.items()
        if blockers
    }
    for symbol, why in unscored.items():
        words = _("pair of {symbol}", symbol=symbol_text(symbol))
        yield RulingLine(words, why, is_struck=True)
    if score.large_cards:
        cards = scores.large_cards_of(score.large_cards)
        words = _("{cards} used: +{n}", cards=cards, n=scores.LARGE_CARD * score.large_cards)
        yield RulingLine(words, is_ticked=True)
    if not (combinations.sets or combinations.pairs):
        yield RulingLine(_("no symbol on two cards"))


RULINGS = (score,)
