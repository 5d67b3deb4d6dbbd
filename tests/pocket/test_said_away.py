"""What can be said and looked at in a match that is away, by taps."""

import re
from contextlib import suppress
from urllib.parse import urldefrag, urlsplit

import pytest
from playwright.sync_api import Error

from testkit.browser.phone import expect
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

NO_CONNECTION = "No connection"
LINKS = """() =>
  [...document.querySelectorAll("a[href]:not([download])")].map(({ href }) => href)"""
MANY = 20
"""Pages: the tabs, and what they lead to."""


def taps(table, path, *keys):
    """Open a page of the match, tap these keys one after the other, and wait for the next line."""
    lines = table.match_at(1).last_line
    table.page.goto_in_frame(f"/matches/1{path}")
    for key in keys:
        table.page.frame.locator(key).first.click()
    table.page.wait_until(lambda: table.match_at(1).last_line > lines, f"line after {keys}")


CHANGES = {
    "correction": (
        "/deals/1",
        ".list a:has-text('suit')",
        ".options label",
        ".save",
    ),
    "seats": ("/seats", ".seat-1 .sitter", ".seat-2 .sitter", ".save", ".effects ~ .bar .save"),
    "undo": ("", "button[form=undo]"),
    "end": ("/more", "summary:has-text('End the match')", "form[action$='/end'] button"),
}


def test_whatever_is_changed_away_joins_line_for_line(table, club, rng):
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    taps(table, *CHANGES["correction"])
    taps(table, *CHANGES["seats"])
    table.page.goto_in_frame("/matches/1/players")
    table.page.frame.fill("#player-0", "Ottilie")
    table.page.frame.get_by_role("button", name="Save names").click()
    table.page.frame.wait_for_url(re.compile(r"/matches/1(\?|$)"))
    table.play_on(rng, 1)
    taps(table, *CHANGES["undo"])
    table.play_on(rng, 2)
    taps(table, *CHANGES["end"])
    here = table.match_at(1)
    kinds = [event.kind for event in here.events]
    (record,) = table.kept()

    club.process.start()
    club.network.mend()
    table.page.wait_until(lambda: not table.page.is_away, "way back")
    table.page.wait_for_selector(".outcome")
    assert {"correction", "undo", "end"} <= {*kinds}
    assert club.match(1).events == here.events
    said_away = record["match"]["log"]["lines"][record["joined"] :]
    assert club.ids(1)[record["joined"] :] == [line.get("once") for line in said_away]
    table.page.wait_until(lambda: not table.kept(), "nothing kept")


def test_every_link_of_every_page_leads_somewhere(table, club, rng):
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    shell = table.page.shell
    # A rule comes over the pad, and in no other window.
    table.page.frame.locator("a.rule").first.click()
    sheet = table.page.frame.locator("dialog.rules")
    expect(sheet.get_by_role("heading").first).to_be_visible()
    assert shell.context.pages == [shell]
    table.page.goto_in_frame("/matches/1")
    table.wait_for_table()

    todo, seen = [table.page.frame.url], set()
    while todo:
        address = todo.pop(0)
        if address in seen:
            continue
        seen.add(address)
        response = None
        # A file that is saved is no page.
        with suppress(Error):
            response = table.page.frame.goto(address)
        if response is None:
            assert re.search(r"\.(csv|ods|json|png|svg)", address), address
            continue
        words = table.page.frame.locator("body").inner_text()
        assert table.page.is_away, address
        assert NO_CONNECTION not in words, address
        if response.status != 200:
            assert response.status == 503, address
            assert "This needs the club" in words, address
        elif urlsplit(address).path.startswith("/c/home/matches/1"):
            links = [urldefrag(link)[0] for link in table.page.frame.evaluate(LINKS)]
            todo += [link for link in links if link.startswith(table.page.address)]
    assert len(seen) > MANY
    table.page.goto("/matches/1")
    table.wait_until_away()
