"""Another answer to an earlier question: what it changes is said before it counts."""

import pytest

NOTHING_CHANGES = "This is already the answer: nothing would change."
LOOK = {"first.0": "2", "first.1": "6", "first.2": "1"}
MOVES = "Anna +1 +5 Bruno +4 0 Carla −5 same"
NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
SWAPPED = "Deals 1 and 2 are swapped"


@pytest.fixture
def three_deals(begin):
    """Trex after Slaps, Diamonds and Trex in Anna's kingdom."""
    return begin("trex").play(
        *(0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "trex", [0, 1, 2, 3])
    )


@pytest.fixture
def kingdom(begin):
    """Trex: Anna's kingdom, in which deal 1 is the king and deal 2 the queens."""
    return begin("trex").play(
        *(0, "king", {"KH": 3}, 1, "queens", {"QS": 1}, {"QS": 2, "QH": 0, "QD": 0, "QC": 3}),
        *("slaps", [4, 3, 3, 3], "diamonds", [13, 0, 0, 0], [0, 1, 2, 3]),
    )


def look(table, path, fields):
    """What the page is told while someone types."""
    return table.send(f"/deals/{path}/preview", fields)


def save_after_a_look(table, path, chosen):
    """Fill in the form of a correction, look at what it changes, and save it; the look."""
    preview = table.phone.submit(table.open(path), path, chosen)
    assert table.phone.submit(preview, path, {"save": "1"}).status == 303
    return preview


def tap(table, page, path):
    """Send the form of a page and open what it leads to."""
    return table.phone.open(table.phone.submit(page, path).goes_to)


def contracts(table):
    return [str(deal.name) for deal in table.standing.deals[:2]]


@pytest.mark.every_door
def test_a_look_says_who_moves_by_how_much_and_saving_is_one_more_line(table):
    page = table.open("/deals/1/first")
    assert page.says("Anna 6, Bruno 2, Carla 1", "Nothing changed yet")
    assert not page.says("Save the change")
    typed = page.form("/deals/1/first").typed
    assert [typed[f"first.{seat}"] for seat in range(3)] == ["6", "2", "1"]

    page = look(table, "1/first", LOOK)
    assert page.says("Totals after deal 1. No later deal asks again.", MOVES, "Save the change")
    page = table.preview(1, "first", [2, 6, 1])
    assert page.says("Anna 6, Bruno 2, Carla 1 → Anna 2, Bruno 6, Carla 1", MOVES)
    assert '<s class="was">6</s>' in page.html
    assert page.html.count("moved") == 2
    assert len(table.events) == 3

    page = table.phone.submit(page, "/deals/1/first", {"save": "1"})
    assert (page.status, page.goes_to) == (303, table.path)
    assert table.kinds == ["entry", "entry", "entry", "correction"]
    assert table.events[1].answer == [6, 2, 1]
    assert table.totals == {"Anna": 1, "Bruno": 4, "Carla": -5}

    table.undo()
    assert table.totals == {"Anna": 5, "Bruno": 0, "Carla": -5}


def test_a_correction_that_changes_nothing_or_cannot_be_right_is_not_written(table, begin):
    for page in (table.preview(1, "first", [6, 2, 1]), table.correct(1, "first", [6, 2, 1])):
        assert page.status == 200
        assert page.says(NOTHING_CHANGES)
    for page in (table.preview(1, "first", [9, 2, 1]), table.correct(1, "first", [9, 2, 1])):
        assert page.refuses("That makes 12, not 9: 3 tricks too many.")
        assert page.form("/deals/1/first").typed["first.0"] == "9"
    fixed = table.phone.submit(page, "/deals/1/first", {"fit": "0.6"})
    assert fixed.status == 200
    assert fixed.form("/deals/1/first").typed["first.0"] == "6"
    page = look(table, "1/first", LOOK | {"first.0": "6"})
    assert page.status == 200
    assert page.says("4 too many", "Anna +5 same")
    assert len(table.events) == 3

    king = begin("trex").play(0, "king", None, 3)
    assert not king.open("/deals/1/doubled").says("No score changes")
    page = king.open("/deals/1/king?back=sheet")
    assert page.form("/deals/1/king").offers("doubled.KH", "1")


