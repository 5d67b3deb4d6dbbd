"""Tribello: a trick target for every role, twelve deals, four phases."""

import pytest

from app.games.tribello import GAME
from tests.front_door import Match, match_file
from tests.play import play_at_random

ON_TARGET = [[6, 4, 3], [3, 6, 4], [4, 3, 6]] * 3 + [[3, 4, 6], [6, 3, 4], [4, 6, 3]]
"""The tricks of twelve deals, by seat, in which everybody is exactly on target."""

WORKED_EXAMPLE = [
    [7, 4, 2],
    [5, 6, 2],
    [4, 4, 5],
    [6, 4, 3],
    [3, 7, 3],
    [4, 2, 7],
    [8, 3, 2],
    [2, 9, 2],
    [5, 3, 5],
    [2, 5, 6],
    [7, 3, 3],
    [4, 6, 3],
]
RUNNING_TOTALS = [
    [1, 0, -1],
    [3, 0, -3],
    [3, 1, -4],
    [3, 1, -4],
    [3, 2, -5],
    [3, 1, -4],
    [5, 0, -5],
    [4, 3, -7],
    [5, 3, -8],
    [6, 2, -8],
    [5, 2, -7],
    [5, 2, -7],
]


def counted(*tricks):
    return [{"tricks": each} for each in tricks]


# --- scoring ------------------------------------------------------------------------------------


def test_every_trick_above_the_target_is_a_point_and_below_it_a_point_lost(sit_down):
    match = sit_down("tribello", counted([7, 4, 2]))

    assert match.scores == {"Anna": 1, "Bruno": 0, "Carla": -1}


def test_the_targets_are_six_four_and_three_for_dealer_left_and_right(sit_down):
    match = sit_down("tribello")

    assert match.next == (1, "trump")
    assert match.targets == {"Anna": 6, "Bruno": 4, "Carla": 3}


def test_a_target_goes_with_the_role_and_not_with_the_player(sit_down):
    match = sit_down("tribello", counted([6, 4, 3], [5, 6, 2]))

    assert match.scores == {"Anna": 2, "Bruno": 0, "Carla": -2}


def test_nullo_counts_the_tricks_below_the_target(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:9], [0, 0, 13]))

    assert match.scores == {"Anna": 3, "Bruno": 4, "Carla": -7}


def test_nullo_swaps_the_targets_of_dealer_and_right_too(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:9], [6, 4, 3]))

    assert match.scores == {"Anna": -3, "Bruno": 0, "Carla": 3}


def test_all_exactly_on_target_score_nothing_in_any_of_the_twelve_deals(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET))

    assert match.running_totals == [[0, 0, 0]] * 12


def test_every_score_names_the_tricks_and_the_target(sit_down):
    match = sit_down("tribello", counted([7, 4, 2]))

    assert match.parts("Anna") == [(1, "7 tricks, target 6")]
    assert match.parts("Carla") == [(-1, "2 tricks, target 3")]


def test_in_nullo_the_target_is_called_a_limit(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:9], [1, 6, 6]))

    assert match.parts("Anna") == [(2, "1 trick, limit 3")]


def test_each_of_the_105_ways_to_share_13_tricks_scores_as_the_table_says_in_each_deal():
    ways = [[a, b, 13 - a - b] for a in range(14) for b in range(14 - a)]
    assert len(ways) == 105

    for start in range(105):
        tricks = [ways[(start + 9 * number) % 105] for number in range(12)]
        match = Match(match_file("tribello", counted(*tricks)))

        expected = [by_the_table(number, each) for number, each in enumerate(tricks)]
        assert [row["scores"] for row in match.rows] == expected


def by_the_table(number, tricks):
    """Scores by seat in deal `number`, from 0, worked out seat by seat."""
    scores = []
    for seat in range(3):
        role = ["dealer", "left", "right"][(seat - number) % 3]
        if number < 9:
            scores.append(tricks[seat] - {"dealer": 6, "left": 4, "right": 3}[role])
        else:
            scores.append({"dealer": 3, "left": 4, "right": 6}[role] - tricks[seat])
    return scores


# --- miscounts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ([6, 4, 2], "That makes 12, not 13: 1 trick missing."),
        ([6, 4, 0], "That makes 10, not 13: 3 tricks missing."),
        ([6, 4, 4], "That makes 14, not 13: 1 trick too many."),
        ([6, 6, 6], "That makes 18, not 13: 5 tricks too many."),
    ],
)
def test_a_miscount_is_refused_with_the_difference(sit_down, tricks, words):
    match = sit_down("tribello", counted(tricks))

    assert match.problem == words
    assert match.refused_at == (1, "tricks")


