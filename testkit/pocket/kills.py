"""Phones that are switched off at any moment while somebody taps, each time opened again.

What the page has shown as entered must be in the match file then, and nothing twice: at most the
one answer that was on its way may be there in addition.
"""

import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any

from playwright.sync_api import Error, Request

from app.games import GAMES
from app.scoring import Event, Line, Prompt
from testkit.browser.phone import entry
from testkit.faults.damage import Damage
from testkit.match import CAST
from testkit.play import as_asked
from testkit.pocket.browser_window import PocketPhone, Window, main_process, switch_off
from testkit.pocket.site import Site

ON_ITS_WAY, SHOWN = "while an answer is on its way", "as soon as the new part is shown"
BEGUN, STARTING = "while a match is begun", "while the shell starts"
PICTURED = "while the memory is pictured"
MOMENTS = {ON_ITS_WAY: 20, SHOWN: 10, BEGUN: 5, STARTING: 10, PICTURED: 5}
"""Of fifty kills, how many fall when."""
AFTER_A_POST, AFTER_THE_START, AROUND_A_PICTURE = (0.0, 0.25), (0.0, 1.5), (2.5, 8.0)
"""In seconds: a picture is made three seconds after the first page."""
LONGEST_END = 30.0

TAPPED_RULES = {"trex": {"partners": "yes", "complex": "yes"}, "trico": {"entry": "counts"}}
"""House rules, as a form sends them, that a phone in a pocket chooses."""

DROP_PICTURES = """async () => {
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values())
    if (folder.kind === "directory")
      for await (const name of folder.keys())
        if (name.startsWith("snapshot-")) await folder.removeEntry(name).catch(() => {});
}"""
FORGET_DRAFTS = "localStorage.removeItem('drafts')"
NUMBERS = """async (address) => {
  const page = await (await fetch(address)).text();
  return [...page.matchAll(/matches\\/(\\d+)\\/match\\.json/g)].map((file) => Number(file[1]));
}"""


def table_of(game: str) -> tuple[str, list[str], dict[str, str]]:
    """A game, its fewest players, and the house rules that the phone chooses."""
    return game, CAST[: min(GAMES[game].players)], TAPPED_RULES.get(game, {})


@dataclass
class Kept:
    """What a match file said once, and what was tapped since: answers of one or several events."""

    log: tuple[Line, ...]
    acknowledged: list[Event] = field(default_factory=list)
    on_its_way: list[Event] = field(default_factory=list)

    def harm_in(self, log: tuple[Line, ...]) -> Damage:
        """What is missing of that in a file, and what nobody tapped or only once."""
        there = [plain(line.event) for line in log[len(self.log) :]]
        wanted, coming = ([*map(plain, events)] for events in (self.acknowledged, self.on_its_way))
        lost = max(0, len(self.log) - len(log)) + max(0, len(wanted) - len(there))
        lost += sum(one != other for one, other in zip(self.log, log, strict=False))
        lost += sum(one != other for one, other in zip(wanted, there, strict=False))
        more = there[len(wanted) :]
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

    def find_damage(self, window: Window) -> Damage:
        """Whether every match is as it was tapped; what was on its way is settled then."""
        there = set(window.evaluate(NUMBERS, f"{window.address}c/home/send"))
        strange, lost = there - self.matches.keys(), len(self.matches.keys() - there)
        damage = Damage(rounds=1, lost=lost, doubled=max(0, len(strange) - self.begins))
        self.begins = False
        reader = PocketPhone(window)
        for number in sorted(there):
            log = reader.match_at(number).log
            if number in self.matches:
                harm = self.matches[number].harm_in(log)
                if not harm.is_none:
                    print(f"match {number}: {self.matches[number]}, and in its file: {log}")
                damage += harm
            self.matches[number] = Kept(log)
        self.playing = max(strange, default=self.playing)
        return damage


