"""Late repairs: the seats and the names. What was entered stays with its people."""

from __future__ import annotations

import pytest

from app.games import GAMES
from app.scoring import Event
from tests.front_door import CAST
from tests.play import play_at_random
from tests.web.table import keep

SAME_ORDER = "You already sit in this order: nothing would change."
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


def people(table, *path):
    """What each player was counted for an answer, by name."""
    asked = table.standing.answer_to(*path)
    return {str(seat): n for seat, n in asked.prompt.value(asked.answer).items()}


def names(seats):
    return [str(seat) for seat in seats]


def kinds(table):
    return [event.kind for event in table.events]


# --- another order of the seats -----------------------------------------------------------------


def test_in_tribello_another_order_moves_the_roles_and_the_scores_follow(tribello):
    assert tribello.totals == {"Anna": 1, "Bruno": -2, "Carla": 1}

    page = tribello.reseat("Bruno", "Anna", "Carla")

    assert (page.status, page.goes_to) == (303, tribello.path)
    assert people(tribello, 1, "tricks") == {"Bruno": 2, "Anna": 7, "Carla": 4}
    assert tribello.totals == {"Bruno": 2 - 6, "Anna": 7 - 4, "Carla": 4 - 3}
    assert str(tribello.standing.deals[0].dealer) == "Bruno"
    assert str(tribello.standing.deal.dealer) == "Anna"


def test_in_italian_whist_the_right_first_dealer_changes_who_deals_and_nobodys_score(table):
    page = table.reseat("Carla", "Anna", "Bruno", save=False)
    assert page.says("No score changes.")

    table.reseat("Carla", "Anna", "Bruno")

    assert table.totals == {"Carla": -5, "Anna": 5, "Bruno": 0}
    assert names(deal.dealer for deal in table.standing.deals) == ["Carla", "Anna"]
    assert people(table, 1, "first") == {"Carla": 1, "Anna": 6, "Bruno": 2}


def test_in_trex_the_kingdoms_pass_in_the_new_order_and_every_deal_is_kept(kingdoms):
    before = kingdoms.totals
    assert names(deal.owner for deal in kingdoms.standing.deals[4:6]) == ["Anna", "Bruno"]

    kingdoms.reseat("Anna", "Carla", "Bruno", "Dino")

    assert kingdoms.totals == before
    assert names(deal.owner for deal in kingdoms.standing.deals[4:6]) == ["Anna", "Carla"]
    assert (kingdoms.prompt.deal, kingdoms.prompt.key) == (7, "contract")
    assert people(kingdoms, 6, "tricks") == {"Anna": 1, "Carla": 3, "Bruno": 2, "Dino": 7}


def test_in_trex_cards_orders_and_doublings_stay_with_their_people(begin):
    table = begin("trex").play(1, "king", {"KH": 3}, 2, "trex", [2, 0, 3, 1])

    table.reseat("Dino", "Anna", "Carla", "Bruno")

    standing = table.standing
    assert str(standing.answer_to(1, "owner").in_words) == "Bruno"
    assert str(standing.answer_to(1, "doubled").in_words) == "K♥ Dino"
    assert str(standing.answer_to(1, "king").in_words) == "Carla"
    assert str(standing.answer_to(2, "out").in_words) == "Carla, Anna, Dino, Bruno"


def count_alone(table, *counts):
    """Partners who count what each has taken, and not what they piled together."""
    page = table.type({f"tricks.{seat}": str(n) for seat, n in enumerate(counts)})
    assert page.status == 303, page.text
    return table


def test_partners_follow_the_seats(begin):
    table = count_alone(begin("trex", partners="yes").play(0, "slaps"), 4, 3, 2, 4)
    assert table.totals == {"Anna & Carla": -90, "Bruno & Dino": -105}

    page = table.reseat("Anna", "Carla", "Bruno", "Dino", save=False)
    assert page.says("Anna & Bruno −105")
    assert page.says("Scores change in deal 1.")
    table.reseat("Anna", "Carla", "Bruno", "Dino")

    assert table.totals == {"Anna & Bruno": -105, "Carla & Dino": -90}


def test_partners_who_only_turn_round_the_table_keep_their_score(begin):
    table = begin("trex", partners="yes").play(0, "slaps", [4, 3, 2, 4])

    page = table.reseat("Bruno", "Carla", "Dino", "Anna", save=False)

    assert page.says("Carla & Anna −90 same")
    assert page.says("No score changes.")


