"""A PDF as it is read back."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PdfReader

from app.paper.pdf import LIBRARIES, NotInstalled, import_weasyprint

MILLIMETRES = 25.4 / 72
SIZES = {"a4": (210, 297), "letter": (215.9, 279.4), "a5": (148, 210), "a5-two-up": (297, 210)}
"""The width and the height of each paper, in millimetres."""
WHOLE = {key: (round(width), round(height)) for key, (width, height) in SIZES.items()}


def has_pango() -> bool:
    """Whether anything can be printed here."""
    try:
        import_weasyprint()
    except NotInstalled:
        return False
    return True


needs_pango = pytest.mark.skipif(not has_pango(), reason=f"no Pango here: apt install {LIBRARIES}")


class Pdf:
    """What stands in a PDF, and what it says of itself."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.reader = PdfReader(io.BytesIO(content))
        self.root = self.reader.trailer["/Root"]

    @property
    def text(self) -> str:
        """All text, with single spaces."""
        return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in self.reader.pages))

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """The sizes of the pages, in whole millimetres."""
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(b.width * MILLIMETRES), round(b.height * MILLIMETRES)) for b in boxes}

    @property
    def title(self) -> str | None:
        return self.reader.metadata.title if self.reader.metadata else None

    @property
    def identifier(self) -> str:
        """What it was made from."""
        return self.reader.trailer["/ID"][0].original_bytes.decode()

    @property
    def is_tagged(self) -> bool:
        """Whether it says what is a heading, a table, a list: PDF/UA asks for that."""
        return (
            bool(self.root.get("/MarkInfo", {}).get("/Marked")) and "/StructTreeRoot" in self.root
        )


def faults(content: bytes, folder: Path) -> str:
    """What qpdf finds wrong with a PDF, nothing if it is sound."""
    if not shutil.which("qpdf"):
        pytest.skip("no qpdf here: apt install qpdf")
    path = folder / "printed.pdf"
    path.write_bytes(content)
    checked = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True)
    return "" if checked.returncode == 0 else checked.stdout + checked.stderr
