"""The questions about cards with symbols: what a form says of one, and a deck of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.model.cards import (
    COMMON_SYMBOLS,
    Face,
    HouseDeck,
    describe_face,
    face_problems,
    is_same_face,
)
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, InPieces, number_in
from app.scoring.prompts.choices import Choose


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


def with_symbols(old: Face, face: Face) -> Face:
    """Return `old` with the symbols of `face`, and as it is if it shows them already."""
    return old if is_same_face(old, face) else old | {k: face[k] for k in ("symbols", "large")}


@dataclass(frozen=True, kw_only=True, eq=False)
class NumberedCards(InPieces):
    """A question whose pieces are cards numbered 1 to `highest`, each with its symbols.

    The page offers `symbols`, others can be typed; `sizes` are the two possible numbers of symbols
    on a card.
    """

    symbols: ClassVar[Mapping[str, Text]] = COMMON_SYMBOLS
    sizes: Sequence[int]
    highest: int

    @property
    def numbers(self) -> range:
        """The numbers of the cards."""
        return range(1, self.highest + 1)

    def faces_in(self, answer: Any) -> dict[str, Face]:
        """Return what a legal answer says of the face of each card, by its number as text."""
        return {}

    def with_face(self, answer: Any, number: int, face: Face) -> Any:
        """Return a legal answer in which the card with this number shows `face`; the same if it
        says nothing of that card."""
        return answer

    def face_problems(self, face: Any, *more_keys: str) -> Iterator[Problem]:
        """Yield what is wrong with one card, which may have `more_keys`."""
        return face_problems(face, self.sizes, *more_keys)

    def is_whole_face(self, face: Any) -> bool:
        """Whether a card has as many symbols as a card can have."""
        return isinstance(face, dict) and len(face.get("symbols", ())) in self.sizes

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
        sizes = [len(face["symbols"]) for face in faces if not self.is_whole_face(face)]
        too_few = [n for n in sizes if n < max(self.sizes)]
        n = len(too_few) or self.piece_count + len(sizes)
        return self.unfit_texts[n - 1] if sizes and len(faces) == self.piece_count else None


@dataclass(frozen=True, kw_only=True, eq=False)
class Deck(NumberedCards):
    """The faces of the cards 1 to `highest`, by number as text.

    It is a house rule that is needed only with one choice of another one: with `way_of_deck` of
    `way`, the way to score a round. With `way_of_learning` it has the cards that are known when a
    match begins. `warnings` returns what is legal but looks mistaken; `house` is a deck of ours for
    those who have none.
    """

    kind = "deck"
    warnings: Callable[[Mapping[str, Face]], Sequence[Text]]
    house: HouseDeck
    way: Choose
    way_of_deck: str
    way_of_learning: str

    @property
    def piece_count(self) -> int:
        """How many cards a complete answer has."""
        return self.highest

    def placed_count(self, answer: Any) -> int:
        """Return how many cards have all their symbols."""
        return sum(map(self.is_whole_face, (answer or {}).values()))

    def faces_in(self, answer: Any) -> dict[str, Face]:
        return dict(answer or {})

    def with_face(self, answer: Any, number: int, face: Face) -> Any:
        old = self.faces_in(answer).get(str(number))
        return answer | {str(number): with_symbols(old, face)} if old else answer

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
        for problem in self.face_problems(face):
            message = _("Card {number}: {fault}", number=number, fault=problem.message)
            yield Problem(message, at=number, is_gap=problem.is_gap)

    def has_field(self, name: str) -> bool:
        """Whether this is the name of a form field for a card."""
        return name.startswith(self.field(""))

    def items(self, answer: dict[str, Face]) -> Sequence[Text]:
        if self.house.is_same(answer):
            return ()
        return [
            _("{number} {face}", number=int(number), face=describe_face(face))
            for number, face in sorted(answer.items())
        ]

    def describe(self, answer: dict[str, Face]) -> Text:
        return self.house.label if self.house.is_same(answer) else super().describe(answer)
