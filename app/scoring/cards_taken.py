"""Cards taken: what is entered of who took each card and who doubled it, and what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.scoring.parts import Part
from app.scoring.prompts import Assign, Player, Prompt, cards_of
from app.scoring.prompts.base import Form
from app.scoring.replay import Standing
from app.scoring.seats import Seat
from app.scoring.text import Signed, Text, _


@dataclass(frozen=True)
class Doubling:
    """What a doubling means: who doubled and took it, once that is known, and the points."""

    whose: Text | None
    points: Text


class CardsTaken:
    """The cards that a question, and those shown with it, ask for, as they are entered in `form`.

    `doubled` has who doubled a card, also if that was noted before (`noted`, with the question
    that it answered), and `taken` who took it, as far as it is known.
    """

    def __init__(self, waiting: Prompt, standing: Standing, form: Form) -> None:
        self._waiting, self._table = waiting, standing.table
        self.prompts = [prompt for prompt in waiting.needed if isinstance(prompt, Assign | Player)]
        self.noted: Mapping[str, Seat] = {}
        self.noted_by: Prompt | None = None
        key = waiting.key
        for answered in standing.answers_of_the_deal:
            prompt = answered.prompt
            is_doubling = isinstance(prompt, Assign) and prompt.partial
            if is_doubling and key in [other.key for other in prompt.together]:
                self.noted_by, self.noted = prompt, prompt.meaning(answered.answer)
        self.doubled = dict(self.noted)
        if isinstance(waiting.first, Assign):
            self.doubled |= seats_in(waiting.first, form)
        self.taken = {
            card: seat for prompt in self.prompts for card, seat in seats_in(prompt, form).items()
        }

    def parts(self, card: str) -> Sequence[Part]:
        """What a card scores, as far as it is known who took it."""
        prompt = next(prompt for prompt in self.prompts if card in prompt.fields)
        if card not in self.taken or prompt.parts is None:
            return ()
        return prompt.parts(card, self.taken[card], self.doubled.get(card))

    @property
    def points(self) -> Sequence[int] | None:
        """What each side has from the cards so far, in the signs of the table; None before the
        first, and where a card alone does not say."""
        parts = [part for card in self.taken for part in self.parts(card)]
        if not parts:
            return None
        return [self._sign * points for points in self._table.points(parts)]

    @property
    def lines(self) -> dict[str, Doubling]:
        """What is said of a doubling: what it costs, and once the card is taken, whom."""
        doubling = self._waiting.first
        if not isinstance(doubling, Assign):
            return {}
        return {card: self._line(card, doubling) for card in doubling.costs}

    def _line(self, card: str, doubling: Assign) -> Doubling:
        doubler, taker = self.doubled.get(card), self.taken.get(card)
        if doubler is None or taker is None:
            return Doubling(None, doubling.costs[card])
        points = [
            _("{seat} {points}", seat=part.seat, points=Signed(self._sign * part.points))
            for part in self.parts(card)
        ]
        if doubler == taker:
            whose = _("{doubler} doubled it and took it", doubler=doubler)
        else:
            whose = _("{doubler} doubled, {taker} took it", doubler=doubler, taker=taker)
        return Doubling(whose, _("{points}", points=points))

    @property
    def _sign(self) -> int:
        return -1 if self._table.reversed else 1

    @property
    def is_note(self) -> bool:
        """Whether only a doubling is entered, which can be noted before it is known who took
        what."""
        return not self.taken and len(self.doubled) > len(self.noted)

    @property
    def save(self) -> Text:
        """What the button says when nothing is missing."""
        return self._waiting.save if self.is_note else self._waiting.save_or_next

    @property
    def left(self) -> int:
        """How many cards nobody has yet."""
        return sum(len(prompt.fields) for prompt in self.prompts) - len(self.taken)

    @property
    def missing(self) -> Text:
        """What the button says of the cards that nobody has."""
        return self.what_is_left[self.left]

    @property
    def what_is_left(self) -> list[Text]:
        """What the button says for each number of cards that nobody has, for 0 that it goes on."""
        prompt = self._waiting.shown
        unit = prompt.unit if isinstance(prompt, Assign) else cards_of
        cards = len(self.taken) + self.left
        left = (_("{cards} to place", cards=unit(n)) for n in range(1, cards + 1))
        return [self._waiting.save_or_next, *left]


def seats_in(prompt: Assign | Player, form: Form) -> dict[str, Seat]:
    """Who has each card, as far as `form` says so and it can be."""
    seats = {str(seat.index): seat for seat in prompt.seats}
    named = {card: form.get(field, "").strip() for card, field in prompt.fields.items()}
    return {card: seats[index] for card, index in named.items() if index in seats}
