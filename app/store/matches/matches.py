"""Matches: create, find and title them. Their logs are in `app.store.matches.log`,
and how they are deleted is in `app.store.matches.deletion`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any
from uuid import uuid4

from app.scoring import PLAYERS, Event, Line
from app.scoring.game import name_key
from app.scoring.model.seats import FORGOTTEN
from app.store.clubs.clubs import lock_club, next_number
from app.store.engine import (
    IS_VISIBLE,
    Database,
    bump_revision,
    insert,
    now,
    one_transaction,
    placeholders,
    to_json,
)
from app.store.matches.facts import write_facts
from app.store.matches.lists import numbers_by_uuid
from app.store.matches.log import (
    Overtaken,
    Summary,
    as_row,
    first_checksum,
    insert_lines,
    summary_columns,
)
from app.store.people.colours import colours_of
from app.store.people.evenings import assign_evening, mended_day
from app.store.people.naming import alias_names
from app.store.people.people import Person, canonical_people, find_people, people_in_matches
from app.store.people.seatings import names_in_log, names_of_today, seat_people


@dataclass(frozen=True)
class Record:
    """A match as it is stored. `id` is its number in its club, `game` a key, `players` are in play
    order as the match began; `started` and `deleted` are moments (ISO, UTC). The `uuid` names the
    match in other clubs and in files too; `revision` counts changes beside the log. The clock of
    the phone that began it was `utc_offset` minutes ahead of UTC, None if that is not known;
    `evening` is the number of that to which it belongs, and `day` (ISO) that for which it counts.
    `former_names` maps each name that has changed since to the one in the log, and `colours` the
    name of each person to the hue."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    log: tuple[Line, ...]
    title: str = ""
    deleted: str | None = None
    uuid: str = ""
    revision: int = 0
    utc_offset: int | None = None
    evening: int | None = None
    day: str = ""
    former_names: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, int] = field(default_factory=dict)

    @property
    def dated(self) -> str:
        """The day for which it counts, "" for that of its clock."""
        return mended_day(self.day, self.started, self.utc_offset)

    @property
    def events(self) -> list[Event]:
        """The events of its log, in order."""
        return [line.event for line in self.log]

    @property
    def last_line(self) -> int:
        """The number of the last line, 0 for none."""
        return len(self.log)


def begin_match(
    db: Database,
    club: str,
    game: str,
    players: Sequence[str],
    first: Event,
    summary: Summary | None = None,
    *,
    uuid: str = "",
    utc_offset: int | None = None,
) -> int:
    """Store a new match with the first line of its log. Returns its number.

    The clock of the phone is `utc_offset` minutes ahead of UTC. A match with this `uuid` is begun
    once, however often a phone sends the form and to whichever process: later calls return its
    number.
    """
    return save_match(
        db,
        club,
        game,
        players,
        now(),
        [Line(first, now())],
        uuid=uuid,
        is_once=bool(uuid),
        summary=summary,
        utc_offset=utc_offset,
    )


@one_transaction
def save_match(
    db: Database,
    club: str,
    game: str,
    players: Sequence[str],
    started: str,
    log: Sequence[Line],
    *,
    title: str = "",
    uuid: str = "",
    is_once: bool = False,
    is_only: bool = False,
    summary: Summary | None = None,
    utc_offset: int | None = None,
    by_date: bool = False,
    people: Mapping[str, int] | None = None,
    number: int | None = None,
    once: Mapping[int, str] | None = None,
) -> int:
    """Store a match with its log, who sits where, and its evening: the one that goes on, or for a
    match of old that of its date (`by_date`). Returns its number: the next one of the club, or
    `number`, which must be free. `once` has the ids of the requests that wrote its lines, by the
    numbers of these lines.

    `people` are the numbers of those of the club who are meant by names that are new to it, see
    `alias_names`. It gets a new `uuid` unless it has one; with `is_once` the number of a match that
    has it already is returned, and nothing stored. With `is_only` it raises `Overtaken` if the club
    has got the match meanwhile, as `find_match_by_uuid` or, without a `uuid`, `find_same_match`
    tells.
    """
    if is_once or is_only:
        lock_club(db, club)
    if is_once:
        row = db.execute(
            "SELECT number FROM matches WHERE club = ? AND uuid = ? LIMIT 1", [club, uuid]
        ).fetchone()
        if row:
            return int(row[0])
    if is_only and has_match(db, club, game, players, log, uuid):
        raise Overtaken(f"match {uuid or list(players)} of {club}")
    if people:
        alias_names(db, club, people)
    match_id = number or next_number(db, club, "match")
    match = {
        **match_row(club, match_id, game, players, started, log, title, uuid, utc_offset),
        "counted": len(log),
        **summary_columns(summary),
    }
    insert(db, "matches", match)
    ids = once or {}
    rows = [
        {**as_row(club, match_id, at, line, started), "once": ids.get(at)}
        for at, line in enumerate(log, start=1)
    ]
    insert_lines(db, rows, first_checksum(game, match["players"]))
    assign_evening(db, club, match_id, by_date=by_date)
    seat_people(db, club, match_id)
    if summary is not None and summary.seat_facts is not None:
        write_facts(db, club, match_id, summary.seat_facts)
    return match_id


