"""What the dearest match that fits its bounds costs the process of the server, page by page."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.games import GAMES
from app.paper.pdf import PdfFile, PrintDocument
from app.paper.print_queue import PrintQueue
from app.scoring import PLAYERS, VOID, Event, Line, Match
from app.scoring.game import LONGEST_NAME
from app.scoring.match.log import MAX_DEALS, MAX_LETTERS, MAX_LINES, MAX_RENAMES, correction_size
from app.scoring.model.cards import LONGEST_WORD
from app.server.run import open_app
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.web.core.services import MatchCache, services
from bench.measures import Row, Size
from testkit.whole_matches import HANDS, HANDS_OF_DEAL, save, whist

MAX_SECONDS = 1.0
MAX_MEMORY = 50.0
"""In MB."""


def expensive_match(folder: Path, _size: Size) -> Iterator[Row]:
    """Every address of a match, and another order of its seats, after a replay from the store."""
    app = open_app(engine_for(folder / "dearest.sqlite3"))
    app.config["OPEN"] = True
    services(app).print_queue = SleepingRenderer()
    matches = {
        "with other names": renamed(),
        "of void deals": thrown_in(),
        "of long words": of_long_words(),
    }
    with closing(services(app).main_connection) as db, app.test_client() as client:
        client.get(f"/c/{HOME}/")
        for what, match in matches.items():
            number = save(db, match)
            costs = [(*cost(app, ask), at) for at, ask in requests(app, client, number)]
            took, slowest = max((took, at) for took, _most, at in costs)
            most, largest = max((most, at) for _took, most, at in costs)
            yield Row(
                f"the dearest of {len(costs)} requests to a match {what}",
                f"{took:.2f} s ({slowest}), {most:.0f} MB ({largest})",
                f"{MAX_SECONDS:g} s",
                took > MAX_SECONDS or most > MAX_MEMORY,
            )


class SleepingRenderer(PrintQueue):
    """Has pages laid out, and prints none: that is done in another process."""

    def get_or_render(
        self, _key: Hashable, lay_out: Callable[[], PrintDocument], _owner: str
    ) -> PdfFile:
        lay_out()
        return PdfFile(b"%PDF-", "")


def renamed() -> Match:
    """Deals told with other names each, and corrected again and again."""
    starts = range(9, MAX_DEALS, MAX_DEALS // (MAX_RENAMES + 1))[:MAX_RENAMES]
    changes = [
        Event("correction", start, PLAYERS, [f"{seat}{start}" + "m" * 180 for seat in "ABC"])
        for start in starts
    ]
    log = whist(MAX_DEALS) + changes
    log += [
        Event("correction", starts[turn % len(starts)] + 1, "first", HANDS[turn % 3])
        for turn in range(MAX_LINES - len(log))
    ]
    return Match(GAMES["italian_whist"], [seat * LONGEST_NAME for seat in "ABC"], map(Line, log))


def thrown_in() -> Match:
    """Deals that were corrected, and then thrown in one by one: their answers stay behind."""
    log, deals = whist(MAX_DEALS), range(1, MAX_DEALS - 1)
    log += [Event("correction", deal, key, [3, 3, 3]) for deal in deals for key in HANDS_OF_DEAL]
    log += [Event("correction", deal, VOID, "misdeal") for deal in deals]
    return Match(GAMES["italian_whist"], ["A", "B", "C"], map(Line, log))


def of_long_words() -> Match:
    """A deck entered again and again, in letters that take the most memory."""
    symbols = [chr(0x1F600 + number) * LONGEST_WORD for number in range(5)]
    deck = {str(number): {"symbols": symbols, "large": symbols} for number in range(1, 10)}
    rules = {"entry": "deck", "deck": deck, "target": 99}
    log = [Event("entry", 0, "rules", rules)]
    while correction_size(log) < MAX_LETTERS and len(log) < MAX_LINES:
        log.append(Event("correction", 0, "rules", rules | {"target": 99 - len(log) % 2}))
    return Match(GAMES["trico"], ["A" * LONGEST_NAME, "B" * LONGEST_NAME], map(Line, log[:-1]))


def requests(
    app: Flask, client: FlaskClient, match_id: int
) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    """Every page of a match, with the address that it has below the match."""
    known = {"club": HOME, "match_id": match_id, "match": match_id, "number": 1, "key": "rules"}
    of_match = f"/c/{HOME}/matches/{match_id}"
    for rule in sorted(app.url_map.iter_rules(), key=str):
        is_of_match = rule.arguments & {"match", "match_id"} and rule.arguments <= known.keys()
        if is_of_match and "GET" in (rule.methods or ()) and "/rules/<" not in rule.rule:
            with app.test_request_context():
                built = rule.build({name: known[name] for name in rule.arguments})
            address = built[1] if built else ""
            yield address.removeprefix(of_match) or "/", lambda at=address: client.get(at)
    turned = {f"seats.{seat}": str(seat - 1) for seat in (1, 2)} | {"seats.0": "2"}
    yield "POST /seats", lambda: client.post(f"{of_match}/seats", data=turned)


def cost(app: Flask, ask: Callable[[], TestResponse]) -> tuple[float, float]:
    """The seconds of this process that a request takes, and the most memory at once in MB.

    The match is played again for it.
    """
    services(app).match_cache = MatchCache()
    gc.collect()
    began = time.process_time()
    response = ask()
    took = time.process_time() - began
    assert response.status_code < 500, response.status
    services(app).match_cache = MatchCache()
    tracemalloc.start()
    ask()
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return took, most / 1e6
