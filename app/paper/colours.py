"""The colours of what is printed, for drawings: no stylesheet of the page reaches inside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from app.paths import STATIC

TOKEN = re.compile(r"(?<![\w-])--([\w-]+): (#[0-9a-f]+);")
USE = re.compile(r"var\(--([\w-]+)\)")


@cache
def colours() -> Mapping[str, str]:
    """Return the colours by their tokens, from the stylesheet."""
    return dict(TOKEN.findall((STATIC / "print" / "tokens.css").read_text("utf-8")))


def inked(drawing: str) -> str:
    """Return a drawing, or its stylesheet, with a colour in the place of each token.

    Raises `KeyError` for a token that there is not.
    """
    return USE.sub(lambda use: colours()[use[1]], drawing)
