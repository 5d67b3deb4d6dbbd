"""Two to ten seats: a game for so many, tests/round_table, on every page and every sheet."""

from collections.abc import Iterator

import pytest

from testkit.web.added_game import pages_of, phone_with
from testkit.web.phone import Phone
from testkit.web.table import Table, begin_match
from tests.round_table import GAME

KEY = GAME.key
TEN = ("Anna", "Bruno", "Carla", "Dino", "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas")

pytestmark = pytest.mark.usefixtures("render_here")


@pytest.fixture(scope="module")
def phone(tmp_path_factory) -> Iterator[Phone]:
    with phone_with(
        GAME, "tests/round_table/round_table.md", tmp_path_factory.mktemp("house")
    ) as added:
        yield added


def table_of(phone, players, **rules) -> Table:
    """Six rounds of so many; the second of them was corrected, and the third thrown in."""
    table = begin_match(phone, KEY, list(TEN[:players]), **rules).play(0, 1)
    table.correct(2, "winner", players - 1)
    table.void()
    return table.play(*(n % players for n in range(2, 6)))


@pytest.mark.parametrize("players", [2, 5, 6, 7, 9, 10])
def test_every_page_shows_it(players, phone):
    table = table_of(phone, players)
    pages = [
        # There is a picture only of what is over.
        *(
            path
            for endpoint, path in pages_of(table, "winner", "rounds")
            if endpoint != "end.picture"
        ),
        *("/", "/print/", "/rules/", "/evenings/1", "/players", "/numbers"),
        *(f"/matches/new?game={KEY}", f"/matches/new?game={KEY}&from={table.id}"),
        *(f"{table.path}/follow?seat={seat}" for seat in range(1, players + 1)),
        *(f"{table.path}/table?turn={turn}" for turn in ("upright", "seats", "opposite")),
    ]
    statuses = {path: phone.open(path).status for path in pages}
    failed = {path: status for path, status in statuses.items() if status >= 400}
    assert failed == {}
    table.send("/end", {})
    for path in ("", "/picture.svg", "/table", "/follow", "/sheet"):
        assert table.open(path).status in (200, 303), path


@pytest.mark.parametrize("players", [5, 6, 10])
def test_the_board_has_two_rows_from_six_on_and_the_sheet_discs(players, phone):
    table = table_of(phone, players)

    board, sheet = table.open().html, table.open("/sheet").html
    assert (f"in-two of-{(players + 1) // 2}" in board) is (players > 5)
    assert ('<div class="slides"' in sheet) is (players > 5)
    for name in TEN[:players]:
        assert name in sheet


def test_more_than_four_stand_in_a_list_on_the_table_view(phone):
    for players, is_list in ((4, False), (5, True), (10, True)):
        table = table_of(phone, players)
        seats = table.open("/table?turn=seats")
        assert ("listed" in seats.html) is is_list
        assert seats.says("Each seat faces its player") is not is_list


def test_ten_players_without_names_have_ten_names_and_looks(phone):
    begun = phone.send("/matches", {"game": KEY, "players": "10"})
    table = Table(phone, int(begun.goes_to.rpartition("/")[2]))

    assert table.match.players == tuple(f"#{n}" for n in range(1, 11))
    page = table.open()
    for colour in ("Blue", "Olive", "Rose", "Slate", "Bark", "Blue ring", "Rust ring"):
        assert page.says(colour)
    assert {seat.hue for seat in table.match.standing.table.seats} == {*range(1, 11)}


def test_a_person_can_be_called_as_a_fifth_seat_without_a_name_is(phone):
    names = ["Olive", "Rose", "Ana", "Ben", "Cleo", "Dora"]
    table = begin_match(phone, KEY, names)

    assert table.match.players == tuple(names)
    players = phone.open("/players")
    assert players.says("Olive", "Rose")


def test_partners_of_a_large_side_are_listed_with_a_last_one(phone):
    table = begin_match(phone, KEY, list(TEN[:6]), teams="yes").play(0)

    assert table.open("/sheet").says("Anna, Carla & Eva", "Bruno, Dino & Farid")
    assert "Anna, Carla & Eva" in table.phone.client.get(f"{table.path}/match.csv").get_data(
        as_text=True
    )
    assert table.totals == {"Anna, Carla & Eva": 3, "Bruno, Dino & Farid": -3}


def test_places_are_told_where_a_game_works_out_no_chances(phone):
    table = begin_match(phone, KEY, list(TEN[:5])).play(1)

    assert table.open("/follow?seat=1").says("Anna is 5 behind Bruno.")
    assert table.open("/follow?seat=2").says("Bruno leads by 5.")
