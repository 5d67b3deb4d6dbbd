"""Corrections: any earlier answer, a look at what it changes, and the log of all that was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import (
    VOID,
    Answered,
    Changes,
    Deal,
    Event,
    Problem,
    Refused,
    Text,
    _,
    taken_back,
)
from app.scoring.seating import is_in_order, seatings
from app.scoring.telling import told
from app.web.found import Found, find
from app.web.matches import MOVED_ON, fields_of

bp = Blueprint("corrections", __name__, url_prefix="/matches/<int:match_id>")


@bp.get("/deals/<int:number>")
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    found = find(match_id)
    deal = find_deal(found, number)
    standing = found.standing_at(number)
    asked = [each for each in standing.answered if each.prompt.deal == number]
    return render_template(
        "match/deal.html",
        found=found,
        match=found.match,
        deal=deal,
        sides=standing.sides,
        asked=asked,
        number=number,
    )


@bp.get("/deals/<int:number>/<key>")
def ask_again(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    found = find(match_id)
    asked = find_answer(found, number, key)
    return show_question(found, asked, fields_of(asked))


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Show what another answer would change; with `save` in the form, keep it."""
    found = find(match_id)
    asked = find_answer(found, number, key)
    order = found.seating.order_from(found.seating_for(request.form))
    try:
        answer = asked.prompt.accept(request.form)
    except Refused as refused:
        if not is_in_order(order):
            return show_question(found, asked, fields_of(asked), notice=MOVED_ON), 409
        return show_question(found, asked, request.form, refused.problems), 422
    if answer is not None and not is_in_order(order):
        answer = asked.prompt.reseated(answer, order)
    new = Answered(asked.prompt, answer)
    if answer == asked.answer:
        notice = _("That is the answer it has already: nothing would change.")
        return show_question(found, asked, fields_of(new), notice=notice)
    if not request.form.get("save"):
        return show_changes(found, asked, new)
    if request.form.get("after", type=int) != found.match.last_line:
        notice = _("Meanwhile something else was entered. Look at the changes once more.")
        return show_changes(found, asked, new, notice), 409
    try:
        found.append(Event("correction", number, key, answer))
    except store.Overtaken:
        notice = _("Someone was quicker. Look at the changes once more.")
        return show_changes(find(match_id), asked, new, notice), 409
    return redirect(url_for("matches.show_match", match_id=match_id), 303)


@bp.get("/log")
def show_log(match_id: int) -> ResponseReturnValue:
    """Every line of the log, the latest first, and which of them were taken back."""
    found = find(match_id)
    undone = taken_back(found.match.events)
    seated = seatings(found.match.players, found.match.events)
    words = [
        told(event, before, found.seating, found.standing_at).sentence
        for event, before in zip(found.match.events, seated, strict=False)
    ]
    for undo, place in undone.items():
        words[undo] = _("Took back: {words}", words=words[place])
    gone = set(undone.values())
    lines = [(line, words[place], place in gone) for place, line in enumerate(found.match.lines)]
    return render_template("match/log.html", found=found, match=found.match, lines=lines[::-1])


def find_deal(found: Found, number: int) -> Deal | None:
    """The deal with this number and the names of then, None for 0, the house rules; or 404."""
    if number > len(found.standing.deals):
        abort(404)
    return found.standing_at(number).deals[number - 1] if number else None


def find_answer(found: Found, number: int, key: str) -> Answered:
    """The question `key` of a deal with its answer, or 404.

    Any deal can be made void, unless the game itself has thrown it in.
    """
    asked = found.standing_at(number).answer_to(number, key)
    deal = find_deal(found, number)
    if key == VOID and deal and (asked or not deal.void):
        reason = found.answers.get(number, {}).get(VOID)
        return Answered(found.standing.void_prompt(deal, may_count=True), reason)
    return asked or abort(404)


def show_question(
    found: Found,
    asked: Answered,
    typed: Mapping[str, str],
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
) -> str:
    """The form for another answer."""
    return render_template(
        "match/correct.html",
        found=found,
        match=found.match,
        deal=find_deal(found, asked.prompt.deal),
        asked=asked,
        prompt=asked.prompt,
        typed=typed,
        problems=problems,
        notice=notice,
    )


def show_changes(found: Found, asked: Answered, new: Answered, notice: Text | None = None) -> str:
    """What the new answer would change, before it is saved."""
    number, key = new.prompt.deal, new.prompt.key
    return render_template(
        "match/changes.html",
        found=found,
        match=found.match,
        asked=asked,
        new=new,
        changes=Changes(found.standing, found.stand_with(new)),
        action=url_for("corrections.correct", match_id=found.id, number=number, key=key),
        back=url_for("corrections.show_deal", match_id=found.id, number=number),
        typed=list(fields_of(new).items()),
        notice=notice,
    )
