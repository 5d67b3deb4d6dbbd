"""The symbols that pages and documents are drawn with: ours, and those of each game.

``static/symbols.svg`` has suits, marks and icons; ``symbols.svg`` in a game's folder has its emblem
and what else only that game draws. Emblems have a grid of 48 with strokes of 3, all others one of
24 with strokes of 2. They take the colour of the text around them; their accent takes ``--accent``,
hearts and diamonds their own colours, where a page has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.games import GAMES
from app.paths import GAMES_FOLDER, STATIC

SYMBOL = re.compile(
    r'<symbol id="([\w-]+)" viewBox="0 0 (24|48) \2"([^>]*)>(.*?)</symbol>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Symbol:
    """A symbol: the side of its grid, the attributes of its strokes, and its drawing as SVG."""

    side: int
    strokes: str
    drawing: str

    def element(self, name: str) -> str:
        """Return the SVG element that a page can use under this name."""
        box = f"0 0 {self.side} {self.side}"
        return f'<symbol id="{name}" viewBox="{box}"{self.strokes}>{self.drawing}</symbol>'


def symbols() -> Mapping[str, Symbol]:
    """Return all symbols by name."""
    return read_symbols(tuple(symbol_files()))


def symbol_files() -> list[Path]:
    """Return the files of symbols: ours, then those of each game that has one."""
    of_games = (GAMES_FOLDER / key / "symbols.svg" for key in GAMES)
    return [STATIC / "symbols.svg", *(path for path in of_games if path.is_file())]


@cache
def read_symbols(paths: tuple[Path, ...]) -> Mapping[str, Symbol]:
    """Parse the symbols in these files. Raises ValueError if two have the same name."""
    by_name: dict[str, Symbol] = {}
    for path in paths:
        for name, side, strokes, drawing in SYMBOL.findall(path.read_text("utf-8")):
            if name in by_name:
                raise ValueError(f"{path}: there is a symbol called {name!r} already")
            by_name[name] = Symbol(int(side), strokes, drawing)
    return by_name


def sprite() -> str:
    """Return all symbols as one SVG file (a sprite), from which a page can draw any by name."""
    elements = "\n".join(symbol.element(name) for name, symbol in symbols().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{elements}\n</svg>\n'
