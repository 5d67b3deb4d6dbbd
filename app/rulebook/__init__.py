"""The rules book: rules/*.md read once, when the app starts, with the glossary and a search index.

What the pages are written in is said in `app.rulebook.markdown`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from app.rulebook import glossary, markdown
from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import Page, Section, read_page
from app.rulebook.search import Hit, Hits, Index, Question


class Book(dict[str, Page]):
    """The pages by the names of their files, the `terms` by their anchors, and the `index`."""

    def __init__(
        self,
        pages: Mapping[str, Page],
        terms: Mapping[str, Term],
        questions: Iterable[Question] = (),
    ) -> None:
        super().__init__(pages)
        self.terms = terms
        self.index = Index(pages.values(), terms.values(), questions)


def read(
    folder: Path,
    numbers: Mapping[str, Mapping[str, int]] | None = None,
    questions: Iterable[Question] = (),
) -> Book:
    """The book in `folder`; `numbers` are those of each page, by the name of its file.

    `questions` can be settled elsewhere, and are found by the search.

    Raises ValueError, with the page and what is wrong, for a number that nobody has named, a
    drawing that is not there, a link that leads nowhere, or a box that is none of ours.
    """
    numbers_by_page = numbers or {}
    sources = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.md"))}
    texts = {
        key: markdown.with_numbers(text, key, numbers_by_page) for key, text in sources.items()
    }
    titles = {key: markdown.title_of(text) for key, text in texts.items()}
    terms = glossary.read_terms(texts.get(GLOSSARY, ""), titles)
    pages = {
        key: read_page(key, text, folder, terms, source=sources[key]) for key, text in texts.items()
    }
    for page in pages.values():
        check_links(page, pages, terms)
    return Book(pages, {term.anchor: term for term in terms}, questions)


def check_links(page: Page, pages: Mapping[str, Page], terms: list[Term]) -> None:
    """Raise ValueError if a link within the book leads nowhere."""
    words = {term.anchor for term in terms}
    for key, anchor in page.links:
        there = pages.get(key)
        exists = there and (
            not anchor or there.section(anchor) or (key == GLOSSARY and anchor in words)
        )
        if not exists:
            raise ValueError(f"rules/{page.key}.md links to {key}#{anchor}, which is not there")
