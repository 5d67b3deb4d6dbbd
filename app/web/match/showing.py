"""What the page of a match shows: the board, the question, and what is said around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Any

from flask import Flask, render_template, url_for

from app.scoring import (
    Answered,
    Deal,
    Match,
    Problem,
    Prompt,
    Proof,
    Refused,
    Side,
    Signed,
    Standing,
    Text,
    _,
    prove,
)
from app.scoring.prompts import Cards, Deck, Faces, Figures, Pick
from app.scoring.prompts.base import Form
from app.scoring.prompts.counts import Count, Pile
from app.scoring.telling import last_in_words
from app.web.frame.discs import Discs
from app.web.frame.pages import wants_part
from app.web.match.cards_taken import cards_taken
from app.web.match.outcome import ending_of
from app.web.match.panes import PANE, Pane, pane_shown, panes_of

MOMENT = timedelta(seconds=10)
MOVED_ON = _("The table has moved on since this page was loaded. This is where it stands now.")


def prepare(app: Flask) -> None:
    """Give templates what a count needs on any page that asks for one."""
    app.jinja_env.globals.update(
        what_is_left=what_is_left,
        pieces_left=pieces_left,
        prices_of=prices_of,
        price_of=price_of,
        said_together=said_together,
    )


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
    # What does not fit the waiting question stands with it, though another is shown after it.
    is_first = bool(pane and pane.first and not problems)
    ending = ending_of(match) if standing.is_over else {}
    return ending | {
        "match": match,
        "match_url": url_for("matches.show_match", match_id=match.id),
        "rules_url": url_for("rules.page", key=match.game.key, match=match.id),
        "game": match.game,
        "standing": standing,
        "discs": Discs(standing.table.seats),
        "chips": sides_of(match),
        "pane": pane,
        "first": pane.first if pane else None,
        "prompt": prompt,
        "proof": proof_of(pane, typed) if pane and not pane.prompt.saves_itself else None,
        "cards_taken": cards_taken(pane, typed) if pane else None,
        "deal": standing.deal,
        "typed": typed,
        "problems": problems or (() if is_first else standing.problems),
        "first_problems": standing.problems if is_first else (),
        "notes": last_notes(match),
    }


def proof_of(pane: Pane, form: Form) -> Proof:
    """How far the answer in `form` to the questions of a pane has come."""
    prompt, standing = pane.prompt, pane.match.standing
    cards = cards_taken(pane, form)
    typed = prompt.read(form)
    try:
        answers = pane.answers_in(form)
    except Refused:
        proof = prove(standing, prompt, typed)
        return replace(proof, missing=cards.missing) if cards and cards.left else proof
    if answers[-1].key == prompt.key:
        return prove(standing, prompt, typed, pane.match.would_be(*answers).standing)
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
    """What is said beside the latest finished deal until the next one begins, with its names."""
    last, deal = match.standing.last_deal, match.standing.deal
    answers = match.standing.answers_of_the_deal if deal else ()
    is_old = any(answered.prompt.only is None for answered in answers)
    if last is None or not last.notes or is_old:
        return ()
    return match.standing_at(last.number).deals[last.number - 1].notes


def sides_of(match: Match) -> Sequence[Side]:
    """Whoever has a total; where all win together, everyone for themselves."""
    table = match.standing.table
    if not match.game.wins_together:
        return table.sides
    return [Side(seat.index, (seat,)) for seat in table.seats]


def what_is_left(prompt: Count, save: Text, *, to_play: bool = False) -> list[Text]:
    """What the button says for each number left to place or to play, for 0 that it saves."""
    left = [prompt.unit(n) for n in range(1, prompt.total + 1)]
    if to_play:
        return [save, *(_("{left} to play", left=words) for words in left)]
    return [save, *(_("{left} to place", left=words) for words in left)]


def pieces_left(prompt: Cards | Pick | Deck | Faces | Figures) -> list[Text]:
    """What the button says for each number of pieces still missing, for 0 that it saves."""
    return [prompt.save, *(prompt.left(n) for n in range(1, prompt.pieces + 1))]


def prices_of(prompt: Count, pile: Pile, standing: Standing) -> str:
    """The points of each number that `pile` can have, from 0 on, in the signs of the table."""
    assert prompt.points is not None
    sign = -1 if standing.table.reversed else 1
    return " ".join(str(sign * prompt.points(pile, n)) for n in range(prompt.total + 1))


def price_of(prompt: Count, pile: Pile, typed: str, standing: Standing) -> str:
    """The points of a number that was typed, nothing if it has none."""
    if prompt.points is None or not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
        return ""
    prices = prices_of(prompt, pile, standing).split()
    return str(Signed(int(prices[int(typed)]))) if int(typed) < len(prices) else ""


def filled_in(match: Match, form: Form) -> Form | None:
    """The fields of a form with the one number filled in that was left out of a count.

    None if none was, if it cannot be worked out, or if all is placed and nobody else can have any.
    """
    for pane in panes_of(match, form):
        prompt, answer = pane.prompt, pane.prompt.read(form)
        if not isinstance(prompt, Count) or answer is None or prompt.problems(answer):
            continue
        fields = prompt.fill(answer)
        left_out = [number for name, number in fields.items() if not form.get(name, "").strip()]
        if any(number != "0" for number in left_out):
            return {name: value for name, value in form.items() if name != PANE} | fields
    return None


def just_done(match: Match) -> Text | None:
    """What was done a moment ago, for a page that is opened anew; None if that is longer ago."""
    at = match.log[-1].at
    is_new = at and datetime.now(UTC) - datetime.fromisoformat(at) < MOMENT
    return what_was_done(match) if is_new and (match.latest or match.undone) else None


def said_together(match: Match) -> int:
    """How many of the latest lines are one change, such as two deals that were swapped."""
    moments = [line.at for line in reversed(match.log)]
    together = len(list(takewhile(lambda at: at is not None and at == moments[0], moments)))
    first = match.events[-together] if together else None
    is_one = first and first.kind in ("correction", "undo")
    return together if is_one else 1


def what_was_done(match: Match) -> Text | None:
    """What the latest line has done, in a few words, and for a deal what it meant for whom most."""
    lines = match.events[-said_together(match) :]
    deals = sorted({line.deal for line in lines})
    if len(deals) == 2 and lines[0].kind == "correction":
        return _("Deals {one} and {other} are swapped", one=deals[0], other=deals[1])
    deal = closed_deal(match)
    if deal is None:
        if chosen := chosen_at_a_tap(match):
            return _("{answer} chosen", answer=chosen.in_words)
        told = last_in_words(match)
        if told and told.answer and match.events[-1].kind == "correction":
            return _("Changed: {sentence}", sentence=told.sentence)
        return told.sentence if told else None
    scores = deal.scores
    assert scores is not None
    title = deal.name if match.standing.table.chart and deal.name else deal.title
    side = max(match.standing.sides, key=lambda side: abs(scores[side.index]))
    points = Signed(scores[side.index])
    return _("{deal} saved · {side} {points}", deal=title, side=side, points=points)


def chosen_at_a_tap(match: Match) -> Answered | None:
    """What the latest line answers, if that was one tap and closed no deal."""
    event = match.events[-1]
    answered = match.standing.answer_to(event.deal, event.key)
    is_choice = answered and event.kind == "entry" and answered.prompt.saves_itself
    return answered if is_choice and event.answer is not None else None


def closed_deal(match: Match) -> Deal | None:
    """The deal that the latest line closed with scores, None if it closed none."""
    deal, line = match.standing.last_deal, match.events[-1] if match.events else None
    is_answer = line and deal and line.kind == "entry" and line.deal == deal.number
    return deal if is_answer and deal and deal.scores is not None else None
