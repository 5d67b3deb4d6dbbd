"""A club is a wall: nothing that is stored can be reached from another one."""

from contextlib import closing

import pytest

from app.store import engine_for
from app.store.clubs import clubs, decks, invite_codes
from app.store.clubs.clubs import HOME
from app.store.clubs.invite_codes import InviteCode
from app.store.engine import now
from app.store.matches import deletion, flags, lists, log, matches, search
from app.store.matches.search import SearchTerm
from app.store.people import people, seatings
from testkit.match import CAST
from tests.books import OPEN, OVER, RULES, begin

FACES = {"1": {"symbols": ["spade", "ø", "x"], "large": []}}

pytestmark = pytest.mark.every_engine
in_a_file = pytest.mark.in_a_file


def fill(db, club, player="Anna"):
    """A match in play, one that is over, one that was deleted, and a deck."""
    begin(db, OPEN, [player, *CAST[1:]], club)
    begin(db, OVER, club=club)
    deletion.delete_match(db, club, begin(db, club=club))
    decks.save_deck(db, club, player, FACES)
    flags.flag_deal(db, club, 1, 1, player)
    invite_codes.save_code(db, InviteCode(club, "member", None, 1, "9999", digest=player))


def contents(db, club):
    """Everything that the store says of a club."""
    return (
        [matches.find_match(db, club, number) for number in range(6)],
        [log.find_log_head(db, club, number) for number in range(6)],
        lists.open_matches(db, club),
        lists.past_matches(db, club, 9),
        lists.past_matches(db, club, 9, before=3),
        lists.earlier_matches(db, club, "trex", 9, 9),
        search.search_matches(db, club, [SearchTerm("a", ["trex"])], 9),
        search.search_matches(db, club, [SearchTerm("a")], 9, before=3),
        people.list_people(db, club),
        lists.latest_matches(db, club, 9),
        lists.deleted_matches(db, club),
        lists.has_deleted(db, club),
        lists.match_ids(db, club),
        lists.count_matches(db, club),
        matches.find_same_match(db, club, "trex", CAST, [RULES]),
        seatings.recent_people(db, club, 9),
        decks.saved_decks(db, club, 9),
        [decks.find_deck(db, club, number) for number in range(3)],
        decks.find_same_deck(db, club, FACES),
        [flags.list_flags(db, club, number) for number in range(6)],
        invite_codes.find_code(db, club, "member", None),
    )


@pytest.fixture
def two_clubs(db):
    return [clubs.create_club(db, name).id for name in ("One", "Other")]


def test_a_club_knows_nothing_of_what_is_done_in_another(db, two_clubs):
    one, other = two_clubs
    fill(db, one)
    assert contents(db, other) == contents(db, "nowhere")
    fill(db, other, "Zoë")
    before = contents(db, other)

    log.append(db, one, 1, [matches.find_match(db, one, 1).log[0]], after=1, summary=OVER)
    matches.set_title(db, one, 1, "Friday")
    deletion.delete_match(db, one, 2)
    deletion.restore_match(db, one, 3)
    lists.save_summaries(db, one, [(1, 2, now(), OPEN)])
    decks.save_deck(db, one, "Red box", FACES)
    clubs.rename_club(db, one, "First")
    flags.flag_deal(db, one, 1, 2)
    flags.confirm_deal(db, one, 1, 1)

    assert contents(db, other) == before
    assert [club.name for club in clubs.list_clubs(db)] == ["Home", "First", "Other"]


def test_every_club_counts_its_matches_and_decks_from_one(db, two_clubs):
    for club in two_clubs:
        assert [begin(db, club=club) for _ in range(3)] == [1, 2, 3]
        assert [decks.save_deck(db, club, "", FACES) for _ in range(2)] == [1, 2]
    with pytest.raises(LookupError):
        begin(db, club="nowhere")
    with pytest.raises(LookupError):
        decks.save_deck(db, "nowhere", "", FACES)
    assert db.execute("SELECT count(*) FROM events").fetchone() == (6,)


@in_a_file
def test_a_club_has_an_id_that_says_nothing_and_nobody_else_has(db):
    ids = {clubs.create_club(db, "Friday").id for _ in range(50)}

    assert len(ids) == 50
    assert all(len(club) == 8 and club.isalnum() for club in ids)


def test_a_book_has_one_home_however_often_it_is_opened(book):
    with closing(engine_for(book).open()) as db:
        assert clubs.list_clubs(db) == []
        assert clubs.ensure_home_club(db) == clubs.ensure_home_club(db) == clubs.find_club(db, HOME)
        assert [(club.id, club.name) for club in clubs.list_clubs(db)] == [(HOME, "Home")]


@in_a_file
def test_a_club_is_deleted_whole_and_no_other(db, book, two_clubs):
    one, other = two_clubs
    fill(db, one, "Wilhelmina")
    fill(db, other)
    before = contents(db, other)

    clubs.delete_club(db, one)

    assert clubs.find_club(db, one) is None
    assert contents(db, one) == contents(db, "nowhere")
    assert contents(db, other) == before
    assert list(log.damaged_lines(db)) == []
    # Nor does it go on lying in the file, where nothing points at it any more.
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wilhelmina" not in book.read_bytes()
