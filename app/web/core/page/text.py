"""Texts of a page (i18n) in the current language, as HTML with names, suits and cards drawn.

`finalize` does so for whatever a template prints; `plain` gives a text without markup, in which
`isolated` names and numbers keep to themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from flask import Flask, request
from markupsafe import Markup, escape

from app.languages import current_language, plain
from app.letters import initials_of_side, initials_of_table
from app.scoring import SUITS, Seat, Side, Signed, Text, _n, say
from app.scoring.model.cards import (
    COMMON_SYMBOLS,
    LETTER_OF_SUIT,
    SYMBOLS,
    Card,
    CardNumbers,
    CardSymbols,
    describe_face,
    read_out,
    symbol_text,
)
from app.scoring.model.seats import base_hue
from app.scoring.model.text import Language, WrittenNumber, isolate, runs_right_to_left
from app.text_html import TextHtml, both_names, lang_attributes
from app.web.core.page.written_dates import (
    PARTS_OF_DAY,
    day_in_words,
    moment_in_words,
    part_of_day,
    weekdays,
)
from app.web.core.services import services

LONG_NAME = 24
MACROS = (
    "marks",
    "problem",
    "problems_at",
    "rule_link",
    "tabs",
    "home_key",
    "page_head",
    "list_row",
    "fold",
    "alert",
    "paragraphs",
    "hidden_fields",
    "search_field",
    "radio",
    "option",
    "number_pad",
    "erase_key",
    "save_bar",
    "picture_saved",
    "hues",
    "live",
    "gained",
    "worked_out",
)
"""What every template can call, from `_macros.html`."""
WRITTEN_SUIT = re.compile(r"(\b(?:10|[2-9AKQJ]))?([♠♥♦♣])")
ALONG_LINES = ("back", "forward", "undo", "redo", "leads")
"""Symbols that point along the lines of a text."""
SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SYMBOLS.items()}


def init_app(app: Flask) -> None:
    """Let templates print texts, names and cards as they are."""
    # Before anything asks for the environment that these are for.
    app.jinja_options = {**app.jinja_options, **TEXT.jinja_options}
    # As JSON escapes them, Arabic letters would take three times the room.
    app.jinja_env.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "sort_keys": True}
    app.jinja_env.globals.update(
        language=current_language,
        weekdays=weekdays,
        day_in_words=day_in_words,
        parts_of_day=[words for _end, words in PARTS_OF_DAY],
        common_symbols=COMMON_SYMBOLS,
        symbol_text=symbol_text,
        describe_face=describe_face,
        signed=Signed,
        suits=SUITS,
        card=Card,
        icon=icon,
        lang=lang_attributes,
        with_suits=lambda html: Markup(with_suits(html)),
        _=page_text,
        _n=_n,
    )
    app.jinja_env.filters.update(
        base_hue=base_hue,
        bold=TEXT.bold,
        both_names=both_names,
        in_a_row=in_a_row,
        rank=lambda letter: current_language().rank(letter),
        digits=TEXT.digits,
        as_typed=as_typed,
        isolated=isolated,
        plain=plain,
        moment=moment_in_words,
        part_of_day=part_of_day,
    )
    app.teardown_appcontext(forget_symbols_url)


def load_macros(app: Flask) -> None:
    """Give every template the macros, once all that they use themselves is registered.

    As globals, because importing them into a partial would cost more than what it draws.
    """
    macros = app.jinja_env.get_template("_macros.html").module
    app.jinja_env.globals.update({name: getattr(macros, name) for name in MACROS})


SYMBOLS_URL: ContextVar[str] = ContextVar("symbols url", default="")
"""Not in `g`, which costs three times as much, because a page asks for it a hundred times."""


def symbols_url() -> str:
    """The URL of the icons in this request."""
    return SYMBOLS_URL.get() or find_symbols_url()


def find_symbols_url() -> str:
    """Find the URL of the icons, when the first of them is drawn."""
    url = f"{request.script_root}{services().icons_url}"
    SYMBOLS_URL.set(url)
    return url


def forget_symbols_url(_error: BaseException | None) -> None:
    """Forget it at the end of the request: the thread goes on to answer another."""
    SYMBOLS_URL.set("")


class Sentence(str):
    """A sentence of the page itself. It is no name, which would be kept apart and cut short."""

    __slots__ = ()


def page_text(template: str, /, **parts: Any) -> Any:
    """`_` for templates: a text of the page itself, which may have named parts."""
    return Text(template, **parts) if parts else sentence(template, current_language())


@lru_cache(maxsize=4096)
def sentence(template: str, language: Language) -> Sentence:
    """A text without parts in a language: in one step for every page."""
    return Sentence(language.template(Text(template)))


def as_typed(number: object) -> str:
    """A number as people type it: with a real minus sign, in the digits of the reader."""
    return current_language().in_digits(str(number).replace("-", "\N{MINUS SIGN}"))


def isolated(value: Any) -> str:
    """A name or a number without markup, to stand between words that it is not to turn."""
    words = plain(value)
    return isolate(words) if runs_right_to_left(words) else words


def translate_html(text: Text) -> str:
    """The template of a text in the current language, with its suits drawn."""
    language, symbols = current_language(), SYMBOLS_URL.get() or find_symbols_url()
    if text.plural is None:
        return template_html(text.template, language, symbols)
    return template_html(text.template, language, symbols, text.plural, text.parts["n"])


@lru_cache(maxsize=8192)
def template_html(
    template: str, language: Language, symbols: str, plural: str = "", n: int = 0
) -> str:
    """A template in a language, in the `plural` that `n` asks for if it has one, with its suits
    drawn: in one step for every page."""
    html = language.template(_n(template, plural, n) if plural else Text(template))
    return html if html.isascii() else draw_suits(html, language, symbols)


@lru_cache(maxsize=1024)
def bdi(name: str) -> str:
    """A name in an element of its own: Arabic does not turn the words around it, and a browser that
    translates the page does not make another word of it.

    A long one has a class, so that it can be cut short where a sentence must stay in sight.
    """
    css_class = " class=long" if len(name) > LONG_NAME else ""
    return f'<bdi{css_class} translate="no">{escape(name)}</bdi>'


def with_suits(html: str) -> str:
    """HTML of this request with its suits drawn; see `draw_suits`."""
    if html.isascii():
        return html
    draw = draw_suits_cached if len(html) <= LONGEST_SENTENCE else draw_suits
    return draw(html, current_language(), symbols_url())


def draw_suits(html: str, language: Language, symbols: str) -> str:
    """HTML with every suit as an SVG shape that a screen reader names: ``Q♠`` and ``♠`` alike.

    The names and the letters of court cards are those of `language`, `symbols` is the URL of the
    shapes.
    """

    def shape(card: re.Match[str]) -> str:
        rank, suit = card[1] or "", SUIT_OF_SYMBOL[card[2]]
        name = read_out(rank + LETTER_OF_SUIT[suit]) if rank else SUITS[suit]
        label = escape(say(name, language))
        return (
            f'<i class="suit" role="img" aria-label="{label}" translate="no">{language.rank(rank)}'
            f'<svg class="symbol {suit[:-1]}"><use href="{symbols}#{suit[:-1]}"/></svg></i>'
        )

    return WRITTEN_SUIT.sub(shape, html)


draw_suits_cached = lru_cache(maxsize=2048)(draw_suits)
"""For the sentences and cards of every answer."""
LONGEST_SENTENCE = 500
"""Letters of HTML. A whole page would take the room of many sentences, and is cached as such."""


def icon(name: str, words: Any = "") -> Markup:
    """A suit, an emblem or another symbol by its name; `words` say what it is where nothing beside
    it does."""
    drawn = draw_icon(name, SYMBOLS_URL.get() or find_symbols_url())
    if not words:
        return drawn
    return drawn + Markup('<span class="hidden">{}</span>').format(finalize(words))


@lru_cache(maxsize=512)
def draw_icon(name: str, symbols: str) -> Markup:
    """The symbol of this name among those at the URL `symbols`. What points along the lines is
    mirrored where they run from right to left."""
    look = f" {name}" if name in COMMON_SYMBOLS else " mirrored" if name in ALONG_LINES else ""
    return Markup(
        f'<svg class="symbol{look}" aria-hidden="true"><use href="{symbols}#{name}"/></svg>'
    )


def card_html(card: Card | CardNumbers | CardSymbols) -> str:
    """Return a card with its suit drawn, a small card for each number, or one with its symbols, as
    words where there is no shape."""
    if isinstance(card, Card):
        return with_suits(str(card))
    if isinstance(card, CardNumbers):
        numbers = current_language().in_digits(card).split(", ")
        shown = [f'<span class="small-card">{escape(number)}</span>' for number in numbers]
        return f'<span class="cards-of-one" translate="no">{" ".join(shown)}</span>'
    shown, symbols = [], symbols_url()
    for name, is_large in card.symbols:
        large = " large" if is_large else ""
        sign = str(escape(name))
        if name in COMMON_SYMBOLS:
            sign = f'<svg class="symbol {name}{large}"><use href="{symbols}#{name}"/></svg>'
        shown.append(sign)
    named = escape(plain(card))
    return f'<span class="small-card" role="img" aria-label="{named}">{" ".join(shown)}</span>'


def signed_html(number: WrittenNumber) -> str:
    """Return a number whose sign stays before it, whichever way the words around it run."""
    return f'<bdi dir="ltr" translate="no">{number}</bdi>'


TEXT = TextHtml(template=translate_html, name=bdi, card=card_html, signed=signed_html)
finalize, in_a_row = TEXT.finalize, TEXT.in_a_row


class Initials:
    """The initials of the players at a table, on discs beside their names: `initials(seat)`."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        letters = initials_of_table(*[say(seat.label, current_language()) for seat in seats])
        self._letters = [*map(current_language().in_digits, letters)]
        self._drawn = [
            Markup(f'<span class="disc hue-{seat.hue}" aria-hidden="true">{escape(disc)}</span>')
            for seat, disc in zip(seats, self._letters, strict=True)
        ]

    def letters(self, who: Seat | Side) -> str:
        """The letters of a seat, or those of a side."""
        seats = who.seats if isinstance(who, Side) else (who,)
        return initials_of_side([self._letters[seat.index] for seat in seats])

    def __call__(self, who: Seat | Side) -> Markup:
        """The disc of a seat, or those of all partners. The name beside it is what is read."""
        if isinstance(who, Side):
            return Markup().join(self(seat) for seat in who.seats)
        return self._drawn[who.index]
