"""Days and times of a page, in its language; the pattern of a date is in `app.dates`.

What is near is said as people say it: just now, 5 min ago, 20:40, last night, Friday.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from app import dates
from app.languages import current_language
from app.scoring import Text, _, _n

WEEK = 7
"""Of a day that is so many ago the date says more than its name."""
PARTS_OF_DAY = (
    (12, _("{day} morning")),
    (17, _("{day} afternoon")),
    (24, _("{day} evening")),
    (30, _("{day} night")),
)
"""Which part of a day it is, by the hour before which it ends: the night ends in the morning."""
MOMENT = timedelta(minutes=1)
DINNER = 17
"""From this hour on what was yesterday was last night."""


def day_in_words(day: str, *, with_weekday: bool = False, on_page_of: str = "") -> str:
    """A date (ISO) as people say it: “15 November” or “Sunday 15 November”, with the year unless it
    is this one or that of the page; "" for none."""
    if not day:
        return ""
    when = date.fromisoformat(day)
    is_clear = when.year == datetime.now(UTC).year or day[:4] == on_page_of
    return dates.write_day(
        when, current_language(), with_weekday=with_weekday, with_year=not is_clear
    )


def day_as_title(day: str) -> str:
    """A date (ISO) with its weekday where it begins a line, as the name of an evening does: with a
    capital, which many languages write only there."""
    words = day_in_words(day, with_weekday=True)
    return words[:1].upper() + words[1:]


def full_day(day: date, *, with_weekday: bool = False) -> str:
    """A date with its year, for what is read years later."""
    return dates.write_day(day, current_language(), with_weekday=with_weekday)


def month_in_words(month: str, *, with_year: bool = True) -> str:
    """The month of a date, or a month (both ISO)."""
    day = date.fromisoformat(f"{month[:7]}-01")
    return dates.write_month(day, current_language(), with_year=with_year)


def letter_of_month(month: str) -> str:
    """The one letter of a month (ISO) where there is no room for more."""
    return dates.write_letter_of_month(date.fromisoformat(f"{month}-01"), current_language().locale)


def clock_in_words(moment: datetime) -> str:
    """The time of day."""
    return dates.write_clock(moment, current_language())


def moment_in_words(moment: str, utc_offset: int | None, *, with_clock: bool = False) -> Text:
    """How long ago a moment (ISO, UTC) was, or when, by a clock so many minutes ahead of UTC; with
    the time of day also on another day if `with_clock`."""
    at, now = dates.local_time(moment, utc_offset), datetime.now(UTC)
    minutes = (now - at) // MOMENT
    # Whose clock is fast writes what is a little later than now.
    if -60 < minutes < 1:
        return _("just now")
    if 0 < minutes < 60:
        return _n("{n} min ago", "{n} min ago", minutes)
    clock = _("{clock}", clock=clock_in_words(at))
    if utc_offset is None:
        clock = _("{clock} UTC", clock=clock_in_words(at))
    day, days = evening_of(moment, utc_offset)
    if days == 0:
        return clock
    words = _("{day}", day=day_in_words(day.isoformat()))
    if days == 1:
        is_late = at.hour >= DINNER or at.date() > day
        words = _("last night") if is_late else _("yesterday")
    elif 1 < days < WEEK:
        words = _("{day}", day=dates.write_weekday(day, current_language().locale))
    return _("{day}, {clock}", day=words, clock=clock) if with_clock else words


def evening_of(moment: str, utc_offset: int | None) -> tuple[date, int]:
    """The day of the evening to which a moment (ISO, UTC) belongs, and how many days ago that is;
    the night belongs to the day before."""
    now = datetime.now(UTC).isoformat()
    day, today = (date.fromisoformat(dates.day_of(it, utc_offset)) for it in (moment, now))
    return day, (today - day).days


def part_of_day(moment: str, utc_offset: int | None) -> Text:
    """Which evening a moment (ISO, UTC) belongs to, in the last week by its name: “Friday evening”;
    otherwise, and where nobody knows what the clock showed, by its date."""
    day, days = evening_of(moment, utc_offset)
    if utc_offset is None or not 0 <= days < WEEK:
        return _("{day}", day=day_in_words(day.isoformat()))
    at = dates.local_time(moment, utc_offset)
    hour = at.hour + 24 * (at.date() > day)
    part = next(words for end, words in PARTS_OF_DAY if hour < end)
    return Text(part.template, day=dates.write_weekday(day, current_language().locale))


def weekdays() -> list[str]:
    """The names of the days, from Sunday on, as scripts count them."""
    sunday = date(2023, 1, 1)
    return [dates.write_weekday(sunday + timedelta(n), current_language().locale) for n in range(7)]
