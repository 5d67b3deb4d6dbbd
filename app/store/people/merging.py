"""Merging: two entries of one person become one, and are taken apart again.

A merged person keeps their row and their names, and points to the other by `merged_into`; nothing
in a log changes. So a merge is undone by removing that link.
"""

from __future__ import annotations

from app.scoring.game import name_key
from app.store.engine import Database, now, one_transaction, placeholders
from app.store.people.people import (
    NoSuchPerson,
    Person,
    SatTogether,
    bump_revisions,
    canonical_people,
    find_people,
    find_person,
    group_of,
    key_in_match,
    lock_person,
)
from app.store.people.seatings import seat_people


@one_transaction
def merge_people(db: Database, club: str, person_id: int, into: int) -> None:
    """Merge a person into another, whose name stays.

    Raises `NoSuchPerson`, also if both are one person or one of them is merged already, and
    `SatTogether`.
    """
    person, other = lock_person(db, club, person_id), lock_person(db, club, into)
    if person.id == other.id or person.merged_into or other.merged_into:
        raise NoSuchPerson(f"{person_id} and {into} are one already")
    if (match_id := match_together(db, club, person_id, into)) is not None:
        raise SatTogether(match_id)
    bump_revisions(db, club, person_id)
    db.execute(
        "UPDATE people SET merged_into = ?, merged = ? WHERE club = ? AND number = ?",
        [into, now(), club, person_id],
    )


def match_together(db: Database, club: str, one: int, other: int) -> int | None:
    """Return the latest match in which both people have, or had, a seat; None if there is none.
    Both include all who were merged into them."""
    groups = group_of(db, club, one), group_of(db, club, other)
    some, others = (f"({placeholders(group)})" for group in groups)
    row = db.execute(
        "SELECT mine.match FROM seatings AS mine JOIN matches"
        " ON matches.club = mine.club AND number = mine.match"
        f" WHERE mine.club = ? AND person IN {some} AND EXISTS (SELECT 1 FROM seatings AS theirs"
        f" WHERE theirs.club = mine.club AND theirs.match = mine.match"
        f" AND theirs.person IN {others})"
        " ORDER BY matches.day DESC, started DESC, number DESC LIMIT 1",
        [club, *groups[0], *groups[1]],
    ).fetchone()
    return int(row[0]) if row else None


@one_transaction
def unmerge_person(db: Database, club: str, person_id: int) -> None:
    """Undo a merge, also of two who sit in one match, which was deleted when they were merged.
    Raises `NoSuchPerson`."""
    person = find_person(db, club, person_id)
    clear_merge(db, club, person_id)
    if person is None or person.merged_into is None:
        return
    group = group_of(db, club, person.merged_into, person_id)
    rows = db.execute(
        "SELECT DISTINCT match FROM seatings AS nobodys WHERE club = ? AND person IS NULL"
        " AND EXISTS (SELECT 1 FROM seatings AS theirs WHERE theirs.club = nobodys.club"
        f" AND theirs.match = nobodys.match AND theirs.person IN ({placeholders(group)}))",
        [club, *group],
    )
    for (match_id,) in rows.fetchall():
        seat_people(db, club, match_id)
    # Where both had a seat, it says other things of each of them now.
    db.execute(
        "UPDATE matches SET counted = 0 WHERE club = ? AND is_over = 1 AND number IN (SELECT match"
        f" FROM seatings WHERE club = ? AND person IN ({placeholders(group)})"
        " GROUP BY match HAVING count(DISTINCT person) > 1)",
        [club, club, *group],
    )


def clear_merge(db: Database, club: str, person_id: int) -> None:
    """Undo a merge, in the open transaction: the person counts as themselves again, and so do those
    who were merged into them.

    If their name was given to the other meanwhile, that one gets back an own name. Raises
    `NoSuchPerson`; does nothing for a person who is not merged.
    """
    person = lock_person(db, club, person_id)
    if person.merged_into is None:
        return
    bump_revisions(db, club, person_id)
    db.execute(
        "UPDATE people SET merged_into = NULL, merged = NULL WHERE club = ? AND number = ?",
        [club, person_id],
    )
    for head in canonical_people(db, club, [person.merged_into]).values():
        give_back_name(db, club, head)


def give_back_name(db: Database, club: str, person: Person) -> None:
    """Rename a person to a name that belongs to them, if theirs does not any more, in the open
    transaction."""
    owners = find_people(db, club, [person.name, person.former])
    own = [name for name in (person.name, person.former) if name_key(name) in owners]
    own = [name for name in own if owners[name_key(name)].id == person.id]
    if person.name in own:
        return
    if not own:
        # As `names` has it: without capital letters.
        rows = db.execute(
            "SELECT key FROM names WHERE club = ? AND person = ? AND key NOT LIKE ?"
            " ORDER BY key LIMIT 1",
            [club, person.id, key_in_match("%", "%")],
        )
        own = [key for (key,) in rows.fetchall()]
    for name in own[:1]:
        db.execute(
            "UPDATE people SET name = ?, former = '', renamed = NULL WHERE club = ? AND number = ?",
            [name, club, person.id],
        )
        bump_revisions(db, club, person.id)
