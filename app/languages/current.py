"""The language of what is being shown or printed, in this thread; English until one is set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from app.scoring.model.text import ENGLISH, Language

CURRENT: ContextVar[Language] = ContextVar("current language", default=ENGLISH)


def current_language() -> Language:
    """Return the language that texts are put into here."""
    return CURRENT.get()


def set_language(language: Language) -> None:
    """Put texts into this language from here on, in this thread."""
    CURRENT.set(language)


@contextmanager
def override(language: Language) -> Iterator[None]:
    """Put texts into this language inside the block."""
    token = CURRENT.set(language)
    try:
        yield
    finally:
        CURRENT.reset(token)
