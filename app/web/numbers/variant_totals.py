"""Totals by variant, which all pages of numbers share: wins, places and points of a person or of a
club, and how many wins and which mean place equal players would have by chance alone.

A win rate is `VariantTotals.won.share` (`Total.share` of `app.store.numbers.totals`, which adds up
what `app.store.matches.facts` keeps of each match); how it is written is in
`app.web.core.page.rates`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from flask import abort

from app.games import GAMES
from app.scoring import Game, Refused, Text
from app.scoring.facts import Figure
from app.scoring.statistics import (
    FIGURES,
    IN_POINTS,
    TITLED,
    WHOLE_WIN,
    MatchVariant,
    is_titled,
    key_of_title,
)
from app.store.numbers import totals
from app.store.numbers.totals import FactFilter, Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.answers import from_cache
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
from app.web.core.services import connection
from app.web.people.players import person_or_404

ZERO = Total()
# From so many meetings on something is said of two people.
MEETINGS = next(figure.floor for figure in FIGURES if figure.key == "met")


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
    if is_titled(game_or_404(game)):
        players_of_keys: Iterable[str] = [TITLED]
    else:
        players_of_keys = map(str, GAMES[game].players)
    if players not in players_of_keys:
        abort(404)
    try:
        variant = variant_named(game, key)
    except (KeyError, ValueError, Refused):
        abort(404)
    # Whatever else an address says would be one more address of the same page.
    return variant if variant.key == key else abort(404)


@dataclass(frozen=True)
class VariantTotals:
    """What was added up in one variant of a game, by the key of each figure.

    The points of a title are those of its matches that can be compared, as most of them: the key of
    their variant is `points_key`, "" where they are those of all.
    """

    game: Game
    key: str
    totals: Mapping[str, Total]
    points_key: str = ""

    @cached_property
    def variant(self) -> MatchVariant:
        """What the variant is called, and which sign its points have."""
        return variant_named(self.game.key, self.key)

    @property
    def played(self) -> Text:
        """What is played: the game, or the title of a pad."""
        return self.variant.played

    @cached_property
    def name(self) -> Text | None:
        """What the variant is called, None where the game is always played alike."""
        return self.variant.name if self.variant.name != self.played else None

    @cached_property
    def of_points(self) -> MatchVariant:
        """The variant among whose matches points are added up."""
        return variant_named(self.game.key, self.points_key or self.key)

    @property
    def about_points(self) -> Text | None:
        """What the matches with these points have in common; None where they are all."""
        is_compared = is_titled(self.game) and "points" in self.totals
        return self.of_points.name if is_compared else None

    def key_of(self, figure: str) -> str:
        """Return the key of the variant to which the facts of a figure belong."""
        return self.points_key or self.key if figure in IN_POINTS else self.key

    @cached_property
    def compared(self) -> int:
        """How many matches have points that are added up."""
        return self.totals.get("points", ZERO).matches

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

    @cached_property
    def wins_by_chance(self) -> Fraction:
        """How many of the matches equal sides would win each."""
        if of_each := self.totals.get("by_chance"):
            return Fraction(of_each.points, WHOLE_WIN)
        return Fraction(self.matches, self.sides)

    @cached_property
    def squares(self) -> int:
        """The number of sides of each match, squared and added up."""
        of_each = self.totals.get("by_chance")
        return of_each.count if of_each else self.matches * self.sides**2

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
        own = -points if self.of_points.is_reversed else points
        return signed_number(own, is_signed=not self.game.only_gains)


def by_variant(added: Mapping[tuple[Any, ...], Total]) -> list[VariantTotals]:
    """Return totals by game, variant and key, put together variant by variant: most matches
    first. Of a title the points are those of most matches that can be compared."""
    by_key: dict[tuple[str, str], dict[str, Total]] = {}
    for (game, variant, key), total in added.items():
        by_key.setdefault((game, variant), {})[key] = total
    found: dict[tuple[str, str], dict[str, Total]] = {}
    compared: dict[tuple[str, str], dict[str, dict[str, Total]]] = {}
    for (game, variant), some in by_key.items():
        if game in GAMES:
            of = game, key_of_title(GAMES[game], variant)
            points = {key: total for key, total in some.items() if key in IN_POINTS}
            others = {key: total for key, total in some.items() if key not in IN_POINTS}
            found.setdefault(of, {}).update(others)
            if points:
                compared.setdefault(of, {})[variant] = points
    variants = []
    for (game, key), some in found.items():
        of_points = compared.get((game, key), {})
        most = min(of_points, key=lambda it: (-most_matches(of_points[it]), it), default="")
        points = of_points.get(most, {})
        variants.append(VariantTotals(GAMES[game], key, {**some, **points}, most))
    return sorted(variants, key=lambda it: (-it.matches, it.game.key, it.key))


def points_keys(game: str, period: str) -> dict[str, str]:
    """Return for each variant of a game that was played in a year or a month (ISO) the key of the
    variant among whose matches points are compared: of a title, that of most matches."""
    if not is_titled(GAMES[game]):
        return {}
    asked = FactFilter(game=game, keys=("points",), month=period or None)
    matches = from_cache(totals.count_matches, asked)
    most: dict[str, str] = {}
    for key in sorted(matches, key=lambda it: (-matches[it], it)):
        most.setdefault(key_of_title(GAMES[game], key), key)
    return most


def most_matches(some: Mapping[str, Total]) -> int:
    """Return in how many matches there is any of these totals."""
    return max((total.matches for total in some.values()), default=0)


# By chance


def wins_by_chance(variants: Iterable[VariantTotals]) -> Fraction:
    """Return how many of these matches would be won if all sides were equal."""
    return sum((it.wins_by_chance for it in variants), Fraction())


def place_by_chance(variants: Sequence[VariantTotals]) -> Fraction:
    """Return the mean place if all sides were equal."""
    sides = sum(it.place.chances or it.matches for it in variants)
    return Fraction(sides + matches_of(variants), 2 * matches_of(variants))


def spread_by_chance(variants: Sequence[VariantTotals]) -> float:
    """Return by how much chance alone moves the mean place: two standard deviations of it."""
    variance = sum(Fraction(it.squares - it.matches, 12) for it in variants)
    return 2 * sqrt(variance) / matches_of(variants)


def matches_of(variants: Iterable[VariantTotals]) -> int:
    """Return how many matches these are together."""
    return sum(it.matches for it in variants)


def sum_of(totals: Iterable[Total]) -> Total:
    """Return totals added up."""
    return sum(totals, ZERO)
