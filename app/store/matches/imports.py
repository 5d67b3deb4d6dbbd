"""Imports: matches that come into a club together, hidden until all are written.

They are written in small transactions and shown by one, so that no table waits long and no page
shows a part. A hidden match has the id of its import, and is deleted as far as all lists know. When
it is shown it has no seatings and facts yet: `count_imported` writes them, and housekeeping if the
import has broken off. `discard_import` removes what an import has hidden, and `discard_old_imports`
what a broken one has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from app.dates import day_of
from app.scoring import Line
from app.scoring.game import name_key
from app.store.clubs.clubs import lock_club, next_number
from app.store.engine import (
    IS_VISIBLE,
    Database,
    bump_revision,
    insert,
    now,
    one_transaction,
    placeholders,
    select_by_keys,
    to_json,
)
from app.store.matches.deletion import undelete_match
from app.store.matches.facts import SeatFacts, write_facts
from app.store.matches.lists import numbers_by_uuid
from app.store.matches.log import (
    Overtaken,
    Summary,
    as_row,
    first_checksum,
    latest_line,
    next_checksum,
    summary_columns,
)
from app.store.matches.matches import match_row
from app.store.people.evenings import (
    Evening,
    assign_evening,
    find_evening_at,
    remove_empty_evenings,
)
from app.store.people.naming import alias_names
from app.store.people.people import create_person, find_people
from app.store.people.seatings import seat_people

LONGEST_IMPORT = timedelta(hours=2)  # age of hidden matches whose import has broken off
REMOVED_AT_ONCE = 50  # hidden matches that are removed in one transaction


@dataclass(frozen=True)
class HiddenMatch:
    """A match that is to come into a club: `evening` is the number of that to which it belongs,
    None for that of its date; it counts for a `day` (ISO), "" for that of its clock. Each of
    `flags` has the values of `Flag`."""

    game: str
    players: Sequence[str]
    started: str
    log: Sequence[Line]
    title: str = ""
    uuid: str = ""
    summary: Summary | None = None
    utc_offset: int | None = None
    evening: int | None = None
    flags: Sequence[tuple[int, str, str, str | None]] = ()
    day: str = ""


@dataclass(frozen=True)
class NewPerson:
    """Somebody who comes with an import, unless the club has the name already: as `Person`, with
    all the `names` that are theirs beside the one by which they are called."""

    name: str
    hue: int = 0
    names: Sequence[str] = ()
    added: str | None = None
    hidden: str | None = None


@dataclass(frozen=True)
class NewLines:
    """New lines of a match that the club has: `lines` to append after its line `after`, while it
    still has this `revision`."""

    match_id: int
    after: int
    revision: int
    lines: Sequence[Line]
    summary: Summary


@dataclass(frozen=True)
class Import:
    """The rest of an import, written when its hidden matches are shown. There are `matches` of
    them; `claims` maps new names to the people they mean, see `alias_names`, and `undeleted` are
    numbers of deleted matches that come back."""

    id: str
    matches: int
    claims: Mapping[str, int] = field(default_factory=dict)
    people: Sequence[NewPerson] = ()
    evenings: Sequence[Evening] = ()
    decks: Sequence[tuple[str, Mapping[str, Any]]] = ()
    extensions: Sequence[NewLines] = ()
    undeleted: Sequence[int] = ()


@one_transaction
def find_or_create_evenings(
    db: Database, club: str, evenings: Sequence[Evening], taken: Iterable[int]
) -> list[int]:
    """Return the number of an evening of this club for each of these of a file: the one of its day,
    unless that is `taken` by another of the file, else a new one, hidden until it has a match."""
    lock_club(db, club)
    numbers: list[int] = []
    for evening in evenings:
        number = find_evening_at(db, club, evening.day, evening.began, by_date=True)
        if number is None or number in taken or number in numbers:
            number = next_number(db, club, "evening")
            insert_evening(db, club, number, evening)
        numbers.append(number)
    return numbers


def insert_evening(db: Database, club: str, number: int, evening: Evening) -> None:
    """Insert an evening about which nothing is written yet, in the open transaction."""
    row = {"club": club, "number": number, "day": evening.day}
    insert(db, "evenings", row | {"began": evening.began, "until": evening.began})


@one_transaction
def add_hidden(
    db: Database, club: str, import_id: str, matches: Sequence[HiddenMatch]
) -> list[int]:
    """Store matches that are hidden until their import is shown. Returns their numbers."""
    lock_club(db, club)
    numbers = []
    for match in matches:
        number = next_number(db, club, "match")
        insert_hidden(db, club, import_id, number, match)
        numbers.append(number)
    return numbers


def insert_hidden(db: Database, club: str, import_id: str, number: int, match: HiddenMatch) -> None:
    """Insert a hidden match with its log and its flags, in the open transaction."""
    row = match_row(
        club,
        number,
        match.game,
        match.players,
        match.started,
        match.log,
        match.title,
        match.uuid,
        match.utc_offset,
    )
    hidden: dict[str, Any] = {"import_id": import_id, "deleted": now()}
    if match.evening is not None:
        day = match.day or day_of(match.started, match.utc_offset)
        hidden |= {"evening": match.evening, "day": day}
    insert(db, "matches", {**row, **hidden, **summary_columns(match.summary)})
    checksum = first_checksum(match.game, row["players"])
    insert_many_lines(db, club, number, match.log, 0, match.started, checksum, import_id)
    if match.evening is None:
        assign_evening(db, club, number, by_date=True)
    db.execute_many(
        "INSERT INTO doubts (club, match, deal, at, words, outcome) VALUES (?, ?, ?, ?, ?, ?)",
        [(club, number, *flag) for flag in match.flags],
    )


def insert_many_lines(
    db: Database,
    club: str,
    match_id: int,
    lines: Sequence[Line],
    after: int,
    at: str,
    checksum: str,
    import_id: str,
) -> None:
    """Insert lines after the line `after`, whose checksum is given, in the open transaction; those
    without a moment are of `at`. The first says of which import they are, see `shown_matches`."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, after + 1):
        row = as_row(club, match_id, number, line, at)
        checksum = next_checksum(checksum, row)
        once = None if rows else import_id
        rows.append({**row, "checksum": checksum, "once": once})
    if rows:
        names, values = ", ".join(rows[0]), placeholders(rows[0])
        # In one statement for all: a server is asked once, and not for each line.
        db.execute_many(
            f"INSERT INTO events ({names}) VALUES ({values})", [[*row.values()] for row in rows]
        )