def match_row(
    club: str,
    match_id: int,
    game: str,
    players: Sequence[str],
    started: str,
    log: Sequence[Line],
    title: str,
    uuid: str,
    utc_offset: int | None,
) -> dict[str, Any]:
    """Return the row of a match that is new here, but for what is made from its log."""
    return {
        "club": club,
        "number": match_id,
        "game": game,
        "players": to_json(list(players)),
        "started": started,
        "title": title,
        "uuid": uuid or str(uuid4()),
        # Though its file may be old: without an answer, it waits for one from now on.
        "changed": now() if len(log) == 1 else (log[-1].at if log else None) or started,
        "utc_offset": utc_offset,
    }


def has_match(
    db: Database, club: str, game: str, players: Sequence[str], log: Sequence[Line], uuid: str
) -> bool:
    """Return whether a club has a match of a game with this `uuid`, or without one with the same
    log."""
    if not uuid:
        events = [line.event for line in log]
        return find_same_match(db, club, game, players, events) is not None
    found = find_match_by_uuid(db, club, uuid)
    return found is not None and found.game == game


def find_same_match(
    db: Database, club: str, game: str, players: Sequence[str], events: list[Event]
) -> int | None:
    """Return the number of the latest match with the same game, players and events, None if there
    is none.

    Only the latest 20 with these players and as many lines are compared.
    """
    match_ids: list[int] = []
    # In two queries, because only finished matches are in the index by players: an index of open
    # ones would have to be written with every answer.
    for is_over in range(2):
        rows = db.execute(
            "SELECT number FROM matches WHERE club = ? AND game = ? AND players = ?"
            f" AND deleted IS NULL AND is_over = {is_over} AND (SELECT max(line) FROM events"
            " WHERE events.club = matches.club AND match = number) = ?"
            " ORDER BY number DESC LIMIT 20",
            [club, game, to_json(list(players)), len(events)],
        )
        match_ids += [match_id for (match_id,) in rows.fetchall()]
    records = find_matches(db, club, sorted(match_ids, reverse=True)[:20])
    return next((record.id for record in records if record.events == events), None)


def find_match_by_uuid(db: Database, club: str, uuid: str) -> Record | None:
    """Return the latest match of a club with this `uuid` that is not deleted, None if there is
    none."""
    number = numbers_by_uuid(db, club, [uuid]).get(uuid)
    return find_match(db, club, number) if number else None


def find_deleted_match(db: Database, club: str, uuid: str) -> Record | None:
    """Return the match of a club with this `uuid` that was deleted last and can still be restored,
    None if there is none."""
    records = [record for record in find_matches_by_uuid(db, club, uuid) if record.deleted]
    return max(records, key=lambda record: record.deleted or "", default=None)


def find_matches_by_uuid(db: Database, club: str, uuid: str) -> list[Record]:
    """Return the matches of a club with this `uuid`, also deleted ones, by number."""
    # Asked for their order, an engine may walk all numbers of the club.
    rows = db.execute("SELECT number FROM matches WHERE club = ? AND uuid = ?", [club, uuid])
    return find_matches(db, club, sorted(match_id for (match_id,) in rows.fetchall()))


