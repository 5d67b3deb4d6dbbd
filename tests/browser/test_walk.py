"""A walk over every screen: what leads to an answer is in view, and nothing lies over another."""

from __future__ import annotations

import pytest

from tests.browser.layout_shifts import Shifts
from tests.browser.screens import each_screen
from tests.screens.sight import faults
from tests.screens.table import OFTEN_SEEN, SCREENS, Screen
from tests.screens.visitor import SET_THEME, SIZES, THEMES, Visitor

pytestmark = pytest.mark.browser

NARROW = SIZES[:2]
LITTLE = 0.02
"""The words of a question make room when another way of counting is chosen."""


@pytest.mark.parametrize("screen", each_screen(lambda screen: screen.is_often_seen))
def test_what_a_screen_is_for_is_seen_on_a_small_phone(screen: Screen, visitor: Visitor) -> None:
    shifts = Shifts(visitor.page)
    page = screen.arrive(visitor)
    moved, what = shifts.since_last() if screen.is_question else (0, "")

    assert moved < LITTLE, what
    assert [fault for size in NARROW for fault in faults(page, screen, size)] == []


@pytest.mark.parametrize("screen", each_screen())
def test_it_is_seen_at_every_size_in_every_theme(screen: Screen, visitor: Visitor) -> None:
    page = screen.arrive(visitor)
    found = []
    for theme in THEMES:
        page.evaluate(SET_THEME, theme)
        for size in SIZES:
            found += [f"{theme}: {fault}" for fault in faults(page, screen, size)]

    assert found == []


def test_no_two_screens_have_one_name() -> None:
    names = [str(screen) for screen in SCREENS]

    assert len(set(names)) == len(names)
    assert set(names) >= OFTEN_SEEN
