"""A finished sheet of two to ten columns, typed in: those of tests/round_table."""

import re

import pytest

from app.games import GAMES
from testkit.web.table import Table
from tests.round_table import GAME, ROUNDS

SHEET = "/matches/typed/sheet"
NAMES = ["Anna", "Bruno", "Carla", "Dino", "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]


@pytest.fixture
def send(phone, monkeypatch):
    """Send the form of a sheet of so many, with the points of each round."""
    monkeypatch.setitem(GAMES, GAME.key, GAME)

    def send(seats, rounds, do="check", **rules):
        about = {"game": GAME.key, "date": "2024-05-03", "players": str(seats)}
        about |= GAME.house_rules.fill(rules)
        about |= {f"players.{at}": name for at, name in enumerate(NAMES[:seats])}
        rows = {
            f"{number}.points.{at}": str(points)
            for number, row in enumerate(rounds, start=1)
            for at, points in enumerate(row)
        }
        return phone.send(SHEET, {"once": "a" * 32, **about, **rows, "do": do})

    return send


def won_by(winner, seats):
    return [seats - 1 if seat == winner else -1 for seat in range(seats)]


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_a_sheet_of_so_many_columns_is_typed_checked_and_saved(seats, send, phone):
    rounds = [won_by(n % seats, seats) for n in range(ROUNDS)]
    wrong = [[*rounds[0][:-1], 3], *rounds[1:]]

    refused, saved = send(seats, wrong), send(seats, rounds, "save")

    assert refused.status == 422
    assert refused.says(f"{NAMES[seats - 1]} cannot have +3")
    heads = re.findall(r'<th scope="col" class="hue-\d+">.*?</th>', refused.html, re.DOTALL)
    assert [NAMES[n] in head for n, head in enumerate(heads)] == [True] * seats
    assert all('class="disc' in head for head in heads) == (seats > 5)
    table = Table(phone, int(re.fullmatch(r"/matches/(\d+)", saved.goes_to)[1]))
    assert table.standing.totals == tuple(map(sum, zip(*rounds, strict=True)))


def test_two_teams_of_five_have_two_columns(send, phone):
    rounds = [(5, -5) if n % 3 else (-5, 5) for n in range(ROUNDS)]
    saved = send(10, rounds, "save", teams=True)

    table = Table(phone, int(re.fullmatch(r"/matches/(\d+)", saved.goes_to)[1]))
    assert table.standing.totals == (20, -20)


@pytest.fixture
def pad(phone):
    """Send the form of the sheet of a pad, with the points of each round as they were typed."""

    def send(rounds, do="check", /, **fields):
        about = {"game": "any_game", "date": "2024-05-03", "players": str(len(rounds[0]))}
        about |= {f"players.{at}": name for at, name in enumerate(NAMES[: len(rounds[0])])}
        rows = {
            f"{number}.points.{at}": points
            for number, row in enumerate(rounds, start=1)
            for at, points in enumerate(row)
        }
        return phone.send(SHEET, {"once": "b" * 32, **about, **fields, **rows, "do": do})

    return send


def test_a_pad_takes_sums_and_numbers_below_zero_and_is_over_where_the_table_stopped(pad, phone):
    rounds = [["12+11+7", "−5", "0"], ["1", "2", "3"]]
    rules = {"title": "Skyjo", "wins": "lowest"}

    goes_on = pad(rounds, **rules)
    saved = pad(rounds, "save", ended="yes", **rules)

    assert goes_on.says("Skyjo", "The match goes on: type the next round")
    table = Table(phone, int(re.fullmatch(r"/matches/(\d+)", saved.goes_to)[1]))
    assert table.totals == {"Anna": 31, "Bruno": -3, "Carla": 3}
    assert table.open().says("Skyjo", "Bruno wins")
    assert table.open("/sheet").says("Anna 12 + 11 + 7 = 30")


def test_a_pad_of_so_many_rounds_has_a_row_for_each_and_an_open_one_more_than_are_typed(pad):
    assert rows_of(pad([["1", "2"]], ends="rounds", rounds="3")) == 3
    assert rows_of(pad([["1", "2"]])) == 15
    assert rows_of(pad(40 * [["1", "2"]])) == 46
    assert rows_of(pad(200 * [["1", "2"]])) == 200


def rows_of(page):
    return len(re.findall(r'class="paper-row"', page.html))


def test_a_cell_of_a_pad_that_is_no_number_is_told_in_its_row(pad):
    page = pad([["12+", "2"], ["1e9", "x" * 300]])

    assert page.status == 422
    assert page.says("“12+” is not a whole number.", "“1e9” is not a whole number.")
