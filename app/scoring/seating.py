"""Who sits where: the order of the seats, the names by deal, and who is away, all from the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.scoring.events import PLAYERS, SEATS, Event, answers_of, standing_lines
from app.scoring.game import Game
from app.scoring.problems import Problem
from app.scoring.prompts import Order, Prompt
from app.scoring.replay import Standing
from app.scoring.replay import replay as play_again
from app.scoring.seats import Seat
from app.scoring.text import Text, _, _n, listed

PLACES = (_("first"), _("second"), _("third"), _("fourth"))
Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rename:
    """From deal `deal` on (0 for the beginning) `later` sits where `earlier` sat."""

    deal: int
    earlier: Seat
    later: Seat


@dataclass(frozen=True)
class Seating:
    """The players of a match after some lines of its log.

    `spans` are the names in seat order, each with the deal that they are right from; `begun` has,
    for each seat, the index that its player had when the match began. `paused_at` is the place in
    the log of the pause that lasts, and `away` are the seats that it is for.
    """

    spans: tuple[tuple[int, Names], ...]
    begun: tuple[int, ...]
    paused_at: int | None = None
    away: tuple[int, ...] = ()

    # Names

    def at(self, deal: int) -> Names:
        """The names that were right in a deal, 0 for the beginning."""
        return next(names for start, names in reversed(self.spans) if start <= deal)

    @property
    def present(self) -> Names:
        """The names of those who sit there now."""
        return self.spans[-1][1]

    def seats_at(self, deal: int) -> tuple[Seat, ...]:
        """The seats with the names of a deal."""
        return tuple(Seat(index, name) for index, name in enumerate(self.at(deal)))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with the names of now."""
        return tuple(Seat(index, name) for index, name in enumerate(self.present))

    @property
    def renames(self) -> list[Rename]:
        """Who came for whom since the beginning, the earliest first."""
        return [
            Rename(start, was, now)
            for (before, _names), (start, _later) in pairwise(self.spans)
            for was, now in zip(self.seats_at(before), self.seats_at(start), strict=True)
            if was.name != now.name
        ]

    def renamed(self, deal: int, names: Sequence[str | None]) -> Seating:
        """With these names from a deal on; None leaves a seat as it is.

        A later change of the same seat no longer holds.
        """

        def changed(old: Names) -> Names:
            return tuple(new or name for new, name in zip(names, old, strict=True))

        kept = [span for span in self.spans if span[0] < deal]
        kept += [(deal, changed(self.at(deal)))]
        kept += [(start, changed(old)) for start, old in self.spans if start > deal]
        spans = [kept[0], *(later for one, later in pairwise(kept) if later[1] != one[1])]
        return replace(self, spans=tuple(spans))

    def rename_to(self, deal: int, names: Sequence[str]) -> list[str | None]:
        """What to write in the log so that these are the names from `deal` on.

        Only names that differ from the present ones are changed. If none does, those of the latest
        change hold from that deal on: someone came earlier than was said.
        """
        now = self.present
        if tuple(names) == now and len(self.spans) > 1:
            before, _latest = self.spans[-2:]
            came = [new != old for new, old in zip(now, before[1], strict=True)]
            early = self.at(deal)
            return [
                new if is_new and new != old else None
                for new, old, is_new in zip(names, early, came, strict=True)
            ]
        return [new if new != old else None for new, old in zip(names, now, strict=True)]

    def renaming_problems(
        self, game: Game, deal: int, names: Sequence[str | None]
    ) -> list[Problem]:
        """What is wrong with new names, in the first deal in which anything is."""
        after = self.renamed(deal, names)
        seated = [after.at(deal), *(later for start, later in after.spans if start > deal)]
        found = (game.seating_problems(each) for each in seated)
        return next((problems for problems in found if problems), [])

    # Seats

    def reseated(self, order: Sequence[int]) -> Seating:
        """In another order: for each new seat the index of the old one."""
        return replace(
            self,
            spans=tuple((start, tuple(names[old] for old in order)) for start, names in self.spans),
            begun=tuple(self.begun[old] for old in order),
            away=tuple(sorted(order.index(old) for old in self.away)),
        )

    def order_from(self, then: Seating) -> list[int]:
        """For each seat of now the seat that its player had `then`."""
        return [then.begun.index(player) for player in self.begun]

    # The log

    def after(self, event: Event, place: int) -> Seating:
        """After one more line, which is no undo; `place` is where it stands in the log."""
        if event.kind == "pause":
            return replace(self, paused_at=place, away=tuple(event.answer))
        if event.kind == "resume":
            return replace(self, paused_at=None, away=())
        if event.key == SEATS:
            return self.reseated(event.answer["order"])
        if event.key == PLAYERS:
            after = self.renamed(event.deal, event.answer)
            # Who plays for someone is there; who is only spelt otherwise is as far away as before.
            came = [seat for seat, name in enumerate(event.answer) if name and event.deal]
            return replace(after, away=tuple(seat for seat in self.away if seat not in came))
        return self

    def in_words(self, event: Event) -> Text | None:
        """A line that came upon this seating, in words; None for an answer."""
        if event.kind == "pause":
            who = away_words([self.seats[seat] for seat in event.answer])
            return _("Paused: {who}", who=who) if who else _("Paused")
        if event.kind == "resume":
            return _("Resumed")
        if event.key == SEATS:
            order = event.answer["order"]
            return _("Play order: {seats}", seats=[self.seats[old] for old in order])
        if event.key != PLAYERS:
            return None
        pairs = zip(self.seats_at(event.deal), event.answer, strict=True)
        named = [(seat, Seat(seat.index, name)) for seat, name in pairs if name]
        if not event.deal:
            each = [_("{later}, not {earlier}", later=later, earlier=was) for was, later in named]
            return _("From the beginning: {each}", each=each)
        each = [_("{later} plays for {earlier}", later=later, earlier=was) for was, later in named]
        return _("From deal {deal} {each}", deal=event.deal, each=each)


