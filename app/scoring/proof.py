"""Proof: what an answer that is only begun still lacks, and what it would make of the scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.scoring.deal import Deal
from app.scoring.outcome import Outcome
from app.scoring.parts import Part
from app.scoring.prompts import Count, Hint
from app.scoring.prompts.base import Reply
from app.scoring.prompts.counts import Remark
from app.scoring.replay import Standing
from app.scoring.text import Text, _


@dataclass(frozen=True)
class Proof:
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


def prove(reply: Reply, after: Standing | None = None) -> Proof:
    """The proof of a reply, which may be only begun.

    `after` is where the match would stand with it, None if the answer cannot be taken yet.
    """
    prompt, answer = reply.prompt, reply.typed
    scored = after.deals[prompt.deal - 1] if after and prompt.deal else None
    if scored and scored.scores is None:
        scored = None
    return Proof(
        missing=None if after else reply.missing or _("Not right yet"),
        scored=scored,
        outcome=after.outcome if after else None,
        remarks=prompt.remarks(prompt.counted(answer)) if isinstance(prompt, Count) else (),
        so_far=prompt.so_far(answer),
        hints=prompt.hints(answer),
    )
