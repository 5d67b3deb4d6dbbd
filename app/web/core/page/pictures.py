"""Pictures to send to friends: the colours of paper, names that fit, and symbols drawn in place.

Neither stylesheet nor sprite reaches a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import Any

from flask import Flask
from markupsafe import Markup, escape

from app import symbols
from app.languages import current_language
from app.letters import graphemes, width_of
from app.paths import STATIC
from app.rulebook.drawings import RIGHT_TO_LEFT_ISOLATE
from app.scoring.model.text import POP_DIRECTIONAL_ISOLATE, runs_right_to_left

MARKS = {"ltr": "\N{LEFT-TO-RIGHT MARK}", "rtl": "\N{RIGHT-TO-LEFT MARK}"}
COLOUR_OF_SYMBOL = re.compile(r"var\(--(\w+),currentColor\)")


def init_app(app: Flask) -> None:
    """Let templates draw symbols in their place, and on a page in the colours of its theme."""
    app.jinja_env.globals.update(
        icon_in_place=icon_in_place,
        symbol_drawing=symbol_drawing,
        symbol_side=symbol_side,
        theme_colour=theme_colour,
    )
    app.jinja_env.filters["as_read"] = as_read


def as_read(words: Any) -> Any:
    """Words of a picture, in its own or any markup, that run as those of the reader do.

    A picture runs from left to right. What has no letters from right to left, such as a number with
    its sign, stays as it is.
    """
    if current_language().direction == "ltr" or not runs_right_to_left(str(words)):
        return words
    return escape(RIGHT_TO_LEFT_ISOLATE) + words + POP_DIRECTIONAL_ISOLATE


def truncate(name: str, max_letters: float) -> str:
    """A name cut to the width of so many letters, with an ellipsis where some are missing."""
    widths = list(accumulate(map(width_of, graphemes(name))))
    if not widths or widths[-1] <= max_letters:
        return name
    fitting = sum(width <= max_letters - 1 for width in widths)
    cut = "".join(graphemes(name)[:fitting]).rstrip()
    direction = "rtl" if runs_right_to_left(cut) else "ltr"
    # What is missing is at the end of the name, also among words that run the other way.
    return f"{cut}…{'' if direction == current_language().direction else MARKS[direction]}"


@cache
def light_theme() -> dict[str, str]:
    """The colours of the light theme by their tokens, read from the stylesheet."""
    tokens = (STATIC / "css" / "tokens.css").read_text("utf-8")
    return dict(re.findall(r"--([\w-]+): var\(--light, (#[0-9a-f]{6})\)", tokens))


def theme_colour(token: str) -> str:
    """The colour of a token of the stylesheets on a page, in whatever theme that is."""
    return f"var(--{token})"


def paper_colour(token: str) -> str:
    """The colour of a token of the stylesheets in a picture, which no stylesheet reaches."""
    return light_theme()[token]


def symbol_drawing(name: str, colour_of: Callable[[str], str]) -> Markup:
    """What is inside a symbol, on its grid of `symbol_side`, with its own colours by `colour_of`;
    all else has the colour of what is around it."""
    symbol = symbols.symbols()[name]
    drawing = COLOUR_OF_SYMBOL.sub(lambda colour: colour_of(colour[1]), symbol.drawing)
    return Markup(f"<g{symbol.strokes}>{drawing}</g>")


def icon_in_place(name: str) -> Markup:
    """A symbol as `icon` draws it on a page, without the sprite: for those of awards, which are not
    in it."""
    box = f"0 0 {symbol_side(name)} {symbol_side(name)}"
    drawing = symbol_drawing(name, theme_colour)
    return Markup(f'<svg class="symbol" viewBox="{box}" aria-hidden="true">{drawing}</svg>')


def symbol_side(name: str) -> int:
    """The side of the grid of a symbol."""
    return symbols.symbols()[name].side
