"""Back to where one was after something was changed: there it is said, and can be taken back."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from app.scoring import Match

PLACES = {
    "sheet": "sheet_view.show_sheet",
    "log": "corrections.show_log",
    "deal": "corrections.show_deal",
}
"""The pages that a change can begin from, beside the question, by what their forms call them.

A word and never an address: a form that was made elsewhere cannot send anybody to another site.
"""


def place_of_form() -> str:
    """Where a change began, if it was one of the pages beside the question; else nothing."""
    place = request.values.get("back", "")
    return place if place in PLACES else ""


def address_of(match: Match, place: str, deal: int = 0) -> str:
    """The address of a page that a change can begin from; the match page for any other."""
    if place == "deal":
        return url_for(PLACES[place], match_id=match.id, number=deal)
    return url_for(PLACES.get(place, "matches.show_match"), match_id=match.id)


def go_back(
    match: Match, deal: int = 0, *, otherwise: str = "", done: str = ""
) -> ResponseReturnValue:
    """303 to where the form came from, which then says what was `done`."""
    address = address_of(match, place_of_form() or otherwise, deal)
    return redirect(f"{address}?done={done}" if done else address, 303)
