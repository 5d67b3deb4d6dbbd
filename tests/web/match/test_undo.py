"""Undo, redo, deals thrown in and matches ended early, as the phones at the table meet them."""

import pytest


def redo(table, **how):
    return table.send("/redo", {}, **how)


def end(table, **how):
    return table.send("/end", {}, **how)


@pytest.mark.every_door
def test_undo_goes_back_answer_by_answer_as_far_as_the_house_rules(table):
    page = table.open()
    assert page.says("Deal 1 saved", "Undo")

    page = table.phone.submit(page, "/undo")
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.waits_for == (1, "second")
    page = table.undo(htmx=True)
    assert page.status == 200
    assert page.says("First hand: how many tricks?")
    assert "<html" not in page.html

    assert not table.open().has_form("/undo")
    for htmx in (False, True):
        assert table.undo(htmx=htmx).refuses("There is nothing to undo yet.")
    assert table.kinds == ["entry", "entry", "entry", "undo", "undo"]


def test_redo_puts_back_the_answer_and_is_offered_as_long_as_there_is_one(table):
    assert not table.open().has_form("/redo")
    assert table.undo(htmx=True).says("Undone: Deal 1")

    page = table.phone.submit(table.open(), "/redo")
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert table.open("/log").says("Redone: Deal 1 · Second hand: tricks won")
    assert not table.open().has_form("/redo")
    for htmx in (False, True):
        assert redo(table, htmx=htmx).refuses("There is nothing to redo.")

    # From the history it leads back there, and counts once.
    table.undo()
    line = table.last_line
    assert table.phone.submit(table.open("/log"), "/redo").goes_to == f"{table.path}/log"
    assert redo(table, after=line).status == 409
    assert table.kinds[1:] == ["entry", "entry", "undo", "redo", "undo", "redo"]


def test_an_answer_that_waited_is_undone_by_the_id_of_its_form_and_no_other_one(table):
    earlier, latest, unknown = "a" * 12, "b" * 12, "c" * 12
    for form, tricks in ((earlier, (5, 3, 1)), (latest, (1, 3, 5))):
        numbers = {f"{table.prompt.key}.{seat}": str(n) for seat, n in enumerate(tricks)}
        table.type({**numbers, "request_id": form}, htmx=True)
    lines = table.last_line

    for of in (earlier, unknown, "", "\0" * 12, "'", "a" * 5_000):
        assert table.send("/undo", {"of": of}, htmx=True).status == 200
        assert table.last_line == lines
    for _again in range(2):
        assert table.send("/undo", {"of": latest}, htmx=True).status == 200
        assert table.kinds.count("undo") == 1


@pytest.mark.parametrize(
    ("game", "answers", "words"),
    [
        ("trex", [1], "Bruno"),
        ("trex", [1, "queens"], "Queens"),
        ("trex", [1, "king", {"KH": 3}], "Dino doubles the K♥"),
        ("trex", [1, "slaps", [1, 3, 4, 5]], "Slaps"),
        ("italian_whist", [[6, 2, 1], [1, 2, 6]], "Deal 1 · Anna +5"),
    ],
)
def test_what_was_taken_back_is_called_as_at_the_table(game, answers, words, begin):
    table = begin(game).play(*answers)

    assert table.undo(htmx=True).says("Undone: " + words.partition(" · ")[0])
    assert redo(table, htmx=True).says(f"Redone: {words}")


def test_a_deal_that_is_thrown_in_scores_nothing_and_is_dealt_again(table):
    table.play([9, 0, 0])

    page = table.void("misdeal")
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert table.waits_for == (3, "first")
    assert str(table.standing.deal.dealer) == "Bruno"
    assert table.open("/sheet").says("Thrown in: misdeal")
    assert table.open("/deals/2").says("Thrown in: misdeal")

    table.undo()
    assert table.waits_for == (2, "second")
    assert table.standing.answer_to(2, "first").answer == [9, 0, 0]
    # What is no answer names its deal when it is taken back.
    assert table.void(htmx=True).says("Deal 2 thrown in · misdeal Undo")
    assert table.undo(htmx=True).says("Undone: Deal 2 thrown in · misdeal Redo")
    table.correct(1, "first", [3, 3, 3])
    assert table.undo(htmx=True).says("Undone: the change of deal 1 Redo")


def test_only_a_reason_of_the_contract_and_the_table_throws_a_deal_in(begin):
    table, without_appeals = begin("trex"), begin("trex", appeals="")
    table.play(0, "queens")
    without_appeals.play(0, "king")

    assert table.void("bad luck").refuses("“bad luck” is not one of: misdeal")
    closed_suit = "“a suit was closed before all jacks were out” is not possible in Queens."
    assert table.void("closed_suit").refuses(closed_suit)
    assert without_appeals.void("appeal").refuses("This table plays without appeals.")
    assert table.send("/void", {}).status == 422
    assert [each.standing.deal.number for each in (table, without_appeals)] == [1, 1]


def test_a_match_that_is_ended_early_says_so_and_who_won(table, begin):
    ended = end(table, htmx=True)
    assert ended.says("Undo the last answer", "Ended early")
    assert ended.says("Ended early Undo")  # beside what was just done, and in the corner for later
    table.undo()
    assert table.prompt.key == "first"

    line = table.last_line
    assert table.phone.submit(table.open("/more"), "/end").status == 303
    assert end(table, after=line).status == 409
    page = table.open()
    assert page.says("Anna wins", "Ended early, after 1 deal.")
    assert not page.has_form("/entries")
    assert table.type({"first.0": "9"}).status == table.void().status == 409

    assert table.correct(1, "first", [1, 2, 6]).status == 303
    assert table.open().says("share the win with 0 each")

    at_first = begin("italian_whist").play([6, 2, 1])
    assert end(at_first).refuses("No deal is complete yet: there is nothing that could count.")
    assert not at_first.open("/more").has_form("/end")


def test_every_page_of_a_match_that_was_ended_in_mid_deal_can_be_opened(begin):
    table = begin("trex").play(0, "slaps", [13, 0, 0, 0], "king")
    end(table)

    for path in ("", "/log", "/deals/1", "/deals/2", "/stakes", "/table", "/paper", "/match.csv"):
        assert table.open(path).status == 200, path
    assert table.open("/table").says("Ended early, after 1 of 20 deals.")

    torite = begin("torite", 2).play([8, 4], ["9S", "3H"])
    end(torite)
    assert torite.open().says("Neither won nor lost", "Ended early, after 1 of 2 deals.")
    assert torite.phone.open("/").says("Neither won nor lost", "Bruno")
