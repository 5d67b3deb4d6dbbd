"""The HTML of rules pages: prepared once for a language, then linked and filled for a request."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from flask import g, render_template, request, url_for
from markupsafe import Markup, escape

from app import symbols
from app.games import GAMES
from app.languages import Language, current_language
from app.rulebook import BilingualIndex, SearchHit, SearchIndex
from app.rulebook.markdown import HOUSE_RULE_COMMENT, RULES_SCHEME
from app.scoring import SUITS, Game, Match, Text, _, _n, say
from app.scoring.model.cards import COMMON_SYMBOLS
from app.text_html import both_names, lang_attributes, language_of, written_numbers
from app.web.core.access import url_of_match
from app.web.core.http import wants_partial
from app.web.core.page import text
from app.web.core.page.text import finalize, symbols_url, with_suits
from app.web.core.services import rulebook
from app.web.match.repository import get_match_or_404

FIRST_CELL = re.compile(r"(<tr>\s*<td>)(.*?)(?=</td>)")
HEADING = re.compile(r"(<h2[^>]*>)([^<]+)")
POINTS = re.compile(r"<td>([+\N{MINUS SIGN}])([^<]*)</td>")
TAG = re.compile(r"<[^>]*>")
GAIN_OR_LOSS = {"+": "gain", "\N{MINUS SIGN}": "loss"}
PAGE_SYMBOLS = ("spade", "heart", "diamond", "club", "search", "settle", "back", "forward", "rules")
OWN_SHAPES = "#shape-"
"""What the address of a symbol begins with that the page itself carries, see `page_symbols`."""


def current_match() -> Match | None:
    """The match that this request reads the rules for, None without one; aborts with 404 if there
    is no such match."""
    match_id: int | None = g.rules_match
    return None if match_id is None else g.get("match") or get_match_or_404(match_id)


def rules_url(key: str, anchor: str = "", match_id: int | None = None) -> str:
    """The URL of a rules page or a section on it, below that of the match if there is one."""
    root = request.script_root if match_id is None else url_of_match(match_id)
    return f"{root}/rules/{key}{'#' if anchor else ''}{anchor}"


def rules_html(html: str, game_key: str, *, match: Match | None = None) -> Markup:
    """HTML of a rules page with its links, its suits, and the choices of the match in its boxes;
    marked as English if that is not the language of the reader."""
    tag = rulebook()[game_key].language.tag
    html = prepare_html(html, game_key, language_of(tag))
    url = rules_url("", match_id=match.id if match else None)
    html = html.replace(f'href="{RULES_SCHEME}', f'href="{url}')
    if "<!--house" in html:
        html = HOUSE_RULE_COMMENT.sub(
            lambda box: house_rule_choices(box[1].split(), game_key, match), html
        )
    if wants_partial():
        html = html.replace(f'href="{OWN_SHAPES}', f'href="{symbols_url()}#')
    attributes = lang_attributes(tag)
    return Markup(f"<div{attributes}>{html}</div>" if attributes else html)


# Cached by page and section. What a request adds, links and the choices of a match, is put in
# afterwards: with each match the page is another one, and a large one.
@lru_cache(maxsize=1024)
def prepare_html(html: str, game_key: str, language: Language) -> str:
    """HTML of a rules page in a language with its suits and the symbols of its tables, as shapes of
    the page.

    A row begins with the name of what its symbol is of; a heading with that name has the one in
    Latin letters behind it for a reader of both. A number with a sign keeps that before it
    whichever way the words around it run; if it is all that its cell holds, it is a gain or a loss.
    """
    signs = GAMES[game_key].signs if game_key in GAMES else {}
    by_words = {say(name, language): sign for name, sign in signs.items()}
    names = {say(name, language): name for name in signs if language.latin_name(name)}

    def add_sign(cell: re.Match[str]) -> str:
        words = TAG.sub("", cell[2])
        sign = symbol(by_words[words], "of") if words in by_words else ""
        return f"{cell[1]}{sign}{cell[2]}"

    def add_latin(heading: re.Match[str]) -> str:
        name = names.get(heading[2].strip())
        return f"{heading[1]}{both_names(name)} " if name else heading[0]

    def mark_points(cell: re.Match[str]) -> str:
        css_class = f' class="{GAIN_OR_LOSS[cell[1]]}"' if cell[2].isdecimal() else ""
        return f'<td{css_class}><bdi dir="ltr" translate="no">{cell[1]}{cell[2]}</bdi></td>'

    if names:
        html = HEADING.sub(add_latin, html)
    html = POINTS.sub(mark_points, FIRST_CELL.sub(add_sign, html))
    html = text.draw_suits(written_numbers(html, language), language, "")
    for suit in SUITS:
        html = html.replace(f'<use href="#{suit[:-1]}"/>', f'<use href="{OWN_SHAPES}{suit[:-1]}"/>')
    return html


def house_rule_choices(keys: list[str], game_key: str, match: Match | None) -> str:
    """What the match plays by each of these house rules, or the default where there is none."""
    answered = match.standing.house_rules if match and match.game.key == game_key else None
    prompt, answer = answered or (GAMES[game_key].house_rules, {})
    chosen = prompt.value(answer)
    lines: list[Text] = []
    for rule, default in prompt.rules:
        if rule.key not in keys or chosen[rule.key] is None:
            continue
        parts = {"rule": rule.ask, "choice": rule.describe(chosen[rule.key])}
        if answered is None:
            lines.append(_("Usually: {rule} – {choice}.", **parts))
        elif chosen[rule.key] == default or default is None:
            lines.append(_("In your match: {rule} – {choice}, as usual.", **parts))
        else:
            usual = rule.describe(default)
            words = _("In your match: {rule} – {choice}. Usually: {usual}.", **parts, usual=usual)
            lines.append(words)
    reader, attributes = current_language(), ""
    if rulebook()[game_key].language.tag != reader.tag:
        attributes = f' lang="{reader.tag}" dir="{reader.direction}"'
    html = "".join(f'<p class="plays"{attributes}>{finalize(words)}</p>' for words in lines)
    return with_suits(html)


def symbol(name: str, css_class: str = "") -> Markup:
    """A symbol from the shapes that the page carries."""
    classes = " ".join(filter(None, ("symbol", css_class, name if name in COMMON_SYMBOLS else "")))
    mirrored = " mirrored" if name in ("back", "forward") else ""
    return Markup('<svg class="{}{}" aria-hidden="true"><use href="{}{}"/></svg>').format(
        classes, mirrored, OWN_SHAPES, name
    )


def page_or_file_symbol(name: str) -> Markup:
    """A symbol from the shapes that the page carries, in a part of a page from the file of all."""
    svg = symbol(name)
    return svg.replace(OWN_SHAPES, f"{symbols_url()}#") if wants_partial() else svg


@lru_cache
def page_symbols(key: str | None) -> Markup:
    """The symbols that a rules page carries, so that it needs no other file to show them."""
    games = [GAMES[key]] if key in GAMES else GAMES.values()
    names = [*PAGE_SYMBOLS, *(name for game in games for name in (game.icon, *game.signs.values()))]
    every = symbols.symbols()
    return Markup("".join(every[name].element(f"shape-{name}") for name in dict.fromkeys(names)))


@lru_cache(maxsize=512)
def search_html(
    index: SearchIndex | BilingualIndex,
    query: str,
    key: str | None,
    match_id: int | None,
    url: str,
    language: Language,
) -> Markup:
    """The result of the search for `query`, in the reader's language; links lead to the match.

    Cached, because everybody types the same words, one letter after the other; `url` is that of the
    search, below which its links lead.
    """
    html = render_template(
        "rules/_hits.html",
        query=query.strip(),
        found=index.search(query, key),
        written=partial(written_hit, language),
        hit_url=partial(hit_url, match_id=match_id),
        hit_location=hit_location,
        rules_url=partial(rules_url, match_id=match_id),
        rulebook=rulebook(),
        games=GAMES,
    )
    return Markup(with_suits(html))


def written_hit(language: Language, hit: SearchHit, words: str) -> Markup:
    """Words of a hit with the numbers of the reader's language, if they are in it."""
    is_own = hit.language.tag == language.tag
    return Markup(written_numbers(escape(words), language)) if is_own else escape(words)


def hit_url(hit: SearchHit, match_id: int | None) -> str:
    """The URL of a hit; a ruling is settled for the match."""
    if hit.slug:
        return url_for("rulings.show", key=hit.page, slug=hit.slug, match=match_id)
    return rules_url(hit.page, hit.anchor, match_id)


def hit_location(hit: SearchHit) -> Text | str:
    """The page of a hit and the section around it, nothing for a page itself."""
    if hit.slug:
        return _("Settle it")
    return hit.within or (rulebook()[hit.page].title if hit.anchor else "")


def game_facts(game: Game) -> list[Text]:
    """How many play a game, how many deals it has, and the direction of play if it is unusual."""
    most, counts = max(game.players), game.player_counts
    lines: list[Text] = [_n("{number} player", "{number} players", most, number=counts)]
    if "deals" in game.numbers:
        lines.append(_n("{n} deal", "{n} deals", game.numbers["deals"]))
    if game.direction == "counter-clockwise":
        lines.append(_("plays to the right"))
    return lines
