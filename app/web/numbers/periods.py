"""Which part of a club's time a page of numbers is about: a year, a month of one, or all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import abort, request

from app.games import GAMES
from app.scoring import Text, _
from app.scoring.model.text import Numerals
from app.store.engine import Database
from app.store.numbers import calendar
from app.web.core.page.written_dates import month_in_words

ALL = "all"  # the word of an address for all years


def counted_years(db: Database, club: str) -> list[str]:
    """Return the years in which a club has played a match to its end, the earliest first."""
    counts = calendar.count_matches_by_month(db, club)
    return years_of(month for game, _variant, month in counts if game in GAMES)


def years_of(months: Iterable[str]) -> list[str]:
    """Return the years in which these months (ISO) are, the earliest first."""
    return sorted({month[:4] for month in months})


def chosen_year(years: Sequence[str], usual: str) -> str:
    """Return the year that the request asks for, the `usual` one if it names none, "" for all of
    them; 404 for one that is not there."""
    asked = request.args.get("year")
    if asked is None:
        return usual
    if asked == ALL:
        return ""
    return asked if asked in years else abort(404)


def period_in_words(period: str) -> Text:
    """Return a year or a month (ISO) as people say it."""
    if not period:
        return _("All years")
    if len(period) == len("2026"):
        return _("{year}", year=Numerals(period))
    return _("{month}", month=month_in_words(period))


def month_name(month: str) -> str:
    """Return a month (ISO) without its year."""
    return month_in_words(month, with_year=False)
