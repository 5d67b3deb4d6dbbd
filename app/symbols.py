"""The symbols that everything is drawn with: those of no game, and those each game brings, as one.

``static/symbols.svg`` has suits, marks and what can be pressed; ``symbols.svg`` in a game's folder
has its emblem and what else only that game draws. Emblems stand on a grid of 48 with strokes of 3,
all others on one of 24 with strokes of 2. They take the colour of the text around them; the part
that stands out takes ``--accent``, hearts and diamonds their own colours, where a page has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from app.games import GAMES
from app.paths import FOLDERS_OF_GAMES, STATIC

SYMBOL = re.compile(
    r'<symbol id="([\w-]+)" viewBox="0 0 (24|48) \2"([^>]*)>(.*?)</symbol>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Symbol:
    """A symbol: the side of its grid, how its strokes are drawn as attributes, and its drawing."""

    side: int
    strokes: str
    drawing: str

    def named(self, name: str) -> str:
        """The element that a page can use under this name."""
        box = f"0 0 {self.side} {self.side}"
        return f'<symbol id="{name}" viewBox="{box}"{self.strokes}>{self.drawing}</symbol>'


def symbols() -> Mapping[str, Symbol]:
    """Every symbol there is, by its name."""
    return read(tuple(files()))


def files() -> list[Path]:
    """Where they lie: ours first, then those of each game that brings any."""
    of_games = (FOLDERS_OF_GAMES / key / "symbols.svg" for key in GAMES)
    return [STATIC / "symbols.svg", *(path for path in of_games if path.is_file())]


@cache
def read(paths: tuple[Path, ...]) -> Mapping[str, Symbol]:
    """The symbols of these files; raises ValueError if two have the same name."""
    by_name: dict[str, Symbol] = {}
    for path in paths:
        for name, side, strokes, drawing in SYMBOL.findall(path.read_text("utf-8")):
            if name in by_name:
                raise ValueError(f"{path}: there is a symbol called {name!r} already")
            by_name[name] = Symbol(int(side), strokes, drawing)
    return by_name


def joined() -> str:
    """All of them as one file, for a page to draw any of them by its name."""
    drawn = "\n".join(symbol.named(name) for name, symbol in symbols().items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{drawn}\n</svg>\n'
