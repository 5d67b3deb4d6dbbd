"""Every component in every state on one page, for who works on the app: `serve --debug`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app import store
from app.games import GAMES
from app.scoring import Event, Replay
from app.web.found import Found
from app.web.matches import about

bp = Blueprint("style", __name__)

FOUR = ("Anna", "Bruno", "Carla", "Dino")
SYMBOLS = ("spade", "heart", "diamond", "acorn", "club", "leaf", "bell")
DECK = {
    str(n): {"symbols": [SYMBOLS[(n + i) % 7] for i in range(3)], "large": [SYMBOLS[n % 7]]}
    for n in range(1, 10)
}
A_DEAL_OF_TREX = ("king", {"KH": 1}, 2)

MOMENTS: Sequence[tuple[str, str, Sequence[str], Sequence[Any]]] = (
    ("A choice of suits", "tribello", FOUR[:3], [{}]),
    ("A count", "tribello", FOUR[:3], [{}, "hearts"]),
    ("A player", "trex", FOUR, [{}]),
    ("A choice, some closed", "trex", FOUR, [{}, 0, *A_DEAL_OF_TREX]),
    ("Cards of some, or nobody", "trex", FOUR, [{}, 0, *A_DEAL_OF_TREX, "queens"]),
    ("Cards of all", "trex", FOUR, [{}, 0, "queens", {"QS": 3}]),
    ("An order", "trex", FOUR, [{}, 0, *A_DEAL_OF_TREX, "trex"]),
    ("Partners", "trex", FOUR, [{"partners": True}, 0, *A_DEAL_OF_TREX]),
    ("A count of the second hand", "italian_whist", FOUR[:3], [{}, [5, 3, 1]]),
    ("Cards by suit and rank", "torite", FOUR[:2], [{}, [8, 4]]),
    ("Cards by number", "trico", FOUR[:2], [{"deck": DECK}]),
    ("Cards by their symbols", "trico", FOUR[:2], [{"entry": "symbols"}]),
    ("Figures", "trico", FOUR[:3], [{"entry": "counts"}]),
    ("Won together", "torite", FOUR, [{}, [6, 4, 2, 0], ["AS", "10H", "5D", "2C"]]),
    ("House rules", "trex", FOUR, []),
)
"""What each shows, its game, its players, and the answers that lead there."""


@bp.get("/style")
def show_style() -> ResponseReturnValue:
    """The components, and the questions of every kind, side by side in every theme."""
    moments = [(title, draw(at(game, names, answers))) for title, game, names, answers in MOMENTS]
    return render_template("style.html", moments=[*moments, ("Refused", refused())])


def at(game: str, names: Sequence[str], answers: Sequence[Any]) -> Found:
    """A match that stands behind these answers, kept nowhere."""
    playing = Replay(GAMES[game], names, {})
    events = []
    for answer in answers:
        prompt = playing.standing.prompt
        assert prompt is not None, f"{game} is over before {answer}"
        events.append(Event("entry", prompt.deal, prompt.key, answer))
        playing.go_on(prompt.key, answer)
        assert not playing.standing.problems, (game, answer, playing.standing.problems)
    now = datetime.now(UTC)
    lines = tuple(store.Line(n, now.isoformat(), event) for n, event in enumerate(events, 1))
    return Found(store.Match(0, game, tuple(names), now, lines))


def draw(found: Found, **more: Any) -> Markup:
    """The board, the question or the outcome, and the sheet of a match."""
    standing = found.standing
    question = "match/_outcome.html" if standing.is_over else "match/_prompt.html"
    parts = ["match/_board.html", question, "match/_sheet.html"]
    if standing.table.chart and not standing.is_over:
        parts.insert(2, "match/_chart.html")
    return together(parts, **about(found, **more))


def refused() -> Markup:
    """A count that cannot be right, and the proof of one that is."""
    found = at("tribello", FOUR[:3], [{}, "hearts"])
    prompt = found.standing.prompt
    assert prompt is not None
    wrong = [7, 4, 1]
    shown = draw(found, typed=prompt.fill(wrong), problems=prompt.problems(wrong))
    right = draw(found, typed=prompt.fill([7, 4, 2]))
    return shown + right


def together(parts: Sequence[str], **context: Any) -> Markup:
    """Several partials, one after the other."""
    draw_part: Callable[..., str] = render_template
    return Markup("").join(Markup(draw_part(part, **context)) for part in parts)
