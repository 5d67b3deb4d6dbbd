"""How pages write numbers, days and names of variants."""

from calendar import month_name
from fractions import Fraction
from math import floor

from tests.figures_of_files.club import GAINS_ONLY

MANY, FEW = 10, 5
"""How many matches it takes until a mean, or one of something once a match, says anything."""
MONTHS = month_name[1:]
ORDINALS = ("", "1st", "2nd", "3rd", "4th", "5th")


def decimal(number, digits):
    """Rounded once, a half away from zero."""
    shift = 10**digits
    units = floor(abs(Fraction(number)) * shift + Fraction(1, 2))
    whole, rest = divmod(units, shift)
    shown = f"{whole:,}" + (f".{rest:0{digits}}" if digits else "")
    return f"\N{MINUS SIGN}{shown}" if number < 0 and units else shown


def short(number):
    """Of less than ten with one digit behind the point, unless it is none."""
    return decimal(number, 0 if abs(number) >= 10 else 1).removesuffix(".0")


def signed(number, *, gains_only=False):
    shown = short(number)
    return f"+{shown}" if number > 0 and shown != "0" and not gains_only else shown


def points(number, game, variant):
    """Points of facts, of which more is better, as the table writes them."""
    turned = -number if "reversed" in variant.split(".") else number
    return signed(turned, gains_only=game in GAINS_ONLY)


def percent(count, chances):
    return f"{decimal(Fraction(100 * count, chances), 0)}%"


def many(number, one, more=""):
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def k_of_n(total):
    return f"{total.count:,} of {total.chances:,}"


def day_in_words(day, on_page_of=""):
    """A date, without its year on a page of that year."""
    words = f"{day.day} {MONTHS[day.month - 1]}"
    return words if str(day.year) == on_page_of else f"{words} {day.year}"


def until_it_says_anything(more):
    return f"{many(more, 'more match', 'more matches')} until this says anything"


def by_matches(variants):
    """Variants with how many matches each has, most first."""
    return sorted(variants, key=lambda it: (-variants[it], *it))
