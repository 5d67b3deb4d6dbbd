"""The club's year: its evenings as a chart, who met whom, what was played, and records.

The chart has a column a month, a square an evening, in it its matches. Where a month has more
evenings than squares have room, and over several years, a column is a bar as high as there were
evenings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import plain
from app.letters import initials_of
from app.scoring import Game, Text, _, _n
from app.scoring.statistics import is_titled, is_untitled
from app.store.numbers import calendar, totals
from app.store.numbers.calendar import CountedMatch
from app.store.numbers.totals import FactFilter, Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.answers import from_cache
from app.web.core.page.rates import decimal, rounded
from app.web.core.page.variants import variant_named
from app.web.core.page.written_dates import letter_of_month
from app.web.core.services import connection
from app.web.numbers.matrix import MOST_SEEN, Matrix
from app.web.numbers.periods import ALL, chosen_year, counted_years, month_name
from app.web.numbers.records import ClubRecord, VariantRecords, records_of_club

bp = Blueprint("year", __name__, url_prefix="/numbers")

SHOWN_VARIANTS = 4  # so many more variants with records have a row each; all others are behind one


@bp.get("")
def show_year() -> ResponseReturnValue:
    """Show the year that `year` says, the latest without one, or all together; 404 for one in which
    nothing was played to its end. With `people=all` everybody is in the table of who met whom."""
    db, club = connection(), this_club()
    has_uncounted_matches = totals.has_uncounted_matches(db, club)
    years = [] if has_uncounted_matches else counted_years(db, club)
    year = "" if has_uncounted_matches else chosen_year(years, years[-1] if years else "")
    matches = [] if has_uncounted_matches else calendar.counted_matches(db, club, year)
    return render_template(
        "numbers/year.html",
        page=YearPage(matches, year),
        years=years,
        year=year,
        all_years=ALL,
        has_uncounted_matches=has_uncounted_matches,
        has_everybody=request.args.get("people") == ALL,
        most_seen=MOST_SEEN,
        shown=SHOWN_VARIANTS,
    )


@dataclass(frozen=True)
class GameShare:
    """How many of all matches were of a game, or of a title on a pad, and where their standings
    are, or those without a title themselves."""

    game: Game
    name: Text
    matches: int
    url: str


class YearPage:
    """What is told of a year with these matches, or for "" of all years: of the games that there
    are. Each thing is worked out when it is asked for."""

    def __init__(self, matches: Sequence[CountedMatch], year: str) -> None:
        self.year, self.matches = year, [it for it in matches if it.game in GAMES]

    @property
    def evenings(self) -> int:
        """On how many evenings something was played to its end."""
        return len({it.evening for it in self.matches})

    @cached_property
    def played(self) -> dict[int, timedelta]:
        """How long each match went, by its number."""
        return calendar.time_played(connection(), this_club(), self.matches)

    @property
    def minutes(self) -> int:
        """How many minutes these matches went."""
        return self._time // timedelta(minutes=1)

    @property
    def hours(self) -> int:
        """The same in hours, rounded; 0 for less than one."""
        seconds = Fraction(self._time // timedelta(milliseconds=1), 1000)
        return int(rounded(seconds / 3600, 0)) if self.minutes >= 60 else 0

    @cached_property
    def _time(self) -> timedelta:
        return sum(self.played.values(), timedelta())

    def shown(self, number: int) -> str:
        """Return a count as the reader's language writes it."""
        return decimal(number, 0)

    @property
    def has_together(self) -> bool:
        """Whether anything was played together."""
        return any(GAMES[it.game].wins_together for it in self.matches)

    @cached_property
    def chart(self) -> YearChart:
        """Its evenings as columns."""
        return YearChart(self.matches, self.year)

    @cached_property
    def won(self) -> dict[tuple[int, str, str], Total]:
        """How many matches everybody won of how many, by person, game and variant."""
        asked = FactFilter(keys=("won", "won_together"), month=self.year or None)
        by_person = from_cache(totals.add_up, ("person", "game", "variant"), asked)
        return {(who, *of): total for (who, *of), total in by_person.items() if who is not None}

    @cached_property
    def people(self) -> dict[int, Person]:
        """Everybody of the club, by number."""
        return {it.id: it for it in people.list_people(connection(), this_club())}

    @cached_property
    def letters(self) -> dict[int, str]:
        """The initials of everybody who played, by number."""
        here = sorted({person for person, _game, _variant in self.won})
        letters = initials_of([plain(self.people[number].label) for number in here])
        return dict(zip(here, letters, strict=True))

    @cached_property
    def matrix(self) -> Matrix:
        """Who met whom."""
        asked = FactFilter(keys=("met",), month=self.year or None)
        met = from_cache(totals.add_up, ("person", "other"), asked)
        played: Counter[int] = Counter()
        for (person, _game, _variant), total in self.won.items():
            played[person] += total.matches
        return Matrix(met, played, self.people, self.letters)

    @property
    def games(self) -> list[GameShare]:
        """The games that were played, most often first; each leads to its variant most played."""
        # The titles of a pad are told one by one.
        played = Counter(
            (it.game, it.variant if is_titled(GAMES[it.game]) else "") for it in self.matches
        )
        variants = Counter((it.game, it.variant) for it in self.matches)
        most = {game: variant for (game, variant), _n in reversed(variants.most_common())}
        return [
            self._share(game, variant or most[game], count)
            for (game, variant), count in played.most_common()
        ]

    def _share(self, game: str, variant: str, count: int) -> GameShare:
        name = variant_named(game, variant).played
        if is_untitled(variant):
            about: dict[str, Any] = {"game": game, "variant": variant, "month": self.year or None}
            return GameShare(GAMES[game], name, count, url_for("figure.show_matches", **about))
        about = {"game": game, "variant": variant, "year": self.year or None}
        return GameShare(GAMES[game], name, count, url_for("standings.show_standings", **about))

    @cached_property
    def records(self) -> list[tuple[VariantRecords, list[ClubRecord]]]:
        """The records of each variant that has some, most played first."""
        of_variants = records_of_club(self.matches, self.won, self.people, self.year)
        told = [(it, it.records(self.played)) for it in of_variants]
        return [(it, records) for it, records in told if records]


