"""The program in a wheel, as `pipx install` unpacks it: all it needs comes along."""

import email.policy
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from fontTools.ttLib import TTFont

from app.paper.pdf import FONTS
from app.paths import POCKET, PROJECT
from bench.servers import free_port, serving, wait_for
from tests.front_door import match_file
from tests.home_urls import at_home


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory) -> Path:
    """A folder with what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(folder / "site")
    return folder / "site"


def run_in(site: Path, folder: Path, *words: str) -> str:
    """What Python prints that finds the program in one folder and runs in another one."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout


def test_the_wheel_holds_no_tests_no_exports_and_no_book(unpacked):
    assert {path.name for path in unpacked.iterdir() if path.suffix != ".dist-info"} == {"app"}
    bundled = {path.name for path in (unpacked / "app" / "bundled").iterdir()}
    assert bundled - {"pocket"} == {"rules", "static", "templates"}
    assert not list(unpacked.rglob("*.pdf"))


def test_doctor_speaks_of_nothing_that_a_wheel_does_not_have(unpacked, tmp_path):
    bare = tmp_path / "site"
    shutil.copytree(unpacked, bare, ignore=shutil.ignore_patterns("static", "pocket.*"))
    shutil.rmtree(bare / "app" / "bundled" / "pocket", ignore_errors=True)
    told = run_in(bare, tmp_path, "-m", "app", "doctor")

    assert "cannot be taken along" in told
    assert not re.search(r"\bmake\b", told)


def test_the_wheel_says_what_it_is_and_brings_every_licence(unpacked):
    (about,) = unpacked.glob("*.dist-info")
    metadata = message_from_bytes((about / "METADATA").read_bytes(), policy=email.policy.default)
    names = metadata.get_all("License-File")
    licences = {(about / "licenses" / name).read_bytes() for name in names}
    bundled = {path.read_bytes() for path in unpacked.glob("app/bundled/static/**/*LICENSE")}

    assert metadata["License-Expression"] == "MIT AND 0BSD AND OFL-1.1"
    assert licences == bundled | {(PROJECT / "LICENSE").read_bytes()}
    assert len(bundled) == 2
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert metadata.get_payload(decode=True) == (PROJECT / "README.md").read_bytes()
    assert {"Keywords", "Summary", "Author", "Classifier", "Requires-Python"} <= {*metadata}


@pytest.mark.parametrize("path", sorted(FONTS.glob("*.ttf")), ids=lambda path: path.name)
def test_the_licence_of_the_fonts_names_who_drew_each(path):
    drawn_by = TTFont(path)["name"].getDebugName(0) or path.name
    holder = re.search(r"Google|Adobe|suits", drawn_by)

    assert holder
    assert holder[0] in (FONTS / "LICENSE").read_text("utf-8")


@pytest.mark.long
@pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run")
def test_the_wheel_offers_the_pocket_edition_if_that_was_built(unpacked, tmp_path):
    offered = """
from app import store
from app.server.run import open_app
client = open_app(store.engine_for("matches.sqlite3")).test_client()
for name in ("", "sw.js", "engine/project.bin"):
    answer = client.get(f"/pocket/{name}", headers={"Accept-Encoding": "br"})
    print(answer.status_code, answer.headers.get("Content-Encoding"))
"""

    assert run_in(unpacked, tmp_path, "-c", offered) == "200 None\n200 br\n200 br\n"
    bundled = unpacked / "app" / "bundled" / "pocket"
    assert files_in(bundled) == {path for path in files_in(POCKET) if path.suffix != ".gz"}


def files_in(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


def test_a_match_is_begun_printed_and_read_from_a_file_by_the_wheel_alone(unpacked, tmp_path):
    port, log = free_port(), tmp_path / "server.log"
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, *serving(port, "matches.sqlite3")]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=output, stderr=output
        )

    def get(path: str, **fields: str) -> bytes:
        data = urlencode(fields).encode() if fields else None
        with urlopen(f"http://127.0.0.1:{port}{at_home(path)}", data, timeout=30) as response:
            content: bytes = response.read()
            return content

    try:
        wait_for(process, port, log)
        assert b"Trex" in get("/")
        assert b"queens" in get("/rules/trex").lower()
        assert b"<symbol" in get("/icons.svg")
        assert b"Anna" in get("/matches", game="torite", **{"players.0": "Anna"})
        assert get("/matches/1/sheet.pdf").startswith(b"%PDF")
        file = json.dumps(match_file("tribello", [{"tricks": [7, 4, 2]}]))
        assert b"Nothing is saved yet" in get("/matches/import", text=file)
    finally:
        process.terminate()
        process.wait()
