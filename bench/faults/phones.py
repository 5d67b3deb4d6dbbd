"""Phones that are switched off: the pocket edition as it was built, killed while somebody taps."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from app.games import GAMES
from app.paths import POCKET
from bench.faults.damage import SEED, rows_of_damage
from bench.measures import Row, Size, left_out, seconds
from testkit.browser.phone import chromium
from testkit.pocket.kills import kill_phones
from testkit.pocket.site import installed_at
from testkit.pocket.whole_match import carry
from testkit.servers import app_server


def phones(folder: Path, size: Size) -> Iterator[Row]:
    """A browser that is killed at any moment, without host and network, and opened again; then a
    whole match of each game, from its first tap to a server."""
    if not (POCKET / "index.html").exists() or chromium() is None:
        yield left_out("phones switched off", "needs Chromium, and `make pocket` before")
        return
    yield Row("phones switched off, drawn by lot", f"SEED={SEED}")
    site, rng = installed_at(folder / "profile"), random.Random(f"{SEED} phones")
    damage, moments = kill_phones(site, size.phone_kills, rng)
    for moment, number in moments.items():
        yield Row(f"  {moment}", f"{number} times")
    what = f"phones switched off, {size.phone_kills} times"
    yield Row(what, f"{damage.acknowledged} answers just acknowledged")
    yield from rows_of_damage(damage)
    with app_server(folder / "server.sqlite3") as server:
        address = f"http://127.0.0.1:{server.port}"
        for game in GAMES:
            rng = random.Random(f"{SEED} {game}")
            took = seconds(partial(carry, site, game, address, folder, rng))
            yield Row(f"  {game}: played, printed, at a server", f"byte for byte, {took:.0f} s")
