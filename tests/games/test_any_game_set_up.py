"""The set-up of a pad: who is on which side, known games, and what cannot be played so."""

import pytest

from app.games.any_game import GAME
from app.games.any_game.known_games import KNOWN_GAMES
from app.scoring import Event
from testkit.match import TEN_NAMES
from testkit.play import Played
from tests.games.any_game import pad


def reseated(players, order, answers, **rules):
    """A match with these answers of its first round, after all sat in another order."""
    match = Played(GAME, TEN_NAMES[:players])
    match.answer(rules)
    for key, answer in answers.items():
        match.match = match.match.accept(Event("entry", 1, key, answer))
    return match.match.accept(match.match.reseating(order))


# --- sides --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "sides", "names"),
    [
        (4, "none", ["Anna", "Bruno", "Carla", "Dino"]),
        (4, "opposite", ["Anna & Carla", "Bruno & Dino"]),
        (6, "opposite", ["Anna & Dino", "Bruno & Eva", "Carla & Farid"]),
        (5, "ABABA", ["Anna, Carla & Eva", "Bruno & Dino"]),
        (3, "BAA", ["Bruno & Carla", "Anna"]),
        (10, "ABCDEABCDE", [
            "Anna & Farid", "Bruno & Gita", "Carla & Hugo", "Dino & Ida", "Eva & Jonas",
        ]),
        (10, "AAAAABBBBB", ["Anna, Bruno, Carla, Dino & Eva", "Farid, Gita, Hugo, Ida & Jonas"]),
        (3, "ABC", ["Anna", "Bruno", "Carla"]),
    ],
)  # fmt: skip
def test_sides_share_a_score_in_the_order_of_their_letters(players, sides, names):
    points = [*range(1, len(names) + 1)]

    match = pad(points, players=players, sides=sides)

    assert match.scores == dict(zip(names, points, strict=True))


@pytest.mark.parametrize(
    ("players", "sides", "words"),
    [
        (5, "opposite", "Partners sit opposite each other where 4, 6, 8 or 10 play, not 5."),
        (2, "opposite", "Partners sit opposite each other where 4, 6, 8 or 10 play, not 2."),
        (4, "ABABA", "5 letters name the sides, but 4 play."),
        (3, "A", "All play on side A: at least two sides."),
        (7, "AAAAAAA", "All play on side A: at least two sides."),
        (4, "AACC", "Nobody plays on side B, but on C."),
        (7, "AAAAAAB", "6 players are on side A: at most 5."),
        (3, "ABF", "“ABF” names no sides: a letter from A to E for each player."),
        (3, "abb", "“abb” names no sides: a letter from A to E for each player."),
        (3, "", "“” names no sides: a letter from A to E for each player."),
        (3, ["A", "B", "B"], "names no sides: a letter from A to E for each player."),
        (3, "A" * 100_000, "All play on side A: at least two sides."),
    ],
    ids=lambda it: repr(it)[:24],
)
def test_sides_that_cannot_be_are_refused_with_the_numbers(players, sides, words):
    match = pad(players=players, sides=sides)

    assert words in match.problem


def test_sides_that_are_named_go_with_their_players_to_other_seats():
    answers = {"points": [30, 20]}

    match = reseated(5, [1, 0, 2, 4, 3], answers, sides="ABABA")

    assert match.standing.rule_choices["sides"] == "BAAAB"
    sides = {str(side): match.standing.totals[side.index] for side in match.standing.sides}
    assert sides == {"Anna, Carla & Eva": 30, "Bruno & Dino": 20}


def test_partners_who_sit_opposite_are_others_in_another_order_and_asked_again():
    match = reseated(4, [1, 0, 2, 3], {"points": [30, 20]}, sides="opposite")

    assert [str(side) for side in match.standing.sides] == ["Bruno & Carla", "Anna & Dino"]
    assert match.standing.prompt.deal == 1


