"""A club is the wall between tables: nothing that is stored can be reached from another one."""

import pytest

from app import store
from app.store import HOME
from tests.books import OPEN, OVER, RULES
from tests.front_door import CAST

FACES = {"1": {"symbols": ["spade"], "large": []}}

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


@pytest.fixture
def one(db):
    return store.create_club(db, "One").id


@pytest.fixture
def other(one, db):
    return store.create_club(db, "Other").id


def test_a_club_knows_nothing_of_what_another_holds(db, one, other):
    before = contents(db, other)

    fill(db, one)

    assert contents(db, other) == before
    assert contents(db, "nowhere") == before


def test_what_is_done_in_a_club_changes_nothing_in_another(db, one, other):
    fill(db, one)
    fill(db, other, "Zoë")
    before = contents(db, other)

    store.append(db, one, 1, [store.find_match(db, one, 1).log[0]], after=1, summary=OVER)
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


def test_every_club_counts_its_matches_and_decks_from_one(db, one, other):
    for club in (one, other):
        assert [store.begin_match(db, club, "trex", CAST, RULES) for _ in range(3)] == [1, 2, 3]
        assert [store.save_deck(db, club, "", FACES) for _ in range(2)] == [1, 2]


def test_a_number_is_never_given_twice(db, one):
    last = store.begin_match(db, one, "trex", CAST, RULES)
    store.delete_match(db, one, last)
    with db.transaction():
        db.execute("UPDATE matches SET deleted = '2020-01-01'")
    assert store.purge_deleted(db) == 1

    assert store.begin_match(db, one, "trex", CAST, RULES) == last + 1


def test_nothing_begins_in_a_club_that_is_not_there(db):
    with pytest.raises(LookupError):
        store.begin_match(db, "nowhere", "trex", CAST, RULES)
    with pytest.raises(LookupError):
        store.save_deck(db, "nowhere", "", FACES)

    assert db.execute("SELECT count(*) FROM events").fetchone() == (0,)


def test_a_club_has_an_id_that_says_nothing_and_nobody_else_has(db):
    ids = {store.create_club(db, "Friday").id for _ in range(50)}

    assert len(ids) == 50
    assert all(len(club) == 8 and club.isalnum() for club in ids)


def test_a_book_has_one_home_however_often_it_is_opened(db):
    assert store.list_clubs(db) == []
    assert store.ensure_home_club(db) == store.ensure_home_club(db) == store.find_club(db, HOME)
    assert [(club.id, club.name) for club in store.list_clubs(db)] == [(HOME, "Home")]


@pytest.mark.in_a_file
def test_a_club_is_deleted_whole_and_no_other(db, book, one, other):
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
