"""Another answer to an earlier question: what it changes is said before it counts."""

from __future__ import annotations

import re

import pytest

from tests.web.phone import Phone

NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
TWO_DEALS = (0, "king", None, 2, "queens", None, NO_QUEENS)
ELSEWHERE = ["0", "1", "9", "3", "x", "-1"]
SWAPPED = "Deals 1 and 2 are swapped"


@pytest.fixture
def kingdom(begin):
    """Trex: Anna's kingdom, in which deal 1 is the king and deal 2 the queens."""
    return begin("trex").play(
        *(0, "king", {"KH": 3}, 1, "queens", {"QS": 1}, {"QS": 2, "QH": 0, "QD": 0, "QC": 3}),
        *("slaps", [4, 3, 3, 3], "diamonds", [13, 0, 0, 0], [0, 1, 2, 3]),
    )


@pytest.fixture
def swapped(kingdom):
    """The kingdom after its first two deals have changed places."""
    kingdom.send("/deals/1/contract", {"swap": "2"})
    return kingdom


def look(table, path, **fields):
    """What the page is told while someone types."""
    sent = {"after": table.last_line, **fields}
    return table.phone.send(f"{table.path}/deals/{path}/preview", sent)


def tap(phone: Phone, page, path):
    """Send the form of a page and open what it leads to."""
    return phone.open(phone.submit(page, path).goes_to)


def contracts(table):
    return [str(deal.name) for deal in table.standing.deals[:2]]


def test_what_a_correction_changes_is_shown_while_it_is_typed(table):
    page = look(table, "1/first", **{"first.0": "2", "first.1": "6", "first.2": "1"})

    assert page.says("Totals after deal 1. No later deal asks again.")
    assert page.says("Anna +1 +5 Bruno +4 0 Carla −5 same")
    assert page.says("Save the change")
    assert len(table.events) == 3
    page = table.preview(1, "first", [2, 6, 1])
    assert '<s class="was">6</s>' in page.html
    assert page.html.count("moved") == 2

    page = look(table, "1/first", **{"first.0": "6", "first.1": "6", "first.2": "1"})

    assert page.status == 200
    assert page.says("4 tricks too many")
    assert page.says("Anna +5 same")


def test_the_targets_are_those_of_the_deal_that_is_corrected(begin):
    """Not those of the nullo that is played by now."""
    table = begin("tribello")
    for trump in ("hearts", "clubs", "spades") * 2:
        table.play(trump, [7, 3, 3])
    table.play([7, 3, 3], [7, 3, 3], [7, 3, 3])
    page = table.open("/deals/4/tricks")

    assert table.open().says("limit 3")
    assert [page.text.count(f"target {n}") for n in (6, 4, 3)] == [1, 1, 1]
    assert "limit" not in page.text


def test_a_question_that_was_only_opened_changes_nothing_and_leads_to_its_doubling(begin):
    table = begin("trex").play(0, "king", None, 3)
    page = table.open("/deals/1/doubled")

    assert page.says("Nothing changed yet")
    assert not page.says("Save the change")
    assert not page.says("No score changes")

    page = table.open("/deals/1/king?back=sheet")

    assert page.says("Who doubles? Nobody doubles Change")
    assert f"{table.path}/deals/1/doubled?back=sheet" in page.links


@pytest.mark.parametrize(
    ("back", "path"), [("sheet", "/sheet"), ("log", "/log"), ("deal", "/deals/1"), ("x", "")]
)
def test_after_saving_one_is_back_where_one_was_and_can_take_it_back(back, path, table):
    chosen = {"first.0": "2", "first.1": "6", "first.2": "1", "save": "1"}

    page = table.phone.submit(table.open(f"/deals/1/first?back={back}"), "/deals/1/first", chosen)
    assert page.goes_to == table.path + path
    page = table.phone.open(page.goes_to)

    assert page.says("Changed: Deal 1 · First hand: tricks won → Anna 2, Bruno 6, Carla 1 Undo")
    assert page.has_form("/undo")


