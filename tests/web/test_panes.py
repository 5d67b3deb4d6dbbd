"""Complex: cards, diamonds and slaps on three panes, written by one Save."""

import pytest

CARDS = {"king": "1", "queens.QS": "0", "queens.QH": "1", "queens.QD": "2", "queens.QC": "3"}
DIAMONDS = {f"diamonds.{seat}": n for seat, n in enumerate("3262")}
TRICKS = {f"tricks.{seat}": n for seat, n in enumerate("4234")}
KEYS = ["king", "queens", "diamonds", "tricks"]


@pytest.fixture
def complex_deal(begin):
    """A match of Trex in its first deal of Complex."""
    return begin("trex", complex="yes").play(0, "complex")


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

    none_for_carla = {"diamonds.0": "7", "diamonds.1": "2", "diamonds.2": "0", "diamonds.3": "4"}

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
