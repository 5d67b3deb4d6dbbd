"""Cards, symbols and figures: what their rows say while they are entered."""

from __future__ import annotations

import pytest

from app.games.trico.house_rules import HOUSE_DECK
from tests.web.phone import HTMX


def kept(*hands):
    """The fields for the cards of a deck that each has kept."""
    return {f"saved.{seat}.{n}": "on" for seat, hand in enumerate(hands) for n in hand}


# --- the cards left ------------------------------------------------------------------------------


def test_who_took_the_most_adds_and_who_took_the_fewest_subtracts(begin):
    page = begin("torite", 4).play([0, 6, 4, 2]).open()

    assert page.says("Bruno 6 tricks · adds")
    assert page.says("Carla 4 tricks")
    assert page.says("Anna 0 tricks · subtracts")


def test_only_the_cards_of_the_last_round_score(begin):
    table = begin("torite", 2).play([8, 4])
    assert not table.open().says("adds")

    table.play(["2S", "9H"], [4, 8])
    assert table.open().says("Bruno 8 tricks · adds")


def test_in_a_lost_game_no_card_adds(begin):
    table = begin("torite", 4).play([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    table.correct(1, "tricks", [7, 4, 1, 0])
    page = table.open("/deals/1/left")

    assert page.says("7 tricks")
    assert not page.says("adds")


def test_a_correction_says_of_several_cards_only_which_is_another(begin):
    table = begin("torite", 4).play([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    assert not table.open("/deals/1/left").says("Now:")

    page = table.preview(1, "left", ["AH", "7S", "9C", "5D"])

    assert page.says("K♥ → A♥ The result changes.")


def test_the_suits_left_are_counted_while_the_cards_are_named(begin):
    table = begin("torite", 4).play([6, 4, 2, 0])

    words = table.send("/preview", {"left.0.rank": "K", "left.0.suit": "H"}).text
    assert "Tricks 6-4-2-0" in words
    assert "♥ 1 of 4 suits" in words
    assert "3 cards to place" in words

    both = {"left.0.rank": "K", "left.0.suit": "H", "left.2.rank": "2", "left.2.suit": "H"}
    assert "♥ twice" in table.send("/preview", both).text


def card(where, code):
    """The fields that name a card."""
    return {f"{where}.suit": code[-1], f"{where}.rank": code[:-1]}


@pytest.fixture
def three(begin):
    """Three players of The Torite and their tricks, with the cards that Anna and Bruno kept."""
    return begin("torite", 3).play([8, 4, 0]), card("left.0", "KH") | card("left.1", "7S")


def test_the_card_set_aside_is_named_in_the_rows_of_the_cards_left(three):
    table, two = three
    left = two | card("left.2", "5D")
    assert "1 card to place" in table.send("/preview", left).text
    assert "4 of 4 suits" not in table.send("/preview", left).text

    table.type(left | card("aside.0", "9C"))

    assert table.match.answers[1] == {
        "tricks": [8, 4, 0],
        "left": ["KH", "7S", "5D"],
        "aside": "9C",
    }
    assert table.standing.outcome.won


def test_a_game_that_the_cards_left_have_lost_asks_for_no_card_set_aside(three):
    table, two = three
    left = two | card("left.2", "7H")
    assert "Two hearts were left" in table.send("/preview", left).text
    assert "to place" not in table.send("/preview", left).text

    table.type(left)

    assert table.standing.outcome.lost_because == ("suits",)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (card("left.2", "5D") | card("aside.0", "7S"), "7♠ is already Bruno’s."),
        (card("left.2", "5D") | {"aside.0.suit": "C"}, "Which rank?"),
        (card("aside.0", "9C"), "Which card?"),
    ],
)
def test_what_is_wrong_in_any_row_stands_there_and_nothing_is_written(three, fields, words):
    table, two = three

    page = table.type(two | fields)

    assert page.status == 422
    assert page.says(words)
    assert page.form("/entries").typed["left.0.rank"] == "K"
    assert "left" not in table.match.answers[1]


def test_without_the_card_set_aside_the_others_are_saved_and_it_is_asked_alone(three):
    table, two = three

    table.type(two | card("left.2", "5D"))

    assert table.open().says("Which card was set aside?")
    assert table.prompt.key == "aside"


def test_one_undo_brings_back_all_rows_that_one_save_kept(three):
    table, two = three
    table.type(two | card("left.2", "5D") | card("aside.0", "9C"))
    form = table.open("/log").form("/undo")
    assert table.open("/log").says("Undo Deal 1 · Which card did each keep? → K♥, 7♠, 5♦")

    page = table.phone.send(form.action, form.filled({}), headers=HTMX)

    assert table.prompt.key == "left"
    assert page.form("/entries").typed["left.0.rank"] == "K"
    assert page.form("/entries").typed["aside.0.rank"] == "9"
    form = table.open("/log").form("/redo")
    table.phone.send(form.action, form.filled({}))
    assert table.standing.outcome.won


def test_the_last_card_says_how_the_match_ends(begin):
    table = begin("torite", 2).play([8, 4], ["2S", "9H"], [4, 8])

    words = table.send(
        "/preview",
        {"left.0.rank": "5", "left.0.suit": "D", "left.1.rank": "K", "left.1.suit": "C"},
    ).text

    assert "Won with 20" in words


# --- the cards of Trico --------------------------------------------------------------------------


@pytest.fixture
def round_of_trico(begin):
    return begin("trico", 2, entry="deck", saved_deck="house")


def test_points_so_far_stand_beside_the_cards_they_come_from(round_of_trico):
    page = round_of_trico.send("/preview", kept([2, 5]))

    assert "pair, 2 large" in page.text
    assert "4 cards to choose" in page.text
    assert "+" not in page.text


def test_once_all_have_their_cards_the_points_have_a_sign(round_of_trico):
    page = round_of_trico.send("/preview", kept([2, 5, 9], [1, 3, 6]))

    assert "Save the round set, pair, 2 large, 2 blocked +5" in page.text


def test_the_three_left_go_to_the_third_player(begin):
    table = begin("trico", 3, entry="deck", saved_deck="house")

    table.type(kept([2, 5, 9], [1, 3, 6]))

    assert table.events[-1].answer == [[2, 5, 9], [1, 3, 6], [4, 7, 8]]


def test_symbols_score_as_they_are_tapped(begin):
    table = begin("trico", 2, entry="symbols")
    fields = {
        f"cards.0.{slot}.{'large' if word in face['large'] else 'has'}.{word}": "on"
        for slot, face in enumerate((HOUSE_DECK["2"], HOUSE_DECK["5"]))
        for word in face["symbols"]
    }

    page = table.send("/preview", fields)

    assert "pair, 2 large" in page.text
    assert "4 cards to enter" in page.text


def test_counts_score_as_they_are_entered(begin):
    table = begin("trico", 2, entry="counts")

    page = table.send("/preview", {"counts.0.sets": "1", "counts.0.large": "2"})

    assert "set, 2 large 4" in page.text
    assert "4 numbers to enter" in page.text


def test_cards_stand_in_the_history_as_cards(begin):
    by_deck = begin("trico", entry="deck", saved_deck="house").play([[2, 5, 9], [1, 3, 6]])
    two_five = '<span class="small-card">2</span> <span class="small-card">5</span> '
    hand = f'<span class="cards-of-one">{two_five}'
    assert hand in by_deck.open("/log").html

    faces = [{"symbols": ["spade", "heart", "moon"], "large": ["heart", "moon"]}] * 3
    by_symbols = begin("trico", 2, entry="symbols").play([faces, faces]).open("/log").html

    (card, *_more) = by_symbols.split('<span class="small-card" role="img" ')[1:]
    assert card.startswith('aria-label="spade heart* moon*"><svg class="symbol spade">')
    assert '<svg class="symbol heart large">' in card
