"""What is placed, what is left, what it adds up to: said before anything is saved."""

import re

import pytest

NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
ONE_CARD = {"left.0.suit": "S", "left.0.rank": "2"}


def proof(table, fields):
    """The words of the preview for a form that is filled in this far."""
    return table.send("/preview", fields).text


@pytest.fixture
def king(begin):
    """Trex: who doubles and who took the king are asked for together."""
    return begin("trex").play(0, "king")


def test_who_answers_the_second_question_says_that_nobody_doubled(king):
    page = king.open()
    assert page.says("Who doubles?", "Who took the K♥?")

    king.type({"king": "2"})

    assert king.last_line == 4
    assert king.standing.deals[0].scores == (0, 0, -75, 0)
    assert king.standing.answer_to(1, "doubled").answer is None
    king.undo()
    assert king.open().says("Who doubles?")


def test_both_questions_are_answered_at_once_and_known_again(king):
    after = king.last_line
    king.type({"doubled.KH": "1", "king": "2"})

    assert [event.key for event in king.events[-2:]] == ["doubled", "king"]
    assert king.standing.deals[0].scores == (0, 75, -150, 0)

    page = king.type({"doubled.KH": "1", "king": "2"}, after=after)
    assert page.says("Saved already")
    assert not page.says("Change it to mine")


def test_the_first_can_be_noted_alone(king):
    king.type({"doubled.KH": "1"})

    assert king.prompt.key == "king"
    assert king.open().says("K♥ doubled by Bruno")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "1 card to place"),
        ({"doubled.KH": "7", "king": "2"}, "“7” is not one of these players"),
    ],
)
def test_what_is_no_answer_to_either_keeps_nothing(fields, problem, king):
    page = king.type(fields)

    assert page.refuses(problem)
    assert king.prompt.key == "doubled"


@pytest.fixture
def last_contract(begin):
    """The last deal of a kingdom: only slaps are left."""
    return begin("trex").play(
        *(0, "king", None, 2, "trex", [0, 1, 2, 3], "diamonds", [13, 0, 0, 0]),
        *("queens", None, NO_QUEENS),
    )


def test_the_last_contract_of_a_kingdom_is_not_asked_for_and_can_be_undone(last_contract):
    page = last_contract.open()
    assert page.says("Only Slaps is left.", "Slaps −15 a trick Kingdom 1 · 5/5")
    assert last_contract.prompt.key == "tricks"

    last_contract.void()
    assert last_contract.standing.deals[4].void == "misdeal"
    assert last_contract.open().says("Only Slaps is left.")

    last_contract.undo()
    last_contract.undo()
    assert last_contract.waits_for == (4, "queens")


def test_the_layout_as_the_last_contract_of_a_kingdom_says_so_too(begin):
    table = begin("trex").play(
        *(0, "king", None, 2, "slaps", [13, 0, 0, 0], "diamonds", [13, 0, 0, 0]),
        *("queens", None, NO_QUEENS),
    )

    assert table.prompt.key == "out"
    assert table.open().says("Only Trex is left · Anna starts with a jack")


def test_a_contract_that_was_not_asked_for_comes_back_when_others_are_possible(last_contract):
    last_contract.play([1, 3, 4, 5])
    last_contract.send("/deals/2/void", {"void": "misdeal", "save": "1"})

    assert str(last_contract.standing.deals[4].name) == "Slaps"
    assert last_contract.standing.deals[4].scores == (-15, -45, -60, -75)


def prices(page):
    """What each number is worth, row by row, as the page carries it."""
    return [row.split() for row in re.findall(r'data-points="([^"]*)"', page.html)]


@pytest.mark.parametrize(
    ("game", "rules", "answers", "number", "points"),
    [
        ("trex", {}, [0, "slaps"], 1, ["-15"] * 3),
        ("trex", {}, [0, "slaps"], -1, ["-195"] * 3),
        ("trex", {"swapped": "yes"}, [0, "slaps"], -1, ["-130"] * 3),
        ("trex", {"reversed": "yes"}, [0, "slaps", [1, 3, 4, 5], "diamonds"], 4, ["40"] * 3),
        ("tribello", {}, ["hearts"], 6, ["0", "2", "3"]),
    ],
)
def test_a_count_carries_the_points_of_each_number(game, rules, answers, number, points, begin):
    rows = prices(begin(game, **rules).play(*answers).open())

    assert [row[number] for row in rows[:3]] == points


