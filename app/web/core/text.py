"""How pages are put together: texts in the reader's language, names as names, files by version."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote

from babel import Locale
from flask import Flask, Request, request
from flask_babel import Babel, get_locale, get_translations
from jinja2 import StrictUndefined
from markupsafe import Markup, escape

from app.scoring import SUITS, Seat, Side, Signed, Text, _, _n, say
from app.scoring.model.cards import (
    COMMON_SYMBOLS,
    RANK_NAMES,
    SYMBOLS,
    Card,
    CardNumbers,
    CardSymbols,
)
from app.web.core.assets import asset_url, file_url
from app.web.core.idempotency import new_request_id
from app.web.core.services import return_connection

ENGLISH = Locale("en")
LONG_NAME = 24
MACROS = ("icon", "marks", "problem", "problems_at", "tabs")
"""What every template can call, from `_macros.html`."""

WORDED = (Text, Seat, Side, Signed, list)
"""What `say` puts into words."""

UNSAFE = re.compile("[&<>'\"]")
LARGEST_POST = 64 * 1024
SAFE_IN_QUERY = "/?:@!$&'()*+,;=-._~%"


def init_app(app: Flask) -> None:
    """Give templates what they need, and every request a connection."""
    # Before Babel, which makes the environment that these are for.
    app.jinja_options = {
        **app.jinja_options,
        "finalize": in_words,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    Babel(app, locale_selector=lambda: ENGLISH)
    app.jinja_env.globals.update(
        file_url=file_url,
        new_request_id=new_request_id,
        locale=get_locale,
        common_symbols=COMMON_SYMBOLS,
        signed=Signed,
        suits=SUITS,
        card=Card,
        with_suits=lambda html: Markup(with_suits(html)),
        # In place of those of Babel, which would look for the catalogue again at each of them.
        _=words,
        _n=_n,
    )
    app.jinja_env.filters["in_a_row"] = in_a_row
    app.jinja_env.filters["plain"] = plain
    app.jinja_env.filters["symbol"] = lambda name: f"{reader().symbols}#{name}"
    app.jinja_env.filters["capitalised"] = lambda text: plain(text)[:1].upper() + plain(text)[1:]
    app.jinja_env.filters["moment"] = moment_of
    app.teardown_appcontext(forget_reader)
    app.teardown_appcontext(return_connection)


def load_macros(app: Flask) -> None:
    """Give every template the macros, once all that they use themselves is known.

    As globals, because importing them into a partial would cost more than what it draws.
    """
    macros = app.jinja_env.get_template("_macros.html").module
    app.jinja_env.globals.update({name: getattr(macros, name) for name in MACROS})


def in_words(value: Any) -> Any:
    """What a template prints, of which Jinja escapes all that is not safe HTML: messages and names
    are put into words."""
    return Markup(say(value, translated, marked_up)) if isinstance(value, WORDED) else value


def in_a_row(texts: Iterable[Text]) -> Markup:
    """Texts in one attribute, from which a script takes the one that it needs."""
    return Markup("|".join([say(text, translated, marked_up) for text in texts]))


def moment_of(text: str) -> datetime:
    """A moment as it is stored (ISO, UTC); what a failing disk made of one is very long ago."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def plain(value: Any) -> str:
    """A text without markup in the reader's language, for what is no page: a picture, a message."""
    return say(value, bare, bare_part)


def bare_part(value: Any) -> str:
    """A part of a text without markup: a name as it is, and what is no name in words."""
    if isinstance(value, Seat):
        return plain(value.label) if isinstance(value.label, Text) else value.label
    return plain(value.name) if isinstance(value, Side) else str(value)


def bare(text: Text) -> str:
    """The template of a text in the reader's language."""
    if text.plural is None:
        return in_language(text.template, reader().translations)
    return str(reader().translations.ungettext(text.template, text.plural, text.parts["n"]))


@lru_cache(maxsize=4096)
def in_language(template: str, translations: Any) -> str:
    """A template in the language of a catalogue, which takes a while to look it up."""
    return str(translations.ugettext(template))


def translated(text: Text) -> str:
    """The template of a text in the reader's language, with its suits drawn."""
    return with_suits(bare(text))


def with_suits(words: str) -> str:
    """`words`, which are HTML, with every suit as a shape."""
    if words.isascii():
        return words
    return drawn(words, *reader())


