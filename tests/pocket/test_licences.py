"""The pocket edition carries the licences of all that it carries, and shows them."""

from __future__ import annotations

import json
from importlib.metadata import distribution

import pytest

from app.pocket.app import SECTION, open_pocket
from tests.pocket.test_app import LIBRARIES
from tools.pocket.licences import licences_of

PACKAGE = {"version": "314.0.7", "homepage": "https://example.org/source"}


@pytest.fixture
def licences(tmp_path) -> str:
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE))
    return licences_of(tmp_path, sorted(LIBRARIES - {"app"}))


def test_each_library_is_named_with_its_version_and_the_text_in_its_wheel(licences):
    texts = dict(zip(*[iter(SECTION.split(licences)[1:])] * 2, strict=True))

    assert len(texts) == len(LIBRARIES - {"app"}) + 5
    assert "Mozilla Public License Version 2.0" in texts["Pyodide 314.0.7"]
    assert PACKAGE["homepage"] in texts["Pyodide 314.0.7"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in texts["Python"]
    assert "SQLite" in texts["In Pyodide and Python"]
    assert "BSD" in texts["htmx"]
    assert "The Tricktally authors" in texts["Tricktally"]
    flask = distribution("flask")
    assert "Pallets" in texts[f"Flask {flask.version}"]
    assert min(map(len, texts.values())) > 500


def test_a_page_shows_them_by_name(licences, tmp_path, monkeypatch):
    (tmp_path / "licences.txt").write_text(licences, "utf-8")
    monkeypatch.setattr("app.pocket.app.LICENCES", tmp_path / "licences.txt")
    pocket = open_pocket(str(tmp_path))
    more = pocket.answer("GET", "/more", {}, b"")[2].decode()
    status, _headers, page = pocket.answer("GET", "/licences", {}, b"")

    assert 'href="/pocket/licences"' in more
    assert status == 200
    assert page.decode().count("<details") == len(SECTION.findall(licences))
    assert "&#34;Licensor&#34;" in page.decode()


def test_nothing_is_shown_of_what_was_not_built(tmp_path):
    assert open_pocket(str(tmp_path)).answer("GET", "/licences", {}, b"")[0] == 404
