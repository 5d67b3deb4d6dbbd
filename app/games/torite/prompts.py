"""Prompts of The Torite: the leftover cards, and the suits of several stacks of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar

from app.scoring import Card, Problem, Prompt, Seat, Text, _, _n, rank_of
from app.scoring.model.cards import SIGNS, SUIT_OF_LETTER
from app.scoring.model.problems import quoted
from app.scoring.prompts import PerSeat, cards_of
from app.scoring.prompts.base import Form, Replies, Reply, Used, is_blank, is_whole, number_in


@dataclass(frozen=True, kw_only=True, eq=False)
class Cards(PerSeat):
    """A card for each place: for each seat in seat order, or the one card of `single`.

    `pack` are the cards that can be named; `unavailable` are cards that are elsewhere, with the
    reason. `seat_notes` are shown beside a seat's card, and `rank_values` has the worth of each
    rank to a seat.

    If `follow_up` asks for a single card, a page shows its row below the rows of the seats: there
    `last_in_group` is a copy of this question with the other one `below`, which reads and checks
    the cards of all rows and gives hints about them.
    """

    kind = "cards"
    suits: ClassVar[Mapping[str, str]] = SUIT_OF_LETTER
    one_of_each_suit: ClassVar[bool] = True
    pack: Sequence[str]
    single: Text | None = None
    unavailable: Mapping[str, Text] = field(default_factory=dict)
    seat_notes: Mapping[Seat, Text] = field(default_factory=dict)
    rank_values: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    below: Cards | None = None

    @cached_property
    def last_in_group(self) -> Prompt:
        """The question with a row of its own for the card of `follow_up`."""
        return (
            replace(self, below=self.follow_up, follow_up=None)
            if isinstance(self.follow_up, Cards)
            else self
        )

    def answers_in(self, replies: Replies, *, anew: bool = False) -> list[Reply]:
        if not isinstance(self.follow_up, Cards):
            return super().answers_in(replies, anew=anew)
        own, follow_up = replies[self], replies[self.follow_up]
        own.check()
        if follow_up.typed is None:
            return [own]
        # Each question alone would not see a card that is named in both.
        replies[self.last_in_group].check()
        follow_up.check()
        return [own, follow_up]

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack, highest first."""
        return list(dict.fromkeys(map(rank_of, self.pack)))

    @cached_property
    def places(self) -> list[Seat | Text]:
        """The owners of the cards, in the order of the answer."""
        below = self.below.places if self.below else []
        return [self.single] if self.single else [*self.seats, *below]

    def owners(self, answer: Any) -> list[Seat | Text]:
        return self.places

    def place_of(self, owner: Seat | Text) -> int:
        return self.places.index(owner)

    def fields_of(self, owner: Seat | Text) -> tuple[str, str]:
        """Return the form fields of a place: its suit and its rank."""
        if self.below and owner is self.below.single:
            return self.below.fields_of(owner)
        return self.field_of(owner, "suit"), self.field_of(owner, "rank")

    def values(self, answer: Any) -> list[Any] | None:
        return [answer] if self.single else super().values(answer)

    def read(self, form: Form) -> Any:
        cards = super().read(form)
        return cards[0] if cards and self.single else cards

    def read_value(self, form: Form, owner: Seat | Text) -> str | None:
        suit, rank = self.fields_of(owner)
        return (form.get(rank, "") + form.get(suit, "")) or None

    def value_fields(self, owner: Seat | Text, value: str) -> dict[str, str]:
        suit, rank = self.fields_of(owner)
        return {rank: rank_of(value), suit: value[-1]}

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” is not a list of {n} card, one for each player.",
            "“{answer}” is not a list of {n} cards, one for each player.",
            len(self.places),
            answer=quoted(answer),
        )

    def value_problems(self, owner: Any, value: Any, used: Used) -> Iterator[Problem]:
        if value is None:
            yield Problem(_("Which card?"), is_gap=True)
        elif value in self.pack and value not in used:
            used[value] = owner
            if value in self.unavailable:
                yield Problem(self.unavailable[value])
        elif value in self.pack:
            yield Problem(_("{card} is already {seat}’s.", card=Card(value), seat=used[value]))
        elif isinstance(value, str) and value in self.suits:
            yield Problem(_("Which rank?"), is_gap=True)
        elif value in self.ranks:
            yield Problem(_("Which suit?"), is_gap=True)
        else:
            yield Problem(_("“{card}” is not a card of this pack.", card=quoted(value)))

    def describe_value(self, owner: Seat | Text, value: str) -> Card:
        return Card(value)

    def value(self, answer: Any) -> Any:
        return answer

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return answer if self.single else super().reseated(answer, order)

    def placed_count(self, answer: Any) -> int:
        """Return how many of the named cards are in the pack."""
        return sum(card in self.pack for card in ([answer] if self.single else answer or ()))

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` cards are missing."""
        return _("{cards} to place", cards=cards_of(n))


Counts = list[list[Any]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Stacks(Prompt):
    """How many cards of each suit are in each of `stacks`, by key: a list of numbers for each.

    Every stack has `total` cards, and so has every suit. The fields are stack and suit, such as
    ``1S``. On a form, numbers that follow from the others may be left out.
    """

    kind = "stacks"
    signs: ClassVar[Mapping[str, Text]] = SIGNS
    stacks: Mapping[str, Text]
    total: int

    def field(self, *path: object) -> str:
        return "".join(map(str, path))

    def read(self, form: Form) -> Any:
        counts = [
            [number_in(form, self.field(stack, suit)) for suit in SIGNS] for stack in self.stacks
        ]
        return None if is_blank(counts) else self._completed(counts)

    def _completed(self, counts: Counts) -> Counts:
        """Return the counts with those filled in that follow because a stack or a suit lacks only
        one."""
        rows, columns = range(len(counts)), range(len(SIGNS))
        lines = [[(row, column) for column in columns] for row in rows]
        lines += [[(row, column) for row in rows] for column in columns]
        # A number that is filled in may leave only one missing in another line. Each round
        # completes a line or changes nothing any more, so as many rounds as lines are enough.
        for line in lines * len(lines):
            numbers = [counts[row][column] for row, column in line]
            left = self.total - sum(n for n in numbers if is_whole(n))
            # A word that is no number is a mistake to point at, and nothing follows from it.
            is_clear = not any(isinstance(n, str) for n in numbers)
            if numbers.count(None) == 1 and is_clear and left >= 0:
                row, column = line[numbers.index(None)]
                counts[row][column] = left
        return counts

    def _by_field(self, counts: Counts) -> dict[str, Any]:
        fields = [self.field(stack, suit) for stack in self.stacks for suit in SIGNS]
        return dict(zip(fields, chain.from_iterable(counts), strict=True))

    def fill(self, answer: Counts) -> dict[str, str]:
        return {name: str(n) for name, n in self._by_field(answer).items()}

    def shape_problems(self, answer: Any) -> list[Problem]:
        rows = answer if isinstance(answer, list) else []
        lengths = [len(row) if isinstance(row, list) else None for row in rows]
        if lengths != [len(SIGNS)] * len(self.stacks):
            return [Problem(_("“{answer}” does not count stacks.", answer=quoted(answer)))]
        problems = []
        for name, n in self._by_field(answer).items():
            if n is not None and not (is_whole(n) and 0 <= n <= self.total):
                values = {"answer": quoted(n), "high": self.total}
                words = _("“{answer}” is not a number from 0 to {high}.", **values)
                problems.append(Problem(words, at=name))
        stacks = dict(zip(self.stacks, answer, strict=True))
        suits = dict(zip(SIGNS, zip(*answer, strict=True), strict=True))
        return (
            problems
            or self._wrong_sums(self.stacks, stacks)
            or self._wrong_sums(SIGNS, suits)
            or self._gaps(stacks)
        )

    def _wrong_sums(
        self, names: Mapping[str, Text], lines: Mapping[str, Sequence[Any]]
    ) -> list[Problem]:
        """Return a problem for each stack, or suit, with too many cards, or with too few and no
        gap."""
        problems = []
        for key, numbers in lines.items():
            counted = sum(n for n in numbers if n is not None)
            if counted > self.total or (counted < self.total and None not in numbers):
                words = _n(
                    "{of} has {n} card, not {total}.",
                    "{of} has {n} cards, not {total}.",
                    counted,
                    of=names[key],
                    total=self.total,
                )
                problems.append(Problem(words, at=key))
        return problems

    def _gaps(self, stacks: Mapping[str, Sequence[Any]]) -> list[Problem]:
        return [
            Problem(_("{row}: how many of each suit?", row=self.stacks[key]), at=key, is_gap=True)
            for key, numbers in stacks.items()
            if None in numbers
        ]

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        if answer is None:
            problems = self.problems([[None] * len(SIGNS) for _stack in self.stacks])
        return next((problem.message for problem in problems), None)

    def items(self, answer: Counts) -> Sequence[Text]:
        return [
            _("{stack}: {counts}", stack=stack, counts=row)
            for stack, row in zip(self.stacks.values(), answer, strict=True)
        ]
