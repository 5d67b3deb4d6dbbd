"""The match page: show the question, take its answer, take back the last one, throw in a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import (
    VOID,
    Answered,
    Event,
    Problem,
    Prompt,
    Refused,
    Text,
    _,
    answers_of,
    replay,
)
from app.web.found import Found, find
from app.web.pages import wants_part

bp = Blueprint("matches", __name__, url_prefix="/matches")

MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")


@bp.get("/<int:match_id>")
def show_match(match_id: int) -> ResponseReturnValue:
    """The question the match is waiting for, the totals, and the sheet so far."""
    return show(find(match_id))


@bp.post("/<int:match_id>/entries")
def enter(match_id: int) -> ResponseReturnValue:
    """Answer the question the match is waiting for."""
    found = find(match_id)
    prompt = found.standing.prompt
    if prompt is None or is_stale(found):
        return answered_too_late(found)
    try:
        answer = prompt.accept(request.form)
    except Refused as refused:
        return show(found, typed=request.form, problems=refused.problems), 422
    return record(found, Event("entry", prompt.deal, prompt.key, answer))


@bp.post("/<int:match_id>/preview")
def preview(match_id: int) -> ResponseReturnValue:
    """What the answer as typed so far lacks, or what each side would gain by it. Writes nothing."""
    found = find(match_id)
    prompt = found.standing.prompt
    if prompt is None or is_stale(found):
        return "", 204
    try:
        answer = prompt.accept(request.form)
    except Refused as refused:
        lacking = [problem for problem in refused.problems if problem.at is None]
        return render_template("match/_proof.html", lacking=lacking)
    after = found.stand_with(Answered(prompt, answer))
    deal = after.deals[prompt.deal - 1] if prompt.deal else None
    scored = deal if deal and deal.scores is not None else None
    return render_template("match/_proof.html", deal=scored, standing=after)


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Take back the latest answer."""
    found = find(match_id)
    if is_stale(found):
        return overtaken(found)
    if found.latest is None:
        return show(found, notice=_("There is nothing to take back yet.")), 422
    return record(found, Event("undo"))


@bp.post("/<int:match_id>/void")
def throw_in(match_id: int) -> ResponseReturnValue:
    """Declare the deal that is being played void, for a reason."""
    found = find(match_id)
    deal = found.standing.deal
    if deal is None or is_stale(found):
        return overtaken(found)
    try:
        reason = found.standing.void_prompt(deal).accept(request.form)
    except Refused as refused:
        said = [problem.message for problem in refused.problems]
        return show(found, notice=_("{problems}", problems=said)), 422
    return record(found, Event("void", deal.number, VOID, reason))


def record(found: Found, event: Event) -> ResponseReturnValue:
    """Append `event` to the log of the match and show where it stands then.

    An answer only adds to the sheet, so htmx gets the new rows; anything else may change it all.
    """
    finished = len(found.standing.finished)
    try:
        found.append(event)
    except store.Overtaken:
        late = answered_too_late if event.kind == "entry" else overtaken
        return late(find(found.id))
    if wants_part():
        return show(found, rows_after=finished if event.kind == "entry" else 0)
    return redirect(url_for("matches.show_match", match_id=found.id), 303)


def is_stale(found: Found) -> bool:
    """Whether the form was made for an earlier line of the log than the last one."""
    return request.form.get("after", type=int) != found.match.last_line


def show(
    found: Found,
    *,
    typed: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
    yours: Answered | None = None,
    rows_after: int = 0,
) -> str:
    """The match page, or for htmx the part of it that changes.

    `typed` fills the question's form; `problems` stand beside what they are about; `yours` is an
    answer that came too late; the first `rows_after` deals of the sheet are there already.
    """
    standing = found.standing
    prompt = standing.prompt
    if typed is None:
        typed = kept_answer(found, prompt)
    return render_template(
        "match/_part.html" if wants_part() else "match/page.html",
        found=found,
        match=found.match,
        match_url=url_for("matches.show_match", match_id=found.id),
        rules_url=url_for("rules.page", key=found.game.key),
        game=found.game,
        standing=standing,
        prompt=prompt,
        prompt_template=f"prompts/{prompt.kind}.html" if prompt else None,
        deal=standing.deal,
        typed=typed,
        problems=problems or standing.problems,
        notice=notice,
        yours=yours,
        last=last_answered(found),
        last_scores=last_scores(found),
        finished=standing.finished[rows_after:],
        sheet="rows" if rows_after else "all",
    )


def kept_answer(found: Found, prompt: Prompt | None) -> Mapping[str, str]:
    """The form fields of an earlier answer to the waiting question that no longer fits."""
    if prompt is None or not found.standing.problems:
        return {}
    try:
        return prompt.fill(found.answers[prompt.deal][prompt.key])
    except (LookupError, TypeError, AttributeError, ValueError):
        return {}


def last_answered(found: Found) -> Answered | None:
    """The answer that an undo would take back, None if that line answers no question now."""
    latest = found.latest
    return found.standing.answer_to(latest.deal, latest.key) if latest else None


def last_scores(found: Found) -> dict[int, int]:
    """What each side scored in the latest finished deal, by the side's index."""
    deal = found.standing.last_deal
    return dict(enumerate(deal.scores)) if deal and deal.scores else {}


def overtaken(found: Found) -> ResponseReturnValue:
    """409: the page was older than the table."""
    return show(found, notice=MOVED_ON), 409


def answered_too_late(found: Found) -> ResponseReturnValue:
    """409: someone else was quicker. Says what they entered, and keeps what was typed.

    What comes from no line of ours is read as an answer to the question that waits now.
    """
    after = request.form.get("after", type=int) or 0
    lines = found.match.lines[:after] if after > 0 else found.match.lines
    then = replay(found.game, found.match.players, answers_of(line.event for line in lines))
    yours = late_answer(then.prompt)
    theirs = None
    if 0 < after < found.match.last_line:
        event = found.match.lines[after].event
        theirs = found.standing.answer_to(event.deal, event.key)
    if theirs is None:
        return show(found, notice=MOVED_ON, yours=yours), 409
    said = {"question": theirs.prompt.ask, "answer": theirs.in_words}
    if yours and yours.answer == theirs.answer and yours.prompt.key == theirs.prompt.key:
        notice = _("“{question}” has that answer already: {answer}.", **said)
        return show(found, notice=notice), 409
    notice = _("Someone was quicker: “{question}” has the answer {answer}.", **said)
    return show(found, notice=notice, yours=yours), 409


def late_answer(prompt: Prompt | None) -> Answered | None:
    """What was typed into the form for `prompt`, if it can be read."""
    if prompt is None:
        return None
    try:
        answer: Any = prompt.accept(request.form)
    except Refused:
        return None
    return Answered(prompt, answer)
