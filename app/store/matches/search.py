"""Search: the matches that fit all terms of a search.

A term that only names people or titles is looked up from these, so that a person who came once is
found as fast in a large club as in a small one; any other is looked for among the latest matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from app.scoring.model.spelling import spelling_key
from app.store.engine import Database, placeholders
from app.store.matches.lists import ListedMatch, page_behind, read_summary, select_matches
from app.store.people.evenings import LATEST_FIRST
from app.store.people.people import canonical_people, group_of


@dataclass(frozen=True)
class SearchTerm:
    """A term of a search. A match fits with one of the `games`, by key; with a day (ISO) that fits
    a pattern in `days`; with `words` in its title, in that of its pad, or in a name that a player
    ever had; or with one of the `people`, by number."""

    words: str = ""
    games: Sequence[str] = ()
    days: Sequence[str] = ()
    people: Sequence[int] = ()


IS_PAD = "CAST(summary AS TEXT) LIKE '%\"title\"%'"  # SQL: its summary has a title
# If no more matches than these fit a term, only they are looked at; of any other term the latest
# are soon found.
MOST_CANDIDATES = 500


def search_matches(
    db: Database, club: str, terms: Sequence[SearchTerm], limit: int, before: int | None = None
) -> list[ListedMatch]:
    """Return the latest matches, over or not, that fit all terms; in the order and by the pages of
    `past_matches`."""
    behind, values = page_behind(club, before)
    where, candidates = f"deleted IS NULL {behind}", None
    for term in terms:
        people = people_of_term(db, club, term)
        of_term, its_values = condition_of(db, club, term, people)
        where, values = f"{where} AND ({of_term})", [*values, *its_values]
        if candidates is None and not (term.games or term.days):
            candidates = candidates_of(db, club, term, people)
    listed: list[ListedMatch] = []
    if candidates is not None:
        listed = select_matches(
            db,
            club,
            f"{where} AND number IN ({placeholders(candidates)}) {LATEST_FIRST} LIMIT ?",
            *(*values, *candidates, limit),
        )
    else:
        # In two queries, because each of them is in the order of an index, and reads no more than
        # it returns.
        for is_over in range(2):
            listed += select_matches(
                db,
                club,
                f"is_over = {is_over} AND {where} {LATEST_FIRST} LIMIT ?",
                *(*values, limit),
            )
    listed.sort(key=lambda match: (match.day, match.started, match.id), reverse=True)
    return listed[:limit]


def people_of_term(db: Database, club: str, term: SearchTerm) -> list[int]:
    """Return the numbers of all whom a term names, with those who were merged with them."""
    people = set(term.people)
    if words := spelling_key(term.words):
        rows = db.execute("SELECT person, key FROM names WHERE club = ? ORDER BY person", [club])
        named = {person for person, key in rows.fetchall() if words in spelling_key(key)}
        people |= {*sorted(named)[:MOST_CANDIDATES]}
    canonical = {
        head.id for head in canonical_people(db, club, people).values() if head.forgotten is None
    }
    return group_of(db, club, *canonical) if canonical else []


def condition_of(
    db: Database, club: str, term: SearchTerm, people: Sequence[int]
) -> tuple[str, list[str | int]]:
    """Return SQL for only the matches that fit a term, which names these people, and its values."""
    some: list[str] = []
    values: list[str | int] = []
    if term.games:
        some.append(f"game IN ({placeholders(term.games)})")
        values += term.games
    for day in term.days:
        some.append("day LIKE ?")
        values.append(day)
    if titled := titled_matches(db, club, term.words):
        some.append(f"number IN ({placeholders(titled)})")
        values += titled
    if people:
        some.append(
            "EXISTS (SELECT 1 FROM seatings WHERE seatings.club = matches.club AND match = number"
            f" AND person IN ({placeholders(people)}))"
        )
        values += people
    return " OR ".join(some) or "FALSE", values


def candidates_of(
    db: Database, club: str, term: SearchTerm, people: Sequence[int]
) -> list[int] | None:
    """Return the numbers of all matches that can fit a term of words and people; None for too
    many."""
    found: set[int] = set()
    if people:
        rows = db.execute(
            f"SELECT match FROM seatings WHERE club = ? AND person IN"
            f" ({placeholders(people)}) LIMIT {MOST_CANDIDATES + 1}",
            [club, *people],
        ).fetchall()
        found |= {match_id for (match_id,) in rows}
        if len(rows) > MOST_CANDIDATES:
            return None
    found |= {*titled_matches(db, club, term.words)}
    return sorted(found) if len(found) <= MOST_CANDIDATES else None


def titled_matches(db: Database, club: str, words: str) -> list[int]:
    """Return the numbers of the latest matches that have these words in their title, or in that of
    their pad, however spelt."""
    if not (wanted := spelling_key(words)):
        return []
    rows = db.execute(
        f"SELECT number, title, CASE WHEN {IS_PAD} THEN summary END FROM matches"
        f" WHERE club = ? AND deleted IS NULL AND (title <> '' OR {IS_PAD})"
        " ORDER BY number DESC",
        [club],
    )
    fitting = (
        number
        for number, title, summary in rows.fetchall()
        if wanted in spelling_key(title)
        or wanted in spelling_key((read_summary(summary) or {}).get("title", ""))
    )
    return [*islice(fitting, MOST_CANDIDATES)]
