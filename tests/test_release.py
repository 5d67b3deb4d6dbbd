"""What `make release` builds: the same bytes each time, and the libraries that were tested."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from app.paths import POCKET, PROJECT
from tools.release import constraints

LOCK = (PROJECT / "requirements.lock").read_text("utf-8")


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


def test_the_constraints_are_the_libraries_that_are_tested_here():
    pins = [Requirement(line) for line in constraints(LOCK).splitlines()]

    assert len(pins) == LOCK.count("==")
    assert {"flask", "psycopg-binary", "redis"} <= {pin.name for pin in pins}
    for pin in pins:
        if pin.marker is None or pin.marker.evaluate():
            assert str(pin.specifier) == f"=={version(pin.name)}"


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.long
@pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run")
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
        "PIP_FIND_LINKS": str(tmp_path),
        "PIP_INDEX_URL": (tmp_path / "nothing").as_uri(),
    }
    command = ["make", "--no-print-directory", ".venv/.libraries", f"PYTHON={sys.executable}"]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == "Fetching the libraries.\n"
