"""Suits in running text: drawn as shapes in four colours, and named for those who listen."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markupsafe import escape

from app.scoring import SUITS, Text, _, say
from app.scoring.cards import RANK_NAMES, SYMBOLS

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
