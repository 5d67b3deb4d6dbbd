"""Scripts: ES modules, joined at start into one text for each entry by following its imports.

A browser could load the modules as they are, but each would be a request of its own, and a page
has eight. What is joined is the plain part of the language that our own scripts are written in;
anything else is refused, so that nothing means one thing here and another in a browser.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from app.paths import STATIC

IMPORT = re.compile(r'^import (?:\{([\w\s,]+)\} from )?"(\.\.?/[\w./-]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
OF_GAMES = "games/"
UNKNOWN = re.compile(r"^(?:import\b(?!\()|export\b).*|^.*\bimport\.meta\b.*", re.MULTILINE)
RENAMED = re.compile(r"\bas\b")
COMMENT = re.compile(r"^\s*//.*\n|(?<=[;,{]) +//.*", re.MULTILINE)
"""Comments, of which joined scripts would be a fifth."""


class NotJoinable(ValueError):
    """What a module has that cannot be joined, and where."""


def modules() -> dict[str, str]:
    """The text of every module, by its path within the folder of scripts."""
    folder = STATIC / "js"
    paths = sorted(folder.rglob("*.js"))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def entries() -> dict[str, str]:
    """What pages load: the joined text of every module that lies in no folder, or is that of a
    game, by its name."""
    texts = modules()
    names = [name for name in texts if "/" not in name or name.startswith(OF_GAMES)]
    return {name.removeprefix(OF_GAMES): join(name, texts) for name in names}


def join(entry: str, texts: Mapping[str, str]) -> str:
    """The text of an entry, behind all it needs, each of which is a scope of its own.

    What the entry itself exports, it goes on to export.
    """
    names: dict[str, str] = {}
    scopes: list[str] = []

    def add(path: str, importers: tuple[str, ...]) -> str:
        """The name of the scope of this module, which is there from now on."""
        if path in importers:
            raise NotJoinable("imports in a circle: " + " > ".join([*importers, path]))
        if path not in names:
            body, exported = scope(path, importers)
            names[path] = f"m{len(names)}"
            returned = f"return {{ {', '.join(exported)} }};\n"
            scopes.append(f"const {names[path]} = (() => {{\n{body}{returned}}})();\n")
        return names[path]

    def scope(path: str, importers: tuple[str, ...]) -> tuple[str, list[str]]:
        """The text of a module with what it imports taken from scopes, and what it exports."""

        def imported(statement: re.Match[str]) -> str:
            wanted, address = statement.groups()
            source = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
            if source not in texts:
                raise NotJoinable(f"{path} imports {address}, which is not there")
            name = add(source, (*importers, path))
            offered = EXPORT.findall(texts[source])
            if RENAMED.search(wanted or ""):
                raise NotJoinable(f"{path} gives another name to what it imports from {address}")
            for one in re.findall(r"\w+", wanted or ""):
                if one not in offered:
                    raise NotJoinable(f"{path} imports {one} from {address}, which has none")
            return f"const {{{' '.join(wanted.split())}}} = {name};\n" if wanted else ""

        body = IMPORT.sub(imported, texts[path])
        kept = EXPORT.sub("", body)
        if unknown := UNKNOWN.search(kept):
            raise NotJoinable(f"{path} has what cannot be joined: {unknown[0]}")
        return plain(kept if importers else body), EXPORT.findall(texts[path])

    body, _ = scope(entry, ())
    return "".join(scopes) + body


def plain(text: str) -> str:
    """A script without its comments, empty lines and indentation."""
    return re.sub(r"\n\s+", "\n", COMMENT.sub("", text)).lstrip()
