"""Points as they are said at the table: what a cell can hold, sums, and what the rest is."""

import pytest

from app.scoring import Refused, _
from app.scoring.model.seats import seats_of
from app.scoring.prompts import Amounts
from app.scoring.prompts.base import Reply

SEATS = seats_of(["Ana", "Ben", "Cleo", "Dora"], {})


def amounts(**fields):
    return Amounts(key="points", ask=_("How many points?"), seats=SEATS, **fields)


def form(*typed):
    return {f"points.{place}": text for place, text in enumerate(typed)}


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("14", 14),
        ("−2", -2),
        ("-2", -2),
        ("+3", 3),
        ("−0", 0),
        ("٤٥", 45),
        (" 12 + 11+7 ", [12, 11, 7]),
        ("20 − 5", [20, -5]),
        ("007", 7),
    ],
)
def test_a_cell_is_a_number_or_a_sum(typed, answer):
    assert amounts().accept(form(typed, "0", "0", "0")) == [answer, 0, 0, 0]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("12+", "“12+” is not a whole number."),
        ("1e9", "“1e9” is not a whole number."),
        ("1.5", "“1.5” is not a whole number."),
        ("123456", "“123456” is not a whole number."),
        ("99999+1", "Ana cannot have 100,000: from −99,999 to 99,999."),
        ("", "How many points for Ana?"),
        ("1+" * 60 + "1", "is not a whole number."),
        ("+".join("1" * 21), "21 numbers are added up for Ana; the most is 20."),
    ],
)
def test_what_is_none_is_refused_with_what_was_typed(typed, words):
    with pytest.raises(Refused) as refused:
        amounts().accept(form(typed, "0", "0", "0"))

    assert words in str(refused.value)
    assert refused.value.problems[0].at == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("12 +", "0", "0", "0"), "1 number to enter"),
        (("12 + 8 −", "−", "", "0"), "3 numbers to enter"),
        (("1.5", "0", "0", "0"), "“1.5” is not a whole number."),
        (("12 + 8", "0", "0", "0"), None),
    ],
)
def test_a_sum_that_is_begun_is_a_number_to_enter(typed, words):
    missing = Reply(amounts(), form(*typed)).missing

    assert (missing and str(missing)) == words


@pytest.mark.parametrize(
    "answer",
    ["1", {"a": 1}, [1, 2], [1, 2, 3, 4, 5], [1, 2, 3, True], [1, 2, 3, [[1]]], [[], 0, 0, 0]],
)
def test_an_answer_of_another_shape_is_refused(answer):
    assert amounts().problems(answer)


def test_a_blank_is_no_zero_but_the_last_one_of_a_known_sum():
    assert amounts().read(form("6", "-2", "-2", "")) == [6, -2, -2, None]
    assert amounts(total=0).read(form("6", "-2", "-2", "")) == [6, -2, -2, -2]
    assert amounts(total=0).read(form("6", "", "", "")) == [6, None, None, None]


def test_the_rest_gives_each_that_is_missing_the_same_share():
    prompt = amounts(total=0)

    shared = prompt.rest_fields({**form("6", "", "", ""), "rest": "1", "after": "3"})
    assert shared == {**form("6", "-2", "-2", "-2"), "after": "3"}
    uneven = prompt.rest_fields(form("5", "", "", ""))
    assert uneven == form("5", "", "", "")
    assert prompt.rest_fields(form("5", "x", "", "")) == form("5", "x", "", "")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("6", "0", "0", "0"), "That makes 6, not 0: 6 too many."),
        (("-6", "0", "0", "0"), "That makes −6, not 0: 6 missing."),
    ],
)
def test_a_wrong_sum_says_by_how_much(typed, words):
    (problem,) = amounts(total=0).problems(amounts(total=0).read(form(*typed)))

    assert str(problem.message) == words


def test_a_form_filled_again_gives_the_same_answer():
    prompt = amounts()
    answer = [14, -2, [12, 11, 7], 0]

    assert prompt.accept(prompt.fill(answer)) == answer
    assert prompt.value(answer) == dict(zip(SEATS, (14, -2, 30, 0), strict=True))
    assert [str(item) for item in prompt.items(answer)] == ["Ana 14", "Ben −2", "Cleo 30", "Dora 0"]
    assert prompt.reseated(answer, [1, 0, 2, 3]) == [-2, 14, [12, 11, 7], 0]
