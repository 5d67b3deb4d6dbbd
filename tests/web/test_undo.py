"""Undo, void deals and corrections: nothing is lost, and nothing is changed unseen."""

from __future__ import annotations

import pytest

from app.games import GAMES
from tests.play import play_at_random
from tests.web.table import keep

NOTHING_CHANGES = "This is already the answer: nothing would change."


@pytest.fixture
def kingdom(begin):
    """Trex after Slaps, Diamonds and Trex in Anna's kingdom."""
    return begin("trex").play(
        *(0, "slaps", [13, 0, 0, 0]), *("diamonds", [0, 13, 0, 0]), *("trex", [0, 1, 2, 3])
    )


def kinds(table):
    return [event.kind for event in table.events]


# --- undo ---------------------------------------------------------------------------------------


@pytest.mark.every_door
def test_undo_takes_back_the_latest_answer_and_asks_again(table):
    page = table.undo()

    assert (page.status, page.goes_to) == (303, table.path)
    assert (table.prompt.deal, table.prompt.key) == (1, "second")
    assert kinds(table) == ["entry", "entry", "entry", "undo"]


def test_undo_after_undo_goes_further_back(table):
    table.undo()
    table.undo()

    assert (table.prompt.deal, table.prompt.key) == (1, "first")


def test_undo_gives_htmx_the_question_before(table):
    page = table.undo(htmx=True)

    assert page.status == 200
    assert page.says("Second hand: how many tricks?")
    assert "<html" not in page.html


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "part"])
def test_the_house_rules_cannot_be_taken_back(htmx, table):
    table.undo()
    table.undo()

    page = table.undo(htmx=htmx)

    assert page.status == 422
    assert page.says("There is nothing to undo yet.")
    assert kinds(table) == ["entry", "entry", "entry", "undo", "undo"]


def test_undo_is_in_sight_whenever_there_is_something_to_take_back(table):
    assert table.open().has_form("/undo")
    table.undo()
    table.undo()
    assert not table.open().has_form("/undo")
    assert table.open().has_form("/redo")


def test_undo_says_what_it_takes_back(table):
    assert table.open().says("Deal 1 saved")
    assert table.open().says("Undo")


def test_undo_reopens_a_match_that_was_over(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])
    assert table.standing.is_over

    form = table.open().form("/undo")
    table.phone.send(form.action, form.filled({}))

    assert table.prompt.key == "second"


def test_undo_takes_back_a_correction_and_the_old_answer_stands_again(table):
    table.correct(1, "first", [9, 0, 0])

    table.undo()

    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}


# --- void deals ---------------------------------------------------------------------------------


def test_a_deal_that_is_thrown_in_scores_nothing_and_is_dealt_again(table):
    table.play([9, 0, 0])

    page = table.void("misdeal")

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert (table.prompt.deal, table.prompt.key) == (3, "first")
    assert str(table.standing.deal.dealer) == "Bruno"


def test_the_sheet_says_why_a_deal_does_not_count(table):
    table.void("misdeal")

    assert table.open("/sheet").says("does not count: Misdeal")
    assert table.open("/deals/2").says("This deal does not count: Misdeal")


def test_only_a_reason_of_the_game_throws_a_deal_in(table):
    page = table.void("bad luck")

    assert page.status == 422
    assert page.says("“bad luck” is not one of: misdeal")
    assert table.standing.deal.number == 2


def test_a_deal_is_not_thrown_in_without_a_reason(table):
    assert table.send("/void", {}).status == 422


def test_a_reason_that_does_not_go_with_the_contract_is_refused(begin):
    table = begin("trex", appeals="yes").play(0, "queens")

    page = table.void("closed_suit")

    assert page.status == 422
    assert page.says("“A suit was closed before all jacks were out” is not possible in Queens.")


def test_a_table_without_appeals_hears_none(begin):
    page = begin("trex", appeals="").play(0, "king").void("appeal")

    assert page.status == 422
    assert page.says("This table plays without appeals.")


