"""A file of ours at the wrong door, or one of another program: each answer says what it is."""

import io
import json
from dataclasses import replace
from zipfile import ZipFile

import pytest

from app import matchfile
from app.cli import main
from app.matchfile import ABOUT
from app.matchfile.bg_stats import as_play
from app.paths import PROJECT
from app.store.engine import now
from app.store.sqlite.backup import make_backup
from testkit.whole_matches import save, whole_match
from tests.web.club_requests import made_file, send_file

OPEN_DOCUMENT = "application/vnd.oasis.opendocument.spreadsheet"


def zip_with(*names):
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name in names:
            archive.writestr(name, OPEN_DOCUMENT if name == "mimetype" else "")
    return written.getvalue()


@pytest.fixture
def files(phone, db, book, tmp_path):
    """Files by name, each with its kind and its content."""
    match = whole_match("italian_whist").match
    save(db, match)
    play = as_play(replace(match, started=now()))
    with ZipFile(io.BytesIO(club := made_file(phone))) as archive:
        contents = archive.read("club.json")
    make_backup(book, tmp_path / "backup.sqlite3")
    pdf = next(PROJECT.glob("exports/**/*.pdf")).read_bytes()

    def at(path):
        return phone.client.get(path).get_data()

    return {
        "match.json": ("match", at("/matches/1/match.json")),
        "match.csv": ("spreadsheet", at("/matches/1/match.csv")),
        "matches.csv": ("spreadsheet", at("/matches.csv")),
        "deals.csv": ("spreadsheet", at("/deals.csv")),
        "semicolons.csv": ("spreadsheet", at("/deals.csv").replace(b",", b";")),
        "club.zip": ("club", club),
        "club.json": ("contents", contents),
        "backup.sqlite3": ("database", (tmp_path / "backup.sqlite3").read_bytes()),
        "tricktally.key": ("key", bytes(range(150, 182))),
        "sheet.pdf": ("pdf", pdf),
        "picture.svg": ("picture", at("/matches/1/picture.svg")),
        "picture.png": ("picture", b"\x89PNG\r\n\x1a\n" + bytes(99)),
        "bg-stats.json": ("bg stats", json.dumps(play).encode()),
        "tricktally.conf": ("settings", b"# Where\nTRICKTALLY_LISTEN_PORT=9000\n"),
        "dump.sql": ("dump", b"--\n-- PostgreSQL database dump\n--\n"),
        "photo.jpg": ("picture", b"\xff\xd8\xff\xe0" + bytes(999_999)),
        "photo.heic": ("picture", b"\0\0\0\x18ftypheic" + bytes(99)),
        "page.html": ("page", phone.open("/").html.encode()),
        "table.xlsx": ("office", zip_with("[Content_Types].xml", "xl/workbook.xml")),
        "table.ods": ("office", zip_with("mimetype", "content.xml")),
        "other.zip": ("zip", zip_with("holiday.txt")),
        "empty": ("empty", b""),
    }


def at_match_page(phone, name, content, _book, _folder, _capture):
    chosen = {"file": (io.BytesIO(content), name)}
    page = phone.send("/matches/import", chosen, content_type="multipart/form-data")
    return page.status, page.text


def at_club_page(phone, name, content, _book, _folder, _capture):
    page = send_file(phone, content, name)
    return page.status, page.text


def at_command(*command):
    def run(_phone, name, content, book, folder, capture):
        path = folder / name
        path.write_bytes(content)
        words = [str(path) if word == "FILE" else word for word in command]
        words += ["--database", str(book)] if command[0] in ("import-club", "restore") else []
        words += ["-o", str(folder / "out.pdf")] if command[0] == "sheet" else []
        status = main(words)
        told = capture.readouterr()
        return status, told.out + told.err

    return run


DOORS = {
    "the page of a match file": (at_match_page, {"match"}),
    "the page of a club": (at_club_page, {"club"}),
    "score": (at_command("score", "FILE"), {"match"}),
    "sheet": (at_command("sheet", "FILE"), {"match"}),
    "import-club": (at_command("import-club", "FILE"), {"club"}),
    "restore": (at_command("restore", "FILE"), {"database"}),
}


@pytest.mark.parametrize(("door", "right"), DOORS.values(), ids=DOORS.keys())
def test_each_file_at_each_door_is_answered_with_what_it_is(
    door, right, files, phone, book, tmp_path, capsys
):
    for name, (kind, content) in files.items():
        if kind in right:
            continue
        status, says = door(phone, name, content, book, tmp_path, capsys)

        assert status in (1, 413, 422), (name, status)
        is_no_club = kind == "zip" and "There is no “club.json” in it" in says
        assert str(ABOUT[kind]) in says or is_no_club, (name, says)


def test_every_kind_is_known_and_what_nobody_knows_is_not_guessed(files):
    assert {kind for kind, _content in files.values()} == ABOUT.keys()
    for name, (kind, content) in files.items():
        assert matchfile.kind_of(content) == kind, name
    for text in (b"Dear friends", b"{}", b"[1]", b'{"format": "other/1"}', b"date", b"x" * 32):
        assert matchfile.kind_of(text) is None, text


def test_the_line_of_a_long_file_has_no_comma(phone):
    broken = "[" + "\n" * 1233 + "x"
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        archive.writestr("club.json", broken)

    assert phone.send("/matches/import", {"text": broken}).says("in line 1234, column 1.")
    assert send_file(phone, written.getvalue()).says("club.json, line 1234: this is not JSON")
