"""What `make release` builds: the same bytes each time, the libraries that were tested, and a wheel
that has all it needs, as `pipx install` unpacks it."""

import email.policy
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from fontTools.ttLib import TTFont
from packaging.requirements import Requirement

from app.paper.pdf import FONTS
from app.paths import POCKET, PROJECT, TRANSLATIONS
from testkit.home_urls import at_home
from testkit.match import match_file
from testkit.servers import free_port, serving, wait_for
from tools.messages.compile import COMPILED
from tools.messages.folder import folders
from tools.messages.languages import FILE
from tools.release import constraints

LOCK = (PROJECT / "requirements.lock").read_text("utf-8")
after_make_pocket = pytest.mark.skipif(
    not (POCKET / "index.html").exists(), reason="`make pocket` has not run"
)


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def released(folder: Path) -> Path:
    """A folder with a release from the files that are here."""
    command = [sys.executable, "-m", "tools.release", str(folder)]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1795500000"}
    subprocess.run(command, cwd=PROJECT, env=environment, check=True, capture_output=True)
    return folder


def test_the_version_is_the_latest_of_the_changelog():
    changelog = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"^## (\d\S*) \(\d{4}-\d\d-\d\d\)$", changelog, re.M)

    assert version("tricktally") == releases[0]


def test_nothing_is_released_that_is_not_committed(tmp_path):
    shutil.copy(PROJECT / "Makefile", tmp_path)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    refused = subprocess.run(["make", "release"], cwd=tmp_path, capture_output=True, text=True)

    assert refused.returncode != 0
    assert "NO RELEASE" in refused.stderr
    assert "?? Makefile" in refused.stderr


def test_a_release_asks_for_its_version_before_anything_is_built_and_is_tagged_last():
    words = ["make", "--dry-run", "--no-print-directory", "release"]
    told = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout

    steps = re.findall(r"-m tools\.(version check|pocket|release|version tag)\b", told)
    assert steps == ["version check", "pocket", "release", "version tag"]


CHANGELOG = "# Changelog\n\n## 1.1.0 (2026-11-28)\n\n## 1.0.0 (2026-11-24)\n"


