"""The base classes of all prompts: `Prompt`, and `PerSeat` for answers with a value for each
seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from app.scoring.model.problems import Problem, Refused
from app.scoring.model.seats import Part, Seat
from app.scoring.model.text import Text, _
from app.scoring.model.typed_numbers import plain_number

# The fields of a form by name. A web form may hold several values of one name, see `words_in`.
Form = Mapping[str, str]
AnswerCheck = Callable[[Any], Iterable[Problem]]
# The owner of everything that only one value of an answer can contain, such as a card.
Used = dict[Any, Any]

LONGEST_NUMBER = 9  # digits
LEAVE_OUT = _("Leave it out")
SAVE = _("Save")


def nothing(answer: Any) -> tuple[()]:
    """Default callback of a prompt: no problems, no hints, no points."""
    return ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A remark about an answer that is still being given.

    `holds` is True for good news, False for bad news, None for neither.
    """

    words: Text
    holds: bool | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Prompt(ABC):
    """A question to the table: its words, its legal answers, and how a form gives them.

    `key` names the answer in the log and in the match file; `rule` is a section of the game's rules
    page, empty for a question of a ruling, because the ruling has a section itself. `tell` is what
    the table does before it answers, and `guidance` the most important of it in one short line: who
    leads, and what to do or to aim for. `question` asks at more length where there is room; `save`
    labels the button that saves the answer, `saved` is the notice after it if the answer closes no
    deal with points, and `sentence` returns the meaning of such an answer in words.

    The answer to an `optional` question may be None; `skip` labels the button for that. An
    `announced` answer is given before the first card is played, so it holds even if the deal is
    thrown in; one that `may_be_unknown` can then be missing though later ones are given. A `moot`
    question decides nothing any more: no table is asked, but an answer from a file or an older log
    is kept.

    A question may name its `follow_up`, which is asked next whatever the answer is: a page shows
    both, and an answer to the follow-up skips this question if it is optional. One that
    `needs_follow_up` is never saved without it, and one undo takes back both. A question that
    depends on the answer is shown as the next pane: `pane_titles` names the panes from this one on,
    and one save writes the answers of all of them.

    `check` returns the problems that only this game finds in an answer of the right shape. `so_far`
    returns the points of each seat and `hints` the remarks for an answer that may be half given;
    both get the answer as `read` returns it, or None.
    """

    key: str
    ask: Text
    rule: str = ""
    deal: int = 0
    tell: tuple[Text, ...] = ()
    guidance: Text | None = None
    optional: bool = False
    moot: bool = False
    skip: Text = LEAVE_OUT
    question: Text | None = None
    save: Text = SAVE
    saved: Text | None = None
    sentence: Callable[[Any], Text] | None = None
    announced: bool = False
    may_be_unknown: bool = False
    check: AnswerCheck = nothing
    follow_up: Prompt | None = None
    needs_follow_up: bool = False
    pane_titles: Sequence[Text] = ()
    so_far: Callable[[Any], Sequence[Part]] = nothing
    hints: Callable[[Any], Sequence[Hint]] = nothing

    kind: ClassVar[str]

    @property
    def has_hints(self) -> bool:
        """Whether a page reserves space for hints at this question: if the game gives any, or if
        cards or figures are entered, whose problems are shown there."""
        return self.hints is not nothing or self.kind in ("cards", "pick", "faces", "figures")

    # With other questions

    @property
    def group(self) -> list[Prompt]:
        """This question and the `follow_up` questions that a page shows with it."""
        return [self, *self.follow_up.group] if self.follow_up else [self]

    @property
    def last_in_group(self) -> Prompt:
        """The last question of the `group`, whose words the page shows."""
        return self.follow_up.last_in_group if self.follow_up else self

    @property
    def skippable(self) -> Prompt | None:
        """This question if it can be skipped for its `follow_up`, else None."""
        return self if self.follow_up and self.optional else None

    @property
    def required(self) -> list[Prompt]:
        """The questions of the `group` that cannot be skipped."""
        return self.group[1:] if self.skippable else self.group

    @property
    def answerable(self) -> list[Prompt]:
        """The questions of the `group` that can be answered now: up to the first required one."""
        return [self, *self.follow_up.answerable] if self.follow_up and self.optional else [self]

    @property
    def has_next_pane(self) -> bool:
        """Whether another pane follows this one."""
        return len(self.pane_titles) > 1

    @property
    def button_text(self) -> Text:
        """The label of the save button once the whole `group` is answered."""
        last = self.last_in_group
        return _("Next: {step}", step=last.pane_titles[1]) if last.has_next_pane else last.save

    # Without being asked

    @property
    def saves_itself(self) -> bool:
        """Whether one tap is the whole answer, so that a form needs no save button."""
        return False

    @property
    def forced_answer(self) -> Any:
        """The only possible answer, or None if there are several."""
        return None

    def implied(self, given: Mapping[str, Any]) -> Any:
        """Return the answer that follows from the answers `given` to other questions of the deal,
        by key; None if it has to be asked for."""
        return self.forced_answer

    # From a form

    @abstractmethod
    def read(self, form: Form) -> Any:
        """Parse the answer in `form`; None if nothing was typed. Text that cannot be parsed is
        returned as typed, for `problems` to refuse."""

    @abstractmethod
    def fill(self, answer: Any) -> dict[str, str]:
        """Return the form fields that give `answer`: the inverse of `read`."""

    def field(self, *path: object) -> str:
        """Return the name of a form field, such as ``tricks.0``."""
        return ".".join([self.key, *map(str, path)])

    def accept(self, form: Form) -> Any:
        """Return the answer in `form` as the match file stores it.

        Raises `Refused` with every problem.
        """
        reply = Reply(self, form)
        reply.check()
        return reply.answer

    def answers_in(self, replies: Replies, *, anew: bool = False) -> list[Reply]:
        """Return the replies that answer this question, its `follow_up`, or both in this order.

        A question that is asked `anew`, because its earlier answer no longer fits, is answered by
        an empty form too. Raises `Refused` with every problem.
        """
        # A page with several questions is one form. Saving it may answer the optional question
        # alone (a doubling that is noted beforehand), the required one alone, or both at once.
        own = replies[self]
        if self.follow_up is None or replies.form.get("skip"):
            own.check()
            return [own]
        try:
            own.check()
        except Refused as refused:
            # Several questions share the page, so the place of a problem would be ambiguous.
            raise Refused(*(Problem(problem.message) for problem in refused.problems)) from refused
        is_last = all(replies[prompt].typed is None for prompt in self.follow_up.group)
        is_last = is_last and not self.needs_follow_up
        if is_last and (own.answer or not self.optional):
            return [own]
        later = self.follow_up.answers_in(replies)
        return [own, *later] if own.answer or anew or not self.optional else later

    # What is wrong

    def problems(self, answer: Any) -> list[Problem]:
        """Return everything wrong with `answer`, a JSON value from any source."""
        if answer is None:
            needed = Problem(_("This needs an answer."), is_gap=True)
            return [] if self.optional or self.moot else [needed]
        return list(self.shape_problems(answer)) or list(self.check(answer))

    @abstractmethod
    def shape_problems(self, answer: Any) -> Iterable[Problem]:
        """Return what is wrong with the answer's shape, ranges and sums."""

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        """Return what `answer` still lacks, in a few words for a button; None if it is complete.

        `problems` are those of the answer: it is not checked again.
        """
        if answer is None and not self.optional:
            return self.ask
        return next((problem.message for problem in problems), None)

    # What it means

    def prune(self, answer: Any) -> Any:
        """Return an earlier answer without the parts that this question no longer asks for.

        A correction may have changed the question, such as which cards can be doubled.
        """
        return answer

    def normalise(self, answer: Any) -> Any:
        """Return a legal answer in the one form in which it is stored."""
        return answer

    def value(self, answer: Any) -> Any:
        """Return a legal answer as the script of the game uses it."""
        return answer

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        """Return a legal answer for another order of the seats: each player keeps their part of it.

        `order` has, for each new seat, the index of the old one. An answer that names no seat stays
        the same. None if the answer is impossible in that order, and has to be asked for again.
        """
        return answer

    def items(self, answer: Any) -> Sequence[Any]:
        """Return a legal answer in words, item by item: one for each player, card or rule.

        Empty for an answer that is one thing.
        """
        return ()

    def describe(self, answer: Any) -> Text:
        """Return a legal answer in words, for the log of corrections: its items, if it has any."""
        return _("{items}", items=list(self.items(answer)))


