"""Corrections: save another answer to an earlier question, or swap two deals; the pages of a deal
and of the log, from which both begin.

What else changes is found by replaying the match with the correction (`Correction.after`) and
comparing both standings (`app.scoring.match.changes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import (
    VOID,
    AnsweredPrompt,
    Correction,
    Deal,
    Event,
    Line,
    Match,
    Problem,
    Prompt,
    Seat,
    Text,
    _,
)
from app.scoring.match.cards_taken import seats_typed
from app.scoring.match.correction import batches_of_swaps, swap, swap_text
from app.scoring.match.log_text import LogText, log_texts, undo_text
from app.scoring.match.replay import CheckedEvent
from app.scoring.prompts import Assign, Choose, Count, Order, Player
from app.scoring.prompts.counts import FIT
from app.store.matches.log import Overtaken
from app.web.core.access import watchers_may, works_away
from app.web.core.rate_limits import reads_only
from app.web.match.change_preview import CONFLICT, NOTHING_YET, SAVE, ChangesInWords
from app.web.match.page import (
    STALE,
    STALE_CHANGES,
    MatchPage,
    origin_of_form,
    origin_url,
    redirect_back,
)
from app.web.match.repository import append_events, get_match_or_404, is_stale, seating_of_form
from app.web.match.toast import notice_of_request, toast_of_request

bp = works_away(Blueprint("correct", __name__, url_prefix="/matches/<int:match_id>"))

SAME_ANSWER = _("This is already the answer: nothing would change.")
NO_SWAP = _("These two deals cannot be swapped any more. Look at the changes once more.")


@bp.get("/deals/<int:number>")
@watchers_may
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    return render_deal(get_match_or_404(match_id), number)


def render_deal(match: Match, number: int, *, notice: Text | None = None, words: str = "") -> str:
    """The page of a deal, or of the house rules for 0; `words` fill the form that flags it."""
    standing = match.standing_at(number)
    return MatchPage(match).render(
        "match/deal.html",
        number=number,
        deal=get_deal_or_404(match, number),
        standing=standing,
        answers=[answered for answered in standing.answered if answered.prompt.deal == number],
        corrected=[
            text
            for event, text in zip(match.events, log_texts(match), strict=True)
            if (event.kind, event.deal) == ("correction", number)
            and event.is_answer
            and not text.is_gone
        ],
        notice=notice,
        words=words,
        toast=toast_of_request(match) if match.events[-1].deal == number else notice_of_request(),
    )


def get_deal_or_404(match: Match, number: int) -> Deal | None:
    """The deal with this number, with the names of then; None for 0, the house rules."""
    if number > len(match.standing.deals):
        abort(404)
    return match.standing_at(number).deals[number - 1] if number else None


SIGNS = {
    "entry": ("check", _("Entered")),
    "correction": ("pencil", _("Changed")),
    "void": ("cross", _("Thrown in")),
    "undo": ("undo",),
    "redo": ("redo",),
}
"""The symbol of each kind of line of the log, and its word where the sentence does not say it."""


@bp.get("/log")
@watchers_may
def show_log(match_id: int) -> ResponseReturnValue:
    """Every line of the log, the latest first, and which of them were taken back."""
    match = get_match_or_404(match_id)
    texts = log_texts(match)
    return MatchPage(match).render(
        "match/log.html",
        history=history(match, texts)[::-1],
        signs=SIGNS,
        asks=match.asks,
        undo_text=batch_text(match, match.undo_batch, texts),
        redo_text=batch_text(match, match.redo_batch, texts),
        toast=toast_of_request(match),
        back="log",
    )


def history(match: Match, texts: Sequence[LogText], after: int = 0) -> list[tuple[Line, LogText]]:
    """Each line of the log behind the line `after`, and its text, the earliest first; a swap of two
    deals is one line."""
    lines = []
    for indexes, swap_words in batches_of_swaps(match):
        if indexes[0] < after:
            continue
        line, text = match.log[indexes[0]], texts[indexes[0]]
        if swap_words and indexes[0] in match.undo_state.targets:
            swap_words = undo_text(line.event, swap_words)
        lines.append((line, LogText(swap_words, is_gone=text.is_gone) if swap_words else text))
    return lines


def batch_text(match: Match, indexes: Sequence[int], texts: Sequence[LogText]) -> Text | None:
    """The sentence of one change, whose lines have these indexes; None if there are none."""
    if not indexes:
        return None
    return swap_text(match, indexes) or texts[indexes[0]].sentence


@bp.get("/deals/<int:number>/<key>")
def show_question(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    return render_question(Correction(match, earlier))


@bp.post("/deals/<int:number>/<key>/preview")
@reads_only
def preview(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Show what the answer as typed so far would change. Writes nothing."""
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    return render_question(correction_of_form(match, earlier), template="match/_changed.html")


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Save another answer with `save` in the form; without it, show what that would change, also
    after a number that would fit was written.

    With `swap`, the number of another deal, the two exchange all that was entered for them.
    """
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    if request.form.get("swap"):
        correction = Correction(match, earlier)
        events = swap_of_form(match, earlier)
        return (
            save(correction, *events)
            if events
            else (render_question(correction, notice=NO_SWAP), 422)
        )
    correction = correction_of_form(match, earlier)
    if FIT in request.form and isinstance(earlier.prompt, Count):
        return render_question(correction)
    if correction.is_out_of_order:
        return render_question(Correction(match, earlier), notice=STALE), 409
    if correction.problems:
        return render_question(correction, correction.problems), 422
    if not correction.is_change:
        return render_question(correction, notice=SAME_ANSWER)
    return (
        save(correction, *correction.events)
        if request.form.get("save")
        else render_question(correction)
    )


def correction_of_form(match: Match, earlier: AnsweredPrompt) -> Correction:
    """The correction in this request's form, its fields in the seats of now."""
    # The fields of a form count seats as they were when it was made: a player who has moved since
    # keeps what was typed beside their name.
    order = match.seating.order_from(seating_of_form(match))
    announced = announcement_before(match, earlier.prompt)
    form, prompt = request.form, earlier.prompt
    fields = prompt.with_fit(form) if isinstance(prompt, Count) else form
    return Correction(match, earlier, fields, order, announced)


