"""What a count makes so far, and which number alone would make it right."""

import pytest

from app.scoring.prompts.count_sum import CountSum

A, B, C = "Anna", "Bruno", "Carla"


def count_of(*counts, **fewest):
    return CountSum(13, fewest, dict(zip((A, B, C), counts, strict=True)))


@pytest.mark.parametrize(
    ("counts", "fault", "repairs"),
    [
        ((7, 4, 2), None, {}),
        ((7, 7, 3), "4 too many", {A: 3, B: 3}),
        ((8, 5, 1), "1 too many", {A: 7, B: 4, C: 0}),
        ((8, 5, 2), "2 too many", {A: 6, B: 3, C: 0}),
        ((1, 3, 7), "2 too few", {A: 3, B: 5, C: 9}),
        ((7, 8, None), "2 too many", {A: 5, B: 6}),
        ((7, 4, None), None, {}),
        ((13, 13, 13), "26 too many", {}),
    ],
)
def test_a_number_fits_that_makes_the_total_beside_all_others(counts, fault, repairs):
    found = count_of(*counts)

    assert (found.fault and str(found.fault)) == fault
    assert found.repairs == repairs


def test_nobody_gets_less_than_is_possible_and_who_has_no_number_yet_counts_as_that():
    found = count_of(13, None, None, Carla=2)

    assert str(found.fault) == "2 too many"
    assert found.repairs == {A: 11}
    assert count_of(7, 7, 2, Carla=2).fit(C) is None
    assert count_of(9, 3, 1, Carla=2).below == 1


@pytest.mark.parametrize(
    ("counts", "guidance"),
    [
        ((7, 7, 3), "Anna 7, Bruno 7: one of them is 3"),
        ((9, 6, 0), "Anna 7 or Bruno 4: each makes 13"),
        ((8, 5, 2), "2 too many: tap what would fit"),
        ((13, 1, 0), "Anna 12 makes 13"),
        ((13, 13, 13), "26 too many: more than one number is wrong"),
    ],
)
def test_one_line_says_what_to_do(counts, guidance):
    found = count_of(*counts)
    if counts == (13, 1, 0):
        found = count_of(*counts, Bruno=1)

    assert str(found.guidance) == guidance


def test_who_has_nothing_to_give_is_told_so():
    found = count_of(7, 7, 3)

    assert [str(found.remark(who)) for who in (A, B, C)] == [
        "3 fits",
        "3 fits",
        "nothing to give",
    ]
