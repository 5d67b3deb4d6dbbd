"""Days and moments that come in with a form or a file: whether a match can have been then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.scoring import Text, _
from app.scoring.model.text import Numerals
from app.scoring.model.typed_numbers import plain_digits
from app.store.engine import now

EARLIEST_DAY = date(1900, 1, 1)


def latest_day() -> date:
    """The last day on which a match can have been played: somewhere it is tomorrow already."""
    return datetime.now(UTC).date() + timedelta(days=1)


def parse_day(text: str) -> date:
    """Parse a day (ISO) that was typed, in the digits of any keyboard. Raises ValueError."""
    return date.fromisoformat(plain_digits(text).strip())


def problem_of_day(text: str, write: Callable[[date], str] = date.isoformat) -> Text | None:
    """What is wrong with a day (ISO), with the numbers; None for nothing. A page has days written
    as people say them, and of a file they are quoted."""
    try:
        day = parse_day(text)
    except ValueError:
        return _("A date is needed here, such as 2024-05-03.")
    return problem_of_date(day, write)


def problem_of_date(day: date, write: Callable[[date], str] = date.isoformat) -> Text | None:
    """Why nothing can have been played on a day, None if it can."""
    if day < EARLIEST_DAY:
        return _(
            "{day} is too long ago: the first day here is {first}.",
            day=write(day),
            first=write(EARLIEST_DAY),
        )
    if day > latest_day():
        return _(
            "{day} is still to come: the last day can be {last}.",
            day=write(day),
            last=write(latest_day()),
        )
    return None


def read_moment(value: Any) -> str | None:
    """A moment of a file as the store has it (ISO, UTC); None for one that is none, and for one at
    which nothing can have been played. Without a time zone it is taken as UTC."""
    moment = as_moment(value)
    if moment is None or problem_of_moment(value):
        return None
    return moment.isoformat(timespec="milliseconds")


def problem_of_moment(value: Any) -> Text | None:
    """Why nothing can have been played at a moment of a file, with the numbers; None if it can, or
    if the file says none."""
    if value in (None, ""):
        return None
    moment = as_moment(value)
    if moment is None:
        return _("“{moment}” is no date.", moment=str(value)[:40])
    earliest = datetime.combine(EARLIEST_DAY, datetime.min.time(), UTC)
    if moment < earliest or moment > datetime.now(UTC) + timedelta(days=1):
        return problem_of_date(moment.date()) or problem_of_date(latest_day() + timedelta(days=1))
    return None


def as_moment(value: Any) -> datetime | None:
    """A moment that a file says, in UTC; None for none that any clock can show."""
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return None


@dataclass(frozen=True)
class Beginning:
    """When a match of a file is taken to have begun (ISO, UTC). If that is not what the file says,
    `remark` says why; `is_corrected` if what it says cannot be."""

    moment: str
    remark: Text | None = None
    is_corrected: bool = False


def beginning_of(started: Any, others: Iterable[Any], day: str = "") -> Beginning:
    """When a match began that has `started` at a moment of its file, by which nothing can have been
    played before 1900 or tomorrow, nor have ended before it began. Else it is the earliest of the
    `others` that the file says of it, or the `day` (ISO) of its evening, or now."""
    began, problem = read_moment(started), problem_of_moment(started)
    later = sorted(moment for it in others if (moment := read_moment(it)))
    if began and later and later[-1] < began:
        problem = _(
            "It ended on {ended}, before it began on {began}.",
            ended=in_words(later[-1]),
            began=in_words(began),
        )
    elif began:
        return Beginning(began)
    noon = f"{day}T12:00:00+00:00" if day else None
    moment = later[0] if later else read_moment(noon) or now()
    if problem:
        counts = _("{problem} It counts for {day}.", problem=problem, day=Numerals(moment[:10]))
        return Beginning(moment, counts, is_corrected=True)
    if later or read_moment(noon):
        return Beginning(moment)
    day = Numerals(moment[:10])
    unknown = _("The file does not say when it was played: it counts for {day}.", day=day)
    return Beginning(moment, unknown)


def in_words(moment: str) -> Numerals:
    """A moment as a remark says it, to the minute."""
    return Numerals(moment[:16].replace("T", " "))