def test_the_history_shows_what_was_there_before(table):
    table.correct(1, "first", [2, 6, 1])

    page = table.open("/log")

    words = "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1 Anna 2, Bruno 6, Carla 1"
    assert page.says(words)
    assert re.search("<s( [^>]*)?>", page.html)
    assert f"{table.path}/deals/1/first?back=log" in page.links


def test_a_contract_that_is_played_elsewhere_says_so_in_the_words_of_the_table(kingdom):
    page = look(kingdom, "1/contract", contract="queens")

    assert page.says("Deals 2 to 5 keep what was entered")
    assert page.says("No longer applies in deal 1: K♥ Dino.")

    kingdom.correct(1, "contract", "queens")

    assert kingdom.waits_for == (1, "queens")
    assert not kingdom.standing.problems


def test_two_deals_that_were_mixed_up_can_be_swapped_in_one_step(kingdom):
    before, lines = kingdom.totals, kingdom.last_line
    page = look(kingdom, "1/contract", contract="queens")
    assert page.says("Deal 2 was Queens. Were these two deals swapped by mistake?")
    swap = {"swap": "2", "contract": "queens", "back": "sheet"}
    assert kingdom.send("/deals/1/contract", swap, after=3).status == 409
    assert kingdom.last_line == lines

    page = kingdom.send("/deals/1/contract", swap)

    assert page.goes_to == f"{kingdom.path}/sheet"
    assert contracts(kingdom) == ["Queens", "King of hearts"]
    assert kingdom.totals == before
    assert kingdom.open("/sheet").says(SWAPPED)


@pytest.mark.parametrize("path", ["", "/sheet", "/log"])
def test_one_undo_takes_a_swap_back_and_one_redo_puts_it_back(path, swapped):
    lines = len(swapped.match.undo_state.active)
    page = tap(swapped.phone, swapped.open(path), "/undo")
    assert contracts(swapped) == ["King of hearts", "Queens"]
    assert page.says(f"Undone: {SWAPPED} Redo")
    before = swapped.match.undo_state.active
    assert len(before) < lines

    page = tap(swapped.phone, page, "/redo")
    assert contracts(swapped) == ["Queens", "King of hearts"]
    assert page.says(f"Redone: {SWAPPED} Undo")

    tap(swapped.phone, page, "/undo")
    assert swapped.match.undo_state.active == before


def test_the_history_tells_a_swap_in_one_line_and_takes_it_back_at_one_tap_later_on(swapped):
    def told():
        history = swapped.open("/log").html.split('<ol class="list log"')[1].split("</ol>")[0]
        return history.count("<li"), history.count(SWAPPED)

    lines, swaps = told()
    assert swaps == 1
    swapped.play(*["king"] if swapped.prompt.key == "contract" else [0])
    swapped.undo()
    page = swapped.open("/log")
    assert page.says(f"Undo {SWAPPED}")

    tap(swapped.phone, page, "/undo")

    assert contracts(swapped) == ["King of hearts", "Queens"]
    assert told() == (lines + 3, 2)


def test_what_an_earlier_deal_was_played_for_is_offered_to_swap_with_it(kingdom):
    form = kingdom.open("/deals/2/contract").form("/deals/2/contract")
    assert form.offers("contract", "king")

    page = look(kingdom, "2/contract", contract="king")

    assert page.says("King of hearts was already played in Anna’s kingdom.")
    assert page.says("Swap deals 2 and 1")


@pytest.mark.parametrize(
    ("game", "answers", "question", "other"),
    [
        *(("trex", [*TWO_DEALS, "slaps"], "contract", other) for other in ELSEWHERE),
        # These have the same answers.
        ("tribello", [], "void", "2"),
    ],
)
def test_only_deals_that_fit_can_be_swapped(game, answers, question, other, begin):
    table = begin(game).play(*answers)
    if question == "void":
        table.void()
        table.void()

    page = table.send(f"/deals/1/{question}", {"swap": other})

    assert page.status == 422
    assert page.says("cannot be swapped")
