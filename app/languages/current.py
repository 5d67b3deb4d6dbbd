"""The language of what is being shown or printed, in this thread, and texts in it without markup:
for a picture, a title, the name of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from app.scoring.model.cards import CardNumbers, CardRank, CardSymbols, symbol_text
from app.scoring.model.seats import Seat, Side
from app.scoring.model.text import COURT_CARDS, ENGLISH, Language, Show, say_isolated

CURRENT: ContextVar[Language] = ContextVar("current language", default=ENGLISH)
COURT_CARD = re.compile(r"\b[KQJ](?=[♠♥♦♣])")

current_language = CURRENT.get
"""Return the language that texts are put into here; English until one is set. It is asked a hundred
times for a page."""


set_language = CURRENT.set
"""Put texts into this language from here on, in this thread."""


@contextmanager
def override(language: Language) -> Iterator[None]:
    """Put texts into this language inside the block."""
    token = CURRENT.set(language)
    try:
        yield
    finally:
        CURRENT.reset(token)


def plain(value: Any, part: Show | None = None) -> str:
    """Return a text without markup, with `part` for what its parts are.

    If a name in it runs from right to left, all names and numbers in it are isolated.
    """
    return with_letters(say_isolated(value, current_language(), part or plain_part))


def plain_part(value: Any) -> str:
    """Return a part of a text without markup."""
    if isinstance(value, Seat):
        label = value.label
        return label if isinstance(label, str) else plain(label)
    if isinstance(value, CardSymbols):
        return plain([symbol_text(*symbol) for symbol in value.symbols])
    if isinstance(value, CardNumbers):
        return current_language().in_digits(value)
    if isinstance(value, CardRank):
        return current_language().rank(value)
    return plain(value.name) if isinstance(value, Side) else str(value)


def with_letters(words: str) -> str:
    """Return words with the letters that court cards have in the current language."""
    language = current_language()
    if language.court_cards == COURT_CARDS or words.isascii():
        return words
    return COURT_CARD.sub(lambda card: language.rank(card[0]), words)
