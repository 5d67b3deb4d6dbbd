"""Something that asks a server as a browser with htmx does, on one connection that stays open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPMessage
from typing import Self
from urllib.parse import urldefrag, urlencode, urljoin

from bench.whole_matches import WholeMatch
from tests.home_urls import at_home

# Browsers take Brotli over HTTPS and from their own machine, and only gzip from a phone's http://.
BROTLI = "gzip, deflate, br"
GZIP = "gzip, deflate"


@dataclass(frozen=True)
class Answer:
    """What came back; `wire` counts its bytes as they were sent, the headers among them."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def wire(self) -> int:
        """The status line, the headers and the body, in bytes."""
        lines = sum(len(f"{name}: {value}\r\n") for name, value in self.headers.items())
        return len(f"HTTP/1.1 {self.status} OK\r\n\r\n") + lines + len(self.body)


class Broken(Exception):
    """The server said something else than it should."""


class Browser:
    """A browser at `port` of this machine."""

    def __init__(self, port: int, encodings: str = BROTLI) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self.origin = f"http://127.0.0.1:{port}"
        self.headers = {
            "User-Agent": "Mozilla/5.0 (Linux; Android 14; Mobile; rv:140.0) Gecko/140.0",
            "Accept": "*/*",
            "Accept-Language": "en-GB,en;q=0.7,de;q=0.3",
            "Accept-Encoding": encodings,
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.connection.close()

    def ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, *, part: bool = False
    ) -> Answer:
        """Send a request, with `part` as htmx does. Raises `Broken` if it is not taken."""
        path = at_home(path)
        headers = dict(self.headers)
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded;charset=UTF-8"
            headers["Origin"] = self.origin
        if part:
            headers |= {"HX-Request": "true", "HX-Current-URL": self.origin + path}
        body = None if form is None else urlencode(form).encode()
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        if answer.status >= 400:
            raise Broken(f"{method} {path} {form}: {answer.status}")
        return answer

    def begin(self, match: WholeMatch) -> str:
        """Begin the match. Returns its address."""
        return self.ask("POST", "/matches", match.first_form).headers["Location"]

    def enter(self, match: str, line: int, form: Mapping[str, str]) -> Answer:
        """Answer the question of the match at this address that follows `line`."""
        return self.ask("POST", f"{match}/entries", {"after": str(line), **form}, part=True)

    def play(self, match: WholeMatch) -> str:
        """Play the match from its beginning to its end. Returns its address."""
        address = self.begin(match)
        for line, form in enumerate(match.forms, start=1):
            self.enter(address, line, form)
        return address


# --- what a page needs --------------------------------------------------------------------------


class LinkedFiles(HTMLParser):
    """The addresses that a page makes a browser ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Stylesheets and icons, scripts, images, and the files that symbols are taken from."""
        given = dict(attributes)
        name = {"link": "href", "script": "src", "img": "src", "use": "href"}.get(tag)
        if name and (address := given.get(name)):
            self.found.append(address)


def files_needed(browser: Browser, path: str) -> dict[str, int]:
    """The page at `path` and every file it shows, each by its address with its bytes."""
    page = plain(browser, path)
    parser = LinkedFiles()
    parser.feed(page.body.decode())
    sizes = {path: browser.ask("GET", path).wire}
    waiting = [urljoin(path, address) for address in parser.found]
    while waiting:
        address = urldefrag(waiting.pop(0)).url
        if address in sizes or address.startswith("data:"):
            continue
        answer = browser.ask("GET", address)
        sizes[address] = answer.wire
        if "css" in answer.headers["Content-Type"]:
            style = plain(browser, address).body.decode()
            waiting += [
                urljoin(address, each) for each in re.findall(r'url\(["\']?([^)"\']+)', style)
            ]
    return sizes


def plain(browser: Browser, path: str) -> Answer:
    """The same page without compression, to read it."""
    with Browser(browser.connection.port, "identity") as reader:
        return reader.ask("GET", path)
