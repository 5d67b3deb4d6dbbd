"""Italian Whist: nine tricks for you, nine against you, until somebody reaches a limit."""

import pytest

from app.games.italian_whist import GAME
from tests.play import play_at_random

LEVEL = {"first": [3, 3, 3], "second": [3, 3, 3]}
WORKED_EXAMPLE = [
    {"first": [5, 3, 1], "second": [2, 3, 4]},
    {"first": [4, 4, 1], "second": [1, 5, 3]},
    {"first": [3, 5, 1], "second": [4, 0, 5]},
    {"first": [3, 3, 3], "second": [2, 4, 3]},
    {"first": [2, 4, 3], "second": [3, 2, 4]},
]
LARGEST_SWING = {"first": [9, 0, 0], "second": [0, 9, 0]}


# --- scoring ------------------------------------------------------------------------------------


def test_a_score_is_the_first_hand_minus_the_second(sit_down):
    match = sit_down("italian_whist", [WORKED_EXAMPLE[0]])

    assert match.scores == {"Anna": 3, "Bruno": 0, "Carla": -3}


def test_the_largest_swing_is_nine_points(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING])

    assert match.scores == {"Anna": 9, "Bruno": -9, "Carla": 0}


def test_both_hands_are_named_as_the_reason(sit_down):
    match = sit_down("italian_whist", [{"first": [5, 3, 1], "second": [1, 3, 5]}])

    assert match.parts("Anna") == [
        (5, "5 tricks in the first hand"),
        (-1, "1 trick in the second hand"),
    ]


# --- miscounts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "tricks", "words"),
    [
        ("first", [5, 3, 0], "That makes 8, not 9: 1 trick missing."),
        ("first", [5, 5, 5], "That makes 15, not 9: 6 tricks too many."),
        ("second", [5, 3, 2], "That makes 10, not 9: 1 trick too many."),
        ("second", [0, 0, 0], "That makes 0, not 9: 9 tricks missing."),
        ("second", [10, 0, -1], "Anna cannot have 10: there are only 9 tricks."),
    ],
)
def test_a_miscount_is_refused_with_the_difference(sit_down, key, tricks, words):
    match = sit_down("italian_whist", [LEVEL | {key: tricks}])

    assert match.problems[0] == words
    assert match.refused_at == (1, key)


# --- the schedule -------------------------------------------------------------------------------


def test_the_deal_passes_to_the_left(sit_down):
    match = sit_down("italian_whist", [LEVEL] * 6)

    assert match.dealers == ["Anna", "Bruno", "Carla"] * 2 + ["Anna"]


def test_three_deals_without_trumps_are_followed_by_three_with_spades(sit_down):
    match = sit_down("italian_whist", [LEVEL] * 8)

    no, spades = ["No trumps"] * 3, ["Spades"] * 3
    assert match.trumps == [*no, *spades, *no]


def test_the_second_hand_goes_left_then_right_then_is_kept(sit_down):
    match = sit_down("italian_whist", [LEVEL] * 6)

    ways = ["Pass cards left", "Pass cards right", "Keep cards"]
    assert [str(deal.name) for deal in match.deals] == [*ways, *ways, ways[0]]


def test_the_dealers_left_leads_the_first_hand(sit_down):
    match = sit_down("italian_whist", [LEVEL])

    assert match.deal.dealer.name == "Bruno"
    assert match.deal.leads.name == "Carla"
    assert match.guidance.endswith("Carla leads, win tricks")


def test_the_dealers_right_leads_the_second_hand(sit_down):
    match = sit_down("italian_whist", [LEVEL, {"first": [3, 3, 3]}])

    assert match.deal.dealer.name == "Bruno"
    assert match.deal.leads.name == "Anna"
    assert match.guidance == "Anna leads · now avoid tricks"


def test_the_fifth_deal_is_bruno_with_spades_and_the_second_hand_to_the_right(sit_down):
    match = sit_down("italian_whist", [LEVEL] * 4)

    assert match.dealers[4] == "Bruno"
    assert match.trumps[4] == "Spades"
    assert match.leaders[4] == "Carla"
    assert match.told[2] == (
        "Pass the second hand face down, nobody looks: Anna → Carla, Bruno → Anna, Carla → Bruno."
    )


def test_to_the_left_means_to_the_next_player(sit_down):
    match = sit_down("italian_whist")

    assert match.told[2] == (
        "Pass the second hand face down, nobody looks: Anna → Bruno, Bruno → Carla, Carla → Anna."
    )


def test_a_kept_hand_is_not_passed(sit_down):
    match = sit_down("italian_whist", [LEVEL] * 2)

    assert match.told[2] == "Keep your second hand face down."


# --- what is asked ------------------------------------------------------------------------------


def test_the_first_hand_is_asked_before_the_second(sit_down):
    match = sit_down("italian_whist")

    assert match.next == (1, "first")


def test_a_first_hand_alone_scores_nothing_yet(sit_down):
    match = sit_down("italian_whist", [{"first": [5, 3, 1]}])

    assert match.next == (1, "second")
    assert match.rows == []
    assert match.totals == {"Anna": 0, "Bruno": 0, "Carla": 0}


def test_a_second_hand_without_a_first_one_is_refused(sit_down):
    match = sit_down("italian_whist", [{"second": [5, 3, 1]}])

    assert match.refused_at == (1, "second")
    assert match.problem == "“second” is not asked here: the deal waits for “first”."


