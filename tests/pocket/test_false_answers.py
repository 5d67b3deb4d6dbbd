"""Somebody else answers in place of the club of a match: a hotel's network, or a proxy."""

import pytest

from testkit.faults.portal import PORTALS, portal_at
from testkit.pocket.away import assert_is_whole
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]


def test_nobody_else_is_taken_for_the_club(table, club, rng):
    for name, portal in PORTALS.items():
        table.wait_until_ready()
        club.network.cut()
        with portal_at(club.network.port, portal) as asked:
            table.play_on(rng, 1)
            table.wait_until_away()
            table.page.shell.reload()
            table.wait_until_away()
            seen = len(asked)
            table.page.wait_until(lambda: len(asked) > seen + 1, f"another look: {name}")  # noqa: B023
            line = table.page.frame.locator(".away").inner_text()
            assert line.startswith("On this phone"), name
            said = table.match
        club.network.mend()
        table.wait_until_back()
    assert_is_whole(club, said)
