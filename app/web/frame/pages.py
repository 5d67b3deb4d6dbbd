"""How pages are put together: texts in the reader's language, names as names, files by version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, request
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup, escape

from app import store
from app.scoring import NO_TRUMPS, SUITS, Chart, Deal, Problem, Seat, Side, Signed, Text, _n, say
from app.scoring.cards import Card
from app.scoring.prompts.faces import COMMON_SYMBOLS
from app.web.frame.suits import drawn, trump_symbol

LONG_NAME = 24
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
        chart_cells=chart_cells,
        marks=marks,
        number_chips=number_chips,
        problem=problem,
        problems_at=problems_at,
        symbol=symbol,
        locale=get_locale,
        common_symbols=COMMON_SYMBOLS,
        no_trumps=NO_TRUMPS,
        signed=Signed,
        suits=SUITS,
        card=Card,
        trump_symbol=lambda trump: trump_symbol(trump, file_url("symbols.svg")),
        with_suits=lambda html: Markup(with_suits(html)),
    )
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


def translated(text: Text) -> str:
    """The template of a text in the reader's language, with its suits drawn."""
    translations = reader_translations()
    if text.plural is None:
        return with_suits(translations.ugettext(text.template))
    return with_suits(translations.ungettext(text.template, text.plural, text.parts["n"]))


def with_suits(words: str) -> str:
    """`words`, which are HTML, with every suit as a shape."""
    if words.isascii():
        return words
    return drawn(words, reader_translations(), file_url("symbols.svg"))


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
    return str(escape(value))


@lru_cache(maxsize=1024)
def isolated(name: str) -> str:
    """A name whose direction does not spill over into the words around it.

    A long one is marked, so that it can be cut short where a sentence must stay in sight.
    """
    return f"<bdi{' class=long' if len(name) > LONG_NAME else ''}>{escape(name)}</bdi>"


def number_chips(field: str, numbers: Iterable[int], given: str | None) -> Markup:
    """A radio button for each number, `given` checked.

    Not in a template, because a count shows up to 56 of them and the table waits for it.
    """
    name = escape(field)
    chips = [
        f'<label class="chip"><input type="radio" name="{name}" value="{n}"'
        f"{' checked' if given == str(n) else ''}><span>{n}</span></label>"
        for n in numbers
    ]
    return Markup("".join(chips))


def problem(found: Problem | None, rule: str = "") -> Markup:
    """One thing that cannot be right, in its place, with the address of its rule; nothing if all
    is well.

    Not in a template, because importing a part of one costs more than what it draws.
    """
    if found is None:
        return Markup()
    words = in_words(found.message)
    if rule:
        name = reader_translations().ugettext("rule")
        words += Markup(' <a class="rule" href="{}">{}</a>').format(rule, name)
    return Markup(f'<span class="problem" role="alert" tabindex="-1">{words}</span>')


def problems_at(problems: Iterable[Problem], at: int | str | None, rule: str = "") -> Markup:
    """Those of `problems` that are about this place, or for None about the answer as a whole."""
    return Markup("").join([problem(found, rule) for found in problems if found.at == at])


def symbol(name: str) -> Markup:
    """The drawing of a suit or another symbol; what it is stands beside it in words."""
    return drawing(name, file_url("symbols.svg"))


@lru_cache
def drawing(name: str, symbols: str) -> Markup:
    """The shape `name` of the file at the address `symbols`."""
    return Markup(
        f'<svg class="symbol {escape(name)}" aria-hidden="true">'
        f'<use href="{symbols}#{escape(name)}"/></svg>'
    )


def marks(deal: Deal | None, seats: Sequence[Seat]) -> Markup:
    """Who of `seats` owns, deals and leads, as signs; the words stand beside them on the board.

    Not in a template, for the same reason, like `chart_cells`.
    """
    if deal is None:
        return Markup()
    parts = (("owns", deal.owner), ("deals", deal.dealer), ("leads", deal.leads))
    symbols = file_url("symbols.svg")
    signs = [sign(name, symbols) for name, seat in parts if seat in seats]
    return Markup(f'<span class="marks">{"".join(signs)}</span>' if signs else "")


@lru_cache
def sign(name: str, symbols: str) -> str:
    """A shape that only repeats what is said in words."""
    return f'<svg class="symbol" aria-hidden="true"><use href="{symbols}#{name}"/></svg>'


def chart_cells(chart: Chart, seat: Seat) -> Markup:
    """For each contract the number of the deal in which `seat` named it, or nothing."""
    named = chart.rows[seat]
    cells = [
        f'<td class="played">{named[key]}</td>' if key in named else "<td></td>"
        for key in chart.columns
    ]
    return Markup("".join(cells))


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
