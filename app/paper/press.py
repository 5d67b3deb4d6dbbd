"""The press: a page of HTML becomes a PDF, from files that we ship and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent.parent
STATIC = HOUSE / "static"


class NotInstalled(Exception):
    """What the press is built on is not on this machine; the message says what to install."""


@dataclass(frozen=True)
class Page:
    """A document to print: its HTML with addresses relative to ``static/``, and what it is."""

    html: str
    title: str
    language: str = "en"
    paper: str = "a4"


class Press:
    """Prints pages."""

    def print(self, page: Page) -> bytes:
        """The PDF of `page`; raises `NotInstalled`."""
        try:
            from weasyprint import HTML
        except (ImportError, OSError) as error:
            libraries = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
            raise NotInstalled(f"PDF needs Pango: sudo apt install {libraries}") from error
        document = HTML(string=page.html, base_url=STATIC.as_uri() + "/")
        pdf: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
        return pdf