def swap_of_form(match: Match, earlier: AnsweredPrompt) -> list[Event] | None:
    """The lines that exchange two deals, from the question in hand on; None if they cannot."""
    number, key = earlier.prompt.deal, earlier.prompt.key
    other = request.form.get("swap", 0, int)
    can_be = 0 < other != number and match.question(other, key)
    return swap(match, number, other, key) if can_be else None


def save(correction: Correction, *events: Event | CheckedEvent) -> ResponseReturnValue:
    """Save these lines and go back; 409 with the changes as they would be now on a conflict."""
    match, earlier = correction.match, correction.earlier
    if is_stale(match):
        return render_question(correction, notice=STALE_CHANGES), 409
    try:
        after = append_events(match, *events)
    except Overtaken:
        correction = Correction(get_match_or_404(match.id), earlier, correction.form)
        return render_question(correction, notice=CONFLICT), 409
    return redirect_back(after, earlier.prompt.deal)


def render_question(
    correction: Correction,
    problems: Sequence[Problem] = (),
    *,
    notice: Text | None = None,
    template: str = "match/correct.html",
) -> str:
    """The form for another answer and what that would change, or the latter alone."""
    match, earlier = correction.match, correction.earlier
    prompt, origin = earlier.prompt, origin_of_form()
    announced = announcement_before(match, prompt)
    doubling = announced.prompt if announced and isinstance(announced.prompt, Assign) else None
    return MatchPage(match).render(
        template,
        deal=get_deal_or_404(match, prompt.deal),
        earlier=earlier,
        doubling=doubling,
        doublers=doublers_on_page(correction, announced),
        band_for=prompt.card if isinstance(prompt, Player) else None,
        played=played_elsewhere(match, prompt),
        corrected=[(change.earlier, change.new) for change in correction.changes],
        old={**earlier.fields, **(announced.fields if announced and announced.answer else {})},
        prompt=prompt_to_correct(match, prompt),
        pane=None,
        cards_taken=None,
        is_in_play=match.standing.deal is not None and match.standing.deal.number == prompt.deal,
        standing=match.standing_at(prompt.deal),
        typed=correction.form,
        given=correction.given,
        problems=problems,
        changes=changes_by(correction),
        back=origin,
        back_url=origin_url(match, origin or "deal", prompt.deal),
        action=url_for("correct.correct", match_id=match.id, number=prompt.deal, key=prompt.key),
        notice=notice,
    )