def test_a_void_deal_can_be_taken_back(table):
    table.play([9, 0, 0])
    table.void()

    table.undo()

    assert (table.prompt.deal, table.prompt.key) == (2, "second")
    assert table.standing.answer_to(2, "first").answer == [9, 0, 0]


def test_there_is_no_deal_to_throw_in_when_the_match_is_over(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])

    assert not table.open().has_form("/void")
    assert table.void().status == 409


def test_an_old_deal_can_be_made_void(table):
    table.play([9, 0, 0], [0, 9, 0])
    form = table.open("/deals/1/void").form("/deals/1/void")

    preview = table.phone.send(form.action, form.filled({"void": "misdeal"}))
    assert preview.says("Anna +9 +14")
    form = preview.form("/deals/1/void")
    table.phone.send(form.action, form.filled(form.typed | {"save": "1"}))

    assert table.totals == {"Anna": 9, "Bruno": -9, "Carla": 0}
    assert table.standing.deals[0].void == "misdeal"


def test_a_void_deal_can_count_again(table):
    table.void("misdeal")
    form = table.open("/deals/2/void").form("/deals/2/void")

    preview = table.phone.send(form.action, form.filled({"skip": "1"}))
    assert preview.says("Misdeal → It counts")
    form = preview.form("/deals/2/void")
    table.phone.send(form.action, form.filled(form.typed | {"save": "1"}))

    assert (table.prompt.deal, table.prompt.key) == (2, "first")


def test_a_deal_that_counts_already_cannot_be_made_to_count(table):
    page = table.send("/deals/1/void", {"skip": "1", "save": "1"})

    assert page.says(NOTHING_CHANGES)
    assert len(table.events) == 3


# --- corrections: a look before -------------------------------------------------------------------


def test_a_correction_begins_with_the_answer_as_it_is(table):
    page = table.open("/deals/1/first")

    assert page.says("Anna 6, Bruno 2, Carla 1")
    typed = page.form("/deals/1/first").typed
    assert [typed[f"first.{seat}"] for seat in range(3)] == ["6", "2", "1"]


def test_a_look_says_who_moves_by_how_much_and_saves_nothing(table):
    page = table.preview(1, "first", [2, 6, 1])

    assert page.status == 200
    assert page.says("Anna 6, Bruno 2, Carla 1 → Anna 2, Bruno 6, Carla 1")
    assert page.says("Anna +1 +5")
    assert page.says("Bruno +4 0")
    assert page.says("Carla −5 same")
    assert len(table.events) == 3


@pytest.mark.every_door
def test_saving_what_was_looked_at_is_one_more_line(table):
    form = table.preview(1, "first", [2, 6, 1]).form("/deals/1/first")

    page = table.phone.send(form.action, form.filled(form.typed | {"save": "1"}))

    assert (page.status, page.goes_to) == (303, table.path)
    assert kinds(table) == ["entry", "entry", "entry", "correction"]
    assert table.events[1].answer == [6, 2, 1]
    assert table.totals == {"Anna": 1, "Bruno": 4, "Carla": -5}


def test_the_same_answer_again_changes_nothing(table):
    for page in (table.preview(1, "first", [6, 2, 1]), table.correct(1, "first", [6, 2, 1])):
        assert page.status == 200
        assert page.says(NOTHING_CHANGES)
    assert len(table.events) == 3


def test_a_correction_that_cannot_be_right_is_refused_and_stays_in_the_form(table):
    page = table.preview(1, "first", [9, 2, 1])

    assert page.status == 422
    assert page.says("That makes 12, not 9: 3 tricks too many.")
    assert page.form("/deals/1/first").typed["first.0"] == "9"


def test_a_correction_that_cannot_be_right_is_not_saved_either(table):
    assert table.correct(1, "first", [9, 2, 1]).status == 422
    assert len(table.events) == 3


def test_a_correction_that_changes_no_score_says_so(begin):
    table = begin("tribello").play("hearts", [6, 4, 3])

    assert table.preview(1, "trump", "clubs").says("No score changes.")


