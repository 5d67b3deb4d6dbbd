"""The pages of evenings: the list, and each with its picture, its words and its date."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.matchfile import LONGEST_NOTE
from app.scoring import Text, _
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.model.problems import too_long
from app.store.matches import evening_changes
from app.store.matches.evening_changes import EveningChange, TooManyMatches
from app.store.people import evenings
from app.store.people.evenings import Evening
from app.web.core.access import is_id, page_before, this_club
from app.web.core.page.accepted_dates import EARLIEST_DAY, latest_day, problem_of_day
from app.web.core.page.written_dates import full_day
from app.web.core.services import connection
from app.web.evenings.page import EveningPage
from app.web.evenings.picture import EveningPicture, render_picture
from app.web.evenings.result import in_list
from app.web.match.toast import notice_of_request

bp = Blueprint("evenings", __name__, url_prefix="/evenings")

PAGE_OF_EVENINGS = 30
# Notices of a change of an evening, by the value of `done` in the address that follows it.
NOTICES = {
    "awards-hidden": _("The awards are hidden."),
    "awards-shown": _("The awards are back."),
    "joined": _("The two are one evening now."),
    "split": _("A new evening begins here."),
    "moved": _("The match is of this evening now."),
    "dated": _("The date is changed, and that of its matches."),
    "undone": _("It is as it was before."),
}
TOO_MANY = _("This evening has too many matches to be changed at once: nothing was changed.")


@bp.get("")
def show_evenings() -> ResponseReturnValue:
    """The evenings of the club, the latest first."""
    found = evenings.list_evenings(connection(), this_club(), PAGE_OF_EVENINGS, page_before())
    return render_template(
        "evenings/list.html",
        evenings=in_list(found),
        earlier=found[-1].id if len(found) == PAGE_OF_EVENINGS else None,
    )


@bp.get("/<int:evening_id>")
def show_evening(evening_id: int) -> ResponseReturnValue:
    """One evening: who was ahead of whom, match by match, what turned it, and awards."""
    return render_evening(evening_or_404(evening_id))


@bp.get("/<int:evening_id>/picture.svg")
def picture(evening_id: int) -> ResponseReturnValue:
    """An evening as one drawing to send to friends; 404 before a match of it is over."""
    page = EveningPage(evening_or_404(evening_id))
    if page.last_finished is None:
        abort(404)
    return Response(
        render_picture(page), mimetype="image/svg+xml", headers={"Cache-Control": "no-store"}
    )


def render_evening(
    evening: Evening,
    problem: Text | None = None,
    *,
    typed: Evening | None = None,
    refused: Text | None = None,
) -> str:
    """The page of an evening, with why nothing was changed; `typed` are the words in its sheet,
    `refused` says why they cannot be saved."""
    page, done = EveningPage(evening), request.args.get("done", "")
    changed = {
        change.id for change in evening_changes.list_evening_changes(connection(), this_club())
    }
    back = request.args.get("back", "")
    return render_template(
        "evenings/evening.html",
        evening=evening,
        page=page,
        picture=EveningPicture(page) if page.last_finished else None,
        problem=problem,
        typed=typed or evening,
        refused=refused,
        is_open=refused is not None or "about" in request.args,
        notice=NOTICES.get(done) or notice_of_request(),
        can_undo=done == "awards-hidden",
        has_before=bool(evenings.list_evenings(connection(), this_club(), 1, evening.id)),
        back=back if back in changed else None,
        earliest=EARLIEST_DAY,
        latest=latest_day(),
    )


@bp.post("/<int:evening_id>")
def describe(evening_id: int) -> ResponseReturnValue:
    """Write the title, the date, the place and the note of an evening, and what is shown of it; 422
    with words that are too long, and a date that cannot be."""
    evening = evening_or_404(evening_id)
    typed = replace(
        evening,
        title=normalise_name(request.form.get("title", "")),
        day=request.form.get("day", evening.day).strip(),
        place=normalise_name(request.form.get("place", "")),
        note=request.form.get("note", "").replace("\0", "").replace("\r\n", "\n").strip(),
        has_awards=switched("awards", evening.has_awards),
        has_names=switched("names", evening.has_names),
    )
    for what, words, most in (
        (_("This title"), typed.title, LONGEST_NAME),
        (_("This place"), typed.place, LONGEST_NAME),
        (_("This note"), typed.note, LONGEST_NOTE),
    ):
        if problem := too_long(what, words, most):
            return render_evening(evening, typed=typed, refused=problem), 422
    if typed.day != evening.day and (no_day := problem_of_day(typed.day, full_day)):
        return render_evening(evening, typed=typed, refused=no_day), 422
    try:
        dated = date_evening(evening, typed.day)
    except TooManyMatches:
        return render_evening(evening, typed=typed, refused=TOO_MANY), 409
    evenings.describe_evening(connection(), this_club(), typed)
    done, back = (dated.kind, dated.id) if dated else (None, None)
    url = url_for("evenings.show_evening", evening_id=evening_id, done=done, back=back)
    return redirect(url, 303)


def date_evening(evening: Evening, day: str) -> EveningChange | None:
    """Give an evening another date (ISO); None for its own. Raises `TooManyMatches`."""
    if day == evening.day:
        return None
    return evening_changes.date_evening(
        connection(), this_club(), evening.id, date.fromisoformat(day)
    )


def switched(name: str, before: bool) -> bool:
    """Return whether the form has switched something on; as `before` if it has no such switch.

    A checkbox is sent only if it is on, so the form has a hidden field of the same name before it,
    which is off.
    """
    values = request.form.getlist(name)
    return "1" in values if values else before


@bp.post("/<int:evening_id>/awards")
def show_awards(evening_id: int) -> ResponseReturnValue:
    """Show the awards of an evening if `shown` is 1, else hide them."""
    evening_or_404(evening_id)
    shown = request.form.get("shown") == "1"
    evenings.show_awards(connection(), this_club(), evening_id, shown)
    done = "awards-shown" if shown else "awards-hidden"
    return redirect(url_for("evenings.show_evening", evening_id=evening_id, done=done), 303)


def evening_or_404(evening_id: int) -> Evening:
    """The evening with this number; 404 without one that has a match."""
    db, club = connection(), this_club()
    return (is_id(evening_id) and evenings.find_evening(db, club, evening_id)) or abort(404)
