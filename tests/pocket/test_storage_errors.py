"""What can go wrong with the browser under the built folder: a plain line, and nothing is lost."""

import random
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Page, expect

from app.paths import POCKET
from testkit.browser.phone import FLAGS, TREX, mentions, settle
from testkit.pocket.browser_window import PocketPhone, Window, a_browser_that_keeps
from testkit.pocket.site import BUILT, Site
from tests.browser.axe import violations_on
from tools.pocket.__main__ import integrity

pytestmark = BUILT
HEAD = 4096
"""Bytes of a slot before its content."""
WRITE = """async ([start, from, to]) => {
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values())
    for await (const [name, file] of folder.entries()) {
      const { size } = await file.getFile();
      if (!name.startsWith(start) || size < from) continue;
      const writing = await file.createWritable({ keepExistingData: true });
      const data = new Uint8Array(Math.min(to, size) - from).fill(7);
      await writing.write({ type: "write", position: from, data });
      await writing.close();
    }
  return true;
}"""
NAMES = """async () => {
  const names = [];
  for await (const folder of (await navigator.storage.getDirectory()).values())
    for await (const name of folder.keys()) names.push(name);
  return names;
}"""
MAKE = """async (name) => {
  for await (const folder of (await navigator.storage.getDirectory()).values())
    await folder.getFileHandle(name, { create: true });
}"""
FORGET = "caches.keys().then((keys) => Promise.all(keys.map((key) => caches.delete(key))))"
IN_A_POCKET = "Object.defineProperty(document, 'hidden', { get: () => true })"
"""Nobody looks: no picture of the memory is made."""


class Played:
    """A window in which a match of Trex has gone some way."""

    def __init__(self, site: Site, window: Window) -> None:
        self.site, self.window, self.shell = site, window, window.shell
        self.cdp: Any = self.shell.context.new_cdp_session(self.shell)
        self.phone = PocketPhone(window)
        window.start()
        self.phone.begin(*TREX)
        self.phone.play_on(random.Random(1), questions=5)
        self.url = window.frame.url
        self.lines = self.phone.match.last_line

    @property
    def origin(self) -> str:
        return self.site.address.split("/cards")[0]

    def leave(self) -> None:
        """Go to a page of the same site that is none of the app."""
        self.shell.goto(f"{self.origin}/elsewhere")

    def damage(self, start: str, begin: int, end: int) -> None:
        """Write what means nothing into the files whose names start like this."""
        self.leave()
        # Until the engine has let go of them.
        self.window.wait_until(lambda: self.shell.evaluate(WRITE, [start, begin, end]), "files")

    def allow(self, size: int | None) -> None:
        """How many bytes the browser may keep; None for as many as it likes."""
        about = {"origin": self.origin} | ({"quotaSize": size} if size is not None else {})
        self.cdp.send("Storage.overrideQuotaForOrigin", about)

    def clear(self) -> None:
        """Let the browser throw away the matches."""
        about = {"origin": self.origin, "storageTypes": "file_systems"}
        self.cdp.send("Storage.clearDataForOrigin", about)

    def is_told(self, words: str) -> None:
        """Wait until the shell says this instead of a page."""
        expect(self.shell.locator("#trouble")).to_be_visible()
        mentions(self.shell.locator("#trouble"), words)

    def choose(self, button: str) -> None:
        """Tap what the shell offers, and wait for the page that it leads to."""
        self.shell.get_by_role("button", name=button).click()
        self.window.wait_for_page()

    def can_save_their_file(self) -> bool:
        """Whether what the shell hands over is a score book."""
        with self.shell.expect_download() as download:
            self.shell.get_by_role("button", name="Save their file").click()
        return Path(download.value.path()).read_bytes().startswith(b"SQLite format 3")

    def is_as_it_was(self) -> bool:
        """Whether the match is there after another start."""
        self.window.start(self.url)
        return self.phone.match.last_line == self.lines


@pytest.fixture
def played(site: Site) -> Iterator[Played]:
    with site.browser() as (_browser, window):
        yield Played(site, window)


def test_without_room_an_answer_is_refused_and_taken_when_there_is_room(played: Played) -> None:
    phone = played.phone
    played.leave()
    played.allow(1000)
    assert played.is_as_it_was()
    phone.wait_for_table()
    answer = phone.page.locator("#prompt button[name=contract]").first
    answer.click()
    phone.page.locator("#match .notice", has_text="is full").wait_for()

    mentions(phone.page.locator("#match"), "Nothing was saved")
    assert phone.match.last_line == played.lines
    played.allow(None)
    settle(phone.page)
    answer.click()
    phone.wait_for_line(played.lines + 1)
    played.window.reload()
    assert phone.match.last_line == played.lines + 1


def test_what_a_browser_clears_is_missed_at_once_and_kept_again(played: Played) -> None:
    taps = [played.phone.page.locator("#prompt button[name=contract]").first.click, lambda: None]
    for tap in taps:
        played.clear()
        with suppress(Error):  # where it is missed before the tap, its page is gone
            tap()
        played.is_told("The matches were deleted here")
        assert played.can_save_their_file()
        played.choose("Keep them again")
        assert played.phone.match.last_line in (played.lines, played.lines + 1)
        played.lines = played.phone.match.last_line

    played.phone.play_on(random.Random(2), questions=1)
    played.window.reload()
    assert played.phone.match.last_line > played.lines


