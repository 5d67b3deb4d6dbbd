"""What lies in exports/ is what would be printed now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.paper import exports
from app.paper import pdf as pdf_module
from app.paper.pdf import PdfRenderer, PrintDocument
from app.paths import EXPORTS
from tests.paper.pdf import Pdf, needs_pango
from tools.exports import build


def test_what_is_ready_to_print_is_what_would_be_printed_now(rulebook):
    stale = [
        export.name
        for export in exports.exports_of(rulebook).values()
        if not exports.is_current(export)
    ]

    assert not stale, (
        f"exports/ is out of date: {', '.join(stale[:5])}"
        f"{' and more' if len(stale) > 5 else ''}. Run: make exports"
    )


def test_what_is_ready_to_print_says_what_it_was_made_from():
    made_from = exports.fingerprints()

    assert {name: Pdf((EXPORTS / name).read_bytes()).identifier for name in made_from} == made_from


@needs_pango
def test_built_twice_a_document_has_the_same_bytes(rulebook):
    every = exports.exports_of(rulebook)

    for key in (("blank", "trex", "partners", "a5"), ("quick", "torite", "a4")):
        document = every[key]
        assert PdfRenderer().render(document.lay_out()) == PdfRenderer().render(document.lay_out())


@needs_pango
def test_all_of_it_is_built_once_and_what_is_no_longer_made_goes(tmp_path, monkeypatch, rulebook):
    few = dict([*exports.exports_of(rulebook).items()][:2])
    monkeypatch.setattr("tools.exports.exports_of", lambda _book: few)
    (tmp_path / "blank").mkdir()
    for name in ("tricktally-old.pdf", "mine.pdf"):
        (tmp_path / "blank" / name).write_bytes(b"")
    built = []

    build(tmp_path, tell=built.append)

    kept = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.pdf")}
    assert kept == {*built, "blank/mine.pdf"}
    assert set(built) == {export.name for export in few.values()}
    assert all(exports.is_current(export, tmp_path) for export in few.values())
    built.clear()
    build(tmp_path, tell=built.append)
    assert built == [], "what lies ready is not printed again"


def test_another_page_has_another_fingerprint():
    page = PrintDocument('<link rel="stylesheet" href="print/sheet.css"/>', "T")
    others = [
        replace(page, title="U"),
        replace(page, html=page.html.replace("sheet", "blank")),
    ]

    assert len({page.fingerprint, *(other.fingerprint for other in others)}) == 3
    assert replace(page).fingerprint == page.fingerprint


@pytest.mark.parametrize("changed", ["print/sheet.css", "print/fonts/x.ttf"])
def test_another_stylesheet_or_font_makes_another_page(tmp_path, monkeypatch, changed):
    (tmp_path / "print" / "fonts").mkdir(parents=True)
    for name in ("print/sheet.css", "print/other.css", "print/fonts/x.ttf"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(pdf_module, "STATIC", tmp_path)
    monkeypatch.setattr(pdf_module, "FONTS", tmp_path / "print" / "fonts")

    def fingerprint() -> str:
        pdf_module.stylesheet_digest.cache_clear()
        pdf_module.tools_digest.cache_clear()
        return PrintDocument('<link rel="stylesheet" href="print/sheet.css"/>', "T").fingerprint

    try:
        before = fingerprint()
        (tmp_path / "print" / "other.css").write_text("p { color: red }")
        assert fingerprint() == before, "a stylesheet that the page does not link to"
        (tmp_path / changed).write_text("p { color: red }")
        assert fingerprint() != before
        monkeypatch.setattr(pdf_module, "version", lambda name: "0")
        assert len({before, fingerprint()}) == 2
    finally:
        pdf_module.stylesheet_digest.cache_clear()
        pdf_module.tools_digest.cache_clear()