@pytest.mark.every_door
def test_the_house_rules_of_a_match_are_put_right_from_its_more_page(begin):
    table = begin("italian_whist", upper="12").play([5, 3, 1], [1, 3, 5])
    more = table.open("/more")
    assert more.says("House rules your own")
    assert f"{table.path}/deals/0/rules?back=play" in more.links

    page = save_after_a_look(table, "/deals/0/rules", {"upper": "10"})

    assert page.says("No score changes.")
    assert table.open("/more").says("House rules as in the book")
    assert table.open().says("to ±10")


def test_a_correction_is_saved_only_by_who_has_seen_the_latest_line(table):
    for after in (2, 0, -1, "", None, "three", 10**30):
        page = table.correct(1, "first", [2, 6, 1], after=after)

        assert page.status == 409, after
        assert page.says("Look at the changes once more.")
        assert page.form("/deals/1/first").typed["after"] == "3"
    assert len(table.events) == 3


@pytest.mark.parametrize(
    ("back", "path"), [("sheet", "/sheet#deal1"), ("log", "/log"), ("deal", "/deals/1"), ("x", "")]
)
def test_after_saving_one_is_back_where_one_was_and_can_take_it_back(back, path, table):
    page = table.open(f"/deals/1/first?back={back}")

    page = table.phone.submit(page, "/deals/1/first", LOOK | {"save": "1"})
    assert page.goes_to == table.path + path
    page = table.phone.open(page.goes_to)
    assert page.says("Changed: Deal 1 · First hand: tricks won → Anna 2, Bruno 6, Carla 1 Undo")
    assert page.has_form("/undo")


@pytest.mark.parametrize(
    ("line", "answer", "words"),
    [
        ("contract", {"contract": "slaps"}, "Changed: Deal 1 · Anna named Slaps Undo"),
        ("doubled", {"doubled.KH": "2"}, "Changed: Deal 1 · Carla doubles the K♥ Undo"),
    ],
)
def test_what_was_put_right_is_told_in_the_words_of_the_table(line, answer, words, begin):
    trex = begin("trex")
    trex.play(0, "king", {"KH": 1})

    trex.send(f"/deals/1/{line}", answer | {"save": "1"})

    assert trex.open().says(words)


def test_the_log_tells_every_kind_of_line_the_latest_first(table):
    table.correct(1, "first", [2, 6, 1])
    page = table.open("/log")
    of_first = "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1 Anna 2, Bruno 6, Carla 1"
    assert page.says(of_first)
    assert "<s>" in page.html or "<s " in page.html
    assert f"{table.path}/deals/1/first?back=log" in page.links

    table.undo()
    table.void("misdeal")
    history = table.open("/log").text
    kinds = ("Entered", "Changed", "Undone", "Thrown in Deal")
    assert [history.count(kind) for kind in kinds] == [3, 1, 1, 1]
    table.send("/deals/1/void", {"void": "misdeal", "save": "1"})
    table.send("/deals/1/void", {"skip": "1", "save": "1"})

    history = table.open("/log").text
    told = ["counts again", "Thrown in: ", "Thrown in: ", "Undone"]
    told += ["Anna 2, Bruno 6, Carla 1", "Anna 1, Bruno 2, Carla 6", "Anna 6, Bruno 2, Carla 1"]
    for words in (*told, "House rules"):
        assert words in history, words
        history = history[history.index(words) + len(words) :]


