"""What a club and an address may write and store: the rest waits, and nothing of it is lost."""

import threading
import time
from datetime import UTC, datetime, timedelta

import pytest

from app.limits import DEFAULT_LIMITS, MINUTE, Limits, RateLimit, RateLimiter, WindowsInMemory
from app.store.clubs import clubs, decks
from app.store.clubs.clubs import HOME
from app.store.engine import to_json
from app.web.core import rate_limits
from app.web.core.services import services
from testkit.web.table import new_match
from tests.scoring.paper_sheets import WHOLE_TREX
from tests.web.typed_sheet import players

every_engine = pytest.mark.every_engine
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.9"}
DARK = {"theme": "dark"}


@pytest.fixture
def table(app, begin):
    """Tribello at its first question, where only three more posts are taken in a minute."""
    table = begin("tribello")
    services(app).rate_limiter = RateLimiter()
    services(app).limits = Limits(writes_per_minute=3)
    return table


@every_engine
def test_a_club_that_writes_too_much_waits_and_is_told_how_long(table):
    table.play("hearts", [7, 4, 2], "clubs")
    waiting = table.waits_for

    refused = table.answer([5, 6, 2])

    assert refused.status == 429
    after = int(refused.response.headers["Retry-After"])
    assert 0 < after <= 60
    assert refused.says(f"this was not saved. Try again in {after} seconds.")
    assert refused.says("Send it again")
    assert 'name="tricks.0" value="5"' in refused.html
    assert table.waits_for == waiting
    assert table.open().status == 200


def test_an_address_has_its_share_in_all_clubs_together(table):
    for _time in range(3):
        table.send("/undo", {"after": "1"})

    assert table.phone.send("/look", DARK).status == 429
    assert table.phone.send("/look", DARK, environ_base=ELSEWHERE).status == 303


def test_neither_looking_and_trying_out_nor_what_another_site_sends_is_writing(table):
    foreign = {"Sec-Fetch-Site": "cross-site"}
    for _time in range(9):
        table.send("/preview", {"after": "1", "trump": "hearts"})
        table.open()
        assert table.phone.send("/look", DARK, headers=foreign).status == 403

    assert table.answer("hearts").status == 303


def test_an_answer_starts_no_thread(table):
    before = {*threading.enumerate()}

    assert table.answer("hearts").status == 303
    assert {*threading.enumerate()} == before


def test_a_minute_later_a_client_begins_anew_and_who_has_not_come_again_is_forgotten(monkeypatch):
    moment = time.time()
    monkeypatch.setattr(time, "time", lambda: moment)
    windows, limit = WindowsInMemory(), RateLimit("writes", most=2)
    assert [windows.hit(limit, "one") for _time in range(3)] == [True, True, False]
    assert (windows.test(limit, "one"), windows.end(limit, "one")) == (False, moment + MINUTE)

    moment += MINUTE

    assert windows.test(limit, "one")
    assert windows.hit(limit, "another")
    assert len(windows) == 1


@every_engine
def test_bytes_are_counted_too(app, begin):
    table = begin("tribello")
    services(app).limits = Limits(kilobytes_per_hour=100)
    title = {"title": "x" * 60_000}

    assert table.send("/title", title).status == 422
    refused = table.send("/title", title)

    assert refused.status == 429
    assert 60 < int(refused.response.headers["Retry-After"]) <= 3600


@every_engine
def test_what_one_process_writes_counts_in_the_other(elsewhere, app, phone):
    services(app).limits = services(elsewhere).limits = Limits(writes_per_minute=3)
    with elsewhere.test_request_context(method="POST", environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        for _time in range(3):
            assert rate_limits.limit_posts() is None

    assert phone.send("/look", DARK).status == 429
    assert phone.send("/look", DARK, environ_base=ELSEWHERE).status == 303


@pytest.fixture
def public(app, monkeypatch):
    """A server on which anyone may found a club, with small limits for each."""
    monkeypatch.setitem(app.config, "PUBLIC", True)
    services(app).limits = Limits(matches_of_club=2, decks_of_club=1, megabytes_of_club=1)


@every_engine
def test_a_club_with_all_its_matches_deletes_one_before_the_next(public, begin, phone):
    table = begin("tribello")
    begin("trex")

    refused = phone.send("/matches", new_match("torite"))

    assert refused.status == 507
    assert refused.says("This club has 2 matches, the most on this server. Delete one")
    assert refused.form("/matches").typed["players.0"] == new_match("torite")["players.0"]
    assert table.answer("hearts").status == 303
    table.send("/delete", {})
    assert phone.send("/matches", new_match("torite")).status == 303


@every_engine
def test_a_club_with_all_its_matches_and_decks_begins_none_again_types_none_in_and_enters_no_deck(
    public, phone, begin, db
):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 0, 9])
    begin("trex")
    decks.save_deck(db, HOME, "Ours", {})

    again = phone.submit(table.open(), "/again")
    sheet = phone.send("/matches/typed/sheet", players("trex") | WHOLE_TREX | {"do": "save"})
    deck = phone.send("/decks", {"game": "trico", "name": "Theirs"})

    assert again.status == sheet.status == deck.status == 507
    assert again.says("This club has 2 matches, the most on this server.")
    assert sheet.form("/matches/typed/sheet").typed["17.points.0"] == "-50"
    assert deck.says("This club has 1 deck,")


@every_engine
def test_a_club_that_has_stored_too_much_answers_no_more(public, begin, db):
    table = begin("tribello")
    with db.transaction():
        db.execute("UPDATE events SET answer = ?", [to_json("x" * 1_000_000)])
    assert clubs.usage(db, HOME).bytes > 1_000_000

    refused = table.send("/entries", {"trump": "hearts"})

    assert refused.status == 507
    assert refused.says("This club has stored 1 MB, the most on this server.")


def test_at_home_nothing_is_counted(app, begin):
    services(app).limits = Limits(matches_of_club=0, decks_of_club=0, megabytes_of_club=0)

    assert begin("tribello").answer("hearts").status == 303


@every_engine
def test_a_club_that_nobody_has_used_goes_after_a_month(app, db):
    _unused, begun, new = (clubs.create_club(db, name).id for name in ("a", "b", "c"))
    decks.save_deck(db, begun, "Ours", {})
    long_ago = (datetime.now(UTC) - timedelta(days=31)).isoformat(timespec="microseconds")
    db.execute("UPDATE clubs SET founded = ? WHERE id <> ?", [long_ago, new])

    assert clubs.delete_unused_clubs(db, 30) == 1
    assert {club.id for club in clubs.list_clubs(db)} == {HOME, begun, new}


def test_no_evening_comes_near_the_limits():
    """Fifty tables that each answer ten times a minute, and print their sheets."""
    assert DEFAULT_LIMITS.writes_per_minute > 50 * 10
    assert DEFAULT_LIMITS.work_seconds_per_minute * 2 >= 50 * 0.6
