"""How a pad ends, and goes on, for those at the table: what lists and pages say, and one key."""

import json

import pytest

from testkit.web.pad import begin_pad, enter_round, play_rounds
from testkit.web.table import Table

ROUNDS = [14, -2, 2], [90, 5, 5]
TO_100 = {"ends": "points", "target": "100"}


@pytest.fixture
def open_pad(phone):
    return play_rounds(begin_pad(phone, "Skyjo"), *ROUNDS)


@pytest.fixture
def pad_to_100(phone):
    return play_rounds(begin_pad(phone, "Skyjo", **TO_100), *ROUNDS)


def end(table):
    return table.send("/end", {})


def play_on(table):
    page = table.send("/play-on", {})
    assert page.status == 303, page.text
    return table


def test_an_open_pad_is_ended_on_more_and_nothing_calls_that_early(phone, open_pad):
    assert open_pad.open("/more").says("End the match", "the totals count")
    assert end(open_pad).status == 303
    told = {
        path: phone.open(path).all_text
        for path in ("/", "/matches/earlier", "/evenings/1", "/matches.csv", "/deals.csv")
    } | {path: open_pad.open(path).all_text for path in ("", "/sheet", "/log", "/table")}
    assert [path for path, words in told.items() if "arly," in words or "ed early" in words] == []
    assert "The table ended it after 2 rounds." in told["/table"]
    assert ",over," in phone.open("/matches.csv").response.text
    assert json.loads(open_pad.open("/match.json").response.text)["ended"] is True


def test_an_open_pad_that_was_ended_counts_and_brings_a_record(phone, open_pad):
    end(open_pad)
    assert phone.open("/players/1").says("1 of 1")


def test_a_pad_with_a_mark_that_is_stopped_before_it_has_ended_early(phone):
    table = play_rounds(begin_pad(phone, "Skyjo", **TO_100), ROUNDS[0])
    end(table)
    assert table.open("/log").says("Ended early")
    assert ",ended early," in phone.open("/matches.csv").response.text


def test_a_pad_at_its_mark_plays_on_to_a_higher_one_until_that_is_undone(pad_to_100):
    assert pad_to_100.open().says("Play on to 200", "Again")
    other = Table(pad_to_100.phone, pad_to_100.id)
    shown = play_on(pad_to_100).open()
    assert shown.says("Round 3: how many points?", "to 200")
    assert shown.says("Undo")
    assert other.open().says("Round 3: how many points?")
    pad_to_100.undo()
    assert pad_to_100.open().says("Play on to 200")


def test_an_end_that_was_told_is_taken_back_and_the_pad_goes_on(open_pad):
    end(open_pad)
    assert open_pad.open().says("Play on Again")
    assert play_on(open_pad).open().says("Round 3: how many points?")
    assert enter_round(open_pad, 1, 2, 3).status == 303
    assert open_pad.totals == {"Anna": 105, "Bruno": 5, "Carla": 10}


def test_of_two_phones_one_plays_on_and_the_other_is_told(pad_to_100):
    line = pad_to_100.last_line
    play_on(pad_to_100)
    late = pad_to_100.send("/play-on", {}, after=line)
    assert late.status == 409
    assert late.says("Round 3: how many points?")
    assert pad_to_100.last_line == line + 1


def test_only_a_pad_plays_on_and_only_once_it_is_over(begin, open_pad):
    whist = begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    whist.send("/end", {})
    for table in (whist, open_pad):
        assert not table.open().says("Play on")
        assert table.send("/play-on", {}).status == 409
