"""Every worked number, played: those of the rules pages, and those of golden.json.

A number changed on a page fails here. The jokers, splits and appeals of golden.json are asked for
in test_rulings.py.
"""

import re

import pytest

from app.games import GAMES
from tests import games
from tests.golden import GOLDEN
from tests.phrase_book import PhraseBook, in_english
from tests.rules_pages import PAGES, TRANSLATED, tables
from tests.worked_examples import worked_out

READERS = {page: getattr(games.of(page), "EXAMPLES", {}) for page in PAGES}
"""For each page what plays its tables, by how their headers read."""


def readers_of(table):
    return [play for title, play in READERS[table.page].items() if re.fullmatch(title, table.title)]


def is_played(table):
    return table.box == "example" or bool(readers_of(table))


def check_example(table):
    assert table.rows
    [play] = readers_of(table)

    play(table)
    for sum_, total in re.findall(r"(\d+(?: [−+×] \d+)+) = (\d+)", str(table.rows)):
        assert worked_out(sum_) == int(total)


@pytest.mark.parametrize(
    "table",
    [table for page in PAGES for table in tables(page) if is_played(table)],
    ids=lambda table: table.id,
)
def test_the_numbers_of_an_example_are_those_of_the_score(table):
    check_example(table)


@pytest.mark.parametrize(
    ("tag", "page", "at"),
    [
        pytest.param(tag, page, at, id=f"{tag} {table.id}")
        for tag, page in TRANSLATED
        for at, table in enumerate(tables(page))
        if is_played(table)
    ],
)
def test_the_numbers_of_an_example_are_those_of_the_score_in_every_language(tag, page, at):
    check_example(in_english(page, tag, at))


ROWS = {
    "K♥, von C verdoppelt, an B": "K♥, doubled by C, to B",
    "einfach": "plain value",
    "0 · −150 · +75 · 0": "0 · −150 · +75 · 0",
}


@pytest.mark.parametrize(
    ("phrase", "english", "why"),
    [
        ("Q♠, von A verdoppelt, an D", "Q♠, doubled by A, to D", ""),
        ("Q♠, von D verdoppelt, an A", "Q♠, doubled by A, to D", "turned round"),
        ("Q♠, von A verdoppelt, an C", "Q♠, doubled by A, to D", "in English Q♠, doubled by A"),
        ("einfach", "double, nobody gains", "“double, nobody gains” here, and “plain value” else"),
        ("−10 · +20 · −30 · −40", "−10 · +20 · −30 · −40", ""),
        ("−10 · −30 · +20 · −40", "−10 · +20 · −30 · −40", "turned round"),
    ],
)
def test_a_row_that_says_something_else_than_in_english_is_found(phrase, english, why):
    book = PhraseBook()
    for known, said in ROWS.items():
        book.learn(known, said)

    if why:
        with pytest.raises(AssertionError, match=why):
            book.learn(phrase, english)
    else:
        book.learn(phrase, english)
        assert book.in_english(phrase) == english


# --- golden.json ---------------------------------------------------------------------------------

PLAYS = {name: play for key in GAMES for name, play in getattr(games.of(key), "GOLDEN", {}).items()}
"""For each list of worked numbers what makes a match of one, from the tests of its game."""
SHOWN = {
    "out": lambda report: report["score"] if "score" in report else report["deals"][-1]["scores"],
    "team": lambda report: report["deals"][-1]["scores"],
    "totals": lambda report: report["totals"],
    "ended": lambda report: report["over"],
    "winners": lambda report: report["winners"],
    "winner": lambda report: report["winners"][0] if report["over"] else None,
    "win": lambda report: report["won"],
}
WRONG = {
    "sum 12, must be 13": "That makes 12, not 13: 1 trick missing.",
    "sum 14": "That makes 14, not 13: 1 diamond too many.",
    "seat 3 took no trick but holds the king of hearts": "Dino has at least 1, not 0: 1 penalty",
    "seat 0: 5 penalty cards cannot fit in one trick": "Anna has at least 2, not 1: 5 penalty",
    "first hand sums to 8": "That makes 8, not 9: 1 trick missing.",
}


def vectors_of(name):
    return GOLDEN[name] if isinstance(GOLDEN[name], list) else [GOLDEN[name]]


@pytest.mark.parametrize(
    ("name", "vector"),
    [pytest.param(name, each, id=each["id"]) for name in PLAYS for each in vectors_of(name)],
)
def test_a_worked_number_is_what_a_match_shows(name, vector):
    match = PLAYS[name](vector)

    if "error" in vector:
        assert match.problem.startswith(WRONG[vector["error"]])
        return
    assert SHOWN.keys() & vector.keys()
    for key in SHOWN.keys() & vector.keys():
        assert SHOWN[key](match.report) == vector[key]


def test_every_list_of_worked_numbers_is_played_or_asked_for():
    others = {"jokers", "toriteSplit", "trico", "tricoDemoDeck", "widow", "appeals"}

    assert set(GOLDEN) - set(PLAYS) == others
