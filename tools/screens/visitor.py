"""Someone who goes from screen to screen of a server that is theirs alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

from app.games import GAMES
from app.languages import ENGLISH
from app.matchfile import as_file
from app.paths import PROJECT
from app.scoring import Event, Line, Match
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.clubs.keyfile import Key
from app.store.matches import matches
from app.store.people import evenings
from app.web.match.repository import summary_of
from testkit.browser.phone import PATIENCE, SAVES_DATA
from testkit.keys import key_to
from testkit.play import Played
from testkit.servers import free_port, wait_for
from tools.messages.collect import collect
from tools.messages.pseudo import LANGUAGES as PSEUDO_LANGUAGES
from tools.messages.pseudo import write_pseudo

PEOPLE = ("Marwan", "Marlene", "Ben", "Dua")
COMPANY = (*PEOPLE, "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas")
"""Where more than four play."""
LAST_WINTER = datetime(2026, 1, 9, 19, 30, tzinfo=UTC)
"""When matches were played, unless it matters: pictures of two days look alike."""
Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((390, 664), (320, 640), (844, 390), (360, 640), (390, 844))
THEMES = ("light", "dark", "dim")
KEPT_BY_PAGES = {"storageTypes": "local_storage,indexeddb,service_workers,cache_storage"}
SET_THEME = "theme => { document.documentElement.dataset.theme = theme; }"


SET_PHONE_FONT = """addEventListener("DOMContentLoaded", () =>
  document.documentElement.style.setProperty("--sans", "'Liberation Sans'"))"""
"""As wide as the letters of most phones: those of this machine may be wider, as the words are."""


class Visitor:
    """A phone of a member that has just been unpacked, and others that know no club; all of them
    in one language."""

    def __init__(
        self, browser: Browser, address: str, database: Path, language: str = ENGLISH.tag
    ) -> None:
        self.browser = browser
        self.address = address
        self.database = database
        self.language = language
        self._others: list[BrowserContext] = []
        self._page: Page | None = None

    def new_page(self) -> Page:
        """A page of a phone that knows no club."""
        context = self._new_context()
        self._others.append(context)
        return context.new_page()

    @property
    def page(self) -> Page:
        """The page of the member."""
        if self._page is None:
            self._page = self._phone.new_page()
        return self._page

    def leave(self) -> None:
        """Close all pages; the phone of the member forgets all but its club and the styles."""
        for context in self._others:
            context.close()
        self._others = []
        if self._page is None:
            return
        self._page.close()
        self._page = None
        self._phone.set_offline(False)
        self._devtools.send("Storage.clearDataForOrigin", {"origin": self.address, **KEPT_BY_PAGES})
        self._phone.clear_cookies()
        self._phone.add_cookies(self._cookies)

    @cached_property
    def _phone(self) -> BrowserContext:
        context = self._new_context()
        page = context.new_page()
        self.enter(page, HOME)
        self._cookies: Any = context.cookies()
        self._devtools = context.new_cdp_session(page)
        page.goto("about:blank")
        return context

    def _new_context(self) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": SIZES[0][0], "height": SIZES[0][1]},
            base_url=self.address,
            locale=self.language,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        # What is shown without a network is this page, and no match that goes on without its club.
        context.add_init_script(SAVES_DATA)
        if self.language in PSEUDO_LANGUAGES:
            context.add_init_script(SET_PHONE_FONT)
        return context

    def new_club(self, name: str) -> str:
        """Found a club and let the member in. Returns its id."""
        with closing(engine_for(self.database).connect()) as db:
            club = clubs.create_club(db, name).id
        self.enter(self.page, club)
        # Its start page would open itself anew as soon as a match is written, over what comes next.
        self.page.goto("about:blank")
        return club

    def enter(self, page: Page, club: str, match_id: int | None = None) -> None:
        """Open the link of a member, or of who watches a match."""
        engine = engine_for(self.database)
        with closing(engine.connect()) as db:
            key = key_to(db, Key(engine)(), club, match_id)
        page.goto(f"/k/{key}")
        another = page.locator(".inviting .save")
        if another.count():  # beside the club that it has
            another.click()
            page.wait_for_url(f"**/c/{club}/**")

    def keep(
        self,
        game: str,
        answers: Sequence[Any] = (),
        *,
        people: Sequence[str] = PEOPLE,
        rules: dict[str, Any] | None = None,
        **where: Any,
    ) -> int:
        """Write a match with these answers into a club. Returns its number."""
        return self.write(played(game, answers, people, rules), **where)

    def write(
        self,
        match: Match,
        *,
        club: str = HOME,
        ago: timedelta | None = None,
        begun: datetime = LAST_WINTER,
        pace: timedelta = timedelta(minutes=4),
    ) -> int:
        """Write a match into a club, with an answer at each `pace`: one of so long `ago` by a phone
        where it is nine in the evening now. Returns its number."""
        utc_offset = 60
        if ago is not None:
            today = datetime.now(UTC)
            begun, pace = today - ago, min(pace, ago / len(match.events))
            utc_offset *= (21 - today.hour + 10) % 24 - 10
        lines = [
            Line(event, (begun + n * pace).isoformat(timespec="milliseconds"))
            for n, event in enumerate(match.events)
        ]
        about: dict[str, Any] = {"uuid": match.uuid, "utc_offset": utc_offset}
        match = Match(match.game, match.players, lines)
        about["summary"] = summary_of(match)
        with closing(engine_for(self.database).connect()) as db:
            return matches.save_match(
                db, club, match.game.key, match.players, lines[0].at, lines, **about
            )

    def name_evening(self, club: str, match_id: int, title: str, **words: str) -> None:
        """Give the evening of a match a title, and other words."""
        with closing(engine_for(self.database).connect()) as db:
            match = matches.find_match(db, club, match_id)
            evening = evenings.find_evening(db, club, match.evening or 0) if match else None
            assert evening is not None
            evenings.describe_evening(db, club, replace(evening, title=title, **words))

    def open(self, path: str, club: str = HOME) -> Page:
        """Open a page of a club; an address that begins with two slashes is of none."""
        page = self.page
        address = path.removeprefix("/") if path.startswith("//") else f"/c/{club}{path}"
        for _try in range(3):
            try:
                page.goto(address)
                break
            except Error as error:
                # The start page opens itself anew once something was written, also just now.
                if "interrupted by another navigation" not in str(error):
                    raise
        return page


def played(
    game: str,
    answers: Sequence[Any] = (),
    people: Sequence[str] = PEOPLE,
    rules: dict[str, Any] | None = None,
) -> Match:
    """A match that stands behind these answers; an event may stand among them."""
    table = Played(GAMES[game], list(people)[: max(GAMES[game].players)])
    for answer in (rules or {}, *answers):
        if isinstance(answer, Event):
            table.match = table.match.accept(answer)
        else:
            table.answer(answer)
    return table.match


def file_of(match: Match) -> str:
    """The file of a match."""
    return json.dumps(as_file(match, {"id": match.uuid or None}))


@contextmanager
def visitor_of(
    browser: Browser, folder: Path, tree: Path = PROJECT, language: str = ENGLISH.tag
) -> Iterator[Visitor]:
    """Someone at a server of this checkout, with a new score book in the folder. A pseudo-language
    is made in the folder, too."""
    database, port = folder / "screens.sqlite3", free_port()
    python = tree / ".venv" / "bin" / "python" if tree != PROJECT else Path(sys.executable)
    program = ["-m", "app", "serve"]
    if language in PSEUDO_LANGUAGES:
        write_pseudo(folder / "pseudo", collect(tree).values())
        program = ["-m", "tools.screens.server", "--languages", str(folder / "pseudo")]
    options = ["--host", "127.0.0.1", "--port", str(port), "--database", str(database)]
    log = folder / "screens.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(python), *program, *options],
            cwd=tree,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(process, port, log)
        visitor = Visitor(browser, f"http://127.0.0.1:{port}", database, language)
        yield visitor
        visitor.leave()
    finally:
        process.terminate()
        process.wait()
