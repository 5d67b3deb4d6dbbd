"""The press: a page of HTML becomes a PDF, from files that we ship and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.scoring import Text, _

HOUSE = Path(__file__).resolve().parent.parent.parent
STATIC = HOUSE / "static"

PAPERS: Mapping[str, Text] = {
    "a4": _("A4"),
    "letter": _("US Letter"),
    "a5": _("A5"),
    "a5-two-up": _("A5, two on a page of A4"),
}


@dataclass(frozen=True)
class Page:
    """A document to print: its HTML with addresses relative to ``static/``, and what it is."""

    html: str
    title: str
    language: str
    paper: str


class Press:
    """Prints pages."""

    def print(self, page: Page) -> bytes:
        """The PDF of `page`."""
        from weasyprint import HTML  # type: ignore[import-untyped]

        document = HTML(string=page.html, base_url=STATIC.as_uri() + "/")
        pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
        return pdf
