"""The rules pages: rules/en/*.md, parsed once when the app starts, with the glossary and a search
index.

`app.rulebook.markdown` describes the language of the pages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from app.rulebook import glossary, markdown
from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage, Section, read_page
from app.rulebook.search import SearchEntry, SearchHit, SearchIndex


class Rulebook(dict[str, RulesPage]):
    """The pages by the names of their files, the `terms` by their anchors, and the `index`."""

    def __init__(
        self,
        pages: Mapping[str, RulesPage],
        terms: Collection[Term],
        rulings: Iterable[SearchEntry] = (),
    ) -> None:
        super().__init__(pages)
        self.terms = {term.anchor: term for term in terms}
        self.index = SearchIndex(pages.values(), terms, rulings)


def read(
    folder: Path,
    numbers: Mapping[str, Mapping[str, int]] | None = None,
    rulings: Iterable[SearchEntry] = (),
) -> Rulebook:
    """Parse the English rules in `folder`; `numbers` are those of each page, by its key.

    The search finds the `rulings` too. Raises ValueError, with the page and the problem, for an
    unknown number, a missing diagram, a link without a target, or an unknown box.
    """
    sources = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("en/*.md"))}
    texts = {key: markdown.fill_numbers(text, key, numbers or {}) for key, text in sources.items()}
    titles = {key: markdown.page_title(text) for key, text in texts.items()}
    terms = glossary.read_terms(texts.get(GLOSSARY, ""), titles)
    pages = {
        key: read_page(key, text, folder, terms, source=sources[key]) for key, text in texts.items()
    }
    anchors = {key: {"", *page.by_anchor} for key, page in pages.items()}
    anchors.setdefault(GLOSSARY, set()).update(term.anchor for term in terms)
    for page in pages.values():
        for key, anchor in page.links:
            if anchor not in anchors.get(key, ()):
                raise ValueError(f"rules/en/{page.key}.md links to {key}#{anchor}: not there")
    return Rulebook(pages, terms, rulings)
