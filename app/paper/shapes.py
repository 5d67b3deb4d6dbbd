"""Shapes for paper: suits, emblems and other symbols, drawn inline.

A shape on paper carries its name as a title, because a reader of the PDF has nothing else to say.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from app.scoring import SUITS, Text, _, say
from app.scoring.prompts.faces import COMMON_SYMBOLS
from app.symbols import symbols

INK, SOFT, RULE, ACCENT = "#1c2a3e", "#545f6c", "#bcc3cc", "#9d2419"
"""The colours of `static/print/sheet.css`: a stylesheet does not reach inside a drawing."""

SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
RED = {"heart", "diamond", "mark"}
OUTLINE = re.compile(r'd="([^"]*)"')
STANDS_OUT = re.compile(r"var\(--[\w-]+,currentColor\)")
"""A colour of the look on the screen, of which paper has one."""
RED_SUITS = re.compile(r"([♥♦])")
NAMES: dict[str, Text] = {
    **{suit[:-1]: name for suit, name in SUITS.items()},
    **{key: name for key, name in COMMON_SYMBOLS.items() if f"{key}s" not in SUITS},
    "mark": _("Tricktally"),
}


@cache
def icon(name: str, words: Text | None = None) -> Markup:
    """The symbol `name`, called by these words or by its own name."""
    symbol = symbols()[name]
    colour = ACCENT if name in RED else INK
    drawing = f"<g{symbol.strokes}>{symbol.drawing}</g>" if symbol.strokes else symbol.drawing
    drawing = STANDS_OUT.sub(ACCENT, drawing).replace("currentColor", colour)
    return Markup(
        f'{SVG} class="symbol" viewBox="0 0 {symbol.side} {symbol.side}">'
        f'<title>{escape(say(words or NAMES[name]))}</title><g fill="{colour}">{drawing}</g></svg>'
    )


@cache
def suits_to_tick(what: Text) -> Markup:
    """The four suits in outline, side by side, for a pen to fill in; `what` says what for."""
    shapes = "".join(
        f'<g transform="translate({30 * place + 2} 2)">{symbols()[suit[:-1]].drawing}</g>'
        for place, suit in enumerate(SUITS)
    )
    return Markup(
        f'{SVG} class="to-tick" viewBox="0 0 118 28"><title>{escape(say(what))}</title>'
        f'<g fill="none" stroke="{SOFT}" stroke-width="1.7">{shapes}</g></svg>'
    )


@cache
def checked(holds: bool) -> Markup:
    """A tick, or a cross for what does not hold."""
    drawn, colour, words = ("M4 13l5.5 6L20 5", INK, _("yes"))
    if not holds:
        drawn, colour, words = ("M5 5l14 14M19 5L5 19", ACCENT, _("no"))
    return Markup(
        f'{SVG} class="checked" viewBox="0 0 24 24"><title>{escape(say(words))}</title>'
        f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="3"/></svg>'
    )


def with_suits(words: str) -> str:
    """`words`, which are HTML, with the red suits in them marked as such.

    The suits are letters of a font of ours, whose shapes are those of the symbols: a drawing for
    each would take many times as long to print.
    """
    return words if words.isascii() else RED_SUITS.sub(r'<span class="red">\1</span>', words)


def face(number: int | None, shown: dict[str, Any]) -> Markup:
    """A Trico card in small: its number and symbols, the large ones larger."""
    large = shown.get("large", [])
    drawn = [
        f'<span class="{"large" if word in large else "plain"}">'
        f"{icon(word) if word in COMMON_SYMBOLS else escape(word)}</span>"
        for word in shown["symbols"]
    ]
    head = "" if number is None else f"<b>{number}</b>"
    return Markup(f'<span class="face">{head}{" ".join(drawn)}</span>')
