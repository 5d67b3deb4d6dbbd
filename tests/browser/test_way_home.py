"""The key to the start page of the club: in sight on every page right below it, with nothing cut
beside it."""

import pytest
from playwright.sync_api import expect

from testkit.browser.phone import FOUR, TREX

SIZES = (390, 664), (320, 640), (664, 390)
FONTS = "Liberation Sans", "Liberation Sans Narrow"
"""As wide as the letters of most phones, and narrower than those of any."""
SET_FONT = "font => document.documentElement.style.setProperty('--sans', font)"
IS_IN_SIGHT = """(link) => {
  const { left, right, top, bottom } = link.getBoundingClientRect();
  const isInside = left >= 0 && right <= innerWidth && top > -5 && bottom <= innerHeight;
  const isHit = (x, y) => link.contains(document.elementFromPoint(x, y));
  return isInside && isHit((left + right) / 2, (top + bottom) / 2) && isHit(left + 43, top + 43);
}"""
IN_PART = """(line) => {
  const key = line.parentElement.querySelector(".home > *").getBoundingClientRect();
  return [...line.querySelectorAll(".symbol, b, .value, .place > *")].filter((part) => {
    const box = (part.closest(".about") ?? line).getBoundingClientRect();
    const { width, top, bottom, left, right } = part.getBoundingClientRect();
    const isSeen = width && top < box.bottom && bottom > box.top;
    const isWhole = part.scrollWidth <= part.clientWidth;
    const isBetween = top >= box.top && bottom <= box.bottom && isWhole;
    const isUnderKey = left < key.right && top < key.bottom;
    return isSeen && (!isBetween || isUnderKey || left < box.left || right > box.right);
  }).map((part) => part.outerHTML);
}"""
"""What is seen on the line above the totals, but not whole, or under the key."""


@pytest.mark.parametrize(
    ("path", "size"), [(path, size) for path in ("", "/sheet", "/more", "/table") for size in SIZES]
)
def test_one_tap_leads_to_the_start_page_from_the_first_screen(path, size, phone):
    phone.sit_down(*TREX, 0, "king")
    page, start = phone.page, phone.page.url.partition("matches")[0]
    page.goto(page.url + path)
    page.set_viewport_size({"width": size[0], "height": size[1]})

    home = page.get_by_role("link", name="Start", exact=True).first
    assert home.evaluate(IS_IN_SIGHT)
    home.click()

    page.wait_for_url(start)


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        (TREX, [0, "king"]),
        (TREX, [0, "diamonds"]),
        (TREX, [0, "trex"]),
        (("tribello", FOUR[:3]), ["hearts"]),
        (("italian_whist", FOUR[:3]), []),
        (("torite", FOUR), []),
    ],
)
def test_what_is_played_is_whole_beside_the_key_and_what_it_brings_is_whole_or_absent(
    game, answers, phone
):
    phone.sit_down(*game, *answers)
    line = phone.page.locator(".board .deal")

    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for font in FONTS:
            phone.page.evaluate(SET_FONT, font)
            assert line.evaluate(IN_PART) == [], (width, font)
            expect(line.locator(".place")).to_be_in_viewport(ratio=1)


def test_without_scripts_the_key_is_a_link_as_well(new_page, phone):
    phone.sit_down(*TREX, 0)
    page = new_page(java_script_enabled=False)
    page.goto(phone.page.url)

    page.get_by_role("link", name="Start", exact=True).click()

    page.wait_for_url("**/c/home/")


def test_the_key_leads_home_from_a_page_that_was_opened_by_itself_and_from_one_that_is_over(phone):
    phone.sit_down("tribello", FOUR[:3], "hearts", [9, 2, 2])
    match = phone.page.url
    phone.page.goto(f"{match}/more")
    phone.page.get_by_text("End the match", exact=True).click()
    phone.page.get_by_role("button", name="End the match here").click()
    phone.page.wait_for_selector(".outcome")
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        home = phone.page.get_by_role("link", name="Start", exact=True)
        assert home.evaluate(IS_IN_SIGHT), width
