"""What a ruling is: a question of the table that is settled on the spot, kept nowhere.

Its script reads like that of a game: it asks with the same prompts, one after the other or a few
together, and returns its verdict. Every page runs it anew with all that is in the address.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from app.scoring.model.cards import SUITS
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text, _
from app.scoring.prompts import Form, Prompt
from app.scoring.prompts.base import Reply
from app.scoring.table.deal import Deal
from app.scoring.table.table import Table

T = TypeVar("T")
Tone = Literal["yes", "no", "open"]
Asking = Generator[Sequence["Question"], list[Any], T]
"""A script, or a part of one, that asks questions and returns what it makes of the answers."""

Faces = Mapping[str, Any]
"""The faces of a deck by card number as text."""


# --- what a ruling asks -------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Question:
    """A prompt as a ruling asks it, and how it was answered.

    `start` is the answer until somebody gives another one, perhaps because the match says so. What
    a script finds wrong with it beside other answers is `refused`.
    """

    prompt: Prompt
    start: Any = None
    is_from_match: bool = False
    form: Form = field(default_factory=dict)
    refused: Sequence[Problem] = ()

    @cached_property
    def reply(self) -> Reply:
        """What the form says, or else the answer that it starts with: read and checked once."""
        reply = Reply(self.prompt, self.form)
        if reply.typed is None and self.start is not None:
            return Reply(self.prompt, {**self.form, **self.prompt.fill(self.start)})
        return reply

    @property
    def typed(self) -> Form:
        """The fields of its form."""
        return self.reply.form

    @cached_property
    def problems(self) -> Sequence[Problem]:
        """What is wrong; what is only incomplete yet is no problem."""
        return [*(fault for fault in self.reply.problems if not fault.is_gap), *self.refused]

    @property
    def is_incomplete(self) -> bool:
        """Whether something is still to be given, and nothing given is wrong."""
        return bool(self.reply.problems) and all(gap.is_gap for gap in self.reply.problems)

    @property
    def answer(self) -> Any:
        """The answer as far as it is given; None if it may be left out and is not whole."""
        return None if self.is_incomplete and self.prompt.optional else self.reply.typed

    @property
    def missing(self) -> Text | None:
        """What is still wanted."""
        is_wanted = self.is_incomplete and not self.prompt.optional
        return self.reply.missing if is_wanted else None

    @property
    def value(self) -> Any:
        """What a whole answer means, None if an optional one was not given."""
        return None if self.answer is None else self.prompt.value(self.reply.answer)

    @property
    def in_words(self) -> Text:
        """What was answered."""
        return self.prompt.describe(self.answer)

    @property
    def is_folded(self) -> bool:
        """Whether the match has said it, and nobody has said otherwise."""
        return self.is_from_match and self.answer == self.start


def question(
    kind: Callable[..., Prompt], /, *, start: Any = None, from_match: Any = None, **about: Any
) -> Question:
    """A question of any `kind` of prompt; `from_match` is the answer that the match gives."""
    is_from_match = from_match is not None
    return Question(
        prompt=kind(**about),
        start=from_match if is_from_match else start,
        is_from_match=is_from_match,
    )


def ask(kind: Callable[..., Prompt], /, **about: Any) -> Asking[Any]:
    """Ask a `question`, and return what its answer means: None if it was optional and left open."""
    (answer,) = yield [question(kind, **about)]
    return answer


def ask_together(*questions: Question) -> Asking[list[Any]]:
    """Ask questions that stand beside each other, whichever of them is answered first."""
    return (yield questions)


# --- what it says -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of a detail; `struck` is what does not count, and why not; `ticked` what does."""

    words: Text
    why: Text | None = None
    struck: bool = False
    ticked: bool = False


@dataclass(frozen=True)
class Detail:
    """What a verdict says of one player, side or suit, with their points if it scores."""

    of: Text | Seat | Side
    lines: Sequence[Line]
    points: int | None = None


@dataclass(frozen=True)
class Decision:
    """One of those that are open: what it is called, what comes of it, and for whom."""

    name: Text
    then: Text
    whose: Sequence[Text | Seat]


