"""What a correction would change, found by comparing where the match stands with and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring.match.replay import AnsweredPrompt, Standing
from app.scoring.model.parts import Part
from app.scoring.model.seats import Side
from app.scoring.model.text import Text, _
from app.scoring.prompts import Count, Hint, Prompt
from app.scoring.prompts.base import Reply
from app.scoring.prompts.counts import Remark
from app.scoring.table.deal import Deal
from app.scoring.table.outcome import Outcome, SharedOutcome


@dataclass(frozen=True)
class Move:
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
    def moves(self) -> list[Move]:
        """Every side's total, in the order of the table; the same players are the same side."""
        old = {people(side): self.before.totals[side.index] for side in self.before.sides}
        return [
            Move(side, old.get(people(side)), self.after.totals[side.index])
            for side in self.after.sides
        ]

    @property
    def deals(self) -> list[int]:
        """The numbers of the deals that would score something else than now.

        Deals that wait for a question to be answered again are not among them.
        """
        old, new = (
            {
                deal.number: (scores_by_people(standing, deal), deal.void)
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
        question = self.after.prompt
        waiting = self.before.prompt
        if question is None:
            return None
        if waiting and (waiting.deal, waiting.key) == (question.deal, question.key):
            return None
        return question

    @property
    def dropped(self) -> list[AnsweredPrompt]:
        """What was entered for deals that are complete, and no longer applies to them at all or in
        part, such as the doubling of a card that is not in play."""
        waiting = self.after.prompt
        return [
            old
            for old in self.before.answered
            if old.answer not in (None, {})
            and not (waiting and old.prompt.deal > waiting.deal)
            and self._is_dropped(old, is_waiting=bool(waiting and old.prompt.deal == waiting.deal))
        ]

    def _is_dropped(self, old: AnsweredPrompt, *, is_waiting: bool) -> bool:
        new = self.after.answer_to(old.prompt.deal, old.prompt.key)
        if new is None:
            return not is_waiting and old.prompt.deal <= len(self.after.deals)
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
    return {people(side): standing.totals[side.index] for side in end.winners}


def people(side: Side) -> frozenset[str]:
    """Whose score it is, wherever they sit."""
    return frozenset(str(seat) for seat in side.seats)


def scores_by_people(standing: Standing, deal: Deal) -> dict[frozenset[str], int] | None:
    """What each side scores in a deal, None if nothing does."""
    if deal.scores is None:
        return None
    return {people(side): deal.scores[side.index] for side in standing.sides}


# ---- Proof: what an answer still lacks, and what it would make of the scores ----


@dataclass(frozen=True)
class Preview:
    """How far the answer to a question has come.

    `missing` says in a few words what is lacking, None if nothing is. If the answer closes a deal
    or the match, `scored` and `outcome` are what it would make of them. `remarks` are for a table
    that counts as it plays; `so_far` is what each seat has by now, and `hints` are what can be said
    of an answer half given.
    """

    missing: Text | None
    scored: Deal | None = None
    outcome: Outcome | None = None
    remarks: Sequence[Remark] = ()
    so_far: Sequence[Part] = ()
    hints: Sequence[Hint] = ()

    @property
    def adds_up(self) -> bool:
        """Whether nothing is missing."""
        return self.missing is None


def preview_of(reply: Reply, after: Standing | None = None) -> Preview:
    """The proof of a reply, which may be only begun.

    `after` is where the match would stand with it, None if the answer cannot be taken yet.
    """
    prompt, answer = reply.prompt, reply.typed
    scored = after.deals[prompt.deal - 1] if after and prompt.deal else None
    if scored and scored.scores is None:
        scored = None
    return Preview(
        missing=None if after else reply.missing or _("Not right yet"),
        scored=scored,
        outcome=after.outcome if after else None,
        remarks=prompt.remarks(prompt.counted(answer)) if isinstance(prompt, Count) else (),
        so_far=prompt.so_far(answer),
        hints=prompt.hints(answer),
    )
