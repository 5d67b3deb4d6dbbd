"""Mentions: where a name of somebody stands in words that people typed, which forgetting leaves
alone: titles of matches, words beside a flag, and titles, places and notes of evenings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.scoring.game import name_key
from app.store.engine import Database
from app.store.evenings import HAS_MATCHES
from app.store.people import group_of


@dataclass(frozen=True)
class Mention:
    """Words that say a name: those of an `evening`, or of a match, there beside a deal or in its
    title (None); all by number."""

    words: str
    evening: int | None = None
    match_id: int | None = None
    deal: int | None = None


def mentions_of(db: Database, club: str, person_id: int) -> list[Mention]:
    """Where any name of somebody stands as a whole word, also of who was merged into them: on
    evenings first, then in matches; not in what is deleted, which is removed in time."""
    group = group_of(db, club, person_id)
    rows = db.execute(
        f"SELECT key FROM names WHERE club = ? AND person IN ({', '.join('?' * len(group))})",
        [club, *group],
    )
    names = "|".join(re.escape(key) for (key,) in rows.fetchall())
    if not names:
        return []
    name = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    return [mention for mention in typed_words(db, club) if name.search(name_key(mention.words))]


def typed_words(db: Database, club: str) -> list[Mention]:
    """All that people typed in a club beside names, but for what is deleted."""
    evenings = db.execute(
        f"SELECT number, title, place, note FROM evenings WHERE club = ? AND {HAS_MATCHES}"
        " AND (title <> '' OR place <> '' OR note <> '') ORDER BY day DESC, number DESC",
        [club],
    ).fetchall()
    titles = db.execute(
        "SELECT number, title FROM matches WHERE club = ? AND title <> '' AND deleted IS NULL"
        " ORDER BY number DESC",
        [club],
    ).fetchall()
    flags = db.execute(
        "SELECT match, deal, words FROM doubts JOIN matches ON matches.club = doubts.club"
        " AND number = match WHERE doubts.club = ? AND words <> '' AND deleted IS NULL"
        " ORDER BY match DESC, deal",
        [club],
    ).fetchall()
    return [
        *(Mention(words, evening=number) for number, *texts in evenings for words in texts),
        *(Mention(title, match_id=number) for number, title in titles),
        *(Mention(words, match_id=match, deal=deal) for match, deal, words in flags),
    ]