class Reader(NamedTuple):
    """What is the same for every word of a page: the catalogue of its language, and the address of
    the symbols."""

    translations: Any
    symbols: str


READER: ContextVar[Reader | None] = ContextVar("reader", default=None)


def reader() -> Reader:
    """Whom this request is answered to. A page asks a hundred times, which is too often for `g`."""
    known = READER.get()
    if known is None:
        known = Reader(get_translations(), asset_url("/icons.svg"))
        READER.set(known)
    return known


def forget_reader(_error: BaseException | None) -> None:
    """Forget the reader at the end of the request: the thread goes on to answer another."""
    READER.set(None)


def words(template: str, /, **parts: Any) -> Any:
    """`_` for templates: the words of a page itself, which may have named parts."""
    return Text(template, **parts) if parts else reader().translations.ugettext(template)


def marked_up(value: Any) -> str:
    """A part of a text: names are kept apart from the direction of the words around them."""
    if type(value) is int:
        return str(value)
    if isinstance(value, Seat):
        label = value.label
        return isolated(label if isinstance(label, str) else translated(label))
    if isinstance(value, Side):
        return " &amp; ".join([marked_up(seat) for seat in value.seats])
    if isinstance(value, Card):
        return with_suits(str(value))
    if isinstance(value, CardNumbers | CardSymbols):
        return draw_card(value, reader().symbols)
    if isinstance(value, Signed) and value:
        # The sign stays before the number, whichever way the words around it run.
        return f'<bdi dir="ltr">{value}</bdi>'
    return str(escape(value))


@lru_cache(maxsize=1024)
def isolated(name: str) -> str:
    """A name whose direction does not spill over into the words around it.

    A long one is marked, so that it can be cut short where a sentence must stay in sight.
    """
    return f"<bdi{' class=long' if len(name) > LONG_NAME else ''}>{escape(name)}</bdi>"


def wants_part() -> bool:
    """Whether htmx asks for a part of the page it shows; history wants all of it."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


class AnyQuery(Request):
    """A request whose query may be of any bytes: no browser sends them bare, but others may."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        if not self.query_string.isascii():
            self.query_string = quote(self.query_string, SAFE_IN_QUERY).encode("ascii")


# ---- Suits and cards in running text: drawn as shapes, and named for those who listen. ----

WRITTEN = re.compile(r"(\b(?:10|[2-9AKQJ]))?([♠♥♦♣])")
SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SYMBOLS.items()}


def draw(words: str, translations: Any, symbols: str) -> str:
    """`words`, which are HTML, with every suit in them as a shape: ``Q♠`` and ``♠`` alike.

    `translations` is the catalogue of the reader's language, `symbols` the address of the shapes.
    """

    def translate(text: Text) -> str:
        return str(translations.ugettext(text.template))

    def shape(card: re.Match[str]) -> str:
        rank, suit = card[1] or "", SUIT_OF_SYMBOL[card[2]]
        name = SUITS[suit]
        if rank:
            name = _("{rank} of {suit}", rank=RANK_NAMES.get(rank, rank), suit=name)
        return (
            f'<i class="suit" role="img" aria-label="{escape(say(name, translate))}">{rank}'
            f'<svg class="symbol {suit[:-1]}"><use href="{symbols}#{suit[:-1]}"/></svg></i>'
        )

    return WRITTEN.sub(shape, words)


drawn = lru_cache(maxsize=2048)(draw)
"""The same, kept: a few sentences and cards are shown at every answer. Not for whole pages."""


def draw_card(card: CardNumbers | CardSymbols, symbols: str) -> str:
    """A small card for each number, or one with its symbols; what nobody has drawn is written."""
    if isinstance(card, CardNumbers):
        numbers = card.split(", ")
        shown = [f'<span class="small-card">{escape(number)}</span>' for number in numbers]
        return f'<span class="cards-of-one">{" ".join(shown)}</span>'
    shown = []
    for word in card.split():
        name = word.removesuffix("*")
        large = " large" if word != name else ""
        sign = str(escape(name))
        if name in COMMON_SYMBOLS:
            sign = f'<svg class="symbol {name}{large}"><use href="{symbols}#{name}"/></svg>'
        shown.append(sign)
    named = escape(str(card))
    return f'<span class="small-card" role="img" aria-label="{named}">{" ".join(shown)}</span>'