class Reply:
    """The answer of a form to one prompt: read once, and checked once."""

    def __init__(self, prompt: Prompt, form: Form) -> None:
        self.prompt = prompt
        self.form = form

    @cached_property
    def given(self) -> Any:
        """What the fields of the answer say, for its form; None if nothing was typed."""
        return self.prompt.read(self.form)

    @cached_property
    def typed(self) -> Any:
        """The answer as typed, right or wrong; None if nothing was typed, or the question is
        skipped."""
        is_skipped = self.prompt.optional and self.form.get("skip")
        return None if is_skipped else self.given

    @cached_property
    def problems(self) -> list[Problem]:
        """Everything wrong with the answer."""
        return self.prompt.problems(self.typed)

    @cached_property
    def answer(self) -> Any:
        """The answer in the one form in which it is stored; it must be legal."""
        return None if self.typed is None else self.prompt.normalise(self.typed)

    @property
    def missing(self) -> Text | None:
        """What the answer still lacks, in a few words for a button; None if it is complete."""
        return self.prompt.missing(self.typed, self.problems)

    def check(self) -> None:
        """Validate the answer: raises `Refused` with every problem, if there is one."""
        if self.problems:
            raise Refused(*self.problems)


class Replies(dict[Prompt, Reply]):
    """The replies of one form by prompt, each created on first access."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form

    def __missing__(self, prompt: Prompt) -> Reply:
        self[prompt] = reply = Reply(prompt, self.form)
        return reply


# --- fields of a form ---------------------------------------------------------------------------


def parse_whole(text: str) -> int | str:
    """Parse a whole number; returns the text itself if it is none."""
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)  # as all keys send it
    number = plain_number(text)
    try:
        # `int` would take underscores too, and needs long for very many digits.
        return int(number) if len(number) <= LONGEST_NUMBER and "_" not in number else text
    except ValueError:
        return text


def number_in(form: Form, name: str) -> int | str | None:
    """Return the number in a field, the text itself if it is no number, None if the field is
    blank."""
    text = form.get(name, "").strip()
    return parse_whole(text) if text else None


def is_whole(value: Any) -> bool:
    """Whether `value` is a whole number: no boolean, no fraction, no digits in quotes."""
    return type(value) is int


def words_in(form: Form, key: str) -> list[str]:
    """Return every word that `form` holds for `key`, however often the field is there.

    A page sends one field for each thing that is tapped; a plain mapping, as `fill` returns it, has
    all of them in one value, separated by spaces.
    """
    getlist = getattr(form, "getlist", None)
    values: list[str] = getlist(key) if getlist else [form.get(key, "")]
    return [word for value in values for word in value.split()]


def is_blank(value: Any) -> bool:
    """Whether `value` is empty: None, or a list or an object of nothing but empty values."""
    if isinstance(value, dict):
        value = list(value.values())
    return all(map(is_blank, value)) if isinstance(value, list) else value is None


# --- answers of several pieces ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False)
class InPieces(Prompt):
    """A question whose answer has several pieces, which are entered one after the other."""

    @property
    @abstractmethod
    def piece_count(self) -> int:
        """How many pieces a complete answer has."""

    @abstractmethod
    def placed_count(self, answer: Any) -> int:
        """Return how many pieces of a complete answer are given."""

    @abstractmethod
    def left_text(self, n: int) -> Text:
        """Return the button label while `n` pieces are missing."""

    @property
    def button_texts(self) -> list[Text]:
        """The button labels for 0, 1, 2 … missing pieces."""
        return [self.save, *(self.left_text(n) for n in range(1, self.piece_count + 1))]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = self.piece_count - self.placed_count(answer)
        return self.left_text(left) if left > 0 else super().missing(answer, problems)


@dataclass(frozen=True, kw_only=True, eq=False)
class PerSeat(InPieces):
    """A question whose answer is a list with a value for each seat, in seat order.

    A subclass reads, checks, fills in and describes the value of one seat. Where values belong to
    something else, such as partners together or a card, `owners` returns the owner of each.
    """

    seats: Sequence[Seat] = ()

    def owners(self, answer: Any) -> Sequence[Any]:
        """Return the owners of the values in `answer`, in its order."""
        return self.seats

    def owners_in(self, form: Form) -> Sequence[Any]:
        """Return the owners for which a page with this form asks."""
        return self.owners(None)

    def place_of(self, owner: Any) -> int | str:
        """Return the place of a value: part of its field names, and `at` in its problems."""
        place: int = owner.index
        return place

    def field_of(self, owner: Any, *path: object) -> str:
        """Return the name of a form field for a value, such as ``tricks.0``."""
        return self.field(self.place_of(owner), *path)

    @property
    def piece_count(self) -> int:
        """How many values a complete answer has."""
        return len(self.owners(None))

    @abstractmethod
    def read_value(self, form: Form, owner: Any) -> Any:
        """Return the value as typed, blank (see `is_blank`) if nothing was."""

    @abstractmethod
    def value_problems(self, owner: Any, value: Any, used: Used) -> Iterable[Problem]:
        """Return what is wrong with one value, without its place; what it contains is added to
        `used`."""

    @abstractmethod
    def value_fields(self, owner: Any, value: Any) -> dict[str, str]:
        """Return the form fields that give the value."""

    @abstractmethod
    def describe_value(self, owner: Any, value: Any) -> Text | str:
        """Return the value and its owner in words."""

    @abstractmethod
    def wrong_shape(self, answer: Any) -> Text:
        """Return the message for an answer that is no list of one value for each owner."""

    def are_values(self, values: Sequence[Any]) -> bool:
        """Whether all values have the right shape, whatever else is wrong with them."""
        return True

    def values(self, answer: Any) -> list[Any] | None:
        """Return the values in the order of their owners, None if the answer has another shape."""
        fits = isinstance(answer, list) and len(answer) == len(self.owners(answer))
        return answer if fits and self.are_values(answer) else None

    def completed(self, values: list[Any]) -> list[Any]:
        """Return the values as typed, with missing ones filled in where the others imply them."""
        return values

    def pairs(self, answer: Any) -> list[tuple[Any, Any]]:
        """Return each owner with its value, for an answer of the right shape."""
        return list(zip(self.owners(answer), self.values(answer) or (), strict=True))

    def read(self, form: Form) -> Any:
        values = [self.read_value(form, owner) for owner in self.owners_in(form)]
        return None if is_blank(values) else self.completed(values)

    def shape_problems(self, answer: Any) -> Iterable[Problem]:
        values, used = self.values(answer), Used()
        if values is None:
            return [Problem(self.wrong_shape(answer))]
        return [
            replace(problem, at=self.place_of(owner))
            for owner, value in zip(self.owners(answer), values, strict=True)
            for problem in self.value_problems(owner, value, used)
        ]

    def value(self, answer: Any) -> Any:
        return dict(self.pairs(answer))

    def fill(self, answer: Any) -> dict[str, str]:
        fields: dict[str, str] = {}
        for owner, value in self.pairs(answer):
            fields |= self.value_fields(owner, value)
        return fields

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return [answer[old] for old in order]

    def items(self, answer: Any) -> Sequence[Any]:
        return [self.describe_value(owner, value) for owner, value in self.pairs(answer)]
