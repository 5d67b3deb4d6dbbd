"""Lists of matches, read from a summary that is kept with each of them.

The summary is written in the same transaction as the line of the log that changes it. What stands
in it is for the caller to say: it comes in and goes out as plain values, and nothing here looks
at more than whether the match is over. It can be dropped at any time and made again from the log.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.store.engine import Database, one_transaction
from app.store.log import Summary, summary_columns


@dataclass(frozen=True)
class ListedMatch:
    """A match as a list knows it: `id` is its number in its club, `about` is what its summary says,
    None if it has none.

    `started`, `changed` and `deleted` are moments (ISO, UTC): when it began, when the latest line
    of its log was written, and when it was deleted, if it was.
    """

    id: int
    game: str
    title: str
    started: str
    changed: str
    deleted: str | None
    is_over: bool
    about: dict[str, Any] | None


COLUMNS = "number, game, title, started, changed, deleted, is_over, summary"


def open_matches(db: Database, club: str) -> list[ListedMatch]:
    """Every match that is not over, however old; what was changed last comes first."""
    return select_matches(
        db, club, "deleted IS NULL AND is_over = 0 ORDER BY changed DESC, number DESC"
    )


def past_matches(
    db: Database, club: str, limit: int, before: int | None = None
) -> list[ListedMatch]:
    """The matches that were over last, or that come after the one so numbered in this order."""
    if before is None:
        return select_matches(
            db,
            club,
            "deleted IS NULL AND is_over = 1 ORDER BY changed DESC, number DESC LIMIT ?",
            limit,
        )
    return select_matches(
        db,
        club,
        "deleted IS NULL AND is_over = 1 AND (changed, number) <"
        " (SELECT changed, number FROM matches WHERE club = ? AND number = ?)"
        " ORDER BY changed DESC, number DESC LIMIT ?",
        club,
        before,
        limit,
    )


def search_matches(
    db: Database,
    club: str,
    words: str,
    games: Sequence[str],
    limit: int,
    before: int | None = None,
) -> list[ListedMatch]:
    """The matches, over or not, whose title or one of whose players has `words` in it, or whose
    game is one of `games`: in the order of `past_matches`, and page by page as there."""
    after = "TRUE"
    if before:
        latest = "SELECT changed, number FROM matches WHERE club = ? AND number = ?"
        after = f"(changed, number) < ({latest})"
    # An empty list is no SQL for every engine.
    of_games = f"game IN ({', '.join('?' * len(games))})" if games else "FALSE"
    # No name has the letter that not every engine knows.
    part = "%" + re.sub(r"([%_\\])", r"\\\1", "".join(words.split("\0"))) + "%"
    listed: list[ListedMatch] = []
    # One after the other each of them is in its order already, and no more is read than is shown.
    for is_over in range(2):
        listed += select_matches(
            db,
            club,
            f"deleted IS NULL AND is_over = {is_over} AND {after} AND ({of_games}"
            f" OR title {db.like} ? ESCAPE '\\'"
            f" OR EXISTS (SELECT 1 FROM {db.players_of_summary} AS player"
            f" WHERE player.value {db.like} ? ESCAPE '\\'))"
            " ORDER BY changed DESC, number DESC LIMIT ?",
            *([club, before] if before else ()),
            *games,
            part,
            part,
            limit,
        )
    listed.sort(key=lambda match: (match.changed, match.id), reverse=True)
    return listed[:limit]


def latest_matches(db: Database, club: str, limit: int) -> list[ListedMatch]:
    """The matches that were begun last, over or not, the latest first."""
    return select_matches(db, club, "deleted IS NULL ORDER BY number DESC LIMIT ?", limit)


def earlier_matches(
    db: Database, club: str, game: str, before: int, limit: int
) -> list[ListedMatch]:
    """The latest matches of a game that are over and were begun before the one so numbered."""
    return select_matches(
        db,
        club,
        "deleted IS NULL AND is_over = 1 AND game = ? AND number < ? ORDER BY number DESC LIMIT ?",
        game,
        before,
        limit,
    )


def deleted_matches(db: Database, club: str) -> list[ListedMatch]:
    """The matches that can still be restored; what was deleted last comes first."""
    return select_matches(db, club, "deleted IS NOT NULL ORDER BY deleted DESC, number DESC")


def has_deleted(db: Database, club: str) -> bool:
    """Whether any match can be restored."""
    row = db.execute(
        "SELECT 1 FROM matches WHERE club = ? AND deleted IS NOT NULL LIMIT 1", [club]
    ).fetchone()
    return row is not None


def select_matches(db: Database, club: str, where: str, *values: str | int) -> list[ListedMatch]:
    """The matches of a club for which `where` holds, in its order."""
    rows = db.execute(
        f"SELECT {COLUMNS} FROM matches WHERE club = ? AND {where}", [club, *values]
    ).fetchall()
    return [
        ListedMatch(
            id=number,
            game=game,
            title=title,
            started=started,
            changed=changed,
            deleted=deleted,
            is_over=bool(is_over),
            about=read_summary(summary),
        )
        for number, game, title, started, changed, deleted, is_over, summary in rows
    ]


def read_summary(summary: str | None) -> dict[str, Any] | None:
    """What a summary says, None if there is none or nobody can read it."""
    try:
        about = json.loads(summary) if summary else None
    except ValueError:
        return None
    return about if isinstance(about, dict) else None


def match_ids(db: Database, club: str, *, without_summary: bool = False) -> list[int]:
    """The number of every match of a club, or of those that have no summary."""
    where = " AND summary IS NULL" if without_summary else ""
    rows = db.execute(f"SELECT number FROM matches WHERE club = ?{where} ORDER BY number", [club])
    return [number for (number,) in rows.fetchall()]


def count_matches(db: Database, club: str) -> int:
    """How many matches a club has, those that were deleted and can be restored among them."""
    row = db.execute("SELECT count(*) FROM matches WHERE club = ?", [club]).fetchone()
    return int(row[0])


def clubs_without_summaries(db: Database) -> list[str]:
    """The clubs in which any match has no summary: at most times none."""
    rows = db.execute("SELECT DISTINCT club FROM matches WHERE summary IS NULL ORDER BY club")
    return [club for (club,) in rows.fetchall()]


@one_transaction
def save_summaries(
    db: Database, club: str, summaries: Sequence[tuple[int, int, str, Summary]]
) -> None:
    """Write summaries of matches as they were after a line of their log, written at a moment.

    A match that has gone on meanwhile has a newer one, and keeps it.
    """
    for number, line, changed, summary in summaries:
        columns = summary_columns(summary)
        db.execute(
            "UPDATE matches SET changed = ?, is_over = ?, summary = ?"
            " WHERE club = ? AND number = ? AND (SELECT max(line) FROM events"
            " WHERE events.club = matches.club AND match = matches.number) = ?",
            [changed, columns["is_over"], columns["summary"], club, number, line],
        )
