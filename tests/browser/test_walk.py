"""A walk over every screen: what leads to an answer is in view, and nothing lies over another."""

import pytest

from tests.screens.sight import Shifts, faults
from tests.screens.table import SCREENS, each_screen
from tests.screens.visitor import SET_THEME, SIZES, THEMES

LITTLE = 0.02
"""The words of a question make room when another way of counting is chosen."""


@pytest.mark.parametrize("screen", each_screen(often=lambda screen: screen.is_often_seen))
def test_what_a_screen_is_for_is_seen_on_a_small_phone(screen, visitor):
    shifts = Shifts(visitor.page)
    page = screen.place.arrive(visitor)
    moved, what = shifts.since_last() if screen.is_question else (0, "")

    assert moved < LITTLE, what
    assert [fault for size in SIZES[:3] for fault in faults(page, screen, size)] == []


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_it_is_seen_at_every_size_in_every_theme(screen, visitor):
    page = screen.place.arrive(visitor)
    found = {}
    for theme in THEMES:
        page.evaluate(SET_THEME, theme)
        found[theme] = [fault for size in SIZES for fault in faults(page, screen, size)]

    assert found == {theme: [] for theme in THEMES}
