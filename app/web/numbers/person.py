"""The page of a person: how often they won, where they finished, records, people, and by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import plain
from app.letters import initials_of
from app.scoring import Text, _, _n
from app.scoring.facts import MANY, Figure
from app.scoring.model.text import and_list
from app.scoring.sections import PointsGrid
from app.scoring.statistics import figures_of, is_untitled
from app.store.numbers import attendance, totals
from app.store.numbers.records import ENOUGH_MATCHES
from app.store.numbers.totals import FactFilter, MatchFact, Total
from app.store.people import people
from app.store.people.people import Person
from app.web.core.access import this_club
from app.web.core.answers import from_cache
from app.web.core.listed_players import name_order, players_of
from app.web.core.page.rates import decimal, how_often, mean_place, ordinal, short_decimal
from app.web.core.page.theme import YEAR
from app.web.core.page.variants import sections_named
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection
from app.web.numbers.pace import Pace, pace_of
from app.web.numbers.records import PersonRecord, records_of_all_games, records_of_variant
from app.web.numbers.sections import VariantSections
from app.web.numbers.variant_totals import (
    MEETINGS,
    ZERO,
    VariantTotals,
    by_variant,
    game_or_404,
    place_by_chance,
    spread_by_chance,
    sum_of,
    variant_or_404,
    wins_by_chance,
)
from app.web.people.players import person_or_404

bp = Blueprint("person", __name__, url_prefix="/players")

LAST_PLACES = 20
SHOWN_PEOPLE = 8
COOKIE = "numbers"  # the game and the variant that were chosen last
# From so many meetings on somebody can be a rival: of fewer, somebody always stands out.
OFTEN_MET = 8
OF_PAIRS = {"met", "partner"}  # keys that say something of two people, which is shown with them
ONCE = {"place", "points"}  # keys whose mean alone says something


@dataclass(frozen=True)
class Companion:
    """Somebody whom the person met or played with: `total` has how often ahead, or won with them,
    of all."""

    person: Person
    letters: str
    total: Total

    @property
    def behind(self) -> int:
        """How often the person was behind them."""
        return self.total.count - self.total.points


def find_majority(met: Sequence[Companion], often: Callable[[Companion], int]) -> Companion | None:
    """Return the first with the largest share of those who were met often, None if none is above
    one half."""
    shares = {
        it: Fraction(often(it), it.total.chances) for it in met if it.total.chances >= OFTEN_MET
    }
    most = max(shares, key=lambda it: shares[it], default=None)
    return most if most and shares[most] > Fraction(1, 2) else None


@dataclass(frozen=True)
class FigureCell:
    """What was added up under a figure, in a variant of its game: in a deal it had so many
    `chances`."""

    figure: Figure
    total: Total
    variant: VariantTotals
    chances: int = 1

    @cached_property
    def missing(self) -> int:
        """How many more matches it takes until this says anything."""
        return max(0, self.figure.floor - self.total.matches)

    @property
    def value(self) -> str:
        """What it adds up to."""
        return self.variant.value(self.figure, self.total, self.chances)

    @property
    def of_how_many(self) -> Text:
        """How often of all; for what a match has once, of how many matches."""
        if self.figure.key in ONCE:
            return _n("of {n} match", "of {n} matches", self.total.matches)
        return how_often(self.figure, self.total)


@bp.get("/<int:person_id>")
def show_person(person_id: int) -> ResponseReturnValue:
    """Show what is known of a person; 404 without one, and for a game or a variant that is none."""
    person = person_or_404(person_id)
    if person.merged_into is not None:
        return redirect(url_for("person.show_person", person_id=person.merged_into), 303)
    page = PersonPage(person)
    chosen = page.choose(request.args.get("game", ""), request.args.get("variant", ""))
    response = make_response(
        render_template(
            "numbers/person.html",
            page=page,
            person=person,
            chosen=chosen,
            games=GAMES,
            ordinal=ordinal,
            day_in_words=day_in_words,
            shown=SHOWN_PEOPLE,
            often_met=OFTEN_MET,
        )
    )
    if chosen and "game" in request.args:
        keep_choice(response, chosen)
    return response


def keep_choice(response: Response, chosen: VariantTotals) -> None:
    """Let the browser remember which game and variant were chosen, for the pages of all people."""
    path = url_for("players.show_players")
    value = f"{chosen.game.key}/{chosen.key}"
    response.set_cookie(COOKIE, value, max_age=YEAR, path=path, httponly=True, samesite="Lax")


class PersonPage:
    """What is known of a person, each when a page asks for it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        db, club = connection(), this_club()
        self.has_uncounted_matches = totals.has_uncounted_matches(db, club)
        group = from_cache(people.group_of, person.id)
        self.attendance = from_cache(attendance.attendance_of, tuple(group))
        everybody = people.list_people(db, club)
        self._people = {person.id: person for person in everybody}
        listed = players_of(everybody)
        self.letters = {player.person.id: player.letters for player in listed}
        asked = FactFilter(person=person.id)
        by_figure = from_cache(totals.add_up, ("game", "variant", "key"), asked)
        self.variants = by_variant(by_figure)

    @property
    def about(self) -> Text | None:
        """In how many matches they had a seat, on how many evenings; None before the first."""
        here = self.attendance
        if not here.matches:
            return None
        matches = _n("{n} match", "{n} matches", here.matches)
        evenings = _n("{n} evening", "{n} evenings", here.evenings)
        return _("{matches} · {evenings}", matches=matches, evenings=evenings)

    @property
    def since(self) -> str:
        """The day of their first match in words."""
        return day_in_words(self.attendance.first)

    def letters_of(self, person: Person) -> str:
        """Return what stands on the disc of somebody."""
        return self.letters.get(person.id) or initials_of([plain(person.label)])[0]

    # Of all games

    @cached_property
    def competitive(self) -> list[VariantTotals]:
        """The variants in which everybody has a total, the one played most first."""
        return [it for it in self.variants if not it.game.wins_together and it.matches]

    @cached_property
    def cooperative(self) -> list[VariantTotals]:
        """The variants that all win or lose as one."""
        return [it for it in self.variants if it.game.wins_together and it.matches]

    @property
    def most(self) -> VariantTotals:
        """The variant that was played most, of those in which everybody has a total."""
        return self.competitive[0]

    @cached_property
    def won(self) -> Total:
        """Matches won, of all competitive ones."""
        return sum_of(it.won for it in self.competitive)

    @property
    def beside(self) -> Text | None:
        """What the other matches of the head were, those in which nobody has a place; None without
        any."""
        together = sum(it.matches for it in self.cooperative)
        rest = self.attendance.matches - self.won.matches - together
        finishes = [it.totals.get("finish", ZERO) for it in self.variants if is_untitled(it.key)]
        untitled = sum(it.matches for it in finishes)
        rest -= untitled
        others = []
        if together:
            others.append(_n("{n} won or lost together", "{n} won or lost together", together))
        if untitled:
            others.append(_n("{n} without a title", "{n} without a title", untitled))
        if rest > 0:
            others.append(_n("{n} without a result", "{n} without a result", rest))
        return _("Beside these: {others}.", others=and_list(others)) if others else None

    @property
    def by_chance(self) -> str | None:
        """How many of them equal players would win, None where there are too few to say."""
        wins = wins_by_chance(self.competitive)
        return short_decimal(wins) if self.won.matches >= MANY else None

    @property
    def place(self) -> str | None:
        """The mean place, None where there are too few matches."""
        place = sum_of(it.place for it in self.competitive)
        return mean_place(place) if place.matches >= MANY else None

    @property
    def missing(self) -> int:
        """How many more matches it takes until a mean place says anything."""
        return max(0, MANY - self.won.matches)

    @property
    def points(self) -> str | None:
        """The mean points of a match of the variant played most, None where there are too few."""
        points = self.most.totals.get("points", ZERO)
        return self.most.points(points.mean_points) if points.matches >= MANY else None

    @property
    def missing_points(self) -> int:
        """How many more matches of the variant it takes until these say anything."""
        return max(0, MANY - self.most.compared)

    @property
    def place_by_chance(self) -> str:
        """The mean place of equal players."""
        return decimal(place_by_chance(self.competitive), 2)

    @property
    def spread(self) -> str:
        """By how much chance alone moves the mean place."""
        return decimal(spread_by_chance(self.competitive), 2)

    @cached_property
    def places(self) -> list[MatchFact]:
        """The last places, the newest at the end: `count` is the place, `chances` of so many."""
        asked = FactFilter(person=self.person.id, keys=("place",))
        return from_cache(totals.list_facts, asked, limit=LAST_PLACES)[::-1]

    @property
    def title_of_places(self) -> Text:
        """How many places these are."""
        n = len(self.places)
        if n < LAST_PLACES:
            return _n("{n} place", "{n} places, newest at the end", n)
        return _n("Last {n} place, newest at the end", "Last {n} places, newest at the end", n)

    @property
    def about_places(self) -> Text:
        """What the strip of them shows, for those who do not see it."""
        counted = Counter(fact.count for fact in self.places)
        often = [
            _n("{n} time {place}", "{n} times {place}", counted[place], place=ordinal(place))
            for place in sorted(counted)
        ]
        return _n(
            "{name}’s last {n} place: {often}",
            "{name}’s last {n} places: {often}",
            len(self.places),
            name=self.person.name,
            often=often,
        )

    @cached_property
    def records(self) -> list[PersonRecord]:
        """Records of all games."""
        is_enough = self.won.matches >= ENOUGH_MATCHES
        return [*records_of_all_games(self.person.id)] if is_enough else []

    # People

    @cached_property
    def met(self) -> list[Companion]:
        """Who was met often enough, most often first."""
        return self.companions("met")

    def companions(self, key: str, variant: VariantTotals | None = None) -> list[Companion]:
        """Return those of whom something can be said under a key, in all games or in one
        variant."""
        asked = FactFilter(
            person=self.person.id,
            keys=(key,),
            game=variant.game.key if variant else None,
            variant=variant.key if variant else None,
        )
        by_companion = from_cache(totals.add_up, ("other",), asked)
        often = {
            other: it for (other,), it in by_companion.items() if other and it.chances >= MEETINGS
        }
        people = self._people
        found = [
            Companion(people[other], self.letters_of(people[other]), total)
            for other, total in often.items()
        ]
        return sorted(found, key=lambda it: (-it.total.chances, name_order(it.person)))

    @cached_property
    def rival(self) -> Companion | None:
        """Whom the person is ahead of most often, by share, if that is more than half of many
        meetings; of equal shares whom they met most. None if there is nobody."""
        return find_majority(self.met, lambda it: it.total.count)

    @cached_property
    def nemesis(self) -> Companion | None:
        """Whom the person is behind most often, in the same way."""
        return find_majority(self.met, lambda it: it.behind)

    @cached_property
    def most_evenings(self) -> tuple[Person, int, int] | None:
        """With whom the person played on most evenings, on how many, of how many; None for nobody
        of whom something can be said."""
        evenings = from_cache(attendance.evenings_together, self.person.id)
        often = evenings.with_others
        most = max(self.met, key=lambda it: often.get(it.person.id, 0), default=None)
        return (most.person, often.get(most.person.id, 0), evenings.all) if most else None

    # By game

    def choose(self, game: str, variant: str) -> VariantTotals | None:
        """Return the variant of the address, or else the one chosen earlier, or the one played
        most; None without any. Aborts with 404 if there is no such game or variant."""
        played = [*self.competitive, *self.cooperative]
        if variant:
            variant_or_404(game, variant)
        elif game:
            game_or_404(game)
        kept = request.cookies.get(COOKIE, "").partition("/")
        for wanted, key in ((game, variant), (kept[0], kept[2])):
            for one in played:
                if one.game.key == wanted and key in ("", one.key):
                    return one
        return next(iter(played), None)

    def sections(self, chosen: VariantTotals) -> VariantSections:
        """Return what there is to say of a game and variant in the game's own way."""
        return VariantSections(self.person, chosen)

    def records_of(self, chosen: VariantTotals) -> list[PersonRecord]:
        """Return records of the game and variant, none of what all win or lose as one."""
        return [*records_of_variant(self.person.id, chosen)]

    def pace(self, chosen: VariantTotals) -> Pace | None:
        """Return how long a deal takes at their tables; None of too few matches."""
        return pace_of(self.person, chosen)

    def cells(self, chosen: VariantTotals) -> list[FigureCell]:
        """Return a cell for each figure of the game that there is something to say of."""
        grids = [
            it for it in sections_named(chosen.game.key, chosen.key) if isinstance(it, PointsGrid)
        ]
        chances = {key: row.chances for grid in grids for row in grid.rows for key in row.keys}
        return [
            FigureCell(figure, chosen.totals[key], chosen, chances.get(key, 1))
            for key, figure in figures_of(chosen.game).items()
            if key in chosen.totals and chosen.totals[key].chances and key not in OF_PAIRS
        ]
