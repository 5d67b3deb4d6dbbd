"""All matches and all deals of a club as spreadsheets."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import ClassVar

import pytest

from app.games import GAMES
from app.matchfile.spreadsheet import escape_formula
from app.web.club_file import spreadsheets
from app.web.core.services import services
from app.worker import Busy, OverBudget
from testkit.play import play_at_random
from testkit.web.table import keep
from tests.web.spreadsheet import table_at


def cells(rows, *columns):
    return [tuple(row[column] for column in columns) for row in rows]


RESULT = ("player", "person", "side", "place", "won", "total")


@pytest.mark.every_door
@pytest.mark.every_engine
def test_matches_are_a_row_for_each_player_from_the_first_match_to_the_last(
    phone, begin, play_on, app
):
    begin("torite", 1)
    play_on("2026-05-01", "Anna", "Bruno", "Carla")

    rows = table_at(phone, "/matches.csv")

    about = ("date", "match", "game", "variant", "state", "deals")
    whist = ("2026-05-01", "2", "Italian Whist", "+1 / −10", "over", "1")
    # Until six in the morning it is still the evening before.
    today = (datetime.now(UTC) - timedelta(hours=6)).date().isoformat()
    solo = (today, "1", "The Torite", "1 player", "in play", "0")
    assert cells(rows, *about) == [whist, whist, whist, solo]
    assert cells(rows, *RESULT) == [
        ("Anna", "Anna", "", "1", "1", "9"),
        ("Bruno", "Bruno", "", "2", "0", "-4"),
        ("Carla", "Carla", "", "3", "0", "-5"),
        ("Anna", "Anna", "", "", "", ""),
    ]


@pytest.mark.every_door
def test_every_deal_of_every_game_is_there_and_its_scores_add_up(phone, app, rng):
    tables = [keep(app, play_at_random(game, rng, mishaps=0.2)) for game in GAMES.values()]

    deals, matches = table_at(phone, "/deals.csv"), table_at(phone, "/matches.csv")

    for table in tables:
        rows = [row for row in deals if row["match"] == str(table.id)]
        seats = table.standing.table.seats
        over = [deal for deal in table.standing.deals if deal.is_over]
        assert len(rows) == len(over) * len(seats)
        for row in (row for row in matches if row["match"] == str(table.id)):
            scored = [deal["score"] for deal in rows if deal["player"] == row["player"]]
            assert sum(int(score or 0) for score in scored) == int(row["total"] or 0)


@pytest.mark.every_door
def test_a_match_that_was_ended_early_has_no_places_and_nobody_won_it(phone, begin):
    table = begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    table.send("/end", {})

    assert cells(table_at(phone, "/matches.csv"), "state", "place", "won", "total") == [
        *(("ended early", "", "", total) for total in ("5", "0", "-5")),
    ]


@pytest.mark.every_engine
def test_a_person_is_who_sat_there_in_more_than_half_of_the_deals_as_on_their_page(phone, begin):
    table = begin("italian_whist", ["Anna", "Bruno", "Carla"], upper="3")
    table.play([4, 3, 2], [3, 3, 3], [4, 3, 2], [3, 3, 3])
    table.rename(2, Bruno="Eva")
    table.rename(3, Anna="Dino")
    table.play([4, 3, 2], [3, 3, 3])

    rows = table_at(phone, "/matches.csv")
    assert cells(rows, "player", "person", "state", "won") == [
        ("Dino", "Anna", "over", "1"),
        ("Eva", "Eva", "over", "0"),
        ("Carla", "Carla", "over", "0"),
    ]
    of_evening = [row[0].split()[-1] for row in phone.open("/evenings/1").rows("result")]
    assert {row["person"] for row in rows} == {*of_evening}


@pytest.mark.parametrize(
    ("language", "usual", "other"),
    [
        ("de-CH-1996,de;q=0.9", "commas", "semicolons"),
        ("de-DE,en;q=0.5", "semicolons", "commas"),
        ("fr", "semicolons", "commas"),
        ("xx-nonsense-!,it", "semicolons", "commas"),
        ("en-GB", "commas", "semicolons"),
        ("ja", "commas", "semicolons"),
        ("", "commas", "semicolons"),
    ],
)
def test_cells_are_separated_as_the_language_of_the_phone_expects_it(
    phone, table, language, usual, other
):
    phone.client.set_cookie("language", "en")  # the pages are in English all the same
    for path in ("/whole", f"{table.path}/paper"):
        page = phone.open(path, headers={"Accept-Language": language})
        assert page.says(f", CSV with {usual}", f"If all is in one column: CSV with {other}"), path
        for link in (it for it in page.links if ".csv" in it):
            head = phone.client.get(link).get_data(as_text=True).partition("\r\n")[0]
            sign = ";" if "semicolon" in link else ","
            assert head.startswith(f"\ufeffdate{sign}match{sign}game{sign}variant{sign}")
    assert phone.open("/matches.csv?separator=tab").status == 404


def test_a_cell_with_the_separator_in_it_stays_one(phone, begin):
    names = {"Anna; B", "Bruno, C", "Carla"}
    table = begin("italian_whist", sorted(names)).play([6, 2, 1], [1, 2, 6])

    for path in ("/matches.csv", "/deals.csv", f"{table.path}/match.csv"):
        for separator, sign in (("comma", ","), ("semicolon", ";")):
            text = phone.client.get(f"{path}?separator={separator}").get_data(as_text=True)
            lines = io.StringIO(text.removeprefix("\ufeff"), newline="")
            assert {row["player"] for row in csv.DictReader(lines, delimiter=sign)} == names


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("+1 / −10", "+1 / −10"),
        ("+100 / −100", "+100 / −100"),
        ("+1 / -10", "'+1 / -10"),
        ("+1", "'+1"),
        ("+1 / −10=cmd", "'+1 / −10=cmd"),
        ("=1+2", "'=1+2"),
        ("a; =1", "a; '=1"),
        ("5 − 3", "5 − 3"),
    ],
)
def test_only_what_can_be_a_formula_has_an_apostrophe_before_it(cell, shown):
    assert escape_formula(cell) == shown


def answers_in(row):
    """The cells of a deal that say what was answered, by column; without those of other games."""
    columns = [*row]
    return {name: row[name] for name in columns[columns.index("note") + 1 :] if row[name]}


@pytest.mark.every_door
@pytest.mark.every_engine
def test_what_was_answered_has_columns_behind_all_others_named_after_their_game(
    phone, begin, monkeypatch
):
    # What comes last is written by another job than what comes first.
    monkeypatch.setattr(spreadsheets, "AT_ONCE", 1)
    begin("tribello").play("hearts", [7, 4, 2])
    begin("italian_whist").play([6, 2, 1], [1, 2, 6])

    rows = table_at(phone, "/deals.csv")

    whist = ["Italian Whist: first", "Italian Whist: second"]
    assert [*rows[0]][-4:] == ["note", *whist, "Tribello: tricks"]
    assert [answers_in(row) for row in rows] == [
        *({"Tribello: tricks": tricks} for tricks in ("7", "4", "2")),
        *(dict(zip(whist, tricks, strict=True)) for tricks in ("61", "22", "16")),
    ]


@pytest.mark.parametrize(
    ("game", "about", "answers", "sums"),
    [
        ("tribello", {}, ["hearts", [7, 4, 2]], {"tricks": 13}),
        ("italian_whist", {}, [[6, 2, 1], [1, 2, 6]], {"first": 9, "second": 9}),
        ("torite", {"players": 3}, [[8, 4, 0], ["KH", "7S", "5D"], "9C"], {"tricks": 12}),
        ("trex", {}, [0, "king", {"KH": 1}, 2], {"doubled KH": 1, "king": 1}),
        (
            *("trex", {}, [0, "queens", None, {"QS": 0, "QH": 1, "QD": 1, "QC": 3}]),
            {"queens QS": 1, "queens QH": 1, "queens QD": 1, "queens QC": 1},
        ),
        ("trex", {}, [0, "diamonds", [4, 2, 6, 1]], {"diamonds": 13}),
        ("trex", {}, [0, "trex", [3, 1, 0, 2]], {"out": 1 + 2 + 3 + 4}),
        (
            *("trico", {"entry": "counts", "players": 2}),
            [[{"sets": 1, "pairs": 1, "large": 2}, {"sets": 0, "pairs": 1, "large": 1}]],
            {"counts sets": 1, "counts pairs": 2, "counts large": 3},
        ),
    ],
)
def test_a_column_adds_up_to_what_was_answered(phone, begin, game, about, answers, sums):
    begin(game, **about).play(*answers)

    written = [answers_in(row) for row in table_at(phone, "/deals.csv")]

    for name, number in sums.items():
        column = f"{GAMES[game].name}: {name}"
        assert sum(int(row.get(column, 0)) for row in written) == number, column


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_no_cell_has_two_numbers_and_each_row_has_every_cell(
    game, phone, begin, app, rng, monkeypatch
):
    monkeypatch.setattr(spreadsheets, "AT_ONCE", 1)
    begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    keep(app, play_at_random(game, rng, mishaps=0.2))

    head, *rows = csv.reader(io.StringIO(phone.client.get("/deals.csv").get_data(as_text=True)))

    answers = head.index("note") + 1
    assert answers < len(head)
    for row in rows:
        assert len(row) == len(head)
        assert not [cell for cell in row[answers:] if len(re.findall(r"[0-9]+", cell)) > 1]


def test_names_are_those_of_today_and_no_formulas_and_deleted_matches_are_left_out(
    phone, begin, table
):
    begin("tribello", ["=1+2", "-B", "Anna"]).send("/title", {"title": "@home"})
    gone = begin("trex")
    gone.send("/delete", {})
    phone.send("/players/1/name", {"name": "Annette"})

    rows = table_at(phone, "/matches.csv")
    assert cells(rows, "match", "title", "person") == [
        *(("1", "", name) for name in ("Annette", "Bruno", "Carla")),
        *(("2", "'@home", name) for name in ("'=1+2", "'-B", "Annette")),
    ]
    assert cells(rows, "total")[2] == ("-5",), "a negative number stays one"


def test_whose_name_was_forgotten_is_someone_and_no_person(phone, table):
    phone.submit(phone.open("/players/1/more"), "/forget")

    for path in ("/matches.csv", "/deals.csv"):
        assert cells(table_at(phone, path), "player", "person") == [
            *(("someone", ""), ("Bruno", "Bruno"), ("Carla", "Carla")),
        ]


def test_a_match_that_is_damaged_is_left_out(phone, begin, db):
    for _match in range(2):
        begin("tribello").play("hearts", [7, 4, 2])
    with db.transaction():
        db.execute("UPDATE events SET answer = '{' WHERE match = 1 AND line = 2")

    assert {row["match"] for row in table_at(phone, "/deals.csv")} == {"2"}


def test_a_spreadsheet_is_called_after_its_club_and_what_it_has(phone):
    phone.send("/name", {"name": "Friday: “night”"})

    sent = phone.client.get("/deals.csv").headers["Content-Disposition"]

    day = datetime.now(UTC).date().isoformat()
    assert sent == f"attachment; filename=Friday-night-deals-{day}.csv"


@pytest.fixture
def worker(app):
    """A worker that is busy as often as it is told, and how often it was asked."""

    class SomeTimes:
        refusals: ClassVar[list] = []
        asked = 0

        def __call__(self, _owners, job, *about):
            self.asked += 1
            if self.refusals and (refusal := self.refusals.pop(0)):
                raise refusal
            return job(*about)

    services(app).executor = SomeTimes()
    return services(app).executor


@pytest.mark.parametrize(("refusal", "status"), [(Busy(7), 503), (OverBudget(7), 429)])
def test_where_nobody_can_write_it_nothing_is_sent_but_when_to_try_again(
    refusal, status, phone, table, worker
):
    worker.refusals = [refusal]

    page = phone.open("/deals.csv")

    assert (page.status, page.says("Try again in 7 seconds.")) == (status, True)
    assert page.response.headers["Retry-After"] == "7"
    assert phone.open("/deals.csv").status == 200, "nothing of it is left"


def test_where_there_is_no_room_nothing_is_sent_but_that(phone, table, app, monkeypatch):
    full = partial(open, "/dev/full", "w+", encoding="utf-8", newline="")
    monkeypatch.setattr(spreadsheets, "TemporaryFile", lambda *_mode, **_how: full())

    page = phone.open("/deals.csv")

    assert (page.status, page.says("There is no room on the server for this file.")) == (507, True)
    assert phone.open("/matches.csv").status == 200
    assert not services(app).spreadsheets


def test_a_worker_that_is_busy_on_the_way_is_asked_again(phone, begin, worker, monkeypatch):
    monkeypatch.setattr(spreadsheets, "AT_ONCE", 1)
    waited = []
    monkeypatch.setattr(spreadsheets, "sleep", waited.append)
    for _match in range(3):
        begin("italian_whist").play([6, 2, 1], [1, 2, 6])
    worker.refusals = [None, OverBudget(50), Busy(1)]

    rows = table_at(phone, "/deals.csv")

    assert len(rows) == 9
    assert worker.asked == 5
    assert waited == [spreadsheets.LONGEST_PAUSE, 1]


def test_a_club_is_sent_one_at_a_time_and_who_goes_away_makes_room(phone, table, app):
    on_its_way = phone.client.get("/deals.csv", buffered=False)

    refused = phone.open("/matches.csv")
    assert (refused.status, refused.says("Try again in 10 seconds.")) == (429, True)
    on_its_way.close()
    del on_its_way
    assert phone.open("/matches.csv").status == 200
    assert phone.client.head("/matches.csv").status_code == 200
    assert not services(app).spreadsheets
