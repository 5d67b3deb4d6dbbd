"""What a ruling asks for: one of several things, some of them, a number, cards of a trick.

A form is what an address holds: for each field all its values. Every input reads its own fields,
None while they are not whole, and raises `Refused` with the field that cannot be right.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.cards import (
    JOKERS,
    RANKS,
    SIGNS,
    SUIT_OF_LETTER,
    Card,
    name_of,
    pack,
    rank_of,
)
from app.scoring.problems import Problem, Refused, quoted
from app.scoring.prompts.base import whole
from app.scoring.seats import Seat
from app.scoring.text import Text, _

Form = Mapping[str, Sequence[str]]


def given(form: Form, key: str) -> list[str]:
    """The values of a field that are not blank."""
    return [value.strip() for value in form.get(key, ()) if value.strip()]


@dataclass(frozen=True, kw_only=True, eq=False)
class Input(ABC):
    """Something to tap or to type; `hint` says how. An `optional` one may stay open.

    What a match has filled in is `known`, and only shown to who wants to change it.
    """

    kind: ClassVar[str]
    key: str
    ask: Text
    hint: Text | None = None
    optional: bool = False
    known: bool = False

    def checked(self, form: Form) -> Any:
        """What is chosen on the page, right or wrong."""
        return None

    def is_folded(self, form: Form) -> bool:
        """Whether the match has said it, and nobody has said otherwise."""
        return self.known and self.checked(form) == self.checked({})

    @abstractmethod
    def read(self, form: Form) -> Any:
        """What was given, None while it is not whole; raises `Refused`."""

    def missing(self, form: Form) -> Text:
        """What is still wanted, for a line where the verdict will be."""
        return self.ask


@dataclass(frozen=True, kw_only=True, eq=False)
class OneOf(Input):
    """One of `options`, by key; `start` is chosen unless something else is."""

    kind = "one_of"
    options: Mapping[str, Text | Seat | Card]
    start: str | None = None
    look: str = "words"

    def read(self, form: Form) -> str | None:
        chosen = self.checked(form)
        if chosen is None or chosen in self.options:
            return chosen
        raise Refused(
            Problem(
                _(
                    "“{answer}” is not one of: {options}.",
                    answer=quoted(chosen),
                    options=list(self.options.values()),
                ),
                at=self.key,
            )
        )

    def checked(self, form: Form) -> str | None:
        typed = given(form, self.key)
        return typed[-1] if typed else self.start


@dataclass(frozen=True, kw_only=True, eq=False)
class SomeOf(Input):
    """Any of `options`, by key, in their order.

    `none` is what to say for none of them; where there is no such thing, nothing tapped says it.
    With `through` they lie in a row that grows from that one, so those between count as well.
    """

    kind = "some_of"
    options: Mapping[str, Text | Seat | Card]
    none: Text | None = None
    through: str | None = None
    look: str = "words"

    def read(self, form: Form) -> tuple[str, ...] | None:
        named = given(form, self.key)
        strange = [
            Problem(
                _(
                    "“{answer}” is not one of: {options}.",
                    answer=quoted(each),
                    options=list(self.options.values()),
                ),
                at=self.key,
            )
            for each in named
            if each not in self.options and not (self.none and each == "none")
        ]
        if strange:
            raise Refused(*strange[:1])
        if not named and self.none:
            return None
        return tuple(key for key in self.options if key in named)

    def checked(self, form: Form) -> list[str]:
        return given(form, self.key)

    def between(self, form: Form) -> Sequence[str]:
        """The keys that lie between those that are chosen, `through` among them."""
        chosen = [key for key in self.checked(form) if key in self.options]
        if not self.through or not chosen:
            return ()
        row = list(self.options)
        places = [row.index(key) for key in (*chosen, self.through)]
        return row[min(places) : max(places) + 1]


@dataclass(frozen=True, kw_only=True, eq=False)
class Number(Input):
    """A whole number from 0; those up to `high` are offered, and none above `most` is taken."""

    kind = "number"
    high: int
    most: int = 99
    start: int | None = None

    def read(self, form: Form) -> int | None:
        typed = given(form, self.key)[-1:]
        if not typed:
            return self.start
        number = whole(typed[0])
        if isinstance(number, int) and 0 <= number <= self.most:
            return number
        raise Refused(
            Problem(
                _(
                    "“{answer}” is not a number from 0 to {high}.",
                    answer=quoted(typed[0]),
                    high=self.high,
                ),
                at=self.key,
            )
        )

    def checked(self, form: Form) -> str | None:
        typed = given(form, self.key)
        if typed:
            return typed[-1]
        return None if self.start is None else str(self.start)

    def is_offered(self, form: Form) -> bool:
        """Whether what was given can be seen among the numbers on the page."""
        checked = self.checked(form)
        return checked is None or checked in {str(n) for n in range(self.high + 1)}


@dataclass(frozen=True, kw_only=True, eq=False)
class Cards(Input):
    """One card for each of `places`, the name of each being what stands beside it.

    The fields are ``card1``, ``card2`` and so on. No card lies in two places.
    """

    kind = "cards"
    key: str = "card"
    places: Sequence[Text | Seat]
    pack: Sequence[str] = pack()
    jokers: bool = False

    @property
    def all(self) -> tuple[str, ...]:
        """Every card that can be named."""
        return (*self.pack, *JOKERS) if self.jokers else tuple(self.pack)

    @property
    def suits(self) -> Mapping[str, Text]:
        """The suits of the pad, by the letter they have in a card."""
        return SIGNS

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack, highest first."""
        ranks = {rank_of(card) for card in self.pack}
        return [rank for rank in RANKS if rank in ranks]

    def name(self, card: str) -> Card | Text:
        """A card or a joker as the page shows it."""
        return name_of(card)

    def field(self, place: int) -> str:
        """The name of the field of a place."""
        return f"{self.key}{place + 1}"

    def laid(self, form: Form) -> list[str | None]:
        """What lies in each place: a card of this pack, once, or None."""
        laid: list[str | None] = []
        for place in range(len(self.places)):
            here = given(form, self.field(place))
            fits = len(here) == 1 and here[0] in self.all and here[0] not in laid
            laid.append(here[0] if fits else None)
        return laid

    def open(self, form: Form) -> int | None:
        """The first place without a card."""
        laid = self.laid(form)
        return laid.index(None) if None in laid else None

    def suit_open(self, form: Form) -> str | None:
        """The suit that the pad shows: that of the latest card, as the next one often follows."""
        chosen = [suit for suit in given(form, "suit") if suit in SUIT_OF_LETTER]
        return chosen[-1] if chosen else None

    def read(self, form: Form) -> tuple[str, ...] | None:
        problems = [
            Problem(fault, at=self.field(place))
            for place in range(len(self.places))
            if (fault := self._fault(form, place))
        ]
        extra = self.field(len(self.places))
        if given(form, extra):
            problems.append(
                Problem(
                    _("There are {n} cards, and no place for one more.", n=len(self.places)),
                    at=self.key,
                )
            )
        if problems:
            raise Refused(*problems)
        cards = [card for card in self.laid(form) if card]
        return tuple(cards) if len(cards) == len(self.places) else None

    def _fault(self, form: Form, place: int) -> Text | None:
        here = given(form, self.field(place))
        if not here:
            return None
        if len(here) > 1:
            return _("{place}: one card, not {n}.", place=self.places[place], n=len(here))
        if here[0] not in self.all:
            return _(
                "“{card}” is not a card of this pack.",
                card=quoted(here[0]),
            )
        earlier = [given(form, self.field(before)) for before in range(place)]
        if here in earlier:
            return _(
                "{card} lies here twice: {place} has it too.",
                card=name_of(here[0]),
                place=self.places[earlier.index(here)],
            )
        return None

    def missing(self, form: Form) -> Text:
        at = self.open(form) or 0
        return _("{place}: which card?", place=self.places[at])


