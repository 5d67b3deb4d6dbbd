"""What was just done at the table, in a few words, and how much of it one undo takes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import takewhile

from flask import Flask

from app.scoring import Answered, Deal, Match, Signed, Text, _
from app.scoring.telling import last_in_words

MOMENT = timedelta(seconds=10)
"""So long after a line was recorded, a page that is opened still says what it did."""


def prepare(app: Flask) -> None:
    """Let the notice of what was done say how many lines its undo is for."""
    app.jinja_env.globals.update(lines_of_the_change=lines_of_the_change)


def just_done(match: Match) -> Text | None:
    """What was done a moment ago, for a page that is opened anew; None if that is longer ago."""
    at = match.log[-1].at
    is_new = at and datetime.now(UTC) - datetime.fromisoformat(at) < MOMENT
    return what_was_done(match) if is_new and (match.latest or match.undone) else None


def lines_of_the_change(match: Match) -> int:
    """How many of the latest lines are one change, such as two deals that were swapped."""
    # Lines that are recorded in one go carry the same moment, to the millisecond: nothing else in
    # the log says which of them belong together, and a match file keeps their moments.
    moments = [line.at for line in reversed(match.log)]
    together = len(list(takewhile(lambda at: at is not None and at == moments[0], moments)))
    first = match.events[-together] if together else None
    # Answers of several panes are recorded in one go too, but taken back one by one.
    is_one = first and first.kind in ("correction", "undo", "redo")
    return together if is_one else 1


def what_was_done(match: Match) -> Text | None:
    """What the latest line has done, in a few words, and for a deal what it meant for whom most."""
    lines = match.events[-lines_of_the_change(match) :]
    deals = sorted({line.deal for line in lines})
    if len(deals) == 2 and lines[0].kind == "correction":
        return _("Deals {one} and {other} are swapped", one=deals[0], other=deals[1])
    deal = closed_deal(match)
    if deal is None:
        if chosen := chosen_at_a_tap(match):
            return _("{answer} chosen", answer=chosen.in_words)
        told = last_in_words(match)
        if told and told.answer and match.events[-1].kind == "correction":
            return _("Changed: {sentence}", sentence=told.sentence)
        return told.sentence if told else None
    scores = deal.scores
    assert scores is not None
    title = deal.name if match.standing.table.chart and deal.name else deal.title
    side = max(match.standing.sides, key=lambda side: abs(scores[side.index]))
    points = Signed(scores[side.index])
    return _("{deal} saved · {side} {points}", deal=title, side=side, points=points)


def chosen_at_a_tap(match: Match) -> Answered | None:
    """What the latest line answers, if that was one tap and closed no deal."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    is_choice = answered and event.kind == "entry" and answered.prompt.saves_itself
    return answered if is_choice and event.answer is not None else None


def closed_deal(match: Match) -> Deal | None:
    """The deal that the latest line closed with scores, None if it closed none."""
    deal, line = match.standing.last_deal, match.events[-1] if match.events else None
    is_answer = line and deal and line.kind == "entry" and line.deal == deal.number
    return deal if is_answer and deal and deal.scores is not None else None
