"""Undo, void deals and corrections: nothing is lost, and nothing is changed unseen."""

from __future__ import annotations

import pytest

from app.games import GAMES
from tests.play import play_at_random
from tests.web.table import keep

NOTHING_CHANGES = "This is already the answer: nothing would change."
NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}


@pytest.fixture
def kingdom(begin):
    """Trex after Slaps, Diamonds and Trex in Anna's kingdom."""
    return begin("trex").play(
        *(0, "slaps", [13, 0, 0, 0]), *("diamonds", [0, 13, 0, 0]), *("trex", [0, 1, 2, 3])
    )


def save_after_a_look(table, path, chosen):
    """Fill in the form of a correction, look at what it changes, and save it; the look."""
    preview = table.phone.submit(table.open(path), path, chosen)
    assert table.phone.submit(preview, path, {"save": "1"}).status == 303
    return preview


@pytest.mark.every_door
def test_undo_goes_back_answer_by_answer_as_far_as_the_house_rules(table):
    page = table.open()
    assert page.says("Deal 1 saved")
    assert page.says("Undo")

    page = table.phone.submit(page, "/undo")
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.waits_for == (1, "second")
    page = table.undo(htmx=True)
    assert page.status == 200
    assert page.says("First hand: how many tricks?")
    assert "<html" not in page.html

    assert not table.open().has_form("/undo")
    for htmx in (False, True):
        page = table.undo(htmx=htmx)
        assert page.status == 422
        assert page.says("There is nothing to undo yet.")
    assert table.kinds == ["entry", "entry", "entry", "undo", "undo"]


def test_a_deal_that_is_thrown_in_scores_nothing_and_is_dealt_again(table):
    table.play([9, 0, 0])

    page = table.void("misdeal")

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}
    assert table.waits_for == (3, "first")
    assert str(table.standing.deal.dealer) == "Bruno"
    assert table.open("/sheet").says("does not count: Misdeal")
    assert table.open("/deals/2").says("This deal does not count: Misdeal")

    table.undo()

    assert table.waits_for == (2, "second")
    assert table.standing.answer_to(2, "first").answer == [9, 0, 0]


@pytest.mark.parametrize(
    ("contract", "appeals", "reason", "problem"),
    [
        ("queens", "yes", "bad luck", "“bad luck” is not one of: misdeal"),
        (
            *("queens", "yes", "closed_suit"),
            "“A suit was closed before all jacks were out” is not possible in Queens.",
        ),
        ("king", "", "appeal", "This table plays without appeals."),
    ],
)
def test_only_a_reason_of_the_contract_and_the_table_throws_a_deal_in(
    contract, appeals, reason, problem, begin
):
    table = begin("trex", appeals=appeals).play(0, contract)

    page = table.void(reason)

    assert page.status == 422
    assert page.says(problem)
    assert table.send("/void", {}).status == 422
    assert table.standing.deal.number == 1


def test_there_is_no_deal_to_throw_in_when_the_match_is_over(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])

    assert not table.open().has_form("/void")
    assert table.void().status == 409


def test_an_old_deal_can_be_made_void_and_count_again(table):
    table.play([9, 0, 0], [0, 9, 0])

    preview = save_after_a_look(table, "/deals/1/void", {"void": "misdeal"})

    assert preview.says("Anna +9 +14")
    assert table.totals == {"Anna": 9, "Bruno": -9, "Carla": 0}
    assert table.standing.deals[0].void == "misdeal"

    assert save_after_a_look(table, "/deals/1/void", {"skip": "1"}).says("Misdeal → It counts")
    assert table.totals == {"Anna": 14, "Bruno": -9, "Carla": -5}
    lines = table.last_line
    assert table.send("/deals/1/void", {"skip": "1", "save": "1"}).says(NOTHING_CHANGES)
    assert table.last_line == lines


@pytest.mark.every_door
def test_a_look_says_who_moves_by_how_much_and_saving_is_one_more_line(table):
    page = table.open("/deals/1/first")
    assert page.says("Anna 6, Bruno 2, Carla 1")
    typed = page.form("/deals/1/first").typed
    assert [typed[f"first.{seat}"] for seat in range(3)] == ["6", "2", "1"]

    page = table.preview(1, "first", [2, 6, 1])
    assert page.status == 200
    assert page.says("Anna 6, Bruno 2, Carla 1 → Anna 2, Bruno 6, Carla 1")
    assert page.says("Anna +1 +5 Bruno +4 0 Carla −5 same")
    assert len(table.events) == 3

    page = table.phone.submit(page, "/deals/1/first", {"save": "1"})
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.kinds == ["entry", "entry", "entry", "correction"]
    assert table.events[1].answer == [6, 2, 1]
    assert table.totals == {"Anna": 1, "Bruno": 4, "Carla": -5}

    table.undo()
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}


def test_the_same_answer_again_changes_nothing(table):
    for page in (table.preview(1, "first", [6, 2, 1]), table.correct(1, "first", [6, 2, 1])):
        assert page.status == 200
        assert page.says(NOTHING_CHANGES)
    assert len(table.events) == 3


def test_a_correction_that_cannot_be_right_is_refused_and_stays_in_the_form(table):
    for page in (table.preview(1, "first", [9, 2, 1]), table.correct(1, "first", [9, 2, 1])):
        assert page.status == 422
        assert page.says("That makes 12, not 9: 3 tricks too many.")
        assert page.form("/deals/1/first").typed["first.0"] == "9"
    assert len(table.events) == 3


