"""The rules in a language, and those of every language side by side."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock

from app.rulebook import glossary, markdown
from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage, read_page
from app.rulebook.search import BilingualIndex, SearchIndex
from app.rulebook.search_entries import SearchEntry, list_items
from app.rulebook.translation import check_page, check_terms
from app.rulebook.words import ENGLISH, WORDS, PageWords, Translate, read_words
from app.scoring.model.text import Language, Names, Text

logger = logging.getLogger("tricktally")

Numbers = Mapping[str, Mapping[str, int]]
"""The numbers of each page, by its key and their names."""
Rulings = Callable[[PageWords], Iterable[SearchEntry]]
"""Returns every ruling as the search of a language finds it."""
NO_LANGUAGES: Mapping[str, Language] = {}
NO_PAGES: Mapping[str, RulesPage] = {}
NO_TERMS: Mapping[str, Term] = {}
IN_ENGLISH = "in-english"
"""The anchor of the terms that a glossary has in English only."""


def no_rulings(language: PageWords) -> Iterable[SearchEntry]:
    """Return no rulings."""
    return ()


class Rulebook(dict[str, RulesPage]):
    """The pages for a reader of one language by their keys, which are the names of their files.

    Pages and `terms` (by their anchors) that the `language` does not have are the English ones. The
    `index` finds both and the rulings; `entries` is what it finds of the pages and terms.
    """

    def __init__(
        self,
        language: PageWords,
        pages: Mapping[str, RulesPage],
        terms: Mapping[str, Term],
        entries: Sequence[SearchEntry],
        index: SearchIndex | BilingualIndex,
    ) -> None:
        super().__init__(pages)
        self.language = language
        self.terms = terms
        self.entries = entries
        self.index = index

    def own_first(self, keys: Iterable[str]) -> list[str]:
        """Return those of these keys that have a page, the pages of the language first."""
        present = [key for key in keys if key in self]
        return sorted(present, key=lambda key: self[key].language.tag != self.language.tag)


class Rulebooks:
    """The rules of every language, below `folder`, each read when it is first asked for; drawings
    say their words as `languages` do.

    Any number of threads may ask. The English ones are read at once, and the errors are those of
    `read`. A language whose folder cannot be read has the English pages, and the log says why.
    """

    def __init__(
        self,
        folder: Path,
        numbers: Numbers | None = None,
        rulings: Rulings = no_rulings,
        languages: Mapping[str, Language] = NO_LANGUAGES,
    ) -> None:
        self._folder, self._numbers, self._rulings = folder, numbers, rulings
        self._languages = languages
        self._lock = Lock()
        self.english = read(folder, numbers, rulings)
        self._books: dict[tuple[str, Names], Rulebook] = {(ENGLISH, ()): self.english}

    def __getitem__(self, tag: str) -> Rulebook:
        return self._read_once(tag, self._languages.get(tag, Language()))

    def of(self, reader: Language) -> Rulebook:
        """Return the rules in the language of a reader, with the names of games that they chose."""
        return self._read_once(reader.tag, reader)

    def _read_once(self, tag: str, reader: Language) -> Rulebook:
        key = tag, reader.names
        if key not in self._books:
            with self._lock:
                if key not in self._books:
                    self._books[key] = self._read_beside(tag, reader)
        return self._books[key]

    def _read_beside(self, tag: str, reader: Language) -> Rulebook:
        """Read the pages of a language, or share the English ones."""
        if (self._folder / tag).is_dir():
            # Readers share the pages, and differ in more than names.
            language = self._languages.get(tag, Language()).with_names(reader.names)
            try:
                return read_beside(
                    self.english,
                    tag,
                    self._folder,
                    self._numbers,
                    self._rulings,
                    lambda message: language.template(Text(message)),
                    language.renamed,
                )
            except ValueError as error:
                logger.error("%s: the pages are shown in English", error)
        return share(self.english, replace(self.english.language, tag=tag), self._rulings)


def read(folder: Path, numbers: Numbers | None = None, rulings: Rulings = no_rulings) -> Rulebook:
    """Read the English rules below `folder`; `numbers` are those of each page, by its key.

    Raises ValueError, with the file and the problem, for an unknown number, a missing diagram, a
    link without a target, or an unknown box, and for words that cannot be read.
    """
    language, pages, terms = read_folder(folder, ENGLISH, numbers or {}, {})
    check_links(pages.values(), pages, terms)
    entries = list(list_items(pages.values(), terms.values()))
    index = SearchIndex(language, entries, terms.values(), rulings(language))
    return Rulebook(language, pages, terms, entries, index)


def read_beside(
    english: Rulebook,
    tag: str,
    folder: Path,
    numbers: Numbers | None = None,
    rulings: Rulings = no_rulings,
    translate: Translate = str,
    rename: Translate = str,
) -> Rulebook:
    """Read the rules in the language `tag` below `folder`, side by side with the English ones, with
    the words of drawings as `translate` says them, and names of games as `rename` changes them.

    Raises ValueError as `read` does, and for a page that the English one does not allow: see
    `app.rulebook.translation`.
    """
    titles = {key: page.title for key, page in english.items()}
    language, own, terms = read_folder(folder, tag, numbers or {}, titles, translate, rename)
    with naming(tag, WORDS):
        check_terms(language.terms, english.terms)
    for key, page in own.items():
        with naming(tag, f"{key}.md"):
            if key == GLOSSARY:
                check_terms(terms, english.terms)
            else:
                check_page(page, english.get(key))
    if GLOSSARY in own:
        others = [term for anchor, term in english.terms.items() if anchor not in terms]
        with naming(tag, f"{GLOSSARY}.md"):
            own[GLOSSARY] = with_english_terms(own[GLOSSARY], others, folder)
    rulebook = share(english, language, rulings, own, terms)
    check_links(rulebook.values(), rulebook, rulebook.terms)
    return rulebook


def share(
    english: Rulebook,
    language: PageWords,
    rulings: Rulings,
    own: Mapping[str, RulesPage] = NO_PAGES,
    own_terms: Mapping[str, Term] = NO_TERMS,
) -> Rulebook:
    """Return the English rules for readers of a language, with the pages and terms of its `own` in
    place of the English ones."""
    # English, that reads the other names which the language gives to its terms.
    beside = english.language.search.beside(language.search)
    reader = replace(english.language, search=beside)
    others = {
        anchor: replace(term, synonyms=(*term.synonyms, *language.terms.get(anchor, ())))
        for anchor, term in english.terms.items()
        if anchor not in own_terms
    }
    shared = [
        replace(
            entry,
            language=reader,
            other_names=others[entry.anchor].names if entry.is_term else (),
        )
        for entry in english.entries
        if (entry.anchor in others if entry.is_term else entry.page not in own)
    ]
    # A page of the language says one of the names of a thing, and whoever searches any of them.
    synonyms = [
        replace(others[anchor], name=names[0], synonyms=names[1:], language=language)
        for anchor, names in language.terms.items()
        if anchor in others and names
    ]
    found = [
        replace(term, synonyms=(*term.synonyms, *language.terms.get(anchor, ())))
        for anchor, term in own_terms.items()
    ]
    entries = list(list_items(own.values(), found))
    index = BilingualIndex(
        language.search,
        SearchIndex(language, entries, [*found, *synonyms], rulings(language)),
        SearchIndex(reader, shared, others.values()),
    )
    pages, terms = {**english, **own}, {**english.terms, **others, **own_terms}
    return Rulebook(language, pages, terms, [*entries, *shared], index)


def read_folder(
    folder: Path,
    tag: str,
    numbers: Numbers,
    titles: Mapping[str, str],
    translate: Translate = str,
    rename: Translate = str,
) -> tuple[PageWords, dict[str, RulesPage], dict[str, Term]]:
    """Read the words, the pages and the terms of a language; `titles` are those of the pages that
    it does not have."""
    with naming(tag, WORDS):
        language = replace(read_words(folder / tag), translate=translate)
    sources = {
        path.stem: rename(path.read_text("utf-8-sig"))
        for path in sorted(folder.glob(f"{tag}/*.md"))
    }
    texts = {}
    for key, source in sources.items():
        with naming(tag, f"{key}.md"):
            texts[key] = markdown.fill_numbers(source, key, numbers)
    titles = {**titles, **{key: markdown.page_title(text) for key, text in texts.items()}}
    with naming(tag, f"{GLOSSARY}.md"):
        terms = glossary.read_terms(texts.get(GLOSSARY, ""), titles, language)
    pages = {}
    for key, text in texts.items():
        with naming(tag, f"{key}.md"):
            pages[key] = read_page(key, text, language, folder, terms, source=sources[key])
    return language, pages, {term.anchor: term for term in terms}


@contextmanager
def naming(tag: str, file: str) -> Iterator[None]:
    """Say in an error which file of a language it is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"rules/{tag}/{file}: {error}") from error


