"""Corrections: any earlier answer, what another one changes, and the history of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.scoring import (
    VOID,
    AnsweredPrompt,
    Changes,
    Correction,
    Deal,
    Line,
    Match,
    Problem,
    Prompt,
    Standing,
    Text,
    _,
    _n,
)
from app.scoring.match.batches import (
    batches_of_swaps,
    redo_batch,
    swap,
    swap_text,
    undo_batch,
)
from app.scoring.match.log_text import LogText, log_texts, moved_text
from app.scoring.prompts import Choose, Count, Order
from app.web.core.access import watchers_may
from app.web.match.cache import append, get_match_or_404, is_stale, moment_after, seating_of_form
from app.web.match.page import (
    STALE,
    STALE_CHANGES,
    MatchPage,
    notice_of_request,
    origin_of_form,
    origin_url,
    redirect_back,
    toast_of_request,
)

bp = Blueprint("correct", __name__, url_prefix="/matches/<int:match_id>")

SAME_ANSWER = _("That is the answer it has already: nothing would change.")
QUICKER = _("Someone was quicker. Look at the changes once more.")
NO_SWAP = _("These two deals cannot be swapped any more. Look at the changes once more.")


# --- one deal -----------------------------------------------------------------------------------


@bp.get("/deals/<int:number>")
@watchers_may
def show_deal(match_id: int, number: int) -> ResponseReturnValue:
    """One deal: every score with its reasons, every answer with a way to correct it."""
    return show_deal_of(get_match_or_404(match_id), number)


def show_deal_of(match: Match, number: int, *, notice: Text | None = None, words: str = "") -> str:
    """The page of a deal of this match, with the `words` in which somebody doubts it."""
    deal = find_deal(match, number)
    standing = match.standing_at(number)
    of_then = {"shown": deal, "sides": standing.sides, "seats": standing.table.seats}
    return MatchPage(match).render(
        "match/deal.html",
        **of_then,
        number=number,
        answers=[answered for answered in standing.answered if answered.prompt.deal == number],
        corrected=[
            told
            for event, told in zip(match.events, log_texts(match), strict=True)
            if (event.kind, event.deal) == ("correction", number)
            and event.is_answer
            and not told.is_gone
        ],
        notice=notice,
        words=words,
        toast=toast_of_request(match) if match.events[-1].deal == number else notice_of_request(),
    )


# --- the history --------------------------------------------------------------------------------


@bp.get("/log")
@watchers_may
def show_log(match_id: int) -> ResponseReturnValue:
    """Every line of the log, the latest first, and which of them were taken back."""
    match = get_match_or_404(match_id)
    told = log_texts(match)
    return MatchPage(match).render(
        "match/log.html",
        history=history(match, told)[::-1],
        asks=match.asks,
        taken_back=change_in_words(match, undo_batch(match), told),
        put_back=change_in_words(match, redo_batch(match), told),
        toast=toast_of_request(match),
        back="log",
    )


def history(match: Match, told: Sequence[LogText]) -> list[tuple[Line, LogText]]:
    """Each line of the log with what it says, the earliest first; a swap is one of them."""
    lines = []
    for places, swapped in batches_of_swaps(match):
        line, words = match.log[places[0]], told[places[0]]
        if swapped and places[0] in match.undo_state.targets:
            swapped = moved_text(line.event, swapped)
        lines.append((line, LogText(swapped, is_gone=words.is_gone) if swapped else words))
    return lines


def change_in_words(match: Match, places: Sequence[int], told: Sequence[LogText]) -> Text | None:
    """What these lines say, which are one change; None if there are none."""
    if not places:
        return None
    return swap_text(match, places) or told[places[0]].sentence


# --- another answer -----------------------------------------------------------------------------


@bp.get("/deals/<int:number>/<key>")
def ask_again(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """The question again, with the answer that it has."""
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    return show_question(Correction(match, earlier))


@bp.post("/deals/<int:number>/<key>/preview")
def preview(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """What the answer as typed so far would change. Writes nothing."""
    match = get_match_or_404(match_id)
    turn = correction_in_form(match, match.question(number, key) or abort(404))
    return MatchPage(match).render("match/_effects.html", **about_question(turn))


@bp.post("/deals/<int:number>/<key>")
def correct(match_id: int, number: int, key: str) -> ResponseReturnValue:
    """Keep another answer with `save` in the form; without it, show what that would change.

    With `swap`, the number of another deal, the two exchange all that was entered for them.
    """
    match = get_match_or_404(match_id)
    earlier = match.question(number, key) or abort(404)
    if request.form.get("swap"):
        return swap_deals(match, earlier)
    turn = correction_in_form(match, earlier)
    if turn.is_out_of_order:
        return show_question(Correction(match, earlier), notice=STALE), 409
    if turn.problems:
        return show_question(turn, turn.problems), 422
    if not turn.is_change:
        return show_question(turn, notice=SAME_ANSWER)
    if not request.form.get("save"):
        return show_question(turn)
    if is_stale(match):
        return show_question(turn, notice=STALE_CHANGES), 409
    try:
        after = append(match, match.accept(turn.event, at=moment_after(match.log)))
    except store.Overtaken:
        return show_question(
            Correction(get_match_or_404(match_id), earlier, turn.form), notice=QUICKER
        ), 409
    return redirect_back(after, number)


def swap_deals(match: Match, earlier: AnsweredPrompt) -> ResponseReturnValue:
    """Exchange all that was entered for two deals, from the question in hand on."""
    number, key = earlier.prompt.deal, earlier.prompt.key
    other = request.form.get("swap", 0, int)
    can_be = 0 < other != number and match.question(other, key)
    lines = swap(match, number, other, key) if can_be else None
    if not lines:
        return show_question(Correction(match, earlier), notice=NO_SWAP), 422
    if is_stale(match):
        return show_question(Correction(match, earlier), notice=STALE_CHANGES), 409
    try:
        after = append(match, match.accept(*lines, at=moment_after(match.log)))
    except store.Overtaken:
        return show_question(Correction(get_match_or_404(match.id), earlier), notice=QUICKER), 409
    return redirect_back(after, number)


def correction_in_form(match: Match, earlier: AnsweredPrompt) -> Correction:
    """What was typed, in the seats of now."""
    # The fields of a form count seats as they were when it was made: who has changed places since
    # keeps what was typed beside their name.
    order = match.seating.order_from(seating_of_form(match))
    return Correction(match, earlier, request.form, order)


def find_deal(match: Match, number: int) -> Deal | None:
    """The deal with this number and the names of then, None for 0, the house rules; or 404."""
    if number > len(match.standing.deals):
        abort(404)
    return match.standing_at(number).deals[number - 1] if number else None


def show_question(
    turn: Correction, problems: Sequence[Problem] = (), *, notice: Text | None = None
) -> str:
    """The form for another answer, and what that would change."""
    return MatchPage(turn.match).render(
        "match/correct.html", **about_question(turn, problems), notice=notice
    )


def about_question(turn: Correction, problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """What the form for another answer needs to know, in place of what the match page knows."""
    match, earlier = turn.match, turn.earlier
    prompt = earlier.prompt
    place = origin_of_form()
    return {
        "shown": find_deal(match, prompt.deal),
        "earlier": earlier,
        "old": earlier.fields,
        "prompt": to_correct(match, prompt),
        "pane": None,
        "cards_taken": None,
        "standing": match.standing_at(prompt.deal),
        "typed": turn.form,
        "problems": problems,
        "effects": effects_now(turn),
        "back": place,
        "back_url": origin_url(match, place or "deal", prompt.deal),
        "action": url_for("correct.correct", match_id=match.id, number=prompt.deal, key=prompt.key),
    }


def to_correct(match: Match, prompt: Prompt) -> Prompt:
    """The question as it is asked again: counted at the end, and with what another deal of the same
    group was played for, to swap the two."""
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
    return replace(prompt, options={**prompt.options, **names}) if names else prompt


def rivals_of(match: Match, prompt: Prompt) -> list[AnsweredPrompt]:
    """What the other deals of the same group were asked by the same key, with their answers."""
    standing = match.standing
    group = standing.deals[prompt.deal - 1].group if prompt.deal else None
    if group is None:
        return []
    return [
        answered
        for answered in standing.answered
        if answered.prompt.key == prompt.key
        and answered.prompt.deal not in (0, prompt.deal)
        and standing.deals[answered.prompt.deal - 1].group is group
        and not standing.deals[answered.prompt.deal - 1].void
    ]


def effects_now(turn: Correction) -> Effects:
    """What another answer would change, and with which deal this one may have been mixed up."""
    match, earlier, prompt = turn.match, turn.earlier, turn.earlier.prompt
    wanted = turn.reply.typed
    partner = None
    if isinstance(prompt, Choose) and prompt.key != VOID and wanted != earlier.answer:
        rivals = (rival for rival in rivals_of(match, prompt) if rival.answer == wanted)
        partner = next(
            (rival for rival in rivals if swap(match, prompt.deal, rival.prompt.deal, prompt.key)),
            None,
        )
    missing = None
    if not turn.is_change:
        missing = turn.reply.missing if wanted != earlier.answer else None
        missing = missing or NOTHING_YET
    return effects_of(
        match.standing,
        turn.after.standing,
        new=turn.new if turn.is_change else None,
        missing=missing,
        swap_with=partner,
    )


# ---- What a correction would change, in the words of the table. ----

SAVE = _("Save the change")
NOTHING_YET = _("Nothing changed yet")


@dataclass(frozen=True)
class Effects:
    """The `changes` by a `new` answer, what they mean in `lines`, and what the button says.

    Without anything `missing` they can be saved. `strong` lines are what one must not overlook.
    With `swap_with`, the same answer belongs to another deal, and the two can be swapped.
    """

    changes: Changes
    new: AnsweredPrompt | None
    summary: Text
    strong: Sequence[Text]
    lines: Sequence[Text]
    label: Text
    missing: Text | None = None
    swap_with: AnsweredPrompt | None = None

    def from_to(self, earlier: AnsweredPrompt, *, only_other: bool) -> tuple[Text, Text]:
        """An `earlier` answer and the new one in words, perhaps only in what is other there."""
        assert self.new is not None, "there is a new answer"
        old, new = earlier.items, self.new.items
        changed = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
        if not (only_other and changed and len(old) == len(new)):
            return earlier.in_words, self.new.in_words
        was, becomes = ([pair[side] for pair in changed] for side in (0, 1))
        return _("{items}", items=was), _("{items}", items=becomes)


def effects_of(
    before: Standing,
    after: Standing,
    *,
    new: AnsweredPrompt | None = None,
    missing: Text | None = None,
    swap_with: AnsweredPrompt | None = None,
) -> Effects:
    """What is different in `after`."""
    changes = Changes(before, after)
    again = changes.asked_again
    label = _("Save and look at deal {n}", n=again.deal) if again else SAVE
    return Effects(
        changes,
        new,
        summary(changes, missing),
        strong(changes),
        [
            _("No longer applies in deal {n}: {answer}.", n=old.prompt.deal, answer=old.in_words)
            for old in changes.dropped
        ],
        missing or label,
        missing,
        swap_with,
    )


def summary(changes: Changes, missing: Text | None) -> Text:
    """Up to which deal the totals are, and whether a later one needs another look."""
    last = changes.after.last_deal
    where = (
        _("Totals after deal {n}.", n=last.number)
        if last
        else _("No deal counts until that is answered.")
    )
    if changes.asked_again or missing:
        return where
    if not (changes.deals or changes.outcome):
        return _("{where} No score changes.", where=where)
    return _("{where} No later deal needs another look.", where=where)


def strong(changes: Changes) -> list[Text]:
    """What one must not overlook: what is asked again and what waits for it, and the end."""
    lines = []
    again, after = changes.asked_again, changes.after
    if again:
        about = {"n": again.deal, "question": again.last_in_group.ask}
        why = [problem.message for problem in after.problems]
        lines.append(_("Deal {n} is asked: “{question}”", **about))
        lines += why
    if waiting := after.waiting_deals:
        lines.append(
            _n(
                "Deal {numbers} keeps what was entered, and waits for that.",
                "Deals {numbers} keep what was entered, and wait for that.",
                len(waiting),
                numbers=spans(waiting),
            )
        )
    if changes.outcome:
        lines.append(ending(changes))
    return lines


def ending(changes: Changes) -> Text:
    """What becomes of the end of the match."""
    before, after = changes.outcome or (None, None)
    if after is None:
        return _("The match would no longer be over.")
    if before is None:
        return _("The match would be over. {why}", why=after.why)
    return _("Another outcome. {why}", why=after.why)


def spans(numbers: Sequence[int]) -> list[Text]:
    """Numbers in words, those that follow one another together: 2, 4 to 20."""
    ends = [0, *(place for place, (a, b) in enumerate(pairwise(numbers), 1) if b != a + 1)]
    parts = [numbers[a:b] for a, b in pairwise([*ends, len(numbers)])]
    return [
        _("{first} to {last}", first=part[0], last=part[-1])
        if len(part) > 2
        else _("{numbers}", numbers=list(part))
        for part in parts
    ]
