"""Panes: the screens of one question after the other that one Save writes together.

Most questions have a page of their own. Where the answers of a deal depend on each other, as in
Complex of Trex, a later one is asked as it would be with those entered before it: nothing is
written until all of them are whole, and going back loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring import Event, Match, Prompt, Refused, Text, _
from app.scoring.prompts.base import Form

PANE = "pane"
"""The form field that says which pane to turn to; without it the form is saved."""


@dataclass(frozen=True)
class Pane:
    """The questions of one screen: those that `match` waits for.

    That is the match as it would be with the answers on the panes before. `names` are those of all
    panes, none where there is only one, and `place` says which of them this is.
    """

    match: Match
    names: Sequence[Text]
    place: int = 0

    @cached_property
    def waiting(self) -> Prompt:
        """The first question."""
        prompt = self.match.standing.prompt
        assert prompt is not None, "the match is over"
        return prompt

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

    def is_begun(self, form: Form) -> bool:
        """Whether `form` has anything for the questions here."""
        return any(prompt.read(form) for prompt in self.waiting.together)

    def answers_in(self, form: Form) -> list[Event]:
        """The lines that answer the questions here; raises `Refused`."""
        is_asked_anew = bool(self.match.standing.problems)
        answers = self.waiting.answers_in(form, anew=is_asked_anew)
        last = answers[-1][0]
        # A doubling alone can be saved, because it is known before the cards are played. Whoever
        # wants to turn the pane has meant to answer all that is asked on it.
        if PANE in form and not last.optional and last is not self.prompt:
            self.prompt.accept(form)  # says what is missing
        return [Event("entry", prompt.deal, prompt.key, answer) for prompt, answer in answers]

    def others(self, form: Form) -> list[tuple[str, str]]:
        """What `form` has for questions of other panes."""
        # They ride along as hidden fields, since nothing is written before the last pane: so going
        # back loses nothing, and a form without a script holds all of it too.
        mine = {"after", PANE, "way", "skip", *(prompt.key for prompt in self.waiting.together)}
        if len(self.names) < 2:
            return []
        # A part of a multipart form may have no name at all.
        return [
            (name, value)
            for name, value in form.items()
            if name and name.partition(".")[0] not in mine
        ]


def panes_of(match: Match, form: Form) -> Iterator[Pane]:
    """The panes that can be shown with what is entered, up to the first that is not whole."""
    pane = Pane(match, match.standing.prompt.shown.steps if match.standing.prompt else ())
    while True:
        yield pane
        if not pane.goes_on:
            return
        try:
            answers = pane.answers_in(form)
        except Refused:
            return
        after = pane.match.would_be(*answers)
        # A doubling alone is not all that is asked here: what comes next depends on the rest.
        if answers[-1].key != pane.prompt.key or after.standing.prompt is None:
            return
        pane = Pane(after, pane.names, pane.place + 1)


def pane_shown(match: Match, form: Form) -> Pane:
    """The pane that `form` asks for, else the last one that it has anything for."""
    panes = list(panes_of(match, form))
    wanted = form.get(PANE, "")
    if wanted.isdecimal() and len(wanted) < 3:
        return panes[min(int(wanted), len(panes) - 1)]
    return next((pane for pane in reversed(panes) if pane.is_begun(form)), panes[0])


def turns(match: Match, form: Form) -> bool:
    """Whether `form` only turns to another pane, and what it needs for that is entered."""
    wanted = form.get(PANE, "")
    return wanted.isdecimal() and any(str(pane.place) == wanted for pane in panes_of(match, form))


def answers_in(match: Match, form: Form) -> list[Event]:
    """What `form` answers, pane by pane; raises `Refused` with the problems of the first that
    cannot be right."""
    answers: list[Event] = []
    for pane in panes_of(match, form):
        if pane.place and not pane.is_begun(form):
            break
        answers += pane.answers_in(form)
    return answers
