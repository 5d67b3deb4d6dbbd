"""The letters of names: what a reader takes for one, how wide it is, and the initials by which
players are told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import count

JOINER = "\N{ZERO WIDTH JOINER}"
MOST_TOLD_APART = 60
"""Among more people no two letters tell all apart, and to look for them takes the square of it."""


def initials_of(names: Sequence[str]) -> list[str]:
    """One or two letters for each of `names`, in their order, no two alike.

    The first letter, and where two players share it also the first one in which they differ:
    Marwan Mw, Marlene Ml. Names that are alike all through are numbered: M1, M2. In a crowd of more
    than `MOST_TOLD_APART` each has the first letter alone.
    """
    spelt = [graphemes(name) or ["?"] for name in names]
    firsts = [letters[0].upper() for letters in spelt]
    if len(names) > MOST_TOLD_APART:
        return firsts
    initials = []
    for index, letters in enumerate(spelt):
        rivals = [
            other
            for other_index, other in enumerate(spelt)
            if other_index != index and firsts[other_index] == firsts[index]
        ]
        initials.append(firsts[index] + (second_initial(letters, rivals) if rivals else ""))
    return [
        disc if initials.count(disc) == 1 else f"{firsts[index]}{initials[: index + 1].count(disc)}"
        for index, disc in enumerate(initials)
    ]


def initials_of_side(initials: Sequence[str]) -> str:
    """The initials of a player, or those of both partners; of a team the first two, and a dot for
    each other one."""
    return "&".join(initials[:2]) + "·" * (len(initials) - 2)


@lru_cache(maxsize=256)
def initials_of_table(*names: str) -> tuple[str, ...]:
    """What `initials_of` returns for the few names of a table, as every page of a match asks."""
    return tuple(initials_of(names))


def second_initial(letters: Sequence[str], rivals: Sequence[Sequence[str]]) -> str:
    """The first letter after the first in which a name differs from all `rivals`, else nothing."""
    for index in count(1):
        if index >= len(letters):
            return ""
        letter = letters[index].lower()
        others = {rival[index].lower() if index < len(rival) else "" for rival in rivals}
        if letter.strip() and letter not in others:
            return letter
    raise AssertionError("a name ends")


def graphemes(name: str) -> list[str]:
    """What a reader takes for the letters of a name: accents and joined emoji stay whole."""
    letters: list[str] = []
    for sign in name.strip():
        follows = letters and (
            unicodedata.combining(sign)
            or unicodedata.category(sign) in ("Mn", "Me", "Mc", "Cf", "Sk")
            or letters[-1].endswith(JOINER)
        )
        if follows:
            letters[-1] += sign
        else:
            letters.append(sign)
    return letters


def width_of(letter: str) -> float:
    """About how wide a letter is, in common letters: the reader's font is not known here."""
    if unicodedata.east_asian_width(letter[0]) in "WF":
        return 2
    return 1.6 if letter in "MWmw" else 1.2 if letter.isupper() else 1
