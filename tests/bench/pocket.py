"""The pocket edition as it was built: how large it is, how soon it is there, how a tap feels."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.house import POCKET
from tests.bench.measures import Row, Size
from tests.bench.servers import free_port
from tests.browser.phone import chromium
from tests.play import next_answer
from tests.pocket.host import hosted
from tests.pocket.window import PocketPhone, Window, a_browser_that_keeps

MOST_BYTES = 6_500_000
MOST_FILES = 60
FIRST_VISIT, WARM, TAP = 4.0, 1.3, 0.1
"""In seconds."""
TAPS = 20
PICTURED = "document.documentElement.dataset.pictured"


def pocket(folder: Path, size: Size) -> Iterator[Row]:
    """The built folder, and a browser that opens it for the first time and again."""
    if not (POCKET / "index.html").exists():
        yield Row("the pocket edition", "run `make pocket` before")
        return
    packed = [path.stat().st_size for path in POCKET.rglob("*.br")]
    fetched = f"{sum(packed) / 1e6:.2f} MB"
    yield Row("all that is fetched, brotli", fetched, "6.5 MB", sum(packed) > MOST_BYTES)
    yield Row("files", str(len(packed)), f"< {MOST_FILES}", len(packed) >= MOST_FILES)
    if chromium() is None:
        yield Row("how soon it is there", "no Chromium here")
        return
    rounds = max(3, size.rounds // 4)
    port = free_port()
    with hosted(POCKET, port) as address, TemporaryDirectory(dir=folder) as place:
        profile = Path(place) / "profile"
        firsts = []
        for _round in range(3):
            shutil.rmtree(profile, ignore_errors=True)
            with a_browser_that_keeps(profile) as browser:
                window = Window(browser.pages[0], address)
                firsts.append(window.start())
                window.wait_until(lambda page=window: page.shell.evaluate(PICTURED), "picture")
        yield in_seconds("first visit to the first page", firsts, FIRST_VISIT)
        again, restarted = [], []
        for _round in range(rounds):
            with a_browser_that_keeps(profile) as browser:
                window = Window(browser.pages[0], address)
                restarted.append(window.start())
                again.append(window.reload())
        yield in_seconds("reload to the first page", again, WARM)
        yield in_seconds("browser restarted to the first page", restarted, WARM)
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            window.start()
            yield in_seconds("answer to new part", answers(PocketPhone(window)), TAP)


def answers(phone: PocketPhone) -> list[float]:
    """How long each answer takes, from its sending to the new part of the page."""
    phone.begin("tribello", ["Anna", "Bruno", "Carla"])
    rng = random.Random(1)
    took = []
    for _answer in range(TAPS):
        prompt = phone.standing.prompt
        if prompt is None:
            break
        line = phone.match.last_line
        phone.touch(*next_answer(prompt, rng))
        began = time.monotonic()
        if not prompt.saves_itself:
            phone.save()
        after = f"#match input[name=after][value='{line + 1}']"
        phone.page.wait_for_selector(after, state="attached")
        took.append(time.monotonic() - began)
        phone.wait_for_line(line + 1)
    return took


def in_seconds(what: str, took: list[float], budget: float) -> Row:
    """A row with the middle one and the longest of what was measured."""
    middle = median(took)
    measured = f"{middle * 1000:.0f} ms (at most {max(took) * 1000:.0f})"
    return Row(what, measured, f"{budget * 1000:.0f} ms", middle > budget)
