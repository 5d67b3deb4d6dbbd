"""Paper: blank sheets, the sheet of a match, rules booklets and quick references, and the pages
that link to them. How a PDF is sent is in `app.web.pdf`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import matchfile
from app.dates import day_of_match
from app.games import GAMES
from app.languages import ENGLISH, current_language, plain
from app.paper.blank import blank_sheet, ordered_rules, variant_of
from app.paper.exports import FILES, exports_of, read_current
from app.paper.html import CARD_PAPERS, PAPERS, WHOLE_PAPERS
from app.paper.keepsake import Keepsake
from app.paper.pdf import PrintDocument
from app.paper.score_sheet import ScoreSheet
from app.scoring import Game, Match, Problem, Refused, SharedOutcome, Text, _
from app.scoring.prompts.base import parse_whole
from app.store.people import evenings
from app.web.core.access import CLUB, is_member, this_club, watchers_may, works_away
from app.web.core.page.separators import likely_separator
from app.web.core.services import can, connection, rulebook
from app.web.match.repository import get_log_head_or_404, get_match_or_404, load_match_or_404
from app.web.match.watch import table_view_url
from app.web.pdf import DASH, DEFAULT_PAPER, requested_paper, show_pdf

bp = Blueprint("paper", __name__)

LETTER = "letter"
LETTER_REGIONS = {
    *("BZ", "CA", "CL", "CO", "CR", "GT", "MX"),
    *("NI", "PA", "PH", "PR", "SV", "US", "VE"),
}
"""The regions whose printers hold US Letter, as a browser names them."""


# --- pages that link to documents ---------------------------------------------------------------


@bp.get("/print/")
def print_index() -> ResponseReturnValue:
    """Every blank sheet, booklet and quick reference, and the cards of our own deck."""
    return show_print_index({})


def show_print_index(problems: Mapping[int | str | None, Problem]) -> str:
    """The page of all that can be printed; `problems` are those of an order, by its options."""
    return render_template(
        "paper/print_index.html",
        sheets_of_games=[(game, exports_of_game(game)) for game in GAMES.values()],
        sheets_of_all=[to_print(_("All games in one booklet"), "rules", "all", WHOLE_PAPERS)],
        usual=likely_paper(),
        papers=PAPERS,
        problems=problems,
    )


ToPrint = tuple[Text, Text | None, Callable[[str], str], Mapping[str, Text]]
"""A document that a page links to: its name, what it is about, its URL by paper, and the papers."""


def exports_of_game(game: Game) -> list[ToPrint]:
    """Return the blank sheets of a game, its rules, and the cards of our own deck."""
    is_one = len(game.variants) == 1
    documents = [
        to_print(
            _("Score sheet") if is_one else _("Score sheet: {variant}", variant=variant.name),
            game.key,
            variant.key,
            PAPERS,
        )
        for variant in game.variants
    ]
    if game.key in rulebook():
        documents += [
            to_print(_("The rules as a booklet"), "rules", game.key, WHOLE_PAPERS),
            to_print(_("Quick reference, one page"), "quick", game.key, WHOLE_PAPERS),
        ]
    if game.deck:
        name = _("The house deck: nine cards to cut out")
        documents.append(to_print(name, "cards", game.key, CARD_PAPERS))
    return documents


def to_print(name: Text, kind: str, subject: str, papers: Mapping[str, Text]) -> ToPrint:
    """Return an export, for the page that links to it."""
    return name, None, url_by_paper("export", kind=kind, subject=subject), papers


@bp.get(f"{CLUB}/matches/<int:match_id>/paper")
@watchers_may
@works_away
def of_match(match_id: int) -> ResponseReturnValue:
    """What can be printed or taken home of a match."""
    match = get_match_or_404(match_id)
    return render_template(
        "paper/match.html",
        match=match,
        game=match.game,
        standing=match.standing,
        match_url=url_for("play.show_match", match_id=match_id),
        sheets=sheets_of_match(match),
        usual=likely_paper(),
        bg_stats=bg_stats_of(match),
        separator=likely_separator(),
    )


def sheets_of_match(match: Match) -> list[ToPrint]:
    """Return the keepsake of a match that is over, its sheet as it is now, and a blank one for the
    same table."""
    about = _("Every deal so far with the running totals; print it again when the match is over.")
    if match.standing.is_over:
        about = _("Every deal, the running totals and the result, to print or to keep.")
    for_a_pencil = _("For a pencil: the same players and house rules, and empty boxes.")
    sheet_url = url_by_paper("sheet", match_id=match.id)
    blank_url = url_by_paper("blank_of_match", match_id=match.id)
    keepsake = _("Who won, how it went, and every deal in small: to frame, or to give away.")
    keepsake_url = url_by_paper("keepsake", match_id=match.id)
    return [
        *(
            [(_("Keepsake · one page"), keepsake, keepsake_url, PAPERS)]
            if match.standing.is_over
            else []
        ),
        (_("The sheet of this match"), about, sheet_url, WHOLE_PAPERS),
        (_("A blank sheet with these names"), for_a_pencil, blank_url, PAPERS),
    ]


def bg_stats_of(match: Match) -> tuple[str | None, Text] | None:
    """Return the link that opens a match in BG Stats, and what it does, or why there is none; None
    before the end of the match."""
    outcome = match.standing.outcome
    if outcome is None:
        return None
    if isinstance(outcome, SharedOutcome) and outcome.won is None:
        return None, _("Neither won nor lost: there is no result for BG Stats.")
    link = matchfile.link_to_bg_stats(match)
    if link is None:
        return None, _("These names are too long for a link to BG Stats.")
    if len(match.seating.spans) > 1:
        return link, _("opens that app, with the players of the last deal")
    return link, _("opens that app with the result")


def url_by_paper(view: str, **values: Any) -> Callable[[str], str]:
    """Return a function that gives the URL of a document for a paper."""
    return lambda paper: url_for(f"paper.{view}", **values, paper=paper)


def likely_paper() -> str:
    """Return the paper that is usual in the region of the browser."""
    for language in request.accept_languages.values():
        region = language.replace("_", "-").upper().split("-")[1:]
        if region:
            return LETTER if LETTER_REGIONS & set(region) else DEFAULT_PAPER
    return DEFAULT_PAPER


# --- documents ----------------------------------------------------------------------------------


@bp.get(f"{CLUB}/matches/<int:match_id>/sheet.pdf")
@watchers_may
def sheet(match_id: int) -> ResponseReturnValue:
    """The current score sheet of a match."""
    paper, match = requested_paper(WHOLE_PAPERS), read_match_or_404(match_id)
    watch_url, place = table_view_url(match_id), place_of_match(match_id)

    def lay_out() -> PrintDocument:
        sheet = ScoreSheet.of_match(match, title=match.title, place=place)
        return sheet.lay_out(paper, watch_url=watch_url)

    # A name can change beside the log.
    version = (
        *match.log_end,
        match.revision,
        match.started,
        match.dated,
        match.title,
        place,
        watch_url,
    )
    key = ("sheet", this_club(), match_id, *version, paper)
    return show_pdf(key, file_name(match), lay_out)


@bp.get(f"{CLUB}/matches/<int:match_id>/keepsake.pdf")
@watchers_may
def keepsake(match_id: int) -> ResponseReturnValue:
    """A match that is over on one page, to look back on; 404 before its end."""
    paper, match = requested_paper(PAPERS), read_match_or_404(match_id)
    if not match.standing.is_over:
        abort(404)
    place = place_of_match(match_id)
    version = (*match.log_end, match.revision, match.started, match.dated, place)
    key = ("keepsake", this_club(), match_id, *version, paper)
    name = file_name(match, " keepsake")
    return show_pdf(key, name, lambda: Keepsake(match, place).lay_out(paper))


@bp.get(f"{CLUB}/matches/<int:match_id>/blank.pdf")
@watchers_may
def blank_of_match(match_id: int) -> ResponseReturnValue:
    """A blank sheet with the names and the house rules of a match."""
    paper, match = requested_paper(PAPERS), read_match_or_404(match_id)

    rules_pages = rulebook()

    def lay_out() -> PrintDocument:
        _prompt, rules = match.standing.house_rules or (None, {})
        game, names = match.game.key, [plain(seat) for seat in match.seating.seats]
        variant = variant_of(game, len(names), rules)
        return blank_sheet(game, variant.key, paper, rules_pages, names=names, rules=rules)

    key = ("blank", this_club(), match_id, match.log_end, match.revision, match.started, paper)
    return show_pdf(key, file_name(match, " blank"), lay_out)


def place_of_match(match_id: int) -> str:
    """Return the place of the evening of a match, "" without one; who watches one match is told
    nothing of its evening."""
    evening = evenings.evening_of_match(connection(), this_club(), match_id)
    return evening.place if evening and is_member() else ""


def read_match_or_404(match_id: int) -> Match:
    """Return the match with this number, or abort with 404 or 410.

    Unlike `get_match_or_404` it leaves the cached match to those who are scoring.
    """
    get_log_head_or_404(match_id)
    return load_match_or_404(match_id)


def file_name(match: Match, kind: str = "") -> str:
    """Return the name of a file about a match: the game, the day, and the current players."""
    head = f"{plain(match.name)} {day_of_match(match)}{kind}"
    return f"{head} {DASH} {', '.join(map(plain, match.seating.seats))}"


@bp.get("/print/sheet.pdf")
def ordered_sheet() -> ResponseReturnValue:
    """The blank sheet of a game that takes options, with what was typed into them; 422 with the
    page of all sheets if they cannot be right."""
    paper, game = requested_paper(PAPERS), GAMES.get(request.args.get("game", "")) or abort(404)
    players = parse_whole(request.args.get("players", ""))
    variants = [variant for variant in game.variants if variant.players == players]
    if not (game.sheet.takes and variants):
        abort(404)
    order = {option: request.args.get(option, "") for option in game.sheet.takes}
    try:
        rules = ordered_rules(game, order)
    except Refused as refused:
        return show_print_index({one.at: one for one in refused.problems}), 422

    lay_out = partial(blank_sheet, game.key, variants[0].key, paper, rulebook(), order=order)

    key = ("blank", game.key, variants[0].key, paper, repr(rules))
    return show_pdf(key, f"{plain(game.name)} blank {DASH} {plain(variants[0].name)}", lay_out)


@bp.get("/print/<kind>/<subject>.pdf")
def export(kind: str, subject: str) -> ResponseReturnValue:
    """A booklet (``rules`` and a game, or ``all``), a quick reference (``quick`` and a game), the
    cards of our deck (``cards`` and a game), or the blank sheet of a game and a variant."""
    is_blank = kind not in FILES
    papers = PAPERS if is_blank else CARD_PAPERS if kind == "cards" else WHOLE_PAPERS
    paper = requested_paper(papers)
    key = ("blank", kind, subject, paper) if is_blank else (kind, subject, paper)
    document = exports_of(rulebook()).get(key) or abort(404)
    name = document.name.rpartition("/")[2].removesuffix(".pdf")
    # What is printed already is in English.
    is_english = current_language() is ENGLISH
    ready = read_current(document) if can("pdf") and is_english else None
    return show_pdf((document.name,), name, document.lay_out, ready)
