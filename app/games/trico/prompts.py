"""Prompts of Trico: a deck of cards with symbols, and which of them each player kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring import Problem, Seat, Text, _, _n
from app.scoring.model.cards import COMMON_SYMBOLS, CardNumbers, CardSymbols
from app.scoring.model.problems import quoted
from app.scoring.prompts import cards_of
from app.scoring.prompts.base import Form, InPieces, is_whole, parse_whole

SYMBOLS_ON_A_CARD = (3, 5)
LONGEST_WORD = 30
Face = dict[str, Any]


def read_face(form: Form, name: str) -> Face | None:
    """The card whose form fields begin with `name`, None if nothing was marked.

    ``name.has`` and ``name.large`` with a symbol are check boxes; ``name.other`` takes free words,
    a star behind a word makes it a large one.
    """
    large = [word for word in COMMON_SYMBOLS if form.get(f"{name}.large.{word}")]
    symbols = [word for word in COMMON_SYMBOLS if form.get(f"{name}.has.{word}") or word in large]
    for word in re.split(r"[\s,;]+", form.get(f"{name}.other", "")):
        bare = word.strip("*").casefold()
        if bare:
            symbols.append(bare)
            large += [bare] if word.endswith("*") else []
    return {"symbols": symbols, "large": large} if symbols else None


def fill_face(face: Face, name: str) -> dict[str, str]:
    """The form fields that give `face` again."""
    fields = {}
    large = face.get("large", [])
    for word in face["symbols"]:
        if word in COMMON_SYMBOLS:
            fields[f"{name}.{'large' if word in large else 'has'}.{word}"] = "on"
    other = [w + "*" * (w in large) for w in face["symbols"] if w not in COMMON_SYMBOLS]
    return fields | {f"{name}.other": " ".join(other)} if other else fields


def face_faults(face: Any, extra: frozenset[str] = frozenset()) -> Iterator[Problem]:
    """What is wrong with one card: 3 or 5 different symbols, the large ones among them."""
    if face is None:
        yield Problem(_("which symbols does it show?"), is_gap=True)
        return
    if not isinstance(face, dict) or not {"symbols"} <= face.keys() <= {
        "symbols",
        "large",
        *extra,
    }:
        yield Problem(_("“{face}” does not give symbols and large ones.", face=quoted(face)))
        return
    symbols, large = face["symbols"], face.get("large", [])
    for words in (symbols, large):
        if not isinstance(words, list) or not all(is_word(word) for word in words):
            message = _(
                "“{words}” is not a list of words of at most {longest} letters.",
                words=quoted(words),
                longest=LONGEST_WORD,
            )
            yield Problem(message)
            return
    times: Counter[str] = Counter(symbols)
    for word in times:
        if times[word] > 1:
            yield Problem(_("{word} stands there twice.", word=word))
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


def is_whole_face(face: Any) -> bool:
    """Whether a card shows as many symbols as a card can."""
    return isinstance(face, dict) and len(face.get("symbols", ())) in SYMBOLS_ON_A_CARD


def cards_to_enter(n: int) -> Text:
    """What is missing when `n` cards are."""
    return _n("{n} card to enter", "{n} cards to enter", n)


def is_word(value: Any) -> bool:
    """A word that can name a symbol."""
    return isinstance(value, str) and 0 < len(value.strip()) <= LONGEST_WORD


def describe_face(face: Face) -> Text:
    """The symbols of a card, the large ones with a star."""
    large = face.get("large", [])
    words = CardSymbols(" ".join(word + "*" * (word in large) for word in face["symbols"]))
    return _("{words}", words=words)


def no_doubts(deck: Mapping[str, Face]) -> Sequence[Text]:
    """A deck that nothing is known about looks right."""
    return ()


def no_name(deck: Mapping[str, Face]) -> Text | None:
    """A deck that nobody has named."""
    return None


@dataclass(frozen=True, kw_only=True, eq=False)
class Deck(InPieces):
    """The faces of the numbered cards 1 to `highest`, by number as text.

    As a house rule it may be wanted only with one choice of another one: `wanted_with` has both
    keys. `doubts` says what is legal but looks mistaken; `name_of` what a deck is called that has
    a name.
    """

    kind = "deck"
    highest: int
    wanted_with: tuple[str, str] | None = None
    doubts: Callable[[Mapping[str, Face]], Sequence[Text]] = no_doubts
    name_of: Callable[[Mapping[str, Face]], Text | None] = no_name

    @property
    def numbers(self) -> range:
        """The numbers of the cards."""
        return range(1, self.highest + 1)

    @property
    def symbols(self) -> Mapping[str, Text]:
        """The symbols that are offered; others can be written."""
        return COMMON_SYMBOLS

    @property
    def sizes(self) -> Sequence[int]:
        """How many symbols a card can show."""
        return SYMBOLS_ON_A_CARD

    @property
    def pieces(self) -> int:
        """How many cards make a whole answer."""
        return self.highest

    def left(self, n: int) -> Text:
        """What is missing when `n` cards are."""
        return cards_to_enter(n)

    def placed(self, answer: Any) -> int:
        """How many cards show as many symbols as a card has."""
        return sum(map(is_whole_face, (answer or {}).values()))

    def read(self, form: Form) -> Any:
        faces = {str(n): read_face(form, self.field(n)) for n in self.numbers}
        return {n: face for n, face in faces.items() if face} or None

    def shape_problems(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, dict):
            return [Problem(_("“{answer}” is not a deck.", answer=quoted(answer)))]
        problems = [
            Problem(_("There is no card “{card}”.", card=quoted(card)))
            for card in answer
            if card not in map(str, self.numbers)
        ]
        for number in self.numbers:
            for fault in face_faults(answer.get(str(number))):
                message = _("Card {number}: {fault}", number=number, fault=fault.message)
                problems.append(Problem(message, at=number, is_gap=fault.is_gap))
        return problems

    def fill(self, answer: Any) -> dict[str, str]:
        fields: dict[str, str] = {}
        for number, face in (answer or {}).items():
            fields |= fill_face(face, self.field(number))
        return fields

    def items(self, answer: dict[str, Face]) -> Sequence[Text]:
        if self.name_of(answer):
            return ()
        return [
            _("{number} {face}", number=int(number), face=describe_face(face))
            for number, face in sorted(answer.items())
        ]

    def describe(self, answer: dict[str, Face]) -> Text:
        return self.name_of(answer) or super().describe(answer)


@dataclass(frozen=True, kw_only=True, eq=False)
class Faces(InPieces):
    """For each seat the faces of the `cards_each` cards kept; a card's number may be left out."""

    kind = "faces"
    seats: Sequence[Seat]
    cards_each: int
    highest: int

    @property
    def slots(self) -> range:
        """The places of one player's cards."""
        return range(self.cards_each)

    @property
    def symbols(self) -> Mapping[str, Text]:
        """The symbols that are offered; others can be written."""
        return COMMON_SYMBOLS

    @property
    def sizes(self) -> Sequence[int]:
        """How many symbols a card can show."""
        return SYMBOLS_ON_A_CARD

    @property
    def pieces(self) -> int:
        """How many cards make a whole answer."""
        return self.cards_each * len(self.seats)

    def left(self, n: int) -> Text:
        """What is missing when `n` cards are."""
        return cards_to_enter(n)

    def placed(self, answer: Any) -> int:
        """How many cards show as many symbols as a card has."""
        return sum(is_whole_face(face) for kept in answer or () for face in kept)

    def read(self, form: Form) -> Any:
        answer = []
        for seat in self.seats:
            cards = []
            for slot in self.slots:
                face = read_face(form, self.field(seat.index, slot))
                number = form.get(self.field(seat.index, slot, "number"), "").strip()
                if number:
                    face = {"number": parse_whole(number), **(face or {"symbols": [], "large": []})}
                cards.append(face)
            answer.append(cards)
        return answer if any(face for cards in answer for face in cards) else None

    def shape_problems(self, answer: Any) -> list[Problem]:
        if (
            not isinstance(answer, list)
            or len(answer) != len(self.seats)
            or not all(
                isinstance(cards, list) and len(cards) == self.cards_each for cards in answer
            )
        ):
            return [
                Problem(
                    _(
                        "“{answer}” does not give {each} cards for each of {seats} players.",
                        answer=quoted(answer),
                        each=self.cards_each,
                        seats=len(self.seats),
                    )
                )
            ]
        problems = []
        owner: dict[int, Seat] = {}
        for seat, cards in zip(self.seats, answer, strict=True):
            for slot, face in enumerate(cards, start=1):
                faults = list(face_faults(face, frozenset({"number"})))
                if isinstance(face, dict) and "number" in face:
                    faults += self._number_faults(face["number"], seat, owner)
                for fault in faults:
                    message = _("Card {slot}: {fault}", slot=slot, fault=fault.message)
                    problems.append(Problem(message, at=seat.index, is_gap=fault.is_gap))
        return problems

    def _number_faults(self, number: Any, seat: Seat, owner: dict[int, Seat]) -> list[Problem]:
        if not is_whole(number) or not 1 <= number <= self.highest:
            message = _(
                "“{number}” is not a card number from 1 to {highest}.",
                number=quoted(number),
                highest=self.highest,
            )
            return [Problem(message)]
        if number in owner:
            message = _("number {number} is already {seat}’s.", number=number, seat=owner[number])
            return [Problem(message)]
        owner[number] = seat
        return []

    def value(self, answer: list[list[Face]]) -> dict[Seat, list[Face]]:
        return dict(zip(self.seats, answer, strict=True))

    def fill(self, answer: list[list[Face]]) -> dict[str, str]:
        fields: dict[str, str] = {}
        for seat, cards in zip(self.seats, answer, strict=True):
            for slot, face in enumerate(cards):
                fields |= fill_face(face, self.field(seat.index, slot))
                if "number" in face:
                    fields[self.field(seat.index, slot, "number")] = str(face["number"])
        return fields

    def reseated(self, answer: list[list[Face]], order: Sequence[int]) -> list[list[Face]]:
        return [answer[old] for old in order]

    def items(self, answer: list[list[Face]]) -> Sequence[Text]:
        return [
            _("{seat}: {faces}", seat=seat, faces=[describe_face(face) for face in cards])
            for seat, cards in zip(self.seats, answer, strict=True)
        ]


