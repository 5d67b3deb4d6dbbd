"""A date that cannot be comes in with a word about it, through whichever door."""

from datetime import UTC, datetime, timedelta

import pytest

from app.cli import main
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from app.store.people import evenings
from app.web.core.page.accepted_dates import beginning_of
from testkit.club_zip import ONE, a_match, club_zip
from tests.web.club_requests import opened, taken

MAY, JUNE = "2024-05-04T19:00:00.000+00:00", "2024-06-04T19:00:00.000+00:00"
TODAY = f"{datetime.now(UTC):%Y-%m-%d}"
TOMORROW = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%d}"
BEGINNINGS = {
    "as it says": ((MAY, [JUNE]), MAY, None),
    "of another place": (("2024-05-04T21:00:00+02:00", []), MAY, None),
    "the year 1": (("0001-01-01T00:00:00Z", [JUNE, MAY]), MAY, "0001-01-01 is too long ago"),
    "before 1900": (("1899-12-31T23:59:59Z", [MAY]), MAY, "the first day here is 1900-01-01"),
    "2400": (("2400-01-01T00:00:00Z", [MAY]), MAY, f"the last day can be {TOMORROW}"),
    "9999": (("9999-12-31T23:59:59-12:00", [MAY]), MAY, "is no date. It counts for 2024-05-04."),
    "no date": (("soon", ["9999-12-31", MAY]), MAY, "“soon” is no date."),
    "a number": ((20240504, [MAY]), MAY, "“20240504” is no date."),
    "the day of its evening": (("soon", [], "2024-05-04"), "2024-05-04", "for 2024-05-04."),
    "nothing that can be": (("2400-01-01", ["9999-01-01"], "1066-10-14"), TODAY, f"for {TODAY}."),
    "ended before it began": (
        (JUNE, [MAY]),
        MAY,
        "It ended on 2024-05-04 19:00, before it began on 2024-06-04 19:00.",
    ),
    "nothing is said": ((None, []), TODAY, "The file does not say when it was played"),
    "only its end is said": (("", [None, MAY]), MAY, None),
}


@pytest.mark.parametrize(("said", "moment", "remark"), BEGINNINGS.values(), ids=BEGINNINGS.keys())
def test_a_match_counts_for_a_day_that_can_be_and_what_cannot_be_is_said(said, moment, remark):
    began = beginning_of(*said)

    assert began.moment.startswith(moment)
    assert (remark or "") in str(began.remark or "")
    assert (began.remark is None) == (remark is None)


ODD = {"started": "2400-01-01T19:00:00+00:00", "finished": MAY}


@pytest.mark.every_door
def test_a_match_file_is_shown_with_the_date_that_is_taken_before_it_is_kept(phone, db):
    text = a_match(**ODD)
    says = f"2400-01-01 is still to come: the last day can be {TOMORROW}. It counts for 2024-05-04."

    sent = phone.send("/matches/import", {"text": text, "keep": "1"})
    shown = phone.send("/matches/import", {"text": text})

    assert (sent.status, shown.status) == (409, 200)
    assert sent.says(says)
    assert shown.says(says)
    assert lists.latest_matches(db, HOME, 9) == [], "a pocket that sends it is asked first too"
    assert phone.submit(sent, "/import", {"keep": "1"}).goes_to == "/matches/1"
    assert matches.find_match(db, HOME, 1).started == MAY


@pytest.mark.every_door
def test_the_plan_of_a_club_file_says_which_dates_are_taken(phone, db):
    odd = a_match(id=f"1{'0' * 7}-89ab-4cde-8f01-23456789abcd", **ODD)
    entries = [{"evening": 3, "day": "9999-12-31", "began": "", "title": "May"}]
    placed = [{"file": "matches/2.json", "evening": 3}]
    page = opened(
        phone, club_zip([*ONE, ("matches/2.json", odd)], evenings=entries, matches=placed)
    )

    assert page.says("2 matches to take", "Taken with another date")
    assert page.says("Italian Whist, 4 May 2024", "2400-01-01 is still to come")
    assert page.says("the evening “May”", "9999-12-31 is still to come")
    taken(phone, page)
    assert "2024-05-04" in [
        it.day for it in evenings.list_evenings(db, HOME, 9) if it.title == "May"
    ]


def test_the_command_says_it_too(db, book, tmp_path, capsys):
    clubs.ensure_home_club(db)
    file = tmp_path / "club.zip"
    file.write_bytes(club_zip([("matches/1.json", a_match(**ODD))]))

    assert main(["import-club", "--database", str(book), str(file)]) == 0

    assert "another date: matches/1.json: 2400-01-01 is still to come" in capsys.readouterr().out
