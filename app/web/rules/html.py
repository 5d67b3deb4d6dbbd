"""How the book is shown: its HTML is ready, and here it learns where it lies and who reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial

from flask import current_app, g, render_template, request, url_for
from markupsafe import Markup

from app import symbols
from app.games import GAMES
from app.rulebook import Book, Hit, Index
from app.rulebook.markdown import BOOK, HOUSE
from app.scoring import Game, Match, Text, _, _n
from app.scoring.model.cards import COMMON_SYMBOLS
from app.web.core import text
from app.web.core.access import address_of_match
from app.web.core.text import in_words, reader, wants_part, with_suits
from app.web.match.cache import get_match_or_404

LINK = re.compile(rf'href="{BOOK}(\w+)(?:#([\w-]+))?"')
FIRST_CELL = re.compile(r"(<tr>\s*<td>)(.*?)(?=</td>)")
POINTS = re.compile(r"<td>([+\N{MINUS SIGN}])([^<]*)</td>")
TAG = re.compile(r"<[^>]*>")
GAIN_OR_LOSS = {"+": "gain", "\N{MINUS SIGN}": "loss"}
ON_A_PAGE = ("spade", "heart", "diamond", "club", "search", "settle", "back", "forward", "rules")


def book() -> Book:
    """The book as it was read when the app started."""
    rulebook: Book = current_app.extensions["rulebook"]
    return rulebook


def check_house_rules(rulebook: Book) -> None:
    """Raise ValueError if a page speaks of a house rule that its game does not have."""
    for page in rulebook.values():
        rules = GAMES[page.key].house_rules.rules if page.key in GAMES else ()
        if unknown := set(page.house) - {rule.key for rule, _default in rules}:
            raise ValueError(f"rules/{page.key}.md: no house rule is called {sorted(unknown)}")


def opened_from() -> Match | None:
    """The match that the book was opened over, None if it lies alone; 404 if there is no such."""
    match_id: int | None = g.over_match
    return None if match_id is None else g.get("match") or get_match_or_404(match_id)


def address(key: str, anchor: str = "", match_id: int | None = None) -> str:
    """Where a page of the book is, or a section on it; the match that is on stays known."""
    root = request.script_root if match_id is None else address_of_match(match_id)
    return f"{root}/rules/{key}{'#' if anchor else ''}{anchor}"


def draw(html: str, game_key: str, *, match: Match | None = None) -> Markup:
    """HTML of the book with its links, its suits, and the house rules of the match or the usual."""
    match_id = match.id if match else None
    html = LINK.sub(lambda to: f'href="{address(to[1], to[2] or "", match_id)}"', html)
    if game_key in GAMES and (signs := GAMES[game_key].signs):
        html = FIRST_CELL.sub(lambda cell: f"{cell[1]}{sign_of(cell[2], signs)}{cell[2]}", html)
    html = POINTS.sub(in_a_cell, html)
    if "<!--house" in html:
        html = HOUSE.sub(lambda box: choices(box[1].split(), game_key, match), html)
    # Not by what keeps sentences: with each match the page is another one, and a large one.
    if wants_part():
        return Markup(text.draw(html, *reader()))
    return Markup(with_own_shapes(html))


def choices(keys: list[str], game_key: str, match: Match | None) -> str:
    """What the match plays by each of these house rules, or the default where there is none."""
    settled = match.standing.house_rules if match and match.game.key == game_key else None
    prompt, answer = settled or (GAMES[game_key].house_rules, {})
    chosen = prompt.value(answer)
    lines: list[Text] = []
    for rule, default in prompt.rules:
        if rule.key not in keys or chosen[rule.key] is None:
            continue
        parts = {"rule": rule.ask, "choice": rule.describe(chosen[rule.key])}
        if settled is None:
            lines.append(_("Usually: {rule} – {choice}.", **parts))
        elif chosen[rule.key] == default or default is None:
            lines.append(_("In your match: {rule} – {choice}, as usual.", **parts))
        else:
            usual = rule.describe(default)
            words = _("In your match: {rule} – {choice}. Usually: {usual}.", **parts, usual=usual)
            lines.append(words)
    return "".join(f'<p class="plays">{in_words(words)}</p>' for words in lines)


def in_a_cell(points: re.Match[str]) -> str:
    """A cell of a table that begins with a sign, which stays before its number whichever way the
    words around it run; in colour, if there is nothing else in it."""
    look = f' class="{GAIN_OR_LOSS[points[1]]}"' if points[2].isdecimal() else ""
    return f'<td{look}><bdi dir="ltr">{points[1]}{points[2]}</bdi></td>'


def sign_of(words: str, signs: Mapping[str, str]) -> str:
    """The symbol of what a row of a table is about, nothing if it has none."""
    words = TAG.sub("", words)
    return sign(signs[words], "of") if words in signs else ""


def sign(name: str, look: str = "") -> Markup:
    """A symbol, from the shapes that a page of the book carries or from the file of all."""
    classes = " ".join(filter(None, ("symbol", look, name if name in COMMON_SYMBOLS else "")))
    mirrored = " mirrored" if name in ("back", "forward") else ""
    there = f"{reader().symbols}#" if wants_part() else "#shape-"
    return Markup('<svg class="{}{}" aria-hidden="true"><use href="{}{}"/></svg>').format(
        classes, mirrored, there, name
    )


def with_own_shapes(html: str) -> str:
    """`html` with its suits drawn by the shapes that the page carries itself."""
    html = text.draw(html, reader().translations, "")
    for name in ON_A_PAGE:
        html = html.replace(f'<use href="#{name}"/>', f'<use href="#shape-{name}"/>')
    return html


@lru_cache(maxsize=512)
def found_words(
    index: Index, query: str, key: str | None, match_id: int | None, here: str, language: str
) -> Markup:
    """What the search for `query` found, in the reader's language; links keep the match in mind.

    `here` is where the search is, below which its links lead.

    Kept, because everybody types the same words, one letter after the other.
    """
    hits = index.search(query, key)
    html = render_template(
        "rules/_hits.html",
        query=query.strip(),
        hits=[(place(hit, match_id), where(hit), hit) for hit in hits.hits],
        near=[(place(hit, match_id), where(hit), hit) for hit in hits.near],
        read_as=hits.read_as,
        to=partial(address, match_id=match_id),
        book=book(),
        games=GAMES,
    )
    return Markup(with_suits(html))


def place(hit: Hit, match_id: int | None) -> str:
    """Where a hit leads; a question is settled for the match that is on."""
    if hit.slug:
        return url_for("rulings.show", key=hit.page, slug=hit.slug, match=match_id)
    return address(hit.page, hit.anchor, match_id)


def where(hit: Hit) -> Text | str:
    """The page that a hit is on and the section around it, nothing for a page itself."""
    if hit.slug:
        return _("Settle it")
    return hit.within or (book()[hit.page].title if hit.anchor else "")


def facts(game: Game) -> list[Text]:
    """What one asks first about a game: how many play, how long, and which way round if unusual."""
    lines = [_("{number} players", number=game.player_counts)]
    if "deals" in game.numbers:
        lines.append(_n("{n} deal", "{n} deals", game.numbers["deals"]))
    if game.direction == "counter-clockwise":
        lines.append(_("plays to the right"))
    return lines


@lru_cache
def shapes(key: str | None) -> Markup:
    """The symbols that a page of the book carries: then it needs no other file to show them."""
    of_games = [GAMES[key]] if key in GAMES else GAMES.values()
    names = [*ON_A_PAGE, *(name for game in of_games for name in (game.icon, *game.signs.values()))]
    drawn = symbols.symbols()
    return Markup("".join(drawn[name].named(f"shape-{name}") for name in dict.fromkeys(names)))
