"""What every kind of prompt has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from app.scoring.model.parts import Part
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.text import Text, _

Form = Mapping[str, str]
"""The fields of a form by name. A web form may hold several values of one, see `words_in`."""
Check = Callable[[Any], Iterable[Problem]]

LEAVE_IT_OUT = _("Leave it out")
SAVE = _("Save")


def no_problems(answer: Any) -> Iterable[Problem]:
    """The check of a prompt that needs none beyond its own."""
    return ()


def nothing_yet(answer: Any) -> Sequence[Part]:
    """What is scored by an answer of which nothing can be said before it is whole."""
    return ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to say about an answer while it is given.

    `holds` tells whether it is good news or bad, None if it is neither.
    """

    words: Text
    holds: bool | None = None


def no_hints(answer: Any) -> Sequence[Hint]:
    """What is said about an answer that says enough by itself."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Prompt(ABC):
    """What every kind of question has.

    `key` names the answer in the log and in the file; `rule` is a section of the game's rules
    page, which a ruling's questions leave out because it names one itself; `tell` is what the
    table does before it can answer. An `optional` question may be passed over, its answer is then
    None. An `announced` answer is known before the first card is played, so it stands even if the
    deal is thrown in; one that `may_be_unknown` can then be missing though later ones are given.
    `check` is what only this game knows about it. A `moot` question decides nothing any more: no
    table is asked, but an answer from a file or an older log is kept.

    A question may name the one that comes `then`, whatever its own answer is: a page shows both,
    and an answer to that one passes an optional one over. What depends on the answer comes as the
    next of the `steps`: their names, beginning with this one, where one save is meant to write the
    answers to all of them.

    `so_far` is what each has by an answer that may be half given, and `hints` what can be said of
    it then; both get it as `read` gives it, or None.
    `question` asks at more length where there is room; `save` is what a button says that saves a
    whole answer, and `saved` what it has saved then if the answer closes no deal with points.
    """

    key: str
    ask: Text
    rule: str = ""
    deal: int = 0
    tell: tuple[Text, ...] = ()
    optional: bool = False
    moot: bool = False
    skip: Text = LEAVE_IT_OUT
    question: Text | None = None
    save: Text = SAVE
    saved: Text | None = None
    announced: bool = False
    may_be_unknown: bool = False
    check: Check = no_problems
    then: Prompt | None = None
    steps: Sequence[Text] = ()
    so_far: Callable[[Any], Sequence[Part]] = nothing_yet
    hints: Callable[[Any], Sequence[Hint]] = no_hints

    kind: ClassVar[str]

    @property
    def saves_itself(self) -> bool:
        """Whether one tap is the whole answer, so that a form needs no button to save it."""
        return False

    @property
    def last_in_group(self) -> Prompt:
        """The question that a page asks for: the last of those that it shows together."""
        return self.group[-1]

    @property
    def group(self) -> list[Prompt]:
        """This question, and those that a page shows with it because they come `then`."""
        return [self, *self.then.group] if self.then else [self]

    @property
    def skippable(self) -> Prompt | None:
        """This question, if it may be passed over for the one that comes `then`."""
        return self if self.then and self.optional else None

    @property
    def required(self) -> list[Prompt]:
        """The questions of `group` that are not passed over."""
        return self.group[1:] if self.skippable else self.group

    @property
    def has_next_step(self) -> bool:
        """Whether another step comes after this one."""
        return len(self.steps) > 1

    @property
    def save_or_next(self) -> Text:
        """What the button says once everything is entered for the questions of `group`."""
        shown = self.last_in_group
        return _("Next: {step}", step=shown.steps[1]) if shown.has_next_step else shown.save

    @property
    def answerable(self) -> list[Prompt]:
        """Those of them that can be answered now: whatever is optional can be passed over."""
        return [self, *self.then.answerable] if self.then and self.optional else [self]

    @property
    def forced_answer(self) -> Any:
        """The answer, if just one is possible, else None."""
        return None

    def implied(self, given: Mapping[str, Any]) -> Any:
        """The answer that goes without saying beside what was `given` to other questions of the
        deal, by their keys; None if it has to be asked for."""
        return self.forced_answer

    def answers_in(self, replies: Replies, *, anew: bool = False) -> list[Reply]:
        """The replies that answer this question, those that come `then`, or several in this order.

        If this one is asked `anew`, because its answer no longer fits, nothing is an answer too.
        Raises `Refused` with every problem.
        """
        own = replies[self]
        if self.then is None or replies.skips:
            own.check()
            return [own]
        try:
            own.check()
        except Refused as refused:
            raise Refused(*(Problem(problem.message) for problem in refused.problems)) from refused
        is_last = all(replies[prompt].typed is None for prompt in self.then.group)
        if is_last and (own.answer or not self.optional):
            return [own]
        later = self.then.answers_in(replies)
        return [own, *later] if own.answer or anew or not self.optional else later

    def accept(self, form: Form) -> Any:
        """The answer in `form`, in the file's terms; raises `Refused` with every problem."""
        reply = Reply(self, form)
        reply.check()
        return reply.answer

    def problems(self, answer: Any) -> list[Problem]:
        """Everything wrong with `answer`, a JSON value from anywhere."""
        if answer is None:
            return (
                []
                if self.optional or self.moot
                else [Problem(_("This needs an answer."), is_gap=True)]
            )
        return self.shape_problems(answer) or list(self.check(answer))

    @abstractmethod
    def read(self, form: Form) -> Any:
        """The answer as typed, None if nothing was; what makes no sense stays as it is."""

    @abstractmethod
    def shape_problems(self, answer: Any) -> list[Problem]:
        """What is wrong with the answer's shape, ranges and sums."""

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        """What `answer` still lacks, in a few words for a button; None if it is whole.

        `problems` are those that the answer has: it is not checked again.
        """
        if answer is None and not self.optional:
            return self.ask
        return next((problem.message for problem in problems), None)

    def prune(self, answer: Any) -> Any:
        """An earlier answer without what this question has no more place for.

        A correction may have turned it into another one, such as who doubled which of other cards.
        """
        return answer

    def normalise(self, answer: Any) -> Any:
        """A legal answer in the one form in which it is kept."""
        return answer

    def value(self, answer: Any) -> Any:
        """A legal answer as the game works with it."""
        return answer

    @abstractmethod
    def fill(self, answer: Any) -> dict[str, str]:
        """The form fields that give `answer` again."""

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        """A legal answer in the terms of another seating: everyone's part of it stays theirs.

        `order` holds, for each new seat, the index of the old one. Answers that name no seat are
        the same at any table. None if it cannot be said there, and has to be asked again.
        """
        return answer

    def items(self, answer: Any) -> Sequence[Any]:
        """A legal answer in words, one by one: what it says of each player, card or rule.

        Empty for an answer that is one thing.
        """
        return ()

    def describe(self, answer: Any) -> Text:
        """A legal answer in words, for the log of corrections: its items, if it has any."""
        return _("{items}", items=list(self.items(answer)))

    def field(self, *path: object) -> str:
        """The name of a form field, such as ``tricks.0``."""
        return ".".join([self.key, *map(str, path)])


