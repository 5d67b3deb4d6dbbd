"""Everything that is done with what anybody can send, with the worst of it, by its size.

`tests/test_linear.py` does each at the largest size that is let in, in a process that it stops
where one takes too long; `bench/doubling.py` does each at half of that as well.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask

import app
from app import matchfile, store
from app.games import GAMES
from app.scoring import Event, Line, Match
from app.scoring.game import name_key, normalise_name
from app.scoring.match.log import MAX_DEALS
from app.server import proxies, request_log, trusted_hosts
from app.server.run import open_app
from app.server.wsgi_server import LARGEST_HEAD
from app.store import HOME
from app.web.core.http import LARGEST_POST
from app.web.core.services import services
from app.web.match.files import FORM_BYTES, LINE_END
from app.worker import run_inline

OUR_OWN = {
    "app.matchfile.spreadsheet.FORMULA": "names of 200 letters, and words of ours",
    "app.paper.booklets.DIAGRAM": "our rules pages",
    "app.paper.booklets.FIGURE": "our rules pages",
    "app.paper.booklets.LINK": "our rules pages",
    "app.paper.booklets.PERMALINK": "our rules pages",
    "app.paper.booklets.SUIT": "our rules pages",
    "app.web.core.scripts.COMMENT": "our scripts",
    "app.web.rules.html.FIRST_CELL": "our rules pages",
    "app.web.rules.html.TAG": "our rules pages",
}
"""Expressions that may take longer, and what short or own text is all that they meet."""
RUNS = (
    *(" ", "\n", "\t", "\r", " \n", "/", "//a", "/k", "./", "a", "a.", "a-", "a:", "1", "1a", "-"),
    *("--a:", "- **a", "[", "[a", ":", "_", "♠", "A♠", "=", "\\", '"', '"x', "·", " · ", ",", "&"),
    *("<", "<a ", '<a href="', "<td>", "<tr> <td>", "<div ", "<figure", "<title>", "<!--house "),
    *("{{", "{{ +", "var(--a,", "/*", "// ", 'd="', "(#"),
)
"""Beginnings of what the expressions look for. Many of one in a row is the worst for them."""
LENGTH = 100_000
"""Letters of each run: what is linear reads one in milliseconds, and a square takes minutes."""
HEADERS: Mapping[str, tuple[str, ...]] = {
    "Cookie": ("a=1; ", 'a="', "=;", "tricktally-home=1; ", '"\\'),
    "Accept": ("a/b;q=0.1,", "a/*,", ";"),
    "Accept-Language": ("a;q=0.1,", "de-", ",", "*,"),
    "Accept-Encoding": ("br;q=0.1,", "gzip,"),
    "If-None-Match": ('"a",', 'W/"', "a "),
    "If-Modified-Since": ("1 ", "Jan "),
    "Range": ("0-1,", "bytes="),
    "Host": ("a.", "1.", ":", "["),
    "Origin": ("http://", "a."),
    "Referer": ("http://a/", "/.."),
    "Sec-Fetch-Site": ("a",),
    "User-Agent": ("a/1 (", "("),
    "X-Forwarded-For": ("1.1.1.1,", "::", "a,"),
    "X-Forwarded-Host": ("a.", "a,"),
    "Cache-Control": ("a=1,", 'a="'),
}
"""What is read of a request, by name, with what is the worst to read many times."""
QUERIES = ("a=1&", "&", "%", "%41", "+", "=", "a=%F0%9F%98%80&", "q=a%20", "é", "from=1&")
FORMS = {
    "application/x-www-form-urlencoded": (
        *(*QUERIES, "players.0=a&", "text=a&", "once=a&", "a=%FF&"),
    ),
    "multipart/form-data; boundary=x": (
        *("--x\r\n", "\r\n--", "\r\n", "--x\r\n\r\n", "\r\n--x-", "a:b\r\n", "\\", '"'),
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
    ),
}
"""By the kind of a form, what is the worst in it."""
FILES = (
    *("[", '{"a":', '"', '"a",', "1", "-", " ", "\\u0041", "é", "[[],", "{}", "\n", "\t \r"),
    *('[{"a":1},', "1e9", "0.1", "nul", "/*", '"\\'),
)
HANDS = ([6, 2, 1], [2, 1, 6], [1, 6, 2])


Ask = Callable[[], object]


@dataclass(frozen=True)
class Work:
    """What is done with something of a size, `largest` of which is let in; `prepare` makes that,
    and returns what to do with it."""

    name: str
    largest: int
    prepare: Callable[[int], Ask]


@contextmanager
def all_work(folder: Path) -> Iterator[list[Work]]:
    """All pieces of work; a server's app on a new database in `folder` is part of them."""
    with closing(services(served := serve(folder)).main_connection):
        yield [*expressions_at_work(), *texts(), *files(), *matches(), *requests(served)]


def serve(folder: Path) -> Flask:
    """The app of a server behind a proxy; it reads files in this process."""
    served = open_app(store.engine_for(folder / "linear.sqlite3"))
    trusted_hosts.init_app(served)
    request_log.init_app(served)
    proxies.init_app(served, 1)
    served.config["OPEN"] = True
    services(served).executor = run_inline
    return served


