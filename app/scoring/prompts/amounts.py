"""The prompt for points as they are said at the table: a number for each seat or side, with its
sign, from whatever game they come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Numerals, Text, _, _n
from app.scoring.model.typed_numbers import plain_number
from app.scoring.prompts.base import Form, Used, is_whole
from app.scoring.prompts.counts import NumberPerOwner

LARGEST = 99_999
"""The most points of a round, and the least with a minus: what a cell of a sheet has room for."""
MOST_PIECES = 20
"""So many numbers can be added up in one cell."""
LONGEST = 80
"""Letters of what is typed into one cell that are read."""
SUM = re.compile(r"[+-]?[0-9]{1,5}(?:[+-][0-9]{1,5})*")
REST = "rest"  # the field of the key that shares out what the sum of a round still lacks

Amount = int | list[int]
"""The points of one seat: a number, or the numbers that it is the sum of."""


def amount_of(value: Amount) -> int:
    """Return the points that a value of an answer stands for."""
    return sum(value) if isinstance(value, list) else value


def written_sum(pieces: Sequence[int]) -> str:
    """Return numbers as they are added up, and can be typed: ``12 + 11 − 7``."""
    first, *others = pieces
    signs = (f" {'−' if n < 0 else '+'} {abs(n)}" for n in others)
    return f"{first}".replace("-", "−") + "".join(signs)


def read_amount(text: str) -> Amount | str | None:
    """Parse what is typed into a cell: ``14``, ``−2``, ``12 + 11 + 7``; any digits of any script.

    Returns None for a blank, and the text itself if it is no number and no sum.
    """
    text = text.strip()
    if not text:
        return None
    # Longer ones are refused as typed: they cost no more than others.
    written = plain_number(text[:LONGEST])
    if len(text) > LONGEST or not SUM.fullmatch(written):
        return text
    pieces = [int(piece) for piece in re.findall(r"[+-]?[0-9]+", written)]
    return pieces[0] if len(pieces) == 1 else pieces


def is_begun(value: object) -> bool:
    """Return whether this is a text that ends with a sign: a number must follow."""
    return isinstance(value, str) and plain_number(value[:LONGEST]).endswith(("+", "-"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Amounts(NumberPerOwner):
    """Points of each seat in seat order, or of each of the `sides`: any whole number from `low` to
    `high`, with the signs in which the table writes them.

    A value may be the list of numbers that it is the sum of. A blank is no zero. With a `total` the
    points of a round must add up to it: then the last one that is missing is calculated. `steps`
    are numbers that the table adds often, each a key of its own.
    """

    kind = "amounts"
    low: int = -LARGEST
    high: int = LARGEST
    total: int | None = None
    steps: Sequence[int] = ()

    def owners(self, answer: Any) -> Sequence[Seat | Side]:
        return self.sides or self.seats

    def read_value(self, form: Form, owner: Any) -> Any:
        return read_amount(form.get(self.field_of(owner), ""))

    def value_fields(self, owner: Any, value: Amount) -> dict[str, str]:
        typed = written_sum(value) if isinstance(value, list) else str(value)
        return {self.field_of(owner): typed}

    def are_values(self, values: Sequence[Any]) -> bool:
        return not any(isinstance(value, dict) for value in values)

    def value_problems(self, owner: Any, value: Any, used: Used) -> list[Problem]:
        if value is None:
            return [Problem(_("How many points for {seat}?", seat=owner), is_gap=True)]
        pieces = value if isinstance(value, list) else [value]
        if not pieces or not all(map(is_whole, pieces)):
            return [Problem(_("“{points}” is not a whole number.", points=quoted(value)))]
        if len(pieces) > MOST_PIECES:
            words = _n(
                "{n} number is added up for {seat}; the most is {most}.",
                "{n} numbers are added up for {seat}; the most is {most}.",
                len(pieces),
                seat=owner,
                most=MOST_PIECES,
            )
            return [Problem(words)]
        points = sum(pieces)
        if self.low <= points <= self.high:
            return []
        values = {"seat": owner, "points": points, "low": self.low, "high": self.high}
        return [Problem(_("{seat} cannot have {points}: from {low} to {high}.", **values))]

    def shape_problems(self, answer: Any) -> list[Problem]:
        problems, values = list(super().shape_problems(answer)), self.values(answer)
        if problems or values is None or self.total is None:
            return problems
        off = sum(map(amount_of, values)) - self.total
        if not off:
            return []
        return [Problem(self._wrong_sum(off))]

    def _wrong_sum(self, off: int) -> Text:
        assert self.total is not None
        parts = {"added": self.total + off, "total": self.total}
        if off > 0:
            return _n(
                "That makes {added}, not {total}: {n} too many.",
                "That makes {added}, not {total}: {n} too many.",
                off,
                **parts,
            )
        return _n(
            "That makes {added}, not {total}: {n} missing.",
            "That makes {added}, not {total}: {n} missing.",
            -off,
            **parts,
        )

    def wrong_shape(self, answer: Any) -> Text:
        return _n(
            "“{answer}” is not a list of {n} number, one for each score.",
            "“{answer}” is not a list of {n} numbers, one for each score.",
            len(self.owners(answer)),
            answer=quoted(answer),
        )

    def normalise(self, answer: list[Any]) -> list[Any]:
        # A sum of one number is that number, and −0 is 0.
        return [
            value[0] if isinstance(value, list) and len(value) == 1 else value for value in answer
        ]

    def value(self, answer: Any) -> dict[Any, int]:
        return {owner: amount_of(value) for owner, value in self.pairs(answer)}

    def describe_value(self, owner: Any, value: Amount) -> Text:
        return _("{seat} {points}", seat=owner, points=amount_of(value))

    # While it is entered

    def so_far_of(self, values: Sequence[Any]) -> int:
        """Return what the numbers so far add up to; those that are none count nothing."""
        return sum(
            amount_of(value)
            for value in values
            if is_whole(value) or (isinstance(value, list) and all(map(is_whole, value)))
        )

    def completed(self, values: list[Any]) -> list[Any]:
        """Return the values with the last one that is missing, if the sum of a round is known."""
        return self.with_rest(values) if values.count(None) == 1 else values

    def with_rest(self, values: Sequence[Any]) -> list[Any]:
        """Return the values with the same share of what the sum still lacks for each that is
        missing, as far as it can be divided and is possible."""
        blanks = [*values].count(None)
        read = [value for value in values if value is not None]
        is_readable = not any(isinstance(value, str) for value in read)
        if self.total is None or not blanks or not is_readable:
            return [*values]
        share, over = divmod(self.total - self.so_far_of(read), blanks)
        if over or not self.low <= share <= self.high:
            return [*values]
        return [share if value is None else value for value in values]

    def rest_fields(self, form: Form) -> Mapping[str, str]:
        """Return the fields of a form after a press on the key that shares out the rest."""
        fields = {name: value for name, value in form.items() if name and name != REST}
        owners = self.owners(None)
        values = self.with_rest([self.read_value(form, owner) for owner in owners])
        shared = {
            self.field_of(owner): str(value)
            for owner, value in zip(owners, values, strict=True)
            if is_whole(value) and not form.get(self.field_of(owner), "").strip()
        }
        return fields | shared

    def placed_count(self, answer: Any) -> int:
        """Return how many numbers are given; a sum that is only begun, as ``12 +``, is none yet."""
        return sum(value is not None and not is_begun(value) for value in answer or ())

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` numbers are missing."""
        return _n("{n} number to enter", "{n} numbers to enter", n)

    def pieces_of(self, value: Amount) -> Sequence[Text]:
        """Return the reason of a number that was added up, in one text; nothing for another one."""
        if not isinstance(value, list):
            return ()
        return [_("{sum}", sum=Numerals(written_sum(value)))]
