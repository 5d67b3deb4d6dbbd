"""Trico: what three cards score against those of the others. Rules: rules/trico.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.games.trico.play import CARDS, KEPT, Kinds, kinds_of, large_cards_of, score_round
from app.scoring import Problem, Refused, Seat, Table, Text, _
from app.scoring.inputs import Form, Input, OneOf, given
from app.scoring.prompts import Face, Pick
from app.scoring.prompts import Faces as FacesPrompt
from app.scoring.prompts.faces import COMMON_SYMBOLS
from app.scoring.ruling import Asking, Detail, Faces, Line, Ruling, Situation, Verdict
from app.scoring.text import listed

DEMO_DECK: Faces = {
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Saved(Input):
    """Three numbered cards of a deck for each seat; the fields are those of a `Pick`."""

    kind = "saved"
    prompt: Pick

    def read(self, form: Form) -> list[list[int]] | None:
        answer = self.prompt.read(flat(form))
        if answer is None:
            return None
        problems = [
            problem
            for problem in self.prompt.problems(answer)
            if not self._is_short(answer, problem)
        ]
        if problems:
            raise Refused(*problems)
        return answer if all(len(kept) == KEPT for kept in answer) else None

    def _is_short(self, answer: list[list[int]], problem: Problem) -> bool:
        """Whether a problem is only that a hand has not three cards yet."""
        return (
            isinstance(problem.at, int)
            and len(answer[problem.at]) < KEPT
            and not any(
                number in other
                for place, other in enumerate(answer)
                for number in answer[problem.at]
                if place != problem.at
            )
        )

    def missing(self, form: Form) -> Text:
        return self.prompt.missing(self.prompt.read(flat(form))) or self.ask

    def holder(self, form: Form, number: int) -> Seat | None:
        """Who has tapped a card, if anybody."""
        typed = flat(form)
        holders = [s for s in self.prompt.seats if typed.get(self.prompt.field(s.index, number))]
        return holders[0] if holders else None


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawn(Input):
    """The symbols on three cards of each seat; the fields are those of a `Faces` prompt."""

    kind = "drawn"
    prompt: FacesPrompt

    def read(self, form: Form) -> list[list[Face]] | None:
        answer = self.prompt.read(flat(form))
        if answer is None:
            return None
        problems = self.prompt.problems(answer)
        if problems and given(form, "settle"):
            raise Refused(*problems)
        return None if problems else answer

    def typed(self, form: Form) -> Mapping[str, str]:
        """The fields of the prompt as they were filled in."""
        return flat(form)

    def missing(self, form: Form) -> Text:
        return self.prompt.missing(self.prompt.read(flat(form))) or self.ask


def flat(form: Form) -> Mapping[str, str]:
    """The latest value of each field, as a prompt reads them."""
    return {key: values[-1] for key, values in form.items() if values}


# --- What do these three cards score? -----------------------------------------------------------


def score(situation: Situation) -> Asking:
    """The deck, how many play, and the three cards of each."""
    decks: dict[str, tuple[Text | str, Faces]] = {}
    if situation.rules.get("deck"):
        decks["match"] = (_("the deck of this match"), situation.rules["deck"])
    decks |= situation.decks
    decks["demo"] = (_("the made-up deck of the rules page"), DEMO_DECK)
    names = {key: _("{name}", name=name) for key, (name, _faces) in decks.items()}
    players = len(situation.table.seats) if situation.table else 2
    deck, count = yield (
        OneOf(
            key="deck",
            ask=_("The cards are from"),
            options=names | {BY_SYMBOLS: _("another deck: tap the symbols")},
            start=next(key for key in (*decks, BY_SYMBOLS) if key != "demo"),
            known="match" in decks,
        ),
        OneOf(
            key="players",
            ask=_("Whose cards count?"),
            options={"1": _("only yours"), "2": _("of two players"), "3": _("of three players")},
            start=str(players),
            known=situation.table is not None,
        ),
    )
    table = table_of(situation, int(count))
    if deck == BY_SYMBOLS:
        (hands,) = yield (drawn(table),)
        return points(table, hands).keeping(deck=deck, players=count)
    faces = decks[deck][1]
    (kept,) = yield (saved(table, faces),)
    hands = [[faces[str(number)] | {"number": number} for number in hand] for hand in kept]
    return points(table, hands).keeping(deck=deck, players=count)


def table_of(situation: Situation, players: int) -> Table:
    """The players of the match, as many as count, and otherwise players without a name."""
    names: Sequence[str | Text] = NAMES[:players]
    if situation.table and len(situation.table.seats) >= players:
        names = [seat.name for seat in situation.table.seats][:players]
    return Table(names)


def saved(table: Table, deck: Faces) -> Saved:
    """Which cards of a deck each has kept."""
    ask = _("Which three cards did each keep?")
    prompt = Pick(
        key="saved", ask=ask, rule="sets", seats=table.seats, each=KEPT, highest=CARDS, deck=deck
    )
    return Saved(key="saved", ask=ask, prompt=prompt)


def drawn(table: Table) -> Drawn:
    """What the cards of each show."""
    ask = _("What do the three cards of each show?")
    prompt = FacesPrompt(
        key="cards", ask=ask, rule="sets", seats=table.seats, each=KEPT, highest=CARDS
    )
    return Drawn(key="cards", ask=ask, prompt=prompt)


def points(table: Table, hands: Sequence[Sequence[Face]]) -> Verdict:
    """What each hand scores, and every set, pair and large card of it."""
    rounds = score_round(hands)
    details = [
        Detail(seat, list(lines_of(table, kinds)), scored.points)
        for seat, kinds, scored in zip(table.seats, kinds_of(hands), rounds, strict=True)
    ]
    said = [
        _("{seat} {points}", seat=seat, points=scored.points)
        for seat, scored in zip(table.seats, rounds, strict=True)
    ]
    why = [_("2 for a set, 1 for a pair that nobody blocks, 1 for each large card used.")]
    if len(rounds) > 1 and any(scored.blocked for scored in rounds):
        why.append(_("Who holds two or three cards with a symbol blocks the pairs of the others."))
    return Verdict(_("{each}.", each=said), "pairs-and-blocking", why, "open", details)


def lines_of(table: Table, kinds: Kinds) -> Iterator[Line]:
    """The sets, the pairs and the large cards of one hand."""
    for symbol in kinds.sets:
        yield Line(_("set of {symbol}: +2", symbol=symbol_name(symbol)), ticked=True)
    for symbol in kinds.scored:
        yield Line(_("pair of {symbol}: +1", symbol=symbol_name(symbol)), ticked=True)
    for symbol in kinds.free:
        if symbol not in kinds.scored:
            why = _("without a set only one pair counts")
            yield Line(_("pair of {symbol}", symbol=symbol_name(symbol)), why, struck=True)
    for symbol, places in kinds.blocked.items():
        seats = listed([table.seats[place] for place in places])
        why = _("blocked by {seats}", seats=seats)
        yield Line(_("pair of {symbol}", symbol=symbol_name(symbol)), why, struck=True)
    if kinds.large_cards:
        cards = large_cards_of(kinds.large_cards)
        yield Line(_("{cards} used: +{n}", cards=cards, n=kinds.large_cards), ticked=True)
    if not (kinds.sets or kinds.free or kinds.blocked):
        yield Line(_("no symbol on two cards"))


def symbol_name(symbol: str) -> Text | str:
    """A symbol in words, as the page calls it."""
    return COMMON_SYMBOLS.get(symbol, symbol)


RULINGS = (
    Ruling(
        slug="score",
        title=_("What do these three cards score?"),
        ask=_("The cards kept, against those of the others."),
        rule="sets",
        also=(
            "score",
            "points",
            "my pair is blocked by a set",
            "large symbols twice",
            "count",
        ),
        script=score,
    ),
)