@dataclass(frozen=True)
class Verdict:
    """The answer in a sentence, why, and the section of the rules page that says so.

    Where somebody `decides`, the `decisions` are what the answer lists. `again` are the fields that
    stay filled in for the next question of the same kind.
    """

    answer: Text
    rule: str
    why: Sequence[Text] = ()
    tone: Tone = "open"
    details: Sequence[Detail] = ()
    again: Mapping[str, str] = field(default_factory=dict)
    decides: Text | None = None
    decisions: Sequence[Decision] = ()

    def keeping(self, **again: str) -> Verdict:
        """The same, with fields that stay filled in."""
        return replace(self, again={**self.again, **again})


@dataclass(frozen=True)
class Situation:
    """What lies on the table already, so that it need not be asked.

    `table` is that of a match, and `rules` what was chosen of its house rules, by key; `decks` are
    those that have been entered.
    """

    table: Table | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    decks: Mapping[str, tuple[Text | str, Faces]] = field(default_factory=dict)

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, if there is one."""
        deals = self.table.deals if self.table else []
        return deals[-1] if deals and not deals[-1].is_over else None

    @property
    def answers(self) -> Mapping[str, Any]:
        """What has been entered for that deal, by the key of its question."""
        return self.deal.answers if self.deal else {}

    @property
    def summary(self) -> list[Text]:
        """What the match fills in, for a line at the head of the page."""
        if self.table is None:
            return []
        lines = [_("{seats}", seats=list(self.table.seats))]
        if self.deal is None:
            return lines
        lines.append(self.deal.title)
        lines += [self.deal.name] if self.deal.name else []
        if self.deal.trump in SUITS:
            lines.append(_("{suit} are trumps", suit=self.deal.trump_name))
        elif self.deal.trump_name:
            lines.append(self.deal.trump_name)
        return [*lines, *self.deal.reminders]


AGAIN = _("Ask again")


def any_deal(situation: Situation) -> bool:
    """Every deal can raise it."""
    return True


@dataclass(frozen=True)
class Ruling:
    """A question that tables argue about. `rule` is the section of the rules page about it.

    `also` is what else a table says when it asks this: the search finds it by these words.
    What is tapped in for a `private` one shows somebody's cards, so a page keeps it out of its
    address where it can. `concerns` tells whether the deal that is on can raise it, and `another`
    is what asking it again is called.
    """

    slug: str
    title: Text
    ask: Text
    rule: str
    script: Callable[[Situation], Asking[Verdict]]
    also: tuple[str, ...] = ()
    private: bool = False
    concerns: Callable[[Situation], bool] = any_deal
    another: Text = AGAIN


@dataclass(frozen=True)
class Settled:
    """How far a ruling has come: what it asks, what is missing, or the verdict.

    `problems` are those that concern no single question; the others stand beside theirs.
    """

    questions: Sequence[Question]
    problems: Sequence[Problem] = ()
    verdict: Verdict | None = None

    @property
    def is_refused(self) -> bool:
        """Whether something that was given cannot be right."""
        return bool(self.problems) or any(question.problems for question in self.questions)

    @property
    def missing(self) -> Text | None:
        """The first thing that is still wanted, once nothing is wrong."""
        wanted = (question.missing for question in self.questions if question.missing)
        return None if self.is_refused else next(wanted, None)


def settle(ruling: Ruling, situation: Situation, form: Form) -> Settled:
    """Ask everything that can be asked with what is in `form`, and rule if nothing is missing."""
    questions: list[Question] = []
    script = ruling.script(situation)
    values: Any = None
    while True:
        try:
            group = script.send(values)
        except Refused as refused:
            return refuse(questions, refused.problems)
        except StopIteration as end:
            return Settled(questions, verdict=end.value)
        answered = [replace(question, form=form) for question in group]
        questions += answered
        if any(question.problems or question.missing for question in answered):
            return Settled(questions)
        values = [question.value for question in answered]


def refuse(questions: Sequence[Question], problems: Sequence[Problem]) -> Settled:
    """What a script finds wrong with answers together, beside the question whose key it names."""
    beside = {question.prompt.key: question for question in questions}
    general = [problem for problem in problems if problem.at not in beside]
    for problem in problems:
        if problem.at in beside:
            question = beside[problem.at]
            refused = [*question.refused, Problem(problem.message)]
            beside[problem.at] = replace(question, refused=refused)
    return Settled(list(beside.values()), general)
