"""Any game: what a round scores, who deals the next one, and what ends the match."""

import pytest

from tests.games.any_game import pad


def scored(match):
    return [row["scores"] for row in match.rows]


def test_points_are_what_the_table_says_a_number_or_a_sum():
    match = pad([14, -2, [12, 11, -7]], title="Skyjo")

    assert scored(match) == [[14, -2, 16]]
    assert [str(part.why) for part in match.standing.deals[0].parts] == [
        "as entered",
        "as entered",
        "12 + 11 − 7",
    ]


@pytest.mark.parametrize(
    ("wins", "winners"), [("highest", ["Carla"]), ("lowest", ["Anna", "Bruno"])]
)
def test_the_best_total_wins_and_equal_ones_share_it(wins, winners):
    match = pad([5, 20, 30], [20, 5, 0], wins=wins, ends="rounds", rounds=2)

    assert match.report["totals"] == [25, 25, 30]
    assert match.winners == winners


TO_100 = {"ends": "points", "target": 100}
TO_30 = {"ends": "points", "target": 30}


@pytest.mark.parametrize(
    ("rules", "rounds", "last"),
    [
        (TO_100, [[60, -20, 10], [40, -20, 10], [0, 0, 0]], 2),
        (TO_100, [[60, -200, 10], [39, -20, 10], [1, 0, 0]], 3),
        (TO_30 | {"below": True}, [[10, -15, 10], [10, -15, 10]], 2),
        (TO_30, [[10, -15, 10], [10, -15, 10], [10, -15, 10]], 3),
        ({"ends": "rounds", "rounds": 2}, [[60, -20, 10], [600, -20, 10]], 2),
        ({"ends": "open"}, [[60, -20, 10], [600, -20, 10]], None),
    ],
    ids=["a target", "one short of it", "as far below zero", "or not", "rounds", "open"],
)
def test_a_match_ends_with_the_round_that_reaches_what_the_set_up_says(rules, rounds, last):
    played = range(1, (last or len(rounds)) + 1)

    assert [n for n in played if pad(*rounds[:n], **rules).is_over] == ([last] if last else [])


@pytest.mark.parametrize(
    ("dealer", "wins", "dealers"),
    [
        ("moves", "highest", ["Anna", "Bruno", "Carla", "Anna"]),
        ("winner", "highest", ["Anna", "Bruno", "Bruno", "Carla"]),
        ("winner", "lowest", ["Anna", "Anna", "Anna", "Bruno"]),
        ("nobody", "highest", ["None"] * 4),
    ],
)
def test_the_deal_moves_on_goes_to_the_winner_of_the_round_or_to_nobody(dealer, wins, dealers):
    rounds = [[1, 9, 4], [5, 5, 5], [7, 1, 8]]

    played = [pad(*rounds[:n], dealer=dealer, wins=wins).deal for n in range(4)]

    assert [str(deal.dealer) for deal in played] == dealers


def test_a_round_has_the_name_that_the_table_gave_it():
    match = pad([1, 2, 3], names=["2 × 3", "run of 4"])

    assert [str(deal.name) for deal in match.standing.deals] == ["2 × 3", "run of 4"]
    assert str(pad([1, 2, 3], [1, 2, 3], names=["2 × 3"]).deal.name) == "None"


def test_ticks_are_counted_for_each_player_and_bring_no_points():
    rounds = [{"points": [1, 2, 3], "ticked": [0, 2]}, {"points": [1, 2, 3], "ticked": [0]}]
    match = pad(*rounds, tick="Solo")

    assert {str(seat): n for seat, n in match.deal.ticks.items()} == {"Anna": 2, "Carla": 1}
    assert match.report["totals"] == [2, 4, 6]


def test_a_tick_stays_with_its_player_when_the_seats_are_changed():
    match = pad({"points": [1, 2, 3], "ticked": [0]}, tick="Solo")
    prompt = match.standing.answer_to(1, "ticked").prompt

    assert prompt.reseated([0, 1], [2, 0, 1]) == [1, 2]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ({"points": [10, -5, -4]}, "That makes 1, not 0: 1 too many."),
        ({"points": [10, -5, -7]}, "That makes −2, not 0: 2 missing."),
        ({"points": [10, -5]}, "is not a list of 3 numbers, one for each score."),
        ({"points": [100000, -100000, 0]}, "Anna cannot have 100,000: from −99,999 to 99,999."),
        ({"points": [1.5, -1.5, 0]}, "“1.5” is not a whole number."),
        ({"points": [0, 0, 0], "note": "n" * 81}, "This note has 81 letters; the most is 80."),
        ({"points": [0, 0, 0], "ticked": [3]}, "“3” is not one of: 0, 1, 2."),
        ({"points": [0, 0, 0], "ticked": ["0"]}, '“"0"” is not one of: 0, 1, 2.'),
    ],
)
def test_what_cannot_be_is_refused_with_its_numbers(deal, words):
    assert words in pad(deal, sum=0, tick="Solo").problems[0]


def test_a_pad_has_room_for_two_hundred_rounds_and_says_so_from_the_last_ten_on():
    rounds = [[1, 0, 0]] * 200
    assert told(pad(*rounds[:189])) == ["After this round there is room for 10 more."]
    assert told(pad(*rounds[:188])) == []
    assert told(pad(*rounds[:199])) == ["This is the last round that there is room for."]
    assert told(pad(*rounds[:199], {"void": "misdeal"})) == [
        "There is no room for another round: end the match."
    ]
    assert pad(*rounds).is_over
    assert str(pad(*rounds).standing.outcome.why).startswith("A pad has room for 200 rounds.")


def told(match):
    return [str(line) for prompt in match.standing.prompt.group for line in prompt.tell]
