"""Seats in their circle, the sides that score together, and the parts of a score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.scoring.model.spelling import spelling_key
from app.scoring.model.text import Text, _

Direction = Literal["clockwise", "counter-clockwise"]
Points = tuple[int, ...]
"""The points of each side, in the order of the sides."""
LETTERS = ("A", "B", "C", "D")
"""The players in play order, on a sheet without names."""


NO_COLOURS: Mapping[str, int] = {}
"""The colours of people of whom only the names are known."""
UNNAMED_PLAYERS = {"#1": _("Blue"), "#2": _("Rust"), "#3": _("Pine"), "#4": _("Violet")}
"""What is stored for players without a name, by seat, and what they are called: the hues of their
seats."""
HUE_NAMES = (*UNNAMED_PLAYERS.values(), _("Olive"), _("Rose"), _("Slate"), _("Bark"))
"""The hues that tell people apart, from 1: what each is called where it is not seen."""
HUES = len(HUE_NAMES)
OLD_UNNAMED = {str(label): name for name, label in UNNAMED_PLAYERS.items()}
"""What was stored for players without a name in old matches, and what is now."""
FORGOTTEN = re.compile(r"\?#[1-9][0-9]?")
"""What is stored for players whose name was forgotten: a number within their match."""
SOMEONE = _("someone")
"""What a player is called whose name was forgotten."""


# Seats and sides are equal only to themselves: each replay has a table of its own, and what one of
# them holds by seat is not to be looked up with the seats of another.
@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """A place at one table. `index` counts from 0 in play order.

    The `name` is the stored one; for a seat without a player, such as a dummy, it is a text. The
    `hue` is that of everything that stands for the seat, 1 to `HUES`: see `hues_of`.
    """

    index: int
    name: str | Text
    hue: int

    @property
    def label(self) -> str | Text:
        """What it is called where a person reads it."""
        return label_of(self.name) if isinstance(self.name, str) else self.name

    @property
    def is_dummy(self) -> bool:
        """Whether nobody sits there, and the game has named it."""
        return not isinstance(self.name, str)

    def __str__(self) -> str:
        return str(self.label)


def seats_of(names: Sequence[str | Text], colours: Mapping[str, int]) -> tuple[Seat, ...]:
    """A seat for each name in play order; `colours` are those of people, by their names."""
    hues = hues_of(names, colours)
    return tuple(Seat(index, name, hues[index]) for index, name in enumerate(names))


def hues_of(names: Sequence[str | Text], colours: Mapping[str, int]) -> list[int]:
    """The hue of each seat, 1 to `HUES`, no two alike as long as there are enough.

    A player without a name has the hue that they are called by. Who sits first of the others keeps
    their colour, the next takes the free one with the nearest number, the lower of two: the first
    four are told apart by every eye. Whoever has no colour takes the first that is then free.
    """
    hues = {
        index: [*UNNAMED_PLAYERS].index(name) + 1
        for index, name in enumerate(names)
        if isinstance(name, str) and name in UNNAMED_PLAYERS
    }
    wanted = {
        index: colours.get(name, 0) if isinstance(name, str) else 0
        for index, name in enumerate(names)
        if index not in hues
    }
    for index in sorted(wanted, key=lambda index: not wanted[index]):
        free = [hue for hue in range(1, HUES + 1) if hue not in hues.values()]
        hues[index] = min(free or [1], key=lambda hue: abs(hue - (wanted[index] or 1)))
    return [hues[index] for index in range(len(names))]


def label_of(name: str) -> str | Text:
    """What a player is called on a page whose stored name is this."""
    if FORGOTTEN.fullmatch(name):
        return SOMEONE
    return UNNAMED_PLAYERS.get(name, name)


def has_name(name: str) -> bool:
    """Whether this stands in the database for somebody's name."""
    return not (name in UNNAMED_PLAYERS or FORGOTTEN.fullmatch(name))


def is_empty_seat_name(name: str) -> bool:
    """Whether a name, however it is spelt, is what pages call a seat without one."""
    key = spelling_key(name)
    return not has_name(name) or key in {
        spelling_key(str(label)) for label in (*UNNAMED_PLAYERS.values(), SOMEONE)
    }


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One seat, or two partners who share a score."""

    index: int
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str | Text:
        """The player's name, or both partners' names."""
        if len(self.seats) == 1:
            return self.seats[0].label
        first, second = self.seats
        return _("{first} & {second}", first=first, second=second)

    @property
    def hue(self) -> int:
        """The hue of the player, or of the partner who sits first."""
        return self.seats[0].hue

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a score: `points` for the side of `seat`, why, and the rule that says so.

    Where partners did it together, `seat` is their side. `pieces` are what it is made of one by
    one, for a sheet that has no room for more than those. The points are `times` as many as one
    trick, diamond or card is worth.
    """

    seat: Seat | Side
    points: int
    why: Text
    rule: str
    pieces: Sequence[Text] = ()
    times: int = 1

    @property
    def price(self) -> int:
        """The points of one of them."""
        return self.points // self.times


class Circle:
    """The players of a match in play order, and the sides that share a score.

    Play order is clockwise or counter-clockwise, so the next player sits to the left or to the
    right. This is all that a deal knows of its table. `colours` are those of people, by name.
    """

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]

    def __init__(
        self,
        names: Sequence[str | Text],
        direction: Direction = "clockwise",
        colours: Mapping[str, int] = NO_COLOURS,
    ) -> None:
        self.direction = direction
        self._colours = colours
        self.seat(names)

    def seat(self, names: Sequence[str | Text]) -> None:
        """Give each name a seat in play order, everyone for themselves."""
        self.seats = seats_of(names, self._colours)
        self.share([(seat,) for seat in self.seats])

    @property
    def players(self) -> list[Seat]:
        """The seats but for a dummy, in play order."""
        return [seat for seat in self.seats if not seat.is_dummy]

    def make_partners(self) -> None:
        """Let players who sit opposite each other share a score."""
        half = len(self.seats) // 2
        self.share([(self.seats[i], self.seats[i + half]) for i in range(half)])

    def share(self, groups: Sequence[tuple[Seat, ...]]) -> None:
        """Let the seats of each of `groups` share a score."""
        self.sides = tuple(Side(index, seats) for index, seats in enumerate(groups))
        self._side_of = {seat.index: side for side in self.sides for seat in side.seats}

    def side_of(self, seat: Seat | Side) -> Side:
        """The side that `seat` scores for; a side scores for itself."""
        return seat if isinstance(seat, Side) else self._side_of[seat.index]

    def points(self, parts: Iterable[Part]) -> tuple[int, ...]:
        """What `parts` bring to each side, before a reversed table turns the sign."""
        by_side = [0] * len(self.sides)
        for part in parts:
            by_side[self.side_of(part.seat).index] += part.points
        return tuple(by_side)

    def next(self, seat: Seat, places: int = 1) -> Seat:
        """The player whose turn comes `places` after `seat`."""
        return self.seats[(seat.index + places) % len(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """The neighbour on the left, seen from `seat`."""
        # Clockwise, seen from above, the turn passes to the left; counter-clockwise to the right.
        return self.next(seat, 1 if self.direction == "clockwise" else -1)

    def right_of(self, seat: Seat) -> Seat:
        """The neighbour on the right, seen from `seat`."""
        return self.next(seat, -1 if self.direction == "clockwise" else 1)


def add_points(some: Points, others: Points) -> Points:
    """The points of each side from two things together."""
    return tuple(a + b for a, b in zip(some, others, strict=True))
