"""Seating: the order of the seats, and the names by deal, as the log says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from app.scoring.game import Game, normalise_name
from app.scoring.match.log import OLD_KINDS, PLAYERS, SEATS, Event, undo_state_of
from app.scoring.model.problems import Problem
from app.scoring.model.seats import NO_COLOURS, Seat, seats_of
from app.scoring.model.text import Text, _
from app.scoring.prompts import Order

PLACES = (
    *(_("first"), _("second"), _("third"), _("fourth"), _("fifth")),
    *(_("sixth"), _("seventh"), _("eighth"), _("ninth"), _("tenth")),
)
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """A change of players: from deal `deal` on (0 for the beginning) `later` has the seat of
    `earlier`."""

    deal: int
    earlier: Seat
    later: Seat

    @property
    def in_words(self) -> Text:
        """Who plays for whom, and since when."""
        people = {"earlier": self.earlier, "later": self.later}
        return _("From deal {deal} {later} plays for {earlier}.", deal=self.deal, **people)


@dataclass(frozen=True)
class Seating:
    """The players of a match after some lines of its log; it never changes.

    Answers count by seat, and names belong to people, so both can be corrected later: another order
    of the seats turns every answer with its player, and a name holds from one deal on. `spans` are
    the names in seat order, each with the deal from which they hold; `starting_seats` has, for each
    seat, the index that its player had when the match began. `colours` are the hues of the players,
    by name.
    """

    spans: tuple[tuple[int, Names], ...]
    starting_seats: tuple[int, ...]
    colours: Mapping[str, int] = field(default_factory=dict)

    # Names

    def at(self, deal: int) -> Names:
        """Return the names that were right in a deal, 0 for the beginning."""
        return next(names for start, names in reversed(self.spans) if start <= deal)

    @property
    def present(self) -> Names:
        """The names of now, in seat order."""
        return self.spans[-1][1]

    def seats_at(self, deal: int) -> tuple[Seat, ...]:
        """Return the seats with the names of a deal."""
        return seats_of(self.at(deal), self.colours)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with the names of now."""
        return seats_of(self.present, self.colours)

    @property
    def renames(self) -> list[Rename]:
        """Every change of a player since the beginning, the earliest first."""
        return [
            Rename(start, was, now)
            for (before, _names), (start, _later) in pairwise(self.spans)
            for was, now in zip(self.seats_at(before), self.seats_at(start), strict=True)
            if was.name != now.name
        ]

    def renamed(self, deal: int, names: Sequence[str | None]) -> Seating:
        """Return the seating with these names from a deal on; None leaves a seat as it is.

        A later change of the same seat no longer holds.
        """

        spans: list[tuple[int, Names]] = []
        for start in sorted({deal, *(start for start, _names in self.spans)}):
            then = self.at(start)
            if start >= deal:
                then = tuple(new or old for new, old in zip(names, then, strict=True))
            if not spans or spans[-1][1] != then:
                spans.append((start, then))
        return replace(self, spans=tuple(spans))

    def rename_to(self, deal: int, names: Sequence[str]) -> list[str | None]:
        """Return what to write in the log so that these are the names from `deal` on.

        Only names that differ from the present ones are changed. If none does, those of the latest
        change hold from `deal` on: the player came earlier than was entered.
        """
        before, is_free = self.present, [True] * len(names)
        if tuple(names) == self.present and len(self.spans) > 1:
            # Only players who came with the latest change can have come earlier.
            came = zip(self.present, self.spans[-2][1], strict=True)
            before, is_free = self.at(deal), [new != old for new, old in came]
        return [
            new if can_change and new != old else None
            for new, old, can_change in zip(names, before, is_free, strict=True)
        ]

    def names_problem(self, names: Any) -> Text | None:
        """Return what is wrong with the shape of new names, a JSON value from any source; None if
        nothing."""
        if not isinstance(names, list) or len(names) != len(self.present):
            return _("A list with one name for each seat is needed here.")
        if not all(name is None or isinstance(name, str) for name in names):
            return _("A name is a text in quotes.")
        if any(name is not None and name != normalise_name(name) for name in names):
            return _("A name is one line, without invisible characters.")
        return None

    def renaming_problems(
        self, game: Game, event: Event, deals: Sequence[int], *, on_file: bool = False
    ) -> list[Problem]:
        """Return what is wrong with a line of new names, in the first deal with any problem.

        It has a new name or None for each seat, from one of `deals` on. `at` is the seat of a name,
        or ``from`` if the deal is wrong. A line `on_file` was accepted before.
        """
        if event.deal not in deals:
            words = _(
                "Names change from the beginning, or from a deal up to deal {last}.",
                last=max(deals),
            )
            return [Problem(words, at="from")]
        if fault := self.names_problem(event.answer):
            return [Problem(fault)]
        after = self.renamed(event.deal, event.answer)
        starts = [event.deal, *(start for start, _names in after.spans if start > event.deal)]
        # Players whose names count as alike today may have sat together under an older rule.
        of_each_span = (
            game.seating_problems(after.at(start), accepted=(after if on_file else self).at(start))
            for start in starts
        )
        return next((problems for problems in of_each_span if problems), [])

    # Seats

    def reseated(self, order: Sequence[int]) -> Seating:
        """Return the seating in another order: for each new seat the index of the old one."""
        return replace(
            self,
            spans=tuple((start, tuple(names[old] for old in order)) for start, names in self.spans),
            starting_seats=tuple(self.starting_seats[old] for old in order),
        )

    def order_from(self, then: Seating) -> list[int]:
        """Return, for each seat of now, the seat that its player had `then`."""
        return [then.starting_seats.index(player) for player in self.starting_seats]

    # The log

    def after(self, event: Event) -> Seating:
        """Return the seating after one more line, which is neither undo nor redo."""
        if event.key == SEATS:
            return self.reseated(event.answer["order"])
        if event.key == PLAYERS:
            return self.renamed(event.deal, event.answer)
        return self

    def event_text(self, event: Event) -> Text | None:
        """Return a line that follows this seating in words; None for an answer."""
        if event.kind in OLD_KINDS:
            return OLD_KINDS[event.kind]
        if event.key == SEATS:
            order = event.answer["order"]
            return _("Play order: {seats}", seats=[self.seats[old] for old in order])
        if event.key != PLAYERS:
            return None
        pairs = zip(self.seats_at(event.deal), event.answer, strict=True)
        named = [(seat, replace(seat, name=name)) for seat, name in pairs if name]
        if not event.deal:
            who = [_("{later}, not {earlier}", later=later, earlier=was) for was, later in named]
            return _("From the beginning: {who}", who=who)
        who = [_("{later} plays for {earlier}", later=later, earlier=was) for was, later in named]
        return _("From deal {deal} {who}", deal=event.deal, who=who)