class Reply:
    """What a form says to one prompt: read once, and checked once."""

    def __init__(self, prompt: Prompt, form: Form) -> None:
        self.prompt = prompt
        self.form = form

    @cached_property
    def typed(self) -> Any:
        """The answer as it was typed, right or wrong; None if nothing was, or it is passed over."""
        is_skipped = self.prompt.optional and self.form.get("skip")
        return None if is_skipped else self.prompt.read(self.form)

    @cached_property
    def problems(self) -> list[Problem]:
        """Everything wrong with it."""
        return self.prompt.problems(self.typed)

    @cached_property
    def answer(self) -> Any:
        """The answer, which is legal, in the one form in which it is kept."""
        return self.prompt.normalise(self.typed)

    @property
    def missing(self) -> Text | None:
        """What it still lacks, in a few words for a button; None if it is whole."""
        return self.prompt.missing(self.typed, self.problems)

    def check(self) -> None:
        """Raise `Refused` with every problem, if there is one."""
        if self.problems:
            raise Refused(*self.problems)


class Replies:
    """What one form says to each of several prompts."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._replies: dict[Prompt, Reply] = {}

    def __getitem__(self, prompt: Prompt) -> Reply:
        """The reply to this prompt, the same one whenever it is asked for."""
        return self._replies.setdefault(prompt, Reply(prompt, self.form))

    @property
    def skips(self) -> bool:
        """Whether the form passes its question over."""
        return bool(self.form.get("skip"))


def parse_whole(text: str) -> int | str:
    """The number that was typed, or the text itself if it is none."""
    stripped = text.strip().replace("\N{MINUS SIGN}", "-")
    try:
        return int(stripped) if len(stripped) <= 9 and "_" not in stripped else text
    except ValueError:
        return text


def number_in(form: Form, name: str) -> int | str | None:
    """The number typed into a field, the text itself if it is none, None if it is blank."""
    text = form.get(name, "").strip()
    return parse_whole(text) if text else None


def is_whole(value: Any) -> bool:
    """A whole number: not a truth value, a fraction, or digits in quotes."""
    return type(value) is int


def words_in(form: Form, key: str) -> list[str]:
    """Every word that `form` holds for `key`, however often the field is there.

    A page sends a field once for each thing that is tapped; a plain mapping, as `fill` gives it,
    has them side by side in one value.
    """
    getlist = getattr(form, "getlist", None)
    values: list[str] = getlist(key) if getlist else [form.get(key, "")]
    return [word for value in values for word in value.split()]


# ---- Answers of several pieces: cards or numbers, entered one after the other ----


@dataclass(frozen=True, kw_only=True, eq=False)
class InPieces(Prompt):
    """A question whose answer lacks so many pieces until it is whole."""

    @property
    @abstractmethod
    def pieces(self) -> int:
        """How many pieces make a whole answer."""

    @abstractmethod
    def left(self, n: int) -> Text:
        """What is missing when `n` pieces are."""

    @abstractmethod
    def placed(self, answer: Any) -> int:
        """How many pieces are there already."""

    @property
    def save_texts(self) -> list[Text]:
        """What a button says for each number of pieces that are missing, from none on."""
        return [self.save, *(self.left(n) for n in range(1, self.pieces + 1))]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = self.pieces - self.placed(answer)
        return self.left(left) if left > 0 else super().missing(answer, problems)
