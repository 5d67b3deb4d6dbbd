"""``python -m tools.pocket PYODIDE``, or `make pocket`: builds ``build/pocket/``.

The same sources give the same files; what they are made of is their name.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from app.paths import POCKET, PROJECT
from tools.pocket import carried, faces, packing

SHELL = Path(__file__).parent / "shell"
BUILD = PROJECT / "build"

WORKER = "sw.js"
"""Knows all the others by their content, and so comes last."""
PAGE = "index.html"
FROM_PYODIDE = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
MAP = re.compile(rb"\n//# sourceMappingURL=.*")


def main() -> int:
    """Build it, and say how large it is."""
    asked = argparse.ArgumentParser(prog="make pocket", description=__doc__)
    asked.add_argument("pyodide", type=Path, help="the folder of the package pyodide")
    files = contents(asked.parse_args().pyodide)
    write(files)
    packed = sum(path.stat().st_size for path in POCKET.rglob("*.br"))
    print(f"{POCKET}: {len(files)} files, {packed / 1e6:.2f} MB as they are fetched")
    return 0


def contents(pyodide: Path) -> dict[str, bytes]:
    """All the files by their names."""
    work = BUILD / "pocket-work"
    carried.compile_all(pyodide, work)
    files = {
        **carried.files_below(SHELL),
        **{
            f"engine/{name}": MAP.sub(b"", (pyodide / source).read_bytes())
            for name, source in FROM_PYODIDE.items()
        },
        "engine/standard.zip": carried.standard_library(work),
        "engine/house.bin": carried.house(work),
        **faces.pictures(),
    }
    files["shell/shell.css"] = faces.colours() + files["shell/shell.css"]
    # A picture of the memory is good for this engine only.
    engine = sha256(b"".join(files[name] for name in sorted(files) if name.startswith("engine/")))
    engine.update(files["shell/engine.js"])
    about = f'<html data-build="{engine.hexdigest()[:12]}" '.encode()
    files[PAGE] = files[PAGE].replace(b"<html ", about, 1)
    worker = files.pop(WORKER)
    hashes = {name: integrity(content) for name, content in sorted(files.items())}
    told = worker.replace(b"const FILES = {};", f"const FILES = {json.dumps(hashes)};".encode())
    assert told != worker, "the service worker must know the files"
    build = sha256(told).hexdigest()[:12]
    return files | {
        WORKER: told.replace(b'const BUILD = "";', f'const BUILD = "{build}";'.encode())
    }


def integrity(content: bytes) -> str:
    """What a browser compares with what it has fetched."""
    return f"sha256-{base64.b64encode(sha256(content).digest()).decode()}"


def write(files: dict[str, bytes]) -> None:
    """Put the files where they are served from, each with its packed twins."""
    kept = packing.PackedFiles(BUILD / "pocket-packed")
    with ThreadPoolExecutor() as several:
        twins = dict(zip(files, several.map(kept.packed, files.values()), strict=True))
    kept.forget_others()
    shutil.rmtree(POCKET, ignore_errors=True)
    for name, content in files.items():
        path = POCKET / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        for ending, packed in twins[name].items():
            path.with_name(f"{path.name}.{ending}").write_bytes(packed)


if __name__ == "__main__":
    sys.exit(main())
