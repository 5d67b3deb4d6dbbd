"""The pocket edition carries the licences of all that it carries, and shows them."""

from __future__ import annotations

import json
from importlib.metadata import distribution

import pytest

from app.pocket.app import SECTION
from tests.pocket.test_app import LIBRARIES
from tools.pocket.licences import licences_of

PACKAGE = {"version": "314.0.7", "homepage": "https://example.org/source"}


@pytest.fixture
def licences(tmp_path) -> str:
    (tmp_path / "package.json").write_text(json.dumps(PACKAGE))
    return licences_of(tmp_path, sorted(LIBRARIES - {"app"}))


def test_each_library_is_named_with_its_version_and_the_text_in_its_wheel(licences):
    texts = dict(zip(*[iter(SECTION.split(licences)[1:])] * 2, strict=True))
    words = {
        "Pyodide 314.0.7": "Mozilla Public License Version 2.0",
        "Python": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "In Pyodide and Python": "SQLite",
        "htmx": "BSD",
        "Tricktally": "The Tricktally authors",
        f"Flask {distribution('flask').version}": "Pallets",
    }

    assert len(texts) == len(LIBRARIES - {"app"}) + 5
    assert [name for name in words if words[name] not in texts[name]] == []
    assert PACKAGE["homepage"] in texts["Pyodide 314.0.7"]
    assert min(map(len, texts.values())) > 500


def test_a_page_shows_them_by_name_and_nothing_of_what_was_not_built(
    licences, pocket, tmp_path, monkeypatch
):
    assert pocket.get("/licences").status == 404
    (tmp_path / "licences.txt").write_text(licences, "utf-8")
    monkeypatch.setattr("app.pocket.app.LICENCES", tmp_path / "licences.txt")
    shown = pocket.get("/licences")

    assert 'href="/pocket/licences"' in pocket.get("/more").page
    assert shown.status == 200
    assert shown.page.count("<details") == len(SECTION.findall(licences))
    assert "&#34;Licensor&#34;" in shown.page
