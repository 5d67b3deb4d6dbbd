"""The documents that need no match, which `make exports` renders into ``exports/``.

``fingerprints.json`` beside them says what each was made from, so that an old one is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from app.games import GAMES
from app.paper.blank import blank_sheet
from app.paper.booklets import booklet, quick_reference
from app.paper.cards import cards
from app.paper.html import CARD_PAPERS, PAPERS, WHOLE_PAPERS
from app.paper.pdf import PdfFile, PrintDocument
from app.paths import EXPORTS
from app.rulebook import Rulebook

FINGERPRINTS = "fingerprints.json"
FILES = {
    "blank": "blank/tricktally",
    "rules": "booklets/tricktally-rules",
    "quick": "quick/tricktally-quick",
    "cards": "cards/tricktally-cards",
}
"""The beginning of the names of files, by kind."""


@dataclass(frozen=True)
class Export:
    """A document that needs no match: the name of its file, and the function that lays it out."""

    name: str
    lay_out: Callable[[], PrintDocument]


def exports_of(rules: Rulebook) -> dict[tuple[str, ...], Export]:
    """Return every export by its key, which is its kind, what it is about, and its paper.

    Kinds are ``blank`` with a game and a variant, ``rules`` with a game or ``all``, ``quick`` with
    a game, and ``cards`` with a game that we have a deck for. All rules begin with the pages that
    are in the language of the reader. Games without a page in `rules` have
    blank sheets only.
    """
    layouts: dict[tuple[str, ...], Callable[[], PrintDocument]] = {}
    for key, game in GAMES.items():
        for variant in game.variants:
            for paper in PAPERS:
                layouts["blank", key, variant.key, paper] = partial(
                    blank_sheet, key, variant.key, paper, rules
                )
    pages = [rules[key] for key in rules.own_first(GAMES)]
    for paper in WHOLE_PAPERS:
        for page in pages:
            layouts["rules", page.key, paper] = partial(booklet, [page], paper)
            layouts["quick", page.key, paper] = partial(quick_reference, page, paper)
        layouts["rules", "all", paper] = partial(booklet, pages, paper)
    for key, game in GAMES.items():
        if game.deck:
            deck = game.deck.house
            for paper in CARD_PAPERS:
                layouts["cards", key, paper] = partial(
                    cards, deck.faces, paper, name=deck.name, label=deck.label, backs=True
                )
    return {key: Export(file_name(*key), lay_out) for key, lay_out in layouts.items()}


def file_name(kind: str, *subjects: str) -> str:
    """Return the name of the file in ``exports/`` of the export with this key."""
    parts = [FILES[kind], *(part for part in subjects if part != "all")]
    return f"{'-'.join(parts)}.pdf".replace("_", "-")


def is_current(export: Export, folder: Path = EXPORTS) -> bool:
    """Return whether `folder` holds the document as it would be printed now."""
    made_from = fingerprints(folder).get(export.name)
    return (folder / export.name).is_file() and made_from == export.lay_out().fingerprint


def fingerprints(folder: Path = EXPORTS) -> dict[str, str]:
    """Return the fingerprint of each document in `folder`, by its name."""
    path = folder / FINGERPRINTS
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def write_fingerprints(made_from: Mapping[str, str], folder: Path) -> None:
    """Write the fingerprints of the documents in `folder`."""
    lines = json.dumps(made_from, indent=0, sort_keys=True)
    (folder / FINGERPRINTS).write_text(f"{lines}\n", "utf-8")


def read_current(export: Export) -> PdfFile | None:
    """Return the document from ``exports/``, None if it is missing or not as it would be printed
    now."""
    checked = checked_fingerprints()
    # While the app runs nothing changes that a document is made from: each is checked once.
    if export.name not in checked:
        checked[export.name] = fingerprints()[export.name] if is_current(export) else None
    fingerprint = checked[export.name]
    if fingerprint is None:
        return None
    return PdfFile((EXPORTS / export.name).read_bytes(), fingerprint)


@cache
def checked_fingerprints() -> dict[str, str | None]:
    """Return the fingerprints of the exports that were checked, by name, None where one is not
    current."""
    return {}