def find_match(db: Database, club: str, match_id: int) -> Record | None:
    """Return the match with its whole log, None if there is none."""
    return next(iter(find_matches(db, club, [match_id])), None)


def find_matches(db: Database, club: str, match_ids: Sequence[int]) -> list[Record]:
    """Return the matches of these few numbers that there are, in this order, with their whole
    logs."""
    if not match_ids:
        return []
    in_numbers = f"IN ({placeholders(match_ids)})"
    rows = db.execute(
        "SELECT number, game, players, started, title, deleted, uuid, asides, utc_offset, evening,"
        f" day FROM matches WHERE club = ? AND number {in_numbers} AND {IS_VISIBLE}",
        [club, *match_ids],
    ).fetchall()
    lines: dict[int, list[tuple[Any, ...]]] = {match_id: [] for match_id in match_ids}
    for match_id, *line in db.execute(
        "SELECT match, at, batch, kind, deal, key, answer FROM events"
        f" WHERE club = ? AND match {in_numbers} ORDER BY match, line",
        [club, *match_ids],
    ).fetchall():
        lines[match_id].append(tuple(line))
    records = {
        number: Record(
            number, game, tuple(json.loads(players)), started, log_of(lines[number]), *rest
        )
        for number, game, players, started, *rest in rows
    }
    return [records[number] for number in match_ids if number in records]


def log_of(lines: Sequence[tuple[Any, ...]]) -> tuple[Line, ...]:
    """Return the lines of a log from their rows."""
    # All answers in one JSON text: read one by one they take three times as long.
    answers = json.loads(f"[{','.join(answer for *_about, answer in lines)}]")
    return tuple(
        Line(Event(kind, deal, key, answer), at, batch)
        for (at, batch, kind, deal, key, _json), answer in zip(lines, answers, strict=True)
    )


def with_names_of_today(db: Database, club: str, records: Sequence[Record]) -> list[Record]:
    """Return the records with the names that their people have today in place of those in the
    logs, and with their colours."""
    names = [names_in_log(record.players, record.events) for record in records]
    people = find_people(db, club, chain(*names))
    here = people_in_matches(
        db,
        club,
        {
            (record.id, name_key(name))
            for record, logged in zip(records, names, strict=True)
            for name in logged
        },
    )
    canonical = canonical_people(db, club, {*here.values()})
    in_matches: dict[int, dict[str, Person]] = {record.id: {} for record in records}
    for (match_id, key), person in here.items():
        if person in canonical:
            in_matches[match_id][key] = canonical[person]
    return [
        with_names_of(
            record,
            {key: people[key] for key in map(name_key, logged) if key in people}
            | in_matches[record.id],
        )
        for record, logged in zip(records, names, strict=True)
    ]


def with_names_of(record: Record, people: Mapping[str, Person]) -> Record:
    """Return the record with the names of these people, by the key of each name and mark that its
    log says, and with their colours."""
    marks = {key: one.hue for key, one in people.items() if FORGOTTEN.fullmatch(key)}
    named = {key: one for key, one in people.items() if key not in marks}
    today = names_of_today(record.players, record.events, named)
    marks |= {
        mark: named[name_key(name)].hue
        for name, mark in today.items()
        if name != mark and FORGOTTEN.fullmatch(mark)
    }
    record = replace(record, colours=colours_of(named.values()) | marks)
    if all(name == now_called for name, now_called in today.items()):
        return record

    def rename(line: Line) -> Line:
        event = line.event
        if event.key != PLAYERS or not isinstance(event.answer, list):
            return line
        answer = [today.get(name, name) for name in event.answer]
        return replace(line, event=replace(event, answer=answer))

    players = tuple(today[name] for name in record.players)
    former_names = {name: before for before, name in today.items() if name != before}
    log = tuple(map(rename, record.log))
    return replace(record, players=players, log=log, former_names=former_names)


@one_transaction
def set_title(db: Database, club: str, match_id: int, title: str) -> None:
    """Give a match a title; empty for none."""
    db.execute(
        "UPDATE matches SET title = ? WHERE club = ? AND number = ?", [title, club, match_id]
    )
    bump_revision(db, club, match_id)
