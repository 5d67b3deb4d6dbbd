"""Prompts of Trico: a deck of cards with symbols, and which of them each player kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.scoring import Problem, Seat, Text, _, _n
from app.scoring.model.cards import COMMON_SYMBOLS, CardNumbers, CardSymbols
from app.scoring.model.problems import quoted
from app.scoring.prompts import Choose, InPieces, PerSeat, cards_of
from app.scoring.prompts.base import Form, Used, is_whole, number_in

SYMBOLS_ON_A_CARD = (3, 5)
LONGEST_WORD = 30
# The face of a card: its ``symbols``, the ``large`` ones among them, perhaps its ``number``.
Face = dict[str, Any]


# --- one card -----------------------------------------------------------------------------------


def read_face(form: Form, name: str) -> Face | None:
    """Parse the card whose form fields begin with `name`; None if nothing was marked.

    ``name.has`` and ``name.large`` with a symbol are check boxes; ``name.other`` takes free words,
    in which a star behind a word makes the symbol large; ``name.number`` is its number, if it has
    one.
    """
    large = [word for word in COMMON_SYMBOLS if form.get(f"{name}.large.{word}")]
    symbols = [word for word in COMMON_SYMBOLS if form.get(f"{name}.has.{word}") or word in large]
    for word in re.split(r"[\s,;]+", form.get(f"{name}.other", "")):
        bare = word.strip("*").casefold()
        if bare:
            symbols.append(bare)
            large += [bare] if word.endswith("*") else []
    number = number_in(form, f"{name}.number")
    face = ({} if number is None else {"number": number}) | {"symbols": symbols, "large": large}
    return face if symbols or "number" in face else None


def fill_face(face: Face, name: str) -> dict[str, str]:
    """Return the form fields that give `face`."""
    fields = {}
    large = face.get("large", [])
    for word in face["symbols"]:
        if word in COMMON_SYMBOLS:
            fields[f"{name}.{'large' if word in large else 'has'}.{word}"] = "on"
    other = [w + "*" * (w in large) for w in face["symbols"] if w not in COMMON_SYMBOLS]
    fields |= {f"{name}.other": " ".join(other)} if other else {}
    return fields | ({f"{name}.number": str(face["number"])} if "number" in face else {})


def face_problems(face: Any, *more_keys: str) -> Iterator[Problem]:
    """Yield what is wrong with one card: it needs 3 or 5 different symbols, the large ones among
    them.

    `more_keys` are other keys that the card may have.
    """
    if face is None:
        yield Problem(_("which symbols does it show?"), is_gap=True)
        return
    keys = {"symbols", "large", *more_keys}
    if not isinstance(face, dict) or not {"symbols"} <= face.keys() <= keys:
        yield Problem(
            _("“{face}” is not a card with “symbols”, and perhaps “large”.", face=quoted(face))
        )
        return
    symbols, large = face["symbols"], face.get("large", [])
    for words in (symbols, large):
        if not isinstance(words, list) or not all(map(is_word, words)):
            values = {"words": quoted(words), "longest": LONGEST_WORD}
            yield Problem(
                _("“{words}” is not a list of words of at most {longest} letters.", **values)
            )
            return
    times: Counter[str] = Counter(symbols)
    for word in times:
        if times[word] > 1:
            yield Problem(_("{word} is there twice.", word=word))
    if len(symbols) not in SYMBOLS_ON_A_CARD:
        message = _n(
            "it shows {n} symbol, but every card shows 3 or 5.",
            "it shows {n} symbols, but every card shows 3 or 5.",
            len(symbols),
        )
        yield Problem(message, is_gap=len(symbols) < max(SYMBOLS_ON_A_CARD))
    for word in large:
        if word not in symbols:
            yield Problem(_("{word} is large, but not among its symbols.", word=word))
    if len(set(large)) < len(large):
        yield Problem(_("a large symbol is named twice."))


def is_same_face(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two cards show the same symbols, and the same of them large, in any order."""
    return all(set(one.get(key, ())) == set(other.get(key, ())) for key in ("symbols", "large"))


