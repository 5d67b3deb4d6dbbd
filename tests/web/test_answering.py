"""Answering the question that the match waits for."""

from __future__ import annotations

import re

import pytest

from app.games import GAMES
from tests.play import next_answer
from tests.web.phone import HTMX
from tests.web.table import fields_for


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


# --- an answer that is right --------------------------------------------------------------------


def test_an_answer_is_one_line_of_the_log(table):
    table.answer([5, 3, 1])

    assert [(each.kind, each.deal, each.key, each.answer) for each in table.events[1:]] == [
        ("entry", 1, "first", [5, 3, 1])
    ]


@pytest.mark.every_door
def test_a_form_that_was_sent_leads_back_to_the_match(table):
    page = table.answer([5, 3, 1])

    assert (page.status, page.goes_to) == (303, table.path)


@pytest.mark.every_door
def test_htmx_gets_the_next_question_at_once_and_only_the_part_that_changes(table):
    page = table.answer([5, 3, 1], htmx=True)

    assert page.status == 200
    assert page.says("Second hand: how many tricks?")
    assert "<html" not in page.html
    assert "<header" not in page.html


def test_the_part_and_the_page_show_the_same(table):
    part = table.answer([5, 3, 1], htmx=True)

    lasting = part.text.split("Undo", 1)[1].strip()
    assert lasting in table.open().text


def test_history_gets_the_whole_page(table):
    page = table.phone.open(table.path, headers={**HTMX, "HX-History-Restore-Request": "true"})

    assert "<html" in page.html


def test_a_page_and_its_part_are_told_apart_by_caches(table):
    assert "HX-Request" in table.open().response.headers["Vary"]


def test_a_question_may_be_left_out_where_the_rules_allow_it(begin):
    table = begin("tribello")

    table.answer(None)

    assert table.events[-1].answer is None
    assert table.prompt.key == "tricks"


def test_the_one_number_that_is_missing_is_filled_in_to_be_looked_at(table):
    page = table.type({"first.0": "5", "first.2": "1"})

    assert page.status == 422
    assert page.says("Look at it, and save")
    form = page.form("/entries")
    table.phone.send(form.action, form.typed)
    assert table.events[-1].answer == [5, 3, 1]


def test_the_last_deal_is_on_the_sheet_with_its_reasons(table):
    table.play([5, 3, 1], [0, 0, 9])

    assert table.open().says("Anna +5")
    page = table.open("/deals/1")
    assert page.says("5 tricks in the first hand")
    assert page.says("−9 9 tricks in the second hand")


# --- an answer that cannot be right -------------------------------------------------------------


@pytest.mark.every_door
@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_a_miscount_is_refused_with_both_numbers(htmx, table):
    page = table.answer([5, 3, 2], htmx=htmx)

    assert page.status == 422
    assert page.says("That makes 10, not 9: 1 trick too many.")
    assert len(table.events) == 1


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_what_was_counted_stays_in_the_form_after_a_refusal(htmx, table):
    page = table.answer([5, 3, 2], htmx=htmx)

    typed = page.form("/entries").typed
    assert [typed[f"first.{seat}"] for seat in range(3)] == ["5", "3", "2"]


def test_a_number_that_no_button_has_is_shown_as_it_was_typed(table):
    page = table.type({"first.0": "ninety", "first.1": "3", "first.2": "1"})

    assert page.status == 422
    assert page.says("“ninety” is not a whole number.")
    assert page.form("/entries").typed["first.1"] == "3"


def test_every_problem_is_told_at_once(table):
    page = table.type({"first.0": "-1", "first.1": "ten", "first.2": "11"})

    assert page.says("Anna cannot have −1.")
    assert page.says("“ten” is not a whole number.")
    assert page.says("Carla cannot have 11: there are only 9 tricks.")


def test_an_empty_form_is_no_answer(table):
    page = table.type({})

    assert page.status == 422
    assert page.says("This needs an answer.")


def test_a_question_that_needs_an_answer_cannot_be_left_out(table):
    assert table.type({"skip": "1"}).status == 422


