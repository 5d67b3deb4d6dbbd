"""What goes over the wire: a match page on a first visit, and what an answer brings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.scoring import Match
from bench.browser import BROTLI, GZIP, Browser, files_needed
from bench.measures import Row, Size, at_most
from bench.servers import app_server
from tests.play import keep_in, play_at_random

MAX_KILOBYTES = 60
MAX_REQUESTS = 8
MAX_KILOBYTES_ANSWERING = 8

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Trex": ("trex", 4, {"complex": False}),
    "Trex with Complex": ("trex", 4, {"complex": True}),
    "Trico, its deck": ("trico", 2, {"entry": "deck", "deck": HOUSE_DECK}),
    "Trico, its symbols": ("trico", 3, {"entry": "symbols", "deck": None}),
    "Trico, its counts": ("trico", 3, {"entry": "counts", "deck": None}),
}
"""Games whose house rules bring other questions; all others are weighed as they are."""
PLAIN = GAMES.keys() - {game for game, _players, _rules in TABLES.values()}
TABLES |= {str(GAMES[key].name): (key, GAMES[key].players[-1], {}) for key in sorted(PLAIN)}


class PageWeight(NamedTuple):
    """What a moment of a match weighs in KB: each file of its page, and the part of an answer."""

    files: dict[str, float]
    part: float

    @property
    def total(self) -> float:
        """The page and its files together."""
        return sum(self.files.values())


def page_weight(folder: Path, _size: Size) -> Iterator[Row]:
    """The heaviest moments of whole matches of every game."""
    database = folder / "weight.sqlite3"
    with app_server(database) as app:
        for name, encodings in (("br", BROTLI), ("gzip", GZIP)):
            with Browser(app.port, encodings) as browser:
                moments = {what: list(weigh(browser, database, what)) for what in TABLES}
            yield from rows(name, moments)


def weigh(browser: Browser, database: Path, what: str) -> Iterator[PageWeight]:
    """A match after every line of its log, on a first visit and as the last answer brought it."""
    game, players, rules = TABLES[what]
    dice = random.Random(what)
    played = play_at_random(GAMES[game], dice, players=players, rules=rules, mishaps=0).match
    for line in range(1, len(played.log) + 1):
        then = Match(played.game, played.players, played.log[:line])
        address = f"/matches/{keep_in(database, then)}"
        part = browser.ask("GET", f"{address}?after=0", part=True).wire / 1000
        files = files_needed(browser, address)
        yield PageWeight({path: sent / 1000 for path, sent in files.items()}, part)


def rows(name: str, moments: Mapping[str, Sequence[PageWeight]]) -> Iterator[Row]:
    """The heaviest page of every game, then what the heaviest of all is made of."""
    heaviest = {what: max(of_one, key=lambda one: one.total) for what, of_one in moments.items()}
    for what, one in heaviest.items():
        page = f"match page, first visit, everything, {what}, {name}"
        yield at_most(page, one.total, MAX_KILOBYTES, "KB", ".1f")
    for path, sent in max(heaviest.values(), key=lambda one: one.total).files.items():
        yield Row(f"  {path.partition('?')[0]}", f"{sent:.1f} KB")
    all_moments = [one for of_one in moments.values() for one in of_one]
    requests = max(len(one.files) for one in all_moments)
    yield Row("  requests", str(requests), str(MAX_REQUESTS), requests > MAX_REQUESTS)
    part, most = max(one.part for one in all_moments), MAX_KILOBYTES_ANSWERING
    yield at_most(f"answering a prompt, at most, {name}", part, most, "KB", ".1f")