def is_whole_face(face: Any) -> bool:
    """Whether a card has as many symbols as a card can have."""
    return isinstance(face, dict) and len(face.get("symbols", ())) in SYMBOLS_ON_A_CARD


def is_word(value: Any) -> bool:
    """Whether `value` is a word that can name a symbol."""
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_WORD


def describe_face(face: Face) -> Text:
    """Return the symbols of a card, the large ones with a star."""
    large = face.get("large", [])
    words = CardSymbols(" ".join(word + "*" * (word in large) for word in face["symbols"]))
    return _("{words}", words=words)


@dataclass(frozen=True, kw_only=True, eq=False)
class NumberedCards(InPieces):
    """A question whose pieces are cards numbered 1 to `highest`, each with its symbols.

    The page offers `symbols`, others can be typed; `sizes` are the possible numbers of symbols on a
    card.
    """

    symbols: ClassVar[Mapping[str, Text]] = COMMON_SYMBOLS
    sizes: ClassVar[Sequence[int]] = SYMBOLS_ON_A_CARD
    highest: int

    @property
    def numbers(self) -> range:
        """The numbers of the cards."""
        return range(1, self.highest + 1)

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` cards are missing."""
        return _n("{n} card to enter", "{n} cards to enter", n)

    @property
    def unfit_texts(self) -> list[Text]:
        """The button labels for 1, 2, 3 … cards that no card can look like, where none is missing:
        first those with too few symbols, then those with too many."""
        counts = range(1, self.piece_count + 1)
        return [
            *(_n("{n} card needs a symbol", "{n} cards need a symbol", n) for n in counts),
            *(_n("{n} card: too many symbols", "{n} cards: too many symbols", n) for n in counts),
        ]

    def unfit_text(self, faces: Sequence[Face]) -> Text | None:
        """Return the button label if all that is wrong with these cards is how many symbols they
        show; None if it is something else."""
        sizes = [len(face["symbols"]) for face in faces if not is_whole_face(face)]
        too_few = [n for n in sizes if n < max(self.sizes)]
        n = len(too_few) or self.piece_count + len(sizes)
        return self.unfit_texts[n - 1] if sizes and len(faces) == self.piece_count else None


# --- the deck -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class Deck(NumberedCards):
    """The faces of the cards 1 to `highest`, by number as text.

    It is a house rule that is needed only with one choice of another one: with `way_of_deck` of
    `way`, the way to score a round. With `way_of_learning` it has the cards that are known when a
    match begins. `warnings` returns what is legal but looks mistaken; `name_of` the name of a deck,
    if it has one.
    """

    kind = "deck"
    warnings: Callable[[Mapping[str, Face]], Sequence[Text]]
    name_of: Callable[[Mapping[str, Face]], Text | None]
    way: Choose
    way_of_deck: str
    way_of_learning: str

    @property
    def piece_count(self) -> int:
        """How many cards a complete answer has."""
        return self.highest

    def placed_count(self, answer: Any) -> int:
        """Return how many cards have all their symbols."""
        return sum(map(is_whole_face, (answer or {}).values()))

    def read(self, form: Form) -> Any:
        faces = {str(n): read_face(form, self.field(n)) for n in self.numbers}
        return {n: face for n, face in faces.items() if face} or None

    def fill(self, answer: Any) -> dict[str, str]:
        fields: dict[str, str] = {}
        for number, face in (answer or {}).items():
            fields |= fill_face(face, self.field(number))
        return fields

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, dict):
            yield Problem(_("“{answer}” is not a deck.", answer=quoted(answer)))
            return
        for card in answer:
            if card not in map(str, self.numbers):
                yield Problem(_("There is no card “{card}”.", card=quoted(card)))
        for number in self.numbers:
            if str(number) in answer:
                yield from self._face_problems(number, answer[str(number)])

    def gaps(self, answer: Mapping[str, Face]) -> Iterator[Problem]:
        """Yield a problem for each card that is missing in a legal answer."""
        for number in self.numbers:
            if str(number) not in answer:
                yield from self._face_problems(number, None)

    def whole_problems(self, answer: Any) -> list[Problem]:
        """Return everything wrong with a deck that has to have every card."""
        return self.problems(answer) or list(self.gaps(answer or {}))

    def _face_problems(self, number: int, face: Any) -> Iterator[Problem]:
        for problem in face_problems(face):
            message = _("Card {number}: {fault}", number=number, fault=problem.message)
            yield Problem(message, at=number, is_gap=problem.is_gap)

    def has_field(self, name: str) -> bool:
        """Whether this is the name of a form field for a card."""
        return name.startswith(self.field(""))

    def items(self, answer: dict[str, Face]) -> Sequence[Text]:
        if self.name_of(answer):
            return ()
        return [
            _("{number} {face}", number=int(number), face=describe_face(face))
            for number, face in sorted(answer.items())
        ]

    def describe(self, answer: dict[str, Face]) -> Text:
        return self.name_of(answer) or super().describe(answer)


# --- a round ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class KeptCards(PerSeat, NumberedCards):
    """The `cards_each` cards that each player kept; `ask_of` returns the question about one
    player."""

    cards_each: int
    ask_of: Callable[[Seat], Text] | None = None

    @property
    def piece_count(self) -> int:
        """How many cards a complete answer has."""
        return self.cards_each * len(self.seats)


@dataclass(frozen=True, kw_only=True, eq=False)
class Pick(KeptCards):
    """For each seat the numbers of the cards kept; no card twice.

    `deck` has the face of each card by its number as text, so that it can be shown.

    On a form, the last seat gets the cards left if they are exactly enough.
    """

    kind = "pick"
    deck: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    def placed_count(self, answer: Any) -> int:
        """Return how many cards are chosen, at most `cards_each` of each player."""
        return sum(min(len(cards), self.cards_each) for cards in answer or ())

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` cards are missing."""
        return _("{cards} to choose", cards=cards_of(n))

    def read_value(self, form: Form, owner: Seat) -> list[int]:
        return [n for n in self.numbers if form.get(self.field_of(owner, n))]

    def completed(self, values: list[list[int]]) -> list[list[int]]:
        left = [n for n in self.numbers if not any(n in cards for cards in values)]
        is_known = not values[-1] and len(left) == self.cards_each
        return [*values[:-1], left] if is_known else values

    def value_fields(self, owner: Seat, value: list[int]) -> dict[str, str]:
        return {self.field_of(owner, number): "on" for number in value}

    def is_value(self, value: Any) -> bool:
        return isinstance(value, list)

    def wrong_shape(self, answer: Any) -> Text:
        return _(
            "“{answer}” is not a list of {seats} lists of cards, one for each player.",
            answer=quoted(answer),
            seats=len(self.seats),
        )

    def value_problems(self, owner: Seat, value: Any, used: Used) -> Iterator[Problem]:
        for number in value:
            if not is_whole(number) or number not in self.numbers:
                values = {"number": quoted(number), "highest": self.highest}
                yield Problem(
                    _("“{number}” is not a card: they are numbered 1 to {highest}.", **values)
                )
            elif number in used:
                values = {"number": number, "seat": used[number]}
                yield Problem(_("Card {number} is already {seat}’s.", **values))
            else:
                used[number] = owner
        if len(value) != self.cards_each:
            message = _n(
                "{seat} has {n} card, not {each}.",
                "{seat} has {n} cards, not {each}.",
                len(value),
                seat=owner,
                each=self.cards_each,
            )
            yield Problem(message, is_gap=len(value) < self.cards_each)

    def describe_value(self, owner: Seat, value: list[int]) -> Text:
        numbers = CardNumbers(", ".join(map(str, sorted(value))))
        return _("{seat} {cards}", seat=owner, cards=numbers)


@dataclass(frozen=True, kw_only=True, eq=False)
class Faces(KeptCards):
    """For each seat the faces of the cards kept; a card's number may be left out.

    `known` has the faces of the cards that are known by now, by number as text: the number alone
    says what such a card shows. `ask_of_card` returns the question about one card of a player, from
    0 on.
    """

    kind = "faces"
    known: Mapping[str, Face] = field(default_factory=dict)
    ask_of_card: Callable[[Seat, int], Text] | None = None

    @property
    def slots(self) -> range:
        """The places of one player's cards."""
        return range(self.cards_each)

    def placed_count(self, answer: Any) -> int:
        """Return how many cards have all their symbols."""
        return sum(is_whole_face(face) for kept in answer or () for face in kept)

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        faces = [face for kept in answer or () for face in kept if face]
        return self.unfit_text(faces) or super().missing(answer, problems)

    @property
    def knows_all(self) -> bool:
        """Whether every card is known, so that its number is all that is asked for."""
        return all(str(number) in self.known for number in self.numbers)

    def read_value(self, form: Form, owner: Seat) -> list[Face | None]:
        """Parse the cards of a player: those in their slots, and the known ones that are marked as
        kept by them, which is what a page without a script asks for."""
        marked = {n: form.get(self.field("kept", n)) for n in self.numbers if str(n) in self.known}
        slots = [self._read_slot(form, self.field_of(owner, slot), marked) for slot in self.slots]
        for number, keeper in marked.items():
            if keeper == str(owner.index):
                at = slots.index(None) if None in slots else len(slots)
                slots[at : at + 1] = [self.known_face(number)]
        return slots

    def _read_slot(self, form: Form, name: str, marked: Mapping[int, str | None]) -> Face | None:
        face = read_face(form, name)
        number = face.get("number") if face else None
        if not face or face["symbols"] or not isinstance(number, int):
            return face
        if marked.get(number) is not None:  # it says elsewhere who keeps it
            return None
        return self.known_face(number) or face

    def known_face(self, number: int) -> Face | None:
        """Return the card with this number, as an answer has it; None if it is not known."""
        face = self.known.get(str(number))
        return face and {
            "number": number,
            "symbols": list(face["symbols"]),
            "large": list(face.get("large", ())),
        }

    def is_known(self, face: Face) -> bool:
        """Whether a card shows just what is known of its number."""
        known = self.known.get(str(face.get("number")))
        return known is not None and is_same_face(known, face)

    def keeper(self, number: int, form: Form) -> str:
        """Return the index of the seat that keeps a known card, as text; empty if none does."""
        if (marked := form.get(self.field("kept", number))) is not None:
            return marked
        for seat in self.seats:
            names = [self.field_of(seat, slot) for slot in self.slots]
            faces = (read_face(form, name) for name in names)
            if any(f and f.get("number") == number and not f["symbols"] for f in faces):
                return str(seat.index)
        return ""

    def value_fields(self, owner: Seat, value: list[Face]) -> dict[str, str]:
        fields: dict[str, str] = {}
        for slot, face in enumerate(value):
            shown = {"number": face["number"], "symbols": []} if self.is_known(face) else face
            fields |= fill_face(shown, self.field_of(owner, slot))
        return fields

    def is_value(self, value: Any) -> bool:
        return isinstance(value, list) and len(value) >= self.cards_each

    def wrong_shape(self, answer: Any) -> Text:
        return _(
            "“{answer}” does not give {each} cards for each of {seats} players.",
            answer=quoted(answer),
            each=self.cards_each,
            seats=len(self.seats),
        )

    def value_problems(self, owner: Seat, value: Any, used: Used) -> Iterator[Problem]:
        if len(value) > self.cards_each:
            words = _(
                "{seat} has {n} cards, not {each}.", seat=owner, n=len(value), each=self.cards_each
            )
            yield Problem(words)
        for slot, face in enumerate(value, start=1):
            problems = list(face_problems(face, "number"))
            if isinstance(face, dict) and "number" in face:
                problems += self._number_problems(face["number"], owner, used)
            for problem in problems:
                message = _("Card {slot}: {fault}", slot=slot, fault=problem.message)
                yield Problem(message, is_gap=problem.is_gap)

    def _number_problems(self, number: Any, owner: Seat, used: Used) -> Iterator[Problem]:
        if not is_whole(number) or number not in self.numbers:
            values = {"number": quoted(number), "highest": self.highest}
            yield Problem(_("“{number}” is not a card number from 1 to {highest}.", **values))
        elif number in used:
            values = {"number": number, "seat": used[number]}
            yield Problem(_("number {number} is already {seat}’s.", **values))
        else:
            used[number] = owner

    def describe_value(self, owner: Seat, value: list[Face]) -> Text:
        return _("{seat}: {faces}", seat=owner, faces=[describe_face(face) for face in value])


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """One figure that is asked for each seat: its key, heading and range, and how to format a
    number."""

    key: str
    name: Text
    low: int
    high: int
    unit: Callable[[int], Text]

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield what is wrong with this figure of one seat."""
        if value is None:
            yield Problem(_("{column}: how many?", column=self.name), is_gap=True)
        elif not is_whole(value):
            values = {"column": self.name, "value": quoted(value)}
            yield Problem(_("{column}: “{value}” is not a whole number.", **values))
        elif not self.low <= value <= self.high:
            yield Problem(
                _(
                    "{column}: {value} is out of range, from {low} to {high}.",
                    column=self.name,
                    value=value,
                    low=self.low,
                    high=self.high,
                )
            )


def no_fault(owner: Seat, row: Mapping[str, int]) -> None:
    """Default of `Figures.row_fault`: any numbers can be together in a row."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Figures(PerSeat):
    """Several small whole numbers for each seat; `row_fault` returns why those of one seat cannot
    be.

    With `by_seat`, the answer is a list with an object for each seat; otherwise an object with, for
    each column, a list in seat order. Files have both forms: rounds are by seat, ties by column.
    """

    kind = "figures"
    columns: Sequence[FigureColumn]
    row_fault: Callable[[Seat, Mapping[str, int]], Text | None] = no_fault
    by_seat: bool = True

    @property
    def piece_count(self) -> int:
        """How many figures a complete answer has."""
        return len(self.seats) * len(self.columns)

    def placed_count(self, answer: Any) -> int:
        """Return how many figures are given."""
        given = [value for row in self.values(answer) or () for value in row.values()]
        return sum(value is not None for value in given)

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` figures are missing."""
        return _n("{n} number to enter", "{n} numbers to enter", n)

    def read_value(self, form: Form, owner: Seat) -> dict[str, Any]:
        return {
            column.key: number_in(form, self.field_of(owner, column.key)) for column in self.columns
        }

    def completed(self, values: list[dict[str, Any]]) -> Any:
        if self.by_seat:
            return values
        return {column.key: [row[column.key] for row in values] for column in self.columns}

    def value_fields(self, owner: Seat, value: dict[str, int]) -> dict[str, str]:
        return {self.field_of(owner, key): str(figure) for key, figure in value.items()}

    def is_value(self, value: Any) -> bool:
        keys = {column.key for column in self.columns}
        return isinstance(value, dict) and value.keys() == keys

    def values(self, answer: Any) -> list[Any] | None:
        if self.by_seat:
            return super().values(answer)
        columns = list(answer.values()) if isinstance(answer, dict) else [None]
        if any(not isinstance(c, list) or len(c) != len(self.seats) for c in columns):
            return None
        rows = zip(*columns, strict=True)
        return super().values([dict(zip(answer, row, strict=True)) for row in rows])

    def wrong_shape(self, answer: Any) -> Text:
        return _(
            "“{answer}” does not give {columns} for each of {seats} players.",
            answer=quoted(answer),
            columns=[column.key for column in self.columns],
            seats=len(self.seats),
        )

    def value_problems(self, owner: Seat, value: Any, used: Used) -> Iterator[Problem]:
        problems = [
            problem for column in self.columns for problem in column.problems(value[column.key])
        ]
        yield from problems
        if not problems and (why := self.row_fault(owner, value)):
            yield Problem(why)

    def describe_value(self, owner: Seat, value: dict[str, int]) -> Text:
        figures = [column.unit(value[column.key]) for column in self.columns]
        return _("{seat}: {figures}", seat=owner, figures=figures)

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        reseat = super().reseated
        if self.by_seat:
            return reseat(answer, order)
        return {key: reseat(column, order) for key, column in answer.items()}
