"""How pages are put together: texts in the reader's language, names as names, files by version."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, request
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup, escape

from app import store
from app.scoring import NO_TRUMPS, SUITS, Seat, Side, Signed, Text, _n, say
from app.scoring.cards import Card
from app.scoring.prompts.faces import COMMON_SYMBOLS
from app.web.frame.icons import icons_url
from app.web.frame.once import new_key
from app.web.frame.suits import drawn

LONG_NAME = 24
MACROS = ("icon", "marks", "problem", "problems_at", "tabs")
"""What every template can call, from `_macros.html`."""

LARGEST_POST = 64 * 1024


def prepare(app: Flask) -> None:
    """Give templates what they need, and every request its own connection."""
    # Before Babel, which makes the environment that these are for.
    app.jinja_options = {
        **app.jinja_options,
        "finalize": in_words,
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    Babel(app, default_locale="en", locale_selector=lambda: "en")
    app.jinja_env.globals.update(
        file_url=file_url,
        icons_url=icons_url,
        new_key=new_key,
        locale=get_locale,
        common_symbols=COMMON_SYMBOLS,
        no_trumps=NO_TRUMPS,
        signed=Signed,
        suits=SUITS,
        card=Card,
        with_suits=lambda html: Markup(with_suits(html)),
    )
    # Macros as globals: importing them into a partial would cost more than what it draws.
    macros = app.jinja_env.get_template("_macros.html").module
    app.jinja_env.globals.update({name: getattr(macros, name) for name in MACROS})
    app.jinja_env.filters["in_words"] = in_words
    app.jinja_env.filters["plain"] = plain
    app.jinja_env.filters["capitalised"] = lambda text: str(text)[:1].upper() + str(text)[1:]
    app.jinja_env.filters["moment"] = datetime.fromisoformat
    app.context_processor(words_of_the_page)
    app.teardown_appcontext(close_connection)


def connection() -> store.Database:
    """This request's connection to the database."""
    if "db" not in g:
        g.db = current_app.extensions["connect"]()
    db: store.Database = g.db
    return db


def close_connection(_error: BaseException | None) -> None:
    """Close it again when the request is over."""
    if db := g.pop("db", None):
        db.close()


def in_words(value: Any) -> Any:
    """What a template prints: messages and names become safe HTML, the rest stays as it is."""
    if isinstance(value, (Text, Seat, Side, Signed, list)):
        return Markup(say(value, translated, marked_up))
    return value


def plain(value: Any) -> str:
    """A text without markup in the reader's language, for what is no page: a picture, a message."""
    return say(value, bare)


def bare(text: Text) -> str:
    """The template of a text in the reader's language."""
    translations = reader_translations()
    if text.plural is None:
        return str(translations.ugettext(text.template))
    return str(translations.ungettext(text.template, text.plural, text.parts["n"]))


def translated(text: Text) -> str:
    """The template of a text in the reader's language, with its suits drawn."""
    return with_suits(bare(text))


def with_suits(words: str) -> str:
    """`words`, which are HTML, with every suit as a shape."""
    if words.isascii():
        return words
    return drawn(words, reader_translations(), icons_url())


def reader_translations() -> Any:
    """The catalogue of the reader's language, looked up once for each request."""
    try:
        return g.translations
    except AttributeError:
        g.translations = get_translations()
        return g.translations


def words_of_the_page() -> dict[str, Any]:
    """`_` and `_n` for templates: the words of a page itself, which may have named parts."""
    ugettext = reader_translations().ugettext

    def words(template: str, /, **parts: Any) -> Any:
        return Text(template, **parts) if parts else ugettext(template)

    return {"_": words, "_n": _n}


def marked_up(value: Any) -> str:
    """A part of a text: names are kept apart from the direction of the words around them."""
    if isinstance(value, Seat):
        name = value.name if isinstance(value.name, str) else translated(value.name)
        return isolated(name)
    if isinstance(value, Side):
        return " &amp; ".join([marked_up(seat) for seat in value.seats])
    if isinstance(value, Card):
        return with_suits(str(value))
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


def file_url(name: str) -> str:
    """The address of a static file, which changes with its content so that it can be kept."""
    return f"{request.script_root}/static/{name}?v={fingerprint(name)}"


@lru_cache
def fingerprint(name: str) -> str:
    """The first letters of the hash of a static file."""
    folder = current_app.static_folder
    assert folder is not None
    return sha256((Path(folder) / name).read_bytes()).hexdigest()[:10]
