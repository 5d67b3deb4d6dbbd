"""What a page shows of one person in one game and variant, in the sections that the game has.

Points have the sign of the table here; better is to the right, or up, whichever total wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from flask import url_for

from app.scoring import Text, _, _n
from app.scoring.facts import Figure
from app.scoring.sections import (
    FigureRows,
    GridRow,
    MeanColumns,
    PointsGrid,
    ScoreDots,
    SplitBar,
    StatisticsSection,
)
from app.scoring.statistics import figures_of
from app.store.numbers import totals
from app.store.numbers.totals import FactFilter, MatchFact, Total
from app.store.people.people import Person
from app.web.core.answers import from_cache
from app.web.core.page.rates import (
    Exact,
    decimal,
    how_often,
    k_of_n,
    rate,
    short_decimal,
    signed_number,
)
from app.web.core.page.variants import sections_named
from app.web.core.page.written_dates import day_in_words
from app.web.numbers.person_chart import WINDOW, ColumnChart, DotChart, FormChart
from app.web.numbers.variant_totals import ZERO, VariantTotals, by_variant

# So many matches are read one by one, the latest first; all others are only added up.
MOST_READ = 200
# Ten matches are set against so many or more, or they were set against themselves.
FORM_FLOOR = 2 * WINDOW
MOST_STROKES = 100  # more matches than these are not drawn as strokes of a tally


@dataclass(frozen=True)
class GridCell:
    """A mean of a grid, None of too few, and what it is counted from; its `bar` runs from the even
    share to 1 for better or to −1 for worse."""

    key: str
    total: Total
    mean: str | None
    bar: float


@dataclass(frozen=True)
class GridView:
    """A grid of means, row by row."""

    section: PointsGrid
    rows: Sequence[tuple[GridRow, Sequence[GridCell]]]
    kind: str = "grid"


@dataclass(frozen=True)
class SplitView:
    """How often something came about, and the points that it brought; `share` in hundredths."""

    section: SplitBar
    total: Total
    headline: Text
    share: float
    kind: str = "split"


@dataclass(frozen=True)
class NumberRow:
    """A row with a number at its end: how often of all, or a `rate` in a `unit`."""

    key: str
    name: Text
    about: Text | str
    number: Text | str
    unit: Text | str = ""
    is_held: bool = False


@dataclass(frozen=True)
class RowsView:
    """Rows with numbers at their ends."""

    title: Text
    rows: Sequence[NumberRow]
    kind: str = "rows"


@dataclass(frozen=True)
class ChartRow:
    """A row of the table of a chart: what it is about, its numbers, and the key of its figure;
    `short` is the last number where there is no room for it."""

    name: Text | str
    numbers: Sequence[Text | str]
    key: str = ""
    short: str = ""


@dataclass(frozen=True)
class ChartView:
    """A chart, what it shows in a sentence, notes below it, and its numbers as a table.

    `key` is that of its figure, `labels` are the numbers that it has written in it.
    """

    kind: str
    key: str
    title: Text
    about: Text
    chart: ColumnChart | DotChart | FormChart
    notes: Sequence[Text]
    heads: Sequence[Text]
    rows: Sequence[ChartRow]
    labels: Sequence[str] = ()


@dataclass(frozen=True)
class TallyView:
    """Matches that were won together and lost, and how many of all in each variant."""

    won: int
    lost: int
    variants: Sequence[VariantTotals]
    kind: str = "tally"

    @property
    def has_strokes(self) -> bool:
        """Whether there are few enough to count."""
        return self.won + self.lost <= MOST_STROKES


@dataclass(frozen=True)
class TooFewView:
    """What needs more matches until it says anything: titles by their floor. The first of them
    need so many `more`."""

    more: int
    waiting: Sequence[tuple[int, Sequence[Text]]]
    kind: str = "too_few"


SectionView = GridView | SplitView | RowsView | ChartView | TallyView | TooFewView


class VariantSections:
    """The sections of a person in one variant of a game, as the template draws them.

    `played` are their totals in the variant.
    """

    def __init__(self, person: Person, played: VariantTotals) -> None:
        self.person, self.played = person, played
        self.game, self.variant = played.game, played.of_points
        self.of_game = sections_named(played.game.key, played.key)
        self._figures: Mapping[str, Figure] = figures_of(played.game)

    @cached_property
    def views(self) -> Sequence[SectionView]:
        """What there is to show, in the order of the page; last is what needs more matches."""
        shown: list[SectionView] = []
        waiting: dict[int, list[Text]] = {}
        for title, floor, build in self._parts():
            # Nothing of it is read before, so that a short page costs little.
            if self.played.matches < floor:
                waiting.setdefault(floor, []).append(title)
            elif view := build():
                shown.append(view)
        if waiting:
            shown.append(TooFewView(min(waiting) - self.played.matches, sorted(waiting.items())))
        return shown

    def url_of(self, key: str) -> str:
        """Return the address of the matches behind a figure."""
        return url_for(
            "figure.show_matches",
            person=self.person.id,
            game=self.game.key,
            variant=self.played.key_of(key),
            key=key,
        )

    def _parts(self) -> Iterator[tuple[Text, int, Callable[[], SectionView | None]]]:
        """Yield the title and the floor of each section, and what draws it, if there is
        something."""
        if self.game.wins_together:
            yield _("Won together"), 1, self._tally
        for section in self.of_game:
            yield section.title, section.floor, partial(self._of_game, section)
        if not self.game.wins_together:
            yield _("Form"), FORM_FLOOR, self._form

    def _of_game(self, section: StatisticsSection) -> SectionView | None:
        match section:
            case PointsGrid():
                return self._grid(section)
            case SplitBar():
                return self._split(section)
            case MeanColumns():
                return self._columns(section)
            case FigureRows():
                return self._rows(section)
            case ScoreDots():
                return self._scores(section)

    def _total(self, key: str) -> Total:
        return self.played.totals.get(key, ZERO)

    def _is_few(self, key: str) -> bool:
        return self._total(key).matches < self._figures[key].floor

    # The pieces of a game

    def _grid(self, section: PointsGrid) -> GridView | None:
        rows = [
            (row, [self._cell(section, row, key) for key in row.keys])
            for row in section.rows
            if any(self._total(key).chances for key in row.keys)
        ]
        return GridView(section, rows) if rows else None

    def _cell(self, section: PointsGrid, row: GridRow, key: str) -> GridCell:
        total = self._total(key)
        if self._is_few(key):
            return GridCell(key, total, None, 0)
        # In points of which more is better, whatever the signs of the table: to the right is better
        # also where the lowest total wins.
        better = float(total.mean_points) * row.chances - row.total / self.played.sides
        bar = max(-1, min(1, better / section.reach))
        written = self.played.value(self._figures[key], total, row.chances)
        return GridCell(key, total, written, round(bar, 3))

    def _split(self, section: SplitBar) -> SplitView | None:
        total = self._total(section.key)
        if not total.chances:
            return None
        points = self.played.value(self._figures[section.key], total)
        headline = section.headline(n=total.count, all=total.chances, points=points)
        return SplitView(section, total, headline, round(100 * float(total.share), 2))

    def _columns(self, section: MeanColumns) -> ChartView | None:
        whole = self._total(section.key_of_all)
        if not whole.chances:
            return None
        mean = self.played.value(self._figures[section.key_of_all], whole)
        totals = {key: self._total(key) for key in section.columns}
        labels = [self.played.value(self._figures[key], total) for key, total in totals.items()]
        few = [self._is_few(key) for key in totals]
        notes = [section.note(n=whole.chances, mean=mean)]
        if any(is_few and it.chances for is_few, it in zip(few, totals.values(), strict=True)):
            floor = max(self._figures[key].floor for key in totals)
            notes.append(_("Open bar: fewer than {n}, too few to say.", n=floor))
        rows = [
            ChartRow(
                name,
                [label, k_of_n(total.chances, whole.chances)],
                key if total.chances else "",
                decimal(total.chances, 0),
            )
            for (key, name), label, total in zip(
                section.columns.items(), labels, totals.values(), strict=True
            )
        ]
        return ChartView(
            "columns",
            section.key_of_all,
            section.title,
            _(
                "{title}: {means}",
                title=section.title,
                means=[_("{name} {mean}", name=row.name, mean=row.numbers[0]) for row in rows],
            ),
            ColumnChart(
                [float(it.mean_points) if it.chances else None for it in totals.values()],
                few,
                float(whole.mean_points),
            ),
            [*notes, *self._which_is_better()],
            [_("mean"), _("of all")],
            rows,
            labels,
        )

    def _which_is_better(self) -> list[Text]:
        return [_("The lowest total wins here: up is better.")] if self.variant.is_reversed else []

    def _rows(self, section: FigureRows) -> RowsView | None:
        rows = []
        for key, about in section.rows.items():
            figure, total = self._figures[key], self._total(key)
            often = how_often(figure, total)
            if not total.chances:
                continue
            if section.unit is None:
                rows.append(NumberRow(key, figure.name, about or "", often, is_held=True))
            elif not self._is_few(key):
                rows.append(NumberRow(key, figure.name, about or often, rate(total), section.unit))
        return RowsView(section.title, rows) if rows else None

    def _scores(self, section: ScoreDots) -> ChartView | None:
        facts = self._facts("won_together")
        scores = [fact.points for fact in facts if fact.count]
        if not scores:
            return None
        chart = DotChart(scores, section.top)
        title: Text = _n("Score of {n} won match", "Scores of {n} won matches", len(scores))
        if len(facts) == MOST_READ:
            title = _n(
                "Scores of {scores} of the last {n} match",
                "Scores of {scores} of the last {n} matches",
                MOST_READ,
                scores=len(scores),
            )
        middle = _(
            "Dashes: the middle, {median}. {best} is the best there is. A loss has no score.",
            median=chart.median,
            best=section.best,
        )
        return ChartView(
            "dots",
            "won_together",
            title,
            _(
                "{title}, from {least} to {most}, the middle is {median}",
                title=title,
                least=min(scores),
                most=max(scores),
                median=chart.median,
            ),
            chart,
            [middle],
            [_("matches")],
            [ChartRow(str(score), [str(n)]) for score, n in sorted(chart.counts.items())],
        )

    # The pieces of any game

    def _form(self) -> ChartView | None:
        facts = self._facts("points")[::-1]
        total = self._total("points")
        mean = total.mean_points
        chart = FormChart([fact.points for fact in facts], mean)
        game, name = self.played.played, self.person.name
        last = self._difference(chart.means[-1])
        about = _(
            "Last ten matches of {game} against {name}’s own mean of {mean}, in points: {last}."
            " Inside the band (±{band}) it may be chance alone.",
            game=game,
            name=name,
            mean=self.played.points(mean),
            last=last,
            band=short_decimal(chart.band),
        )
        ends = facts[-len(chart.means) :]
        rows = [
            ChartRow(day_in_words(fact.day), [self._difference(each)])
            for fact, each in zip(ends, chart.means, strict=True)
        ]
        return ChartView(
            "form",
            "points",
            _("Form"),
            about,
            chart,
            [about, *self._which_is_better()],
            [_("ten matches up to then, against the mean")],
            rows,
            [last],
        )

    def _difference(self, points: Exact) -> str:
        return signed_number(-points if self.variant.is_reversed else points)

    def _tally(self) -> TallyView | None:
        total = self.played.won
        asked = FactFilter(person=self.person.id, game=self.game.key, keys=("won_together",))
        found = from_cache(totals.add_up, ("game", "variant", "key"), asked)
        variants = sorted(by_variant(found), key=lambda it: it.key)
        return TallyView(total.count, total.chances - total.count, variants)

    def _facts(self, key: str) -> Sequence[MatchFact]:
        return from_cache(totals.list_facts, self._asked(key), limit=MOST_READ)

    def _asked(self, key: str) -> FactFilter:
        return FactFilter(
            person=self.person.id, game=self.game.key, variant=self.played.key_of(key), keys=(key,)
        )
