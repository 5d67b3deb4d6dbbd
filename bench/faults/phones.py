"""Phones that are switched off: the pocket edition as it was built, killed while somebody taps."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

from app.games import GAMES
from app.paths import POCKET
from bench.measures import Row, Size
from bench.servers import app_server
from tests.browser.phone import chromium
from tests.pocket.kills import kill_phones
from tests.pocket.site import installed_at
from tests.pocket.whole_match import carry


def phones(folder: Path, size: Size) -> Iterator[Row]:
    """A browser that is killed at any moment, without host and network, and opened again; then a
    whole match of each game, from its first tap to a server."""
    if not (POCKET / "index.html").exists() or chromium() is None:
        yield Row("phones switched off", "needs Chromium, and `make pocket` before")
        return
    seed = os.environ.get("SEED") or str(time.time_ns())
    yield Row("phones switched off, drawn by lot", f"SEED={seed}")
    site = installed_at(folder / "profile")
    began = time.perf_counter()
    damage, moments = kill_phones(site, size.phone_kills, random.Random(f"{seed} phones"))
    took = time.perf_counter() - began
    for moment, times in moments.items():
        yield Row(f"  {moment}", f"{times} times")
    yield Row(
        f"phones switched off, {size.phone_kills} times",
        f"{damage.acknowledged} answers just acknowledged, {took:.0f} s",
    )
    yield Row("  answers acknowledged, and lost", str(damage.lost), "0", damage.lost > 0)
    yield Row("  answers that nobody gave, or once", str(damage.doubled), "0", damage.doubled > 0)
    with app_server(folder / "server.sqlite3") as server:
        for game in GAMES:
            began = time.perf_counter()
            rng = random.Random(f"{seed} {game}")
            carry(site, game, f"http://127.0.0.1:{server.port}", folder, rng)
            took = time.perf_counter() - began
            yield Row(f"  {game}: played, printed, at a server", f"byte for byte, {took:.0f} s")