def test_a_refused_answer_can_be_sent_again_from_the_same_page(table):
    form = table.answer([5, 3, 2]).form("/entries")

    page = table.phone.send(form.action, form.filled({"first.0": "5", "first.1": "4"}))

    assert page.status == 303
    assert table.events[-1].answer == [5, 4, 0]


def test_nobody_goes_out_twice(begin):
    table = begin("trex").play(0, "trex")

    page = table.type({"out.0": "1", "out.1": "1", "out.2": "2"})

    assert page.status == 422
    assert page.says("Bruno is already first out.")


def test_a_contract_is_named_once_in_a_kingdom(begin):
    table = begin("trex").play(0, "trex", [0, 1, 2, 3])

    page = table.type({"contract": "trex"})

    assert page.status == 422
    assert page.says("Trex was already played in Anna’s kingdom.")


# --- when the match is over ---------------------------------------------------------------------


def test_a_match_that_is_over_takes_no_more_answers(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 0, 9])

    page = table.type({"first.0": "9"})

    assert page.status == 409
    assert page.says("Anna wins")
    assert len(table.events) == 3


def test_a_match_that_is_over_offers_the_same_players_again(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 0, 9])

    assert f"/matches/new?game=italian_whist&from={table.id}" in table.open().links


# --- before it is saved ---------------------------------------------------------------------------


@pytest.fixture
def counting(begin):
    """A match of Tribello that asks for the tricks of its first deal."""
    table = begin("tribello")
    table.answer("hearts")
    return table


def test_a_preview_says_how_far_each_one_is_and_writes_nothing(counting):
    before = counting.events

    page = counting.send("/preview", {"tricks.0": "7", "tricks.1": "4"})

    assert page.status == 200
    assert page.says("over by 1")
    assert page.says("exact")
    assert counting.events == before


def test_what_one_tap_answers_has_no_preview(begin):
    page = begin("tribello").send("/preview", {"trump": "hearts"}, htmx=True)

    assert page.status == 200
    assert page.text == ""


def test_a_preview_for_an_old_page_shows_nothing(counting):
    page = counting.send("/preview", {"tricks.0": "7", "tricks.1": "4"}, after=1)

    assert page.status == 204


# --- the questions that come next, whatever is answered -----------------------------------------

OF_LINE = re.compile(r'name="after" value="[^"]*"')


def questions_ahead(table):
    """The question that each part of the page holds which a phone keeps, in their order."""
    page = table.phone.open(f"{table.path}/next", headers=HTMX)
    assert page.status in (200, 204)
    return [question_in(part) for part in page.html.split("<template>")[1:]]


def question_in(html):
    """What is asked on a page, without the line of the log that its form was made for."""
    question = re.search(r"<h2 id=\"ask\".*?</form>", html, re.DOTALL)
    return OF_LINE.sub("", re.sub(r"\s+", " ", question[0])) if question else None


@pytest.mark.parametrize("game", GAMES)
def test_what_a_phone_asks_next_without_a_connection_is_asked_whatever_was_answered(
    game, begin, rng
):
    table = begin(game)
    for _n in range(20):
        if table.standing.is_over:
            break
        ahead = questions_ahead(table)[:1]
        waiting = table.prompt.last_in_group
        prompt, answer = next_answer(table.prompt, rng)
        page = table.type(fields_for(prompt, answer), htmx=True)
        assert page.status == 200
        # A doubling that is noted leaves the question where it is.
        if ahead and prompt.key == waiting.key:
            assert question_in(page.html) == ahead[0], waiting.key


@pytest.mark.parametrize(
    ("game", "answers", "next_questions"),
    [
        ("tribello", [], ["How many tricks?", "Which suit was cut?"]),
        ("italian_whist", [], ["Second hand: how many tricks?", "First hand: how many tricks?"]),
        ("trex", [0, "slaps"], ["name the contract"]),
        ("trex", [0], []),
        ("torite", [], []),
    ],
)
def test_a_phone_goes_on_without_a_connection_as_far_as_no_answer_matters(
    game, answers, next_questions, begin
):
    ahead = questions_ahead(begin(game).play(*answers))

    assert len(ahead) >= len(next_questions)
    assert not (ahead and not next_questions)
    for words, question in zip(next_questions, ahead, strict=False):
        assert words in question