def test_an_optional_answer_can_be_left_out_and_given_afterwards(begin):
    table = begin("tribello").play("hearts", [6, 4, 3])

    for trump in (None, "clubs"):
        assert table.preview(1, "trump", trump).says("No score changes.")
        table.correct(1, "trump", trump)
        assert table.standing.answer_to(1, "trump").answer == trump


@pytest.mark.every_door
@pytest.mark.parametrize("after", [2, 0, -1, "", None, "three", 10**30])
def test_a_correction_is_saved_only_by_who_has_seen_the_latest_line(after, table):
    page = table.correct(1, "first", [2, 6, 1], after=after)

    assert page.status == 409
    assert page.says("Look at the changes once more.")
    assert len(table.events) == 3
    assert page.form("/deals/1/first").typed["after"] == "3"


def test_a_correction_of_the_house_rules_can_end_the_match_and_open_it_again(table):
    assert not table.preview(1, "first", [9, 0, 0]).says("would be over")

    preview = save_after_a_look(table, "/deals/0/rules", {"upper": "20", "lower": "-5"})

    assert preview.says("The match would be over. Carla reached −5")
    assert table.events[-1].answer == {"upper": 20, "lower": -5}
    assert table.standing.is_over
    assert table.open().says("Anna wins")

    assert table.preview(1, "first", [5, 1, 3]).says("The match would no longer be over.")
    table.correct(1, "first", [5, 1, 3])
    assert table.waits_for == (2, "first")


def test_partners_can_be_made_afterwards(kingdom):
    page = kingdom.preview(0, "rules", {"partners": True})
    assert page.says("Anna & Carla")

    kingdom.correct(0, "rules", {"partners": True})

    assert list(kingdom.totals) == ["Anna & Carla", "Bruno & Dino"]


def test_another_contract_is_asked_about_and_what_follows_comes_back_after_it(kingdom):
    page = kingdom.preview(1, "contract", "queens")
    assert page.says("Deal 1 will ask: “Who took each queen?”")
    assert page.says("Deals 2, 3 keep what was entered, and wait for that.")
    assert page.says("Save and look at deal 1")

    kingdom.correct(1, "contract", "queens")

    assert kingdom.waits_for == (1, "doubled")
    assert kingdom.open().says("Answer this first.")
    assert kingdom.open("/log").says("Tricks taken → Anna 13, Bruno 0, Carla 0, Dino 0")

    kingdom.play(None, NO_QUEENS)

    assert kingdom.totals == {"Anna": -100 + 200, "Bruno": -130 + 150, "Carla": 100, "Dino": 50}
    assert kingdom.waits_for == (4, "contract")


def test_a_later_answer_that_no_longer_fits_is_asked_again_with_the_reason(kingdom):
    kingdom.correct(1, "contract", "diamonds")
    kingdom.play([0, 0, 13, 0])

    assert kingdom.waits_for == (2, "contract")
    assert kingdom.open().says("Diamonds was already played in Anna’s kingdom.")


def test_a_count_that_no_longer_fits_stands_in_its_form(begin):
    table = begin("trex", complex="yes").play(
        *(0, "complex", None, 0, NO_QUEENS, [13, 0, 0, 0], [13, 0, 0, 0])
    )

    table.correct(1, "diamonds", [12, 1, 0, 0])

    page = table.open()
    assert page.says("Bruno has at least 1, not 0: 1 penalty card, four to a trick.")
    assert page.form("/entries").typed["tricks.0"] == "13"


def test_only_a_correction_that_changes_the_outcome_speaks_of_another(app, begin, rng):
    matches = iter(lambda: play_at_random(GAMES["torite"], rng, players=3, mishaps=0), None)
    torite = keep(app, next(m for m in matches if m.standing.outcome.lost_because != ("tricks",)))
    before = torite.standing.answer_to(1, "tricks").answer
    whist = begin("italian_whist", upper="1").play([9, 0, 0], [0, 5, 4])

    other = torite.preview(1, "tricks", [12, 0, 0] if before != [12, 0, 0] else [0, 12, 0])

    assert other.says("The result changes.")
    assert not whist.preview(1, "second", [0, 4, 5]).says("The result changes.")


def test_the_log_tells_every_kind_of_line_the_latest_first(table):
    table.correct(1, "first", [2, 6, 1])
    table.undo()
    table.void("misdeal")
    kinds = [table.open("/log").text.count(kind) for kind in ("Entered", "Changed", "Undone")]
    assert kinds == [3, 1, 1]
    assert table.open("/log").text.count("Thrown in") == 1
    table.send("/deals/1/void", {"void": "misdeal", "save": "1"})
    table.send("/deals/1/void", {"skip": "1", "save": "1"})

    history = table.open("/log").text
    told = ["counts again", "does not count: ", "does not count: ", "Undone"]
    told += ["Anna 2, Bruno 6, Carla 1", "Anna 1, Bruno 2, Carla 6", "Anna 6, Bruno 2, Carla 1"]
    for words in (*told, "House rules"):
        assert words in history, words
        history = history[history.index(words) + len(words) :]


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
        assert table.send(f"{path}/preview", {"first.0": "9"}).status == 404


def test_every_piece_of_a_score_links_to_its_rule(begin):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)

    page = table.open("/deals/1")

    assert f"{table.path}/rules/trex#what-a-doubled-card-costs" in page.links
    assert "/matches/1/deals/1" in table.open("/sheet").links
