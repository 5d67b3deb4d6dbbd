"""What every kind of prompt has, and what those share whose answer has a value for each seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from app.scoring.model.problems import Problem, Refused
from app.scoring.model.seats import Part, Seat
from app.scoring.model.text import Text, _

Form = Mapping[str, str]
"""The fields of a form by name. A web form may hold several values of one, see `words_in`."""
AnswerCheck = Callable[[Any], Iterable[Problem]]
Used = dict[Any, Any]
"""The owner of everything that can be in only one value of an answer, such as a card."""

LEAVE_OUT = _("Leave it out")
SAVE = _("Save")


def nothing(answer: Any) -> tuple[()]:
    """The default of a prompt's callbacks: there is nothing to check or to say about an answer."""
    return ()


@dataclass(frozen=True, slots=True)
class Hint:
    """Words about an answer that is still being given.

    `holds` is True if they are good news, False if they are bad, None if they are neither.
    """

    words: Text
    holds: bool | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Prompt(ABC):
    """A question to the table: its words, its legal answers, and how a form gives them.

    `key` names the answer in the log and in the file; `rule` is a section of the game's rules
    page, left out where a ruling asks, because the ruling names one itself. `tell` is what the
    table does before it can answer, and `guidance` the most important of it in one short line: who
    leads, and what to do or to aim for. `question` asks at more length where there is room; `save`
    is what the button says that saves a whole answer, and `saved` what it has saved then if the
    answer closes no deal with points; `sentence` puts what such an answer means into words.

    The answer to an `optional` question may be None; `skip` says so on a button. An `announced`
    answer is known before the first card is played, so it holds even if the deal is thrown in; one
    that `may_be_unknown` can then be missing though later ones are given. A `moot` question decides
    nothing any more: no table is asked, but an answer from a file or an older log is kept.

    A question may name its `follow_up`, which is asked next whatever its own answer is: a page
    shows both, and an answer to that one passes an optional one over. What depends on the answer
    comes as the next pane: `pane_titles` names the panes from this one on, where one save is meant
    to write the answers to all of them.

    `check` returns what only this game finds wrong with an answer of the right shape. `so_far` is
    what each has by an answer that may be half given, and `hints` what can be said of it then; both
    get it as `read` returns it, or None.
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
    pane_titles: Sequence[Text] = ()
    so_far: Callable[[Any], Sequence[Part]] = nothing
    hints: Callable[[Any], Sequence[Hint]] = nothing

    kind: ClassVar[str]

    @property
    def has_hints(self) -> bool:
        """Whether a page has a place for hints at this question: for those of the game, and for
        what is wrong with cards and figures that are being entered."""
        return self.hints is not nothing or self.kind in ("cards", "pick", "faces", "figures")

    # With other questions

    @property
    def group(self) -> list[Prompt]:
        """This question, and those that a page shows with it as its `follow_up`."""
        return [self, *self.follow_up.group] if self.follow_up else [self]

    @property
    def last_in_group(self) -> Prompt:
        """The question whose words stand on the page: the last of the `group`."""
        return self.group[-1]

    @property
    def skippable(self) -> Prompt | None:
        """This question, if it may be passed over for its `follow_up`, else None."""
        return self if self.follow_up and self.optional else None

    @property
    def required(self) -> list[Prompt]:
        """The questions of the `group` that cannot be passed over."""
        return self.group[1:] if self.skippable else self.group

    @property
    def answerable(self) -> list[Prompt]:
        """The questions of the `group` that can be answered now: up to the first required one."""
        return [self, *self.follow_up.answerable] if self.follow_up and self.optional else [self]

    @property
    def has_next_pane(self) -> bool:
        """Whether another step comes after this one."""
        return len(self.pane_titles) > 1

    @property
    def button_text(self) -> Text:
        """What the button says once everything is entered for the questions of the `group`."""
        last = self.last_in_group
        return _("Next: {step}", step=last.pane_titles[1]) if last.has_next_pane else last.save

    # Without being asked

    @property
    def saves_itself(self) -> bool:
        """Whether one tap is the whole answer, so that a form needs no button to save it."""
        return False

    @property
    def forced_answer(self) -> Any:
        """The answer, if just one is possible, else None."""
        return None

    def implied(self, given: Mapping[str, Any]) -> Any:
        """The answer that follows from the answers `given` to other questions of the deal, by
        their keys; None if it has to be asked for."""
        return self.forced_answer

    # From a form

    @abstractmethod
    def read(self, form: Form) -> Any:
        """The answer as typed, None if nothing was; what makes no sense stays as it is."""

    @abstractmethod
    def fill(self, answer: Any) -> dict[str, str]:
        """The form fields that give `answer` again."""

    def field(self, *path: object) -> str:
        """The name of a form field, such as ``tricks.0``."""
        return ".".join([self.key, *map(str, path)])

    def accept(self, form: Form) -> Any:
        """The answer in `form`, in the file's terms; raises `Refused` with every problem."""
        reply = Reply(self, form)
        reply.check()
        return reply.answer

    def answers_in(self, replies: Replies, *, anew: bool = False) -> list[Reply]:
        """The replies that answer this question, its `follow_up`, or both in this order.

        If this one is asked `anew`, because its answer no longer fits, nothing is an answer too.
        Raises `Refused` with every problem.
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
        if is_last and (own.answer or not self.optional):
            return [own]
        later = self.follow_up.answers_in(replies)
        return [own, *later] if own.answer or anew or not self.optional else later

    # What is wrong

    def problems(self, answer: Any) -> list[Problem]:
        """Everything wrong with `answer`, a JSON value from anywhere."""
        if answer is None:
            needed = Problem(_("This needs an answer."), is_gap=True)
            return [] if self.optional or self.moot else [needed]
        return list(self.shape_problems(answer)) or list(self.check(answer))

    @abstractmethod
    def shape_problems(self, answer: Any) -> Iterable[Problem]:
        """What is wrong with the answer's shape, ranges and sums."""

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        """What `answer` still lacks, in a few words for a button; None if it is whole.

        `problems` are those that the answer has: it is not checked again.
        """
        if answer is None and not self.optional:
            return self.ask
        return next((problem.message for problem in problems), None)

    # What it means

    def prune(self, answer: Any) -> Any:
        """An earlier answer without what this question no longer asks for.

        A correction may have turned it into another one, such as who doubled which of other cards.
        """
        return answer

    def normalise(self, answer: Any) -> Any:
        """A legal answer in the one form in which it is stored."""
        return answer

    def value(self, answer: Any) -> Any:
        """A legal answer as the game works with it."""
        return answer

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


