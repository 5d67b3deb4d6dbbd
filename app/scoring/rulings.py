"""Rulings: answers to questions about the rules that come up at a table. They are not stored.

The script of a ruling reads like that of a game: it asks with the same prompts, one after the other
or several at once, and returns a `Verdict`. There is no session: each request runs the script again
with all the fields in its query string, or in its form where these show a player's cards.
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
# The script of a ruling, or a part of it: yields questions, receives their values, returns a
# result.
RulingSteps = Generator[Sequence["RulingQuestion"], list[Any], T]


@dataclass(frozen=True, kw_only=True)
class RulingQuestion:
    """A prompt of a ruling, with the `form` that answers it.

    `start` is the answer while the form has none, and `from_match` the one from the match, which
    takes precedence over `start`. `rejections` are what the script finds wrong with the answer
    together with other answers.
    """

    prompt: Prompt
    start: Any = None
    from_match: Any = None
    form: Form = field(default_factory=dict)
    rejections: Sequence[Problem] = ()

    @cached_property
    def reply(self) -> Reply:
        """The answer in the form, or the one that it starts with: read and checked once."""
        reply = Reply(self.prompt, self.form)
        start = self.start if self.from_match is None else self.from_match
        if reply.typed is None and start is not None:
            return Reply(self.prompt, {**self.form, **self.prompt.fill(start)})
        return reply

    @property
    def typed(self) -> Form:
        """The fields that fill in its form."""
        return self.reply.form

    @cached_property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the answer; an incomplete answer is no problem."""
        return [
            *(problem for problem in self.reply.problems if not problem.is_gap),
            *(Problem(problem.message) for problem in self.rejections),
        ]

    @property
    def is_incomplete(self) -> bool:
        """Whether something is missing, and nothing given is wrong."""
        return bool(self.reply.problems) and all(gap.is_gap for gap in self.reply.problems)

    @property
    def answer(self) -> Any:
        """The answer as far as it is given; None if it is incomplete and optional."""
        return None if self.is_incomplete and self.prompt.optional else self.reply.typed

    @property
    def missing(self) -> Text | None:
        """What the answer lacks before the ruling can go on; None if it lacks nothing."""
        is_wanted = self.is_incomplete and not self.prompt.optional
        return self.reply.missing if is_wanted else None

    @property
    def value(self) -> Any:
        """The value of a whole answer for the script; None if an optional one was not given."""
        return None if self.answer is None else self.prompt.value(self.reply.answer)

    @property
    def in_words(self) -> Text:
        """The answer in words."""
        return self.prompt.describe(self.answer)

    @property
    def is_from_match(self) -> bool:
        """Whether the answer is that of the match."""
        return self.from_match is not None and self.answer == self.from_match


def question(
    kind: Callable[..., Prompt], /, *, start: Any = None, from_match: Any = None, **fields: Any
) -> RulingQuestion:
    """Return a question of any `kind` of prompt; `fields` are those of the prompt."""
    return RulingQuestion(prompt=kind(**fields), start=start, from_match=from_match)


def ask(kind: Callable[..., Prompt], /, **fields: Any) -> RulingSteps[Any]:
    """Ask one `question`; returns the value of its answer, None if it is optional and not given."""
    (answer,) = yield [question(kind, **fields)]
    return answer


def ask_together(*questions: RulingQuestion) -> RulingSteps[list[Any]]:
    """Ask several questions at once; returns the values of their answers, in the same order."""
    return (yield questions)


@dataclass(frozen=True)
class RulingLine:
    """A line of a detail. One that `is_struck` does not count, and `why` has the reason."""

    words: Text
    why: Text | None = None
    is_struck: bool = False
    is_ticked: bool = False


@dataclass(frozen=True)
class RulingDetail:
    """The part of a verdict about one player, side or suit, with their points if it scores."""

    subject: Text | Seat | Side
    lines: Sequence[RulingLine]
    points: int | None = None


@dataclass(frozen=True)
class RulingOption:
    """One of the choices that a verdict leaves to a player: its name, its `effect`, and on which
    players."""

    name: Text
    effect: Text
    players: Sequence[Text | Seat]


@dataclass(frozen=True)
class Verdict:
    """The answer in a sentence, the reasons, and the section of the rules page that says so.

    If a player decides, the page lists the `options` under `chooser`, a sentence that says who
    does, instead of the answer. `prefill` are form fields that stay filled in when the same ruling
    is asked for again.
    """

    answer: Text
    rule: str
    why: Sequence[Text] = ()
    tone: Literal["yes", "no", "open"] = "open"
    details: Sequence[RulingDetail] = ()
    prefill: Mapping[str, str] = field(default_factory=dict)
    chooser: Text | None = None
    options: Sequence[RulingOption] = ()

    def with_prefill(self, **fields: str) -> Verdict:
        """Return the same verdict with more fields that stay filled in."""
        return replace(self, prefill={**self.prefill, **fields})


