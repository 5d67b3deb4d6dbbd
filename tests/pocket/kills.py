"""Phones that are switched off at any moment while somebody taps, each time opened again.

What the page has shown as entered must be in the match file then, and nothing twice: at most the
one answer that was on its way may be there in addition.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any

from playwright.sync_api import BrowserContext, Error, Request

from app.scoring import Event, Line, Prompt
from bench.faults.damage import Damage
from tests.browser.phone import entry
from tests.play import as_asked
from tests.pocket.browser_window import (
    PocketPhone,
    Window,
    a_browser_that_keeps,
    main_process,
    switch_off,
)
from tests.pocket.site import Site, window_in

TABLES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("tribello", 3, {}),
    ("trex", 4, {"partners": "yes", "complex": "yes"}),
    ("italian_whist", 3, {}),
    ("torite", 1, {}),
    ("trico", 2, {"entry": "counts"}),
)
CAST = ["Anna", "Bruno", "Carla", "Dino"]

ON_ITS_WAY, SHOWN, BEGUN, STARTING, PICTURED = (
    "while an answer is on its way",
    "as soon as the new part is shown",
    "while a match is begun",
    "while the shell starts",
    "while the memory is pictured",
)
MOMENTS = {ON_ITS_WAY: 20, SHOWN: 10, BEGUN: 5, STARTING: 10, PICTURED: 5}
"""Of fifty kills, how many fall when."""

AFTER_A_POST = (0.0, 0.25)
AFTER_THE_START = (0.0, 1.5)
AROUND_A_PICTURE = (2.5, 8.0)
"""In seconds: it is made three seconds after the first page."""
LONGEST_END = 5.0

DROP_PICTURES = """async () => {
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values())
    if (folder.kind === "directory")
      for await (const name of folder.keys())
        if (name.startsWith("snapshot-")) await folder.removeEntry(name);
}"""
NUMBERS = """async (address) => {
  const page = await (await fetch(address)).text();
  return [...page.matchAll(/matches\\/(\\d+)\\/match\\.json/g)].map((file) => Number(file[1]));
}"""


@dataclass
class Kept:
    """What a match file said once, and what was tapped since: answers of one or several events."""

    log: tuple[Line, ...]
    acknowledged: list[Event] = field(default_factory=list)
    on_its_way: list[Event] = field(default_factory=list)

    def harm_in(self, log: tuple[Line, ...]) -> Damage:
        """What is missing of that in a file, and what nobody tapped or only once."""
        since = [plain(line.event) for line in log[len(self.log) :]]
        wanted = [plain(event) for event in self.acknowledged]
        coming = [plain(event) for event in self.on_its_way]
        before = sum(one != other for one, other in zip(self.log, log, strict=False))
        lost = before + max(0, len(self.log) - len(log))
        lost += sum(event != there for event, there in zip(wanted, since, strict=False))
        lost += max(0, len(wanted) - len(since))
        more = since[len(wanted) :]
        # The events of one answer come together, or none of them does.
        doubled = 0 if more in ([], coming) else max(1, len(more))
        return Damage(acknowledged=len(wanted), lost=lost, doubled=doubled)


def plain(event: Event) -> str:
    """An event as a file has it: there lists and tuples are the same."""
    return json.dumps([event.kind, event.deal, event.key, event.answer])


@dataclass
class Evening:
    """All matches that were begun on a phone, by their numbers."""

    matches: dict[int, Kept] = field(default_factory=dict)
    playing: int = 0
    begins: bool = False
    """Whether one was being begun when the phone went off."""


class Taps(PocketPhone):
    """Someone who taps, of whom it is noted what was acknowledged."""

    def __init__(self, window: Window, evening: Evening, pid: int, off_when_shown: int = 0) -> None:
        super().__init__(window)
        self.evening = evening
        self.pid = pid
        self.off_when_shown = off_when_shown
        """After so many answers; never if 0."""
        self.shown = 0

    @property
    def kept(self) -> Kept:
        return self.evening.matches[self.match_id]

    def touch(self, prompt: Prompt, answer: Any) -> None:
        tidy = None if answer is None else as_asked(prompt, prompt.normalise(answer))
        self.kept.on_its_way.append(entry(prompt, tidy))
        super().touch(prompt, answer)

    def wait_for_line(self, line: int) -> None:
        self.page.wait_for_selector(f"#match input[name=after][value='{line}']", state="attached")
        kept = self.kept
        kept.acknowledged += kept.on_its_way
        kept.on_its_way = []
        self.shown += 1
        if self.shown == self.off_when_shown:
            switch_off(self.pid)
        super().wait_for_line(line)

    def sit_at(self, rng: random.Random) -> None:
        """Begin a match, of any game."""
        game, players, rules = rng.choice(TABLES)
        self.evening.begins = True
        self.begin(game, CAST[:players], **rules)
        self.evening.playing = self.match_id
        self.evening.matches[self.match_id] = Kept(self.match.log)
        # It is begun for us only now: the phone may go off while its file is read.
        self.evening.begins = False

    def tap_on(self, rng: random.Random) -> None:
        """Answer without end: when a match is over the next one begins."""
        while True:
            # A match that was begun when the phone went off is known, and not on this screen.
            if "/matches/" in self.page.url:
                self.play_on(rng)
            self.sit_at(rng)


def kill_phones(site: Site, rounds: int, rng: random.Random) -> tuple[Damage, Counter[str]]:
    """Switch a phone off so many times, without host and network; what was harmed, and how often
    it went off when."""
    evening, damage = Evening(), Damage()
    moments = draw_moments(rounds, rng)
    for moment in moments:
        with a_life(site) as browser:
            window = window_in(browser, site)
            pid = main_process(site.profile)
            address = f"c/home/matches/{evening.playing}" if evening.playing else ""
            if moment == STARTING:
                window.shell.goto(f"{site.address}{address}", wait_until="commit")
                time.sleep(rng.uniform(*AFTER_THE_START))
                switch_off(pid)
                continue
            window.start(address)
            damage += look_at(window, evening)
            live(window, evening, moment, pid, rng)
    with a_life(site) as browser:
        window = window_in(browser, site)
        window.start()
        damage += look_at(window, evening)
    return damage, Counter(moments)


def draw_moments(rounds: int, rng: random.Random) -> list[str]:
    """So many moments in any order: each kind is there as often as it should be, if there is
    room."""
    whole = [moment for moment, times in MOMENTS.items() for _time in range(times)]
    kinds = list(MOMENTS) if rounds >= len(MOMENTS) else []
    moments = (kinds + rng.choices(whole, k=rounds))[:rounds]
    if rounds >= len(whole):
        moments = (whole * (rounds // len(whole) + 1))[:rounds]
    rng.shuffle(moments)
    return moments


@contextmanager
def a_life(site: Site) -> Iterator[BrowserContext]:
    """A browser until the end of the block, or until it is killed: without host and network."""
    with a_browser_that_keeps(site.profile) as browser:
        browser.set_offline(True)
        yield browser


def live(window: Window, evening: Evening, moment: str, pid: int, rng: random.Random) -> None:
    """Tap until the phone is off at its moment."""
    off_when_shown = rng.randint(1, 3) if moment == SHOWN else 0
    phone = Taps(window, evening, pid, off_when_shown)
    if moment == PICTURED:
        window.shell.evaluate(DROP_PICTURES)
        window.reload()
        Timer(rng.uniform(*AROUND_A_PICTURE), switch_off, (pid,)).start()
    if moment in (ON_ITS_WAY, BEGUN):
        light_fuse(window, pid, rng, posts=rng.randint(1, 4) if moment == ON_ITS_WAY else 1)
    try:
        if moment == BEGUN:
            phone.sit_at(rng)
        phone.tap_on(rng)
    except Error:
        if not is_gone(pid):
            raise


def light_fuse(window: Window, pid: int, rng: random.Random, posts: int) -> None:
    """Let the phone go off a moment after so many posts of its pages."""
    left = [posts]

    def burn(request: Request) -> None:
        left[0] -= request.method == "POST"
        if left[0] == 0 and request.method == "POST":
            Timer(rng.uniform(*AFTER_A_POST), switch_off, (pid,)).start()

    window.shell.on("request", burn)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, or does so soon: a kill takes a moment."""
    until = time.monotonic() + LONGEST_END
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False


def look_at(window: Window, evening: Evening) -> Damage:
    """Whether every match is as it was tapped; what was on its way is settled then."""
    there = set(window.evaluate(NUMBERS, f"{window.address}c/home/send"))
    strange = there - evening.matches.keys()
    lost = len(evening.matches.keys() - there)
    damage = Damage(rounds=1, lost=lost, doubled=max(0, len(strange) - evening.begins))
    evening.begins = False
    reader = PocketPhone(window)
    for number in sorted(there):
        match = reader.match_at(number)
        if number in evening.matches:
            damage += evening.matches[number].harm_in(match.log)
        evening.matches[number] = Kept(match.log)
        if number in strange:
            evening.playing = number
    return damage
