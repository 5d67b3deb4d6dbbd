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


def test_pages_and_parts_know_which_phone_has_answered_last_and_lead_to_following(table):
    assert pen_on(answer(table, MARLENES)) is None, "nobody is told of themselves"

    page = table.open()
    assert pen_on(page) == MARLENES
    assert pen_on(table.phone.open(f"{table.path}?after=1", headers=HTMX)) == MARLENES
    assert f"{table.path}/follow" in page.links
    assert table.open("/follow").status == 200
    assert MARLENES not in table.open("/match.json").html + table.open("/log").html

    answer(table, BENS, [9, 0, 0])
    assert pen_on(table.open()) == BENS


def test_who_is_refused_still_sees_who_keeps_the_score(table):
    answer(table, MARLENES)

    page = answer(table, BENS, [9, 9, 9])

    assert page.status == 422
    assert pen_on(page) == MARLENES


@pytest.mark.parametrize("name", [None, "", "MARLENES", "0a1b2c3", '"><b>x</b>'])
def test_a_phone_without_a_name_of_ours_or_without_a_script_is_nobody(name, table):
    if name is None:
        table.play([5, 3, 1])
    else:
        answer(table, name)

    assert pen_on(table.open()) is None


def test_after_a_quarter_of_an_hour_nobody_keeps_the_score(table, monkeypatch):
    answer(table, MARLENES)

    class Later(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime.now(UTC) + timedelta(minutes=16)

    monkeypatch.setattr(match_page, "datetime", Later)

    assert pen_on(table.open()) is None
