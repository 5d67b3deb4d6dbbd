"""The table of screens: the name of each, how one gets there, and what has to be in sight."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from playwright.sync_api import Page

from app.games import GAMES
from app.scoring import Event, Game, Match
from app.store.clubs.clubs import HOME
from testkit.browser.phone import PATIENCE, SECOND_TAP
from testkit.play import play_at_random
from tools.screens.games import torite, trex, tribello
from tools.screens.paper import PAPER
from tools.screens.places import Place, Places, at, keys, page_at, tap, unfolded
from tools.screens.visitor import LAST_WINTER, PEOPLE, Visitor, file_of, played
from tools.screens.whole_club import WHOLE_CLUB


@dataclass(frozen=True)
class Screen:
    """A screen: its `group` is the contact sheet it is laid out on.

    At a question of a match, all that leads to its answer is in sight; a page that `fits` needs no
    scrolling.
    """

    name: str
    group: str
    place: Place
    is_question: bool = False
    fits: bool = False

    def __str__(self) -> str:
        return f"{self.group}: {self.name}"

    @property
    def is_often_seen(self) -> bool:
        """Whether the usual tests look at it too, and not only the long ones."""
        return str(self) in OFTEN_SEEN


# --- what the tests of a game name, or what playing it shows -------------------------------------


def moments(match: Match) -> Iterator[Match]:
    """A match that was played, at its first question of each kind."""
    seen: set[str] = set()
    for line, event in enumerate(match.events):
        if line and event.key not in seen:
            yield match.at_line(line)
        seen.add(event.key)


@cache
def played_at_random(key: str) -> Match:
    """A whole match of a game."""
    return play_at_random(GAMES[key], random.Random(key), mishaps=0).match


def from_playing(game: Game) -> dict[str, Places]:
    """The screens of a game whose tests name none: questions, an answer put right, and the end.

    The match is played when one of them is looked at: tests list screens before any deal is played.
    """

    def place(choose: Callable[[Match], tuple[Match, str]]) -> Place:
        def arrive(visitor: Visitor) -> Page:
            match, path = choose(played_at_random(game.key))
            return visitor.open(f"/matches/{visitor.write(match)}{path}")

        return Place(arrive)

    def put_right(match: Match) -> tuple[Match, str]:
        prompt = match.standing.answered[-1].prompt
        return match, f"/deals/{prompt.deal}/{prompt.key}"

    return {
        "QUESTIONS": {
            "first question": place(lambda match: (next(moments(match)), "")),
            "last kind of question": place(lambda match: ([*moments(match)][-1], "")),
        },
        "CORRECTIONS": {"an answer": place(put_right)},
        "OUTCOMES": {"over": place(lambda match: (match, ""))},
    }


def named_by(game: str, what: str, default: Any = None) -> Any:
    """What stands under this name in ``tools/screens/games/<key>.py``, if that is there."""
    module = f"tools.screens.games.{game}"
    return getattr(import_module(module), what, default) if find_spec(module) else default


def of_game(game: Game, what: str) -> Places:
    named: Places | None = named_by(game.key, what)
    return from_playing(game)[what] if named is None else named


def tables_of(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """At how many tables of which rules a game is played: the people and the rules of each."""
    return list(named_by(game.key, "TABLES", [(max(game.players), {})]))


def name_of(game: Game) -> str:
    return game.key.replace("_", " ")


def of_every_game(what: str) -> Places:
    """The screens of all games, by the name of the game and their own."""
    return {
        f"{name_of(game)}: {name}": place
        for game in GAMES.values()
        for name, place in of_game(game, what).items()
    }


def asked_in(game: Game) -> dict[str, Any]:
    """In which match of a game something is to be settled: its answers, people and rules."""
    usual = {"answers": (), "people": max(game.players), "rules": {}}
    return usual | named_by(game.key, "ASKED_IN", {})


def rulings_of(game: Game) -> Sequence[str]:
    """The rulings of a game, with what is answered there."""
    usual = tuple(ruling.slug for ruling in game.rulings)
    states: Sequence[str] = named_by(game.key, "RULINGS", usual)
    return states


# --- questions with something said above them ----------------------------------------------------

FILLED = keys(2, 5, 1)
SLAPS = partial(at, "trex", 0, "slaps")


def then(place: Place, act: Callable[[Visitor, Page], object], says: str = "") -> Place:
    """A place at which something happens then."""

    def arrive(visitor: Visitor) -> Page:
        page = place.arrive(visitor)
        act(visitor, page)
        return page

    return Place(arrive, says)


def post(path: str, *, reopens: bool = False, **fields: str) -> Callable[[Visitor, Page], None]:
    """Send a form of the match of this page from elsewhere.

    A page that `reopens` is closed meanwhile. A toast is shown once, and its stream may or may not
    have shown it by the time that the page is loaded anew.
    """

    def send(visitor: Visitor, page: Page) -> None:
        address, after = page.url, page.locator("input[name=after]").first.input_value()
        if reopens:
            page.goto("about:blank")
        answer = page.request.post(
            address + path,
            form={**fields, "after": after},
            headers={"Origin": visitor.address},
            max_redirects=0,
        )
        assert answer.status in (200, 303), answer.status
        if reopens:
            page.goto(address)

    return send


def save(_visitor: Visitor, page: Page) -> None:
    tap(page, ".save")
    page.locator("#saved").wait_for()


def save_nothing(_visitor: Visitor, page: Page) -> None:
    page.evaluate("document.getElementById('prompt').requestSubmit()")
    page.locator(".problem").first.wait_for()


def save_offline(_visitor: Visitor, page: Page) -> None:
    page.context.set_offline(True)
    tap(page, ".save")
    page.locator("#offline").wait_for()


def saved_elsewhere(sign: str) -> Callable[[Visitor, Page], None]:
    """Another phone saves, and this one shows the sign of that."""

    def saved(visitor: Visitor, page: Page) -> None:
        post("/entries", **{f"tricks.{seat}": str(n) for seat, n in enumerate((1, 3, 4, 5))})(
            visitor, page
        )
        page.locator(sign).first.wait_for()

    return saved


def compare(_visitor: Visitor, page: Page) -> None:
    """Lay what both phones have entered side by side."""
    tap(page, *keys(5, 1), ".save")
    page.locator(".late").wait_for(state="attached")
    tap(page, ".notice summary")


OVERTAKEN = then(SLAPS(taps=keys(2)), saved_elsewhere("#moved"))
CHANGED = Event("correction", 1, "tricks", [6, 4, 3])
NAMED_OTHERWISE = Event("correction", 1, "contract", "queens")
OTHERS_WAIT = (0, "king", None, 2, "slaps", [1, 3, 4, 5], NAMED_OTHERWISE)
NOTICES = {
    "after a correction": at("tribello", "hearts", [7, 4, 2], CHANGED),
    "asked again, others wait": at("trex", *OTHERS_WAIT),
    "own rules": at("trex", swapped=True, level_queens=True),
    "just saved": then(SLAPS(taps=FILLED), save),
    "offline": then(SLAPS(taps=FILLED), save_offline),
    "another phone has saved": OVERTAKEN,
    "saved by another phone": then(SLAPS(), saved_elsewhere(".options"), says="contract"),
    "marked as disputed": then(
        at("tribello", "hearts", [7, 4, 2], "spades"),
        post("/doubts/1", reopens=True, words="Ben says eight"),
    ),
}


def swap_seats(_visitor: Visitor, page: Page) -> None:
    """Let the first two players change seats, and see what that changes."""
    tap(page, ".sitter[value='0']", ".sitter[value='1']")
    with page.expect_navigation():
        tap(page, ".save")


REFUSALS = {
    "refused": then(at("tribello", "hearts"), save_nothing, says="13"),
    "two answers": then(OVERTAKEN, compare, says="Mine"),
    "void reason": at("trex", 0, "king", path="/void", says="[Mm]isdeal"),
}


# --- pages of a match ----------------------------------------------------------------------------

LONG = partial(at, "trex", *trex.SOME_WAY)
AN_HOUR_IN = partial(at, "trex", *trex.A_KINGDOM)
LATE = partial(at, "tribello", *tribello.PLAYED[:-1])
OVER = partial(at, "tribello", *tribello.PLAYED)
NULLO = partial(at, "tribello", *tribello.NINE_DEALS)
PAGES = ("deals/2", "deals/0", "log", "more", "seats", "players", "paper", "invite", "pen")
MATCH = {
    "sheet": LONG(path="/sheet", says="Total"),
    "sheet, one deal": at("trex", 0, "king", None, 2, path="/sheet"),
    "sheet of Tribello": NULLO(path="/sheet"),
    "sheet of Torite": at("torite", [6, 4, 2, 0], torite.LEFT, path="/sheet"),
    "sheet of partners": LONG(path="/sheet", partners=True),
    "sheet, a reason": LONG(path="/sheet", taps=[".cell, td a, tbody a"]),
    "deal thrown in": at("trex", 0, "king", trex.VOID, path="/deals/1"),
    **{page: LONG(path=f"/{page}") for page in PAGES},
    "seats, changed": then(LONG(path="/seats"), swap_seats),
    "seats of Tribello, changed": then(NULLO(path="/seats"), swap_seats),
    **{
        f"{page}, unfolded": unfolded(LONG(path=f"/{page}"))
        for page in ("log", "more", "players", "deals/2")
    },
}


def watcher(path: str = "") -> Place:
    """A page of a match as it is seen by who may only watch."""

    def arrive(visitor: Visitor) -> Page:
        match = visitor.keep("trex", trex.SOME_WAY)
        page = visitor.new_page()
        visitor.enter(page, "home", match)
        page.goto(f"/c/home/matches/{match}{path}")
        return page

    return Place(arrive)


FOLLOW = {
    "which seat": NULLO(path="/follow"),
    "a seat, early": AN_HOUR_IN(path="/follow?seat=2"),
    "a seat, last kingdom": at("trex", *trex.LAST_KINGDOM, path="/follow?seat=2"),
    "a seat, last deals": at("tribello", *tribello.PLAYED[:-2], path="/follow?seat=2"),
    "a seat, last deal": LATE(path="/follow?seat=2"),
    "a seat of the Torite": at("torite", [6, 4, 2, 0], path="/follow?seat=1"),
    "a seat of a match that is over": OVER(path="/follow?seat=1"),
    "who watches": watcher(),
    "who watches a seat": watcher("/follow?seat=3"),
    "who watches the sheet": watcher("/sheet"),
    "who watches more": watcher("/more"),
    "chances, early": AN_HOUR_IN(path="/stakes"),
    "chances, last kingdom": at("trex", *trex.LAST_KINGDOM, path="/stakes"),
    "chances, last deal": LATE(path="/stakes"),
    "chances of Italian Whist": at("italian_whist", [5, 3, 1], [2, 3, 4], path="/stakes"),
    "table": NULLO(path="/table"),
    "table upright": AN_HOUR_IN(path="/table?turn=upright"),
    "table turned": AN_HOUR_IN(path="/table?turn=opposite"),
}


def begin_again(_visitor: Visitor, page: Page) -> None:
    tap(page, ".what-next [name=turned]")
    page.locator("#saved form").wait_for()


def take_back(visitor: Visitor, page: Page) -> None:
    begin_again(visitor, page)
    page.wait_for_timeout(SECOND_TAP)
    tap(page, "#saved button")
    page.locator(".outcome #saved").wait_for()


OUTCOMES = {
    "ended early": then(at("tribello", *tribello.TRUMPS), post("/end", reopens=True)),
    "sheet of a match that is over": OVER(path="/sheet"),
    "more of a match that is over": OVER(path="/more"),
    "paper of a match that is over": OVER(path="/paper"),
    "begun again": then(OVER(), begin_again, says="one seat on"),
    "begun again, taken back": then(OVER(), take_back, says="gone"),
}


# --- the rules, and rulings ----------------------------------------------------------------------

SETTLE = "#prompt .bar .tool"
QUEENS = partial(at, "trex", 0, "queens")


def over(place: Place, link: str, *words: str) -> Place:
    """The rules that a link opens over a page, and a word that is explained there."""

    def open_meanings(_visitor: Visitor, page: Page) -> None:
        tap(page, link)
        page.locator("dialog.rules h1:focus").wait_for()
        for word in words:
            tap(page, word)
            page.locator(".meaning dfn").wait_for()

    return then(place, open_meanings)


def search(_visitor: Visitor, page: Page) -> None:
    page.fill("dialog [name=q]", "lutush")
    page.locator("dialog .hits li").first.wait_for()


def of_asked(game: Game, path: str = "") -> Place:
    """A page of the match in which something is to be settled."""
    about = asked_in(game)
    return at(game.key, *about["answers"], people=about["people"], path=path, **about["rules"])


RULES = {
    "all games": page_at("//rules/"),
    **{f"page of {key}": page_at(f"//rules/{key}") for key in (*GAMES, "glossary")},
    "a section": page_at("//rules/trex/redeals"),
    "search": page_at("//rules/search?q=lutush"),
    "nothing found": page_at("//rules/search?q=zzzzz"),
    "rule over Play": over(QUEENS(), ".rule"),
    **{
        f"settle over {name_of(game)}": over(of_asked(game), SETTLE)
        for game in GAMES.values()
        if game.rulings
    },
    "settle over a count": over(SLAPS(), SETTLE),
    "rule over a correction": over(AN_HOUR_IN(path="/deals/2/queens"), ".rule"),
    "rule over a deal": over(AN_HOUR_IN(path="/deals/2"), ".rule"),
    "rule over house rules": over(AN_HOUR_IN(path="/deals/0/rules"), ".rule"),
    "rules over a seat": over(AN_HOUR_IN(path="/follow?seat=2"), "[href*='/rules/']"),
    "a word over Play": over(QUEENS(), SETTLE, "dialog .leaf .term"),
    "search over Play": then(over(QUEENS(), SETTLE), search),
    "what now": QUEENS(path="/rules/now"),
}
RULINGS = {
    "every ruling": page_at("//rules/settle/"),
    "rulings of Trex": page_at("//rules/settle/trex"),
    "a ruling alone": page_at("//rules/settle/trex/double"),
    **{
        f"{name_of(game)}: {state[:60]}": of_asked(game, f"/rules/settle/{game.key}/{state}")
        for game in GAMES.values()
        for state in rulings_of(game)
    },
}


# --- the club ------------------------------------------------------------------------------------


def stranger(path: str = "") -> Place:
    """A page on a phone that knows no club; of a match whose link was renewed."""

    def arrive(visitor: Visitor) -> Page:
        match = visitor.keep("trex", trex.SOME_WAY)
        page = visitor.new_page()
        page.goto(path.format(match=match))
        return page

    return Place(arrive, shows=["[name=code]"] if path == "/" else [])


GAMES_OF_AN_EVENING: Sequence[tuple[str, Sequence[Any], dict[str, Any]]] = (
    ("trex", trex.SOME_WAY, {}),
    ("tribello", (*tribello.TRUMPS, "hearts"), {}),
    ("italian_whist", ([5, 3, 1],), {}),
    ("torite", ([6, 4, 2, 0],), {}),
    ("trico", (), {"entry": "counts"}),
    ("trex", (0, "king"), {"partners": True}),
)
A_MOMENT = timedelta(minutes=1.5)
"""Between two answers of a table that plays one match after the other."""
NOTE = "Dua brought knafeh. The third chair is on its last legs."
DESCRIBE = "words => fetch(location.href, {method: 'POST', body: new URLSearchParams(words)})"
FINISHED = [("tribello", tribello.PLAYED), ("torite", torite.PLAYED)]


def evening(playing: int, finished: int, path: str = "/", says: str = "") -> Place:
    """A page of a club with so many matches."""

    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        for n, (game, answers, rules) in enumerate(GAMES_OF_AN_EVENING[:playing]):
            visitor.keep(game, answers, rules=rules, club=club, ago=timedelta(hours=2 + n))
        for n in range(finished):
            game, answers = FINISHED[n % len(FINISHED)]
            visitor.keep(game, answers, club=club, ago=timedelta(hours=1 + 30 * n))
        return visitor.open(path, club)

    return Place(arrive, says)


FOUR_GAMES = ("tribello", "trex", "italian_whist", "torite")
A_LONG_NAME = "Abdelrahman-Maximilian von und zu Hohenstaufen"
LONG_NAMES = [A_LONG_NAME, "محمد عبد الرحمن", "👩‍👩‍👧‍👧 Bo", "Li"]


def night(
    *games: str, people: Sequence[str] = PEOPLE, path: str = "", times: int = 1, title: str = ""
) -> Place:
    """The page of an evening on which these games were played to their end, one after the other."""

    def arrive(visitor: Visitor) -> Page:
        club, begun = visitor.new_club("The Sunday Table"), LAST_WINTER
        for n, key in enumerate(games * times):
            rng, game = random.Random(n), GAMES[key]
            seats = rng.sample(people, min(len(people), max(game.players)))
            match = play_at_random(game, rng, mishaps=0, players=len(seats), rules={}).match
            match = Match(game, seats, match.log)
            visitor.write(match, club=club, begun=begun, pace=A_MOMENT)
            begun += len(match.events) * A_MOMENT
        page = visitor.open("/evenings/1", club)
        if title:
            page.evaluate(DESCRIBE, {"title": title, "note": NOTE, "awards": "1", "names": "1"})
        return visitor.open(f"/evenings/1{path}", club)

    return Place(arrive)


def fortnight(path: str, act: Callable[[Visitor, Page], object] = lambda *_: None) -> Place:
    """A page of a club with two evenings of three matches each, which both have words."""

    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        for n, title in enumerate(("Dua’s birthday", "Ben’s new flat")):
            for later in range(3):
                ago = timedelta(days=15 - 14 * n, minutes=-40 * later)
                about = {"rules": {"upper": 1}, "club": club, "ago": ago}
                match_id = visitor.keep("italian_whist", ([5, 3, 1], [1, 3, 5]), **about)
            words = {"place": f"Acorn Street {n + 1}", "note": NOTE if n else ""}
            visitor.name_evening(club, match_id, title, **words)
        page = visitor.open(path, club)
        act(visitor, page)
        return page

    return Place(arrive)


def send(*taps: str) -> Callable[[Visitor, Page], None]:
    """Tap these, and send the form of the page; what a browser would not send by itself, too."""

    def sent(_visitor: Visitor, page: Page) -> None:
        tap(page, *taps)
        page.evaluate("document.querySelector('form:has(.save)').noValidate = true")
        with page.expect_navigation():
            tap(page, ".save")

    return sent


def date_in_a_year(visitor: Visitor, page: Page) -> None:
    page.fill("[name=day]", str(datetime.now(UTC).date() + timedelta(days=365)))
    send()(visitor, page)


def history(*evenings: int, playing: int = 0, says: str = "") -> Place:
    """The start page of a club that has had evenings of so many matches, one a week, this one
    first; the one before has a title."""

    def arrive(visitor: Visitor) -> Page:
        club, games, rng = visitor.new_club("Friday"), cycle(GAMES.values()), random.Random(7)
        for week, matches in reversed([*enumerate(evenings)]):
            for n in reversed(range(matches)):
                game = next(games)
                match = play_at_random(game, rng, players=min(game.players[0], 4), mishaps=0).match
                match = replace(match, players=PEOPLE[: len(match.players)])
                ago = timedelta(weeks=week, minutes=20 + 40 * n)
                match_id = visitor.write(match, club=club, ago=ago)
            if week == 1:
                visitor.name_evening(club, match_id, "Ben’s new flat")
        for game, answers, rules in GAMES_OF_AN_EVENING[:playing]:
            visitor.keep(game, answers, rules=rules, club=club, ago=timedelta(minutes=8))
        return visitor.open("/", club)

    return Place(arrive, says)


def year(path: str = "") -> Place:
    """A page of the numbers of a club that has played for two years, once or twice a month."""

    def arrive(visitor: Visitor) -> Page:
        club, rng = visitor.new_club("The Sunday Table"), random.Random(4)
        pool = [
            play_at_random(GAMES[key], rng, players=3, mishaps=0, rules={}).match
            for key in ("trico", "trico", "torite", "tribello", "italian_whist")
        ]
        for n in range(48):
            people = rng.sample([*PEOPLE, A_LONG_NAME, "Cleo", "Tom", "Anna"], 3)
            match = replace(pool[n % len(pool)], players=people)
            begun = datetime(2024, 6, 1, 19, tzinfo=UTC) + timedelta(days=12 * (n - n % 3 // 2))
            visitor.write(match, club=club, begun=begun, pace=A_MOMENT)
        return visitor.open(f"/numbers{path}", club)

    return Place(arrive)


def person(game: str, times: int = 22, path: str = "/players/1") -> Place:
    """The page of somebody who has played so many matches of one game, or one of its matches."""

    def arrive(visitor: Visitor) -> Page:
        club, rng = visitor.new_club("The Sunday Table"), random.Random(4)
        pool = [play_at_random(GAMES[game], rng, mishaps=0, rules={}).match for _ in range(6)]
        if game == "torite":
            pool[:4] = [played("torite", torite.PLAYED)] * 4
        for n in range(times):
            match, others = pool[n % len(pool)], rng.sample([*PEOPLE[1:], A_LONG_NAME, "Cleo"], 3)
            people = [PEOPLE[0], *others][: len(match.players)]
            begun = datetime(2024, 6, 1, 19, tzinfo=UTC) + timedelta(days=12 * n)
            visitor.write(replace(match, players=people), club=club, begun=begun, pace=A_MOMENT)
        return visitor.open(path, club)

    return Place(arrive)


def two_leaders(visitor: Visitor) -> Page:
    """The start page of an evening on which two are ahead equally often."""
    club = visitor.new_club("Friday")
    for n, people in enumerate((["Marwan", "Marlene", "Ben"], ["Marlene", "Marwan", "Ben"])):
        about = {"rules": {"upper": 1}, "club": club, "ago": timedelta(minutes=40 - 20 * n)}
        visitor.keep("italian_whist", ([5, 3, 1], [1, 3, 5]), people=people, **about)
    return visitor.open("/", club)


def players(path: str = "", *taps: str, many: bool = False) -> Place:
    """A page of the players of a club, in which the second and the third are called alike; a long
    name is among them."""

    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        groups = [["Marwan", "Marlene", "Ben"], ["Marwan K.", "Ben", "Dua"]]
        groups.append([A_LONG_NAME, "Dua", "Ben"])
        if many:
            groups += [[f"{name} {n}" for name in ("Ida", "Noor", "Ole")] for n in range(14)]
        for n, people in enumerate(groups):
            about = {"rules": {"upper": 1}, "club": club, "ago": timedelta(days=3 * n)}
            visitor.keep("italian_whist", ([5, 3, 1], [1, 3, 5]), people=people, **about)
        page = visitor.open(f"/players{path}", club)
        tap(page, *taps)
        return page

    return Place(arrive)


def mentioned() -> Place:
    """The page to forget somebody whose name people typed in titles too."""

    def arrive(visitor: Visitor) -> Page:
        club = visitor.new_club("Friday")
        for n, title in enumerate(("Dua’s birthday", "Dua brought knafeh, and Ben the cards")):
            match_id = visitor.keep("trex", trex.SOME_WAY, club=club, ago=timedelta(days=2 - n))
            visitor.name_evening(club, match_id, title)
        page = visitor.open("/players/4/more", club)
        tap(page, ".fold summary >> nth=1")
        return page

    return Place(arrive)


def delete(visitor: Visitor, page: Page) -> None:
    post("/delete")(visitor, page)
    visitor.open("/whole/aside")


PARTED = "5f0c1c3e-0000-4000-8000-00000000000a"


def imported(
    text: Callable[[], str],
    *,
    where_people_play: bool = False,
    beside: Callable[[], Match] | None = None,
) -> Place:
    """What a match file has, where another log of the same match may be in the club.

    The matches are played when somebody goes there: a game that cannot be played hinders no other.
    """

    def arrive(visitor: Visitor) -> Page:
        club = HOME
        if beside:
            club = visitor.new_club("Friday")
            visitor.write(replace(beside(), uuid=PARTED), club=club)
        if where_people_play:
            club = visitor.new_club("Friday")
            for people in (["Marlen", "Ben", "Dua"], ["Marwan", "Ben", "Marlene Meier"]):
                deals = ([6, 2, 1], [1, 2, 6])
                visitor.keep("italian_whist", deals, people=people, club=club)
        page = visitor.open("/matches/import", club)
        page.locator("[name=text]").evaluate("(field, text) => { field.value = text; }", text())
        with page.expect_navigation(timeout=PATIENCE):
            page.evaluate("document.querySelector('form:has([name=text])').submit()")
        return page

    return Place(arrive)


def wrong_file(name: str, content: bytes) -> Place:
    """What is said of a file that is no match."""

    def arrive(visitor: Visitor) -> Page:
        page = visitor.open("/matches/import")
        file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
        page.set_input_files("[type=file]", file)
        with page.expect_navigation():
            page.locator("form:has([type=file]) button").last.click()
        return page

    return Place(arrive)


def new(game: str, *taps: str) -> Place:
    return page_at(f"/matches/new?game={game}", *taps, says="" if taps else "Begin")


HOUSE = "details.house > summary"
CLUB = {
    "front page": stranger("/"),
    "front page, unfolded": unfolded(stranger("/")),
    "link that opens nothing": page_at("/matches/99999"),
    "locked out": stranger("/c/home/matches/{match}"),
    "first visit": evening(0, 0),
    "evening with a match": evening(1, 0, says="Continue"),
    "evening after a match": evening(0, 1, says="Again"),
    "evening with a leader": history(3, 4, 2, 1, playing=1, says=r"leads? the evening"),
    "evening with two leaders": Place(two_leaders, "Marlene and Marwan lead"),
    "evening of forty matches": history(12, 8, 8, 4, 4, 2, 2, says="So far today"),
    "evening not begun": history(0, 4, 2, 3, says="New match"),
    "evening with three matches": evening(3, 2, says="Continue"),
    "evening with six matches": evening(6, 3, says="Continue"),
    **{f"new {name_of(game)}": new(game.key) for game in GAMES.values()},
    "new trex, house rules": new("trex", HOUSE),
    "new trex, as last time": evening(0, 3, "/matches/new?game=trex&from=1&first=1&players.2="),
    "new trex, own doubled card": new("trex", HOUSE, "label:has([name=partners][value=yes])"),
    "new italian whist, house rules": new("italian_whist", HOUSE),
    "more": page_at("/more"),
    "invite": page_at("/invite"),
    "invite, unfolded": unfolded(page_at("/invite")),
    "delete the club": page_at("/delete"),
    "leave the club": page_at("/leave"),
    "earlier matches": evening(0, 14, "/matches/earlier"),
    "earlier matches, search": evening(0, 14, "/matches/earlier?q=Marlene"),
    "earlier matches, filters": unfolded(evening(0, 14, "/matches/earlier?game=trex")),
    "earlier matches, nothing found": evening(0, 14, "/matches/earlier?q=zzzzz"),
    "deleted matches": then(at("tribello", *tribello.TRUMPS), delete),
    "evenings": evening(1, 14, "/evenings"),
    "evenings, none": evening(0, 0, "/evenings"),
    "evening": night(*FOUR_GAMES, title="Ben’s new flat"),
    "evening, twelve matches": night(*FOUR_GAMES, times=3),
    "evening, forty matches": night("italian_whist", "torite", times=20),
    "evening, together only": night("torite", "torite"),
    "evening, one player": night("torite", people=["Dua"]),
    "evening, long names": night(*FOUR_GAMES, people=LONG_NAMES),
    "evening, no names": night("trex", "tribello", people=["#1", "#2", "#3", "#4"]),
    "evening, many players": night("trico", times=4, people=[*"ABCDEFGHI"]),
    "evening, join": fortnight("/evenings/2/join"),
    "evening, joined": fortnight("/evenings/2/join", send()),
    "evening, move": fortnight("/evenings/2/move?match=5"),
    "evening, move, no place said": fortnight("/evenings/2/move?match=5", send()),
    "evening, moved": fortnight("/evenings/2/move?match=5", send("label:has([value=own])")),
    "evening, a date to come": fortnight("/evenings/2?about=1", date_in_a_year),
    "evening, about": night(*FOUR_GAMES, title="Ben’s new flat", path="?about=1"),
    "evening, in play": evening(2, 3, "/evenings/1"),
    "evening, unfolded": unfolded(evening(2, 3, "/evenings/1")),
    "players": players(),
    "players, opened": players("", ".people summary >> nth=1"),
    "players, many": players(many=True),
    "players, nobody": evening(0, 0, "/players"),
    "player, rename": players("/2/name"),
    "player, colour": players("/2/colour"),
    "player, coloured": players("/2/colour", "[value='7']"),
    "player, merge": players("/4/merge?into=1"),
    "player, merge with whom": players("/4/merge"),
    "player, two people": players("/2/merge?into=1"),
    "player, more": unfolded(players("/2/more")),
    "player, more, mentioned": mentioned(),
    "player, hidden": players("/2/more", ".fold summary >> nth=0", ".fold .button"),
    "player, merged": players("/4/merge?into=1", ".save"),
    "player, forgotten": players("/2/more", ".fold summary >> nth=1", ".fold .button >> nth=1"),
    "person, one match": players("/1"),
    "person, few": person("trico", 3),
    "person, Trex": unfolded(person("trex", 44)),
    "person, Tribello": person("tribello"),
    "person, together": unfolded(person("torite")),
    "two people": person("trex", 44, "/players/1/with/2"),
    "two people, few": person("trico", 3, "/players/1/with/2"),
    "two people, together": person("torite", 22, "/players/1/with/2"),
    "matches of a figure": person("trex", 8, "/numbers/matches?person=1&game=trex&key=queens.own"),
    "a record": person("tribello", 4, "/matches/4"),
    "numbers, none": evening(0, 0, "/numbers"),
    "numbers of a year": year(),
    "numbers of a year, unfolded": unfolded(year()),
    "numbers, everybody": year("?people=all"),
    "numbers, all years": year("?year=all"),
    "standings": year("/trico/3"),
    "standings of a month": year("/trico/3?month=2025-03"),
    "standings, together": year("/torite/3"),
    "import": page_at("/matches/import"),
    "import, refused": imported(lambda: "{}"),
    "import, a PDF": wrong_file("trex.pdf", b"%PDF-1.7\n"),
    "import, a photo": wrong_file("IMG_20261128_213412.jpg", b"\xff\xd8\xff\xe0" + bytes(999)),
    "import, a table": wrong_file("deals.csv", b"date,match,game,deal\n"),
    "import, shown": imported(lambda: file_of(played("tribello", tribello.TRUMPS))),
    "import, who is who": imported(
        lambda: file_of(played("tribello", tribello.TRUMPS)), where_people_play=True
    ),
    "import, parted": imported(
        lambda: file_of(replace(played("trex", trex.SOME_WAY), uuid=PARTED)),
        beside=lambda: played("trex", (*trex.A_KINGDOM[:-1], [1, 2, 0, 3], "slaps", [4, 4, 1, 4])),
    ),
    "paper": page_at("//print/"),
    "house deck": page_at("/decks/house"),
    "new deck": page_at("/decks/new?game=trico"),
    "page that is not there": page_at("//nothing/here"),
}


LONGER = ("order", "rules", "two answers", "swapped")
"""What does not fit where everything else does."""


def screens() -> Iterator[Screen]:
    """All of them, group by group."""
    for game in GAMES.values():
        for name, place in of_game(game, "QUESTIONS").items():
            yield Screen(name, name_of(game), place, is_question=True)
    for name, place in NOTICES.items():
        yield Screen(name, "notices", place, is_question=True)
    for group, places in {
        "notices": REFUSALS,
        "corrections": of_every_game("CORRECTIONS"),
        "match": MATCH,
        "follow": FOLLOW,
        "outcome": of_every_game("OUTCOMES") | OUTCOMES,
        "rules": RULES,
        "rulings": RULINGS,
        "club": CLUB,
        "paper sheet": PAPER,
        "whole club": WHOLE_CLUB,
    }.items():
        for name, place in places.items():
            fits = group in ("corrections", "notices") and not name.endswith(LONGER)
            yield Screen(name, group, place, fits=fits)


SCREENS = tuple(screens())
OFTEN_SEEN = {
    *("tribello: trump of phase 2", "tribello: count, last row", "tribello: nullo, filled"),
    *("tribello: nullo, trick by trick", "trex: owner by hand", "trex: contract of kingdom 2"),
    *("trex: king, doubling noted", "trex: queens, half", "trex: slaps, filled"),
    *("trex: slaps, trick by trick", "trex: order, half", "trex: complex, cards"),
    *("trex: complex, slaps", "trex: partners, king", "trex: partners, slaps"),
    *("italian whist: first hand, filled", "italian whist: own limits"),
    *("torite: count of round 2", "torite: cards left, half", "torite: cards left and set aside"),
    *("trico: pick, half", "trico: symbols, one card", "trico: counts, refused", "trico: tie"),
    *("notices: asked again, others wait", "notices: own rules", "notices: just saved"),
    *("notices: offline", "notices: another phone has saved", "notices: marked as disputed"),
    *("notices: two answers", "notices: void reason"),
    *("corrections: trex: contract", "corrections: trex: slaps", "corrections: trex: queens"),
    *("corrections: trex: house rules", "corrections: tribello: count"),
    "corrections: tribello: count, another number",
    *("corrections: torite: cards left", "corrections: trico: pick"),
    *("match: sheet", "match: deals/2", "match: log", "match: more", "match: seats"),
    *("follow: a seat, early", "follow: a seat, last deal", "follow: who watches", "follow: table"),
    "follow: table upright",
    *("outcome: trex: won", "outcome: trico: won", "outcome: torite: lost by a suit"),
    *("rules: page of trex", "rules: a section", "rules: settle over trex"),
    *("rulings: trex: double", "rulings: italian whist: trick", "rulings: torite: win"),
    *("club: front page", "club: first visit", "club: evening with three matches"),
    *("club: new trex", "club: new trico", "club: import, shown", "club: page that is not there"),
}
"""The screens that are looked at every time: of each kind of question the one with most on it."""
