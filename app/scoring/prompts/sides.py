"""The prompt for who plays together: nobody, partners opposite each other, or named sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import LETTERS
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, Prompt

SIDE_LETTERS = LETTERS[:5]
LARGEST_SIDE = 5
NONE, OPPOSITE, NAMED = "none", "opposite", "named"


@dataclass(frozen=True, kw_only=True, eq=False)
class Sides(Prompt):
    """Who shares a score: ``none`` for everyone alone, ``opposite`` for those who sit opposite each
    other, or the letter of each seat's side, such as ``ABABA``.

    A page has a field for each seat, ``sides.0``, which counts where the way is ``named``; any form
    may say all letters at once. Whether so many can play so is not known here: see
    `seating_problem`.
    """

    kind = "sides"

    @property
    def letters(self) -> Sequence[str]:
        """The letters of the sides."""
        return SIDE_LETTERS

    @property
    def options(self) -> dict[str, Text]:
        """The ways to play, by their keys on a form."""
        return {
            NONE: _("none"),
            OPPOSITE: _("opposite"),
            NAMED: _("named"),
        }

    def read(self, form: Form) -> Any:
        way = form.get(self.key) or None
        if way != NAMED:
            return way
        return "".join(form.get(name, "").strip()[:1] for name in self._seat_fields)

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: answer}

    def fields_of(self, typed: Form) -> dict[str, str]:
        """Return the fields of a page for what any form says: the way, and a letter of each seat
        that has one."""
        way = typed.get(self.key) or NONE
        if way in self.options:
            return {self.key: way} | {name: typed.get(name, "") for name in self._seat_fields}
        if not {*way} <= {*SIDE_LETTERS}:
            return {self.key: way}
        return {self.key: NAMED} | dict(zip(self._seat_fields, way, strict=False))

    @property
    def _seat_fields(self) -> list[str]:
        return [self.field(seat) for seat in range(len(LETTERS))]

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if answer in (NONE, OPPOSITE):
            return
        if not isinstance(answer, str) or not answer or not {*answer} <= {*SIDE_LETTERS}:
            words = _(
                "“{answer}” names no sides: a letter from {first} to {last} for each player.",
                answer=quoted(answer),
                first=SIDE_LETTERS[0],
                last=SIDE_LETTERS[-1],
            )
            yield Problem(words)
            return
        sizes = Counter(answer)
        if len(sizes) == 1:
            yield Problem(_("All play on side {side}: at least two sides.", side=answer[0]))
            return
        for letter in SIDE_LETTERS[: SIDE_LETTERS.index(max(sizes))]:
            if letter not in sizes:
                last = max(sizes)
                yield Problem(
                    _("Nobody plays on side {side}, but on {last}.", side=letter, last=last)
                )
        for letter, size in sizes.items():
            if size > LARGEST_SIDE:
                words = _n(
                    "{n} player is on side {side}: at most {most}.",
                    "{n} players are on side {side}: at most {most}.",
                    size,
                    side=letter,
                    most=LARGEST_SIDE,
                )
                yield Problem(words)

    def seating_problem(self, answer: str, players: int) -> Text | None:
        """Return the message that so many players cannot play so, None if they can."""
        if answer == OPPOSITE and (players % 2 or players < 4):
            return _n(
                "Partners sit opposite each other where 4, 6, 8 or 10 play, not {n}.",
                "Partners sit opposite each other where 4, 6, 8 or 10 play, not {n}.",
                players,
            )
        if answer not in (NONE, OPPOSITE) and len(answer) != players:
            return _n(
                "{n} letter names the sides, but {players} play.",
                "{n} letters name the sides, but {players} play.",
                len(answer),
                players=players,
            )
        return None

    def reseated(self, answer: str, order: Sequence[int]) -> str | None:
        if answer in (NONE, OPPOSITE) or len(answer) != len(order):
            return answer
        return "".join(answer[old] for old in order)

    def describe(self, answer: Any) -> Text:
        return self.options.get(answer) or _("{letters}", letters=answer)
