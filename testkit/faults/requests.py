"""Requests that nobody would think of: right ones of every route, with something wrong about them.

What is right is learnt from the pages that a member is shown: their links and their forms.
"""

import json
import random
import re
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote_to_bytes, urlencode

from flask import Flask
from werkzeug.routing import Rule

from app.games import GAMES
from app.store.clubs.clubs import HOME
from testkit.home_urls import at_home
from testkit.web.phone import Form, Page
from testkit.whole_matches import whole_match

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW")
ODD = (
    *("", "0", "1", "-1", "13", "2147483648", str(2**63), "9" * 400, "1e9", "NaN", "½", "９", "01"),
    *("true", "null", "[]", "{}", "[1,2]", "on", "yes", "misdeal", "deck", "symbols", "counts"),
    *("\x00", "\r\nX: y", "\u202e", "\ud800", "é", "𝟗", "{0}", "{{7*7}}", "%s", "%00", "../.."),
    *("<b>", "'", '"', "`", ";", "&", "=", "#", "?", "//", "a" * 3000, "KH", "S", "all", "void"),
)
HEADERS = {
    "HX-Request": ("true", "1", ""),
    "HX-History-Restore-Request": ("true",),
    "HX-Current-URL": ("http://localhost/c/home/matches/1", "//[", "x"),
    "Referer": ("http://localhost/c/home/", "http://evil.example/", "\\", "http://[::1"),
    "Origin": ("http://localhost", "http://evil.example", "null", "", "http://["),
    "Sec-Fetch-Site": ("same-origin", "cross-site", "none", "x"),
    "Host": ("localhost", "127.0.0.1:1", "evil.example", "a..b", "[::1", "x" * 300, "é"),
    "Accept": ("text/html", "application/json", "*/*;q=x", ","),
    "Accept-Encoding": ("br", "gzip", "identity;q=0, *;q=0", "br;q=x", ""),
    "Accept-Language": ("de", "ar-EG", "x-" * 200, "en-US;q=2", "*"),
    "If-None-Match": ("*", '"x"', "W/", ","),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "x", "Thu, 99 Jan 99999"),
    "Range": ("bytes=0-1", "bytes=-1", "bytes=9-1,1-", "lines=1"),
    "Cookie": ("tricktally=home", "tricktally=\x7f", "tricktally-home=x", "=;=;", "a" * 4000),
    "X-Forwarded-For": ("1.2.3.4", "x", "::", "a:b"),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https", "x"),
    "X-HTTP-Method-Override": ("DELETE",),
    "Content-Encoding": ("gzip",),
    "Expect": ("100-continue", "x"),
    "Transfer-Encoding": ("chunked", "x"),
}
KINDS = (
    *("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json"),
    *("multipart/form-data", "text/plain", "application/x-www-form-urlencoded; charset=utf-7", ""),
)
DELETES_A_CLUB = re.compile(rb"/+c/+[^/]+/+delete")
OF_A_MATCH = re.compile(r"/matches/(\d{1,9})(?=/|$)")
LINK = re.compile(r'(?:href|src|hx-get)="(/[^"#]{0,300})')


@dataclass
class Request:
    """What is sent; `path` and `query` are quoted as far as they will be."""

    method: str
    path: str
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def deletes_a_club(self) -> bool:
        """Whether it would leave nothing to ask for."""
        path = unquote_to_bytes(self.path)
        return self.method == "POST" and DELETES_A_CLUB.fullmatch(path) is not None

    def __str__(self) -> str:
        about = f" {self.headers}" if self.headers else ""
        body = f" {self.body[:2000]!r}" if self.body else ""
        return f"{self.method} {self.path}{'?' * bool(self.query)}{self.query}{about}{body}"


