"""Another phone keeps the score: who could do so as well is told, and nobody is kept from it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.web.match import page as match_page
from tests.web.phone import HTMX

MARLENES, BENS = "0a1b2c3d", "ffffffff"
NUMBERS = iter(range(10**6))


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


def answer(table, phone, tricks=(5, 3, 1)):
    """An answer that this phone sends."""
    once = f"{phone}-{next(NUMBERS):024x}" if phone else f"{next(NUMBERS):024x}"
    numbers = {f"{table.prompt.key}.{at}": str(taken) for at, taken in enumerate(tricks)}
    return table.type({**numbers, "request_id": once}, htmx=True)


def pen_on(page):
    """The name of the phone that keeps the score, as a page says it to a script."""
    named = re.search(r'data-by="([^"]*)" hidden', page.html)
    return named and named[1]


def test_a_page_knows_which_phone_has_answered_last(table):
    answer(table, MARLENES)
    assert pen_on(table.open()) == MARLENES

    answer(table, BENS, [9, 0, 0])
    assert pen_on(table.open()) == BENS


def test_who_does_not_keep_the_score_is_led_to_following(table):
    answer(table, MARLENES)
    address = f"{table.path}/follow"

    assert address in table.open().links
    assert table.phone.open(address).status == 200


def test_parts_that_are_drawn_once_for_all_know_it_too(table):
    answer(table, MARLENES)

    page = table.phone.open(f"{table.path}?after=1", headers=HTMX)

    assert pen_on(page) == MARLENES


def test_who_has_just_answered_is_not_told_of_themselves(table):
    assert pen_on(answer(table, MARLENES)) is None


def test_who_is_refused_still_sees_who_keeps_the_score(table):
    answer(table, MARLENES)

    page = answer(table, BENS, [9, 9, 9])

    assert page.status == 422
    assert pen_on(page) == MARLENES


@pytest.mark.parametrize("name", ["", "MARLENES", "0a1b2c3", '"><b>x</b>'])
def test_a_phone_without_a_name_of_ours_is_nobody(name, table):
    answer(table, name)

    assert pen_on(table.open()) is None


def test_what_was_imported_or_sent_without_a_script_was_written_by_nobody(table):
    table.play([5, 3, 1])

    assert pen_on(table.open()) is None


def test_after_a_quarter_of_an_hour_nobody_keeps_the_score(table, monkeypatch):
    answer(table, MARLENES)

    class Later(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime.now(UTC) + timedelta(minutes=16)

    monkeypatch.setattr(match_page, "datetime", Later)

    assert pen_on(table.open()) is None


def test_no_name_of_a_phone_is_in_the_log_or_the_file(table):
    answer(table, MARLENES)

    assert MARLENES not in table.open("/match.json").html + table.open("/log").html
