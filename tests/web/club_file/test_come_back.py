"""A match that was deleted, and comes again with a file: it comes back, and is there once."""

from functools import cache

import pytest

from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import lists, matches
from testkit.club_zip import club_zip, file_of
from testkit.whole_matches import whole_match
from tests.books import count
from tests.web.club_requests import opened, taken

every_door = pytest.mark.every_door
LINES = 19


@cache
def whole():
    """A match of so many lines."""
    match = whole_match("italian_whist").match
    assert len(match.log) == LINES
    return match


@pytest.fixture
def deleted(phone, db):
    """A match that came by a file and was deleted, with that many of its lines."""

    def delete(lines):
        text = file_of(whole().at_line(lines), 0)
        assert phone.send("/matches/import", {"text": text, "keep": "1"}).status == 303
        phone.send("/matches/1/delete")
        return text

    return delete


def visible(db):
    """The matches in lists, each with how many lines it has."""
    return {it.id: matches.find_match(db, HOME, it.id).last_line for it in listed(db)}


def listed(db):
    return lists.latest_matches(db, HOME, 9)


@every_door
def test_a_match_file_says_that_its_match_was_set_aside_and_brings_it_back(deleted, phone, db):
    text = deleted(LINES)
    for fields in ({}, {"keep": "1"}):
        page = phone.send("/matches/import", {"text": text, **fields})
        assert page.status == 409
        assert page.says("This match is here, among what was set aside: deleted on")
    assert listed(db) == []

    back = phone.submit(page, "/import", {"restore": "1"})

    assert back.goes_to == "/matches/1?done=back"
    assert visible(db) == {1: LINES}
    assert count(db, "matches") == 1


@every_door
@pytest.mark.parametrize(("here", "there"), [(LINES - 2, LINES), (LINES, LINES - 2)])
def test_it_comes_back_with_what_the_file_has_more(here, there, deleted, phone, db):
    deleted(here)
    longer = file_of(whole().at_line(there), 0)

    page = phone.send("/matches/import", {"text": longer, "restore": "1"})
    if page.status == 409:
        page = phone.submit(page, "/import", {"go_on": "1"})

    assert page.status == 303
    assert visible(db) == {1: LINES}


@every_door
@pytest.mark.parametrize(
    ("here", "there"), [(LINES, LINES), (LINES - 2, LINES), (LINES, LINES - 2)]
)
def test_the_file_of_a_club_says_it_and_brings_it_back(here, there, deleted, phone, db):
    deleted(here)
    page = opened(phone, club_zip([("matches/1.json", file_of(whole().at_line(there), 0))]))
    assert page.says("1 match to take", "1 of them was deleted here")
    assert page.says("comes back from what was set aside, as it was")

    page = taken(phone, page)

    assert page.says("1 match has come in.")
    assert visible(db) == {1: max(here, there)}
    assert count(db, "matches") == 1
    assert phone.open("/numbers").status == 200
    assert lists.clubs_behind(db) == []


@every_door
def test_one_that_has_come_again_meanwhile_is_not_restored_beside_it(deleted, phone, db):
    text = deleted(LINES)
    phone.send("/matches/import", {"text": text, "restore": "1"})
    db.execute("UPDATE matches SET deleted = ? WHERE number = 1", [now()])
    other = matches.save_match(
        db, HOME, "italian_whist", whole().players, now(), whole().log, uuid=uuid_of(db)
    )

    page = phone.send("/matches/1/restore")

    assert page.status == 409
    assert page.says("It has come back by a file since, and is here once already.")
    assert f"/matches/{other}" in page.links
    assert [*visible(db)] == [other]
    phone.send(f"/matches/{other}/delete")
    assert phone.send("/matches/1/restore").goes_to == "/matches/1?done=back"


def uuid_of(db):
    return matches.find_match(db, HOME, 1).uuid
