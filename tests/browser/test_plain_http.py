"""At the machine's own address, as the phones of a house have it: no secure context, so no service
worker, no clipboard and nothing to share with. Links, files and pictures lead where they do on
https."""

from pathlib import Path

import pytest

from app.games import GAMES
from testkit.browser.phone import FOUR, comes_true, expect, keep_in, reads
from testkit.play import Played, play_at_random
from tools.screens.games import trex

OF_A_MATCH = ("", "/sheet", "/log", "/more", "/seats", "/paper", "/follow", "/stakes", "/table")
OF_A_CLUB = ("/", "/more", "/players", "/evenings", "/numbers", "/matches/earlier", "/evenings/1")
LEADS = """const leads = (link) => link.origin === location.origin && !link.target && !link.matches(
  "[data-opens], [data-closes], [data-file], [href*='/rules/']:not(.tabs a), [href*='#']");"""
"""Which links open another page, and nothing over this one."""
LINKS = f"""() => {{
  {LEADS}
  return [...new Set([...document.links].filter(leads).map((link) => link.href))];
}}"""
TAP_ALL = (
    f"async (links) => {{ {LEADS}"
    + """
  let asked = [];
  navigation.addEventListener("navigate", (event) => {
    asked.push(event.destination.url);
    event.preventDefault();  // the page stays for the next link
  });
  const found = [];
  for (const href of links) {
    asked = [];
    [...document.links].find((link) => link.href === href && leads(link)).click();
    for (let look = 0; look < 750 && !asked.length; look++)
      await new Promise((again) => setTimeout(again, 20));
    found.push([href, asked]);
  }
  return found;
}"""
)
"""Tap these links. Returns for each where the page would go."""
PNG = b"\x89PNG\r\n"


@pytest.fixture
def page(new_page, server_at_home):
    """A phone at that address."""
    opened = new_page(base_url=server_at_home.address)
    opened.goto("/more")
    assert not opened.evaluate("isSecureContext")
    return opened


@pytest.fixture
def matches(server_at_home, rng):
    """The numbers of a match in play and of one that is over."""
    played = Played(GAMES["trex"], FOUR)
    for answer in ({}, *trex.PLAYED[:6]):
        played.answer(answer)
    over = play_at_random(GAMES["trex"], rng).match
    return [keep_in(server_at_home.database, match) for match in (played.match, over)]


def tap_share(page):
    """Tap it, after what was done last if that lies over it."""
    if page.locator("#saved").count():
        page.locator("#saved").click()
    page.locator("a[data-file]").click()


def test_every_link_leads_where_it_says(page, matches):
    paths = [*OF_A_CLUB, *(f"/matches/{match}{path}" for match in matches for path in OF_A_MATCH)]
    for path in paths:
        page.goto(path)
        for href, asked in page.evaluate(TAP_ALL, page.evaluate(LINKS)):
            assert asked == [href], path


def test_a_link_into_the_rules_opens_over_the_match(page, matches):
    page.goto(f"/matches/{matches[0]}")
    page.locator(".guidance a[href*='/rules/']").first.click()

    expect(page.locator("dialog.rules")).to_be_visible()


@pytest.mark.parametrize("path", ["/matches/{}", "/evenings/1"], ids=["a match", "an evening"])
def test_a_picture_is_saved_and_the_page_says_so(path, page, matches):
    page.goto(path.format(matches[1]))
    address = page.url

    with page.expect_download() as download:
        tap_share(page)

    assert Path(download.value.path()).read_bytes().startswith(PNG)
    reads(page.locator("#saved"), "Saved as a picture")
    assert page.url == address


def test_a_file_is_saved(page, matches):
    page.goto(f"/matches/{matches[1]}/paper")
    with page.expect_download() as download:
        page.locator("a[href$='/match.csv']").click()

    assert download.value.suggested_filename.endswith(".csv")


def test_a_picture_that_cannot_be_drawn_leads_to_nothing_where_nobody_answers(page, matches):
    page.goto(f"/matches/{matches[1]}")
    page.context.set_offline(True)
    tap_share(page)

    comes_true(page, "!document.getElementById('offline').hidden")
    page.context.set_offline(False)
    expect(page.locator(".outcome")).to_be_visible()
