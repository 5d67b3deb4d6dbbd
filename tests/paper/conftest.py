"""Pages are printed by one renderer: to load its fonts takes longer than to print a page."""

import logging
from collections.abc import Callable, Iterator

import pytest

from app.paper.pdf import PrintDocument
from app.rulebook import Rulebook
from testkit.printed import Pdf, shared_renderer, the_rules


@pytest.fixture
def printed() -> Callable[[PrintDocument], Pdf]:
    """Print a page and read it back."""
    return lambda page: Pdf(shared_renderer().render(page))


@pytest.fixture
def no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails the test for every line that is logged, such as CSS that WeasyPrint ignores, or
    letters without a shape."""
    with caplog.at_level(logging.WARNING):
        yield
    assert [record.getMessage() for record in caplog.get_records("call")] == []


@pytest.fixture(scope="session")
def rulebook() -> Rulebook:
    return the_rules()
