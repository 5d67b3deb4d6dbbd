"""A walk over every screen: what leads to an answer is in view, and nothing lies over another."""

import pytest

from tests.screens.sight import Shifts, faults
from tests.screens.table import SCREENS, each_screen
from tests.screens.visitor import SET_THEME, SIZES, THEMES

SMALL, OTHERS = SIZES[:3], SIZES[3:]
LITTLE = 0.02
"""The words of a question make room when another way of counting is chosen."""
BOXES = """() => [...document.querySelectorAll('body, body *')].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [part.tagName, part.className.toString(), x, y, width, height].join(' ');
})"""


@pytest.mark.parametrize("screen", each_screen(often=lambda screen: screen.is_often_seen))
def test_what_a_screen_is_for_is_seen_on_a_small_phone(screen, visitor):
    shifts = Shifts(visitor.page)
    page = screen.place.arrive(visitor)
    moved, what = shifts.since_last() if screen.is_question else (0, "")

    assert moved < LITTLE, what
    assert [fault for size in SMALL for fault in faults(page, screen, size)] == []


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_it_is_seen_at_the_other_sizes_and_no_theme_moves_anything(screen, visitor):
    page = screen.place.arrive(visitor)

    assert [fault for size in OTHERS for fault in faults(page, screen, size)] == []
    boxes = {theme: boxes_in(page, theme) for theme in THEMES}
    assert boxes["dark"] == boxes["dim"] == boxes["light"]


def boxes_in(page, theme):
    """Where every part of the page is in a theme."""
    page.evaluate(SET_THEME, theme)
    return page.evaluate(BOXES)