class Taps(PocketPhone):
    """Someone who taps, of whom it is noted what was acknowledged."""

    def __init__(self, window: Window, evening: Evening, pid: int, off_when_shown: int) -> None:
        super().__init__(window)
        self.evening, self.pid, self.off_when_shown = evening, pid, off_when_shown
        """After so many answers more; never if 0."""

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
        self.off_when_shown -= 1
        if self.off_when_shown == 0:
            switch_off(self.pid)
        super().wait_for_line(line)

    def sit_down_at(self, game: str) -> None:
        """Begin a match."""
        _game, players, rules = table_of(game)
        self.evening.begins = True
        self.begin(game, players, **rules)
        self.evening.playing = self.match_id
        self.evening.matches[self.match_id] = Kept(self.match.log)
        # It is begun for us only now: the phone may go off while its file is read.
        self.evening.begins = False

    def start_over(self) -> None:
        """Forget what was half entered when the phone went off: it has come back to its question,
        and what is saved would be that together with what is tapped now."""
        self.page.evaluate(FORGET_DRAFTS)
        self.page.goto(f"/matches/{self.match_id}")

    def tap_without_end(self, rng: random.Random, *, begins: bool) -> None:
        """Answer on and on: when a match is over the next one begins, or at once."""
        while True:
            # A match that was begun when the phone went off is known, and not on this screen.
            if "/matches/" in self.page.url and not begins:
                self.start_over()
                self.play_on(rng)
            self.sit_down_at(rng.choice(list(GAMES)))
            begins = False


def kill_phones(site: Site, rounds: int, rng: random.Random) -> tuple[Damage, Counter[str]]:
    """Switch a phone off so many times, without host and network; what was harmed, and how often
    it went off when."""
    evening, damage = Evening(), Damage()
    moments = draw_moments(rounds, rng)
    for moment in moments:
        with site.browser(is_offline=True) as (_browser, window):
            pid = main_process(site.profile)
            address = f"c/home/matches/{evening.playing}" if evening.playing else ""
            if moment == STARTING:
                window.shell.goto(f"{site.address}{address}", wait_until="commit")
                time.sleep(rng.uniform(*AFTER_THE_START))
                switch_off(pid)
                continue
            window.start(address)
            damage += evening.find_damage(window)
            live(window, evening, moment, pid, rng)
    with site.browser(is_offline=True) as (_browser, window):
        window.start()
        damage += evening.find_damage(window)
    return damage, Counter(moments)


def draw_moments(rounds: int, rng: random.Random) -> list[str]:
    """So many moments in any order, of each kind at least one and as many as there should be."""
    rest = rng.choices([*MOMENTS], [*MOMENTS.values()], k=rounds - len(MOMENTS))
    return rng.sample([*MOMENTS, *rest], rounds)


def live(window: Window, evening: Evening, moment: str, pid: int, rng: random.Random) -> None:
    """Tap until the phone is off at its moment."""
    phone = Taps(window, evening, pid, rng.randint(1, 3) if moment == SHOWN else 0)
    if moment == PICTURED:
        window.shell.evaluate(DROP_PICTURES)
        window.reload()
        Timer(rng.uniform(*AROUND_A_PICTURE), switch_off, (pid,)).start()
    if moment in (ON_ITS_WAY, BEGUN):
        light_fuse(window, pid, rng, posts=rng.randint(1, 4) if moment == ON_ITS_WAY else 1)
    try:
        phone.tap_without_end(rng, begins=moment == BEGUN)
    except Error:
        if not is_gone(pid):
            raise


def light_fuse(window: Window, pid: int, rng: random.Random, posts: int) -> None:
    """Let the phone go off a moment after so many posts of its pages."""
    left = [None] * posts

    def burn(request: Request) -> None:
        if request.method == "POST" and left:
            left.pop()
            if not left:
                Timer(rng.uniform(*AFTER_A_POST), switch_off, (pid,)).start()

    window.shell.on("request", burn)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, or does so soon: a kill takes a moment."""
    until = time.monotonic() + LONGEST_END
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] in "ZX":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False
