"""Prompts that choose: one of several options, some of them, yes or no, a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.text import Signed, Text, _
from app.scoring.prompts.base import Form, Prompt, is_whole, number_in, words_in


@dataclass(frozen=True, slots=True)
class OptionNote:
    """The meaning of an option in a few words: a `line` about it, and its points.

    `value` are the main points, in the signs of the table; `more` says what they are for, or which
    others there are.
    """

    line: Text
    value: Signed
    more: Text | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Choose(Prompt):
    """One of `options`, by its key. `closed` has the reasons why other keys cannot be chosen now.

    `implied_by` has, by the key of a later question, the option that any answer to it implies.
    `icons` are symbols of options, closed ones too, by key, and `option_notes` the meanings of
    options. `style` is how options are drawn as chips: words, names, numbers, suits, cards or a
    row.

    For a house rule: `is_of_entry` marks one that only changes how the table enters its answers,
    which makes no variant. `left_open` is the key of an option with which a new match begins and
    the script asks the table later, when it matters.
    """

    kind = "choose"
    options: Mapping[str, Text]
    closed: Mapping[str, Text] = field(default_factory=dict)
    shows_closed: bool = False
    implied_by: Mapping[str, str] = field(default_factory=dict)
    icons: Mapping[str, str] = field(default_factory=dict)
    option_notes: Mapping[str, OptionNote] = field(default_factory=dict)
    style: str = "words"
    is_of_entry: bool = False
    left_open: str | None = None

    @property
    def saves_itself(self) -> bool:
        return True

    @property
    def places(self) -> Sequence[str]:
        """The keys of all options, with closed ones where they are shown, each always in its place:
        in the order of `icons`, or in the order given."""
        keys = {**self.options, **self.closed} if self.shows_closed else self.options
        with_icon = [key for key in self.icons if key in keys]
        return [*with_icon, *(key for key in keys if key not in self.icons)]

    @property
    def forced_answer(self) -> str | None:
        return next(iter(self.options)) if len(self.options) == 1 and not self.optional else None

    def implied(self, given: Mapping[str, Any]) -> str | None:
        implied = (self.implied_by.get(key) for key in given)
        return self.forced_answer or next((key for key in implied if key in self.options), None)

    def read(self, form: Form) -> Any:
        return form.get(self.key) or None

    def fill(self, answer: Any) -> dict[str, str]:
        return {} if answer is None else {self.key: answer}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, str) or answer not in {**self.options, **self.closed}:
            keys = [*self.options]
            yield Problem(_("“{answer}” is not one of: {keys}.", answer=quoted(answer), keys=keys))
        elif answer not in self.options:
            left = list(self.options.values())
            yield Problem(_("{why} Left: {left}.", why=self.closed[answer], left=left))

    def describe(self, answer: Any) -> Text:
        return self.options.get(answer) or _("{answer}", answer=quoted(answer))


@dataclass(frozen=True, kw_only=True, eq=False)
class YesNo(Choose):
    """Yes or no, each with words of its own; unlike a `Switch`, an empty form is no answer.

    The answer is the key of the option; its value is a boolean.
    """

    options: Mapping[str, Text] = field(default_factory=lambda: {"yes": _("Yes"), "no": _("No")})

    def value(self, answer: Any) -> bool:
        return bool(answer == "yes")


@dataclass(frozen=True, kw_only=True, eq=False)
class Several(Prompt):
    """Any of `options`, as a list of their keys.

    `none` labels a button for an empty answer; without it, an empty form is the empty answer. With
    `through`, the options are a row of cards that grew from that one, so those between count too.
    """

    kind = "several"
    options: Mapping[str, Text]
    none: Text | None = None
    through: str | None = None
    style: str = "words"

    def read(self, form: Form) -> Any:
        words = words_in(form, self.key)
        if not words and self.none:
            return None
        return [word for word in words if not (self.none and word == "none")]

    def fill(self, answer: list[str]) -> dict[str, str]:
        return {self.key: " ".join(answer) or "none"}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, list):
            yield Problem(_("“{answer}” is not a list.", answer=quoted(answer)))
            return
        wrong = [key for key in answer if not isinstance(key, str) or key not in self.options]
        if wrong:
            key, keys = quoted(wrong[0]), [*self.options]
            yield Problem(_("“{key}” is not one of: {keys}.", key=key, keys=keys))

    def normalise(self, answer: list[str]) -> list[str]:
        return [key for key in self.options if key in answer]

    def between(self, answer: Any) -> Sequence[str]:
        """Return the keys from the first to the last of `answer` and `through`, in the order of the
        row."""
        chosen = [key for key in answer or () if key in self.options]
        if not self.through or not chosen:
            return ()
        row = list(self.options)
        places = [row.index(key) for key in (*chosen, self.through)]
        return row[min(places) : max(places) + 1]

    def items(self, answer: list[str]) -> Sequence[Text]:
        return [self.options[key] for key in answer]

    def describe(self, answer: list[str]) -> Text:
        return super().describe(answer) if answer else (self.none or _("none"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Switch(Prompt):
    """Yes or no, as a boolean.

    For a house rule whose choice makes a variant of the game, `variant_names` has, for no and for
    yes, a name and a few words about it.
    """

    kind = "switch"
    variant_names: tuple[tuple[Text, Text | None], tuple[Text, Text | None]] | None = None

    def read(self, form: Form) -> Any:
        return form.get(self.key) in ("on", "yes", "true")

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: "yes"} if answer else {}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, bool):
            yield Problem(_("“{answer}” is not true or false.", answer=quoted(answer)))

    def describe(self, answer: Any) -> Text:
        return _("yes") if answer else _("no")


@dataclass(frozen=True, kw_only=True, eq=False)
class Number(Prompt):
    """A whole number from `low` to `high`; the page offers the `usual` ones.

    A `signed` number is shown with its sign, which may be left out on a form if all legal numbers
    have the same one.
    """

    kind = "number"
    low: int
    high: int
    usual: Sequence[int] = ()
    signed: bool = False

    @property
    def is_below(self) -> bool:
        """Whether every legal number is below 0, so that a typed 5 can only mean −5."""
        return self.signed and self.high < 0

    def read(self, form: Form) -> Any:
        number: Any = number_in(form, self.key)
        return -number if self.is_below and is_whole(number) and number > 0 else number

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: str(answer)}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not is_whole(answer):
            yield Problem(_("“{answer}” is not a whole number.", answer=quoted(answer)))
        elif not self.low <= answer <= self.high:
            values = {"answer": answer, "low": self.low, "high": self.high}
            yield Problem(_("{answer} is out of range: from {low} to {high}.", **values))

    def describe(self, answer: Any) -> Text:
        return _("{number}", number=Signed(answer) if self.signed else answer)
