"""Late repairs: the seats and the names. What was entered stays with its people."""

import pytest

from app.scoring import Event
from app.store.matches import log
from app.store.matches.log import Overtaken

NO_QUEENS = {"QS": 0, "QH": 0, "QD": 0, "QC": 0}
SAME_NAMES = "These are already the names from that deal on: nothing would change."


@pytest.fixture
def tribello(begin):
    """Tribello after one deal dealt by Anna: her 7 tricks, Bruno's 2, Carla's 4."""
    return begin("tribello").play("hearts", [7, 2, 4])


@pytest.fixture
def kingdoms(begin):
    """Trex after Anna's kingdom and one deal of Bruno's."""
    return begin("trex").play(
        *(0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "trex", [0, 1, 2, 3]),
        *("king", {"KH": 3}, 2, {"QS": 1}, {"QS": 0, "QH": 1, "QD": 2, "QC": 3}),
        *("slaps", [1, 2, 3, 7]),
    )


def told(table, *path):
    return str(table.standing.answer_to(*path).in_words)


def typed(page, action, field):
    form = page.form(action).typed
    return [form[f"{field}.{seat}"] for seat in range(3)]


def test_whose_a_kingdom_is_and_what_is_left_to_whom_is_said_before_another_order_is_saved(
    kingdoms,
):
    page = kingdoms.reseat("Anna", "Carla", "Bruno", "Dino", save=False)

    assert page.says(
        "No score changes.",
        "Kingdom 2 (Deals 6, 7) is Carla’s, not Bruno’s.",
        "Carla has named Slaps, where it was nothing.",
        "Bruno has named nothing yet, not Slaps.",
    )


def test_another_order_is_seen_before_it_is_saved_and_roles_scores_and_the_next_match_follow(
    tribello,
):
    before = tribello.totals
    page = tribello.open("/seats")
    assert page.says("Who sits where?", "Now: Anna, Bruno, Carla", "First dealer")
    page = tribello.phone.submit(page, "/seats", {"seats.0": "2", "seats.1": "0", "seats.2": "1"})
    assert page.says("Anna, Bruno, Carla → Carla, Anna, Bruno", "Carla −2 +1")
    assert page.says("Scores change in deal 1.")
    # It is saved only by who has seen the latest line.
    late = tribello.reseat("Carla", "Anna", "Bruno", after=2)
    assert late.status == 409
    assert late.says("Look at the changes once more.")
    assert tribello.kinds == ["entry"] * 3

    for shown in (page, late):
        assert shown.form("/seats").typed["after"] == "3"
    saved = tribello.phone.submit(page, "/seats", {"save": "1"})
    assert (saved.status, saved.goes_to) == (303, tribello.path)
    assert told(tribello, 1, "tricks") == "Carla 4, Anna 7, Bruno 2"
    assert tribello.totals == {"Carla": 4 - 6, "Anna": 7 - 4, "Bruno": 2 - 3}
    assert [str(deal.dealer) for deal in tribello.standing.deals] == ["Carla", "Anna"]

    page = tribello.open("/log")
    assert page.says("Undo Play order: Carla, Anna, Bruno", "Carla 4, Anna 7, Bruno 2")
    tribello.undo()
    assert list(tribello.totals.items()) == list(before.items())
    tribello.reseat("Bruno", "Anna", "Carla")
    page = tribello.open("/log")
    assert page.says("Undone: Play order: Carla, Anna, Bruno", "Bruno 2, Anna 7, Carla 4")

    tribello.play("spades", [6, 4, 3])
    assert tribello.standing.deals[1].scores == (6 - 3, 4 - 6, 3 - 4)
    tribello.rename(2, Anna="Dora")
    page = tribello.phone.open(f"/matches/new?game=tribello&from={tribello.id}")
    assert typed(page, "/matches", "players") == ["Bruno", "Dora", "Carla"]


def test_who_dealt_first_is_put_right_without_moving_anybody(tribello):
    fields = {"seats.0": "0", "seats.1": "1", "seats.2": "2"}

    page = tribello.send("/seats", fields | {"first": "2"})
    assert page.says("Anna, Bruno, Carla → Carla, Anna, Bruno")

    for nobody in ("0", "3", "-1", "x"):
        page = tribello.send("/seats", fields | {"first": nobody})
        assert page.refuses("You already sit in this order: nothing would change.")


