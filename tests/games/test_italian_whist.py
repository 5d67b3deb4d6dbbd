"""Italian Whist: nine tricks for you, nine against you, until somebody reaches a limit."""

import re

import pytest

from app.games.italian_whist import GAME
from testkit.play import play_at_random
from tests.games.italian_whist import LEVEL, whist
from tests.rules_pages import tables

DEALS = [
    {"first": [5, 3, 1], "second": [2, 3, 4]},
    {"first": [4, 4, 1], "second": [1, 5, 3]},
    {"first": [3, 5, 1], "second": [4, 0, 5]},
    {"first": [3, 3, 3], "second": [2, 4, 3]},
    {"first": [2, 4, 3], "second": [3, 2, 4]},
]
SWING = {"first": [9, 0, 0], "second": [0, 9, 0]}


# --- miscounts ----------------------------------------------------------------------------------

ONLY_NINE = "Anna cannot have 10: there are only 9 tricks."
WAITS = "“second” is not asked here: the deal waits for “first”."


@pytest.mark.parametrize(
    ("deal", "key", "words"),
    [
        (LEVEL | {"first": [5, 3, 0]}, "first", "That makes 8, not 9: 1 trick missing."),
        (LEVEL | {"second": [5, 3, 2]}, "second", "That makes 10, not 9: 1 trick too many."),
        (LEVEL | {"second": [0, 0, 0]}, "second", "That makes 0, not 9: 9 tricks missing."),
        (LEVEL | {"second": [10, 0, -1]}, "second", ONLY_NINE),
        ({"second": [5, 3, 1]}, "second", WAITS),
        ({"void": "misdeal"} | LEVEL, "first", "“first” is not asked in this deal."),
        ({"void": "appeal"}, "void", "“appeal” is not one of: misdeal."),
    ],
)
def test_what_cannot_be_is_refused_in_words(deal, key, words):
    match = whist(deal)

    assert match.problems[0] == words
    assert match.refused_at == (1, key)


# --- the schedule -------------------------------------------------------------------------------


def test_the_first_hand_is_to_be_won_and_the_second_one_lost():
    assert whist(LEVEL).guidance.endswith("Carla leads, win tricks")
    assert whist(LEVEL, {"first": [3, 3, 3]}).guidance == "Anna leads · now avoid tricks"
    for match, points in ((whist(), 3), (whist({"first": [3, 3, 3]}), -3)):
        prompt = match.standing.prompt
        assert prompt.points(prompt.seats[0], 3) == points


PASS = "Pass the second hand face down, nobody looks:"


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (0, f"{PASS} Anna → Bruno, Bruno → Carla, Carla → Anna."),
        (4, f"{PASS} Anna → Carla, Bruno → Anna, Carla → Bruno."),
        (2, "Keep your second hand face down."),
    ],
)
def test_the_second_hand_goes_left_then_right_then_is_kept(played, words):
    assert whist(*[LEVEL] * played).instructions[2] == words


def test_the_first_hand_is_asked_before_the_second_and_alone_scores_nothing_yet():
    half = whist({"first": [5, 3, 1]})

    assert whist().next == (1, "first")
    assert half.next == (1, "second")
    assert half.rows == []
    assert half.report["totals"] == [0, 0, 0]
    both = whist({"first": [5, 3, 1], "second": [1, 3, 5]}).parts("Anna")
    assert both == [(5, "5 tricks in the first hand"), (-1, "1 trick in the second hand")]


def test_a_misdeal_scores_nothing_and_the_schedule_stays():
    match = whist(LEVEL, {"void": "misdeal"}, LEVEL)

    assert match.reasons == [None, "misdeal", None]
    assert match.dealers == ["Anna", "Bruno", "Bruno", "Carla"]
    assert [str(deal.name) for deal in match.deals[1:3]] == ["Pass cards right"] * 2


# --- the end ------------------------------------------------------------------------------------


BY_99 = "Anna: the highest total, +99."


@pytest.mark.parametrize(
    ("deals", "upper", "lower", "ending"),
    [
        (DEALS, 10, -10, "Carla reached −10. Anna and Bruno share the win with +5 each."),
        ([SWING, DEALS[0]], 10, -10, "Anna reached 12. Anna: the highest total, +12."),
        ([SWING], 9, -99, "Anna reached 9. Anna: the highest total, +9."),
        ([SWING], 99, -9, "Bruno reached −9. Anna: the highest total, +9."),
        ([SWING] * 11, 99, -99, f"Anna reached 99, Bruno reached −99. {BY_99}"),
    ],
)
def test_whoever_reaches_a_limit_ends_the_match(deals, upper, lower, ending):
    match = whist(*deals, upper=upper, lower=lower)

    assert match.ending == ending
    assert match.winners == (["Anna", "Bruno"] if deals is DEALS else ["Anna"])
    assert match.next is None


UPPER, LOWER = "is out of range: from 1 to 99.", "is out of range: from −99 to −1."


@pytest.mark.parametrize(
    ("rule", "limit", "words"),
    [
        ("upper", 0, f"0 {UPPER}"),
        ("upper", 100, f"100 {UPPER}"),
        ("lower", 0, f"0 {LOWER}"),
        ("lower", -100, f"−100 {LOWER}"),
        ("upper", "10", "“10” is not a whole number."),
        ("lower", None, "This needs an answer."),
    ],
)
def test_a_limit_out_of_range_is_refused(rule, limit, words):
    match = whist(**{rule: limit})

    assert match.problem == words
    assert match.refused_at == (None, f"rules.{rule}")


def test_matches_at_random_add_up_to_nothing_and_end_at_a_limit_for_one_or_two(rng):
    for _ in range(20):
        match = play_at_random(GAME, rng)

        rules = {"upper": 10, "lower": -10} | match.answers[0]["rules"]
        for deal in match.standing.deals:
            reached = max(deal.totals) >= rules["upper"] or min(deal.totals) <= rules["lower"]
            assert reached == (deal is match.standing.deals[-1])
            assert sum(deal.totals) == 0
        assert len(match.standing.outcome.winners) in (1, 2)


# --- the worked examples of the rules page ------------------------------------------------------


def test_each_joker_case_of_the_tables_has_an_example():
    page = tables("italian_whist")
    named = {row[0].partition(" ")[0] for table in page for row in table.rows}
    whys = {row[2][:2] for table in page if table.header[1] == "Taken by" for row in table.rows}

    assert {name for name in named if re.fullmatch(r"[LFOB]\d", name)} == whys
    assert len(whys) == 15