def test_an_old_deal_can_be_made_void_and_count_again(table):
    table.play([9, 0, 0], [0, 9, 0])

    preview = save_after_a_look(table, "/deals/1/void", {"void": "misdeal"})
    assert preview.says("Anna +9 +14")
    assert table.totals == {"Anna": 9, "Bruno": -9, "Carla": 0}

    assert save_after_a_look(table, "/deals/1/void", {"skip": "1"}).says("misdeal → It counts")
    assert table.totals == {"Anna": 14, "Bruno": -9, "Carla": -5}
    lines = table.last_line
    assert table.send("/deals/1/void", {"skip": "1", "save": "1"}).says(NOTHING_CHANGES)
    assert table.last_line == lines


def test_an_optional_answer_can_be_left_out_and_given_afterwards(begin):
    table = begin("tribello").play("hearts", [6, 4, 3])

    for trump in (None, "clubs"):
        assert table.preview(1, "trump", trump).says("No score changes.")
        table.correct(1, "trump", trump)
        assert table.standing.answer_to(1, "trump").answer == trump


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


def test_a_correction_says_that_the_match_ends_goes_on_or_ends_otherwise_and_only_then(
    table, begin
):
    assert not table.preview(1, "first", [9, 0, 0]).says("would be over")
    preview = save_after_a_look(table, "/deals/0/rules", {"upper": "20", "lower": "-5"})
    assert preview.says("The match would be over. Carla reached −5")
    assert table.events[-1].answer == {"upper": 20, "lower": -5}
    assert table.open().says("Anna wins")
    assert table.preview(1, "first", [5, 1, 3]).says("The match would no longer be over.")
    table.correct(1, "first", [5, 1, 3])
    assert table.waits_for == (2, "first")

    whist = begin("italian_whist", upper="1").play([9, 0, 0], [0, 5, 4])
    assert not whist.preview(1, "second", [0, 4, 5]).says("The result changes.")
    torite = begin("torite", 4).play([6, 4, 2, 0], ["KH", "7S", "9C", "5D"])
    assert torite.preview(1, "tricks", [12, 0, 0, 0]).says("The result changes.")
    # Bruno has lost before and after; Anna wins by less.
    lost = begin("italian_whist", lower="-5").play([9, 0, 0], [0, 5, 4])
    assert lost.preview(1, "first", [8, 0, 1]).says("The result changes. Bruno reached −5.")


def test_another_contract_is_asked_about_and_what_follows_comes_back_after_it(three_deals):
    assert three_deals.preview(0, "rules", {"partners": True}).says("Anna & Carla")
    page = three_deals.preview(1, "contract", "queens")
    assert page.says("Deal 1 will ask: “Who took each queen?”", "Save and look at deal 1")
    assert page.says("Deals 2, 3 keep what was entered, and wait for that.")

    three_deals.correct(1, "contract", "queens")
    assert three_deals.open().says("Answer this first.")
    assert three_deals.open("/log").says("Tricks taken → Anna 13, Bruno 0, Carla 0, Dino 0")
    three_deals.play(None, NO_QUEENS)
    assert three_deals.waits_for == (4, "contract")


def test_a_later_answer_that_no_longer_fits_is_asked_again_with_the_reason(begin):
    table = begin("trex", complex="yes").play(
        *(0, "complex", None, 0, NO_QUEENS, [13, 0, 0, 0], [13, 0, 0, 0])
    )
    table.correct(1, "diamonds", [12, 1, 0, 0])
    page = table.open()

    assert page.says("Bruno has at least 1, not 0: 1 penalty card, four to a trick.")
    assert page.form("/entries").typed["tricks.0"] == "13"


def test_a_deal_that_the_game_itself_threw_in_cannot_be_made_void_again(begin):
    table = begin("trex", partners="yes", level_queens="yes")
    table.play(0, "queens", None, {"QS": 0, "QH": 1, "QD": 2, "QC": 3})

    assert table.standing.deals[0].void == "level_queens"
    assert table.open("/deals/1").status == 200
    assert table.open("/deals/1/void").status == 404