def test_partners_follow_the_seats_and_keep_their_score_if_they_only_turn_round(begin):
    table = begin("trex", partners="yes").play(0, "slaps")
    table.type({"tricks.0": "4", "tricks.1": "3", "tricks.2": "2", "tricks.3": "4"})
    assert table.totals == {"Anna & Carla": -90, "Bruno & Dino": -105}

    page = table.reseat("Bruno", "Carla", "Dino", "Anna", save=False)
    assert page.says("Carla & Anna −90 same", "No score changes.")
    page = table.reseat("Anna", "Carla", "Bruno", "Dino", save=False)
    assert page.says("Anna & Bruno −105", "Scores change in deal 1.")


def test_queens_that_become_level_are_played_again_and_later_deals_are_kept(begin):
    table = begin("trex", partners="yes", level_queens="yes")
    table.play(0, "queens", None, {"QS": 0, "QH": 0, "QD": 2, "QC": 2}, "slaps")
    table.type({"tricks.0": "13", "tricks.1": "0", "tricks.2": "0", "tricks.3": "0"})
    table.reseat("Anna", "Carla", "Bruno", "Dino")

    assert table.standing.deals[0].void == "level_queens"
    assert table.totals == {"Anna & Bruno": -195, "Carla & Dino": 0}


def test_one_player_has_no_order_of_seats_and_no_order_has_someone_twice(begin, tribello):
    alone = begin("torite", 1)
    for page in (alone.open("/seats"), alone.send("/seats", {"seats.0": "0"})):
        assert page.says("One player has no order of seats: there is nothing to change.")
        assert not page.has_form("/seats")
    assert alone.send("/seats", {"seats.0": "0", "save": "1"}).status == 422

    page = tribello.send("/seats", {"seats.0": "1", "seats.1": "1"})
    assert page.refuses("Bruno is already first dealer.")
    assert page.form("/seats").typed["seats.0"] == "1"
    for save in (False, True):
        page = tribello.reseat("Anna", "Bruno", "Carla", save=save)
        assert page.refuses("You already sit in this order: nothing would change.")
    assert (alone.kinds, tribello.kinds) == (["entry"], ["entry"] * 3)


def test_seats_wait_until_a_question_that_was_opened_again_has_its_answer(kingdoms):
    kingdoms.correct(1, "contract", "queens")

    for page in (kingdoms.open("/seats"), kingdoms.reseat("Bruno", "Anna", "Carla", "Dino")):
        assert page.says("Deal 1 asks again: “Who doubles?”. Answer that first")
        assert not page.has_form("/seats")
    # Queens were named again in Anna's kingdom, so only slaps are left for deal 5.
    kingdoms.play(None, NO_QUEENS, [13, 0, 0, 0])
    assert kingdoms.reseat("Bruno", "Anna", "Carla", "Dino").status == 303


def test_what_a_repair_left_behind_comes_back_to_the_right_people(begin, table):
    """A deal that was void, a contract that was another, deals after an early end."""
    table.send("/deals/1/void", {"void": "misdeal", "save": "1"})
    table.reseat("Carla", "Anna", "Bruno")
    table.send("/deals/1/void", {"skip": "1", "save": "1"})
    assert told(table, 1, "first") == "Carla 1, Anna 6, Bruno 2"

    king = begin("trex").play(0, "king", {"KH": 1}, 2)
    king.correct(1, "contract", "slaps")
    king.play([13, 0, 0, 0]).reseat("Bruno", "Anna", "Dino", "Carla")
    king.correct(1, "contract", "king")
    assert (told(king, 1, "doubled"), told(king, 1, "king")) == ("K♥ Bruno", "Carla")

    ended = begin("italian_whist").play([6, 2, 1], [1, 2, 6], [9, 0, 0], [0, 9, 0])
    ended.correct(0, "rules", {"upper": 5, "lower": -10})
    ended.reseat("Carla", "Anna", "Bruno")
    assert ended.standing.is_over
    ended.correct(0, "rules", {"upper": 20, "lower": -20})
    assert ended.totals == {"Carla": -5, "Anna": 14, "Bruno": -9}


