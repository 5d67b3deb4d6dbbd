"""The renderer: the same page gives the same PDF, from files of ours and nothing else."""

import logging
import os
import socket
import subprocess
import sys

import pytest

from app.paper import fetcher
from app.paper.pdf import LIBRARIES, NotInstalled, PdfRenderer, PrintDocument
from app.paths import STATIC
from testkit.printed import blank, faults, needs_pango, shared_renderer

pytestmark = needs_pango

HEAD = "".join(
    f'<link rel="stylesheet" href="print/{name}.css"/>' for name in ("tokens", "fonts", "paper")
)


def page(body: str, title: str = "Sheet", language: str = "en") -> PrintDocument:
    head = f"<head><title>{title}</title>{HEAD}</head>"
    html = f'<!DOCTYPE html><html lang="{language}">{head}<body>{body}</body></html>'
    return PrintDocument(html, title)


def test_a_page_says_its_title_its_language_and_what_it_was_made_from_and_is_tagged(
    printed, tmp_path
):
    sheet = page("<h1>Trex</h1>", title="Trex – Ägypten", language="de")
    pdf = printed(sheet)

    assert (pdf.title, pdf.root["/Lang"], pdf.is_tagged) == ("Trex – Ägypten", "de", True)
    assert pdf.identifier == sheet.fingerprint
    assert b"pdfuaid" in pdf.root["/Metadata"].get_data()
    assert faults(pdf.content, tmp_path) == ""


def test_the_same_page_gives_the_same_bytes_whatever_was_printed_before():
    shared_renderer().render(page("<p>محمد</p>"))

    again = [blank("trex", "partners", "a5") for _time in range(2)]
    assert shared_renderer().render(again[0]) == PdfRenderer().render(again[1])


SCRIPTS = "Søren Łukasz Ağaoğlu Ναυσικά Жанна محمد שלום 田中さくら Աննա ნინო 😀🎉"
NAMES = {
    "simplified Chinese": "李小龙 王鑫 张睿婷 刘梓涵 陈昊",
    "traditional Chinese": "李小龍 張學友 劉德華 鄧麗君 蔡依林",
    "Japanese": "田中さくら 髙橋翔 渡邊凛 サトウ",
    "Korean": "김철수 박지은 최민준 황보혜",
    "Hindi": "प्रिया अर्जुन",
    "Thai": "สมชาย",
    "Vietnamese": "Nguyễn Thị Hoa",
}


@pytest.mark.usefixtures("no_warnings")
@pytest.mark.parametrize("script", NAMES)
def test_no_letter_of_a_usual_name_is_a_box(script, printed):
    pdf = printed(page(f"<p>{NAMES[script]}</p>", title=NAMES[script]))

    assert "□" not in pdf.text
    assert pdf.title == NAMES[script]


@pytest.mark.usefixtures("no_warnings")
@pytest.mark.parametrize("tag", ["p", "b"])
def test_names_of_many_scripts_have_letters(printed, tag):
    assert set(SCRIPTS) <= set(printed(page(f"<{tag}>{SCRIPTS}</{tag}>")).text)


def test_only_fonts_of_ours_are_used(printed):
    pdf = printed(page("<p>Ana محمد שלום 田中 😀 → ✓ ♠ <i>so</i> <b>bold</b> नमस्ते</p>"))
    fonts = pdf.reader.pages[0]["/Resources"]["/Font"].values()

    # Letters before a plus sign say that only a part of the font is there.
    names = {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts}
    assert {name.partition("-")[0] for name in names} <= {"Paper", "emoji"}


@pytest.mark.usefixtures("no_warnings")
def test_a_letter_without_a_shape_becomes_a_box_and_joiners_and_directions_leave_none(printed):
    pdf = printed(page("<p>A\u1f77\ua66eꦏB\ufdd0</p>", title="ꦏ"))
    joined = printed(
        page("<p>👨\u200d👩\u200d👧 \u202eabc\u202c \u2066x\u2069 ❤\ufe0f\U000e0067</p>")
    )

    assert "□B□" in pdf.text
    assert pdf.title == "□"
    assert "□" not in joined.text


ADDRESSES = [
    *("file:///etc/passwd", "file://localhost/etc/passwd", "/etc/passwd", "../pyproject.toml"),
    *("print/../../pyproject.toml", "print/%2e%2e/%2e%2e/pyproject.toml", "print", "nowhere.css"),
    f"{STATIC.as_uri()}/../app/store.py",
    *(f"{scheme}//127.0.0.1:9/x.png" for scheme in ("http:", "", "ftp:")),
    *("data:text/css,body{color:red}", "javascript:alert(1)", "\x00"),
]
MARKUPS = {
    "img": '<img alt="x" src="{}"/>',
    "css": "<p style=\"background: url('{}')\">x</p>",
    "stylesheet": '<link rel="stylesheet" href="{}"/>',
    "object": '<object data="{}"></object>',
    "svg": '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title>'
    '<image href="{}" width="9" height="9"/></svg>',
}


@pytest.mark.parametrize("markup", MARKUPS.values(), ids=MARKUPS)
def test_nothing_but_our_own_files_is_opened(monkeypatch, markup):
    opened = []
    monkeypatch.setattr(socket.socket, "connect", lambda _socket, to: opened.append(to))
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda path: opened.append(path) or b"")

    shared_renderer().render(page("".join(markup.format(address) for address in ADDRESSES)))

    assert [each for each in opened if not str(each).startswith(f"{STATIC}/")] == []


def test_what_is_refused_is_logged_and_left_out(printed, caplog):
    with caplog.at_level(logging.WARNING):
        pdf = printed(page('<p>here <img alt="x" src="file:///etc/passwd"/></p>'))

    assert "here" in pdf.text
    assert "file:///etc/passwd" in caplog.text


def test_a_link_out_of_our_folder_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "static").mkdir()
    (tmp_path / "secret.css").write_text("p { color: red }")
    (tmp_path / "static" / "way-out.css").symlink_to(tmp_path / "secret.css")
    monkeypatch.setattr("app.paper.fetcher.STATIC", (tmp_path / "static").resolve())

    with pytest.raises(fetcher.ForbiddenUrl):
        fetcher.bundled_file((tmp_path / "static" / "way-out.css").as_uri())


PRINTS_AND_LETS_NOTHING_GO = """
import ctypes, os, sys, tempfile
from app.paper.pdf import PdfRenderer, PrintDocument

renderer = PdfRenderer()
ctypes.pythonapi.Py_IncRef(ctypes.py_object(renderer))
renderer.render(PrintDocument(sys.argv[1], "T"))
print(len(os.listdir(tempfile.gettempdir())))
"""


def test_the_fonts_that_were_laid_aside_go_when_python_ends(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", PRINTS_AND_LETS_NOTHING_GO, page("<p>Ana</p>").html],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
    )

    assert ran.stdout == "1\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", ["ImportError('no weasyprint')", "OSError('no libpango')"])
def test_without_pango_one_line_says_what_to_install(tmp_path, monkeypatch, capfd, error):
    (tmp_path / "weasyprint.py").write_text(f"print('-----')\nraise {error}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)

    with pytest.raises(NotInstalled, match=f"sudo apt install {LIBRARIES}"):
        PdfRenderer().render(page("x"))

    assert capfd.readouterr() == ("", "")
