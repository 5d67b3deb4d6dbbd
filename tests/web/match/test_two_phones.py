"""Two phones at one table: what both say at once is recorded once, and nobody's words are lost."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from app.web.match import repository
from testkit.web.phone import Phone
from testkit.web.table import new_match

pytestmark = pytest.mark.every_engine
PHONES = 8
ONE_THREE_FIVE = {"first.0": "1", "first.1": "3", "first.2": "5"}


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_the_second_of_two_sees_what_was_entered_and_what_they_had_typed(htmx, table):
    table.play([5, 3, 1])

    page = table.type(ONE_THREE_FIVE, after=1, htmx=htmx)

    assert page.status == 409
    assert [event.answer for event in table.events[1:]] == [[5, 3, 1]]
    assert ("<html" in page.html) is not htmx
    assert page.says(
        "Another phone has saved this deal.",
        "Deal 1: “First hand: tricks won” Saved Anna 5, Bruno 3, Carla 1",
        "Mine Anna 1, Bruno 3, Carla 5 Leave it Change it to mine",
    )


def test_the_second_can_correct_the_answer_to_theirs_or_go_on_from_the_page_they_get(table):
    table.play([5, 3, 1])
    page = table.type(ONE_THREE_FIVE, after=1)

    preview = table.phone.submit(page, "/deals/1/first")
    assert preview.says("Anna 5, Bruno 3, Carla 1 → Anna 1, Bruno 3, Carla 5")
    table.phone.submit(preview, "/deals/1/first", {"save": "1"})
    assert table.standing.answer_to(1, "first").answer == [1, 3, 5]

    form = table.type({"first.0": "9"}, after=1).form("/entries")
    assert table.phone.send(form.action, form.filled({"second.0": "9"})).status == 303
    assert table.events[-1].answer == [9, 0, 0]


def test_who_is_late_by_many_lines_sees_what_they_missed_and_what_cannot_be_right_is_not_offered(
    table,
):
    table.play([5, 3, 1], [0, 0, 9], [9, 0, 0])

    page, wrong = (table.type({"first.0": n, "first.1": "8"}, after=1) for n in ("1", "77"))

    assert page.says("Saved Anna 5, Bruno 3, Carla 1 Mine Anna 1, Bruno 8, Carla 0")
    for late in (wrong, table.undo(after=1), table.void("misdeal", after=1)):
        assert late.status == 409
        assert not late.says("Change it to mine")


def test_a_late_answer_to_a_match_that_is_over_shows_how_it_ended(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])

    pages = [table.type({"second.0": "9"}, after=after) for after in (2, 3)]

    for page, is_late in zip(pages, (True, False), strict=True):
        assert page.status == 409
        assert page.says("Anna wins")
        assert page.says("Change it to mine") is is_late


NO_LINES = (0, -1, 2, 2**63, 10**30, -(10**30), "", None, "two", "1.0", "1e0", "0x1", "NaN", "\x00")


def test_a_form_from_a_line_that_never_was_is_overtaken_and_its_words_are_not_lost(table):
    for after in (*NO_LINES, "9" * 5000):
        for path in ("/undo", "/void", "/entries"):
            page = table.send(path, {"first.0": "9", "void": "misdeal"}, after=after)
            assert page.status == 409, after

        assert len(table.events) == 1, after
        assert page.says("Another phone has changed something. Look once more, and save.")
        assert page.form("/entries").typed["first.0"] == "9"


def all_at_once(app, path, form):
    """Let each phone send the form of its number in the same moment; returns their pages."""
    ready = threading.Barrier(PHONES)

    def send(number):
        phone = Phone(app)
        ready.wait()
        return phone.send(path, form(number))

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(send, range(PHONES)))


def first_hand(number):
    return {"first.0": number, "first.1": 9 - number, "first.2": 0}


ONE_IS_FIRST = [303] + [409] * (PHONES - 1)


def test_of_answers_in_the_same_moment_one_is_recorded_and_everyone_else_sees_it(table, app):
    pages = all_at_once(app, f"{table.path}/entries", lambda n: {"after": 1, **first_hand(n)})

    assert sorted(page.status for page in pages) == ONE_IS_FIRST
    [recorded] = [event.answer[0] for event in table.events[1:]]
    for number, page in enumerate(pages):
        assert (page.status == 303) is (number == recorded)
        if page.status == 409:
            assert page.says(f"Anna {recorded}, Bruno {9 - recorded}, Carla 0")
            assert page.says(f"Anna {number}, Bruno {9 - number}, Carla 0")


@pytest.mark.parametrize(
    ("path", "fields"), [("/undo", {}), ("/deals/1/first", {"save": 1})], ids=["undo", "correction"]
)
def test_of_undos_or_corrections_in_the_same_moment_one_counts(path, fields, table, app):
    table.play([5, 3, 1], [0, 0, 9])
    fields = {"after": 3, **fields}

    pages = all_at_once(app, table.path + path, lambda number: first_hand(number) | fields)

    assert sorted(page.status for page in pages) == ONE_IS_FIRST
    assert len(table.events) == 4


def test_matches_begun_in_the_same_moment_are_all_kept(phone, app):
    pages = all_at_once(app, "/matches", lambda number: new_match("torite", [f"A {number}"]))

    assert len({page.goes_to for page in pages}) == PHONES
    for number, page in enumerate(pages):
        assert phone.open(page.goes_to).says(f"A {number}")


def test_a_clock_that_is_set_back_loses_no_answer_and_says_nothing_again(table, monkeypatch):
    in_an_hour = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="milliseconds")
    with monkeypatch.context() as ahead:
        ahead.setattr(repository, "now", lambda: in_an_hour)
        table.play([5, 3, 1])

    assert 'id="saved"' not in table.open().html, "what is still to come is not just now"
    table.play([9, 0, 0])

    assert 'id="saved"' in table.open().html, "and what is said now is"
    assert [event.answer for event in table.events[1:]] == [[5, 3, 1], [9, 0, 0]]
    assert table.phone.open("/").status == 200
