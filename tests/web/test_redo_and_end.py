"""Redo beside undo, and a match that is ended early, as the phones at the table meet them."""

from __future__ import annotations

import pytest


def kinds(table):
    return [event.kind for event in table.events[1:]]


def redo(table, **how):
    return table.send("/redo", {}, **how)


def end(table, **how):
    return table.send("/end", {}, **how)


# --- redo ---------------------------------------------------------------------------------------


def test_redo_puts_back_the_answer_and_asks_what_comes_then(table):
    table.undo()

    page = redo(table)

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert kinds(table) == ["entry", "entry", "undo", "redo"]


def test_redo_is_offered_as_long_as_there_is_something_to_put_back(table):
    assert not table.open().has_form("/redo")
    table.undo()
    assert table.open().has_form("/redo")
    redo(table)
    assert not table.open().has_form("/redo")


def test_the_form_on_the_page_puts_it_back(table):
    table.undo()
    form = table.open().form("/redo")

    assert table.phone.send(form.action, form.filled({})).status == 303
    assert kinds(table)[-1] == "redo"


def test_a_redo_that_is_sent_twice_is_said_once(table):
    table.undo()
    table.undo()
    line = table.last_line

    assert redo(table, after=line).status == 303
    assert redo(table, after=line).status == 409
    assert kinds(table) == ["entry", "entry", "undo", "undo", "redo"]


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_with_nothing_to_put_back_redo_is_refused(htmx, table):
    page = redo(table, htmx=htmx)

    assert page.status == 422
    assert page.says("There is nothing to redo.")


def test_what_was_said_by_another_phone_is_not_swept_away_by_a_redo(table):
    table.undo()
    line = table.last_line
    table.play([3, 3, 3])

    assert redo(table, after=line).status == 409
    assert table.totals == {"Anna": 3, "Bruno": -1, "Carla": -2}


def test_undo_and_redo_say_what_they_did(table):
    assert table.undo(htmx=True).says("Undone: Deal 1")
    assert redo(table, htmx=True).says("Redone: Deal 1 · Anna +5")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([1], "Bruno"),
        ([1, "queens"], "Queens"),
        ([1, "king", {"KH": 3}], "Dino doubled K♥"),
        ([1, "slaps", [1, 3, 4, 5]], "Slaps"),
    ],
)
def test_what_was_taken_back_is_called_as_at_the_table(answers, words, begin):
    table = begin("trex").play(*answers)

    assert table.undo(htmx=True).says(f"Undone: {words} Redo")
    assert redo(table, htmx=True).says(f"Redone: {words}")


def test_a_deal_that_was_thrown_in_is_named_when_it_comes_back(begin):
    table = begin("trex").play(1)
    page = table.send("/void", {"void": "misdeal"}, htmx=True)

    assert page.says("Deal 1 thrown in · Misdeal Undo")
    assert table.undo(htmx=True).says("Undone: Deal 1 thrown in · Misdeal Redo")


def test_a_change_that_is_taken_back_names_its_deal(table):
    table.correct(1, "first", [3, 3, 3])

    assert table.undo(htmx=True).says("Undone: the change of deal 1 Redo")


def test_the_log_tells_of_a_redo(table):
    table.undo()
    redo(table)

    assert table.open("/log").says("Redone: Deal 1 · Second hand: tricks won")


# --- the end ------------------------------------------------------------------------------------


def test_a_match_that_is_ended_early_says_so_and_who_won(table):
    assert end(table).status == 303

    page = table.open()

    assert page.says("Anna wins")
    assert page.says("Ended early, after 1 deal.")
    assert not page.has_form("/entries")


def test_the_end_can_be_undone_and_the_match_goes_on(table):
    assert end(table, htmx=True).says("Ended early Undo")

    table.undo()

    assert table.prompt.key == "first"


def test_a_match_cannot_be_ended_before_a_deal_is_complete(begin):
    table = begin("italian_whist").play([6, 2, 1])

    page = end(table)

    assert page.status == 422
    assert page.says("No deal is complete yet: there is nothing that could count.")
    assert not table.open("/log").has_form("/end")


def test_an_end_that_is_sent_twice_is_said_once(table):
    line = table.last_line

    assert end(table, after=line).status == 303
    assert end(table, after=line).status == 409
    assert kinds(table)[-1] == "end"


def test_after_the_end_nothing_can_be_entered(table):
    end(table)

    assert table.type({"first.0": "9"}).status == 409
    assert table.void().status == 409
    assert kinds(table)[-1] == "end"


def test_after_the_end_a_miscount_is_put_right(table):
    end(table)

    assert table.correct(1, "first", [1, 2, 6]).status == 303
    assert table.open().says("share the win with 0 each")


def test_every_page_of_a_match_that_was_ended_in_mid_deal_can_be_opened(begin):
    table = begin("trex").play(0, "slaps", [13, 0, 0, 0], "king")
    end(table)

    for path in ("", "/log", "/deals/1", "/deals/2", "/stakes", "/table", "/paper", "/match.csv"):
        assert table.open(path).status == 200, path
    assert table.open("/table").says("Ended early, after 1 of 20 deals.")
    assert table.phone.open("/").says("Bruno")


def test_a_torite_that_was_ended_is_neither_won_nor_lost(begin):
    table = begin("torite", 2).play([8, 4], ["9S", "3H"])
    end(table)

    assert table.open().says("Neither won nor lost")
    assert table.open().says("Ended early, after 1 of 2 deals.")
    assert table.phone.open("/").says("Neither won nor lost")


def test_the_form_on_the_page_of_the_log_ends_the_match(table):
    form = table.open("/log").form("/end")

    assert table.phone.send(form.action, form.filled({})).status == 303
    assert table.standing.is_over
