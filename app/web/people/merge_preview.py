"""What would change if two people were one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from app.games import GAMES
from app.scoring import Text, _
from app.scoring.statistics import is_titled
from app.store.numbers import attendance, totals
from app.store.numbers.attendance import Attendance
from app.store.numbers.totals import FactFilter, MatchFact
from app.store.people import people
from app.web.core.access import this_club
from app.web.core.page.written_dates import month_in_words
from app.web.core.services import connection
from app.web.evenings.result import MatchPlacing, finishes_of

LATEST_MATCHES = 1_000  # of a person, that are read for wins and for the best
STILL_HERE = timedelta(days=60)  # since the last match of somebody who still plays


@dataclass(frozen=True)
class PersonFigures:
    """What the matches of a person come to: each that counts, with how they finished it."""

    attendance: Attendance
    finishes: Sequence[MatchPlacing]

    @property
    def won(self) -> int:
        """How many of the matches that count were won."""
        return sum(finish.place == 1 for finish in self.finishes)

    def best(self, game: str) -> int | None:
        """The highest total in a match of this game that the highest total won; None for none."""
        totals = [
            finish.total
            for finish in self.finishes
            if finish.game == game and not finish.is_reversed
        ]
        return max(totals, default=None)

    @property
    def span(self) -> Text | None:
        """From when to when somebody played, None if never."""
        first, last = self.attendance.first, self.attendance.last
        if not first:
            return None
        days = date.fromisoformat(first), date.fromisoformat(last)
        began, ended = (month_in_words(day.isoformat()) for day in days)
        if datetime.now(UTC).date() - days[1] < STILL_HERE:
            return _("since {month}", month=began)
        if began == ended:
            return _("{month}", month=began)
        return _("{first} to {last}", first=began, last=ended)


@dataclass(frozen=True)
class MergePreview:
    """The figures of two people, and how often the person that they would be was there.

    With `has_uncounted_matches` the club's facts are still being written, and it is not known how
    their matches ended.
    """

    one: PersonFigures
    other: PersonFigures
    together: Attendance
    has_uncounted_matches: bool

    @property
    def rows(self) -> list[tuple[Text, Sequence[object]]]:
        """What changes, in words, each with both numbers and the one that there would be."""
        people = (self.one, self.other)
        before = [person.attendance for person in people]
        rows: list[tuple[Text, Sequence[object]]] = [
            (_("Matches"), [it.matches for it in (*before, self.together)])
        ]
        shares = [(person.won, len(person.finishes)) for person in people]
        shares.append((sum(won for won, _of in shares), sum(of for _won, of in shares)))
        if shares[-1][1]:
            won = [_("{n} of {all}", n=n, all=of) if of else "–" for n, of in shares]
            rows.append((_("Matches won"), won))
        rows.append((_("Evenings"), [it.evenings for it in (*before, self.together)]))
        if self.game:
            game = GAMES[self.game]
            best = [person.best(self.game) for person in people]
            best.append(max(total for total in best if total is not None))
            totals = ["–" if total is None else game.signed_total(total) for total in best]
            rows.append((_("Best {game}", game=game.name), totals))
        return rows

    @property
    def game(self) -> str | None:
        """The game that both together played most of those in which anybody has a best."""
        played = [finish.game for finish in (*self.one.finishes, *self.other.finishes)]
        # The points of two titles are not compared.
        games = [game for game in GAMES if not is_titled(GAMES[game])]
        for game in sorted(games, key=lambda key: -played.count(key)):
            if any(person.best(game) is not None for person in (self.one, self.other)):
                return game
        return None


def preview_of(one: int, other: int) -> MergePreview:
    """What would change if these two people, by number, were one."""
    db, club = connection(), this_club()
    has_uncounted_matches = totals.has_uncounted_matches(db, club)
    groups = [people.group_of(db, club, person) for person in (one, other)]
    figures, others = (
        PersonFigures(
            attendance.attendance_of(db, club, group),
            [] if has_uncounted_matches else latest_finishes(person),
        )
        for person, group in zip((one, other), groups, strict=True)
    )
    together = attendance.attendance_of(db, club, [*groups[0], *groups[1]])
    return MergePreview(figures, others, together, has_uncounted_matches)


def latest_finishes(person: int) -> list[MatchPlacing]:
    """How somebody, with everybody who was merged into them, finished each match that counts, of
    the latest."""
    db, club, facts = connection(), this_club(), list[MatchFact]()
    for key in ("place", "points"):
        fact_filter = FactFilter(person=person, keys=(key,))
        facts += totals.list_facts(db, club, fact_filter, limit=LATEST_MATCHES)
    return [*finishes_of(facts).get(person, {}).values()]