def test_every_wrong_number_is_named_with_its_player(sit_down):
    match = sit_down("tribello", counted([-1, 14, 0]))

    assert match.problems == [
        "Anna cannot have −1.",
        "Bruno cannot have 14: there are only 13 tricks.",
    ]


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        (["7", 4, 2], "“7” is not a whole number."),
        ([7.0, 4, 2], "“7.0” is not a whole number."),
        ([True, 6, 6], "“true” is not a whole number."),
        ([None, 7, 6], "How many for Anna?"),
        ([7, 6], "“[7, 6]” is not a list of 3 numbers, one for each player."),
        ([7, 4, 2, 0], "“[7, 4, 2, 0]” is not a list of 3 numbers, one for each player."),
        ("742", "“742” is not a list of 3 numbers, one for each player."),
        ({"Anna": 13}, '“{"Anna": 13}” is not a list of 3 numbers, one for each player.'),
        (None, "This needs an answer."),
    ],
)
def test_tricks_that_are_no_three_whole_numbers_are_refused(sit_down, tricks, words):
    match = sit_down("tribello", counted(tricks))

    assert match.problem == words


# --- the schedule -------------------------------------------------------------------------------


def test_the_deal_passes_to_the_left_and_the_dealer_leads(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET))

    assert match.dealers == ["Anna", "Bruno", "Carla"] * 4
    assert match.leaders == match.dealers


def test_four_phases_of_three_deals_have_their_names(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET))

    phases = ["Cut trump", "Dealer’s trump", "No trumps", "Nullo"]
    assert [str(deal.name) for deal in match.deals] == [name for name in phases for _ in range(3)]


def test_trumps_are_known_once_they_are_noted_and_there_are_none_from_deal_seven_on(sit_down):
    noted = [
        {"trump": "hearts", "tricks": [6, 4, 3]},
        *counted(*ON_TARGET[1:3]),
        {"trump": "clubs", "tricks": [6, 4, 3]},
        *counted(*ON_TARGET[4:]),
    ]

    match = sit_down("tribello", noted)

    assert match.trumps == ["Hearts", "–", "–", "Clubs", "–", "–", *["No trumps"] * 6]


@pytest.mark.parametrize("trump", ["notrump", "Hearts", "H", 1, ["hearts"], True])
def test_the_trump_is_one_of_the_four_suits(sit_down, trump):
    match = sit_down("tribello", [{"trump": trump, "tricks": [7, 4, 2]}])

    assert match.refused_at == (1, "trump")
    assert match.problem.endswith("is not one of: spades, hearts, diamonds, clubs.")


@pytest.mark.parametrize("played", [6, 9])
def test_trumps_are_not_asked_in_the_phases_that_have_none(sit_down, played):
    deals = [*counted(*ON_TARGET[:played]), {"trump": "hearts", "tricks": [5, 5, 3]}]

    match = sit_down("tribello", deals)

    assert match.refused_at == (played + 1, "trump")
    assert match.problem == "“trump” is not asked in this deal."


def test_the_end_of_a_phase_announces_the_next_one(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET))

    notes = {deal.number: [str(note) for note in deal.notes] for deal in match.deals if deal.notes}
    assert notes == {
        3: ["New phase: Dealer’s trump."],
        6: ["New phase: No trumps."],
        9: ["New phase: Nullo."],
    }


def test_the_targets_of_a_nullo_deal_are_the_swapped_ones(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:10]))

    assert match.targets == {"Bruno": 3, "Carla": 4, "Anna": 6}


# --- what is asked ------------------------------------------------------------------------------


def test_the_first_question_is_the_cut_card(sit_down):
    match = sit_down("tribello")

    assert match.asked == "Which suit was cut?"
    assert match.told == ["Bruno cuts and shows the card: its suit is trumps."]


def test_after_the_trump_the_tricks_are_asked(sit_down):
    match = sit_down("tribello", [{"trump": "spades"}])

    assert match.next == (1, "tricks")
    assert match.guidance == "Anna leads · win tricks"


def test_after_a_deal_the_next_one_waits_for_its_trump(sit_down):
    match = sit_down("tribello", counted([7, 4, 2]))

    assert match.next == (2, "trump")


def test_the_dealer_names_trumps_in_phase_two(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:4]))

    assert match.asked == "Bruno, which suit is trumps?"


@pytest.mark.parametrize("played", [6, 7, 8, 9, 10, 11])
def test_without_trumps_only_the_tricks_are_asked(sit_down, played):
    match = sit_down("tribello", counted(*ON_TARGET[:played]))

    assert match.next == (played + 1, "tricks")


def test_nullo_says_that_tricks_are_to_be_avoided(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:9]))

    assert match.guidance == "Anna leads · Nullo: avoid tricks"


# --- house rules --------------------------------------------------------------------------------


def test_trumps_are_named_before_the_swap_unless_the_table_decides_otherwise(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:3]))

    assert not any("swaps" in line for line in match.told)


def test_trumps_may_be_named_after_the_dealers_own_swap(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:3]), trump_named="after_widow")

    assert match.told[-2:] == [
        "Anna swaps up to 13 cards with the widow first.",
        "Anna looks at the hand and names trumps.",
    ]


