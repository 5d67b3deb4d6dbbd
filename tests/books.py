"""Databases as they may be found: played in, older, newer, damaged, or nothing of ours."""

import gzip
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg

from app.scoring import Event, Line
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import Database, DatabaseUrl
from app.store.matches import log, matches
from app.store.matches.log import Summary
from app.store.sqlite import opening
from app.store.sqlite.connection import sqlite3
from testkit.match import CAST

RULES = Event("entry", 0, "rules", {})
BUGS = (sqlite3.Error, psycopg.Error)
"""What engines raise for a bug of ours."""
OPEN = Summary(is_over=False, values={"totals": [1, 2]})
OVER = Summary(is_over=True, values={"totals": [3, 4]})
TODAY = opening.version()


def begin(
    db: Database,
    summary: Summary | None = None,
    players: Sequence[str] = CAST,
    club: str = HOME,
    *,
    lines: int = 1,
) -> int:
    """Begin a match, and answer until its log has so many lines."""
    if club == HOME:
        clubs.ensure_home_club(db)
    match_id = matches.begin_match(db, club, "trex", players, RULES, summary)
    for line in range(1, lines):
        log.append(db, club, match_id, [Line(Event("entry", 1, "owner", line))], after=line)
    return match_id


def undo(
    db: Database,
    match_id: int,
    after: int = 1,
    summary: Summary | None = None,
    at: str = "",
) -> None:
    """Write one more line into a match at home."""
    log.append(db, HOME, match_id, [Line(Event("undo"), at)], after=after, summary=summary)


def answer(db, match_id, *answers):
    """Write answers into a match at home that has its first line alone."""
    lines = [Line(Event("entry", 1, "any", each)) for each in answers]
    log.append(db, HOME, match_id, lines, after=1)


def ids(matches):
    """The numbers of these matches, in their order."""
    return [match.id for match in matches]


def ago(**time):
    """A moment before now, as it is stored."""
    return (datetime.now(UTC) - timedelta(**time)).isoformat(timespec="milliseconds")


def plan_of(db, query, *values):
    """How SQLite looks for what a query asks for."""
    return " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}", values))


def meddle(book: DatabaseUrl, sql: str, *values: object) -> None:
    """Change a database behind everyone's back."""
    with closing(engine_for(book).connect()) as db, db.transaction():
        db.execute(sql, values)


def of_version(version: int, path: Path) -> Path:
    """Lay down a database as the program of that version left it, with fifteen matches at home at
    least."""
    left = Path(__file__).parent / "out_there" / f"version-{version:02}" / "book.sqlite3.gz"
    path.write_bytes(gzip.decompress(left.read_bytes()))
    return path


def nothing(_path: Path) -> None:
    pass


def a_letter(path: Path) -> None:
    path.write_text("Dear diary, today we played cards. " * 300)


def another_program(path: Path) -> None:
    with closing(opening.open_file(path, "rwc")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")


def a_live_book(path: Path) -> None:
    with closing(engine_for(path).open()) as db:
        begin(db, lines=3)


def half_a_book(path: Path) -> None:
    with closing(engine_for(path).open()) as db:
        begin(db, lines=50)
    path.write_bytes(path.read_bytes()[:8192])


def a_newer_version(path: Path) -> None:
    engine_for(path).open().close()
    meddle(path, f"PRAGMA user_version = {TODAY + 1}")


def count(db, table):
    return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
