"""Load the match that an address names, from `MatchCache` or the database, and save its answers.

`append` writes answers to the log, and with them the match's summary, from which lists describe a
match without replaying it: plain numbers, names and keys. A summary has nothing that the log has
not, and can be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from flask import abort, g, make_response, render_template, request

from app.dates import parse_moment
from app.games import GAMES
from app.scoring import PLAYERS, Event, Line, Match, SharedOutcome, _, version
from app.scoring.match.replay import CheckedEvent
from app.scoring.match.seating import Seating
from app.scoring.statistics import counts, facts_of, points_variant_of, variant_of
from app.store.engine import now
from app.store.matches import log, matches
from app.store.matches.deletion import DAYS_TO_RESTORE
from app.store.matches.facts import SeatFacts
from app.store.matches.log import LogHead, Summary
from app.store.matches.matches import Record
from app.web.core.access import is_id, is_watching, this_club
from app.web.core.http import wants_partial
from app.web.core.idempotency import request_id
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection, publish, services

SUMMARY_KEYS = {"players", "sides", "totals", "deals", "length", "ended", "winners"}
"""The keys of every summary. A game that is won together adds `won` and `score`, a pad its `title`
and its `set_up`, and a deal with a `position` adds that. Older summaries have `now` in its place:
English words."""


def get_match_or_404(match_id: int) -> Match:
    """The match with this number; aborts with 404 without one, 410 if it was deleted.

    204 for a page that polls with the version that it shows, if there is no newer one.
    """
    head = get_log_head_or_404(match_id)
    match = services().match_cache.check_out(this_club(), match_id, head)
    return check_in_later(match or load_match_or_404(match_id))


def get_log_head_or_404(match_id: int) -> LogHead:
    """The latest line and revision of a match; aborts as `get_match_or_404` does."""
    head = get_stored_log_head_or_404(match_id)
    if head.deleted and is_watching():
        abort(404)
    if head.deleted:
        abort(make_response(*show_deleted(match_id, head.deleted)))
    shown = request.args.get("after")
    if shown and wants_partial() and shown == version(head.line, head.revision):
        abort(make_response("", 204))
    return head


def get_stored_log_head_or_404(match_id: int) -> LogHead:
    """The latest line and revision, also of a match that was deleted; 404 without one."""
    head = log.find_log_head(connection(), this_club(), match_id) if is_id(match_id) else None
    return head or abort(404)


def load_match_or_404(match_id: int) -> Match:
    """The match as stored, its script not played yet; 404 if it is deleted or its game unknown."""
    record = matches.find_match(connection(), this_club(), match_id)
    if record is None or record.deleted or record.game not in GAMES:
        abort(404)
    return match_of_today(record)


def match_of_today(record: Record) -> Match:
    """The match of a stored record, with the names that its people have today."""
    return matches_of_today([record])[0]


def matches_of_today(records: Sequence[Record]) -> list[Match]:
    """The same of several records."""
    today = matches.with_names_of_today(connection(), this_club(), records)
    return [match_from_record(record) for record in today]


def show_deleted(match_id: int, deleted: str, twin_id: int | None = None) -> tuple[str, int]:
    """The page of a match that was deleted, with a button to restore it, or the way to the same
    match that has come by a file since (`twin_id`); for htmx a notice."""
    if wants_partial():
        sentence = _("This match was deleted. Open its page again to bring it back.")
        # 404 and not 410: the pages put the words of a 404 above the table.
        return render_template("_notice.html", sentence=sentence), 404
    until = parse_moment(deleted) + timedelta(days=DAYS_TO_RESTORE)
    day = day_in_words(until.date().isoformat())
    page = render_template("match/deleted.html", match_id=match_id, until=day, twin_id=twin_id)
    return page, 410


def match_from_record(record: Record) -> Match:
    """The match of a record, whose game is known, with the names of the record."""
    game = GAMES[record.game]
    return Match(
        game,
        record.players,
        record.log,
        id=record.id,
        started=record.started,
        title=record.title,
        uuid=record.uuid,
        revision=record.revision,
        utc_offset=record.utc_offset,
        dated=record.dated,
        former_names=record.former_names,
        colours=record.colours,
    )


def check_in_later(match: Match) -> Match:
    """Let the end of the request cache this match."""
    g.match = match
    return match


def append_events(match: Match, *events: Event | CheckedEvent) -> Match:
    """Accept these events as one change and write them; returns the match after them.

    Raises `Refused` with every problem, and `Overtaken` if another phone wrote first.
    """
    return append(match, match.accept(*events, at=moment_after(match.log)))


def append(match: Match, after: Match) -> Match:
    """Write the lines by which `after` is longer; they are on disk when this returns.

    Raises `Overtaken` if another phone wrote first.
    """
    last_line = match.last_line
    lines = after.log[last_line:]
    log.append(
        connection(),
        this_club(),
        match.id,
        lines,
        after=last_line,
        revision=match.revision,
        request_id=request_id(),
        summary=summary_of(after),
    )
    is_renamed = any(line.event.key == PLAYERS for line in lines)
    publish(match.id, None if is_renamed else (after.last_line, after.revision))
    if is_renamed:
        # Whoever was named now may be called otherwise today, and has a colour.
        after = load_match_or_404(match.id)
    return check_in_later(after)


def is_stale(match: Match) -> bool:
    """Return whether the page of this form is older than the latest line of the log, or names no
    line."""
    return request.form.get("after", type=int) != match.last_line


def seating_of_form(match: Match) -> Seating:
    """Return the seating at the line of the log that the page of this form was made for.

    A line that does not exist is taken for the latest. So a value that was typed beside the name of
    a player stays with them if they have moved to another seat since.
    """
    line = request.form.get("after", "")
    if line.isdecimal() and len(line) < 9 and 0 < int(line) < match.last_line:
        return match.seatings[int(line)]
    return match.seating


def summary_of(match: Match) -> Summary:
    """The summary to store with the latest line of a match."""
    standing = match.standing
    table, outcome, deal = standing.table, standing.outcome, standing.deal
    summary: dict[str, Any] = {
        # As the log says them: lists put the names of today in their place.
        "players": [match.former_names.get(name, name) for name in match.seating.present],
        "sides": [[seat.index for seat in side.seats] for side in table.sides],
        "totals": table.totals,
        "deals": table.scored_count,
        "length": table.length,
        "ended": standing.ended_early,
        "winners": [side.index for side in outcome.winners] if outcome else [],
    }
    if table.title and standing.house_rules:
        prompt, rules = standing.house_rules
        summary |= {"title": table.title, "set_up": prompt.summary_of(rules)}
    if deal and deal.progress:
        summary["position"] = dict(deal.progress)
    if isinstance(outcome, SharedOutcome):
        summary |= {"won": outcome.won, "score": outcome.score}
    is_over, seat_facts = standing.is_over, None
    if is_over and counts(standing):
        variant, of_points = variant_of(match).key, points_variant_of(match).key
        seat_facts = SeatFacts(variant, of_points, facts_of(match))
    return Summary(is_over, summary, seat_facts)


def moment_after(log: Sequence[Line], moment: str | None = None) -> str:
    """The moment (ISO, UTC) of the next line: now, or the millisecond after the last line.

    In a file the moment alone tells which lines were one change, so no others may share it.
    """
    moment = moment or now()
    last = log[-1].at if log else None
    if last is None or last < moment:  # moments are written alike, and sort as text
        return moment
    latest = parse_moment(last)
    is_taken = timedelta() <= latest - parse_moment(moment) < timedelta(seconds=1)
    later = latest + timedelta(milliseconds=1)
    return later.isoformat(timespec="milliseconds") if is_taken else moment


def check_in_match(error: BaseException | None) -> None:
    """At the end of a request: cache its match, unless the request failed."""
    match: Match | None = g.pop("match", None)
    if match and error is None:
        services().match_cache.check_in(this_club(), match)
