"""A walk over every screen: what leads to an answer is in view, and nothing lies over another."""

import pytest

from tests.screens.sight import Shifts, faults
from tests.screens.table import SCREENS, each_screen
from tests.screens.visitor import SIZES, THEMES

SMALL, OTHERS = SIZES[:3], SIZES[3:]
LITTLE = 0.02
"""The words of a question make room when another way of counting is chosen."""
MOVED = """(themes) => {
  const parts = [...document.querySelectorAll('body *')].filter((part) => part.checkVisibility());
  const boxes = themes.map((theme) => {
    document.documentElement.dataset.theme = theme;
    return parts.map((part) => JSON.stringify(part.getBoundingClientRect()));
  });
  return parts.filter((_, n) => new Set(boxes.map((box) => box[n])).size > 1).map(
    (part) => `${part.tagName}.${part.className} ${part.textContent.slice(0, 30)}`);
}"""
"""The parts of a page that are not everywhere the same in all themes, seen in one go: nothing that
arrives meanwhile moves them."""


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
    assert page.evaluate(MOVED, THEMES) == []
