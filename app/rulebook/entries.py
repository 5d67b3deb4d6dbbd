"""What can be found in the book."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import Page
from app.rulebook.words import stem, telling, words_of

SENTENCE = re.compile(r"\n|(?<=[.!?])\s+(?=[^a-z])")


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


@dataclass(frozen=True)
class Entry:
    """What can be found: a page, a section, a word of the glossary or a question with a `slug`.

    `within` is where it stands, `names` what else it is called, and `game` the page of the only
    game that it is about, None for a word of any of them.
    """

    page: str
    anchor: str
    title: str
    within: str
    lines: tuple[str, ...]
    names: tuple[str, ...] = ()
    game: str | None = None
    slug: str = ""

    @property
    def is_term(self) -> bool:
        """Whether it is a word of the glossary."""
        return self.page == GLOSSARY

    @property
    def called(self) -> tuple[str, ...]:
        """Its title and its names."""
        return (self.title, *self.names)

    @cached_property
    def heading(self) -> frozenset[str]:
        """The stems of its title."""
        return telling(self.title)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """What it says, with each row of a table as a sentence; a definition is short, and one."""
        if self.is_term:
            return self.lines
        return tuple(part.strip() for line in self.lines for part in SENTENCE.split(line))

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """The words of what it is called, of where it stands, and of each of its sentences."""
        return tuple(map(words_of, (" ".join(self.called), self.within, *self.sentences)))

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        """The stems of those."""
        return tuple(frozenset(map(stem, words)) for words in self.words)


def entries_of(pages: Iterable[Page], terms: Iterable[Term]) -> Iterator[Entry]:
    """All pages, sections and terms, in the order of the book."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield Entry(page.key, "", page.title, "", page.lines, game=page.key)
        for section in page.sections:
            for part in (section, *section.subsections):
                within = page.title if part is section else f"{page.title} · {section.title}"
                yield Entry(page.key, part.anchor, part.title, within, part.lines, game=page.key)
    for term in terms:
        yield Entry(GLOSSARY, term.anchor, term.name, "", (term.words,), term.names, term.game)


def entry_of(question: Question) -> Entry:
    """A question as what can be found."""
    page, title, ask = question.page, question.title, question.ask
    return Entry(page, "", title, "", (ask,), question.names, page, question.slug)
