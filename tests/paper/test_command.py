"""The command `tricktally sheet`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import main
from app.games import GAMES
from app.ops import print_sheet
from app.paper.pdf import LIBRARIES, PdfRenderer
from app.paths import PROJECT
from testkit.match import match_file
from testkit.printed import WHOLE, Pdf, needs_pango, shared_renderer

TRIBELLO = match_file("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [5, 6, 2]}])


@pytest.fixture(autouse=True)
def renderer(monkeypatch):
    """The renderer of all tests: one of its own takes longer to load its fonts than to print."""
    monkeypatch.setattr(print_sheet, "PdfRenderer", shared_renderer)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "sheet.pdf"


@pytest.fixture
def written(tmp_path):
    """Write a match file: returns its name."""

    def write(file):
        path = tmp_path / "match.json"
        path.write_bytes(file if isinstance(file, bytes) else json.dumps(file).encode())
        return str(path)

    return write


def prints(out, *words):
    """Print a sheet, and read it back."""
    assert main(["sheet", *words, "-o", str(out)]) == 0
    return Pdf(out.read_bytes())


@needs_pango
@pytest.mark.parametrize("paper", ["letter", "a5-two-up"])
def test_a_game_gives_its_blank_sheet(out, paper):
    pdf = prints(out, "tribello", "--paper", paper)

    assert "Tribello" in pdf.title
    assert all(words in pdf.text for words in ("1 Cut trump win tricks", "Final total", "In short"))
    assert pdf.sizes == {WHOLE[paper]}


@needs_pango
def test_a_variant_gives_another_sheet_which_replaces_an_older_one(out):
    one, other = (prints(out, "trex", "--variant", key) for key in ("alone", "partners"))

    assert one.title != other.title
    assert one.sizes == other.sizes == {WHOLE["a4"]}, "the usual paper"
    assert [path.name for path in out.parent.iterdir()] == ["sheet.pdf"]


@needs_pango
def test_a_pad_is_printed_for_so_many_with_its_title_and_the_names_of_its_rounds(out):
    pdf = prints(
        out, "any_game", "--players", "8", "--title", "Skyjo", "--rounds", "2 × 3, 3 + run of 4"
    )

    assert pdf.title == "Skyjo: score sheet, Eight players"
    assert "Skyjo" in pdf.text
    assert "1 2 × 3" in pdf.text
    assert "2 3 + run of 4" in pdf.text
    width, height = WHOLE["a4"]
    assert pdf.sizes == {(height, width)}, "eight lie across"


@needs_pango
def test_a_match_file_gives_the_sheet_of_its_match(out, written):
    pdf = prints(out, written(TRIBELLO), "--paper", "a5")

    assert pdf.sizes == {WHOLE["a5"]}
    assert all(name in pdf.text for name in TRIBELLO["players"])
    assert "1 A 7 / 6 +1 +1 4 / 4 0 0 2 / 3 −1 −1" in pdf.text


TOO_MANY = re.escape("deal 1, tricks: That makes 15, not 13: 2 tricks too many.\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (match_file("tribello", [{"tricks": [7, 4, 4]}]), TOO_MANY),
        *((content, ".+\n") for content in (b"", b"{", b"\xff\xfe", b"[]", b'{"format": "x"}')),
    ],
)
def test_a_file_that_cannot_be_right_is_refused_with_a_line_for_every_problem(
    out, written, capfd, content, told
):
    file = written(content)

    assert main(["sheet", file, "-o", str(out)]) == 1
    assert re.fullmatch(re.escape(f"tricktally: {file}: ") + told, capfd.readouterr().err)
    assert not out.exists()


NOT_OURS = {
    "letter": b"Dear diary, today we played cards.",
    "pdf": b"%PDF-1.7\nwhat somebody needs\n%%EOF\n",
    "empty": b"",
    "match file": json.dumps(TRIBELLO).encode(),
}


@needs_pango
@pytest.mark.parametrize("content", NOT_OURS.values(), ids=NOT_OURS)
def test_a_sheet_replaces_nothing_else(written, content, capfd):
    out = written(content)
    what = out if content == NOT_OURS["match file"] else "tribello"

    assert main(["sheet", what, "-o", out]) == 1
    told = capfd.readouterr().err
    assert told == f"tricktally: cannot write {out}: it is there already, and is no sheet of ours\n"
    assert Path(out).read_bytes() == content
    assert [path.name for path in Path(out).parent.iterdir()] == ["match.json"]


@needs_pango
def test_a_pipe_and_standard_output_take_a_sheet_and_where_none_can_be_written_is_named(
    tmp_path, capfdbinary
):
    assert main(["sheet", "tribello", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF-")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)

    assert main(["sheet", "tribello", "-o", str(pipe)]) == 0
    content, _none = reading.communicate(timeout=60)
    assert content.startswith(b"%PDF-")
    assert pipe.is_fifo()
    out = tmp_path / "nowhere" / "sheet.pdf"
    assert main(["sheet", "tribello", "-o", str(out)]) == 1
    told = capfdbinary.readouterr().err.decode()
    assert told == f"tricktally: cannot write {out}: No such file or directory\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["trex", "--variant", "nine", "-o", "x"], "alone, partners"),
        (["whist", "-o", "x"], f"neither a file nor one of: {', '.join(GAMES)}"),
        (["match.json", "--variant", "alone", "-o", "x"], "--variant is for a blank sheet"),
        (["match.json", "--title", "Skyjo", "-o", "x"], "--title is for a blank sheet"),
        (["match.json", "--players", "4", "-o", "x"], "--players is for a blank sheet"),
        (["any_game", "--players", "11", "-o", "x"], "--players of any_game is one of: 2, 3,"),
        (["trex", "--players", "3", "-o", "x"], "--players of trex is one of: 4"),
        (
            ["any_game", "--variant", "two", "--players", "4", "-o", "x"],
            "--variant two of any_game is not for 4 players",
        ),
        (
            ["trex", "--title", "Skyjo", "-o", "x"],
            "--title: a sheet of trex has no use for it; one of any_game has",
        ),
        (["trex", "--rounds", "a, b", "-o", "x"], "--rounds: a sheet of trex has no use for it"),
        (["any_game", "--title", 400 * "a", "-o", "x"], "--title: This title has 400 letters"),
        (["any_game", "--rounds", 30 * "b", "-o", "x"], "This name has 30 letters; the most is 24"),
        (["match.json", "--paper", "a5-two-up", "-o", "x"], "a4, letter, a5"),
        (["trex"], "-o"),
        (["trex", "--paper", "a3", "-o", "x.pdf"], "a3"),
        (["-o", "x"], ""),
    ],
)
def test_wrong_usage_says_what_there_is(tmp_path, monkeypatch, capfd, words, told):
    monkeypatch.chdir(tmp_path)

    assert main(["sheet", *words]) == 2
    assert told in capfd.readouterr().err


def test_without_pango_one_line_says_what_to_install(out, monkeypatch, capfd):
    monkeypatch.setattr(print_sheet, "PdfRenderer", PdfRenderer)
    monkeypatch.setitem(sys.modules, "weasyprint", None)

    assert main(["sheet", "trex", "-o", str(out)]) == 1
    assert capfd.readouterr().err == f"tricktally: PDF needs Pango: sudo apt install {LIBRARIES}\n"


def test_doctor_says_in_one_line_that_pango_is_missing(tmp_path):
    """The library itself prints nine lines before it fails."""
    code = """
