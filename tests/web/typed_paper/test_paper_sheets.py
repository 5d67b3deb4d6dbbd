"""A finished sheet that is typed in: without a script, row by row, compared, and then a match."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.dates import parse_moment
from app.games import GAMES
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.store.people import evenings
from testkit.web.phone import HTMX
from testkit.web.table import Table
from tests.scoring.paper_sheets import WHOLE_TREX, fields_of, on_any_sheet, row, written
from tests.web.typed_sheet import DAY, players

SHEET = "/matches/typed/sheet"


def torite(*left):
    """The row of a Torite in which the last of four took no trick, and these cards were left."""
    cards = {f"{seat}.rank": card[0] for seat, card in enumerate(left)}
    cards |= {f"{seat}.suit": card[1] for seat, card in enumerate(left)}
    return row(1, tricks=[6, 4, 2, 0]) | {f"1.left.{name}": value for name, value in cards.items()}


WON, LOST = torite("KH", "7S", "9C", "5D"), torite("KS", "9H", "7H", "4D")


@pytest.fixture
def type_in(phone):
    """Send the form of a sheet with these fields, as it stands there."""

    def send(game, fields, do="check", **others):
        about = players(game) | GAMES[game].house_rules.fill({}) | others
        return phone.send(SHEET, {"once": "a" * 32, **about, **fields, "do": do})

    return send


@pytest.mark.every_engine
@pytest.mark.every_door
def test_a_sheet_becomes_a_match_of_its_day_and_of_the_evening_of_that_day(phone, type_in, db):
    chosen = phone.open("/matches/typed")
    assert "/matches/typed/new?game=trex" in chosen.links
    form = phone.open("/matches/typed/new?game=trex").form("/matches/typed/sheet")
    assert {"date", "players.0", "partners"} <= {field.name for field in form.fields}
    assert phone.open(SHEET, query_string=players("trex")).says("paper sheet of 3 May 2024")

    saved = type_in("trex", WHOLE_TREX, "save")
    again = type_in("trex", WHOLE_TREX, "save")

    table = Table(phone, int(re.fullmatch(r"/matches/(\d+)", saved.goes_to)[1]))
    assert again.goes_to == saved.goes_to
    assert table.standing.totals == (-220, 120, 140, -40)
    assert phone.open(table.path).says("Carla", "by 20")
    (evening,) = evenings.list_evenings(db, HOME, 9)
    assert (evening.day, evening.began[:16]) == (DAY, f"{DAY}T18:00")


@on_any_sheet
def test_a_sheet_of_any_game_is_compared_with_its_foot_and_saved(game, rng, phone):
    match = written(game, rng).match
    prompt, rules = match.standing.house_rules
    about = players(game.key, match.players) | prompt.fill(rules) | fields_of(match)
    foot = [*match.standing.totals]
    if game.wins_together:
        foot = [match.standing.outcome.score or ""]
    totals = {f"total.{at}": str(total) for at, total in enumerate(foot)}
    typed = phone.send(SHEET, about | {"do": "check"})
    compared, saved = (phone.send(SHEET, about | totals | {"do": do}) for do in ("compare", "save"))

    assert (typed.status, typed.says("Compare with the total on the sheet")) == (200, True)
    assert compared.says("Save the match")
    assert phone.open(f"{saved.goes_to}/sheet").status == 200


def test_a_fault_is_told_in_its_row_and_what_was_typed_stays(type_in):
    wrong = WHOLE_TREX | row(7, contract="queens", points=[-50, -50, -10, ""])
    page = type_in("trex", wrong | row(8, contract="diamonds", points=[-70, -20, -20, -30]))

    assert page.refuses(
        "Carla cannot have −10. Queens: −25 each.",
        "Deal 8 adds up to −140. Diamonds are −130: 10 too many.",
        "2 deals to look at",
    )
    assert page.form(SHEET).typed.items() >= {"7.points.2": "−10", "7.contract": "queens"}.items()


@pytest.mark.parametrize(
    ("game", "wrong", "would_fit", "fit"),
    [
        (
            "trex",
            row(1, contract="diamonds", points=[-20, -40, -60, -20]),
            {"1.points.0=-10", "1.points.1=-30", "1.points.2=-50", "1.points.3=-10"},
            ("1.points.1", "−30"),
        ),
        (
            "tribello",
            row(1, trump="hearts", tricks=[7, 7, 3]),
            {"1.tricks.0=3", "1.tricks.1=3"},
            ("1.tricks.0", "3"),
        ),
        ("trex", row(1, contract="queens", points=[-50, -50, -10, ""]), set(), None),
    ],
)
def test_each_number_that_would_put_a_row_right_alone_is_a_key_that_writes_it(
    game, wrong, would_fit, fit, type_in
):
    page = type_in(game, {"1.owner": "0", **wrong})

    assert set(re.findall(r'name="fit" value="([^"]+)"', page.html)) == would_fit
    if fit:
        name, number = fit
        page = type_in(game, {"1.owner": "0", **wrong}, fit=f"{name}={number}")
        assert page.form(SHEET).typed[name] == number
        assert 'name="fit"' not in page.html


def test_a_sheet_says_what_is_still_to_be_typed(type_in):
    rows = {name: value for name, value in WHOLE_TREX.items() if int(name.split(".")[0]) < 6}
    page = type_in("trex", rows | row(6, contract="king", points=["1"]))

    assert page.refuses("14 deals to type, 1 to look at")
    assert page.form(SHEET).typed["5.points.3"] == "50"


def test_a_sheet_without_a_last_row_asks_for_the_next_deal(type_in):
    assert type_in("italian_whist", {}).says("The match goes on: type the next deal")


@pytest.mark.parametrize(
    ("game", "rows", "total", "words"),
    [
        ("trex", WHOLE_TREX, "-210", "make −220, the sheet says −210, 10 apart."),
        ("trex", WHOLE_TREX, "two", "make −220, the sheet says two."),
        ("torite", WON, "19", "make 20, the sheet says 19, 1 apart."),
        ("torite", LOST, "19", "make nothing, the sheet says 19."),
    ],
)
def test_totals_that_differ_are_told_and_can_be_saved_all_the_same(
    game, rows, total, words, type_in
):
    page = type_in(game, rows | {"total.0": total}, "compare")

    assert page.refuses(f"the deals {words}", "Save the match")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"date": "3 May"}, "A date is needed"),
        ({"date": "2400-01-01"}, "1 January 2400 is still to come"),
        ({"players.1": "anna"}, "are the same name"),
        ({"utc_offset": "9999"}, "No place has a clock"),
    ],
)
def test_players_and_date_are_checked_before_the_sheet(phone, fields, message):
    page = phone.open(SHEET, query_string=players("trex") | fields)

    assert page.refuses(message)
    assert page.form(SHEET).typed["players.0"] == "Anna"


@pytest.mark.parametrize(
    ("game", "fields", "message"),
    [
        ("italian_whist", row(1, first=["9", "0", "0"], second=["x", "4", "5"]), "is not a whole"),
        ("italian_whist", row(1, first=["1", "0", "0"]), "That makes 1, not 9"),
        ("trex", row(1, owner="7"), "is not one of"),
        ("trex", row(1, owner="0", contract="<b>", points=["1" * 40]), "is not one of"),
        ("trico", {"1.counts.0.sets": "9"}, "sets: 9 is out of range, from 0 to 5."),
        ("torite", {"1.left.0.rank": "A", "1.left.0.suit": "X"}, "is not a card of this pack"),
        ("tribello", {"999.tricks.0": "1"}, "The match was over after deal 12."),
    ],
)
def test_bad_input_gets_a_line_with_its_place(type_in, game, fields, message):
    assert type_in(game, fields).refuses(message)


def test_a_game_without_paper_columns_has_no_such_key(phone, monkeypatch):
    monkeypatch.setitem(GAMES["trico"].sheet.__dict__, "paper", None)

    assert not [link for link in phone.open("/matches/typed").links if "trico" in link]
    assert phone.open(SHEET, query_string=players("trico")).status == 404


def test_while_it_is_typed_each_row_gets_its_mark(phone):
    typed = players("trex") | row(1, owner="0", points=["-70", "-10", "-20", "-30"])
    part = phone.send("/matches/typed/rows", typed, headers=HTMX)

    assert part.status == 200
    assert 'data-named="diamonds"' in part.html
    assert part.says("19 deals to type")


def test_a_match_of_today_has_not_begun_later_than_now(phone, type_in, db):
    today = datetime.now(UTC).date().isoformat()
    saved = type_in("trex", WHOLE_TREX, "save", date=today, utc_offset="")
    match = matches.find_match(db, HOME, int(saved.goes_to.rpartition("/")[2]))

    assert parse_moment(match.started) <= datetime.now(UTC) + timedelta(seconds=1)
