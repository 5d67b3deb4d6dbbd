"""What is wrong with a screen, as it is seen: what is missing, cut off, covered or too small."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from app.paths import STATIC
from app.web.core.page.assets import IMPORT, STYLESHEETS
from tools.screens.table import Screen
from tools.screens.visitor import Size

LOOK = Path(__file__).with_name("sight.js").read_text("utf-8")
AT_A_QUESTION = (".board", "#ask", "[data-guidance]", "#prompt .rule")
"""What leads to an answer, beside the keys and the rows: who, what, the hint and the rule."""


def faults(page: Page, screen: Screen, size: Size) -> list[str]:
    """What is wrong with the screen at this size, each as `390x664: …`."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    says, shows = screen.place.says, screen.place.shows
    parts = (
        AT_A_QUESTION if screen.is_question else (".save",) if screen.group == "corrections" else ()
    )
    if page.locator("form.before:has(.pane-names)").count():
        parts = (".board", "#ask", ".doublers")  # who doubles is in the place of the guidance
    look = f"([parts, isQuestion]) => ({LOOK.split(chr(10), 1)[1]})(parts, isQuestion)"
    words, found = page.evaluate(look, [[*parts, *shows], screen.is_question or screen.fits])
    patterns = [says] if isinstance(says, str) else says
    unread = [f"not read: {pattern}" for pattern in patterns if not re.search(pattern, words)]
    return [f"{size[0]}x{size[1]}: {fault}" for fault in (*unread, *found)]


BROKEN = "a word in two lines"
"""How the fault begins that a word on a key goes on in another line."""
HOLD_TOAST = """const toast = document.getElementById('saved');
toast?.replaceWith(toast.cloneNode(true));"""
"""A toast goes after five seconds; of another one like it no script knows."""
ENTRIES = [STATIC / "css" / f"{name}.css" for name in STYLESHEETS]
STYLES = {
    entry.stem: {sheet for sheet, _layer in IMPORT.findall(entry.read_text("utf-8"))}
    for entry in (*ENTRIES, *(STATIC / "css" / "games").glob("*.css"))
}
"""The parts of each stylesheet that a page can load."""
LOADED = "[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.href)"
RULES_THAT_FIT = """(sheets) => {
  const selectors = (rules) => [...rules].flatMap(
    (rule) => rule.selectorText ?? selectors(rule.cssRules ?? []));
  return sheets.flatMap(([name, text]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return selectors(sheet.cssRules)
      .filter((selector) => document.querySelector(
        selector.replace(/::[a-z-]+|:(hover|active|target|focus[a-z-]*)/g, ':is(*)')))
      .map((selector) => `${name}: ${selector}`);
  });
}"""
"""The rules of stylesheets that are about something on the page, in whatever state that is."""


def missing_styles(page: Page) -> list[str]:
    """The rules about something on the page that it does not load."""
    paths = page.evaluate(LOADED)
    loaded = set().union(
        *(sheets for entry, sheets in STYLES.items() if f"/joined/{entry}.css" in str(paths))
    )
    others = sorted(set().union(*STYLES.values()) - loaded)
    sheets = [(sheet, (STATIC / "css" / sheet).read_text("utf-8")) for sheet in others]
    found: list[str] = page.evaluate(RULES_THAT_FIT, sheets)
    return found


COUNT_SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    // What is asked makes room for who doubles; keys and rows stay.
    const isAsked = ({ node }) => !node || (node.parentElement ?? node).closest(".ask");
    if (entry.sources.every(isAsked)) continue;
    const moved = entry.sources.map(({ node }) => node?.className || node?.id || node?.nodeName);
    shifts.push([entry.value, moved.join(", ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


class Shifts:
    """The layout shifts of a page from its next load on, those right after a tap among them.

    A browser excuses what moves within half a second of a tap. Here that is what matters: the thumb
    is still there.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT_SHIFTS)

    def since_last(self) -> tuple[float, str]:
        """How much has moved since this was asked last or the page was loaded, and what it was."""
        self.page.evaluate("new Promise((painted) => setTimeout(painted, 50))")
        shifts = self.page.evaluate("shifts.splice(0)")
        return sum(value for value, _what in shifts), " ".join(
            f" {what}" for _value, what in shifts
        )
