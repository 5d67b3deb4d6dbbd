"""Two people: who had the better place how often, in each game, and what they won side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.letters import initials_of
from app.scoring import Text, _, _n
from app.store.matches import lists
from app.store.numbers import totals
from app.store.numbers.totals import FactFilter, MatchFact, Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.answers import from_cache
from app.web.core.listed_players import players_of
from app.web.core.services import connection
from app.web.match.match_list import MatchListItem, list_items
from app.web.numbers.variant_totals import (
    MEETINGS,
    VariantTotals,
    by_variant,
    canonical_person_or_404,
    sum_of,
)

bp = Blueprint("versus", __name__, url_prefix="/players")

SHOWN_MATCHES = 5


@bp.get("/<int:person_id>/with/<int:other_id>")
def show_versus(person_id: int, other_id: int) -> ResponseReturnValue:
    """Show two people beside each other, 404 without one of them; in either order it is one
    page."""
    one, other = sorted(
        [canonical_person_or_404(person_id), canonical_person_or_404(other_id)],
        key=lambda it: it.id,
    )
    if one.id == other.id:
        abort(404)
    if (one.id, other.id) != (person_id, other_id):
        return redirect(url_for("versus.show_versus", person_id=one.id, other_id=other.id), 303)
    return render_template("numbers/versus.html", page=VersusPage(one, other))


@dataclass(frozen=True)
class VersusRow:
    """The meetings of two people in a variant, or in all, or their matches side by side: `total` is
    that of the first of them; `url` is the list of these matches."""

    total: Total
    url: str
    variant: VariantTotals | None = None

    @property
    def ahead(self) -> int:
        """How often the first had the better place."""
        return self.total.count

    @property
    def behind(self) -> int:
        """How often the second had it."""
        return self.total.count - self.total.points

    @property
    def level(self) -> int:
        """How often neither had it."""
        return self.total.chances - self.ahead - self.behind

    @property
    def missing(self) -> int:
        """How many more it takes until this says anything."""
        return max(0, MEETINGS - self.total.chances)


class VersusPage:
    """What is known of two people, each when a page asks for it."""

    def __init__(self, one: Person, other: Person) -> None:
        self.one, self.other = one, other
        db, club = connection(), this_club()
        self.has_uncounted_matches = totals.has_uncounted_matches(db, club)
        letters = {it.person.id: it.letters for it in players_of(people.list_people(db, club))}
        usual = initials_of([one.name, other.name])
        self.people = [
            (person, letters.get(person.id, of_two))
            for person, of_two in zip((one, other), usual, strict=True)
        ]
        self.asked = FactFilter(person=one.id, other=other.id, keys=("met", "partner"))
        by_figure = from_cache(totals.add_up, ("game", "variant", "key"), self.asked)
        self.variants = by_variant(by_figure)

    def _rows(self, key: str, *, cooperative: bool = False) -> list[VersusRow]:
        """Return what there is under a key in each variant, most first; where all win together, or
        where they do not."""
        rows = [
            VersusRow(one.totals[key], self.list_url(key, one), one)
            for one in self.variants
            if key in one.totals and one.game.wins_together == cooperative
        ]
        return sorted(rows, key=lambda row: -row.total.chances)

    @cached_property
    def met(self) -> list[VersusRow]:
        """Their meetings in each variant."""
        return self._rows("met")

    @cached_property
    def all_met(self) -> VersusRow:
        """Their meetings in all games, which are added up as such and never by points."""
        total = sum_of(row.total for row in self.met)
        return VersusRow(total, self.list_url("met"))

    @cached_property
    def pairs(self) -> list[VersusRow]:
        """Matches that they played on the same side against others."""
        return self._rows("partner")

    @cached_property
    def cooperative(self) -> list[VersusRow]:
        """Matches that everybody won or lost as one."""
        return self._rows("partner", cooperative=True)

    def list_url(self, key: str, variant: VariantTotals | None = None) -> str:
        """Return the matches behind a number of the two."""
        return url_for(
            "figure.show_matches",
            person=self.one.id,
            other=self.other.id,
            key=key,
            game=variant.game.key if variant else None,
            variant=variant.key if variant else None,
        )

    @property
    def about(self) -> Text | None:
        """How often they met, and sat on the same side; None for never."""
        met = self.all_met.total.chances
        shared = sum(row.total.chances for row in (*self.pairs, *self.cooperative))
        meetings = _n("{n} meeting", "{n} meetings", met)
        sides = _n("{n} match side by side", "{n} matches side by side", shared)
        if met and shared:
            return _("{meetings} · {sides}", meetings=meetings, sides=sides)
        return meetings if met else sides if shared else None

    @property
    def about_bar(self) -> list[Text]:
        """What the bar shows, for those who do not see it."""
        row = self.all_met
        return [
            *(
                _n("{name} ahead {n} time", "{name} ahead {n} times", n, name=person.name)
                for person, n in ((self.one, row.ahead), (self.other, row.behind))
            ),
            _n("level {n} time", "level {n} times", row.level),
        ]

    @cached_property
    def latest(self) -> Sequence[tuple[MatchListItem, Text | None]]:
        """Their latest matches, and how each ended between them."""
        db, club = connection(), this_club()
        facts = from_cache(totals.facts_by_match, self.asked, SHOWN_MATCHES)
        items = list_items(lists.list_matches(db, club, [*facts]))
        return [(item, self._ended(item, facts[item.match.id])) for item in items]

    def _ended(self, item: MatchListItem, facts: Sequence[MatchFact]) -> Text | None:
        """Return how a match ended between them; None where its headline says so."""
        if item.game.wins_together:
            return None
        met = next((fact for fact in facts if fact.key == "met"), None)
        if met is None:
            is_won = any(fact.count for fact in facts)
            return _("won as partners") if is_won else _("not won as partners")
        if met.points == 0:
            return _("level")
        return _("{name} ahead", name=(self.one if met.points > 0 else self.other).name)
