"""Prompts about the players: one of them, or all of them in an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.scoring.model.problems import Problem, quoted
from app.scoring.model.seats import Part, Seat
from app.scoring.model.text import Text, _, _n
from app.scoring.prompts.base import Form, InPieces, Prompt, is_whole, number_in

NO_PLAYER = "nobody"
# The places where there is no room for their names.
ORDINALS = (_("1st"), _("2nd"), _("3rd"), _("4th"))
# Returns the parts of a score for a card, its taker, and its doubler if it has one.
CardParts = Callable[[str, Seat, Seat | None], Sequence[Part]]


def seat_problems(
    answer: Any, seats: Sequence[Seat], at: int | str | None = None
) -> Iterator[Problem]:
    """Yield a problem if `answer` is not the index of one of `seats`."""
    if not is_whole(answer) or all(seat.index != answer for seat in seats):
        players = [_("{index} ({seat})", index=seat.index, seat=seat) for seat in seats]
        named = quoted(answer)
        words = _(
            "“{answer}” is not one of these players: {players}.", answer=named, players=players
        )
        yield Problem(words, at=at)


@dataclass(frozen=True, kw_only=True, eq=False)
class Player(Prompt):
    """One of the players, by seat index.

    With `confirmed`, one tap is not yet the answer: the page shows what it means before it is
    saved. `none` labels the answer that it is none of the players; its value is None. A question
    about who has a `card` names it, and may have the `parts` that the card scores.
    """

    kind = "player"
    style: ClassVar[str] = "names"
    seats: Sequence[Seat]
    confirmed: bool = False
    none: Text | None = None
    card: str | None = None
    parts: CardParts | None = None

    @property
    def options(self) -> dict[str, Seat | Text]:
        """The players who can be named, by the value of the form field."""
        seats: dict[str, Seat | Text] = {str(seat.index): seat for seat in self.seats}
        return seats | {NO_PLAYER: self.none} if self.none else seats

    @property
    def fields(self) -> dict[str, str]:
        """The form field that names the player, by card; empty if the question is about no card."""
        return {self.card: self.key} if self.card else {}

    @property
    def saves_itself(self) -> bool:
        return not self.confirmed

    @property
    def forced_answer(self) -> int | None:
        is_open = self.optional or self.none
        return self.seats[0].index if len(self.seats) == 1 and not is_open else None

    def read(self, form: Form) -> Any:
        return number_in(form, self.key)

    def fill(self, answer: Any) -> dict[str, str]:
        return {self.key: str(answer)}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not self.none or answer != NO_PLAYER:
            yield from seat_problems(answer, self.seats)

    def value(self, answer: Any) -> Seat | None:
        return next((seat for seat in self.seats if seat.index == answer), None)

    def reseated(self, answer: Any, order: Sequence[int]) -> Any:
        return answer if answer == NO_PLAYER else order.index(answer)

    def describe(self, answer: Any) -> Text:
        if self.none and answer == NO_PLAYER:
            return self.none
        return _("{seat}", seat=self.value(answer))


@dataclass(frozen=True, kw_only=True, eq=False)
class Order(InPieces):
    """All the players in an order; the last one may be left out, since only one is possible.

    `places` are the names of the places, and `worth` their points, empty where places score
    nothing.
    """

    kind = "order"
    ordinals: ClassVar[Sequence[Text]] = ORDINALS
    seats: Sequence[Seat]
    places: Sequence[Text]
    worth: Sequence[int] = ()

    @property
    def piece_count(self) -> int:
        """How many places there are."""
        return len(self.seats)

    def placed_count(self, answer: Any) -> int:
        """Return how many players have their place: the last one has it as soon as all others
        have."""
        tapped = sum(index is not None for index in answer or ())
        return len(self.seats) if tapped >= len(self.seats) - 1 else tapped

    def left_text(self, n: int) -> Text:
        """Return the button label while `n` places have no player."""
        return _n("{n} place to fill", "{n} places to fill", n)

    def read(self, form: Form) -> Any:
        typed = [number_in(form, self.field(place)) for place in range(len(self.seats))]
        while typed and typed[-1] is None:
            typed.pop()
        return typed or None

    def fill(self, answer: list[int]) -> dict[str, str]:
        return {self.field(place): str(index) for place, index in enumerate(answer)}

    def shape_problems(self, answer: Any) -> Iterator[Problem]:
        if not isinstance(answer, list):
            yield Problem(_("“{answer}” is not a list of players.", answer=quoted(answer)))
            return
        n = len(self.seats)
        for place, index in enumerate(answer[:n]):
            if index is None:
                words = _("This place has no player yet.")
                yield Problem(words, at=place, is_gap=True)
            elif wrong := list(seat_problems(index, self.seats, at=place)):
                yield from wrong
            elif index in answer[:place]:
                earlier = self.places[answer.index(index)]
                words = _("{seat} is already {place}.", seat=self.seats[index], place=earlier)
                yield Problem(words, at=place)
        placed = sum(index is not None for index in answer)
        if placed < n - 1:
            words = _n(
                "{n} player has a place; {needed} are needed. The last place fills itself.",
                "{n} players have a place; {needed} are needed. The last place fills itself.",
                placed,
                needed=n - 1,
            )
            yield Problem(words, is_gap=True)
        if len(answer) > n:
            given = len(answer)
            words = _n(
                "{n} player has a place, but only {seated} play.",
                "{n} players have a place, but only {seated} play.",
                given,
                seated=n,
            )
            yield Problem(words)

    def normalise(self, answer: list[int]) -> list[int]:
        return [seat.index for seat in self.value(answer)]

    def value(self, answer: list[int]) -> list[Seat]:
        placed = [self.seats[index] for index in answer]
        return placed + [seat for seat in self.seats if seat not in placed]

    def reseated(self, answer: list[int], order: Sequence[int]) -> list[int]:
        return [order.index(old) for old in answer]

    def items(self, answer: list[int]) -> Sequence[Seat]:
        return self.value(answer)
