"""How a match ended: what its last screen shows, and a picture of it to send to friends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import Any

from flask import Blueprint, Response, abort, render_template
from flask.typing import ResponseReturnValue

from app import store
from app.house import STATIC
from app.scoring import Finish, Match, Signed, Text, Together, _
from app.scoring.result import verb_of
from app.scoring.seats import label_of
from app.scoring.text import listed
from app.web.frame.access import is_watching, this_club
from app.web.frame.discs import Discs, graphemes
from app.web.frame.pages import connection, plain
from app.web.match.drawings import dial, lines
from app.web.match.finding import find

bp = Blueprint("outcome", __name__, url_prefix="/matches/<int:match_id>")

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
def picture(match_id: int) -> ResponseReturnValue:
    """The outcome as one drawing with nothing but names and points; 404 before the end."""
    match = find(match_id)
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
    if isinstance(outcome, Together):
        account = outcome.account
        about["account"] = account
        about["dial"] = dial(account, outcome.score) if account else None
        about["record"] = record_in_words(match, outcome.score)
        return about | {"shared": together_in_words(match, outcome)}
    finish = standing.finish
    winners = listed(outcome.winners)
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


def totals_in_words(match: Match, finish: Finish, winners: Text) -> Text:
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


def together_in_words(match: Match, outcome: Together) -> Text:
    """How it ended for all of them."""
    seats = listed(match.standing.table.seats)
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
