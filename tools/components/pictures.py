"""A picture of each question that a game can ask, for the table in CONTRIBUTING.

``python -m tools.components.pictures`` takes them anew: after a change of a component.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page

from app.paths import PROJECT
from testkit.browser.phone import a_browser
from testkit.servers import free_port, running

FOLDER = PROJECT / "docs" / "prompts"
WIDTH, HEIGHT = 390, 664
MARGIN = 8  # below a part of a page
COLOURS = 48
"""So few make a picture light, and all that is painted keeps its own."""
PICTURES = {
    "choose": ("A choice of suits", ""),
    "settle": ("A house rule, asked once", ""),
    "player": ("A player", ""),
    "count": ("A count", ""),
    "count-piles": ("A count of partners", ""),
    "order": ("An order", ""),
    "assign": ("Cards of all", ""),
    "amounts": ("Points as they are said", ""),
    "several": ("Points that add up, ticks and a note", ""),
    "number": ("A limit", "fieldset:has([name=upper])"),
    "switch": ("House rules", "fieldset:has([name=partners])"),
    "words": ("Words, and lists of words", "fieldset:has([name=tick])"),
    "word-list": ("Words, and lists of words", "fieldset:has([name=names])"),
    "cards": ("Cards by suit and rank", ""),
}
"""By the name of the file: the title of a moment, and which part of its page, else all of it."""


def take(page: Page, address: str, moment: str, part: str) -> bytes:
    """Return a picture of a moment, or of a part of it, as a PNG of few colours."""
    page.goto(f"{address}/components?moment={quote(moment)}")
    # A script draws the keys, and moves what it shows into sight.
    page.wait_for_timeout(300)
    if part:
        page.locator("details").evaluate_all("folds => folds.forEach(fold => fold.open = true)")
    clip = page.locator(part).bounding_box() if part else None
    around = clip and {
        "x": 0,
        "y": clip["y"],
        "width": WIDTH,
        "height": clip["height"] + MARGIN,
    }
    shot = page.screenshot(animations="disabled", full_page=bool(part), clip=around)
    with Image.open(io.BytesIO(shot)) as image:
        few = in_few_colours(image.convert("RGB"))
    light = io.BytesIO()
    few.save(light, "PNG", optimize=True)
    return light.getvalue()


def in_few_colours(image: Image.Image) -> Image.Image:
    """Return the picture in the colours that it has most of, the others by the nearest of them."""
    counted = image.getcolors(image.width * image.height) or []
    most = [colour for _count, colour in sorted(counted, reverse=True)[:COLOURS]]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in most for part in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def main() -> int:
    """Take all pictures; returns the exit status."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, a_browser() as browser:
        port, database = free_port(), Path(folder) / "matches.sqlite3"
        options = ["--port", str(port), "--database", str(database)]
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        with running(["-m", "tools.components", *options], port, Path(folder) / "server"):
            for name, (moment, part) in PICTURES.items():
                path = FOLDER / f"{name}.png"
                path.write_bytes(take(page, f"http://127.0.0.1:{port}", moment, part))
                print(f"{path.stat().st_size:7,}  {path.relative_to(PROJECT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
