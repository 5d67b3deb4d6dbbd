"""A correction: what a form says to a question that has its answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent
from app.scoring.match.seating import is_in_order
from app.scoring.model.problems import Problem
from app.scoring.prompts.base import Form, Reply


class Correction:
    """What a form says to a question that has its answer: another one, read and checked once.

    `order` has the seats that the form counts by in the order of now, none if they are the same:
    what was typed beside a name follows that player. Without a form it shows the answer that
    holds, and changes nothing.
    """

    def __init__(
        self,
        match: Match,
        earlier: AnsweredPrompt,
        form: Form | None = None,
        order: Sequence[int] = (),
    ) -> None:
        self.match = match
        self.earlier = earlier
        self._is_sent = form is not None
        # A question that was left out is not left out again unless the form says so.
        standing = {} if earlier.answer is None else earlier.fields
        self.reply = Reply(earlier.prompt, standing if form is None else form)
        self._order = () if is_in_order(order) else order

    @cached_property
    def new(self) -> AnsweredPrompt | None:
        """The question with the answer of the form; None if that cannot be right or is
        impossible in the seats of now."""
        if self.reply.problems:
            return None
        prompt, answer = self.reply.prompt, self.reply.answer
        if self._order and answer is not None:
            answer = prompt.reseated(answer, self._order)
            if answer is None:
                return None
        return AnsweredPrompt(prompt, answer)

    @property
    def is_out_of_order(self) -> bool:
        """Whether the players sit otherwise now, and what was typed cannot follow them."""
        return bool(self._order) and self.new is None

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the answer; none where it counts by seats of an older order."""
        return () if self._order else self.reply.problems

    @property
    def is_change(self) -> bool:
        """Whether it is another answer than before, and can be right."""
        # An answer may be kept in another form than its own fields give: that is no change.
        is_other = self.new is not None and self.new.answer != self.earlier.answer
        return self._is_sent and is_other

    @property
    def form(self) -> Form:
        """The fields of the answer, as typed until it can be right."""
        return self.new.fields if self.new and self._is_sent else self.reply.form

    @property
    def event(self) -> CheckedEvent:
        """The line that says it."""
        assert self.new is not None, "there is no other answer"
        return CheckedEvent("correction", self.new.prompt, self.new.answer)

    @cached_property
    def after(self) -> Match:
        """The match as it would be, which is the one of now until another answer can be right."""
        return self.match.with_events(self.event.event) if self.is_change else self.match