def test_the_last_answer_of_a_match_says_how_it_would_end(begin):
    table = begin("torite").play([6, 4, 2, 0])
    left = {"left.0": "2S", "left.1": "9H", "left.2": "QD", "left.3": "AC"}
    fields = {f"{at}.suit": card[-1] for at, card in left.items()}
    fields |= {f"{at}.rank": card[:-1] for at, card in left.items()}

    assert "This ends the match: Won with 0" in proof(table, fields)


@pytest.mark.parametrize(
    ("game", "rules", "answers", "fields", "missing"),
    [
        ("torite", {}, [[6, 4, 2, 0]], {}, "4 cards to place"),
        (
            "torite",
            {},
            [[6, 4, 2, 0]],
            {"left.0.suit": "S", "left.0.rank": "2"},
            "3 cards to place",
        ),
        ("trico", {}, [], {}, "6 numbers to enter"),
        ("trico", {}, [], {"counts.0.sets": "1"}, "5 numbers to enter"),
        ("trico", {"entry": "symbols"}, [], {}, "6 cards to enter"),
        (
            *("trico", {"entry": "symbols"}, []),
            {f"cards.0.0.has.{symbol}": "on" for symbol in ("spade", "heart", "club")},
            "5 cards to enter",
        ),
    ],
)
def test_the_button_says_what_is_missing(begin, game, rules, answers, fields, missing):
    assert missing in proof(begin(game, **rules).play(*answers), fields)


def live(table, *taken):
    counted = {f"tricks.{seat}": str(n) if n else "" for seat, n in enumerate(taken)}
    return proof(table, {**counted, "way": "tricks"})


@pytest.mark.parametrize(
    ("taken", "remarks"),
    [
        ([7, 4, 1], ["over by 1", "exact", "2 short"]),
        # Who has no trick yet is not given all that are left.
        ([1, 1, 0], ["5 short", "3 short"]),
        ([0, 0, 0], ["6 short", "4 short", "3 short"]),
    ],
)
def test_targets_say_how_many_are_needed(taken, remarks, begin):
    words = live(begin("tribello").play("hearts"), *taken)

    assert [remark in words for remark in remarks] == [True] * len(remarks)
    assert ("over by" in words) == (taken[0] == 7)


@pytest.mark.parametrize(
    ("players", "answers", "taken", "words"),
    [
        (4, [], [5, 4, 2, 0], "You can still win"),
        (2, [[8, 4], ["9S", "3H"]], [4, 8], "You can still win"),
        (2, [[8, 4], ["9S", "3H"]], [5, 4], "You can no longer win"),
    ],
)
def test_the_torite_says_whether_it_can_still_be_won(players, answers, taken, words, begin):
    assert words in live(begin("torite", players).play(*answers), *taken)


def test_saved_too_early_nobody_is_given_the_tricks_left(begin):
    table = begin("tribello").play("hearts")

    page = table.type({"tricks.0": "1", "tricks.1": "1", "way": "tricks"})

    assert page.refuses("That makes 2, not 13: 11 tricks missing.")


def test_nullo_says_how_many_may_still_be_taken(begin):
    table = begin("tribello")
    for deal in range(9):
        table.play(*(["hearts"] if deal < 6 else []), [13, 0, 0])

    remarks = live(table, 5, 4, 1)

    assert table.open().says("limit 3")
    assert "over by 2" in remarks
    assert "at the limit" in remarks
    assert "5 more allowed" in remarks


def test_a_double_that_no_longer_fits_is_dropped(begin):
    table = begin("trex").play(0, "queens", {"QS": 1}, NO_QUEENS)
    table.correct(1, "contract", "king")

    assert not table.open().says("Q♠")
    table.type({"king": "2"})

    assert table.standing.deals[0].scores == (0, 0, -75, 0)


def test_a_late_double_comes_back_with_its_answer(king):
    after = king.last_line
    king.type({"king": "0"})

    page = king.type({"doubled.KH": "2", "king": "1"}, after=after)

    assert page.status == 409
    assert page.says(
        "“Who doubles?” Saved Nobody doubles Mine K♥ Carla",
        "“Who took the K♥?” Saved Anna Mine Bruno",
    )
