"""A whole match in a pocket from its first tap to a server, with everything that comes between."""

import random
import re
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from testkit.pocket.browser_window import PocketPhone, Window
from testkit.pocket.kills import table_of
from testkit.pocket.site import Site
from testkit.printed import Pdf

AS_SHOWN = """async () => {
  const page = document.documentElement.cloneNode(true);
  for (const script of page.querySelectorAll("script")) script.remove();
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
    const style = document.createElement("style");
    style.textContent = await (await fetch(link.href)).text();
    link.replaceWith(style);
  }
  const own = document.createElement("style");
  for (const sheet of document.adoptedStyleSheets)
    own.textContent += [...sheet.cssRules].map((rule) => rule.cssText).join("\\n");
  page.querySelector("head").append(own);
  return `<!doctype html>${page.outerHTML}`;
}"""
"""The page in the frame with its stylesheets, as it stands there."""


def carry(site: Site, game: str, server: str, folder: Path, rng: random.Random) -> None:
    """Play a whole match in a pocket without host and network, print it, and send its file to a
    fresh server."""
    _game, players, rules = table_of(game)
    with site.browser(is_offline=True) as (browser, window):
        window.start()
        phone = PocketPhone(window)
        phone.begin(game, players, **rules)
        phone.play_on(rng)
        expect(window.locator(".outcome")).to_be_visible()
        number = phone.match_id
        content = phone.file_of(number)
        file = folder / "match.json"
        file.write_bytes(content)
        ours = print_sheet(browser, window, number)

        browser.set_offline(False)
        page = browser.new_page()
        page.goto(f"{server}/c/home/matches/import")
        page.set_input_files("[name=file]", file)
        page.get_by_role("button", name="See what is in it").click()
        page.get_by_role("button", name="Keep this match").click()
        page.wait_for_url(re.compile(r"/matches/\d+$"))
        assert page.request.get(f"{page.url}/match.json").body() == content
        # The press of a fresh server has to start first, beside all else.
        theirs = Pdf(page.request.get(f"{page.url}/sheet.pdf", timeout=120_000).body())
        assert len(ours.reader.pages) == len(theirs.reader.pages)
        assert "Score sheet" in ours.text
        assert all(name in ours.text for name in players)


def print_sheet(browser: BrowserContext, window: Window, number: int) -> Pdf:
    """Show the sheet of a match, and let the browser print what is in the frame."""
    window.goto(f"/matches/{number}/paper")
    window.locator("a[href*='sheet.pdf']").first.click()
    window.wait_for_selector(".on-paper")
    window.evaluate("() => { window.print = () => (document.body.dataset.printed = 'yes'); }")
    window.locator(".shown button").click()
    expect(window.locator("body[data-printed]")).to_have_count(1)
    # A browser that is driven prints whole windows only: the same page, in a window of its own.
    sheet = browser.new_page()
    sheet.set_content(window.evaluate(AS_SHOWN))
    printed = Pdf(sheet.pdf(prefer_css_page_size=True))
    sheet.close()
    return printed
