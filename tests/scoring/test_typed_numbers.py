"""A number is read as people type it, whatever keyboard they have."""

import pytest

from app.scoring.model.typed_numbers import plain_digits
from app.scoring.prompts.amounts import read_amount
from app.scoring.prompts.base import parse_whole

TYPED = [
    ("45", 45),
    ("٤٥", 45),
    ("٤5", 45),
    ("۴۵", 45),
    ("４５", 45),
    (" ٤٥\u00a0", 45),
    ("-45", -45),
    ("−٤٥", -45),
    ("٤٥−", -45),
    ("٤٥ -", -45),
    ("45–", -45),
    ("− 45", -45),
    ("+٤٥", 45),
    ("\u200f−٤٥\u200e", -45),
    ("\u2066−٤٥\u2069", -45),
    ("-\u200e45", -45),
    ("1,000", 1000),
    ("١٬٠٠٠", 1000),
    ("−١٬٢٥٠", -1250),
    ("1 250", 1250),
    ("1\u202f250−", -1250),
]
REFUSED = [
    *("1,5", "١٫٥", "1.5", "1,00", "1,0000", "1 2", "12 14", "--5", "-5-", "5-5-", "−", "4x", "٤س"),
    *("12+", "٤٥+"),
    *(
        "1_000",
        "9" * 10,
        "٩" * 200,
        "\u200f",
        "½",
        "²",
        "五",
        "0x1",
        "1e3",
        "," * 50,
        "5" + " " * 200 + "x",
    ),
]


@pytest.mark.parametrize(("typed", "number"), TYPED)
def test_a_number_is_read_in_the_digits_of_any_keyboard(typed, number):
    assert parse_whole(typed) == number
    assert read_amount(typed) == number


@pytest.mark.parametrize("typed", REFUSED)
def test_what_is_no_number_is_kept_as_it_was_typed(typed):
    assert parse_whole(typed) == typed


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("١٢ + 11 − ۷", [12, 11, -7]),
        ("−2+\u200f٣", [-2, 3]),
        ("1,000 + ٥", [1000, 5]),
        ("12 14", "12 14"),
        ("5 + x", "5 + x"),
    ],
)
def test_a_sum_is_read_so_as_well(typed, amount):
    assert read_amount(typed) == amount


def test_a_date_is_typed_in_any_digits_too():
    assert plain_digits("٢٠٢٦-١١-٢٩\u200f") == "2026-11-29"