@dataclass(frozen=True)
class RulingContext:
    """Everything that a match or a club knows, so that a ruling need not ask for it.

    `table` is that of the match, and `rules` are its house rules, by key. `decks` are those that
    the club can play with: by key their name, and their faces by card number as text.
    """

    table: Table | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    decks: Mapping[str, tuple[Text | str, Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def names(self) -> list[str | Text]:
        """The names of the players in play order; empty without a match.

        A ruling that needs a table makes a new one with them or with names of its own: what it asks
        must not change the deals and totals of the match.
        """
        return [seat.name for seat in self.table.seats] if self.table else []

    @property
    def colours(self) -> Mapping[str, int]:
        """The hues of the players of the match by name, for such a table."""
        seats = self.table.seats if self.table else ()
        return {seat.name: seat.hue for seat in seats if isinstance(seat.name, str)}

    @property
    def deal(self) -> Deal | None:
        """The deal that is being played, None if there is none."""
        deals = self.table.deals if self.table else []
        return deals[-1] if deals and not deals[-1].is_over else None

    @property
    def answers(self) -> Mapping[str, Any]:
        """The answers entered for that deal, by the key of the question."""
        return self.deal.answers if self.deal else {}

    @property
    def summary(self) -> list[Text]:
        """What the match fills in, for a line at the top of the page."""
        if self.table is None:
            return []
        if self.deal is None:
            return [_("{seats}", seats=list(self.table.seats))]
        lines = [self.deal.name] if self.deal.name else []
        if self.deal.trump in SUITS:
            lines.append(_("{suit} are trumps", suit=self.deal.trump_name))
        elif self.deal.trump_name:
            lines.append(self.deal.trump_name)
        return [*lines, *self.deal.reminders, self.deal.title]


ASK_AGAIN = _("Ask again")


def any_deal(context: RulingContext) -> bool:
    """Default of `Ruling.applies_to`: every deal can raise the ruling."""
    return True


@dataclass(frozen=True)
class Ruling:
    """A question that tables argue about. `rule` is the section of the rules page about it.

    The search finds it by its `search_terms` too. The fields of one that `is_private` show a
    player's cards, so a page keeps them out of its address where it can. `applies_to` tells whether
    the current deal can raise it; `ask_again` is the label of the button that begins again.
    """

    slug: str
    title: Text
    ask: Text
    rule: str
    script: Callable[[RulingContext], RulingSteps[Verdict]]
    search_terms: tuple[str, ...] = ()
    is_private: bool = False
    applies_to: Callable[[RulingContext], bool] = any_deal
    ask_again: Text = ASK_AGAIN


def ruling(
    title: Text, *, ask: Text, rule: str, **fields: Any
) -> Callable[[Callable[[RulingContext], RulingSteps[Verdict]]], Ruling]:
    """Decorator that makes a script a `Ruling` with these fields; the slug is its name."""
    return lambda script: Ruling(
        slug=script.__name__, title=title, ask=ask, rule=rule, script=script, **fields
    )


@dataclass(frozen=True)
class RulingState:
    """How far a ruling has come with a form: its questions so far, and the verdict if it has one.

    `problems` are those that concern no single question; the others are with their questions.
    """

    questions: Sequence[RulingQuestion]
    problems: Sequence[Problem] = ()
    verdict: Verdict | None = None

    @property
    def is_refused(self) -> bool:
        """Whether anything given is wrong."""
        return bool(self.problems) or any(question.problems for question in self.questions)

    @property
    def missing(self) -> Text | None:
        """The first thing that is missing, once nothing is wrong."""
        wanted = (question.missing for question in self.questions if question.missing)
        return None if self.is_refused else next(wanted, None)


def evaluate(ruling: Ruling, context: RulingContext, form: Form) -> RulingState:
    """Run the script of `ruling` with the fields of `form`, as far as they answer its questions."""
    # From the beginning each time: a generator cannot be stored between two requests, and a
    # changed earlier answer can lead to other questions.
    questions: list[RulingQuestion] = []
    script = ruling.script(context)
    values: Any = None
    while True:
        try:
            group = script.send(values)
        except Refused as refused:
            return with_rejections(questions, refused.problems)
        except StopIteration as end:
            return RulingState(questions, verdict=end.value)
        answered = [replace(question, form=form) for question in group]
        questions += answered
        # Questions of one group are all shown, whichever of them is answered first.
        if any(question.problems or question.missing for question in answered):
            return RulingState(questions)
        values = [question.value for question in answered]


def with_rejections(
    questions: Sequence[RulingQuestion], problems: Sequence[Problem]
) -> RulingState:
    """Return the state with each problem at the question whose key it names, and the others for the
    ruling as a whole."""
    keys = {question.prompt.key for question in questions}
    return RulingState(
        [
            replace(q, rejections=[problem for problem in problems if problem.at == q.prompt.key])
            for q in questions
        ],
        [problem for problem in problems if problem.at not in keys],
    )
