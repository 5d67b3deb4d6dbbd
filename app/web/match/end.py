"""How a match ended: what its last screen shows, and a picture of it to send to friends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import accumulate
from math import cos, radians, sin
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from app import store
from app.paper.chart import spread_apart
from app.paths import STATIC
from app.scoring import (
    Deal,
    Match,
    MatchResult,
    Outcome,
    SharedOutcome,
    SharedResult,
    Side,
    Signed,
    Text,
    _,
)
from app.scoring.highlights import LeadHistory, lead_history
from app.scoring.model.seats import label_of
from app.scoring.model.text import and_list
from app.scoring.table.outcome import verb_of
from app.web.core.access import is_watching, this_club, watchers_may
from app.web.core.initials import Initials, graphemes
from app.web.core.services import connection
from app.web.core.text import plain
from app.web.match.repository import get_match_or_404

bp = Blueprint("end", __name__, url_prefix="/matches/<int:match_id>")

MAX_EARLIER = 500
"""The best score is looked for among so many earlier matches, so that no database grows slow."""
SIZES = ((8, "large"), (10, "middle"), (13, "small"))
"""So many letters of a winner's name fit on a line at each size; longer ones are smallest."""
MAX_PICTURE_LETTERS = 18
"""So many letters of a name fit on a line of the picture."""


@bp.get("/picture.svg")
@watchers_may
def picture(match_id: int) -> ResponseReturnValue:
    """The outcome as one drawing with nothing but names and points; 404 before the end."""
    match = get_match_or_404(match_id)
    if match.standing.outcome is None:
        abort(404)
    svg = render_template(
        "match/picture.svg",
        ending=Ending(match, is_picture=True),
        game=match.game,
        standing=match.standing,
        initials=Initials(match.standing.table.seats),
        truncate=truncate,
        max_letters=MAX_PICTURE_LETTERS,
    )
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


class Ending:
    """What the last screen of a match that is over shows, or the picture of it.

    A match that all win or lose together has no `result` and no `chart`, but an `account` and a
    `dial` where the game has them.
    """

    def __init__(self, match: Match, *, is_picture: bool = False) -> None:
        outcome = match.standing.outcome
        assert outcome is not None, "the match goes on"
        self.match = match
        self.outcome: Outcome = outcome
        together = outcome if isinstance(outcome, SharedOutcome) else None
        self._score = together.score if together else None
        self.account = together.result if together else None
        self.result = None if together else match.standing.result
        self._is_picture = is_picture

    def colour_of(self, token: str) -> str:
        """The colour that a token of the stylesheets names; no stylesheet reaches a picture."""
        return light_theme()[token] if self._is_picture else f"var(--{token})"

    @cached_property
    def history(self) -> LeadHistory | None:
        """How the lead changed, None where there is nothing to tell of it."""
        return lead_history(self.match)

    @cached_property
    def chart(self) -> TotalsChart | None:
        """The totals after each deal, on the page with a band at the one that turned the match;
        None with fewer than two deals."""
        if self.result is None or len(self.result.deals) < 2:
            return None
        if self._is_picture:
            return TotalsChart(self.result, width=PICTURE_WIDTH)
        turning_point = self.history.turning_point if self.history else None
        return TotalsChart(self.result, turning_point.deal if turning_point else None)

    @property
    def about_chart(self) -> Text:
        """What the chart shows, for those who do not see it."""
        words = _("The totals after each deal")
        if self.history is None or self.history.turning_point is None:
            return words
        return _("{words}. {turn}", words=words, turn=self.history.turning_point.sentence)

    @property
    def dial(self) -> ScoreDial | None:
        """The common score on a dial."""
        return ScoreDial(self.account, self._score) if self.account else None

    @property
    def is_solo(self) -> bool:
        """Whether one person has played."""
        return len(self.match.seating.present) == 1

    @property
    def deals_thrown_in(self) -> int:
        """How many deals scored nothing and were dealt again."""
        return sum(bool(deal.void) for deal in self.match.standing.deals)

    @property
    def winners(self) -> Text:
        """The names of the winners."""
        return and_list(self.outcome.winners)

    @property
    def verb(self) -> Text:
        """That they win, in the number that fits their names."""
        return verb_of(self.outcome.winners)

    @property
    def size(self) -> str:
        """How large the names of the winners are written so that they fit on a line, if they do."""
        width = sum(map(width_of, graphemes(plain(self.winners))))
        return next((size for most, size in SIZES if width <= most), "smallest")

    @cached_property
    def record(self) -> Text | None:
        """The best score of the same people in earlier matches, beside a win; None without one."""
        # A watcher of this match is told nothing of any other.
        if self._score is None or is_watching():
            return None
        match, people = self.match, labels(self.match.seating.present)
        earlier = store.earlier_matches(
            connection(), this_club(), match.game.key, match.id, MAX_EARLIER
        )
        scores = [
            summary["score"]
            for summary in (listed.summary for listed in earlier)
            if summary and summary.get("won") and labels(summary["players"]) == people
        ]
        if not scores:
            return None
        if max(scores) < self._score:
            return _("Your best was {score}.", score=max(scores))
        return _("Your best is {score}.", score=max(scores))

    @property
    def share_text(self) -> Text:
        """The outcome in a sentence, to be sent with the picture."""
        game, result = self.match.game.name, self.result
        if result is None:
            seats = and_list(self.match.standing.table.seats)
            return _("{game}, {seats}: {why}", game=game, seats=seats, why=self.outcome.why)
        ranks = [
            _("{place}. {side} {total}", place=rank.place, side=rank.side, total=Signed(rank.total))
            for rank in result.ranks
        ]
        parts = {"winners": self.winners, "verb": self.verb, "lead": result.lead, "ranks": ranks}
        return _("{game}: {winners} {verb} {lead}. {ranks}", game=game, **parts)


