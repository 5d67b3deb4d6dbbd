"""Counts the calls of the app's own functions while something is done: how long its way is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from types import FrameType
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.paths import APP
from app.store.sqlite.connection import sqlite3
from testkit.web.phone import HTMX, Phone
from testkit.web.table import Table, new_match

SQL = ("execute", "executemany")
TRICKS = [7, 3, 3]


@dataclass
class Trace:
    """What was called, in its order: the file below `app/` and the function of each call."""

    calls: list[tuple[str, str]] = field(default_factory=list)
    statements: int = 0
    """SQL statements, with those that begin and end a transaction."""

    @property
    def functions(self) -> set[tuple[str, str]]:
        return {*self.calls}

    @property
    def files(self) -> set[str]:
        return {file for file, _function in self.calls}

    @property
    def switches(self) -> int:
        """How often the next call is one in another file."""
        return sum(one[0] != other[0] for one, other in pairwise(self.calls))

    def times(self, function: Callable[..., Any]) -> int:
        """How often a function was called."""
        return sum(name == function.__qualname__ for _file, name in self.calls)

    def before(self, function: Callable[..., Any]) -> Trace:
        """The way up to the first call of a function."""
        names = [name for _file, name in self.calls]
        return Trace(self.calls[: names.index(function.__qualname__)])


def trace_of(act: Callable[[], object]) -> Trace:
    """Do something in this thread and return what was called. What is not warm is called too: do it
    once before."""
    trace, root = Trace(), f"{APP}/"

    def see(frame: FrameType, event: str, called: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(root):
            trace.calls.append((path.removeprefix(root), frame.f_code.co_qualname))
        elif event == "c_call" and called.__name__ in SQL:
            trace.statements += isinstance(called.__self__, (sqlite3.Connection, sqlite3.Cursor))

    sys.setprofile(see)
    try:
        act()
    finally:
        sys.setprofile(None)
    return trace


def trace_answer(app: Flask) -> tuple[Table, Trace]:
    """The way of the tricks of the first deal of a new match of Tribello."""
    phone = Phone(app)
    page = phone.send("/matches", new_match("tribello", 3))
    table = Table(phone, int(str(page.goes_to).rpartition("/")[2])).play("hearts")
    form = {**table.prompt.fill(TRICKS), "after": str(table.last_line)}
    entries = f"{table.path}/entries"
    return table, trace_of(lambda: answered(phone.client.post(entries, data=form, headers=HTMX)))


def answered(response: TestResponse) -> None:
    """Check that a request was answered. Raises AssertionError."""
    assert response.status_code == 200, response.text
