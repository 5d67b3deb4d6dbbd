"""A fingerprint of everything that paper is made from, to tell when it has to be made anew."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from app.paper.press import HOUSE

FOLDERS = (
    "app/games",
    "app/paper",
    "app/rulebook",
    "app/scoring",
    "rules",
    "static/print",
    "templates/print",
)
FILES = ("static/cards.css", "static/symbols.svg", "templates/_card.html")
SKIPPED = {".pyc", ".md~"}
LIBRARIES = ("markdown-it-py", "pydyf", "segno", "weasyprint")
"""Those that decide how a page looks. What a machine has of Pango and HarfBuzz is left out: sheets
that were built elsewhere are as good."""


def of(*parts: str) -> str:
    """The fingerprint of these texts, in order."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def of_inputs(house: Path = HOUSE) -> str:
    """The fingerprint of all that paper is made from; the same on every machine."""
    return of(*(f"{name} {print_}" for name, print_ in inputs(house)))


def inputs(house: Path = HOUSE) -> Iterator[tuple[str, str]]:
    """Each file with the fingerprint of its content, and each library with its version."""
    paths = {house / name for name in FILES}
    for folder in FOLDERS:
        place = house / folder
        found = place.rglob("*") if place.is_dir() else [place]
        paths |= {path for path in found if path.is_file()}
    for path in sorted(paths):
        if "__pycache__" in path.parts or path.suffix in SKIPPED:
            continue
        yield path.relative_to(house).as_posix(), sha256(path.read_bytes()).hexdigest()
    for name in LIBRARIES:
        yield name, version(name)
