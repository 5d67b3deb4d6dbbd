"""Which matches of a phone a club has: it compares lengths and digests of their logs."""

import json

import pytest
from werkzeug.datastructures import MultiDict

from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match_file.compare import MOST_LOGS, log_digests
from tests.web.match_files import shorten

COMPARE = "/matches/compare"
DEAL = ([5, 3, 1], [1, 3, 5])


@pytest.fixture
def table(begin):
    return begin("italian_whist").play(*DEAL, *DEAL)


@pytest.fixture
def digests_of(db):
    """The digests of the log of a match as it is now."""
    return lambda table: log_digests(matches.find_match(db, HOME, table.id))


def log_of(table, digests, deals=2, **other):
    about = {"id": table.match.uuid, "lines": len(digests), "digest": digests[-1], "deals": deals}
    return json.dumps(about | other)


def compare(phone, *logs):
    fields = MultiDict([("log", log) for log in logs])
    return json.loads(phone.client.post(COMPARE, data=fields).data)["states"]


@pytest.mark.every_door
@pytest.mark.every_engine
def test_a_club_says_of_each_log_whether_it_is_here_and_goes_on_here(
    phone, table, digests_of, begin
):
    begin("trex")
    log = log_of(table, digests_of(table))
    unknown = log_of(table, digests_of(table), id="00000000-0000-0000-0000-000000000000")
    assert compare(phone, unknown, log) == [{"state": "unknown"}, {"state": "same"}]

    table.play([3, 3, 3])
    assert compare(phone, log) == [{"state": "longer"}]


@pytest.mark.every_door
def test_of_a_log_that_is_shorter_here_it_says_where_it_ends_and_how_much_a_phone_has_more(
    phone, table, app, digests_of
):
    digests = digests_of(table)
    shorten(app, table, 3)

    for deals, words in (
        (2, "goes on here: send"),
        (3, "goes on here by 1 deal: send"),
        (5, "goes on here by 3 deals: send"),
    ):
        ends = {"state": "shorter", "line": 3, "digest": digests[2], "words": words}
        assert compare(phone, log_of(table, digests, deals)) == [ends]


def test_a_log_that_went_on_otherwise_has_another_digest_and_other_names_have_the_same(
    phone, table, app, digests_of
):
    log = log_of(table, digests_of(table))
    phone.send("/players/1/name", {"name": "Annette"})
    assert compare(phone, log) == [{"state": "same"}]

    shorten(app, table, 4)
    table.play([3, 3, 3])
    assert compare(phone, log) == [{"state": "other"}]


def test_a_deleted_match_is_not_known(phone, table, digests_of):
    log = log_of(table, digests_of(table))
    table.send("/delete", {})

    assert compare(phone, log) == [{"state": "unknown"}]


@pytest.mark.every_engine
def test_what_is_no_log_is_not_known_or_another_one(phone, table, digests_of):
    strange = ["", "[", "[]", "7", "null", "[" * 9_000, "{}", '{"id": "\\u0000"}']
    wrong = [
        *({"lines": 0}, {"lines": -3}, {"lines": True}, {"lines": "4"}, {"lines": 10**40}),
        *({"digest": None}, {"deals": "x"}, {"id": "x" * 36}, {"deals": -(10**30)}),
    ]
    logs = [*strange, *(log_of(table, digests_of(table), **about) for about in wrong)]

    states = compare(phone, *logs)

    assert len(states) == len(logs)
    assert {it["state"] for it in states} <= {"unknown", "shorter", "same"}


def test_a_damaged_match_is_not_known_and_the_others_are(phone, table, begin, digests_of, db):
    other = begin("tribello").play("hearts", [7, 4, 2])
    logs = [log_of(match, digests_of(match)) for match in (table, other)]
    with db.transaction():
        db.execute("UPDATE events SET answer = '{' WHERE match = 1 AND line = 2")

    assert compare(phone, *logs) == [{"state": "unknown"}, {"state": "same"}]


def test_no_more_are_compared_than_a_pocket_sends(phone, table, digests_of):
    log = log_of(table, digests_of(table))

    assert len(compare(phone, *[log] * (MOST_LOGS + 9))) == MOST_LOGS
