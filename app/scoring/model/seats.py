"""Seats in their circle, the sides that score together, and the parts of a score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.scoring.model.spelling import spelling_key
from app.scoring.model.text import Text, _

Direction = Literal["clockwise", "counter-clockwise"]
Points = tuple[int, ...]  # the points of each side, in the order of the sides
LETTERS = tuple("ABCDEFGHIJ")  # the players in play order, on a sheet without names


NO_COLOURS: Mapping[str, int] = {}  # the colours of people by name, where none are known
# The stored names of players who were not named, by seat, and the colours they are called by.
UNNAMED_PLAYERS = {
    "#1": _("Blue"),
    "#2": _("Rust"),
    "#3": _("Pine"),
    "#4": _("Violet"),
    "#5": _("Olive"),
    "#6": _("Rose"),
    "#7": _("Slate"),
    "#8": _("Bark"),
    "#9": _("Blue ring"),
    "#10": _("Rust ring"),
}
HUES = 8
# The names of the hues that people can choose, from 1 on, for readers who cannot see them.
HUE_NAMES = tuple(UNNAMED_PLAYERS.values())[:HUES]
# At a large table the ninth and the tenth have the first two hues again, with a ring.
SEAT_HUES = len(UNNAMED_PLAYERS)
# The stored names of unnamed players in old matches, and those of today. Old matches had at most
# four seats; the other colours must not be here, because Olive and Rose are names of people.
OLD_UNNAMED = {str(label): name for name, label in [*UNNAMED_PLAYERS.items()][:4]}
# The stored name of a player who was erased (forgotten): a number within the match.
FORGOTTEN = re.compile(r"\?#[1-9][0-9]?")
SOMEONE = _("someone")  # shown for a forgotten player


# Seats and sides are equal only to themselves: each replay has a table of its own, and what one of
# them holds by seat is not to be looked up with the seats of another.
@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """A place at one table. `index` counts from 0 in play order.

    The `name` is the stored one; a seat without a player, such as a dummy, has a text. `hue` is the
    colour of everything that is drawn for the seat, 1 to `SEAT_HUES`: see `hues_of`.
    """

    index: int
    name: str | Text
    hue: int

    @property
    def label(self) -> str | Text:
        """The name that pages show."""
        return label_of(self.name) if isinstance(self.name, str) else self.name

    @property
    def has_ring(self) -> bool:
        """Whether the hue is that of another seat, told from it by a ring."""
        return self.hue > HUES

    @property
    def is_dummy(self) -> bool:
        """Whether no player sits there: the game has named the seat."""
        return not isinstance(self.name, str)

    def __str__(self) -> str:
        return str(self.label)


def seats_of(names: Sequence[str | Text], colours: Mapping[str, int]) -> tuple[Seat, ...]:
    """Return a seat for each name in play order; `colours` are the hues of people, by name."""
    hues = hues_of(names, colours)
    return tuple(Seat(index, name, hues[index]) for index, name in enumerate(names))


def hues_of(names: Sequence[str | Text], colours: Mapping[str, int]) -> list[int]:
    """Return the hue of each seat, 1 to `SEAT_HUES`; no two are alike as long as there are enough.

    A player without a name gets the hue in their label. The first of the others keeps their own
    colour, the next gets the free one with the nearest number, the lower of two: the first four
    hues can be told apart by every eye. Players without a colour get the first free one after that.
    Those with a ring are left until last.
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
    # Players with a colour first; the sort is stable, so each group is in the order of its seats.
    for index in sorted(wanted, key=lambda index: not wanted[index]):
        free = [hue for hue in range(1, SEAT_HUES + 1) if hue not in hues.values()] or [1]
        plain = [hue for hue in free if hue <= HUES]
        hues[index] = min(plain or free, key=lambda hue: abs(hue - (wanted[index] or 1)))
    return [hues[index] for index in range(len(names))]


def base_hue(hue: int) -> int:
    """Return the hue of a seat, 1 to `HUES`, without the ring that it may have."""
    return (hue - 1) % HUES + 1


@lru_cache(maxsize=1024)
def label_of(name: str) -> str | Text:
    """Return the name that pages show for a stored name."""
    if FORGOTTEN.fullmatch(name):
        return SOMEONE
    return UNNAMED_PLAYERS.get(name, name)


def has_name(name: str) -> bool:
    """Whether a stored name is a person's name, not that of an unnamed or forgotten player."""
    return not (name in UNNAMED_PLAYERS or FORGOTTEN.fullmatch(name))


def is_empty_seat_name(name: str) -> bool:
    """Whether a name, however it is spelt, is what the app calls an unnamed or forgotten player."""
    key = spelling_key(name)
    return not has_name(name) or key in {
        spelling_key(label) for label in (*OLD_UNNAMED, str(SOMEONE))
    }


def join_partners(names: Iterable[str], sign: str = "&") -> str:
    """Return the names of those who share a score as one, in their order: ``Ana, Ben & Cleo``."""
    *others, last = names
    return f"{', '.join(others)} {sign} {last}" if others else last


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One seat, or two and more partners who share a score."""

    index: int
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str | Text:
        """The player's name, or the names of all partners."""
        *others, last = self.seats
        if not others:
            return last.label
        return _("{first} & {second}", first=others, second=last)

    @property
    def hue(self) -> int:
        """The hue of the player, or of the partner who sits first."""
        return self.seats[0].hue

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a score: `points` for the side of `seat`, the reason, and the rule that says so.

    For points that partners won together, `seat` is their side. `pieces` list the tricks or cards
    one by one, for a sheet that has no room for more. `times` is how many tricks, diamonds or cards
    the points are for.
    """

    seat: Seat | Side
    points: int
    why: Text
    rule: str
    pieces: Sequence[Text] = ()
    times: int = 1

    @property
    def price(self) -> int:
        """The points of one trick or card."""
        return self.points // self.times


class Circle:
    """The players of a match in play order, and the sides that share a score.

    Play order is clockwise or counter-clockwise, so the next player sits to the left or to the
    right. A deal knows no more of its table than this. `colours` are the hues of people, by name.
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
        """Give each name a seat in play order, each a side of its own."""
        self.seats = seats_of(names, self._colours)
        self.share([(seat,) for seat in self.seats])

    @property
    def players(self) -> list[Seat]:
        """The seats without a dummy, in play order."""
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
        """Return the sum of `parts` for each side, before a reversed table turns the sign."""
        by_side = [0] * len(self.sides)
        for part in parts:
            by_side[self.side_of(part.seat).index] += part.points
        return tuple(by_side)

    def next(self, seat: Seat, places: int = 1) -> Seat:
        """Return the seat that is `places` after `seat` in play order."""
        return self.seats[(seat.index + places) % len(self.seats)]

    def left_of(self, seat: Seat) -> Seat:
        """Return the neighbour to the left of `seat`."""
        # Clockwise, seen from above, the turn passes to the left; counter-clockwise to the right.
        return self.next(seat, 1 if self.direction == "clockwise" else -1)

    def right_of(self, seat: Seat) -> Seat:
        """Return the neighbour to the right of `seat`."""
        return self.next(seat, -1 if self.direction == "clockwise" else 1)


def add_points(points: Points, more: Points) -> Points:
    """Return the sum of two sets of points, side by side."""
    return tuple(a + b for a, b in zip(points, more, strict=True))