class Requests:
    """An endless supply, in which every route has its turn; `clubs` are those to ask for."""

    def __init__(self, app: Flask, rng: random.Random, clubs: list[str]) -> None:
        self.rng = rng
        self.clubs = clubs
        self.rules = []
        for rule in app.url_map.iter_rules():
            # What is printed takes as long as a hundred pages.
            is_dear = hasattr(app.view_functions[rule.endpoint], "renders_pdf")
            self.rules += [rule] * (1 if is_dear else 10)
        self.lines: dict[int, int] = {}
        """How many lines each match of the first club has now."""
        self.paths: deque[str] = deque(["/", "/c/home/"], maxlen=2_000)
        self.forms: defaultdict[str, deque[Form]] = defaultdict(lambda: deque(maxlen=30))
        """By where they go, whichever match it is."""
        self.files = [json.dumps(whole_match(game).file) for game in GAMES]
        self.words: deque[str] = deque([*GAMES, *ODD], maxlen=500)

    def learn(self, page: Page) -> None:
        """Remember where a page leads, and what can be sent from it."""
        links = LINK.findall(page.html.replace("&amp;", "&"))
        self.paths += links
        self.words += [self.rng.choice(re.split(r"[/?=&]", link)) for link in links[:5]]
        for form in page.forms:
            if form.method == "post":
                self.forms[re.sub(r"\d+", "n", form.action)].append(form)

    def next(self, match: int) -> Request:
        """The next request; if it is about a match, about this one more often than not."""
        request = self.of_a_form() if self.forms and self.chance(0.35) else self.of_a_route()
        if self.chance(0.7):
            request.path = OF_A_MATCH.sub(f"/matches/{match}", request.path)
        if self.chance(0.1):
            request.path = quoted(self.bent(request.path))
        if self.chance(0.1):
            request.method = self.rng.choice(METHODS)
        for name in self.rng.sample(sorted(HEADERS), self.rng.choice((0, 0, 0, 1, 2, 5))):
            request.headers[name] = self.rng.choice(HEADERS[name])
        return request

    # Of what is there

    def of_a_route(self) -> Request:
        """A request of some route, or of an address that some page has led to."""
        rule: Rule = self.rng.choice(self.rules)
        method = self.rng.choice(sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        # An address of something that is there, most of the time.
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: self.value_of(part[1]), rule.rule)
        request = Request(method, path)
        if method == "POST":
            self.put_into(request, self.fields())
            return request
        if self.chance(0.5):
            path = at_home(self.rng.choice(self.paths))
            request.path, _sign, request.query = path.partition("?")
        if self.chance(0.4):
            parts = [request.query, self.encoded(self.fields(4))]
            request.query = "&".join(filter(None, parts))
        return request

    def of_a_form(self) -> Request:
        """A form as it could be sent, more or less."""
        form = self.some_form()
        request = Request("POST", at_home(form.action).partition("?")[0])
        offered = defaultdict(list)
        for control in form.fields:
            offered[control.name].append(control.value)
        touched = [name for name in sorted(offered) if self.chance(0.4)]
        fields = [(name, self.rng.choice(offered[name])) for name in touched]
        self.put_into(request, self.mutated([*form.typed.items(), *fields]))
        return request

    def some_form(self) -> Form:
        """One of the forms that were seen, whichever page it was on."""
        return self.rng.choice(self.forms[self.rng.choice(list(self.forms))])

    def value_of(self, name: str) -> str:
        """What stands for a part of an address."""
        if self.chance(0.05):
            return quoted(self.rng.choice(ODD))
        match = self.rng.choice((1, 2, self.rng.randint(0, len(self.lines) + 1)))
        known = {
            "club": self.rng.choice([HOME, *self.clubs]),
            "match": str(match),
            "match_id": str(match),
            "number": str(self.rng.randint(0, 8)),
        }
        other = self.rng.choice((*GAMES, *self.rng.choices(self.words, k=5)))
        return known.get(name) or quoted(other)

    # Of what may come

    def fields(self, most: int = 12) -> list[tuple[str, str]]:
        """Fields of some forms that there are, and others."""
        seen = self.some_form().fields if self.forms else []
        pairs = [(control.name, control.value) for control in seen]
        pairs += [(self.rng.choice(self.words), self.rng.choice(self.words)) for _pair in range(3)]
        number = self.rng.randint(0, min(most, len(pairs)))
        return self.mutated(self.rng.sample(pairs, number))

    def mutated(self, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The fields, or nearly so."""
        for _time in range(self.rng.choice((0, 0, 1, 1, 2, 4))):
            if not fields:
                break
            place = self.rng.randrange(len(fields))
            name, value = fields[place]
            changed: list[list[tuple[str, str]]] = [
                [],
                [(name, value), (name, value)],
                [(name, self.bent(value))],
                [(name, self.rng.choice(self.words))],
                [(self.bent(name), value)],
                [(name, self.rng.choice(fields)[1])],
                [(name, str(self.rng.randint(-3, 14)))],
            ]
            fields[place : place + 1] = self.rng.choice(changed)
        return fields

    def put_into(self, request: Request, fields: list[tuple[str, str]]) -> None:
        """Send these fields, or something else in their place."""
        if (match := OF_A_MATCH.search(request.path)) and self.chance(0.7):
            # What was seen long ago would only come too late.
            fields = [pair for pair in fields if pair[0] != "after"]
            fields.append(("after", str(self.lines.get(int(match[1]), 1))))
        if request.path.endswith("/import") or self.chance(0.02):
            file, name = self.file(), self.rng.choice(("text", "file"))
            fields = [("keep", "1"), ("again", "1")][: self.rng.randint(0, 2)]
            self.send_parts(request, [*fields, (name, file)], name)
        elif self.chance(0.1):
            self.send_parts(request, fields)
        elif self.chance(0.05):
            request.headers["Content-Type"] = self.rng.choice(KINDS)
            request.body = self.rng.randbytes(self.rng.choice((0, 1, 20, 500, 70_000)))
        else:
            request.headers["Content-Type"] = KINDS[0]
            request.body = self.encoded(fields).encode("utf-8", "surrogatepass")

    def send_parts(self, request: Request, fields: list[tuple[str, str]], file: str = "") -> None:
        """Send fields as the parts of a message, one of them as a file."""
        request.headers["Content-Type"] = KINDS[1]
        for name, value in fields:
            named = "; filename=m.json" if name == file == "file" else ""
            head = f'--x\r\nContent-Disposition: form-data; name="{name}"{named}\r\n\r\n'
            request.body += f"{head}{value}\r\n".encode("utf-8", "surrogatepass")
        request.body += b"--x--\r\n"
        if self.chance(0.1):
            request.body = request.body[: self.rng.randint(0, len(request.body))]

    def file(self) -> str:
        """A match file, or nearly one."""
        text = self.rng.choice(self.files)
        if self.chance(0.2):
            return self.bent(text)
        file = json.loads(text)
        for _time in range(self.rng.choice((0, 1, 1, 3))):
            self.bend_within(file)
        return json.dumps(file)

    def bend_within(self, value: Any) -> None:
        """Change something, somewhere in what was a right match file."""
        while places := list(value if isinstance(value, dict) else range(len(value))):
            place = self.rng.choice(places)
            if not isinstance(value[place], dict | list) or self.chance(0.2):
                break
            value = value[place]
        else:
            return
        if self.chance(0.2):
            del value[place]
        else:
            odd = self.rng.choice((None, True, 10**30, 1.5, "", [], {}, [[]], {"": None}))
            word, number = self.rng.choice(self.words), self.rng.randint(-2, 14)
            value[place] = self.rng.choice((odd, word, number, number))

    def bent(self, text: str) -> str:
        """A text in which something was cut out, doubled, or put in."""
        begin, end = sorted(self.rng.randint(0, len(text)) for _end in range(2))
        end = min(end, begin + 20)
        letter = chr(self.rng.randrange(0x110000))
        part = self.rng.choice(("", text[begin:end] * 2, self.rng.choice(ODD), letter))
        return text[:begin] + part + text[end:]

    def encoded(self, fields: list[tuple[str, str]]) -> str:
        """Fields in one line."""
        line = urlencode(fields, errors="surrogatepass")
        return self.bent(line) if self.chance(0.03) and line.isascii() else line

    def chance(self, part: float) -> bool:
        """Whether it happens, in so many cases of one."""
        return self.rng.random() < part


def quoted(text: str) -> str:
    """A text as it stands in an address."""
    return quote(text, safe="/%:@!$&'()*+,;=~", errors="surrogatepass")
