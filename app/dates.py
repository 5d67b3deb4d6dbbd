"""Days and times: to which day a moment belongs, and how both are written: the date
format, in patterns of Babel instead of `strftime`.

The day is written before the month, and the clock has 24 hours, on pages, pictures and paper alike;
"yesterday" and the like on pages are in `app.web.core.page.written_dates`. A match has the clock of
the phone that began it, whoever reads about it and where, so that it has one day everywhere.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Protocol

from babel import Locale
from babel.dates import format_date

MORNING = timedelta(hours=6)  # the time at which the day of an evening ends


def parse_moment(text: str) -> datetime:
    """Parse a moment as it is stored (ISO, UTC); one that is damaged is very long ago."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = datetime.min
    return at if at.tzinfo else datetime.combine(at.date(), at.time(), UTC)


def local_time(moment: str, utc_offset: int | None) -> datetime:
    """Return a moment (ISO, UTC) by a clock that is so many minutes ahead of UTC; in UTC if that is
    not known, or no clock can show it."""
    at = parse_moment(moment)
    with suppress(OverflowError, ValueError):
        return at.astimezone(timezone(timedelta(minutes=utc_offset or 0)))
    return at


def day_of(moment: str, utc_offset: int | None) -> str:
    """Return the date (ISO) of the evening to which a moment belongs: before six in the morning it
    is the day before."""
    try:
        return (local_time(moment, utc_offset) - MORNING).date().isoformat()
    except OverflowError:
        return datetime.min.date().isoformat()


class DatedMatch(Protocol):
    """A match that began at a moment (ISO, UTC) by a clock so many minutes ahead of UTC; it counts
    for the day that people have `dated` it, "" if they have not."""

    @property
    def dated(self) -> str: ...
    @property
    def started(self) -> str: ...
    @property
    def utc_offset(self) -> int | None: ...


def day_of_match(match: DatedMatch) -> str:
    """Return the day (ISO) for which a match counts."""
    return match.dated or day_of(match.started, match.utc_offset)


# In words


class DateStyle(Protocol):
    """How a language writes days: by Babel's `locale`, in its own digits, and the first of a month
    with a word or sign of its own, such as 1er, "" for none."""

    @property
    def locale(self) -> Locale | str: ...
    @property
    def first_of_month(self) -> str: ...
    def in_digits(self, words: str, /) -> str: ...


def write_day(
    day: date, language: DateStyle, *, with_weekday: bool = False, with_year: bool = True
) -> str:
    """Return a day as people say it: “17 November 2026”, “Tuesday 17 November”."""
    number = "d"
    if day.day == 1 and language.first_of_month:
        number = "'{}'".format(language.first_of_month.replace("'", "''"))
    shape = f"{number} MMMM y" if with_year else f"{number} MMMM"
    shape = f"EEEE {shape}" if with_weekday else shape
    return language.in_digits(format_date(day, shape, language.locale))


def write_weekday(day: date, locale: Locale | str) -> str:
    """Return the name of the day: “Tuesday”."""
    return format_date(day, "EEEE", locale)


def write_month(month: date, language: DateStyle, *, with_year: bool = True) -> str:
    """Return the month of a day: “November 2026”."""
    name = "LLLL" if has_months_of_their_own(str(language.locale)) else "MMMM"
    shape = f"{name} y" if with_year else name
    return language.in_digits(format_date(month, shape, language.locale))


def has_months_of_their_own(locale: str) -> bool:
    """Whether a month that stands alone has another form than in a date, as in Russian.

    A region's names are only in its dates, in Babel 2.18: so the language is asked.
    """
    months = Locale(Locale.parse(locale).language).months
    return bool(months["stand-alone"]["wide"] != months["format"]["wide"])


def write_letter_of_month(month: date, locale: Locale | str) -> str:
    """Return the one letter of the month of a day: “N”."""
    return format_date(month, "LLLLL", locale)


def write_clock(moment: datetime, language: DateStyle) -> str:
    """Return the time of day: “20:40”."""
    return language.in_digits(f"{moment:%H:%M}")
