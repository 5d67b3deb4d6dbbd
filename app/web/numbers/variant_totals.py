"""Totals by variant, which all pages of numbers share: wins, places and points of a person or of a
club, and how many wins and which mean place equal players would have by chance alone.

A win rate is `VariantTotals.won.share` (`Total.share` of `app.store.numbers.totals`); how it is
written is in `app.web.core.page.rates`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, Concatenate, ParamSpec, TypeVar

from flask import abort, g

from app.games import GAMES
from app.scoring import Game, Refused, Text
from app.scoring.facts import Figure
from app.scoring.statistics import FIGURES, MatchVariant
from app.store.clubs import clubs
from app.store.engine import Database
from app.store.numbers.totals import Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.page.rates import (
    DASH,
    Exact,
    mean_place,
    percent,
    points_behind,
    rate,
    signed_number,
)
from app.web.core.page.variants import variant_named
from app.web.core.services import connection, services
from app.web.people.players import person_or_404

P = ParamSpec("P")
Answer = TypeVar("Answer")

ZERO = Total()
# From so many meetings on something is said of two people.
MEETINGS = next(figure.floor for figure in FIGURES if figure.key == "met")


def from_cache(
    question: Callable[Concatenate[Database, str, P], Answer],
    *args: P.args,
    **options: P.kwargs,
) -> Answer:
    """Return what a function of the store returns for the club of this request, from a cache while
    the club has the same version. The answer is shared and must not be changed.

    Not for names and titles, which change without another version.
    """
    db, club = connection(), this_club()
    if "version" not in g:
        # Before anything is read: what is newer than its version is asked for once too often.
        g.version = clubs.version_of(db, club)
    key = (question, club, g.version, args, *sorted(options.items()))
    answer: Answer = services().answer_cache.get_or_ask(
        key, lambda: question(db, club, *args, **options)
    )
    return answer


def canonical_person_or_404(person_id: int) -> Person:
    """Return the person with this number, or the one into whom they were merged; 404 without
    one."""
    person = person_or_404(person_id)
    canonical = people.canonical_people(connection(), this_club(), [person.id])
    return canonical.get(person.id) or abort(404)


def game_or_404(key: str) -> Game:
    """Return the game with this key; 404 without one."""
    return GAMES.get(key) or abort(404)


def variant_or_404(game: str, key: str) -> MatchVariant:
    """Return the variant of a game, both by key as an address has them; 404 if there is none."""
    players = key.partition(".")[0]
    if players not in map(str, game_or_404(game).players):
        abort(404)
    try:
        variant = variant_named(game, key)
    except (KeyError, ValueError, Refused):
        abort(404)
    # Whatever else an address says would be one more address of the same page.
    return variant if variant.key == key else abort(404)


@dataclass(frozen=True)
class VariantTotals:
    """What was added up in one variant of a game, by the key of each figure."""

    game: Game
    key: str
    totals: Mapping[str, Total]

    @cached_property
    def variant(self) -> MatchVariant:
        """What the variant is called, and which sign its points have."""
        return variant_named(self.game.key, self.key)

    @property
    def name(self) -> Text | None:
        """What the variant is called, None where the game is always played alike."""
        return self.variant.name if self.variant.name != self.game.name else None

    @cached_property
    def won(self) -> Total:
        """Matches won of all, apart or together."""
        return self.totals.get("won_together" if self.game.wins_together else "won", ZERO)

    @cached_property
    def place(self) -> Total:
        """Places, of so many sides: both added up."""
        return self.totals.get("place", ZERO)

    @cached_property
    def matches(self) -> int:
        """How many matches there were."""
        return self.won.matches

    @cached_property
    def sides(self) -> int:
        """How many sides a match has."""
        return self.place.chances // self.place.matches if self.place.matches else 1

    def value(self, figure: Figure, total: Total, chances: int = 1) -> str:
        """Return what a figure of the variant adds up to, as every page writes it; in a deal it had
        so many `chances`. A dash for a mean of nothing."""
        if figure.key == "place":
            return mean_place(total)
        if figure.times:
            return rate(total)
        if figure.value == "share":
            return percent(total.share)
        if figure.value == "sum":
            return self.points(total.points)
        if figure.key == "comeback":
            # Only a match that was won from behind has points of it.
            return points_behind(Fraction(total.points, total.count)) if total.count else DASH
        return self.points(total.mean_points * chances) if total.chances else DASH

    def points(self, points: Exact) -> str:
        """Return points, or a mean of them, as the pages of the game show them."""
        own = -points if self.variant.is_reversed else points
        return signed_number(own, is_signed=not self.game.only_gains)


def by_variant(totals: Mapping[tuple[Any, ...], Total]) -> list[VariantTotals]:
    """Return totals by game, variant and key, put together variant by variant: most matches
    first."""
    found: dict[tuple[str, str], dict[str, Total]] = {}
    for (game, variant, key), total in totals.items():
        if game in GAMES:
            found.setdefault((game, variant), {})[key] = total
    variants = [VariantTotals(GAMES[game], key, some) for (game, key), some in found.items()]
    return sorted(variants, key=lambda it: (-it.matches, it.game.key, it.key))


# By chance


def wins_by_chance(variants: Iterable[VariantTotals]) -> Fraction:
    """Return how many of these matches would be won if all sides were equal."""
    return sum((Fraction(it.matches, it.sides) for it in variants), Fraction())


def place_by_chance(variants: Sequence[VariantTotals]) -> Fraction:
    """Return the mean place if all sides were equal."""
    return Fraction(sum(it.matches * (it.sides + 1) for it in variants), 2 * matches_of(variants))


def spread_by_chance(variants: Sequence[VariantTotals]) -> float:
    """Return by how much chance alone moves the mean place: two standard deviations of it."""
    variance = sum(Fraction(it.matches * (it.sides**2 - 1), 12) for it in variants)
    return 2 * sqrt(variance) / matches_of(variants)


def matches_of(variants: Iterable[VariantTotals]) -> int:
    """Return how many matches these are together."""
    return sum(it.matches for it in variants)


def sum_of(totals: Iterable[Total]) -> Total:
    """Return totals added up."""
    return sum(totals, ZERO)
