"""What is counted in Trex: contracts by whose kingdom it was, kingdoms, and doublings."""

import pytest

from tests.facts import facts
from tests.games.test_trex import (
    COMPLEX,
    DOUBLED_QUEENS,
    KING,
    KINGDOM,
    SHORT_KINGDOM,
    TREX,
    trex,
)

TREX_FIRST = [TREX, *KINGDOM[:4]]


def kingdoms(*first, others=KINGDOM, **rules):
    """A whole match whose first kingdom is this one, Anna's; the others are alike."""
    return trex(*first, *others * 3, **rules)


def row(anna, bruno, carla, dino):
    return {"Anna": anna, "Bruno": bruno, "Carla": carla, "Dino": dino}


# --- contracts ----------------------------------------------------------------------------------

ALIKE = kingdoms(*KINGDOM)
"""Four kingdoms in which the same happens, so that each player has one of a contract as owner."""


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("king.own", row((0, 1, 0), (0, 1, 0), (1, 1, -75), (0, 1, 0))),
        ("king.others", row((0, 3, 0), (0, 3, 0), (3, 3, -225), (0, 3, 0))),
        ("queens.own", row(*[(1, 4, -25)] * 4)),
        ("diamonds.own", row((2, 13, -20), (6, 13, -60), (0, 13, 0), (5, 13, -50))),
        ("diamonds.others", row((6, 39, -60), (18, 39, -180), (0, 39, 0), (15, 39, -150))),
        ("slaps.own", row((1, 13, -15), (3, 13, -45), (4, 13, -60), (5, 13, -75))),
        ("trex.own", row((0, 1, 150), (0, 1, 50), (0, 1, 100), (1, 1, 200))),
        ("trex.others", row((0, 3, 450), (0, 3, 150), (0, 3, 300), (3, 3, 600))),
        ("complex.own", {}),
        ("doubled", {}),
    ],
)
def test_a_contract_counts_what_was_taken_of_it_in_the_own_kingdom_and_in_others(key, rows):
    assert facts(ALIKE, key) == rows


def test_a_doubled_card_brings_its_doubler_points_of_the_contract():
    match = kingdoms(KING | {"doubled": {"KH": 0}}, *KINGDOM[1:])

    assert facts(match, "king.own", deal=1) == {"Anna": (0, 1, 75)}
    assert facts(match, "king.others", deal=1)["Carla"] == (1, 1, -150)


def test_partners_have_what_their_side_took_and_a_kingdom_is_that_of_one_of_them():
    piles = [*KINGDOM[:3], {"contract": "slaps", "tricks": [5, 8]}, TREX]
    match = kingdoms(*piles, others=piles, partners=True)

    assert facts(match, "slaps.own") == row(*[(5, 13, -75), (8, 13, -120)] * 2)
    assert facts(match, "slaps.others")["Carla"] == (15, 39, -225)
    assert facts(match, "queens.own") == row(*[(2, 4, -50)] * 4)
    assert facts(match, "trex.own") == row(*[(0, 1, 250), (1, 1, 250)] * 2)
    assert facts(match, "kingdom")["Anna"] == (1, 1, -75 - 50 - 20 - 75 + 250)
    assert facts(match, "met") == row(*[(2, 2, 2), (0, 2, -2)] * 2)


DOUBLED_COMPLEX = COMPLEX | {"doubled": {"QS": 3, "QD": 1}}


@pytest.mark.parametrize(
    ("contract", "rows"),
    [
        ("king", row((1, 1, -75), (0, 1, 0), (0, 1, 0), (0, 1, 0))),
        # Bruno took the Q♥, and doubled the Q♦ that Carla took.
        ("queens", row((2, 4, -75), (1, 4, 0), (1, 4, -50), (0, 4, 25))),
        ("diamonds", row((4, 13, -40), (2, 13, -20), (6, 13, -60), (1, 13, -10))),
        ("slaps", row((5, 13, -75), (3, 13, -45), (4, 13, -60), (1, 13, -15))),
        ("complex", row((0, 1, -265), (0, 1, -65), (0, 1, -170), (1, 1, 0))),
    ],
)
def test_a_complex_counts_for_each_contract_that_it_plays_at_once(contract, rows):
    match = kingdoms(DOUBLED_COMPLEX, TREX, others=SHORT_KINGDOM, complex=True)

    in_deal = facts(match, f"{contract}.own", deal=1) | facts(match, f"{contract}.others", deal=1)
    assert in_deal == rows


# --- doubling -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "rules", "rows"),
    [
        (DOUBLED_QUEENS, {}, {"Bruno": (1, 2, 25), "Dino": (1, 1, 25)}),
        (DOUBLED_QUEENS, {"own_double": "doubled"}, {"Bruno": (1, 2, 0), "Dino": (1, 1, 25)}),
        (
            DOUBLED_QUEENS | {"leaders": {"QH": 0}},
            {"own_double": "leader_gains"},
            {"Bruno": (1, 2, 0), "Dino": (1, 1, 25)},
        ),
        (
            DOUBLED_QUEENS | {"leaders": {"QH": 1}},
            {"own_double": "leader_gains"},
            {"Bruno": (1, 2, 25), "Dino": (1, 1, 25)},
        ),
        (
            DOUBLED_QUEENS,
            {"own_double": "opponents_gain", "partners": True},
            {"Bruno": (1, 2, 0), "Dino": (1, 1, 25)},
        ),
        (KING | {"doubled": {"KH": 0}}, {}, {"Anna": (1, 1, 75)}),
        (KING | {"doubled": {"KH": 0}}, {"partners": True}, {"Anna": (0, 1, 0)}),
        (KING | {"doubled": {"KH": 0}}, {"reversed": True}, {"Anna": (1, 1, 75)}),
    ],
)
def test_a_doubling_is_paid_by_another_side_or_comes_home(deal, rules, rows):
    rest = [other for other in KINGDOM if other["contract"] != deal["contract"]]

    assert facts(kingdoms(deal, *rest, **rules), "doubled") == rows


# --- kingdoms -----------------------------------------------------------------------------------


def test_a_kingdom_counts_for_its_owner_by_when_trex_was_named():
    match = kingdoms(*TREX_FIRST)

    scores = row((1, 1, 90), (0, 1, -80), (0, 1, -60), (0, 1, 50))
    assert facts(match, "kingdom") == scores
    assert facts(match, "trex_named.1") == {"Anna": (1, 1, 90)}
    assert facts(match, "trex_named.5") == {
        name: (1, 1, points) for name, (_count, _of, points) in scores.items() if name != "Anna"
    }


def test_a_deal_that_was_thrown_in_counts_nowhere_and_moves_no_place():
    thrown_in = {"void": "appeal", "contract": "trex"}
    match = kingdoms(thrown_in, *TREX_FIRST)

    assert facts(match, "trex_named.1") == {"Anna": (1, 1, 90)}
    assert facts(match, "trex.own") == facts(ALIKE, "trex.own")


def test_with_reversed_scores_more_is_better_all_the_same():
    match = kingdoms(*KINGDOM, reversed=True)

    for key in ("kingdom", "points", "won", "slaps.own", "comeback"):
        assert facts(match, key) == facts(ALIKE, key)
