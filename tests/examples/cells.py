"""How the worked examples of the rules pages are written, and who plays which of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.front_door import CAST, Match, match_file
from tests.rules_pages import Table

LETTER = dict(zip(CAST, "ABCD", strict=True))
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))
CARD = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")

Reader = Callable[[Table], None]
READERS: list[tuple[str, str, Reader]] = []


def reads(page: str, title: str) -> Callable[[Reader], Reader]:
    """Mark what plays the tables of a page whose header is this."""

    def mark(reader: Reader) -> Reader:
        READERS.append((page, title, reader))
        return reader

    return mark


def readers_of(table: Table) -> list[Reader]:
    return [
        reader
        for page, title, reader in READERS
        if page == table.page and re.fullmatch(title, table.title)
    ]


# --- what stands in a cell ----------------------------------------------------------------------


def whole(text: str) -> int:
    """``−3``, ``+3`` or ``3``."""
    return int(text.replace("−", "-"))


def dashed(text: str) -> list[int]:
    """``7-4-2``."""
    return [int(count) for count in text.split("-")]


def dotted(text: str) -> list[int]:
    """``+1 · 0 · −1``."""
    return [whole(count) for count in text.split(" · ")]


def listed(text: str) -> list[int]:
    """``5, 2, 9``."""
    return [int(number) for number in text.split(",")]


def cards(text: str) -> list[str]:
    """``K♥ 7♠``."""
    return [rank + SUITS[suit] for rank, suit in CARD.findall(text)]


def worked_out(sum_: str) -> int:
    """What ``13 − 5 + 12`` makes."""
    assert re.fullmatch(r"\d+( [−+×] \d+)*", sum_), sum_
    return int(eval(sum_.replace("−", "-").replace("×", "*")))


def play(page: str, deals: list[Any], **about: Any) -> Match:
    return Match(match_file(page, deals, **about))


def is_refused(cell: str) -> bool:
    return cell.startswith(("refused", "not allowed"))


def miscount(cell: str) -> str:
    """How the refusal begins that ``refused: 5 + 3 + 0 = 8, not 9`` stands for."""
    [(made, wanted)] = re.findall(r" = (\d+), not (\d+)", cell)
    return f"That makes {made}, not {wanted}"
