"""What goes over the wire: a match page on a first visit, and what an answer brings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from app.scoring import Match
from bench.browser import BROTLI, GZIP, Browser, files_needed
from bench.measures import Row, Size
from bench.servers import app_server
from tests.play import keep_in, play_at_random

MAX_BYTES = 60_000
MAX_REQUESTS = 8
MAX_BYTES_ANSWERING = 8_000

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Tribello": ("tribello", 3, {}),
    "Trex": ("trex", 4, {"complex": False}),
    "Trex with Complex": ("trex", 4, {"complex": True}),
    "Italian Whist": ("italian_whist", 3, {}),
    "The Torite": ("torite", 4, {}),
    "Trico, its deck": ("trico", 2, {"entry": "deck", "deck": HOUSE_DECK}),
    "Trico, its symbols": ("trico", 3, {"entry": "symbols", "deck": None}),
    "Trico, its counts": ("trico", 3, {"entry": "counts", "deck": None}),
}
"""Every kind of question, and with it all that only some of them bring."""


@dataclass(frozen=True)
class PageWeight:
    """What a moment of a match weighs: each file of its page, and the part of an answer."""

    files: dict[str, int]
    part: int

    @property
    def total(self) -> int:
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
        part = browser.ask("GET", f"{address}?after=0", part=True).wire
        yield PageWeight(files_needed(browser, address), part)


def rows(name: str, moments: Mapping[str, Sequence[PageWeight]]) -> Iterator[Row]:
    """The heaviest page of every game, then what the heaviest of all is made of."""
    heaviest = {what: max(of_one, key=lambda one: one.total) for what, of_one in moments.items()}
    for what, one in heaviest.items():
        yield row(f"match page, first visit, everything, {what}, {name}", one.total, MAX_BYTES)
    files = max(heaviest.values(), key=lambda one: one.total).files
    for path, sent in files.items():
        yield Row(f"  {path.partition('?')[0]}", f"{sent / 1000:.1f} KB")
    all_moments = [one for of_one in moments.values() for one in of_one]
    requests = max(len(one.files) for one in all_moments)
    yield Row("  requests", str(requests), str(MAX_REQUESTS), requests > MAX_REQUESTS)
    part = max(one.part for one in all_moments)
    yield row(f"answering a prompt, at most, {name}", part, MAX_BYTES_ANSWERING)


def row(what: str, sent: int, most: int) -> Row:
    """A weight beside the most it may be."""
    return Row(what, f"{sent / 1000:.1f} KB", f"{most / 1000:g} KB", sent > most)
