"""How means, rates and shares are written: worked out exactly, rounded once."""

from fractions import Fraction

import pytest

from app.web.core.page.rates import decimal, percent, points_behind, short_decimal, signed_number


@pytest.mark.parametrize(
    ("points", "matches", "written"),
    [
        (-2985, 51, "−59"),  # −58.53, which is −58.5 in between
        (2800, 110, "+25"),  # 25.45
        (1650, 56, "+29"),  # 29.46
        (-25, 10, "−2.5"),
        (5, 20, "+0.3"),  # a half, away from zero
        (-5, 20, "−0.3"),
        (105, 10, "+11"),
        (-105, 10, "−11"),
        (9949, 1000, "+9.9"),
        (9950, 1000, "+10"),
        (30, 10, "+3"),
        (-1, 30, "0"),
        (1, 30, "0"),
        (12_345_678, 10, "+1,234,568"),
    ],
)
def test_a_mean_is_rounded_once_and_a_half_away_from_zero(app, points, matches, written):
    with app.test_request_context():
        assert signed_number(Fraction(points, matches)) == written
        mirrored = written.translate(str.maketrans("+−", "−+"))
        assert signed_number(Fraction(-points, matches)) == mirrored


def test_numbers_without_a_sign_places_and_shares_are_rounded_alike(app):
    with app.test_request_context():
        assert [short_decimal(Fraction(n, 20)) for n in (5, 199, 200, 210)] == [
            *("0.3", "10", "10", "11"),
        ]
        assert [decimal(Fraction(n, 200), 2) for n in (301, 303)] == ["1.51", "1.52"]
        assert [percent(Fraction(n, 8)) for n in (1, 3, 8)] == ["13%", "38%", "100%"]
        assert points_behind(Fraction(45, 2)) == "−23"
