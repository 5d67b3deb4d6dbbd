"""Answers that come too late: two phones answered together, or a page was older than the table.

Nothing typed is lost: it stands in the form again where the question is still open, and beside
what the other phone said where it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Answered, Match, Prompt, Refused, _
from app.scoring.prompts.base import Form
from app.scoring.seating import Seating, is_in_order
from app.web.frame.clubs import this_club
from app.web.frame.pages import connection, wants_part
from app.web.match.done import what_was_done
from app.web.match.finding import key_of_form
from app.web.match.returning import go_back
from app.web.match.showing import MOVED_ON, fields_of, show

STILL_ASKED = _(
    "Something else was changed meanwhile. This question is still open: look at it, and save again."
)


def is_stale(match: Match) -> bool:
    """Whether the form was made for an earlier line of the log than the last one."""
    return request.form.get("after", type=int) != match.last_line


def seating_of_form(match: Match) -> Seating:
    """Who sat where on the page of a form, which says the line of the log that it showed.

    Who has moved since keeps what the form says of them. A line that never was is taken for the
    latest.
    """
    line = request.form.get("after", "")
    if line.isdecimal() and len(line) < 9 and 0 < int(line) < match.last_line:
        return match.seatings[int(line)]
    return match.seating


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
    return store.line_sent(connection(), this_club(), match.id, key) if key else None


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
    yours = late_answers(match, then.standing.prompt, order)
    if is_still_shown(then.standing.prompt, match.standing.prompt):
        typed = typed_fields()
        if not is_in_order(order):
            # The names on that page stood in other places: only what could be turned is kept.
            typed = {name: value for answer in yours for name, value in fields_of(answer).items()}
        answer_to = match.standing.answer_to
        lost = [mine for mine in yours if answer_to(mine.prompt.deal, mine.prompt.key)]
        return show(match, notice=STILL_ASKED, typed=typed, yours=lost), 409
    theirs = [
        answered
        for event in match.events[after : after + max(1, len(yours))]
        if (answered := match.standing.answer_to(event.deal, event.key))
    ]
    if after <= 0 or not theirs:
        return show(match, notice=MOVED_ON, yours=yours), 409
    prompt = theirs[0].prompt
    parts = {"deal": prompt.deal, "question": prompt.ask, "answer": theirs[0].in_words}
    if list(map(place_of, yours)) == list(map(place_of, theirs)):
        if (line := line_of_form(match)) == after + 1:
            return arrived_before(match, line + len(yours) - 1)
        notice = _("Deal {deal}: “{question}” has that answer already: {answer}.", **parts)
        return show(match, notice=notice), 409
    notice = _("Someone was quicker. Deal {deal}: “{question}” has the answer {answer}.", **parts)
    # Both answers stand side by side below it.
    if any(is_same_question(mine.prompt, prompt) for mine in yours):
        notice = _("Someone was quicker.")
    return show(match, notice=notice, yours=yours), 409


def place_of(answered: Answered) -> tuple[int, str, Any]:
    """An answer with the deal and the question that it is for."""
    return answered.prompt.deal, answered.prompt.key, answered.answer


def late_answers(match: Match, prompt: Prompt | None, order: Sequence[int]) -> list[Answered]:
    """What was typed into the form for `prompt`, as far as it can be read.

    `order` has the seats of then in the order of now: who sits elsewhere keeps their numbers.
    """
    if prompt is None:
        return []
    try:
        answers = [Answered(*answer) for answer in prompt.answers_in(request.form)]
    except Refused:
        return []
    if is_in_order(order):
        return answers
    waiting = match.standing.prompt
    turned = []
    for answered in answers:
        then, answer = answered.prompt, answered.answer
        earlier = match.standing.answer_to(then.deal, then.key)
        now = [earlier.prompt if earlier else None, *(waiting.together if waiting else ())]
        same = next((question for question in now if is_same_question(then, question)), None)
        if answer is None:
            turned.append(answered)
        elif same and (theirs := then.reseated(answer, order)) is not None:
            turned.append(Answered(same, theirs))
    return turned


def is_same_question(one: Prompt | None, other: Prompt | None) -> bool:
    """Whether both ask for the same answer."""
    if one is None or other is None:
        return False
    return (one.deal, one.key) == (other.deal, other.key)


def is_still_shown(then: Prompt | None, now: Prompt | None) -> bool:
    """Whether a page asks for the same answer as before: what comes first, such as a doubling, may
    have been noted meanwhile."""
    return is_same_question(then and then.shown, now and now.shown)


def typed_fields() -> Form:
    """What was typed into the form that was sent, right or wrong."""
    # A part of a multipart form may have no name at all.
    named = ((name, value) for name, value in request.form.items() if name)
    return {name: value for name, value in named if name not in ("after", "skip")}
