"""Trex: who took each card and who doubled it, in one row each; counts of partners by side; and
Complex, whose cards, diamonds and slaps are on three panes, written by one Save."""

import re

import pytest

from tests.web.complex_deal import CARDS, DIAMONDS, TRICKS

KEYS = ["king", "queens", "diamonds", "tricks"]
QUEENS = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2"}
FOUR = QUEENS | {"queens.QC": "3"}
TAKEN = {"doubled.QH": "3", "queens.QH": "1"}


@pytest.fixture
def complex_deal(begin):
    """A match of Trex in its first deal of Complex."""
    return begin("trex", complex="yes").play(0, "complex")


@pytest.fixture
def slaps(begin):
    """Partners who have named Slaps."""
    return begin("trex", partners="yes").play(0, "slaps")


def preview(table, fields):
    """The words of the preview for a form that is filled in this far, without the discs."""
    return re.sub(r"\b[A-Z] ", "", table.send("/preview", fields).text)


@pytest.mark.parametrize(
    ("rules", "contract", "fields", "words"),
    [
        ({}, "queens", {}, "Anna – Bruno – Carla – Dino –"),
        ({}, "queens", QUEENS, "Anna −25 Bruno −25 Carla −25 Dino 0"),
        ({}, "queens", {"doubled.QH": "3"}, "Anna – Bruno –"),
        ({}, "queens", TAKEN, "Bruno −50 Carla 0 Dino +25"),
        ({}, "queens", TAKEN, "Dino doubled, Bruno took it: Bruno −50, Dino +25"),
        ({"partners": "yes"}, "queens", QUEENS, "Anna & Carla −50 Bruno & Dino −25"),
        ({"reversed": "yes"}, "queens", TAKEN, "Dino doubled, Bruno took it: Bruno +50, Dino −25"),
    ],
)
def test_the_strip_says_what_each_has_from_the_cards_so_far(rules, contract, fields, words, begin):
    assert words in preview(begin("trex", **rules).play(0, contract), fields)


def test_who_led_the_trick_is_asked_in_a_row_of_the_same_kind(begin):
    table = begin("trex", own_double="leader_gains").play(0, "queens")
    table.type(FOUR | {"doubled.QH": "1"})

    page = table.open()

    assert page.says("Who led the trick in which it was taken?")
    assert page.form("/entries").offers("leaders.QH", "3")
    table.type({"leaders.QH": "3"})
    assert table.totals == {"Anna": -25, "Bruno": -50, "Carla": -25, "Dino": 0}


@pytest.mark.parametrize(
    ("contract", "fields", "words"),
    [
        ("king", {}, "1 card to place"),
        ("king", {"doubled.KH": "1"}, "Note the doubling"),
        ("king", {"king": "2"}, "Save the king"),
        ("queens", {}, "4 queens to place"),
        ("queens", QUEENS | {"doubled.QH": "1"}, "1 queen to place"),
        ("queens", FOUR, "Save queens"),
    ],
)
def test_the_button_says_what_is_missing_or_what_it_does(begin, contract, fields, words):
    page = begin("trex").play(0, contract).type(fields, after=0)

    # A page of before shows the form again with what was entered.
    assert page.says(words)


@pytest.mark.parametrize(("own_double", "points"), [("plain", "−75"), ("doubled", "−150")])
def test_the_line_of_who_doubled_the_king_says_what_it_comes_to_once_it_is_taken(
    own_double, points, begin
):
    king = begin("trex", own_double=own_double).play(0, "king", {"KH": 2})

    assert "Carla doubled: taker −150, Carla +75" in king.open().text
    words = preview(king, {"king": "2"})
    assert f"Carla doubled it and took it: Carla {points}" in words


