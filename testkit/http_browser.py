"""Something that asks a server as a browser with htmx does, on one connection that stays open."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html import unescape
from http.client import HTTPConnection, HTTPMessage
from typing import Self
from urllib.parse import urldefrag, urlencode, urljoin

from app.store.clubs.clubs import HOME
from testkit.home_urls import at_home
from testkit.whole_matches import WholeMatch

# Browsers take Brotli over HTTPS and from their own machine, and only gzip from a phone's http://.
BROTLI = "gzip, deflate, br"
GZIP = "gzip, deflate"
PLAIN = "identity"  # to be read


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

    def begin(self, match: WholeMatch, club: str = HOME) -> str:
        """Begin the match. Returns its address."""
        return self.ask("POST", f"/c/{club}/matches", match.first_form).headers["Location"]

    def enter(self, match: str, line: int, form: Mapping[str, str]) -> Answer:
        """Answer the question of the match at this address that follows `line`."""
        return self.ask("POST", f"{match}/entries", {"after": str(line), **form}, part=True)

    def answers(self, match: WholeMatch, address: str = "") -> Iterator[Callable[[], Answer]]:
        """What gives each answer of the match, which is begun if it has no address yet."""
        address = address or self.begin(match)
        for line, form in enumerate(match.forms, start=1):
            yield partial(self.enter, address, line, form)

    def play(self, match: WholeMatch) -> str:
        """Play the match from its beginning to its end. Returns its address."""
        address = self.begin(match)
        for answer in self.answers(match, address):
            answer()
        return address


FILES = re.compile(r'<(?:link|script|img|use)\b[^>]*?\s(?:href|src)="([^"]+)"')
"""Stylesheets and icons, scripts, images, and the files that symbols are taken from."""
FILES_OF_STYLE = re.compile(r'url\(["\']?([^)"\']+)')


def files_needed(browser: Browser, path: str) -> dict[str, int]:
    """The page at `path` and every file it shows, each by its address with its bytes."""
    sizes: dict[str, int] = {}
    waiting = [path]
    with Browser(browser.connection.port, PLAIN) as reader:
        while waiting:
            address = urldefrag(waiting.pop(0)).url
            if address in sizes or address.startswith("data:"):
                continue
            answer = browser.ask("GET", address)
            sizes[address] = answer.wire
            kind = answer.headers["Content-Type"]
            links = FILES if address == path else FILES_OF_STYLE if "css" in kind else None
            if links:
                found = links.findall(reader.ask("GET", address).body.decode())
                waiting += [urljoin(address, unescape(each)) for each in found]
    return sizes
