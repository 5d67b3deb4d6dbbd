"""What can be found in the book, and the words that it is found by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import Page

WORD = re.compile(r"[^\W_]+")
CARD = re.compile(r"\w*[♠♥♦♣]")
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
SUITS = {"♠": " spades ", "♥": " hearts ", "♦": " diamonds ", "♣": " clubs "}


@dataclass(frozen=True)
class Entry:
    """What can be found: a page, a section or a term, with its `names` and its words.

    `game` is the page of the only game that it is about, None for a word of any of them.
    """

    page: str
    anchor: str
    title: str
    within: str
    lines: tuple[str, ...]
    names: tuple[str, ...] = ()
    game: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The entry as a row of the index. Suits are found by their names."""
        body = "\n".join(self.lines)
        cards = " ".join(map(spelt_out, CARD.findall(f"{self.title} {body}")))
        return self.title, " ".join(self.names), self.within, body, cards

    @property
    def is_term(self) -> bool:
        """Whether it is a word of the glossary."""
        return self.page == GLOSSARY and bool(self.names)


@dataclass(frozen=True)
class Question:
    """What can be settled on the spot: the game's page, its name in an address, and what it asks.

    `names` are other words for it. It is found by all that was typed, among its words: one word
    alone finds it if that is a name.
    """

    page: str
    slug: str
    title: str
    ask: str
    names: tuple[str, ...] = ()


def entries_of(pages: Iterable[Page], terms: Iterable[Term]) -> Iterator[Entry]:
    """Everything that can be found, in the order of the book."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield Entry(page.key, "", page.title, "", page.lines, game=page.key)
        for section in page.sections:
            yield Entry(
                page.key, section.anchor, section.title, page.title, section.lines, game=page.key
            )
            for sub in section.subsections:
                within = f"{page.title} · {section.title}"
                yield Entry(page.key, sub.anchor, sub.title, within, sub.lines, game=page.key)
    for term in terms:
        names = (*term.name.split(", "), *term.synonyms)
        yield Entry(GLOSSARY, term.anchor, term.name, "", (term.words,), names, term.game)


def spelt(text: str) -> str:
    """`text` with the suits as words."""
    for suit, name in SUITS.items():
        text = text.replace(suit, name)
    return text


def spelt_out(card: str) -> str:
    """A card by its sign and its name: ``K♥`` is also ``king hearts``."""
    return f"{RANKS.get(card[:-1], '')} {spelt(card)}"


def words_of(text: str) -> list[str]:
    """The words of `text` as the index keeps them: small letters without accents."""
    plain = unicodedata.normalize("NFKD", spelt(text[:2000]).casefold())
    return WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def one(word: str) -> str:
    """The singular of a word, roughly."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def synonyms_of(terms: Iterable[Term]) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """For each name of a term, in the singular, all that it is called."""
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for term in terms:
        names = [tuple(words_of(name)) for name in (*term.name.split(", "), *term.synonyms)]
        for name in names:
            groups.setdefault(tuple(map(one, name)), []).extend(names)
    return groups
