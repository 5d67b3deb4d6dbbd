"""How many files an answer goes through: who reads what happens has these before them. `make bench
ARGS=answer` prints more of it."""

from __future__ import annotations

from flask import Flask

from testkit.calls import trace_answer

MAX_FILES = 40


def test_an_answer_goes_through_few_files(app: Flask):
    trace_answer(app)  # reads or compiles what later ones find ready
    _table, trace = trace_answer(app)

    assert len(trace.files) <= MAX_FILES, sorted(trace.files)