class Reply:
    """What a form answers to one prompt: read once, and checked once."""

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
        """The answer in the one form in which it is stored; it has to be legal."""
        return self.prompt.normalise(self.typed)

    @property
    def missing(self) -> Text | None:
        """What it still lacks, in a few words for a button; None if it is whole."""
        return self.prompt.missing(self.typed, self.problems)

    def check(self) -> None:
        """Raise `Refused` with every problem, if there is one."""
        if self.problems:
            raise Refused(*self.problems)


class Replies(dict[Prompt, Reply]):
    """The replies of one form by prompt, each made when it is first asked for."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self.form = form

    def __missing__(self, prompt: Prompt) -> Reply:
        self[prompt] = reply = Reply(prompt, self.form)
        return reply


# --- fields of a form ---------------------------------------------------------------------------


MINUS_SIGNS = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{EN DASH}", "-")
)
"""What keyboards have for a minus."""


def parse_whole(text: str) -> int | str:
    """The number that was typed, or the text itself if it is none."""
    stripped = text.strip().translate(MINUS_SIGNS)
    try:
        # `int` would take underscores too, and needs long for very many digits.
        return int(stripped) if len(stripped) <= 9 and "_" not in stripped else text
    except ValueError:
        return text


def number_in(form: Form, name: str) -> int | str | None:
    """The number typed into a field, the text itself if it is none, None if it is blank."""
    text = form.get(name, "").strip()
    return parse_whole(text) if text else None


def is_whole(value: Any) -> bool:
    """Whether `value` is a whole number: no truth value, no fraction, no digits in quotes."""
    return type(value) is int


def words_in(form: Form, key: str) -> list[str]:
    """Every word that `form` holds for `key`, however often the field is there.

    A page sends a field once for each thing that is tapped; a plain mapping, as `fill` returns it,
    has them side by side in one value.
    """
    getlist = getattr(form, "getlist", None)
    values: list[str] = getlist(key) if getlist else [form.get(key, "")]
    return [word for value in values for word in value.split()]


def is_blank(value: Any) -> bool:
    """Whether nothing was entered: None, or a list or an object that holds no more than that."""
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
        """How many pieces make a whole answer."""

    @abstractmethod
    def placed_count(self, answer: Any) -> int:
        """How many pieces of a whole answer are given."""

    @abstractmethod
    def left_text(self, n: int) -> Text:
        """What is missing when `n` pieces are."""

    @property
    def button_texts(self) -> list[Text]:
        """What a button says for each number of pieces that are missing, from none on."""
        return [self.save, *(self.left_text(n) for n in range(1, self.piece_count + 1))]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        left = self.piece_count - self.placed_count(answer)
        return self.left_text(left) if left > 0 else super().missing(answer, problems)


@dataclass(frozen=True, kw_only=True, eq=False)
class PerSeat(InPieces):
    """A question whose answer is a list with a value for each seat, in seat order.

    A kind of it reads, checks, fills in and describes the value of one seat. Where a value may
    belong to something else, such as both partners or a card beside those of the players, the
    `owners` say whose the values are, one by one.
    """

    seats: Sequence[Seat] = ()

    def owners(self, answer: Any) -> Sequence[Any]:
        """Whose values `answer` has, in its order."""
        return self.seats

    def owners_in(self, form: Form) -> Sequence[Any]:
        """Whose values a page asks for that shows this form."""
        return self.owners(None)

    def place_of(self, owner: Any) -> int | str:
        """The place of a value: part of the names of its fields, and what its problems are `at`."""
        place: int = owner.index
        return place

    def field_of(self, owner: Any, *path: object) -> str:
        """The name of a form field for a value, such as ``tricks.0``."""
        return self.field(self.place_of(owner), *path)

    @property
    def piece_count(self) -> int:
        """How many values make a whole answer."""
        return len(self.owners(None))

    @abstractmethod
    def read_value(self, form: Form, owner: Any) -> Any:
        """The value as typed, blank (see `is_blank`) if nothing was."""

    @abstractmethod
    def value_problems(self, owner: Any, value: Any, used: Used) -> Iterable[Problem]:
        """What is wrong with one value, without its place. What it has is added to `used`."""

    @abstractmethod
    def value_fields(self, owner: Any, value: Any) -> dict[str, str]:
        """The form fields that give the value again."""

    @abstractmethod
    def describe_value(self, owner: Any, value: Any) -> Text | str:
        """The value in words, with whose it is."""

    @abstractmethod
    def wrong_shape(self, answer: Any) -> Text:
        """The problem with an answer that is no list of one value for each owner, in words."""

    def is_value(self, value: Any) -> bool:
        """Whether a value has the right shape, whatever is wrong with it besides."""
        return True

    def values(self, answer: Any) -> list[Any] | None:
        """The values in the order of their owners, None if the answer has another shape."""
        fits = isinstance(answer, list) and len(answer) == len(self.owners(answer))
        return answer if fits and all(map(self.is_value, answer)) else None

    def completed(self, values: list[Any]) -> list[Any]:
        """The values as typed, with those that were left out and follow from the others."""
        return values

    def pairs(self, answer: Any) -> list[tuple[Any, Any]]:
        """Every owner and the value of an answer of the right shape."""
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
