"""Matches and their logs. A log is only ever added to: nothing here changes or deletes a line.

Whoever writes a line says what a list is to say of the match from then on: see `app.store.log`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from uuid import uuid4

from app.scoring import PLAYERS, Event, Line, active_events
from app.scoring.game import name_key
from app.store.clubs import lock_club, next_number
from app.store.engine import Database, bump_revision, insert, now, one_transaction, to_json
from app.store.log import (
    Summary,
    as_row,
    first_checksum,
    insert_lines,
    summary_columns,
)


@dataclass(frozen=True)
class Record:
    """A match as it is kept: its number in its club, the game's key, the players in play order as
    they sat down, and the log; `started`, and if it was `deleted`, are moments (ISO, UTC). Its
    `uuid` is what it is called everywhere, in other clubs and in files too; `revision` counts what
    has changed beside its log."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str
    log: tuple[Line, ...]
    title: str = ""
    deleted: str | None = None
    uuid: str = ""
    revision: int = 0

    @property
    def events(self) -> list[Event]:
        """What was said, in order."""
        return [line.event for line in self.log]

    @property
    def last_line(self) -> int:
        """The number of the latest line, 0 for none."""
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
) -> int:
    """Keep a new match with the first line of its log. Returns its number.

    One that has a `uuid` is begun once, however often that is said and to which process: it is
    the number of the one that is there.
    """
    log = [Line(first, now())]
    return save_match(
        db, club, game, players, now(), log, uuid=uuid, is_once=bool(uuid), summary=summary
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
    summary: Summary | None = None,
) -> int:
    """Keep a match with its log, each line with its moment (ISO, UTC). Returns its number.

    It gets a `uuid` of its own unless it has one; `is_once` keeps no second match with the same.
    """
    if is_once:
        lock_club(db, club)
        there = db.execute(
            "SELECT number FROM matches WHERE club = ? AND uuid = ? LIMIT 1", [club, uuid]
        ).fetchone()
        if there:
            return int(there[0])
    match = {
        "game": game,
        "players": to_json(list(players)),
        "started": started,
        "title": title,
        "uuid": uuid or str(uuid4()),
        "changed": (log[-1].at if log else None) or started,
        **summary_columns(summary),
    }
    number = next_number(db, club, "match")
    insert(db, "matches", {"club": club, "number": number, **match})
    rows = [
        as_row(club, number, line_number, line, started)
        for line_number, line in enumerate(log, start=1)
    ]
    insert_lines(db, rows, first_checksum(game, match["players"]))
    return number


def find_same_match(
    db: Database, club: str, game: str, players: Sequence[str], events: list[Event]
) -> int | None:
    """The number of the latest match in which the same players said just the same, None if none is.

    The logs of the latest few with these players are compared, as far as they are as long.
    """
    numbers: list[int] = []
    # Those that are over lie in an index by their players, which an answer need not change.
    for is_over in range(2):
        rows = db.execute(
            "SELECT number FROM matches WHERE club = ? AND game = ? AND players = ?"
            f" AND deleted IS NULL AND is_over = {is_over} AND (SELECT max(line) FROM events"
            " WHERE events.club = matches.club AND match = number) = ?"
            " ORDER BY number DESC LIMIT 20",
            [club, game, to_json(list(players)), len(events)],
        )
        numbers += [number for (number,) in rows.fetchall()]
    records = (find_match(db, club, number) for number in sorted(numbers, reverse=True)[:20])
    return next((record.id for record in records if record and record.events == events), None)


def find_match_by_uuid(db: Database, club: str, uuid: str) -> Record | None:
    """The latest match of a club with this `uuid`, None if there is none, or it was deleted."""
    # Asked for the largest at once, an engine may go through all numbers from their end.
    numbers = db.execute(
        "SELECT number FROM matches WHERE club = ? AND uuid = ? AND deleted IS NULL", [club, uuid]
    ).fetchall()
    return find_match(db, club, max(numbers)[0]) if numbers else None


