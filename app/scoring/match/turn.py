"""A turn: the answer of a form to the question that a match waits for, parsed and validated once.

The question page, its preview and the route that saves ask the same object what was typed, what is
wrong with it, and what would follow. Most questions have a page of their own. Where the answers of
a deal depend on each other, as in Complex of Trex, they are asked on panes, one after the other:
nothing is written until all of them are complete, and going back loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.scoring.match.cards_taken import CardsTaken
from app.scoring.match.log import Event, Line
from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent, Standing
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.text import Text, _
from app.scoring.prompts import Assign, Count, Player, Prompt
from app.scoring.prompts.base import Form, Hint, Replies, Reply
from app.scoring.prompts.counts import WAY
from app.scoring.table.outcome import SharedOutcome

PANE = "pane"  # the form field with the index of the pane to show; without it the form is saved
NOTHING_TYPED: Form = {}
NOT_RIGHT = _("Not right yet")
Clock = Callable[[Sequence[Line]], str]


class Turn:
    """The answer of a form to the question that a match waits for.

    A form that is saved needs a `clock`, which returns the time (ISO, UTC) of the line that follows
    a log. Its match is played on, and must not be used beside the one that comes `after`; without a
    clock the match stays as it is.
    """

    def __init__(
        self, match: Match, form: Form = NOTHING_TYPED, *, clock: Clock | None = None
    ) -> None:
        self.match = match
        self.form = form
        self._clock = clock
        self._replies = Replies(form)

    # What is on the screen

    @cached_property
    def panes(self) -> list[Pane]:
        """The panes that can be shown with what is entered, up to the first that is incomplete.

        Empty if the match is over.
        """
        waiting = self.match.standing.prompt
        if waiting is None:
            return []
        # A pane holds its question itself: `after` may play its match on, which then has another.
        panes = [Pane(self.match, waiting, self._replies, waiting.last_in_group.pane_titles)]
        while panes[-1].prompt.has_next_pane and (follows := self._next_pane(panes[-1])):
            panes.append(follows)
        return panes

    def _next_pane(self, pane: Pane) -> Pane | None:
        # An optional first question alone, such as a doubling, is no whole pane: what comes next
        # depends on the other answers.
        if not pane.answers or pane.answers[-1].prompt.key != pane.prompt.key:
            return None
        after = self._played_on(pane)
        waiting = after.standing.prompt
        if waiting is None:
            return None
        return Pane(after, waiting, self._replies, pane.titles, pane.index + 1)

    def _played_on(self, pane: Pane) -> Match:
        """Return the match with the answers of a pane."""
        if self._clock is None:
            return pane.match.with_events(*(checked.event for checked in pane.checked))
        after = pane.match
        changes = [pane.checked] if pane.is_one_change else [[event] for event in pane.checked]
        for change in changes:
            after = after.accept(*change, at=self._clock(after.log))
        return after

    @property
    def _wanted(self) -> int | None:
        """The index of the pane that the form wants to see, None if it is to be saved."""
        wanted = self.form.get(PANE, "")
        return int(wanted) if wanted.isdecimal() and len(wanted) < 3 else None

    @property
    def turns_pane(self) -> bool:
        """Whether the form only shows another pane, and has all answers before it."""
        return self._wanted is not None and self._wanted < len(self.panes)

    @cached_property
    def pane(self) -> Pane | None:
        """The pane that the form wants to see, else the last one that it has any answer for.

        None if the match is over.
        """
        if not self.panes:
            return None
        if self._wanted is not None:
            return self.panes[min(self._wanted, len(self.panes) - 1)]
        return next((pane for pane in reversed(self.panes) if pane.is_begun), self.panes[0])

    @property
    def prompt(self) -> Prompt | None:
        """The question whose words are on the screen, None if the match is over."""
        return self.pane.prompt if self.pane else None

    def given(self, prompt: Prompt) -> Any:
        """Return what the form says to a question, for the page that shows it again."""
        return self._replies[prompt].given

    @cached_property
    def cards(self) -> CardsTaken | None:
        """The cards of the pane on the screen as they are entered; None if it asks for no cards."""
        pane = self.pane
        return cards_of(pane.waiting, pane.match.standing, self.form) if pane else None

    @property
    def note(self) -> CheckedEvent | None:
        """The line that says no more than who doubles, before the cards are played; None if the
        form says nothing new of that.

        Raises `Refused` with every problem.
        """
        standing = self.match.standing
        cards = cards_of(standing.prompt, standing, self.form) if standing.prompt else None
        return cards.note if cards else None

    @cached_property
    def preview(self) -> Preview | None:
        """The effect of the answer on the screen, or what it still lacks.

        None if one tap is the whole answer, or the match is over.
        """
        pane, prompt = self.pane, self.prompt
        if pane is None or prompt is None or prompt.saves_itself:
            return None
        reply, cards = self._replies[prompt], self.cards
        if pane.problems:
            missing = cards.missing if cards and cards.left else reply.missing or NOT_RIGHT
            return Preview(reply, missing)
        if prompt.key in [answer.prompt.key for answer in pane.answers]:
            after = pane.match.with_events(*(checked.event for checked in pane.checked)).standing
            # The later questions in the same rows may still need an answer, or be moot by now.
            later = [prompt.key for prompt in pane.waiting.required[1:]]
            is_wanted = after.prompt is not None and after.prompt.key in later
            return Preview(reply, reply.missing if is_wanted else None, after)
        # Only the optional question was answered, such as a doubling that is noted beforehand.
        return Preview(reply, cards.missing if cards and not cards.is_note else None)

    # What it answers

    @cached_property
    def _entered(self) -> list[Pane]:
        """The panes with anything entered, complete or not, and always the first."""
        return self.panes[:1] + [pane for pane in self.panes[1:] if pane.is_begun]

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the first pane that has a problem."""
        return next((pane.problems for pane in self._entered if pane.problems), ())

    @property
    def events(self) -> list[Event]:
        """The events that it adds to the log, pane by pane; empty while it is incomplete."""
        if self.problems:
            return []
        return [checked.event for pane in self._entered for checked in pane.checked]

    @cached_property
    def after(self) -> Match | None:
        """The match that follows, None while the turn is incomplete.

        Raises `Refused` if the match does not accept it.
        """
        if self.problems or not self._entered:
            return None
        not_begun = self.panes[len(self._entered) :]
        return not_begun[0].match if not_begun else self._played_on(self._entered[-1])

    @cached_property
    def completed_form(self) -> Form | None:
        """The fields of the form with the one number filled in that was left out of a count.

        None if no number was left out, if it cannot be calculated, or if all numbers left out are
        0.
        """
        for pane in self.panes:
            reply = self._replies[pane.prompt]
            if not isinstance(pane.prompt, Count) or reply.typed is None or reply.problems:
                continue
            fields = pane.prompt.fill(reply.typed)
            left_out = [n for name, n in fields.items() if not self.form.get(name, "").strip()]
            if any(number != "0" for number in left_out):
                return {name: value for name, value in self.form.items() if name != PANE} | fields
        return None


