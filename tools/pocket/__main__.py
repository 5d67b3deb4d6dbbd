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

from app.paths import LICENCES, POCKET, PROJECT, STATIC, TRANSLATIONS
from app.server.offline_page import ENGINE
from app.web.core.page.scripts import join, modules
from tools.messages.compile import compile_all
from tools.pocket import manifest, packing
from tools.pocket.licences import licences_of
from tools.pocket.words import EMPTY, PAGE, SHELL, pages_of, shell_languages

BUILD = PROJECT / "build"

MATCH_RECORDS = STATIC / "js" / "net" / "match_records.js"
OF_MATCH = (
    "away_worker.js",
    "engine.js",
    "frame.js",
    "match_records.js",
    "make_snapshot.js",
    "snapshot.js",
)
"""Files of the shell with which a match of a club goes on."""
WORKER = "sw.js"
"""Knows all the others by their content, and so comes last."""
PYODIDE_FILES = {
    "pyodide.js": "pyodide.mjs",
    "pyodide.asm.js": "pyodide.asm.mjs",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
MAP = re.compile(rb"\n//# sourceMappingURL=.*")


def main() -> int:
    """Build it, and say how large it is."""
    parser = argparse.ArgumentParser(prog="make pocket", description=__doc__)
    parser.add_argument("pyodide", type=Path, help="the folder of the package pyodide")
    pyodide = parser.parse_args().pyodide
    for line in compile_all(TRANSLATIONS):
        print(line, file=sys.stderr)
    files = contents(pyodide)
    write(files)
    packed = sum(path.stat().st_size for path in POCKET.rglob("*.br"))
    print(f"{POCKET}: {len(files)} files, {packed / 1e6:.2f} MB as they are fetched")
    return 0


def contents(pyodide: Path) -> dict[str, bytes]:
    """All files of the edition by their names."""
    work = BUILD / "pocket-work"
    manifest.compile_modules(pyodide, work)
    licences = licences_of(pyodide, manifest.library_names(work))
    files = {
        **manifest.files_below(SHELL),
        **{
            f"engine/{name}": MAP.sub(b"", (pyodide / source).read_bytes())
            for name, source in PYODIDE_FILES.items()
        },
        "engine/standard.zip": manifest.standard_library(work),
        "engine/project.bin": manifest.project(work, licences),
        **manifest.shell_icons(),
    }
    tokens = (STATIC / "css" / "tokens.css").read_bytes()
    page, words = pages_of(shell_languages(TRANSLATIONS))
    files.pop(EMPTY)
    files[f"shell/{MATCH_RECORDS.name}"] = MATCH_RECORDS.read_bytes()
    files["shell/shell.css"] = tokens + files["shell/shell.css"]
    # A snapshot of the memory is good for this engine only.
    engine = sha256(b"".join(files[name] for name in sorted(files) if name.startswith("engine/")))
    engine.update(files["shell/engine.js"])
    about = f'<html data-build="{engine.hexdigest()[:12]}" '.encode()
    files[PAGE] = page.encode().replace(b"<html ", about, 1)
    worker = files.pop(WORKER)
    hashes = {name: integrity(content) for name, content in sorted(files.items())}
    script = join(WORKER, modules() | {WORKER: worker.decode("utf-8")}).encode("utf-8")
    for name, value in (("FILES", hashes), ("WORDS", words)):
        said = json.dumps(value, ensure_ascii=False)
        assert f"const {name} = {{}};".encode() in script, f"the service worker must know {name}"
        script = script.replace(
            f"const {name} = {{}};".encode(), f"const {name} = {said};".encode()
        )
    build = sha256(script).hexdigest()[:12]
    of_match = {name: hashes[name] for name in hashes if name.startswith("engine/")}
    of_match |= {f"shell/{name}": hashes[f"shell/{name}"] for name in OF_MATCH}
    about_engine = {
        "build": sha256(json.dumps(of_match).encode()).hexdigest()[:12],
        "engine": engine.hexdigest()[:12],
        "files": of_match,
    }
    return files | {
        ENGINE: json.dumps(about_engine).encode(),
        WORKER: script.replace(b'const BUILD = "";', f'const BUILD = "{build}";'.encode()),
        # For whoever has the folder; a phone has it in the project.
        LICENCES.name: licences.encode("utf-8"),
    }


def integrity(content: bytes) -> str:
    """The hash that a browser compares with a file it has fetched."""
    return f"sha256-{base64.b64encode(sha256(content).digest()).decode()}"


def write(files: dict[str, bytes]) -> None:
    """Put the files where they are served from, each with its packed twins."""
    cache = packing.PackedFiles(BUILD / "pocket-packed")
    with ThreadPoolExecutor() as several:
        twins = dict(zip(files, several.map(cache.packed, files.values()), strict=True))
    cache.forget_others()
    shutil.rmtree(POCKET, ignore_errors=True)
    for name, content in files.items():
        path = POCKET / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        for ending, packed in twins[name].items():
            path.with_name(f"{path.name}.{ending}").write_bytes(packed)


if __name__ == "__main__":
    sys.exit(main())
