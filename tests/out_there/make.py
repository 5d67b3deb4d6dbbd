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
from contextlib import closing, suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from io import BytesIO
from pathlib import Path
from socket import create_connection
from tempfile import NamedTemporaryFile
from threading import Timer
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

PORT = 18765
TIMES, SOON_AFTER = 12, 0.15
"""So often a club has each match, so that after so many seconds the server has written some of
them and not all; on a busy machine later. Look whether any are there."""
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
        response = self.request(path, None if fields is None else urlencode(fields).encode())
        return response, response.read().decode()

    def request(self, path: str, data: bytes | None = None, **headers: str) -> Any:
        """The response to a request, also one that is refused."""
        asked = Request(f"http://127.0.0.1:{PORT}{path}", data, headers)
        try:
            return self.browser.open(asked, timeout=30)
        except HTTPError as error:
            return error

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

    def save_club(self, club: str) -> bytes:
        """The file of a club."""
        self.send(f"{club}/whole/out", {})
        self.wait_for(f"{club}/whole/out")
        content: bytes = self.request(f"{club}/whole/out/file").read()
        return content

    def open_club(self, club: str, content: bytes) -> str:
        """Open the file of a club. Returns the address of the form that takes it."""
        head = 'Content-Disposition: form-data; name="file"; filename="club.zip"'
        part = f"--part\r\n{head}\r\n\r\n".encode() + content + b"\r\n--part--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=part"}
        response = self.request(f"{club}/whole/in", part, **kind)
        path = urlsplit(response.headers["Location"]).path
        self.wait_for(path)
        return path

    def wait_for(self, path: str) -> None:
        """Ask for the page of a job, which does the next part of it each time, until it is done or
        has a question."""
        response, text = self.ask(path)
        while response.status == 200 and 'http-equiv="refresh"' in text:
            time.sleep(0.1)
            response, text = self.ask(path)

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
    asked = json.loads((HERE / "evenings.json").read_text("utf-8"))
    known: dict[str, Any] = {}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(serve, cwd=tree, stdout=log, stderr=log)
        try:
            wait()
            links = LINK.findall(run([*program, "link", *database], tree))
            phones, known["clubs"] = play_in_clubs(links[0], asked, files)
            zips = [
                phone.save_club(club["path"])
                for phone, club in zip(phones, known["clubs"], strict=True)
            ]
            known["imported"] = bring_clubs(zips, asked["imported"])
            break_off(phones[1], known["clubs"][1]["path"], zips[0], server)
        finally:
            server.terminate()
            server.wait()
    for match in [match for club in known["clubs"] for match in club["matches"] if "file" in match]:
        match["score"] = score(program, tree, files[match["file"]])
    (folder / "known.json").write_text(
        json.dumps(known, ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
    for number, content in enumerate(zips, 1):
        (folder / f"club-{number}.zip").write_bytes(content)
    with zipfile.ZipFile(folder / "files.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    (folder / "log").unlink()
    if not address:
        pack(book)


def run(words: list[str], tree: Path) -> str:
    """What a command prints."""
    return subprocess.run(words, cwd=tree, capture_output=True, text=True, check=True).stdout


def play_in_clubs(
    link: str, asked: dict[str, Any], files: dict[str, str]
) -> tuple[list[Phone], list[dict[str, Any]]]:
    """Play everything in the first club, and a little in one that a stranger founds. The files of
    matches are added to `files`. Returns the phone and what is known of each club."""
    # Only the first version could pause a match.
    evenings = [evening for evening in asked["evenings"] if "pauses" not in evening["name"]]
    phone, stranger = Phone(), Phone()
    path = phone.follow(link)
    first = {"path": path, "link": link, "cookies": phone.jar()}
    phone.send(f"{path}/decks", asked["deck"])
    first["matches"] = play_all(phone, path, evenings, files)
    second = found_club(stranger, "Zoë’s friends")
    second["matches"] = play_all(stranger, second["path"], [evenings[7], evenings[11]], files)
    return [phone, stranger], [first, second]


def found_club(phone: Phone, name: str) -> dict[str, Any]:
    """Found a club. Returns what is known of it."""
    path = phone.send("/clubs", {"name": name}).rstrip("/")
    links = LINK.findall(phone.open(f"{path}/invite"))
    return {"path": path, "link": links[0], "cookies": phone.jar()}


def bring_clubs(zips: list[bytes], forms: list[tuple[str, dict[str, str]]]) -> dict[str, Any]:
    """Found a club into which the files of others come, and send forms there, about people and
    evenings. Its own file is added to `zips`. Returns what is known of it."""
    phone = Phone()
    known = found_club(phone, "Zoë’s family")
    for content in zips:
        place = phone.open_club(known["path"], content)
        phone.send(place, {})
        phone.wait_for(place)
    for path, fields in forms:
        phone.send(known["path"] + path, fields)
    zips.append(phone.save_club(known["path"]))
    return known


def break_off(phone: Phone, club: str, content: bytes, server: subprocess.Popen[bytes]) -> None:
    """Kill the server while matches of a club come in: some of them are left, hidden."""
    place = phone.open_club(club, many_times(content))
    phone.send(place, {})
    Timer(SOON_AFTER, server.kill).start()
    with suppress(OSError, HTTPException):
        phone.wait_for(place)
    server.wait()


def many_times(content: bytes) -> bytes:
    """The file of a club with each match many times, each time under another name."""
    packed = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as archive, zipfile.ZipFile(packed, "w") as copies:
        contents = json.loads(archive.read("club.json"))
        entries, contents["matches"] = contents["matches"], []
        for entry in entries:
            match = json.loads(archive.read(entry["file"]))
            for number in range(TIMES):
                name = f"matches/{number}-{Path(entry['file']).name}"
                contents["matches"].append(entry | {"file": name})
                copies.writestr(name, json.dumps(match | {"id": str(uuid4())}))
        copies.writestr("club.json", json.dumps(contents))
    return packed.getvalue()


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
