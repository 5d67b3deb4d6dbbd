"""Corrections: any earlier answer, a look at what it changes, and the log of all that was said."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import Answered, Changes, Deal, Event, Match, Problem, Refused, Text, _
from app.scoring.prompts.base import Form
from app.scoring.seating import is_in_order
from app.scoring.telling import log_in_words
from app.web.match.finding import find, record
from app.web.match.late import is_stale, seating_of_form
from app.web.match.showing import MOVED_ON, fields_of

bp = Blueprint("corrections", __name__, url_prefix="/matches/<int:match_id>")

SAME_ANSWER = _("That is the answer it has already: nothing would change.")
MEANWHILE = _("Meanwhile something else was entered. Look at the changes once more.")
QUICKER = _("Someone was quicker. Look at the changes once more.")


@bp.get("/deals/<int:number>")
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    match = find(match_id)
    deal = find_deal(match, number)
    standing = match.standing_at(number)
    return render_template(
        "match/deal.html",
        match=match,
        deal=deal,
        sides=standing.sides,
        answers=[answered for answered in standing.answered if answered.prompt.deal == number],
        number=number,
    )


@bp.get("/deals/<int:number>/<key>")
def ask_again(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    match = find(match_id)
    earlier = match.question(number, key) or abort(404)
    return show_question(match, earlier, fields_of(earlier))


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Show what another answer would change; with `save` in the form, keep it."""
    match = find(match_id)
    earlier = match.question(number, key) or abort(404)
    order = match.seating.order_from(seating_of_form(match))
    try:
        answer = earlier.prompt.accept(request.form)
    except Refused as refused:
        if not is_in_order(order):
            return show_question(match, earlier, fields_of(earlier), notice=MOVED_ON), 409
        return show_question(match, earlier, request.form, refused.problems), 422
    if answer is not None and not is_in_order(order):
        answer = earlier.prompt.reseated(answer, order)
        if answer is None:
            return show_question(match, earlier, fields_of(earlier), notice=MOVED_ON), 409
    new = Answered(earlier.prompt, answer)
    if answer == earlier.answer:
        return show_question(match, earlier, fields_of(new), notice=SAME_ANSWER)
    if not request.form.get("save"):
        return show_changes(match, earlier, new)
    if is_stale(match):
        return show_changes(match, earlier, new, MEANWHILE), 409
    try:
        record(match, correction(new))
    except store.Overtaken:
        return show_changes(find(match_id), earlier, new, QUICKER), 409
    return redirect(url_for("matches.show_match", match_id=match_id), 303)


@bp.get("/log")
def show_log(match_id: int) -> ResponseReturnValue:
    """Every line of the log, the latest first, and which of them were taken back."""
    match = find(match_id)
    lines = list(zip(match.log, log_in_words(match), strict=True))
    return render_template("match/log.html", match=match, lines=lines[::-1])


def correction(new: Answered) -> Event:
    """The line that gives a question another answer."""
    return Event("correction", new.prompt.deal, new.prompt.key, new.answer)


def find_deal(match: Match, number: int) -> Deal | None:
    """The deal with this number and the names of then, None for 0, the house rules; or 404."""
    if number > len(match.standing.deals):
        abort(404)
    return match.standing_at(number).deals[number - 1] if number else None


def show_question(
    match: Match,
    earlier: Answered,
    typed: Form,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for another answer."""
    return render_template(
        "match/correct.html",
        match=match,
        deal=find_deal(match, earlier.prompt.deal),
        earlier=earlier,
        prompt=earlier.prompt,
        typed=typed,
        problems=problems,
        notice=notice,
    )


def show_changes(match: Match, earlier: Answered, new: Answered, notice: Text | None = None) -> str:
    """What the new answer would change, before it is saved."""
    number, key = new.prompt.deal, new.prompt.key
    return render_template(
        "match/changes.html",
        match=match,
        earlier=earlier,
        new=new,
        changes=Changes(match.standing, match.would_be(correction(new)).standing),
        action=url_for("corrections.correct", match_id=match.id, number=number, key=key),
        back=url_for("corrections.show_deal", match_id=match.id, number=number),
        typed=list(fields_of(new).items()),
        notice=notice,
    )
