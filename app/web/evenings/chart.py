"""The evening, match by match: a panel for each match, as wide as it took time.

Each panel has a scale of its own, from the least to the greatest total of its match; points of
different games are never compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.charts import TotalsChart, TotalsLine, percent, spread_apart
from app.scoring import Match, Seat
from app.scoring.model.seats import HUES
from app.web.match.match_list import MatchListItem

LEAST_WIDTH, BETWEEN = 34, 8  # of a panel, and the gap between two, in pixels
PHONE, SMALLEST_PHONE = 362, 292  # widths of the page, in pixels
PANEL_HEIGHT = 104
ABOVE_LINES = 10  # margin of a panel above its lines and below them, in pixels
# Margins of a panel before and behind its lines, in pixels: the discs of the winners are in the
# second.
BEFORE_LINES, BEHIND_LINES = 8, 22
# The same margins at most, as a share of the width of the panel: a narrow one keeps room for its
# lines.
MOST_BEFORE, MOST_BEHIND = 0.12, 0.32
DISCS_APART = 20  # least distance of the centres of two discs, in pixels


@dataclass(frozen=True)
class Mark:
    """The mark of a player in a drawing: one or two letters on a hue, 1 to `SEAT_HUES`."""

    letters: str
    hue: int

    @property
    def has_ring(self) -> bool:
        """Whether the hue is that of another player, told from it by a ring."""
        return self.hue > HUES


@dataclass(frozen=True)
class PlayedMatch:
    """A match of an evening that was played to its end: `began` is the time on the clock of its
    phone, empty if that is not known, and `minutes` is how long it took, at least 1."""

    item: MatchListItem
    match: Match
    began: str
    minutes: int


@dataclass(frozen=True)
class MatchPanel:
    """A match as a panel: where it starts and how wide it is, in percent of the drawing; where its
    lines start and how wide they are, in percent of the panel.

    `marks` are those of each side, and `discs` those of the winners, each with its distance from
    the top of the lines. A match that was won together has no `lines`.
    """

    played: PlayedMatch
    start: float
    width: float
    plot_start: float
    plot_width: float
    lines: TotalsChart | None
    marks: Sequence[Sequence[Mark]]
    discs: Sequence[tuple[float, Mark]]

    def hue_of(self, line: TotalsLine) -> int:
        """The hue of a line: that of the first of two partners."""
        return self.marks[line.side.index][0].hue


class EveningChart:
    """The panels of an evening, side by side on `width` pixels, `height` of which are a panel.

    Without a width it `is_stretched` over the page, as far as all panels have room there. `mark_of`
    says what stands for a seat of a match.
    """

    def __init__(
        self,
        matches: Sequence[PlayedMatch],
        mark_of: Callable[[Match, Seat], Mark],
        width: float | None = None,
        height: int = PANEL_HEIGHT,
    ) -> None:
        self.height, self.plot_height = height, height - 2 * ABOVE_LINES
        self._mark_of, self._is_in_pixels = mark_of, width is not None
        between = BETWEEN * (len(matches) - 1)
        least = LEAST_WIDTH * len(matches) + between
        self.is_stretched = width is None and least <= SMALLEST_PHONE
        # What is stretched is narrower on the smallest phone, where its panels have least room.
        self.width = SMALLEST_PHONE if self.is_stretched else max(width or PHONE, least)
        widths = panel_widths(
            [match.minutes for match in matches], self.width - between, LEAST_WIDTH
        )
        self.panels: list[MatchPanel] = []
        start = 0.0
        for played, panel_width in zip(matches, widths, strict=True):
            self.panels.append(self._panel(played, start, panel_width))
            start += panel_width + BETWEEN

    def _panel(self, played: PlayedMatch, start: float, width: float) -> MatchPanel:
        match, standing = played.match, played.match.standing
        before = min(BEFORE_LINES, MOST_BEFORE * width)
        plot = width - before - min(BEHIND_LINES, MOST_BEHIND * width)
        lines = None
        discs: list[tuple[float, Mark]] = []
        marks = [[self._mark_of(match, seat) for seat in side.seats] for side in standing.sides]
        if not match.game.wins_together and standing.result.deals:
            in_pixels = plot if self._is_in_pixels else None
            lines = TotalsChart(standing.result, width=in_pixels, height=self.plot_height)
            winners = [line for line in lines.lines if line.is_first]
            discs = discs_of(winners, marks, self.plot_height)
        return MatchPanel(
            played,
            start=percent(start, self.width),
            width=percent(width, self.width),
            plot_start=percent(before, width),
            plot_width=percent(plot, width),
            lines=lines,
            marks=marks,
            discs=discs,
        )


def discs_of(
    lines: Sequence[TotalsLine], marks: Sequence[Sequence[Mark]], height: int
) -> list[tuple[float, Mark]]:
    """The discs at the ends of these lines, one for each player, and none over another; where they
    are too many for the height, the last one has the number of the others."""
    ends = [(line.end, mark) for line in lines for mark in marks[line.side.index]]
    fitting = height // DISCS_APART + 1
    if (left_out := len(ends) - fitting) > 0:
        end, first = ends[0]
        ends[fitting - 1 :] = [(end, Mark(f"+{left_out + 1}", first.hue))]
    places = spread_apart([end for end, _mark in ends], DISCS_APART, height)
    return [(place, mark) for place, (_end, mark) in zip(places, ends, strict=True)]


def panel_widths(minutes: Sequence[int], room: float, least: float) -> list[float]:
    """Divide `room` among panels in proportion to their minutes, each at least `least` wide.
    Returns a width for each.

    `room` must be enough for the least width of all.
    """
    widths = dict.fromkeys(range(len(minutes)), least)
    # In one pass a short match could get less than `least`. Those that would are set to it and
    # taken out, which leaves less room for the others; so it is divided again until all that are
    # left reach `least`. Each round takes out one panel at least, so there are no more rounds than
    # panels.
    wide = set(widths)
    while wide:
        left = room - least * (len(widths) - len(wide))
        total = sum(minutes[at] for at in wide)
        narrow = {at for at in wide if left * minutes[at] < least * total}
        if not narrow:
            widths |= {at: left * minutes[at] / total for at in wide}
            break
        wide -= narrow
    return [widths[at] for at in range(len(minutes))]
