"""Phones that are switched off while somebody taps; the bench does it fifty times and more."""

from __future__ import annotations

import random

import pytest

from app.house import POCKET
from tests.browser.phone import chromium
from tests.pocket.kills import kill_phones
from tests.pocket.site import Site

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.skipif(not (POCKET / "index.html").exists(), reason="`make pocket` has not run"),
    pytest.mark.skipif(chromium() is None, reason="needs Chromium"),
]
KILLS = 6


def test_what_was_acknowledged_outlives_a_phone_that_goes_off_at_any_moment(site: Site) -> None:
    seed = random.randrange(10**6)
    site.close()

    harm, moments = kill_phones(site, KILLS, random.Random(seed))

    assert harm.is_none, f"seed {seed}: {harm}, {moments}"
    assert harm.rounds
