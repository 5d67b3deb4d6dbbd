"""What every kind of prompt has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.scoring.problems import Problem, Refused
from app.scoring.text import Text, _

Form = Mapping[str, str]
Check = Callable[[Any], Iterable[Problem]]


def no_problems(answer: Any) -> Iterable[Problem]:
    """The check of a prompt that needs none beyond its own."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Prompt(ABC):
    """What every kind of question has.

    `key` names the answer in the log and in the file; `rule` is a section of the game's rules
    page; `tell` is what the table does before it can answer. An `optional` question may be passed
    over, its answer is then None. An `announced` answer is known before the first card is played,
    so it stands even if the deal is thrown in; one that `may_be_unknown` can then be missing though
    later ones are given. `check` is what only this game knows about it.
    """

    key: str
    ask: Text
    rule: str
    deal: int = 0
    tell: tuple[Text, ...] = ()
    optional: bool = False
    skip: Text = field(default_factory=lambda: _("Leave it out"))
    announced: bool = False
    may_be_unknown: bool = False
    check: Check = no_problems

    kind: ClassVar[str]
    saves_itself: ClassVar[bool] = False
    """Whether one tap is the whole answer, so that a form needs no button to save it."""

    def accept(self, form: Form) -> Any:
        """The answer in `form`, in the file's terms; raises `Refused` with every problem."""
        answer = None if self.optional and form.get("skip") else self.read(form)
        if problems := self.problems(answer):
            raise Refused(*problems)
        return self.tidy(answer)

    def problems(self, answer: Any) -> list[Problem]:
        """Everything wrong with `answer`, a JSON value from anywhere."""
        if answer is None:
            return [] if self.optional else [Problem(_("This needs an answer."))]
        return self.faults(answer) or list(self.check(answer))

    @abstractmethod
    def read(self, form: Form) -> Any:
        """The answer as typed, None if nothing was; what makes no sense stays as it is."""

    @abstractmethod
    def faults(self, answer: Any) -> list[Problem]:
        """What is wrong with the answer's shape, ranges and sums."""

    def tidy(self, answer: Any) -> Any:
        """A legal answer in the one form in which it is kept."""
        return answer

    def meaning(self, answer: Any) -> Any:
        """A legal answer as the game works with it."""
        return answer

    @abstractmethod
    def fill(self, answer: Any) -> dict[str, str]:
        """The form fields that give `answer` again."""

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