@dataclass(frozen=True, kw_only=True, eq=False)
class Pick(InPieces):
    """For each seat `cards_each` of the numbered cards 1 to `highest`; no card twice.

    `deck` has the face of each card by its number as text, so that it can be shown. `ask_of` is the
    question about one player.

    On a form, the last seat gets what is left if that is just enough.
    """

    kind = "pick"
    seats: Sequence[Seat]
    cards_each: int
    highest: int
    deck: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    ask_of: Callable[[Seat], Text] | None = None

    @property
    def pieces(self) -> int:
        """How many cards make a whole answer."""
        return self.cards_each * len(self.seats)

    def left(self, n: int) -> Text:
        """What is missing when `n` cards are."""
        return _("{cards} to choose", cards=cards_of(n))

    @property
    def numbers(self) -> range:
        """The cards that can be picked."""
        return range(1, self.highest + 1)

    def placed(self, answer: Any) -> int:
        """How many cards are chosen, of nobody more than there are to choose."""
        return sum(min(len(cards), self.cards_each) for cards in answer or ())

    def read(self, form: Form) -> Any:
        answer: list[list[int]] = []
        for seat in self.seats:
            answer.append([n for n in self.numbers if form.get(self.field(seat.index, n))])
        if not any(answer):
            return None
        left = [n for n in self.numbers if not any(n in cards for cards in answer)]
        if not answer[-1] and len(left) == self.cards_each:
            answer[-1] = left
        return answer

    def shape_problems(self, answer: Any) -> list[Problem]:
        if (
            not isinstance(answer, list)
            or len(answer) != len(self.seats)
            or not all(isinstance(cards, list) for cards in answer)
        ):
            return [
                Problem(
                    _(
                        "“{answer}” is not a list of {seats} lists of cards, one for each player.",
                        answer=quoted(answer),
                        seats=len(self.seats),
                    )
                )
            ]
        problems = []
        owner: dict[int, Seat] = {}
        for seat, cards in zip(self.seats, answer, strict=True):
            for number in cards:
                if fault := self._fault(number, owner):
                    problems.append(Problem(fault, at=seat.index))
                elif is_whole(number):
                    owner[number] = seat
            if len(cards) != self.cards_each:
                problems.append(
                    Problem(
                        _n(
                            "{seat} has {n} card, not {each}.",
                            "{seat} has {n} cards, not {each}.",
                            len(cards),
                            seat=seat,
                            each=self.cards_each,
                        ),
                        at=seat.index,
                        is_gap=len(cards) < self.cards_each,
                    )
                )
        return problems

    def _fault(self, number: Any, owner: Mapping[int, Seat]) -> Text | None:
        if not is_whole(number) or number not in self.numbers:
            return _(
                "“{number}” is not a card: they are numbered 1 to {highest}.",
                number=quoted(number),
                highest=self.highest,
            )
        if number in owner:
            return _("Card {number} is already {seat}’s.", number=number, seat=owner[number])
        return None

    def holder(self, form: Form, number: int) -> Seat | None:
        """The first who has tapped a card on a form, None if nobody has."""
        return next((s for s in self.seats if form.get(self.field(s.index, number))), None)

    def value(self, answer: list[list[int]]) -> dict[Seat, list[int]]:
        return dict(zip(self.seats, answer, strict=True))

    def fill(self, answer: list[list[int]]) -> dict[str, str]:
        return {
            self.field(seat.index, number): "on"
            for seat, cards in zip(self.seats, answer, strict=True)
            for number in cards
        }

    def reseated(self, answer: list[list[int]], order: Sequence[int]) -> list[list[int]]:
        return [answer[old] for old in order]

    def items(self, answer: list[list[int]]) -> Sequence[Text]:
        return [
            _("{seat} {cards}", seat=seat, cards=CardNumbers(", ".join(map(str, sorted(cards)))))
            for seat, cards in zip(self.seats, answer, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure asked of each seat: its key, heading and range, and a number of it in words."""

    key: str
    name: Text
    low: int
    high: int
    unit: Callable[[int], Text]


@dataclass(frozen=True, kw_only=True, eq=False)
class Figures(InPieces):
    """Several small whole numbers for each seat.

    `by_seat`: the answer is a list with an object for each seat; otherwise an object with, for
    each column, a list in seat order.
    """

    kind = "figures"
    seats: Sequence[Seat]
    columns: Sequence[Figure]
    by_seat: bool = True

    @property
    def pieces(self) -> int:
        """How many figures make a whole answer."""
        return len(self.seats) * len(self.columns)

    def left(self, n: int) -> Text:
        """What is missing when `n` figures are."""
        return _n("{n} number to enter", "{n} numbers to enter", n)

    def placed(self, answer: Any) -> int:
        """How many figures are given."""
        given = [value for row in self._rows(answer) or () for value in row.values()]
        return sum(value is not None for value in given)

    def read(self, form: Form) -> Any:
        rows = []
        for seat in self.seats:
            typed = {
                column.key: form.get(self.field(seat.index, column.key), "").strip()
                for column in self.columns
            }
            rows.append({key: parse_whole(text) if text else None for key, text in typed.items()})
        if all(value is None for row in rows for value in row.values()):
            return None
        if self.by_seat:
            return rows
        return {column.key: [row[column.key] for row in rows] for column in self.columns}

    def shape_problems(self, answer: Any) -> list[Problem]:
        rows = self._rows(answer)
        if rows is None:
            return [
                Problem(
                    _(
                        "“{answer}” does not give {columns} for each of {seats} players.",
                        answer=quoted(answer),
                        columns=[column.key for column in self.columns],
                        seats=len(self.seats),
                    )
                )
            ]
        problems = []
        for seat, row in zip(self.seats, rows, strict=True):
            for column in self.columns:
                if fault := self._fault(column, row[column.key]):
                    is_gap = row[column.key] is None
                    problems.append(Problem(fault, at=seat.index, is_gap=is_gap))
        return problems

    def _rows(self, answer: Any) -> list[dict[str, Any]] | None:
        keys = {column.key for column in self.columns}
        if self.by_seat:
            fits = (
                isinstance(answer, list)
                and len(answer) == len(self.seats)
                and all(isinstance(row, dict) and row.keys() == keys for row in answer)
            )
            return answer if fits else None
        fits = (
            isinstance(answer, dict)
            and answer.keys() == keys
            and all(
                isinstance(values, list) and len(values) == len(self.seats)
                for values in answer.values()
            )
        )
        if not fits:
            return None
        return [{key: answer[key][place] for key in keys} for place in range(len(self.seats))]

    def _fault(self, column: Figure, value: Any) -> Text | None:
        if value is None:
            return _("{column}: how many?", column=column.name)
        if not is_whole(value):
            return _(
                "{column}: “{value}” is not a whole number.",
                column=column.name,
                value=quoted(value),
            )
        if not column.low <= value <= column.high:
            return _(
                "{column}: {value} is out of range, from {low} to {high}.",
                column=column.name,
                value=value,
                low=column.low,
                high=column.high,
            )
        return None

    def value(self, answer: Any) -> dict[Seat, dict[str, int]]:
        return dict(zip(self.seats, self._rows(answer) or [], strict=True))

    def fill(self, answer: Any) -> dict[str, str]:
        return {
            self.field(seat.index, key): str(value)
            for seat, row in self.value(answer).items()
            for key, value in row.items()
        }

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        if self.by_seat:
            return [answer[old] for old in order]
        return {key: [values[old] for old in order] for key, values in answer.items()}

    def items(self, answer: Any) -> Sequence[Text]:
        return [
            _(
                "{seat}: {figures}",
                seat=seat,
                figures=[column.unit(row[column.key]) for column in self.columns],
            )
            for seat, row in self.value(answer).items()
        ]
