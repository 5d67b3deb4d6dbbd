"""A match of a club goes on by itself while its server cannot be reached, and joins it again."""

import random
from contextlib import suppress

import pytest
from playwright.sync_api import Error

from testkit.browser.phone import FOUR
from testkit.pocket.away import assert_is_whole, phone_at
from testkit.pocket.browser_window import SOON, main_process, switch_off
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

TABLES = {
    "tribello": (FOUR[:3], {}, 2, 11),
    "trex": (FOUR, {"complex": True}, 2, 7),
    "italian_whist": (FOUR[:3], {"upper": 15, "lower": -15}, 2, 5),
    "torite": (FOUR[:2], {}, 0, 1),
    "trico": (FOUR[:3], {"entry": "counts", "target": 60}, 2, 6),
}
"""Who plays each game by which rules; after how many deals the club is lost, and found again."""

SEED = 1
"""With these dice The Torite has both its rounds."""


LOST = {
    "gone": (lambda club: club.process.close(), lambda club: club.process.start()),
    "silent": (lambda club: club.network.hush(), lambda club: club.network.mend()),
}
"""How a club comes not to answer, and to answer again."""


def sit_down(phone, game, rng):
    """Begin a match that could go on without its club, and play until that is lost."""
    players, rules, first, _last = TABLES[game]
    phone.begin(game, players, **rules)
    phone.wait_until_ready()
    phone.play_on(rng, 1)
    phone.play_deals(rng, first)


@pytest.mark.parametrize("how", LOST)
@pytest.mark.parametrize("game", TABLES)
def test_a_match_is_played_to_its_end_whatever_becomes_of_server_and_browser(
    game, how, club, tmp_path
):
    *_table, last = TABLES[game]
    lose, find = LOST[how]
    profile, rng = tmp_path / "profile", random.Random(SEED)
    with phone_at(club, profile) as phone:
        sit_down(phone, game, rng)
        lose(club)
        phone.play_on(rng, 1)
        phone.wait_until_away()
        phone.page.shell.reload()
        phone.wait_until_away()
        address = phone.page.shell.url
    # The browser is closed, and opened later; the battery is out, and the phone switched on again.
    with phone_at(club, profile) as phone:
        phone.page.shell.goto(address)
        phone.wait_until_away()
        phone.play_on(rng, 1)
        shown = phone.match.last_line
        switch_off(main_process(profile))
    with phone_at(club, profile) as phone:
        phone.page.shell.goto(address)
        phone.wait_until_away()
        assert phone.match.last_line == shown
        phone.play_deals(rng, last - len(phone.standing.finished))
        find(club)
        phone.wait_until_back()
        phone.play_on(rng)
        said = phone.match
        assert said.standing.is_over
    assert_is_whole(club, said)


@pytest.mark.parametrize("game", TABLES)
def test_a_match_is_played_to_its_end_with_a_network_that_comes_and_goes(game, club, tmp_path):
    *_table, first, last = TABLES[game]
    profile, rng = tmp_path / "profile", random.Random(SEED)
    with phone_at(club, profile) as phone:
        sit_down(phone, game, rng)
        address = phone.page.shell.url
        with club.network.comes_and_goes():
            play_patiently(phone, first + 1)
            phone.page.patience = SOON
            phone.page.shell.reload()
            phone.wait_for_table()
            play_patiently(phone, min(first + 2, last))
            switch_off(main_process(profile))
    with phone_at(club, profile) as phone, club.network.comes_and_goes():
        phone.page.shell.goto(address)
        phone.wait_for_table()
        play_patiently(phone, last)
    with phone_at(club, profile) as phone:
        phone.page.shell.goto(address)
        phone.wait_until_back()
        phone.play_on(rng)
        said = phone.match
        assert said.standing.is_over
    assert_is_whole(club, said)


def play_patiently(phone, deals):
    """Answer until so many deals are scored or the match is over, by someone who taps the same
    again when a page that goes takes a tap with it."""
    phone.page.patience = 10
    phone.page.shell.set_default_timeout(5000)
    while True:
        with suppress(Error, AssertionError):
            match = phone.match
            if len(match.standing.finished) >= deals or match.standing.is_over:
                return
            phone.play_on(random.Random(f"{SEED} {match.last_line}"), 1)
