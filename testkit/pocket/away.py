"""A phone at a club's server that can be lost: by its process, by the network, or by both."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Frame

from app import matchfile
from app.scoring import Match
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.match.repository import match_from_record
from testkit.faults.network import Network
from testkit.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps
from testkit.server_processes import Process

IS_READY = "sessionStorage.getItem('ready') === location.pathname"
TOGETHER = timedelta(milliseconds=9)
HAS_SCRIPT = "document.documentElement.dataset.ready"
WAITS = "JSON.parse(localStorage.getItem('away') ?? '[]').length > 0"
# Where the network is silent nobody says that nothing comes; or somebody else answers.
FILE = """async (address) => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
  if (!answer.ok || !answer.headers.has("X-Tricktally")) throw new Error(answer.status);
  return answer.text();
}"""
KEPT = """() => new Promise((resolve) => {
  const asking = indexedDB.open("tricktally", 1);
  asking.onsuccess = () => {
    const all = asking.result.transaction("matches").objectStore("matches").getAll();
    all.onsuccess = () => resolve(all.result);
  };
})"""


def is_in_play(kept: dict[str, Any], number: int) -> bool:
    """Whether a record is of this match, and no log of it that the club has not taken."""
    return "left" not in kept and kept["number"] == number


class AwayWindow(Window):
    """A window on a club: the page of the server, or the one in its frame while that is gone."""

    @property
    def frame(self) -> Frame:
        return self.shell.frame(name="page") or self.shell.main_frame

    @property
    def is_away(self) -> bool:
        """Whether a match goes on in it without its club."""
        return self.shell.frame(name="page") is not None

    def wait_for_selector(self, selector: str, **_how: Any) -> None:
        """Until there is such an element, on whichever page comes."""
        self.wait_until(lambda: self.frame.locator(selector).count(), selector)

    def has_page(self) -> bool:
        return bool(self.frame.locator("#match, .shelf, .rules").count())

    def goto(self, path: str) -> None:
        """Go to a page of the one club as from a bookmark."""
        self.shell.goto(f"{self.address}c/home{path}")

    def goto_in_frame(self, path: str) -> None:
        """Go to a page of the one club as by a link of the page that is shown."""
        self.frame.goto(f"{self.address}c/home{path}")


class AwayPhone(PocketPhone):
    """Someone who keeps the score in such a window, and knows what was said."""

    def wait_until_ready(self) -> None:
        """Until the match could go on without its server."""
        self.page.wait_until(lambda: self.page.shell.evaluate(IS_READY), "engine")

    def wait_until_away(self) -> None:
        self.page.wait_until(lambda: self.page.is_away and self.page.has_page(), "match away")

    def wait_until_back(self) -> None:
        """Until the page is the server's again, and nothing waits."""
        self.page.wait_until(
            lambda: not self.page.is_away and not self.page.evaluate(WAITS), "way back"
        )
        self.wait_for_table()

    def wait_for_table(self) -> None:
        self.page.wait_for_selector("#match")
        # Until its script runs, a form that is sent has no id.
        self.page.wait_until(lambda: self.page.evaluate(HAS_SCRIPT), "script")
        super().wait_for_table()

    def wait_for_pane(self, name: object) -> None:
        """Until one of several panes is shown, on whichever page comes."""
        current = ".pane-names [aria-current]"
        self.page.wait_until(
            lambda: self.page.frame.locator(current, has_text=str(name)).count(), f"pane {name}"
        )
        self._wait_for_script()

    def file_of(self, number: int) -> bytes:
        address = f"{self.page.address}c/home/matches/{number}/match.json"
        text: str = self.page.frame.evaluate(FILE, address)
        return text.encode()

    def match_at(self, number: int) -> Match:
        """The match as the page would have it in a file; while something of it waits, or nobody
        answers the page, as the browser keeps it."""
        kept = [one for one in self.kept() if is_in_play(one, number)]
        if not any(len(one["match"]["log"]["lines"]) > one["joined"] for one in kept):
            with suppress(Error):
                return super().match_at(number)
        (file,) = [one["match"] for one in kept]
        return matchfile.open_match(matchfile.parse(json.dumps(file).encode()))

    def kept(self) -> list[dict[str, Any]]:
        """The records of the matches that the browser keeps."""
        records: list[dict[str, Any]] = self.page.shell.evaluate(KEPT)
        return records

    def play_deals(self, rng: random.Random, deals: int) -> None:
        """Answer at random until so many deals more are scored, or the match is over."""
        until = len(self.standing.finished) + deals
        while not self.standing.is_over and len(self.standing.finished) < until:
            self.play_on(rng, 1)


class Club:
    """A server with one club, the network before it, and its database."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.database = folder / "matches.sqlite3"
        self.process = Process(str(self.database), folder, *options)
        self.network = Network(self.process.port)
        self.address = f"http://127.0.0.1:{self.network.port}/"

    def match(self, number: int) -> Match:
        """A match as the club has it."""
        db = engine_for(self.database).connect()
        record = matches.find_match(db, HOME, number)
        db.close()
        assert record is not None
        return match_from_record(record)

    def ids(self, number: int) -> list[str | None]:
        """For each line of a match the id of the form that wrote it."""
        db = engine_for(self.database).connect()
        rows = db.execute("SELECT once FROM events WHERE match = ? ORDER BY line", [number])
        ids = [once for (once,) in rows.fetchall()]
        db.close()
        return ids

    def close(self) -> None:
        self.network.cut()
        self.process.close()


@contextmanager
def phone_at(club: Club, profile: Path) -> Iterator[AwayPhone]:
    """A phone whose browser has this profile, until the end of the block or until it is killed."""
    with a_browser_that_keeps(profile) as browser:
        yield AwayPhone(AwayWindow(browser.pages[0], club.address))


def assert_is_whole(club: Club, match: Match, number: int = 1) -> None:
    """The club has every line once, with the id of the form that wrote it."""
    log = club.match(number).log
    assert [line.event for line in log] == [line.event for line in match.log]
    # What one form has said stands together, and has its id on the first line.
    moments = [datetime.fromisoformat(line.at or "") for line in log]
    firsts = [moment - before > TOGETHER for before, moment in pairwise(moments)]
    ids = [one for one, is_first in zip(club.ids(number)[1:], firsts, strict=True) if is_first]
    assert None not in ids
    assert len({*ids}) == len(ids)