@one_transaction
def show_import(db: Database, club: str, coming: Import) -> list[int]:
    """Show all matches of an import, and write the rest of it. Returns their numbers.

    Raises `Overtaken`, and changes nothing, if some of its hidden matches are gone, if the club has
    got one of them from elsewhere, or if a match to be extended has changed.
    """
    lock_club(db, club)
    rows = db.execute(
        "SELECT number, uuid FROM matches WHERE import_id = ? AND club = ? ORDER BY number",
        [coming.id, club],
    ).fetchall()
    twins = deleted_uuids(db, club, coming.undeleted)
    if len(rows) != coming.matches or len(twins) != len(coming.undeleted):
        raise Overtaken(f"import {coming.id} of {club}: {len(rows)} of {coming.matches} are there")
    if here := numbers_by_uuid(db, club, [uuid for _number, uuid in rows] + twins):
        raise Overtaken(f"import {coming.id} of {club}: {len(here)} are here by now")
    for match_id in coming.undeleted:
        undelete_match(db, club, match_id)
    for extension in coming.extensions:
        extend_match(db, club, extension, coming.id)
    alias_names(db, club, coming.claims)
    add_people(db, club, coming.people)
    for evening in coming.evenings:
        describe_new_evening(db, club, evening)
    start_evenings_earlier(db, club, coming.id)
    for name, faces in coming.decks:
        deck = {"club": club, "number": next_number(db, club, "deck"), "name": name}
        insert(db, "decks", deck | {"faces": to_json(faces), "entered": now()})
    db.execute(
        "UPDATE matches SET import_id = NULL, deleted = NULL WHERE import_id = ? AND club = ?",
        [coming.id, club],
    )
    return [number for number, _uuid in rows]


def hidden_matches(db: Database, club: str, import_id: str) -> list[int]:
    """Return the numbers of the matches of an import that are still hidden."""
    rows = db.execute(
        "SELECT number FROM matches WHERE import_id = ? AND club = ? ORDER BY number",
        [import_id, club],
    )
    return [number for (number,) in rows.fetchall()]


def shown_matches(db: Database, club: str, import_id: str) -> list[int]:
    """Return the numbers of the matches that an import has added or extended; none before it was
    shown. They tell a process what another one, killed since, has done."""
    rows = db.execute(
        f"SELECT number FROM matches WHERE club = ? AND {IS_VISIBLE} AND EXISTS (SELECT 1 FROM"
        " events WHERE events.club = matches.club AND match = number AND once = ?) ORDER BY number",
        [club, import_id],
    )
    return [number for (number,) in rows.fetchall()]


@one_transaction
def count_imported(
    db: Database, club: str, matches: Sequence[tuple[int, int, SeatFacts | None]]
) -> None:
    """Write who sat where and the facts of matches that were shown: for each its number, the last
    line of its log as it came, and what it says. One that has more lines by now has written its
    own."""
    lock_club(db, club)
    for match_id, line, seat_facts in matches:
        last, _checksum = latest_line(db, club, match_id)
        if last == line:
            seat_people(db, club, match_id)
            write_facts(db, club, match_id, seat_facts)


def deleted_uuids(db: Database, club: str, match_ids: Sequence[int]) -> list[str]:
    """Return the UUIDs of those of these matches that are deleted and can come back."""
    sql = (
        f"SELECT uuid FROM matches WHERE club = ? AND deleted IS NOT NULL AND {IS_VISIBLE}"
        " AND number IN ({keys})"
    )
    return [uuid for (uuid,) in select_by_keys(db, sql, [club], match_ids)]


