"""What is wrong with a screen, as it is seen: what is missing, cut off, covered or too small."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.screens.table import Screen
from tests.screens.visitor import Size

LOOK = Path(__file__).with_name("sight.js").read_text("utf-8")
AT_A_QUESTION = (".board", "#ask", "[data-guidance]", "#prompt .rule")
"""What leads to an answer, beside the keys and the rows: who, what, the hint and the rule."""


def faults(page: Page, screen: Screen, size: Size) -> list[str]:
    """What is wrong with the screen at this size, each as `390x664: …`."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    parts = [*(AT_A_QUESTION if screen.is_question else ()), *screen.shows]
    look = f"([parts, isQuestion]) => ({LOOK.split(chr(10), 1)[1]})(parts, isQuestion)"
    words, found = page.evaluate(look, [parts, screen.is_question])
    unread = [f"not read: {said}" for said in screen.says if not re.search(said, words)]
    return [f"{size[0]}x{size[1]}: {fault}" for fault in (*unread, *found)]
