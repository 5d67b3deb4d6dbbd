"""Prompts about the players: one of them, or all of them in an order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.model.parts import Part
from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Seat
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, Prompt, is_whole, parse_whole

NOBODY = "nobody"
ORDINALS = (_("1st"), _("2nd"), _("3rd"), _("4th"))
CardParts = Callable[[str, Seat, Seat | None], Sequence[Part]]
"""What a card scores, by who took it and who doubled it."""


def seat_problem(answer: Any, seats: Sequence[Seat]) -> Text | None:
    """Why `answer` is not the index of one of `seats`, or None if it is."""
    if is_whole(answer) and any(seat.index == answer for seat in seats):
        return None
    players = [_("{index} ({seat})", index=seat.index, seat=seat) for seat in seats]
    return _(
        "“{answer}” is not one of these players: {players}.", answer=quoted(answer), players=players
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Player(Prompt):
    """One of the players, by the index of the seat.

    With `confirmed`, one tap is not yet the answer: what it means is looked at before it is saved.
    Where `nobody` is possible, that is how to say it; it means None. A question about who has a
    `card` names it, and may say what its `parts` are.
    """

    kind = "player"
    seats: Sequence[Seat]
    confirmed: bool = False
    nobody: Text | None = None
    card: str | None = None
    parts: CardParts | None = None
    style: ClassVar[str] = "names"

    @property
    def options(self) -> dict[str, Seat | Text]:
        """Who can be said, by what a form field holds then."""
        seats: dict[str, Seat | Text] = {str(seat.index): seat for seat in self.seats}
        return seats | {NOBODY: self.nobody} if self.nobody else seats

    @property
    def fields(self) -> dict[str, str]:
        """The form field that says who, by card."""
        return {self.card: self.key} if self.card else {}

    @property
    def saves_itself(self) -> bool:
        return not self.confirmed

    @property
    def forced_answer(self) -> int | None:
        is_open = self.optional or self.nobody
        return self.seats[0].index if len(self.seats) == 1 and not is_open else None

    def read(self, form: Form) -> Any:
        typed = form.get(self.key)
        return parse_whole(typed) if typed else None

    def shape_problems(self, answer: Any) -> list[Problem]:
        if self.nobody and answer == NOBODY:
            return []
        problem = seat_problem(answer, self.seats)
        return [Problem(problem)] if problem else []

    def value(self, answer: Any) -> Any:
        return None if answer in (None, NOBODY) else self._seat(answer)

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: str(answer)}

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return answer if answer == NOBODY else order.index(answer)

    def describe(self, answer: Any) -> Text:
        if self.nobody and answer == NOBODY:
            return self.nobody
        return _("{seat}", seat=self._seat(answer))

    def _seat(self, index: int) -> Seat:
        return next(seat for seat in self.seats if seat.index == index)


@dataclass(frozen=True, kw_only=True, eq=False)
class Order(Prompt):
    """All the players in an order; the last one may be left out, since only one is possible.

    `places` are what each place is called, and `worth` the points that it brings, none where places
    score nothing.
    """

    kind = "order"
    seats: Sequence[Seat]
    places: Sequence[Text]
    worth: Sequence[int] = ()

    @property
    def ordinals(self) -> Sequence[Text]:
        """Which place it is, for where there is no room for its name."""
        return ORDINALS[: len(self.seats)]

    def placed(self, answer: Any) -> int:
        """How many players have their place, the last one with the one before."""
        tapped = sum(index is not None for index in answer or ())
        return len(self.seats) if tapped >= len(self.seats) - 1 else tapped

    def missing(self, answer: Any, problems: Sequence[Problem]) -> Text | None:
        if problems and self.placed(answer) < len(self.seats):
            return self.to_fill(len(self.seats) - self.placed(answer))
        return super().missing(answer, problems)

    def to_fill(self, left: int) -> Text:
        """So many places that nobody has yet."""
        return _n("{n} place to fill", "{n} places to fill", left)

    def read(self, form: Form) -> Any:
        typed = [form.get(self.field(place), "").strip() for place in range(len(self.seats))]
        while typed and not typed[-1]:
            typed.pop()
        return [parse_whole(text) if text else None for text in typed] or None

    def shape_problems(self, answer: Any) -> list[Problem]:
        if not isinstance(answer, list):
            return [Problem(_("“{answer}” is not a list of players.", answer=quoted(answer)))]
        needed = len(self.seats) - 1
        problems = []
        for place, index in enumerate(answer[: len(self.seats)]):
            if index is None:
                nobody = _("Nobody has been tapped for this place.")
                problems.append(Problem(nobody, at=place, is_gap=True))
            elif problem := seat_problem(index, self.seats):
                problems.append(Problem(problem, at=place))
            elif index in answer[:place]:
                earlier = self.places[answer.index(index)]
                problems.append(
                    Problem(
                        _("{seat} is already {place}.", seat=self.seats[index], place=earlier),
                        at=place,
                    )
                )
        placed = sum(index is not None for index in answer)
        if placed < needed:
            problems.append(
                Problem(
                    _n(
                        "{n} player is placed; {needed} are needed, the last one follows.",
                        "{n} players are placed; {needed} are needed, the last one follows.",
                        placed,
                        needed=needed,
                    ),
                    is_gap=True,
                )
            )
        if len(answer) > len(self.seats):
            problems.append(
                Problem(
                    _(
                        "{given} players are placed, but only {seated} play.",
                        given=len(answer),
                        seated=len(self.seats),
                    )
                )
            )
        return problems

    def normalise(self, answer: list[int]) -> list[int]:
        return [seat.index for seat in self.value(answer)]

    def value(self, answer: list[int]) -> list[Seat]:
        placed = [self.seats[index] for index in answer]
        return placed + [seat for seat in self.seats if seat not in placed]

    def fill(self, answer: list[int]) -> dict[str, str]:
        return {self.field(place): str(index) for place, index in enumerate(answer)}

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int]:
        return [order.index(old) for old in answer]

    def items(self, answer: list[int]) -> Sequence[Seat]:
        return self.value(answer)
