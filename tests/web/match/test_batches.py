"""Lines that were one change at the table stay one: in the log, in a file, and back again."""

import json

import pytest

from app.web.match import repository
from testkit.web.table import Table, card
from tests.web.complex_deal import CARDS, DIAMONDS, TRICKS

ONE_MOMENT = "2026-03-01T20:00:00.000+00:00"


@pytest.fixture
def stopped_clock(monkeypatch):
    """Every answer comes at the same millisecond."""
    monkeypatch.setattr(repository, "now", lambda: ONE_MOMENT)


@pytest.fixture
def kept_cards(begin):
    """The cards left and the card set aside, which stand in the same rows."""
    table = begin("torite", 3).play([8, 4, 0])
    left = card("left.0", "KH") | card("left.1", "7S") | card("left.2", "5D")
    table.type(left | card("aside.0", "9C"))
    return table


def undone_keys(table):
    """What one undo takes back."""
    match = table.match
    return [match.events[place].key for place in match.undo_batch]


def test_two_answers_of_one_millisecond_are_taken_back_one_by_one(begin, stopped_clock):
    table = begin("tribello").play("hearts", [7, 3, 3], "spades")

    assert undone_keys(table) == ["trump"]


def test_one_change_has_one_moment_and_the_next_another(begin, stopped_clock):
    table = begin("trex", complex="yes").play(0, "complex")
    table.type(CARDS | DIAMONDS | TRICKS, htmx=True)

    moments = [line.at for line in table.match.log]

    assert len(set(moments)) == len(moments)
    assert undone_keys(table) == ["tricks"]


@pytest.mark.parametrize(
    ("column", "value"),
    [("at", ONE_MOMENT), ("batch", None)],
    ids=["a log says itself what was one change", "an old log goes by its moments"],
)
def test_what_stands_in_the_same_rows_is_one_change(column, value, kept_cards, db):
    assert undone_keys(kept_cards) == ["left", "aside"]
    assert len({line.at for line in kept_cards.match.log[-2:]}) == 1
    with db.transaction():
        db.execute(f"UPDATE events SET {column} = ?", [value])

    assert undone_keys(kept_cards) == ["left", "aside"]


@pytest.mark.parametrize("without_log", [False, True])
def test_a_file_brings_one_change_back_as_one(kept_cards, phone, without_log):
    file = json.loads(kept_cards.open("/match.json").response.data)
    del file["id"]
    if without_log:
        del file["log"]

    page = phone.send("/matches/import", {"text": json.dumps(file), "again": "1"})

    again = Table(phone, int(page.goes_to.rpartition("/")[2]))
    assert undone_keys(again) == ["left", "aside"]