def test_an_answer_can_be_left_out_afterwards(begin):
    table = begin("tribello").play("hearts", [6, 4, 3])

    table.correct(1, "trump", None)

    assert table.standing.answer_to(1, "trump").answer is None


def test_what_was_left_out_can_be_given_afterwards(begin):
    table = begin("tribello").play(None, [6, 4, 3])

    table.correct(1, "trump", "clubs")

    assert table.standing.answer_to(1, "trump").answer == "clubs"


@pytest.mark.every_door
@pytest.mark.parametrize("after", [2, 0, -1, "", None, "three", 10**30])
def test_a_correction_is_saved_only_by_who_has_seen_the_latest_line(after, table):
    page = table.correct(1, "first", [2, 6, 1], after=after)

    assert page.status == 409
    assert page.says("Look at the changes once more.")
    assert len(table.events) == 3
    assert page.form("/deals/1/first").typed["after"] == "3"


# --- corrections: what follows --------------------------------------------------------------------


def test_a_correction_can_end_the_match(table):
    page = table.preview(1, "first", [9, 0, 0])
    assert not page.says("would be over")

    page = table.preview(0, "rules", {"upper": 5, "lower": -10})
    assert page.says("The match would be over. Anna reached")
    table.correct(0, "rules", {"upper": 5, "lower": -10})

    assert table.standing.is_over
    assert table.open().says("Anna wins")


def test_a_correction_can_open_a_match_again(begin):
    table = begin("italian_whist", upper="5").play([6, 2, 1], [1, 2, 6])
    assert table.standing.is_over

    assert table.preview(1, "first", [5, 3, 1]).says("The match would no longer be over.")
    table.correct(1, "first", [5, 3, 1])

    assert (table.prompt.deal, table.prompt.key) == (2, "first")


def test_house_rules_can_be_corrected_through_their_form(table):
    form = table.open("/deals/0/rules").form("/deals/0/rules")

    preview = table.phone.send(form.action, form.filled({"upper": "20", "lower": "-5"}))
    assert preview.says("Carla reached −5")
    form = preview.form("/deals/0/rules")
    table.phone.send(form.action, form.filled(form.typed | {"save": "1"}))

    assert table.standing.is_over
    assert table.events[-1].answer == {"upper": 20, "lower": -5}


def test_partners_can_be_made_afterwards(kingdom):
    page = kingdom.preview(0, "rules", {"partners": True})
    assert page.says("Anna & Carla")

    kingdom.correct(0, "rules", {"partners": True})

    assert list(kingdom.totals) == ["Anna & Carla", "Bruno & Dino"]


def test_another_contract_is_asked_about_and_what_follows_waits(kingdom):
    page = kingdom.preview(1, "contract", "queens")
    assert page.says("Deal 1 will ask: “Who took each queen?”")
    assert page.says("Deals 2, 3 keep what was entered, and wait for that.")
    assert page.says("Save and look at deal 1")

    kingdom.correct(1, "contract", "queens")

    assert (kingdom.prompt.deal, kingdom.prompt.key) == (1, "doubled")
    assert kingdom.open().says("Answer this first.")


def test_answers_that_waited_come_back_by_themselves(kingdom):
    kingdom.correct(1, "contract", "queens")

    kingdom.play(None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0})

    assert kingdom.totals == {"Anna": -100 + 200, "Bruno": -130 + 150, "Carla": 100, "Dino": 50}
    assert (kingdom.prompt.deal, kingdom.prompt.key) == (4, "contract")


def test_a_later_answer_that_no_longer_fits_is_asked_again_with_the_reason(kingdom):
    kingdom.correct(1, "contract", "diamonds")
    kingdom.play([0, 0, 13, 0])

    page = kingdom.open()
    assert (kingdom.prompt.deal, kingdom.prompt.key) == (2, "contract")
    assert page.says("Diamonds was already played in Anna’s kingdom.")

    kingdom.play("slaps", [0, 0, 0, 13])

    assert kingdom.totals == {"Anna": 200, "Bruno": 150, "Carla": 100 - 130, "Dino": 50 - 195}
    assert (kingdom.prompt.deal, kingdom.prompt.key) == (4, "contract")


