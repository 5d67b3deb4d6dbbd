"""The page of a person: every number with what it is of, and what is too little says so."""

import re

import pytest

from app.games import GAMES
from app.scoring.statistics import figures_of
from app.store.clubs.clubs import HOME
from app.store.matches import deletion
from app.store.numbers.totals import Total
from app.web.numbers.person import FigureCell
from app.web.numbers.variant_totals import VariantTotals, wins_by_chance
from testkit.match import CAST

ANNA, BRUNO, CARLA, DINO = CAST
A_DEAL = ([9, 0, 0], [0, 5, 4])
"""Who sits first wins by 9 points, with 5 and 4 lost by the others."""


@pytest.fixture
def play(begin):
    """Matches of Italian Whist in which these people are first, second and third."""

    def play_matches(*names, times=1):
        for _time in range(times):
            begin("italian_whist", names, upper="1").play(*A_DEAL)

    return play_matches


def test_who_never_finished_a_match_has_no_numbers_yet(phone, begin):
    begin("italian_whist", [ANNA, BRUNO, CARLA])

    page = phone.open("/players/1")

    assert page.says(ANNA, "1 match · 1 evening", "Numbers begin with the first match")
    assert "/players/1" in phone.open("/players").links
    assert phone.open("/players/9").status == 404


def test_while_matches_are_being_counted_no_number_is_shown_or_printed(phone, play_on, db):
    play_on("2020-02-01", ANNA, BRUNO, CARLA)
    db.execute("UPDATE matches SET counted = 0")

    for path, status in (("/players/1", 200), ("/numbers/almanac/2020.pdf", 503)):
        page = phone.open(path)
        assert page.status == status
        assert page.says("The numbers of the club are being counted.")
        assert not page.says("of 1")


def test_what_few_matches_do_not_say_yet_ten_say(phone, play):
    play(ANNA, BRUNO, CARLA)
    play(BRUNO, ANNA, DINO)
    page = phone.open("/players/1")
    assert page.says("1 of 2", "2 places", "8 more matches until this says anything")
    assert not [it for it in ("by chance", "Best Italian Whist", "People") if page.says(it)]

    play(BRUNO, ANNA, CARLA)
    page = phone.open("/players/1")
    assert page.says("Best Italian Whist", "B Bruno 1 of 3 Ahead, of all meetings in one match")
    assert not [it for it in ("Hardest", "Best evening", "C Carla") if page.says(it)]

    play(BRUNO, ANNA, CARLA, times=7)
    page = phone.open("/players/1")
    assert page.says("1 of 10", "matches won; by chance 3.3", "2.80", "by chance 2.00")
    assert page.says("With 10 matches, chance alone moves the average place by ±0.52.")
    assert page.says("Hardest Italian Whist of the last 365 days", "−5")


def test_every_match_of_the_head_is_accounted_for(phone, play, begin):
    play(ANNA, BRUNO, CARLA, times=2)
    assert not phone.open("/players/1").says("Beside these")

    begin("italian_whist", [ANNA, BRUNO, CARLA])
    assert phone.open("/players/1").says(
        "3 matches · 1 evening", "Beside these: 1 without a result."
    )

    begin("torite", [ANNA, BRUNO, CARLA]).play([8, 4, 0], ["KH", "7S", "5D"], "9C")
    page = phone.open("/players/1")
    assert page.says("2 of 2", "Beside these: 1 won or lost together and 1 without a result.")


def test_a_rival_was_beaten_in_more_than_half_of_eight_meetings_or_more(phone, play_on):
    for _match in range(7):
        play_on("2020-02-01", ANNA, BRUNO, CARLA)
    for _match in range(3):
        play_on("2020-02-02", DINO, ANNA, CARLA)
    assert not phone.open("/players/1").says("Rival, beaten most B Bruno"), "seven are too few"
    assert not phone.open("/players/1").says("Nemesis"), "three of three are too few"

    play_on("2020-02-03", ANNA, BRUNO, DINO)

    anna, bruno = phone.open("/players/1"), phone.open("/players/2")
    assert anna.says("Rival, beaten most C Carla 10 of 10 meetings")
    assert bruno.says("Nemesis, lost to most A Anna 8 of 8 meetings")
    assert not anna.says("Nemesis")
    assert anna.says("A rival or a nemesis: more than half of 8 meetings or more.")

    for _match in range(10):
        play_on("2020-02-04", CARLA, ANNA, BRUNO)
    assert phone.open("/players/1").says("Rival, beaten most B Bruno 18 of 18 meetings")


def test_who_was_beaten_no_more_often_than_not_is_no_rival(phone, play_on):
    for _match in range(4):
        play_on("2020-02-01", ANNA, BRUNO, CARLA)
        play_on("2020-02-02", BRUNO, ANNA, DINO)
    page = phone.open("/players/1")
    assert not [it for it in ("Rival", "Nemesis") if page.says(it)], "half is no more"

    play_on("2020-02-03", ANNA, BRUNO, DINO)

    assert phone.open("/players/1").says("Rival, beaten most B Bruno 5 of 9 meetings")
    assert phone.open("/players/2").says("Nemesis, lost to most A Anna 5 of 9 meetings")