def extend_match(db: Database, club: str, extension: NewLines, import_id: str) -> None:
    """Append lines to a match, in the open transaction. Raises `Overtaken` if it has changed."""
    match_id, at = extension.match_id, now()
    # An update first, because it locks the match: see `write_lines`.
    found = db.execute(
        "UPDATE matches SET changed = ?, is_over = ?, summary = ?, counted = 0"
        " WHERE club = ? AND number = ? AND deleted IS NULL RETURNING asides",
        [
            extension.lines[-1].at or at,
            *summary_columns(extension.summary).values(),
            club,
            match_id,
        ],
    ).fetchone()
    line, checksum = latest_line(db, club, match_id)
    if found is None or (line, found[0]) != (extension.after, extension.revision):
        raise Overtaken(f"match {match_id} of {club} is another than it was")
    insert_many_lines(db, club, match_id, extension.lines, line, at, checksum, import_id)
    bump_revision(db, club, match_id)


def add_people(db: Database, club: str, people: Sequence[NewPerson]) -> None:
    """Enter people with all their names, in the open transaction. A name that belongs to a person
    already stays theirs."""
    named = [name for person in people for name in (person.name, *person.names)]
    owners = {key: one for key, one in find_people(db, club, named).items() if not one.forgotten}
    for person in people:
        owner = owners.get(name_key(person.name))
        if owner is None:
            owner = create_person(db, club, person.name, in_log=True)
            has_hue = person.hue in (0, owner.hue)
            db.execute(
                "UPDATE people SET colour = ?, added = ?, hidden = ? WHERE club = ? AND number = ?",
                [0 if has_hue else person.hue, person.added, person.hidden, club, owner.id],
            )
            owners[name_key(person.name)] = owner
        keys = {name_key(name) for name in person.names}
        free = {key for key in keys if key not in owners}
        db.execute_many(
            "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, 0)"
            " ON CONFLICT (club, key) DO UPDATE SET person = excluded.person",
            [(club, key, owner.id) for key in sorted(free)],
        )
        owners |= dict.fromkeys(free, owner)


def describe_new_evening(db: Database, club: str, evening: Evening) -> None:
    """Write what a file says of an evening where nothing is written, in the open transaction; what
    is hidden of either is hidden."""
    (exists,) = db.execute(
        "SELECT count(*) FROM evenings WHERE club = ? AND number = ?", [club, evening.id]
    ).fetchone()
    if not exists:
        # It had no match yet when empty ones were removed.
        insert_evening(db, club, evening.id, evening)
    db.execute(
        "UPDATE evenings SET title = CASE title WHEN '' THEN ? ELSE title END,"
        " place = CASE place WHEN '' THEN ? ELSE place END,"
        " note = CASE note WHEN '' THEN ? ELSE note END,"
        " awards = CASE awards WHEN 0 THEN 0 ELSE ? END,"
        " names = CASE names WHEN 0 THEN 0 ELSE ? END"
        " WHERE club = ? AND number = ?",
        [
            *(evening.title, evening.place, evening.note),
            *(int(evening.has_awards), int(evening.has_names), club, evening.id),
        ],
    )


def start_evenings_earlier(db: Database, club: str, import_id: str) -> None:
    """Let evenings begin, in the open transaction, with the first match that comes into them."""
    db.execute(
        "UPDATE evenings SET began = earliest FROM (SELECT evening, min(started) AS earliest"
        " FROM matches WHERE club = ? AND import_id = ? GROUP BY evening) AS coming"
        " WHERE club = ? AND number = evening AND earliest < began",
        [club, import_id, club],
    )


def discard_import(db: Database, club: str, import_id: str) -> None:
    """Remove all that is hidden of an import, a few matches in each transaction."""
    while discard_part(db, club, import_id):
        pass


@one_transaction
def discard_part(db: Database, club: str, import_id: str) -> bool:
    """Remove some hidden matches of an import, and at last its evenings. Returns whether there are
    more."""
    lock_club(db, club)
    rows = db.execute(
        "SELECT number FROM matches WHERE import_id = ? AND club = ? ORDER BY number"
        f" LIMIT {REMOVED_AT_ONCE}",
        [import_id, club],
    ).fetchall()
    if not rows:
        remove_empty_evenings(db, club)
        return False
    keys = [(club, number) for (number,) in rows]
    for statement in (
        "DELETE FROM events WHERE club = ? AND match = ?",
        "DELETE FROM doubts WHERE club = ? AND match = ?",
        "DELETE FROM matches WHERE club = ? AND number = ?",
    ):
        db.execute_many(statement, keys)
    return True


def discard_old_imports(db: Database) -> None:
    """Remove what imports have left that broke off `LONGEST_IMPORT` ago."""
    limit = datetime.now(UTC) - LONGEST_IMPORT
    before = limit.isoformat(timespec="milliseconds")
    rows = db.execute(
        "SELECT DISTINCT import_id, club FROM matches WHERE import_id IS NOT NULL AND deleted < ?",
        [before],
    )
    for import_id, club in rows.fetchall():
        discard_import(db, club, import_id)
