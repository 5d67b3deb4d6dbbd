"""Layouts: templates of `templates/print/` filled with texts, names and numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from app.paper.press import HOUSE
from app.scoring import Text, say
from app.scoring.text import template_of


def render(template: str, **about: Any) -> str:
    """The HTML of a layout in `templates/print/`, filled with what it is `about`."""
    return environment().get_template(f"print/{template}").render(about)


@cache
def environment() -> Environment:
    """How layouts are filled: what is missing is an error, and all that is not ours is escaped."""
    made = Environment(
        loader=FileSystemLoader(HOUSE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=in_words,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(_=Text)
    return made


def in_words(value: Any) -> Any:
    """What a layout prints: messages become safe HTML, the rest stays as it is."""
    if isinstance(value, Text):
        return Markup(say(value, template_of, lambda part: str(escape(part))))
    return value
