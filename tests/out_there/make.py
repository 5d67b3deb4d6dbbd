"""Add what one version of the program leaves with people: its database, links, cookies and files.

    python tests/out_there/make.py TREE PYTHON FOLDER [postgresql://…]

`TREE` is a checkout of that version and `PYTHON` runs it. The evenings of `evenings.json` are
played through its own pages and commands. Nothing of this tree is imported.
"""

import gzip
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from socket import create_connection
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, build_opener

PORT = 18765
HERE = Path(__file__).parent
LINK = re.compile(r'https?://[^\s"<]+/k/[^\s"<]+')
AFTER = re.compile(r'name="after" value="(\d+)"')


class StayHere(HTTPRedirectHandler):
    def redirect_request(self, *_about: Any) -> None:
        """Where a page leads to is looked at, and not opened."""


class Phone:
    """Opens pages of a server, and keeps its cookies as a browser does."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self.browser = build_opener(HTTPCookieProcessor(self.cookies), StayHere)

    def ask(self, path: str, fields: dict[str, str] | None = None) -> tuple[Any, str]:
        """What a page answers, or a form that is sent; its status and headers, and its text."""
        data = None if fields is None else urlencode(fields).encode()
        try:
            response = self.browser.open(f"http://127.0.0.1:{PORT}{path}", data, timeout=30)
        except HTTPError as error:
            response = error
        return response, response.read().decode()

    def open(self, path: str) -> str:
        response, text = self.ask(path)
        if response.status != 200:
            raise RuntimeError(f"{path}: {response.status}")
        return text

    def line_at(self, place: str) -> str:
        """The line that forms on the page of a match are made for."""
        found = AFTER.search(self.open(place))
        return found[1] if found else ""

    def follow(self, link: str) -> str:
        """Open a link. Returns the address that it leads to."""
        response, _text = self.ask(urlsplit(link).path)
        return urlsplit(response.headers["Location"]).path.rstrip("/")

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Send a form that is taken. Returns the address that it leads to."""
        response, text = self.ask(path, fields)
        if response.status not in (302, 303):
            words = " ".join(re.sub(r"<[^>]*>", " ", text).split())
            raise RuntimeError(f"{path} {fields}: {response.status} {words[:300]}")
        return urlsplit(response.headers["Location"]).path

    def jar(self) -> list[dict[str, str | None]]:
        """The cookies, as they are written down."""
        return [{"name": it.name, "path": it.path, "value": it.value} for it in self.cookies]


def play(phone: Phone, club: str, evening: dict[str, Any]) -> dict[str, Any]:
    """Play a match; returns what is known of it."""
    begin = evening["begin"]
    place = phone.send(f"{club}/matches", begin)
    known: dict[str, Any] = {"name": evening["name"], "path": place, "begun": begin}
    for number, (path, fields) in enumerate(evening["sends"]):
        form = fields | {"after": phone.line_at(place)}
        if path == "/entries":
            form["once"] = f"0b5e57ed-{number:024x}"
        phone.send(place + path, form)
        known["sent_last"] = {"path": place + path, "fields": form}
        time.sleep(0.003)  # each line at a moment of its own
    return known


def find_out(phone: Phone, known: dict[str, Any], evening: dict[str, Any]) -> str | None:
    """Add what can be seen of a match. Returns its file, None if it was deleted."""
    place = known["path"]
    if known["sent_last"]["path"].endswith("/delete"):
        known["is_deleted"] = True
        return None
    if evening["next"]:
        known["next"] = evening["next"]
        known["after"] = phone.line_at(place)
    known["watch"] = LINK.findall(phone.open(f"{place}/invite"))[0]
    watcher = Phone()
    watcher.follow(known["watch"])
    known["cookies"] = watcher.jar()
    return phone.open(f"{place}/match.json")


def main(tree: Path, python: Path, folder: Path, address: str = "") -> None:
    """Play all evenings with the program of a tree, and write down what it leaves."""
    folder.mkdir(parents=True)
    book = folder / "book.sqlite3"
    program = [str(python), "-m", "app"]
    database = ["--database", address or str(book.resolve())]
    if address:
        database += ["--key-file", str(folder.resolve() / "book.key")]
    serve = [*program, "serve", "--public", "--host", "127.0.0.1", "--port", str(PORT), *database]
    files: dict[str, str] = {}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(serve, cwd=tree, stdout=log, stderr=log)
        try:
            wait()
            links = LINK.findall(run([*program, "link", *database], tree))
            clubs = play_in_clubs(links[0], files)
        finally:
            server.terminate()
            server.wait()
    for match in [match for club in clubs for match in club["matches"] if "file" in match]:
        match["score"] = score(program, tree, files[match["file"]])
    (folder / "known.json").write_text(
        json.dumps({"clubs": clubs}, ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
    with zipfile.ZipFile(folder / "files.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    (folder / "log").unlink()
    if not address:
        pack(book)


def run(words: list[str], tree: Path) -> str:
    """What a command prints."""
    return subprocess.run(words, cwd=tree, capture_output=True, text=True, check=True).stdout


def play_in_clubs(link: str, files: dict[str, str]) -> list[dict[str, Any]]:
    """Play everything in the first club, and a little in one that a stranger founds. The files of
    matches are added to `files`."""
    asked = json.loads((HERE / "evenings.json").read_text("utf-8"))
    # Only the first version could pause a match.
    evenings = [evening for evening in asked["evenings"] if "pauses" not in evening["name"]]
    phone, stranger = Phone(), Phone()
    path = phone.follow(link)
    first = {"path": path, "link": link, "cookies": phone.jar()}
    phone.send(f"{path}/decks", asked["deck"])
    first["matches"] = play_all(phone, path, evenings, files)
    path = stranger.send("/clubs", {"name": "Zoë’s friends"}).rstrip("/")
    links = LINK.findall(stranger.open(f"{path}/invite"))
    second = {"path": path, "link": links[0], "cookies": stranger.jar()}
    second["matches"] = play_all(stranger, path, [evenings[7], evenings[11]], files)
    return [first, second]


def play_all(
    phone: Phone, club: str, evenings: list[dict[str, Any]], files: dict[str, str]
) -> list[dict[str, Any]]:
    """Play evenings in a club. Returns what is known of them."""
    matches = []
    for evening in evenings:
        match = play(phone, club, evening)
        matches.append(match)
        if text := find_out(phone, match, evening):
            match["file"] = f"{len(files) + 1:02}.json"
            files[match["file"]] = text
    return matches


def score(program: list[str], tree: Path, content: str) -> dict[str, Any]:
    """How that version scores a file."""
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(content)
        file.flush()
        told: dict[str, Any] = json.loads(run([*program, "score", file.name], tree))
    told.pop("file", None)
    return told


def pack(book: Path) -> None:
    """Pack a database with its log folded in, and call its key as nobody calls his own."""
    with closing(sqlite3.connect(book)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    book.with_name("book.sqlite3.gz").write_bytes(gzip.compress(book.read_bytes(), mtime=0))
    for path in book.parent.glob("book.sqlite3*"):
        if path.name == "book.sqlite3.key":
            path.rename(path.with_name("book.key"))
        elif path.is_dir():
            shutil.rmtree(path)
        elif path.suffix != ".gz":
            path.unlink()


def wait() -> None:
    """Wait until the server answers."""
    for _attempt in range(600):
        try:
            create_connection(("127.0.0.1", PORT), timeout=5).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main(*(Path(word) for word in sys.argv[1:4]), *sys.argv[4:])
