"""How the book is shown: its HTML is ready, and here it learns where it lies and who reads it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from flask import current_app, g, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.games import GAMES
from app.rulebook import Book
from app.rulebook.markdown import BOOK, HOUSE
from app.scoring import Text, _
from app.scoring.prompts import HouseRules
from app.web.found import Found, find
from app.web.pages import in_words, reader_translations, wants_part, with_suits
from app.web.start import house_rules
from app.web.suits import drawn

LINK = re.compile(rf'href="{BOOK}(\w+)(?:#([\w-]+))?"')
SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)
ON_A_PAGE = ("spade", "heart", "diamond", "club", "mark")


def book() -> Book:
    """The book as it was read when the app started."""
    found: Book = current_app.extensions["rulebook"]
    return found


def check_house_rules(rulebook: Book) -> None:
    """Raise ValueError if a page speaks of a house rule that its game does not have."""
    for page in rulebook.values():
        rules = house_rules(GAMES[page.key]).rules if page.key in GAMES else ()
        if unknown := set(page.house) - {rule.key for rule, _default in rules}:
            raise ValueError(f"rules/{page.key}.md: no house rule is called {sorted(unknown)}")


def opened_from() -> Found | None:
    """The match that the book was opened from, None without one or if there is no such match."""
    match_id = request.args.get("match", type=int)
    if match_id is None:
        return None
    try:
        return g.get("found") or find(match_id)
    except NotFound:
        return None


def address(key: str, anchor: str = "", *, found: Found | None = None) -> str:
    """Where a page of the book is, or a section on it; the match that is on stays known."""
    match = f"?match={found.id}" if found else ""
    return f"{request.script_root}/rules/{quote(key)}{match}{'#' if anchor else ''}{anchor}"


def draw(html: str, game_key: str, *, found: Found | None = None) -> Markup:
    """HTML of the book with its links, its suits, and the house rules of the match or the usual."""
    html = LINK.sub(lambda to: f'href="{address(to[1], to[2] or "", found=found)}"', html)
    if "<!--house" in html:
        html = HOUSE.sub(lambda box: choices(box[1].split(), game_key, found), html)
    return Markup(with_suits(html) if wants_part() else with_own_shapes(html))


def choices(keys: list[str], game_key: str, found: Found | None) -> str:
    """What the match plays by each of these house rules, or the default where there is none."""
    asked = found.standing.answer_to(0, "rules") if found and found.game.key == game_key else None
    prompt = asked.prompt if asked else house_rules(GAMES[game_key])
    assert isinstance(prompt, HouseRules)
    chosen = prompt.meaning(asked.answer if asked else {})
    said: list[Text] = []
    for rule, default in prompt.rules:
        if rule.key not in keys or chosen[rule.key] is None:
            continue
        parts = {"rule": rule.ask, "choice": rule.describe(chosen[rule.key])}
        if asked is None:
            said.append(_("Usually: {rule} – {choice}.", **parts))
        elif chosen[rule.key] == default or default is None:
            said.append(_("In your match: {rule} – {choice}, as usual.", **parts))
        else:
            usual = rule.describe(default)
            words = _("In your match: {rule} – {choice}. Usually: {usual}.", **parts, usual=usual)
            said.append(words)
    return "".join(f'<p class="choice">{in_words(words)}</p>' for words in said)


def with_own_shapes(html: str) -> str:
    """`html` with its suits drawn by the shapes that the page carries itself."""
    html = drawn(html, reader_translations(), "")
    for name in ON_A_PAGE:
        html = html.replace(f'<use href="#{name}"/>', f'<use href="#shape-{name}"/>')
    return html


@lru_cache
def shapes() -> Markup:
    """The suits and our mark, for a page to carry: then it needs no other file to show them."""
    folder = current_app.static_folder
    assert folder is not None
    symbols = SYMBOL.finditer((Path(folder) / "symbols.svg").read_text("utf-8"))
    own = (found[0].replace('id="', 'id="shape-') for found in symbols if found[1] in ON_A_PAGE)
    return Markup("".join(own))
