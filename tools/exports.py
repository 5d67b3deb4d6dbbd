"""Builds ``exports/``: blank sheets, booklets and quick references, ready to print.

``python -m tools.exports``, or `make exports`, prints what is not there or was made from something
else. The same pages give the same bytes on one machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from app import rulebook
from app.games import numbers
from app.paper.exports import exports_of, fingerprints, is_current, write_fingerprints
from app.paper.pdf import NotInstalled, PdfRenderer
from app.paths import EXPORTS, RULES


def build(folder: Path = EXPORTS, *, tell: Callable[[str], object] = print) -> None:
    """Print into `folder` every document that does not lie ready there, and tell its name.

    Files of ours that are no longer made are taken away. Raises `NotInstalled`.
    """
    renderer = PdfRenderer()
    made, made_from = set(), fingerprints(folder)
    for document in exports_of(rulebook.read(RULES, numbers())).values():
        path = folder / document.name
        made.add(path)
        if is_current(document, folder):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        page = document.lay_out()
        path.write_bytes(renderer.render(page))
        made_from[document.name] = page.fingerprint
        tell(document.name)
    for stale in {*folder.glob("*/tricktally-*.pdf")} - made:
        stale.unlink()
    names = {path.relative_to(folder).as_posix() for path in made}
    write_fingerprints({name: made_from[name] for name in names}, folder)


def main() -> int:
    """Build ``exports/``."""
    try:
        build()
    except NotInstalled as error:
        sys.stderr.write(f"tricktally: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
