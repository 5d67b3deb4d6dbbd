"""Cards, symbols and figures: what their rows say while they are entered."""

import pytest

from app.games.trico.house_rules import HOUSE_DECK
from testkit.web.phone import HTMX
from testkit.web.table import card

TORITE_TRICKS = [6, 4, 2, 0]
TORITE_LEFT = ["KH", "7S", "9C", "5D"]


def kept(*hands):
    """The fields for the cards of a deck that each has kept."""
    return {f"saved.{seat}.{n}": "on" for seat, hand in enumerate(hands) for n in hand}


def test_who_took_the_most_adds_and_who_took_the_fewest_subtracts_in_the_last_round(begin):
    page = begin("torite", 4).play([0, 6, 4, 2]).open()
    assert page.says("Bruno 6 tricks · adds", "Carla 4 tricks", "Anna 0 tricks · subtracts")

    two = begin("torite", 2).play([8, 4])
    assert not two.open().says("adds")
    two.play(["2S", "9H"], [4, 8])
    assert two.open().says("Bruno 8 tricks · adds")
    fields = card("left.0", "5D") | card("left.1", "KC")
    assert "Won with 20" in two.send("/preview", fields).text


def test_a_correction_says_of_several_cards_only_which_is_another(begin):
    table = begin("torite", 4).play(TORITE_TRICKS, TORITE_LEFT)
    assert not table.open("/deals/1/left").says("Now:")
    page = table.preview(1, "left", ["AH", *TORITE_LEFT[1:]])
    assert page.says("K♥ → A♥ The result changes.")

    # In a lost game no card adds.
    table.correct(1, "tricks", [7, 4, 1, 0])
    page = table.open("/deals/1/left")
    assert page.says("7 tricks")
    assert not page.says("adds")


def test_the_suits_left_are_counted_while_the_cards_are_named(begin):
    table = begin("torite", 4).play(TORITE_TRICKS)

    one = table.send("/preview", card("left.0", "KH"))
    assert one.says("Tricks 6-4-2-0", "♥ 1 of 4 suits", "3 cards to place")
    assert table.send("/preview", card("left.0", "KH") | card("left.2", "2H")).says("♥ twice")


@pytest.fixture
def three(begin):
    """Three players of The Torite and their tricks, with the cards that Anna and Bruno kept."""
    return begin("torite", 3).play([8, 4, 0]), card("left.0", "KH") | card("left.1", "7S")


def test_the_card_set_aside_is_named_and_undone_in_the_rows_of_the_cards_left(three):
    table, two = three
    left = two | card("left.2", "5D")
    assert "1 card to place" in table.send("/preview", left).text
    assert "4 of 4 suits" not in table.send("/preview", left).text

    # Without it the others are saved, and it is asked for alone.
    table.type(left)
    assert table.open().says("Which card was set aside?")
    assert table.prompt.key == "aside"
    table.undo()

    table.type(left | card("aside.0", "9C"))
    answers = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
    assert table.match.answers[1] == answers
    assert table.standing.outcome.won

    log = table.open("/log")
    assert log.says("Undo Deal 1 · Which card did each keep? → K♥, 7♠, 5♦")
    page = table.phone.send(f"{table.path}/undo", log.form("/undo").filled({}), headers=HTMX)
    assert table.prompt.key == "left"
    assert page.form("/entries").typed["left.0.rank"] == "K"
    assert page.form("/entries").typed["aside.0.rank"] == "9"
    table.phone.submit(table.open("/log"), "/redo")
    assert table.standing.outcome.won


def test_a_game_that_the_cards_left_have_lost_asks_for_no_card_set_aside(three):
    table, two = three
    left = two | card("left.2", "7H")
    shown = table.send("/preview", left)
    assert shown.says("Two hearts were left")
    assert not shown.says("to place")

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
    assert page.refuses(words)
    assert page.form("/entries").typed["left.0.rank"] == "K"
    assert "left" not in table.match.answers[1]


TWO_FACES = {
    f"cards.0.{slot}.{'large' if word in face['large'] else 'has'}.{word}": "on"
    for slot, face in enumerate((HOUSE_DECK["2"], HOUSE_DECK["5"]))
    for word in face["symbols"]
}


@pytest.mark.parametrize(
    ("entry", "fields", "words", "has_a_sign"),
    [
        ("deck", kept([2, 5]), ["pair, 2 large", "4 cards to choose"], False),
        (
            *("deck", kept([2, 5, 9], [1, 3, 6])),
            *(["Save the round set, pair, 2 large, 2 blocked +5"], True),
        ),
        ("symbols", TWO_FACES, ["pair, 2 large", "4 cards to enter"], False),
        (
            *("counts", {"counts.0.sets": "1", "counts.0.large": "2"}),
            *(["set, 2 large 4", "4 numbers to enter"], False),
        ),
    ],
)
def test_points_so_far_stand_beside_what_they_come_from(entry, fields, words, has_a_sign, begin):
    table = begin("trico", 2, entry=entry, saved_deck="house")

    text = table.send("/preview", fields).text

    assert [line for line in words if line not in text] == []
    assert ("+" in text) is has_a_sign


def test_the_three_left_go_to_the_third_player_and_the_history_shows_them_as_cards(begin):
    table = begin("trico", 3, entry="deck", saved_deck="house")
    table.type(kept([2, 5, 9], [1, 3, 6]))
    assert table.events[-1].answer == [[2, 5, 9], [1, 3, 6], [4, 7, 8]]

    by_deck = begin("trico", entry="deck", saved_deck="house").play([[2, 5, 9], [1, 3, 6]])
    two_five = '<span class="small-card">2</span> <span class="small-card">5</span> '
    hand = f'<span class="cards-of-one">{two_five}'
    assert hand in by_deck.open("/log").html

    faces = [{"symbols": ["spade", "heart", "moon"], "large": ["heart", "moon"]}] * 3
    by_symbols = begin("trico", 2, entry="symbols").play([faces, faces]).open("/log").html

    (card, *_more) = by_symbols.split('<span class="small-card" role="img" ')[1:]
    assert card.startswith('aria-label="spade, large heart, large moon"><svg class="symbol spade">')
    assert '<svg class="symbol heart large">' in card