def is_in_order(order: Sequence[int]) -> bool:
    """Whether an order of the seats changes nothing."""
    return list(order) == sorted(order)


def seatings(
    names: Sequence[str], events: Sequence[Event], colours: Mapping[str, int] = NO_COLOURS
) -> list[Seating]:
    """Return the seating at the beginning, and after each line of the log.

    `names` are those at the beginning, in play order; `colours` the hues of all players, by name.
    """
    targets = undo_state_of(events).targets
    after = [Seating(((0, tuple(names)),), tuple(range(len(names))), colours)]
    for place, event in enumerate(events):
        # Only the latest line that holds can be taken back, so an undo goes back to the seating
        # that its line found, and a redo to the one that it left.
        if event.kind == "undo":
            after.append(after[targets.get(place, place)])
        elif event.kind == "redo":
            after.append(after[targets.get(place, place - 1) + 1])
        else:
            after.append(after[-1].after(event))
    return after


def seats_prompt(game: Game, seats: Sequence[Seat]) -> Order:
    """Return the question in which order the players sit."""
    first = _("first dealer") if game.first else PLACES[0]
    return Order(
        key=SEATS,
        ask=_("Who sits where?"),
        rule=game.void_section,
        seats=seats,
        places=[first, *PLACES[1 : len(seats)]],
        save=_("See what it changes"),
    )
