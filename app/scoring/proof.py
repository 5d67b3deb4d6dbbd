"""Proof: what of an answer is in its place, what is left, and what the points add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.deal import Deal
from app.scoring.outcome import Outcome
from app.scoring.parts import Part
from app.scoring.prompts import Count, Hint, Prompt
from app.scoring.prompts.counts import Remark
from app.scoring.replay import Standing
from app.scoring.text import Signed, Text, _


@dataclass(frozen=True)
class Proof:
    """How far the answer to a question has come.

    `line` says what is placed and what it adds up to, piece by piece; `missing` what is lacking in
    a few words, None if nothing is. If the answer closes a deal or the match, `scored` and
    `outcome` are what it would make of them. `remarks` are for a table that counts as it plays;
    `so_far` is what each has by now, and `hints` are what can be said of an answer half given.
    """

    line: Sequence[Text]
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


def prove(standing: Standing, prompt: Prompt, answer: Any, after: Standing | None = None) -> Proof:
    """The proof of `answer`, which may be only begun, to the question that `standing` waits for.

    `after` is where the match would stand with it, None if the answer cannot be taken yet.
    """
    scored = after.deals[prompt.deal - 1] if after and prompt.deal else None
    if scored and scored.scores is None:
        scored = None
    line = [prompt.progress(answer)]
    if deal := standing.deal:
        line += deal_points(standing, deal, prompt, answer, scored)
    return Proof(
        line=[piece for piece in line if piece],
        missing=None if after else prompt.missing(answer) or _("Not right yet"),
        scored=scored,
        outcome=after.outcome if after else None,
        remarks=prompt.remarks(prompt.counted(answer)) if isinstance(prompt, Count) else (),
        so_far=prompt.so_far(answer),
        hints=prompt.hints(answer),
    )


def deal_points(
    standing: Standing, deal: Deal, prompt: Prompt, answer: Any, scored: Deal | None
) -> list[Text]:
    """What the deal adds up to so far, and what it belongs to."""
    if deal.worth is None:
        return []
    # `worth` is in the signs of the rules, `scores` already in those of the table.
    sign = -1 if standing.table.reversed else 1
    worth = sign * deal.worth
    if scored and scored.scores is not None:
        points = sum(scored.scores)
        line = [_("deal {points}", points=Signed(points))]
    elif prompt.worth:
        earlier = sum(sum(answered.prompt.worth) for answered in standing.answers_of_the_deal)
        points = sign * (earlier + sum(prompt.worth[: prompt.placed(answer)]))
        line = [_("deal {points} of {worth}", points=Signed(points), worth=Signed(worth))]
    else:
        return []
    if deal.running:
        name, before = deal.running
        line.append(_("{name} {points} so far", name=name, points=Signed(before + points)))
    return line
