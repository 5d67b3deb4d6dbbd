"""What else changes with a correction, or with another order of the seats: the scores and roles of
two standings compared, each replayed from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.scoring.match.replay import AnsweredPrompt, Standing
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import Text
from app.scoring.prompts import Prompt
from app.scoring.table.deal import Deal, Group
from app.scoring.table.outcome import Outcome, SharedOutcome


@dataclass(frozen=True)
class TotalChange:
    """A side's total without and with the correction."""

    side: Side
    before: int | None
    after: int

    @property
    def by(self) -> int:
        """How many points the side moves by."""
        return self.after - (self.before or 0)


@dataclass(frozen=True)
class RoleChange:
    """Another seat that has a role in some deals, given by their numbers.

    `role` is "owner" of the kingdom `group`, "dealer", "leader", or "both" for dealer and leader.
    Both seats are those of the standing with the correction, None if the role has no seat.
    """

    role: str
    deals: Sequence[int]
    before: Seat | None
    after: Seat | None
    group: Group | None = None


@dataclass(frozen=True)
class TargetChange:
    """Other tricks to aim for in some deals, and the `word` for these there; by seats of the
    standing with the correction."""

    deals: Sequence[int]
    word: Text
    before: Mapping[Seat, int]
    after: Mapping[Seat, int]


@dataclass(frozen=True)
class PlaceChange:
    """Deals with another place in the schedule, such as the first of a phase; `before` and `after`
    are the first of them without and with the correction."""

    deals: Sequence[int]
    before: Deal
    after: Deal


@dataclass(frozen=True)
class NamedChange:
    """What a seat has named once, such as its contracts: without and with the correction."""

    seat: Seat
    before: Sequence[Text]
    after: Sequence[Text]


def place_of(prompt: Prompt) -> tuple[int, str]:
    """Return where a match waits: the deal and the key of a question, or of that without which it
    is never saved."""
    return prompt.deal, (prompt.last_in_group if prompt.needs_follow_up else prompt).key


