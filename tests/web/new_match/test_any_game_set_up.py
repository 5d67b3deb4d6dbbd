"""The form of a pad: a title, players one by one, who wins, what ends it; and its correction."""

from __future__ import annotations

import pytest

from app.games import GAMES
from app.scoring import Event
from testkit.match import TEN_NAMES
from testkit.play import Played
from testkit.web.table import keep, new_match

NEW = "/matches/new"
PAD = {"game": "any_game"}
FORM = f"{NEW}?game=any_game"
EVERY_KNOWN = GAMES["any_game"].house_rules.known_games


@pytest.fixture
def played(app):
    """Keep a match that this club played; its table."""

    def play(players, *rounds, **rules):
        match = Played(GAMES["any_game"], TEN_NAMES[:players])
        match.answer(rules)
        for number, points in enumerate(rounds, start=1):
            match.match = match.match.accept(Event("entry", number, "points", points))
        return keep(app, match)

    return play


def titles_on(page):
    """The titles that are offered to tap, in their order, each with what it is."""
    row = page.html.partition("<nav")[2].partition("</nav>")[0]
    chips = [part.partition(">")[2] for part in row.split("one-line")[1:]]
    words = [chip.partition("<")[0] for chip in chips]
    return [*zip(words[::2], words[1::2], strict=True)]


# --- titles -------------------------------------------------------------------------------------


def test_titles_of_the_club_come_first_the_latest_before_others_each_once(phone, played):
    played(3, title="Skyjo", wins="lowest", ends="points", target=100)
    played(4, title="Canasta", sides="opposite", ends="points", target=5_000)
    played(2, title="SKYJO", wins="lowest", ends="rounds", rounds=6)
    played(2)

    titles = titles_on(phone.open(FORM))

    assert titles[:2] == [("SKYJO", "lowest · 6 rounds"), ("Canasta", "sides · to 5,000")]
    assert len(titles) == len(EVERY_KNOWN), "and Skyjo and Canasta only once"


def test_a_title_brings_the_set_up_and_the_players_of_that_time(phone, played):
    rules = {"title": "Rook", "ends": "points", "target": 300, "sides": "ABABA", "keys": ["20"]}
    table = played(5, **rules)

    page = phone.open(f"{FORM}&from={table.id}")
    again = phone.submit(page, "/matches")

    assert again.goes_to.startswith("/matches/")
    match = type(table)(phone, table.id + 1).match
    assert match.players == (*TEN_NAMES[:5],)
    assert match.standing.rule_choices == table.standing.rule_choices


@pytest.mark.parametrize("known", EVERY_KNOWN, ids=lambda known: known.title)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_known_game_can_be_begun_as_it_is_offered(known, players, phone):
    names = {f"players.{at}": name for at, name in enumerate(TEN_NAMES[:players])}
    page = phone.open(NEW, query_string={**PAD, "known": known.title, **names})

    begun = phone.submit(page, "/matches")

    assert begun.status == 303, begun.text
    table = phone.open(begun.goes_to)
    assert table.says("how many points?")


# --- players ------------------------------------------------------------------------------------


def test_without_scripts_a_key_adds_a_seat_and_keeps_what_was_typed(phone):
    page = phone.open(FORM)
    assert page.html.count('class="seat edged') == 10
    typed = {"title": "Golf", "players.0": "Anna", "wins": "lowest", "once": ""}
    fields = page.form("/matches").typed | typed

    more = phone.open(NEW, query_string={**fields, "add": "1"})

    shown = more.form("/matches").typed | {"once": ""}
    assert shown.items() >= {**fields, "players": "3"}.items()


def test_sides_go_with_whoever_deals_first(phone, begin):
    letters = {"sides.0": "A", "sides.1": "A", "sides.2": "B", "sides.3": "B", "sides.4": "B"}
    names = ["Anna", "", "Carla", "Dino", "Eva"]

    table = begin("any_game", names, sides="named", first="2", **letters)

    assert table.match.players == ("Carla", "Dino", "Eva", "Anna")
    assert table.standing.rule_choices["sides"] == "BBBA"
    assert list(map(str, table.standing.sides)) == ["Anna", "Carla, Dino & Eva"]


# --- what cannot be -----------------------------------------------------------------------------

POINTS = {"ends": "points"}
NAMED = {"sides": "named"}