def find_match(db: Database, club: str, number: int) -> Record | None:
    """The match with its whole log, None if there is none."""
    row = db.execute(
        "SELECT game, players, started, title, deleted, uuid, asides FROM matches"
        " WHERE club = ? AND number = ?",
        [club, number],
    ).fetchone()
    if row is None:
        return None
    lines = db.execute(
        "SELECT at, batch, kind, deal, key, answer FROM events"
        " WHERE club = ? AND match = ? ORDER BY line",
        [club, number],
    ).fetchall()
    game, players, started, title, deleted, uuid, revision = row
    # All answers are read at once: one by one they take three times as long.
    answers = json.loads(f"[{','.join(answer for *_about, answer in lines)}]")
    return Record(
        id=number,
        game=game,
        players=tuple(json.loads(players)),
        started=started,
        log=tuple(
            Line(Event(kind, deal, key, answer), at, batch)
            for (at, batch, kind, deal, key, _json), answer in zip(lines, answers, strict=True)
        ),
        title=title,
        deleted=deleted,
        uuid=uuid,
        revision=revision,
    )


def recent_players(db: Database, club: str, limit: int) -> list[str]:
    """Names of the players of the latest matches, the latest first, each once.

    Those who came for another player, or are spelt otherwise now, stand behind the ones who began
    the match; a change that was taken back does not count. Of names that are alike, the latest
    spelling stands there.
    """
    rows = db.execute(
        "SELECT number, players, kind, deal, key, answer FROM"
        " (SELECT number, players, (SELECT max(line) FROM events"
        " WHERE events.club = matches.club AND match = number AND key = ?) AS last_change"
        " FROM matches WHERE club = ? AND deleted IS NULL ORDER BY number DESC LIMIT ?) AS latest"
        " LEFT JOIN events ON last_change IS NOT NULL AND events.club = ? AND match = number"
        " ORDER BY number DESC, line",
        [PLAYERS, club, limit, club],
    ).fetchall()
    names: list[str] = []
    for (_number, players), lines in groupby(rows, lambda row: row[:2]):
        names += json.loads(players)
        log = [Event(*line) for _match, _players, *line in lines if line[0] is not None]
        for event in active_events(log):
            names += json.loads(event.answer) if event.key == PLAYERS else []
    latest: dict[str, str] = {}
    for name in filter(None, names):
        latest.setdefault(name_key(name), name)
    return list(latest.values())[:limit]


# ---- The title of a match, and its deletion ----

DAYS_TO_RESTORE = 30
"""For so long a match that was deleted can be restored."""
DELETED_BEFORE = "matches WHERE club = ? AND deleted < ?"


@one_transaction
def set_title(db: Database, club: str, number: int, title: str) -> None:
    """Call a match by a title, or by none."""
    db.execute("UPDATE matches SET title = ? WHERE club = ? AND number = ?", [title, club, number])
    bump_revision(db, club, number)


@one_transaction
def delete_match(db: Database, club: str, number: int) -> None:
    """Mark a match as deleted from now on; the moment stays if it was deleted before."""
    db.execute(
        "UPDATE matches SET deleted = ? WHERE club = ? AND number = ? AND deleted IS NULL",
        [now(), club, number],
    )


@one_transaction
def restore_match(db: Database, club: str, number: int) -> None:
    """Take back that a match was deleted: nothing of it was touched."""
    db.execute("UPDATE matches SET deleted = NULL WHERE club = ? AND number = ?", [club, number])


def purge_deleted(db: Database) -> int:
    """Remove for good what was deleted too long ago to be restored. Returns how many matches."""
    limit = datetime.now(UTC) - timedelta(days=DAYS_TO_RESTORE)
    before = limit.isoformat(timespec="milliseconds")
    # A book that nobody can write now is still opened if there is nothing to remove.
    clubs = db.execute("SELECT DISTINCT club FROM matches WHERE deleted < ?", [before]).fetchall()
    return sum(remove_deleted(db, club, before) for (club,) in clubs)


@one_transaction
def remove_deleted(db: Database, club: str, before: str) -> int:
    """Remove for good what was deleted before a moment. Returns how many matches."""
    of_them = f"(SELECT number FROM {DELETED_BEFORE})"
    for statement in (
        "DELETE FROM events WHERE club = ? AND match IN",
        "DELETE FROM doubts WHERE club = ? AND match IN",
    ):
        db.execute(f"{statement} {of_them}", [club, club, before])
    return int(db.execute(f"DELETE FROM {DELETED_BEFORE}", [club, before]).rowcount)