def with_english_terms(page: RulesPage, terms: Sequence[Term], folder: Path) -> RulesPage:
    """Return the glossary of a language with a section of the terms that it has in English only."""
    if not terms:
        return page
    if not page.language.in_english:
        raise ValueError(f"{WORDS} does not say [glossary] in_english")
    entries = "".join(f"- {term.entry}\n" for term in terms)
    text = f"#\n## {page.language.in_english} {{#{IN_ENGLISH}}}\n\n{entries}"
    (section,) = read_page(GLOSSARY, text, page.language, folder, terms).sections
    html = section.html.replace("<ul>", f'<ul lang="{ENGLISH}" dir="ltr">', 1)
    return replace(page, sections=(*page.sections, replace(section, html=html)))


def check_links(
    pages: Iterable[RulesPage], rulebook: Mapping[str, RulesPage], terms: Mapping[str, Term]
) -> None:
    """Raise ValueError for a link to a section or a term that is not in the rulebook."""
    anchors = {key: {"", *page.by_anchor} for key, page in rulebook.items()}
    anchors.setdefault(GLOSSARY, set()).update(terms)
    for page in pages:
        for key, anchor in page.links:
            if anchor not in anchors.get(key, ()):
                with naming(page.language.tag, f"{page.key}.md"):
                    raise ValueError(f"links to {key}#{anchor}, which is not there")
