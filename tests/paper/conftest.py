"""One renderer for all tests: to load its fonts takes longer than to print a page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import pytest

from app.paper.pdf import PdfRenderer, PrintDocument
from app.rulebook import Rulebook
from tests.paper.pdf import Pdf
from tests.paper.printed import shared_renderer, the_rules

Print = Callable[[PrintDocument], Pdf]


@pytest.fixture(scope="session")
def renderer() -> PdfRenderer:
    return shared_renderer()


@pytest.fixture
def printed(renderer: PdfRenderer) -> Print:
    """Print a page and read it back."""
    return lambda page: Pdf(renderer.render(page))


@pytest.fixture
def complaints(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], list[str]]]:
    """What WeasyPrint and the renderer log: CSS they do not know, letters without a shape."""
    with caplog.at_level(logging.WARNING):
        yield lambda: [record.getMessage() for record in caplog.records]


@pytest.fixture
def no_warnings(complaints: Callable[[], list[str]]) -> Iterator[None]:
    """Fails the test for every line that is logged, such as CSS that WeasyPrint ignores."""
    yield
    assert complaints() == []


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    return the_rules()