@dataclass(frozen=True, kw_only=True, eq=False)
class Grid(Input):
    """A table of numbers in which every row and every column adds up to `total`.

    The fields are the row and the column, such as ``1S``. A number that follows from the others
    may be left out; when nothing is missing any more, the value is the rows.
    """

    kind = "grid"
    rows: Mapping[str, Text]
    columns: Mapping[str, Text]
    total: int

    def typed(self, form: Form) -> dict[tuple[str, str], str]:
        """What was typed, by row and column, blank where nothing was."""
        return {
            (row, column): (given(form, row + column)[-1:] or [""])[0]
            for row in self.rows
            for column in self.columns
        }

    def filled(self, form: Form) -> dict[tuple[str, str], int | None]:
        """The numbers typed and those that follow from them, None where it is open."""
        grid: dict[tuple[str, str], int | None] = {}
        for at, typed in self.typed(form).items():
            number = whole(typed) if typed else None
            grid[at] = number if isinstance(number, int) else None
        lines = [[(row, column) for column in self.columns] for row in self.rows]
        lines += [[(row, column) for row in self.rows] for column in self.columns]
        found = True
        while found:
            found = False
            for line in lines:
                open_at = [at for at in line if grid[at] is None]
                left = self.total - sum(grid[at] or 0 for at in line)
                if len(open_at) == 1 and left >= 0 and not self.typed(form)[open_at[0]]:
                    grid[open_at[0]] = left
                    found = True
        return grid

    def read(self, form: Form) -> list[list[int]] | None:
        problems = [
            Problem(
                _(
                    "“{answer}” is not a number from 0 to {high}.",
                    answer=quoted(typed),
                    high=self.total,
                ),
                at="".join(at),
            )
            for at, typed in self.typed(form).items()
            if typed and not (isinstance(n := whole(typed), int) and 0 <= n <= self.total)
        ]
        grid = self.filled(form)
        if not problems:
            problems = self._overfull(grid)
        if problems:
            raise Refused(*problems)
        rows = [[grid[row, column] for column in self.columns] for row in self.rows]
        whole_rows = [[n for n in row if n is not None] for row in rows]
        return whole_rows if sum(map(len, whole_rows)) == len(grid) else None

    def _overfull(self, grid: Mapping[tuple[str, str], int | None]) -> list[Problem]:
        """Where a row or a column holds too much already, or cannot be filled any more."""
        problems = []
        for row, words in self.rows.items():
            problems += self._sum_fault(words, [grid[row, column] for column in self.columns], row)
        if not problems:
            for column, words in self.columns.items():
                numbers = [grid[row, column] for row in self.rows]
                problems += self._sum_fault(words, numbers, column)
        return problems

    def _sum_fault(self, of: Text, numbers: Sequence[int | None], at: str) -> list[Problem]:
        counted = sum(n for n in numbers if n is not None)
        if counted == self.total or (None in numbers and counted < self.total):
            return []
        said = {"of": of, "counted": counted, "total": self.total}
        return [Problem(_("{of} has {counted} cards, not {total}.", **said), at=at)]

    def missing(self, form: Form) -> Text:
        grid = self.filled(form)
        row = next(row for row in self.rows if any(grid[row, c] is None for c in self.columns))
        return _("{row}: how many of each suit?", row=self.rows[row])
