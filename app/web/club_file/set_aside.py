"""Everything that can be brought back: hidden, merged and renamed people, deleted matches, and
changes of evenings; with the days that are left for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.dates import parse_moment
from app.scoring import Text, _, _n
from app.store.matches import evening_changes, lists
from app.store.matches.deletion import DAYS_TO_RESTORE
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.page.written_dates import day_as_title
from app.web.core.services import connection
from app.web.match.match_list import list_items

bp = Blueprint("set_aside", __name__, url_prefix="/whole/aside")

# A change of an evening in words, by its kind.
CHANGES = {
    "split": _("was split"),
    "joined": _("was joined with the one before"),
    "moved": _("a match was moved to another evening"),
    "dated": _("had another date"),
}
CANNOT_UNDO = _(
    "This cannot be undone: its matches were moved once more since. Undo that first, if it is here."
)


@dataclass(frozen=True)
class SetAside:
    """A change of a person that can be undone, by a form to `url`, for so many `days` more; None
    for no limit. `kind` names it."""

    person: Person
    kind: str
    words: Text
    url: str
    days: int | None


@bp.get("")
def show() -> ResponseReturnValue:
    """Show all that was set aside, each with a button that brings it back."""
    db, club = connection(), this_club()
    deleted = list_items(lists.deleted_matches(db, club))
    return render_template(
        "club_file/aside.html",
        problem=CANNOT_UNDO if "cannot" in request.args else None,
        changes=list(rows_of_changes()),
        people=list(people_set_aside(people.list_people(db, club))),
        matches=[(entry, days_left(entry.match.deleted or "")) for entry in deleted],
    )


def rows_of_changes() -> Iterator[tuple[str, Text, int, str]]:
    """The changes of evenings that can be undone: what each was called, what was done, for how many
    days more it can be undone, and by a form to which address."""
    for change in evening_changes.list_evening_changes(connection(), this_club()):
        url = url_for("evening_changes.undo", change_id=change.id)
        name = change.title or day_as_title(change.day)
        yield name, CHANGES[change.kind], days_left(change.at), url


def people_set_aside(people: Sequence[Person]) -> Iterator[SetAside]:
    """Return the recent changes of people that can be undone, and all who are hidden; also of
    people that no list shows."""
    names = {person.id: person.name for person in people}
    for person in people:
        if person.forgotten is not None:
            continue
        if person.hidden and not person.merged_into:
            url = url_for("players.show_again", person_id=person.id)
            yield SetAside(person, "hidden", _("hidden from seating"), url, None)
        if person.merged and (days := days_left(person.merged)):
            url = url_for("players.unmerge", person_id=person.id)
            into = names.get(person.merged_into or 0, "")
            yield SetAside(person, "merged", _("merged into {name}", name=into), url, days)
        if person.renamed and not person.merged_into and (days := days_left(person.renamed)):
            url = url_for("players.undo_rename", person_id=person.id)
            yield SetAside(person, "renamed", _("was {name}", name=person.former), url, days)


def days_left(moment: str) -> int:
    """Return for how many more days a change at this moment (ISO, UTC) can be undone, 0 for
    none."""
    until = parse_moment(moment) + timedelta(days=DAYS_TO_RESTORE)
    return max(0, (until - datetime.now(UTC)).days)


def summary_of_aside(people: Sequence[Person]) -> tuple[list[Text], Text] | None:
    """Say how much can be brought back, and for how long; None for nothing."""
    entries = list(people_set_aside(people))
    kinds = [entry.kind for entry in entries]
    db, club = connection(), this_club()
    moments = [match.deleted or "" for match in lists.deleted_matches(db, club)]
    changes = evening_changes.list_evening_changes(db, club)
    parts: list[Text] = []
    if hidden := kinds.count("hidden"):
        parts.append(_n("{n} hidden", "{n} hidden", hidden))
    if merged := kinds.count("merged"):
        parts.append(_n("{n} merged", "{n} merged", merged))
    if renamed := kinds.count("renamed"):
        parts.append(_n("{n} renamed", "{n} renamed", renamed))
    if moments:
        parts.append(_n("{n} deleted match", "{n} deleted matches", len(moments)))
    if changes:
        parts.append(_n("{n} change of an evening", "{n} changes of evenings", len(changes)))
    if not parts:
        return None
    days = [entry.days for entry in entries if entry.days]
    days += [days_left(moment) for moment in (*moments, *(change.at for change in changes))]
    if not days:
        return parts, _("they can come back")
    if len(days) == 1:
        return parts, _n(
            "it can come back for {n} more day", "it can come back for {n} more days", days[0]
        )
    return parts, _n(
        "the first can come back for {n} more day",
        "the first can come back for {n} more days",
        min(days),
    )
