"""The PDF of the score sheet of a match, finished or in play: every deal, and how it ended.
Drawn by the template `print/score_sheet.html`.

Its columns and rows are what the game says in `sheet.py` of its folder, as `app.games.trex.sheet`;
the route is `sheet` of `app.web.paper`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from io import BytesIO
from itertools import groupby
from math import ceil

from markupsafe import Markup

from app import matchfile
from app.dates import day_of, write_day
from app.languages import current_language, plain
from app.matchfile import MatchFile
from app.paper import html
from app.paper.chart import LineChart, line_chart
from app.paper.colours import colours
from app.paper.html import WHOLE_PAPERS
from app.paper.pdf import PrintDocument
from app.scoring import Deal, Match, Side, Standing, Text, _, _n
from app.scoring.highlights import lead_history
from app.scoring.match.log_text import corrections
from app.scoring.model.seats import LETTERS
from app.scoring.sheet import MOST_UPRIGHT, USUAL_SEATS, DealColumn, RuleChoices, SheetCell
from app.scoring.table.deal import Group
from app.scoring.table.outcome import headline_of, who_leads
from app.scoring.table.table import Rank

CHART_SIZES = {"a4": (134, 42), "letter": (140, 40), "a5": (82, 38)}
CHART_SIZES_BY_GRID = {"a4": (42, 22), "letter": (42, 22), "a5": (82, 24)}
CHART_SIZES_ACROSS = {"a4": (81, 40), "letter": (72, 40), "a5": (47, 38)}
"""The most width and height of the chart on each paper, in millimetres: alone, with the grid of
contracts, which it stands beside or, on A5, below, and beside the places where the paper lies
across."""
CHART_WIDTH_OF_DEAL = 12
CHART_HEIGHT_OF_DEAL, LEAST_CHART_HEIGHT = 4, 6
"""A match of few deals has a small chart, in millimetres for each."""
PAGE_WIDTHS = {"a4": 184, "letter": 190, "a5": 126}
PAGE_WIDTHS_ACROSS = {"a4": 271, "letter": 253, "a5": 188}
"""What a page has room for between its margins, in millimetres."""
NUMBER_WIDTH, CELL_EDGE = 10, 2.4
LETTER_WIDTH, TICK_LETTERS = 0.6, 3
"""The width of a digit, in its height, and the digits that have the room of a tick."""
USUAL_NUMBERS = {False: 8.5, True: 7}
"""The usual size of numbers, in points, on large paper and on small."""
MAX_NOTES = 150
"""The most footnotes of a sheet: each of them takes time to print."""


@dataclass(frozen=True)
class ScoreSheet:
    """What the score sheet of a match says.

    `corrected` holds the corrections, in words, by the number of the deal, 0 for the house rules.
    `started` is the day on which the match began, if that is known, `place` that of its evening,
    `story` says how it went, and `headings` are those of its groups in the names of their first
    deal, by its number.
    """

    standing: Standing
    title: str = ""
    started: date | None = None
    corrected: Mapping[int, Sequence[Text]] = field(default_factory=dict)
    note: str = ""
    place: str = ""
    story: Sequence[Text] = ()
    headings: Mapping[int, Text] = field(default_factory=dict)

    @classmethod
    def of_match(
        cls, match: Match, *, title: str = "", note: str = "", place: str = ""
    ) -> ScoreSheet:
        """Return the sheet of a match, with its current names and a note for each correction."""
        day = parse_day(match.dated or match.started, match.utc_offset)
        history = lead_history(match)
        story = history.in_brief if history else ()
        headings = {
            deals[0].number: heading_of(match, deals[0])
            for group, deals in deals_by_group(match.standing)
            if group
        }
        return cls(match.standing, title, day, corrections(match), note, place, story, headings)

    @classmethod
    def of_file(cls, file: MatchFile) -> ScoreSheet:
        """Return the sheet of the match in a file; values of its head that are no texts are left
        out.

        So is a note that only says how the match ended, as the app writes it. Raises
        `app.matchfile.InvalidFile` if the file cannot be right.
        """
        match = matchfile.open_match(file)
        why = str(match.standing.outcome.why) if match.standing.outcome else ""
        title = file.title if isinstance(file.title, str) else ""
        note = file.note if isinstance(file.note, str) and file.note != why else ""
        sheet = cls.of_match(match, title=title, note=note)
        return replace(sheet, started=parse_day(file.started, file.utc_offset))

    def lay_out(self, paper: str, *, watch_url: str | None = None) -> PrintDocument:
        """Return the sheet on `paper`, with a QR code of `watch_url` if there is one.

        Raises `LookupError` for a paper that there is not.
        """
        standing, game = self.standing, self.standing.game
        title = _("{game}: score sheet", game=standing.name)
        if self.title:
            title = _("{title} · {game}", title=self.title, game=standing.name)
        house = standing.rule_choices
        usual = house or game.house_rules.value({})
        columns = [column for column in game.sheet.columns if column.is_shown(usual)]
        taken = game.sheet.taken
        headline, reason = headline_and_reason(standing)
        notes, note_numbers = footnotes(self)
        return html.render(
            f"{game.key}/sheet.html",
            "print/score_sheet.html",
            title=title,
            paper=paper,
            papers=WHOLE_PAPERS,
            match=self,
            game=game,
            standing=standing,
            sheet=game.sheet,
            day=write_day(self.started, current_language()) if self.started else "",
            is_across=len(standing.sides) > MOST_UPRIGHT,
            is_large=len(standing.table.seats) > USUAL_SEATS,
            rank_columns=rank_columns(standing),
            headline=headline,
            reason=reason,
            rules=rules_in_words(standing),
            deck=game.sheet.deck(house) if house else {},
            groups=deals_by_group(standing),
            columns=columns,
            about=game.sheet.about(usual),
            number_size=number_size(standing, paper, columns) if game.points_as_said else None,
            row_numbers=game.sheet.row_numbers(standing.deals),
            taken_cell=partial(taken_cell, standing, house),
            house=house,
            is_stacked=paper == "a5" and taken and len(standing.sides) >= taken.stacked_from,
            adds_up=game.sheet.adds_up(standing.table),
            notes=notes,
            note_numbers=note_numbers,
            chart=totals_chart(standing, paper),
            qr=qr_code(watch_url) if watch_url else "",
            **game.sheet.more(standing.table, standing.outcome),
        )


def parse_day(text: object, utc_offset: int | None) -> date | None:
    """Return the day of the evening to which a moment (ISO) belongs, by a clock so many minutes
    ahead of UTC; of a date alone that date, None for anything else."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if at is None or "T" not in str(text):
        return at.date() if at else None
    return date.fromisoformat(day_of(str(text), utc_offset))


