"""Lists of matches with pagination, read from the summary of each.

A summary is written in the transaction of the line that changes it, see `app.store.matches.log`.
Its content is for the caller to define; nothing here reads more of it than the players' names,
which are those of today in a list. It can be dropped at any time and made again from the log.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.model.seats import FORGOTTEN
from app.store.clubs.clubs import lock_club
from app.store.engine import (
    IS_VISIBLE,
    LAST_LINE_SQL,
    Database,
    one_transaction,
    placeholders,
    select_by_keys,
)
from app.store.matches.facts import write_facts
from app.store.matches.log import Summary, summary_columns
from app.store.people.colours import colours_of
from app.store.people.evenings import LATEST_FIRST, latest_numbers, mended_day
from app.store.people.seatings import PersonSeat, players_of_today, seat_people, seats_of_matches


@dataclass(frozen=True)
class ListedMatch:
    """A match as lists show it: `id` is its number in its club, `summary` is None for none.

    `started`, `changed` (the last line of its log) and `deleted` are moments (ISO, UTC). The clock
    of the phone that began it was `utc_offset` minutes ahead of UTC, None if that is not known.
    It counts for a `day` (ISO). `seats` says who sits where, as `seats_of_matches` does.
    """

    id: int
    game: str
    title: str
    started: str
    changed: str
    deleted: str | None
    is_over: bool
    summary: dict[str, Any] | None
    utc_offset: int | None = None
    day: str = ""
    seats: Sequence[PersonSeat] = ()

    @property
    def dated(self) -> str:
        """The day for which it counts, "" for that of its clock."""
        return mended_day(self.day, self.started, self.utc_offset)

    @property
    def colours(self) -> dict[str, int]:
        """The hue of each person who has sat in the match, by name; by the mark for a forgotten
        one."""
        people = [sitting.person for sitting in self.seats if sitting.person]
        players = (self.summary or {}).get("players")
        marks = {
            players[sitting.seat]: sitting.person.hue
            for sitting in self.seats
            if isinstance(players, list)
            and sitting.person
            and sitting.person.forgotten
            and sitting.seat < len(players)
            and FORGOTTEN.fullmatch(players[sitting.seat])
        }
        return colours_of(people) | marks


LATEST_CHANGE = "ORDER BY changed DESC, number DESC"


def open_matches(db: Database, club: str) -> list[ListedMatch]:
    """Return every match that is not over, the latest change first."""
    return select_matches(db, club, f"deleted IS NULL AND is_over = 0 {LATEST_CHANGE}")


def version_of_lists(db: Database, club: str) -> str:
    """Return a text that is another one once a match of the club has begun, changed, ended, gone or
    come back, or once one that goes on has another title or name.

    Three look-ups in an index, however many matches there are.
    """
    rows = db.execute(
        "SELECT count(*), max(changed), sum(asides), (SELECT max(changed) FROM matches"
        " WHERE club = ? AND deleted IS NULL AND is_over = 1), (SELECT count(*) FROM matches"
        " WHERE club = ? AND deleted IS NOT NULL) FROM matches"
        " WHERE club = ? AND deleted IS NULL AND is_over = 0",
        [club, club, club],
    )
    (version,) = rows.fetchall()
    return " ".join(map(str, version))


def past_matches(
    db: Database, club: str, limit: int, before: int | None = None
) -> list[ListedMatch]:
    """Return the latest matches that are over, in the order in which they were played; `before`:
    behind it."""
    behind, values = page_behind(club, before)
    where = f"deleted IS NULL AND is_over = 1 {behind} {LATEST_FIRST} LIMIT ?"
    return select_matches(db, club, where, *values, limit)


def page_behind(club: str, before: int | None) -> tuple[str, list[str | int]]:
    """Return SQL for only the matches behind one in the order `LATEST_FIRST`, and its values."""
    if before is None:
        return "", []
    latest = "SELECT day, started, number FROM matches WHERE club = ? AND number = ?"
    return f"AND (day, started, number) < ({latest})", [club, before]


def matches_of_evening(db: Database, club: str, evening: int, limit: int) -> list[ListedMatch]:
    """Return the first matches of an evening, in the order in which they began."""
    return matches_of_evenings(db, club, [evening], limit)[evening]


def matches_of_evenings(
    db: Database, club: str, evenings: Sequence[int], limit: int
) -> dict[int, list[ListedMatch]]:
    """Return the first matches of each of these evenings, in the order in which they began."""
    if not evenings:
        return {}
    rows = db.execute(
        f"SELECT evening, {COLUMNS} FROM matches WHERE club = ? AND number IN ("
        "SELECT number FROM (SELECT number,"
        " row_number() OVER (PARTITION BY evening ORDER BY started, number) AS place FROM matches"
        " WHERE club = ? AND deleted IS NULL"
        f" AND evening IN ({placeholders(evenings)})) AS placed WHERE place <= ?)"
        " ORDER BY started, number",
        [club, club, *evenings, limit],
    ).fetchall()
    found: dict[int, list[ListedMatch]] = {evening: [] for evening in evenings}
    for row, match in zip(rows, list_rows(db, club, [row[1:] for row in rows]), strict=True):
        found[row[0]].append(match)
    return found


def list_matches(db: Database, club: str, numbers: Sequence[int]) -> list[ListedMatch]:
    """Return the matches of these numbers, in their order, but for those that were deleted."""
    if not numbers:
        return []
    where = f"deleted IS NULL AND number IN ({placeholders(numbers)})"
    found = {match.id: match for match in select_matches(db, club, where, *numbers)}
    return [found[number] for number in numbers if number in found]


def years_of_evenings(db: Database, club: str) -> list[int]:
    """Return every year from the first evening of a club to the last one, the latest first."""
    first, last = db.execute(
        "SELECT (SELECT min(day) FROM evenings WHERE club = ?),"
        " (SELECT max(day) FROM evenings WHERE club = ?)",
        [club, club],
    ).fetchone()
    return [*range(int(last[:4]), int(first[:4]) - 1, -1)] if first else []


def latest_matches(db: Database, club: str, limit: int) -> list[ListedMatch]:
    """Return the matches that began last, over or not, the latest first."""
    return list_matches(db, club, latest_numbers(db, club, limit))


def earlier_matches(
    db: Database, club: str, game: str, before: int, limit: int
) -> list[ListedMatch]:
    """Return the latest matches of a game that are over and were played before the one with this
    number."""
    behind, values = page_behind(club, before)
    rows = db.execute(
        "SELECT number FROM matches WHERE club = ? AND deleted IS NULL AND is_over = 1"
        f" AND game = ? {behind} {LATEST_FIRST} LIMIT ?",
        [club, game, *values, limit],
    )
    return list_matches(db, club, [number for (number,) in rows.fetchall()])


def latest_of_game(db: Database, club: str, game: str, limit: int) -> list[int]:
    """Return the numbers of the matches of a game that began last, over or not, the latest
    first."""
    rows = db.execute(
        f"SELECT number FROM matches WHERE club = ? AND deleted IS NULL AND game = ? {LATEST_FIRST}"
        " LIMIT ?",
        [club, game, limit],
    )
    return [number for (number,) in rows.fetchall()]


def latest_summaries(
    db: Database, club: str, game: str, limit: int
) -> list[tuple[int, dict[str, Any]]]:
    """Return the numbers and the summaries of the matches of a game that were added last, over or
    not, the latest first; without those that have no summary."""
    of_game = "SELECT number, summary FROM matches WHERE club = ? AND deleted IS NULL"
    # Each half is in the order of an index, and reads no more than it returns.
    rows = db.execute(
        f"SELECT * FROM ({of_game} AND is_over = 1 AND game = ? ORDER BY number DESC LIMIT ?)"
        f" AS past UNION ALL SELECT * FROM ({of_game} AND is_over = 0 AND game = ?"
        " ORDER BY changed DESC, number DESC LIMIT ?) AS open",
        [club, game, limit, club, game, limit],
    )
    latest = sorted(rows.fetchall(), reverse=True, key=lambda row: row[0])[:limit]
    return [(number, json.loads(summary)) for number, summary in latest if summary is not None]


def deleted_matches(db: Database, club: str) -> list[ListedMatch]:
    """Return the matches that can still be restored, the latest deleted first."""
    where = f"deleted IS NOT NULL AND {IS_VISIBLE} ORDER BY deleted DESC, number DESC"
    return select_matches(db, club, where)


def has_deleted(db: Database, club: str) -> bool:
    """Return whether a match of the club can be restored."""
    row = db.execute(
        f"SELECT 1 FROM matches WHERE club = ? AND deleted IS NOT NULL AND {IS_VISIBLE} LIMIT 1",
        [club],
    ).fetchone()
    return row is not None


MatchRow = tuple[Any, ...]  # a row of `matches`, by `COLUMNS`
COLUMNS = "number, game, title, started, changed, deleted, is_over, summary, utc_offset, day"


def select_matches(db: Database, club: str, where: str, *values: str | int) -> list[ListedMatch]:
    """Return the matches of a club for which `where` holds, in its order; their summaries say the
    names that the players have today."""
    return list_rows(db, club, select_rows(db, club, where, *values))


def select_rows(db: Database, club: str, where: str, *values: str | int) -> list[MatchRow]:
    """Return the rows of the matches of a club for which `where` holds, in its order."""
    sql = f"SELECT {COLUMNS} FROM matches WHERE club = ? AND {where}"
    return db.execute(sql, [club, *values]).fetchall()


def list_rows(db: Database, club: str, rows: Sequence[MatchRow]) -> list[ListedMatch]:
    """Return the matches of these rows; who sits where is read of all together."""
    seats = seats_of_matches(db, club, [row[0] for row in rows])
    listed = []
    for match_id, *about, is_over, text, utc_offset, day in rows:
        here = seats.get(match_id, ())
        summary = with_players(read_summary(text), here)
        listed.append(
            ListedMatch(*[match_id, *about, bool(is_over), summary, utc_offset, day, here])
        )
    return listed


def with_players(
    summary: dict[str, Any] | None, seats: Sequence[PersonSeat]
) -> dict[str, Any] | None:
    """Return a summary with the names that the players in these seats have today."""
    players = summary.get("players") if summary else None
    if summary is None or not isinstance(players, list):
        return summary
    return summary | {"players": players_of_today(players, seats)}


def read_summary(summary: str | None) -> dict[str, Any] | None:
    """Parse a stored summary; None for an empty or unreadable one."""
    try:
        values = json.loads(summary) if summary else None
    except ValueError:
        return None
    return values if isinstance(values, dict) else None


# SQL: a match whose summary and facts are not those of its log: a process of an older version has
# written it, it was restored, or its people were parted.
IS_UNCOUNTED = f"counted <> {LAST_LINE_SQL}"


def match_ids(db: Database, club: str, *, only_uncounted: bool = False) -> list[int]:
    """Return the numbers of all matches of a club, in order; or of those whose summary or facts are
    not those of their log."""
    where = f" AND {IS_UNCOUNTED}" if only_uncounted else ""
    rows = db.execute(f"SELECT number FROM matches WHERE club = ?{where} ORDER BY number", [club])
    return [match_id for (match_id,) in rows.fetchall()]


def latest_changes(db: Database, club: str, limit: int) -> list[tuple[int, str]]:
    """Return the numbers of the matches with an answer that changed last, each with the moment
    (ISO, UTC); the latest first."""
    rows = db.execute(
        "SELECT number, changed FROM matches WHERE club = ? AND deleted IS NULL AND EXISTS"
        " (SELECT 1 FROM events WHERE events.club = matches.club AND match = number AND line > 1)"
        f" {LATEST_CHANGE} LIMIT ?",
        [club, limit],
    )
    return [(match_id, changed) for match_id, changed in rows.fetchall()]


def numbers_by_uuid(db: Database, club: str, uuids: Sequence[str]) -> dict[str, int]:
    """Return the number of the latest match of a club that has each of these UUIDs and is not
    deleted."""
    sql = "SELECT uuid, number FROM matches WHERE club = ? AND deleted IS NULL AND uuid IN ({keys})"
    return dict(sorted(select_by_keys(db, sql, [club], uuids), key=lambda row: int(row[1])))


def count_matches(db: Database, club: str) -> int:
    """Return the number of matches of a club, including those that can still be restored."""
    row = db.execute("SELECT count(*) FROM matches WHERE club = ?", [club]).fetchone()
    return int(row[0])


def finished_by_game(db: Database, club: str, latest: int = 200) -> dict[str, int]:
    """Return how many of the `latest` finished matches are of each game, by its key."""
    rows = db.execute(
        "SELECT game FROM matches WHERE club = ? AND deleted IS NULL AND is_over = 1"
        f" {LATEST_FIRST} LIMIT ?",
        [club, latest],
    )
    return Counter(game for (game,) in rows.fetchall())


def clubs_behind(db: Database) -> list[str]:
    """Return the ids of the clubs in which the summary or the facts of a match are not those of its
    log: usually none."""
    rows = db.execute(f"SELECT DISTINCT club FROM matches WHERE {IS_UNCOUNTED} ORDER BY club")
    return [club for (club,) in rows.fetchall()]


@one_transaction
def save_summaries(
    db: Database, club: str, summaries: Sequence[tuple[int, int, str, Summary]]
) -> None:
    """Write summaries and facts: for each the number of its match, the last line it knows and when
    that was written. A match that has more lines by now has newer ones, and keeps them."""
    lock_club(db, club)
    for match_id, line, changed, summary in summaries:
        # Without an answer, a match waits for one since it was begun, taken in or restored.
        written = db.execute(
            "UPDATE matches SET changed = CASE WHEN ? > 1 THEN ? ELSE changed END, is_over = ?,"
            " summary = ? WHERE club = ? AND number = ? AND (SELECT max(line) FROM events"
            " WHERE events.club = matches.club AND match = matches.number) = ? RETURNING seated",
            [line, changed, *summary_columns(summary).values(), club, match_id, line],
        ).fetchone()
        if written is None:
            continue
        if written[0] != line:
            # A process of the version before has written it since people were seated.
            seat_people(db, club, match_id)
        write_facts(db, club, match_id, summary.seat_facts)
