"""Rates, means and shares as the pages of numbers write them: worked out exactly, rounded once.

A half is rounded away from zero, so that what one player gained and another lost is the same
number with another sign.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from app.languages import ENGLISH, current_language
from app.scoring import Text, _, say
from app.scoring.facts import Figure
from app.scoring.model.text import WrittenNumber, isolate
from app.scoring.prompts.players import ORDINALS
from app.store.numbers.totals import Total

Exact = int | Fraction | float
"""A number that is not rounded yet; a float is what its binary digits say."""
WHOLE = 10
"""From here on a mean is written without a digit behind its point."""
DASH = "\N{EN DASH}"
"""In place of a number that says nothing yet."""


def rounded(number: Exact, digits: int) -> Decimal:
    """The number with so many digits behind its point, a half away from zero; never −0."""
    size = abs(Fraction(number)) * 10**digits
    units = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    is_negative = number < 0 and units > 0
    return Decimal((int(is_negative), tuple(map(int, str(units))), -digits))


def decimal(number: Exact, digits: int) -> str:
    """A number with so many digits behind its point, as the reader's language writes it."""
    return f"{rounded(number, digits):,f}".translate(current_language().number_marks)


def short_decimal(number: Exact) -> str:
    """A number with one digit behind its point, unless that is zero, or the number ten or more."""
    digits = 1 if -WHOLE < number < WHOLE else 0
    return decimal(number, digits if rounded(number, digits) % 1 else 0)


def signed_number(number: Exact, *, is_signed: bool = True) -> str:
    """Points or their mean, as short as they are written; with a plus if `is_signed`."""
    # A mean that rounds to 0 has no sign.
    is_more = number > 0 and rounded(number, 1) > 0
    shown = short_decimal(number)
    return WrittenNumber(f"+{shown}" if is_more and is_signed else shown)


def points_behind(points: Exact) -> str:
    """How far behind a match was won from: behind is less, whichever total wins."""
    return signed_number(-points)


def percent(part: Exact) -> str:
    """A share in whole hundredths."""
    language = current_language()
    words = say(_("{share}%", share=int(rounded(part, 2) * 100)), language)
    # With digits of ours the sign is behind them whichever way the words around it run; one of
    # Arabic goes along.
    is_ours = language.shape.percent == ENGLISH.shape.percent
    return isolate(words) if is_ours and language.direction != ENGLISH.direction else words


def k_of_n(count: int, chances: int) -> Text:
    """How often of all."""
    return _("{n} of {all}", n=count, all=chances)


def how_often(figure: Figure, total: Total) -> Text:
    """How often of all; of a rate, how often in how many."""
    if figure.times:
        return figure.times(n=total.count, all=total.chances)
    return k_of_n(total.count, total.chances)


def rate(total: Total) -> str:
    """How often in each chance."""
    return decimal(total.share, 1 if total.count >= total.chances else 2)


def mean_place(total: Total) -> str:
    """The mean of places, which are the `count` of each match."""
    return decimal(Fraction(total.count, total.matches), 2)


def ordinal(place: int) -> Text:
    """A place in words: 1st."""
    return ORDINALS[place - 1] if place <= len(ORDINALS) else _("{n}th", n=place)