def test_queens_that_become_level_are_played_again_and_later_deals_are_kept(begin):
    table = begin("trex", partners="yes", level_queens="yes").play(
        *(0, "queens", None, {"QS": 0, "QH": 0, "QD": 2, "QC": 2}),
        "slaps",
    )
    count_alone(table, 13, 0, 0, 0)

    table.reseat("Anna", "Carla", "Bruno", "Dino")

    assert table.standing.deals[0].void == "level_queens"
    assert table.totals == {"Anna & Bruno": -195, "Carla & Dino": 0}
    assert "queens" in table.prompt.options


def test_in_torite_two_players_change_who_deals_and_keep_their_cards(begin):
    table = begin("torite", 2).play([8, 4], ["KH", "3C"])

    table.reseat("Bruno", "Anna")

    assert str(table.standing.deals[0].dealer) == "Bruno"
    assert people(table, 1, "tricks") == {"Bruno": 4, "Anna": 8}
    assert table.standing.answer_to(1, "left").answer == ["3C", "KH"]
    assert table.standing.deal.targets


def test_one_player_has_no_order_of_seats(begin):
    table = begin("torite", 1)

    for page in (table.open("/seats"), table.send("/seats", {"seats.0": "0"})):
        assert page.says("One player has no order of seats: there is nothing to change.")
        assert not page.has_form("/seats")
    assert table.send("/seats", {"seats.0": "0", "save": "1"}).status == 422
    assert len(table.events) == 1


@pytest.mark.parametrize("entry", ["counts", "symbols"])
def test_in_trico_everyone_keeps_their_cards(entry, begin, rng):
    table = begin("trico", 3, entry=entry, target="99").play_on(rng, 2)
    before = table.totals

    table.reseat("Carla", "Anna", "Bruno")

    assert table.totals == before
    assert list(table.totals) == ["Carla", "Anna", "Bruno"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_whole_match_turned_round_and_back_is_as_it_was(game, app, rng):
    players = max(game.players)
    table = keep(app, play_at_random(game, rng, players=players, rules=None))
    before = table.totals, [deal.scores for deal in table.standing.deals]
    here = CAST[:players]

    assert table.reseat(*here[1:], here[0]).status == 303
    assert table.reseat(*here).status == 303

    assert (table.totals, [deal.scores for deal in table.standing.deals]) == before
    assert table.standing.is_over


def test_the_form_shows_the_order_of_now_and_the_preview_leads_to_saving(tribello):
    page = tribello.open("/seats")
    assert page.says("Who dealt first, and who came after them?")
    assert page.says("Anna, Bruno, Carla")

    form = page.form("/seats")
    page = tribello.phone.send(form.action, form.filled({"seats.0": "2", "seats.1": "0"}))
    assert page.says("Anna, Bruno, Carla → Carla, Anna, Bruno")
    assert page.says("Carla −2 +1")
    assert page.says("Scores change in deal 1.")
    assert kinds(tribello) == ["entry"] * 3
    form = page.form("/seats")
    page = tribello.phone.send(form.action, form.filled({"save": "1"}))

    assert page.status == 303
    assert kinds(tribello) == [*["entry"] * 3, "correction"]
    assert list(tribello.totals) == ["Carla", "Anna", "Bruno"]


def test_an_order_that_cannot_be_is_refused_with_the_seat(tribello):
    page = tribello.send("/seats", {"seats.0": "1", "seats.1": "1"})

    assert page.status == 422
    assert page.says("Bruno is already first dealer.")
    assert page.form("/seats").typed["seats.0"] == "1"


def test_the_same_order_changes_nothing(tribello):
    for save in (False, True):
        page = tribello.reseat("Anna", "Bruno", "Carla", save=save)
        assert page.status == 422
        assert page.says(SAME_ORDER)
    assert len(tribello.events) == 3


def test_undo_takes_another_order_back(tribello):
    before = tribello.totals
    tribello.reseat("Bruno", "Anna", "Carla")
    assert tribello.open("/log").says("Undo Play order: Bruno, Anna, Carla")

    tribello.undo()

    assert tribello.totals == before
    assert list(tribello.totals) == CAST[:3]


def test_answers_go_on_after_another_order(tribello):
    tribello.reseat("Bruno", "Anna", "Carla")

    tribello.play("spades", [6, 4, 3])

    assert str(tribello.standing.deals[1].dealer) == "Anna"
    assert tribello.standing.deals[1].scores == (6 - 3, 4 - 6, 3 - 4)
    assert tribello.open().says("Bruno −1")


def test_seats_wait_until_a_question_that_was_opened_again_has_its_answer(kingdoms):
    kingdoms.correct(1, "contract", "queens")

    for page in (kingdoms.open("/seats"), kingdoms.reseat("Bruno", "Anna", "Carla", "Dino")):
        assert page.says("Deal 1 asks again: “Who doubles?”. Answer that first")
        assert not page.has_form("/seats")
    kingdoms.play(None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0})
    # Queens were named again in Anna's kingdom, so only slaps are left for deal 5.
    kingdoms.play([13, 0, 0, 0])

    assert kingdoms.reseat("Bruno", "Anna", "Carla", "Dino").status == 303


