"""Nothing moves under a thumb: whatever key of a question is tapped, all others stay there."""

import pytest

from testkit.browser.phone import FOUR

THINGS = ".board, .row, .card-row, .key, .save, .bar, .seat, .segmented label, .tabs a"
KEYS = "#prompt :is(.option, .card-keys label, .seat-keys label, .sitter, .firsts label, .rank-key)"
PLACES = """(selector) => [...document.querySelectorAll(selector)].map((thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return width && [x, y, width, height].map(Math.round).join(' ');
})"""
QUESTIONS = {
    "cards": ("trex", [0, "queens"], ""),
    "places": ("trex", [0, "trex"], ""),
    "seats": ("trex", [0], "/seats"),
    "seats and the first dealer": ("tribello", [], "/seats"),
    "another contract": ("trex", [0, "slaps", [4, 3, 2, 4]], "/deals/1/contract"),
    "other cards": ("trex", [0, "king", None, 1], "/deals/1/king"),
    "other trumps": ("tribello", ["hearts", [6, 4, 3]], "/deals/1/trump"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_key_is_tapped_all_others_stay_where_they_are(question, phone):
    game, answers, path = QUESTIONS[question]
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    phone.sit_down(game, FOUR[: 3 if game == "tribello" else 4], *answers)
    if path:
        page.goto(page.url + path)
        page.wait_for_selector("html[data-ready]")
    page.evaluate("document.getElementById('saved')?.remove()")
    before = page.evaluate(PLACES, THINGS)

    for number in range(page.locator(KEYS).count()):
        key = page.locator(KEYS).nth(number)
        if not key.is_visible():
            continue
        key.click()
        page.wait_for_load_state("networkidle")

        after = page.evaluate(PLACES, THINGS)
        # What only belongs to the time before the first card, or is no key any more, may go.
        moved = [(old, new) for old, new in zip(before, after, strict=True) if old and new]
        assert [old for old, _new in moved] == [new for _old, new in moved], key.inner_text()
