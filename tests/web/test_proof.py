"""What is placed, what is left, what it adds up to: said before anything is saved."""

import re

import pytest

NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
TORITE = ("torite", {}, [[6, 4, 2, 0]])
BY_SYMBOLS = ("trico", {"entry": "symbols"}, [])
ONE_CARD = {"left.0.suit": "S", "left.0.rank": "2"}
ONE_FACE = {f"cards.0.0.has.{symbol}": "on" for symbol in ("spade", "heart", "club")}


def proof(table, fields):
    """The words of the preview for a form that is filled in this far."""
    return table.send("/preview", fields).text


@pytest.fixture
def king(begin):
    """Trex: who doubles and who took the king are asked for together."""
    return begin("trex").play(0, "king")


def test_who_answers_the_second_question_says_that_nobody_doubled(king):
    assert king.open().says("Who doubles?", "Who took the K♥?")
    after = king.last_line

    king.type({"king": "2"})
    assert king.last_line == 4
    assert king.standing.deals[0].scores == (0, 0, -75, 0)
    assert king.standing.answer_to(1, "doubled").answer is None
    # What another phone had doubled meanwhile comes back with its answer.
    page = king.type({"doubled.KH": "2", "king": "1"}, after=after)
    assert page.status == 409
    assert page.says("“Who doubles?” Saved Nobody doubles Mine K♥ Carla")
    assert page.says("“Who took the K♥?” Saved Carla Mine Bruno")
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


def test_the_first_can_be_noted_alone_and_what_is_no_answer_to_either_keeps_nothing(king):
    assert king.type({}).refuses("1 card to place")
    page = king.type({"doubled.KH": "7", "king": "2"})
    assert page.refuses("“7” is not one of these players")
    assert king.prompt.key == "doubled"

    king.type({"doubled.KH": "1"})
    assert king.prompt.key == "king"
    assert king.open().says("K♥ doubled by Bruno")


def test_a_double_that_no_longer_fits_is_dropped(begin):
    table = begin("trex").play(0, "queens", {"QS": 1}, NO_QUEENS)
    table.correct(1, "contract", "king")

    assert not table.open().says("Q♠")
    table.type({"king": "2"})
    assert table.standing.deals[0].scores == (0, 0, -75, 0)


def test_the_last_contract_of_a_kingdom_is_not_asked_for_and_can_be_undone(begin):
    table = begin("trex").play(
        *(0, "king", None, 2, "trex", [0, 1, 2, 3], "diamonds", [13, 0, 0, 0]),
        *("queens", None, NO_QUEENS),
    )
    page = table.open()
    assert page.says("Only Slaps is left.", "Slaps −15 a trick Kingdom 1 · 5/5")
    assert table.prompt.key == "tricks"

    table.void()
    assert table.standing.deals[4].void == "misdeal"
    assert table.open().says("Only Slaps is left.")
    table.undo()
    table.undo()
    assert table.waits_for == (4, "queens")

    # It comes back when others are possible.
    table.play(NO_QUEENS, [1, 3, 4, 5])
    table.send("/deals/2/void", {"void": "misdeal", "save": "1"})
    assert str(table.standing.deals[4].name) == "Slaps"
    assert table.standing.deals[4].scores == (-15, -45, -60, -75)


def test_the_layout_as_the_last_contract_of_a_kingdom_says_so_too(begin):
    table = begin("trex").play(
        *(0, "king", None, 2, "slaps", [13, 0, 0, 0], "diamonds", [13, 0, 0, 0]),
        *("queens", None, NO_QUEENS),
    )

    assert table.prompt.key == "out"
    assert table.open().says("Only Trex is left · Anna starts with a jack")


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
    page = begin(game, **rules).play(*answers).open()

    rows = [row.split() for row in re.findall(r'data-points="([^"]*)"', page.html)]
    assert [row[number] for row in rows[:3]] == points


def test_the_last_answer_of_a_match_says_how_it_would_end(begin):
    left = {"left.0": "2S", "left.1": "9H", "left.2": "QD", "left.3": "AC"}
    fields = {f"{at}.suit": card[-1] for at, card in left.items()}
    fields |= {f"{at}.rank": card[:-1] for at, card in left.items()}

    table = begin("torite").play([6, 4, 2, 0])
    assert "This ends the match: Won with 0" in proof(table, fields)


@pytest.mark.parametrize(
    ("asked", "fields", "missing"),
    [
        (TORITE, {}, "4 cards to place"),
        (TORITE, ONE_CARD, "3 cards to place"),
        (("trico", {}, []), {}, "6 numbers to enter"),
        (("trico", {}, []), {"counts.0.sets": "1"}, "5 numbers to enter"),
        (BY_SYMBOLS, {}, "6 cards to enter"),
        (BY_SYMBOLS, ONE_FACE, "5 cards to enter"),
    ],
)
def test_the_button_says_what_is_missing(asked, fields, missing, begin):
    game, rules, answers = asked

    assert missing in proof(begin(game, **rules).play(*answers), fields)


@pytest.mark.parametrize(
    ("game", "players", "answers", "taken", "remarks"),
    [
        ("tribello", 3, ["hearts"], [7, 4, 1], ["over by 1", "exact", "2 short"]),
        # Who has no trick yet is not given all that are left.
        ("tribello", 3, ["hearts"], [1, 1, 0], ["5 short", "3 short"]),
        ("tribello", 3, ["hearts"], [0, 0, 0], ["6 short", "4 short", "3 short"]),
        (
            *("tribello", 3, [*["hearts", [13, 0, 0]] * 6, *[[13, 0, 0]] * 3], [5, 4, 1]),
            ["over by 2", "at the limit", "5 more allowed"],
        ),
        ("torite", 4, [], [5, 4, 2, 0], ["You can still win"]),
        ("torite", 2, [[8, 4], ["9S", "3H"]], [4, 8], ["You can still win"]),
        ("torite", 2, [[8, 4], ["9S", "3H"]], [5, 4], ["You can no longer win"]),
    ],
)
def test_trick_by_trick_it_is_said_how_many_are_needed_or_allowed(
    game, players, answers, taken, remarks, begin
):
    table = begin(game, players).play(*answers)
    counted = {f"tricks.{seat}": str(n) if n else "" for seat, n in enumerate(taken)}

    words = proof(table, {**counted, "way": "tricks"})

    assert [remark for remark in remarks if remark not in words] == []
    assert ("over by" in words) == (remarks[0].startswith("over by"))


def test_saved_too_early_nobody_is_given_the_tricks_left(begin):
    table = begin("tribello").play("hearts")

    page = table.type({"tricks.0": "1", "tricks.1": "1", "way": "tricks"})

    assert page.refuses("That makes 2, not 13: 11 tricks missing.")
