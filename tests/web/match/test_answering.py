"""Answering the question that the match waits for."""

import re
from collections import Counter

import pytest

from app.games import GAMES
from app.scoring import Event, Prompt
from testkit.play import next_answer
from testkit.web.phone import HTMX
from testkit.web.table import fields_for
from tests.web.complex_deal import CARDS, DIAMONDS, TRICKS


@pytest.fixture
def table(begin):
    """A match of Italian Whist that asks for the tricks of its first hand."""
    return begin("italian_whist")


@pytest.mark.every_door
def test_an_answer_is_one_line_of_the_log_and_htmx_gets_only_the_part_that_changes(table):
    page = table.answer([5, 3, 1])
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.events[1:] == [Event("entry", 1, "first", [5, 3, 1])]
    table.undo()

    part = table.answer([5, 3, 1], htmx=True)
    assert part.status == 200
    assert part.says("Second hand: how many tricks?")
    assert "<html" not in part.html
    assert "<header" not in part.html
    page = table.open()
    assert part.text.split("Undo", 1)[1].strip() in page.text
    assert "HX-Request" in page.response.headers["Vary"]
    history = {**HTMX, "HX-History-Restore-Request": "true"}
    assert "<html" in table.phone.open(table.path, headers=history).html


def test_a_question_is_left_out_only_where_the_rules_allow_it_and_one_number_is_filled_in(
    table, begin
):
    tribello = begin("tribello")
    tribello.answer(None)
    assert (tribello.events[-1].answer, tribello.prompt.key) == (None, "tricks")
    assert table.type({"skip": "1"}).status == 422

    page = table.type({"first.0": "5", "first.2": "1"})

    assert page.refuses("Look at it, and save")
    table.phone.submit(page, "/entries")
    assert table.events[-1].answer == [5, 3, 1]


@pytest.mark.every_door
@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_a_miscount_is_refused_with_both_numbers_and_can_be_sent_again(htmx, table):
    page = table.answer([5, 3, 2], htmx=htmx)

    assert page.refuses("That makes 10, not 9: 1 trick too many.")
    assert len(table.events) == 1
    form = page.form("/entries")
    assert [form.typed[f"first.{seat}"] for seat in range(3)] == ["5", "3", "2"]

    page = table.phone.send(form.action, form.filled({"first.0": "5", "first.1": "4"}))
    assert page.status == 303
    assert table.events[-1].answer == [5, 4, 0]


@pytest.mark.every_door
def test_a_miscount_comes_back_with_keys_that_write_what_would_fit_and_save_nothing(table):
    page = table.answer([5, 3, 2])
    assert page.refuses("1 too many: tap what would fit", "4 fits", "2 fits", "1 fits")
    assert [*re.findall(r'name="fit" value="(.+?)"', page.html)] == ["0.4", "1.2", "2.1"]

    page = table.phone.submit(page, "/entries", {"fit": "1.2"})

    assert page.status == 200
    assert page.form("/entries").typed["first.1"] == "2"
    assert not page.says("too many")
    assert len(table.events) == 1
    table.phone.submit(page, "/entries")
    assert table.events[-1].answer == [5, 2, 2]


@pytest.mark.parametrize("fit", ["", "7.2", "first.0.2", "side.0.2", "1.", "1.many", "x" * 9_999])
def test_a_key_that_no_page_has_shown_saves_nothing(fit, table):
    page = table.type({"first.0": "5", "first.1": "3", "first.2": "1", "fit": fit})

    assert page.status == 200
    assert page.form("/entries").typed["first.0"] == "5"
    assert len(table.events) == 1


def test_what_was_undone_stands_there_on_every_phone_until_something_else_is_saved(table):
    table.answer([5, 3, 1])
    table.undo()
    assert table.open().says("Comes back as it was: write over it")
    assert table.open().form("/entries").typed["first.0"] == "5"

    table.answer([4, 4, 1])
    assert not table.open().says("Comes back as it was")


def test_every_problem_is_told_at_once_beside_what_was_typed_or_what_is_missing(table, begin):
    page = table.type({"first.0": "-1", "first.1": "ten", "first.2": "11"})
    assert page.refuses(
        "Anna cannot have −1.",
        "“ten” is not a whole number.",
        "Carla cannot have 11: there are only 9 tricks.",
    )
    assert page.form("/entries").typed["first.2"] == "11"
    assert table.type({}).refuses("This needs an answer.")

    trex = begin("trex").play(0, "trex")
    out_twice = {"out.0": "1", "out.1": "1", "out.2": "2"}
    assert trex.type(out_twice).refuses("Bruno is already first out.")
    trex.play([0, 1, 2, 3])
    assert trex.type({"contract": "trex"}).refuses("Trex was already played in")


def test_a_preview_says_how_far_each_one_is_and_writes_nothing(begin):
    table = begin("tribello")
    page = table.send("/preview", {"trump": "hearts"}, htmx=True)
    assert page.status == 200
    assert page.text == "", "one tap answers it"
    before = table.play("hearts").events

    page = table.send("/preview", {"tricks.0": "7", "tricks.1": "4"})

    assert page.status == 200
    assert page.says("over by 1", "exact")
    assert table.events == before
    assert table.send("/preview", {"tricks.0": "7", "tricks.1": "4"}, after=1).status == 204


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


# --- checked once -------------------------------------------------------------------------------


@pytest.fixture
def checks(monkeypatch):
    """How often answers were checked, by the deal and the key of their question."""
    counted = Counter()
    problems = Prompt.problems

    def check(prompt, answer):
        if answer is not None:
            counted[prompt.deal, prompt.key] += 1
        return problems(prompt, answer)

    monkeypatch.setattr(Prompt, "problems", check)
    return counted


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_checked_once(begin, checks, rng, game):
    table = begin(game)
    for _each in range(25):
        match = table.match
        if (prompt := match.standing.prompt) is None:
            break
        asked, answer = next_answer(prompt, rng)
        fields = fields_for(asked, answer)
        checks.clear()

        assert table.type(fields, after=match.last_line).status == 303
        assert answer is None or checks[asked.deal, asked.key] == 1, asked


def test_all_panes_of_a_deal_are_checked_once(begin, checks):
    table = begin("trex", complex="yes").play(0, "complex")
    after = table.last_line
    checks.clear()

    page = table.type(CARDS | DIAMONDS | TRICKS | {"doubled.QH": "3"}, after=after, htmx=True)

    assert page.status == 200
    of_the_deal = {key: times for (deal, key), times in checks.items() if deal == 1}
    assert of_the_deal == dict.fromkeys(["doubled", "king", "queens", "diamonds", "tricks"], 1)


def test_a_correction_is_checked_once_before_the_match_is_played_again(begin, checks):
    table = begin("tribello").play("hearts", [7, 3, 3])
    fields = {"tricks.0": "3", "tricks.1": "7", "tricks.2": "3", "save": "1"}
    after = table.last_line
    checks.clear()

    assert table.send("/deals/1/tricks", fields, after=after).status == 303
    # The second time is the match that is played anew from its log with all that it holds.
    assert checks[1, "tricks"] == 2
