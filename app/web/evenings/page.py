"""The result of an evening with its chart, turning point and awards, for its page, picture and
text."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property

from app.dates import local_time, parse_moment
from app.languages import plain
from app.letters import graphemes, initials_of
from app.scoring import Match, Seat, Text, _
from app.scoring.awards import Award
from app.scoring.highlights import TurningPoint, choose_awards, turning_point
from app.scoring.model.seats import FORGOTTEN, SEAT_HUES, hues_of, label_of
from app.scoring.statistics import deals_that_count, find_holder
from app.store.matches import lists, matches
from app.store.numbers import calendar
from app.store.people.evenings import Evening
from app.store.people.people import Person
from app.store.people.seatings import PersonSeat
from app.web.core.access import this_club
from app.web.core.page.written_dates import clock_in_words, day_as_title, day_in_words
from app.web.core.services import connection
from app.web.evenings.chart import EveningChart, Mark, PlayedMatch
from app.web.evenings.result import (
    MOST_MATCHES,
    PersonResult,
    counted_matches,
    facts_of_items,
    leaders_of,
    results_of,
)
from app.web.match.match_list import MatchListItem, list_items
from app.web.match.repository import matches_of_today

MARK = "?#1"  # of every player whose name was forgotten
# Matches replayed for the chart, the turning point and awards, and shown as columns
MOST_REPLAYED = 12


class EveningPage:
    """One evening: who was ahead of whom, match by match, what turned it, and awards.

    Each thing is worked out when a page asks for it.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        db, club = connection(), this_club()
        self.items = list_items(lists.matches_of_evening(db, club, evening.id, MOST_MATCHES))

    @property
    def name(self) -> str:
        """Its title, or its day."""
        return self.evening.title or day_as_title(self.evening.day)

    @property
    def day(self) -> str:
        """Its day in words."""
        return day_in_words(self.evening.day, with_weekday=True)

    # Its matches

    @cached_property
    def played(self) -> list[PlayedMatch]:
        """The matches that were played to their end, of the first `MOST_REPLAYED`."""
        items = {
            item.match.id: item
            for item in self.items[:MOST_REPLAYED]
            if item.match.is_over and not item.summary["ended"]
        }
        records = matches.find_matches(connection(), this_club(), [*items])
        found = []
        for match in matches_of_today(records):
            began = local_time(match.started, match.utc_offset)
            clock = "" if match.utc_offset is None else clock_in_words(began)
            minutes = max(1, self.time_played[match.id] // timedelta(minutes=1))
            found.append(PlayedMatch(items[match.id], match, clock, minutes))
        return found

    @cached_property
    def matches(self) -> dict[int, Match]:
        """The same matches by number."""
        return {played.match.id: played.match for played in self.played}

    @cached_property
    def time_played(self) -> Mapping[int, timedelta]:
        """The time that each match took, by its number, without corrections on a later day."""
        matches = [item.match for item in self.items]
        return calendar.time_played(connection(), this_club(), matches)

    def ended(self, item: MatchListItem) -> datetime:
        """When the last answer of a match was given, as far as it belongs to the evening."""
        return parse_moment(item.match.started) + self.time_played[item.match.id]

    @property
    def hours(self) -> Text | None:
        """The hours of the evening, by the clock of the phone that began its first match; None for
        an older match, which did not store that clock."""
        first = self.items[0].match if self.items else None
        if first is None or first.utc_offset is None:
            # Of older matches nobody knows what the clock showed.
            return None
        moments = first.started, max(map(self.ended, self.items)).isoformat()
        ends = (local_time(moment, first.utc_offset) for moment in moments)
        began, ended = map(clock_in_words, ends)
        return _("{first} to {last}", first=began, last=ended)

    @cached_property
    def finished(self) -> list[MatchListItem]:
        """The matches that count: those that have a place for somebody with a result."""
        counted = counted_matches(self.results)
        return [item for item in self.items if item.match.id in counted]

    @property
    def columns(self) -> list[MatchListItem]:
        """The matches that count and have a column."""
        return self.finished[:MOST_REPLAYED]

    @property
    def without_column(self) -> int:
        """The number of matches that count and have no column."""
        return len(self.finished[MOST_REPLAYED:])

    @property
    def cooperative(self) -> list[MatchListItem]:
        """The finished matches of games in which all win or lose together."""
        return [
            item
            for item in self.items
            if item.match.is_over and item.game.wins_together and not item.summary["ended"]
        ]

    @property
    def shown_cooperative(self) -> list[MatchListItem]:
        """The cooperative matches that have a row."""
        return self.cooperative[:MOST_REPLAYED]

    @property
    def last_finished(self) -> MatchListItem | None:
        """The match that was finished last, which can be begun again from here; None if none is
        over."""
        over = [item for item in self.items if item.match.is_over]
        return max(over, key=self.ended, default=None)

    # Its players

    @cached_property
    def results(self) -> list[PersonResult]:
        """The result of each player who met another, the clearest leader first."""
        return results_of(self.items, facts_of_items(self.items))

    @cached_property
    def leaders(self) -> list[PersonResult]:
        """The results that lead the evening."""
        return leaders_of(self.results)

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """The mark of each player of the evening, by name."""
        names: dict[str, None] = {}
        colours: dict[str, int] = {}
        for item in self.items:
            # Whoever was forgotten has another mark in each match.
            names |= dict.fromkeys(map(one_mark, item.summary["players"]))
            colours |= {one_mark(name): hue for name, hue in item.match.colours.items()}
        names |= dict.fromkeys(stored_name(result.person) for result in self.results)
        # Of more people than there are hues everybody has their own, though some share one.
        hues = hues_of([*names], colours)
        if len(names) > SEAT_HUES:
            hues = [colours.get(name) or hue for name, hue in zip(names, hues, strict=True)]
        labels = [plain(label_of(name)) for name in names]
        return {
            label: Mark(letters, hue)
            for label, letters, hue in zip(labels, initials_of(labels), hues, strict=True)
        }

    @cached_property
    def _people(self) -> dict[int, dict[int, Person]]:
        """The person for whom each seat counts, by match and seat, in the matches that were played
        to their end."""
        return {
            played.match.id: people_of_seats(played.item.match.seats, played.match)
            for played in self.played
        }

    def mark_of(self, match: Match, seat: Seat) -> Mark:
        """Return the mark of the person for whom a seat counts, else of the one who sits there
        now."""
        person = self._people[match.id].get(seat.index)
        name = plain(person.label if person else seat)
        return self.marks.get(name) or Mark(graphemes(name)[0].upper(), seat.hue)

    # What is told of it

    @cached_property
    def chart(self) -> EveningChart | None:
        """Its matches as panels, None without one that was played to its end."""
        return EveningChart(self.played, self.mark_of) if self.played else None

    @property
    def about_chart(self) -> Text:
        """The chart in words, for those who cannot see it."""
        told = [
            _("{game}: {headline}", game=played.item.name, headline=played.item.headline)
            for played in self.played
        ]
        return _("The evening, match by match. {matches}", matches=told)

    @cached_property
    def turn(self) -> TurningPoint | None:
        """The turning point of the longest match, None if it has none."""
        matches = self.matches.values()
        longest = max(matches, key=lambda match: len(match.standing.finished), default=None)
        return turning_point(longest) if longest else None

    @cached_property
    def awards(self) -> list[tuple[list[Mark], Sequence[Seat], Award]]:
        """The awards with the marks and seats of their holders, at most one for each person; none
        if they are hidden."""
        if not self.evening.has_awards:
            return []
        people = self._people

        def person_at(match: Match, seat: Seat) -> Hashable:
            person = people[match.id].get(seat.index)
            return person.id if person else (match.id, seat.index)

        return [
            ([self.mark_of(match, seat) for seat in award.seats], award.seats, award)
            for match, award in choose_awards([*self.matches.values()], person_at)
            if all(seat.index in people[match.id] for seat in award.seats)
        ]


def one_mark(name: str) -> str:
    """Return a stored name, or the one mark of all players whose name was forgotten."""
    return MARK if FORGOTTEN.fullmatch(name) else name


def stored_name(person: Person) -> str:
    """Return the name of a person as matches store it: the mark if it was forgotten."""
    return person.name if person.forgotten is None else MARK


def people_of_seats(seats: Sequence[PersonSeat], match: Match) -> dict[int, Person]:
    """Return the person for whom each seat of a finished match counts, by the index of the seat:
    who sat there in more than half of its deals."""

    def person_at(seat: int, deal: int) -> Person | None:
        sat = [one.person for one in seats if one.seat == seat and one.deal <= deal]
        return sat[-1] if sat else None

    deals = deals_that_count(match.standing.result)
    holders = {
        seat.index: find_holder(person_at, seat.index, deals)
        for seat in match.standing.table.players
    }
    return {at: one for at, one in holders.items() if one and one.is_known}
