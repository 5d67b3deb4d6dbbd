"""The club's year: its evenings, who met whom, what was played, and records."""

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
from app.scoring import Game, Text
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
from app.web.core.services import connection
from app.web.numbers.club_records import ClubRecord, VariantRecords, records_of_club
from app.web.numbers.matrix import MOST_SEEN, Matrix
from app.web.numbers.periods import ALL, chosen_year, counted_years
from app.web.numbers.year_chart import YearChart

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
