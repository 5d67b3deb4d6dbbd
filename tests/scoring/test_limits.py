"""How long a match can be, and that one that is longer already is still read."""

import json
from itertools import chain
from unittest.mock import Mock

import pytest

from app.games import GAMES
from app.matchfile import InvalidFile, as_csv, as_file, open_match, parse
from app.scoring import PLAYERS, Event, Line, Match, Refused
from app.scoring.match import match as match_module
from app.scoring.match.log import MAX_DEALS, MAX_LETTERS, MAX_LINES, MAX_RENAMES
from app.scoring.match.log_text import log_texts
from testkit.match import CAST, match_file

RULES = Event("entry", 0, "rules", {"upper": 99, "lower": -99})
HANDS = ("first", "second")
LEVEL = [3, 3, 3]


def after(*events):
    """A match of three with this log, as it was kept when nothing was too long."""
    return Match(GAMES["italian_whist"], CAST[:3], map(Line, [RULES, *events]))


def voids(number):
    return [Event("void", deal, "void", "misdeal") for deal in range(1, number + 1)]


def renamed(name, deal=0):
    return Event("correction", deal, PLAYERS, [name, None, None])


LONG_NOTE = Event("correction", 0, "rules", RULES.answer | {"note": "x" * (MAX_LETTERS // 4)})
OTHER_RULES = Event("correction", 0, "rules", {"upper": 5, "lower": -5})


@pytest.mark.parametrize(
    ("log", "event", "words"),
    [
        (voids(MAX_DEALS), Event("entry", MAX_DEALS + 1, "first", LEVEL), "at most 200 deals"),
        ([Event("pause")] * (MAX_LINES - 1), Event("entry", 1, "first", LEVEL), "1,500 lines"),
        ([renamed("Zoe")] * MAX_RENAMES, renamed("Dora"), "at most 12 times"),
        ([LONG_NOTE] * 4, OTHER_RULES, "too many changes to save another"),
    ],
    ids=["deals", "lines", "names", "letters"],
)
def test_a_match_has_at_most_so_many_deals_lines_names_and_letters(log, event, words):
    match = after(*log)

    with pytest.raises(Refused, match=words):
        match.accept(event)


def test_a_match_of_the_most_deals_can_be_ended_and_a_longer_one_read_but_not_from_a_file():
    match = after(*voids(MAX_DEALS + 1))
    file = match_file("italian_whist", [{"void": "misdeal"}] * (MAX_DEALS + 1))

    with pytest.raises(InvalidFile) as refused:
        open_match(parse(json.dumps(file).encode()))

    assert refused.value.problems[0].deal == MAX_DEALS + 1
    assert after(*voids(MAX_DEALS)).accept(Event("end")).standing.is_over
    assert len(match.standing.finished) == MAX_DEALS + 1
    assert f",{MAX_DEALS + 1}," in as_csv(match)


@pytest.fixture
def replays(monkeypatch):
    """Called each time that a match is played again, the first time too."""
    replay = Mock(wraps=match_module.Replay)
    monkeypatch.setattr(match_module, "Replay", replay)
    return replay


def test_a_history_is_told_with_one_replay_for_each_set_of_names(replays):
    deals = [Event("entry", deal, key, LEVEL) for deal in (1, 2, 3) for key in HANDS]
    named = [renamed(f"P{deal}", deal) for deal in (2, 3)]
    to_and_fro = [Event("correction", deal, "first", [4, 3, 2]) for deal in (1, 2, 3)] * 20

    told = log_texts(after(*deals, *named, *to_and_fro))

    assert str(told[-1].sentence) == "Deal 3 · First hand: tricks won → P3 4, Bruno 3, Carla 2"
    assert replays.call_count == 3


@pytest.mark.parametrize(
    "left_behind",
    [
        [Event("correction", deal, "void", "misdeal") for deal in range(1, 31)],
        [Event("correction", 1, "first", [9, 0, 0]), OTHER_RULES],
    ],
    ids=["void deals", "a lower limit"],
)
def test_all_answers_that_are_left_behind_together_are_turned_with_one_replay(replays, left_behind):
    deals = [Event("entry", deal, key, [4, 3, 2]) for deal in range(1, 31) for key in HANDS]

    turned = after(*deals, *left_behind).reseating([1, 2, 0]).answer["answers"]

    assert [turned[str(deal)]["second"] for deal in range(1, 31)] == [[3, 2, 4]] * 30
    assert replays.call_count == 1 + 1


def test_answers_that_were_left_behind_one_by_one_are_turned_so_far_as_it_costs_little(replays):
    deals = range(1, 31)
    begun = [Event("entry", deal, "first", [4, 3, 2]) for deal in deals]
    lines = zip(begun, voids(len(deals)), strict=True)

    turned = after(*chain(*lines)).reseating([1, 2, 0]).answer["answers"]

    most = match_module.MAX_REPLAYS
    assert [deal for deal in deals if "first" in turned[str(deal)]] == [*deals][-most:]
    assert replays.call_count == most + 1


def test_a_log_that_would_be_played_too_often_is_left_aside():
    lines = [Event("entry", deal, key, LEVEL) for deal in range(1, 151) for key in HANDS]
    changes = [Event("correction", deal, "first", LEVEL) for deal in range(1, 151)]
    file = as_file(after(*lines, *changes))

    match = open_match(parse(json.dumps(file).encode()))

    assert len(match.log) == 1 + len(lines)
