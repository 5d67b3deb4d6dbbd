"""A pane: the questions of one screen, what a form says to them, and the cards that it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring.events import Event
from app.scoring.match import Match
from app.scoring.parts import Part
from app.scoring.problems import Problem, Refused
from app.scoring.prompts import Assign, Player, Prompt, cards_of
from app.scoring.prompts.base import Form, Replies, Reply
from app.scoring.replay import Answered, Checked
from app.scoring.seats import Seat
from app.scoring.text import Signed, Text, _

PANE = "pane"
"""The form field that says which pane to turn to; without it the form is saved."""


def entry_of(prompt: Prompt, answer: object) -> Event:
    """The line that answers a question."""
    return Event("entry", prompt.deal, prompt.key, answer)


@dataclass(frozen=True, eq=False)
class Pane:
    """The questions of one screen: the one that `match` is `waiting` for, and those with it.

    That is the match as it would be with the answers on the panes before. `names` are those of all
    panes, none where there is only one, and `place` says which of them this is.
    """

    match: Match
    waiting: Prompt
    replies: Replies
    names: Sequence[Text]
    place: int = 0

    @cached_property
    def prompt(self) -> Prompt:
        """The question whose words are shown: the last one."""
        return self.waiting.shown

    @property
    def first(self) -> Prompt | None:
        """The question that may be passed over, if it comes first."""
        return self.waiting if self.waiting.then and self.waiting.optional else None

    @property
    def questions(self) -> Sequence[Prompt]:
        """The questions that are not passed over."""
        return self.waiting.together[1 if self.first else 0 :]

    @property
    def tell(self) -> Sequence[Text]:
        """What the table does before it can answer."""
        return [line for prompt in self.waiting.together for line in prompt.tell]

    @property
    def goes_on(self) -> bool:
        """Whether another pane comes after this one."""
        return len(self.prompt.steps) > 1

    @property
    def save(self) -> Text:
        """What the button says once everything is entered here."""
        if self.goes_on:
            return _("Next: {step}", step=self.prompt.steps[1])
        return self.prompt.save

    @property
    def is_begun(self) -> bool:
        """Whether the form has anything for the questions here."""
        return any(self.replies[prompt].typed for prompt in self.waiting.together)

    @cached_property
    def _outcome(self) -> tuple[list[Reply], Sequence[Problem]]:
        """The answers to the questions here, or what is wrong with them."""
        # What no longer fits can be said anew: nothing is an answer then too.
        is_asked_anew = bool(self.match.standing.problems)
        try:
            answers = self.waiting.answers_in(self.replies, anew=is_asked_anew)
            last = answers[-1].prompt
            # A doubling alone can be saved, because it is known before the cards are played.
            # Whoever wants to turn the pane has meant to answer all that is asked on it.
            if PANE in self.replies.form and not last.optional and last is not self.prompt:
                self.replies[self.prompt].check()
        except Refused as refused:
            return [], refused.problems
        return answers, ()

    @property
    def answers(self) -> list[Reply]:
        """The replies that answer the questions here, none if something is wrong with them."""
        return self._outcome[0]

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong or missing here."""
        return self._outcome[1]

    @property
    def answered(self) -> list[Answered]:
        """The questions here with their answers, none if something is wrong with them."""
        return [Answered(reply.prompt, reply.answer) for reply in self.answers]

    @property
    def checked(self) -> list[Checked]:
        """The lines that the answers here add to the log."""
        return [
            Checked(entry_of(reply.prompt, reply.answer), by=reply.prompt) for reply in self.answers
        ]

    @property
    def is_one_change(self) -> bool:
        """Whether an undo takes back all answers here at once: those that stand in the same rows.

        What else is saved together, such as the panes of Complex, is taken back one by one.
        """
        return self.first is None

    @property
    def others(self) -> list[tuple[str, str]]:
        """What the form has for questions of other panes."""
        # They ride along as hidden fields, since nothing is written before the last pane: so going
        # back loses nothing, and a form without a script holds all of it too.
        mine = {"after", PANE, "way", "skip", *(prompt.key for prompt in self.waiting.together)}
        if len(self.names) < 2:
            return []
        # A part of a multipart form may have no name at all.
        return [
            (name, value)
            for name, value in self.replies.form.items()
            if name and name.partition(".")[0] not in mine
        ]


# --- cards that were taken ----------------------------------------------------------------------


@dataclass(frozen=True)
class Doubling:
    """What a doubling means: who doubled and took it, once that is known, and the points."""

    whose: Text | None
    points: Text


class CardsTaken:
    """The cards of a pane as they are entered in `form`.

    `doubled` has who doubled a card, also if that was noted before (`noted`, with the question
    that it answered), and `taken` who took it, as far as it is known.
    """

    def __init__(self, pane: Pane, form: Form) -> None:
        self._pane = pane
        self.prompts = [prompt for prompt in pane.questions if isinstance(prompt, Assign | Player)]
        self.noted: Mapping[str, Seat] = {}
        self.noted_by: Prompt | None = None
        key = pane.waiting.key
        for answered in pane.match.standing.answers_of_the_deal:
            prompt = answered.prompt
            is_doubling = isinstance(prompt, Assign) and prompt.partial
            if is_doubling and key in [other.key for other in prompt.together]:
                self.noted_by, self.noted = prompt, prompt.meaning(answered.answer)
        self.doubled = dict(self.noted)
        if isinstance(pane.first, Assign):
            self.doubled |= seats_in(pane.first, form)
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
        table = self._pane.match.standing.table
        parts = [part for card in self.taken for part in self.parts(card)]
        if not parts:
            return None
        return [self._sign * points for points in table.points(parts)]

    @property
    def lines(self) -> dict[str, Doubling]:
        """What is said of a doubling: what it costs, and once the card is taken, whom."""
        doubling = self._pane.first
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
        return -1 if self._pane.match.standing.table.reversed else 1

    @property
    def is_note(self) -> bool:
        """Whether only a doubling is entered, which can be noted before it is known who took
        what."""
        return not self.taken and len(self.doubled) > len(self.noted)

    @property
    def save(self) -> Text:
        """What the button says when nothing is missing."""
        return self._pane.waiting.save if self.is_note else self._pane.save

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
        prompt = self._pane.prompt
        unit = prompt.unit if isinstance(prompt, Assign) else cards_of
        cards = len(self.taken) + self.left
        left = (_("{cards} to place", cards=unit(n)) for n in range(1, cards + 1))
        return [self._pane.save, *left]


def seats_in(prompt: Assign | Player, form: Form) -> dict[str, Seat]:
    """Who has each card, as far as `form` says so and it can be."""
    seats = {str(seat.index): seat for seat in prompt.seats}
    named = {card: form.get(field, "").strip() for card, field in prompt.fields.items()}
    return {card: seats[index] for card, index in named.items() if index in seats}
