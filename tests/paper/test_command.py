"""The command `tricktally sheet`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from app.ops import print_sheet
from app.paper.pdf import LIBRARIES, PdfRenderer
from app.paths import PROJECT
from tests.front_door import match_file
from tests.paper.pdf import WHOLE, Pdf, needs_pango
from tests.paper.printed import shared_renderer

TRIBELLO = match_file("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [5, 6, 2]}])


@pytest.fixture(autouse=True)
def renderer(monkeypatch):
    """The renderer of all tests: one of its own takes longer to load its fonts than to print."""
    monkeypatch.setattr(print_sheet, "PdfRenderer", shared_renderer)


@pytest.fixture
def written(tmp_path):
    """Write a match file: returns its name."""

    def write(file):
        path = tmp_path / "match.json"
        path.write_text(json.dumps(file), "utf-8")
        return str(path)

    return write


@needs_pango
@pytest.mark.parametrize("paper", WHOLE)
def test_a_game_gives_its_blank_sheet(tmp_path, paper):
    out = tmp_path / "sheet.pdf"

    assert main(["sheet", "tribello", "--paper", paper, "-o", str(out)]) == 0
    pdf = Pdf(out.read_bytes())
    assert "Tribello" in (pdf.title or "")
    assert pdf.sizes == {WHOLE[paper]}


@needs_pango
def test_a_variant_gives_another_sheet(tmp_path):
    titles = []
    for variant in ("alone", "partners"):
        out = tmp_path / f"{variant}.pdf"
        assert main(["sheet", "trex", "--variant", variant, "-o", str(out)]) == 0
        titles.append(Pdf(out.read_bytes()).title)

    assert len(set(titles)) == 2


@needs_pango
def test_a_match_file_gives_the_sheet_of_its_match(tmp_path, written):
    out = tmp_path / "sheet.pdf"

    assert main(["sheet", written(TRIBELLO), "--paper", "a5", "-o", str(out)]) == 0

    pdf = Pdf(out.read_bytes())
    assert pdf.sizes == {WHOLE["a5"]}
    assert all(words in pdf.text for words in ("Anna", "Bruno", "Carla", "+1"))


@needs_pango
def test_standard_output_takes_the_pdf_and_nothing_else(written, capfdbinary):
    assert main(["sheet", written(TRIBELLO), "-o", "-"]) == 0

    assert capfdbinary.readouterr().out.startswith(b"%PDF-")


def test_every_problem_of_a_file_is_a_line(tmp_path, written, capfd):
    out = tmp_path / "sheet.pdf"
    file = written(match_file("tribello", [{"tricks": [7, 4, 4]}]))

    assert main(["sheet", file, "-o", str(out)]) == 1

    said = capfd.readouterr().err
    assert said == (
        f"tricktally: {file}: deal 1, tricks: That makes 15, not 13: 2 tricks too many.\n"
    )
    assert not out.exists()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b'{"format": "x"}'])
def test_what_is_no_match_file_is_refused(tmp_path, capfd, content):
    file = tmp_path / "match.json"
    file.write_bytes(content)

    assert main(["sheet", str(file), "-o", str(tmp_path / "sheet.pdf")]) == 1
    assert capfd.readouterr().err.startswith(f"tricktally: {file}: ")


@needs_pango
def test_a_sheet_replaces_an_older_sheet(tmp_path):
    out = tmp_path / "sheet.pdf"
    for game in ("tribello", "trex"):
        assert main(["sheet", game, "-o", str(out)]) == 0

    assert "Trex" in Pdf(out.read_bytes()).title
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


NOT_OURS = {
    "letter": b"Dear diary, today we played cards.",
    "pdf": b"%PDF-1.7\nwhat somebody needs\n%%EOF\n",
    "empty": b"",
}


@needs_pango
@pytest.mark.parametrize("content", NOT_OURS.values(), ids=NOT_OURS)
def test_a_sheet_replaces_nothing_else(tmp_path, content, capfd):
    out = tmp_path / "sheet.pdf"
    out.write_bytes(content)

    assert main(["sheet", "tribello", "-o", str(out)]) == 1
    told = capfd.readouterr().err
    assert told == f"tricktally: cannot write {out}: it is there already, and is no sheet of ours\n"
    assert out.read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


@needs_pango
def test_a_match_file_is_not_replaced_by_its_sheet(written, capfd):
    file = written(TRIBELLO)

    assert main(["sheet", file, "-o", file]) == 1
    assert "cannot write" in capfd.readouterr().err
    assert json.loads(Path(file).read_text("utf-8")) == TRIBELLO


@needs_pango
def test_a_pipe_takes_a_sheet(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)

    assert main(["sheet", "tribello", "-o", str(pipe)]) == 0
    content, _none = reading.communicate(timeout=10)
    assert content.startswith(b"%PDF-")
    assert pipe.is_fifo()


@needs_pango
def test_a_place_that_cannot_be_written_is_named(tmp_path, capfd):
    out = tmp_path / "nowhere" / "sheet.pdf"

    assert main(["sheet", "tribello", "-o", str(out)]) == 1
    assert capfd.readouterr().err == (
        f"tricktally: cannot write {out}: No such file or directory\n"
    )


@pytest.mark.parametrize(
    ("words", "words_of_it"),
    [
        (["trex", "--variant", "nine"], "alone, partners"),
        (["whist"], "neither a file nor one of: tribello, trex"),
        (["match.json", "--variant", "alone"], "--variant is for a blank sheet"),
        (["match.json", "--paper", "a5-two-up"], "a4, letter, a5"),
    ],
)
def test_wrong_usage_says_what_there_is(tmp_path, monkeypatch, capfd, words, words_of_it):
    monkeypatch.chdir(tmp_path)

    assert main(["sheet", *words, "-o", "sheet.pdf"]) == 2
    assert words_of_it in capfd.readouterr().err


@pytest.mark.parametrize("words", [["trex"], ["trex", "--paper", "a3", "-o", "x.pdf"], ["-o", "x"]])
def test_options_that_are_missing_or_unknown_are_wrong_usage(words):
    assert main(["sheet", *words]) == 2


def test_without_pango_one_line_says_what_to_install(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(print_sheet, "PdfRenderer", PdfRenderer)
    monkeypatch.setitem(sys.modules, "weasyprint", None)

    assert main(["sheet", "trex", "-o", str(tmp_path / "sheet.pdf")]) == 1
    assert capfd.readouterr().err == f"tricktally: PDF needs Pango: sudo apt install {LIBRARIES}\n"


@needs_pango
def test_a_program_that_prints_leaves_nothing_behind(tmp_path):
    print_one = (
        "from tests.paper.printed import blank, shared_renderer;"
        "shared_renderer().lay_out(blank('trex', 'alone', 'a4'))"
    )
    subprocess.run(
        [sys.executable, "-c", print_one],
        cwd=PROJECT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        check=True,
    )

    assert list(tmp_path.iterdir()) == []
