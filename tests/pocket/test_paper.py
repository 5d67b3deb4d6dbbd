"""Paper without a press: the page that would be printed is shown, and the browser prints it."""

import random
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel import localedata

from app.games import GAMES
from testkit.play import keep_in, play_at_random
from tests.pocket.door import Door
from tools.pocket.manifest import locales

ADDRESS = re.compile(r'(?:href|src)="([^"]*)"')
DECKS = "/c/home/decks/house"
PAGES = [
    *(f"/print/{game.key}/{each.key}.pdf" for game in GAMES.values() for each in game.variants),
    *(f"/print/{kind}/{key}.pdf" for key in GAMES for kind in ("rules", "quick")),
    *("/print/rules/all.pdf", "/print/cards/trico.pdf", f"{DECKS}/cards.pdf?backs=1"),
]


@pytest.fixture(scope="module")
def pocket(tmp_path_factory):
    """With what is carried of the names of months, and no more."""
    folder = tmp_path_factory.mktemp("locales")
    for locale in locales():
        shutil.copy(Path(localedata._dirname, f"{locale}.dat"), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(localedata, "_dirname", str(folder))
        patch.setattr(localedata, "_cache", {})
        yield Door(tmp_path_factory.mktemp("pocket"))


@pytest.fixture(scope="module")
def played(pocket):
    """The address of a match that is over, of each game."""
    matches = {
        key: play_at_random(game, random.Random(key), mishaps=0).match
        for key, game in GAMES.items()
    }
    book = pocket.app.config["DATABASE"]
    return {key: f"/c/home/matches/{keep_in(book, match)}" for key, match in matches.items()}


def shown(pocket, address):
    answer = pocket.get(address)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    return answer.page


def check(pocket, page):
    """It keeps to the policy of our pages, fetches only what is there, and leads to the start."""
    assert not re.search(r"<style|\sstyle=|<link[^>]*fonts\.css", page)
    files = [address for address in ADDRESS.findall(page) if not address.startswith("#")]
    assert all(file.startswith("/pocket/") for file in files), files
    for file in files:
        assert pocket.get(file.partition("#")[0]).status == 200, file
    assert re.search(r"<button[^>]*>.*Print", page)
    assert '<a href="/pocket/c/home/">Start</a>' in page
    assert '<div class="on-paper">' in page
    assert page.count("</body>") == 1


@pytest.mark.parametrize("address", PAGES)
def test_what_needs_no_match_is_shown(pocket, address):
    check(pocket, shown(pocket, address))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["sheet", "blank"])
def test_what_is_printed_of_a_match_is_shown(pocket, played, game, kind):
    page = shown(pocket, f"{played[game]}/{kind}.pdf")

    check(pocket, page)
    assert f'href="/pocket{played[game]}/paper"' in page
    assert "qr" not in page


def test_the_year_of_a_club_is_shown(pocket, played):
    year = datetime.now(UTC).year
    page = shown(pocket, f"/c/home/numbers/almanac/{year}.pdf")

    check(pocket, page)
    assert f'href="/pocket/c/home/numbers?year={year}"' in page


def test_every_link_to_paper_leads_to_a_page(pocket, played):
    for address in ("/print/", f"{played['trico']}/paper", DECKS):
        links = set(re.findall(r'href="([^"]*\.pdf[^"]*)"', shown(pocket, address)))
        assert links, address
        for link in links:
            shown(pocket, link.replace("&amp;", "&"))


def test_a_paper_that_there_is_not_is_refused_in_words(pocket):
    refused = pocket.get("/print/quick/trex.pdf?paper=b9")

    assert refused.status == 400
    assert "a4, letter" in refused.page
