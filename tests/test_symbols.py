"""The symbols that everything is drawn with: what is named is there, once, and they are light."""

from __future__ import annotations

import gzip
import re

import pytest

from app.house import TEMPLATES
from app.symbols import files, joined, read, symbols

HEAVIEST = 5_000
"""What the joined file may weigh on its way to a phone, in bytes."""
NAMED = re.compile(r'\bicon\("([\w-]+)"')


def test_no_name_stands_for_two_symbols():
    names = re.findall(r'<symbol id="([^"]+)"', joined())

    assert len(names) == len(set(names)) == len(symbols())


def test_a_game_that_takes_a_name_of_ours_is_refused(tmp_path):
    twice = tmp_path / "symbols.svg"
    twice.write_text('<svg><symbol id="spade" viewBox="0 0 24 24"><path d="M0 0"/></symbol></svg>')

    with pytest.raises(ValueError, match="'spade' already"):
        read((*files(), twice))


def test_not_one_is_left_out_when_they_are_joined():
    written = "".join(path.read_text("utf-8") for path in files())

    assert written.count("<symbol ") == len(symbols())


def test_together_they_are_light():
    assert len(gzip.compress(joined().encode())) <= HEAVIEST


def test_what_a_template_names_is_drawn():
    written = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.html"))

    assert set(NAMED.findall(written)) <= symbols().keys()
