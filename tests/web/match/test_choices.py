"""Questions: what can be chosen and by whom, and what is said before it is saved."""

import re

import pytest

SLAPS = ("slaps", [1, 3, 4, 5])
NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
ONE_CARD = {"left.0.suit": "S", "left.0.rank": "2"}
ONE_FACE = {f"cards.0.0.has.{symbol}": "on" for symbol in ("spade", "heart", "club")}


@pytest.fixture
def naming(begin):
    """A match of Trex that asks for a contract, after the slaps of the first deal."""
    return begin("trex").play(0, *SLAPS)


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ({}, ["King of hearts the K♥, doubled −150 −75", "Slaps every trick −15 each · −195"]),
        ({}, ["Queens every queen, doubled −50 −25 each · −100"]),
        ({}, ["Diamonds every diamond −10 each · −130", "out to last +200 150 · 100 · 50"]),
        ({"swapped": "yes"}, ["diamond −15 each · −195", "Slaps every trick −10 each · −130"]),
        ({"reversed": "yes"}, ["K♥, doubled +150 +75", "out to last −200 −150 · −100 · −50"]),
        ({"complex": "yes"}, ["Complex king, queens, diamonds, slaps −500 in all"]),
    ],
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


def test_what_closes_no_deal_is_said_to_be_saved_in_a_word(begin):
    table = begin("torite", 3)
    for answer, words in (([8, 4, 0], "Tricks saved"), (["KH", "7S", "5D"], "Cards saved")):
        assert table.play(answer).open().says(f"{words} Undo")
    assert begin("italian_whist").play([5, 3, 1]).open().says("First hand saved Undo")


def proof(table, fields):
    """The words of the preview for a form that is filled in this far."""
    return table.send("/preview", fields).text


@pytest.fixture
def king(begin):
    """Trex: who doubles and who took the king are asked for together."""
    return begin("trex").play(0, "king")


def test_who_answers_the_second_question_says_that_nobody_doubled(king):
    assert king.open().says("Who doubles the K♥?", "Who took the K♥?")
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
    assert king.open().says("Who doubles the K♥?")


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
    assert king.open().says("Bruno doubled: taker −150, Bruno +75")


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
    assert "This ends the match. Won with 0" in proof(table, fields)


@pytest.mark.parametrize(
    ("game", "rules", "answers", "fields", "missing"),
    [
        ("torite", {}, [[6, 4, 2, 0]], {}, "4 cards to place"),
        ("torite", {}, [[6, 4, 2, 0]], ONE_CARD, "3 cards to place"),
        ("trico", {}, [], {}, "6 numbers to enter"),
        ("trico", {}, [], {"counts.0.sets": "1"}, "5 numbers to enter"),
        ("trico", {"entry": "symbols"}, [], {}, "6 cards to enter"),
        ("trico", {"entry": "symbols"}, [], ONE_FACE, "5 cards to enter"),
    ],
)
def test_the_button_says_what_is_missing(game, rules, answers, fields, missing, begin):
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
