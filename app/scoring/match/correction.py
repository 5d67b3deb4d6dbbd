"""A correction: the answer of a form to a question that has been answered before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent
from app.scoring.match.seating import is_in_order
from app.scoring.model.problems import Problem
from app.scoring.prompts.base import Form, Reply


class Correction:
    """Another answer to a question that has one, parsed and checked once.

    `order` has, for each seat of now, the seat by which the form counts, empty if they are the
    same: what was typed beside a name follows that player. Without a form it has the answer that
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
        # Without a form, a skipped question shows an empty form and not `skip`.
        fields = {} if earlier.answer is None else earlier.fields
        self.reply = Reply(earlier.prompt, fields if form is None else form)
        self._order = () if is_in_order(order) else order

    @cached_property
    def new(self) -> AnsweredPrompt | None:
        """The question with the new answer; None if that is wrong, or impossible in the seats of
        now."""
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
        """Whether the players sit in another order now, in which the new answer is impossible."""
        return bool(self._order) and self.new is None

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the answer; empty if it counts by seats of an older order."""
        return () if self._order else self.reply.problems

    @property
    def is_change(self) -> bool:
        """Whether the answer is legal and differs from the one before."""
        # An answer may be kept in another form than its own fields give: that is no change.
        is_other = self.new is not None and self.new.answer != self.earlier.answer
        return self._is_sent and is_other

    @property
    def form(self) -> Form:
        """The fields of the answer, as typed until it is legal."""
        return self.new.fields if self.new and self._is_sent else self.reply.form

    @property
    def given(self) -> Any:
        """What `form` says, for the page that shows it again."""
        is_as_sent = self.form is self.reply.form
        return (self.reply if is_as_sent else Reply(self.reply.prompt, self.form)).given

    @property
    def event(self) -> CheckedEvent:
        """The line of the correction, with the prompt that checked it."""
        assert self.new is not None, "there is no other answer"
        return CheckedEvent("correction", self.new.prompt, self.new.answer)

    @cached_property
    def after(self) -> Match:
        """The match with the correction; the match of now if it changes nothing or is not legal."""
        return self.match.with_events(self.event.event) if self.is_change else self.match
