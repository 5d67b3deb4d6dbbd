"""Where a club lies, and what is there without one."""

from __future__ import annotations

from contextlib import closing

import pytest

from app import store
from app.store import HOME
from tests.front_door import CAST
from tests.web.phone import Page
from tests.web.table import new_match


@pytest.fixture
def db(app):
    with closing(store.engine_for(app.config["DATABASE"]).connect()) as db:
        yield db


@pytest.fixture
def browse(app, monkeypatch):
    """Open a page by its whole address, where whoever comes is a member."""
    monkeypatch.setitem(app.config, "OPEN", True)
    client = app.test_client()
    return lambda path, **how: Page(client.open(path, **how))


def test_everything_about_a_match_lies_below_it(browse, begin):
    begin("trex")
    there = f"/c/{HOME}/matches/1"

    for page in ("", "/sheet", "/log", "/table", "/more", "/rules/trex", "/rules/settle/trex/stop"):
        shown = browse(there + page)

        assert shown.status == 200, page
        assert "/matches/1" in shown.html
        assert "match=" not in shown.html


def test_a_number_means_another_match_in_another_club(db, browse, begin):
    begin("trex")
    other = store.create_club(db, "Friday").id
    begun = browse(f"/c/{other}/matches", method="POST", data=new_match("torite", ["Zoë"]))

    assert begun.goes_to == f"/c/{other}/matches/1"
    assert browse(f"/c/{other}/matches/1").says("Zoë")
    assert browse(f"/c/{HOME}/matches/1").says(CAST[0])
    assert not browse(f"/c/{HOME}/matches/1").says("Zoë")


def test_the_start_of_a_club_says_its_name_unless_nobody_needs_it(db, browse):
    other = store.create_club(db, "Friday <b>night</b>").id

    assert browse(f"/c/{other}/").says("Friday <b>night</b>")
    assert not browse(f"/c/{HOME}/").says("Home")


@pytest.mark.parametrize("club", ["nowhere", "HOME", "%00", "x" * 3000, "\u202e"])
def test_in_a_club_that_is_not_there_nothing_is(club, browse, begin):
    begin("trex")

    for page in ("/", "/matches/1", "/matches/new?game=trex", "/decks/house", "/more"):
        assert browse(f"/c/{club}{page}").status == 404


def test_where_all_are_members_the_front_page_leads_on(browse):
    assert browse("/").response.location == f"/c/{HOME}/"


def test_the_book_the_shelf_and_settling_need_no_club(browse):
    for page in ("/rules/", "/rules/trex", "/rules/settle/", "/rules/settle/trex/stop", "/print/"):
        shown = browse(page)
        assert shown.status == 200
        assert 'href="/c/' not in shown.response.text