def test_what_was_typed_before_the_order_changed_stays_with_its_people(tribello):
    """Another order, a correction, an answer, and the same answer after the question is gone."""
    correction = tribello.open("/deals/1/tricks").form("/deals/1/tricks")
    after = tribello.last_line
    tribello.reseat("Carla", "Anna", "Bruno")

    page = tribello.send("/seats", {"seats.0": "1", "seats.1": "0", "seats.2": "2"}, after=after)
    assert page.says("Carla, Anna, Bruno → Bruno, Anna, Carla")

    page = tribello.send("/deals/1/tricks", {"tricks.0": "77", "save": "1"}, after=after)
    assert page.status == 409
    assert page.says("This page was out of date")
    nine_for_anna = {"tricks.0": "9", "tricks.1": "4", "tricks.2": "0"}
    page = tribello.phone.send(correction.action, correction.filled(nine_for_anna))
    assert page.says("Carla 4, Anna 7, Bruno 2 → Carla 0, Anna 9, Bruno 4")

    after = tribello.play(None).last_line
    tribello.reseat("Bruno", "Carla", "Anna")
    nine_for_anna = {"tricks.0": "0", "tricks.1": "9", "tricks.2": "4"}
    page = tribello.type(nine_for_anna, after=after)
    assert (page.status, typed(page, "/entries", "tricks")) == (409, ["4", "0", "9"])
    tribello.play([0, 13, 0])
    page = tribello.type(nine_for_anna, after=after)
    page = tribello.phone.submit(page, "/deals/2/tricks")
    assert page.says("Bruno 0, Carla 13, Anna 0 → Bruno 4, Carla 0, Anna 9")


def test_from_a_deal_on_someone_plays_for_another_and_the_points_stay(table, phone):
    page = table.rename(2, Bruno="Dora")

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.events[-1] == Event("correction", 2, "players", [None, "Dora", None])
    assert table.totals == {"Anna": 5, "Dora": 0, "Carla": -5}
    assert table.open("/sheet").says("From deal 2 Dora plays for Bruno.")
    assert not table.open().says("Bruno leads")
    assert table.open("/log").says("Undo From deal 2 Dora plays for Bruno")
    assert 'value="Dora"' in phone.open("/matches/new?game=trex").html

    table.play([9, 0, 0], [0, 9, 0])
    earlier, later, log = (table.open(path) for path in ("/deals/1", "/deals/2", "/log"))
    assert earlier.says("Anna 6, Bruno 2, Carla 1", "Bruno 0")
    assert (earlier.says("Dora"), later.says("Dora"), later.says("Bruno")) == (False, True, False)
    assert log.says("Anna 6, Bruno 2, Carla 1", "Anna 9, Dora 0, Carla 0")
    assert table.open("/deals/1/first").says("Bruno")
    page = table.preview(1, "first", [2, 6, 1])
    assert page.says("Anna 6, Bruno 2, Carla 1 → Anna 2, Bruno 6, Carla 1", "Dora −5 −9")


@pytest.fixture
def taken_over(begin):
    """Italian Whist before its fifth deal; from deal 3 on Dora plays for Bruno."""
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 4)
    table.rename(3, Bruno="Dora")
    return table


DORA_THEN_BRUNO = ["From deal 3 Dora plays for Bruno.", "From deal 4 Bruno plays for Dora."]


@pytest.mark.parametrize(
    ("since", "names", "path", "told"),
    [
        pytest.param(2, {}, "/sheet", ["From deal 2 Dora plays for Bruno."], id="moved"),
        pytest.param(0, {"Anna": "Anne"}, "/deals/2", ["Anne 3, Bruno 3, Carla 3"], id="before"),
        pytest.param(0, {"Anna": "Anne"}, "/deals/3", ["Anne 3, Dora 3, Carla 3"], id="after"),
        pytest.param(4, {"Dora": "Bruno"}, "/sheet", DORA_THEN_BRUNO, id="come back"),
    ],
)
def test_who_came_can_be_moved_named_anew_and_relieved(since, names, path, told, taken_over):
    assert taken_over.rename(since, **names).status == 303

    page = taken_over.open(path)
    assert page.says(*told)
    assert page.says("From deal 3") == (since == 4)


