"""Records: of a person, the match or the evening of each, and of a club, in each variant of a game.

Those of a person are of all time, but for the hardest match, which is of the last 365 days; those
of a club are of a year or of all time. Of equal ones the earlier is the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from flask import url_for

from app.games import GAMES
from app.scoring import Game, Text, _, _n
from app.scoring.facts import MANY
from app.scoring.model.text import Numerals
from app.scoring.statistics import IN_POINTS, is_untitled
from app.store.numbers import records, totals
from app.store.numbers.calendar import CountedMatch
from app.store.numbers.records import ENOUGH_MATCHES, BestFact, Run
from app.store.numbers.totals import FactFilter, MatchFact, Total
from app.store.people.people import Person
from app.web.core.answers import from_cache
from app.web.core.page.rates import points_behind
from app.web.core.page.written_dates import day_in_words
from app.web.numbers.variant_totals import VariantTotals, points_keys

YEAR = timedelta(days=365)
LEAST_RUN = 3  # so many wins in a row are a run
LEAST_WINS = 2  # so many wins can be the most
BEST = ("points", "comeback", "won_together")  # the keys under which the most points are a record


# Of a person


@dataclass(frozen=True)
class PersonRecord:
    """A record: its name, when and how, what it was, and the page where it stands."""

    name: Text
    about: Text | str
    value: Text | str
    url: str


def records_of_variant(person_id: int, variant: VariantTotals) -> Iterator[PersonRecord]:
    """Yield the records of a person in a variant in which everybody has a total."""
    best = find_fact(person_id, variant, "points", "most points")
    if best is None or variant.compared < ENOUGH_MATCHES:
        return
    game = variant.game
    yield of_match(_("Best {game}", game=variant.played), best, variant.points(best.points))
    for key, name in (game.statistics.records if game.statistics else {}).items():
        if fact := find_fact(person_id, variant, key, "most points"):
            yield of_match(name, fact, variant.points(fact.points), deal=fact.deals[-1])
    comeback = find_fact(person_id, variant, "comeback", "most points")
    if comeback and comeback.points:
        about = _("won from behind, {day}", day=day_in_words(comeback.day))
        yield of_match(_("Comeback"), comeback, points_behind(comeback.points), about)
    since = (datetime.now(UTC) - YEAR).date().isoformat()
    hardest = find_fact(person_id, variant, "points", "fewest points", since)
    if hardest and variant.compared >= MANY and hardest.match_id != best.match_id:
        about = _("of the last 365 days, {day}", day=day_in_words(hardest.day))
        points = variant.points(hardest.points)
        yield of_match(_("Hardest {game}", game=variant.played), hardest, points, about)


def records_of_all_games(person_id: int) -> Iterator[PersonRecord]:
    """Yield the longest run and the best evening of a person."""
    asked = FactFilter(person=person_id)
    run = from_cache(records.longest_runs, (), asked).get(())
    if run and run.matches > 1:
        about = _("matches won, until {day}", day=day_in_words(run.day))
        url = url_for("play.show_match", match_id=run.match_id)
        yield PersonRecord(_("Longest run"), about, str(run.matches), url)
    best = from_cache(records.best_evening, person_id)
    if best:
        about = _("{day}, ahead", day=day_in_words(best.day))
        value = _("{n} of {all}", n=best.ahead, all=best.meetings)
        url = url_for("evenings.show_evening", evening_id=best.id)
        yield PersonRecord(_("Best evening"), about, value, url)


def find_fact(
    person_id: int, variant: VariantTotals, key: str, order: str, since: str | None = None
) -> MatchFact | None:
    """Return the first fact of a person in a variant, by one of the orders of the store; None for
    none."""
    asked = FactFilter(
        person=person_id,
        game=variant.game.key,
        variant=variant.key_of(key),
        keys=(key,),
        since=since,
    )
    return next(iter(from_cache(totals.list_facts, asked, order, limit=1)), None)


def of_match(
    name: Text,
    fact: MatchFact,
    value: str,
    about: Text | None = None,
    deal: int | None = None,
) -> PersonRecord:
    """Return the record that a match was, or one of its deals; with its day, unless more is to be
    said."""
    url = url_for("play.show_match", match_id=fact.match_id)
    if deal is not None:
        url = url_for("correct.show_deal", match_id=fact.match_id, number=deal)
    return PersonRecord(name, about or day_in_words(fact.day), value, url)


# Of a club


@dataclass(frozen=True)
class ClubRecord:
    """A record: what it is called, who holds it and since when, its value, and the address of its
    match, if it has one; without a `person` it is shown with a `sign`."""

    name: Text
    about: Text
    value: Any
    url: str | Literal[False]
    person: Person | None = None
    sign: str = "sheet"


class VariantRecords:
    """The records of the matches of one variant, which are in their order.

    `best` are those of these matches by each key of `BEST`, `run` is the longest, `won` says of
    each person how many they won of how many; `people` are by number.
    """

    def __init__(
        self,
        matches: Sequence[CountedMatch],
        people: Mapping[int, Person],
        period: str,
        *,
        best: Mapping[str, BestFact],
        run: Run | None,
        won: Mapping[int, Total],
        points_key: str = "",
    ) -> None:
        self.matches, self._points_key = matches, points_key
        self._people, self._period = people, period
        self._best, self._run, self._won = best, run, won

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.matches[0].game]

    @property
    def of(self) -> VariantTotals:
        """Which variant it is, with no totals."""
        return VariantTotals(self.game, self.matches[0].variant, {}, self._points_key)

    @property
    def about(self) -> Text:
        """The variant in words, and how many matches of it there were."""
        matches = _n("{n} match", "{n} matches", len(self.matches))
        if self.of.name is None:
            return matches
        return _("{variant} · {matches}", variant=self.of.name, matches=matches)

    def records(self, played: Mapping[int, timedelta]) -> list[ClubRecord]:
        """Return all of them; `played` says how long each match went, by its number."""
        found = [
            self.best("points", _("Most points")),
            self.best("comeback", _("Comeback")),
            self.best("won_together", _("Best score")),
            self.longest_run(),
            self.most_wins(),
            self.longest_match(played),
        ]
        return [record for record in found if record]

    def _day(self, day: str) -> str:
        return day_in_words(day, on_page_of=self._period)

    def best(self, key: str, name: Text) -> ClubRecord | None:
        """Return the most points under a key; only in points themselves they can be less than
        one."""
        best = self._best.get(key)
        if best is None or (key != "points" and best.points <= 0):
            return None
        day = self._day(best.day)
        url = url_for("play.show_match", match_id=best.match_id)
        if key == "won_together":
            return ClubRecord(name, _("{day}", day=day), best.points, url, sign=self.game.icon)
        person = self._people[best.person]
        value: Any = points_behind(best.points)
        if key == "points":
            value = self.of.points(best.points)
        about = _("{name}, {day}", name=person.label, day=day)
        return ClubRecord(name, about, value, url, person)

    def longest_run(self) -> ClubRecord | None:
        """Return the longest run of matches won, of those in which somebody played; None if it is
        short."""
        run = self._run
        if run is None or run.matches < LEAST_RUN:
            return None
        person, day = self._people[run.person], self._day(run.day)
        about = _("{name}, until {day}", name=person.label, day=day)
        url = url_for("play.show_match", match_id=run.match_id)
        return ClubRecord(_("Longest run"), about, run.matches, url, person)

    def most_wins(self) -> ClubRecord | None:
        """Return who won most matches; of several with as many, who needed fewest. None where
        nobody wins alone."""
        if self.game.wins_together:
            return None
        holder = max(
            self._won, key=lambda it: (self._won[it].count, -self._won[it].matches, -it), default=0
        )
        # One win is no record: somebody always has it.
        if not holder or self._won[holder].count < LEAST_WINS:
            return None
        person, won = self._people[holder], self._won[holder]
        value = _("{n} of {all}", n=won.count, all=won.matches)
        # Of whoever was forgotten there is no list of matches.
        url = person.forgotten is None and url_for(
            "figure.show_matches",
            person=person.id,
            game=self.game.key,
            variant=self.of.key,
            key="won",
            month=self._period or None,
        )
        return ClubRecord(_("Most wins"), _("{name}", name=person.label), value, url, person)

    def longest_match(self, played: Mapping[int, timedelta]) -> ClubRecord | None:
        """Return which match took most time."""
        longest = max(self.matches, key=lambda it: played[it.id])
        minutes = played[longest.id] // timedelta(minutes=1)
        if not minutes:
            return None
        about = _("{day}", day=self._day(longest.day))
        url = url_for("play.show_match", match_id=longest.id)
        return ClubRecord(_("Longest match"), about, time_in_words(minutes), url, sign="stopwatch")


def time_in_words(minutes: int) -> Text:
    """Return so many minutes as one says them."""
    if minutes < 60:
        return _n("{n} min", "{n} min", minutes)
    hours, rest = divmod(minutes, 60)
    return _("{hours} h {minutes}", hours=hours, minutes=Numerals(f"{rest:02}"))


def records_of_club(
    matches: Sequence[CountedMatch],
    won: Mapping[tuple[int, str, str], Total],
    people: Mapping[int, Person],
    period: str,
) -> list[VariantRecords]:
    """Return the records of every variant that was played often enough, most often first, and
    behind those all that were played together.

    `won` says how many matches each person won of how many, by person, game and variant.
    """
    of_variant: dict[tuple[str, str], list[CountedMatch]] = {}
    for match in matches:
        of_variant.setdefault((match.game, match.variant), []).append(match)
    often = [
        (of, some)
        for of, some in of_variant.items()
        if len(some) >= ENOUGH_MATCHES and not is_untitled(of[1])
    ]
    often.sort(key=lambda it: (GAMES[it[0][0]].wins_together, -len(it[1]), it[0]))
    won_in: dict[tuple[str, str], dict[int, Total]] = {}
    for (who, game, variant), total in won.items():
        won_in.setdefault((game, variant), {})[who] = total
    asked = FactFilter(month=period)
    best = from_cache(records.best_facts, ("game", "variant", "key"), replace(asked, keys=BEST))
    runs = from_cache(records.longest_runs, ("game", "variant"), asked)
    found = []
    for (game, variant), some in often:
        points_key = points_keys(game, period).get(variant, variant)
        keys = [(key, (game, points_key if key in IN_POINTS else variant, key)) for key in BEST]
        found.append(
            VariantRecords(
                some,
                people,
                period,
                best={key: best[of] for key, of in keys if of in best},
                run=runs.get((game, variant)),
                won=won_in.get((game, variant), {}),
                points_key=points_key,
            )
        )
    return found
