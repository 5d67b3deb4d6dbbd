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

WITH = "with"  # the form field that names the question beside, if the form says that too


class Correction:
    """Another answer to a question that has one, parsed and checked once.

    Its page may ask again, `beside` it, who doubled the card: `announced` is that with its answer,
    and the form names its key as `with` if it says that too. One save then writes both.

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
        announced: AnsweredPrompt | None = None,
    ) -> None:
        self.match = match
        self.earlier = earlier
        self.beside: Correction | None = None
        if announced and form is not None and form.get(WITH) == announced.prompt.key:
            self.beside = Correction(match, announced, form, order)
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
        """What is wrong with the answers; empty if they count by seats of an older order."""
        beside = self.beside.problems if self.beside else ()
        return [*beside, *(() if self._order else self.reply.problems)]

    @property
    def changes(self) -> list[Correction]:
        """What is another answer than before, in the order of the deal; empty while one of them is
        not legal."""
        asked = [self.beside, self] if self.beside else [self]
        if not self._is_sent or any(correction.new is None for correction in asked):
            return []
        return [correction for correction in asked if correction._is_other]

    @property
    def _is_other(self) -> bool:
        # An answer may be kept in another form than its own fields give: that is no change. Nor is
        # it one to say that nobody did what nobody was asked for.
        new = self.new.answer if self.new else None
        before = self.earlier.answer
        return bool(new != before) and not (before is None and new == {})

    @property
    def is_change(self) -> bool:
        """Whether the answers are legal and one differs from before."""
        return bool(self.changes)

    @property
    def form(self) -> Form:
        """The fields of the answer, as typed until it is legal."""
        own = self.new.fields if self.new and self._is_sent else self.reply.form
        return {**own, **self.beside.form} if self.beside else own

    @property
    def given(self) -> Any:
        """What `form` says, for the page that shows it again."""
        is_as_sent = self.form is self.reply.form
        return (self.reply if is_as_sent else Reply(self.reply.prompt, self.form)).given

    @property
    def events(self) -> list[CheckedEvent]:
        """The lines of the correction, with the prompts that checked them."""
        return [
            CheckedEvent("correction", change.new.prompt, change.new.answer)
            for change in self.changes
            if change.new
        ]

    @cached_property
    def after(self) -> Match:
        """The match with the correction; the match of now if it changes nothing or is not legal."""
        events = [checked.event for checked in self.events]
        return self.match.with_events(*events) if events else self.match
