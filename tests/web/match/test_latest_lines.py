"""The lines of the last change in a page of a match, for a phone that keeps the log."""

import json
import re

import pytest

from app.scoring import Event
from testkit.web.phone import HTMX, watcher_of
from testkit.web.table import keep
from testkit.whole_matches import whole_match

TEMPLATE = re.compile(r'<template id="lines" data-after="(\d+)">(.*?)</template>')
MOST_BYTES = 200
DEAL = ([5, 3, 1], [1, 3, 5])


@pytest.fixture
def table(begin):
    return begin("italian_whist").play(*DEAL)


def lines_in(page):
    """The number of the line before those in a page, and what they are; None without any."""
    found = TEMPLATE.search(page.html)
    return found and (int(found[1]), json.loads(found[2]))


def of_sync(table, after):
    rows = table.phone.client.get(f"{table.path}/sync").json["match"]["log"]["lines"][after:]
    return [{key: row[key] for key in row if key != "once"} for row in rows]


@pytest.mark.every_door
def test_an_answer_brings_its_line_in_few_bytes_and_so_does_each_page_of_the_match(table):
    page = table.answer(DEAL[0], htmx=True)

    assert lines_in(page) == (3, of_sync(table, 3))
    assert len(TEMPLATE.search(page.html)[0]) <= MOST_BYTES
    for how in ({}, {"headers": HTMX}):
        assert lines_in(table.phone.open(table.path, **how)) == (3, of_sync(table, 3))


def test_what_was_one_change_comes_as_one(table):
    table.send("/undo", {"times": 2})

    after, lines = lines_in(table.open())
    assert (after, [line["kind"] for line in lines]) == (3, ["undo", "undo"])
    assert lines == of_sync(table, 3)


def test_the_end_of_a_match_brings_its_lines_too(table):
    page = table.send("/end", {}, htmx=True)

    assert lines_in(page) == (3, of_sync(table, 3))
    assert [line["kind"] for line in lines_in(page)[1]] == ["end"]


def test_words_in_a_line_end_no_element(begin):
    table = begin("any_game", 3, wins="highest", ends="open", sides="none", dealer="moves")
    table.type({"points.0": "1", "points.1": "2", "points.2": "3", "note": "</template><b>&amp;"})

    after, lines = lines_in(table.open())
    assert after == 1
    assert lines == of_sync(table, 1)
    assert "</template><b>" not in table.open().html


@pytest.mark.parametrize("is_over", [False, True], ids=["in play", "over"])
def test_a_watcher_gets_no_lines(is_over, app, table):
    if is_over:
        table.send("/end", {})
    watcher = watcher_of(app)
    for path in ("", "/follow", "/table", "/sheet", "/log"):
        for how in ({}, {"headers": HTMX}):
            assert 'id="lines"' not in watcher.open(table.path + path, **how).html


def test_what_is_too_long_for_each_page_is_left_out(app):
    """All lines of a match from a file of old have one moment."""
    played = whole_match("italian_whist").match
    table = keep(app, type("Played", (), {"match": played.with_events(Event("undo"))}))

    assert lines_in(table.open()) is None
