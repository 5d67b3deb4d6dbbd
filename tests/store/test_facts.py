"""What is counted of finished matches: how it is read, and that it is made again from the logs
where it was cut or changed. That it is right is asked of any year."""

import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli import main
from app.games import GAMES
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import deletion, evening_changes, facts, matches
from app.store.matches.facts import WrongNumbers
from app.store.numbers import totals
from app.store.numbers.totals import FactFilter
from app.store.people import evenings, people
from app.web.database import open_database
from app.web.match.rebuild import catch_up
from app.web.match.repository import summary_of
from testkit.match import CAST
from testkit.play import keep_in, play_at_random
from tests.books import meddle

pytestmark = pytest.mark.every_engine
RIGHT = WrongNumbers(0, 0)


@pytest.fixture
def counted(db, book):
    """A book with two matches of Tribello that are over."""
    clubs.ensure_home_club(db)
    for seed in range(2):
        keep_in(book, play_at_random(GAMES["tribello"], random.Random(seed)).match)
    return db


def everything(db):
    """All facts and sums, in the order of their keys."""
    return [
        db.execute(f"SELECT * FROM {table} ORDER BY {keys}").fetchall()
        for table, keys in (("facts", "1, 2, 3, 4, 5"), ("sums", "1, 2, 3, 4, 5, 6, 7"))
    ]


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM facts",
        "DELETE FROM facts WHERE match = 2 AND key = 'won' AND person = 1",
        "UPDATE facts SET points = points + 1 WHERE match = 1 AND key = 'points'",
        "DELETE FROM sums",
        "DELETE FROM sums WHERE key = 'place'",
        "UPDATE sums SET count = 99 WHERE key = 'won'",
        "UPDATE sums SET month = '1999-01' WHERE key = 'won' AND person = 2",
    ],
)
def test_what_was_cut_or_changed_is_seen_and_made_again(damage, counted, book, capsys):
    before = everything(counted)
    assert facts.wrong_numbers(counted, HOME) == RIGHT
    meddle(book, damage)

    assert facts.wrong_numbers(counted, HOME) != RIGHT
    if isinstance(book, Path):
        assert main(["doctor", "--database", str(book)]) == 1
        assert "The numbers of club home do not add up" in capsys.readouterr().out

    assert main(["rebuild", "--database", str(book)]) == 0
    assert everything(counted) == before
    assert "2 matches" in capsys.readouterr().out


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET answer = '{broken' WHERE match = 1 AND line = 3",
        "UPDATE events SET key = 'seats', answer = '0' WHERE match = 1 AND line = 3",
        "UPDATE events SET key = 'seats', deal = 77, answer = '{}' WHERE match = 1 AND line = 3",
        "UPDATE matches SET game = 'skat' WHERE number = 1",
    ],
    ids=["no JSON", "no order", "no such deal", "another program's game"],
)
def test_a_match_that_cannot_be_read_says_nothing_and_keeps_nobody_waiting(
    damage, counted, book, caplog
):
    for as_of_an_older_version in ("DELETE FROM facts", "DELETE FROM sums"):
        meddle(book, as_of_an_older_version)
    meddle(book, "UPDATE matches SET counted = 0, facts = 0")
    meddle(book, damage)

    for _start in range(2):
        with closing(open_database(engine_for(book))) as db:
            assert not totals.has_uncounted_matches(db, HOME)
            assert db.execute("SELECT DISTINCT match FROM facts").fetchall() == [(2,)]
            assert facts.wrong_numbers(db, HOME) == RIGHT
    assert [message[:36] for message in caplog.messages] == ["Match 1 of club home cannot be read:"]


def known(db):
    """All facts and sums, and how often everybody sat in a match."""
    return everything(db), [person.matches for person in people.list_people(db, HOME)]


def delete(book, when):
    meddle(book, f"UPDATE matches SET deleted = '{when}' WHERE number = 1")


def restore(book):
    meddle(book, "UPDATE matches SET deleted = NULL WHERE number = 1")


