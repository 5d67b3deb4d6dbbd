"""What pages say of Trex where they tell what many matches add up to."""

from fractions import Fraction

from tests.web.numbers.pieces import Grid
from tests.web.numbers.words import FEW, MANY, ORDINALS, k_of_n

NAME = "Trex"
ALONE = {"partners": False, "complex": False, "swapped": False, "reversed": False}
PLAYED = [
    (4, ALONE, 36),
    (4, ALONE | {"complex": True, "reversed": True}, 32),
    (4, ALONE | {"partners": True}, 18),
]
CONTRACTS = {
    "king": ("King", 1),
    "queens": ("Queens", 4),
    "diamonds": ("Diamonds", 13),
    "slaps": ("Slaps", 13),
    "trex": ("Trex", 1),
    "complex": ("Complex", 1),
}
"""What they are called, and how many cards or tricks count in a deal of them."""
FLOORS = {"doubled": 1} | {f"trex_named.{place}": FEW for place in range(1, 6)}
SUMS = {"doubled"}
RECORDS = {"kingdom": "Best kingdom"}


def name_of_variant(_players, rules):
    words = ["Partners" if "partners" in rules else "Each alone"]
    words += ["Complex" if "complex" in rules else "Classic"]
    words += ["Swapped values"] if "swapped" in rules else []
    return " · ".join(words + (["Reversed"] if "reversed" in rules else []))


def sections_of(played):
    rows = {
        name: ([f"{key}.own", f"{key}.others"], there_are)
        for key, (name, there_are) in CONTRACTS.items()
    }
    heads = ["own kingdom", "others’ kingdoms"]
    yield "Points a deal, by contract", MANY, Grid(heads, rows)
    yield "Doubling", MANY, doubling
    yield "When Trex is named: mean of the kingdom", MANY, trex_named


def doubling(played):
    total = played.total("doubled")
    if not total.chances:
        return ""
    words = f"{k_of_n(total)} paid, {played.points(total.points)}"
    return f"{words} someone else took it came home"


def trex_named(played):
    kingdoms = played.total("kingdom")
    if not kingdoms.chances:
        return ""
    places = range(1, 3 if "complex" in played.variant.split(".") else 6)
    totals = [played.total(f"trex_named.{place}") for place in places]
    mean = played.points(Fraction(kingdoms.points, kingdoms.chances))
    words = f"Line: mean of all {kingdoms.chances} kingdoms, {mean}."
    if any(0 < total.matches < FEW for total in totals):
        words += " Open bar: fewer than 5, too few to say."
    if "reversed" in played.variant:
        words += " The lowest total wins here: up is better."
    words += " As a table mean of all"
    for place, total in zip(places, totals, strict=True):
        mean = "–"
        if total.chances:
            mean = played.points(Fraction(total.points, total.chances))
        words += f" {ORDINALS[place]} {mean} {total.chances} of {kingdoms.chances}"
    return words


def in_a_deal(key):
    contract, _dot, whose = key.partition(".")
    return CONTRACTS[contract][1] if whose in ("own", "others") else 1
