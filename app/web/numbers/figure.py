"""The matches behind a figure, the latest first, under its definition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.scoring import Game, Text, _, _n
from app.scoring.facts import Figure
from app.scoring.statistics import FIGURES, WON_TOGETHER, MatchVariant, figures_of
from app.store.matches import lists
from app.store.numbers import calendar, totals
from app.store.numbers.totals import FactFilter, MatchFact, Total
from app.store.people.people import Person
from app.web.core.access import LARGEST_ID, page_before, this_club, url_of_match
from app.web.core.page.rates import how_often, mean_place, ordinal, points_behind, signed_number
from app.web.core.page.variants import variant_named
from app.web.core.services import connection
from app.web.match.match_list import MatchListItem, list_items
from app.web.numbers.periods import period_in_words
from app.web.numbers.variant_totals import (
    canonical_person_or_404,
    game_or_404,
    sum_of,
    variant_or_404,
)

bp = Blueprint("figure", __name__, url_prefix="/numbers")

PAGE_OF_MATCHES = 60
FEW_DEALS = 5  # what happened in more deals is said of the match, and leads to no deal
# A year or a month of it (ISO), of the years that a date can have.
MONTH = re.compile(r"(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?")
# What is listed where no key is asked for.
MATCHES = Figure(
    "", _("Matches"), _("All that were played to the end; those that were stopped do not count."), 1
)
OF_ANY_GAME = {figure.key: figure for figure in (MATCHES, *FIGURES, WON_TOGETHER)}
# Keys of what is true of a whole match, however few deals it had.
OF_MATCH = {"won", "won_together", "place", "points", "met", "partner", "comeback", "deal"}


@dataclass(frozen=True)
class FigureRow:
    """A match behind a figure: its item in a list, what it adds in words, None for nothing to be
    said, and where it leads."""

    item: MatchListItem
    words: Text | None
    url: str


@bp.get("/matches")
def show_matches() -> ResponseReturnValue:
    """Show the matches behind a figure, of all, of one person or of two, in a game, a variant, a
    month or a year; 404 for what is not there."""
    page = FigurePage(FigureQuery())
    return render_template("numbers/figure.html", page=page, asked=page.asked)


class FigureQuery:
    """Which figure an address asks for, each part checked; 404 for one that is none."""

    def __init__(self) -> None:
        self.game: Game | None = game_or_404(key) if (key := self.text("game")) else None
        self.variant: MatchVariant | None = None
        if key := self.text("variant"):
            self.variant = variant_or_404(self.text("game"), key)
        self.person = self.person_of("person")
        self.other = self.person_of("other")
        if self.other and (self.person is None or self.person.id == self.other.id):
            abort(404)
        figures = {"": MATCHES, **figures_of(self.game)} if self.game else OF_ANY_GAME
        self.figure: Figure = figures.get(self.text("key")) or abort(404)
        self.month = self.text("month")
        if self.month and not MONTH.fullmatch(self.month):
            abort(404)
        self.before = page_before()

    @staticmethod
    def text(name: str) -> str:
        """Return what the address says under a name, "" for nothing."""
        return request.args.get(name, "")

    def person_of(self, name: str) -> Person | None:
        """Return the person that the address asks for, or the one into whom they were merged; None
        if it asks for nobody, 404 if there is no such person."""
        if not (said := self.text(name)):
            return None
        # More digits than these are no number of a row, and many more are none that `int` reads.
        is_id = said.isascii() and said.isdecimal() and len(said) <= len(str(LARGEST_ID))
        return canonical_person_or_404(int(said) if is_id else 0)

    @property
    def filter(self) -> FactFilter:
        """The facts that are asked for."""
        return FactFilter(
            person=self.person.id if self.person else None,
            other=self.other.id if self.other else None,
            game=self.game.key if self.game else None,
            variant=self.variant.key if self.variant else None,
            keys=(self.figure.key,) if self.figure.key else ("won", "won_together"),
            month=self.month or None,
        )

    @property
    def words(self) -> Sequence[Text | str]:
        """Of whom, of what and of when the figure is, each in words."""
        words: list[Text | str] = []
        if self.person and self.other:
            words.append(_("{one} with {other}", one=self.person.name, other=self.other.name))
        elif self.person:
            words.append(_("{name}", name=self.person.name))
        if self.game:
            words.append(self.variant.played if self.variant else self.game.name)
        if self.variant and self.variant.name != self.variant.played:
            words.append(self.variant.name)
        if self.month:
            words.append(period_in_words(self.month))
        return words

    def again(self, before: int) -> str:
        """Return the address of the same figure that lists the matches before this one."""
        parts = ("person", "other", "game", "variant", "key", "month")
        values: dict[str, Any] = {name: self.text(name) for name in parts if self.text(name)}
        return url_for("figure.show_matches", before=before, **values)


class FigurePage:
    """What stands above the list, and a page of the list."""

    def __init__(self, asked: FigureQuery) -> None:
        self.asked = asked
        self.has_uncounted_matches = totals.has_uncounted_matches(connection(), this_club())

    @cached_property
    def rows(self) -> list[FigureRow]:
        """The matches, the latest first."""
        items = list_items(lists.list_matches(connection(), this_club(), [*self.facts]))
        return [self._row_of(item, self.facts[item.match.id]) for item in items]

    @cached_property
    def facts(self) -> dict[int, list[MatchFact]]:
        """What is said in each of these matches, by its number."""
        db, club, asked = connection(), this_club(), self.asked
        if asked.person is None and asked.figure is MATCHES:
            # A match counts also where nobody is known who played it.
            numbers = calendar.latest_counted(
                db,
                club,
                game=asked.filter.game,
                variant=asked.filter.variant,
                period=asked.month,
                before=asked.before,
                limit=PAGE_OF_MATCHES,
            )
            return {number: [] for number in numbers}
        return totals.facts_by_match(db, club, asked.filter, PAGE_OF_MATCHES, asked.before)

    def _row_of(self, item: MatchListItem, facts: Sequence[MatchFact]) -> FigureRow:
        """Return a row: at the first deal of the fact where that has few, and what it adds."""
        url = url_of_match(item.match.id)
        key = self.asked.figure.key
        if self.asked.person is None or not key:
            return FigureRow(item, None, url)
        words = self._words_of(facts)
        deals = sorted({number for fact in facts for number in fact.deals})
        if key in OF_MATCH or not 0 < len(deals) <= FEW_DEALS:
            return FigureRow(item, words, url)
        where = _n("in deal {deals}", "in deals {deals}", len(deals), deals=deals)
        return FigureRow(
            item, _("{words}, {where}", words=words, where=where), f"{url}/deals/{deals[0]}"
        )

    def _words_of(self, facts: Sequence[MatchFact]) -> Text:
        """Return what a match adds to the figure of a person."""
        key, fact = self.asked.figure.key, facts[0]
        count, chances = (sum(it.count for it in facts), sum(it.chances for it in facts))
        points = sum(it.points for it in facts)
        if key == "place":
            return _("{place} of {n}", place=ordinal(count), n=chances)
        if key == "points":
            shown = self.points(fact, points)
            return _n("{points} point", "{points} points", abs(points), points=shown)
        if key == "met" and len(facts) == 1:
            return (_("level"), _("ahead"), _("behind"))[points]
        if key in ("won", "won_together") or (key == "partner" and len(facts) == 1):
            return _("won") if count else _("not won")
        total = Total(1, count, chances, points)
        if key in ("met", "partner") or self.asked.figure.times or not points:
            return how_often(self.asked.figure, total)
        shown = points_behind(points) if key == "comeback" else self.points(fact, points)
        return _("{n} of {all}: {points}", n=count, all=chances, points=shown)

    @staticmethod
    def points(fact: MatchFact, points: int) -> str:
        """Return points as the pages of the game show them."""
        sign = -1 if variant_named(fact.game, fact.variant).is_reversed else 1
        return signed_number(sign * points, is_signed=not GAMES[fact.game].only_gains)

    @cached_property
    def total(self) -> Total | None:
        """All of them added up, for a figure of a person; None for one of all people."""
        if self.asked.person is None:
            return None
        by_person = totals.add_up(connection(), this_club(), ("person",), self.asked.filter)
        return sum_of(by_person.values())

    @property
    def headline(self) -> Text | None:
        """What the figure adds up to; None without matches, and for one of all people."""
        total, key = self.total, self.asked.figure.key
        if total is None or not total.matches:
            return None
        matches = _n("{n} match", "{n} matches", total.matches)
        if not key:
            return matches
        if key == "place":
            return _("{mean} on average, in {matches}", mean=mean_place(total), matches=matches)
        if key == "points":
            return matches
        if key in ("met", "partner") and self.asked.other is None:
            # A match has several of them, and is counted with each.
            return _("{n} of {all}", n=total.count, all=total.chances)
        if total.chances == total.matches and not self.asked.figure.times:
            return _n("{k} of {n} match", "{k} of {n} matches", total.matches, k=total.count)
        often = how_often(self.asked.figure, total)
        return _("{often}, in {matches}", often=often, matches=matches)

    @property
    def earlier(self) -> str | None:
        """The address of the page behind this one, None for the last."""
        is_full = len(self.facts) == PAGE_OF_MATCHES
        return self.asked.again([*self.facts][-1]) if is_full else None

    @property
    def back(self) -> str:
        """The page that the figure belongs to."""
        person, other = self.asked.person, self.asked.other
        if person is None:
            return url_for("year.show_year", year=self.asked.month[:4] or None)
        if other:
            return url_for("versus.show_versus", person_id=person.id, other_id=other.id)
        return url_for("person.show_person", person_id=person.id)