def away_words(seats: Sequence[Seat]) -> Text | None:
    """Who is away, None if nobody in particular is."""
    if not seats:
        return None
    return _n("{who} is away", "{who} are away", len(seats), who=listed(seats))


def begun_by(names: Sequence[str]) -> Seating:
    """The players as they sat down."""
    return Seating(((0, tuple(names)),), tuple(range(len(names))))


def is_in_order(order: Sequence[int]) -> bool:
    """Whether everyone sits where they sat."""
    return list(order) == sorted(order)


def seatings(names: Sequence[str], events: Iterable[Event]) -> list[Seating]:
    """The players as they sat down, and then after each line of the log."""
    stands = [begun_by(names)]
    found = [stands[0]]
    for place, event in enumerate(events):
        if event.kind != "undo":
            stands.append(stands[-1].after(event, place))
        elif len(stands) > 1:
            stands.pop()
        found.append(stands[-1])
    return found


def seating_of(names: Sequence[str], events: Iterable[Event]) -> Seating:
    """The players after all `events`; `names` are those who sat down, in play order."""
    return seatings(names, events)[-1]


def stand(game: Game, names: Sequence[str], events: Sequence[Event]) -> Standing:
    """Where a match stands after all `events`, with the names of now."""
    return play_again(game, seating_of(names, events).present, answers_of(events))


# --- another order ------------------------------------------------------------------------------


def seats_prompt(game: Game, seating: Seating) -> Order:
    """The question in which order the players really sit."""
    if game.first:
        ask = _("Who dealt first, and who came after them?")
    else:
        ask = _("In which order do you sit?")
    return Order(
        key=SEATS,
        ask=ask,
        rule=game.voids,
        seats=seating.seats,
        places=[_("first dealer") if game.first else PLACES[0], *PLACES[1 : len(seating.seats)]],
    )


def is_held_up(standing: Standing) -> bool:
    """Whether answers wait for the question that the match has gone back to."""
    waiting = standing.prompt
    return waiting is not None and any(deal >= waiting.deal for deal in standing.unasked)


def reseating(
    game: Game, names: Sequence[str], events: Sequence[Event], order: Sequence[int]
) -> Event:
    """The line that seats the players in another order, with every answer in its terms.

    `names` are those who sat down, `order` is for each new seat the index of the present one.
    """
    standing = stand(game, names, events)
    answers = {
        str(deal): {
            key: None if given is None else prompt.reseated(given, order)
            for key, given in asked.items()
            if (prompt := _question(game, names, events, standing, deal, key))
        }
        for deal, asked in answers_of(events).items()
    }
    return Event("correction", 0, SEATS, {"order": list(order), "answers": answers})


def _question(
    game: Game,
    names: Sequence[str],
    events: Sequence[Event],
    standing: Standing,
    deal: int,
    key: str,
) -> Prompt | None:
    """The question of an answer, even if nothing asks for it any more.

    What a void deal or a corrected contract has left behind can come back, and must then be about
    the same people.
    """
    if asked := standing.answer_to(deal, key):
        return asked.prompt
    lines = standing_lines(events)
    for end in range(len(lines), 0, -1):
        event = lines[end - 1]
        if (event.deal, event.key) == (deal, key):
            asked = stand(game, names, lines[:end]).answer_to(deal, key)
            if asked:
                return asked.prompt
    return None
