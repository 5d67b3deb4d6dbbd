"""Nothing on paper may be set with a warning."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

pytest.importorskip("weasyprint", reason="PDF needs Pango", exc_type=OSError)


@pytest.fixture
def no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails the test for every line that WeasyPrint logs, such as CSS that it ignores."""
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        yield
    said = [record.getMessage() for record in caplog.records if record.name == "weasyprint"]
    assert not said, said
