"""A club that has grown: no page grows with it without bound."""

import re
from contextlib import closing
from html import unescape
from random import Random

import pytest

from app.games import GAMES
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from app.web.match.repository import summary_of
from testkit.play import play_at_random

PAGES = {
    "players": "/players",
    "merge": "/players/1/merge",
    "colour": "/players/1/colour",
    "a player": "/players/1",
    "two": "/players/1/with/2",
    "search": "/matches/earlier",
    "search for a name": "/matches/earlier?q=nova",
    "evenings": "/evenings",
    "an evening": "/evenings/1",
    "numbers": "/numbers?year=all&people=all",
    "matches of a figure": "/numbers/matches",
    "new match": "/matches/new?game=italian_whist",
    "start": "/",
    "set aside": "/whole/aside",
}
SMALL, LARGE, MOST_BYTES = 60, 600, 300_000


@pytest.fixture(scope="module")
def played():
    match = play_at_random(GAMES["italian_whist"], Random(3), rules={"upper": 1}, mishaps=0).match
    return match, summary_of(match)


def grow(app, played, times):
    """So many matches more, each of three people who were never here, and Anna now and then."""
    match, summary = played
    with closing(engine_for(app.config["DATABASE"]).connect()) as db:
        begun = lists.count_matches(db, HOME)
        for number in range(begun, begun + times):
            day = f"{2020 + number // 300}-{1 + number // 25 % 12:02}-{1 + number % 25:02}"
            names = [f"Nova {name}{number}" for name in ("Ada", "Bo", "Cy")]
            if number % 2:
                names[0] = "Anna"
            at = f"{day}T18:00:00.000+00:00"
            about = ("italian_whist", names, at, match.log)
            matches.save_match(db, HOME, *about, summary=summary, by_date=True)


def test_no_page_grows_with_the_club_without_bound(app, phone, played):
    grow(app, played, SMALL)
    small = {name: phone.open(path) for name, path in PAGES.items()}
    grow(app, played, LARGE)

    large = {name: phone.open(path) for name, path in PAGES.items()}

    (standings,) = {link for link in large["numbers"].links if "/numbers/italian_whist/" in link}
    large["standings"] = small["standings"] = phone.open(f"{standings.partition('?')[0]}?year=all")
    assert {name: page.status for name, page in large.items() if page.status >= 400} == {}
    sizes = {name: (len(small[name].html), len(page.html)) for name, page in large.items()}
    assert {name: of for name, of in sizes.items() if of[1] > max(MOST_BYTES, 2 * of[0])} == {}


def test_every_player_is_on_some_page_of_the_list_and_found_by_name(app, phone, played):
    grow(app, played, 100)
    found, address = set(), "/players"
    while address:
        page = phone.open(address)
        found |= {*page.isolated}
        links = re.findall(r'href="([^"]+)">More</a>', page.html)
        address = unescape(links[0]) if links else None

    assert {"Anna", "Nova Ada0", "Nova Cy99"} <= found
    searched = phone.open("/players?q=NOVÁ+cy99")
    assert "Nova Cy99" in searched.isolated
    assert "Nova Cy98" not in searched.isolated
