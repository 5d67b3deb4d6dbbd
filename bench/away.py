"""A match that loses its server in a browser: what it costs before, how soon it goes on, how a tap
feels then, and how soon it is back."""

import random
import re
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from statistics import fmean, median
from unittest.mock import patch

import brotli
from playwright.sync_api import Page as PageOfBrowser

from app.paths import POCKET
from app.scoring import Match
from app.server.run import open_app
from app.store import engine_for
from app.web.core.services import services
from app.web.match.page import MatchPage
from bench.measures import NO_CHROMIUM, Row, Size, at_most, left_out, seconds, times
from bench.pocket import AT_REST, TAP, answers, in_ms, memory_of
from testkit.browser.phone import TRIBELLO, chromium, driver
from testkit.calls import HTMX, answered
from testkit.play import next_answer
from testkit.pocket.away import AwayPhone, Club, phone_at
from testkit.pocket.browser_window import a_browser_without_driver
from testkit.pocket.site import SNAPSHOT
from testkit.servers import NO_LIMITS
from testkit.web.phone import Phone
from testkit.whole_matches import WholeMatch, whole_match

MAX_BYTES = 200
"""That the lines of an ordinary answer add to a part of the page, before it is packed."""
MAX_SLOWER = 1.05
GOES_ON, GOES_ON_SLOWLY = 1500, 3000
"""In ms, with a snapshot of the engine and without one."""
BACK = 3000
"""In ms, of the middle one: a holder looks every second and a half while somebody taps, and
believes the second answer."""
MAX_MEMORY = 300
"""In MB: of the process in which a match that is away and its engine are."""
PLAYED = "trex"
OUTAGES = 3
FIRST = 5
"""Answers before a server goes."""
LINES = re.compile(r'<template id="lines".*?</template>\n?', re.DOTALL)
FORGET = """() => navigator.storage.getDirectory()
  .then((root) => root.removeEntry("tricktally-engine", { recursive: true }))"""
"""Deletes the snapshot."""


def away(folder: Path, size: Size) -> Iterator[Row]:
    """What every answer pays for it, and then a browser whose server is killed."""
    yield from of_lines(folder, size)
    if not (POCKET / "index.html").exists():
        yield left_out("a match without its server", "needs the pocket edition (make pocket)")
    elif chromium() is None:
        yield left_out("a match without its server", NO_CHROMIUM)
    else:
        with closing(Club(folder)) as club:
            yield from of_outages(club, folder / "profile")


def of_lines(folder: Path, size: Size) -> Iterator[Row]:
    """What a save takes with the lines for a phone and without them, by turns, and how large they
    are."""
    app = open_app(engine_for(folder / "lines.sqlite3"), limits=NO_LIMITS)
    match, parts = whole_match(PLAYED), list[str]()
    with closing(services(app).main_connection):
        phone = Phone(app)
        played = [saves_by_turns(phone, match, parts) for _round in range(size.rounds + 1)]
    ours, without = (
        fmean([median(answer) for answer in zip(*each, strict=True)])
        for each in zip(*played[1:], strict=True)
    )
    yield times("a save with its lines, to one without", ours, without, MAX_SLOWER)
    found = [(part, LINES.search(part)) for part in parts[: len(match.forms)]]
    sizes = [len(lines[0].encode()) for _part, lines in found if lines]
    packed = [in_brotli(part) - in_brotli(LINES.sub("", part)) for part, lines in found if lines]
    note = f" (at most {max(sizes)}; packed {median(packed):.0f})"
    yield at_most("a part grows by its lines", median(sizes), MAX_BYTES, "bytes", note=note)


def saves_by_turns(
    phone: Phone, match: WholeMatch, parts: list[str]
) -> tuple[list[float], list[float]]:
    """Play the match twice, with the lines and without them, and return the seconds of each answer
    but the last; what comes back with lines goes into `parts`."""
    paths = [
        phone.client.post("/matches", data=match.first_form).headers["Location"] for _ in range(2)
    ]
    took: tuple[list[float], list[float]] = ([], [])
    for line, form in enumerate(match.forms[:-1], start=1):
        # Whoever begins changes each time.
        for is_without in (line % 2, 1 - line % 2):
            send = partial(phone.client.post, f"{paths[is_without]}/entries", headers=HTMX)
            with patch.object(MatchPage, "latest_lines", None) if is_without else nullcontext():
                begin = time.perf_counter()
                response = send(data={"after": str(line), **form})
                took[is_without].append(time.perf_counter() - begin)
            answered(response)
            if not is_without:
                parts.append(response.text)
    return took


def in_brotli(text: str) -> int:
    """How many bytes a text has on its way."""
    return len(brotli.compress(text.encode()))


def of_outages(club: Club, profile: Path) -> Iterator[Row]:
    """A browser whose server is killed in the middle of a match, again and again."""
    rng = random.Random(1)
    slowly: list[float] = []
    soon: list[float] = []
    back: list[float] = []
    taps: list[float] = []
    with phone_at(club, profile) as phone:
        for outage in range(2 * OUTAGES):
            phone.begin(*TRIBELLO)
            phone.wait_until_ready()
            phone.play_on(rng, FIRST)
            has_snapshot, shell = outage >= OUTAGES, phone.page.shell
            if not has_snapshot:
                shell.evaluate(FORGET)
            elif outage == OUTAGES:
                phone.page.wait_until(partial(is_kept, shell), "snapshot")
            match = phone.match
            club.process.close()
            took = answer_unheard(phone, match, rng)
            (soon if has_snapshot else slowly).append(took)
            taps += answers(phone)
            club.process.start()
            back.append(seconds(phone.wait_until_back))
        phone.begin(*TRIBELLO)
        phone.play_on(rng, FIRST)
        address = phone.page.shell.url
    club.process.close()
    yield in_ms("a killed server: tap to next question", soon, GOES_ON)
    yield in_ms("  without a snapshot", slowly, GOES_ON_SLOWLY)
    yield in_ms("  tap to new part, away", taps, TAP)
    yield in_ms("  a server again to its page", back, BACK)
    yield at_most("  memory of it at rest", memory_at_rest(profile, address), MAX_MEMORY, "MB")


def memory_at_rest(profile: Path, address: str) -> float:
    """The memory, in MB, of a match that is away, at rest, in a browser that nobody drives."""
    with a_browser_without_driver(profile, address) as port:
        time.sleep(AT_REST)
        memory = memory_of(profile)
        browser = driver().connect_over_cdp(f"http://127.0.0.1:{port}")
        frame = browser.contexts[0].pages[0].frame(name="page")
        assert frame, "the match is not away"
        frame.locator("#match").wait_for()
    return memory


def is_kept(shell: PageOfBrowser) -> bool:
    """Whether the page has made a snapshot."""
    return bool(shell.evaluate(SNAPSHOT) == "kept")


def answer_unheard(phone: AwayPhone, match: Match, rng: random.Random) -> float:
    """Answer the question of the match, whose server is gone. Returns the seconds from the tap that
    sends it until the next one is there, in the frame of a match that is away."""
    page, prompt = phone.page, match.standing.prompt
    assert prompt is not None, "the match is over"
    answer = next_answer(prompt, rng)
    began = time.monotonic()
    phone.touch(*answer)
    if not prompt.saves_itself:
        began = time.monotonic()
        phone.save()
    line = f"#match input[name=after][value='{match.last_line + 1}']"
    page.wait_until(lambda: page.is_away and page.frame.locator(line).count(), "next question")
    return time.monotonic() - began
