"""Layouts: templates filled with texts, names and numbers.

Those of all games are in `templates/print/`; a game may bring one of its own in its folder.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app.house import FOLDERS_OF_GAMES, TEMPLATES
from app.paper.press import Page
from app.paper.shapes import icon, with_suits
from app.scoring import Card, Seat, Side, Signed, Text, _, _n, say
from app.scoring.seats import LETTERS
from app.scoring.text import template_of

LANGUAGE = "en"
"""The language of what is printed."""
SHORT = 24
"""A name of so many letters fits wherever names stand."""


def render(*templates: str, title: Text | str, **about: Any) -> Page:
    """The first of these layouts that there is, filled with what it is `about`."""
    words = plain(title)
    return Page(environment().select_template(templates).render(about, title=words), words)


def plain(text: Text | str) -> str:
    """A text without markup, in the language of what is printed."""
    return say(text)


@cache
def environment() -> Environment:
    """How layouts are filled: what is missing is an error, and all that is not ours is escaped."""
    layouts = Environment(
        loader=FileSystemLoader([TEMPLATES, FOLDERS_OF_GAMES]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=in_words,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    layouts.globals.update(_=_, _n=_n, letters=LETTERS, signed=Signed, icon=icon, language=LANGUAGE)
    return layouts


def in_words(value: Any) -> Any:
    """What a layout prints: messages and names become safe HTML, the rest stays as it is."""
    if isinstance(value, (Text, Seat, Side, Signed, list, tuple)):
        return Markup(say(value, in_english, marked_up))
    return value


def in_english(text: Text) -> str:
    """The template of a text, with its suits drawn."""
    return with_suits(template_of(text))


def marked_up(value: Any) -> str:
    """A part of a text: names are kept apart from the direction of the words around them.

    Short ones of plain letters run as the words do, and every element takes its time.
    """
    if isinstance(value, Seat):
        name = plain(value.label)
        is_plain = name.isascii() and len(name) <= SHORT
        return str(escape(name)) if is_plain else f"<bdi>{escape(name)}</bdi>"
    if isinstance(value, Side):
        return " &amp; ".join([marked_up(seat) for seat in value.seats])
    if isinstance(value, Card):
        return with_suits(str(value))
    return str(escape(value))