def expressions() -> dict[str, re.Pattern[str]]:
    """Every regular expression of the app by the name of what it is called."""
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(app.__path__, "app.")
        if not module.name.endswith("__main__")
    ]
    return {
        f"{module.__name__}.{name}": value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
    }


def expressions_at_work() -> Iterator[Work]:
    """Every expression held against the worst runs."""

    def search(expression: re.Pattern[str], run: str, length: int) -> Ask:
        text = many(run, length) + "\0"

        def find_all() -> None:
            for _match in expression.finditer(text):
                pass
            expression.fullmatch(text)

        return find_all

    for name, expression in sorted(expressions().items()):
        for run in () if name in OUR_OWN else RUNS:
            yield Work(f"{name} {run!r}", LENGTH, partial(search, expression, run))


def many(run: str, length: int) -> str:
    """So many letters of a run."""
    return (run * (length // len(run) + 1))[:length]


def texts() -> Iterator[Work]:
    """Names, paths and line ends by themselves, where requests have less room for them."""
    accents = "\u0315\u0300"
    for work, read in (("a name", normalise_name), ("the key of a name", name_key)):
        yield Work(
            f"{work} of accents",
            LARGEST_POST,
            lambda n, read=read: partial(read, many(accents, n // 2)),
        )
    for run in (" ", "\n", "\t \r"):
        yield Work(
            f"the line ends of a file {run!r}",
            LARGEST_POST,
            lambda n, run=run: partial(LINE_END.sub, " ", "{" + many(run, n) + "}"),
        )
    for run in ("/", "/k", "%41"):
        yield Work(
            f"a path in the log {run!r}",
            LARGEST_HEAD,
            lambda n, run=run: partial(
                request_log.format_request, {"PATH_INFO": many(run, n)}, "404", 0
            ),
        )
    yield Work(
        "the names of many players",
        LARGEST_POST,
        lambda n: partial(GAMES["trex"].seating_problems, [f"{name:x}" for name in range(n // 4)]),
    )


def files() -> Iterator[Work]:
    """Match files: what is no JSON, JSON that is no match, and matches of many lines."""
    whole = LARGEST_POST - FORM_BYTES
    for begin in ("", '{"game":"trex","deals":', '{"game":"trex","players":'):
        for run in FILES:
            yield Work(
                f"a match file {begin + run!r}",
                whole,
                lambda n, text=begin, run=run: partial(
                    matchfile.import_match, (text + many(run, n - len(text) * 4)).encode()[:n]
                ),
            )
    yield Work("a match file of many deals", MAX_DEALS, lambda n: file_of(whist(n)))


def matches() -> Iterator[Work]:
    """What is made of a match, by its deals."""
    for what, make in (
        ("a match is replayed", lambda match: Match(match.game, match.players, match.log).standing),
        ("the spreadsheet of a match", matchfile.as_csv),
        ("the file of a match", lambda match: matchfile.as_text(matchfile.as_file(match))),
    ):
        yield Work(what, MAX_DEALS, lambda n, make=make: partial(make, whist(n)))


def whist(deals: int) -> Match:
    """Italian Whist of so many deals."""
    log = [Event("entry", 0, "rules", {"upper": 99, "lower": -99})]
    for deal in range(1, deals):
        for at, key in enumerate(("first", "second")):
            log.append(Event("entry", deal, key, HANDS[(deal + at) % 3]))
    return Match(GAMES["italian_whist"], ["A", "B", "C"], list(map(Line, log)))


def file_of(match: Match) -> Ask:
    """Read the file of a match."""
    return partial(matchfile.import_match, matchfile.as_text(matchfile.as_file(match)).encode())


def requests(served: Flask) -> Iterator[Work]:
    """Requests whose address, header or body is as large as can be."""

    def ask(path: str, how: Callable[[str], dict[str, Any]], run: str, length: int) -> Ask:
        about = how(many(run, length))
        return lambda: served.test_client(use_cookies=False).open(path, **about)

    for header, runs in HEADERS.items():
        for run in runs:
            how = partial(in_header, header)
            yield Work(f"{header}: {run!r}", LARGEST_HEAD, partial(ask, "/rules/trex", how, run))
    for path in ("/rules/search", f"/c/{HOME}/matches/earlier", f"/c/{HOME}/matches/new"):
        for run in QUERIES:
            yield Work(f"{path}?{run}", LARGEST_HEAD, partial(ask, path, in_query, run))
    for kind, runs in FORMS.items():
        for path in (
            f"/c/{HOME}/matches",
            f"/c/{HOME}/matches/import",
            f"/c/{HOME}/decks",
            "/code",
        ):
            for run in runs:
                work = partial(ask, path, partial(in_form, kind), run)
                yield Work(f"a form to {path}: {run!r}", LARGEST_POST, work)


def in_header(name: str, content: str) -> dict[str, Any]:
    """A request with a header."""
    return {"headers": {name: content}}


def in_query(content: str) -> dict[str, Any]:
    """A request with a query."""
    return {"query_string": content}


def in_form(kind: str, content: str) -> dict[str, Any]:
    """A post of a form."""
    return {"method": "POST", "content_type": kind, "data": content.encode()}
