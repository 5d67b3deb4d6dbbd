"""Trico: what three cards score against those of the others. Rules: rules/trico.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.games.trico.house_rules import CARDS, KEPT
from app.games.trico.prompts import Face, Faces, Pick
from app.games.trico.scores import (
    LARGE_CARD,
    PAIR,
    SET,
    Kinds,
    kinds_of,
    large_cards_of,
    score_round,
)
from app.scoring import Table, Text, _
from app.scoring.model.cards import COMMON_SYMBOLS
from app.scoring.model.text import and_list
from app.scoring.prompts import Choose
from app.scoring.rulings import (
    Ruling,
    RulingDetail,
    RulingLine,
    RulingSteps,
    Situation,
    Verdict,
    ask,
)

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
"""The made-up deck of the rules page: nobody has published the real faces."""

BY_SYMBOLS = "symbols"
NAMES = (_("You"), _("The next player"), _("The third player"))


def score(situation: Situation) -> RulingSteps[Verdict]:
    """The deck, how many play, and the three cards of each."""
    decks: dict[str, tuple[Text | str, Mapping[str, Face]]] = {}
    if situation.rules.get("deck"):
        decks["match"] = (_("the deck of this match"), situation.rules["deck"])
    decks |= situation.decks
    usual = next(iter(decks), BY_SYMBOLS)
    decks["demo"] = (_("the made-up deck of the rules page"), DEMO_DECK)
    names = {key: _("{name}", name=name) for key, (name, _faces) in decks.items()}
    deck = yield from ask(
        Choose,
        key="deck",
        ask=_("The cards are from"),
        options=names | {BY_SYMBOLS: _("another deck: tap the symbols")},
        start=usual,
        from_match="match" if "match" in decks else None,
    )
    players = yield from ask(
        Choose,
        key="players",
        ask=_("Whose cards count?"),
        options={"1": _("only yours"), "2": _("of two players"), "3": _("of three players")},
        start="2",
        from_match=str(len(situation.table.seats)) if situation.table else None,
    )
    table = table_of(situation, int(players))
    if deck == BY_SYMBOLS:
        hands = yield from ask_drawn(table)
    else:
        hands = yield from ask_saved(table, decks[deck][1])
    return points(table, hands).with_prefill(deck=deck, players=players)


def table_of(situation: Situation, players: int) -> Table:
    """The players of the match, as many as count, and otherwise players without a name."""
    names: Sequence[str | Text] = NAMES[:players]
    if situation.table and len(situation.table.seats) >= players:
        names = [seat.name for seat in situation.table.seats][:players]
    return Table(names)


def ask_saved(table: Table, deck: Mapping[str, Face]) -> RulingSteps[list[list[Face]]]:
    """Which cards of a deck each has kept: their faces, with their numbers."""
    saved = yield from ask(
        Pick,
        key="saved",
        ask=_("Which three cards did each keep?"),
        seats=table.seats,
        cards_each=KEPT,
        highest=CARDS,
        deck=deck,
    )
    return [[deck[str(n)] | {"number": n} for n in numbers] for numbers in saved.values()]


def ask_drawn(table: Table) -> RulingSteps[list[list[Face]]]:
    """What the cards of each show."""
    drawn = yield from ask(
        Faces,
        key="cards",
        ask=_("What do the three cards of each show?"),
        seats=table.seats,
        cards_each=KEPT,
        highest=CARDS,
    )
    return list(drawn.values())


def points(table: Table, hands: Sequence[Sequence[Face]]) -> Verdict:
    """What each hand scores, and every set, pair and large card of it."""
    rounds = score_round(hands)
    details = [
        RulingDetail(seat, list(lines_of(table, kinds)), scored.points)
        for seat, kinds, scored in zip(table.seats, kinds_of(hands), rounds, strict=True)
    ]
    scores = [
        _("{seat} {points}", seat=seat, points=scored.points)
        for seat, scored in zip(table.seats, rounds, strict=True)
    ]
    why = [
        _(
            "{set} for a set, {pair} for a pair that nobody blocks, {large} for each large card"
            " used.",
            set=SET,
            pair=PAIR,
            large=LARGE_CARD,
        )
    ]
    if len(rounds) > 1 and any(scored.blocked for scored in rounds):
        why.append(_("Who holds two or three cards with a symbol blocks the pairs of the others."))
    return Verdict(_("{scores}.", scores=scores), "pairs-and-blocking", why, "open", details)


def lines_of(table: Table, kinds: Kinds) -> Iterator[RulingLine]:
    """The sets, the pairs and the large cards of one hand."""
    for symbol in kinds.sets:
        yield RulingLine(
            _("set of {symbol}: +{n}", symbol=symbol_name(symbol), n=SET), is_ticked=True
        )
    for symbol in kinds.scored:
        yield RulingLine(
            _("pair of {symbol}: +{n}", symbol=symbol_name(symbol), n=PAIR), is_ticked=True
        )
    for symbol in kinds.free:
        if symbol not in kinds.scored:
            why = _("without a set only one pair counts")
            yield RulingLine(_("pair of {symbol}", symbol=symbol_name(symbol)), why, is_struck=True)
    # A pair is blocked by whoever holds two or three of its symbol, even if that pair or set is of
    # no use to them, so the blame can fall on a hand that scores nothing for it.
    for symbol, places in kinds.blocked.items():
        seats = and_list([table.seats[place] for place in places])
        why = _("blocked by {seats}", seats=seats)
        yield RulingLine(_("pair of {symbol}", symbol=symbol_name(symbol)), why, is_struck=True)
    if kinds.large_cards:
        cards = large_cards_of(kinds.large_cards)
        yield RulingLine(_("{cards} used: +{n}", cards=cards, n=kinds.large_cards), is_ticked=True)
    if not (kinds.sets or kinds.free or kinds.blocked):
        yield RulingLine(_("no symbol on two cards"))


def symbol_name(symbol: str) -> Text | str:
    """A symbol in words, as the page calls it."""
    return COMMON_SYMBOLS.get(symbol, symbol)


RULINGS = (
    Ruling(
        slug="score",
        title=_("What do these three cards score?"),
        ask=_("The cards kept, against those of the others."),
        rule="sets",
        search_terms=(
            "score",
            "points",
            "my pair is blocked by a set",
            "large symbols twice",
            "count",
        ),
        script=score,
    ),
)