def test_a_name_is_mended_from_the_beginning_unless_somebody_took_over(table):
    page = table.phone.submit(table.open("/players"), "/players", {"players.1": "Brunello"})
    assert page.status == 303
    assert table.open("/deals/1").says("Anna 6, Brunello 2, Carla 1")
    assert table.open("/log").says("From the beginning: Brunello, not Bruno")
    assert not table.open().says("plays for")

    took_over = {"players.1": "Dora", "from": "2"}
    table.phone.submit(table.open("/players"), "/players", took_over)
    assert list(table.totals) == ["Anna", "Dora", "Carla"]
    assert table.open("/deals/1").says("Anna 6, Brunello 2, Carla 1")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Anna", "Two players are called Anna: change one of the names."),
        ("anna", "anna and Anna are the same name: change one, for example with"),
        ("\u200b\u2800", "This player needs a name."),
        (" Bruno ", SAME_NAMES),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_line_and_stays_in_the_form(name, problem, table):
    page = table.rename(2, Bruno=name)

    assert page.refuses(problem)
    assert page.form("/players").typed["players.1"] == name
    assert len(table.events) == 3
    while_typed = table.send("/players/names", {"players.0": "Anna", "players.1": name})
    assert while_typed.says("are the same name") == (name == "anna")


def test_a_name_must_be_the_only_one_in_every_deal_that_it_is_for(taken_over):
    bruno_twice = "Two players are called Bruno: change one of the names."

    assert taken_over.rename(0, Carla="Bruno").refuses(bruno_twice)


def test_names_change_only_from_a_deal_that_was_dealt_and_for_the_whole_after_the_end(begin, table):
    for since in ("1", "3", "-1", "", "two", "9" * 5000, "2.0"):
        page = table.rename(since, Bruno="Dora")
        assert page.refuses("Names change from the beginning, or from a deal up to deal 2."), since
    table.play([3, 3, 3], [3, 3, 3])
    form = table.open("/players").form("/players")
    assert [deal for deal in range(5) if form.offers("from", str(deal))] == [0, 2, 3]

    over = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])
    assert over.open("/players").form("/players").typed["from"] == "0"
    over.rename(0, Anna="Anne")
    assert over.open().says("Anne wins")


def test_names_and_seats_change_in_any_order_but_not_from_an_old_page(table):
    after = table.last_line
    table.rename(2, Bruno="Dora")
    table.reseat("Carla", "Anna", "Dora")
    assert table.totals == {"Carla": -5, "Anna": 5, "Dora": 0}
    assert table.open("/deals/1").says("Carla 1, Anna 6, Bruno 2")
    assert table.open("/sheet").says("From deal 2 Dora plays for Bruno.")

    fields = {"players.0": "Anna", "players.1": "Emil", "players.2": "Carla", "from": "2"}
    page = table.send("/players", fields, after=after)
    assert page.status == 409
    assert typed(page, "/players", "players") == ["Carla", "Anna", "Emil"]
    assert page.form("/players").typed["from"] == "2"


@pytest.mark.parametrize(
    "save",
    [
        lambda table: table.reseat("Carla", "Anna", "Bruno"),
        lambda table: table.rename(2, Bruno="Dora"),
    ],
    ids=["seats", "names"],
)
def test_who_is_overtaken_while_they_are_saved_is_told(save, table, monkeypatch):
    def overtaken(*_about, **_more):
        raise Overtaken("another phone was first")

    monkeypatch.setattr(log, "append", overtaken)
    page = save(table)

    assert (page.status, page.says("This page was out of date.")) == (409, True)


def test_a_closed_kingdom_is_told_by_the_name_of_its_owner(kingdoms):
    kingdoms.undo()
    kingdoms.undo()
    kingdoms.rename(6, Anna="Dora")

    assert kingdoms.open().says("Anna’s kingdom adds up to 0 ✓")


@pytest.mark.parametrize("path", ["/seats", "/players"])
def test_more_leads_to_the_repairs_of_a_match_that_is_there(path, phone, table):
    assert f"{table.path}{path}" in table.open("/more").links
    assert phone.send(f"/matches/99{path}", {"save": "1"}).status == 404
