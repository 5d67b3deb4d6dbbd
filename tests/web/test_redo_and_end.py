"""Redo beside undo, and a match that is ended early, as the phones at the table meet them."""

from __future__ import annotations

import pytest


def redo(table, **how):
    return table.send("/redo", {}, **how)


def end(table, **how):
    return table.send("/end", {}, **how)


def test_redo_puts_back_the_answer_and_is_offered_as_long_as_there_is_one(table):
    assert not table.open().has_form("/redo")
    assert table.undo(htmx=True).says("Undone: Deal 1")
    page = table.open()

    page = table.phone.submit(page, "/redo")

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert table.kinds[1:] == ["entry", "entry", "undo", "redo"]
    assert table.open("/log").says("Redone: Deal 1 · Second hand: tricks won")
    assert not table.open().has_form("/redo")
    for htmx in (False, True):
        page = redo(table, htmx=htmx)
        assert page.status == 422
        assert page.says("There is nothing to redo.")


def test_a_redo_counts_once_and_only_for_who_has_seen_the_latest_line(table):
    table.undo()
    table.undo()
    line = table.last_line

    # From the history it leads back there.
    assert table.phone.submit(table.open("/log"), "/redo").goes_to == f"{table.path}/log"
    assert redo(table, after=line).status == 409
    assert table.kinds[1:] == ["entry", "entry", "undo", "undo", "redo"]

    line = table.last_line
    table.play([3, 3, 3])

    assert redo(table, after=line).status == 409
    assert table.totals == {"Anna": 3, "Bruno": -1, "Carla": -2}


@pytest.mark.parametrize(
    ("game", "answers", "words"),
    [
        ("trex", [1], "Bruno"),
        ("trex", [1, "queens"], "Queens"),
        ("trex", [1, "king", {"KH": 3}], "Dino doubled K♥"),
        ("trex", [1, "slaps", [1, 3, 4, 5]], "Slaps"),
        ("italian_whist", [[6, 2, 1], [1, 2, 6]], "Deal 1 · Anna +5"),
    ],
)
def test_what_was_taken_back_is_called_as_at_the_table(game, answers, words, begin):
    table = begin(game).play(*answers)

    assert table.undo(htmx=True).says("Undone: " + words.partition(" · ")[0])
    assert redo(table, htmx=True).says(f"Redone: {words}")


def test_what_else_is_taken_back_names_its_deal(table):
    table.correct(1, "first", [3, 3, 3])
    assert table.undo(htmx=True).says("Undone: the change of deal 1 Redo")

    page = table.send("/void", {"void": "misdeal"}, htmx=True)

    assert page.says("Deal 2 thrown in · Misdeal Undo")
    assert table.undo(htmx=True).says("Undone: Deal 2 thrown in · Misdeal Redo")


def test_a_match_that_is_ended_early_says_so_and_who_won(table):
    assert end(table, htmx=True).says("Ended early Undo")
    table.undo()
    assert table.prompt.key == "first"

    line = table.last_line
    page = table.phone.submit(table.open("/log"), "/end")
    assert page.status == 303
    assert end(table, after=line).status == 409
    assert table.kinds[3:] == ["end", "undo", "end"]

    page = table.open()
    assert page.says("Anna wins")
    assert page.says("Ended early, after 1 deal.")
    assert not page.has_form("/entries")
    assert table.type({"first.0": "9"}).status == 409
    assert table.void().status == 409

    assert table.correct(1, "first", [1, 2, 6]).status == 303
    assert table.open().says("share the win with 0 each")


def test_a_match_cannot_be_ended_before_a_deal_is_complete(begin):
    table = begin("italian_whist").play([6, 2, 1])

    page = end(table)

    assert page.status == 422
    assert page.says("No deal is complete yet: there is nothing that could count.")
    assert not table.open("/log").has_form("/end")


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