@pytest.mark.parametrize(
    ("players", "fields", "words"),
    [
        (3, {"title": "x" * 400}, "This title has 400 letters; the most is 40."),
        (3, {"title": "\u0301"}, "This title shows no letter."),
        (["Anna", "Bruno", "anna"], {}, "anna and Anna are the same name"),
        (["Anna"], {}, "1 more name, or clear all to play by colours."),
        (11, {}, "Any game is played by 2–10, not by 11 players."),
        (3, {**NAMED, "sides.0": "A", "sides.1": "A", "sides.2": "C"},
         "Nobody plays on side B, but on C."),
        (3, {**NAMED, "sides.0": "A", "sides.1": "A", "sides.2": "A"}, "at least two sides."),
        (3, {**NAMED, "sides.0": "A", "sides.1": "B"}, "2 letters name the sides, but 3 play."),
        (3, {**NAMED, "sides.0": "A", "sides.1": "7", "sides.2": "B"}, "“A7B” names no sides"),
        (5, {"sides": "opposite"}, "where 4, 6, 8 or 10 play, not 5."),
        (2, {"sides": "opposite"}, "where 4, 6, 8 or 10 play, not 2."),
        (3, {"sides": "three"}, "“three” names no sides"),
        (3, {**POINTS, "target": "0"}, "0 is out of range: from 1 to 99,999."),
        (3, {**POINTS, "target": "-1"}, "−1 is out of range: from 1 to 99,999."),
        (3, {**POINTS, "target": "1e9"}, "“1e9” is not a whole number."),
        (3, {**POINTS, "target": "1000000000"}, "is not a whole number."),
        (3, {**POINTS, "target": "12+"}, "“12+” is not a whole number."),
        (3, {**POINTS, "target": "9" * 10_000}, "is not a whole number."),
        (3, {"ends": "rounds", "rounds": "201"}, "201 is out of range: from 1 to 200."),
        (3, {"ends": "never"}, "“never” is not one of: open, points, rounds."),
        (3, {"keys": "5, ten"}, "“ten” is no number that a key could add."),
        (3, {"keys": "5, −10"}, "“-10” is no number that a key could add."),
        (3, {"keys": "1,2,3,4"}, "4 are too many: at most 3."),
        (3, {"sum": "other", "sum.other": "1000000"}, "is out of range: from −99,999 to 99,999."),
        (3, {"sum": "other", "sum.other": ""}, "“” is not a whole number."),
        (3, {"names": ",".join(map(str, range(201)))}, "201 are too many: at most 200."),
        (3, {"names": "x" * 30}, "xxxxx”: This name has 30 letters; the most is 24."),
        (3, {"ends": "rounds", "rounds": "2", "names": "a,b,c"},
         "Too many names for 2 rounds: 3."),
        (3, {"tick": "\u0301\u0301"}, "This word shows no letter."),
    ],
    ids=lambda it: repr(it)[:40],
)  # fmt: skip
def test_a_set_up_that_cannot_be_is_refused_with_the_numbers_and_stays(
    players, fields, words, phone
):
    names = [*TEN_NAMES, "Kim"][:players] if isinstance(players, int) else players
    form = new_match("any_game", names, **fields)

    page = phone.send("/matches", form)

    assert page.refuses(words), page.text
    typed = page.form("/matches").typed
    shown = {key: value for key, value in form.items() if key != "players.10" and len(value) < 500}
    assert typed.items() >= {key: value for key, value in shown.items() if key in typed}.items()
    assert "In play" not in phone.open("/").text


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"title": "  Skyjo\t "}, {"title": "Skyjo"}),
        ({**POINTS, "target": "٥٠٠"}, {"target": 500}),
        ({"target": "12+", "rounds": "999"}, {"target": 100, "rounds": 10}),
        ({"keys": "٥، ١٠"}, {"keys": ["5", "10"]}),
        ({"keys": ""}, {"keys": []}),
        ({"keys": "5, 10,"}, {"keys": ["5", "10"]}),
        ({"sum": "0"}, {"sum": 0}),
        ({"sum": "other", "sum.other": "−26"}, {"sum": -26}),
        ({"sum": ""}, {"sum": None}),
        ({"names": "2 × 3, , 3 + run of 4"}, {"names": ["2 × 3", "", "3 + run of 4"]}),
        ({"names": ", ".join(f"{n:024}" for n in range(200))},
         {"names": [f"{n:024}" for n in range(200)]}),
    ],
    ids=lambda it: repr(it)[:40],
)  # fmt: skip
def test_what_was_typed_is_read_as_it_was_meant(fields, kept, begin):
    rules = begin("any_game", 3, **fields).standing.rule_choices

    assert {key: rules[key] for key in kept} == kept


@pytest.mark.parametrize(
    "fields", [{}, {"players": "99"}, {"add": "x", "players": "-1"}, {"known": "x" * 5_000}]
)
def test_whatever_an_address_says_there_is_a_form(fields, phone):
    page = phone.open(NEW, query_string=PAD | fields)

    assert page.status == 200
    assert page.has_form("/matches")


