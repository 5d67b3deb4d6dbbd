"""What is ready to print in ``exports/``: blank sheets, booklets, quick references.

``python -m app.paper.exports``, or `make exports`, builds all of it, and writes down what it was
made from. The same inputs give the same bytes on one machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app import rulebook
from app.games import GAMES, numbers
from app.paper import booklets, fingerprint, sheets
from app.paper.press import HOUSE, PAPERS, WHOLE_PAPERS, NotInstalled, Page, Press

FOLDER = HOUSE / "exports"
RECORD = "FINGERPRINT.json"


@dataclass(frozen=True)
class Document:
    """Something to print that needs no match: the name of its file, and how it is laid out."""

    name: str
    lay_out: Callable[[], Page]


def blank(game: str, variant: str, paper: str, book: Mapping[str, rulebook.Page]) -> Document:
    """The blank sheet of a game."""
    return Document(
        f"blank/tricktally-{game}-{variant}-{paper}.pdf".replace("_", "-"),
        lambda: sheets.blank(game, variant, paper, book),
    )


def booklet(game: str, paper: str, book: Mapping[str, rulebook.Page]) -> Document:
    """The rules of a game."""
    return Document(
        f"booklets/tricktally-rules-{game}-{paper}.pdf".replace("_", "-"),
        lambda: booklets.booklet(book[game], paper),
    )


def all_rules(paper: str, book: Mapping[str, rulebook.Page]) -> Document:
    """The rules of all games."""
    return Document(
        f"booklets/tricktally-rules-{paper}.pdf",
        lambda: booklets.all_rules([book[key] for key in GAMES], paper),
    )


def quick_reference(game: str, paper: str, book: Mapping[str, rulebook.Page]) -> Document:
    """The rules of a game on one page."""
    return Document(
        f"quick/tricktally-quick-{game}-{paper}.pdf".replace("_", "-"),
        lambda: booklets.quick_reference(book[game], paper),
    )


def documents(book: Mapping[str, rulebook.Page]) -> Iterator[Document]:
    """All that is built."""
    for key, game in GAMES.items():
        for variant in game.variants:
            for paper in PAPERS:
                yield blank(key, variant.key, paper, book)
    for paper in WHOLE_PAPERS:
        for key in GAMES:
            yield booklet(key, paper, book)
            yield quick_reference(key, paper, book)
        yield all_rules(paper, book)


def build(folder: Path = FOLDER, *, tell: Callable[[str], object] = print) -> None:
    """Print every document into `folder`, and write down what they were made from.

    Files of ours that are no longer made are taken away. Raises `NotInstalled`.
    """
    press = Press()
    made = set()
    for document in documents(rulebook.read(HOUSE / "rules", numbers())):
        path = folder / document.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(press.print(document.lay_out()))
        made.add(path)
        tell(document.name)
    for stale in {*folder.glob("*/tricktally-*.pdf")} - made:
        stale.unlink()
    record = {"made of": dict(fingerprint.inputs())}
    (folder / RECORD).write_text(json.dumps(record, indent=1) + "\n", "utf-8")


def changes(folder: Path = FOLDER) -> list[str]:
    """What has changed since `folder` was built: files and libraries, none if it is up to date."""
    now, then = dict(fingerprint.inputs()), recorded(folder)
    return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))


def recorded(folder: Path) -> dict[str, str]:
    """What `folder` was made from; nothing if it was never built."""
    try:
        made_of: dict[str, str] = json.loads((folder / RECORD).read_text("utf-8"))["made of"]
    except (OSError, ValueError, KeyError):
        return {}
    return made_of


@cache
def is_up_to_date() -> bool:
    """Whether what lies in ``exports/`` is what would be printed now; looked up once."""
    return not changes()


def ready(document: Document) -> bytes | None:
    """The document as it lies in ``exports/``, None if it has to be printed."""
    path = FOLDER / document.name
    return path.read_bytes() if is_up_to_date() and path.is_file() else None


def main() -> int:
    """Build ``exports/``."""
    try:
        build()
    except NotInstalled as error:
        sys.stderr.write(f"tricktally: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