def test_a_noted_doubling_lies_on_its_card_and_can_be_noted_otherwise(begin):
    queens = begin("trex").play(0, "queens")
    assert queens.open().says("Who doubles a queen?", "Taker −50, doubler +25")
    page = queens.type(QUEENS)
    assert page.refuses("Q♣ has no player yet.")
    assert page.form("/entries").typed["queens.QH"] == "1"
    before = queens.last_line
    queens.type({"doubled.QH": "3"})

    page = queens.open()
    assert page.says("Q♥ doubled by Dino", "Who doubles a queen?", "Nobody else · play")
    assert page.form("/entries").typed["doubled.QH"] == "3"
    assert f"/matches/{queens.id}/deals/1/doubled?back=play" in page.links
    assert "Bruno −50 Carla 0 Dino +25" in preview(queens, {"queens.QH": "1"})

    # What another phone had entered stays.
    page = queens.type(FOUR | {"doubled.QS": "0"}, after=before)
    assert page.status == 409
    assert page.form("/entries").typed.items() >= FOUR.items()
    assert page.says("Mine Q♠ Anna")


# --- who doubles, before the first card ---------------------------------------------------------

NOTE = {"note": "1"}


def test_who_doubles_is_saved_by_itself_and_what_else_is_entered_stays(begin):
    queens = begin("trex").play(0, "queens")

    page = queens.type(QUEENS | NOTE | {"doubled.QH": "3"}, htmx=True)
    assert page.says("Dino doubles the Q♥ Undo")
    assert (queens.kinds[-1], queens.events[-1].answer) == ("entry", {"QH": 3})
    assert page.form("/entries").typed.items() >= QUEENS.items()

    page = queens.type(QUEENS | NOTE | {"doubled.QH": "3", "doubled.QS": "0"})
    assert page.form("/entries").typed.items() >= QUEENS.items()
    assert (queens.kinds[-1], queens.events[-1].answer) == ("correction", {"QH": 3, "QS": 0})

    page = queens.type(NOTE | {"doubled.QH": ""}, htmx=True)
    assert page.says("Nobody doubles Undo", "Who took each queen?")
    assert queens.events[-1].answer == {}
    assert queens.undo().goes_to
    assert queens.open().form("/entries").typed["doubled.QS"] == "0"


def test_that_nobody_doubles_or_the_same_again_is_no_line_and_no_player_is_refused(begin):
    king = begin("trex").play(0, "king")
    king.type(NOTE | {"doubled.KH": ""})
    assert king.prompt.key == "doubled"

    assert king.type(NOTE | {"doubled.KH": "7"}).refuses("“7” is not one of these players")
    king.type(NOTE | {"doubled.KH": "1"})
    lines = king.last_line
    king.type(NOTE | {"doubled.KH": "1"})

    assert king.last_line == lines
    # A page of before has no word on it: the answer of the table stands.
    king.type({"doubled.KH": "", "king": "2"})
    assert king.totals == {"Anna": 0, "Bruno": 75, "Carla": -150, "Dino": 0}


def test_of_two_phones_that_note_a_doubling_the_second_sees_the_first(begin):
    king = begin("trex").play(0, "king")
    before = king.last_line
    king.type(NOTE | {"doubled.KH": "1"})

    page = king.type(NOTE | {"doubled.KH": "2", "king": "0"}, after=before)

    assert page.status == 409
    assert page.says("Bruno doubled, Anna took it: Anna −150, Bruno +75", "Mine K♥ Carla")
    assert page.form("/entries").typed.items() >= {"king": "0", "doubled.KH": "1"}.items()
    assert king.last_line == before + 1


def test_a_hand_may_ask_to_be_dealt_again_only_where_the_rules_say_so(begin):
    for rules, contract, offers in (
        ({}, "king", 1),
        ({}, "queens", 0),
        ({"appeals": ""}, "king", 0),
    ):
        page = begin("trex", **rules).play(0, contract).open()

        assert page.says("Redeal") == bool(offers)


def test_a_forgotten_doubling_and_the_taker_are_put_right_by_one_save_and_one_undo(begin):
    king = begin("trex").play(0, "king", None, 3)
    page = king.open("/deals/1/king?back=sheet")
    assert page.says("doubled by")
    fields = {"with": "doubled", "doubled.KH": "1", "king": "2"}

    page = king.send("/deals/1/king/preview", fields)
    assert page.says("Nobody doubles → K♥ Bruno", "Dino → Carla")
    king.send("/deals/1/king", fields | {"save": "1"})

    assert king.kinds[-2:] == ["correction", "correction"]
    assert king.totals == {"Anna": 0, "Bruno": 75, "Carla": -150, "Dino": 0}
    king.phone.submit(king.open(), "/undo")
    assert king.totals == {"Anna": 0, "Bruno": 0, "Carla": 0, "Dino": -75}


