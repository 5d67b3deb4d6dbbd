"""Texts of a page (i18n): translated by gettext, as HTML with names, suits and cards drawn.

`finalize` does so for whatever a template prints; `plain` gives a text without markup, in which
`isolated` names and numbers keep to themselves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple

from babel import Locale
from flask import Flask, request
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup, escape

from app.letters import initials_of_side, initials_of_table
from app.scoring import SUITS, Seat, Side, Signed, Text, _, _n, say
from app.scoring.model.cards import (
    COMMON_SYMBOLS,
    RANK_NAMES,
    SYMBOLS,
    Card,
    CardNumbers,
    CardSymbols,
)
from app.scoring.model.seats import base_hue
from app.scoring.model.text import PlainNumber, Show, isolate, runs_right_to_left, say_isolated
from app.text_html import LANGUAGE, TextHtml, WrittenNumber
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
    # Before Babel, which makes the environment that these are for.
    app.jinja_options = {**app.jinja_options, **TEXT.jinja_options}
    locale = Locale(LANGUAGE)
    Babel(app, locale_selector=lambda: locale)
    app.jinja_env.globals.update(
        locale=get_locale,
        weekdays=weekdays,
        day_in_words=day_in_words,
        parts_of_day=[words for _end, words in PARTS_OF_DAY],
        common_symbols=COMMON_SYMBOLS,
        signed=Signed,
        suits=SUITS,
        card=Card,
        icon=icon,
        with_suits=lambda html: Markup(with_suits(html)),
        # In place of those of Babel, which would look for the catalogue again at each of them.
        _=page_text,
        _n=_n,
    )
    app.jinja_env.filters.update(
        base_hue=base_hue,
        in_a_row=in_a_row,
        isolated=isolated,
        plain=plain,
        capitalised=lambda text: plain(text)[:1].upper() + plain(text)[1:],
        moment=moment_in_words,
        part_of_day=part_of_day,
    )
    app.teardown_appcontext(forget_locale_context)


def load_macros(app: Flask) -> None:
    """Give every template the macros, once all that they use themselves is registered.

    As globals, because importing them into a partial would cost more than what it draws.
    """
    macros = app.jinja_env.get_template("_macros.html").module
    app.jinja_env.globals.update({name: getattr(macros, name) for name in MACROS})


class LocaleContext(NamedTuple):
    """The catalogue of the request's language, and the URL of the icons.

    In a ContextVar, because a page asks for it a hundred times and `g` costs three times as much.
    """

    translations: Any
    symbols: str


LOCALE_CONTEXT: ContextVar[LocaleContext | None] = ContextVar("locale context", default=None)


def locale_context() -> LocaleContext:
    """The locale context of this request."""
    return LOCALE_CONTEXT.get() or begin_locale_context()


def begin_locale_context() -> LocaleContext:
    """Find the locale context of this request, when the first text of it is put into words."""
    context = LocaleContext(get_translations(), f"{request.script_root}{services().icons_url}")
    LOCALE_CONTEXT.set(context)
    return context


def forget_locale_context(_error: BaseException | None) -> None:
    """Forget it at the end of the request: the thread goes on to answer another."""
    LOCALE_CONTEXT.set(None)


def page_text(template: str, /, **parts: Any) -> Any:
    """`_` for templates: a text of the page itself, which may have named parts."""
    if parts:
        return Text(template, **parts)
    return translate_template(template, (LOCALE_CONTEXT.get() or begin_locale_context())[0])


def plain(value: Any, part: Show | None = None) -> str:
    """A text without markup, for a picture or a message, with `part` for what its parts are.

    If a name in it runs from right to left, all names and numbers in it are isolated.
    """
    return say_isolated(value, translate, part or plain_part)


def isolated(value: Any) -> str:
    """A name or a number without markup, to stand between words that it is not to turn."""
    words = plain(value)
    return isolate(words) if runs_right_to_left(words) else words


def plain_part(value: Any) -> str:
    """A part of a text without markup."""
    if isinstance(value, Seat):
        label = value.label
        return label if isinstance(label, str) else plain(label)
    return plain(value.name) if isinstance(value, Side) else str(value)


def translate(text: Text) -> str:
    """The template of a text in the language of the request."""
    translations = locale_context().translations
    if text.plural is None:
        return translate_template(text.template, translations)
    return str(translations.ungettext(text.template, text.plural, text.parts["n"]))


@lru_cache(maxsize=4096)
def translate_template(template: str, translations: Any) -> str:
    """A template in the language of a catalogue, whose own look-up is slow."""
    return str(translations.ugettext(template))


def translate_html(text: Text) -> str:
    """The template of a text in the language of the request, with its suits drawn."""
    locale = LOCALE_CONTEXT.get() or begin_locale_context()
    if text.plural is None:
        return template_html(text.template, locale)
    return template_html(text.template, locale, text.plural, text.parts["n"])


@lru_cache(maxsize=4096)
def template_html(template: str, locale: LocaleContext, plural: str = "", n: int = 0) -> str:
    """A template in the language of a locale, in the `plural` that `n` asks for if it has one, with
    its suits drawn: in one step for every page."""
    words = locale.translations
    html = str(words.ungettext(template, plural, n) if plural else words.ugettext(template))
    return html if html.isascii() else draw_suits(html, *locale)


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
    return draw(html, *locale_context())


def draw_suits(html: str, translations: Any, symbols: str) -> str:
    """HTML with every suit as an SVG shape that a screen reader names: ``Q♠`` and ``♠`` alike.

    `translations` is the catalogue for those names, `symbols` the URL of the shapes.
    """

    def shape(card: re.Match[str]) -> str:
        rank, suit = card[1] or "", SUIT_OF_SYMBOL[card[2]]
        name = SUITS[suit]
        if rank:
            name = _("{rank} of {suit}", rank=RANK_NAMES.get(rank, rank), suit=name)
        label = escape(say(name, lambda text: translate_template(text.template, translations)))
        return (
            f'<i class="suit" role="img" aria-label="{label}" translate="no">{rank}'
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
    drawn = draw_icon(name, (LOCALE_CONTEXT.get() or begin_locale_context()).symbols)
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
        numbers = card.split(", ")
        shown = [f'<span class="small-card">{escape(number)}</span>' for number in numbers]
        return f'<span class="cards-of-one" translate="no">{" ".join(shown)}</span>'
    shown, symbols = [], locale_context().symbols
    for word in card.split():
        name = word.removesuffix("*")
        large = " large" if word != name else ""
        sign = str(escape(name))
        if name in COMMON_SYMBOLS:
            sign = f'<svg class="symbol {name}{large}"><use href="{symbols}#{name}"/></svg>'
        shown.append(sign)
    named = escape(str(card))
    return f'<span class="small-card" role="img" aria-label="{named}">{" ".join(shown)}</span>'


def signed_html(number: Signed | PlainNumber | WrittenNumber) -> str:
    """Return a number whose sign stays before it, whichever way the words around it run."""
    return f'<bdi dir="ltr" translate="no">{number}</bdi>'


TEXT = TextHtml(template=translate_html, name=bdi, card=card_html, signed=signed_html)
finalize, in_a_row = TEXT.finalize, TEXT.in_a_row


class Initials:
    """The initials of the players at a table, on discs beside their names: `initials(seat)`."""

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._letters = initials_of_table(*map(plain, seats))
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
