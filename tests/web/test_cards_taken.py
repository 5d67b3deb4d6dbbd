"""Who took each card and who doubled it: entered in the same rows, saved together or noted."""

import re

import pytest

QUEENS = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2"}
FOUR = QUEENS | {"queens.QC": "3"}
TAKEN = {"doubled.QH": "3", "queens.QH": "1"}
OWN_KING = {"king": "2", "doubled.KH": "2"}


@pytest.fixture
def queens(begin):
    """A match of Trex that asks who took the queens."""
    return begin("trex").play(0, "queens")


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
        ({"reversed": "yes"}, "queens", TAKEN, "Bruno +50 Carla 0 Dino −25"),
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
        ("queens", QUEENS, "1 queen to place"),
        ("queens", {"doubled.QH": "1"}, "Note the doubling"),
        ("queens", QUEENS | {"doubled.QH": "1"}, "1 queen to place"),
        ("queens", FOUR, "Save queens"),
    ],
)
def test_the_button_says_what_is_missing_or_what_it_does(begin, contract, fields, words):
    page = begin("trex").play(0, contract).type(fields, after=0)

    # A page of before shows the form again with what was entered.
    assert page.says(words)


def test_a_noted_doubling_lies_on_its_card_and_leads_to_its_correction(queens):
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
