"""Suits and cards in running text: drawn as shapes, and named for those who listen."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markupsafe import escape

from app.scoring import SUITS, Text, _, say
from app.scoring.cards import RANK_NAMES, SYMBOLS, CardNumbers, CardSymbols
from app.scoring.prompts.faces import COMMON_SYMBOLS

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