# The chart of its evenings


SQUARE, PITCH = 22, 26  # how wide and high a square is, and how far from the next, in pixels
MOST_SQUARES = 8
# How high the longest bar is and the shortest, and the room of the number above it, in pixels.
BAR_HEIGHT, LEAST_BAR, ABOVE_BAR = 120, 3, 20
BELOW = 26  # the room of the names below the columns, in pixels
MOST_COLUMNS = 16


@dataclass(frozen=True)
class PeriodColumn:
    """A month or a year: its `name` in full and as `short` as below a column, and how many matches
    each of its evenings had, the first evening first."""

    name: str
    short: str
    evenings: Sequence[int]

    @property
    def matches(self) -> int:
        """How many matches it had."""
        return sum(self.evenings)


class YearChart:
    """The evenings of these matches: of a year month by month, or for "" of the latest years."""

    def __init__(self, matches: Sequence[CountedMatch], year: str) -> None:
        self.year = year
        if year:
            periods = [f"{year}-{month:02}" for month in range(1, 13)]
        else:
            periods = [f"{each:04}" for each in range(*year_range(matches))]
        # An evening belongs to the period in which it began.
        began: dict[int, str] = {}
        for match in matches:
            began.setdefault(match.evening, match.day)
        played = Counter(match.evening for match in matches)
        evenings: dict[str, list[int]] = {period: [] for period in periods}
        for evening, day in began.items():
            for period in {day[:4], day[:7]} & evenings.keys():
                evenings[period].append(played[evening])
        self.columns = [PeriodColumn(*names_of(it), evenings[it]) for it in periods]
        self.most = max((len(column.evenings) for column in self.columns), default=0)
        self.has_squares = bool(year) and self.most <= MOST_SQUARES

    @property
    def plot_height(self) -> int:
        """How high the columns are, in pixels."""
        return PITCH * self.most if self.has_squares else BAR_HEIGHT + ABOVE_BAR

    @property
    def height(self) -> int:
        """How high the chart is, in pixels."""
        return self.plot_height + BELOW

    def middle(self, index: int) -> float:
        """Return where the middle of a column is, in hundredths of the width."""
        return round(100 * (index + 0.5) / len(self.columns), 2)

    def top(self, place: int) -> int:
        """Return where a square begins, counted from the foot of its column, in pixels from
        above."""
        return self.plot_height - PITCH * (place + 1)

    def bar(self, column: PeriodColumn) -> int:
        """Return how high the bar of a column is, in pixels; 0 without an evening."""
        evenings = len(column.evenings)
        return max(LEAST_BAR, BAR_HEIGHT * evenings // self.most) if evenings else 0

    @property
    def about(self) -> Text:
        """What it shows, for those who do not see it."""
        told = [
            _("{name}: {evenings}", name=column.name, evenings=evenings_and_matches(column))
            for column in self.columns
            if column.evenings
        ]
        return _("The evenings, with their matches. {columns}", columns=told)


def year_range(matches: Sequence[CountedMatch]) -> tuple[int, int]:
    """Return the first of the latest years that have a column, and that after the last."""
    if not matches:
        return 0, 0
    first, last = int(matches[0].day[:4]), int(matches[-1].day[:4])
    return max(first, last - MOST_COLUMNS + 1), last + 1


def names_of(period: str) -> tuple[str, str]:
    """Return a year or a month (ISO) in full, and as short as below a column."""
    if len(period) == len("2026"):
        return period, period[2:]
    return month_name(period), letter_of_month(period)


def evenings_and_matches(column: PeriodColumn) -> Text:
    """Return how many evenings a column has, and how many matches."""
    evenings = len(column.evenings)
    return _(
        "{evenings}, {matches}",
        evenings=_n("{n} evening", "{n} evenings", evenings),
        matches=_n("{n} match", "{n} matches", column.matches),
    )
