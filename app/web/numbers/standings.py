"""The standings of one variant of a game: how often everybody won, beside what chance would give,
and where they finished; over a year, a month or all time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.languages import plain
from app.letters import initials_of
from app.scoring import Game, Text
from app.scoring.facts import MANY
from app.scoring.statistics import MatchVariant, is_untitled
from app.store.numbers import calendar, totals
from app.store.numbers.totals import FactFilter, Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.answers import from_cache
from app.web.core.listed_players import page_of
from app.web.core.page.rates import decimal, mean_place, short_decimal
from app.web.core.page.variants import variant_named
from app.web.core.services import connection
from app.web.numbers.periods import ALL, chosen_year, month_name, period_in_words, years_of
from app.web.numbers.variant_totals import (
    ZERO,
    VariantTotals,
    game_or_404,
    place_by_chance,
    points_keys,
    variant_or_404,
    wins_by_chance,
)

bp = Blueprint("standings", __name__, url_prefix="/numbers")


@bp.get("/<game>/<variant>")
def show_standings(game: str, variant: str) -> ResponseReturnValue:
    """Show the standings over the `year` or the `month`, all time without; 404 where nothing was
    played to its end."""
    db, club = connection(), this_club()
    game_here, variant_here = game_or_404(game), variant_or_404(game, variant)
    has_uncounted_matches = totals.has_uncounted_matches(db, club)
    counts = {} if has_uncounted_matches else from_cache(calendar.count_matches_by_month)
    page = StandingsPage(game_here, variant_here, counts)
    if not has_uncounted_matches:
        page.choose(request.args.get("month"))
    return render_template(
        "numbers/standings.html",
        page=page,
        paged=page_of(() if has_uncounted_matches else page.rows),
        page_address=partial(
            url_for,
            "standings.show_standings",
            game=game,
            variant=variant,
            year=request.args.get("year"),
            month=request.args.get("month"),
        ),
        has_uncounted_matches=has_uncounted_matches,
        all_years=ALL,
        many=MANY,
        month_name=month_name,
    )


@dataclass(frozen=True)
class StandingsRow:
    """How somebody stands; `letters` are their initials among all."""

    person: Person
    letters: str
    of: VariantTotals

    @property
    def is_enough(self) -> bool:
        """Whether their matches are enough for a mean, and for a place among others."""
        return self.of.matches >= MANY

    @property
    def won_by_chance(self) -> str:
        """How often they would have won if all were equally good."""
        return short_decimal(wins_by_chance([self.of]))

    @property
    def mean_place(self) -> str:
        """The mean of their places."""
        return mean_place(self.of.place)

    @property
    def mean_points(self) -> str:
        """The mean of their points, as the game shows them."""
        return self.of.points(self.of.totals.get("points", ZERO).mean_points)

    @property
    def order(self) -> tuple[bool, Fraction | int, Fraction | int, int]:
        """The sort key: first all who have enough matches, by the share that they won and their
        mean place; then all others, most matches first."""
        won, place = self.of.won.share, self.of.place
        if not self.is_enough:
            return True, -self.of.matches, -won, self.person.id
        return False, -won, Fraction(place.count, place.matches or 1), self.person.id


class StandingsPage:
    """The standings of a variant over a `period`, a year or a month (ISO), "" for all time.

    `counts` says how many matches there were by game, variant and month.
    """

    def __init__(
        self, game: Game, variant: MatchVariant, counts: Mapping[tuple[str, str, str], int]
    ) -> None:
        self.game, self.variant = game, variant
        self._counts = {
            (key, month): count
            for (of_game, key, month), count in counts.items()
            if of_game == game.key
        }
        self._months = sorted(month for key, month in self._counts if key == variant.key)
        self.period = ""

    def choose(self, month: str | None) -> None:
        """Take the month, or the year of the request; 404 if nothing was played there."""
        is_open = self._months and not is_untitled(self.variant.key)
        if not is_open or (month is not None and month not in self._months):
            abort(404)
        self.period = month or chosen_year(self.years, "")

    @property
    def years(self) -> Sequence[str]:
        """The years in which it was played."""
        return years_of(self._months)

    @property
    def year(self) -> str:
        """The year of the period, "" for all."""
        return self.period[:4]

    @property
    def month(self) -> str:
        """The month, "" if the period is none."""
        return self.period if self.period != self.year else ""

    @property
    def months(self) -> Sequence[str]:
        """The months of the year in which it was played."""
        return [month for month in self._months if self.year and month.startswith(self.year)]

    @property
    def words(self) -> Text:
        """Which period it is."""
        return period_in_words(self.period)

    @cached_property
    def _played(self) -> Counter[str]:
        """How many matches there were in the period, by the key of their variant."""
        played: Counter[str] = Counter()
        for (key, month), count in self._counts.items():
            if month.startswith(self.period):
                played[key] += count
        return played

    @property
    def count(self) -> int:
        """How many matches there were."""
        return self._played[self.variant.key]

    @property
    def others(self) -> list[tuple[MatchVariant, int]]:
        """The other variants that were played in the period, and how often."""
        played = self._played.most_common()
        others = [
            (key, count)
            for key, count in played
            if key != self.variant.key and not is_untitled(key)
        ]
        return [(variant_named(self.game.key, key), count) for key, count in others]

    @cached_property
    def points_key(self) -> str:
        """The key of the variant whose points are compared: of a title, that of most matches."""
        return points_keys(self.game.key, self.period).get(self.variant.key, self.variant.key)

    @property
    def about_points(self) -> Text | None:
        """What the matches with these points have in common; None where they are all."""
        return self.rows[0].of.about_points if self.rows else None

    @cached_property
    def rows(self) -> Sequence[StandingsRow]:
        """Everybody who played, in their order."""
        totals_of_person: dict[int, dict[str, Total]] = {}
        for variant, keys in (
            (self.variant.key, ("won", "won_together", "place", "by_chance")),
            (self.points_key, ("points",)),
        ):
            asked = FactFilter(
                game=self.game.key, variant=variant, keys=keys, month=self.period or None
            )
            added = from_cache(totals.add_up, ("person", "key"), asked)
            for (who, key), total in added.items():
                if who is not None and total.matches:
                    totals_of_person.setdefault(who, {})[key] = total
        everybody = people.list_people(connection(), this_club())
        listed = [person for person in everybody if person.id in totals_of_person]
        rows = [
            StandingsRow(
                person,
                letters,
                VariantTotals(
                    self.game, self.variant.key, totals_of_person[person.id], self.points_key
                ),
            )
            for person, letters in zip(
                listed, initials_of([plain(person.label) for person in listed]), strict=True
            )
        ]
        return sorted(rows, key=lambda row: row.order)

    @property
    def has_few(self) -> bool:
        """Whether the matches of anybody are not enough."""
        return not all(row.is_enough for row in self.rows)

    @property
    def place_by_chance(self) -> str:
        """The mean place if all were equally good."""
        return decimal(place_by_chance([row.of for row in self.rows]), 2) if self.rows else ""
