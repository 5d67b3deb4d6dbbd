"""A finished sheet that is typed in: what its rows say, what they lack, what cannot be right."""

import pytest

from app.games import GAMES
from app.scoring.match.paper_sheet import PaperSheet
from testkit.match import CAST
from tests.scoring.paper_sheets import WHOLE_TREX, fields_of, kingdom, on_any_sheet, row, written


def sheet(game, form, **rules):
    """A sheet of four who play Trex or The Torite, or of three who play something else."""
    return PaperSheet(GAMES[game], CAST[: GAMES[game].players[0]], rules, form)


@on_any_sheet
def test_a_sheet_of_any_game_gives_the_match_that_was_written_on_it(game, rng):
    played = written(game, rng)
    _prompt, rules = played.standing.house_rules
    typed = PaperSheet(game, played.match.players, rules, fields_of(played))

    assert typed.match, [problem for one in typed.rows for problem in one.problems]
    assert typed.standing.totals == played.standing.totals
    assert str(typed.standing.outcome.why) == str(played.standing.outcome.why)


def test_a_row_is_right_open_or_to_be_looked_at():
    tricks = row(1, tricks=[7, 4, 2]) | row(2, tricks=[7, None, None]) | row(3, tricks=[7, 7, 3])
    typed = sheet("tribello", tricks)

    assert [one.is_right for one in typed.rows[:4]] == [True, False, False, False]
    assert (typed.to_type, [one.number for one in typed.faults]) == (10, [3])
    assert typed.match is None


def trex_row(points, **fields):
    return row(1, owner="0", points=points, **fields)


@pytest.mark.parametrize(
    ("game", "form", "filled"),
    [
        ("tribello", row(1, tricks=[7, 4, None]), {"tricks.2": "2"}),
        ("trex", trex_row([70, 10, 20, None], contract="diamonds"), {"points.3": "-30"}),
        ("trex", trex_row([None, 75, None, None], contract="king"), {"points.1": "-75"}),
        ("trex", trex_row([-150, 0, 75, None], contract="king"), {"points.3": "0"}),
        ("trex", trex_row([-70, -10, -20, -30]), {"contract": "diamonds"}),
        ("trex", trex_row([200, 50, 100, 150]), {"contract": "trex"}),
    ],
)
def test_what_goes_without_saying_fills_itself(game, form, filled):
    (first, *_others) = sheet(game, form).rows

    assert first.is_right
    assert first.filled | filled == first.filled


def test_with_reversed_scores_what_is_left_out_is_filled_in_with_their_sign():
    (first, *_others) = sheet("trex", trex_row([None, 75, None, None]), reversed=True).rows

    assert [first.shown(f"points.{seat}") for seat in range(4)] == ["0", "75", "0", "0"]


@pytest.mark.parametrize(
    ("points", "last"),
    [([-435, -65, 0, None], "0"), ([175, 5, None, None], "")],
    ids=["one left out", "two left out"],
)
def test_of_a_complex_only_the_last_number_fills_itself_as_more_would_take_long(points, last):
    (first, *_others) = sheet("trex", trex_row(points, contract="complex"), complex=True).rows

    assert first.shown("points.3") == last
    assert first.is_right == bool(last)


def test_numbers_name_no_contract_where_two_fit():
    # As many points as all queens cost, and the K♥ doubled by its own taker.
    (first, *_others) = sheet("trex", trex_row([-150, 0, 0, 0]), own_double="doubled").rows

    assert first.shown("contract") == ""
    assert not first.is_right


@pytest.mark.parametrize(
    ("number", "fields", "message"),
    [
        (8, row(8, contract="diamonds", points=[-20, -40, -60, -20]), "Deal 8 adds up to −140."),
        (8, row(8, contract="queens"), "Queens was already played in Bruno’s kingdom."),
        (8, row(8, contract="spades"), "“spades” is not one of"),
        (10, row(10, contract="king"), "King of hearts was already played in Bruno’s kingdom."),
    ],
)
def test_a_fault_is_told_in_its_row_and_those_below_are_read_all_the_same(number, fields, message):
    form = {name: value for name, value in WHOLE_TREX.items() if not name.startswith(f"{number}.")}
    typed = sheet("trex", form | fields)

    assert [one.number for one in typed.faults] == [number]
    assert message in str(typed.faults[0].problems[0][1].message)
    assert all(one.is_right for one in typed.rows if one.number != number)


def test_a_fault_is_told_at_its_number():
    (first, *_others) = sheet("tribello", row(1, tricks=["x", "y", 3])).rows

    told = [str(problem.message) for problem in first.problems_at("tricks", 0)]
    assert told == ["“x” is not a whole number."]


def left(*cards):
    """The fields of the cards that are left in a deal of The Torite."""
    suits = {f"left.{seat}.suit": card[-1] for seat, card in enumerate(cards)}
    return row(1, **suits, **{f"left.{seat}.rank": card[:-1] for seat, card in enumerate(cards)})


@pytest.mark.parametrize(
    ("cards", "is_right"),
    [([], True), (["KH", "KS", "5S", "2D"], True), (["KH", "KH", "5S", "2D"], False)],
)
def test_once_a_game_is_lost_its_cards_may_be_left_out_but_not_be_wrong(cards, is_right):
    typed = sheet("torite", row(1, tricks=[6, 6, 0, 0]) | left(*cards))

    assert [one.is_right for one in typed.rows] == [is_right]
    kept = typed.match and typed.match.answers[1].get("left", [])
    assert kept == (cards if is_right else None)


def test_a_game_without_the_card_set_aside_is_still_to_be_typed():
    form = row(1, tricks=[8, 4, 0]) | left("KH", "7S", "5D")
    typed = PaperSheet(GAMES["torite"], CAST[:3], {}, form)

    assert (typed.match, typed.to_type, typed.faults) == (None, 1, [])


def test_an_empty_row_takes_no_contract_from_the_rows_below():
    typed = sheet("trex", {"1.owner": "0"} | row(2, contract="king", points=[-75, 0, 0, 0]))

    assert [one.is_right for one in typed.rows[:3]] == [False, True, False]


def test_the_totals_are_compared_with_those_at_the_foot():
    typed = sheet("trex", WHOLE_TREX | {"total.0": "-220", "total.1": "130", "total.2": "x"})

    totals = [(one.points, one.is_same, one.off) for one in typed.totals]
    assert totals == [(-220, True, 0), (120, False, 10), (140, False, None), (-40, False, None)]


def test_what_is_written_after_the_end_is_not_passed_over():
    rows = row(1, first=[9, 0, 0], second=[0, 4, 5]) | row(3, first=[9, 0, 0])
    typed = sheet("italian_whist", rows, upper=9)

    assert (typed.match, typed.beyond) == (None, 3)


def test_a_table_can_have_stopped_early():
    typed = PaperSheet(GAMES["trex"], CAST, {}, kingdom() | {"1.owner": "0"}, ended=True)

    assert typed.match.standing.ended_early
    assert typed.to_type == 0