import sys
from cffi import FFI
from app.cli import main

def dlopen(*_names):
    raise OSError("cannot load library")

FFI.dlopen = dlopen
sys.exit(main(["doctor", "--database", sys.argv[1]]))
"""
    command = [sys.executable, "-c", code, str(tmp_path / "matches.sqlite3")]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)

    lines = [line for line in done.stdout.splitlines() if line[:1] not in "✓·!✗"]
    assert (lines, done.stderr) == ([], "")
    assert f"✗ Nothing can be printed: PDF needs Pango: sudo apt install {LIBRARIES}" in done.stdout


@needs_pango
@pytest.mark.parametrize(("tag", "words"), [("en", "Names: B sits"), ("fr", "Donne")])
def test_a_sheet_is_in_the_language_that_is_asked_for(out, tag, words):
    pdf = prints(out, "trex", "--language", tag)

    assert (words in pdf.text, pdf.root["/Lang"]) == (True, tag)


def test_a_sheet_in_a_language_that_is_not_there_is_wrong_usage(out, capsys):
    assert main(["sheet", "trex", "--language", "xx", "-o", str(out)]) == 2
    assert "'xx' is not one of: en, " in capsys.readouterr().err


@needs_pango
def test_a_sheet_has_the_digits_that_are_asked_for_if_its_language_has_them(out, capsys):
    pdf = prints(out, "trex", "--language", "ar", "--digits", "arab")

    assert set("٠١٢٣٤٥٦٧٨٩") <= set(pdf.text)

    assert main(["sheet", "trex", "--language", "fr", "--digits", "arab", "-o", str(out)]) == 2
    assert "'arab' is not one of: latn" in capsys.readouterr().err
