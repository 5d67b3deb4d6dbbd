"""The PDF of a match to keep, always one page: who won, by how much, how it went, and every deal.
Drawn by the template `print/keepsake.html`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby
from math import ceil
from typing import NamedTuple

from app.charts import LABELS_APART, ScoreDial, TotalsChart
from app.dates import day_of_match, local_time, parse_moment, write_clock, write_day
from app.languages import current_language, plain
from app.letters import graphemes, initials_of, initials_of_side, width_of
from app.paper import html
from app.paper.colours import colours
from app.paper.html import PAPERS
from app.paper.pdf import PrintDocument
from app.paper.score_sheet import rank_columns, rules_in_words
from app.scoring import Deal, Match, Seat, SharedOutcome, Side, Signed, Text, _
from app.scoring.highlights import lead_history
from app.scoring.model.text import and_list
from app.scoring.sheet import USUAL_SEATS
from app.scoring.table.outcome import headline_of, verb_of
from app.scoring.table.result import DealScore
from app.scoring.table.table import Rank

UNITS = {"a4": 3.5, "letter": 3.29, "a5": 2.466, "a5-two-up": 2.466}
"""Of which length, in millimetres, a page is 60 wide and 84.8 high, or a little less."""
WIDTH, HEIGHT, CHART_WIDTH, CHART_HEIGHT = 520, 752, 458, 120
"""What lies inside the margins, and the plot of the chart: tenths of these units, as all below."""
LARGE_NAME, SMALL_NAME, VERB = 64, 34, 26
DISC, LEAST_DISCS = 72, 82
"""How much room each disc before the names has, and all of them at least."""
MOST_LARGE_DISCS, SMALL_DISCS, CROWDED_NAME = 4, 48, 21
"""More winners than these, and those of a team, have small discs in a row above their names."""
LETTER_WIDTH, SPACE = 0.58, 0.3
"""How wide a common letter of a name and the space behind it are, in heights of its letters."""
HEAD, LEAD, RANK, LINE, FOOT_LINE = 48, 40, 30.4, 22, 18
NAMES_A_LINE = 3  # of the players of a team
ROW, GAP, BETWEEN, PLACE = 18, 16, 24, 20
LETTERS_A_LINE, LETTERS_OF_FOOT = 70, 55
"""About how many letters of a sentence fit on a line, and how many at the foot."""
LETTERS_OF_NAME, MOST_LINES = 24, 6
"""How much of a name stands in a sentence, and how many lines the sentences have at most."""
FEW_DEALS, MANY_DEALS, MOST_ROWS = 20, 45, 75
TOTALS_EVERY = 5
DIGIT = 6.4
"""How wide a digit of a deal is."""
SAME_EVENING = timedelta(hours=24)
COLOURS_ON_PAPER = {"sheet": "white", "edge": "rule", "rule": "faint", "accent": "blue"}
"""Tokens of the look of pages that have another name on paper."""


class KeepsakeRow(NamedTuple):
    """A line of the deals: a heading, or a deal with the points of each side, or its totals."""

    heading: Text | None
    deal: Deal | None = None
    numbers: Sequence[Signed | int | Text | str] = ()


@dataclass(frozen=True)
class Keepsake:
    """A match that is over, to be looked back on; the `place` is that of its evening, if any."""

    match: Match
    place: str = ""

    def lay_out(self, paper: str) -> PrintDocument:
        """Return the page on `paper`; on the one for two, twice.

        Raises `LookupError` for a paper that there is not.
        """
        game, standing = self.match.game, self.match.standing
        columns = self.columns
        return html.render(
            "print/keepsake.html",
            title=_("{game}: keepsake", game=standing.name),
            paper=paper,
            papers=PAPERS,
            keepsake=self,
            unit=UNITS.get(paper, 1),
            copies=2 if paper == html.TWO_UP else 1,
            game=game,
            standing=standing,
            columns=columns,
            row_height=self.row_height(columns),
            initials=self,
            colour_of=colour_of,
        )

    # Who and when

    @property
    def when(self) -> str:
        """The day on which the match was played, "" if that is not known."""
        if not (self.match.dated or self.match.started):
            return ""
        day = date.fromisoformat(day_of_match(self.match))
        return write_day(day, current_language(), with_weekday=True)

    @property
    def hours(self) -> Text | None:
        """When the match began and ended; None where nobody looked at a clock."""
        match = self.match
        said = [line.at for line in match.log if line.event.kind in ("entry", "end") and line.at]
        if match.dated or not match.started or not said or match.utc_offset is None:
            return None
        if not timedelta() < parse_moment(said[-1]) - parse_moment(match.started) < SAME_EVENING:
            return None
        begin, end = (
            write_clock(local_time(at, match.utc_offset), current_language())
            for at in (match.started, said[-1])
        )
        return _("{begin} to {end}", begin=begin, end=end)

    @cached_property
    def _letters(self) -> Sequence[str]:
        return initials_of([plain(seat) for seat in self.match.standing.table.seats])

    def letters(self, who: Seat | Side) -> str:
        """The initials of a seat, or those of a side."""
        seats = who.seats if isinstance(who, Side) else (who,)
        return initials_of_side([self._letters[seat.index] for seat in seats])

    @property
    def is_shared(self) -> bool:
        """Whether all win or lose as one."""
        return isinstance(self.match.standing.outcome, SharedOutcome)

    @property
    def winners(self) -> Sequence[Side]:
        """The sides whose win it is."""
        outcome = self.match.standing.outcome
        assert outcome is not None, "only a match that is over is kept"
        return () if self.is_shared else outcome.winners

    @property
    def seats_on_top(self) -> Sequence[Seat]:
        """The seats whose discs and names are large."""
        if self.is_shared:
            return self.match.standing.table.seats
        return [seat for side in self.winners for seat in side.seats]

    @property
    def names(self) -> Text:
        """Their names; of very many that they share the win."""
        outcome = self.match.standing.outcome
        if outcome is not None and len(self.winners) > MOST_LARGE_DISCS:
            return headline_of(outcome, is_solo=False)
        return and_list(self.seats_on_top if self.is_shared else self.winners)

    @property
    def is_crowded(self) -> bool:
        """Whether their discs stand in a row above the names."""
        is_team = any(len(side.seats) > 2 for side in self.winners)
        return is_team or len(self.winners) > MOST_LARGE_DISCS

    @property
    def name_size(self) -> int:
        """The size of the letters of these names: the largest with which they fit on a line, or the
        smallest, with which they have two."""
        is_above = self.is_shared or self.is_crowded
        discs = 0 if is_above else max(LEAST_DISCS, DISC * len(self.seats_on_top))
        verb = VERB * LETTER_WIDTH * len(plain(self.verb)) if self.verb else 0
        width = sum(map(width_of, graphemes(plain(self.names)))) or 1
        fitting = (WIDTH - discs - verb) / (width * LETTER_WIDTH + SPACE)
        return int(max(self._small_name, min(LARGE_NAME, fitting)))

    @property
    def _small_name(self) -> int:
        return CROWDED_NAME if self.is_crowded else SMALL_NAME

    @property
    def has_small_name(self) -> bool:
        """Whether the names may have two lines, with what they did on one of its own."""
        return self.name_size == self._small_name

    @property
    def verb(self) -> Text | None:
        """What they did; None where that is said instead of the names."""
        outcome, table = self.match.standing.outcome, self.match.standing.table
        assert outcome is not None, "only a match that is over is kept"
        if self.is_shared:
            return headline_of(outcome, is_solo=len(table.players) == 1)
        return None if len(self.winners) > MOST_LARGE_DISCS else verb_of(outcome.winners)

    @property
    def lead(self) -> Text:
        """By how much, and since when; or why."""
        standing = self.match.standing
        outcome = standing.outcome
        assert outcome is not None, "only a match that is over is kept"
        return outcome.why if self.is_shared or not self._deals else standing.result.lead

    # The places

    @property
    def rank_columns(self) -> Sequence[Sequence[Rank]]:
        """The places of all sides, those of more than six in two columns."""
        return rank_columns(self.match.standing)

    @property
    def _lines_of_places(self) -> int:
        """How many lines their names have, in the column that has most."""
        return max(
            sum(ceil(len(rank.side.seats) / NAMES_A_LINE) for rank in ranks)
            for ranks in self.rank_columns
        )

    # How it went

    @property
    def _deals(self) -> Sequence[Deal]:
        return [] if self.is_shared else self.match.standing.result.deals

    @cached_property
    def chart(self) -> TotalsChart | None:
        """The totals after each deal; None with fewer than two."""
        if len(self._deals) < 2:
            return None
        sides = len(self.match.standing.sides)
        height = max(CHART_HEIGHT, LABELS_APART * (sides - 1))
        return TotalsChart(self.match.standing.result, width=CHART_WIDTH, height=height)

    @cached_property
    def dial(self) -> ScoreDial | None:
        """The common score on its dial."""
        outcome = self.match.standing.outcome
        if not isinstance(outcome, SharedOutcome) or outcome.result is None:
            return None
        return ScoreDial(outcome.result, outcome.score)

    @cached_property
    def story(self) -> Sequence[Text]:
        """How it went, and the best and the dearest deal, a sentence each."""
        history = lead_history(self.match)
        if history is None:
            return []
        result = history.result
        best, worst = result.best, result.worst
        feats = _(
            "The best deal was {best}, the {dearest} {worst}.",
            best=deal_in_words(best),
            worst=deal_in_words(worst),
            dearest=_("dearest") if result.points_of(worst.side, worst.deal) < 0 else _("poorest"),
        )
        return [*history.in_brief, *([feats] if best.points != worst.points else [])]

    @property
    def _letters_of_story(self) -> float:
        """About how many letters are written of it, with what stays empty at the end of a line: of
        a long name only some are written, and it is not broken."""
        text = " ".join(map(plain, self.story))
        letters = sum(map(width_of, graphemes(text))) * 0.97
        for name in map(plain, self.match.standing.table.seats):
            written = min(len(name), LETTERS_OF_NAME)
            letters += (written - len(name) + written // 3) * text.count(name)
        return letters

    # The deals

    @property
    def interval(self) -> int:
        """After how many deals there is a row of totals; 1 where there is one of each deal."""
        deals = len(self._deals)
        if deals <= MANY_DEALS:
            return 1
        return TOTALS_EVERY * ceil(deals / TOTALS_EVERY / MOST_ROWS)

    @property
    def number_width(self) -> float:
        """How wide the numbers of a side are."""
        numbers = [str(number) for row in self._rows() for number in row.numbers]
        letters = [self.letters(side) for side in self.match.standing.sides]
        return 5 + DIGIT * max(3, *map(len, [*numbers, *letters]))

    @property
    def has_names(self) -> bool:
        """Whether there is room for what was played beside its sign."""
        wide = self.number_width * len(self.match.standing.sides)
        return len(self._deals) <= FEW_DEALS and wide < 140

    def _rows(self) -> Iterator[KeepsakeRow]:
        signed_total = self.match.game.signed_total
        deals, every = self._deals, self.interval
        if every > 1:
            for place, deal in enumerate(deals, start=1):
                if place % every == 0 or place == len(deals):
                    yield KeepsakeRow(None, deal, [signed_total(each) for each in deal.totals])
            return
        for group, of in groupby(deals, key=lambda deal: deal.group):
            if group and group.owner is not None:
                yield KeepsakeRow(_("{group}: {owner}", group=group.name, owner=group.owner))
            elif group:
                yield KeepsakeRow(group.name)
            for deal in of:
                numbers = map(self.match.game.signed_points, deal.scores or ())
                yield KeepsakeRow(None, deal, [*numbers])

    @cached_property
    def columns(self) -> Sequence[Sequence[KeepsakeRow]]:
        """The rows in two or three columns, of which no heading is the last.

        What belongs together stays together where it fits.
        """
        rows = [*self._rows()]
        wanted = 3 if len(self._deals) > FEW_DEALS else 2
        most = max(1, ceil(len(rows) / wanted))
        parts: list[list[KeepsakeRow]] = []
        for row in rows:
            if row.heading is not None or not parts:
                parts.append([])
            parts[-1].append(row)
        columns: list[list[KeepsakeRow]] = [[]]
        for part in parts:
            fits = len(columns[-1]) + len(part) <= most
            if columns[-1] and not fits and len(columns) < wanted and len(part) <= most:
                columns.append([])
            for place, row in enumerate(part):
                is_last = len(columns[-1]) >= most - (place == 0 and len(part) > 1)
                if columns[-1] and is_last and len(columns) < wanted:
                    columns.append([])
                columns[-1].append(row)
        return [column for column in columns if column]

    def row_height(self, columns: Sequence[Sequence[KeepsakeRow]]) -> float:
        """The height of a row with which all of them fit on the page."""
        rows = (
            1
            + max(map(len, columns), default=0)
            + 0.4 * sum(row.heading is not None for row in max(columns, key=len, default=()))
        )
        lines = min(MOST_LINES, ceil(self._letters_of_story / LETTERS_A_LINE))
        letters = sum(len(plain(words)) + 3 for words in self.foot)
        taken = [
            HEAD,
            (2 * self._small_name + VERB if self.has_small_name else self.name_size) * 1.12 + LEAD,
            SMALL_DISCS if self.is_crowded else 0,
            RANK * self._lines_of_places,
            self.chart.height + GAP if self.chart else 0,
            LINE * lines + GAP if lines else 0,
            FOOT_LINE if letters > LETTERS_OF_FOOT else 0,
        ]
        room = HEIGHT - sum(taken)
        return max(4.0, min(ROW, room / rows, self._widest_row(len(columns))))

    def _widest_row(self, columns: int) -> float:
        """The height of a row whose numbers are as wide as the column, at a large table."""
        sides = len(self.match.standing.sides)
        if sides <= USUAL_SEATS:
            return ROW
        room = (WIDTH - BETWEEN * (columns - 1)) / max(1, columns) - PLACE
        return ROW * room / (self.number_width * sides)

    # The foot

    @property
    def foot(self) -> Sequence[Text]:
        """How many deals, by which rules, and what adds up."""
        standing = self.match.standing
        n = standing.table.scored_count
        game = self.match.game
        rules = rules_in_words(standing)
        if not rules and not game.points_as_said:
            rules = [_("by the book")]
        count, about = game.count_deals(n), game.sheet.about(standing.rule_choices)
        said = [count, *(words for words in about if words != count), *rules]
        adds_up = game.sheet.adds_up(standing.table)
        return [*said, *([adds_up] if adds_up else [])]


def deal_in_words(score: DealScore) -> Text:
    """Return a deal, whose it was, and what it brought."""
    deal = score.deal
    parts = {"number": deal.number, "side": score.side, "points": Signed(score.points)}
    if deal.name:
        return _("deal\u00a0{number}, {name}, {points} for {side}", name=deal.name, **parts)
    return _("deal\u00a0{number}, {points} for {side}", **parts)


def colour_of(token: str) -> str:
    """Return the colour on paper of a token of the look of pages."""
    return colours()[COLOURS_ON_PAPER.get(token, token)]
