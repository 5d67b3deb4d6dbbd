"""Paper: blank sheets, the sheet of a match, rules booklets and quick references as PDF."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import get_locale

from app.games import GAMES
from app.paper import blank as blank_sheets
from app.paper import exports
from app.paper.html import PAPERS, WHOLE_PAPERS
from app.paper.pdf import LIBRARIES, NotInstalled, Page, Printed
from app.paper.score_sheet import Played, filled
from app.rulebook import RulesPage
from app.scoring import Match, Text, _, _n
from app.web import print_view
from app.web.core.access import CLUB, this_club
from app.web.core.content_disposition import name_file
from app.web.core.errors import refuse, show_error
from app.web.core.services import can, services
from app.web.core.text import plain
from app.web.match.cache import get_end_or_404, get_match_or_404, load_match
from app.web.match.files import day_of
from app.web.match.table_view import watch_address
from app.worker import Busy

bp = Blueprint("paper", __name__)

USUAL_PAPER = "a4"
LETTER = "letter"
WITH_LETTER = {
    *("BZ", "CA", "CL", "CO", "CR", "GT", "MX"),
    *("NI", "PA", "PH", "PR", "SV", "US", "VE"),
}
"""The regions whose printers hold US Letter, by what a browser calls them."""
LONGEST_FILE_NAME = 120
DASH = "\N{EN DASH}"

View = TypeVar("View", bound=Callable[..., Any])


def printed(view: View) -> View:
    """Mark a route that may take the press, so that a door can limit how often."""
    view.is_printed = True  # type: ignore[attr-defined]
    return view


def prints(view: object) -> bool:
    """Whether a route may take the press."""
    return getattr(view, "is_printed", False)


# --- pages that lead to paper -------------------------------------------------------------------


@bp.get("/print/")
def shelf() -> ResponseReturnValue:
    """Every blank sheet, booklet and quick reference."""
    return render_template(
        "paper/shelf.html",
        games=GAMES,
        book=services().rulebook,
        papers=PAPERS,
        whole_papers=whole_papers(),
        usual=likely_paper(),
        blank_url=lambda game, variant: addressed("blank", game=game, variant=variant),
        rules_url=lambda kind, game: addressed(kind, game=game),
        all_url=addressed("all_rules"),
    )


@bp.get(f"{CLUB}/matches/<int:match_id>/paper")
def of_match(match_id: int) -> ResponseReturnValue:
    """What can be printed or taken home of a match."""
    match = get_match_or_404(match_id)
    return render_template(
        "paper/match.html",
        match=match,
        game=match.game,
        standing=match.standing,
        match_url=url_for("play.show_match", match_id=match_id),
        papers=PAPERS,
        whole_papers=whole_papers(),
        usual=likely_paper(),
        sheet_url=addressed("sheet", match_id=match_id),
        blank_url=addressed("blank_of_match", match_id=match_id),
    )


def addressed(view: str, **about: Any) -> Callable[[str], str]:
    """Where something is printed, by the paper that it is for."""
    return lambda paper: url_for(f"paper.{view}", **about, paper=paper)


def likely_paper() -> str:
    """The paper that whoever reads this has at hand, by the region of their browser."""
    for language in request.accept_languages.values():
        region = language.replace("_", "-").upper().split("-")[1:]
        if region:
            return LETTER if WITH_LETTER & set(region) else USUAL_PAPER
    return USUAL_PAPER


def whole_papers() -> dict[str, Text]:
    """The papers that hold a whole page, and what they are called."""
    return {key: PAPERS[key] for key in WHOLE_PAPERS}


# --- of a match ---------------------------------------------------------------------------------


@bp.get(f"{CLUB}/matches/<int:match_id>/sheet.pdf")
@printed
def sheet(match_id: int) -> ResponseReturnValue:
    """The sheet of the match as it stands."""
    paper, match = requested_paper(WHOLE_PAPERS), stored_match(match_id)
    address = watch_address(match_id)

    def lay_out() -> Page:
        return filled(Played.of(match, title=match.title), paper, watch_url=address)

    about = (match.log_end, match.started, match.title, address)
    key = ("sheet", this_club(), match_id, *about, paper)
    return show_pdf(key, file_name(match), lay_out)


@bp.get(f"{CLUB}/matches/<int:match_id>/blank.pdf")
@printed
def blank_of_match(match_id: int) -> ResponseReturnValue:
    """A blank sheet with the names and the house rules of the match."""
    paper, match = requested_paper(), stored_match(match_id)

    def lay_out() -> Page:
        _prompt, rules = match.standing.house_rules or (None, {})
        names = [plain(seat) for seat in match.seating.seats]
        variant = blank_sheets.variant_of(match.game.key, len(names), rules)
        return blank_sheets.blank(
            match.game.key, variant.key, paper, rules_book(), names=names, rules=rules
        )

    key = ("blank", this_club(), match_id, match.log_end, match.started, paper)
    return show_pdf(key, file_name(match, " blank"), lay_out)


def stored_match(match_id: int) -> Match:
    """The match with this number; 404 or 410 without one.

    Unlike `get_match_or_404` it leaves the match in the cache for those who are scoring while the
    PDF is made.
    """
    get_end_or_404(match_id)
    return load_match(match_id) or abort(404)


def file_name(match: Match, kind: str = "") -> str:
    """What the file of a match is called: the game, the day, and who plays now."""
    head = f"{plain(match.game.name)} {day_of(match)}{kind}"
    return f"{head} {DASH} {', '.join(map(plain, match.seating.seats))}"


# --- of a game ----------------------------------------------------------------------------------


@bp.get("/print/<game>/<variant>.pdf")
@printed
def blank(game: str, variant: str) -> ResponseReturnValue:
    """The blank sheet of a game."""
    paper = requested_paper()
    if game not in GAMES or variant not in {other.key for other in GAMES[game].variants}:
        abort(404)
    return show_document(exports.blank(game, variant, paper, rules_book()))


@bp.get("/print/rules/all.pdf")
@printed
def all_rules() -> ResponseReturnValue:
    """The rules of all games in one booklet."""
    return show_document(exports.all_rules(requested_paper(WHOLE_PAPERS), rules_book()))


@bp.get("/print/rules/<game>.pdf")
@printed
def booklet(game: str) -> ResponseReturnValue:
    """The rules of a game as a booklet."""
    paper, book = requested_paper(WHOLE_PAPERS), rules_book()
    if game not in book:
        abort(404)
    return show_document(exports.booklet(game, paper, book))


@bp.get("/print/quick/<game>.pdf")
@printed
def quick(game: str) -> ResponseReturnValue:
    """The rules of a game on one page."""
    paper, book = requested_paper(WHOLE_PAPERS), rules_book()
    if game not in book:
        abort(404)
    return show_document(exports.quick_reference(game, paper, book))


def rules_book() -> dict[str, RulesPage]:
    """The pages of the rules book that are about a game."""
    pages = services().rulebook
    return {key: pages[key] for key in GAMES if key in pages}


# --- how they are sent --------------------------------------------------------------------------


def requested_paper(papers: tuple[str, ...] = tuple(PAPERS)) -> str:
    """The paper that the address asks for, or 400."""
    paper = request.args.get("paper", USUAL_PAPER)
    if paper not in papers:
        refuse(400, _("There is no such paper; there are: {papers}.", papers=papers))
    return paper


def show_document(document: exports.Document) -> Response:
    """A document that lies ready, or else is printed."""
    name = document.name.rpartition("/")[2].removesuffix(".pdf")
    ready = exports.ready(document) if can("pdf") else None
    return show_pdf((document.name,), name, document.lay_out, ready)


def show_pdf(
    key: tuple[object, ...], name: str, lay_out: Callable[[], Page], ready: Printed | None = None
) -> Response:
    """What is known by `key`, printed if it is neither `ready` nor kept, to be shown by this name;
    where no press is, the page itself, which a browser can print.

    Its tag is the fingerprint of what it is made from: a browser that has a PDF of the same is told
    so, without asking the press.
    """
    room = services().print_queue
    if room is None:
        return print_view.show(lay_out())
    key = (*key, str(get_locale()))
    response = Response(mimetype="application/pdf")
    pdf = ready or room.cached(key)
    page = lay_out() if pdf is None and request.if_none_match else None
    if page and page.fingerprint in request.if_none_match:
        response.set_etag(page.fingerprint)
    else:
        if pdf is None:
            pdf = room.print(key, (lambda: page) if page else lay_out)
            g.printed = True
        response.data = pdf.content
        response.set_etag(pdf.fingerprint)
    response.cache_control.private = True
    response.cache_control.no_cache = True
    as_file(response, name)
    response.make_conditional(request)
    return response


def as_file(response: Response, name: str) -> None:
    """Say under which name to keep it. Who reads only ASCII is told the part before the players."""
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "-", name)
    plain = name.partition(f" {DASH} ")[0].encode("ascii", "ignore").decode()
    whole = name if plain == name else name[:LONGEST_FILE_NAME].strip()
    name_file(response, "inline", f"{whole}.pdf", f"{plain}.pdf")


@bp.app_errorhandler(Busy)
def say_busy(busy: Busy) -> ResponseReturnValue:
    """503: too many want something printed."""
    sentence = _n(
        "The press has its hands full. Try again in {n} second.",
        "The press has its hands full. Try again in {n} seconds.",
        busy.after,
    )
    response = make_response(show_error(503, sentence))
    response.headers["Retry-After"] = str(busy.after)
    return response


@bp.app_errorhandler(NotInstalled)
def say_not_installed(_error: NotInstalled) -> ResponseReturnValue:
    """503: whoever runs the app has to install something first."""
    sentence = _(
        "This machine cannot make PDF yet. Install what it lacks: {command}",
        command=f"sudo apt install {LIBRARIES}",
    )
    return show_error(503, sentence)
