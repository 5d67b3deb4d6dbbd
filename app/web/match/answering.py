"""The match page: show the question, take its answer, take back the last one, throw in a deal."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import VOID, Event, Match, Refused, _
from app.scoring.prompts.base import Form
from app.scoring.telling import last_in_words
from app.web.frame.pages import wants_part
from app.web.match.finding import find, record
from app.web.match.late import answered_too_late, is_stale, overtaken
from app.web.match.showing import MOVED_ON, answers_in, proof_of, show

bp = Blueprint("matches", __name__, url_prefix="/matches")


@bp.get("/<int:match_id>")
def show_match(match_id: int) -> ResponseReturnValue:
    """The question the match is waiting for, the totals, and the sheet so far.

    A page that is looked at again asks what came `after` the line it shows: 204 if nothing did.
    """
    match = find(match_id)
    shown = request.args.get("after", type=int)
    if shown is None or not wants_part():
        return show(match)
    return ("", 204) if shown == match.last_line else show(match, notice=MOVED_ON)


@bp.post("/<int:match_id>/entries")
def enter(match_id: int) -> ResponseReturnValue:
    """Answer the question the match is waiting for."""
    match = find(match_id)
    if match.standing.is_over or is_stale(match):
        return answered_too_late(match)
    try:
        answers = answers_in(match, request.form)
    except Refused as refused:
        return show(match, typed=request.form, problems=refused.problems), 422
    return say(match, *answers)


@bp.post("/<int:match_id>/preview")
def preview(match_id: int) -> ResponseReturnValue:
    """What the answer as typed so far lacks, or what each side would gain by it. Writes nothing."""
    match = find(match_id)
    if match.standing.is_over or is_stale(match):
        return "", 204
    proof = proof_of(match, request.form)
    return render_template("match/_preview.html", proof=proof, standing=match.standing)


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Take back the latest line that stands."""
    match = find(match_id)
    return overtaken(match) if is_stale(match) else say(match, Event("undo"))


@bp.post("/<int:match_id>/redo")
def redo(match_id: int) -> ResponseReturnValue:
    """Put back what the latest undo took."""
    match = find(match_id)
    return overtaken(match) if is_stale(match) else say(match, Event("redo"))


@bp.post("/<int:match_id>/end")
def end(match_id: int) -> ResponseReturnValue:
    """Stop the match early: the totals so far count."""
    match = find(match_id)
    return overtaken(match) if is_stale(match) else say(match, Event("end"))


@bp.post("/<int:match_id>/void")
def throw_in(match_id: int) -> ResponseReturnValue:
    """Declare the deal that is being played void, for a reason."""
    match = find(match_id)
    deal = match.standing.deal
    if deal is None or is_stale(match):
        return overtaken(match)
    reason = match.standing.void_prompt(deal).read(request.form)
    return say(match, Event("void", deal.number, VOID, reason))


def say(match: Match, *events: Event) -> ResponseReturnValue:
    """Add `events` to the log of the match and show where it stands then.

    422 with the reason if nobody can say that now. An answer only adds to the sheet, so htmx gets
    the new rows; anything else may change it all.
    """
    finished, taken_back = len(match.standing.finished), match.latest
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
        return redirect(url_for("matches.show_match", match_id=match.id), 303)
    if is_entry:
        return show(after, rows_after=finished, saved=True)
    typed = typed_again(after, taken_back) if events[0].kind == "undo" else None
    return show(after, typed=typed, did=last_in_words(after))


def typed_again(match: Match, taken_back: Event | None) -> Form | None:
    """What was entered for the waiting question before it was taken back."""
    waiting = match.standing.prompt
    if not waiting or not taken_back or taken_back.answer is None:
        return None
    prompt = waiting.shown
    if (taken_back.deal, taken_back.key) != (prompt.deal, prompt.key):
        return None
    return None if prompt.problems(taken_back.answer) else prompt.fill(taken_back.answer)
