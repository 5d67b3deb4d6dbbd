"""A correction: what a form says to a question that has its answer, and what that would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, CheckedEvent, Standing
from app.scoring.match.seating import is_in_order
from app.scoring.model.problems import Problem
from app.scoring.model.seats import Side
from app.scoring.prompts import Prompt
from app.scoring.prompts.base import Form, Reply
from app.scoring.table.outcome import Outcome, SharedOutcome


class Correction:
    """What a form says to a question that has its answer: another one, read and checked once.

    `order` has the seats that the form counts by in the order of now, none if they are the same:
    what was typed beside a name follows that player. Without a form it shows the answer that
    holds, and changes nothing.
    """

    def __init__(
        self,
        match: Match,
        earlier: AnsweredPrompt,
        form: Form | None = None,
        order: Sequence[int] = (),
    ) -> None:
        self.match = match
        self.earlier = earlier
        self._is_sent = form is not None
        # A question that was left out is not left out again unless the form says so.
        standing = {} if earlier.answer is None else earlier.fields
        self.reply = Reply(earlier.prompt, standing if form is None else form)
        self._order = () if is_in_order(order) else order

    @cached_property
    def new(self) -> AnsweredPrompt | None:
        """The question with the answer of the form; None if that cannot be right or is
        impossible in the seats of now."""
        if self.reply.problems:
            return None
        prompt, answer = self.reply.prompt, self.reply.answer
        if self._order and answer is not None:
            answer = prompt.reseated(answer, self._order)
            if answer is None:
                return None
        return AnsweredPrompt(prompt, answer)

    @property
    def is_out_of_order(self) -> bool:
        """Whether the players sit otherwise now, and what was typed cannot follow them."""
        return bool(self._order) and self.new is None

    @property
    def problems(self) -> Sequence[Problem]:
        """What is wrong with the answer; none where it counts by seats of an older order."""
        return () if self._order else self.reply.problems

    @property
    def is_change(self) -> bool:
        """Whether it is another answer than before, and can be right."""
        # An answer may be kept in another form than its own fields give: that is no change.
        is_other = self.new is not None and self.new.answer != self.earlier.answer
        return self._is_sent and is_other

    @property
    def form(self) -> Form:
        """The fields of the answer, as typed until it can be right."""
        return self.new.fields if self.new and self._is_sent else self.reply.form

    @property
    def event(self) -> CheckedEvent:
        """The line that says it."""
        assert self.new is not None, "there is no other answer"
        return CheckedEvent("correction", self.new.prompt, self.new.answer)

    @cached_property
    def after(self) -> Match:
        """The match as it would be, which is the one of now until another answer can be right."""
        return self.match.with_events(self.event.event) if self.is_change else self.match


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
class Changes:
    """What is different in `after`, the standing with the correction."""

    before: Standing
    after: Standing

    @property
    def totals(self) -> list[TotalChange]:
        """Every side's total, in the order of the table; the same players are the same side."""
        old = by_players(self.before.sides, self.before.totals)
        new = by_players(self.after.sides, self.after.totals)
        return [
            TotalChange(side, old.get(players), total)
            for side, (players, total) in zip(self.after.sides, new.items(), strict=True)
        ]

    @property
    def deals(self) -> list[int]:
        """The numbers of the deals that would score something else than now.

        Deals that wait for a question to be answered again are not among them.
        """
        old, new = (
            {
                deal.number: (deal.scores and by_players(standing.sides, deal.scores), deal.void)
                for deal in standing.deals
                if deal.is_over
            }
            for standing in (self.before, self.after)
        )
        waiting = self.after.waiting_deals
        return [n for n in sorted(old | new) if old.get(n) != new.get(n) and n not in waiting]

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
        applies = new.prompt.prune(old.answer)
        return bool(applies != old.answer and applies == new.answer)

    @property
    def outcome(self) -> tuple[Outcome | None, Outcome | None] | None:
        """The end of the match without and with the correction, None if it is the same."""
        pair = (self.before.outcome, self.after.outcome)
        described = [
            (end.reason, score_of(standing, end)) if end else None
            for standing, end in zip((self.before, self.after), pair, strict=True)
        ]
        return None if described[0] == described[1] else pair


def score_of(standing: Standing, end: Outcome) -> object:
    """Who won and with how many points, or what they won or lost by together."""
    if isinstance(end, SharedOutcome):
        return end.won, str(end.why)
    return by_players(end.winners, standing.totals)


def by_players(sides: Sequence[Side], points: Sequence[int]) -> dict[frozenset[str], int]:
    """The points of these sides by who plays on them: a score stays theirs wherever they sit."""
    return {frozenset(map(str, side.seats)): points[side.index] for side in sides}
