"""The rules: their pages and sections, the glossary, search, and what a match waits for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Flask, Response, abort, g, redirect, render_template, request
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import current_language
from app.rulebook import GLOSSARY
from app.scoring.rulings import Ruling
from app.web.core.access import watchers_may, works_away
from app.web.core.http import wants_partial
from app.web.core.services import rulebook, services
from app.web.rules import html
from app.web.rules.html import current_match, rules_html, rules_url
from app.web.rules.rulings import raised_by

bp = works_away(Blueprint("rules", __name__, url_prefix="/rules"))

MAX_QUERY_LETTERS = 200


def init_app(app: Flask) -> None:
    """Check the house rules that pages speak of, and register the globals of the templates.

    Raises ValueError for a house rule that its game does not have.
    """
    for page in services(app).rulebooks.english.values():
        rules = GAMES[page.key].house_rules.rules if page.key in GAMES else ()
        if unknown := page.house_rule_keys - {rule.key for rule, _default in rules}:
            raise ValueError(f"rules/en/{page.key}.md: no house rule is called {sorted(unknown)}")
    app.jinja_env.globals.update(
        page_symbols=html.page_symbols,
        rules_symbol=html.page_or_file_symbol,
        game_facts=html.game_facts,
    )


@bp.after_request
def allow_304(response: Response) -> Response:
    """Let browsers cache a page and revalidate it, so that it is sent again only when it changed.

    Hits that are shown while typing are not cached: to hash them takes longer than the search.
    """
    is_of_a_letter = request.endpoint == "rules.search" and wants_partial()
    is_page = request.method in ("GET", "HEAD") and response.status_code == 200
    if is_page and not is_of_a_letter:
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.add_etag()
        response.make_conditional(request)
    return response


@bp.get("/")
@watchers_may
def contents() -> ResponseReturnValue:
    """The list of all pages."""
    return show("contents")


@bp.get("/search")
@watchers_may
def search() -> ResponseReturnValue:
    """Search for `q`; hits on the page of the match or of `game` come first."""
    query = "".join(c for c in request.args.get("q", "")[:MAX_QUERY_LETTERS] if c.isprintable())
    key, match = request.args.get("game", ""), g.rules_match
    game = key if key in rulebook() else None
    hits = html.search_html(
        rulebook().index, query, game, match, request.script_root + request.path, current_language()
    )
    if wants_partial():
        return hits
    return show("search", query=query, hits=hits, page=rulebook().get(key))


@bp.get("/now")
@watchers_may
def what_now() -> ResponseReturnValue:
    """What a match is waiting for: what the table does now, and the sections that say how.

    In a deal the last of them is about playing the cards, whatever is asked at the moment.
    """
    match = current_match() or abort(404)
    page = rulebook()[match.game.key]
    prompts = match.standing.prompt.group if match.standing.prompt else []
    rules = [prompt.rule for prompt in prompts]
    if prompts and match.standing.deal:
        rules.append(match.game.playing_section)
    sections = [page.section(rule) for rule in dict.fromkeys(rules)]
    first, others = raised_by(match, match.game)
    return show(
        "now",
        page=page,
        standing=match.standing,
        tell=[line for prompt in prompts for line in (prompt.guidance, *prompt.tell) if line],
        sections=[section for section in sections if section],
        rulings=first,
        others=others,
    )


@bp.get("/sheet")
@watchers_may
def drawer() -> ResponseReturnValue:
    """The drawer in which a script shows the rules over the page of a match."""
    game = GAMES.get(request.args.get("game", ""))
    return render_template("rules/_drawer.html", match=current_match(), game=game)


@bp.get("/<key>")
@watchers_may
def page(key: str) -> ResponseReturnValue:
    """The rules of one game, or the glossary."""
    page = rulebook().get(key) or abort(404)
    return show("page", page=page, rulings=rulings_of(key))


@bp.get("/<key>/<anchor>")
@watchers_may
def section(key: str, anchor: str) -> ResponseReturnValue:
    """One section with its subsections; of a word of the glossary, to a script, what it means."""
    page = rulebook().get(key) or abort(404)
    if key == GLOSSARY and (term := rulebook().terms.get(anchor)):
        there = rules_url(key, anchor, g.rules_match)
        return show("term", page=page, term=term) if wants_partial() else redirect(there)
    shown = page.section(anchor) or abort(404)
    before, after = page.neighbours(anchor)
    rulings = [ruling for ruling in rulings_of(key) if ruling.rule == anchor]
    return show("section", page=page, section=shown, before=before, after=after, rulings=rulings)


def rulings_of(key: str) -> Sequence[Ruling]:
    """The rulings of the game whose page this is; the glossary has none."""
    return GAMES[key].rulings if key in GAMES else ()


def show(name: str, **variables: Any) -> str:
    """The part `name` alone for a script, and for anyone else on a page of its own."""
    match, part = current_match(), f"rules/_{name}.html"
    variables = {"page": None, "section": None} | variables
    return render_template(
        part if wants_partial() else "rules/whole.html",
        part=part,
        is_part=wants_partial(),
        match=match,
        rulebook=rulebook(),
        games=GAMES,
        rules_html=partial(rules_html, match=match),
        rules_url=partial(rules_url, match_id=match.id if match else None),
        **variables,
    )
