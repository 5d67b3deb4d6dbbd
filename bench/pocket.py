"""The pocket edition as it was built: how large it is, how soon it is there, how a tap feels."""

from __future__ import annotations

import random
import shutil
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.paths import POCKET
from bench.measures import NO_CHROMIUM, Row, Size, at_most, left_out
from bench.renderer_processes import how_slow, memory_of, slowed
from bench.servers import free_port
from tests.browser.phone import chromium
from tests.play import next_answer
from tests.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps
from tests.pocket.site import hosted

NO_POCKET = "needs the pocket edition (make pocket)"
MAX_BYTES = 7_000_000
MAX_FILES = 60
FIRST_VISIT, WARM, TAP = 4.0, 1.3, 0.1
"""In seconds."""
WARM_WHERE_SLOW, TAP_WHERE_SLOW = 3.0, 0.25
MAX_MEMORY = 250.0
AT_REST = 40.0
"""Seconds after which nothing goes on any more: a browser clears up half a minute later."""
TAPS = 20
SNAPSHOT = "document.documentElement.dataset.snapshot"
WATCH = """() => {
  self.keeping = { writes: 0, flushes: 0, took: 0 };
  const disk = FileSystemSyncAccessHandle.prototype;
  for (const [name, counted] of [["write", "writes"], ["flush", "flushes"]]) {
    const act = disk[name];
    disk[name] = function (...about) {
      const began = performance.now();
      try {
        return act.apply(this, about);
      } finally {
        self.keeping.took += performance.now() - began;
        self.keeping[counted]++;
      }
    };
  }
}"""
"""Lets the worker count what it writes to the disk, and how many milliseconds that takes."""
FEEL = """() => {
  const line = () => document.querySelector("#match input[name=after]")?.value;
  let before = line();
  let tapped = 0;
  self.felt = [];
  document.addEventListener("click", () => (tapped = performance.now()), true);
  new MutationObserver(() => {
    if (line() === before || line() === undefined) return;
    before = line();
    self.felt.push(performance.now() - tapped);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""Lets the page note the milliseconds from a tap to the new part: a test that looks takes some."""


def pocket(folder: Path, size: Size) -> Iterator[Row]:
    """The built folder, and a browser that opens it for the first time and again."""
    if not (POCKET / "index.html").exists():
        yield left_out("the pocket edition", NO_POCKET)
        return
    packed = [path.stat().st_size for path in POCKET.rglob("*.br")]
    fetched = f"{sum(packed) / 1e6:.2f} MB"
    yield Row("all that is fetched, brotli", fetched, "7 MB", sum(packed) > MAX_BYTES)
    yield Row("files", str(len(packed)), f"< {MAX_FILES}", len(packed) >= MAX_FILES)
    if chromium() is None:
        yield left_out("how soon it is there", NO_CHROMIUM)
        return
    with hosted(POCKET, free_port()) as address, TemporaryDirectory(dir=folder) as place:
        profile = Path(place) / "profile"
        yield from first_visits(profile, address)
        yield from starts(profile, address, max(3, size.rounds // 4))
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            window.start()
            yield at_rest("memory at rest", profile, MAX_MEMORY)
            phone = PocketPhone(window)
            yield in_seconds("tap to new part", answers(phone), TAP)
            yield kept(phone)
            yield at_rest("memory at rest after two matches", profile, MAX_MEMORY)
            with slowed(profile):
                took = answers(phone)
            yield in_seconds("tap to new part, slowed", took, TAP_WHERE_SLOW)


def first_visits(profile: Path, address: str) -> Iterator[Row]:
    """Someone who was never here: the next start, the usual one, does not load from modules."""
    firsts = []
    for _round in range(3):
        shutil.rmtree(profile, ignore_errors=True)
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            firsts.append(window.start())
            window.wait_until(lambda page=window: page.shell.evaluate(SNAPSHOT), "snapshot")
            memory = at_rest("  memory at rest after it", profile)
    yield in_seconds("first visit to the first page", firsts, FIRST_VISIT)
    yield memory


def starts(profile: Path, address: str, rounds: int) -> Iterator[Row]:
    """Someone who was there before comes again, also with a machine that is slow."""
    took = defaultdict(list)
    for _round in range(rounds):
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            took["restarted"].append(window.start())
            took["again"].append(window.reload())
            took["slower"].append(how_slow(window.shell, profile))
        with a_browser_that_keeps(profile) as browser, slowed(profile):
            window = Window(browser.pages[0], address)
            took["restarted, slowed"].append(window.start())
            took["again, slowed"].append(window.reload())
    yield in_seconds("reload to the first page", took["again"], WARM)
    yield in_seconds("browser restarted to the first page", took["restarted"], WARM)
    yield Row("slowed: the worker takes for the same sum", f"{median(took['slower']):.1f} ×")
    yield in_seconds("reload to the first page, slowed", took["again, slowed"], WARM_WHERE_SLOW)
    yield in_seconds("browser restarted to it, slowed", took["restarted, slowed"], WARM_WHERE_SLOW)


def at_rest(what: str, profile: Path, most: float = 0) -> Row:
    """The memory of the process in which Python runs, when nothing goes on."""
    time.sleep(AT_REST)
    share, private = memory_of(profile)
    measured = f"{share:.0f} MB ({private:.0f} MB its alone)"
    return Row(what, measured, f"{most:g} MB" if most else "", 0 < most < share)


def kept(phone: PocketPhone) -> Row:
    """What the disk takes to keep an answer."""
    (worker,) = phone.page.shell.workers
    worker.evaluate(WATCH)
    commits = len(answers(phone)) + 1
    spent = worker.evaluate("self.keeping")
    each = {name: number / commits for name, number in spent.items()}
    writes = f"{each['writes']:.0f} writes, {each['flushes']:.0f} flushes"
    return Row("kept on the disk, of each commit", f"{each['took']:.1f} ms ({writes})")


def answers(phone: PocketPhone) -> list[float]:
    """How long each answer takes, from the tap that sends it to the new part of the page."""
    phone.begin("tribello", ["Anna", "Bruno", "Carla"])
    phone.page.evaluate(FEEL)
    rng = random.Random(1)
    for _answer in range(TAPS):
        prompt = phone.standing.prompt
        if prompt is None:
            break
        line = phone.match.last_line
        phone.touch(*next_answer(prompt, rng))
        if not prompt.saves_itself:
            phone.save()
        phone.wait_for_line(line + 1)
    return [milliseconds / 1000 for milliseconds in phone.page.evaluate("self.felt")]


def in_seconds(what: str, took: list[float], budget: float) -> Row:
    """The middle one and the longest of what was measured, in ms."""
    note = f" (at most {max(took) * 1000:.0f})"
    return at_most(what, median(took) * 1000, budget * 1000, "ms", note=note)
