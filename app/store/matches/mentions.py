"""Mentions: where a name of somebody stands in words that people typed, which forgetting leaves
alone: titles of matches, words beside a flag, and titles, places and notes of evenings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.scoring.game import name_key
from app.store.engine import Database, placeholders
from app.store.people.evenings import HAS_MATCHES, LATEST_FIRST
from app.store.people.people import group_of


@dataclass(frozen=True)
class Mention:
    """Words that say a name: those of an `evening`, or of a match, there beside a deal or in its
    title (None); all by number."""

    words: str
    evening: int | None = None
    match_id: int | None = None
    deal: int | None = None


def mentions_of(db: Database, club: str, person_id: int) -> list[Mention]:
    """Return the places where a name of a person, or of one merged into them, stands in typed text
    as whole words: evenings first, then matches. Deleted ones are left out, as they are removed in
    time."""
    group = group_of(db, club, person_id)
    rows = db.execute(
        f"SELECT key FROM names WHERE club = ? AND person IN ({placeholders(group)})",
        [club, *group],
    )
    names = name_tree({key.partition("\n")[0] for (key,) in rows.fetchall()})
    return [mention for mention in typed_words(db, club) if says_any(names, mention.words)]


PARTS = re.compile(r"\w+|\W")
END = ""  # in a tree of names: a name ends here. No part of a name is empty.
NameTree = dict[str, Any]


def name_tree(keys: Iterable[str]) -> NameTree:
    """Return names as a tree of their parts: after each those that can follow. So the time in which
    a text is searched does not grow with the number of names."""
    tree: NameTree = {}
    for key in keys:
        branch = tree
        for part in PARTS.findall(key):
            branch = branch.setdefault(part, {})
        branch[END] = True
    return tree


def says_any(names: NameTree, words: str) -> bool:
    """Return whether a text has any of the names, as whole words."""
    parts = PARTS.findall(name_key(words))
    for start in range(len(parts)):
        branch = names
        for place in range(start, len(parts)):
            branch = branch.get(parts[place], {})
            if not branch:
                break
            if END in branch:
                return True
    return False


def typed_words(db: Database, club: str) -> list[Mention]:
    """Return all that people typed in a club beside names, but for what is deleted."""
    evenings = db.execute(
        f"SELECT number, title, place, note FROM evenings WHERE club = ? AND {HAS_MATCHES}"
        " AND (title <> '' OR place <> '' OR note <> '')"
        " ORDER BY day DESC, began DESC, number DESC",
        [club],
    ).fetchall()
    titles = db.execute(
        "SELECT number, title FROM matches WHERE club = ? AND title <> '' AND deleted IS NULL"
        f" {LATEST_FIRST}",
        [club],
    ).fetchall()
    flags = db.execute(
        "SELECT match, deal, words FROM doubts JOIN matches ON matches.club = doubts.club"
        " AND number = match WHERE doubts.club = ? AND words <> '' AND deleted IS NULL"
        f" {LATEST_FIRST}, deal",
        [club],
    ).fetchall()
    return [
        *(Mention(words, evening=number) for number, *texts in evenings for words in texts),
        *(Mention(title, match_id=number) for number, title in titles),
        *(Mention(words, match_id=match, deal=deal) for match, deal, words in flags),
    ]
