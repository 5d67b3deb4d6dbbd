"""What a page is to a phone: what goes over the wire, how soon a tap is painted, and Lighthouse."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Locator, Page

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.paths import PROJECT
from app.scoring import Match
from bench.measures import NO_CHROMIUM, Row, Size, at_most, left_out, p95
from testkit.browser.phone import FLAGS, chromium, phone_at
from testkit.home_urls import at_home
from testkit.http_browser import BROTLI, GZIP, Browser, files_needed
from testkit.match import TEN_NAMES
from testkit.play import Played, keep_in, play_at_random
from testkit.servers import app_server
from testkit.whole_matches import fill, some_of_each, whole_match

MAX_KILOBYTES = 57
MAX_REQUESTS = 8
MAX_KILOBYTES_ANSWERING = 8

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Trex": ("trex", 4, {"complex": False}),
    "Trex with Complex": ("trex", 4, {"complex": True}),
    "Trico, its deck": ("trico", 2, {"entry": "deck", "deck": HOUSE_DECK}),
    "Trico, its symbols": ("trico", 3, {"entry": "symbols", "deck": None}),
    "Trico, its counts": ("trico", 3, {"entry": "counts", "deck": None}),
}
"""Games whose house rules bring other questions; all others are weighed as they are."""
HEAVY = "Trex with Complex"
OTHER_LANGUAGES = ("fr", "ar", "ar-JO")
"""Those that the app has beside English, Arabic in both kinds of digits."""
PLAIN = GAMES.keys() - {game for game, _players, _rules in TABLES.values()}
TABLES |= {str(GAMES[key].name): (key, GAMES[key].players[-1], {}) for key in sorted(PLAIN)}


def page_weight(folder: Path, _size: Size) -> Iterator[Row]:
    """The heaviest moments of whole matches of every game, on a first visit and as the last answer
    brought them."""
    database, parts, requests = folder / "weight.sqlite3", [], []
    with app_server(database) as app:
        for name, encodings in (("br", BROTLI), ("gzip", GZIP)):
            with Browser(app.port, encodings) as browser:
                for what in TABLES:
                    pages = []
                    for address in moments(database, what):
                        part = browser.ask("GET", f"{address}?after=0", part=True)
                        parts.append(part.wire / 1000)
                        files = files_needed(browser, address)
                        requests.append(len(files))
                        pages.append(sum(files.values()) / 1000)
                    page = f"first visit of a match page, {what}, {name}"
                    yield at_most(page, max(pages), MAX_KILOBYTES, "KB", ".1f")
        with Browser(app.port, GZIP) as browser:
            for tag in OTHER_LANGUAGES:
                browser.headers["Accept-Language"] = tag
                pages = [files_needed(browser, each) for each in moments(database, HEAVY)]
                heaviest = max(sum(files.values()) for files in pages) / 1000
                yield at_most(f"  {HEAVY} in {tag}, gzip", heaviest, MAX_KILOBYTES, "KB", ".1f")
    yield at_most("  requests", max(requests), MAX_REQUESTS, "at most")
    yield at_most("answering a prompt", max(parts), MAX_KILOBYTES_ANSWERING, "KB", ".1f")


def moments(database: Path, what: str) -> Iterator[str]:
    """The address of a match after every line of its log."""
    game, players, rules = TABLES[what]
    dice = random.Random(what)
    played = play_at_random(GAMES[game], dice, players=players, rules=rules, mishaps=0).match
    for line in range(1, len(played.log) + 1):
        then = Match(played.game, played.players, played.log[:line])
        yield f"/matches/{keep_in(database, then)}"


SLOWER = 4
"""Times, as a cheap phone is slower than this machine."""
LONGEST_TAP = 60.0
"""In ms, from the touch to the frame that shows what it did; 95 of 100 taps take no longer."""
QUICK_THUMB = 150
"""In ms, between two taps."""
WHEN_PAINTED = """
addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#prompt")) return;
  // The frame is ready to be painted, and a message comes only after that.
  addEventListener("click", () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => taps.push(performance.now() - event.timeStamp);
    port2.postMessage("painted");
  }), { capture: true, once: true });
}, true);
globalThis.taps = [];
"""

Controls = Callable[[Page], list[Locator]]
"""What is tapped, one after the other."""


def in_counts(page: Page) -> list[Locator]:
    """Fill all rows, and put two of them right."""
    rows, keys = page.locator(".counts .row"), page.locator(".keypad")
    key = {number: keys.locator(f"button[value='{number}']") for number in (1, 2, 3, 4)}
    return [key[1], key[3], key[4], rows.nth(0), key[2], rows.nth(2), key[3]]


def in_card_rows(page: Page) -> list[Locator]:
    """Say who took each card, and change two minds."""
    rows = page.locator(".card-row")
    who_took = ((0, 0), (1, 1), (2, 2), (3, 3), (0, 2), (2, 1))
    return [rows.nth(row).locator(":scope > .card-keys label").nth(at) for row, at in who_took]


def in_deck(page: Page) -> list[Locator]:
    """Three cards for everyone; the last one gets what is left."""
    return [page.locator(f".face-card[data-number='{card}']") for card in (5, 2, 9, 1, 3, 6)]


def in_digits(page: Page) -> list[Locator]:
    """A digit for each of ten, and the key that leads on."""
    keys = page.locator(".digit-keys")
    one, leads_on = keys.locator("[value='5']"), keys.locator("[value=next]")
    return [one, leads_on] * 10


QUESTIONS: tuple[tuple[str, str, int, tuple[Any, ...], Controls], ...] = (
    ("counts", "trex", 4, ({}, 0, "slaps"), in_counts),
    ("who took which card", "trex", 4, ({}, 0, "queens"), in_card_rows),
    ("a round of ten", "any_game", 10, ({},), in_digits),
    ("cards of Trico", "trico", 3, ({"entry": "deck", "deck": HOUSE_DECK},), in_deck),
)
"""Each in a game of so many after some answers."""


def tap_latency(folder: Path, size: Size) -> Iterator[Row]:
    """How long every tap takes until it is painted, on a slowed phone."""
    if not chromium():
        yield left_out("taps until they are painted", NO_CHROMIUM)
        return
    database = folder / "touch.sqlite3"
    with app_server(database) as app:
        for what, game, players, answers, controls in QUESTIONS:
            played = Played(GAMES[game], TEN_NAMES[:players])
            for answer in answers:
                played.answer(answer)
            address = f"/matches/{keep_in(database, played.match)}"
            with phone_at(app.port) as page:
                took = painted(page, address, controls, size.rounds)
            note = f" (median {median(took):.0f}, {len(took)} taps)"
            what = f"from a tap to its paint, {SLOWER} × slower, {what}, p95"
            yield at_most(what, p95(took), LONGEST_TAP, "ms", note=note)


def painted(page: Page, address: str, controls: Controls, rounds: int) -> list[float]:
    """The milliseconds of each tap, in so many visits."""
    page.add_init_script(WHEN_PAINTED)
    page.goto(address)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    took: list[float] = []
    for _round in range(rounds):
        page.evaluate("localStorage.clear()")
        page.reload()
        page.wait_for_selector(":root[data-ready]")
        for control in controls(page):
            control.click()
            page.wait_for_timeout(QUICK_THUMB)
        page.wait_for_selector(".save:not([aria-disabled])")
        took += page.evaluate("taps")
    return took


LIGHTHOUSE = PROJECT / "build/lighthouse/node_modules/lighthouse/cli/index.js"
LEAST = {"performance": 95, "accessibility": 100, "best-practices": 100}
QUESTIONS_ANSWERED = 8
LONGEST_RUN = 120


def lighthouse_scores(folder: Path, size: Size) -> Iterator[Row]:
    """A start page, a match in play and a page of the rules, on a slow phone as Lighthouse imagines
    one: the median of each score."""
    node = shutil.which("node")
    if not (node and LIGHTHOUSE.is_file() and chromium()):
        yield left_out("Lighthouse", "needs Chromium, node and npm; `make bench` fetches the rest")
        return
    database, match = folder / "evening.sqlite3", whole_match("trex")
    fill(database, some_of_each(5))
    with app_server(database) as app, Browser(app.port) as browser:
        address = browser.begin(match)
        for answer in islice(browser.answers(match, address), QUESTIONS_ANSWERED):
            answer()
        for page in ("/", address, "/rules/trex"):
            where = browser.origin + at_home(page)
            reports = [report(node, where, folder) for _run in range(max(1, size.rounds // 4))]
            for category, least in LEAST.items():
                scores = [100 * each["categories"][category]["score"] for each in reports]
                score = round(median(scores))
                what = f"Lighthouse, {at_home(page)}, {category}"
                yield Row(what, f"{score} (of {len(scores)} runs)", f"{least}", score < least)


def report(node: str, address: str, folder: Path) -> Any:
    """What one run of Lighthouse says of the page; it writes nothing outside of `folder`."""
    command = [
        *(node, str(LIGHTHOUSE), address, "--quiet", "--output=json"),
        f"--only-categories={','.join(LEAST)}",
        f"--chrome-flags={' '.join(['--headless', *FLAGS])}",
        "--no-enable-error-reporting",
    ]
    surroundings = os.environ | {"CHROME_PATH": chromium() or "", "HOME": str(folder)}
    run = {"capture_output": True, "check": True, "timeout": LONGEST_RUN}
    return json.loads(subprocess.run(command, env=surroundings, **run).stdout)