# --- the end ------------------------------------------------------------------------------------


def test_the_worked_example_ends_when_carla_falls_to_minus_ten(sit_down):
    match = sit_down("italian_whist", WORKED_EXAMPLE)

    assert match.running_totals == [[3, 0, -3], [6, -1, -5], [5, 4, -9], [6, 3, -9], [5, 5, -10]]
    assert match.winners == ["Anna", "Bruno"]
    assert match.ending == "Carla reached −10. Anna and Bruno share the win with +5 each."
    assert match.next is None


def test_nine_points_are_not_ten(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING])

    assert not match.is_over
    assert match.next == (2, "first")


def test_who_passes_the_upper_limit_ends_the_match_and_wins_it(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING, WORKED_EXAMPLE[0]])

    assert match.totals == {"Anna": 12, "Bruno": -9, "Carla": -3}
    assert match.winners == ["Anna"]
    assert match.ending == "Anna reached 12. Anna: the highest total, +12."


def test_exactly_the_upper_limit_ends_the_match(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING], upper=9, lower=-99)

    assert match.winners == ["Anna"]


def test_exactly_the_lower_limit_ends_the_match(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING], upper=99, lower=-9)

    assert match.winners == ["Anna"]
    assert match.ending == "Bruno reached −9. Anna: the highest total, +9."


def test_both_limits_can_be_reached_in_one_deal(sit_down):
    match = sit_down("italian_whist", [LARGEST_SWING], upper=9, lower=-9)

    assert match.ending == "Anna reached 9, Bruno reached −9. Anna: the highest total, +9."


def test_a_deal_after_the_end_is_refused(sit_down):
    match = sit_down("italian_whist", [*WORKED_EXAMPLE, LEVEL])

    assert match.problem == "The match was over after deal 5."
    assert match.refused_at == (6, None)


# --- house rules --------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "deals"), [(5, 2), (6, 2), (9, 3), (10, 5)])
def test_a_table_chooses_its_limit(sit_down, limit, deals):
    before = sit_down("italian_whist", WORKED_EXAMPLE[: deals - 1], upper=limit, lower=-limit)
    after = sit_down("italian_whist", WORKED_EXAMPLE[:deals], upper=limit, lower=-limit)

    assert not before.is_over
    assert after.is_over


def test_the_limits_may_differ(sit_down):
    match = sit_down("italian_whist", WORKED_EXAMPLE, upper=10, lower=-15)

    assert not match.is_over


def test_ninety_nine_is_the_highest_limit(sit_down):
    deals = [LARGEST_SWING] * 11

    match = sit_down("italian_whist", deals, upper=99, lower=-99)

    assert match.totals == {"Anna": 99, "Bruno": -99, "Carla": 0}
    assert match.is_over


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"upper": 0}, "0 is out of range: from 1 to 99."),
        ({"upper": 100}, "100 is out of range: from 1 to 99."),
        ({"upper": -10}, "−10 is out of range: from 1 to 99."),
        ({"lower": 0}, "0 is out of range: from −99 to −1."),
        ({"lower": 10}, "10 is out of range: from −99 to −1."),
        ({"lower": -100}, "−100 is out of range: from −99 to −1."),
        ({"upper": "10"}, "“10” is not a whole number."),
        ({"upper": 10.5}, "“10.5” is not a whole number."),
        ({"lower": True}, "“true” is not a whole number."),
        ({"lower": None}, "This needs an answer."),
    ],
)
def test_a_limit_out_of_range_is_refused(sit_down, rule, words):
    match = sit_down("italian_whist", **rule)

    assert match.problem == words
    assert match.refused_at == (None, f"rules.{next(iter(rule))}")


# --- deals that do not count --------------------------------------------------------------------


def test_a_misdeal_scores_nothing_and_the_schedule_stays(sit_down):
    match = sit_down("italian_whist", [LEVEL, {"void": "misdeal"}, LEVEL])

    assert match.reasons == [None, "misdeal", None]
    assert match.dealers == ["Anna", "Bruno", "Bruno", "Carla"]
    assert [str(deal.name) for deal in match.deals[1:3]] == ["Pass cards right"] * 2


def test_there_is_no_reason_but_a_misdeal(sit_down):
    match = sit_down("italian_whist", [{"void": "appeal"}])

    assert match.problem == "“appeal” is not one of: misdeal."
    assert match.refused_at == (1, "void")


def test_a_void_deal_has_no_hands(sit_down):
    match = sit_down("italian_whist", [{"void": "misdeal"} | LEVEL])

    assert match.problems == [
        "“first” is not asked in this deal.",
        "“second” is not asked in this deal.",
    ]


# --- whole matches at random --------------------------------------------------------------------


def test_matches_at_random_add_up_to_nothing_and_end_at_a_limit(rng):
    for _ in range(30):
        match = play_at_random(GAME, rng)

        rules = {"upper": 10, "lower": -10} | match.answers[0]["rules"]
        for deal in match.standing.deals:
            reached = max(deal.totals) >= rules["upper"] or min(deal.totals) <= rules["lower"]
            assert reached == (deal is match.standing.deals[-1])
            assert sum(deal.totals) == 0
            assert all(-9 <= points <= 9 for points in deal.scores or ())


def test_three_players_never_share_the_win(rng):
    for _ in range(30):
        winners = play_at_random(GAME, rng).standing.outcome.winners

        assert len(winners) in (1, 2)
