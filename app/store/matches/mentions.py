"""Mentions: where a name of somebody stands in words that people typed, which forgetting leaves
alone: titles of matches, words beside a flag, what stands on a pad, and titles, places and notes
of evenings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from app.scoring.game import name_key
from app.scoring.match.log import Answers, answers_of
from app.store.engine import Database, placeholders
from app.store.matches.matches import find_match
from app.store.people.evenings import HAS_MATCHES, LATEST_FIRST
from app.store.people.people import group_of


@dataclass(frozen=True)
class Mention:
    """Words that say a name: those of an `evening`, or of a match, there in a deal or in its title
    (None); all by number. A deal `is_flagged` with them, or they stand on its pad, in the set-up
    for deal 0."""

    words: str
    evening: int | None = None
    match_id: int | None = None
    deal: int | None = None
    is_flagged: bool = False


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
    named = [mention for mention in typed_words(db, club) if says_any(names, mention.words)]
    on_pads = [mention for mention in words_on_pads(db, club) if says_any(names, mention.words)]
    return [*named, *those_that_hold(db, club, on_pads)]


NOTE, RULES = "note", "rules"  # the keys of the answers in which people write what they like
SAYS_WORDS = " OR ".join(
    f"CAST(answer AS TEXT) LIKE '%\"{key}\"%'" for key in ("title", "tick", "names")
)  # SQL
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
        *(
            Mention(words, match_id=match, deal=deal, is_flagged=True)
            for match, deal, words in flags
        ),
    ]


def words_on_pads(db: Database, club: str) -> list[Mention]:
    """Return the titles, the names of rounds and of the tick, and the notes that any line of a log
    has, each once, of matches that are not deleted."""
    answers = db.execute(
        "SELECT match, deal, answer FROM events JOIN matches ON matches.club = events.club"
        " AND number = match WHERE events.club = ? AND deleted IS NULL AND answer IS NOT NULL"
        f" AND (key = ? OR (key = ? AND ({SAYS_WORDS})))"
        f" {LATEST_FIRST}, deal, line",
        [club, NOTE, RULES],
    ).fetchall()
    found = (
        Mention(words, match_id=match, deal=deal)
        for match, deal, answer in answers
        for words in words_in(json.loads(answer))
    )
    return [*dict.fromkeys(found)]


def those_that_hold(db: Database, club: str, on_pads: Sequence[Mention]) -> Iterator[Mention]:
    """Yield those of the words on pads that no later line has changed or taken back."""
    said: dict[int, Answers] = {}
    for mention in on_pads:
        assert mention.match_id is not None, "it is of a match"
        if mention.match_id not in said:
            record = find_match(db, club, mention.match_id)
            said[mention.match_id] = answers_of(line.event for line in record.log) if record else {}
        given = said[mention.match_id].get(mention.deal or 0, {})
        if any(mention.words in words_in(given.get(key)) for key in (NOTE, RULES)):
            yield mention


def words_in(answer: Any) -> Iterator[str]:
    """Yield what people wrote in a note, or in the set-up of a pad."""
    texts: list[Any] = [answer]
    if isinstance(answer, dict):
        texts = [answer.get("title"), answer.get("tick"), *(answer.get("names") or ())]
    yield from (words for words in texts if isinstance(words, str) and words)