def test_a_correction_that_says_nothing_of_doubling_leaves_it_as_it_was(begin):
    king = begin("trex").play(0, "king", {"KH": 1}, 3)

    king.correct(1, "king", 2)
    assert king.totals == {"Anna": 0, "Bruno": 75, "Carla": -150, "Dino": 0}
    king.send("/deals/1/king", {"with": "doubled", "king": "2", "save": "1"})
    assert king.totals == {"Anna": 0, "Bruno": 0, "Carla": -75, "Dino": 0}
    page = king.send("/deals/1/king", {"with": "doubled", "king": "2", "save": "1"})
    assert page.says("This is already the answer: nothing would change.")
    page = king.send("/deals/1/king", {"with": "doubled", "doubled.KH": "9", "king": "1"})
    assert page.refuses("“9” is not one of these players")


def test_in_complex_the_doublings_of_the_other_cards_stay(begin):
    doubled = {"KH": 1, "QS": 2}
    table = begin("trex", complex="yes").play(0, "complex", doubled, 0)
    table.play(dict.fromkeys(("QS", "QH", "QD", "QC"), 0), [13, 0, 0, 0], [13, 0, 0, 0])

    page = table.open("/deals/1/king")
    assert page.form("/deals/1/king").typed["doubled.QS"] == "2"
    page = table.open("/deals/1/queens")
    typed = page.form("/deals/1/queens").typed
    assert (typed["doubled.KH"], typed["doubled.QS"]) == ("1", "2")

    table.phone.submit(page, "/deals/1/queens", {"doubled.QH": "3", "save": "1"})
    assert table.standing.answer_to(1, "doubled").answer == {**doubled, "QH": 3}


# --- partners -----------------------------------------------------------------------------------


def test_partners_are_asked_by_side_and_everyone_else_by_player(slaps, begin):
    page, alone = slaps.open(), begin("trex").play(0, "slaps").open()
    by_side, by_player = (
        {field.name for field in shown.form("/entries").fields if "tricks" in field.name}
        for shown in (page, alone)
    )

    assert by_side == {"tricks.side.0", "tricks.side.1"}
    assert by_player == {f"tricks.{seat}" for seat in range(4)}
    assert page.says("Anna & Carla", "Trick by trick")
    assert page.html.count('class="key taker ') == 2


def test_the_side_that_is_left_out_has_the_rest_once_it_was_looked_at(slaps):
    page = slaps.type({"tricks.side.0": "8"})

    assert page.status == 422
    for words in ("Look at it, and save", "−120", "−75", "13 of 13"):
        assert page.says(words)
    assert slaps.phone.submit(page, "/entries").status == 303
    assert slaps.events[-1].answer == [8, 5]
    assert slaps.totals == {"Anna & Carla": -120, "Bruno & Dino": -75}
    page = slaps.undo(htmx=True)
    assert page.form("/entries").typed["tricks.side.0"] == "8"


@pytest.mark.parametrize(
    ("where", "answer"), [("tricks.side", [8, 5]), ("tricks", [3, 2, 5, 3])], ids=["side", "player"]
)
def test_either_way_to_count_is_taken_and_corrected_as_it_was_counted(where, answer, slaps):
    typed = {f"{where}.{at}": str(count) for at, count in enumerate(answer)}
    assert slaps.type(typed).status == 303
    assert slaps.events[-1].answer == answer

    form = slaps.open("/deals/1/tricks").form("/deals/1/tricks")

    assert {name: n for name, n in form.typed.items() if name.startswith("tricks")} == typed


def test_another_order_that_parts_partners_says_that_it_asks_again(slaps):
    slaps.play([8, 5])
    line = slaps.last_line

    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino", save=False).says("Tricks taken")
    assert slaps.reseat("Anna", "Carla", "Bruno", "Dino").status == 303
    assert slaps.prompt.key == "tricks"

    # A correction from before is for partners who were parted meanwhile.
    slaps.play([6, 7])
    sent = {"tricks.side.0": "9", "tricks.side.1": "4", "save": "1"}
    page = slaps.send("/deals/1/tricks", sent, after=line)
    assert page.status == 409
    assert page.says("This page was out of date.")
    assert not page.says("left out")
    assert slaps.events[-1].answer == [6, 7]