def rules_in_words(standing: Standing) -> list[Text]:
    """Return the house rules that differ from the book, but for a deck, which is drawn, and for
    those that the sheet says elsewhere."""
    if (rules := standing.house_rules) is None:
        return []
    prompt, answer = rules
    said = standing.game.sheet.says
    return [
        words
        for rule, words in prompt.differences(answer)
        if rule.kind != "deck" and rule.key not in said
    ]


def headline_and_reason(standing: Standing) -> tuple[Text, Text]:
    """Return how the match ended and why; before that, that it goes on and who leads."""
    if outcome := standing.outcome:
        return headline_of(outcome, is_solo=len(standing.table.players) == 1), outcome.why
    headline = _("Not finished")
    counted = [deal for deal in standing.finished if not deal.void]
    if not counted:
        return headline, _("No deal is finished yet.")
    if standing.game.wins_together:
        return headline, _("After round {round}.", round=len(counted))
    leaders = standing.table.best_of(standing.totals)
    total = standing.totals[leaders[0].index]
    return headline, who_leads(leaders, standing.table.signed_total(total), deal=counted[-1].number)


def footnotes(sheet: ScoreSheet) -> tuple[list[Text], Mapping[int, Sequence[int]]]:
    """Return the footnotes in the order of the deals, and their numbers by deal, 0 for the house
    rules.

    Those beyond `MAX_NOTES` are one line that counts them.
    """
    notes = [(0, note) for note in sheet.corrected.get(0, ())]
    house, paper = sheet.standing.rule_choices, sheet.standing.game.sheet
    for deal in sheet.standing.deals:
        if reason := deal.void_words:
            words = _("Deal {deal} thrown in: {reason}.", deal=deal.number, reason=reason)
            notes.append((deal.number, words))
        said = (*paper.footnotes(deal, house), *paper.remarks(deal, house))
        notes += [(deal.number, note) for note in (*said, *sheet.corrected.get(deal.number, ()))]
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    for number, (about, _note) in enumerate(notes[:MAX_NOTES], start=1):
        numbers[about].append(number)
    lines = [note for _about, note in notes[:MAX_NOTES]]
    if (n := len(notes) - MAX_NOTES) > 0:
        words = _n(
            "{n} more change stands in the history of the match.",
            "{n} more changes stand in the history of the match.",
            n,
        )
        lines.append(words)
    return lines, numbers


