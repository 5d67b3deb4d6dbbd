"""Ways to a screen. A place is how one gets there, and what has to be read or shown there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tools.screens.visitor import COMPANY, Visitor


@dataclass(frozen=True)
class Place:
    """`says` are patterns of words that are read there without scrolling, `shows` parts that are
    seen whole."""

    arrive: Callable[[Visitor], Page]
    says: str | Sequence[str] = ()
    shows: Sequence[str] = ()


Places = dict[str, Place]


def tap(page: Page, *parts: str) -> None:
    """Tap parts of the page one after the other, the first of each that can be seen."""
    for part in parts:
        page.locator(part).locator("visible=true").first.click()


def keys(*numbers: int) -> list[str]:
    """These keys of the keypad."""
    return [f".keypad button[value='{number}']" for number in numbers]


TRICK_BY_TRICK = ".ways label >> nth=1"
TAKERS = [TRICK_BY_TRICK, ".taker", ".taker >> nth=1"]
"""The first two tricks, counted while they are played."""


def at(
    game: str,
    *answers: Any,
    path: str = "",
    taps: Sequence[str] = (),
    says: str | Sequence[str] = (),
    people: int = 4,
    **rules: Any,
) -> Place:
    """A page of a match with these answers, and what is tapped there."""

    def arrive(visitor: Visitor) -> Page:
        match = visitor.keep(game, answers, people=COMPANY[:people], rules=rules)
        page = visitor.open(f"/matches/{match}{path}")
        tap(page, *taps)
        return page

    return Place(arrive, says)


def page_at(path: str, *taps: str, says: str = "") -> Place:
    """A page that is about no match."""

    def arrive(visitor: Visitor) -> Page:
        page = visitor.open(path)
        tap(page, *taps)
        return page

    return Place(arrive, says)


def unfolded(place: Place) -> Place:
    """A page with all its folds open."""

    def arrive(visitor: Visitor) -> Page:
        page = place.arrive(visitor)
        for fold in page.locator("details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        return page

    return Place(arrive)
