"""What every document of a game shows beside its name, and the sheets of Trex beside a contract."""

from __future__ import annotations

import re

import pytest

from app.games import GAMES
from app.paper.blank import blank_sheet
from app.paper.booklets import booklet, quick_reference
from app.paper.html import icon
from app.paper.score_sheet import ScoreSheet
from app.symbols import symbols
from tests.paper.printed import the_rules
from tests.play import Played as AtTheTable

BOOK = the_rules()


def named(html: str) -> list[str]:
    """What the symbols of a page are called, in order."""
    return re.findall(r'class="symbol" viewBox="[^"]*"><title>([^<]*)</title>', html)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_document_of_a_game_has_its_emblem_once(game):
    emblem = icon(game.icon, game.name)
    match = AtTheTable(game, ["Anna", "Bruno", "Carla", "Dino"][: game.players[0]]).match
    documents = [
        ScoreSheet.of_match(match).lay_out("a5"),
        *(blank_sheet(game.key, variant.key, "letter", BOOK) for variant in game.variants),
        booklet([BOOK[game.key]], "a4"),
        quick_reference(BOOK[game.key], "a5"),
    ]

    assert [page.html.count(emblem) for page in documents] == [1] * len(documents)


def test_the_book_of_all_games_has_the_emblem_of_none():
    html = booklet([BOOK[key] for key in GAMES], "a4").html

    assert not named(html)


def test_a_blank_sheet_of_trex_has_the_icons_of_its_contracts_where_there_is_room():
    large, small = (blank_sheet("trex", "alone", paper, BOOK).html for paper in ("a4", "a5"))

    assert named(large)[1:] == ["K♥", "Q", "♦", "Slap", "Trex"]
    assert named(small) == ["Trex", "Trex"], "the emblem alone, on both leaves"


def test_the_sheet_of_a_match_of_trex_has_the_icon_of_each_deal():
    match = AtTheTable(GAMES["trex"], ["Anna", "Bruno", "Carla", "Dino"])
    for answer in ({}, 0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "queens"):
        match.answer(answer)
    names = named(ScoreSheet.of_match(match.match).lay_out("a4").html)

    assert names == ["Trex", "Slaps", "Diamonds", "Queens"]


@pytest.mark.parametrize("name", symbols())
def test_no_colour_of_the_screen_is_left_to_paper(name):
    drawn = icon(name, GAMES["trex"].name)

    assert "currentColor" not in drawn
    assert "var(" not in drawn
