"""The papers that we print on. How large they are stands in the stylesheets, as pages."""

from __future__ import annotations

from collections.abc import Mapping

from app.scoring import Text, _

TWO_UP = "a5-two-up"
PAPERS: Mapping[str, Text] = {
    "a4": _("A4"),
    "letter": _("US Letter"),
    "a5": _("A5"),
    TWO_UP: _("A5, two on a page of A4"),
}
WHOLE_PAPERS = tuple(key for key in PAPERS if key != TWO_UP)
"""Papers with one page on each sheet: what is not written on by hand comes on these only."""
CARD_PAPERS = {key: PAPERS[key] for key in ("a4", "letter")}
"""What nine cards of 63 × 88 mm fit on, three in a row."""


def check(paper: str, papers: Mapping[str, Text] | tuple[str, ...] = tuple(PAPERS)) -> None:
    """Raises `LookupError` for a paper that is none of these."""
    if paper not in papers:
        raise LookupError(f"{paper!r} is not one of: {', '.join(papers)}")