@pytest.mark.parametrize(
    ("change", "matches"),
    [
        (lambda _db, book: delete(book, "2026-11-27"), [2]),
        (lambda db, book: (deletion.delete_match(db, HOME, 1), restore(book)), [1, 2]),
        (lambda db, book: (delete(book, "2020"), deletion.purge_deleted(db)), [2]),
    ],
    ids=["it deletes", "it restores what we deleted", "we purge what it deleted"],
)
def test_what_a_process_of_the_version_before_does_beside_this_one_is_counted(
    change, matches, counted, book
):
    before = known(counted)
    change(counted, book)

    with closing(open_database(engine_for(book))) as db:
        assert [match for (match,) in db.execute(OF_MATCHES).fetchall()] == matches
        assert facts.wrong_numbers(db, HOME) == RIGHT
        assert [person.matches for person in people.list_people(db, HOME)] == [len(matches)] * 3
        if len(matches) == 2:
            assert known(db) == before


OF_MATCHES = "SELECT DISTINCT match FROM facts ORDER BY match"


def test_a_match_that_the_version_before_writes_after_people_were_seated_is_counted(counted, book):
    before = known(counted)
    for table in ("facts", "sums", "seatings"):
        meddle(book, f"DELETE FROM {table}")
    meddle(book, "UPDATE people SET matches = 0")
    meddle(book, "UPDATE matches SET counted = 0, facts = 0, seated = 0")

    assert catch_up(counted) == 2
    assert known(counted) == before


def test_what_is_deleted_and_restored_says_what_it_said(counted):
    before = known(counted)
    deletion.delete_match(counted, HOME, 1)
    assert counted.execute(OF_MATCHES).fetchall() == [(2,)]
    assert catch_up(counted) == 0

    deletion.restore_match(counted, HOME, 1)
    assert totals.has_uncounted_matches(counted, HOME)
    assert catch_up(counted, HOME) == 1
    assert known(counted) == before


ANNA, BRUNO, CARLA, EVA = 1, 2, 3, 4


@pytest.fixture
def two_years(db, book):
    """Three matches of Tribello: two of 2025, and one of 2026 in which Eva plays for Anna."""
    clubs.ensure_home_club(db)
    for number, (year, names) in enumerate([(2025, CAST[:3])] * 2 + [(2026, ["Eva", *CAST[1:3]])]):
        match = play_at_random(GAMES["tribello"], random.Random(number)).match
        match = replace(match, players=names)
        started = f"{year}-05-0{number + 1}T19:00:00.000+00:00"
        about = (HOME, "tribello", match.players, started, match.log)
        matches.save_match(db, *about, summary=summary_of(match), by_date=True)
    return db


def played(db, **asked):
    """How many matches each played, by number."""
    by_person = totals.add_up(db, HOME, ["person"], FactFilter(keys=("won",), **asked))
    return {person: total.matches for (person,), total in by_person.items()}


def test_facts_are_added_up_by_year_month_and_person(two_years):
    assert played(two_years) == {ANNA: 2, BRUNO: 3, CARLA: 3, EVA: 1}
    assert played(two_years, month="2025") == {ANNA: 2, BRUNO: 2, CARLA: 2}
    assert played(two_years, month="2026-05") == {EVA: 1, BRUNO: 1, CARLA: 1}
    assert played(two_years, person=EVA, game="tribello") == {EVA: 1}
    assert played(two_years, game="trex") == played(two_years, variant="4") == {}

    asked = FactFilter(keys=("points",), person=BRUNO)
    facts = totals.list_facts(two_years, HOME, asked)
    assert [fact.day for fact in facts] == ["2026-05-03", "2025-05-02", "2025-05-01"]
    best = totals.list_facts(two_years, HOME, asked, order="most points", limit=1)
    assert [fact.points for fact in best] == [max(fact.points for fact in facts)]


def test_facts_go_with_their_match_to_another_evening(two_years):
    later = [evening.id for evening in evenings.list_evenings(two_years, HOME, 9)][1]
    placed = "SELECT DISTINCT match, evening FROM facts ORDER BY match"
    first = evening_changes.join_evening(two_years, HOME, later).evening
    assert two_years.execute(placed).fetchall()[:2] == [(1, first), (2, first)]

    split = evening_changes.split_evening(two_years, HOME, first, 2).evening
    assert two_years.execute(placed).fetchall()[:2] == [(1, first), (2, split)]
