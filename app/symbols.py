"""The symbols that pages and documents are drawn with: ours, and those of each game.

``static/symbols.svg`` has suits, marks and icons; ``symbols.svg`` in a game's folder has its emblem
and what else only that game draws. Those of awards are in ``awards.svg`` beside it: only an evening
draws them, in their place, and a phone that plays need not load them. Emblems have a grid of 48
with strokes of 3, all others one of 24 with strokes of 2. They take the colour of the text around
them; their accent takes ``--accent``, hearts and diamonds their own colours, where a page has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.games import GAMES
from app.paths import GAMES_FOLDER, STATIC

FILE = "symbols.svg"
FILE_OF_AWARDS = "awards.svg"
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


def symbols_in_sprite() -> Mapping[str, Symbol]:
    """Return the symbols of the sprite by name: all but those of awards."""
    return read_symbols(tuple(path for path in symbol_files() if path.name == FILE))


def symbol_files() -> list[Path]:
    """Return the files of symbols: ours, then those of each game that has some."""
    folders = [STATIC, *(GAMES_FOLDER / key for key in GAMES)]
    paths = (folder / name for name in (FILE, FILE_OF_AWARDS) for folder in folders)
    return [path for path in paths if path.is_file()]


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
    """Return one SVG file (a sprite), from which a page can draw these symbols by name."""
    elements = "\n".join(symbol.element(name) for name, symbol in symbols_in_sprite().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{elements}\n</svg>\n'