# --- its correction -----------------------------------------------------------------------------

NINE = [[10, 5, 0, 20]] * 9
BY_SIDES = [[10, 5]] * 9


@pytest.mark.parametrize(
    ("rounds", "rules", "other", "words"),
    [
        (NINE, {}, {"ends": "points", "target": 60},
         ["The match would be over. Dino reached 60.",
          "Deals 4 to 9 keep what was entered, but would not count."]),
        (NINE, {"ends": "rounds", "rounds": 12}, {"rounds": 5},
         ["The match would be over.", "Deals 6 to 9 keep what was entered, but would not count."]),
        (NINE[:5], {"ends": "rounds", "rounds": 5}, {"rounds": 8},
         ["The match would no longer be over."]),
        (NINE, {}, {"sides": "opposite"},
         ["9 of 9 rounds no longer fit: 2 numbers to enter again for each.",
          "Deals 2 to 9 keep what was entered, and wait for that."]),
        (BY_SIDES, {"sides": "opposite"}, {"sides": "none"},
         ["9 of 9 rounds no longer fit: 4 numbers to enter again for each."]),
        (BY_SIDES, {"sides": "ABAB"}, {"sides": "AAAB"}, ["Anna, Bruno & Carla"]),
        (NINE, {}, {"sum": 0},
         ["That makes 35, not 0: 35 too many.",
          "9 of 9 rounds no longer fit: 4 numbers to enter again for each."]),
        ([[1, -1, 0, 0], [5, 5, 5, 5], [2, -2, 0, 0]], {}, {"sum": 0},
         ["1 of 3 rounds no longer fits: 4 numbers to enter again.", "Totals after deal 1."]),
        (NINE, {}, {"tick": "Solo"}, ["No score changes."]),
        (NINE, {}, {"wins": "lowest"}, ["No score changes."]),
        (NINE, {}, {"dealer": "nobody"}, ["Deals 1, 5, 9: Anna does not deal."]),
    ],
    ids=lambda it: repr(it)[:40],
)  # fmt: skip
def test_what_no_longer_fits_is_shown_before_another_set_up_is_saved_and_is_kept(
    rounds, rules, other, words, played
):
    table = played(4, *rounds, title="Skyjo", **rules)
    totals = table.totals
    new = {**table.standing.house_rules[1], **other}

    preview = table.preview(0, "rules", new)
    saved = table.correct(0, "rules", new)

    assert preview.says("Changing the set-up.", *words), preview.text
    assert saved.status == 303
    assert table.open().status == table.open("/sheet").status == 200
    table.undo()
    assert table.totals == totals
    assert len(table.standing.finished) == len(rounds)


def test_rounds_that_no_longer_fit_are_asked_again_one_by_one(played):
    table = played(4, *BY_SIDES[:2], sides="opposite")
    table.correct(0, "rules", {"sides": "none"})

    assert table.open().says("Answer this first. Deal 2 is kept until then.")
    for points in ([10, 5, 0, 0], [0, 0, 10, 5]):
        table.type({f"points.{seat}": str(n) for seat, n in enumerate(points)})

    assert table.waits_for[0] == 3
    assert table.totals == {"Anna": 10, "Bruno": 5, "Carla": 10, "Dino": 5}


def test_the_set_up_of_a_match_cannot_be_changed_into_one_for_other_players(played):
    table = played(5, [1, 2, 3, 4, 5])

    page = table.correct(0, "rules", {"sides": "opposite"})

    assert page.refuses("Partners sit opposite each other where 4, 6, 8 or 10 play, not 5.")
    assert table.kinds == ["entry", "entry"]


@pytest.mark.parametrize(
    ("points", "sides", "corrected_sides", "words"),
    [
        ([10, 5], "opposite", "none", "Anna & Carla 10, Bruno & Dino 5"),
        ([10, 5], "ABAB", "none", "Anna & Carla 10, Bruno & Dino 5"),
        ([10, 5, 0, 20], "none", "opposite", "Anna 10, Bruno 5, Carla 0, Dino 20"),
        ([10, 5, 0, 20], "none", "ABAB", "Anna 10, Bruno 5, Carla 0, Dino 20"),
    ],
)
def test_the_log_says_what_was_entered_for_sides_that_are_no_more_in_other_seats_too(
    points, sides, corrected_sides, words, played
):
    table = played(4, points, sides=sides)
    assert table.reseat("Carla", "Bruno", "Anna", "Dino").status == 303
    table.correct(0, "rules", {**table.standing.house_rules[1], "sides": corrected_sides})

    assert table.open("/log").says(words)
