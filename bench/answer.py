"""The way of one answer through the app: how many calls, in how many files, and how often it is
checked. A count and no time, so that it says the same on every machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from app import store
from app.paths import PROJECT
from app.scoring.prompts import Count
from app.server.run import open_app
from app.web.core.services import services
from bench.measures import Row, Size
from tests.web.phone import HTMX, Phone
from tests.web.table import Table, new_match

MAX_CALLS = 800
MAX_FILES = 34
MAX_CHECKS = 1
PAGES = ("", "/sheet", "/log", "/deals/1", "/more")
TRUMP = "hearts"
TRICKS = [7, 3, 3]


class Trace:
    """The calls of functions defined in `app/` while something is done."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()

    def of(self, act: Callable[[], Any]) -> Any:
        """What `act` returns; its calls are counted."""
        sys.setprofile(self._see)
        try:
            return act()
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        path = code.co_filename
        if event == "call" and path.startswith(APP):
            self.calls[path.removeprefix(APP), code.co_qualname] += 1

    @property
    def files(self) -> set[str]:
        """The files in which these functions are defined."""
        return {path for path, _function in self.calls}

    def times(self, function: Callable[..., Any]) -> int:
        """How often one of them was called."""
        return sum(
            count for (_path, name), count in self.calls.items() if name == function.__qualname__
        )


APP = f"{PROJECT / 'app'}/"


def answer(folder: Path, _size: Size) -> Iterator[Row]:
    """Tribello's tricks, the second answer of a match that is warm, and the pages beside it."""
    app = open_app(store.engine_for(folder / "answer.sqlite3"))
    with closing(services(app).main_connection):
        phone = Phone(app)
        # Once to warm what is read or compiled at its first use, and once to count.
        walk(phone)
        preview, saved, pages = walk(phone)
        yield from rows("one saved answer", saved, MAX_CALLS, MAX_FILES)
        checks = saved.times(Count.shape_problems)
        yield Row("  checks of it", str(checks), str(MAX_CHECKS), checks > MAX_CHECKS)
        yield from rows("its preview", preview)
        for name, trace in pages.items():
            yield from rows(f"the page /matches/1{name}", trace)


def walk(phone: Phone) -> tuple[Trace, Trace, dict[str, Trace]]:
    """The preview of an answer, that it is saved, and the pages of its match by their address."""
    table = begin(phone)
    form = {**table.prompt.fill(TRICKS), "after": str(table.last_line)}
    send = partial(phone.send, fields=form, headers=HTMX)
    preview = traced(partial(send, f"{table.path}/preview"))
    saved = traced(partial(send, f"{table.path}/entries"))
    pages = {name: traced(partial(phone.open, f"{table.path}{name}")) for name in PAGES}
    return preview, saved, pages


def rows(what: str, trace: Trace, most_calls: int = 0, most_files: int = 0) -> Iterator[Row]:
    """What a request took, beside what it may take."""
    calls, files = trace.calls.total(), len(trace.files)
    yield Row(
        what,
        f"{calls} calls of {len(trace.calls)} functions in {files} files",
        f"{most_calls}, {most_files}" if most_calls else "",
        bool(most_calls) and (calls > most_calls or files > most_files),
    )


def traced(ask: Callable[[], Any]) -> Trace:
    """The calls of a request that is answered well."""
    trace = Trace()
    page = trace.of(ask)
    assert page.status == 200, page.text
    return trace


def begin(phone: Phone) -> Table:
    """A match of Tribello whose first deal waits for its tricks."""
    page = phone.send("/matches", new_match("tribello", 3))
    table = Table(phone, int(str(page.goes_to).rpartition("/")[2]))
    page = phone.send(
        f"{table.path}/entries",
        {"after": str(table.last_line), "trump": TRUMP},
        headers=HTMX,
    )
    assert page.status == 200, page.text
    return table
