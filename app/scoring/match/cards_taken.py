"""The cards of a deal while they are entered: who took which, who doubled it, and the points so
far.

Games ask this where single cards cost points, as Trex does for the king and the queens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.scoring.match.replay import CheckedEvent, Standing
from app.scoring.model.seats import Part, Seat
from app.scoring.model.text import Signed, Text, _
from app.scoring.prompts import Assign, Player, Prompt, cards_of
from app.scoring.prompts.base import Form, Reply


@dataclass(frozen=True)
class DoublingText:
    """The meaning of a doubling: who doubled and took the card, once that is known, and the
    points."""

    whose: Text | None
    points: Text


class CardsTaken:
    """The cards that a question and its follow-ups ask for, as they are entered in `form`.

    `doubled` has the seat that doubled a card, also if that was noted before (`noted`), and `taken`
    the seat that took it, as far as entered. `doubling` is the question who doubles, None if the
    deal has none; `is_noted` says that it was answered, if only with nobody.
    """

    def __init__(self, waiting: Prompt, standing: Standing, form: Form) -> None:
        self._waiting, self._table, self._form = waiting, standing.table, form
        self._sign = -1 if standing.table.reversed else 1
        self.prompts = [
            prompt for prompt in waiting.required if isinstance(prompt, Assign | Player)
        ]
        skippable = waiting.skippable
        self.doubling = skippable if isinstance(skippable, Assign) else None
        self.noted: Mapping[str, Seat] = {}
        key = waiting.key
        for answered in standing.answers_of_deal:
            prompt = answered.prompt
            if not isinstance(prompt, Assign) or not prompt.may_have_gaps:
                continue
            if key in [other.key for other in prompt.group]:
                self.doubling, self.noted = prompt, prompt.value(answered.answer)
        self.is_noted = self.doubling is not None and self.doubling is not skippable
        self.doubled = dict(self.noted)
        if self.doubling and not self.is_noted:
            self.doubled |= seats_typed(self.doubling, form)
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
        if self.doubling is None or self.doubling.costs is None:
            return {}
        costs = self.doubling.costs
        return {
            card: self._line(card, costs(card, self.noted.get(card)))
            for card in self.doubling.cards
        }

    def _line(self, card: str, cost: Text) -> DoublingText:
        doubler, taker = self.doubled.get(card), self.taken.get(card)
        if doubler is None or taker is None:
            return DoublingText(None, cost)
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
    def is_before_play(self) -> bool:
        """Whether somebody may still double: no card is taken, and no card was noted as doubled
        that leaves none.

        Nobody who does not is asked: only the phone knows that the first card was played.
        """
        if self.doubling is None or self.taken:
            return False
        return not self.is_noted or 0 < len(self.noted) < len(self.doubling.cards)

    @property
    def note(self) -> CheckedEvent | None:
        """The line that notes who doubles, as `form` says, or changes what was noted; None if that
        is nothing new.

        Raises `Refused` with every problem.
        """
        if self.doubling is None:
            return None
        reply = Reply(self.doubling, self._form)
        reply.check()
        noted = {card: seat.index for card, seat in self.noted.items()}
        if reply.answer == noted:
            return None
        if self.is_noted:
            return CheckedEvent("correction", self.doubling, reply.answer)
        return CheckedEvent("entry", self.doubling, reply.answer)

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
