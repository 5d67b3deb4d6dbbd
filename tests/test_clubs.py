"""A club is the wall between tables: nothing that is stored can be reached from another one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from app import store
from app.scoring import Event, Line
from app.store import HOME
from app.store.sqlite import connection
from tests.front_door import CAST

RULES = Event("entry", 0, "rules", {"upper": 10})
FACES = {"1": {"symbols": ["spade"], "large": []}}
OPEN = store.Summary(is_over=False, values={"totals": [1, 2]})
OVER = store.Summary(is_over=True, values={"totals": [3, 4]})
VERSION_4 = Path(__file__).with_name("score_book_of_version_4.sql")


pytestmark = pytest.mark.every_engine


def fill(db, club, player="Anna"):
    """A match in play, one that is over, one that was deleted, and a deck."""
    store.begin_match(db, club, "trex", [player, *CAST[1:]], RULES, OPEN)
    store.begin_match(db, club, "trex", CAST, RULES, OVER)
    gone = store.begin_match(db, club, "trex", CAST, RULES)
    store.delete_match(db, club, gone)
    store.save_deck(db, club, player, FACES)
    store.flag_deal(db, club, 1, 1, player)
    store.save_code(db, store.InviteCode(club, "member", None, 1, "9999", digest=player))


def contents(db, club):
    """Everything that the store says of a club."""
    return (
        [store.find_match(db, club, number) for number in range(6)],
        [store.find_log_head(db, club, number) for number in range(6)],
        store.open_matches(db, club),
        store.past_matches(db, club, 9),
        store.past_matches(db, club, 9, before=3),
        store.earlier_matches(db, club, "trex", 9, 9),
        store.search_matches(db, club, "a", ["trex"], 9),
        store.search_matches(db, club, "a", ["trex"], 9, before=3),
        store.latest_matches(db, club, 9),
        store.deleted_matches(db, club),
        store.has_deleted(db, club),
        store.match_ids(db, club),
        store.count_matches(db, club),
        store.find_same_match(db, club, "trex", CAST, [RULES]),
        store.recent_players(db, club, 9),
        store.saved_decks(db, club, 9),
        [store.find_deck(db, club, number) for number in range(3)],
        store.find_same_deck(db, club, FACES),
        [store.list_flags(db, club, number) for number in range(6)],
        store.find_code(db, club, "member", None),
    )


# --- the wall -----------------------------------------------------------------------------------


def test_a_club_knows_nothing_of_what_another_holds(db):
    one, other = store.create_club(db, "One"), store.create_club(db, "Other")
    before = contents(db, other.id)

    fill(db, one.id)

    assert contents(db, other.id) == before
    assert contents(db, "nowhere") == before


def test_what_is_done_in_a_club_changes_nothing_in_another(db):
    one, other = store.create_club(db, "One").id, store.create_club(db, "Other").id
    fill(db, one)
    fill(db, other, "Zoë")
    before = contents(db, other)

    store.append(db, one, 1, [Line(Event("undo"))], after=1, summary=OVER)
    store.set_title(db, one, 1, "Friday")
    store.delete_match(db, one, 2)
    store.restore_match(db, one, 3)
    store.save_summaries(db, one, [(1, 2, store.now(), OPEN)])
    store.save_deck(db, one, "Red box", FACES)
    store.rename_club(db, one, "First")
    store.flag_deal(db, one, 1, 2)
    store.confirm_deal(db, one, 1, 1)

    assert contents(db, other) == before
    assert [club.name for club in store.list_clubs(db)] == ["First", "Other"]


def test_every_club_counts_its_matches_and_decks_from_one(db):
    for name in ("One", "Other"):
        club = store.create_club(db, name).id

        assert [store.begin_match(db, club, "trex", CAST, RULES) for _ in range(3)] == [1, 2, 3]
        assert [store.save_deck(db, club, "", FACES) for _ in range(2)] == [1, 2]


def test_a_number_is_never_given_twice(db):
    club = store.ensure_home_club(db).id
    last = store.begin_match(db, club, "trex", CAST, RULES)
    store.delete_match(db, club, last)
    with db.transaction():
        db.execute("UPDATE matches SET deleted = '2020-01-01'")
    assert store.purge_deleted(db) == 1

    assert store.begin_match(db, club, "trex", CAST, RULES) == last + 1


def test_nothing_begins_in_a_club_that_is_not_there(db):
    for write in (
        lambda: store.begin_match(db, "nowhere", "trex", CAST, RULES),
        lambda: store.save_deck(db, "nowhere", "", FACES),
    ):
        with pytest.raises(LookupError):
            write()

    assert db.execute("SELECT count(*) FROM events").fetchone() == (0,)


# --- clubs themselves ---------------------------------------------------------------------------


def test_a_club_has_an_id_that_says_nothing_and_nobody_else_has(db):
    ids = {store.create_club(db, "Friday").id for _ in range(50)}

    assert len(ids) == 50
    assert all(len(club) == 8 and club.isalnum() for club in ids)


def test_a_book_has_one_home_however_often_it_is_opened(db):
    assert store.ensure_home_club(db) == store.ensure_home_club(db) == store.find_club(db, HOME)
    assert [club.id for club in store.list_clubs(db)] == [HOME]


@pytest.mark.in_a_file
def test_a_club_is_deleted_whole_and_no_other(db, book):
    one, other = store.create_club(db, "One").id, store.create_club(db, "Other").id
    fill(db, one, "Wilhelmina")
    fill(db, other)
    before = contents(db, other)

    store.delete_club(db, one)

    assert store.find_club(db, one) is None
    assert contents(db, one) == contents(db, "nowhere")
    assert contents(db, other) == before
    assert list(store.damaged_lines(db)) == []
    # Nor does it go on lying in the file, where nothing points at it any more.
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wilhelmina" not in book.read_bytes()


# --- a book without clubs -----------------------------------------------------------------------


@pytest.fixture
def old_book(book):
    with closing(connection.open_file(book, "rwc")) as old:
        old.conn.executescript(VERSION_4.read_text("utf-8"))
    return book


@pytest.mark.in_a_file
def test_what_a_book_without_clubs_holds_goes_home_with_its_numbers(old_book):
    with closing(store.engine_for(old_book).open()) as db:
        assert [(club.id, club.name) for club in store.list_clubs(db)] == [(HOME, "Home")]
        assert store.match_ids(db, HOME) == [1, 2, 3]
        assert [len(store.find_match(db, HOME, number).log) for number in (1, 2, 3)] == [3, 1, 3]
        assert [match.id for match in store.open_matches(db, HOME)] == [1]
        assert [match.id for match in store.deleted_matches(db, HOME)] == [2]
        (over,) = store.past_matches(db, HOME, 9)
        assert (over.id, over.title, over.summary["totals"]) == (3, "Spring", [5, 0, -5])
        assert [(deck.id, deck.name) for deck in store.saved_decks(db, HOME, 9)] == [
            (2, "Zoë’s"),
            (1, "Ours"),
        ]


@pytest.mark.in_a_file
def test_a_book_without_clubs_keeps_its_checksums_and_counts_on(old_book):
    with closing(connection.open_file(old_book, "ro")) as old:
        before = old.execute("SELECT checksum FROM events ORDER BY match, line").fetchall()

    with closing(store.engine_for(old_book).open()) as db:
        after = db.execute("SELECT checksum FROM events ORDER BY match, line").fetchall()
        assert after == before
        assert list(store.damaged_lines(db)) == []
        assert store.begin_match(db, HOME, "trex", CAST, RULES) == 4
        assert store.save_deck(db, HOME, "", FACES) == 3


def test_an_empty_book_without_clubs_has_none_until_one_is_founded(db):
    assert store.list_clubs(db) == []
