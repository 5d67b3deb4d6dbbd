"""What lies in exports/ is what would be printed now."""

from dataclasses import replace

import pytest

from app.games import GAMES
from app.paper import exports
from app.paper import pdf as pdf_module
from app.paper.html import CARD_PAPERS, PAPERS, WHOLE_PAPERS
from app.paper.pdf import PrintDocument
from app.paths import EXPORTS
from testkit.printed import Pdf, needs_pango, shared_renderer
from tools.exports import build

PAGE = PrintDocument('<link rel="stylesheet" href="print/sheet.css"/>', "T")


def test_what_is_ready_to_print_is_what_would_be_printed_now_and_says_what_it_was_made_from(
    rulebook,
):
    made_from = exports.fingerprints()
    every = exports.exports_of(rulebook).values()
    stale = [export.name for export in every if not exports.is_current(export)]

    assert not stale, f"{len(stale)} in exports/ are missing or out of date. Run: make exports"
    assert {name: Pdf((EXPORTS / name).read_bytes()).identifier for name in made_from} == made_from


def test_no_two_documents_have_the_same_name(rulebook):
    names = [export.name for export in exports.exports_of(rulebook).values()]

    assert len(names) == len(set(names))
    blanks = sum(len(game.variants) for game in GAMES.values())
    rules = len(WHOLE_PAPERS) * (2 * len(GAMES) + 1)
    decks = sum(game.deck is not None for game in GAMES.values())
    assert len(names) == blanks * len(PAPERS) + rules + decks * len(CARD_PAPERS)


@needs_pango
def test_all_of_it_is_built_once_and_what_is_no_longer_made_goes(tmp_path, monkeypatch, rulebook):
    few = dict([*exports.exports_of(rulebook).items()][:2])
    monkeypatch.setattr("tools.exports.exports_of", lambda _book: few)
    monkeypatch.setattr("tools.exports.PdfRenderer", shared_renderer)
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
    others = [replace(PAGE, title="U"), replace(PAGE, html=PAGE.html.replace("sheet", "blank"))]

    assert len({PAGE.fingerprint, *(other.fingerprint for other in others)}) == 3
    assert replace(PAGE).fingerprint == PAGE.fingerprint


@pytest.fixture
def digests():
    """Forget what stylesheets and fonts there were, before and after."""

    def forget():
        pdf_module.stylesheet_digest.cache_clear()
        pdf_module.tools_digest.cache_clear()

    yield forget
    forget()


@pytest.mark.parametrize("changed", ["print/sheet.css", "print/fonts/x.ttf"])
def test_another_stylesheet_font_or_library_makes_another_page(
    tmp_path, monkeypatch, changed, digests
):
    (tmp_path / "print" / "fonts").mkdir(parents=True)
    for name in ("print/sheet.css", "print/other.css", "print/fonts/x.ttf"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(pdf_module, "STATIC", tmp_path)
    monkeypatch.setattr(pdf_module, "FONTS", tmp_path / "print" / "fonts")

    def fingerprint():
        digests()
        return replace(PAGE).fingerprint

    before = fingerprint()
    (tmp_path / "print" / "other.css").write_text("p { color: red }")
    assert fingerprint() == before, "a stylesheet that the page does not link to"
    (tmp_path / changed).write_text("p { color: red }")
    changed_page = fingerprint()
    monkeypatch.setattr(pdf_module, "version", lambda name: "0")
    assert len({before, changed_page, fingerprint()}) == 3
