"""What the page of a match shows: the board, the question, and what is said around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from flask import render_template, url_for

from app.scoring import (
    Answered,
    Deal,
    Event,
    Match,
    Problem,
    Prompt,
    Proof,
    Refused,
    Text,
    _,
    prove,
)
from app.scoring.prompts.base import Form
from app.scoring.telling import Told
from app.web.frame.pages import wants_part

MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")


def show(
    match: Match,
    *,
    typed: Form | None = None,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
    yours: Sequence[Answered] = (),
    rows_after: int = 0,
    saved: bool = False,
    did: Told | None = None,
) -> str:
    """The match page, or for htmx the part of it that changes.

    `yours` are answers that came too late; the first `rows_after` deals of the sheet are there
    already; what has just been `saved` can be taken back from a line above the page; `did` is what
    another line than an answer has done. See `about` for the rest.
    """
    return render_template(
        "match/_part.html" if wants_part() else "match/page.html",
        **about(match, typed, problems),
        notice=notice,
        yours=yours,
        fields_of=fields_of,
        saved=saved,
        did=did,
        closed=closed_deal(match) if saved else None,
        finished=match.standing.finished[rows_after:],
        sheet="rows" if rows_after else "all",
    )


def about(
    match: Match, typed: Form | None = None, problems: Sequence[Problem] = ()
) -> dict[str, Any]:
    """What the parts of a match page need to know.

    `typed` fills the question's form; `problems` stand beside what they are about. Where a question
    may be passed over, it comes `first`, and the `prompt` is the one after it.
    """
    standing = match.standing
    waiting = standing.prompt
    prompt = waiting.shown if waiting else None
    typed = kept_answer(match, waiting) if typed is None else typed
    return {
        "match": match,
        "match_url": url_for("matches.show_match", match_id=match.id),
        "rules_url": url_for("rules.page", key=match.game.key, match=match.id),
        "game": match.game,
        "standing": standing,
        "first": waiting if prompt is not waiting else None,
        "prompt": prompt,
        "proof": proof_of(match, typed) if prompt and not prompt.saves_itself else None,
        "deal": standing.deal,
        "typed": typed,
        "problems": problems or (() if waiting is not prompt else standing.problems),
        "first_problems": () if problems or waiting is prompt else standing.problems,
        "last": last_words(match),
        "notes": last_notes(match),
        "last_scores": last_scores(match),
    }


def answers_in(match: Match, form: Form) -> list[Event]:
    """What `form` answers of the waiting question and the one shown with it; raises `Refused`."""
    standing = match.standing
    assert standing.prompt is not None, "the match is over"
    answers = standing.prompt.answers_in(form, anew=bool(standing.problems))
    return [entry(prompt, answer) for prompt, answer in answers]


def entry(prompt: Prompt, answer: Any) -> Event:
    """The line that answers a question."""
    return Event("entry", prompt.deal, prompt.key, answer)


def proof_of(match: Match, form: Form) -> Proof:
    """How far the answer in `form` to the waiting question has come."""
    waiting = match.standing.prompt
    assert waiting is not None, "the match is over"
    prompt = waiting.shown
    typed = prompt.read(form)
    try:
        answers = answers_in(match, form)
    except Refused:
        return prove(match.standing, prompt, typed)
    if answers[-1].key != prompt.key:
        # Only what may be noted beforehand was answered, such as a doubling.
        return replace(prove(match.standing, prompt, typed), missing=_("Note this for now"))
    return prove(match.standing, prompt, typed, match.would_be(*answers).standing)


def kept_answer(match: Match, prompt: Prompt | None) -> Form:
    """The form fields of an earlier answer to the waiting question that no longer fits."""
    if prompt is None or not match.standing.problems:
        return {}
    try:
        return prompt.fill(match.answers[prompt.deal][prompt.key])
    except (LookupError, TypeError, AttributeError, ValueError):
        # It may have the shape of another contract's answer, and then fills nothing here.
        return {}


def fields_of(answered: Answered) -> Form:
    """The form fields that give this answer."""
    if answered.answer is None:
        return {"skip": "1"}
    return answered.prompt.fill(answered.answer)


def last_words(match: Match) -> Text | None:
    """What an undo would take back, None if that line answers no question now."""
    latest = match.latest
    if latest is None:
        return None
    if not latest.is_answer:
        return match.would_be(Event("undo")).seating.in_words(latest)
    answered = match.standing.answer_to(latest.deal, latest.key)
    return answered.in_words if answered else None


def last_notes(match: Match) -> Sequence[Text]:
    """What is said beside the latest finished deal until the next one begins, with its names."""
    last, deal = match.standing.last_deal, match.standing.deal
    answers = match.standing.answers_of_the_deal if deal else ()
    is_old = any(answered.prompt.only is None for answered in answers)
    if last is None or not last.notes or is_old:
        return ()
    return match.standing_at(last.number).deals[last.number - 1].notes


def last_scores(match: Match) -> Mapping[int, int]:
    """What each side scored in the latest finished deal, by the side's index."""
    deal = match.standing.last_deal
    return dict(enumerate(deal.scores)) if deal and deal.scores else {}


def closed_deal(match: Match) -> Deal | None:
    """The deal that the latest answer closed with scores, None if it closed none."""
    deal, latest = match.standing.last_deal, match.latest
    closes = deal and latest and latest.deal == deal.number and deal.scores is not None
    return deal if closes else None