def test_what_was_cleared_while_nobody_looked_is_missed_once(played: Played) -> None:
    played.leave()
    played.clear()
    played.shell.goto(played.url)

    played.is_told("The matches are no longer here")
    played.choose("Begin without them")
    played.phone.begin(*TREX)
    played.window.start()
    expect(played.window.get_by_text("Trex").first).to_be_visible()


def test_whatever_of_their_file_is_harmed_it_can_be_saved(played: Played) -> None:
    played.damage("slot", 0, 60)  # one of two copies of a head is enough
    assert played.is_as_it_was()

    played.damage("slot", 2 * HEAD, 20 * HEAD)
    played.window.start(played.url)
    mentions(played.window.locator("#main"), "The matches cannot be opened")

    played.damage("slot", 0, HEAD)
    played.shell.goto(played.url)
    played.is_told("Nothing was thrown away")
    assert played.can_save_their_file()


def test_a_picture_of_the_memory_that_is_not_good_is_left_out(played: Played) -> None:
    played.damage("snapshot", 3_000_000, 30_000_000)
    played.shell.evaluate(MAKE, "snapshot-of-another-build")
    assert played.is_as_it_was()
    played.leave()
    # A start broke off in the middle of it.
    played.shell.evaluate(MAKE, "trying")
    played.shell.add_init_script(IN_A_POCKET)
    assert played.is_as_it_was()
    left = played.shell.evaluate(NAMES)
    assert not [name for name in left if name == "trying" or name.startswith("snapshot")]


def test_without_the_files_of_the_app_and_the_network_a_line_says_so(played: Played) -> None:
    played.leave()
    played.shell.evaluate(FORGET)
    played.site.close()
    played.shell.goto(played.url)
    mentions(played.shell.locator("h1"), "has to be fetched again")
    assert not Axe().run(played.shell).response["violations"]

    played.site.open()
    played.shell.get_by_role("link", name="Try again").click()
    played.window.wait_for_page()
    assert played.phone.match.last_line == played.lines


LESS = {
    "delete Navigator.prototype.locks": "too old",
    "delete globalThis.WebAssembly": "too old",
    "delete StorageManager.prototype.getDirectory": "too old",
    "const There = Worker; Worker = function (url) { return new There(url); }": "too old",
    "delete Navigator.prototype.serviceWorker": "cannot be kept here",
}
"""What a browser may be without, and what is said then."""
WITHOUT_A_LOCK = "http://cards.example"


def test_whatever_a_browser_lacks_is_told_in_words_that_everybody_can_read(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "--host-resolver-rules=MAP cards.example 127.0.0.1"
    monkeypatch.setattr("testkit.pocket.browser_window.FLAGS", [*FLAGS, rules])
    with a_browser_that_keeps(tmp_path / "other") as browser:
        for script, words in LESS.items():
            page = browser.new_page()
            page.add_init_script(script)
            page.goto(site.address)
            page.locator("#trouble").wait_for()
            expect(page.locator("#trouble"), script).to_contain_text(words)
            expect(page.get_by_role("button", name="Try again")).to_be_visible()
            page.close()
        page = browser.new_page()
        page.goto(site.address.replace("http://127.0.0.1", WITHOUT_A_LOCK))
        page.locator("#trouble").wait_for()
        mentions(page.locator("#trouble"), "Open it with https")
        assert nothing_found(page) == []


NO_FILES = b"""FileSystemFileHandle.prototype.createSyncAccessHandle = () =>
  Promise.reject(new DOMException("", "NotSupportedError"));
"""


def test_a_browser_that_opens_no_files_for_a_worker_is_not_told_of_the_network(
    site: Site, tmp_path: Path
) -> None:
    folder = shutil.copytree(POCKET, tmp_path / "pocket")
    worker, files = folder / "shell" / "worker.js", folder / "sw.js"
    changed = NO_FILES + worker.read_bytes()
    sums = [integrity(content) for content in (worker.read_bytes(), changed)]
    worker.write_bytes(changed)
    files.write_text(files.read_text("utf-8").replace(*sums), "utf-8")
    site.close()
    site.open(folder)
    with a_browser_that_keeps(tmp_path / "other") as browser:
        page = browser.new_page()
        page.goto(site.address)

        mentions(page.locator("#trouble"), "This browser keeps no files here")
        mentions(page.locator("#trouble"), "The network is all right")


SHOW = """number => {
  const id = (name) => document.getElementById(name);
  const line = id("troubles").content.querySelectorAll("[data-kind]")[number];
  id("what").textContent = line.dataset.what;
  id("todo").textContent = line.textContent;
  id("save").hidden = id("note").hidden = number % 2 === 0;
}"""


def nothing_found(page: Page) -> list[str]:
    """What axe finds at any trouble, with the note and without, in every look; and what is cut."""
    lines = page.evaluate("document.getElementById('troubles').content.children.length")
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    problems = []
    for number in range(lines):
        page.evaluate(SHOW, number)
        problems += violations_on(page) if number < 2 else []
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 568})
            problems += [f"{number} is wider than {width}"] if page.evaluate(wide) else []
    return problems
