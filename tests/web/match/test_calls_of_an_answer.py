"""How long the way of an answer is: who reads what happens has these files before them. `make bench
ARGS=answer` prints more of it."""

from __future__ import annotations

from flask import Flask

from app.web.match.play import enter
from testkit.calls import trace_answer

MAX_CALLS, MAX_FILES, MAX_FILES_BEFORE_VIEW = 900, 35, 9


def test_an_answer_takes_few_calls_in_few_files(app: Flask):
    trace_answer(app)  # reads or compiles what later ones find ready
    _table, trace = trace_answer(app)

    assert len(trace.calls) <= MAX_CALLS
    assert len(trace.files) <= MAX_FILES, sorted(trace.files)
    before = trace.before(enter).files
    assert len(before) <= MAX_FILES_BEFORE_VIEW, sorted(before)
