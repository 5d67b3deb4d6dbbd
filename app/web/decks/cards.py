"""A card of a match that learns its cards: what it shows, put right in every round at once."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import Match, Problem, Refused, Text, _, _n
from app.scoring.match.known_cards import known_in, mend
from app.scoring.model.cards import Face
from app.scoring.prompts.base import Form
from app.scoring.prompts.decks import Deck, fill_face, read_face
from app.store.matches.log import Overtaken
from app.web.core.access import works_away
from app.web.core.rate_limits import reads_only
from app.web.match.change_preview import CONFLICT, NOTHING_YET, ChangesInWords
from app.web.match.page import STALE_CHANGES, MatchPage, redirect_back
from app.web.match.repository import append_events, get_match_or_404, is_stale

bp = works_away(Blueprint("cards", __name__, url_prefix="/matches/<int:match_id>/cards"))

SAME_CARD = _("This is already what the card shows: nothing would change.")
MAX_MENDED = 40  # corrections at once: to check each, the match is played once more
CARD = "card"  # how the names of the form fields of a card begin


@bp.get("/<int:number>")
def show_card(match_id: int, number: int) -> ResponseReturnValue:
    """What a card shows that is known by now, or what is said in the address to be really on it."""
    match = get_match_or_404(match_id)
    _deck, face = card_or_404(match, number)
    return render_card(match, number, request.args or fill_face(face, CARD))


@bp.post("/<int:number>/preview")
@reads_only
def preview_card(match_id: int, number: int) -> ResponseReturnValue:
    """Show what it would change if the card showed these symbols. Writes nothing."""
    match = get_match_or_404(match_id)
    return render_card(match, number, request.form, template="match/_changed.html")


@bp.post("/<int:number>")
def correct_card(match_id: int, number: int) -> ResponseReturnValue:
    """Put a card right in every round that was saved with it, with `save` in the form; without it,
    show what that would change. 422 with what is wrong with the card."""
    match = get_match_or_404(match_id)
    deck, _face = card_or_404(match, number)
    face = read_face(request.form, CARD)
    if problems := list(deck.face_problems(face)):
        return render_card(match, number, request.form, problems), 422
    assert face is not None, "a card without problems has symbols"
    events = mend(match, number, face)
    if not events:
        return render_card(match, number, request.form, notice=SAME_CARD), 422
    if len(events) > MAX_MENDED:
        words = _n(
            "Card {number} was kept in {n} round; at most {most} are put right at once.",
            "Card {number} was kept in {n} rounds; at most {most} are put right at once.",
            len(events),
            number=number,
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


def card_or_404(match: Match, number: int) -> tuple[Deck, Face]:
    """The deck of the match, and what this card of it shows that is known by now; 404 for any
    other."""
    deck, face = match.game.deck, known_in(match).get(str(number))
    return (deck, face) if deck and face else abort(404)


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
    deck, shown = card_or_404(match, number)
    face = read_face(typed, CARD)
    faults = list(deck.face_problems(face))
    events = mend(match, number, face) if face and not faults else []
    after = match.with_events(*events) if events else match
    missing = None if events else next((it.message for it in faults), NOTHING_YET)
    return MatchPage(match).render(
        template,
        number=number,
        symbols=deck.symbols,
        sizes=deck.sizes,
        shown=shown,
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
