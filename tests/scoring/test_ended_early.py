"""A match that the table stopped before its end: in a file, in `score`, and what counts then."""

import json

import pytest

from app import matchfile
from app.scoring import Event
from testkit.match import Match, match_file

TWO_DEALS = [{"trump": "hearts", "tricks": [7, 4, 2]}, {"trump": "clubs", "tricks": [5, 5, 3]}]
LEVEL = [{"trump": "hearts", "tricks": [6, 4, 3]}]
ROUND = {"tricks": [8, 4], "left": ["9S", "3H"]}
KINGDOM = [
    {"owner": 0, "contract": "slaps", "tricks": [13, 0, 0, 0]},
    {"contract": "diamonds", "diamonds": [0, 13, 0, 0]},
]
IN_PAIRS = {"partners": True, "reversed": True}
SWING = [{"first": [9, 0, 0], "second": [0, 9, 0]}]


def ended(game, deals, **how):
    return match_file(game, deals, **how) | {"ended": True}


def after(file, *events):
    """The match of a file, with these lines behind."""
    return matchfile.open_match(matchfile.parse(json.dumps(file).encode())).accept(*events)


def correction(deal, key, answer):
    return Event("correction", deal, key, answer)


def waits_at(match):
    return match.standing.prompt.deal, match.standing.prompt.key


# --- what counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "deals", "rules", "winners", "ending"),
    [
        ("tribello", TWO_DEALS, {}, ["Anna"], "after 2 of 12 deals."),
        ("tribello", [*TWO_DEALS, {"trump": "clubs"}], {}, ["Anna"], "after 2 of 12 deals."),
        ("tribello", [{"void": "misdeal"}, *TWO_DEALS], {}, ["Anna"], "after 2 of 12 deals."),
        ("tribello", LEVEL, {}, ["Anna", "Bruno", "Carla"], "after 1 of 12 deals."),
        ("trex", KINGDOM, {}, ["Carla", "Dino"], "after 2 of 20 deals."),
        ("trex", KINGDOM[:1], IN_PAIRS, ["Bruno & Dino"], "after 1 of 20 deals."),
        ("italian_whist", SWING, {}, ["Anna"], "after 1 deal."),
    ],
)
def test_who_leads_when_the_table_stops_wins(game, deals, rules, winners, ending):
    match = Match(ended(game, deals, **rules))

    assert match.winners == winners
    assert f"Ended early, {ending}" in match.ending
    assert (match.next, match.standing.deal) == (None, None)
    assert len(match.rows) == len([deal for deal in deals if deal != {"trump": "clubs"}])


def test_a_torite_that_was_ended_is_neither_won_nor_lost():
    report = Match(ended("torite", [ROUND], players=2)).report

    assert (report["over"], report["ended"], report["won"]) == (True, True, None)
    assert (report["score"], report["lost_because"]) == (None, [])


def test_score_and_the_spreadsheet_say_that_it_was_ended_if_it_was():
    file = ended("tribello", TWO_DEALS)
    row = Match(file).report

    assert (row["over"], row["ended"], row["winners"], row["next"]) == (True, True, [0], None)
    words = "Ended early, after 2 of 12 deals. Anna: the highest total, +3."
    assert words in matchfile.as_csv(after(file))
    assert "ended" not in Match(match_file("tribello", TWO_DEALS)).report


# --- what cannot be -----------------------------------------------------------------------------


NOTHING_YET = "No deal is complete yet: there is nothing that could count."
OVER = "The match was over after deal 1, so “ended” cannot be true."


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (ended("tribello", []), NOTHING_YET),
        (ended("tribello", [{"trump": "hearts"}]), NOTHING_YET),
        (ended("italian_whist", SWING, lower=-5), OVER),
        *[(ended("tribello", TWO_DEALS) | {"ended": no}, None) for no in (1, 0, "true", None, [])],
    ],
)
def test_a_match_cannot_be_ended_before_a_complete_deal_or_after_its_end(file, words):
    match = Match(file)

    assert match.refused_at == (None, "ended")
    assert words in (None, match.problem)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event("entry", 3, "trump", "clubs"), "The match is over."),
        (Event("void", 3, "void", "misdeal"), "No such deal is being played now."),
        (Event("end"), "The match is over."),
    ],
)
def test_nothing_but_a_correction_follows_the_end(event, words):
    [problem] = after(ended("tribello", TWO_DEALS)).problems(event)

    assert str(problem.message) == words


def test_an_end_names_nothing_and_waits_for_an_earlier_deal():
    going_on = after(match_file("tribello", TWO_DEALS))
    waits = after(match_file("trex", KINGDOM), correction(1, "contract", "trex"))

    assert going_on.problems(Event("end", 2))
    assert not going_on.problems(Event("end"))
    assert "Answer that first" in str(waits.problems(Event("end"))[0].message)


# --- the log ------------------------------------------------------------------------------------


def test_a_correction_that_asks_anew_holds_the_end_off_until_that_is_answered():
    match = after(ended("trex", KINGDOM), correction(2, "contract", "trex"))
    assert not match.standing.is_over
    assert waits_at(match) == (2, "out")

    standing = match.accept(Event("entry", 2, "out", [0, 1, 2, 3])).standing

    assert standing.is_over
    assert standing.ended_early
    assert standing.totals == (5, 150, 100, 50)


def test_a_deal_that_counts_after_all_is_asked_for_though_the_match_was_ended():
    file = ended("tribello", [*TWO_DEALS, {"trump": "clubs", "void": "misdeal"}])
    match = after(file, correction(3, "void", None))

    assert waits_at(match) == (3, "tricks")
    assert match.accept(Event("entry", 3, "tricks", [13, 0, 0])).standing.is_over


def test_a_file_keeps_the_end_with_its_log_and_a_log_that_knows_of_no_end_gets_it():
    match = after(ended("tribello", [*TWO_DEALS, {"trump": "clubs"}]))
    written = json.loads(matchfile.as_text(matchfile.as_file(match)))
    again = after(matchfile.as_file(after(match_file("tribello", TWO_DEALS))) | {"ended": True})

    assert written["ended"] is True
    assert after(written).events == match.events
    assert match.events[-1] == again.events[-1] == Event("end")
    assert again.standing.ended_early
