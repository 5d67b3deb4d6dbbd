"""The match that is away: what its pages say of that, the one page in place of all that needs its
club, and the match that is begun meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, abort, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.scoring import Match, Text, _
from app.scoring.match.log_text import log_texts
from app.web.core.access import view_of_request, works_away
from app.web.core.http import wants_partial
from app.web.core.services import can
from app.web.match.correct import SIGNS, history
from app.web.match.page import MatchPage
from app.web.match.repository import get_match_or_404
from app.web.match_file.sync import match_to_go_on
from app.web.new_match import new_match
from app.web.start import start

bp = works_away(Blueprint("journey", __name__, url_prefix="/matches/<int:match_id>"))


def init_app(app: Flask) -> None:
    """Refuse what needs the club, while a match is away, and let templates say how far it is."""
    app.before_request(refuse_what_needs_the_club)
    app.after_request(keep_begun)
    app.jinja_env.globals.update(words_of_journey=words_of_journey)
    # Flask's own, and not a view of ours.
    works_away(app.view_functions["static"])


@dataclass(frozen=True)
class Journey:
    """The match that is away: its number, since when (ISO, UTC), how many lines of its log the club
    has, and how many deals were finished by then."""

    number: int
    since: str
    joined: int
    finished: int


def this_journey() -> Journey:
    """Return the journey of the match for which this app answers."""
    found: Journey = current_app.config["JOURNEY"]
    return found


def words_of_journey(match: Match) -> Text:
    """Return where the match is, and how much of it the club has not."""
    journey = this_journey()
    finished = len(match.standing.finished) - journey.finished
    if finished > 0:
        deals = match.game.count_deals(finished)
        return _("On this phone · {deals} not in the club yet", deals=deals)
    if match.last_line > journey.joined:
        return _("On this phone · not in the club yet")
    return _("On this phone · all of it is in the club")


@bp.get("/away")
def show(match_id: int) -> ResponseReturnValue:
    """Since when the match is away, what of it the club has not, and its file; 404 unless it is."""
    if not can("away"):
        abort(404)
    match, journey = get_match_or_404(match_id), this_journey()
    waiting = history(match, log_texts(match), journey.joined)[::-1]
    return MatchPage(match).render(
        "pocket/away.html", since=journey.since, waiting=waiting, signs=SIGNS
    )


def refuse_what_needs_the_club() -> ResponseReturnValue | None:
    """503 with the way back to the match, for htmx a notice, where the club is needed."""
    if not can("away") or request.endpoint is None or is_here():
        return None
    match = get_match_or_404(this_journey().number)
    if wants_partial():
        sentence = _("This needs the club. {then}", then=what_goes_on(match))
        return render_template("_notice.html", sentence=sentence), 503
    # Where a club begins its matches there is still a new one.
    games = GAMES if view_of_request() == start else {}
    page = MatchPage(match).render("pocket/needs_club.html", then=what_goes_on(match), games=games)
    return page, 503


def is_here() -> bool:
    """Whether this request is about nothing but the match that is away."""
    blueprint = current_app.blueprints.get(request.blueprint or "")
    is_possible = any(getattr(it, "works_away", False) for it in (view_of_request(), blueprint))
    is_form = view_of_request() == new_match.form
    earlier = request.args.get("from", type=int) if is_form else None
    asked = {(request.view_args or {}).get("match_id"), g.rules_match, earlier}
    return is_possible and asked <= {None, this_journey().number}


def keep_begun(response: Response) -> Response:
    """Keep the match to which a form of a new match leads, for whoever answers this request."""
    begins = view_of_request() in (new_match.begin_match, new_match.begin_again)
    if can("away") and begins and response.status_code == 303:
        number = int(urlsplit(response.location or "").path.rpartition("/")[2])
        match = match_to_go_on(get_match_or_404(number))
        current_app.config["BEGUN"] = match | {"joined": 0, "since": this_journey().since}
    return response


def what_goes_on(match: Match) -> Text:
    """Return what does not need the club."""
    if match.standing.is_over:
        return _("Your match is kept on this phone.")
    return _("Your match goes on.")
