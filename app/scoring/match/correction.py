"""A correction: the answer of a form to a question that has been answered before; and two deals
swapped: the lines that do it, which the history shows as one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import dropwhile, groupby
from typing import Any

from app.scoring.match.log import Event
from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent
from app.scoring.match.seating import is_in_order
from app.scoring.model.problems import Problem
from app.scoring.model.text import Text, _
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


# Two deals swapped


def swap_text(match: Match, indexes: Sequence[int]) -> Text | None:
    """Return which two deals these lines swapped, None if they did something else."""
    lines = [match.events[index] for index in indexes]
    deals = sorted({line.deal for line in lines})
    if len(lines) < 2 or len(deals) != 2 or lines[0].kind != "correction":
        return None
    # It begins with what was named for the deals. A card that is put right in two deals begins with
    # the cards that were kept.
    if not isinstance(lines[0].answer, str):
        return None
    return _("Deals {one} and {other} are swapped", one=deals[0], other=deals[1])


def batches_of_swaps(match: Match) -> list[tuple[list[int], Text | None]]:
    """Return the indexes of all lines, the earliest first; the lines of a swap as one batch, with
    its text."""
    targets = match.undo_state.targets

    def batch_of(index: int) -> object:
        # Without a batch number, lines were written at once if they have the same time and are all
        # undos, all redos, or neither.
        line = match.log[index]
        return line.batch or (line.at or index, index in targets and line.event.kind)

    batches: list[tuple[list[int], Text | None]] = []
    for _batch, run in groupby(range(match.last_line), batch_of):
        indexes = list(run)
        words = swap_text(match, sorted(targets.get(index, index) for index in indexes))
        batches += [(indexes, words)] if words else [([index], None) for index in indexes]
    return batches


def swap(match: Match, one: int, other: int, key: str) -> list[Event] | None:
    """Return the lines that give each of two deals the other's answers, from question `key` on.

    None if the match would then wait for another question, because something had to be asked again.
    """
    first, second = sorted((one, other))
    of_first, of_second = answers_from(match, first, key), answers_from(match, second, key)
    # The earlier deal first: its contract cannot be named by the later one until it has another.
    left = {
        first: answers_to_give(of_second, instead_of=of_first),
        second: answers_to_give(of_first, instead_of=of_second),
    }
    after, lines = match, []
    # One line at a time: whether an answer is a correction or fills a gap depends on the question
    # that the deal waits for, which is only known once the contract before it has changed.
    while event := next_line(after, left):
        if after.problems(event):
            return None
        after = after.with_events(event)
        lines.append(event)
    return lines if not any(left.values()) and is_where_it_was(match, after) else None


def answers_from(match: Match, deal: int, key: str) -> dict[str, AnsweredPrompt]:
    """Return the answers of a deal by key, from question `key` on."""
    answered = match.standing.answered
    of_deal = {given.prompt.key: given for given in answered if given.prompt.deal == deal}
    return dict(dropwhile(lambda item: item[0] != key, of_deal.items()))


def answers_to_give(
    of_other: dict[str, AnsweredPrompt], *, instead_of: dict[str, AnsweredPrompt]
) -> dict[str, Any]:
    """Return the answers of another deal, by key; None for optional questions that only this deal
    was asked."""
    passed_over = {key: None for key, old in instead_of.items() if old.prompt.optional}
    return {key: answered.answer for key, answered in of_other.items()} | {
        key: answer for key, answer in passed_over.items() if key not in of_other
    }


def next_line(match: Match, left: dict[int, dict[str, Any]]) -> Event | None:
    """Return the next of the answers `left` that the match can take, and remove it there; None if
    none."""
    waiting = match.standing.prompt
    open_now = [
        (prompt.deal, prompt.key) for prompt in (waiting, waiting and waiting.follow_up) if prompt
    ]
    for deal, answers in left.items():
        for key, answer in list(answers.items()):
            earlier = match.standing.answer_to(deal, key)
            is_open = (deal, key) in open_now
            if not (is_open or earlier or answer is None):
                if waiting and waiting.deal == deal:
                    break  # its turn comes after the question that this deal waits for
                continue  # another answer may make the deal ask this question
            # An answer that the deal has already, or None for a question that it does not ask,
            # needs no line.
            del answers[key]
            if is_open:
                return Event("entry", deal, key, answer)
            if earlier and earlier.answer != answer:
                return Event("correction", deal, key, answer)
    return None


def is_where_it_was(before: Match, after: Match) -> bool:
    """Whether both matches wait for the same question, with nothing else open."""
    old, new = before.standing, after.standing
    where = [(s.prompt.deal, s.prompt.key) if s.prompt else None for s in (old, new)]
    return where[0] == where[1] and not new.problems and len(old.deals) == len(new.deals)
