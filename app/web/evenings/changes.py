"""An evening that was another one: join it with the one before, move a match of it, and undo that.

The date of an evening is changed with its words, in `app.web.evenings.evenings`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.matchfile import LONGEST_NOTE
from app.scoring import Text, _, _n
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.model.problems import too_long
from app.store.matches import evening_changes
from app.store.matches.evening_changes import (
    CannotUndo,
    EveningChange,
    TooManyMatches,
    words_of_both,
)
from app.store.people import evenings
from app.store.people.evenings import Evening, NoSuchEvening
from app.web.core.access import this_club
from app.web.core.page.accepted_dates import EARLIEST_DAY, latest_day, parse_day, problem_of_day
from app.web.core.page.written_dates import full_day
from app.web.core.services import connection
from app.web.evenings.evenings import TOO_MANY, evening_or_404, render_evening
from app.web.evenings.page import EveningPage
from app.web.evenings.result import EveningInList, in_list
from app.web.match.match_list import MatchListItem

bp = Blueprint("evening_changes", __name__, url_prefix="/evenings")

FAR_APART = timedelta(days=1)
"""Evenings that are further apart were hardly one: the page says so."""
OFFERED = 4  # evenings before a match, and as many after it, that it can be moved to
SHOWN_MATCHES = 4
NOTHING_BEFORE = _("There is no evening before this one: nothing was changed.")
NOT_HERE = _("No such match is in the midst of this evening: nothing was changed.")


# Join two evenings


@dataclass(frozen=True)
class JoinPage:
    """Two evenings before they are one: `words` are what it would be called then."""

    earlier: EveningPage
    later: EveningPage
    words: Evening

    @property
    def both(self) -> list[EveningPage]:
        """The two, the earlier first."""
        return [self.earlier, self.later]

    @property
    def apart(self) -> Text | None:
        """Ask whether evenings more than `FAR_APART` are one; None if they are closer."""
        days = day_of(self.later.evening) - day_of(self.earlier.evening)
        if days <= FAR_APART:
            return None
        return _n(
            "They are {n} day apart. Are they one evening?",
            "They are {n} days apart. Are they one evening?",
            days.days,
        )

    def choices(self, key: str) -> list[str]:
        """The titles, or the places, of which one can stay; none if there is nothing to choose."""
        values = [getattr(page.evening, key) for page in self.both]
        return values if all(values) and values[0] != values[1] else []


def day_of(evening: Evening) -> date:
    """The date of an evening."""
    return date.fromisoformat(evening.day)


def evenings_to_join(evening_id: int) -> JoinPage | None:
    """An evening with the one before it; None without one, 404 without the evening."""
    later = evening_or_404(evening_id)
    before = evenings.list_evenings(connection(), this_club(), 1, evening_id)
    if not before:
        return None
    words = words_of_both(before[0], later)
    return JoinPage(EveningPage(before[0]), EveningPage(later), words)


def render_join(page: JoinPage, problem: Text | None = None) -> str:
    """The page that asks whether two evenings are one."""
    return render_template("evenings/join.html", page=page, problem=problem, shown=SHOWN_MATCHES)


@bp.get("/<int:evening_id>/join")
def ask_join(evening_id: int) -> ResponseReturnValue:
    """Ask whether an evening is one with that before it, and what it is called then; back to the
    evening if there is none before it."""
    page = evenings_to_join(evening_id)
    if page is None:
        return redirect(url_for("evenings.show_evening", evening_id=evening_id), 303)
    return render_join(page)


@bp.post("/<int:evening_id>/join")
def join(evening_id: int) -> ResponseReturnValue:
    """Let an evening be one with the one before it, by the words of the form; 409 if there is none,
    or another one than was asked about, and 422 with words that are too long.

    Without a form, as from an older page, it is asked first.
    """
    page = evenings_to_join(evening_id)
    if page is None:
        return render_evening(evening_or_404(evening_id), NOTHING_BEFORE), 409
    if "earlier" not in request.form:
        return redirect(url_for("evening_changes.ask_join", evening_id=evening_id), 303)
    page = replace(page, words=words_of_form(page))
    if request.form["earlier"] != str(page.earlier.evening.id):
        changed = _("Another evening is before this one by now: nothing was changed.")
        return render_join(page, changed), 409
    if problem := too_long(_("The note of both"), page.words.note, LONGEST_NOTE):
        return render_join(page, problem), 422
    return change(
        evening_id,
        lambda: evening_changes.join_evening(connection(), this_club(), evening_id, page.words),
        NOTHING_BEFORE,
    )


def words_of_form(page: JoinPage) -> Evening:
    """Return the evening that joins two: its title, place and note from the form, else as
    proposed."""

    def chosen(key: str) -> str:
        typed = request.form.get(key)
        return getattr(page.words, key) if typed is None else normalise_name(typed)[:LONGEST_NAME]

    note = request.form.get("note", page.words.note)
    return replace(
        page.words, title=chosen("title"), place=chosen("place"), note=text_of_note(note)
    )


def text_of_note(note: str) -> str:
    """A note as it is stored."""
    return note.replace("\0", "").replace("\r\n", "\n").strip()


# Move a match


@bp.get("/<int:evening_id>/move")
def ask_move(evening_id: int) -> ResponseReturnValue:
    """Ask where the match `match` of an evening belongs; back to the evening if it is not there."""
    evening = evening_or_404(evening_id)
    item = match_of(EveningPage(evening), request.args.get("match", 0, int))
    if item is None:
        return redirect(url_for("evenings.show_evening", evening_id=evening_id), 303)
    return render_move(evening, item)


def match_of(page: EveningPage, match_id: int) -> MatchListItem | None:
    """The match of an evening with this number, None without one."""
    return next((item for item in page.items if item.match.id == match_id), None)


def render_move(evening: Evening, item: MatchListItem, problem: Text | None = None) -> str:
    """The page that asks where a match belongs."""
    page = EveningPage(evening)
    place = [one.match.id for one in page.items].index(item.match.id)
    return render_template(
        "evenings/move.html",
        evening=evening,
        page=page,
        item=item,
        others=neighbours(evening),
        following=len(page.items) - place - 1 if place else 0,
        is_alone=len(page.items) == 1,
        earliest=EARLIEST_DAY,
        latest=latest_day(),
        typed=request.form,
        problem=problem,
    )


def neighbours(evening: Evening) -> list[EveningInList]:
    """The evenings next to one, the latest first."""
    db, club = connection(), this_club()
    later = evenings.later_evenings(db, club, evening.id, OFFERED)
    earlier = evenings.list_evenings(db, club, OFFERED, evening.id)
    return in_list([*reversed(later), *earlier])


@bp.post("/<int:evening_id>/move")
def move(evening_id: int) -> ResponseReturnValue:
    """Move the match `match` of an evening `to` another one: by its number, `own` for a new one,
    `rest` for a new one with all that follow, or `day` for that of the date in `day`.

    422 for a date that cannot be, or where it is already; 409 if it is not there any more.
    """
    evening = evening_or_404(evening_id)
    match_id, to = request.form.get("match", 0, int), request.form.get("to", "")
    item = match_of(EveningPage(evening), match_id)
    if item is None:
        return render_evening(evening, NOT_HERE), 409
    db, club = connection(), this_club()
    target: int | date | None = None
    typed = request.form.get("day", evening.day).strip()
    # A date that was typed says enough.
    if to == "day" or (not to and typed != evening.day):
        if problem := problem_of_day(typed, full_day):
            return render_move(evening, item, problem), 422
        target = parse_day(typed)
    elif to == "rest":
        return change(
            evening_id,
            lambda: evening_changes.split_evening(db, club, evening_id, match_id),
            NOT_HERE,
        )
    elif to.isascii() and to.isdecimal() and len(to) < 10:
        target = int(to)
    elif to != "own":
        return render_move(evening, item, _("Say first where it belongs.")), 422
    problem = _("It is of this evening already, or that one is gone: nothing was changed.")
    return change(
        evening_id,
        lambda: evening_changes.move_to_evening(db, club, evening_id, match_id, target),
        problem,
    )


@bp.post("/<int:evening_id>/split")
def split(evening_id: int) -> ResponseReturnValue:
    """Let a new evening begin with the match `match`; 409 if it is not in the midst of this one."""
    evening_or_404(evening_id)
    match_id = request.form.get("match", 0, int)
    return change(
        evening_id,
        lambda: evening_changes.split_evening(connection(), this_club(), evening_id, match_id),
        NOT_HERE,
    )


# What all of them do


def change(evening_id: int, do: Callable[[], EveningChange], problem: Text) -> ResponseReturnValue:
    """Change an evening, and show where its matches are now, with the way back; 409 with why it
    cannot be done."""
    try:
        done = do()
    except NoSuchEvening:
        return render_evening(evening_or_404(evening_id), problem), 409
    except TooManyMatches:
        return render_evening(evening_or_404(evening_id), TOO_MANY), 409
    return redirect_to(done)


def redirect_to(done: EveningChange) -> ResponseReturnValue:
    """Show an evening after a change, with the way back."""
    url = url_for("evenings.show_evening", evening_id=done.evening, done=done.kind, back=done.id)
    return redirect(url, 303)


@bp.post("/changes/<change_id>/undo")
def undo(change_id: str) -> ResponseReturnValue:
    """Let everything be as a change has found it; 409 if that cannot be any more."""
    try:
        number = evening_changes.undo_evening_change(connection(), this_club(), change_id)
    except CannotUndo:
        return redirect(url_for("set_aside.show", cannot="evening"), 303)
    return redirect(url_for("evenings.show_evening", evening_id=number, done="undone"), 303)