@pytest.fixture
def checkout(tmp_path):
    """Commits files, and says what `make release` says of the version of that commit."""

    def git(*words, day=""):
        about = {"GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day} if day else {}
        who = ["-c", "user.name=Anna", "-c", "user.email=anna@cards.example"]
        command = ["git", *who, *words]
        subprocess.run(command, cwd=tmp_path, env=os.environ | about, check=True)

    def check(word="check"):
        command = [sys.executable, "-m", "tools.version", word]
        environment = os.environ | {"PYTHONPATH": str(PROJECT)}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        return done.returncode, done.stderr

    def commit(number, changelog=CHANGELOG, day="2026-11-28T23:00:00 -0600"):
        (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{number}"\n')
        (tmp_path / "CHANGELOG.md").write_text(changelog)
        git("add", ".")
        git("commit", "--quiet", "--allow-empty", "-m", "a change", day=day)
        return check()

    git("init", "--quiet")
    commit.tag = lambda: check("tag")
    return commit


@pytest.mark.parametrize(
    ("number", "changelog", "words"),
    [
        ("1.2.0", CHANGELOG, "the first heading of CHANGELOG.md is not `## 1.2.0 (2026-11-28)`"),
        ("1.0.0", CHANGELOG, "the first heading of CHANGELOG.md is not `## 1.0.0 (2026-11-28)`"),
        ("1.1.0", "# Changelog\n", "is not `## 1.1.0 (2026-11-28)`"),
        ("1.1.0", CHANGELOG.replace("28", "27"), "of 2026-11-27, and the last commit is of"),
    ],
)
def test_a_version_is_released_under_a_heading_of_its_own_day(number, changelog, words, checkout):
    status, told = checkout(number, changelog)

    assert status == 1
    assert "NO RELEASE" in told
    assert words in told


def test_a_version_is_released_once_and_again_only_from_the_same_commit(checkout):
    assert checkout("1.1.0") == (0, "")
    assert checkout.tag() == checkout.tag() == (0, "")
    status, told = checkout("1.1.0")

    assert status == 1
    assert "1.1.0 was released already, from commit" in told
    following = CHANGELOG.replace("## 1.1.0", "## 1.2.0 (2026-11-29)\n\n## 1.1.0")
    assert checkout("1.2.0", following, "2026-11-29T01:00:00 +0900") == (0, "")


def test_the_constraints_are_the_libraries_that_are_tested_here():
    pins = [Requirement(line) for line in constraints(LOCK).splitlines()]

    assert len(pins) == LOCK.count("==")
    assert {"flask", "psycopg-binary", "redis"} <= {pin.name for pin in pins}
    for pin in pins:
        if pin.marker is None or pin.marker.evaluate():
            assert str(pin.specifier) == f"=={version(pin.name)}"


@pytest.mark.long
@after_make_pocket
def test_a_release_has_the_same_bytes_again_and_the_pocket_edition_as_it_was_built(tmp_path):
    dist, name = released(tmp_path / "dist"), f"tricktally-{version('tricktally')}"
    built = contents(dist)
    pocket = f"{name}-pocket.zip"

    libraries = {"constraints.txt", "SHA256SUMS"}
    assert {*built} == {f"{name}-py3-none-any.whl", pocket, f"{name}-deploy.zip", *libraries}
    assert contents(released(tmp_path / "again")) == built
    subprocess.run(["sha256sum", "-c", "--strict", "SHA256SUMS"], cwd=dist, check=True)
    assert built["SHA256SUMS"].count(b"\n") == len(built) - 1
    with zipfile.ZipFile(dist / pocket) as content:
        content.extractall(tmp_path)
    assert contents(tmp_path / "pocket") == contents(POCKET)


@pytest.mark.long
def test_libraries_are_fetched_with_a_word_and_without_the_warnings_of_pip(tmp_path):
    wheel = tmp_path / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as content:
        for name, text in (
            ("METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1"),
            ("WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any"),
            ("RECORD", ""),
        ):
            content.writestr(f"tiny-1.dist-info/{name}", text)
    digest = sha256(wheel.read_bytes()).hexdigest()
    (tmp_path / "requirements.lock").write_text(f"tiny==1 --hash=sha256:{digest}\n")
    shutil.copy(PROJECT / "Makefile", tmp_path)
    environment = os.environ | {
        "PATH": "/usr/bin:/bin",  # no uv
        "MAKEFLAGS": "",  # of the make that runs the tests
        "PIP_FIND_LINKS": str(tmp_path),
        "PIP_INDEX_URL": (tmp_path / "nothing").as_uri(),
    }
    command = ["make", "--no-print-directory", ".venv/.libraries", f"PYTHON={sys.executable}"]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == "Fetching the libraries.\n"


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
    assert bundled - {"pocket", "translations"} == {"rules", "static", "templates"}
    assert not list(unpacked.rglob("*.pdf"))


def test_the_wheel_brings_of_each_language_what_the_app_reads(unpacked):
    brought = contents(unpacked / "app" / "bundled" / "translations")

    tags = [folder.name for folder in folders(TRANSLATIONS)]
    assert {*brought} == {f"{tag}/{name}" for tag in tags for name in (FILE, COMPILED)}


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
@after_make_pocket
def test_the_wheel_offers_the_pocket_edition_if_that_was_built(unpacked, tmp_path):
    offered = """
from app.server.run import open_app
from app.store import engine_for
client = open_app(engine_for("matches.sqlite3")).test_client()
for name in ("", "sw.js", "engine/project.bin"):
    answer = client.get(f"/pocket/{name}", headers={"Accept-Encoding": "br"})
    print(answer.status_code, answer.headers.get("Content-Encoding"))
"""

    assert run_in(unpacked, tmp_path, "-c", offered) == "200 None\n200 br\n200 br\n"
    bundled = unpacked / "app" / "bundled" / "pocket"
    assert {*contents(bundled)} == {path for path in contents(POCKET) if not path.endswith(".gz")}


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
