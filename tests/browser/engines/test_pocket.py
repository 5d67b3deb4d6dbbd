"""The built pocket edition in Firefox."""

import time
from pathlib import Path

import pytest

from app.paths import POCKET
from testkit.pocket.browser_window import SOON
from testkit.pocket.site import Site
from testkit.servers import free_port
from tests.browser.engines.webdriver import Firefox

TITLE = "return document.querySelector('iframe')?.contentDocument.title"


@pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run")
@pytest.mark.parametrize("engine_name", ["firefox"], indirect=True, scope="session")
def test_a_start_leaves_no_error_in_the_console(engine: Firefox, tmp_path: Path) -> None:
    with Site(tmp_path, free_port()) as site:
        engine.do("Navigate", url=site.address)
        until = time.monotonic() + SOON
        while engine.do("ExecuteScript", script=TITLE, args=[]) != "Tricktally":
            assert time.monotonic() < until, "no page"
            time.sleep(0.1)

        assert engine.errors_of(site.address) == []