def test_what_a_void_deal_left_behind_comes_back_to_the_right_people(table):
    table.send("/deals/1/void", {"void": "misdeal", "save": "1"})
    table.reseat("Carla", "Anna", "Bruno")

    table.send("/deals/1/void", {"skip": "1", "save": "1"})

    assert people(table, 1, "first") == {"Carla": 1, "Anna": 6, "Bruno": 2}
    assert table.totals == {"Carla": -5, "Anna": 5, "Bruno": 0}


def test_what_a_corrected_contract_left_behind_comes_back_to_the_right_people(begin):
    table = begin("trex").play(0, "king", {"KH": 1}, 2)
    table.correct(1, "contract", "slaps")
    table.play([13, 0, 0, 0])
    table.reseat("Bruno", "Anna", "Dino", "Carla")

    table.correct(1, "contract", "king")

    assert str(table.standing.answer_to(1, "doubled").in_words) == "K♥ Bruno"
    assert str(table.standing.answer_to(1, "king").in_words) == "Carla"


def test_deals_after_an_early_end_come_back_to_the_right_people(table):
    table.play([9, 0, 0], [0, 9, 0])
    table.correct(0, "rules", {"upper": 5, "lower": -10})
    assert table.standing.is_over

    table.reseat("Carla", "Anna", "Bruno")
    table.correct(0, "rules", {"upper": 20, "lower": -20})

    assert people(table, 2, "first") == {"Carla": 0, "Anna": 9, "Bruno": 0}
    assert table.totals == {"Carla": -5, "Anna": 14, "Bruno": -9}


def test_the_log_still_says_who_had_what_before_the_order_changed(tribello):
    tribello.reseat("Bruno", "Anna", "Carla")
    tribello.undo()
    tribello.reseat("Carla", "Bruno", "Anna")

    page = tribello.open("/log")

    assert page.says("Tricks taken → Carla 4, Bruno 2, Anna 7")
    assert page.says("Play order: Carla, Bruno, Anna")
    assert page.says("Undone: Play order: Bruno, Anna, Carla")


def test_another_order_is_saved_only_by_who_has_seen_the_latest_line(tribello):
    page = tribello.reseat("Bruno", "Anna", "Carla", after=2)

    assert page.status == 409
    assert page.says("Look at the changes once more.")
    assert len(tribello.events) == 3
    form = page.form("/seats")
    assert tribello.phone.send(form.action, form.filled({"save": "1"})).status == 303


def test_an_order_tapped_before_someone_else_changed_it_is_about_the_same_people(tribello):
    after = tribello.last_line
    tribello.reseat("Carla", "Anna", "Bruno")

    # On the old page 1 was Bruno, 0 was Anna and 2 was Carla.
    page = tribello.send("/seats", {"seats.0": "1", "seats.1": "0", "seats.2": "2"}, after=after)

    assert page.says("Carla, Anna, Bruno → Bruno, Anna, Carla")


def test_an_answer_typed_before_the_order_changed_stays_with_its_people(tribello):
    tribello.play(None)
    after = tribello.last_line
    tribello.reseat("Carla", "Anna", "Bruno")

    page = tribello.type({"tricks.0": "9", "tricks.1": "4", "tricks.2": "0"}, after=after)

    assert page.status == 409
    typed = page.form("/entries").typed
    assert [typed[f"tricks.{seat}"] for seat in range(3)] == ["0", "9", "4"]


