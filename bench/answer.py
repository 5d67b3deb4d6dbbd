"""The way of one answer through the app: how many calls, in how many files, and how often it is
checked. A count and no time, so that it says the same on every machine."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import FrameType

from app import store
from app.paths import PROJECT
from app.scoring.prompts import Count
from app.server.run import open_app
from app.web.core.services import services
from bench.measures import Row, Size, at_most
from tests.web.phone import HTMX, Phone
from tests.web.table import Table, new_match

MAX_CALLS = 800
MAX_FILES = 34
TRICKS = [7, 3, 3]
APP = f"{PROJECT / 'app'}/"

Calls = Counter[tuple[str, str]]
"""How often each function was called, by the file in which it is defined and its name."""


def answer(folder: Path, _size: Size) -> Iterator[Row]:
    """Tribello's tricks, the second answer of a match that is warm."""
    app = open_app(store.engine_for(folder / "answer.sqlite3"))
    with closing(services(app).main_connection):
        # Once to warm what is read or compiled at its first use, and once to count.
        phone = Phone(app)
        calls_of_an_answer(phone)
        calls = calls_of_an_answer(phone)
    yield at_most("one saved answer", calls.total(), MAX_CALLS, "calls")
    yield at_most(
        "  in so many files", len({file for file, _function in calls}), MAX_FILES, "files"
    )
    check = Count.shape_problems.__qualname__
    checks = sum(number for (_file, name), number in calls.items() if name == check)
    yield at_most("  checked", checks, 1, "time(s)")


def calls_of_an_answer(phone: Phone) -> Calls:
    """The calls of functions defined in `app/` while an answer is saved."""
    calls = Calls()
    page = phone.send("/matches", new_match("tribello", 3))
    table = Table(phone, int(str(page.goes_to).rpartition("/")[2]))
    entries = f"{table.path}/entries"
    phone.send(entries, {"after": str(table.last_line), "trump": "hearts"}, headers=HTMX)
    form = {**table.prompt.fill(TRICKS), "after": str(table.last_line)}

    def see(frame: FrameType, event: str, _argument: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(APP):
            calls[path, frame.f_code.co_qualname] += 1

    sys.setprofile(see)
    try:
        page = phone.send(entries, form, headers=HTMX)
    finally:
        sys.setprofile(None)
    assert page.status == 200, page.text
    return calls
