"""What a correction, or another order of the seats, would change: scores, and whose turn it is."""

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

    A `role` is "owner" of the kingdom `group`, or "dealer" or "leader", or "both" of these. Both
    seats are those of the standing with the correction, None for nobody.
    """

    role: str
    deals: Sequence[int]
    before: Seat | None
    after: Seat | None
    group: Group | None = None


@dataclass(frozen=True)
class TargetChange:
    """Other tricks to aim for in some deals, and what these are called there; by seats of the
    standing with the correction."""

    deals: Sequence[int]
    word: Text
    before: Mapping[Seat, int]
    after: Mapping[Seat, int]


@dataclass(frozen=True)
class PlaceChange:
    """Deals that are others in the schedule, such as the first of a phase: of the first of them
    what it was and what it would be."""

    deals: Sequence[int]
    before: Deal
    after: Deal


@dataclass(frozen=True)
class NamedChange:
    """What a seat has named once, such as its contracts: without and with the correction."""

    seat: Seat
    before: Sequence[Text]
    after: Sequence[Text]


@dataclass(frozen=True)
class Changes:
    """What is different in `after`, the standing with the correction.

    `order` has for each of its seats the index that the same player has in `before`; it is empty
    where everybody sits as before.
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
        """The numbers of the deals that would score something else than now.

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
        """The end of the match without and with the correction, None if it is the same."""
        old, new = self.before.outcome, self.after.outcome
        was = old and (facts_of(old, self._seat), self._by_players(old.winners, self.before.totals))
        becomes = new and (facts_of(new), by_seats(new.winners, self.after.totals))
        return None if was == becomes else (old, new)

    # Answers

    @property
    def asked_again(self) -> Prompt | None:
        """The question that the match would go back to, None if it waits where it did."""
        before, after = self.before.prompt, self.after.prompt
        is_same = before and after and (before.deal, before.key) == (after.deal, after.key)
        return None if is_same else after

    @property
    def dropped(self) -> list[AnsweredPrompt]:
        """What was entered for deals that are complete, and no longer applies to them at all or in
        part, such as the doubling of a card that is not in play."""
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
        """Who would own a kingdom, deal or lead in the place of somebody else."""
        found: dict[object, RoleChange] = {}
        for old, new in self._pairs_of_deals:
            for role, before, after in self._roles_in(old, new):
                group = new.group if role == "owner" else None
                first = RoleChange(role, [], before, after, group)
                # Seats and groups are equal only to themselves.
                same = found.setdefault((role, before, after, group), first)
                found[role, before, after, group] = replace(same, deals=[*same.deals, new.number])
        return [*found.values()]

    def _roles_in(self, old: Deal, new: Deal) -> Iterator[tuple[str, Seat | None, Seat | None]]:
        """The roles of one deal that pass from one seat to another."""
        owner, dealer, leader = (
            (self._seat(getattr(old, role)), getattr(new, role))
            for role in ("owner", "dealer", "leader")
        )
        if owner[0] is not owner[1]:
            yield "owner", *owner
        changed = [pair for pair in (dealer, leader) if pair[0] is not pair[1]]
        # Who owns a kingdom deals and leads: that is said with it.
        if changed == [dealer, leader] and dealer == leader:
            if dealer != owner:
                yield "both", *dealer
        else:
            for role, pair in (("dealer", dealer), ("leader", leader)):
                if pair in changed and pair != owner:
                    yield role, *pair

    @property
    def targets(self) -> list[TargetChange]:
        """The deals in which anybody would aim for other tricks."""
        found: dict[tuple[object, ...], TargetChange] = {}
        for old, new in self._pairs_of_deals:
            before = {seat: n for was, n in old.targets.items() if (seat := self._seat(was))}
            if before != dict(new.targets):
                both = (before, new.targets)
                key = tuple(tuple((seat.index, n) for seat, n in one.items()) for one in both)
                deals = [*(found[key].deals if key in found else ()), new.number]
                found[key] = TargetChange(deals, new.target_word, *both)
        return [*found.values()]

    def places(self, but: int = 0) -> list[PlaceChange]:
        """The deals that would be others in the schedule, those that move alike together; but for
        the deal with this number, if only what is said of it is corrected."""
        found: dict[int, PlaceChange] = {}
        counted = [counted_before(standing) for standing in (self.before, self.after)]
        for old, new in self._pairs_of_deals:
            shift = counted[1][new.number] - counted[0][old.number]
            is_other = (old.progress, old.trump) != (new.progress, new.trump)
            if shift or (is_other and new.number != but):
                first = found.setdefault(shift, PlaceChange([], old, new))
                found[shift] = replace(first, deals=[*first.deals, new.number])
        return [*found.values()]

    @property
    def named(self) -> list[NamedChange]:
        """Who would have named something else, and so has something else left to name."""
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
        """The deals that are there without and with the correction."""
        return list(zip(self.before.deals, self.after.deals, strict=False))

    def _seat(self, seat: Seat | None) -> Seat | None:
        """The seat with the correction of whoever sits here without it."""
        if seat is None:
            return None
        seats = self.after.table.seats
        # A dummy that a game seats beside its players keeps its place.
        is_player = seat.index < len(self.order)
        return seats[self.order.index(seat.index) if is_player else seat.index]

    def _by_players(
        self, sides: Sequence[Side], points: Sequence[int]
    ) -> dict[frozenset[int], int]:
        """The points of sides without the correction, by the seats that their players have with it:
        a score stays theirs wherever they sit."""
        seats = [[seat for one in side.seats if (seat := self._seat(one))] for side in sides]
        moved = [Side(side.index, (*here,)) for side, here in zip(sides, seats, strict=True)]
        return by_seats(moved, points)


def by_seats(sides: Sequence[Side], points: Sequence[int]) -> dict[frozenset[int], int]:
    """The points of these sides by the seats that share them."""
    return {frozenset(seat.index for seat in side.seats): points[side.index] for side in sides}


def counted_before(standing: Standing) -> dict[int, int]:
    """For each deal, by its number, how many count before it."""
    counted, before = 0, {}
    for deal in standing.deals:
        before[deal.number] = counted
        counted += not deal.void
    return before


def facts_of(
    end: Outcome, seat_of: Callable[[Seat | None], Seat | None] = lambda seat: seat
) -> object:
    """How a match ended, but for who won and with how many points."""
    if not isinstance(end, SharedOutcome):
        return end.reason
    cards = end.result.cards if end.result else ()
    left = {
        (card.card, seat.index if (seat := seat_of(card.seat)) else None, card.is_losing)
        for card in cards
    }
    return end.won, end.score, end.lost_because, left
