"""What lies in exports/ was made from what is here now."""

from __future__ import annotations

import shutil

import pytest

from app.paper import exports, fingerprint
from app.paper.press import HOUSE, Press
from tests.paper.pdf import needs_pango


def test_what_is_ready_to_print_was_made_from_what_is_here():
    changed = exports.changes()

    assert not changed, (
        f"exports/ is out of date: {', '.join(changed[:5])}"
        f"{' and more' if len(changed) > 5 else ''} changed since. Run: make exports"
    )


def test_every_document_lies_ready(book):
    missing = [
        document.name
        for document in exports.documents(book)
        if not (exports.FOLDER / document.name).is_file()
    ]

    assert missing == [], "Run: make exports"


@needs_pango
def test_built_twice_a_document_has_the_same_bytes(book):
    documents = (
        exports.blank("trex", "partners", "a5", book),
        exports.quick_reference("torite", "a4", book),
    )

    for document in documents:
        assert Press().print(document.lay_out()) == Press().print(document.lay_out())


@needs_pango
def test_all_of_it_is_built_and_what_is_no_longer_made_goes(tmp_path, monkeypatch, book):
    few = list(exports.documents(book))[:2]
    monkeypatch.setattr(exports, "documents", lambda _book: few)
    (tmp_path / "blank").mkdir()
    for name in ("tricktally-old.pdf", "mine.pdf"):
        (tmp_path / "blank" / name).write_bytes(b"")
    told = []

    exports.build(tmp_path, tell=told.append)

    kept = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.pdf")}
    assert kept == {*told, "blank/mine.pdf"} == {each.name for each in few} | {"blank/mine.pdf"}
    assert exports.changes(tmp_path) == []


@pytest.fixture
def house(tmp_path):
    """A copy of what paper is made from."""
    for folder in fingerprint.FOLDERS:
        if (HOUSE / folder).is_dir():
            shutil.copytree(HOUSE / folder, tmp_path / folder)
        elif (HOUSE / folder).is_file():
            shutil.copy(HOUSE / folder, tmp_path / folder)
    for file in fingerprint.FILES:
        shutil.copy(HOUSE / file, tmp_path / file)
    return tmp_path


@pytest.mark.parametrize(
    "path",
    [
        "templates/print/booklet.html",
        "static/print/rules.css",
        "rules/trex.md",
        "app/games/trex/scores.py",
    ],
)
def test_another_input_has_another_fingerprint(house, path):
    before = fingerprint.of_inputs(house)
    assert before == fingerprint.of_inputs()

    (house / path).write_text((house / path).read_text("utf-8") + "\n", "utf-8")

    assert fingerprint.of_inputs(house) != before


def test_a_new_drawing_and_another_library_have_another_fingerprint(house, monkeypatch):
    before = fingerprint.of_inputs(house)
    (house / "rules" / "diagrams").mkdir(exist_ok=True)
    (house / "rules" / "diagrams" / "new.svg").write_text("<svg/>")
    with_drawing = fingerprint.of_inputs(house)
    monkeypatch.setattr(fingerprint, "version", lambda name: "0")

    assert len({before, with_drawing, fingerprint.of_inputs(house)}) == 3


def test_what_python_leaves_beside_its_files_does_not_count(house):
    before = fingerprint.of_inputs(house)
    (house / "app" / "paper" / "__pycache__").mkdir(exist_ok=True)
    (house / "app" / "paper" / "__pycache__" / "press.pyc").write_bytes(b"x")

    assert fingerprint.of_inputs(house) == before