def heading_of(match: Match, first: Deal) -> Text:
    """Return the heading of a group by its first deal: a kingdom is that of who began it."""
    group = match.standing_at(first.number).deals[first.number - 1].group
    assert group
    return group.heading


def deals_by_group(standing: Standing) -> list[tuple[Group | None, list[Deal]]]:
    """Return every deal, also the one being played, by its group, such as a kingdom, or None."""
    deals = standing.deals
    # A table that ends its match has begun a deal that nobody plays.
    if standing.is_over and deals and not (deals[-1].is_over or deals[-1].answers):
        deals = deals[:-1]
    return [(group, [*of]) for group, of in groupby(deals, key=lambda deal: deal.group)]


def taken_cell(standing: Standing, house: RuleChoices, deal: Deal, side: Side) -> SheetCell:
    """Return what the players of a side took in a deal, partners by the letter of their seat."""
    taken = standing.game.sheet.taken
    assert taken, "only a sheet with a column for it asks what was taken"
    cells = [(seat, taken.cell(deal, seat, house)) for seat in side.seats]
    if len(cells) == 1:
        return cells[0][1]
    each = [
        _("{letter} {pieces}", letter=LETTERS[seat.index], pieces=cell.pieces)
        for seat, cell in cells
        if cell.pieces
    ]
    both = [_("{pieces}", pieces=[piece]) for piece in taken.for_partners(deal, side, house)]
    cards = [card for _seat, cell in cells for card in cell.cards]
    return replace(cells[0][1], pieces=each + both, cards=cards)


def totals_chart(standing: Standing, paper: str) -> LineChart | None:
    """Return the chart of the totals after each deal that counts; None with fewer than two of
    them."""
    deals = [deal for deal in standing.finished if deal.scores is not None]
    if len(deals) < 2:
        return None
    sizes = CHART_SIZES_ACROSS if len(standing.sides) > MOST_UPRIGHT else CHART_SIZES
    width, height = (CHART_SIZES_BY_GRID if standing.table.contract_grid else sizes)[paper]
    return line_chart(
        [[deal.totals[side.index] for deal in deals] for side in standing.sides],
        [deal.number for deal in deals],
        [side.index for side in standing.outcome.winners] if standing.outcome else (),
        _("The totals after each deal, as in the table above."),
        width=min(width, CHART_WIDTH_OF_DEAL * len(deals)),
        height=min(height, LEAST_CHART_HEIGHT + CHART_HEIGHT_OF_DEAL * len(deals)),
        from_right=current_language().direction == "rtl",
    )


def number_size(standing: Standing, paper: str, columns: Sequence[DealColumn]) -> float | None:
    """Return the size of letters, in points, with which the longest number of the sheet fits into
    its cell; None if the usual ones do."""
    is_small, sides = paper == "a5", len(standing.sides)
    width = PAGE_WIDTHS_ACROSS[paper] if sides > MOST_UPRIGHT else PAGE_WIDTHS[paper]
    taken = NUMBER_WIDTH + sum(each.small_width if is_small else each.width for each in columns)
    house = standing.rule_choices
    letters = max(
        (
            len(str(number)) + TICK_LETTERS * bool(standing.game.sheet.tick(deal, house))
            for deal in standing.finished
            for number in map(standing.game.signed_points, (*(deal.scores or ()), *deal.totals))
        ),
        default=1,
    )
    size = ((width - taken) / (2 * sides) - CELL_EDGE) / (letters * LETTER_WIDTH) * 72 / 25.4
    return None if size >= USUAL_NUMBERS[is_small] else round(size, 2)


def rank_columns(standing: Standing) -> list[Sequence[Rank]]:
    """Return the places of all sides: in one column, or in two if the page lies across."""
    ranks = standing.ranks
    half = ceil(len(ranks) / 2) if len(ranks) > MOST_UPRIGHT else len(ranks)
    return [ranks[:half], ranks[half:]] if half < len(ranks) else [ranks]


def qr_code(url: str) -> Markup:
    """Return a QR code of `url` as an SVG element."""
    # Imported here because the pocket, where nobody else can watch, does not have it.
    import segno

    svg = BytesIO()
    segno.make(url, micro=False).save(
        svg,
        kind="svg",
        xmldecl=False,
        border=2,
        dark=colours()["ink"],
        omitsize=True,
        title=plain(_("QR code of the page to watch")),
    )
    return Markup(svg.getvalue().decode())
