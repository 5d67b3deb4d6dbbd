"""Forgetting: erase the name of a person from every log of the club, for good.

This is how personal data are erased (GDPR): the person is made anonymous. A mark takes the place of
the name, so that scores and seats stay as they are; and the person keeps a row without a name, so
that places, meetings and records stay too. The checksums of a changed log are chained anew. A large
club is done in parts, each a transaction, so that no table waits; `erasures` says how far it has
come, and after an interruption it goes on from there. Until a part is done its pages show the mark
already, because the person is `forgotten`.

Titles and notes are left alone; `app.store.matches.mentions` finds the name in them. The route is
`forget` of `app.web.people.players`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from app.scoring import PLAYERS, Event
from app.scoring.game import name_key
from app.scoring.model.seats import has_name
from app.store.clubs.clubs import lock_club
from app.store.engine import (
    Database,
    bump_revision,
    insert,
    now,
    one_transaction,
    placeholders,
    to_json,
)
from app.store.matches.evening_changes import forget_evening_changes
from app.store.matches.lists import read_summary
from app.store.matches.log import first_checksum, next_checksum
from app.store.people.people import (
    bump_revisions,
    group_of,
    key_in_match,
    lock_person,
    people_in_matches,
)
from app.store.people.seatings import marks_for, names_in_log, seat_people

PART = 100  # matches in one transaction


def forget_person(db: Database, club: str, person_id: int) -> None:
    """Erase the name of a person, and of all who were merged into them. Raises `NoSuchPerson`."""
    begin_forgetting(db, club, person_id)
    while forget_part(db, club, person_id):
        pass
    db.erase_log()


def finish_forgetting(db: Database) -> None:
    """Continue every interrupted `forget_person`."""
    for club, person_id in db.execute("SELECT club, person FROM erasures").fetchall():
        while forget_part(db, club, person_id):
            pass
        db.erase_log()


@one_transaction
def begin_forgetting(db: Database, club: str, person_id: int) -> None:
    """Take the name from every page. Raises `NoSuchPerson`."""
    lock_person(db, club, person_id)
    bump_revisions(db, club, person_id)
    group = group_of(db, club, person_id)
    of_group = f"IN ({placeholders(group)})"
    owners = dict(
        db.execute(
            f"SELECT key, person FROM names WHERE club = ? AND person {of_group} ORDER BY key",
            [club, *group],
        ).fetchall()
    )
    (until,) = db.execute("SELECT next_match FROM clubs WHERE id = ?", [club]).fetchone()
    job = {"keys": to_json(owners), "next": 1, "until": until}
    insert(db, "erasures", {"club": club, "person": person_id, **job})
    db.execute(
        "UPDATE people SET name = '', former = '', renamed = NULL, added = NULL, forgotten = ?"
        f" WHERE club = ? AND number {of_group}",
        [now(), club, *group],
    )
    # The words of an evening as they were before may have the name too.
    forget_evening_changes(db, club)


@one_transaction
def forget_part(db: Database, club: str, person_id: int) -> bool:
    """Take the name from the logs of the next matches. Returns whether there are more."""
    lock_club(db, club)
    job = db.execute(
        "SELECT keys, next, until FROM erasures WHERE club = ? AND person = ?", [club, person_id]
    ).fetchone()
    if job is None:
        # Another process has finished it.
        return False
    owners, begin, until = json.loads(job[0]), job[1], job[2]
    if isinstance(owners, list):
        # A process of an older version has begun it.
        owners = dict.fromkeys(owners, person_id)
    matches = db.execute(
        "SELECT number, players FROM matches WHERE club = ? AND number >= ? AND number < ?"
        f" ORDER BY number LIMIT {PART}",
        [club, begin, until],
    ).fetchall()
    if not matches:
        remove_person(db, club, person_id)
        return False
    first, last = matches[0][0], matches[-1][0]
    renamings = defaultdict(list)
    for match_id, answer in db.execute(
        "SELECT match, answer FROM events WHERE club = ? AND match BETWEEN ? AND ? AND key = ?",
        [club, first, last, PLAYERS],
    ).fetchall():
        renamings[match_id].append(Event("correction", key=PLAYERS, answer=value_or_none(answer)))
    for match_id, players in matches:
        seats = value_or_none(players)
        if not isinstance(seats, list):
            continue
        names = names_in_log(seats, renamings[match_id])
        said = {name: name_key(name) for name in names if has_name(name)}
        here = people_in_matches(db, club, [(match_id, key) for key in said.values()])
        in_match = {key: person for (_match, key), person in here.items()}
        group = {*owners.values()}
        whose = {name: in_match.get(key, owners.get(key)) for name, key in said.items()}
        if forgotten := [name for name in said if whose[name] in group]:
            marks = marks_for(names, forgotten, seats)
            # Before who sits there is written again, by these marks.
            db.execute_many(
                "INSERT INTO names (club, key, person, in_log) VALUES (?, ?, ?, 1)"
                " ON CONFLICT (club, key) DO UPDATE SET person = excluded.person",
                [(club, key_in_match(mark, match_id), whose[name]) for name, mark in marks.items()],
            )
            rewrite_match(db, club, match_id, seats, marks)
    db.execute(
        "UPDATE erasures SET next = ? WHERE club = ? AND person = ?", [last + 1, club, person_id]
    )
    return True


def rewrite_match(
    db: Database, club: str, match_id: int, players: Sequence[str], marks: Mapping[str, str]
) -> None:
    """Put marks in the place of names, in the open transaction: in the log of a match, with its
    checksums, and in its summary. Where the log is damaged it still is seen to be."""
    game, summary = db.execute(
        "SELECT game, summary FROM matches WHERE club = ? AND number = ?", [club, match_id]
    ).fetchone()
    marked = to_json([marks.get(name, name) for name in players])
    before = first_checksum(game, to_json(players))
    after = first_checksum(game, marked)
    columns = ("line", "at", "kind", "deal", "key", "answer", "checksum")
    lines = []
    for values in db.execute(
        f"SELECT {', '.join(columns)} FROM events WHERE club = ? AND match = ? ORDER BY line",
        [club, match_id],
    ).fetchall():
        row = dict(zip(columns, values, strict=True))
        before = next_checksum(before, row)
        row["answer"] = marked_answer(row["key"], row["answer"], marks)
        after = next_checksum(after, row)
        # A line that does not fit keeps a checksum that does not.
        checksum = after if row["checksum"] == before else row["checksum"]
        lines.append((row["answer"], checksum, club, match_id, row["line"]))
    db.execute_many(
        "UPDATE events SET answer = ?, checksum = ? WHERE club = ? AND match = ? AND line = ?",
        lines,
    )
    db.execute(
        "UPDATE matches SET players = ?, summary = ? WHERE club = ? AND number = ?",
        [marked, marked_summary(summary, marks), club, match_id],
    )
    seat_people(db, club, match_id)
    bump_revision(db, club, match_id)


def marked_answer(key: str, answer: str, marks: Mapping[str, str]) -> str:
    """Return the answer of a line, as it is stored, with marks in the place of names."""
    if key != PLAYERS:
        return answer
    names = value_or_none(answer)
    if not isinstance(names, list):
        return answer
    return to_json([marks.get(name, name) if isinstance(name, str) else name for name in names])


def value_or_none(text: str) -> Any:
    """Return the value of a JSON text; None for one that a failing disk has changed, which holds no
    name any more."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def marked_summary(summary: str | None, marks: Mapping[str, str]) -> str | None:
    """Return a summary as it is stored, with marks in the place of names; None for none, or a
    broken one: it is made again."""
    values = read_summary(summary)
    if values is None:
        return None
    if isinstance(players := values.get("players"), list):
        values["players"] = [marks.get(name, name) for name in players]
    return to_json(values)


def remove_person(db: Database, club: str, person_id: int) -> None:
    """Remove, in the open transaction, the names of a person that no log has any more; and a person
    without any match."""
    group = group_of(db, club, person_id)
    of_group = f"IN ({placeholders(group)})"
    db.execute(
        f"DELETE FROM names WHERE club = ? AND person {of_group} AND key NOT LIKE ?",
        [club, *group, key_in_match("?#%", "%")],
    )
    db.execute(
        f"DELETE FROM people WHERE club = ? AND number {of_group} AND NOT EXISTS"
        f" (SELECT 1 FROM names WHERE club = ? AND person {of_group})",
        [club, *group, club, *group],
    )
    db.execute("DELETE FROM erasures WHERE club = ? AND person = ?", [club, person_id])
