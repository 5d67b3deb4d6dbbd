"""What needs no match and lies ready to print in ``exports/``: `make exports` builds it.

Each PDF carries the mark of the page it was made from, so that one that has grown old is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.games import GAMES
from app.house import EXPORTS
from app.paper import booklets, sheets
from app.paper.papers import PAPERS, WHOLE_PAPERS
from app.paper.press import Page, mark_of
from app.rulebook import Page as RulesPage

Book = Mapping[str, RulesPage]


@dataclass(frozen=True)
class Document:
    """Something to print that needs no match: the name of its file, and how it is laid out."""

    name: str
    lay_out: Callable[[], Page]


def blank(game: str, variant: str, paper: str, book: Book) -> Document:
    """The blank sheet of a game."""
    return Document(
        f"blank/tricktally-{game}-{variant}-{paper}.pdf".replace("_", "-"),
        lambda: sheets.blank(game, variant, paper, book),
    )


def booklet(game: str, paper: str, book: Book) -> Document:
    """The rules of a game."""
    return Document(
        f"booklets/tricktally-rules-{game}-{paper}.pdf".replace("_", "-"),
        lambda: booklets.booklet(book[game], paper),
    )


def all_rules(paper: str, book: Book) -> Document:
    """The rules of all games."""
    return Document(
        f"booklets/tricktally-rules-{paper}.pdf",
        lambda: booklets.all_rules([book[key] for key in GAMES if key in book], paper),
    )


def quick_reference(game: str, paper: str, book: Book) -> Document:
    """The rules of a game on one page."""
    return Document(
        f"quick/tricktally-quick-{game}-{paper}.pdf".replace("_", "-"),
        lambda: booklets.quick_reference(book[game], paper),
    )


def documents(book: Book) -> Iterator[Document]:
    """All that lies ready."""
    for key, game in GAMES.items():
        for variant in game.variants:
            for paper in PAPERS:
                yield blank(key, variant.key, paper, book)
    for paper in WHOLE_PAPERS:
        for key in GAMES:
            yield booklet(key, paper, book)
            yield quick_reference(key, paper, book)
        yield all_rules(paper, book)


def lies_ready(document: Document, folder: Path = EXPORTS) -> bool:
    """Whether `folder` holds the document as it would be printed now."""
    path = folder / document.name
    return path.is_file() and mark_of(path.read_bytes()) == document.lay_out().mark


def ready(document: Document) -> bytes | None:
    """The document as it lies in ``exports/``, None if it has to be printed."""
    # While the app runs nothing changes that a page is made from: each is looked at once.
    if document.name not in looked_at():
        looked_at()[document.name] = lies_ready(document)
    return (EXPORTS / document.name).read_bytes() if looked_at()[document.name] else None


@cache
def looked_at() -> dict[str, bool]:
    """Which documents lie ready, by name, as far as anybody has asked."""
    return {}
