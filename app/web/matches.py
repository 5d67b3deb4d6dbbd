"""The match page: show the question, take its answer, take back the last one, throw in a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import (
    VOID,
    Answered,
    Deal,
    Event,
    Problem,
    Prompt,
    Proof,
    Refused,
    Text,
    _,
    prove,
    seating_of,
    standing_lines,
)
from app.scoring.seating import is_in_order
from app.web.found import Found, find
from app.web.pages import wants_part

bp = Blueprint("matches", __name__, url_prefix="/matches")

MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")
STILL_ASKED = _(
    "Something else was changed meanwhile. This question is still open: look at it, and save again."
)
IN_A_PAUSE = _("The match is paused, so this was not taken. Resume it first.")


@bp.get("/<int:match_id>")
def show_match(match_id: int) -> ResponseReturnValue:
    """The question the match is waiting for, the totals, and the sheet so far.

    A page that is looked at again asks what came `after` the line it shows: 204 if nothing did.
    """
    found = find(match_id)
    shown = request.args.get("after", type=int)
    if shown is None or not wants_part():
        return show(found)
    return ("", 204) if shown == found.match.last_line else show(found, notice=MOVED_ON)


@bp.post("/<int:match_id>/entries")
def enter(match_id: int) -> ResponseReturnValue:
    """Answer the question the match is waiting for."""
    found = find(match_id)
    prompt = found.standing.prompt
    if prompt is None or found.pause or is_stale(found):
        return answered_too_late(found)
    try:
        said = answers_in(found, request.form)
    except Refused as refused:
        return show(found, typed=request.form, problems=refused.problems), 422
    return record(found, *(Event("entry", asked.deal, asked.key, answer) for asked, answer in said))


@bp.post("/<int:match_id>/preview")
def preview(match_id: int) -> ResponseReturnValue:
    """What the answer as typed so far lacks, or what each side would gain by it. Writes nothing."""
    found = find(match_id)
    prompt = found.standing.prompt
    if prompt is None or found.pause or is_stale(found):
        return "", 204
    return render_template(
        "match/_preview.html", proof=proof_of(found, request.form), standing=found.standing
    )


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
    if deal is None or found.pause or is_stale(found):
        return overtaken(found)
    try:
        reason = found.standing.void_prompt(deal).accept(request.form)
    except Refused as refused:
        said = [problem.message for problem in refused.problems]
        return show(found, notice=_("{problems}", problems=said)), 422
    return record(found, Event("void", deal.number, VOID, reason))


def answers_in(found: Found, form: Mapping[str, str]) -> list[tuple[Prompt, Any]]:
    """What `form` answers of the waiting question and the one shown with it; raises `Refused`."""
    standing = found.standing
    assert standing.prompt is not None, "the match is over"
    return standing.prompt.answers_in(form, anew=bool(standing.problems))


def proof_of(found: Found, form: Mapping[str, str]) -> Proof:
    """How far the answer in `form` to the waiting question has come."""
    prompt = found.standing.prompt
    assert prompt is not None, "the match is over"
    asked = prompt.shown
    typed = asked.read(form)
    try:
        said = answers_in(found, form)
    except Refused:
        return prove(found.standing, asked, typed)
    if said[-1][0] is not asked:
        return replace(prove(found.standing, asked, typed), missing=_("Note this for now"))
    after = found.stand_with(*(Answered(*each) for each in said))
    return prove(found.standing, asked, typed, after)


def record(found: Found, *events: Event) -> ResponseReturnValue:
    """Append `events` to the log of the match and show where it stands then.

    An answer only adds to the sheet, so htmx gets the new rows; anything else may change it all.
    """
    finished = len(found.standing.finished)
    is_entry = events[0].kind == "entry"
    taken_back = found.latest if events[0].kind == "undo" else None
    try:
        found.append(*events)
    except store.Overtaken:
        late = answered_too_late if is_entry else overtaken
        return late(find(found.id))
    if not wants_part():
        return redirect(url_for("matches.show_match", match_id=found.id), 303)
    if is_entry:
        return show(found, rows_after=finished, saved=True)
    return show(found, typed=typed_again(found, taken_back))


def typed_again(found: Found, taken_back: Event | None) -> Mapping[str, str] | None:
    """What was entered for the waiting question before it was taken back."""
    prompt = found.standing.prompt
    if not prompt or not taken_back or taken_back.answer is None:
        return None
    asked = prompt.shown
    if (taken_back.deal, taken_back.key) != (asked.deal, asked.key):
        return None
    return None if asked.problems(taken_back.answer) else asked.fill(taken_back.answer)


def is_stale(found: Found) -> bool:
    """Whether the form was made for an earlier line of the log than the last one."""
    return request.form.get("after", type=int) != found.match.last_line


def show(
    found: Found,
    *,
    typed: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
    yours: Sequence[Answered] = (),
    kept: Mapping[str, str] | None = None,
    rows_after: int = 0,
    saved: bool = False,
) -> str:
    """The match page, or for htmx the part of it that changes.

    `yours` are answers that came too late, and `kept` what was typed into a form during a pause;
    the first `rows_after` deals of the sheet are there already; what has just been `saved` can be
    taken back from a line above the page. See `about` for the rest.
    """
    return render_template(
        "match/_part.html" if wants_part() else "match/page.html",
        **about(found, typed, problems),
        notice=notice,
        yours=yours,
        fields_of=fields_of,
        kept=kept or {},
        saved=saved,
        closed=closed_deal(found) if saved else None,
        finished=found.standing.finished[rows_after:],
        sheet="rows" if rows_after else "all",
    )


def about(
    found: Found, typed: Mapping[str, str] | None = None, problems: Sequence[Problem] = ()
) -> dict[str, Any]:
    """What the parts of a match page need to know.

    `typed` fills the question's form; `problems` stand beside what they are about. Where a question
    may be passed over, it comes `first`, and the `prompt` is the one after it.
    """
    standing = found.standing
    waiting = standing.prompt
    prompt = waiting.shown if waiting else None
    typed = kept_answer(found, waiting) if typed is None else typed
    return {
        "found": found,
        "match": found.match,
        "match_url": url_for("matches.show_match", match_id=found.id),
        "rules_url": url_for("rules.page", key=found.game.key, match=found.id),
        "game": found.game,
        "standing": standing,
        "first": waiting if prompt is not waiting else None,
        "prompt": prompt,
        "proof": proof_of(found, typed) if prompt and not prompt.saves_itself else None,
        "deal": standing.deal,
        "typed": typed,
        "problems": problems or (() if waiting is not prompt else standing.problems),
        "first_problems": () if problems or waiting is prompt else standing.problems,
        "last": last_words(found),
        "notes": last_notes(found),
        "last_scores": last_scores(found),
    }


def kept_answer(found: Found, prompt: Prompt | None) -> Mapping[str, str]:
    """The form fields of an earlier answer to the waiting question that no longer fits."""
    if prompt is None or not found.standing.problems:
        return {}
    try:
        return prompt.fill(found.answers[prompt.deal][prompt.key])
    except (LookupError, TypeError, AttributeError, ValueError):
        return {}


def fields_of(answered: Answered) -> Mapping[str, str]:
    """The form fields that give this answer."""
    if answered.answer is None:
        return {"skip": "1"}
    return answered.prompt.fill(answered.answer)


def last_words(found: Found) -> Text | None:
    """What an undo would take back, None if that line answers no question now."""
    latest = found.latest
    if latest is None:
        return None
    if not latest.is_answer:
        earlier = standing_lines(found.match.events)[:-1]
        return seating_of(found.match.players, earlier).in_words(latest)
    asked = found.standing.answer_to(latest.deal, latest.key)
    return asked.in_words if asked else None


def last_notes(found: Found) -> Sequence[Text]:
    """What is said beside the latest finished deal until the next one begins, with its names."""
    last, deal = found.standing.last_deal, found.standing.deal
    said = found.standing.answers_of_the_deal if deal else ()
    is_old = any(each.prompt.only is None for each in said)
    if last is None or not last.notes or is_old:
        return ()
    return found.standing_at(last.number).deals[last.number - 1].notes


def last_scores(found: Found) -> dict[int, int]:
    """What each side scored in the latest finished deal, by the side's index."""
    deal = found.standing.last_deal
    return dict(enumerate(deal.scores)) if deal and deal.scores else {}


