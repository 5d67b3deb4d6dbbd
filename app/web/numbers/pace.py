"""How long a deal takes where somebody plays, beside how long it takes in the whole club.

Logs know when each answer was given and not by whom: a pace is that of a table, never of one hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from statistics import median

from app.scoring.facts import MANY
from app.store.numbers import calendar
from app.store.people.people import Person
from app.web.core.answers import from_cache
from app.web.core.page.rates import short_decimal
from app.web.numbers.variant_totals import VariantTotals

LATEST = 30  # a pace is that of so many matches at most, the latest
LEAST = timedelta(seconds=20)  # no deal is played in less: such a match was entered afterwards
MINUTE, TICK = timedelta(minutes=1), timedelta.resolution


@dataclass(frozen=True)
class Pace:
    """The minutes a deal took in the middle one of so many `matches`; `of_club` is the same for
    everybody, each as it is written."""

    matches: int
    minutes: str
    of_club: str


def pace_of(person: Person, variant: VariantTotals) -> Pace | None:
    """Return the pace of the tables at which a person played a variant; None of too few matches."""
    own, of_club = minutes_of_deals(variant, person.id), minutes_of_deals(variant)
    if min(len(own), len(of_club)) < MANY:
        return None
    return Pace(len(own), short_decimal(median(own)), short_decimal(median(of_club)))


def minutes_of_deals(variant: VariantTotals, person: int | None = None) -> list[Fraction]:
    """Return the minutes a deal took in the latest matches of a variant, of the club or of a
    person."""
    game, key = variant.game.key, variant.key
    times = from_cache(calendar.times_of_deals, game, key, person=person, limit=LATEST)
    return [Fraction(long // TICK, MINUTE // TICK) for long in times if long >= LEAST]
