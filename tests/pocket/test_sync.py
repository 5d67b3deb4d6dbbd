"""A match of a club goes on by itself while its server cannot be reached, and joins it again."""

import random
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from testkit.browser.phone import FOUR, TRIBELLO
from testkit.pocket.away import Club, phone_at
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

TABLES = {
    "tribello": (FOUR[:3], {}),
    "trex": (FOUR, {"complex": True}),
    "italian_whist": (FOUR[:3], {}),
    "torite": (FOUR[:3], {}),
    "trico": (FOUR[:2], {"entry": "counts"}),
}


TOGETHER = timedelta(milliseconds=9)


@pytest.fixture
def club(tmp_path):
    club = Club(tmp_path)
    yield club
    club.close()


@pytest.fixture
def phone(club, tmp_path):
    with phone_at(club, tmp_path / "profile") as phone:
        yield phone


@pytest.fixture
def table(phone):
    """A match of Tribello whose first deal is scored."""
    phone.begin(*TRIBELLO)
    phone.wait_until_ready()
    phone.play_deals(random.Random(1), 1)
    return phone


def assert_is_whole(club, said, number=1):
    """The club has every line once, with the id of the form that wrote it."""
    log = club.match(number).log
    assert [line.event for line in log] == [line.event for line in said.log]
    # What one form has said stands together, and has its id on the first line.
    moments = [datetime.fromisoformat(line.at) for line in log]
    firsts = [moment - before > TOGETHER for before, moment in pairwise(moments)]
    ids = [one for one, is_first in zip(club.ids(number)[1:], firsts, strict=True) if is_first]
    assert None not in ids
    assert len({*ids}) == len(ids)


@pytest.mark.parametrize("game", TABLES)
def test_a_match_is_played_to_its_end_whatever_becomes_of_server_and_browser(
    game, club, tmp_path, rng
):
    players, rules = TABLES[game]
    profile = tmp_path / "profile"
    with phone_at(club, profile) as phone:
        phone.begin(game, players, **rules)
        phone.wait_until_ready()
        phone.play_on(rng, 2)
        club.process.close()
        phone.play_on(rng, 1)
        phone.wait_until_away()
        phone.play_on(rng, 2)
        phone.page.shell.reload()
        phone.wait_until_away()
        phone.play_on(rng, 1)
        address = phone.page.shell.url
    # The browser is closed, and opened later.
    with phone_at(club, profile) as phone:
        phone.page.shell.goto(address)
        phone.wait_until_away()
        phone.play_on(rng, 2)
        club.process.start()
        phone.wait_until_back()
        phone.play_on(rng)
        said = phone.match
        assert said.standing.is_over
    assert_is_whole(club, said)
