"""A card of a match that learns its cards: what it shows, put right in every round at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from app.games import (
    COMMON_SYMBOLS,
    SYMBOLS_ON_A_CARD,
    face_problems,
    fill_face,
    known_in,
    mend,
    read_face,
)
from app.scoring import Match, Problem, Refused, Text, _
from app.scoring.prompts.base import Form
from app.store.matches.log import Overtaken
from app.web.core.rate_limits import reads_only
from app.web.match.change_preview import CONFLICT, NOTHING_YET, ChangesInWords
from app.web.match.page import STALE_CHANGES, MatchPage, redirect_back
from app.web.match.repository import append_events, get_match_or_404, is_stale

bp = Blueprint("cards", __name__, url_prefix="/matches/<int:match_id>/cards")

SAME_CARD = _("This is already what the card shows: nothing would change.")
MAX_MENDED = 40
"""So many lines of a log are checked by playing the match once more for each."""
CARD = "card"
"""What the names of the form fields of a card begin with."""


@bp.get("/<int:number>")
def show_card(match_id: int, number: int) -> ResponseReturnValue:
    """What a card shows that is known by now, or what is said in the address to be really on it."""
    match = get_match_or_404(match_id)
    return render_card(match, number, request.args or fill_face(card_or_404(match, number), CARD))


@bp.post("/<int:number>/preview")
@reads_only
def preview_card(match_id: int, number: int) -> ResponseReturnValue:
    """Show what it would change if the card showed these symbols. Writes nothing."""
    match = get_match_or_404(match_id)
    card_or_404(match, number)
    return render_card(match, number, request.form, template="match/_changed.html")


@bp.post("/<int:number>")
def correct_card(match_id: int, number: int) -> ResponseReturnValue:
    """Put a card right in every round that was saved with it, with `save` in the form; without it,
    show what that would change. 422 with what is wrong with the card."""
    match = get_match_or_404(match_id)
    card_or_404(match, number)
    face = read_face(request.form, CARD)
    if problems := list(face_problems(face)):
        return render_card(match, number, request.form, problems), 422
    assert face is not None, "a card without problems has symbols"
    events = mend(match, number, face)
    if not events:
        return render_card(match, number, request.form, notice=SAME_CARD), 422
    if len(events) > MAX_MENDED:
        words = _(
            "Card {number} was kept in {rounds} rounds; at most {most} are put right at once.",
            number=number,
            rounds=len(events),
            most=MAX_MENDED,
        )
        return render_card(match, number, request.form, [Problem(words)]), 422
    if not request.form.get("save"):
        return render_card(match, number, request.form)
    if is_stale(match):
        return render_card(match, number, request.form, notice=STALE_CHANGES), 409
    try:
        after = append_events(match, *events)
    except Refused as refused:
        return render_card(match, number, request.form, refused.problems), 422
    except Overtaken:
        match = get_match_or_404(match_id)
        return render_card(match, number, request.form, notice=CONFLICT), 409
    return redirect_back(after)


def card_or_404(match: Match, number: int) -> dict[str, Any]:
    """The symbols of a card that is known by now; 404 for any other."""
    return known_in(match).get(str(number)) or abort(404)


def render_card(
    match: Match,
    number: int,
    typed: Form,
    problems: Sequence[Problem] = (),
    *,
    notice: Text | None = None,
    template: str = "decks/card.html",
) -> str:
    """The symbols of a card and what others would change, or the latter alone."""
    face = read_face(typed, CARD)
    faults = list(face_problems(face))
    events = mend(match, number, face) if face and not faults else []
    after = match.with_events(*events) if events else match
    missing = None if events else next((it.message for it in faults), NOTHING_YET)
    return MatchPage(match).render(
        template,
        number=number,
        symbols=COMMON_SYMBOLS,
        sizes=SYMBOLS_ON_A_CARD,
        shown=card_or_404(match, number),
        face=face,
        typed=typed,
        problems=problems,
        # In the words of a change of several answers, of which none is shown as it was.
        prompt={"kind": "faces", "deal": 0},
        corrected=(),
        changes=ChangesInWords(match.standing, after.standing, missing=missing),
        action=url_for("cards.correct_card", match_id=match.id, number=number),
        notice=notice,
    )
