"""The club's year on paper: a page of A4 for the wall, and a second one where many have met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, get_template_attribute
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.games import GAMES
from app.languages import plain
from app.paper import html
from app.paper.html import PAPERS
from app.paper.pdf import PrintDocument
from app.scoring import Game, Text, _, _n
from app.scoring.facts import MANY
from app.scoring.model.text import Numerals
from app.store.numbers import calendar, totals
from app.store.numbers.totals import FactFilter, Total
from app.store.people import evenings
from app.store.people.people import Person
from app.web.core.access import club_name, this_club
from app.web.core.answers import from_cache
from app.web.core.errors import show_error
from app.web.core.page.pictures import paper_colour, symbol_drawing, symbol_side, truncate
from app.web.core.page.rates import DASH, mean_place
from app.web.core.page.variants import variant_named
from app.web.core.page.written_dates import day_in_words, full_day
from app.web.core.services import connection
from app.web.evenings.chart import BETWEEN, LEAST_WIDTH, EveningChart
from app.web.evenings.page import EveningPage
from app.web.evenings.picture import letters_in
from app.web.evenings.result import how_often_ahead, names_of_leaders
from app.web.numbers.periods import counted_years
from app.web.numbers.records import ClubRecord, VariantRecords
from app.web.numbers.variant_totals import ZERO
from app.web.numbers.year import GameShare, YearPage
from app.web.pdf import show_pdf

bp = Blueprint("almanac", __name__, url_prefix="/numbers/almanac")

MOST_ROWS = 24  # so many people have a row at most
# Below so many rows of players there is room for who met whom; with more it has its own page.
MOST_ABOVE_MATRIX = 10
# Below so many rows there is room for what was played together, and below so many for both.
MOST_ABOVE_TOGETHER, MOST_ABOVE_MATRIX_AND_TOGETHER = 18, 6
MOST_GAMES = 6  # of more games and titles it is only said how many
MOST_RECORDS, LEAST_RECORDS, MOST_TOGETHER = 5, 2, 3
# How high each side is at most, in points, so that the evening of the year has room below.
SIDE_ROOM = 522
HEAD, ABOUT, GAME_ROW, RECORD_ROW, TOGETHER_ROW = 30, 24, 20.5, 28.5, 29.5
POINTS = 0.75  # of a pixel
# Below a chart of more pixels there is room for one variant of what was played together.
LOW_CHART = 104
LONGEST_TALLY = 20  # so many wins are drawn as strokes
# The letters of the club's name and the room of it, in points.
LARGEST_NAME, SMALLEST_NAME, NAME_ROOM = 36, 18, 400
LONGEST_NAME = 18  # in letters, of somebody who holds a record
LETTER = 0.6  # about how wide a common letter is, as a share of the size of its font
# How wide the panels of the evening are beside what is told of it, and below, in pixels.
PANELS_BESIDE, PANELS_BELOW = 336, 660
PANEL_HEIGHT, LOW_PANEL_HEIGHT = 78, 50
WHITE = "#ffffff"


@bp.get("/<year>.pdf")
def print_year(year: str) -> ResponseReturnValue:
    """Show the almanac of a year; 404 for one in which nothing was played to its end, 503 while
    numbers are being counted."""
    if totals.has_uncounted_matches(connection(), this_club()):
        sentence = _("The numbers of the club are being counted. Come back in a minute.")
        return show_error(503, sentence, retry_after=60)
    document = lay_out_year(year) or abort(404)
    name = plain(document.title)
    return show_pdf(("almanac", document.fingerprint), name, lambda: document)


def lay_out_year(year: str) -> PrintDocument | None:
    """Return the almanac of a year of the club that `g` names, None if nothing was played to its
    end."""
    db, club = connection(), this_club()
    if year not in counted_years(db, club):
        return None
    return Almanac(YearPage(calendar.counted_matches(db, club, year), year)).lay_out()


@dataclass(frozen=True)
class AlmanacRow:
    """What a year brought somebody: in how many `matches` they were, and the totals of `won`, of
    `place` and of the meetings in which they were `ahead`."""

    person: Person
    letters: str
    matches: int
    won: Total
    place: Total
    ahead: Total

    @property
    def mean_place(self) -> str:
        """The mean of their places, a dash if that says nothing yet."""
        return DASH if self.place.matches < MANY else mean_place(self.place)


@dataclass(frozen=True)
class PlayedTogether:
    """The matches of a variant that all win or lose as one: how many were `won` of `played`, and
    the best score of a win, 0 for none."""

    game: Game
    variant: str
    won: int
    played: int
    best: int

    @property
    def name(self) -> Text:
        """The game and the variant."""
        variant = variant_named(self.game.key, self.variant).name
        return _("{game}, {variant}", game=self.game.name, variant=variant)

    @property
    def tally(self) -> Markup:
        """A stroke for each win, the fifth across four others; nothing if there are none or
        many."""
        if not 0 < self.won <= LONGEST_TALLY:
            return Markup()
        path = "".join(tally_stroke(n) for n in range(self.won))
        width = 6 * (self.won - (self.won // 5)) + 6 * ((self.won - 1) // 5) + 4
        words = _("won: {n}", n=self.won)
        size = f'viewBox="0 0 {width} 20" width="{width}" height="20"'
        stroke = f'<path d="{path}" fill="none" stroke="var(--ink)" stroke-width="1.7"/>'
        return html.svg(f'class="tally" {size}', words, stroke)


def tally_stroke(n: int) -> str:
    """Return the path of a stroke, counted from 0."""
    start = 30 * (n // 5) + 3
    if n % 5 == 4:
        return f"M{start - 2} 15L{start + 20} 5"
    return f"M{start + 6 * (n % 5)} 2v16"


class Almanac:
    """What is printed on the almanac of a year, from the matches of its `page`."""

    def __init__(self, page: YearPage) -> None:
        self.page, self.year = page, page.year

    def lay_out(self) -> PrintDocument:
        """Return the almanac as a document."""
        return html.render(
            "print/almanac.html",
            title=_("{club} {year}", club=self.name, year=Numerals(self.year)),
            paper="a4",
            papers={"a4": PAPERS["a4"]},
            almanac=self,
            page=self.page,
            symbol=symbol,
            colour_of=colour_of,
            truncate=truncate,
        )

    # The head

    @property
    def name(self) -> str:
        """What the club is called."""
        return club_name() or plain(_("The year in cards"))

    @property
    def name_size(self) -> int:
        """How large its name is, in points."""
        fitting = int(NAME_ROOM / (LETTER * letters_in(self.name)))
        return max(SMALLEST_NAME, min(LARGEST_NAME, fitting))

    @property
    def today(self) -> str:
        """The day on which it is printed."""
        return full_day(datetime.now(UTC).date())

    @cached_property
    def summaries(self) -> Mapping[int, Mapping[str, Any]]:
        """The summaries of the matches, by their numbers."""
        return calendar.summaries_of_counted(connection(), this_club(), self.page.matches)

    @property
    def deals(self) -> int:
        """How many deals were scored."""
        return sum(it["deals"] for it in self.summaries.values())

    # People

    @cached_property
    def _people(self) -> list[AlmanacRow]:
        asked = FactFilter(month=self.year, keys=("won", "won_together", "place", "met"))
        by_person = from_cache(totals.add_up, ("person", "key"), asked)
        people = self.page.people

        def total(number: int, key: str) -> Total:
            return by_person.get((number, key), ZERO)

        rows = [
            AlmanacRow(
                people[number],
                letters,
                total(number, "won").matches + total(number, "won_together").matches,
                total(number, "won"),
                total(number, "place"),
                total(number, "met"),
            )
            for number, letters in self.page.letters.items()
        ]
        return sorted(rows, key=lambda it: (-it.matches, -it.ahead.chances, it.person.id))

    @property
    def rows(self) -> Sequence[AlmanacRow]:
        """Who plays most."""
        return self._people[:MOST_ROWS]

    @property
    def others(self) -> int:
        """How many more have played."""
        return len(self._people) - len(self.rows)

    @property
    def notes(self) -> list[Text]:
        """What is said below the people."""
        notes: list[Text] = []
        if self.others:
            notes.append(_n("And {n} more.", "And {n} more.", self.others))
        if any(row.place.matches < MANY for row in self.rows):
            notes.append(
                _n("A dash: fewer than {n} match.", "A dash: fewer than {n} matches.", MANY)
            )
        return notes

    @property
    def has_matrix_below(self) -> bool:
        """Whether who met whom is printed below the players, and not on a page of its own."""
        most = max(len(self.page.matrix.people), len(self.rows))
        return self.page.matrix.says_something and most <= MOST_ABOVE_MATRIX

    @property
    def is_together_below(self) -> bool:
        """Whether what was played together is printed below people, and not below records."""
        if self.has_matrix_below:
            return len(self.rows) <= MOST_ABOVE_MATRIX_AND_TOGETHER
        return len(self.rows) <= MOST_ABOVE_TOGETHER

    # Games

    @property
    def shares(self) -> Sequence[GameShare]:
        """The games and titles that were played most."""
        return self.page.games[:MOST_GAMES]

    @property
    def other_shares(self) -> int:
        """How many more were played."""
        return len(self.page.games) - len(self.shares)

    @property
    def drawn_evenings(self) -> Markup:
        """The evenings of the year as columns."""
        return for_paper("numbers/_year_drawn.html", "drawn_year", self.page.chart, colour_of)

    @cached_property
    def records(self) -> tuple[VariantRecords, Sequence[ClubRecord]] | None:
        """The records of the variant that was played most, of those with points: as many as there
        is room for."""
        room = SIDE_ROOM - 3 * HEAD - ABOUT - POINTS * (self.page.chart.height + 8)
        room -= GAME_ROW * (len(self.shares) + bool(self.other_shares))
        if self.together and not self.is_together_below:
            room -= HEAD + TOGETHER_ROW * len(self.together)
        most = max(LEAST_RECORDS, min(MOST_RECORDS, int(room / RECORD_ROW)))
        for variant, records in self.page.records:
            if not variant.game.wins_together:
                return variant, [with_short_name(it) for it in records[:most]]
        return None

    @cached_property
    def together(self) -> list[PlayedTogether]:
        """What was played together, most often first."""
        played: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for match in self.page.matches:
            if GAMES[match.game].wins_together and match.id in self.summaries:
                some = played.setdefault((match.game, match.variant), [])
                some.append(self.summaries[match.id])
        found = [
            PlayedTogether(
                GAMES[game],
                variant,
                sum(bool(it["won"]) for it in some),
                len(some),
                max([it["score"] or 0 for it in some if it["won"]], default=0),
            )
            for (game, variant), some in played.items()
        ]
        most = MOST_TOGETHER if self.is_together_below or self.page.chart.height <= LOW_CHART else 1
        return sorted(found, key=lambda it: -it.played)[:most]

    @cached_property
    def evening(self) -> AlmanacEvening | None:
        """The evening with most matches, the first of several with as many."""
        played = Counter(it.evening for it in self.page.matches)
        number = max(played, key=lambda it: played[it])
        evening = evenings.find_evening(connection(), this_club(), number)
        return AlmanacEvening(EveningPage(evening)) if evening else None


class AlmanacEvening:
    """What is printed of the evening of the year, from its `page`."""

    def __init__(self, page: EveningPage) -> None:
        self.page = page

    @property
    def day(self) -> str:
        """Its day, without the year."""
        day = self.page.evening.day
        return day_in_words(day, with_weekday=True, on_page_of=day[:4])

    @property
    def about(self) -> Text | None:
        """What turned it, or else who led it; None if nobody did."""
        if self.page.turn:
            return self.page.turn.sentence
        if leaders := self.page.leaders:
            often = how_often_ahead(leaders)
            return _("{names} led, {often}.", names=names_of_leaders(leaders), often=often)
        return None

    @property
    def has_panels_beside(self) -> bool:
        """Whether its matches have room beside what is told of it."""
        return len(self.page.played) * (LEAST_WIDTH + BETWEEN) <= PANELS_BESIDE

    @property
    def panels(self) -> Markup:
        """Its matches as panels."""
        size = (PANELS_BELOW, LOW_PANEL_HEIGHT)
        if self.has_panels_beside:
            size = (PANELS_BESIDE, PANEL_HEIGHT)
        chart = EveningChart(self.page.played, self.page.mark_of, *size)
        macro = "numbers/_almanac_drawn.html", "drawn_evening"
        return for_paper(*macro, chart, colour_of, self.page.about_chart)


def colour_of(token: str) -> str:
    """Return the colour that a token of the stylesheets names, on white paper."""
    return WHITE if token == "sheet" else paper_colour(token)


def with_short_name(record: ClubRecord) -> ClubRecord:
    """Return the record with the name of its holder cut to fit on a line, and isolated, so that a
    name from right to left does not reorder the words around it."""
    if record.person is None:
        return record
    name = Markup("<bdi>{}</bdi>").format(truncate(plain(record.person.label), LONGEST_NAME))
    about = Text(record.about.template, **{**record.about.parts, "name": name})
    return replace(record, about=about)


def symbol(name: str, words: Text) -> Markup:
    """Return a symbol in the colours of the page, titled with `words`."""
    side, ink = symbol_side(name), colour_of("ink")
    attributes = f'class="symbol" viewBox="0 0 {side} {side}" fill="{ink}" color="{ink}"'
    return html.svg(attributes, words, symbol_drawing(name, colour_of))


def for_paper(template: str, macro: str, *values: Any) -> Markup:
    """Draw with a macro of the web pages, in the fonts of what is printed."""
    drawing = str(get_template_attribute(template, macro)(*values))
    return Markup(drawing.replace("<svg ", '<svg font-family="Paper Sans" ', 1))
