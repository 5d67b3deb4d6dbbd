"""Paper without a press: the page that would be printed is shown, and the browser prints it."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from babel import localedata

from app.games import GAMES
from app.paper.html import PAPERS
from app.pocket.app import open_pocket
from tests.play import keep_in, play_at_random
from tools.pocket.manifest import LOCALES

ADDRESS = re.compile(r'(?:href|src)="([^"]*)"')
KINDS = [
    *(
        f"/print/{game.key}/{variant.key}.pdf"
        for game in GAMES.values()
        for variant in game.variants
    ),
    *(f"/print/{kind}/{key}.pdf" for key in GAMES for kind in ("rules", "quick")),
    *("/print/rules/all.pdf", "/print/cards/trico.pdf", "/c/home/decks/house/cards.pdf?backs=1"),
]


@pytest.fixture(scope="module")
def pocket(tmp_path_factory):
    """With what is carried of the names of months, and no more."""
    folder = tmp_path_factory.mktemp("locales")
    for locale in LOCALES:
        shutil.copy(Path(localedata._dirname, f"{locale}.dat"), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(localedata, "_dirname", str(folder))
        patch.setattr(localedata, "_cache", {})
        yield open_pocket(str(tmp_path_factory.mktemp("pocket")))


@pytest.fixture(scope="module")
def played(pocket):
    """The number of a match that is over, of each game."""
    book = pocket.app.config["DATABASE"]
    return {
        key: keep_in(book, play_at_random(game, random.Random(key), mishaps=0).match)
        for key, game in GAMES.items()
    }


def shown(pocket, address):
    status, headers, content = pocket.answer("GET", address, {}, b"")
    assert (status, dict(headers)["Content-Type"]) == (200, "text/html; charset=utf-8"), address
    return content.decode()


@pytest.mark.parametrize("address", KINDS)
def test_what_needs_no_match_is_shown(pocket, address):
    check(pocket, shown(pocket, address))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["sheet", "blank"])
def test_what_is_printed_of_a_match_is_shown(pocket, played, game, kind):
    page = shown(pocket, f"/c/home/matches/{played[game]}/{kind}.pdf")

    check(pocket, page)
    assert f'href="/pocket/c/home/matches/{played[game]}/paper"' in page
    assert "qr" not in page


def check(pocket, page):
    """It keeps to the policy of our pages, fetches only what is there, and leads back."""
    assert not re.search(r"<style|\sstyle=|<link[^>]*fonts\.css", page)
    files = [address for address in ADDRESS.findall(page) if not address.startswith("#")]
    assert all(file.startswith("/pocket/") for file in files), files
    for file in files:
        assert pocket.answer("GET", file.partition("#")[0], {}, b"")[0] == 200, file
    assert re.search(r"<button[^>]*>.*Print", page)
    assert '<div class="on-paper">' in page
    assert page.count("</body>") == 1


def test_every_link_to_paper_leads_to_a_page(pocket, played):
    for address in ("/print/", f"/c/home/matches/{played['trico']}/paper", "/c/home/decks/house"):
        links = set(re.findall(r'href="([^"]*\.pdf[^"]*)"', shown(pocket, address)))
        assert links, address
        for link in links:
            shown(pocket, link.replace("&amp;", "&"))


def test_a_paper_that_there_is_not_is_refused_in_words(pocket):
    status, _headers, content = pocket.answer("GET", "/print/quick/trex.pdf?paper=b9", {}, b"")

    assert status == 400
    assert ", ".join(PAPERS)[:2] in content.decode()
