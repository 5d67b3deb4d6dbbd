"""The records of a person: the match or the evening of each, and what was best there.

The best are of all time; the hardest match is only of the last 365 days. Of equal ones the earlier
is the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import url_for

from app.scoring import Text, _
from app.scoring.facts import MANY
from app.store.numbers import records, totals
from app.store.numbers.records import ENOUGH_MATCHES
from app.store.numbers.totals import FactFilter, MatchFact
from app.web.core.answers import from_cache
from app.web.core.page.rates import points_behind
from app.web.core.page.written_dates import day_in_words
from app.web.numbers.variant_totals import VariantTotals

YEAR = timedelta(days=365)


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
