"""How a match ended: what its last screen shows, and a picture of it to send to friends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import cos, radians, sin
from typing import Any

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from app import store
from app.paper.chart import spread_apart
from app.paths import STATIC
from app.scoring import Account, Deal, Match, MatchResult, SharedOutcome, Side, Signed, Text, _
from app.scoring.model.seats import label_of
from app.scoring.model.text import and_list
from app.scoring.table.result import verb_of
from app.web.core.access import is_watching, this_club, watchers_may
from app.web.core.initials import Discs, graphemes
from app.web.core.services import connection
from app.web.core.text import plain
from app.web.match.cache import get_match_or_404

bp = Blueprint("end", __name__, url_prefix="/matches/<int:match_id>")

CHART = 104
"""How high the lines of the totals are drawn, in pixels."""
REMEMBERED = 500
"""Among so many earlier games the best is looked for, so that no book grows slow."""
PICTURE_CHART = 318
"""How wide they are in the picture, whose pixels are multiplied."""
SIZES = ((8, "large"), (10, "middle"), (13, "small"))
"""So many letters of a winner's name fit on a line at each size; longer ones are smallest."""
LONGEST = 18
"""So many letters of a name fit on a line of the picture."""


@bp.get("/picture.svg")
@watchers_may
def picture(match_id: int) -> ResponseReturnValue:
    """The outcome as one drawing with nothing but names and points; 404 before the end."""
    match = get_match_or_404(match_id)
    if match.standing.outcome is None:
        abort(404)
    about = ending_of(match) | {"ink": printed}
    if about["finish"]:
        about["lines"] = lines(about["finish"], CHART, PICTURE_CHART)
    drawn = render_template("match/picture.svg", **about, longest=LONGEST)
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": "no-store"})


def ending_of(match: Match) -> dict[str, Any]:
    """What the last screen of a match that is over needs to know."""
    standing = match.standing
    outcome = standing.outcome
    assert outcome is not None, "the match goes on"
    about: dict[str, Any] = {
        "match": match,
        "game": match.game,
        "standing": standing,
        "outcome": outcome,
        "discs": Discs(standing.table.seats),
        "account": None,
        "finish": None,
        "ink": on_the_page,
        "shortened": shortened,
    }
    if isinstance(outcome, SharedOutcome):
        account = outcome.account
        about["account"] = account
        about["dial"] = dial(account, outcome.score) if account else None
        about["record"] = record_in_words(match, outcome.score)
        return about | {"shared": together_in_words(match, outcome)}
    finish = standing.result
    winners = and_list(outcome.winners)
    about |= {
        "finish": finish,
        "lines": lines(finish, CHART),
        "winners": winners,
        "verb": verb_of(outcome.winners),
        "size": size_of(plain(winners)),
    }
    return about | {"shared": totals_in_words(match, finish, winners)}


def record_in_words(match: Match, score: int | None) -> Text | None:
    """The best that the same people have won before, beside a win; None if there is nothing."""
    # Who watches this match is told nothing of any other.
    if score is None or is_watching():
        return None
    people = called(match.seating.present)
    won = [
        earlier.about["score"]
        for earlier in store.earlier_matches(
            connection(), this_club(), match.game.key, match.id, REMEMBERED
        )
        if earlier.about and earlier.about.get("won") and called(earlier.about["players"]) == people
    ]
    if not won:
        return None
    if max(won) < score:
        return _("Your best was {score}.", score=max(won))
    return _("Your best is {score}.", score=max(won))


def called(names: Iterable[str]) -> list[str]:
    """What these people are called, sorted: who has no name is the same in old and new matches."""
    return sorted(str(label_of(name)) for name in names)


# --- in words, to be sent -----------------------------------------------------------------------


def totals_in_words(match: Match, finish: MatchResult, winners: Text) -> Text:
    """Who won, and everybody's total."""
    lines = [
        _("{place}. {side} {total}", place=rank.place, side=rank.side, total=Signed(rank.total))
        for rank in finish.ranks
    ]
    return _(
        "{game}: {winners} {verb} {lead}. {ranks}",
        game=match.game.name,
        winners=winners,
        verb=verb_of(finish.outcome.winners),
        lead=finish.lead,
        ranks=lines,
    )


def together_in_words(match: Match, outcome: SharedOutcome) -> Text:
    """How it ended for all of them."""
    seats = and_list(match.standing.table.seats)
    return _("{game}, {seats}: {why}", game=match.game.name, seats=seats, why=outcome.why)


# --- names and colours --------------------------------------------------------------------------


def size_of(name: str) -> str:
    """How large a name is written so that it fits on a line, if it does."""
    width = sum(map(width_of, graphemes(name)))
    return next((size for most, size in SIZES if width <= most), "smallest")


def shortened(name: str, longest: int) -> str:
    """A name no wider than so many letters."""
    widths = list(accumulate(map(width_of, graphemes(name))))
    if not widths or widths[-1] <= longest:
        return name
    fitting = sum(width <= longest - 1 for width in widths)
    return "".join(graphemes(name)[:fitting]).rstrip() + "…"


