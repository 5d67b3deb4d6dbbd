"""Every component in every state on one page: what the tests look at, and who draws the pages.

``python -m tools.components`` serves the app with this page at /components.
"""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.scoring import Event, Match, Problem, Turn
from app.scoring.prompts.base import Form
from app.store.clubs.clubs import HOME
from app.symbols import symbols, symbols_in_sprite
from app.web.match.page import MatchPage

bp = Blueprint(
    "components",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/components/static",  # /static/ is the app's
)

FOUR = ("Anna", "Bruno", "Carla", "Dino")
EIGHT = (*FOUR, "Elif", "Fritz", "Greta", "Hanna")
TWELVE_DEALS = [*["hearts", [7, 4, 2]] * 6, *[[5, 5, 3]] * 6]
LEFT_OPEN = {"own_double": "ask"}
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
    ("A count of partners", "trex", FOUR, [{"partners": True}, 0, "slaps"]),
    ("A house rule, asked once", "trex", FOUR, [LEFT_OPEN, 0, "king", {"KH": 1}, 1]),
    ("A count of the second hand", "italian_whist", FOUR[:3], [{}, [5, 3, 1]]),
    ("Cards by suit and rank", "torite", FOUR[:2], [{}, [8, 4]]),
    ("Cards by number", "trico", FOUR[:2], [{"deck": HOUSE_DECK}]),
    ("Cards by their symbols", "trico", FOUR[:2], [{"entry": "symbols"}]),
    ("Figures", "trico", FOUR[:3], [{"entry": "counts"}]),
    ("Won together", "torite", FOUR, [{}, [6, 4, 2, 0], ["AS", "10H", "5D", "2C"]]),
    ("Lost together", "torite", FOUR, [{}, [6, 4, 2, 0], ["KS", "9H", "7H", "4D"]]),
    ("Who won", "tribello", FOUR[:3], [{}, *TWELVE_DEALS]),
    ("House rules", "trex", FOUR, []),
    ("A limit", "italian_whist", FOUR[:3], []),
    ("House rules, with a deck", "trico", FOUR[:2], []),
    ("Points as they are said", "any_game", FOUR, [{}]),
    ("Points that add up, ticks and a note", "any_game", FOUR, [{"sum": 0, "tick": "Solo"}]),
    ("Points of sides", "any_game", FOUR, [{"sides": "opposite"}]),
    ("Points of many", "any_game", EIGHT, [{"title": "Skyjo", "wins": "lowest"}]),
    ("Words, and lists of words", "any_game", FOUR, []),
)
"""What each shows, its game, its players, and the answers that lead there."""


@bp.get("/components")
def show_components() -> ResponseReturnValue:
    """The components, and the questions of every kind, side by side in every theme; with
    ``?moment=``, the title of one, that alone, as a phone shows it."""
    g.club_id = HOME
    if only := request.args.get("moment"):
        [match] = [at(*about) for title, *about in MOMENTS if title == only]
        return render_template(
            "moment.html", title=only, shown=match, drawn=draw(match, has_chart=False)
        )
    moments = [(title, draw(at(game, names, answers))) for title, game, names, answers in MOMENTS]
    return render_template(
        "components.html",
        moments=[*moments, ("Refused", refused())],
        symbols=symbols_in_sprite(),
        symbols_of_awards=symbols().keys() - symbols_in_sprite(),
    )


def at(game: str, names: Sequence[str], answers: Sequence[Any]) -> Match:
    """A match that stands behind these answers, kept nowhere."""
    match = Match(GAMES[game], names)
    for answer in answers:
        prompt = match.standing.prompt
        assert prompt is not None, f"{game} is over before {answer}"
        match = match.accept(Event("entry", prompt.deal, prompt.key, answer))
    return match


def draw(
    match: Match,
    typed: Form | None = None,
    problems: Sequence[Problem] = (),
    *,
    has_chart: bool = True,
) -> Markup:
    """The board, and the question or the outcome of a match, with the chart of its contracts."""
    standing = match.standing
    question = "match/_outcome.html" if standing.is_over else "match/_prompt.html"
    parts = ["match/_board.html", question]
    if standing.table.contract_grid and has_chart and not standing.is_over:
        parts.insert(2, "match/_chart.html")
    page = MatchPage(match, None if typed is None else Turn(match, typed), problems)
    return Markup("").join(Markup(page.render(part)) for part in parts)


def refused() -> Markup:
    """A count that cannot be right, and the proof of one that is."""
    match = at("tribello", FOUR[:3], [{}, "hearts"])
    prompt = match.standing.prompt
    assert prompt is not None
    wrong = [7, 4, 1]
    shown = draw(match, typed=prompt.fill(wrong), problems=prompt.problems(wrong))
    right = draw(match, typed=prompt.fill([7, 4, 2]))
    return shown + right
