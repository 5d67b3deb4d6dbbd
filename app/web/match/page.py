"""What the page of a match shows: the board, the question, and what is said around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from flask import render_template

from app.scoring import (
    Answered,
    Match,
    Problem,
    Prompt,
    Proof,
    Refused,
    Side,
    Text,
    _,
    prove,
)
from app.scoring.prompts.base import Form
from app.web.frame.clubs import address_of_match
from app.web.frame.discs import Discs
from app.web.frame.pages import wants_part
from app.web.match.cards_taken import CardsTaken, cards_taken
from app.web.match.doubts import doubts_of
from app.web.match.outcome import ending_of
from app.web.match.panes import Pane, pane_shown

MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")


def show(
    match: Match,
    *,
    typed: Form | None = None,
    problems: Sequence[Problem] = (),
    notice: Text | None = None,
    yours: Sequence[Answered] = (),
    done: Text | None = None,
) -> str:
    """The match page, or for htmx the part of it that changes.

    `yours` are answers that came too late; what was just `done` can be taken back for a moment.
    See `about` for the rest.
    """
    return render_template(
        "match/_match.html" if wants_part() else "match/page.html",
        **about(match, typed, problems),
        notice=notice,
        yours=yours,
        fields_of=fields_of,
        done=done,
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
    typed = kept_answer(match, waiting) if typed is None else typed
    pane = pane_shown(match, typed) if waiting else None
    prompt = pane.prompt if pane else None
    cards = cards_taken(pane, typed) if pane else None
    # What does not fit the waiting question stands with it, though another is shown after it.
    is_first = bool(pane and pane.first and not problems)
    ending = ending_of(match) if standing.is_over else {}
    match_url = address_of_match(match.id)
    return ending | {
        "match": match,
        "match_url": match_url,
        "rules_url": f"{match_url}/rules/{match.game.key}",
        "game": match.game,
        "standing": standing,
        "discs": Discs(standing.table.seats),
        "chips": sides_of(match),
        "pane": pane,
        "first": pane.first if pane else None,
        "prompt": prompt,
        "proof": proof_of(pane, typed, cards) if pane and not pane.prompt.saves_itself else None,
        "cards_taken": cards,
        "deal": standing.deal,
        "typed": typed,
        "problems": problems or (() if is_first else standing.problems),
        "first_problems": standing.problems if is_first else (),
        "notes": last_notes(match),
        "doubts": doubts_of(match),
        "own_rules": partial(own_rules, match),
    }


def proof_of(pane: Pane, form: Form, cards: CardsTaken | None) -> Proof:
    """How far the answer in `form` to the questions of a pane has come."""
    prompt, standing = pane.prompt, pane.match.standing
    typed = prompt.read(form)
    try:
        answers = pane.answers_in(form)
    except Refused:
        proof = prove(standing, prompt, typed)
        return replace(proof, missing=cards.missing) if cards and cards.left else proof
    if prompt.key in [answer.key for answer in answers]:
        after = pane.match.would_be(*answers).standing
        proof = prove(standing, prompt, typed, after)
        # What comes then in the same rows may still be wanted, or be moot by now.
        is_wanted = after.prompt and after.prompt.key in [then.key for then in pane.questions[1:]]
        return replace(proof, missing=prompt.missing(typed)) if is_wanted else proof
    # Only what may be noted beforehand was answered, such as a doubling.
    proof = prove(standing, prompt, typed)
    return replace(proof, missing=cards.missing if cards and not cards.is_note else None)


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


def last_notes(match: Match) -> Sequence[Text]:
    """What is said beside the latest finished deal until the next one begins, with its names.

    Before there is one, it is by which rules of its own the table plays.
    """
    last, deal = match.standing.last_deal, match.standing.deal
    answers = match.standing.answers_of_the_deal if deal else ()
    is_old = any(answered.prompt.only is None for answered in answers)
    if last is None and deal and not is_old and (own := own_rules(match)):
        rules = reduce(lambda told, words: _("{told}; {words}", told=told, words=words), own)
        return [_("You play by your own rules. {rules}.", rules=rules)]
    if last is None or not last.notes or is_old:
        return ()
    return match.standing_at(last.number).deals[last.number - 1].notes


def own_rules(match: Match) -> list[Text]:
    """What this table plays otherwise than the book, but for what makes another game of it."""
    if match.standing.house_rules is None:
        return []
    prompt, rules = match.standing.house_rules
    return prompt.own(rules)


def sides_of(match: Match) -> Sequence[Side]:
    """Whoever has a total; where all win together, everyone for themselves."""
    table = match.standing.table
    if not match.game.wins_together:
        return table.sides
    return [Side(seat.index, (seat,)) for seat in table.seats]