def cards_of(waiting: Prompt, standing: Standing, form: Form) -> CardsTaken | None:
    """Return the cards that a question asks for as they are entered; None if it asks for none."""
    has_cards = any(
        isinstance(prompt, Assign | Player) and prompt.fields for prompt in waiting.required
    )
    return CardsTaken(waiting, standing, form) if has_cards else None


@dataclass(frozen=True, eq=False)
class Pane:
    """The questions of one screen: the one that `match` is `waiting` for, and its follow-ups.

    `match` has the answers of the panes before. `titles` are those of all panes, empty if there is
    only one, and `index` is the place of this one among them.
    """

    match: Match
    waiting: Prompt
    replies: Replies
    titles: Sequence[Text]
    index: int = 0

    @cached_property
    def prompt(self) -> Prompt:
        """The question whose words are shown: the last one."""
        return self.waiting.last_in_group

    @property
    def tell(self) -> Sequence[Text]:
        """The lines about what the table does before it answers."""
        return [line for prompt in self.waiting.group for line in prompt.tell]

    @property
    def guidance(self) -> Sequence[Text]:
        """What to know while this is answered, in short lines, the most important first.

        The first is who leads and what to do or to aim for; then what was noted.
        """
        first = self.prompt.guidance or (self.tell[-1] if self.tell else self.prompt.ask)
        deal = self.match.standing.deal
        noted = deal.reminders if deal else ()
        return [first, *(line for line in noted if line != first)]

    @property
    def save(self) -> Text:
        """The label of the save button once everything is entered here."""
        return self.waiting.button_text

    @property
    def is_begun(self) -> bool:
        """Whether the form has an answer to any question here."""
        return any(self.replies[prompt].typed for prompt in self.waiting.group)

    @cached_property
    def _outcome(self) -> tuple[list[Reply], Sequence[Problem]]:
        """The answers to the questions here, or what is wrong with them."""
        # An optional answer that no longer fits is asked for again: then an empty form answers it.
        is_asked_anew = bool(self.match.standing.problems)
        try:
            answers = self.waiting.answers_in(self.replies, anew=is_asked_anew)
            last = answers[-1].prompt
            # A doubling alone can be saved, because it is known before the cards are played. But
            # to turn to another pane, all questions of this one have to be answered.
            if PANE in self.replies.form and not last.optional and last is not self.prompt:
                self.replies[self.prompt].check()
        except Refused as refused:
            return [], refused.problems
        return answers, ()

    @property
    def answers(self) -> list[Reply]:
        """The replies that answer the questions here, empty if something is wrong with them."""
        return self._outcome[0]

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong or missing here."""
        return self._outcome[1]

    @property
    def answered(self) -> list[AnsweredPrompt]:
        """The questions here with their answers, empty if something is wrong with them."""
        return [AnsweredPrompt(reply.prompt, reply.answer) for reply in self.answers]

    @property
    def checked(self) -> list[CheckedEvent]:
        """The lines that the answers here add to the log."""
        return [CheckedEvent("entry", reply.prompt, reply.answer) for reply in self.answers]

    @property
    def is_one_change(self) -> bool:
        """Whether one undo takes back all answers here: those entered in the same rows.

        Other answers that are saved together, such as the panes of Complex, are undone one by one.
        """
        return self.waiting.skippable is None or self.waiting.needs_follow_up

    @property
    def hidden_fields(self) -> list[tuple[str, str]]:
        """The fields of the form for questions of other panes, as (name, value)."""
        # They ride along as hidden fields, since nothing is written before the last pane: so going
        # back loses nothing, and a form without a script holds all of it too.
        own_fields = {"after", PANE, WAY, "skip", *(prompt.key for prompt in self.waiting.group)}
        if len(self.titles) < 2:
            return []
        # A part of a multipart form may have no name at all.
        return [
            (name, value)
            for name, value in self.replies.form.items()
            if name and name.partition(".")[0] not in own_fields
        ]


class Preview:
    """The effect of the `reply` to a question; the reply may be incomplete.

    `missing` says in a few words what it lacks, None if nothing. `after` is the standing with the
    answer, None if it cannot be accepted yet: if the answer closes a deal or the match, `scored`
    and `outcome` are the results. `remarks` are for a table that counts as it plays, `so_far` are
    the points of each seat by now, and `hints` are remarks about an incomplete answer. `faulty` are
    the places that must be wrong, whatever is entered next.
    """

    def __init__(self, reply: Reply, missing: Text | None, after: Standing | None = None) -> None:
        prompt, answer = reply.prompt, reply.typed
        deal = after.deals[prompt.deal - 1] if after and prompt.deal else None
        self.missing = missing
        self.scored = deal if deal and deal.scores is not None else None
        self.outcome = after.outcome if after else None
        self.remarks = prompt.remarks(prompt.counts(answer)) if isinstance(prompt, Count) else ()
        self.so_far = prompt.so_far(answer)
        wrong = [problem for problem in reply.problems if not problem.is_gap]
        self.faulty = {problem.at for problem in wrong if problem.at is not None}
        faults = [Hint(problem.message, holds=False) for problem in wrong if problem.at is not None]
        self.hints = [*prompt.hints(answer), *faults]

    @property
    def warning(self) -> Text | None:
        """The label of the save button if saving ends the match; None if the match goes on."""
        if self.outcome is None or self.missing:
            return None
        if not isinstance(self.outcome, SharedOutcome):
            return _("Save: this ends the match")
        return _("Save: this wins the game") if self.outcome.won else _("Save: this loses the game")

    @property
    def adds_up(self) -> bool:
        """Whether nothing is missing."""
        return self.missing is None