def test_a_late_answer_is_offered_as_a_correction_for_the_right_people(tribello):
    tribello.play(None)
    after = tribello.last_line
    tribello.play([13, 0, 0])
    tribello.reseat("Carla", "Anna", "Bruno")

    page = tribello.type({"tricks.0": "9", "tricks.1": "4", "tricks.2": "0"}, after=after)
    form = page.form("/deals/2/tricks")
    page = tribello.phone.send(form.action, form.filled({}))

    assert page.says("Carla 0, Anna 13, Bruno 0 → Carla 0, Anna 9, Bruno 4")


def test_a_correction_typed_before_the_order_changed_stays_with_its_people(tribello):
    form = tribello.open("/deals/1/tricks").form("/deals/1/tricks")
    tribello.reseat("Carla", "Anna", "Bruno")

    chosen = {"tricks.0": "9", "tricks.1": "4", "tricks.2": "0"}
    page = tribello.phone.send(form.action, form.filled(chosen))
    assert page.says("Carla 4, Anna 7, Bruno 2 → Carla 0, Anna 9, Bruno 4")
    form = page.form("/deals/1/tricks")
    tribello.phone.send(form.action, form.filled(form.typed | {"save": "1"}))

    assert people(tribello, 1, "tricks") == {"Carla": 0, "Anna": 9, "Bruno": 4}


def test_a_wrong_correction_typed_before_the_order_changed_is_asked_for_again(tribello):
    after = tribello.last_line
    tribello.reseat("Carla", "Anna", "Bruno")

    page = tribello.send("/deals/1/tricks", {"tricks.0": "77", "save": "1"}, after=after)

    assert page.status == 409
    assert page.says("This page was out of date")


def test_a_match_that_is_over_can_be_reseated(app, rng):
    table = keep(app, play_at_random(GAMES["tribello"], rng, mishaps=0))

    page = table.reseat("Bruno", "Anna", "Carla", save=False)
    assert page.says("Scores change in deal 1")

    assert table.reseat("Bruno", "Anna", "Carla").status == 303
    assert table.standing.is_over


def test_same_players_again_sit_in_the_order_of_now_under_their_present_names(tribello):
    tribello.reseat("Bruno", "Anna", "Carla")
    tribello.rename(2, Anna="Dora")

    page = tribello.phone.open(f"/matches/new?game=tribello&from={tribello.id}")

    typed = page.form("/matches").typed
    assert [typed[f"players.{place}"] for place in range(3)] == ["Bruno", "Dora", "Carla"]


# --- the owner of the first kingdom -------------------------------------------------------------


def test_another_first_owner_moves_every_later_kingdom_and_loses_no_deal(begin, rng):
    table = begin("trex", appeals="").play(0).play_on(rng, 45)
    deals, before = len(table.standing.deals), table.totals
    assert deals > 10

    table.correct(1, "owner", 2)

    owners = dict.fromkeys(names(deal.owner for deal in table.standing.deals))
    assert list(owners)[:3] == ["Carla", "Dino", "Anna"]
    assert len(table.standing.deals) == deals
    assert table.totals == before
    assert table.standing.unasked == {}


def test_with_owners_as_the_table_picks_only_the_pick_that_clashes_is_asked_again(begin):
    one = ("slaps", [13, 0, 0, 0], "trex", [0, 1, 2, 3], "diamonds", [0, 13, 0, 0])
    one = (*one, "king", None, 1, None, {"QS": 0, "QH": 0, "QD": 0, "QC": 0})
    table = begin("trex", kingdoms="manual").play(0, *one, 2, "slaps", [0, 0, 13, 0])

    table.correct(1, "owner", 2)

    assert (table.prompt.deal, table.prompt.key) == (6, "owner")
    table.play(0)
    assert (table.prompt.deal, table.prompt.key) == (7, "contract")
    assert people(table, 6, "tricks")["Carla"] == 13


# --- a player replaced, or a name misspelt ------------------------------------------------------


