"""How the worked examples of the rules pages are written; the tests of each game play them."""

from __future__ import annotations

import re

from testkit.match import CAST

LETTER = dict(zip(CAST, "ABCD", strict=True))
SUITS = dict(zip("♠♥♦♣", "SHDC", strict=True))


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
    return [rank + SUITS[suit] for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", text)]


def worked_out(sum_: str) -> int:
    """What ``13 − 5 + 12`` makes."""
    assert re.fullmatch(r"\d+( [−+×] \d+)*", sum_), sum_
    return int(eval(sum_.replace("−", "-").replace("×", "*")))


def is_refused(cell: str) -> bool:
    return cell.startswith(("refused", "not allowed"))


def miscount(cell: str) -> str:
    """How the refusal begins that ``refused: 5 + 3 + 0 = 8, not 9`` stands for."""
    [(made, wanted)] = re.findall(r" = (\d+), not (\d+)", cell)
    return f"That makes {made}, not {wanted}"
