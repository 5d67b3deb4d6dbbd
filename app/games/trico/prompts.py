"""Prompts of Trico: which cards each player kept, by their numbers or by their symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring import Problem, Seat, Text, _, _n
from app.scoring.model.cards import CardNumbers, Face, describe_face, is_same_face
from app.scoring.model.problems import quoted
from app.scoring.prompts import PerSeat, cards_of
from app.scoring.prompts.base import Form, Used, is_whole
from app.scoring.prompts.decks import NumberedCards, fill_face, read_face, with_symbols

SYMBOLS_ON_A_CARD = (3, 5)


@dataclass(frozen=True, kw_only=True, eq=False)
class KeptCards(PerSeat, NumberedCards):
    """The `cards_each` cards that each player kept; `ask_of` returns the question about one
    player."""

    sizes: Sequence[int] = SYMBOLS_ON_A_CARD
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

    def are_values(self, values: Sequence[Any]) -> bool:
        return all(isinstance(value, list) for value in values)

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” is not a list of {n} list of cards, one for each player.",
            "“{answer}” is not a list of {n} lists of cards, one for each player.",
            len(self.seats),
            answer=quoted(answer),
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
        return sum(self.is_whole_face(face) for kept in answer or () for face in kept)

    def faces_in(self, answer: Any) -> dict[str, Face]:
        return numbered_faces(answer)

    def with_face(self, answer: Any, number: int, face: Face) -> Any:
        return [
            [with_symbols(kept, face) if kept.get("number") == number else kept for kept in hand]
            for hand in answer
        ]

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

    def are_values(self, values: Sequence[Any]) -> bool:
        return all(isinstance(faces, list) and len(faces) >= self.cards_each for faces in values)

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” does not give {n} card for each player, of whom there are {seats}.",
            "“{answer}” does not give {n} cards for each player, of whom there are {seats}.",
            self.cards_each,
            answer=quoted(answer),
            seats=len(self.seats),
        )

    def value_problems(self, owner: Seat, value: Any, used: Used) -> Iterator[Problem]:
        if len(value) > self.cards_each:
            words = _n(
                "{seat} has {n} card, not {each}.",
                "{seat} has {n} cards, not {each}.",
                len(value),
                seat=owner,
                each=self.cards_each,
            )
            yield Problem(words)
        for slot, face in enumerate(value, start=1):
            problems = list(self.face_problems(face, "number"))
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


def numbered_faces(hands: Iterable[Iterable[Face]]) -> dict[str, Face]:
    """Return what the cards that were entered with their numbers show, by number as text."""
    return {
        str(face["number"]): {"symbols": face["symbols"], "large": face.get("large", [])}
        for hand in hands
        for face in hand
        if "number" in face
    }