def test_when_trumps_are_named_changes_no_score(sit_down):
    before = sit_down("tribello", counted(*WORKED_EXAMPLE), trump_named="before_widow")
    after = sit_down("tribello", counted(*WORKED_EXAMPLE), trump_named="after_widow")

    assert before.report == after.report


def test_there_is_no_other_moment_to_name_trumps(sit_down):
    match = sit_down("tribello", trump_named="never")

    assert match.refused_at == (None, "rules.trump_named")
    assert match.problem == "“never” is not one of: before_widow, after_widow."


# --- deals that do not count --------------------------------------------------------------------


def test_a_misdeal_scores_nothing_and_the_same_player_deals_again(sit_down):
    match = sit_down("tribello", [{"tricks": [7, 4, 2]}, {"void": "misdeal"}])

    assert match.reasons == [None, "misdeal"]
    assert match.running_totals == [[1, 0, -1], [1, 0, -1]]
    assert match.dealers == ["Anna", "Bruno", "Bruno"]
    assert match.next == (3, "trump")


def test_a_misdeal_moves_neither_the_phase_nor_the_targets(sit_down):
    deals = counted(*ON_TARGET[:9]) + [{"void": "misdeal"}] * 3 + counted([0, 0, 13])

    match = sit_down("tribello", deals)

    assert match.scores == {"Anna": 3, "Bruno": 4, "Carla": -7}


def test_a_void_deal_may_tell_its_trump(sit_down):
    match = sit_down("tribello", [{"trump": "clubs", "void": "misdeal"}])

    assert match.reasons == ["misdeal"]
    assert match.trumps[0] == "Clubs"


@pytest.mark.parametrize("reason", ["appeal", "level_queens", "", 1, True, None, ["misdeal"]])
def test_there_is_no_reason_but_a_misdeal(sit_down, reason):
    match = sit_down("tribello", [{"void": reason}])

    assert match.refused_at == (1, "void")


def test_a_void_deal_has_no_tricks(sit_down):
    match = sit_down("tribello", [{"void": "misdeal", "tricks": [7, 4, 2]}])

    assert match.refused_at == (1, "tricks")


# --- the end ------------------------------------------------------------------------------------


def test_the_worked_example_is_won_by_the_first_dealer(sit_down):
    match = sit_down("tribello", counted(*WORKED_EXAMPLE))

    assert match.running_totals == RUNNING_TOTALS
    assert match.winners == ["Anna"]
    assert match.ending == "Anna: the highest total, +5."
    assert match.next is None


def test_nobody_has_won_before_the_twelfth_deal(sit_down):
    match = sit_down("tribello", counted(*WORKED_EXAMPLE[:11]))

    assert not match.is_over
    assert match.winners == []


def test_the_highest_total_wins(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:11], [5, 6, 2]))

    assert match.totals == {"Anna": -1, "Bruno": 0, "Carla": 1}
    assert match.winners == ["Carla"]


def test_two_players_with_the_highest_total_share_the_win(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET[:11], [3, 5, 5]))

    assert match.totals == {"Anna": 1, "Bruno": 1, "Carla": -2}
    assert match.winners == ["Anna", "Bruno"]


def test_all_three_share_the_win_when_all_totals_are_level(sit_down):
    match = sit_down("tribello", counted(*ON_TARGET))

    assert match.winners == ["Anna", "Bruno", "Carla"]
    assert match.ending == "Anna, Bruno and Carla share the win with 0 each."


def test_a_deal_after_the_twelfth_is_refused(sit_down):
    match = sit_down("tribello", counted(*WORKED_EXAMPLE, [7, 4, 2]))

    assert match.problem == "The match was over after deal 12."
    assert match.refused_at == (13, None)


def test_the_most_that_can_be_won_is_91_and_the_least_minus_65(sit_down):
    everything, nothing = [13, 0, 0], [0, 13, 0]

    best = sit_down("tribello", counted(*[everything] * 9, *[nothing] * 3))
    worst = sit_down("tribello", counted(*[nothing] * 9, *[everything] * 3))

    assert best.totals["Anna"] == 91
    assert worst.totals["Anna"] == -65


# --- whole matches at random --------------------------------------------------------------------


def test_twelve_deals_at_random_add_up_to_nothing_and_stay_in_the_ranges(rng):
    for _ in range(30):
        standing = play_at_random(GAME, rng).standing

        counted = [deal for deal in standing.deals if not deal.void]
        assert len(counted) == 12
        for number, deal in enumerate(counted):
            low = {6: -6, 4: -4, 3: -3} if number < 9 else {3: -10, 4: -9, 6: -7}
            high = {6: 7, 4: 9, 3: 10} if number < 9 else {3: 3, 4: 4, 6: 6}
            assert sum(deal.scores) == 0
            for seat, target in deal.targets.items():
                assert low[target] <= deal.scores[seat.index] <= high[target]
        assert sum(standing.totals) == 0
        assert all(-65 <= total <= 91 for total in standing.totals)
