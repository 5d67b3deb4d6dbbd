"""Corrections: any earlier answer, a look at what it changes, and the log of all that was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import VOID, Answered, Changes, Deal, Event, Problem, Refused, Text, _, taken_back
from app.web.found import Found, find

bp = Blueprint("corrections", __name__, url_prefix="/matches/<int:match_id>")


@bp.get("/deals/<int:number>")
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    found = find(match_id)
    deal = find_deal(found, number)
    asked = [each for each in found.standing.answered if each.prompt.deal == number]
    return render_template(
        "match/deal.html", found=found, match=found.match, deal=deal, asked=asked, number=number
    )


@bp.get("/deals/<int:number>/<key>")
def ask_again(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    found = find(match_id)
    asked = find_answer(found, number, key)
    typed = {} if asked.answer is None else asked.prompt.fill(asked.answer)
    return show_question(found, asked, typed)


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Show what another answer would change; with `save` in the form, keep it."""
    found = find(match_id)
    asked = find_answer(found, number, key)
    try:
        answer = asked.prompt.accept(request.form)
    except Refused as refused:
        return show_question(found, asked, request.form, refused.problems), 422
    if answer == asked.answer:
        notice = _("That is the answer it has already: nothing would change.")
        return show_question(found, asked, request.form, notice=notice)
    new = Answered(asked.prompt, answer)
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
    words = [in_words(found, event) for event in found.match.events]
    for undo, place in undone.items():
        words[undo] = _("Took back: {words}", words=words[place])
    gone = set(undone.values())
    lines = [(line, words[place], place in gone) for place, line in enumerate(found.match.lines)]
    return render_template("match/log.html", found=found, match=found.match, lines=lines[::-1])


def find_deal(found: Found, number: int) -> Deal | None:
    """The deal with this number, None for 0, the house rules; 404 if it was never dealt."""
    if number > len(found.standing.deals):
        abort(404)
    return found.standing.deals[number - 1] if number else None


def find_answer(found: Found, number: int, key: str) -> Answered:
    """The question `key` of a deal with its answer, or 404.

    Any deal can be made void, unless the game itself has thrown it in.
    """
    asked = found.standing.answer_to(number, key)
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
    return render_template(
        "match/changes.html",
        found=found,
        match=found.match,
        asked=asked,
        new=new,
        changes=Changes(found.standing, found.stand_with(new)),
        typed=[(key, value) for key, value in request.form.items(multi=True) if key != "after"],
        notice=notice,
    )


def in_words(found: Found, event: Event) -> Text:
    """A line of the log as a sentence."""
    if event.kind == "undo":
        return _("Nothing was left to take back")
    where = _("Deal {number}", number=event.deal)
    if event.key == VOID:
        said = _("counts again")
        if event.answer:
            dealt = found.standing.deals[event.deal - 1 : event.deal]
            reason = dealt[0].void_reasons.get(event.answer) if dealt else None
            said = _("void: {reason}", reason=reason or str(event.answer))
        return _("{where}: {said}", where=where, said=said)
    asked = found.standing.answer_to(event.deal, event.key)
    waiting = found.standing.prompt
    if waiting and (waiting.deal, waiting.key) == (event.deal, event.key):
        asked = Answered(waiting, event.answer)
    said = _("{answer}", answer=store.to_json(event.answer))
    if event.answer is None:
        said = _("left out")
    elif asked and not asked.prompt.problems(event.answer):
        said = asked.prompt.describe(event.answer)
    question = asked.prompt.ask if asked else event.key
    if not event.deal:
        return _("{question} → {said}", question=question, said=said)
    return _("{where} · {question} → {said}", where=where, question=question, said=said)
