"""What moves on a page that nobody has moved, as the browser itself counts it."""

from __future__ import annotations

from playwright.sync_api import Page

COUNT = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
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
        page.add_init_script(COUNT)

    def since_last(self) -> tuple[float, str]:
        """How much has moved since this was asked last or the page was loaded, and what it was."""
        self.page.evaluate("new Promise((painted) => setTimeout(painted, 50))")
        shifts = self.page.evaluate("shifts.splice(0)")
        return sum(value for value, _what in shifts), " ".join(
            f" {what}" for _value, what in shifts
        )
