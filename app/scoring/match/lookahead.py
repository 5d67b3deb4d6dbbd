"""Lookahead: where a match may stand a few answers from now.

A phone that loses its connection goes on with a question that comes whatever is answered. No rule
says which one does: a match is played on with answers that are as unlike each other as can be, and
what they lead to is compared. Where they mislead, nothing is lost: an answer is checked when it
arrives, and comes back as a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt
from app.scoring.match.turn import Turn
from app.scoring.prompts import Assign, Choose, Count, Order, Player, Prompt


def matches_ahead(match: Match, steps: int) -> Iterator[list[Match]]:
    """The matches that unlike answers lead to, for up to so many steps; none from where the match
    may be over or no answers can be made up."""
    matches = samples(match)
    for _step in range(steps):
        if not matches or any(after.standing.is_over for after in matches):
            return
        yield matches
        following = [samples(after) for after in matches]
        if not all(following):
            return
        matches = [ahead[n % len(ahead)] for n, ahead in enumerate(following)]


def samples(match: Match) -> list[Match]:
    """The match after each of several unlike answers to the question that it waits for."""
    waiting = match.standing.prompt
    # The later panes depend on the first, and what may be noted beforehand on what was dealt.
    if waiting is None or waiting.last_in_group.has_next_pane:
        return []
    answers = [unlike_answers(prompt) for prompt in waiting.required]
    if not all(answers):
        return []
    after = []
    for n in range(max(map(len, answers))):
        form: dict[str, str] = {}
        for prompt, of_prompt in zip(waiting.required, answers, strict=True):
            form |= AnsweredPrompt(prompt, of_prompt[n % len(of_prompt)]).fields
        after.append(Turn(match, form).after)
    return [ahead for ahead in after if ahead]


def unlike_answers(prompt: Prompt) -> Sequence[Any]:
    """Legal answers that are as unlike each other as can be; none for what is too manifold."""
    answers: list[Any] = []
    if isinstance(prompt, Choose):
        answers = [*prompt.options]
    elif isinstance(prompt, Player):
        answers = [seat.index for seat in prompt.seats]
    elif isinstance(prompt, Count):
        piles = prompt.sides or prompt.seats
        answers = [[prompt.total * (pile is taker) for pile in piles] for taker in piles]
    elif isinstance(prompt, Order):
        seats = [seat.index for seat in prompt.seats]
        answers = [seats[n:] + seats[:n] for n in range(len(seats))]
    elif isinstance(prompt, Assign):
        answers = [dict.fromkeys(prompt.cards, seat.index) for seat in prompt.seats]
    return [answer for answer in answers if not prompt.problems(answer)]
