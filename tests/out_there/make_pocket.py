"""Add what the pocket edition of one version leaves in the storage of a browser.

    make -C TREE pocket
    python tests/out_there/make_pocket.py TREE PYTHON FOLDER CLUB

`TREE` is a checkout of that version and `PYTHON` runs it. Some evenings of `evenings.json` are
played in a window of its built pocket, and then the file `CLUB` comes in. Chromium is needed.
"""

import base64
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from make import HERE, Phone, play, score
from playwright.sync_api import BrowserContext, Page, sync_playwright

PORT, PREFIX = 18766, "/cards/pocket/"
ADDRESS = f"http://127.0.0.1:{PORT}{PREFIX}"
SLOTS = "tricktally-cards-pocket-/slot-"
"""What is beside them in the storage is made anew when it is not there."""
CLUB = "/c/home"
PLAYED = (0, 5, 7, 8, 11, 13, 2, 16, 17)
"""The evenings that are played, in this order."""
BYTES = """const text = (buffer) => {
  let letters = "";
  for (const byte of new Uint8Array(buffer)) letters += String.fromCharCode(byte);
  return btoa(letters);
};"""
ASK = (
    f"async ([path, method, data, headers]) => {{ {BYTES}"
    + """
  const body = data === null ? undefined : Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
  const response = await fetch(path, { method, body, headers });
  return [response.status, response.url, text(await response.arrayBuffer())];
}"""
)
STORED = (
    f"async () => {{ {BYTES}"
    + """
  const files = {};
  const read = async (folder, path) => {
    for await (const [name, handle] of folder.entries())
      if (handle.kind === "directory") await read(handle, `${path}${name}/`);
      else files[path + name] = text(await (await handle.getFile()).arrayBuffer());
  };
  await read(await navigator.storage.getDirectory(), "");
  return [files, { ...localStorage }];
}"""
)


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder below a prefix."""

    def translate_path(self, path: str) -> str:
        path = path.removeprefix(PREFIX) if path.startswith(PREFIX) else "not there"
        return super().translate_path(f"/{path}")

    def log_message(self, *_about: Any) -> None:
        """Nothing is said."""


class Window(Phone):
    """Asks the pocket in a window of it, which follows each response to where it leads."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def request(self, path: str, data: bytes | None = None, **headers: str) -> Any:
        body = None if data is None else base64.b64encode(data).decode()
        if body is not None and not headers:
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
        frame = self.page.frame(name="page")
        asked = [PREFIX + path[1:], "GET" if body is None else "POST", body, headers]
        status, url, content = frame.evaluate(ASK, asked)
        leads = urlsplit(url).path.replace(PREFIX, "/", 1)
        read = partial(base64.b64decode, content)
        return SimpleNamespace(status=status, headers={"Location": leads}, read=read)

    def send(self, path: str, fields: dict[str, str]) -> str:
        response, text = self.ask(path, fields)
        if response.status != 200:
            raise RuntimeError(f"{path} {fields}: {response.status} {text[:300]}")
        leads: str = response.headers["Location"]
        return leads


@contextmanager
def hosted(folder: Path) -> Iterator[None]:
    """Serve the built pocket until the end of the block."""
    handler = partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@contextmanager
def a_browser() -> Iterator[BrowserContext]:
    """A browser with a storage of its own until the end of the block."""
    with TemporaryDirectory() as profile, sync_playwright() as playwright:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        program = next(filter(None, map(shutil.which, names)))
        browser = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        browser.set_default_timeout(120_000)
        yield browser
        browser.close()


def opened(browser: BrowserContext) -> Window:
    """A window of the pocket in which a page is there."""
    page = browser.pages[0]
    page.goto(ADDRESS)
    page.frame_locator("iframe[name=page]").locator("#main").wait_for()
    return Window(page)


def main(tree: Path, python: Path, folder: Path, club: Path) -> None:
    """Play in a window of the pocket of a tree, and write down what it leaves."""
    folder.mkdir(parents=True)
    asked = json.loads((HERE / "evenings.json").read_text("utf-8"))
    with hosted(tree / "build" / "pocket"), a_browser() as browser:
        window = opened(browser)
        window.send("/look", {"theme": "dark"})
        window.send(f"{CLUB}/decks", asked["deck"])
        matches = [play_on(window, asked["evenings"][number]) for number in PLAYED]
        place = window.open_club(CLUB, club.read_bytes())
        window.send(place, {})
        window.wait_for(place)
        window.send(f"{CLUB}/evenings/1", {"title": "Late at Zoë’s", "note": "Rain.\nTea."})
        window.send(f"{CLUB}/players/4/colour", {"colour": "7"})
        matches += brought(club, len(matches))
        files = [window.open(f"{match['path']}/match.json") for match in matches]
        (folder / "club-1.zip").write_bytes(window.save_club(CLUB))
        window.page.goto(f"{ADDRESS}licences.txt")  # so that the app closes its files
        stored, local = window.page.evaluate(STORED)
    for match, file in zip(matches, files, strict=True):
        match["score"] = score([str(python), "-m", "app"], tree, file)
    known = {"clubs": [{"path": CLUB, "matches": matches}], "localStorage": local}
    (folder / "known.json").write_text(
        json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
    with zipfile.ZipFile(folder / "storage.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in stored.items():
            if name.startswith(SLOTS):
                archive.writestr(name, base64.b64decode(content))


def play_on(window: Window, evening: dict[str, Any]) -> dict[str, Any]:
    """Play a match; returns what is known of it, with the answer that comes next."""
    match = play(window, CLUB, evening)
    if evening["next"]:
        match |= {"next": evening["next"], "after": window.line_at(match["path"])}
    return match


def brought(club: Path, before: int) -> list[dict[str, Any]]:
    """What is known of the matches of a file that came in after so many others."""
    with zipfile.ZipFile(club) as archive:
        entries = json.loads(archive.read("club.json"))["matches"]
        files = [json.loads(archive.read(entry["file"])) for entry in entries]
    return [
        {
            "name": f"{file['game']}, from a file",
            "path": f"{CLUB}/matches/{number}",
            "begun": {f"players.{seat}": name for seat, name in enumerate(file["players"])},
        }
        for number, file in enumerate(files, before + 1)
    ]


if __name__ == "__main__":
    main(*(Path(word) for word in sys.argv[1:5]))