def test_a_tick_goes_with_its_player_to_another_seat():
    answers = {"ticked": [0], "points": [1, 2, 3]}

    match = reseated(3, [1, 2, 0], answers, tick="Solo")

    ticked = match.standing.answer_to(1, "ticked")
    assert str(ticked.in_words) == "Anna"


@pytest.mark.parametrize("rules", [{"sum": 26}, {"sum": 0}, {"sides": "ABB"}, {"sides": "none"}])
def test_one_field_says_a_sum_or_sides_as_keys_of_variants_hold_them(rules):
    question = GAME.house_rules_for(3)

    for key, choice in rules.items():
        rule = question.by_key[key]
        assert rule.read({key: rule.fill(choice)[key]}) == choice


@pytest.mark.parametrize("key", ["keys", "names"])
@pytest.mark.parametrize(
    ("choice", "problems"),
    [
        (5, ["“5” is not a list."]),
        (True, ["“true” is not a list."]),
        ("50", ["“50” is not a list."]),
        ({"5": 10}, ['“{"5": 10}” is not a list.']),
        ([5], ["“5”: “5” is no text."]),
        ([["5"]], ['“["5"]”: “["5"]” is no text.']),
    ],
)
def test_what_is_no_list_of_words_is_refused_once_whatever_it_is(key, choice, problems):
    assert [*map(str, pad(**{key: choice}).problems)] == problems


# --- known games --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "players", "words"),
    [
        ("Skyjo", 4, "lowest · to 100"),
        ("Phase 10", 4, "lowest · 10 rounds"),
        ("Uno", 4, "highest · to 500"),
        ("Five Crowns", 4, "lowest · 11 rounds"),
        ("Golf", 4, "lowest · 9 rounds"),
        ("Wizard", 3, "highest · 20 rounds"),
        ("Wizard", 4, "highest · 15 rounds"),
        ("Wizard", 5, "highest · 12 rounds"),
        ("Wizard", 6, "highest · 10 rounds"),
        ("Canasta", 4, "sides · to 5,000"),
        ("Canasta", 2, "highest · to 5,000"),
        ("500", 4, "sides · to ±500"),
        ("Rook", 4, "sides · to 500"),
        ("Spades", 4, "sides · to 500"),
        ("Rummy", 3, "highest · to 500"),
        ("Skat", 3, "highest · open"),
    ],
)
def test_a_known_game_is_offered_with_the_numbers_that_most_tables_use(title, players, words):
    (known,) = (game for game in KNOWN_GAMES if game.title == title)
    question = GAME.house_rules_for(players)
    rules = known.rules_for(players)

    assert str(question.in_short(question.summary_of(rules))) == words
    assert not question.problems(rules)


@pytest.mark.parametrize("known", KNOWN_GAMES, ids=lambda known: known.title)
def test_a_form_fills_what_the_rules_of_a_known_game_say(known):
    question = GAME.house_rules
    fields = question.fields_of(known, GAME.players)

    for players in GAME.players:
        filled = fields[0] | fields.get(players, {})
        rules = known.rules_for(players)
        assert question.value(question.read(filled)) == question.value(rules), players


# --- in short -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, "keys +5 +10 +25 · dealer moves on"),
        ({"keys": []}, "no keys · dealer moves on"),
        ({"keys": ["1"], "sum": 0}, "keys +1 · sum 0 · dealer moves on"),
        ({"dealer": "winner", "sides": "opposite"},
         "keys +5 +10 +25 · the winner deals · partners opposite"),
        ({"dealer": "nobody", "names": ["2 × 3"], "tick": "Out"},
         "keys +5 +10 +25 · nobody deals · 1 name · tick Out"),
        ({"sides": "ABAB"}, "keys +5 +10 +25 · dealer moves on · named sides"),
        ({"sides": "A", "sum": "x", "keys": ["1"] * 9}, "keys +5 +10 +25 · dealer moves on"),
    ],
    ids=lambda it: repr(it)[:40],
)  # fmt: skip
def test_what_is_seldom_changed_is_said_in_one_line_without_what_is_wrong(rules, words):
    assert str(GAME.house_rules.more_in_short(rules)) == words
