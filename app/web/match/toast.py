"""What was just done at the table, in a few words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from flask import Flask, request

from app.scoring import AnsweredPrompt, Deal, Event, Match, Side, Signed, Text, _
from app.scoring.match.batches import redo_batch, swap_text, undo_batch
from app.scoring.match.log_text import last_text, moved_text
from app.web.core.text import moment_of

MOMENT = timedelta(seconds=10)
"""So long after a line was recorded, a page that is opened still says what it did."""

MARKS = {
    "title": _("Title saved"),
    "no-title": _("Title taken away"),
    "back": _("Brought back just as it was"),
    "doubt": _("Marked: this deal is to be checked"),
    "right": _("Looked at: it is right"),
}
"""What can be done about a match as a whole, by what the address that follows it calls it."""


def init_app(app: Flask) -> None:
    """Let whatever offers an undo or a redo say how many lines it is for."""
    app.jinja_env.globals.update(
        undo_batch=undo_batch,
        redo_batch=redo_batch,
        lines_moved=lines_moved,
        just_marked=just_marked,
    )


def lines_moved(match: Match, way: str) -> int:
    """How many lines the next undo takes back, or the next redo (the `way`) puts back."""
    return len((redo_batch if way == "redo" else undo_batch)(match))


def just_marked() -> Text | None:
    """What was done about the match as a whole: no line of the log says so, and none undoes it."""
    return MARKS.get(request.args.get("done", ""))


def just_done(match: Match) -> Text | None:
    """What was done a moment ago, for a page that is opened anew; None if that is longer ago."""
    if marked := just_marked():
        return marked
    at = match.log[-1].at
    is_new = at and is_just_now(at)
    return what_was_done(match) if is_new and (match.undoable or match.redoable) else None


def is_just_now(at: str, moment: timedelta = MOMENT) -> bool:
    """Whether that was a moment ago; what is still to come was not: the clock was set back."""
    return timedelta() <= datetime.now(UTC) - moment_of(at) < moment


def what_was_done(match: Match) -> Text | None:
    """What the latest change of the log has done, in a few words."""
    if match.events[-1].kind in ("undo", "redo"):
        return moved(match)
    # A swap of two deals begins with a correction, and may end with an answer.
    is_entry = all(match.events[place].kind == "entry" for place in undo_batch(match))
    return saved(match) if is_entry else changed(match)


def saved(match: Match) -> Text | None:
    """What the answer that was just saved says, and for a deal what it meant for whom most."""
    event = match.events[-1]
    if deal := closed_deal(match, event):
        side, points = most_in(match, deal)
        return _(
            "{deal} saved · {side} {points}", deal=name_of(match, deal), side=side, points=points
        )
    if chosen := chosen_at_a_tap(match, event):
        return _("{answer} chosen", answer=chosen.in_words)
    if words := saved_in_between(match, event):
        return _("{answer} saved", answer=words)
    if passed_over := passed_over_at_a_tap(match, event):
        return _("Left out: {question}", question=passed_over)
    told = last_text(match)
    return told.sentence if told else None


def changed(match: Match) -> Text | None:
    """What was just corrected, swapped, thrown in or ended."""
    event = match.events[-1]
    if words := swap_text(match, undo_batch(match)):
        return words
    if thrown_in := thrown_in_words(match, event):
        return thrown_in
    told = last_text(match)
    if told and told.answer and event.kind == "correction":
        return _("Changed: {sentence}", sentence=told.sentence)
    return told.sentence if told else None


def moved(match: Match) -> Text | None:
    """What was just taken back or put back, as it was called when it was done."""
    event = match.events[-1]
    lines = redo_batch(match) if event.kind == "undo" else undo_batch(match)
    if words := swap_text(match, lines) or moved_at_a_tap(match):
        return moved_text(event, _("{words}", words=words))
    told = last_text(match)
    return told.sentence if told else None


def moved_at_a_tap(match: Match) -> Text | str | None:
    """What the latest line took back or put back, in a few words; None if there are none."""
    place = match.last_line - 1
    moved = match.undo_state.targets.get(place)
    if moved is None:
        return None
    is_undo = match.events[place].kind == "undo"
    # What was taken back is asked of the match as it stood with it.
    then, event = match.at_line(place) if is_undo else match, match.events[moved]
    deal = closed_deal(then, event)
    if deal and is_undo:
        return name_of(then, deal)
    if deal:
        side, points = most_in(then, deal)
        return _("{deal} · {side} {points}", deal=name_of(then, deal), side=side, points=points)
    if chosen := chosen_at_a_tap(then, event):
        return chosen.in_words
    if event.kind == "correction" and event.is_answer:
        if not event.deal:
            return _("the change of the house rules")
        return _("the change of deal {number}", number=event.deal)
    return (
        saved_in_between(then, event)
        or passed_over_at_a_tap(then, event)
        or thrown_in_words(then, event)
    )


def name_of(match: Match, deal: Deal) -> Text | str:
    """What a deal is called at the table: its contract where that is what tells it from others."""
    return deal.name if match.standing.table.chart and deal.name else deal.title


def most_in(match: Match, deal: Deal) -> tuple[Side, Signed]:
    """For whom a deal meant most, and how many points."""
    scores = deal.scores
    assert scores is not None
    side = max(match.standing.sides, key=lambda side: abs(scores[side.index]))
    return side, Signed(scores[side.index])


def chosen_at_a_tap(match: Match, event: Event) -> AnsweredPrompt | None:
    """What a line answers, if that was one tap and closed no deal."""
    answered = match.standing.answer_to(event.deal, event.key)
    is_choice = answered and event.kind == "entry" and answered.prompt.saves_itself
    return answered if is_choice and event.answer is not None else None


def passed_over_at_a_tap(match: Match, event: Event) -> Text | str | None:
    """The question that a line left without an answer, if it did."""
    answered = match.standing.answer_to(event.deal, event.key)
    is_passed_over = answered and event.kind == "entry" and event.answer is None
    return answered.prompt.ask if answered and is_passed_over else None


def saved_in_between(match: Match, event: Event) -> Text | None:
    """What a line saved, if it answers a question that has words for that."""
    answered = match.standing.answer_to(event.deal, event.key)
    return answered.prompt.saved if answered and event.kind == "entry" else None


def thrown_in_words(match: Match, event: Event) -> Text | None:
    """Which deal a line has thrown in and for what, if it did."""
    deal = match.standing.deals[event.deal - 1] if event.kind == "void" else None
    if deal is None or not deal.void:
        return None
    return _("Deal {number} thrown in · {reason}", number=deal.number, reason=deal.void_words)


def closed_deal(match: Match, event: Event) -> Deal | None:
    """The deal that the latest line, which says this, closed with scores; None if it closed
    none."""
    deal = match.standing.last_deal
    is_answer = deal and event.kind == "entry" and event.deal == deal.number
    return deal if is_answer and deal and deal.scores is not None else None
