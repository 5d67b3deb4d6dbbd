"""What the search in the rules can find: pages, sections, terms of the glossary, and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage
from app.rulebook.words import PageWords, Stems

# The lines of an entry: its names, the page it is part of, and from FIRST_SENTENCE on sentences.
NAMES_LINE, FIRST_SENTENCE = 0, 2

COMMA = re.compile("[,،]")
SENTENCE_BREAK = re.compile(r"\n|(?<=[.!?؟])\s+(?=[^a-z])")


@dataclass(frozen=True)
class SearchEntry:
    """Anything that can be found: a page, a section, a term of the glossary, or a ruling with its
    `slug`.

    `language` has the words that it is written in. `within` is the path of titles above it,
    `other_names` are synonyms, and `game` is the page of the only game that it is about, None for a
    term that several games use.
    """

    page: str
    title: str
    lines: tuple[str, ...]
    game: str | None
    language: PageWords = field(repr=False)
    anchor: str = ""
    within: str = ""
    other_names: tuple[str, ...] = ()
    slug: str = ""

    @property
    def is_term(self) -> bool:
        """Whether it is a term of the glossary."""
        return self.page == GLOSSARY

    @property
    def names(self) -> tuple[str, ...]:
        """Its title and its other names."""
        return (self.title, *self.other_names)

    @cached_property
    def title_stems(self) -> Stems:
        """The stems of its title."""
        return self.language.search.content_stems(self.title)

    @cached_property
    def subject_stems(self) -> Stems:
        """The stems of what a section or a term is about: “Trex, the layout” is about Trex."""
        asks = self.title.endswith(("?", "؟"))
        subject = self.title if asks else COMMA.split(self.title)[0]
        return self.language.search.content_stems(subject) if self.anchor else frozenset()

    @cached_property
    def asking_stems(self) -> Stems:
        """The stems of its title with those that ask."""
        return self.language.search.stems_of(self.title)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Its text by sentences, with each row of a table as one; a definition is not split."""
        if self.is_term:
            return self.lines
        return tuple(part.strip() for line in self.lines for part in SENTENCE_BREAK.split(line))

    @cached_property
    def words(self) -> tuple[list[str], ...]:
        """The words of its names, of `within`, and of each of its sentences."""
        words_of = self.language.search.words_of
        return tuple(map(words_of, (" ".join(self.names), self.within, *self.sentences)))

    @cached_property
    def stems(self) -> tuple[Stems, ...]:
        """The stems of `words`, line by line."""
        stem = self.language.search.stem
        return tuple(frozenset(map(stem, words)) for words in self.words)


def list_items(pages: Iterable[RulesPage], terms: Iterable[Term]) -> Iterator[SearchEntry]:
    """Yield all pages, sections and terms, in reading order."""
    for page in pages:
        if page.key == GLOSSARY:
            continue
        yield SearchEntry(page.key, page.title, page.lines, page.key, page.language)
        for section in page.sections:
            for part in (section, *section.subsections):
                within = page.title if part is section else f"{page.title} · {section.title}"
                yield SearchEntry(
                    page.key,
                    part.title,
                    part.lines,
                    page.key,
                    page.language,
                    anchor=part.anchor,
                    within=within,
                )
    for term in terms:
        yield SearchEntry(
            GLOSSARY,
            term.name,
            (term.words,),
            term.game,
            term.language,
            anchor=term.anchor,
            other_names=term.names,
        )
