"""A match that the table stopped before its end: in a file, in `score`, and what counts then."""

from __future__ import annotations

import io
import json

import pytest

from app import matchfile
from app.cli import main
from app.scoring import Event
from tests.front_door import Match, match_file

TWO_DEALS = [{"trump": "hearts", "tricks": [7, 4, 2]}, {"trump": "clubs", "tricks": [5, 5, 3]}]
ROUND = {"tricks": [8, 4], "left": ["9S", "3H"]}
KINGDOM = [
    {"owner": 0, "contract": "slaps", "tricks": [13, 0, 0, 0]},
    {"contract": "diamonds", "diamonds": [0, 13, 0, 0]},
]


def ended(game, deals, **how):
    return match_file(game, deals, **how) | {"ended": True}


def after(file, *events):
    """The match of a file, with these lines behind."""
    return matchfile.open_match(matchfile.parse(json.dumps(file).encode())).accept(*events)


def correction(deal, key, answer):
    return Event("correction", deal, key, answer)


# --- what counts --------------------------------------------------------------------------------


def test_who_leads_when_the_table_stops_wins():
    match = Match(ended("tribello", TWO_DEALS))

    assert match.winners == ["Anna"]
    assert match.totals == {"Anna": 3, "Bruno": -1, "Carla": -2}


def test_score_prints_that_it_was_ended(monkeypatch, capsys):
    content = json.dumps(ended("tribello", TWO_DEALS)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert main(["score", "-"]) == 0

    row = json.loads(capsys.readouterr().out)
    assert (row["over"], row["ended"], row["winners"], row["next"]) == (True, True, [0], None)


def test_score_says_nothing_of_an_end_where_there_was_none():
    assert "ended" not in Match(match_file("tribello", TWO_DEALS)).report


def test_those_who_are_level_share_the_win():
    match = Match(ended("tribello", [{"trump": "hearts", "tricks": [6, 4, 3]}]))

    assert match.winners == ["Anna", "Bruno", "Carla"]


def test_partners_win_by_side_and_the_lowest_total_wins_with_reversed_scores():
    match = Match(ended("trex", KINGDOM[:1], partners=True, reversed=True))

    assert match.totals == {"Anna & Carla": 195, "Bruno & Dino": 0}
    assert match.winners == ["Bruno & Dino"]


def test_a_torite_that_was_ended_is_neither_won_nor_lost():
    report = Match(ended("torite", [ROUND], players=2)).report

    assert (report["over"], report["ended"], report["won"]) == (True, True, None)
    assert (report["score"], report["lost_because"]) == (None, [])


def test_a_deal_that_was_begun_does_not_count_and_nothing_is_asked():
    match = Match(ended("tribello", [*TWO_DEALS, {"trump": "clubs"}]))

    assert len(match.rows) == 2
    assert match.next is None
    assert match.standing.deal is None


@pytest.mark.parametrize(
    ("game", "deals", "words"),
    [
        ("tribello", TWO_DEALS, "Ended early, after 2 of 12 deals."),
        ("tribello", [{"void": "misdeal"}, *TWO_DEALS], "Ended early, after 2 of 12 deals."),
        ("trex", KINGDOM, "Ended early, after 2 of 20 deals."),
        ("italian_whist", [{"first": [9, 0, 0], "second": [4, 3, 2]}], "after 1 deal."),
    ],
)
def test_the_end_says_after_how_many_deals(game, deals, words):
    assert words in Match(ended(game, deals)).ending


# --- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [[], [{"trump": "hearts"}]], ids=["none", "begun"])
def test_a_match_without_a_complete_deal_cannot_be_ended(deals):
    match = Match(ended("tribello", deals))

    assert match.refused_at == (None, "ended")
    assert match.problem == "No deal is complete yet: there is nothing that could count."


def test_a_match_that_is_over_cannot_be_ended_early():
    match = Match(ended("italian_whist", [{"first": [9, 0, 0], "second": [0, 9, 0]}], lower=-5))

    assert match.refused_at == (None, "ended")
    assert match.problem == "The match was over after deal 1, so “ended” cannot be true."


@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_ended_is_true_or_false(value):
    match = Match(match_file("tribello", TWO_DEALS) | {"ended": value})

    assert match.refused_at == (None, "ended")


# --- the log ------------------------------------------------------------------------------------


def test_the_end_can_be_taken_back_and_put_back():
    match = after(ended("tribello", TWO_DEALS))

    again = match.accept(Event("undo"))
    assert not again.standing.is_over
    assert (again.standing.prompt.deal, again.standing.prompt.key) == (3, "trump")
    assert again.accept(Event("redo")).standing.is_over


@pytest.mark.parametrize(
    "event", [Event("entry", 3, "trump", "clubs"), Event("void", 3, "void", "misdeal")]
)
def test_nothing_can_be_entered_after_the_end(event):
    assert after(ended("tribello", TWO_DEALS)).problems(event)


def test_a_match_ends_once():
    match = after(ended("tribello", TWO_DEALS))

    assert str(match.problems(Event("end"))[0].message) == "The match is over."


def test_a_miscount_can_be_put_right_after_the_end():
    match = after(ended("tribello", TWO_DEALS), correction(2, "tricks", [0, 0, 13]))

    assert match.standing.is_over
    assert [str(side) for side in match.standing.outcome.winners] == ["Carla"]


def test_a_correction_that_asks_anew_holds_the_end_off_until_that_is_answered():
    match = after(ended("trex", KINGDOM), correction(2, "contract", "trex"))
    assert not match.standing.is_over
    assert (match.standing.prompt.deal, match.standing.prompt.key) == (2, "out")

    match = match.accept(Event("entry", 2, "out", [0, 1, 2, 3]))

    assert match.standing.is_over
    assert match.standing.ended_early
    assert match.standing.totals == (5, 150, 100, 50)


def test_a_deal_that_counts_after_all_is_asked_for_though_the_match_was_ended():
    match = after(
        ended("tribello", [*TWO_DEALS, {"trump": "clubs", "void": "misdeal"}]),
        correction(3, "void", None),
    )
    assert match.standing.prompt.key == "tricks"

    assert match.accept(Event("entry", 3, "tricks", [13, 0, 0])).standing.is_over


def test_a_match_does_not_end_while_an_earlier_deal_waits():
    going_on = match_file("trex", KINGDOM)

    waits = after(going_on, correction(1, "contract", "trex"))

    assert "Answer that first" in str(waits.problems(Event("end"))[0].message)


def test_an_end_names_nothing():
    going_on = after(match_file("tribello", TWO_DEALS))

    assert going_on.problems(Event("end", 2))
    assert not going_on.problems(Event("end"))


def test_a_file_keeps_the_end_with_its_log():
    match = after(ended("tribello", [*TWO_DEALS, {"trump": "clubs"}]))
    written = json.loads(matchfile.as_text(matchfile.as_file(match)))

    again = after(written)

    assert written["ended"] is True
    assert again.events == match.events
    assert again.events[-1] == Event("end")
    assert again.standing.is_over


def test_a_log_that_knows_of_no_end_does_not_lead_to_a_file_that_was_ended():
    match = after(match_file("tribello", TWO_DEALS))
    written = matchfile.as_file(match) | {"ended": True}

    again = after(written)

    assert again.standing.ended_early
    assert again.events[-1] == Event("end")


def test_the_spreadsheet_says_that_it_was_ended():
    sheet = matchfile.as_csv(after(ended("tribello", TWO_DEALS)))

    assert "Ended early, after 2 of 12 deals. Anna: the highest total, +3." in sheet