def test_a_count_by_side_that_is_wrong_or_comes_too_late_is_kept_for_its_sides(slaps):
    page = slaps.type({"tricks.side.0": "14", "tricks.side.1": "0"})
    assert page.refuses("Anna & Carla cannot have 14: there are only 13 tricks.")
    assert page.form("/entries").typed["tricks.side.1"] == "0"

    line = slaps.last_line
    slaps.rename(Anna="Anne")

    page = slaps.type({"tricks.side.0": "8", "tricks.side.1": "5"}, after=line)
    assert page.status == 409
    assert page.form("/entries").typed["tricks.side.0"] == "8"


# --- Complex ------------------------------------------------------------------------------------


def turn(table, pane, fields):
    """Turn to a pane with what is entered."""
    return table.type({**fields, "pane": str(pane)})


def test_each_pane_keeps_what_is_entered_bounds_the_next_one_and_writes_nothing(complex_deal):
    before = complex_deal.last_line
    page = complex_deal.open()
    assert page.says("Who took each card?", "5 cards to place", "Cards Diamonds Slaps")
    doubled = {"doubled.QH": "3"}

    for pane, entered, words in (
        (0, CARDS, ["Next: Diamonds"]),
        (1, CARDS, ["Diamonds: how many each?", "Carla at least 1"]),
        (1, CARDS | DIAMONDS, ["Next: Slaps"]),
        (2, CARDS | DIAMONDS, ["Carla at least 2"]),
        (2, CARDS | DIAMONDS | TRICKS, ["Save the deal"]),
        (0, CARDS | DIAMONDS | doubled, ["Who took each card?"]),
    ):
        page = turn(complex_deal, pane, entered)
        assert page.status == 200
        assert [line for line in words if not page.says(line)] == []
        assert page.form("/entries").typed.items() >= entered.items()
    assert complex_deal.last_line == before


def test_one_save_writes_all_of_it_as_the_questions_that_the_log_has_one_by_one(
    begin, complex_deal
):
    slow = begin("trex", complex="yes").play(0, "complex", {"QH": 3}, 1)
    slow.play({"QS": 0, "QH": 1, "QD": 2, "QC": 3}, [3, 2, 6, 2], [4, 2, 3, 4])

    complex_deal.type(CARDS | DIAMONDS | TRICKS | {"doubled.QH": "3"})

    assert [event.key for event in complex_deal.events[-5:]] == ["doubled", *KEYS]
    assert complex_deal.totals == slow.totals

    page = complex_deal.undo(htmx=True)
    assert complex_deal.prompt.key == "tricks"
    assert page.form("/entries").typed.items() >= TRICKS.items()


def test_what_is_not_whole_or_no_longer_fits_is_refused_on_its_pane(complex_deal):
    page = turn(complex_deal, 1, {"king": "1"})
    assert page.refuses("Who took each card?")

    none_for_carla = DIAMONDS | {"diamonds.1": "8", "diamonds.2": "0"}
    page = complex_deal.type(CARDS | none_for_carla | TRICKS)
    assert page.refuses("Carla has at least 1, not 0: the Q♦ is a diamond too.")
    assert complex_deal.prompt.key == "doubled"


def test_a_doubling_can_be_noted_before_the_play_and_what_comes_late_keeps_every_pane(complex_deal):
    page = complex_deal.type(CARDS | DIAMONDS, after=0)
    assert page.status == 409
    assert page.form("/entries").typed.items() >= (CARDS | DIAMONDS).items()

    turn(complex_deal, 1, {"doubled.KH": "2"})

    assert complex_deal.prompt.key == "king"
    page = complex_deal.open()
    assert page.says("K♥ doubled by Carla", "5 cards to place")


def test_partners_count_by_side(begin):
    table = begin("trex", complex="yes", partners="yes").play(0, "complex")
    sides = {"diamonds.side.0": "9", "diamonds.side.1": "4", "tricks.side.0": "7"}

    table.type(CARDS | sides | {"tricks.side.1": "6"})

    assert [event.answer for event in table.events[-2:]] == [[9, 4], [7, 6]]