def test_what_was_never_asked_cannot_be_corrected(table):
    assert table.open("/deals/9").status == 404
    for asked in (
        *("9/first", "9/void", "0/void", "1/nothing", "2/second"),
        *(f"{10**18}/first", "0/first", "1/rules"),
    ):
        assert table.open(f"/deals/{asked}").status == 404, asked
        assert table.send(f"/deals/{asked}", {"save": "1", "first.0": "9"}).status == 404, asked
        assert look(table, asked, {"first.0": "9"}).status == 404, asked


def test_two_deals_that_were_mixed_up_can_be_swapped_in_one_step(kingdom):
    before, lines = kingdom.totals, kingdom.last_line
    page = look(kingdom, "1/contract", {"contract": "queens"})
    assert page.says(
        "Deals 2 to 5 keep what was entered",
        "No longer applies in deal 1: K♥ Dino.",
        "Deal 2 was Queens. Were these two deals swapped by mistake?",
    )
    # What an earlier deal was played for is offered too.
    assert kingdom.open("/deals/2/contract").form("/deals/2/contract").offers("contract", "king")
    page = look(kingdom, "2/contract", {"contract": "king"})
    assert page.says("Played in deal 1", "Swap deals 2 and 1")
    swap = {"swap": "2", "contract": "queens", "back": "sheet"}
    assert kingdom.send("/deals/1/contract", swap, after=3).status == 409
    assert kingdom.last_line == lines

    page = kingdom.send("/deals/1/contract", swap)
    assert page.goes_to == f"{kingdom.path}/sheet#deal1"
    assert contracts(kingdom) == ["Queens", "King of hearts"]
    assert kingdom.totals == before
    assert kingdom.open("/sheet").says(SWAPPED)


def told_of_swaps(table):
    """How many lines the history has, and how many of them tell a swap."""
    history = table.open("/log").html.split('<ol class="list log"')[1].split("</ol>")[0]
    return history.count("<li"), history.count(SWAPPED)


@pytest.mark.parametrize("path", ["", "/sheet", "/log"])
def test_a_swap_is_one_line_that_one_undo_takes_back_and_one_redo_puts_back(path, kingdom):
    before = kingdom.match.undo_state.active
    kingdom.send("/deals/1/contract", {"swap": "2"})
    lines, swaps = told_of_swaps(kingdom)
    assert swaps == 1

    page = tap(kingdom, kingdom.open(path), "/undo")
    assert page.says(f"Undone: {SWAPPED} Redo")
    assert kingdom.open("/log").says(f"Save the title Undone: {SWAPPED}", f"Changed {SWAPPED}")
    assert kingdom.match.undo_state.active == before
    page = tap(kingdom, page, "/redo")
    assert contracts(kingdom) == ["Queens", "King of hearts"]
    assert page.says(f"Redone: {SWAPPED} Undo")

    # And later on, when something else was said and taken back.
    kingdom.play("king")
    kingdom.undo()
    page = kingdom.open("/log")
    assert page.says(f"Undo {SWAPPED}")
    tap(kingdom, page, "/undo")
    assert kingdom.match.undo_state.active == before
    assert told_of_swaps(kingdom) == (lines + 5, 4)


def test_only_deals_that_fit_can_be_swapped(kingdom, begin):
    for other in ("0", "1", "9", "6", "x", "-1"):
        page = kingdom.send("/deals/1/contract", {"swap": other})
        assert page.refuses("cannot be swapped"), other

    # These have the same answers.
    tribello = begin("tribello")
    tribello.void()
    tribello.void()
    assert tribello.send("/deals/1/void", {"swap": "2"}).refuses("cannot be swapped")


def test_a_deal_tells_every_piece_of_its_scores_and_links_to_its_rule(begin, table):
    page = table.open("/deals/1")
    assert page.says("6 tricks in the first hand", "−1 1 trick in the second hand")

    trex = begin("trex").play(0, "king", {"KH": 1}, 2)
    assert f"{trex.path}/rules/trex#what-a-doubled-card-costs" in trex.open("/deals/1").links
    assert f"{trex.path}/deals/1" in trex.open("/sheet").links
