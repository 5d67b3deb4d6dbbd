"""The match page: show the question, take its answer, take back the last one, throw in a deal.

An answer can come too late: two phones answered together, or a page was older than the table.
Nothing typed is lost then: it stands in the form again where the question is still open, and beside
what the other phone said where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import VOID, AnsweredPrompt, Event, Match, Prompt, Refused, Text, Turn, _
from app.scoring.match.batches import redo_batch
from app.scoring.match.seating import is_in_order
from app.scoring.prompts.base import Form
from app.web.core.access import is_member, this_club, watchers_may
from app.web.core.services import connection
from app.web.core.text import wants_part
from app.web.match.cache import append, get_match_or_404, is_stale, key_of_form, moment_after
from app.web.match.live import drawn_once
from app.web.match.page import MOVED_ON, MatchPage, go_back, show
from app.web.match.toast import changed, just_done, moved, saved, what_was_done
from app.web.match.watch import follow

LOOK_AND_SAVE = _("The one number that was left out is filled in: look at it, and save.")
STILL_ASKED = _(
    "Something else was changed meanwhile. This question is still open: look at it, and save again."
)
MOST_AT_ONCE = 20
"""So many lines of one change, such as two deals swapped, can be taken back together."""

bp = Blueprint("play", __name__, url_prefix="/matches")


@bp.get("/<int:match_id>")
@watchers_may
def show_match(match_id: int) -> ResponseReturnValue:
    """The question the match is waiting for, and the totals; for who only watches, what one seat
    needs."""
    if not is_member():
        return follow(match_id)
    if not wants_part():
        match = get_match_or_404(match_id)
        return show(match, done=just_done(match))
    return drawn_once(match_id, lambda match: show(match, done=just_done(match)))


@bp.post("/<int:match_id>/entries")
def enter(match_id: int) -> ResponseReturnValue:
    """Save the answer to the waiting question, or turn to another pane of it.

    422 with every problem, 409 if another phone was first.
    """
    match = get_match_or_404(match_id)
    if match.standing.is_over or is_stale(match):
        return answered_too_late(match)
    turn = Turn(match, request.form, clock=moment_after)
    try:
        if turn.completed_form:
            return show(match, Turn(match, turn.completed_form), notice=LOOK_AND_SAVE), 422
        if turn.turns_pane:
            return show(match, Turn(match, request.form))
        if turn.after is None:
            return show(match, turn, turn.problems), 422
        after = append(match, turn.after)
    except Refused as refused:
        return cannot_be_said(match, refused)
    except store.Overtaken:
        return answered_too_late(get_match_or_404(match_id))
    return show_after(after, done=saved)


@bp.post("/<int:match_id>/preview")
def preview(match_id: int) -> ResponseReturnValue:
    """What the answer as typed so far lacks, or what each side would gain by it. Writes nothing."""
    match = get_match_or_404(match_id)
    if match.standing.is_over or is_stale(match):
        return "", 204
    return MatchPage(match, Turn(match, request.form)).render("match/_preview.html")


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
    match = get_match_or_404(match_id)
    standing = match.standing
    if standing.deal is None:
        return redirect(url_for("play.show_match", match_id=match_id), 303)
    return MatchPage(match).render(
        "match/void.html", prompt=standing.void_prompt(standing.deal), typed={}, problems=()
    )


@bp.post("/<int:match_id>/void")
def throw_in(match_id: int) -> ResponseReturnValue:
    """Declare the deal that is being played void, for a reason."""
    match = get_match_or_404(match_id)
    deal = match.standing.deal
    if deal is None or is_stale(match):
        return overtaken(match)
    reason = match.standing.void_prompt(deal).read(request.form)
    return record_and_show(match, Event("void", deal.number, VOID, reason))


def add_to_log(match_id: int, event: Event, times: int = 1) -> ResponseReturnValue:
    """Record a line that answers no question, so many times, unless the page is out of date."""
    match = get_match_or_404(match_id)
    return overtaken(match) if is_stale(match) else record_and_show(match, *[event] * times)


def times() -> int:
    """How many lines a form takes back or puts back together."""
    return min(max(1, request.form.get("times", 1, int)), MOST_AT_ONCE)


def record_and_show(match: Match, *events: Event) -> ResponseReturnValue:
    """Add `events`, which answer no question, to the log, and show where the match stands then.

    422 with the reason if nobody can say that now.
    """
    try:
        after = append(match, match.accept(*events, at=moment_after(match.log)))
    except Refused as refused:
        return cannot_be_said(match, refused)
    except store.Overtaken:
        return overtaken(get_match_or_404(match.id))
    if events[0].kind not in ("undo", "redo"):
        return show_after(after, done=changed)
    typed = typed_again(after) if events[0].kind == "undo" else {}
    return show_after(after, Turn(after, typed) if typed else None, done=moved)


def cannot_be_said(match: Match, refused: Refused) -> ResponseReturnValue:
    """422: the reason above the table."""
    words = [problem.message for problem in refused.problems]
    return show(match, notice=_("{problems}", problems=words)), 422


def show_after(
    match: Match, turn: Turn | None = None, *, done: Callable[[Match], Text | None]
) -> ResponseReturnValue:
    """Where the match stands after what was just recorded, which can be taken back.

    What was `done` is put into words for who sees it at once: other pages say it themselves.
    """
    if not wants_part():
        return go_back(match)
    return show(match, turn, done=done(match))


def typed_again(match: Match) -> Form:
    """The form fields of what was entered for the waiting question before it was taken back."""
    waiting = match.standing.prompt
    if waiting is None:
        return {}
    taken_back = [match.events[place] for place in redo_batch(match)]
    answers = {(line.deal, line.key): line.answer for line in taken_back}
    typed: dict[str, str] = {}
    for prompt in [waiting.last_in_group] if waiting.optional else waiting.group:
        answer = answers.get((prompt.deal, prompt.key))
        if answer is not None and not prompt.problems(answer):
            typed |= prompt.fill(answer)
    return typed


# --- answers that come too late -----------------------------------------------------------------


def overtaken(match: Match) -> ResponseReturnValue:
    """409: the page was older than the table; or it has moved on by this very form."""
    if line := line_of_form(match):
        return arrived_before(match, line)
    return show(match, notice=MOVED_ON), 409


def line_of_form(match: Match) -> int | None:
    """The line that this form wrote when it came before: a phone that heard no answer sends again.

    None if it never came.
    """
    key = key_of_form()
    return store.line_of_request(connection(), this_club(), match.id, key) if key else None


def arrived_before(match: Match, line: int) -> ResponseReturnValue:
    """The answer to a form that stands in the log already, as it was given the first time."""
    if not wants_part():
        return go_back(match)
    return show(match, done=what_was_done(match) if line == match.last_line else None)


def answered_too_late(match: Match) -> ResponseReturnValue:
    """409: the table has moved on. Says what was entered meanwhile, and keeps what was typed.

    What was entered may be this very answer, which a phone sends again if it heard of no end.
    If the same question still waits, its form is filled again. What comes from no line of ours is
    read as an answer to the question that waits now.
    """
    after = request.form.get("after", type=int) or 0
    then = match.at_line(after) if after > 0 else match
    order = match.seating.order_from(then.seating)
    yours = late_answers(match, then, order)
    theirs = [
        answered
        for event in match.events[after : after + max(1, len(yours))]
        if (answered := match.standing.answer_to(event.deal, event.key))
    ]
    is_known = list(map(place_of, yours)) == list(map(place_of, theirs))
    if after > 0 and theirs and is_known and line_of_form(match) == after + 1:
        return arrived_before(match, after + len(yours))
    if is_still_shown(then.standing.prompt, match.standing.prompt):
        typed = typed_fields()
        if not is_in_order(order):
            # The names on that page stood in other places: only what could be turned is kept.
            typed = {name: value for answer in yours for name, value in answer.fields.items()}
        answer_to = match.standing.answer_to
        lost = [mine for mine in yours if answer_to(mine.prompt.deal, mine.prompt.key)]
        return show(match, Turn(match, typed), notice=STILL_ASKED, yours=lost), 409
    if after <= 0 or not theirs:
        return show(match, notice=MOVED_ON, yours=yours), 409
    prompt = theirs[0].prompt
    parts = {"deal": prompt.deal, "question": prompt.ask, "answer": theirs[0].in_words}
    if is_known:
        notice = _("Deal {deal}: “{question}” has that answer already: {answer}.", **parts)
        return show(match, notice=notice), 409
    notice = _("Someone was quicker. Deal {deal}: “{question}” has the answer {answer}.", **parts)
    # Both answers stand side by side below it.
    if any(is_same_question(mine.prompt, prompt) for mine in yours):
        notice = _("Someone was quicker.")
    return show(match, notice=notice, yours=yours), 409


def place_of(answered: AnsweredPrompt) -> tuple[int, str, Any]:
    """An answer with the deal and the question that it is for."""
    return answered.prompt.deal, answered.prompt.key, answered.answer


def late_answers(match: Match, then: Match, order: Sequence[int]) -> list[AnsweredPrompt]:
    """What was typed into the form for the question that waited `then`, as far as it can be read.

    `order` has the seats of then in the order of now: who sits elsewhere keeps their numbers.
    """
    turn = Turn(then, request.form)
    answers = turn.panes[0].answered if turn.panes else []
    if is_in_order(order):
        return answers
    waiting = match.standing.prompt
    turned = []
    for answered in answers:
        asked, answer = answered.prompt, answered.answer
        earlier = match.standing.answer_to(asked.deal, asked.key)
        now = [earlier.prompt if earlier else None, *(waiting.group if waiting else ())]
        same = next((question for question in now if is_same_question(asked, question)), None)
        if answer is None:
            turned.append(answered)
        elif same and (theirs := asked.reseated(answer, order)) is not None:
            turned.append(AnsweredPrompt(same, theirs))
    return turned


def is_same_question(one: Prompt | None, other: Prompt | None) -> bool:
    """Whether both ask for the same answer."""
    if one is None or other is None:
        return False
    return (one.deal, one.key) == (other.deal, other.key)


def is_still_shown(then: Prompt | None, now: Prompt | None) -> bool:
    """Whether a page asks for the same answer as before: what comes first, such as a doubling, may
    have been noted meanwhile."""
    return is_same_question(then and then.last_in_group, now and now.last_in_group)


def typed_fields() -> Form:
    """What was typed into the form that was sent, right or wrong."""
    # A part of a multipart form may have no name at all.
    named = ((name, value) for name, value in request.form.items() if name)
    return {name: value for name, value in named if name not in ("after", "skip")}
