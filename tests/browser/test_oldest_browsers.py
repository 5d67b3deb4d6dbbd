"""Phones that lie in a drawer: without any function that is newer than the oldest browsers, every
page works, also at the machine's own address. `tools/oldest_browsers.py` says which those are."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from testkit.browser.phone import Phone, comes_true, keep_in
from testkit.play import Played

TOAST = 6_000  # ms in which it is gone
WITHOUT_NEWER = """
const newer = `
AbortSignal.any AbortSignal.timeout Array.fromAsync Blob.prototype.bytes Intl.Segmenter Map.groupBy
Object.groupBy Promise.try Promise.withResolvers Response.json URL.canParse URL.parse
cookieStore navigation requestIdleCallback scheduler
Array.prototype.toReversed Array.prototype.toSorted Array.prototype.toSpliced Array.prototype.with
Document.prototype.adoptedStyleSheets Document.prototype.moveBefore
Document.prototype.startViewTransition Element.prototype.checkVisibility Element.prototype.getHTML
Element.prototype.moveBefore Element.prototype.setHTMLUnsafe Element.prototype.startViewTransition
HTMLElement.prototype.hidePopover HTMLElement.prototype.inert HTMLElement.prototype.popover
HTMLElement.prototype.showPopover HTMLElement.prototype.togglePopover
HTMLFormElement.prototype.requestSubmit Iterator.prototype.every Iterator.prototype.filter
Iterator.prototype.find Iterator.prototype.flatMap Iterator.prototype.forEach
Iterator.prototype.map Iterator.prototype.reduce Iterator.prototype.some Iterator.prototype.toArray
Navigator.prototype.canShare Navigator.prototype.share Navigator.prototype.vibrate
Navigator.prototype.wakeLock Set.prototype.difference Set.prototype.intersection
Set.prototype.isDisjointFrom Set.prototype.isSubsetOf Set.prototype.isSupersetOf
Set.prototype.symmetricDifference Set.prototype.union String.prototype.isWellFormed
String.prototype.toWellFormed
`.trim().split(/\\s+/);
const find = (path) => path.reduce((at, name) => at?.[name], window);
for (const path of newer.map((name) => name.split("."))) {
  const owner = find(path.slice(0, -1));
  if (owner) delete owner[path.at(-1)];
}
window.newer = newer.filter((name) => find(name.split(".")));
"""
TABS = {"Sheet": "/sheet", "Rules": "/rules/", "More": "/more", "Play": r"/matches/\d+$"}


@pytest.fixture
def old_page(new_page, server_at_home):
    """The screen of such a phone, at the machine's own address."""
    page = new_page(base_url=server_at_home.address)
    page.add_init_script(WITHOUT_NEWER)
    page.goto("/more")
    assert page.evaluate("window.newer") == []
    return page


@pytest.fixture
def match(server_at_home):
    """The address of a match of Tribello after its first answer."""
    played = Played(GAMES["tribello"], ["Anna", "Bruno", "Carla"])
    for answer in ({}, "hearts"):
        played.answer(answer)
    return f"/matches/{keep_in(server_at_home.database, played.match)}"


def test_a_match_is_begun_played_and_begun_again(old_page, server_at_home, rng):
    old_phone = Phone(old_page, server_at_home.database)
    old_phone.begin("torite", ["Anna"])
    old_phone.play_on(rng)
    expect(old_phone.page.locator(".outcome")).to_be_visible()

    over = urlsplit(old_page.url).path
    old_page.clock.fast_forward(TOAST)
    old_page.locator(".what-next .button").last.click()
    comes_true(old_page, f"location.pathname !== '{over}'")
    expect(old_page.locator("#prompt")).to_be_visible()


def test_every_tab_of_a_match_is_opened(old_page, match):
    old_page.goto(match)
    for name, path in TABS.items():
        old_page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(old_page).to_have_url(re.compile(path))
        if name != "Play":
            old_page.goto(match)


def test_a_name_is_put_right(old_page, match):
    old_page.goto(f"{match}/players")
    old_page.fill("#player-0", "Dua")
    old_page.get_by_role("button", name="Save names").click()
    expect(old_page.locator(".board")).to_contain_text("Dua")