def labels(names: Iterable[str]) -> list[str]:
    """What these people are called, sorted; old and new matches store a missing name otherwise."""
    return sorted(str(label_of(name)) for name in names)


def truncate(name: str, max_letters: int) -> str:
    """A name cut to the width of so many letters, with an ellipsis where some are missing."""
    widths = list(accumulate(map(width_of, graphemes(name))))
    if not widths or widths[-1] <= max_letters:
        return name
    fitting = sum(width <= max_letters - 1 for width in widths)
    return "".join(graphemes(name)[:fitting]).rstrip() + "…"


def width_of(letter: str) -> float:
    """About how wide a letter is, in common letters: the reader's font is not known here."""
    if unicodedata.east_asian_width(letter[0]) in "WF":
        return 2
    return 1.6 if letter in "MWmw" else 1.2 if letter.isupper() else 1


@cache
def light_theme() -> dict[str, str]:
    """The colours of the light theme by their tokens, read from the stylesheet."""
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    return dict(re.findall(r"--([\w-]+): var\(--light, (#[0-9a-f]{6})\)", tokens))


# The totals as lines, in pixels

CHART_HEIGHT = 104
PICTURE_WIDTH = 318
LABELS_APART = 16
"""The names at the ends of two lines are at least so far apart."""


class TotalsLine(NamedTuple):
    """The totals of a side after each deal: how far from the top it ends, and where its name is."""

    side: Side
    path: str
    end: float
    name: float
    is_first: bool


class TotalsChart:
    """Every side's line, the winners' last so that it is drawn on top.

    As wide as it has deals, to be stretched to the page, or of a `width` in pixels. `zero` is the
    height of no points, and at `groups` a kingdom or a phase is over. `band` is where the deal that
    turned the match begins and ends, None without one.
    """

    height = CHART_HEIGHT

    def __init__(
        self, result: MatchResult, turning: Deal | None = None, *, width: int | None = None
    ) -> None:
        deals = result.deals
        totals = [(0,) * len(result.sides), *(deal.totals for deal in deals)]
        high = max(max(points) for points in totals)
        low = min(min(points) for points in totals)

        def y(points: int) -> float:
            return round(CHART_HEIGHT * (high - points) / max(high - low, 1), 1)

        def x(n: int) -> float:
            return n if width is None else round(width * n / len(deals), 1)

        def path(side: Side) -> str:
            points = [f"{x(n)} {y(after[side.index])}" for n, after in enumerate(totals)]
            return "M" + " ".join(points)

        self.width = x(len(deals))
        self.is_stretched = width is None
        self.zero = y(0)
        self.groups = [
            x(n)
            for n in range(1, len(deals))
            if deals[n].group and deals[n].group is not deals[n - 1].group
        ]
        turn = deals.index(turning) if turning else None
        self.band = None if turn is None else (x(turn), x(turn + 1))
        ends = [y(points) for points in totals[-1]]
        names = spread_apart(ends, LABELS_APART, CHART_HEIGHT)
        winners = result.outcome.winners
        lines = [
            TotalsLine(side, path(side), ends[side.index], names[side.index], side in winners)
            for side in result.sides
        ]
        self.lines = sorted(lines, key=lambda line: line.is_first)


# A common score on a dial, in the units of a drawing 300 wide

SWEEP = 240
"""In degrees, with the middle at the top."""
CENTRE, MIDDLE, RADIUS = 150, 156, 124
QUARTERS = 4
"""The dial has a number after each quarter."""


class ScoreDial:
    """An arc from 0 to `top`, and the `end` of a win's `score` on it; None for a loss.

    `ticks` are strokes inside the arc (x, y, x, y), each with whether a number is beside it, and
    `numbers` where these are written (x, y, number): also at the ends that this table can reach.
    """

    def __init__(self, account: SharedResult, score: int | None) -> None:
        self.top, self.score = account.top, score
        numbered = {self.top * part // QUARTERS for part in range(QUARTERS + 1)}
        numbered |= set(account.ends)
        (x1, y1), (x2, y2) = self._at(0, RADIUS), self._at(self.top, RADIUS)
        self.arc = f"M{x1} {y1}A{RADIUS} {RADIUS} 0 1 1 {x2} {y2}"
        self.ticks = [
            (
                *self._at(n, RADIUS - (22 if n in numbered else 17)),
                *self._at(n, RADIUS - 13),
                n in numbered,
            )
            for n in range(self.top + 1)
        ]
        self.numbers = [(*self._at(n, RADIUS + 21), n) for n in sorted(numbered)]
        self.end = None if score is None else self._at(score, RADIUS)

    def _at(self, points: int, radius: float) -> tuple[float, float]:
        angle = radians(SWEEP * points / self.top - SWEEP / 2)
        return round(CENTRE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1)
