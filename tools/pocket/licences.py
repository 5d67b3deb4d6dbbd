"""The licences of all that the pocket edition carries, as one text.

Those of libraries are in their wheels. The package of Pyodide has none, neither its own nor those
of Python and what is linked into both: these are in ``licence_texts/``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path

from app.paths import PROJECT
from tools.pocket import manifest

TEXTS = Path(__file__).parent / "licence_texts"
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)\b", re.IGNORECASE)


def licences_of(pyodide: Path, libraries: Iterable[str]) -> str:
    """A text in sections below lines `== NAME ==`; libraries are named by what is imported."""
    sections = [
        ("Tricktally", (PROJECT / "LICENSE").read_text("utf-8")),
        *static_licences(),
        *engine_licences(pyodide),
        *(of_library(library) for library in libraries_with(libraries)),
    ]
    return "\n\n".join(f"== {name} ==\n\n{text.strip()}\n" for name, text in sections)


def static_licences() -> Iterator[tuple[str, str]]:
    """Of what others made among the static files: each licence lies beside it."""
    for name, content in manifest.static_files().items():
        if "LICENSE" in name:
            yield Path(name).stem, content.decode("utf-8")


def engine_licences(pyodide: Path) -> Iterator[tuple[str, str]]:
    """Of the Python that runs in a browser."""
    package = json.loads((pyodide / "package.json").read_text("utf-8"))
    source = f"Its source is at {package['homepage']}.\n\n"
    yield f"Pyodide {package['version']}", source + (TEXTS / "pyodide.txt").read_text("utf-8")
    yield "Python", (TEXTS / "python.txt").read_text("utf-8")
    yield "In Pyodide and Python", (TEXTS / "engine.txt").read_text("utf-8")


def libraries_with(packages: Iterable[str]) -> list[Distribution]:
    """The libraries that these packages come from, by name."""
    names = packages_distributions()
    return [
        distribution(name)
        for name in sorted({name for each in packages for name in names[each]}, key=str.lower)
    ]


def of_library(library: Distribution) -> tuple[str, str]:
    """The name and version of a library, and the texts of all its licences."""
    texts = [
        file.read_text("utf-8")
        for file in library.files or ()
        if file.parts[0].endswith(".dist-info") and LICENCE_FILE.match(file.name)
    ]
    assert texts, f"{library.name} has no licence in its wheel"
    return f"{library.name} {library.version}", "\n\n".join(texts)
