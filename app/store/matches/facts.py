"""Facts: the statistics of finished matches, as numbers of people that can be added up.

`facts` has one row for each match, person and key, or for two people who met in it. `sums` has
their totals by person, game, variant and month, so that a page reads few rows however many matches
there are. Both are written in the transaction that changes a match, and hold nothing that is not in
the logs: they can be made again at any time. A fact repeats the game, the variant, the day and the
evening of its match, by which it is searched for.

`facts_of` of `app.scoring.statistics` says what the facts of a match are, such as who has won.

Facts belong to the person whose name is in the log. People who were merged are added up when facts
are read, so that a merge changes no row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from app.scoring.facts import Fact
from app.scoring.statistics import IN_POINTS, add_facts
from app.store.clubs.clubs import lock_club
from app.store.engine import LAST_LINE_SQL, Database, one_transaction, to_json
from app.store.people.people import canonical_people

# Those of `facts`, in the order in which they are written.
COLUMNS = (
    *("club", "match", "person", "other", "key", "game", "variant", "day", "evening"),
    *("count", "chances", "points", "deals"),
)
# The columns by which facts are added up: `month` is that of the match (ISO).
SUMS = "club, person, other, game, variant, month, key"
KEY_OF_SUM = "club, person, other, game, variant, substr(day, 1, 7), key"  # SQL: the same of a fact

# SQL: what the sums of a club have to be.
ADDED_UP = (
    f"SELECT {KEY_OF_SUM}, count(*), sum(count), sum(chances), sum(points) FROM facts"
    f" WHERE club = ? GROUP BY {KEY_OF_SUM}"
)


# SQL: the moment at which the match of a fact began. By it the matches of one day are in the order
# in which they were played, whatever numbers they got: an imported one gets the latest.
STARTED = "(SELECT started FROM matches WHERE matches.club = facts.club AND number = match)"


@dataclass(frozen=True)
class SeatFacts:
    """What the log of a match that counts says: its facts by seat, the key of its variant, and that
    of the variant among whose matches points are added up."""

    variant: str
    points_variant: str
    facts: Sequence[Fact]

    def variant_of(self, key: str) -> str:
        """Return the key of the variant to which the facts under a key belong."""
        return self.points_variant if key in IN_POINTS else self.variant


def write_facts(db: Database, club: str, match_id: int, seat_facts: SeatFacts | None) -> None:
    """Write the facts of a match, in the open transaction, after its seatings; for None, and for a
    deleted match, remove them."""
    lock_club(db, club)
    people, sums = MatchPeople({}, {}), {}
    if seat_facts is not None:
        # Nobody sits in a match that is deleted.
        people = people_at_seats(db, club, match_id)
        sums = add_facts(seat_facts.facts, people.at)
    # Its facts count as read up to the last line of the log.
    row = db.execute(
        "UPDATE matches SET variant = CASE WHEN deleted IS NULL THEN ? ELSE '' END, facts = ?,"
        f" counted = coalesce({LAST_LINE_SQL}, 0) WHERE club = ? AND number = ?"
        " RETURNING game, day, evening,"
        " EXISTS (SELECT 1 FROM facts WHERE facts.club = matches.club AND match = number)",
        [seat_facts.variant if seat_facts else "", len(sums), club, match_id],
    ).fetchone()
    if row is None:
        return
    game, day, evening, has_facts = row
    if has_facts:
        clear_facts(db, club, match_id)
    if seat_facts is None or not sums:
        return
    # Many are about the same deals, above all those of the whole match.
    json_of = cache(to_json)
    db.load(
        "facts",
        COLUMNS,
        [
            (
                *(club, match_id, people.named[who], people.named[other] if other else 0, key),
                *(game, seat_facts.variant_of(key), day, evening),
                *(total.count, total.chances, total.points, json_of(tuple(sorted(total.deals)))),
            )
            for (who, key, other), total in sums.items()
        ],
    )
    add_to_sums(db, club, match_id, 1)


@one_transaction
def clear_unreadable(db: Database, club: str, match_ids: Sequence[int]) -> None:
    """Remove the facts of damaged matches, so that no page waits for them."""
    for match_id in match_ids:
        write_facts(db, club, match_id, None)


@dataclass(frozen=True)
class MatchPeople:
    """The canonical people in a match. `sittings` has for each seat, by its index, the deals from
    which a person sits there, None for one who is not known. `named` maps each of them to the
    person whose name the log has, the first if there are two."""

    sittings: Mapping[int, Sequence[tuple[int, int | None]]]
    named: Mapping[int, int]

    def at(self, seat: int, deal: int) -> int | None:
        """Return the person who sat at a seat in a deal."""
        for since, person in reversed(self.sittings.get(seat, ())):
            if since <= deal:
                return person
        return None


def people_at_seats(db: Database, club: str, match_id: int) -> MatchPeople:
    """Return the people at the seats of a match, with or without a name."""
    rows = db.execute(
        "SELECT seat, deal, person FROM seatings WHERE club = ? AND match = ? ORDER BY seat, deal",
        [club, match_id],
    ).fetchall()
    canonical = canonical_people(
        db, club, {person for *_seat, person in rows if person is not None}
    )
    sittings: dict[int, list[tuple[int, int | None]]] = {}
    named: dict[int, int] = {}
    for seat, deal, person in rows:
        head = canonical.get(person) if person is not None else None
        who = head.id if head and head.is_known else None
        sittings.setdefault(seat, []).append((deal, who))
        if who is not None:
            named.setdefault(who, person)
    return MatchPeople(sittings, named)


def clear_facts(db: Database, club: str, match_id: int) -> None:
    """Remove the facts of a match and take them from the sums, in the open transaction."""
    take_from_sums(db, club, match_id)
    db.execute("DELETE FROM facts WHERE club = ? AND match = ?", [club, match_id])


def move_facts(db: Database, club: str, match_id: int, day: str, evening: int) -> None:
    """Let, in the open transaction, what a match says count for a day (ISO) and an evening."""
    take_from_sums(db, club, match_id)
    db.execute(
        "UPDATE facts SET day = ?, evening = ? WHERE club = ? AND match = ?",
        [day, evening, club, match_id],
    )
    add_to_sums(db, club, match_id, 1)


def take_from_sums(db: Database, club: str, match_id: int) -> None:
    """Take what a match says away from the sums, in the open transaction."""
    add_to_sums(db, club, match_id, -1)
    # Found by their whole key: reading all sums of its people, matches would take the square.
    db.execute(
        f"DELETE FROM sums WHERE matches = 0 AND ({SUMS}) IN (SELECT {KEY_OF_SUM} FROM facts"
        " WHERE club = ? AND match = ?)",
        [club, match_id],
    )


def add_to_sums(db: Database, club: str, match_id: int, times: int) -> None:
    """Add what a match says to the sums, or take it away with −1, in the open transaction."""
    # In the order of their key, in which every transaction locks them.
    db.execute(
        f"INSERT INTO sums ({SUMS}, matches, count, chances, points)"
        f" SELECT {KEY_OF_SUM}, ?, ? * count, ? * chances, ? * points FROM facts"
        " WHERE club = ? AND match = ? ORDER BY person, other, key"
        f" ON CONFLICT ({SUMS}) DO UPDATE SET matches = sums.matches + excluded.matches,"
        " count = sums.count + excluded.count, chances = sums.chances + excluded.chances,"
        " points = sums.points + excluded.points",
        [times, times, times, times, club, match_id],
    )


@one_transaction
def add_up_again(db: Database, club: str) -> None:
    """Write all sums of a club again from its facts."""
    lock_club(db, club)
    db.execute("DELETE FROM sums WHERE club = ?", [club])
    db.execute(f"INSERT INTO sums ({SUMS}, matches, count, chances, points) {ADDED_UP}", [club])


@dataclass(frozen=True)
class WrongNumbers:
    """In how many matches of a club facts are missing or too many, and how many of its sums are not
    those of its facts."""

    matches: int
    sums: int


def wrong_numbers(db: Database, club: str) -> WrongNumbers:
    """Count the facts and sums of a club that are wrong; both can be made again from the logs."""
    (matches,) = db.execute(
        "SELECT count(*) FROM matches WHERE club = ? AND facts <> (SELECT count(*) FROM facts"
        " WHERE facts.club = matches.club AND match = number)",
        [club],
    ).fetchone()
    columns = f"{SUMS}, matches, count, chances, points"
    stored = f"SELECT {columns} FROM sums WHERE club = ?"
    (sums,) = db.execute(
        f"SELECT (SELECT count(*) FROM ({ADDED_UP} EXCEPT {stored}) AS missing)"
        f" + (SELECT count(*) FROM ({stored} EXCEPT {ADDED_UP}) AS beside)",
        [club, club, club, club],
    ).fetchone()
    return WrongNumbers(int(matches), int(sums))
