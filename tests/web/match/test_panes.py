"""Trex: who took each card and who doubled it, in one row each; counts of partners by side; and
Complex, whose cards, diamonds and slaps are on three panes, written by one Save."""

import re

import pytest

from tests.web.complex_deal import CARDS, DIAMONDS, TRICKS

KEYS = ["king", "queens", "diamonds", "tricks"]
QUEENS = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2"}
FOUR = QUEENS | {"queens.QC": "3"}
TAKEN = {"doubled.QH": "3", "queens.QH": "1"}
OWN_KING = {"king": "2", "doubled.KH": "2"}


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
        ({"own_double": "plain"}, "king", OWN_KING, "Carla doubled it and took it: Carla −75"),
        ({"own_double": "doubled"}, "king", OWN_KING, "Carla doubled it and took it: Carla −150"),
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


def test_a_noted_doubling_lies_on_its_card_and_leads_to_its_correction(begin):
    queens = begin("trex").play(0, "queens")
    assert queens.open().says("Taker −50, doubler +25")
    page = queens.type(QUEENS)
    assert page.refuses("Q♣ has no player yet.")
    assert page.form("/entries").typed["queens.QH"] == "1"
    before = queens.last_line
    queens.type({"doubled.QH": "3"})

    page = queens.open()
    assert page.says("Q♥ doubled by Dino")
    assert not page.form("/entries").offers("doubled.QS", "0")
    assert f"/matches/{queens.id}/deals/1/doubled" in page.links
    assert "Bruno −50 Carla 0 Dino +25" in preview(queens, {"queens.QH": "1"})

    # What another phone had entered stays.
    page = queens.type(FOUR | {"doubled.QS": "0"}, after=before)
    assert page.status == 409
    assert page.form("/entries").typed.items() >= FOUR.items()
    assert page.says("Mine Q♠ Anna")


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
    for words in ("Look at it, and save", "−120", "−75", "13 of 13 tricks"):
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
