"""``python -m tools.release FOLDER``, or `make release`: builds what is handed out.

A wheel, the versions of its libraries that were tested, the pocket edition and `deploy/` as zip
files, and the checksums of all four. ``SOURCE_DATE_EPOCH`` dates them: the same sources give the
same bytes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import zipfile
from hashlib import sha256
from pathlib import Path

from app.paths import POCKET, PROJECT
from tools.version import version_in

PACKED = {".br", ".gz", ".png"}
"""How files end that do not get smaller in a zip file."""


def main() -> int:
    """Build it, and say how large each file is."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("folder", type=Path, help="a new folder")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True)
    build_wheel(folder)
    lock = (PROJECT / "requirements.lock").read_text("utf-8")
    (folder / "constraints.txt").write_text(constraints(lock), "utf-8")
    name = f"tricktally-{version_in(PROJECT)}"
    pack(POCKET, folder / f"{name}-pocket.zip")
    pack(PROJECT / "deploy", folder / f"{name}-deploy.zip")
    (folder / "SHA256SUMS").write_text(checksums(folder), "utf-8")
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size} bytes")
    return 0


def build_wheel(folder: Path) -> None:
    """Build the wheel, with the pocket edition in it."""
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel",
        "-d",
        str(folder.absolute()),
    ]
    subprocess.run(command, cwd=PROJECT, check=True)


def constraints(lock: str) -> str:
    """The versions of a lock without their hashes, as pip reads them with `-c`.

    With hashes pip would want one of the wheel too.
    """
    pins = [line.rstrip(" \\") for line in lock.splitlines() if line[:1].isalnum()]
    return "\n".join(pins) + "\n"


def pack(folder: Path, archive: Path) -> None:
    """Write a zip file of a folder, under the name of the folder."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    date = time.gmtime(seconds)[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as writing:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            about = zipfile.ZipInfo(f"{folder.name}/{path.relative_to(folder).as_posix()}", date)
            about.external_attr = 0o100644 << 16
            is_packed = path.suffix in PACKED
            about.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            writing.writestr(about, path.read_bytes())


def checksums(folder: Path) -> str:
    """A line for each file, as `sha256sum -c` reads it."""
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    )


if __name__ == "__main__":
    sys.exit(main())
