"""How a pad ends, by its mark or because the table says so, and how it goes on from there."""

import json

import pytest

from app import matchfile
from app.scoring import Event
from app.scoring.match.continuation import continuation_of
from app.scoring.match.log_text import log_texts
from app.scoring.statistics import counts, facts_of
from testkit.match import Match, match_file

TO_100 = {"ends": "points", "target": 100}
TWO_ROUNDS = {"ends": "rounds", "rounds": 2}
ROUNDS = [{"points": [14, -2, 2]}, {"points": [90, 5, 5]}]


def pad(deals=ROUNDS, *, ended=False, **rules):
    rules = {"title": "Skyjo", **rules}
    return match_file("any_game", deals, players=3, **rules) | ({"ended": True} if ended else {})


def opened(file):
    return matchfile.open_match(matchfile.parse(json.dumps(file).encode()))


def gone_on(match):
    """The match after Play on, as often as it is over at once again."""
    return match.accept(*continuation_of(match).events, at="2026-11-29T20:00:00.000Z")


def corrected(match, deal, points):
    return match.accept(Event("correction", deal, "points", points))


# --- the table says so --------------------------------------------------------------------------


def test_an_open_pad_that_the_table_ends_is_over_and_counts():
    match = Match(pad(ended=True))
    assert match.winners == ["Anna"]
    assert match.ending == "The table ended it after 2 rounds. Anna: the highest total, 104."
    played = opened(pad(ended=True))
    assert counts(played.standing)
    assert not played.standing.ended_early
    assert {fact.key for fact in facts_of(played)} >= {"won", "place", "points", "met"}
    assert str(log_texts(played)[-1].sentence) == "Ended"


def test_one_with_a_mark_that_the_table_stops_before_it_has_ended_early():
    for rules, ending in ((TO_100, "after 1 round."), (TWO_ROUNDS, "after 1 of 2 rounds.")):
        played = opened(pad(ROUNDS[:1], ended=True, **rules))
        assert str(played.standing.outcome.why).startswith(f"Ended early, {ending}")
        assert not counts(played.standing)
        assert str(log_texts(played)[-1].sentence) == "Ended early"


def test_an_open_pad_whose_rounds_were_all_thrown_in_has_ended_early_and_counts_nowhere():
    played = opened(pad([{"void": "misdeal"}], ended=True))

    assert str(played.standing.outcome.why).startswith("Ended early, after 0 rounds.")
    assert not counts(played.standing)
    assert facts_of(played) == []


def test_a_file_says_that_the_table_ended_it_and_comes_in_so():
    file = pad(ended=True)
    assert Match(file).report["ended"]
    again = opened(matchfile.as_file(opened(file)))
    assert again.standing.ended_by_table
    assert matchfile.as_file(again)["ended"]
    assert matchfile.as_csv(opened(file)).count("The table ended it after 2 rounds.") == 3


# --- and goes on --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "deals", "words", "mark"),
    [
        (TO_100, ROUNDS, "to 200", {"target": 200}),
        (TO_100, [{"points": [250, 0, 0]}], "to 300", {"target": 300}),
        (TO_100, [{"points": [100, 0, 0]}], "to 200", {"target": 200}),
        ({**TO_100, "below": True}, [{"points": [0, -310, 0]}], "to ±400", {"target": 400}),
        ({**TO_100, "wins": "lowest"}, ROUNDS, "to 200", {"target": 200}),
        (TWO_ROUNDS, ROUNDS, "one more round", {"rounds": 3}),
    ],
)
def test_a_pad_that_came_to_its_mark_goes_on_to_a_higher_one(rules, deals, words, mark):
    match = opened(pad(deals, **rules))
    assert str(continuation_of(match).words) == words
    further = gone_on(match)
    assert not further.standing.is_over
    assert further.standing.prompt.deal == len(deals) + 1
    assert further.standing.rule_choices == match.standing.rule_choices | mark
    assert further.accept(Event("undo")).standing.is_over


def test_the_mark_rises_by_the_first_one_each_time():
    match = gone_on(opened(pad(**TO_100)))
    match = match.accept(Event("entry", 3, "points", [150, 0, 0]))
    assert str(continuation_of(match).words) == "to 300"


def test_an_end_that_the_table_declared_is_taken_back():
    further = gone_on(opened(pad(ended=True)))
    assert not further.standing.is_over
    assert further.standing.prompt.deal == 3
    assert further.accept(Event("redo")).standing.is_over


def test_what_was_put_right_since_the_end_stays_right():
    match = corrected(corrected(opened(pad(ended=True)), 1, [15, -2, 2]), 2, [90, 6, 6])
    further = gone_on(match)
    assert not further.standing.is_over
    assert further.standing.totals == match.standing.totals == (105, 4, 8)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (pad(), "it goes on already"),
        (pad([{"points": [1, 2, 3]}] * 200), "a pad has no room for more rounds"),
        (pad([{"points": [99_999, 0, 0]}], ends="points", target=60_000), "no mark is so high"),
        (match_file("italian_whist", [{"first": [9, 0, 0], "second": [9, 0, 0]}]), "no pad"),
    ],
)
def test_nothing_else_goes_on(file, why):
    assert continuation_of(opened(file)) is None, why
