"""Deals of Trex of which a sheet of paper has only the points: what these can be, what counts."""

from itertools import product

import pytest

from app.games import GAMES
from app.games.trex.paper_points import cards_points, possible_points
from app.scoring import Event, Line
from app.scoring import Match as Log
from app.scoring.highlights import awards_of, lead_history
from testkit.match import CAST
from tests.games.trex import CUSTOMS, KINGDOM, by_the_card_table, sides, trex

ON_PAPER = {
    "king": {"contract": "king", "points": [0, 75, -150, 0]},
    "queens": {"contract": "queens", "points": [-50, 0, -75, 25]},
    "diamonds": {"contract": "diamonds", "points": [-20, -60, 0, -50]},
    "slaps": {"contract": "slaps", "points": [-15, -45, -60, -75]},
    "trex": {"contract": "trex", "points": [150, 50, 100, 200]},
}
PAPER_KINGDOM = [*ON_PAPER.values()]


def on_paper(contract, *points, **rules):
    """The first deal of a match, with these points on the sheet."""
    return trex({"contract": contract, "points": [*points]}, **rules)


@pytest.mark.parametrize("deal", PAPER_KINGDOM, ids=ON_PAPER)
def test_a_deal_from_paper_scores_the_points_on_the_sheet(deal):
    match = trex(deal)

    assert [*match.scores.values()] == deal["points"]
    assert {str(part.why) for part in match.deals[0].parts} == {"typed from paper"}


@pytest.mark.parametrize(
    ("contract", "points", "rules"),
    [
        ("complex", [-265, -65, -170, 0], {"complex": True}),
        ("complex", [-435, -65], {"complex": True, "partners": True}),
        ("queens", [-125, 25], {"partners": True}),
        ("trex", [250, 250], {"partners": True}),
        ("king", [0, 0, -150, 0], {"own_double": "doubled"}),
        ("queens", [-50, -25, -75, 25], {"own_double": "doubled"}),
        ("queens", [-25, -25, -75, 25], {"own_double": "leader_gains"}),
        ("diamonds", [-30, -90, 0, -75], {"swapped": True}),
        ("diamonds", [20, 60, 0, 50], {"reversed": True}),
    ],
)
def test_paper_has_the_points_of_the_sides_in_the_signs_of_the_table(contract, points, rules):
    assert [*on_paper(contract, *points, **rules).scores.values()] == points


@pytest.mark.parametrize("house", CUSTOMS, ids=lambda house: "-".join(map(str, house.values())))
def test_paper_takes_for_the_king_what_the_card_table_gives_and_nothing_else(house):
    seats = range(4)
    given = {
        tuple(sides(by_the_card_table(75, *who, **house), **house))
        for who in product(seats, (None, *seats), seats)
    }
    numbers = (-150, -75, 0, 75)
    for points in product(numbers, repeat=2 if house["partners"] else 4):
        if sum(points) in (-75, -150):
            is_taken = not on_paper("king", *points, **house).problems
            assert is_taken == (points in given), points


def test_house_rules_that_change_no_points_take_no_more_memory():
    """What cards can give takes up to 3 MB, and there are hundreds of ways to choose the rules."""
    on_paper("queens", -50, 0, -75, 25)
    on_paper("complex", -265, -65, -170, 0, complex=True)
    kept = [cache.cache_info().currsize for cache in (possible_points, cards_points)]

    on_paper("queens", 50, 0, 75, -25, reversed=True, appeals=False)
    on_paper("complex", 265, 65, 170, 0, complex=True, reversed=True, appeals=False)

    assert [cache.cache_info().currsize for cache in (possible_points, cards_points)] == kept


@pytest.mark.parametrize(
    ("contract", "points", "rules", "problem"),
    [
        (
            "diamonds",
            [-20, -40, -60, -20],
            {},
            "Deal 1 adds up to −140. Diamonds are −130: 10 too many.",
        ),
        ("slaps", [0, -90, -90, 0], {}, "Deal 1 adds up to −180. Slaps are −195: 15 missing."),
        ("trex", [200, 200, 100, 50], {}, "Deal 1 adds up to +550. Trex is +500: 50 too many."),
        (
            "diamonds",
            [20, 40, 60, 20],
            {"reversed": True},
            "Deal 1 adds up to +140. Diamonds are +130: 10 too many.",
        ),
        (
            "king",
            [-75, -75, 75, 0],
            {},
            "These numbers cannot come together. King of hearts: −75.",
        ),
        (
            "queens",
            [-50, -50],
            {"partners": True, "level_queens": True},
            "Anna & Carla cannot have −50. Queens: −25 each.",
        ),
        (
            "complex",
            [-675, 175, 5, -5],
            {"complex": True},
            "These numbers cannot come together. Complex: −500 in all.",
        ),
        (
            "diamonds",
            [-20, -30],
            {},
            "“[-20, -30]” is not a list of 4 numbers, one for each score.",
        ),
    ],
)
def test_points_on_paper_have_to_be_those_of_their_contract(contract, points, rules, problem):
    assert on_paper(contract, *points, **rules).problems[0] == problem


def test_a_number_that_a_contract_cannot_give_is_told_with_the_player():
    match = on_paper("diamonds", -20, -60, -5, -45)

    assert match.problems == [
        "Carla cannot have −5. Diamonds: −10 each.",
        "Dino cannot have −45. Diamonds: −10 each.",
    ]


@pytest.mark.parametrize("deal", [{"points": [-75, 0, 0, 0]}, KINGDOM[0] | {"points": [0] * 4}])
def test_points_stand_in_the_place_of_all_answers_after_the_contract(deal):
    assert trex(deal).refused_at == (1, "points")


def test_a_table_that_goes_on_can_have_begun_on_paper():
    match = trex(*PAPER_KINGDOM, *KINGDOM * 3)
    begun, alike = trex(*PAPER_KINGDOM).totals, trex(*KINGDOM).totals

    assert match.is_over
    assert match.totals == {name: begun[name] + 3 * alike[name] for name in CAST}


def test_a_match_from_paper_has_its_story_without_its_cards():
    assert lead_history(trex(*PAPER_KINGDOM * 4)).sentences
    assert awards_of(trex(*PAPER_KINGDOM * 4))


def test_points_are_one_line_of_the_log_and_can_be_corrected_and_undone():
    answers = [("owner", 0), ("contract", "diamonds"), ("points", [-20, -60, 0, -50])]
    log = [Line(Event("entry", 0, "rules", {}))]
    match = Log(GAMES["trex"], CAST, log)
    for key, answer in answers:
        match = match.accept(Event("entry", 1, key, answer))
    corrected = match.accept(Event("correction", 1, "points", [-60, -20, 0, -50]))

    assert match.standing.totals == (-20, -60, 0, -50)
    assert corrected.standing.totals == (-60, -20, 0, -50)
    assert corrected.accept(Event("undo")).standing.totals == (-20, -60, 0, -50)
    words = str(match.question(1, "points").in_words)
    assert words == "Anna −20, Bruno −60, Carla 0, Dino −50"