def announcement_before(match: Match, prompt: Prompt) -> AnsweredPrompt | None:
    """Return what was announced before the play, such as a doubling, on the page of this
    question."""
    for answered in match.standing_at(prompt.deal).answered:
        announced = answered.prompt
        if announced.deal == prompt.deal and announced.skippable:
            asked_next = [later.key for later in announced.required]
            return answered if prompt.key in asked_next else None
    return None


def doublers_on_page(
    correction: Correction, announced: AnsweredPrompt | None
) -> Mapping[str, Seat]:
    """Return who doubled which card, as the form of a correction says or as it was."""
    if announced is None or not isinstance(announced.prompt, Assign):
        return {}
    if correction.beside:
        return seats_typed(announced.prompt, correction.beside.form)
    return announced.prompt.value(announced.answer)


def prompt_to_correct(match: Match, prompt: Prompt) -> Prompt:
    """The question as it is asked again: a count at the end of the deal, a contract by its name
    alone, with those of the deals that it could be swapped with."""
    if isinstance(prompt, Count):
        return replace(prompt, live=False, save=SAVE)
    if isinstance(prompt, Order):
        return replace(prompt, save=SAVE)
    if not isinstance(prompt, Choose) or prompt.key == VOID:
        return prompt
    # A contract that was played elsewhere is closed, and would be hidden here; but two deals that
    # were mixed up are found by tapping just that one.
    names = {
        answered.answer: answered.in_words
        for answered in rivals_of(match, prompt)
        if answered.answer in prompt.closed
    }
    options = {**prompt.options, **names}
    return replace(prompt, options=options, option_notes={}, shows_closed=False)


def rivals_of(match: Match, prompt: Prompt) -> list[AnsweredPrompt]:
    """The same question of the other deals of the same group that count, with their answers."""
    standing = match.standing
    group = standing.deals[prompt.deal - 1].group if prompt.deal else None
    if group is None:
        return []
    return [
        answered
        for answered in standing.answered
        if answered.prompt.key == prompt.key
        and answered.prompt.deal not in (0, prompt.deal)
        and (deal := standing.deals[answered.prompt.deal - 1]).group is group
        and not deal.void
    ]


def played_elsewhere(match: Match, prompt: Prompt) -> Mapping[str, int]:
    """Return in which other deal of the group each contract was played, by its key."""
    if not isinstance(prompt, Choose) or prompt.key == VOID:
        return {}
    return {answered.answer: answered.prompt.deal for answered in rivals_of(match, prompt)}


def changes_by(correction: Correction) -> ChangesInWords:
    """Return what a corrected answer changes, and the deal with which this one may have been mixed
    up."""
    match, earlier, prompt = correction.match, correction.earlier, correction.earlier.prompt
    typed = correction.reply.typed
    partner = None
    if isinstance(prompt, Choose) and prompt.key != VOID and typed != earlier.answer:
        rivals = (rival for rival in rivals_of(match, prompt) if rival.answer == typed)
        partner = next(
            (rival for rival in rivals if swap(match, prompt.deal, rival.prompt.deal, prompt.key)),
            None,
        )
    missing = None
    changes = correction.changes
    if not changes:
        missing = (correction.reply.missing if typed != earlier.answer else None) or NOTHING_YET
        # A key that saves has room for a few words; the whole of it is said when it is pressed.
        if isinstance(prompt, Choose) and typed in prompt.closed:
            n = played_elsewhere(match, prompt).get(typed)
            missing = _("Played in deal {n}", n=n) if n else _("Played already")
    return ChangesInWords(
        match.standing,
        correction.after.standing,
        new=changes[-1].new if changes else None,
        missing=missing,
        swap_with=partner,
    )
