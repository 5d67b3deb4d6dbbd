"""A walk over every screen: what leads to an answer is in view, nothing lies over another, and
axe-core finds nothing."""

import pytest

from tests.browser.axe import violations_on
from tools.screens.sight import BROKEN, HOLD_TOAST, Shifts, faults, missing_styles
from tools.screens.table import SCREENS
from tools.screens.visitor import SIZES, THEMES

OFTEN = [screen for screen in SCREENS if screen.is_often_seen]
SMALL, OTHERS = SIZES[:3], SIZES[3:]
SIDEWAYS = (664, 390)
WITH_WORDS = [
    screen
    for screen in OFTEN
    if str(screen) in ("trico: symbols, one card", "rulings: trex: double", "club: new trico")
]
"""Where keys have words and are narrow."""
LITTLE = 0.02
"""The words of a question make room when another way of counting is chosen."""
CHECKED_OFTEN = {
    *("tribello: count, last row", "trex: queens, half", "trico: symbols, one card"),
    *("notices: just saved", "notices: two answers", "match: sheet", "follow: table upright"),
    *("corrections: tribello: count, another number", "rules: settle over trex"),
    *("outcome: trex: won", "club: new trex", "club: evening with three matches"),
}
"""What axe-core looks at every time, and not only in the long walk."""
MOVED = """(themes) => {
  const parts = [...document.querySelectorAll('body *')].filter((part) => part.checkVisibility());
  const boxes = themes.map((theme) => {
    document.documentElement.dataset.theme = theme;
    return parts.map((part) => JSON.stringify(part.getBoundingClientRect()));
  });
  return parts.filter((_, n) => new Set(boxes.map((box) => box[n])).size > 1).map(
    (part) => `${part.tagName}.${part.className} ${part.textContent.slice(0, 30)}`);
}"""
"""The parts of a page that have another place or size in one theme than in another. All themes are
measured in one go, so that nothing that arrives meanwhile is taken for it."""


def arrive(screen, visitor):
    """Open a screen; nothing moves while a question comes. A toast stays until all is looked at."""
    shifts = Shifts(visitor.page)
    page = screen.place.arrive(visitor)
    page.wait_for_load_state()  # a page that a tap has led to
    moved, what = shifts.since_last() if screen.is_question else (0, "")
    assert moved < LITTLE, what
    page.evaluate(HOLD_TOAST)
    return page


def faults_at(sizes, page, screen):
    return [fault for size in sizes for fault in faults(page, screen, size)]


@pytest.mark.parametrize("screen", OFTEN, ids=str)
def test_what_a_screen_is_for_is_seen_on_a_small_phone(screen, visitor):
    page = arrive(screen, visitor)

    if str(screen) in CHECKED_OFTEN:
        assert violations_on(page) == []
    assert missing_styles(page) == []
    assert faults_at(SMALL, page, screen) == []


@pytest.mark.parametrize("screen", WITH_WORDS, ids=str)
def test_no_word_on_a_key_is_broken_on_a_phone_on_its_side(screen, visitor):
    page = arrive(screen, visitor)

    assert [fault for fault in faults(page, screen, SIDEWAYS) if BROKEN in fault] == []


def test_four_rows_and_all_keys_of_a_correction_are_seen_on_a_phone_on_its_side(visitor):
    (screen,) = (screen for screen in OFTEN if str(screen) == "corrections: trex: slaps")
    page = arrive(screen, visitor)

    assert faults(page, screen, SIDEWAYS) == []


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_screen_is_for_everyone_at_every_size_in_every_theme(screen, visitor):
    page = arrive(screen, visitor)

    assert missing_styles(page) == []
    assert faults_at(OTHERS if screen in OFTEN else SIZES, page, screen) == []
    assert page.evaluate(MOVED, THEMES) == []
    assert violations_on(page) == []
