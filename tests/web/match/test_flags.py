"""A deal that should be checked: who looks on may say so, and the table says what came of it."""

import pytest

from app.limits import DEFAULT_LIMITS
from app.store.clubs.clubs import HOME
from app.store.matches import flags
from app.store.matches.flags import MAX_OPEN_FLAGS
from testkit.web.phone import HTMX, watcher_of

DOUBTED = "Deal 1 is disputed"


@pytest.fixture
def table(begin):
    """Tribello after its first deal."""
    return begin("tribello").play("hearts", [7, 4, 2])


@pytest.fixture
def watcher(app, table):
    return watcher_of(app, table.id)


@pytest.fixture
def doubt(watcher, table):
    """Let the watcher doubt a deal: `doubt(1, words="…")`."""

    def send(deal=1, **fields):
        return watcher.send(f"{table.path}/doubts/{deal}", fields)

    return send


def find_right(table, deal=1):
    return table.phone.send(f"{table.path}/doubts/{deal}/right")


@pytest.fixture
def doubts(db, table):
    """What is kept of them: the words and the outcome, by deal."""
    return lambda: {
        doubt.deal: (doubt.words, doubt.outcome) for doubt in flags.list_flags(db, HOME, table.id)
    }


def test_who_looks_on_can_ask_the_table_to_check_a_deal_and_by_one_tap_on_the_sheet(
    doubt, watcher, table, doubts
):
    before = table.events
    assert watcher.open(f"{table.path}/deals/1").has_form("/doubts/1")
    assert watcher.open(f"{table.path}/sheet").says("Mark as disputed")

    page = doubt(1, words="  Bruno had\nthree ")

    assert (page.status, page.goes_to) == (303, f"{table.path}/deals/1?done=doubt")
    assert watcher.open(page.goes_to).says("Disputed Bruno had three")
    assert doubts() == {1: ("Bruno had three", None)}
    assert table.events == before
    sheet = doubt(1, back="sheet").goes_to
    assert sheet == f"{table.path}/sheet?done=doubt#deal1"
    assert watcher.open(sheet).says("Disputed")
    assert not watcher.open(sheet).says("Mark as disputed")


def test_those_who_score_see_which_deal_it_is_and_no_file_knows_of_it(doubt, table):
    file = table.open("/match.json").html
    assert not table.open().says(DOUBTED)
    doubt(1, words="<script>alert(1)</script>")

    assert f"{table.path}/deals/1" in table.open().links
    assert table.open().says(DOUBTED)
    for path in ("/deals/1", "/log", "/sheet"):
        page = table.open(path)
        assert page.says("<script>alert(1)</script>")
        assert "<script>alert" not in page.html
    assert table.open("/log").says(f"{DOUBTED} <script>")
    assert table.open("/sheet").says("disputed", "It is right")
    assert table.open("/match.json").html == file


def test_a_deal_waits_once_however_often_it_is_doubted_until_it_was_looked_at(doubt, table, doubts):
    assert find_right(table).status == 303
    assert table.match.revision == 0, "what nobody doubts is right without a word"
    assert doubt(1, words="Look").status == doubt(1, words="Look again").status == 303
    assert doubts() == {1: ("Look", None)}
    assert table.match.revision == 1

    find_right(table)
    assert doubt(1, words="Really").status == 303
    assert doubts() == {1: ("Really", None)}


def test_their_pages_hear_of_it_and_of_its_end(doubt, table, watcher):
    line = table.last_line

    def version(phone, after):
        page = phone.open(f"{table.path}?after={after}", headers=HTMX)
        return page.html.partition('data-line="')[2].partition('"')[0] or page.status

    assert version(table.phone, line) == 204
    doubt(1)
    assert version(table.phone, line) == version(watcher, line) == f"{line}.1"
    find_right(table)
    assert version(table.phone, f"{line}.1") == version(watcher, f"{line}.1") == f"{line}.2"


def test_one_tap_says_that_it_is_right(doubt, table, watcher, doubts):
    doubt(1)

    assert find_right(table).goes_to == f"{table.path}/deals/1?done=right"
    assert doubts() == {1: ("", "right")}
    assert not table.open().says(DOUBTED)
    for path in ("/deals/1", "/sheet"):
        assert watcher.open(f"{table.path}{path}").says("Checked: it is right.")


@pytest.mark.parametrize(
    ("act", "outcome"),
    [
        (lambda table: table.correct(1, "tricks", [6, 5, 2]), "changed"),
        (lambda table: table.send("/deals/1/void", {"void": "misdeal", "save": "1"}), "changed"),
        (lambda table: table.play("spades", [6, 5, 2]), None),
        (lambda table: table.rename(1, Bruno="Dora"), None),
    ],
    ids=["corrected", "does not count any more", "other deals", "other names"],
)
def test_what_changes_the_deal_says_that_it_was_not_right(act, outcome, doubt, table, doubts):
    doubt(1)
    act(table)

    assert doubts() == {1: ("", outcome)}
    assert table.open().says(DOUBTED) is (outcome is None)
    assert table.open("/deals/1").says("Checked, and changed.") is (outcome == "changed")


def test_a_deal_that_was_taken_back_is_doubted_no_more_until_it_is_there_again(doubt, table):
    doubt(1)

    for path, is_there in (("/undo", False), ("/redo", True)):
        table.send(path, {})
        assert table.open().says(DOUBTED) is is_there


def test_what_cannot_be_doubted_is_refused_in_words(doubt, table, doubts):
    table.play("spades")
    still_played, too_long = doubt(2), doubt(1, words="x" * 81)

    for deal in (0, 3, 77, 10**30):
        assert (doubt(deal).status, find_right(table, deal).status) == (404, 404)
    assert (still_played.status, still_played.says("This deal is not over yet")) == (409, True)
    assert too_long.refuses("This note has 81 letters; the most is 80.")
    assert 'value="' + "x" * 81 in too_long.html
    table.send("/delete", {})
    assert (doubt(1).status, find_right(table).status) == (404, 410)
    assert doubts() == {}


def test_so_many_deals_can_wait(doubt, table, doubts):
    for _deal in range(MAX_OPEN_FLAGS):
        table.play("spades", [6, 5, 2])
    *pages, one_more = [doubt(deal) for deal in range(1, MAX_OPEN_FLAGS + 2)]

    assert {page.status for page in pages} == {303}
    assert (one_more.status, one_more.says("5 deals are disputed already")) == (409, True)
    assert len(doubts()) == MAX_OPEN_FLAGS
    assert table.open().says("Deals 1, 2, 3, 4, 5 are disputed")


def test_an_address_asks_only_so_often(doubt, table):
    for _time in range(DEFAULT_LIMITS.flags_of_address_per_minute):
        assert doubt(1).status == 303
        find_right(table)

    refused = doubt(1)
    assert (
        refused.status,
        refused.says("Too many deals were disputed in one minute. Try again in"),
    ) == (429, True)
    assert 0 < int(refused.response.headers["Retry-After"]) <= 60