def closed_deal(found: Found) -> Deal | None:
    """The deal that the latest answer closed with scores, None if it closed none."""
    deal, latest = found.standing.last_deal, found.latest
    closes = deal and latest and latest.deal == deal.number and deal.scores is not None
    return deal if closes else None


def overtaken(found: Found) -> ResponseReturnValue:
    """409: the page was older than the table, or the match is paused."""
    return show(found, notice=IN_A_PAUSE if found.pause else MOVED_ON), 409


def answered_too_late(found: Found) -> ResponseReturnValue:
    """409: the table has moved on. Says what was entered meanwhile, and keeps what was typed.

    If the same question still waits, its form is filled again. What comes from no line of ours is
    read as an answer to the question that waits now.
    """
    after = request.form.get("after", type=int) or 0
    seated, then = found.as_of(after if after > 0 else found.match.last_line)
    order = found.seating.order_from(seated)
    yours = late_answers(found, then.prompt, order)
    if is_same_question(then.prompt, found.standing.prompt):
        typed = typed_fields(found)
        if not is_in_order(order):
            typed = {name: value for said in yours for name, value in fields_of(said).items()}
        if found.pause:
            return show(found, notice=IN_A_PAUSE, yours=yours, kept=typed), 409
        return show(found, notice=STILL_ASKED, typed=typed), 409
    events = [line.event for line in found.match.lines[after : after + max(1, len(yours))]]
    theirs = [
        asked for event in events if (asked := found.standing.answer_to(event.deal, event.key))
    ]
    if after <= 0 or not theirs:
        return show(found, notice=MOVED_ON, yours=yours), 409
    said = {"deal": theirs[0].prompt.deal, "question": theirs[0].prompt.ask}
    said["answer"] = theirs[0].in_words
    if [place_of(each) for each in yours] == [place_of(each) for each in theirs]:
        notice = _("Deal {deal}: “{question}” has that answer already: {answer}.", **said)
        return show(found, notice=notice), 409
    notice = _("Someone was quicker. Deal {deal}: “{question}” has the answer {answer}.", **said)
    return show(found, notice=notice, yours=yours), 409


