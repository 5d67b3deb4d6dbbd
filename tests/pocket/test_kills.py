"""Phones that are switched off while somebody taps; the bench does it fifty times and more."""

import random
from datetime import date
from pathlib import Path

from app.games import GAMES
from bench.servers import app_server
from tests.pocket.kills import MOMENTS, kill_phones
from tests.pocket.site import BUILT, Site
from tests.pocket.whole_match import carry

pytestmark = BUILT


def test_what_was_acknowledged_outlives_a_phone_that_goes_off_at_any_moment(site: Site) -> None:
    seed = random.randrange(10**6)
    site.close()

    damage, moments = kill_phones(site, len(MOMENTS), random.Random(seed))

    assert damage.is_none, f"seed {seed}: {damage}, {moments}"
    assert damage.rounds
    assert moments.keys() == MOMENTS.keys()


def test_a_whole_match_is_played_printed_and_found_at_a_server(site: Site, tmp_path: Path) -> None:
    """Of one game, another one every day; the bench does it with all of them."""
    game = list(GAMES)[date.today().toordinal() % len(GAMES)]
    seed = random.randrange(10**6)
    print(f"{game}, seed {seed}")
    site.close()
    with app_server(tmp_path / "server.sqlite3") as server:
        address = f"http://127.0.0.1:{server.port}"
        carry(site, game, address, tmp_path, random.Random(seed))
