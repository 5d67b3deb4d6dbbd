"""What was just done at the table, in a few words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask, request

from app.scoring import Answered, Deal, Match, Signed, Text, _
from app.scoring.telling import last_in_words, moved_in_words
from app.scoring.together import lines_to_redo, lines_to_undo, swap_in_words
from app.web.frame.pages import moment_of

MOMENT = timedelta(seconds=10)
"""So long after a line was recorded, a page that is opened still says what it did."""

MARKS = {
    "title": _("Title saved"),
    "no-title": _("Title taken away"),
    "back": _("Brought back just as it was"),
}
"""What can be done about a match as a whole, by what the address that follows it calls it."""


def prepare(app: Flask) -> None:
    """Let whatever offers an undo or a redo say how many lines it is for."""
    app.jinja_env.globals.update(
        lines_to_undo=lines_to_undo, lines_to_redo=lines_to_redo, just_marked=just_marked
    )


def just_marked() -> Text | None:
    """What was done about the match as a whole: no line of the log says so, and none undoes it."""
    return MARKS.get(request.args.get("done", ""))


def just_done(match: Match) -> Text | None:
    """What was done a moment ago, for a page that is opened anew; None if that is longer ago."""
    if marked := just_marked():
        return marked
    at = match.log[-1].at
    is_new = at and datetime.now(UTC) - moment_of(at) < MOMENT
    return what_was_done(match) if is_new and (match.latest or match.undone) else None


def what_was_done(match: Match) -> Text | None:
    """What the latest line has done, in a few words, and for a deal what it meant for whom most."""
    if words := swap_done(match):
        return words
    deal = closed_deal(match)
    if deal is None:
        if chosen := chosen_at_a_tap(match):
            return _("{answer} chosen", answer=chosen.in_words)
        if saved := saved_in_between(match):
            return saved
        if passed_over := passed_over_at_a_tap(match):
            return _("Left out: {question}", question=passed_over)
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


def swap_done(match: Match) -> Text | None:
    """Which deals the latest lines swapped, or swapped back; None if they did something else."""
    event = match.events[-1]
    if event.kind == "undo":
        words = swap_in_words(match, lines_to_redo(match))
        return moved_in_words(event, words) if words else None
    if event.kind not in ("correction", "redo", "entry"):
        return None
    words = swap_in_words(match, lines_to_undo(match))
    return moved_in_words(event, words) if words and event.kind == "redo" else words


def chosen_at_a_tap(match: Match) -> Answered | None:
    """What the latest line answers, if that was one tap and closed no deal."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    is_choice = answered and event.kind == "entry" and answered.prompt.saves_itself
    return answered if is_choice and event.answer is not None else None


def passed_over_at_a_tap(match: Match) -> Text | str | None:
    """The question that the latest line left without an answer, if it did."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    is_passed_over = answered and event.kind == "entry" and event.answer is None
    return answered.prompt.ask if answered and is_passed_over else None


def saved_in_between(match: Match) -> Text | None:
    """What is said of the latest line, if it answers a question that has words for that."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    return answered.prompt.saved if answered and event.kind == "entry" else None


def closed_deal(match: Match) -> Deal | None:
    """The deal that the latest line closed with scores, None if it closed none."""
    deal, line = match.standing.last_deal, match.events[-1] if match.events else None
    is_answer = line and deal and line.kind == "entry" and line.deal == deal.number
    return deal if is_answer and deal and deal.scores is not None else None
