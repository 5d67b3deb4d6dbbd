"""The cards of a deal while they are entered: who took which, who doubled it, and the points so
far.

Games ask this where single cards cost points, as Trex does for the king and the queens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.scoring.match.replay import Standing
from app.scoring.model.seats import Part, Seat
from app.scoring.model.text import Signed, Text, _
from app.scoring.prompts import Assign, Player, Prompt, cards_of
from app.scoring.prompts.base import Form


@dataclass(frozen=True)
class DoublingText:
    """The meaning of a doubling: who doubled and took the card, once that is known, and the
    points."""

    whose: Text | None
    points: Text


class CardsTaken:
    """The cards that a question and its follow-ups ask for, as they are entered in `form`.

    `doubled` has the seat that doubled a card, also if that was noted before (`noted`; `noted_by`
    is the question that it answered), and `taken` the seat that took it, as far as entered.
    """

    def __init__(self, waiting: Prompt, standing: Standing, form: Form) -> None:
        self._waiting, self._table = waiting, standing.table
        self._sign = -1 if standing.table.reversed else 1
        self.prompts = [
            prompt for prompt in waiting.required if isinstance(prompt, Assign | Player)
        ]
        self.noted: Mapping[str, Seat] = {}
        self.noted_by: Prompt | None = None
        key = waiting.key
        for answered in standing.answers_of_deal:
            prompt = answered.prompt
            is_doubling = isinstance(prompt, Assign) and prompt.may_have_gaps
            if is_doubling and key in [other.key for other in prompt.group]:
                self.noted_by, self.noted = prompt, prompt.value(answered.answer)
        self.doubled = dict(self.noted)
        if isinstance(waiting.skippable, Assign):
            self.doubled |= seats_typed(waiting.skippable, form)
        self.taken = {
            card: seat
            for prompt in self.prompts
            for card, seat in seats_typed(prompt, form).items()
        }

    def parts(self, card: str) -> Sequence[Part]:
        """Return what a card scores, empty while its taker is not entered."""
        prompt = next(prompt for prompt in self.prompts if card in prompt.fields)
        if card not in self.taken or prompt.parts is None:
            return ()
        return prompt.parts(card, self.taken[card], self.doubled.get(card))

    @property
    def points(self) -> Sequence[int] | None:
        """The points of each side for the cards so far, in the signs of the table; None before the
        first card, and if the points do not depend on single cards."""
        parts = [part for card in self.taken for part in self.parts(card)]
        if not parts:
            return None
        return [self._sign * points for points in self._table.points(parts)]

    @property
    def doubling_texts(self) -> dict[str, DoublingText]:
        """The text of each possible doubling: what it costs, and once the card is taken, whom."""
        doubling = self._waiting.skippable
        if not isinstance(doubling, Assign):
            return {}
        return {card: self._line(card, doubling) for card in doubling.costs}

    def _line(self, card: str, doubling: Assign) -> DoublingText:
        doubler, taker = self.doubled.get(card), self.taken.get(card)
        if doubler is None or taker is None:
            return DoublingText(None, doubling.costs[card])
        points = [
            _("{seat} {points}", seat=part.seat, points=Signed(self._sign * part.points))
            for part in self.parts(card)
        ]
        if not points:
            points = [_("what it costs is asked next")]
        if doubler == taker:
            whose = _("{doubler} doubled it and took it", doubler=doubler)
        else:
            whose = _("{doubler} doubled, {taker} took it", doubler=doubler, taker=taker)
        return DoublingText(whose, _("{points}", points=points))

    @property
    def is_note(self) -> bool:
        """Whether only a doubling is entered, which can be saved before it is known who took the
        card."""
        return not self.taken and len(self.doubled) > len(self.noted)

    @property
    def save(self) -> Text:
        """The button label when nothing is missing."""
        return self._waiting.save if self.is_note else self._waiting.button_text

    @property
    def left(self) -> int:
        """How many cards have no taker yet."""
        return sum(len(prompt.fields) for prompt in self.prompts) - len(self.taken)

    @property
    def missing(self) -> Text:
        """The button label while cards have no taker."""
        return self.button_texts[self.left]

    @property
    def button_texts(self) -> list[Text]:
        """The button labels for 0, 1, 2 … cards without a taker."""
        prompt = self._waiting.last_in_group
        unit = prompt.unit if isinstance(prompt, Assign) else cards_of
        cards = len(self.taken) + self.left
        left = (_("{cards} to place", cards=unit(n)) for n in range(1, cards + 1))
        return [self._waiting.button_text, *left]


def seats_typed(prompt: Assign | Player, form: Form) -> dict[str, Seat]:
    """Return the seat of each card for which the form names one of the players."""
    seats = {str(seat.index): seat for seat in prompt.seats}
    named = {card: form.get(field, "").strip() for card, field in prompt.fields.items()}
    return {card: seats[index] for card, index in named.items() if index in seats}
