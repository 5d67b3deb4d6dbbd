"""Choices: what can be named, by whom, in which order, and why a deal does not count."""

import pytest

SLAPS = ("slaps", [1, 3, 4, 5])


@pytest.fixture
def naming(begin):
    """A match of Trex that asks for a contract, after the slaps of the first deal."""
    return begin("trex").play(0, *SLAPS)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        (
            {},
            [
                *("King of hearts the K♥, doubled −150 −75", "Slaps every trick −15 each · −195"),
                "Queens every queen, doubled −50 −25 each · −100",
                "Diamonds every diamond −10 each · −130",
                "Trex first out to last +200 150 · 100 · 50",
            ],
        ),
        (
            {"swapped": "yes"},
            ["Diamonds every diamond −15 each · −195", "Slaps every trick −10 each · −130"],
        ),
        (
            {"reversed": "yes"},
            ["the K♥, doubled +150 +75", "first out to last −200 −150 · −100 · −50"],
        ),
        ({"complex": "yes"}, ["Complex king, queens, diamonds, slaps −500 in all"]),
    ],
    ids=["as in the book", "swapped", "reversed", "complex"],
)
def test_each_contract_says_what_it_is_worth(rules, worth, begin):
    page = begin("trex", **rules).play(0).open()

    assert page.says(*worth)


def test_a_contract_that_was_played_is_struck_with_its_deal(naming):
    page = naming.open()

    assert page.says("Slaps deal 1")
    assert not page.form("/entries").offers("contract", "slaps")
    assert page.form("/entries").offers("contract", "queens")
    assert page.says(
        "Still to play A Anna King of hearts Queens Diamonds Slaps: deal 1 Trex",
        "B Bruno King of hearts Queens Diamonds Slaps Trex",
    )


def test_the_first_question_of_a_phase_says_that_one_begins(begin):
    table = begin("tribello").play(*(["hearts", [7, 4, 2]] * 2), "clubs")
    assert not table.open().says("New phase")

    table.play([7, 4, 2])

    assert table.open().says("New phase · Anna looks at the hand and names trumps")


def test_every_player_can_be_tapped_and_the_board_says_choose_until_a_contract_is_named(
    naming, begin
):
    page = begin("trex").open()
    assert page.says("Trex Kingdom 1 · 1/5")
    offered = [field.value for field in page.form("/entries").fields if field.name == "owner"]
    assert offered == ["0", "1", "2", "3"]
    board = "Choose Kingdom 1 · 2/5"
    assert naming.open().says(board)

    assert naming.answer("diamonds", htmx=True).says("named Diamonds Undo")

    assert not naming.open().says(board)
    assert naming.open().says("Diamonds Change −10 each Kingdom 1 · 2/5")


def test_trumps_may_be_left_open_and_it_is_said_once(begin):
    table = begin("tribello")
    form = table.open().form("/entries")

    assert all(form.offers("trump", suit) for suit in ("spades", "hearts", "diamonds", "clubs"))
    page = table.type(form.filled({"skip": "1"}), htmx=True)
    assert page.says("Left out: Which suit was cut? Undo", "Cut trump Deal 1 of 12")
    assert not page.says("Cut trump Cut trump")


def test_each_place_says_what_it_brings_and_offers_every_player(begin):
    table = begin("trex").play(0, "trex")
    page = table.open()

    for place, points in (("1st", "+200"), ("2nd", "+150"), ("3rd", "+100"), ("4th", "+50")):
        assert page.text.index(place) < page.text.index(points)
    assert page.says("4 places to fill")
    assert begin("trex", reversed="yes").play(0, "trex").open().says("−200")

    refused = table.type({"out.0": "3"})
    assert refused.refuses("3 places to fill")

    chosen = page.form("/entries").filled({"out.0": "3", "out.1": "0", "out.2": "2"})
    assert table.type(chosen).status == 303
    assert table.totals == {"Anna": 150, "Bruno": 50, "Carla": 100, "Dino": 200}


def test_more_leads_to_the_reasons_for_which_a_deal_can_be_thrown_in(naming):
    naming.play("queens")
    assert f"{naming.path}/void" in naming.open("/more").links

    page = naming.open("/void")

    assert not page.form("/void").offers("void", "closed_suit")
    assert page.says("Keep playing")
    assert naming.path in page.links
    assert any("/rules/trex" in link and "#redeals" in link for link in page.links)

    assert naming.phone.submit(page, "/void", {"void": "misdeal"}).status == 303
    assert naming.standing.deals[1].void == "misdeal"


def test_when_nothing_is_played_there_is_nothing_to_throw_in(begin):
    table = begin("torite", 4).play([6, 4, 2, 0], ["AS", "10H", "5D", "2C"])

    page = table.open("/void")

    assert (page.status, page.goes_to) == (303, table.path)
    assert f"{table.path}/void" not in table.open("/more").links


@pytest.mark.parametrize(
    ("game", "players", "answers", "done"),
    [
        ("italian_whist", 3, [[5, 3, 1]], "First hand saved"),
        ("torite", 4, [[6, 4, 2, 0]], "Tricks saved"),
        ("torite", 3, [[8, 4, 0], ["KH", "7S", "5D"]], "Cards saved"),
    ],
)
def test_what_closes_no_deal_is_said_to_be_saved_in_a_word(begin, game, players, answers, done):
    assert begin(game, players).play(*answers).open().says(f"{done} Undo")