def test_from_a_deal_on_someone_plays_for_another_and_the_points_stay(table):
    page = table.rename(2, Bruno="Dora")

    assert (page.status, page.goes_to) == (303, table.path)
    assert table.events[-1] == Event("correction", 2, "players", [None, "Dora", None])
    assert table.totals == {"Anna": 5, "Dora": 0, "Carla": -5}
    assert table.open("/sheet").says("From deal 2 Dora plays for Bruno.")
    assert not table.open().says("Bruno leads")


def test_an_earlier_deal_keeps_the_name_of_then(table):
    table.rename(2, Bruno="Dora")
    table.play([9, 0, 0], [0, 9, 0])

    earlier, later = table.open("/deals/1"), table.open("/deals/2")

    assert earlier.says("Anna 6, Bruno 2, Carla 1")
    assert earlier.says("Bruno 0")
    assert not earlier.says("Dora")
    assert later.says("Dora")
    assert not later.says("Bruno")


def test_an_earlier_answer_is_corrected_under_the_name_of_then(table):
    table.rename(2, Bruno="Dora")

    assert table.open("/deals/1/first").says("Bruno")
    page = table.preview(1, "first", [2, 6, 1])

    assert page.says("Anna 6, Bruno 2, Carla 1 → Anna 2, Bruno 6, Carla 1")
    assert page.says("Dora +4 0")


def test_the_log_says_who_came_and_names_the_earlier_lines_as_they_were(table):
    table.rename(2, Bruno="Dora")
    table.play([9, 0, 0])

    page = table.open("/log")

    assert page.says("From deal 2 Dora plays for Bruno")
    assert page.says("Anna 6, Bruno 2, Carla 1")
    assert page.says("Anna 9, Dora 0, Carla 0")


def test_a_misspelt_name_is_right_from_the_beginning(begin):
    table = begin("italian_whist", ["Ana", "Bruno", "Carla"]).play([6, 2, 1], [1, 2, 6])

    table.rename(0, Ana="Anna")

    assert table.open("/deals/1").says("Anna 6, Bruno 2, Carla 1")
    assert table.open("/log").says("From the beginning: Anna, not Ana")
    assert not table.open().says("plays for")


def test_two_names_that_were_mixed_up_can_be_exchanged(table):
    table.rename(0, Anna="Bruno", Bruno="Anna")

    assert table.totals == {"Bruno": 5, "Anna": 0, "Carla": -5}


def test_who_came_earlier_than_was_said_is_moved_by_the_deal_alone(begin):
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 4)
    table.rename(4, Bruno="Dora")

    assert table.rename(2).status == 303

    assert table.open("/sheet").says("From deal 2 Dora plays for Bruno.")
    assert not table.open("/sheet").says("From deal 4")


def test_a_name_before_the_one_that_came_can_be_corrected_without_it(begin):
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 2)
    table.rename(2, Bruno="Dora")

    table.rename(0, Anna="Anne")

    assert table.open("/deals/1").says("Anne 3, Bruno 3, Carla 3")
    assert table.open("/deals/2").says("Anne 3, Dora 3, Carla 3")


def test_someone_may_come_back(begin):
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 2)
    table.rename(2, Bruno="Dora")

    table.rename(3, Dora="Bruno")

    page = table.open("/sheet")
    assert page.says("From deal 2 Dora plays for Bruno.")
    assert page.says("From deal 3 Bruno plays for Dora.")


def test_a_name_is_mended_from_the_beginning_unless_somebody_took_over(table):
    form = table.open("/players").form("/players")
    page = table.phone.send(form.action, form.filled(form.typed | {"players.1": "Brunello"}))

    assert page.status == 303
    assert table.open("/deals/1").says("Anna 6, Brunello 2, Carla 1")


def test_the_form_offers_the_deal_that_waits_to_who_took_over(table):
    form = table.open("/players").form("/players")
    took_over = form.typed | {"players.1": "Dora", "from": "2"}
    table.phone.send(form.action, form.filled(took_over))

    assert list(table.totals) == ["Anna", "Dora", "Carla"]
    assert table.open("/deals/1").says("Anna 6, Bruno 2, Carla 1")


def test_who_took_over_some_deals_ago_can_be_said_too(begin):
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 3)

    form = table.open("/players").form("/players")

    assert [deal for deal in range(6) if form.offers("from", str(deal))] == [0, 2, 3, 4]


