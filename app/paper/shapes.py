"""Shapes for paper: suits and other symbols, drawn inline from ``static/symbols.svg``.

A shape on paper carries its name as a title, because a reader of the PDF has nothing else to say.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from app.scoring import SUITS, Text, _, say
from app.scoring.cards import SYMBOLS
from app.scoring.prompts.faces import COMMON_SYMBOLS

INK, SOFT, ACCENT = "#1c2a3e", "#545f6c", "#9d2419"
"""The colours of `static/print/sheet.css`: a stylesheet does not reach inside a drawing."""

RED = {"heart", "diamond", "mark"}
FILE = Path(__file__).resolve().parent.parent.parent / "static" / "symbols.svg"
SYMBOL = re.compile(r'<symbol id="(\w+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)
WRITTEN = re.compile(r"(\b(?:10|[2-9AKQJ]))?([♠♥♦♣])")
SUIT_OF_SYMBOL = {symbol: suit for suit, symbol in SYMBOLS.items()}
RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack")}
NAMES: dict[str, Text] = {
    **{suit[:-1]: name for suit, name in SUITS.items()},
    **{key: name for key, name in COMMON_SYMBOLS.items() if f"{key}s" not in SUITS},
    "mark": _("Tricktally"),
    "deals": _("deals"),
    "leads": _("leads"),
    "owns": _("owns"),
}


@cache
def drawings() -> dict[str, str]:
    """What is inside each symbol of the file, by its name."""
    return dict(SYMBOL.findall(FILE.read_text("utf-8")))


@cache
def symbol(name: str) -> Markup:
    """The shape `name` with its name."""
    colour = ACCENT if name in RED else INK
    drawing = drawings()[name].replace("currentColor", colour)
    return Markup(
        f'<svg class="symbol {name}" viewBox="0 0 24 24">'
        f'<title>{escape(say(NAMES[name]))}</title><g fill="{colour}">{drawing}</g></svg>'
    )


@cache
def suits_to_tick(what: Text) -> Markup:
    """The four suits in outline, side by side, for a pen to fill in; `what` says what for."""
    shapes = "".join(
        f'<g transform="translate({30 * place + 2} 2)">{drawings()[suit[:-1]]}</g>'
        for place, suit in enumerate(SUITS)
    )
    return Markup(
        f'<svg class="to-tick" viewBox="0 0 118 28"><title>{escape(say(what))}</title>'
        f'<g fill="none" stroke="{SOFT}" stroke-width="1.7">{shapes}</g></svg>'
    )


def with_suits(words: str) -> str:
    """`words`, which are HTML, with every suit in them as a shape: ``Q♠`` and ``♠`` alike."""
    return words if words.isascii() else WRITTEN.sub(_drawn, words)


def _drawn(found: re.Match[str]) -> str:
    rank, suit = found[1] or "", SUIT_OF_SYMBOL[found[2]]
    return f'<span class="card">{rank}{symbol(suit[:-1])}</span>'


def face(number: int | None, shown: dict[str, Any]) -> Markup:
    """A Trico card in small: its number and symbols, the large ones larger."""
    large = shown.get("large", [])
    drawn = [
        f'<span class="{"large" if word in large else "plain"}">'
        f"{symbol(word) if word in COMMON_SYMBOLS else escape(word)}</span>"
        for word in shown["symbols"]
    ]
    head = "" if number is None else f"<b>{number}</b>"
    return Markup(f'<span class="face">{head}{" ".join(drawn)}</span>')
