"""Titles: how what is played on a pad was written last, by variant."""

from __future__ import annotations

from app.store.engine import Database
from app.store.matches.lists import read_summary


def latest_titles(db: Database, club: str, game: str) -> dict[str, str]:
    """Return the title of the latest match of a game that counts, by variant, of those that have
    one."""
    rows = db.execute(
        "SELECT variant, summary FROM (SELECT variant, summary, row_number() OVER"
        " (PARTITION BY variant ORDER BY day DESC, started DESC, number DESC) AS place"
        " FROM matches WHERE club = ? AND deleted IS NULL AND variant <> '' AND game = ?)"
        " AS latest WHERE place = 1",
        [club, game],
    ).fetchall()
    titles = {variant: (read_summary(text) or {}).get("title") for variant, text in rows}
    return {variant: title for variant, title in titles.items() if title}