def test_after_the_end_names_are_corrected_from_the_beginning(begin):
    table = begin("italian_whist", upper="1").play([9, 0, 0], [0, 9, 0])

    form = table.open("/players").form("/players")
    assert form.typed["from"] == "0"
    table.rename(0, Anna="Anne")

    assert table.open().says("Anne wins")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Anna", "Two players are called Anna: change one of the names."),
        ("anna", "anna and Anna are the same name: change one, for example with"),
        ("  ", "This player needs a name."),
        ("\u200b\u2800", "This player needs a name."),
        ("x" * 201, "This name has 201 letters; the most is 200."),
        ("Bruno", SAME_NAMES),
        (" Bruno ", SAME_NAMES),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_line_and_stays_in_the_form(name, problem, table):
    page = table.rename(2, Bruno=name)

    assert page.status == 422
    assert page.says(problem)
    assert page.form("/players").typed["players.1"] == name
    assert len(table.events) == 3


def test_names_that_are_alike_are_told_while_they_are_typed(table):
    fields = {"players.0": "Anna", "players.1": "ANNA", "players.2": "Carla"}

    page = table.send("/players/names", fields)

    assert page.says("ANNA and Anna are the same name")


def test_a_name_must_be_the_only_one_in_every_deal_that_it_is_for(begin):
    table = begin("italian_whist").play(*[[3, 3, 3], [3, 3, 3]] * 2)
    table.rename(2, Bruno="Dora")

    page = table.rename(0, Carla="Bruno")

    assert page.status == 422
    assert page.says("Two players are called Bruno: change one of the names.")


@pytest.mark.parametrize("since", ["1", "3", "-1", "", "two", "9" * 5000, "2.0"])
def test_names_change_only_from_a_deal_that_was_dealt(since, table):
    page = table.rename(since, Bruno="Dora")

    assert page.status == 422
    assert page.says("Names change from the beginning, or from a deal up to deal 2.")


def test_markup_in_a_name_is_text(table):
    table.rename(2, Bruno="<b>Bo</b>")

    for path in ("", "/log", "/players", "/seats", "/deals/2"):
        page = table.open(path)
        assert "<b>Bo" not in page.html, path
    assert table.open().says("<b>Bo</b>")


def test_undo_takes_a_name_back(table):
    table.rename(2, Bruno="Dora")
    assert table.open("/log").says("Undo From deal 2 Dora plays for Bruno")

    table.undo()

    assert list(table.totals) == CAST[:3]


def test_names_from_an_old_page_are_not_saved_and_stay_in_the_form(table):
    after = table.last_line
    table.reseat("Carla", "Anna", "Bruno")

    fields = {"players.0": "Anna", "players.1": "Dora", "players.2": "Carla", "from": "2"}
    page = table.send("/players", fields, after=after)

    assert page.status == 409
    typed = page.form("/players").typed
    assert [typed[f"players.{seat}"] for seat in range(3)] == ["Carla", "Anna", "Dora"]
    assert typed["from"] == "2"


def test_names_and_seats_change_in_any_order(table):
    table.rename(2, Bruno="Dora")
    table.reseat("Carla", "Anna", "Dora")

    assert table.totals == {"Carla": -5, "Anna": 5, "Dora": 0}
    assert table.open("/deals/1").says("Carla 1, Anna 6, Bruno 2")
    assert table.open("/sheet").says("From deal 2 Dora plays for Bruno.")


def test_who_came_is_offered_for_the_next_match(table, phone):
    table.rename(2, Bruno="Dora")

    assert 'value="Dora"' in phone.open("/matches/new?game=trex").html


def test_a_closed_kingdom_is_told_by_the_name_of_its_owner(begin):
    table = begin("trex").play(
        *(0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "trex", [0, 1, 2, 3]),
        *("king", None, 2, None, {"QS": 0, "QH": 1, "QD": 2, "QC": 3}),
    )

    table.rename(6, Anna="Dora")

    assert table.open().says("Anna’s kingdom adds up to 0 ✓")


# --- where there is no match ---------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/seats", "/players"])
def test_a_match_that_is_not_there_cannot_be_repaired(path, phone):
    assert phone.send(f"/matches/99{path}", {"save": "1"}).status == 404


@pytest.mark.parametrize("path", ["/seats", "/players"])
def test_more_leads_to_the_repairs(path, table):
    assert f"{table.path}{path}" in table.open("/more").links
