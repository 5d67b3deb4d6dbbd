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
TRICKS = [7, 3, 3]
APP = f"{PROJECT / 'app'}/"

Calls = Counter[tuple[str, str]]
"""How often each function was called, by the file in which it is defined and its name."""


def answer(folder: Path, _size: Size) -> Iterator[Row]:
    """Tribello's tricks, the second answer of a match that is warm, and the pages beside it."""
    app = open_app(store.engine_for(folder / "answer.sqlite3"))
    with closing(services(app).main_connection):
        phone = Phone(app)
        # Once to warm what is read or compiled at its first use, and once to count.
        walk(phone)
        preview, saved, pages = walk(phone)
    is_over = saved.total() > MAX_CALLS or len(files_of(saved)) > MAX_FILES
    yield Row("one saved answer", in_words(saved), f"{MAX_CALLS}, {MAX_FILES}", is_over)
    check = Count.shape_problems.__qualname__
    checks = sum(number for (_file, name), number in saved.items() if name == check)
    yield Row("  checks of it", str(checks), str(MAX_CHECKS), checks > MAX_CHECKS)
    yield Row("its preview", in_words(preview))
    for name, calls in pages.items():
        yield Row(f"the page /matches/1{name}", in_words(calls))


def walk(phone: Phone) -> tuple[Calls, Calls, dict[str, Calls]]:
    """The preview of an answer, that it is saved, and the pages of its match by their address."""
    page = phone.send("/matches", new_match("tribello", 3))
    table = Table(phone, int(str(page.goes_to).rpartition("/")[2]))
    trump = {"after": str(table.last_line), "trump": "hearts"}
    calls_of(partial(phone.send, f"{table.path}/entries", trump, headers=HTMX))
    form = {**table.prompt.fill(TRICKS), "after": str(table.last_line)}
    send = partial(phone.send, fields=form, headers=HTMX)
    preview = calls_of(partial(send, f"{table.path}/preview"))
    saved = calls_of(partial(send, f"{table.path}/entries"))
    return (
        preview,
        saved,
        {name: calls_of(partial(phone.open, table.path + name)) for name in PAGES},
    )


def calls_of(ask: Callable[[], Any]) -> Calls:
    """The calls of functions defined in `app/` in a request that is answered well."""
    calls: Calls = Counter()

    def see(frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(APP):
            calls[path, frame.f_code.co_qualname] += 1

    sys.setprofile(see)
    try:
        page = ask()
    finally:
        sys.setprofile(None)
    assert page.status == 200, page.text
    return calls


def files_of(calls: Calls) -> set[str]:
    """The files in which these functions are defined."""
    return {file for file, _function in calls}


def in_words(calls: Calls) -> str:
    """What a request took."""
    return f"{calls.total()} calls of {len(calls)} functions in {len(files_of(calls))} files"
