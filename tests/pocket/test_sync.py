"""A match of a club goes on by itself while its server cannot be reached, and joins it again."""

import pytest

from testkit.browser.phone import FOUR
from testkit.pocket.away import assert_is_whole, phone_at
from testkit.pocket.browser_window import main_process, switch_off
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

TABLES = {
    "tribello": (FOUR[:3], {}),
    "trex": (FOUR, {"complex": True}),
    "italian_whist": (FOUR[:3], {}),
    "torite": (FOUR[:2], {}),
    "trico": (FOUR[:3], {"entry": "counts", "target": 60}),
}


LOST = {
    "gone": (lambda club: club.process.close(), lambda club: club.process.start()),
    "silent": (lambda club: club.network.hush(), lambda club: club.network.mend()),
}
"""How a club comes not to answer, and to answer again."""


@pytest.mark.parametrize(
    ("game", "how"), [*((game, "gone") for game in TABLES), ("trex", "silent")]
)
def test_a_match_is_played_to_its_end_whatever_becomes_of_server_and_browser(
    game, how, club, tmp_path, rng
):
    players, rules = TABLES[game]
    lose, find = LOST[how]
    some = 1 if game == "torite" else 2  # it has four questions
    profile = tmp_path / "profile"
    with phone_at(club, profile) as phone:
        phone.begin(game, players, **rules)
        phone.wait_until_ready()
        phone.play_on(rng, some)
        lose(club)
        phone.play_on(rng, 1)
        phone.wait_until_away()
        phone.page.shell.reload()
        phone.wait_until_away()
        phone.play_on(rng, some - 1)
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
        find(club)
        phone.wait_until_back()
        phone.play_on(rng)
        said = phone.match
        assert said.standing.is_over
    assert_is_whole(club, said)