def test_an_evening_on_which_somebody_was_ahead_once_is_not_their_best(phone, play_on):
    for day in ("2020-02-01", "2020-03-01", "2020-04-01"):
        play_on(day, ANNA, BRUNO, "#3")
    assert not phone.open("/players/1").says("Best evening")

    play_on("2020-03-01", ANNA, BRUNO, "#3")

    assert phone.open("/players/1").says("Best evening")


def test_records_of_a_game_are_those_of_the_variant_that_was_chosen(phone, begin):
    for _match in range(3):
        begin("italian_whist", [ANNA, BRUNO, CARLA], upper="1").play(*A_DEAL)
        begin("italian_whist", [ANNA, BRUNO, CARLA], upper="2").play([5, 2, 2], [2, 3, 4])

    for upper, best in ((1, "+9"), (2, "+3")):
        page = phone.open(f"/players/1?game=italian_whist&variant=3.upper={upper}")
        of_variant = page.text.partition("Records of Italian Whist")[2]
        assert re.match(rf" Best Italian Whist [\w ]+ {re.escape(best)} ", of_variant), upper
        assert page.says("Records Longest run"), "of all games, whatever was chosen"


def test_a_pace_is_said_from_ten_matches_on_that_were_played_at_the_table(phone, play, play_on):
    for _match in range(9):
        play_on("2020-02-01", ANNA, BRUNO, CARLA)
    play(ANNA, BRUNO, CARLA, times=2)
    assert not phone.open("/players/1").says("Pace"), "two were entered at once"

    play_on("2020-02-02", DINO, ANNA, CARLA)

    assert phone.open("/players/1").says("Pace median of 10 matches", "20 min a deal")


def test_a_game_that_is_not_there_is_not_found(phone, play):
    play(ANNA, BRUNO, CARLA)
    unknown = ("game=chess", "game=trex&variant=5", "game=torite&variant=3.x", "variant=3")
    unknown += ("game=italian_whist&variant=3.upper%3Dlow", "game=trico&variant=3.target%3D0")

    assert {phone.open(f"/players/1?{query}").status for query in unknown} == {404}


def test_what_was_added_up_is_kept_until_a_match_is_finished_anywhere(phone, play, db, statements):
    play(ANNA, BRUNO, CARLA, times=3)
    phone.open("/players/1")
    statements.clear()
    assert phone.open("/players/1").says("3 of 3 matches won")
    assert not [it for it, *_values in statements if " facts " in it or " sums " in it]

    deletion.delete_match(db, HOME, 3)

    assert phone.open("/players/1").says("2 of 2 matches won")


def test_merged_people_have_one_page(phone, play):
    play(ANNA, BRUNO, CARLA, times=2)
    play("Anna K.", BRUNO, CARLA)
    phone.send("/players/4/merge", {"into": "1"})

    assert phone.open("/players/4").goes_to == "/players/1"
    assert phone.open("/players/1").says("3 of 3 matches won")
    assert phone.send("/players/1/forget", {}).status == 303
    assert phone.open("/players/1").status == 404


def test_thirds_of_matches_that_chance_would_win_add_up_to_whole_ones():
    played = [("trico", "3", 4, 12), ("tribello", "3", 3, 9)]
    played += [("trex", "4", 3, 12), ("italian_whist", "3", 2, 6)]
    variants = [
        VariantTotals(
            GAMES[game], variant, {"won": Total(matches), "place": Total(matches, 0, sides)}
        )
        for game, variant, matches, sides in played
    ]

    assert wins_by_chance(variants) == 3.75


@pytest.mark.parametrize(
    ("game", "variant", "key", "total", "value", "of_how_many"),
    [
        ("trico", "2", "sets", (10, 20, 40, 40), "0.50", "20 in 40 rounds"),
        ("trex", "4.reversed", "comeback", (10, 2, 10, 300), "−150", "2 of 10"),
        ("trex", "4", "comeback", (10, 0, 10, 0), "–", "0 of 10"),
        ("trex", "4.reversed", "deal", (10, 90, 200, 206), "−1", "90 of 200"),
        ("trex", "4", "deal", (10, 90, 200, -8), "0", "90 of 200"),
        ("trex", "4", "deal", (10, 90, 200, 0), "0", "90 of 200"),
        ("trex", "4", "doubled", (3, 2, 4, -150), "−150", "2 of 4"),
    ],
)
def test_a_cell_is_a_mean_a_rate_or_how_far_behind(
    game, variant, key, total, value, of_how_many, app
):
    figure = figures_of(GAMES[game])[key]

    with app.test_request_context():
        cell = FigureCell(figure, Total(*total), VariantTotals(GAMES[game], variant, {}))
        assert (cell.value, str(cell.of_how_many)) == (value, of_how_many)
