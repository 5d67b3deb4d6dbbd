"""The match page: show the question, save its answer, undo, throw in a deal, end the match or go
on with it.

Where an answer is written, after a tap on "Save the deal": `enter` here reads the form as a `Turn`
(`app.scoring.match.turn`), and `append` of `app.web.match.repository` hands the lines to `append`
of `app.store.matches.log`.

An answer can lose to another phone's: two phones answered together, or a page was stale. What was
typed is kept then: in the form where the question is still open, and else beside the saved answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.scoring import VOID, AnsweredPrompt, Event, Match, Prompt, Refused, Text, Turn, _
from app.scoring.match.continuation import continuation_of
from app.scoring.match.lookahead import matches_ahead
from app.scoring.match.seating import is_in_order
from app.scoring.match.turn import PANE
from app.scoring.prompts import Amounts, Count
from app.scoring.prompts.amounts import REST
from app.scoring.prompts.counts import FIT
from app.store.matches import log
from app.store.matches.log import Overtaken
from app.web.core.access import is_member, this_club, watchers_may, works_away
from app.web.core.http import wants_partial
from app.web.core.idempotency import request_id, valid_id
from app.web.core.rate_limits import reads_only, stores
from app.web.core.services import connection
from app.web.match.page import STALE, MatchPage, phone_of, redirect_back, render_shared
from app.web.match.repository import append, append_events, get_match_or_404, is_stale, moment_after
from app.web.match.toast import toast_of_change, toast_of_entry, toast_of_note, toast_of_request
from app.web.match.watch import show_seat

MISSING_NUMBER_FILLED = _("The last number is filled in. Look at it, and save.")
QUESTION_STILL_OPEN = _("Another phone has changed something. Look once more, and save.")
NOTE = "note"  # the form field that saves who doubles, and nothing else yet
MAX_AHEAD = 4  # questions that a phone can go on with while it has no connection
MAX_AT_ONCE = 20  # lines of one change, such as two swapped deals, that are undone at once

bp = works_away(Blueprint("play", __name__, url_prefix="/matches"))


@bp.get("/<int:match_id>")
@watchers_may
def show_match(match_id: int) -> ResponseReturnValue:
    """The waiting question and the totals; for a watcher, what one seat needs to win."""
    if not is_member():
        return show_seat(match_id)
    return render_shared(
        match_id, lambda match: MatchPage(match).show(toast=toast_of_request(match))
    )


@bp.post("/<int:match_id>/entries")
@stores("answer")
def enter(match_id: int) -> ResponseReturnValue:
    """Save the answer to the waiting question, turn to another pane of it, or write a number that
    would fit, or the rest of a round in all rows that are open.

    With `note` in the form only who doubles is saved, and what else it says stays in it. 422 with
    every problem, 409 if another phone was first.
    """
    match = get_match_or_404(match_id)
    if match.standing.is_over or is_stale(match):
        return resolve_conflict(match)
    if notes_doubling(match):
        return note_doubling(match)
    turn = Turn(match, request.form, clock=moment_after)
    try:
        if turn.completed_form:
            return MatchPage(match, Turn(match, turn.completed_form)).show(
                notice=MISSING_NUMBER_FILLED
            ), 422
        if REST in request.form and isinstance(turn.prompt, Amounts):
            return MatchPage(match, Turn(match, turn.prompt.rest_fields(request.form))).show()
        if FIT in request.form and isinstance(turn.prompt, Count):
            return MatchPage(match, Turn(match, turn.prompt.with_fit(request.form))).show()
        if turn.turns_pane:
            return MatchPage(match, Turn(match, request.form)).show()
        if turn.after is None:
            return MatchPage(match, turn, turn.problems).show(), 422
        after = append(match, turn.after)
    except Refused as refused:
        return show_refusal(match, refused)
    except Overtaken:
        return resolve_conflict(get_match_or_404(match_id))
    return show_saved(after, toast=toast_of_entry)


def notes_doubling(match: Match) -> bool:
    """Whether the form only says who doubles, before the first card."""
    if NOTE not in request.form:
        return False
    waiting = match.standing.prompt
    # A question of its own may have this key, such as the note of a round.
    return not waiting or NOTE not in [prompt.key for prompt in waiting.group]


def note_doubling(match: Match) -> ResponseReturnValue:
    """Save who doubles, as it is said before the first card, so that all phones know of it."""
    try:
        note = Turn(match, request.form).note
        after = append_events(match, note) if note else match
    except Refused as refused:
        return show_refusal(match, refused)
    except Overtaken:
        return resolve_conflict(get_match_or_404(match.id))
    # A card may be taken by the time somebody remembers who doubled it.
    typed = typed_fields(but=[NOTE, note.event.key] if note else [NOTE])
    turn = Turn(after, typed | {PANE: "0"})
    if not (wants_partial() or (turn.cards and turn.cards.taken)):
        return redirect_back(after)
    return MatchPage(after, turn).show(toast=toast_of_note(after) if note else None)


@bp.post("/<int:match_id>/preview")
@reads_only
def preview(match_id: int) -> ResponseReturnValue:
    """Show what the answer as typed so far lacks, or what each side would gain by it. Writes
    nothing."""
    match = get_match_or_404(match_id)
    if match.standing.is_over or is_stale(match):
        return "", 204
    return MatchPage(match, Turn(match, request.form)).render("match/_preview.html")


@bp.get("/<int:match_id>/next")
def show_next(match_id: int) -> ResponseReturnValue:
    """Send the questions that follow the waiting one whatever the answer is; 204 if there are none.
    A phone keeps them for when it is offline."""
    return render_shared(match_id, render_next) or ("", 204)


def render_next(match: Match) -> str:
    """Each question ahead that is the same for all answers tried, with its board if that is too."""
    pages = []
    for matches in matches_ahead(match, MAX_AHEAD):
        parts = [MatchPage(after) for after in matches]
        questions = {page.render("match/_prompt.html") for page in parts}
        boards = {page.render("match/_board.html", is_ahead=True) for page in parts}
        if len(questions) > 1:
            break
        pages.append(
            [Markup("".join(html) if len(html) == 1 else "") for html in (boards, questions)]
        )
    return MatchPage(match).render("match/_next.html", pages=pages) if pages else ""


@bp.post("/<int:match_id>/undo")
def undo(match_id: int) -> ResponseReturnValue:
    """Undo the latest line that holds, or as many lines of one change as the form says. Which they
    are is found by `undo_state_of` of `app.scoring.match.log` and `Match.undo_batch`.

    With `of`, undo what the form with that id wrote: its phone took it back and does not know
    whether it had arrived. Nothing is undone if it had not, or if the match went on since.
    """
    match = get_match_or_404(match_id)
    if "of" not in request.form:
        return save_events(match, *[Event("undo")] * batch_size_of_form())
    lines, of = match.undo_batch, valid_id(request.form["of"])
    line = of and log.line_of_request(connection(), this_club(), match.id, of)
    if not line or line - 1 not in lines[:1]:
        return MatchPage(match).show()
    return append_or_refuse(match, *[Event("undo")] * len(lines))


@bp.post("/<int:match_id>/redo")
def redo(match_id: int) -> ResponseReturnValue:
    """Redo the latest undo, or as many lines of one change as the form says."""
    return save_events(get_match_or_404(match_id), *[Event("redo")] * batch_size_of_form())


@bp.post("/<int:match_id>/end")
def end(match_id: int) -> ResponseReturnValue:
    """End the match here: the totals so far count."""
    return save_events(get_match_or_404(match_id), Event("end"))


@bp.post("/<int:match_id>/play-on")
def play_on(match_id: int) -> ResponseReturnValue:
    """Go on with a match that is over: to a higher mark, or on without its end."""
    match = get_match_or_404(match_id)
    further = continuation_of(match)
    return save_events(match, *further.events) if further else show_stale(match)


@bp.get("/<int:match_id>/void")
def show_void_form(match_id: int) -> ResponseReturnValue:
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
    if deal is None:
        return show_stale(match)
    reason = match.standing.void_prompt(deal).read(request.form)
    return save_events(match, Event("void", deal.number, VOID, reason))


def batch_size_of_form() -> int:
    """Return how many lines the form (`times`) undoes or redoes at once, at least 1."""
    return min(max(1, request.form.get("times", 1, int)), MAX_AT_ONCE)


def save_events(match: Match, *events: Event) -> ResponseReturnValue:
    """Save `events`, which answer no question, and show the match after them.

    422 with the reason if they cannot be said now, 409 if the page is stale.
    """
    return show_stale(match) if is_stale(match) else append_or_refuse(match, *events)


def append_or_refuse(match: Match, *events: Event) -> ResponseReturnValue:
    """Save `events`, which answer no question, whichever line of the log the form was made for.

    422 with the reason if they cannot be said now, 409 if another line was written meanwhile.
    """
    try:
        after = append_events(match, *events)
    except Refused as refused:
        return show_refusal(match, refused)
    except Overtaken:
        return show_stale(get_match_or_404(match.id))
    return show_saved(after)


def show_saved(
    match: Match, *, toast: Callable[[Match], Text] = toast_of_change
) -> ResponseReturnValue:
    """The match after a form was saved: the part that changed, or a redirect without htmx.

    The page that a redirect leads to makes a toast of its own.
    """
    return MatchPage(match).show(toast=toast(match)) if wants_partial() else redirect_back(match)


def show_refusal(match: Match, refused: Refused) -> ResponseReturnValue:
    """422: every reason above the question."""
    words = [problem.message for problem in refused.problems]
    return MatchPage(match).show(notice=_("{problems}", problems=words)), 422


# Conflicts: the form was made for an earlier line of the log


def show_stale(match: Match) -> ResponseReturnValue:
    """409 and the match as it is now; or what this very form did when it was sent before."""
    if line := line_of_form(match):
        return show_saved_before(match, line)
    return MatchPage(match).show(notice=STALE), 409


def line_of_form(match: Match) -> int | None:
    """The line that this form wrote when it was sent before; None if it was not.

    A phone that receives no response sends its form again.
    """
    sent_id = request_id()
    return log.line_of_request(connection(), this_club(), match.id, sent_id) if sent_id else None


def show_saved_before(match: Match, line: int) -> ResponseReturnValue:
    """The response to a form that was saved before as this line, as it was given then."""
    if line == match.last_line or not wants_partial():
        return show_saved(match)
    return MatchPage(match).show()


def resolve_conflict(match: Match) -> ResponseReturnValue:
    """409: another line was saved first. Says what was entered, and keeps what was typed.

    200 for this very answer, sent again. If the same question is still waiting, its form is filled
    again. A form that names no line of the log is read as an answer to the question that waits now.
    """
    after = request.form.get("after", type=int) or 0
    earlier = match.at_line(after) if after > 0 else match
    if after > 0 and (lines := lines_of_answer(match, earlier)):
        return show_saved_before(match, lines[-1])
    order = match.seating.order_from(earlier.seating)
    typed_answers = answers_of_form(match, earlier, order)
    # What comes first on a page, such as a doubling, may have been answered meanwhile.
    asked, waiting = earlier.standing.prompt, match.standing.prompt
    if is_same_question(asked and asked.last_in_group, waiting and waiting.last_in_group):
        # A doubling that could not be noted is noted by another tap, if it still can be.
        unnoted = [asked.key for asked in (earlier.standing.prompt,) if asked]
        typed = typed_fields(but=[NOTE, *unnoted] if notes_doubling(earlier) else ())
        if not is_in_order(order):
            # The names on that page were in other places: only what could be turned is kept.
            typed = {
                name: value for answered in typed_answers for name, value in answered.fields.items()
            }
        answer_to = match.standing.answer_to
        unsaved = [one for one in typed_answers if answer_to(one.prompt.deal, one.prompt.key)]
        return MatchPage(match, Turn(match, typed)).show(
            notice=QUESTION_STILL_OPEN, unsaved=unsaved
        ), 409
    saved_answers = [
        answered
        for event in match.events[after : after + max(1, len(typed_answers))]
        if (answered := match.standing.answer_to(event.deal, event.key))
    ]
    if after <= 0 or not saved_answers:
        return MatchPage(match).show(notice=STALE, unsaved=typed_answers), 409
    prompt, words = saved_answers[0].prompt, saved_answers[0].in_words
    if [*map(answer_to_question, typed_answers)] == [*map(answer_to_question, saved_answers)]:
        return MatchPage(match).show(notice=_("Saved already: {answer}.", answer=words)), 409
    # Both answers are shown side by side behind the notice.
    if not any(is_same_question(one.prompt, prompt) for one in typed_answers):
        parts = {"question": prompt.ask, "answer": words}
        notice = _("Another phone has answered “{question}”: {answer}.", **parts)
    elif is_of_this_phone(match, after + 1):
        notice = _("This deal is saved already.")
    elif prompt.saves_itself:
        notice = _("Another phone has answered this: {answer}.", answer=words)
    else:
        notice = _("Another phone has saved this deal.")
    return MatchPage(match).show(notice=notice, unsaved=typed_answers), 409


def typed_fields(*, but: Sequence[str] = ()) -> dict[str, str]:
    """Return what the form says, without what tells the server how to take it, and without the
    answers to the questions with these keys."""
    # A part of a multipart form may have no name at all.
    return {
        name: value
        for name, value in request.form.items()
        if name and name not in ("after", "skip") and name.partition(".")[0] not in but
    }


def lines_of_answer(match: Match, earlier: Match) -> range | None:
    """The numbers of the lines that this very form has written for the question that waited in the
    `earlier` match; None if it has not, if it says something else now, or was taken back since."""
    if line_of_form(match) != earlier.last_line + 1:
        return None
    turn = Turn(earlier, request.form)
    events = [turn.note.event] if notes_doubling(earlier) and turn.note else turn.events
    first, end = earlier.last_line, earlier.last_line + len(events)
    holds = set(range(first, end)) <= {*match.undo_state.active}
    return range(first + 1, end + 1) if holds and events == match.events[first:end] else None


def is_of_this_phone(match: Match, line: int) -> bool:
    """Return whether a line was written by the phone that has sent this form."""
    written_by = log.request_id_of_line(connection(), this_club(), match.id, line)
    phone = phone_of(request_id())
    return phone is not None and phone == phone_of(written_by)


def answer_to_question(answered: AnsweredPrompt) -> tuple[int, str, Any]:
    """The deal, the key and the answer: the same for two phones that say the same."""
    return answered.prompt.deal, answered.prompt.key, answered.answer


def answers_of_form(match: Match, earlier: Match, order: Sequence[int]) -> list[AnsweredPrompt]:
    """The readable answers in the form to the question that waited in the `earlier` match.

    `order` has its seats in the order of now: a player who has moved keeps their numbers.
    """
    turn = Turn(earlier, request.form)
    answers = turn.panes[0].answered if turn.panes else []
    if is_in_order(order):
        return answers
    waiting = match.standing.prompt
    reseated = []
    for answered in answers:
        asked, answer = answered.prompt, answered.answer
        saved = match.standing.answer_to(asked.deal, asked.key)
        now = [saved.prompt if saved else None, *(waiting.group if waiting else ())]
        same = next((prompt for prompt in now if is_same_question(asked, prompt)), None)
        if answer is None:
            reseated.append(answered)
        elif same and (turned := asked.reseated(answer, order)) is not None:
            reseated.append(AnsweredPrompt(same, turned))
    return reseated


def is_same_question(one: Prompt | None, other: Prompt | None) -> bool:
    """Whether both ask for the same answer."""
    if one is None or other is None:
        return False
    return (one.deal, one.key) == (other.deal, other.key)
