"""What needs no match and lies ready to print in ``exports/``: `make exports` builds it.

``fingerprints.json`` beside them says what each was made from, so that one that has grown old is
known.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.games import GAMES
from app.paper import blank as blank_sheets
from app.paper import booklets
from app.paper.html import PAPERS, WHOLE_PAPERS
from app.paper.pdf import Page, Printed
from app.paths import EXPORTS
from app.rulebook import RulesPage

Book = Mapping[str, RulesPage]
FINGERPRINTS = "fingerprints.json"


@dataclass(frozen=True)
class Document:
    """Something to print that needs no match: the name of its file, and how it is laid out."""

    name: str
    lay_out: Callable[[], Page]


def blank(game: str, variant: str, paper: str, book: Book) -> Document:
    """The blank sheet of a game."""
    return Document(
        f"blank/tricktally-{game}-{variant}-{paper}.pdf".replace("_", "-"),
        lambda: blank_sheets.blank(game, variant, paper, book),
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
    made_from = fingerprints(folder).get(document.name)
    return (folder / document.name).is_file() and made_from == document.lay_out().fingerprint


def fingerprints(folder: Path = EXPORTS) -> dict[str, str]:
    """What each document in `folder` was made from, by its name."""
    path = folder / FINGERPRINTS
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def write_fingerprints(made_from: Mapping[str, str], folder: Path) -> None:
    """Say in `folder` what each document there was made from."""
    lines = json.dumps(made_from, indent=0, sort_keys=True)
    (folder / FINGERPRINTS).write_text(f"{lines}\n", "utf-8")


def ready(document: Document) -> Printed | None:
    """The document as it lies in ``exports/``, None if it has to be printed."""
    # While the app runs nothing changes that a page is made from: each is looked at once.
    if document.name not in looked_at():
        made_from = fingerprints()[document.name] if lies_ready(document) else None
        looked_at()[document.name] = made_from
    fingerprint = looked_at()[document.name]
    if fingerprint is None:
        return None
    return Printed((EXPORTS / document.name).read_bytes(), fingerprint)


@cache
def looked_at() -> dict[str, str | None]:
    """The fingerprints of documents that lie ready, by name, as far as anybody has asked."""
    return {}
