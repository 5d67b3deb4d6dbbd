"""What every kind of prompt has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.scoring.problems import Problem, Refused
from app.scoring.text import Text, _

Form = Mapping[str, str]
"""The fields of a form by name. A web form may hold several values of one, see `values_of`."""
Check = Callable[[Any], Iterable[Problem]]


def no_problems(answer: Any) -> Iterable[Problem]:
    """The check of a prompt that needs none beyond its own."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Prompt(ABC):
    """What every kind of question has.

    `key` names the answer in the log and in the file; `rule` is a section of the game's rules
    page, which a ruling's questions leave out because it names one itself; `tell` is what the
    table does before it can answer. An `optional` question may be passed over, its answer is then
    None. An `announced` answer is known before the first card is played, so it stands even if the
    deal is thrown in; one that `may_be_unknown` can then be missing though later ones are given.
    `check` is what only this game knows about it.

    An optional question may name the one that comes `then`, whatever its own answer is: a page
    shows both, and an answer to that one passes this one over. `worth` are the points that the
    pieces of the answer bring the table in all, one after the other, where each has its price.
    """

    key: str
    ask: Text
    rule: str = ""
    deal: int = 0
    tell: tuple[Text, ...] = ()
    optional: bool = False
    skip: Text = field(default_factory=lambda: _("Leave it out"))
    announced: bool = False
    may_be_unknown: bool = False
    check: Check = no_problems
    then: Prompt | None = None
    worth: Sequence[int] = ()

    kind: ClassVar[str]
    saves_when_complete: ClassVar[bool] = False
    """Whether a whole answer is made of taps that each say one thing, so that a page may save it
    without another tap."""

    @property
    def saves_itself(self) -> bool:
        """Whether one tap is the whole answer, so that a form needs no button to save it."""
        return False

    @property
    def shown(self) -> Prompt:
        """The question that a page asks for: this one, or the one after it that passes it over."""
        return self.then or self

    @property
    def only(self) -> Any:
        """The answer, if just one is possible, else None."""
        return None

    def implied(self, given: Mapping[str, Any]) -> Any:
        """The answer that goes without saying beside what was `given` to other questions of the
        deal, by their keys; None if it has to be asked for."""
        return self.only

    def answers_in(self, form: Form, *, anew: bool = False) -> list[tuple[Prompt, Any]]:
        """What `form` answers: this question, the one that comes `then`, or both in this order.

        If this one is asked `anew`, because its answer no longer fits, nothing is an answer too.
        Raises `Refused` with every problem.
        """
        if self.then is None or form.get("skip"):
            return [(self, self.accept(form))]
        try:
            own_answer = self.accept(form)
        except Refused as refused:
            raise Refused(*(Problem(problem.message) for problem in refused.problems)) from refused
        if self.then.read(form) is None and own_answer:
            return [(self, own_answer)]
        next_answer = (self.then, self.then.accept(form))
        return [(self, own_answer), next_answer] if own_answer or anew else [next_answer]

    def accept(self, form: Form) -> Any:
        """The answer in `form`, in the file's terms; raises `Refused` with every problem."""
        answer = None if self.optional and form.get("skip") else self.read(form)
        if problems := self.problems(answer):
            raise Refused(*problems)
        return self.tidy(answer)

    def problems(self, answer: Any) -> list[Problem]:
        """Everything wrong with `answer`, a JSON value from anywhere."""
        if answer is None:
            return [] if self.optional else [Problem(_("This needs an answer."), is_gap=True)]
        return self.faults(answer) or list(self.check(answer))

    @abstractmethod
    def read(self, form: Form) -> Any:
        """The answer as typed, None if nothing was; what makes no sense stays as it is."""

    @abstractmethod
    def faults(self, answer: Any) -> list[Problem]:
        """What is wrong with the answer's shape, ranges and sums."""

    def placed(self, answer: Any) -> int:
        """How many pieces of `answer`, as far as it has been given, are in their place."""
        return 0

    def progress(self, answer: Any) -> Text | None:
        """What is placed so far and what there is in all, None where nothing is shared out."""
        return None

    def missing(self, answer: Any) -> Text | None:
        """What `answer` still lacks, in a few words for a button; None if it is whole."""
        if answer is None and not self.optional:
            return self.ask
        return next((problem.message for problem in self.problems(answer)), None)

    def tidy(self, answer: Any) -> Any:
        """A legal answer in the one form in which it is kept."""
        return answer

    def meaning(self, answer: Any) -> Any:
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

    @abstractmethod
    def describe(self, answer: Any) -> Text:
        """A legal answer in words, for the log of corrections."""

    def field(self, *path: object) -> str:
        """The name of a form field, such as ``tricks.0``."""
        return ".".join([self.key, *map(str, path)])


def whole(text: str) -> int | str:
    """The number that was typed, or the text itself if it is none."""
    stripped = text.strip().replace("\N{MINUS SIGN}", "-")
    try:
        return int(stripped) if len(stripped) <= 9 and "_" not in stripped else text
    except ValueError:
        return text


def values_of(form: Form, key: str) -> list[str]:
    """Every word that `form` holds for `key`, however often the field is there.

    A page sends a field once for each thing that is tapped; a plain mapping, as `fill` gives it,
    has them side by side in one value.
    """
    getlist = getattr(form, "getlist", None)
    values: list[str] = getlist(key) if getlist else [form.get(key, "")]
    return [word for value in values for word in value.split()]
