"""The pocket edition as it was built: how large it is, how soon it is there, how a tap feels."""

import random
import re
import sysconfig
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from statistics import median

import brotli

from app.ops.club_file import export_club
from app.paths import POCKET, TRANSLATIONS
from app.store import engine_for
from bench.measures import NO_CHROMIUM, Row, Size, at_most, left_out
from testkit.browser.phone import chromium
from testkit.play import next_answer
from testkit.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps, main_process
from testkit.pocket.site import hosted
from testkit.servers import free_port
from testkit.whole_matches import DIFFERENT_MATCHES, fill, some_of_each

MAX_MEGABYTES, OF_A_LANGUAGE = 7, 0.15
WARM, TAP = 1300, 100
"""In ms."""
MAX_MEMORY = 250
PERSON, OF_MATCHES = 300, 500
"""In ms, for the page of somebody who was in all of so many matches."""
AT_REST = 40.0
"""Seconds after which nothing goes on any more: a browser clears up half a minute later."""
TAPS = 20
SNAPSHOT = "document.documentElement.dataset.snapshot"
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
    """The built folder, and a browser that opens it again."""
    if not (POCKET / "index.html").exists():
        yield left_out("the pocket edition", "needs the pocket edition (make pocket)")
        return
    fetched = sum(path.stat().st_size for path in POCKET.rglob("*.br")) / 1e6
    languages = {folder.name: packed_language(folder) for folder in TRANSLATIONS.glob("*/")}
    largest = MAX_MEGABYTES + len(languages) * OF_A_LANGUAGE
    yield at_most("all that is fetched, brotli", fetched, largest, "MB", ".2f")
    for tag, packed in languages.items():
        yield at_most(f"of it the language {tag}, alone", packed, OF_A_LANGUAGE, "MB", ".2f")
    if chromium() is None:
        yield left_out("how soon it is there", NO_CHROMIUM)
        return
    profile, again, restarted = folder / "profile", [], []
    with hosted(POCKET, free_port()) as address:
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            window.start()
            # The next start, the usual one, does not load from modules.
            window.wait_until(lambda: window.shell.evaluate(SNAPSHOT), "snapshot")
        for _round in range(max(3, size.rounds // 4)):
            with a_browser_that_keeps(profile) as browser:
                window = Window(browser.pages[0], address)
                restarted.append(window.start())
                again.append(window.reload())
        yield in_ms("reload to the first page", again, WARM)
        yield in_ms("browser restarted to the first page", restarted, WARM)
        with a_browser_that_keeps(profile) as browser:
            window = Window(browser.pages[0], address)
            window.start()
            phone = PocketPhone(window)
            phone.begin("tribello", ["Anna", "Bruno", "Carla"])
            yield in_ms("tap to new part", answers(phone), TAP)
            take_in(window, club_of(folder, OF_MATCHES))
            opened = [window.open("/players/1") for _time in range(TAPS)]
            yield in_ms(f"a person of {OF_MATCHES} matches", opened, PERSON)
            time.sleep(AT_REST)
            yield at_most("memory at rest after it", memory_of(profile), MAX_MEMORY, "MB")


def packed_language(folder: Path) -> float:
    """The megabytes of a language by itself: its words, and what Babel knows of it."""
    files = [*folder.glob("*.mo"), *folder.glob("*.toml")]
    locales = Path(sysconfig.get_path("purelib")) / "babel" / "locale-data"
    files += [*locales.glob(f"{folder.name.replace('-', '_')}.dat")]
    content = b"".join(file.read_bytes() for file in files)
    return len(brotli.compress(content, quality=11, lgwin=24)) / 1e6


def answers(phone: PocketPhone) -> list[float]:
    """The seconds of each answer, from the tap that sends it to the new part of the page; of as
    many as the match has, or `TAPS`."""
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


def club_of(folder: Path, matches: int) -> Path:
    """The file of a club in which the same people have played so many matches."""
    database, club = folder / "club.sqlite3", folder / "club.zip"
    fill(database, islice(cycle(some_of_each(DIFFERENT_MATCHES)), matches))
    assert export_club(engine_for(database), None, str(club)) == 0
    return club


def take_in(window: Window, club: Path) -> None:
    """Let all matches of a club come in."""
    window.goto("/whole")
    window.set_input_files("input[type=file]", club)
    window.click("text=See what is in it")
    window.click("text=/^Take \\d+ matches$/")
    window.wait_until(lambda: window.is_visible("text=have come in"), "matches that came in")


def in_ms(what: str, took: list[float], most: float) -> Row:
    """The middle one and the longest of so many seconds."""
    note = f" (at most {max(took) * 1000:.0f})"
    return at_most(what, median(took) * 1000, most, "ms", note=note)


def memory_of(profile: Path) -> float:
    """The largest share of the memory, in MB, of the processes in which the browser with this
    profile runs pages: Python's."""
    waiting, shares = [main_process(profile)], []
    while waiting:
        process = Path(f"/proc/{waiting.pop()}")
        # Any process may end meanwhile.
        with suppress(OSError):
            for thread in (process / "task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                share = re.search(r"^Pss:\s+(\d+) kB", (process / "smaps_rollup").read_text(), re.M)
                shares.append(int(share[1]) * 1024 / 1e6 if share else 0.0)
    return max(shares)
