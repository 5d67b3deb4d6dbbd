"""How long the way of an answer through the app is: who reads it has this much before them. `make
bench ARGS=answer` prints more of it."""

from __future__ import annotations

from flask import Flask

from testkit.calls import way_of_an_answer

MAX_FILES = 46


def test_an_answer_goes_through_few_files(app: Flask):
    way_of_an_answer(app)  # reads or compiles what later ones find ready
    _table, way = way_of_an_answer(app)

    assert len(way.files) <= MAX_FILES, sorted(way.files)
