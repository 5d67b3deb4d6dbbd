"""The match page: show the question, take its answer, take back the last one, throw in a deal."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import VOID, Event, Match, Refused, _
from app.scoring.prompts.base import Form
from app.scoring.together import lines_to_redo
from app.web.frame.keys import is_member
from app.web.frame.pages import wants_part
from app.web.match.counted import filled_in
from app.web.match.done import just_done, what_was_done
from app.web.match.finding import find, record
from app.web.match.following import follow
from app.web.match.late import answered_too_late, is_stale, overtaken
from app.web.match.live import drawn_once
from app.web.match.panes import answers_in, turns
from app.web.match.returning import go_back
from app.web.match.showing import about, show

LOOK_AND_SAVE = _("The one number that was left out is filled in: look at it, and save.")
MOST_AT_ONCE = 20
"""So many lines of one change, such as two deals swapped, can be taken back together."""

bp = Blueprint("matches", __name__, url_prefix="/matches")


@bp.get("/<int:match_id>")
def show_match(match_id: int) -> ResponseReturnValue:
    """The question the match is waiting for, and the totals; for who only watches, what one seat
    needs."""
    if not is_member():
        return follow(match_id)
    if not wants_part():
        match = find(match_id)
        return show(match, done=just_done(match))
    return drawn_once(match_id, lambda match: show(match, done=just_done(match)))


@bp.post("/<int:match_id>/entries")
def enter(match_id: int) -> ResponseReturnValue:
    """Answer the question the match is waiting for, or turn to another pane of it."""
    match = find(match_id)
    if match.standing.is_over or is_stale(match):
        return answered_too_late(match)
    if filled := filled_in(match, request.form):
        return show(match, typed=filled, notice=LOOK_AND_SAVE), 422
    if turns(match, request.form):
        return show(match, typed=request.form)
    try:
        answers = answers_in(match, request.form)
    except Refused as refused:
        return show(match, typed=request.form, problems=refused.problems), 422
    return record_and_show(match, *answers)


@bp.post("/<int:match_id>/preview")
def preview(match_id: int) -> ResponseReturnValue:
    """What the answer as typed so far lacks, or what each side would gain by it. Writes nothing."""
    match = find(match_id)
    if match.standing.is_over or is_stale(match):
        return "", 204
    return render_template("match/_preview.html", **about(match, request.form))


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Take back the latest line that stands, or all of one change as `times` says."""
    return add_to_log(match_id, Event("undo"), times())


@bp.post("/<int:match_id>/redo")
def redo(match_id: int) -> ResponseReturnValue:
    """Put back what the latest undo took, or all of one change as `times` says."""
    return add_to_log(match_id, Event("redo"), times())


@bp.post("/<int:match_id>/end")
def end(match_id: int) -> ResponseReturnValue:
    """Stop the match early: the totals so far count."""
    return add_to_log(match_id, Event("end"))


@bp.get("/<int:match_id>/void")
def ask_why(match_id: int) -> ResponseReturnValue:
    """The reasons for which the deal that is being played can be thrown in."""
    match = find(match_id)
    standing = match.standing
    if standing.deal is None:
        return redirect(url_for("matches.show_match", match_id=match_id), 303)
    question = {"prompt": standing.void_prompt(standing.deal), "typed": {}, "problems": ()}
    return render_template("match/void.html", **about(match) | question)


@bp.post("/<int:match_id>/void")
def throw_in(match_id: int) -> ResponseReturnValue:
    """Declare the deal that is being played void, for a reason."""
    match = find(match_id)
    deal = match.standing.deal
    if deal is None or is_stale(match):
        return overtaken(match)
    reason = match.standing.void_prompt(deal).read(request.form)
    return record_and_show(match, Event("void", deal.number, VOID, reason))


def add_to_log(match_id: int, event: Event, times: int = 1) -> ResponseReturnValue:
    """Record a line that answers no question, so many times, unless the page is out of date."""
    match = find(match_id)
    return overtaken(match) if is_stale(match) else record_and_show(match, *[event] * times)


def record_and_show(match: Match, *events: Event) -> ResponseReturnValue:
    """Add `events` to the log of the match and show where it stands then.

    422 with the reason if nobody can say that now.
    """
    is_entry = events[0].kind == "entry"
    try:
        after = record(match, *events)
    except Refused as refused:
        words = [problem.message for problem in refused.problems]
        return show(match, notice=_("{problems}", problems=words)), 422
    except store.Overtaken:
        late = answered_too_late if is_entry else overtaken
        return late(find(match.id))
    if not wants_part():
        return go_back(after)
    typed = typed_again(after) if events[0].kind == "undo" else None
    return show(after, typed=typed, done=what_was_done(after))


def typed_again(match: Match) -> Form | None:
    """What was entered for the waiting question before it was taken back."""
    waiting = match.standing.prompt
    if waiting is None:
        return None
    taken_back = [match.events[place] for place in lines_to_redo(match)]
    answers = {(line.deal, line.key): line.answer for line in taken_back}
    typed: dict[str, str] = {}
    for prompt in [waiting.shown] if waiting.optional else waiting.together:
        answer = answers.get((prompt.deal, prompt.key))
        if answer is not None and not prompt.problems(answer):
            typed |= prompt.fill(answer)
    return typed or None


def times() -> int:
    """How many lines a form takes back or puts back together."""
    return min(max(1, request.form.get("times", 1, int)), MOST_AT_ONCE)