@dataclass(frozen=True)
class Changes:
    """The differences between `before` and `after`, the standing with the correction.

    `order` has, for each seat of `after`, the index that the same player has in `before`; it is
    empty if everybody sits as before.
    """

    before: Standing
    after: Standing
    order: Sequence[int] = ()

    # Scores

    @property
    def totals(self) -> list[TotalChange]:
        """Every side's total, in the order of the table; the same players are the same side."""
        old = self._by_players(self.before.sides, self.before.totals)
        new = by_seats(self.after.sides, self.after.totals)
        return [
            TotalChange(side, old.get(players), total)
            for side, (players, total) in zip(self.after.sides, new.items(), strict=True)
        ]

    @property
    def deals(self) -> list[int]:
        """The numbers of the deals whose scores would change.

        Deals that wait for a question to be answered again are not among them.
        """
        old = {
            deal.number: (
                deal.scores and self._by_players(self.before.sides, deal.scores),
                deal.void,
            )
            for deal in self.before.deals
            if deal.is_over
        }
        new = {
            deal.number: (deal.scores and by_seats(self.after.sides, deal.scores), deal.void)
            for deal in self.after.deals
            if deal.is_over
        }
        waiting = self.after.waiting_deals
        return [n for n in sorted(old | new) if old.get(n) != new.get(n) and n not in waiting]

    @property
    def outcome(self) -> tuple[Outcome | None, Outcome | None] | None:
        """The outcome without and with the correction, None if it is the same."""
        old, new = self.before.outcome, self.after.outcome
        was = old and (
            ending_of(old, self._seat),
            self._by_players(old.winners, self.before.totals),
        )
        becomes = new and (ending_of(new), by_seats(new.winners, self.after.totals))
        return None if was == becomes else (old, new)

    # Answers

    @property
    def asked_again(self) -> Prompt | None:
        """The question that the match would go back to, None if it waits for the same one."""
        before, after = self.before.prompt, self.after.prompt
        is_same = before and after and place_of(before) == place_of(after)
        return None if is_same else after

    @property
    def dropped(self) -> list[AnsweredPrompt]:
        """The answers of complete deals that no longer apply at all or in part, such as the
        doubling of a card that is not in play."""
        return [old for old in self.before.answered if self._is_dropped(old)]

    def _is_dropped(self, old: AnsweredPrompt) -> bool:
        deal, waiting = old.prompt.deal, self.after.prompt
        open_deal = waiting.deal if waiting else len(self.after.deals) + 1
        if old.answer in (None, {}) or deal > open_deal:
            return False
        new = self.after.answer_to(deal, old.prompt.key)
        if new is None:
            return deal < open_deal
        answer = old.prompt.reseated(old.answer, self.order) if self.order else old.answer
        applies = new.prompt.prune(answer)
        return bool(applies != answer and applies == new.answer)

    # Whose turn it is, and what is left to whom

    @property
    def roles(self) -> list[RoleChange]:
        """The roles (owner, dealer, leader) that would pass to another seat."""
        changes: dict[object, RoleChange] = {}
        for old, new in self._pairs_of_deals:
            for role, before, after in self._roles_in(old, new):
                group = new.group if role == "owner" else None
                # Seats and groups are equal only to themselves.
                key = role, before, after, group
                change = changes.get(key) or RoleChange(role, [], before, after, group)
                changes[key] = replace(change, deals=[*change.deals, new.number])
        return [*changes.values()]

    def _roles_in(self, old: Deal, new: Deal) -> Iterator[tuple[str, Seat | None, Seat | None]]:
        """Yield each role of one deal that passes from one seat to another: (role, before,
        after)."""
        owner, dealer, leader = (
            (self._seat(getattr(old, role)), getattr(new, role))
            for role in ("owner", "dealer", "leader")
        )
        if owner[0] is not owner[1]:
            yield "owner", *owner
        changed = [pair for pair in (dealer, leader) if pair[0] is not pair[1]]
        # The owner of a kingdom deals and leads too, so a new owner says it all.
        if changed == [dealer, leader] and dealer == leader:
            if dealer != owner:
                yield "both", *dealer
        else:
            for role, pair in (("dealer", dealer), ("leader", leader)):
                if pair in changed and pair != owner:
                    yield role, *pair

    @property
    def targets(self) -> list[TargetChange]:
        """The deals in which any seat would aim for other tricks, those with the same change
        together."""
        changes: dict[object, TargetChange] = {}
        for old, new in self._pairs_of_deals:
            before = {seat: n for was, n in old.targets.items() if (seat := self._seat(was))}
            if before != dict(new.targets):
                key = (*before.items(),), (*new.targets.items(),)
                deals = [*(changes[key].deals if key in changes else ()), new.number]
                changes[key] = TargetChange(deals, new.target_word, before, new.targets)
        return [*changes.values()]

    def places(self, but: int = 0) -> list[PlaceChange]:
        """Return the deals with another place in the schedule, those with the same shift together;
        without the deal with the number `but`, if only its own description is corrected."""
        changes: dict[int, PlaceChange] = {}
        counted_old, counted_new = counted_before(self.before), counted_before(self.after)
        for old, new in self._pairs_of_deals:
            shift = counted_new[new.number] - counted_old[old.number]
            is_other = (old.progress, old.trump) != (new.progress, new.trump)
            if shift or (is_other and new.number != but):
                change = changes.get(shift) or PlaceChange([], old, new)
                changes[shift] = replace(change, deals=[*change.deals, new.number])
        return [*changes.values()]

    @property
    def named(self) -> list[NamedChange]:
        """The seats that would have named something else, and so have something else left to
        name."""
        old, new = self.before.table.contract_grid, self.after.table.contract_grid
        if old is None or new is None:
            return []
        before = {self._seat(was): row for was, row in old.rows.items()}
        return [
            NamedChange(
                seat, [old.columns[key] for key in before[seat]], [new.columns[key] for key in row]
            )
            for seat, row in new.rows.items()
            if {*before[seat]} != {*row}
        ]

    @property
    def _pairs_of_deals(self) -> list[tuple[Deal, Deal]]:
        """Each deal without and with the correction, as far as both have it."""
        return list(zip(self.before.deals, self.after.deals, strict=False))

    def _seat(self, seat: Seat | None) -> Seat | None:
        """Return the seat that has, with the correction, the player of `seat` without it."""
        if seat is None:
            return None
        seats = self.after.table.seats
        # A dummy that a game seats beside its players keeps its place.
        is_player = seat.index < len(self.order)
        return seats[self.order.index(seat.index) if is_player else seat.index]

    def _by_players(
        self, sides: Sequence[Side], points: Sequence[int]
    ) -> dict[frozenset[int], int]:
        """Return the points of sides without the correction, by the seats of their players with it:
        a score stays with its players wherever they sit."""
        moved = [
            Side(side.index, tuple(seat for was in side.seats if (seat := self._seat(was))))
            for side in sides
        ]
        return by_seats(moved, points)


def by_seats(sides: Sequence[Side], points: Sequence[int]) -> dict[frozenset[int], int]:
    """Return the points of these sides by the seat indexes that share them."""
    return {frozenset(seat.index for seat in side.seats): points[side.index] for side in sides}


def counted_before(standing: Standing) -> dict[int, int]:
    """Return how many deals count before each deal, by its number."""
    counted, before = 0, {}
    for deal in standing.deals:
        before[deal.number] = counted
        counted += not deal.void
    return before


def ending_of(
    end: Outcome, seat_of: Callable[[Seat | None], Seat | None] = lambda seat: seat
) -> object:
    """Return how a match ended, in comparable form, without the winners and their points."""
    if not isinstance(end, SharedOutcome):
        return end.reason
    cards = end.result.cards if end.result else ()
    left = {
        (card.card, seat.index if (seat := seat_of(card.seat)) else None, card.is_losing)
        for card in cards
    }
    return end.won, end.score, end.lost_because, left
