"""The evenings of a club: a list of them, and what one brought."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_time

from app import store
from app.scoring import Match, Seat, Text, _, _n
from app.scoring.awards import Award
from app.scoring.game import LONGEST_NAME, normalise_name
from app.scoring.highlights import TurningPoint, choose_awards, turning_point
from app.scoring.model.text import and_list
from app.web.club.evening_result import (
    PersonResult,
    leaders_of,
    people_of_seats,
    results_of,
)
from app.web.club.match_list import MatchListItem, list_items
from app.web.core.access import LARGEST_ID, this_club
from app.web.core.initials import initials_of
from app.web.core.services import connection
from app.web.match.repository import match_of_today

bp = Blueprint("evenings", __name__, url_prefix="/evenings")

PAGE_OF_EVENINGS = 30
MOST_MATCHES = 200
"""So many matches of an evening count; nobody plays more."""
MOST_REPLAYED = 12
"""So many of them are played again, for what turned them and for awards, and have a column."""
LONGEST_NOTE = 1_000


@dataclass(frozen=True)
class EveningInList:
    """An evening in a list: its matches, and what they brought."""

    evening: store.Evening
    items: Sequence[MatchListItem]
    results: Sequence[PersonResult]

    @property
    def name(self) -> str:
        """Its title, or its day."""
        return self.evening.title or day_of(self.evening)

    @property
    def about(self) -> Text:
        """Who led, and how many matches there were; with the day, if that is not its name."""
        matches = _n("{n} match", "{n} matches", len(self.items))
        led = who_led(self.results) or matches
        return _("{day} · {led}", day=day_of(self.evening), led=led) if self.evening.title else led


def day_of(evening: store.Evening) -> str:
    """The day of an evening in words: “Sunday 15 November”, with the year unless it is this one."""
    day = date.fromisoformat(evening.day)
    shape = "EEEE d MMMM" if day.year == datetime.now(UTC).year else "EEEE d MMMM y"
    return str(format_date(day, shape))


def who_led(results: Sequence[PersonResult]) -> Text | None:
    """Who was ahead most clearly and how often; None if nobody was."""
    leaders = leaders_of(results)
    if not leaders:
        return None
    names, best = and_list([one.person.name for one in leaders]), leaders[0]
    return _("{names} led, {ahead} of {all}", names=names, ahead=best.ahead, all=best.meetings)


@bp.get("")
def show_evenings() -> ResponseReturnValue:
    """The evenings of the club, the latest first."""
    before = request.args.get("before", type=int)
    before = None if before is None else max(0, min(before, LARGEST_ID))
    found = store.list_evenings(connection(), this_club(), PAGE_OF_EVENINGS, before)
    return render_template(
        "club/evenings.html",
        evenings=[in_list(evening) for evening in found],
        earlier=found[-1].id if len(found) == PAGE_OF_EVENINGS else None,
    )


def in_list(evening: store.Evening) -> EveningInList:
    """An evening with what its summaries say; nothing is played again."""
    db, club = connection(), this_club()
    items = list_items(store.matches_of_evening(db, club, evening.id, MOST_MATCHES))
    seats = store.seats_of_matches(db, club, [item.match.id for item in items])
    return EveningInList(evening, items, results_of(items, seats, {}))


@bp.get("/<int:evening_id>")
def show_evening(evening_id: int) -> ResponseReturnValue:
    """One evening: who was ahead of whom, match by match, what turned it, and awards."""
    return render_evening(evening_or_404(evening_id))


def render_evening(evening: store.Evening, problem: Text | None = None) -> str:
    """The page of an evening, with why nothing was changed."""
    db, club = connection(), this_club()
    items = list_items(store.matches_of_evening(db, club, evening.id, MOST_MATCHES))
    ids = [item.match.id for item in items]
    seats = store.seats_of_matches(db, club, ids)
    matches = replayed(items)
    results = results_of(items, seats, matches)
    finished = [item for item in items if any(item.match.id in it.finishes for it in results)]
    return render_template(
        "club/evening.html",
        evening=evening,
        name=evening.title or day_of(evening),
        day=day_of(evening),
        hours=hours_of(items),
        items=items,
        columns=finished[:MOST_REPLAYED],
        more=len(finished[MOST_REPLAYED:]),
        together=[item for item in items if item.match.is_over and item.game.wins_together],
        results=list(zip(initials_of([it.person.name for it in results]), results, strict=True)),
        leaders=[it.person.id for it in leaders_of(results)],
        turn=what_turned(matches),
        awards=awards_of(matches, seats),
        problem=problem,
        longest=LONGEST_NAME,
        longest_note=LONGEST_NOTE,
    )


def replayed(items: Sequence[MatchListItem]) -> dict[int, Match]:
    """The matches of an evening that were played to their end, by number: the first of them."""
    db, club = connection(), this_club()
    matches = {}
    for item in items[:MOST_REPLAYED]:
        record = store.find_match(db, club, item.match.id) if item.match.is_over else None
        if record is not None and not item.summary["ended"]:
            matches[record.id] = match_of_today(record)
    return matches


def hours_of(items: Sequence[MatchListItem]) -> Text | None:
    """From when to when an evening went, by the clock of the phone that began its first match."""
    first = store.find_match(connection(), this_club(), items[0].match.id) if items else None
    if first is None or first.utc_offset is None:
        # Of older matches nobody knows what the clock showed.
        return None
    moments = [item.match.started for item in items] + [item.match.changed for item in items]
    began, ended = (store.local_time(it, first.utc_offset) for it in (min(moments), max(moments)))
    return _(
        "{first} to {last}",
        first=format_time(began, "short", rebase=False),
        last=format_time(ended, "short", rebase=False),
    )


def what_turned(matches: dict[int, Match]) -> TurningPoint | None:
    """What turned the longest match of an evening, None for nothing."""
    longest = max(matches.values(), key=lambda match: len(match.standing.finished), default=None)
    return turning_point(longest) if longest else None


def awards_of(
    matches: dict[int, Match], seats: dict[int, list[store.PersonSeat]]
) -> list[tuple[list[str], Award]]:
    """The awards of an evening, at most one for each person, with the names of who holds it."""
    people = {
        number: people_of_seats(seats.get(number, ()), match) for number, match in matches.items()
    }

    def person_at(match: Match, seat: Seat) -> Hashable:
        person = people[match.id].get(seat.index)
        return person.id if person else (match.id, seat.index)

    return [
        ([str(seat) for seat in award.seats], award)
        for match, award in choose_awards(list(matches.values()), person_at)
        if all(seat.index in people[match.id] for seat in award.seats)
    ]


@bp.post("/<int:evening_id>")
def describe(evening_id: int) -> ResponseReturnValue:
    """Write the title, the place and the note of an evening; 422 with one that is too long."""
    evening = evening_or_404(evening_id)
    note = request.form.get("note", "").replace("\0", "").replace("\r\n", "\n").strip()
    words: dict[str, Any] = {
        "title": normalise_name(request.form.get("title", "")),
        "place": normalise_name(request.form.get("place", "")),
        "note": note,
    }
    for key, text in words.items():
        most = LONGEST_NOTE if key == "note" else LONGEST_NAME
        if len(text) > most:
            problem = _(
                "This has {length} letters; the most is {longest}.", length=len(text), longest=most
            )
            typed = store.Evening(evening.id, evening.day, evening.began, **words)
            return render_evening(typed, problem), 422
    store.describe_evening(connection(), this_club(), evening_id, **words)
    return redirect(url_for("evenings.show_evening", evening_id=evening_id), 303)


@bp.post("/<int:evening_id>/split")
def split(evening_id: int) -> ResponseReturnValue:
    """Let a new evening begin with the match `match`; 409 if it is not in the midst of this one."""
    evening = evening_or_404(evening_id)
    match_id = request.form.get("match", 0, int)
    try:
        number = store.split_evening(connection(), this_club(), evening_id, match_id)
    except store.NoSuchEvening:
        problem = _("No such match is in the midst of this evening: nothing was changed.")
        return render_evening(evening, problem), 409
    return redirect(url_for("evenings.show_evening", evening_id=number), 303)


@bp.post("/<int:evening_id>/join")
def join(evening_id: int) -> ResponseReturnValue:
    """Let an evening be one with the one before it; 409 if there is none."""
    evening = evening_or_404(evening_id)
    try:
        number = store.join_evening(connection(), this_club(), evening_id)
    except store.NoSuchEvening:
        problem = _("There is no evening before this one: nothing was changed.")
        return render_evening(evening, problem), 409
    return redirect(url_for("evenings.show_evening", evening_id=number), 303)


def evening_or_404(evening_id: int) -> store.Evening:
    """The evening with this number; 404 without one that has a match."""
    is_id = 0 < evening_id <= LARGEST_ID
    return (store.find_evening(connection(), this_club(), evening_id) if is_id else None) or abort(
        404
    )