def width_of(letter: str) -> float:
    """How wide a letter is, about, against a common one: nobody here knows the reader's font."""
    if unicodedata.east_asian_width(letter[0]) in "WF":
        return 2
    return 1.6 if letter in "MWmw" else 1.2 if letter.isupper() else 1


def on_the_page(name: str) -> str:
    """A colour of the look that is chosen, by the name of its token."""
    return f"var(--{name})"


def printed(name: str) -> str:
    """The same colour on light paper, for a picture that no stylesheet reaches."""
    return light()[name]


@cache
def light() -> dict[str, str]:
    """The colours of the light look, from the tokens of the pages."""
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    block = re.search(r"\[data-theme=light\] \{(.*?)\}", tokens, re.DOTALL)
    assert block is not None, "tokens.css has a light look"
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[1]))


# ---- What the end of a match is drawn as: the totals as lines, and a common score on a dial. ----

# --- the totals as lines ------------------------------------------------------------------------

LETTERS_APART = 16
"""The names at the ends of two lines stand so far apart, in pixels."""


@dataclass(frozen=True)
class Line:
    """The totals of a side after each deal: how far from the top it ends, and its name stands."""

    side: Side
    path: str
    end: float
    name: float
    is_first: bool


@dataclass(frozen=True)
class Lines:
    """Every side's line, the winners' last so that it lies on top.

    As wide as it has deals, to be stretched to the page, or of a `width` in pixels. `zero` is the
    height of no points, and at `groups` a kingdom or a phase is over.
    """

    width: float
    height: int
    is_stretched: bool
    zero: float
    groups: Sequence[float]
    lines: Sequence[Line]


def lines(finish: MatchResult, height: int, width: int | None = None) -> Lines | None:
    """The totals after each deal that counts; None with fewer than two of them."""
    if len(finish.deals) < 2:
        return None
    totals = [(0,) * len(finish.sides), *(deal.totals for deal in finish.deals)]
    high = max(max(points) for points in totals)
    low = min(min(points) for points in totals)

    def y(points: int) -> float:
        return round(height * (high - points) / max(high - low, 1), 1)

    def x(deals: int) -> float:
        return deals if width is None else round(width * deals / len(finish.deals), 1)

    ends = [y(points) for points in totals[-1]]
    names = spread_apart(ends, LETTERS_APART, height)
    winners = finish.outcome.winners
    drawn = [
        Line(
            side,
            "M" + " ".join(f"{x(n)} {y(points[side.index])}" for n, points in enumerate(totals)),
            ends[side.index],
            names[side.index],
            side in winners,
        )
        for side in finish.sides
    ]
    return Lines(
        width=x(len(finish.deals)),
        height=height,
        is_stretched=width is None,
        zero=y(0),
        groups=[x(n) for n in ends_of_groups(finish.deals)],
        lines=sorted(drawn, key=lambda line: line.is_first),
    )


def ends_of_groups(deals: Sequence[Deal]) -> list[int]:
    """After how many deals each kingdom or phase is over, but for the last."""
    return [
        n
        for n in range(1, len(deals))
        if deals[n].group and deals[n].group is not deals[n - 1].group
    ]


# --- the dial -----------------------------------------------------------------------------------

SWEEP = 240
"""In degrees, with the middle at the top."""
CENTRE, MIDDLE, RADIUS = 150, 156, 124
"""Where the arc lies in a drawing 300 wide."""
MARKS = 4
"""The dial is divided into so many parts with a number between them."""


@dataclass(frozen=True)
class Tick:
    """A stroke inside the arc, long where there is a number."""

    x1: float
    y1: float
    x2: float
    y2: float
    is_marked: bool


@dataclass(frozen=True)
class Number:
    """A number beside the arc."""

    x: float
    y: float
    number: int


@dataclass(frozen=True)
class Dial:
    """An arc from 0 to `top`, a tick for each point, and where the `score` lies on it, if any."""

    top: int
    arc: str
    ticks: Sequence[Tick]
    numbers: Sequence[Number]
    score: int | None
    end: tuple[float, float] | None


def dial(account: Account, score: int | None) -> Dial:
    """The scale of `account` with a win's `score`; the ends that this table can reach are named."""
    top = account.top
    marked = {top * part // MARKS for part in range(MARKS + 1)} | set(account.ends)

    def at(points: int, radius: float) -> tuple[float, float]:
        angle = radians(SWEEP * points / top - SWEEP / 2)
        return round(CENTRE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1)

    (x1, y1), (x2, y2) = at(0, RADIUS), at(top, RADIUS)
    return Dial(
        top=top,
        arc=f"M{x1} {y1}A{RADIUS} {RADIUS} 0 1 1 {x2} {y2}",
        ticks=[
            Tick(*at(n, RADIUS - (22 if n in marked else 17)), *at(n, RADIUS - 13), n in marked)
            for n in range(top + 1)
        ],
        numbers=[Number(*at(n, RADIUS + 21), n) for n in sorted(marked)],
        score=score,
        end=None if score is None else at(score, RADIUS),
    )