def test_a_count_that_no_longer_fits_stands_in_its_form(begin):
    table = begin("trex", complex="yes").play(
        *(0, "complex", None, 0, {"QS": 0, "QH": 0, "QD": 0, "QC": 0}),
        *([13, 0, 0, 0], [13, 0, 0, 0]),
    )

    table.correct(1, "diamonds", [12, 1, 0, 0])

    page = table.open()
    assert page.says("Bruno has at least 1, not 0: 1 penalty card, four to a trick.")
    assert page.form("/entries").typed["tricks.0"] == "13"


def test_another_owner_moves_the_kingdom(kingdom):
    kingdom.correct(1, "owner", 2)

    assert str(kingdom.standing.deals[2].owner) == "Carla"


def test_a_correction_of_a_common_game_shows_the_other_outcome(app, rng):
    matches = iter(lambda: play_at_random(GAMES["torite"], rng, players=3, mishaps=0), None)
    table = keep(app, next(m for m in matches if m.standing.outcome.lost_because != ("tricks",)))
    before = table.standing.answer_to(1, "tricks").answer
    after = [12, 0, 0] if before != [12, 0, 0] else [0, 12, 0]

    assert table.preview(1, "tricks", after).says("The result changes.")


def test_a_correction_that_leaves_the_outcome_as_it_is_does_not_speak_of_another(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 5, 4])

    page = table.preview(1, "second", [0, 4, 5])

    assert not page.says("The result changes.")


def test_a_void_reason_that_no_longer_fits_can_be_withdrawn(begin):
    table = begin("trex").play(0, "trex")
    table.void("closed_suit")
    table.correct(1, "contract", "slaps")
    assert table.prompt.key == "void"

    table.send("/deals/1/void", {"skip": "1", "save": "1"})

    assert (table.prompt.deal, table.prompt.key) == (1, "tricks")


# --- the log --------------------------------------------------------------------------------------


def test_the_log_tells_everything_the_latest_first(table):
    table.correct(1, "first", [2, 6, 1])
    table.undo()
    table.void("misdeal")
    table.send("/deals/1/void", {"void": "misdeal", "save": "1"})
    table.send("/deals/1/void", {"skip": "1", "save": "1"})

    history = table.open("/log").text
    told = [
        *(
            "counts again",
            "does not count: ",
            "does not count: ",
            "Undone",
            "Anna 2, Bruno 6, Carla 1",
        ),
        *("Anna 1, Bruno 2, Carla 6", "Anna 6, Bruno 2, Carla 1", "House rules"),
    ]
    for words in told:
        assert words in history, words
        history = history[history.index(words) + len(words) :]


def test_the_log_marks_what_kind_of_line_it_is(table):
    table.correct(1, "first", [2, 6, 1])
    table.undo()
    table.void("misdeal")

    history = table.open("/log").text
    kinds_said = ("Entered", "Changed", "Undone", "Thrown in")
    assert [history.count(kind) for kind in kinds_said] == [3, 1, 1, 1]


def test_the_log_keeps_answers_to_questions_that_are_not_asked_any_more(kingdom):
    kingdom.correct(1, "contract", "queens")

    assert kingdom.open("/log").says("Tricks taken → Anna 13, Bruno 0, Carla 0, Dino 0")


# --- addresses that are not there -----------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/deals/9", "/deals/9/first", "/deals/9/void", "/deals/0/void", "/deals/1/nothing"),
        *("/deals/2/second", f"/deals/{10**18}/first", "/deals/0/first", "/deals/1/rules"),
    ],
)
def test_what_was_never_asked_cannot_be_corrected(path, table):
    assert table.open(path).status == 404
    if path.count("/") == 3:
        assert table.send(path, {"save": "1", "first.0": "9"}).status == 404


def test_every_piece_of_a_score_links_to_its_rule(begin):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)

    page = table.open("/deals/1")

    assert f"{table.path}/rules/trex#what-a-doubled-card-costs" in page.links
    assert "/matches/1/deals/1" in table.open("/sheet").links
