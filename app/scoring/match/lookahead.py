"""Lookahead: the possible standings of a match a few answers from now.

A phone that loses its connection can go on if all answers lead to the same next question. No rule
tells when they do: the match is played on with answers that differ as much as possible, and the
questions that follow are compared. A wrong guess loses nothing: an answer is checked when it
arrives, and its question is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt
from app.scoring.match.turn import Turn
from app.scoring.prompts import Assign, Choose, Count, Order, Player, Prompt


def matches_ahead(match: Match, steps: int) -> Iterator[list[Match]]:
    """Yield, for up to `steps` answers, the matches that different answers lead to; stops where the
    match may be over, or where no answers can be made up."""
    matches = samples(match)
    for _step in range(steps):
        if not matches or any(after.standing.is_over for after in matches):
            return
        yield matches
        following = [samples(after) for after in matches]
        if not all(following):
            return
        # One match for each, with answers in turn: their number does not grow with the steps.
        matches = [ahead[n % len(ahead)] for n, ahead in enumerate(following)]


def samples(match: Match) -> list[Match]:
    """Return the match after each of several different answers to the question that it waits
    for."""
    waiting = match.standing.prompt
    # Later panes depend on the first, and optional answers (doublings) on the cards in the hands.
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
    """Return legal answers that differ as much as possible; empty for a kind of prompt with too
    many."""
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
