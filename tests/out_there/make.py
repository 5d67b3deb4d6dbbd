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
BESIDE_THE_LOG = ("/title", "/doubts", "/delete")
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

    def follow(self, link: str) -> str:
        """Open a link. Returns the address that it leads to."""
        response, _text = self.ask(urlsplit(link).path)
        return urlsplit(response.headers["Location"]).path.rstrip("/")

    def send(self, path: str, fields: dict[str, str]) -> str:
        """Send a form that is taken. Returns the address that it leads to."""
        response, text = self.ask(path, fields)
        if response.status not in (302, 303):
            words = " ".join(re.sub(r"<[^>]*>", " ", text).split())
            raise Refused(f"{path} {fields}: {response.status} {words[:300]}")
        return urlsplit(response.headers["Location"]).path

    def jar(self) -> list[dict[str, str | None]]:
        """The cookies, as they are written down."""
        return [{"name": it.name, "path": it.path, "value": it.value} for it in self.cookies]


class Refused(Exception):
    """A version that knows no such form yet, or not all that stands in it."""


def play(phone: Phone, club: str, evening: dict[str, Any]) -> dict[str, Any] | None:
    """Play a match; returns what is known of it, nothing where this version cannot play it."""
    begin = evening["begin"]
    try:
        place = phone.send(f"{club}/matches", begin)
    except Refused as refused:
        print("left out:", evening["name"], refused)
        return None
    known: dict[str, Any] = {"name": evening["name"], "path": place, "begun": begin}
    for number, (path, fields) in enumerate(evening["sends"]):
        form = fields | {"after": after_of(phone, place)}
        if path == "/entries":
            form["once"] = f"0b5e57ed-{number:024x}"
        try:
            phone.send(place + path, form)
        except Refused as refused:
            print("refused:", evening["name"], refused)
            if not path.startswith(BESIDE_THE_LOG):
                return None
        else:
            known["sent_last"] = {"path": place + path, "fields": form}
        time.sleep(0.003)  # each line at a moment of its own
    return known


def after_of(phone: Phone, place: str) -> str:
    """The line that forms on the page of a match are made for."""
    found = AFTER.search(phone.open(place))
    return found[1] if found else ""


def find_out(phone: Phone, known: dict[str, Any], evening: dict[str, Any]) -> str | None:
    """Add what can be seen of a match. Returns its file, None if it was deleted."""
    place = known["path"]
    if known["sent_last"]["path"].endswith("/delete"):
        known["is_deleted"] = True
        return None
    if evening["next"]:
        known["next"] = evening["next"]
        known["after"] = after_of(phone, place)
    response, text = phone.ask(f"{place}/invite")
    if response.status == 200:
        known["watch"] = LINK.findall(text)[0]
        watcher = Phone()
        watcher.follow(known["watch"])
        known["cookies"] = watcher.jar()
    response, text = phone.ask(f"{place}/match.json")
    # Versions before the seventh had no name for a file with names in Arabic.
    return text if response.status == 200 else None


def main(tree: Path, python: Path, folder: Path, address: str = "") -> None:
    """Play all evenings with the program of a tree, and write down what it leaves."""
    folder.mkdir(parents=True)
    book = folder / "book.sqlite3"
    program = [str(python), "-m", "app"]
    database = ["--database", address or str(book.resolve())]
    if address:
        database += ["--key-file", str(folder.resolve() / "book.key")]
    serve = [*program, "serve", "--host", "127.0.0.1", "--port", str(PORT), *database]
    if "--public" in run([*program, "serve", "--help"], tree):
        serve.append("--public")
    files: dict[str, str] = {}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(serve, cwd=tree, stdout=log, stderr=log)
        try:
            wait()
            links = LINK.findall(run([*program, "link", *database], tree))
            clubs = play_in_clubs(links[0] if links else None, files)
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
    """What a command prints; nothing of a command that is not there yet."""
    return subprocess.run(words, cwd=tree, capture_output=True, text=True, check=False).stdout


def play_in_clubs(link: str | None, files: dict[str, str]) -> list[dict[str, Any]]:
    """Play everything in the first club, and a little in one that a stranger founds: as far as
    there is such a thing. The files of matches are added to `files`."""
    asked = json.loads((HERE / "evenings.json").read_text("utf-8"))
    evenings = asked["evenings"]
    phone = Phone()
    first: dict[str, Any] = {"path": ""}
    if link:
        path = phone.follow(link)
        first = {"path": path, "link": link, "cookies": phone.jar()}
    phone.send(f"{first['path']}/decks", asked["deck"])
    first["matches"] = play_all(phone, first["path"], evenings, files)
    if link is None:
        return [first]
    stranger = Phone()
    path = stranger.send("/clubs", {"name": "Zoë’s friends"}).rstrip("/")
    links = LINK.findall(stranger.open(f"{path}/invite"))
    second = {"path": path, "link": links[0], "cookies": stranger.jar()}
    second["matches"] = play_all(stranger, path, [evenings[7], evenings[11]], files)
    return [first, second]


def play_all(
    phone: Phone, club: str, evenings: list[dict[str, Any]], files: dict[str, str]
) -> list[dict[str, Any]]:
    """Play evenings in a club. Returns what is known of those that could be played."""
    matches = []
    for evening in evenings:
        if match := play(phone, club, evening):
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
