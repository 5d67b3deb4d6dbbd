"""Days and times: one place writes them, by the clock of the phone that began the match."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from types import SimpleNamespace

import pytest

from app.dates import write_clock, write_day
from app.games import GAMES
from app.languages import plain
from app.paths import PROJECT
from app.web.core.page import written_dates
from testkit.play import Played, keep_in

NOW = datetime(2026, 11, 17, 19, 30, tzinfo=UTC)  # a Tuesday, 20:30 in Zurich
ZURICH = 60
OTHER_WRITERS = re.compile(
    r"format_(?:date|time|datetime|timedelta)\b|strftime\(['\"][^'\"]*%[-_]?[aAbBdH]"
    r"|toLocale|DateTimeFormat"
)


class Clock(datetime):
    @classmethod
    def now(cls, tz=None):
        return NOW.astimezone(tz)


@pytest.fixture
def clock(monkeypatch, app):
    monkeypatch.setattr(written_dates, "datetime", Clock)
    with app.test_request_context():
        yield


def test_nothing_else_writes_a_day_or_a_time():
    sources = [*(PROJECT / "app").rglob("*.py"), *(PROJECT / "templates").rglob("*.*")]
    sources += [it for it in (PROJECT / "static" / "js").rglob("*.js") if "vendor" not in it.parts]
    writers = {
        it.relative_to(PROJECT).as_posix()
        for it in sources
        if OTHER_WRITERS.search(it.read_text("utf-8"))
    }

    # Others have moments in the names of files, or in SQL; of a page that is shown again without a
    # connection only the phone knows when that was.
    others = {
        "app/store/sqlite/backup.py",
        "app/store/sqlite/migrations.py",
        "app/pocket/rescue.py",
        "static/js/copies.js",
    }
    assert writers == {"app/dates.py", *others}


@pytest.mark.parametrize(
    ("moment", "words", "with_clock"),
    [
        ("2026-11-17T19:30:20+00:00", "just now", "just now"),
        ("2026-11-17T18:29:00+00:00", "19:29", "19:29"),
        ("2026-11-17T18:31:00+00:00", "59 min ago", "59 min ago"),
        ("2026-11-17T00:30:00+00:00", "last night", "last night, 01:30"),
        ("2026-11-16T18:30:00+00:00", "last night", "last night, 19:30"),
        ("2026-11-16T10:30:00+00:00", "yesterday", "yesterday, 11:30"),
        ("2026-11-11T20:00:00+00:00", "Wednesday", "Wednesday, 21:00"),
        ("2026-11-10T20:00:00+00:00", "10 November", "10 November, 21:00"),
        ("2025-11-17T20:00:00+00:00", "17 November 2025", "17 November 2025, 21:00"),
        ("2031-11-17T20:00:00+00:00", "17 November 2031", "17 November 2031, 21:00"),
    ],
)
def test_a_moment_is_said_as_people_say_it_and_the_night_belongs_to_its_evening(
    clock, moment, words, with_clock
):
    assert plain(written_dates.moment_in_words(moment, ZURICH)) == words
    assert plain(written_dates.moment_in_words(moment, ZURICH, with_clock=True)) == with_clock


@pytest.mark.parametrize(
    ("moment", "offset", "words"),
    [
        ("2026-11-14T21:00:00+00:00", ZURICH, "Saturday evening"),
        ("2026-11-14T23:30:00+00:00", ZURICH, "Saturday night"),
        ("2026-11-15T05:30:00+00:00", ZURICH, "Sunday morning"),
        ("2026-11-15T15:59:00+00:00", ZURICH, "Sunday afternoon"),
        ("2026-11-14T21:00:00+00:00", None, "14 November"),
        ("2026-11-10T21:00:00+00:00", ZURICH, "10 November"),
    ],
)
def test_an_evening_of_the_last_week_is_called_by_its_day(clock, moment, offset, words):
    assert plain(written_dates.part_of_day(moment, offset)) == words


def test_where_the_clock_is_not_known_it_is_said_that_it_is_that_of_utc(clock):
    assert plain(written_dates.moment_in_words("2026-11-17T09:05:00+00:00", None)) == "09:05 UTC"


def calendar(locale, first_of_month=""):
    return SimpleNamespace(locale=locale, first_of_month=first_of_month, in_digits=str)


def test_a_language_has_its_own_words_in_the_same_order():
    day = date(2026, 11, 17)

    assert write_day(day, calendar("de"), with_weekday=True) == "Dienstag 17 November 2026"
    assert write_day(day, calendar("en_US"), with_year=False) == "17 November"
    assert write_clock(datetime(2026, 11, 17, 20, 40), calendar("de")) == "20:40"


@pytest.mark.parametrize(
    ("first", "day", "written"),
    [
        ("1er", date(2026, 8, 1), "samedi 1er août 2026"),
        ("1er d'", date(2026, 8, 1), "samedi 1er d' août 2026"),
        ("1er", date(2026, 8, 11), "mardi 11 août 2026"),
        ("", date(2026, 8, 1), "samedi 1 août 2026"),
    ],
)
def test_a_language_writes_the_first_of_a_month_in_its_own_way(first, day, written):
    assert write_day(day, calendar("fr", first), with_weekday=True) == written


def test_a_day_begins_a_line_with_a_capital_in_every_language(monkeypatch):
    for locale, written in (("fr", "Mardi 17 novembre"), ("en", "Tuesday 17 November")):
        monkeypatch.setattr(written_dates, "current_language", partial(calendar, locale))
        assert written_dates.day_as_title("2026-11-17").startswith(written)


@pytest.mark.every_door
def test_a_match_has_one_day_on_all_pages_that_of_its_evening_where_it_was_played(phone, app):
    """It began after midnight there, which in UTC was before it."""
    played = Played(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"])
    for answer in ({"upper": 1, "lower": -10}, [9, 0, 0], [0, 4, 5]):
        played.answer(answer)
    began = datetime(2020, 3, 7, 22, 30, tzinfo=UTC)
    match = replace(played.match, utc_offset=120)
    number = keep_in(app.config["DATABASE"], match, began)

    pages = ["/evenings", "/evenings/1", "/matches/earlier", "/numbers/matches", "/players"]
    pages += ["/players/1", f"/matches/{number}", f"/matches/{number}/sheet", "/numbers"]
    for path in pages:
        days = {*re.findall(r"[0-9]+ March", phone.open(path).text)}
        assert days <= {"7 March"}, path
        assert days or path == "/numbers", path
    assert phone.client.get("/matches.csv").get_data(as_text=True).count("2020-03-07,") == 3
