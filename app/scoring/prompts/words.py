"""A prompt for a few words of the table's own, such as a title or the name of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted, too_long
from app.scoring.model.spelling import normalise_name, spelling_key
from app.scoring.model.text import Name, Text, _, _n
from app.scoring.prompts.base import Form, Prompt


@dataclass(frozen=True, kw_only=True, eq=False)
class Words(Prompt):
    """Words in one line, composed and without control characters; nothing or the empty text for
    none.

    `what` names them at the beginning of a sentence: ``This title``. They have at most `longest`
    letters.
    """

    kind = "words"
    what: Text
    longest: int

    def read(self, form: Form) -> Any:
        if self.key not in form:
            return None
        return normalise_name(form[self.key]) or (None if self.optional else "")

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: answer}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, str):
            yield Problem(_("“{answer}” is no text.", answer=quoted(answer)))
        elif problem := too_long(self.what, answer, self.longest):
            yield Problem(problem)
        elif answer and not spelling_key(answer):
            yield Problem(_("{what} shows no letter.", what=self.what))

    def normalise(self, answer: str) -> str:
        return normalise_name(answer)

    def describe(self, answer: Any) -> Text:
        return _("{words}", words=Name(answer)) if answer else _("none")


@dataclass(frozen=True, kw_only=True, eq=False)
class WordList(Words):
    """Several of them, between commas on a form, such as the names of rounds; at most `most`.

    One may be empty, for something without words among others that have some.
    """

    kind = "word_list"
    most: int

    def read(self, form: Form) -> Any:
        if self.key not in form:
            return None
        typed = form[self.key].replace("\n", ",").replace("،", ",").rstrip(", \t\r")
        return [*map(normalise_name, typed.split(","))] if typed else []

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: ", ".join(answer)}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, list):
            yield Problem(_("“{answer}” is not a list.", answer=quoted(answer)))
            return
        if len(answer) > self.most:
            too_many = _n(
                "{n} is too many: at most {most}.",
                "{n} are too many: at most {most}.",
                len(answer),
                most=self.most,
            )
            yield Problem(too_many)
            return
        for words in answer:
            for problem in super().shape_problems(words):
                about = {"words": quoted(words), "problem": problem.message}
                yield Problem(_("“{words}”: {problem}", **about))
            if isinstance(words, str) and "," in words:
                yield Problem(_("{what} has a comma: “{words}”.", what=self.what, words=words))

    def normalise(self, answer: Any) -> Any:
        return [*map(normalise_name, answer)]

    def items(self, answer: Sequence[str]) -> Sequence[Text]:
        return [_("{words}", words=Name(each)) for each in answer]

    def describe(self, answer: Any) -> Text:
        return _("{items}", items=[*self.items(answer)]) if answer else _("none")
