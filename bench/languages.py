"""What another language takes: pages in it, and the start of an app that has it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from app.languages import Languages
from app.paths import TRANSLATIONS
from app.store import engine_for
from app.web.app import create_app
from app.worker import run_inline
from bench.measures import Row, Size, at_most, seconds, times
from testkit.http_browser import Browser
from testkit.servers import app_server
from testkit.whole_matches import DIFFERENT_MATCHES, fill, some_of_each

MAX_SLOWER = 1.1
MAX_START = 0.1
"""In seconds, for each language."""
PAGES = {
    "the start page": "/",
    "a match": "/matches/2",
    "its sheet": "/matches/2/sheet",
    "More": "/matches/2/more",
    "the players": "/players",
    "a person": "/players/1",
}


def languages(folder: Path, size: Size) -> Iterator[Row]:
    """Pages in each language and in English, in turns; and how much later the app has started."""
    database = folder / "languages.sqlite3"
    fill(database, some_of_each(DIFFERENT_MATCHES))
    tags = [tag for tag in Languages(TRANSLATIONS) if tag != "en"]
    with app_server(database, folder) as app, Browser(app.port) as browser:
        for tag in tags:
            for what, path in PAGES.items():
                theirs, ours = in_turns(size.rounds * 10, asks(browser, path, tag, "en"))
                yield times(f"{what} in {tag}, beside English", theirs, ours, MAX_SLOWER)
    pool = engine_for(database).pool()
    for tag in tags:
        starts = [
            partial(create_app, pool, run_inline, languages=Languages(each))
            for each in (TRANSLATIONS, folder)
        ]
        with_it, without = in_turns(size.rounds, starts, min)
        later = (with_it - without) / len(tags)
        yield at_most(f"start, later with {tag}", later, MAX_START, "s", ".3f")


def asks(browser: Browser, path: str, *tags: str) -> list[Callable[[], object]]:
    """For each language what asks for a page in it."""

    def ask(tag: str) -> None:
        browser.headers["Accept-Language"] = tag
        browser.ask("GET", path)

    return [partial(ask, tag) for tag in tags]


def in_turns(
    rounds: int,
    acts: Sequence[Callable[[], object]],
    typical: Callable[[Sequence[float]], float] = median,
) -> list[float]:
    """What is `typical` of each, in seconds, after a round to warm up."""
    taken: list[list[float]] = [[] for _act in acts]
    for _round in range(rounds + 1):
        for act, own in zip(acts, taken, strict=True):
            own.append(seconds(act))
    return [typical(own[1:]) for own in taken]