def place_of(answered: Answered) -> tuple[int, str, Any]:
    """An answer with the deal and the question that it is for."""
    return answered.prompt.deal, answered.prompt.key, answered.answer


def late_answers(found: Found, prompt: Prompt | None, order: Sequence[int]) -> list[Answered]:
    """What was typed into the form for `prompt`, as far as it can be read.

    `order` has the seats of then in the order of now: who sits elsewhere keeps their numbers.
    """
    if prompt is None:
        return []
    try:
        said = prompt.answers_in(request.form)
    except Refused:
        return []
    if is_in_order(order):
        return [Answered(*each) for each in said]
    waiting = found.standing.prompt
    moved = []
    for asked, answer in said:
        known = found.standing.answer_to(asked.deal, asked.key)
        now = [known.prompt if known else None, waiting, waiting.then if waiting else None]
        same = next((each for each in now if is_same_question(asked, each)), None)
        if same and answer is not None:
            moved.append(Answered(same, asked.reseated(answer, order)))
        elif answer is None:
            moved.append(Answered(asked, answer))
    return moved


def is_same_question(one: Prompt | None, other: Prompt | None) -> bool:
    """Whether both ask for the same answer."""
    if one is None or other is None:
        return False
    return (one.deal, one.key) == (other.deal, other.key)


def typed_fields(found: Found) -> Mapping[str, str]:
    """What was typed into the form of the waiting question, right or wrong."""
    prompt = found.standing.prompt
    assert prompt is not None
    keys = {asked.key for asked in (prompt, prompt.then) if asked}
    return {name: value for name, value in request.form.items() if name.partition(".")[0] in keys}
