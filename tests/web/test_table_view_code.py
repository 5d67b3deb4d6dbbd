"""The table from above shows how others come to watch: a code to scan."""

from __future__ import annotations

import re

import pytest

from app.web.core.links import qr_code
from tests.home_urls import CLUB
from tests.web.phone import HTMX, Page


def open_by(table, path, **how):
    return table.phone.open(table.path + path, **how)


def code_on(page):
    """The code to scan that a table shows, None if it shows none."""
    drawn = re.search(r'<div class="qr".*?<path[^>]* d="([^"]*)"', page.html, re.S)
    return drawn and drawn[1]


def code_to_watch(table, root="http://localhost/"):
    """The link that is to stand in it: the one under More."""
    page = open_by(table, "/invite", base_url=root)
    (link,) = re.findall(r'id="link"[^>]*value="([^"]*)"', page.html)
    return re.search(r' d="([^"]*)"', qr_code(link))[1]


def test_the_table_shows_how_to_watch_it(begin):
    table = begin("tribello")

    assert code_on(table.open("/table")) == code_to_watch(table)
    assert code_on(table.open("/table?join=shown")) == code_to_watch(table)
    assert code_on(table.open("/table?join=hidden")) is None


def test_who_watches_is_shown_the_code_that_they_have_come_by(begin, app):
    table = begin("tribello")
    (link,) = re.findall(r'readonly value="([^"]*)"', table.open("/invite").html)
    watcher = app.test_client()
    watcher.get(link)

    page = Page(watcher.get(f"{CLUB}{table.path}/table"))

    assert code_on(page) == code_to_watch(table)


def test_each_phone_is_shown_the_address_by_which_it_came(begin, app, monkeypatch):
    monkeypatch.setitem(app.config, "OPEN", True)
    table = begin("tribello").play("hearts")

    for root in ("http://cards.example/", "http://192.168.1.5/"):
        page = open_by(table, "/table?after=1", base_url=root, headers=HTMX)
        assert code_on(page) == code_to_watch(table, root)


def test_on_this_machine_it_shows_the_address_that_phones_find(begin, app, monkeypatch):
    monkeypatch.setitem(app.config, "ADDRESS", "http://192.168.1.5:8000/")

    assert begin("tribello").open("/table").says("Scan it to watch along 192.168.1.5:8000")


def test_an_open_table_learns_of_a_link_that_was_renewed(begin):
    table = begin("tribello").play("hearts")
    before = code_on(table.open("/table"))
    table.send("/invite/renew", {})

    page = open_by(table, "/table?after=2", headers=HTMX)

    assert page.status == 200
    assert code_on(page) == code_to_watch(table) != before


def test_each_way_up_keeps_what_was_said_of_the_code(begin):
    links = begin("tribello").open("/table?turn=upright&join=hidden").links

    assert any(link.endswith("/table?turn=seats&join=hidden") for link in links)
    assert any(link.endswith("/table?turn=upright&join=shown") for link in links)


@pytest.mark.parametrize("join", ["", "yes", '"><script>'])
def test_where_nobody_says_it_is_shown_if_there_is_room(join, begin):
    assert 'class="round seats"' in begin("tribello").open(f"/table?join={join}").html
