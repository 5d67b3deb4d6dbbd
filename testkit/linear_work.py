"""Everything that is done with what anybody can send, with the worst of it, by its size.

`tests/test_linear.py` does each at the largest size that is let in, in a process that it stops
where one takes too long; `make bench ARGS=doubling` does each at half of that as well.
"""

import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask

import app
from app import matchfile
from app.games import GAMES
from app.matchfile import BrokenClubFile, DeckEntry
from app.matchfile.club_contents import MOST_DECKS, parse_contents
from app.scoring import Line, Match
from app.scoring.game import name_key, normalise_name
from app.scoring.match.log import MAX_DEALS
from app.server import trusted_hosts
from app.server.run import open_app
from app.server.wsgi import proxies, request_log
from app.server.wsgi.wsgi_server import LARGEST_HEAD
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.web.club_file.reader import check_decks
from app.web.core.http import LARGEST_POST
from app.web.core.services import services
from app.web.match_file.files import LINE_END
from app.web.match_file.sync import LARGEST_LOG
from app.worker import run_inline
from testkit.whole_matches import save, whist

OUR_OWN = {
    "app.web.core.page.assets.NEW_LENGTH": "our stylesheets",
    "app.matchfile.spreadsheet.FORMULA": "names of 200 letters, and words of ours",
    "app.paper.booklets.DIAGRAM": "our rules pages",
    "app.paper.booklets.FIGURE": "our rules pages",
    "app.paper.booklets.LINK": "our rules pages",
    "app.paper.booklets.PERMALINK": "our rules pages",
    "app.paper.booklets.SUIT": "our rules pages",
    "app.web.core.page.scripts.COMMENT": "our scripts",
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
        *('match=["a"]&', "match=[&", 'match=["a","b"]&name.0=a&'),
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


Act = Callable[[], object]


@dataclass(frozen=True)
class Work:
    """What is done with something of a size, `largest` of which is let in; `prepare` makes that,
    and returns what to do with it."""

    name: str
    largest: int
    prepare: Callable[[int], Act]


@contextmanager
def all_work(folder: Path) -> Iterator[list[Work]]:
    """All pieces of work; a server's app on a new database in `folder` is part of them."""
    with closing(services(served := serve(folder)).main_connection):
        yield [
            *expressions_at_work(),
            *texts(),
            *files(),
            *club_files(),
            *matches(),
            *requests(served),
        ]


def serve(folder: Path) -> Flask:
    """The app of a server behind a proxy; it reads files in this process."""
    served = open_app(engine_for(folder / "linear.sqlite3"))
    trusted_hosts.init_app(served)
    request_log.init_app(served)
    proxies.init_app(served, 1)
    served.config["OPEN"] = True
    with closing(engine_for(folder / "linear.sqlite3").connect()) as db:
        save(db, Match(GAMES["italian_whist"], ["A", "B", "C"], map(Line, whist(1))))
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

    def search(expression: re.Pattern[str], run: str, length: int) -> Act:
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

    def read(do: Callable[[str], object], run: str, length: int) -> Act:
        return partial(do, many(run, length))

    def log(path: str) -> str:
        return request_log.format_request({"PATH_INFO": path}, "404", 0)

    def one_line(text: str) -> str:
        return LINE_END.sub(" ", "{" + text + "}")

    accents = "\u0315\u0300"
    for what, largest, do, runs in (
        ("a name of accents", LARGEST_POST // 2, normalise_name, (accents,)),
        ("the key of a name of accents", LARGEST_POST // 2, name_key, (accents,)),
        ("the line ends of a file", LARGEST_POST, one_line, (" ", "\n", "\t \r")),
        ("a path in the log", LARGEST_HEAD, log, ("/", "/k", "%41")),
    ):
        for run in runs:
            yield Work(f"{what} {run!r}", largest, partial(read, do, run))
    yield Work(
        "the names of many players",
        LARGEST_POST,
        lambda n: partial(GAMES["trex"].seating_problems, [f"{name:x}" for name in range(n // 4)]),
    )


def files() -> Iterator[Work]:
    """Match files: what is no JSON, and JSON that is no match."""

    def read(begin: str, run: str, length: int) -> Act:
        text = begin + many(run, length - len(begin) * 4)
        return partial(matchfile.import_match, text.encode()[:length])

    lines = (
        '{"format":"tricktally/1","game":"trex","players":["A","B","C","D"],'
        '"log":{"players":["A","B","C","D"],"lines":'
    )
    for begin in ("", '{"game":"trex","deals":', '{"game":"trex","players":', lines):
        for run in FILES:
            name = f"a match file {begin + run!r}"
            yield Work(name, LARGEST_LOG, partial(read, begin, run))


def club_files() -> Iterator[Work]:
    """What lies beside the matches in the file of a club: decks, and a `club.json` of anything."""
    card = {"symbols": ["a"] * 20, "large": ["a"] * 20}
    kinds: Mapping[str, dict[str, Any]] = {
        "no card": {},
        "a card": {"1": card},
        "odd cards": {str(n): card for n in range(40)},
    }
    for name, faces in kinds.items():
        decks = [DeckEntry(name, faces)] * MOST_DECKS
        work = partial(lambda decks, n: partial(check_decks, decks[:n]), decks)
        yield Work(f"decks of {name} in the file of a club", MOST_DECKS, work)

    def read(begin: str, run: str, length: int) -> Act:
        content = f"{begin}{many(run, length).rpartition(run)[0]}{run[:-1]}]}}".encode()

        def parse() -> None:
            with suppress(BrokenClubFile):
                parse_contents(content)

        return parse

    for key, row in (
        ("decks", '{"name":"a","faces":{}},'),
        ("evenings", '{"evening":1,"day":"2026-05-03"},'),
        ("matches", '{"file":"a"},'),
        ("people", '{"name":"a"},'),
    ):
        begin = f'{{"format":"tricktally-club/1","{key}":['
        yield Work(f"{key} of a club", LARGEST_POST, partial(read, begin, row))


def matches() -> Iterator[Work]:
    """What is made of a match, by its deals, and its file as it is read."""

    def as_text(match: Match) -> str:
        return matchfile.as_text(matchfile.as_file(match))

    def deals_of(match: Match) -> list[str]:
        fixed = matchfile.COLUMNS_OF_DEALS
        rows = matchfile.rows_of_deals(match)
        columns, lines = matchfile.csv_lines_with_more(fixed, rows, ",")
        return [*matchfile.with_all_columns(lines.splitlines(), columns, len(fixed), ",")]

    def replay(match: Match) -> object:
        return Match(match.game, match.players, match.log).standing

    def played(deals: int) -> Match:
        return Match(GAMES["italian_whist"], ["A", "B", "C"], map(Line, whist(deals)))

    def read(deals: int) -> Act:
        return partial(matchfile.import_match, as_text(played(deals)).encode())

    def read_log(deals: int) -> Act:
        file = matchfile.as_log_file(played(deals), {})
        return partial(matchfile.import_match, json.dumps(file).encode())

    yield Work("a match file of many deals", MAX_DEALS, read)
    yield Work("a log of many deals alone", MAX_DEALS, read_log)
    for what, make in (
        ("a match is replayed", replay),
        ("the spreadsheet of a match", matchfile.as_csv),
        ("a match on the spreadsheet of all deals", deals_of),
        ("the file of a match", as_text),
    ):
        yield Work(what, MAX_DEALS, lambda n, make=make: partial(make, played(n)))


def requests(served: Flask) -> Iterator[Work]:
    """Requests whose address, header or body is as large as can be."""

    def ask(path: str, about: Callable[[str], dict[str, Any]], run: str, length: int) -> Act:
        sent = about(many(run, length))
        return lambda: served.test_client(use_cookies=False).open(path, **sent)

    def open_address(run: str, length: int) -> Act:
        address = f"/k/a.{many(run, length)}"
        return lambda: served.test_client(use_cookies=False).get(address)

    def posted(kind: str, text: str) -> dict[str, Any]:
        return {"method": "POST", "content_type": kind, "data": text.encode()}

    for name, runs in HEADERS.items():
        in_header = partial(lambda name, text: {"headers": {name: text}}, name)
        for run in runs:
            work = partial(ask, "/rules/trex", in_header, run)
            yield Work(f"{name}: {run!r}", LARGEST_HEAD, work)
    for path in ("/rules/search", f"/c/{HOME}/matches/earlier", f"/c/{HOME}/matches/new"):
        for run in QUERIES:
            work = partial(ask, path, lambda text: {"query_string": text}, run)
            yield Work(f"{path}?{run}", LARGEST_HEAD, work)
    for run in (".", ")", "A", "/K", "%41", "\u200b"):
        yield Work(f"an address of {run!r}", LARGEST_HEAD, partial(open_address, run))
    forms = (
        f"/c/{HOME}/matches",
        f"/c/{HOME}/matches/import",
        f"/c/{HOME}/matches/who",
        f"/c/{HOME}/matches/compare",
        f"/c/{HOME}/decks",
        "/code",
    )
    largest = dict.fromkeys(forms, LARGEST_POST) | {f"/c/{HOME}/matches/1/sync": LARGEST_LOG}
    for kind, runs in FORMS.items():
        in_form = partial(posted, kind)
        for path, size in largest.items():
            for run in runs:
                work = partial(ask, path, in_form, run)
                yield Work(f"a form to {path}: {run!r}", size, work)
