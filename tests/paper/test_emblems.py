"""What every document of a game shows beside its name, and the sheets of Trex beside a contract."""

import re

import pytest

from app.games import GAMES
from app.paper.blank import blank_sheet
from app.paper.booklets import booklet, quick_reference
from app.paper.html import icon
from app.paper.score_sheet import ScoreSheet
from app.scoring import Match
from app.symbols import symbols
from tests.front_door import CAST
from tests.play import Played


def named(page):
    """What the symbols of a page are called, in order."""
    return re.findall(r'class="symbol" viewBox="[^"]*"><title>([^<]*)</title>', page.html)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_document_of_a_game_has_its_emblem_once(game, rulebook):
    emblem = icon(game.icon, game.name)
    documents = [
        ScoreSheet.of_match(Match(game, CAST[: game.players[0]])).lay_out("a5"),
        *(blank_sheet(game.key, variant.key, "letter", rulebook) for variant in game.variants),
        booklet([rulebook[game.key]], "a4"),
        quick_reference(rulebook[game.key], "a5"),
    ]

    assert [page.html.count(emblem) for page in documents] == [1] * len(documents)


def test_the_book_of_all_games_has_the_emblem_of_none(rulebook):
    assert not named(booklet([rulebook[key] for key in GAMES], "a4"))


def test_sheets_of_trex_have_the_icons_of_its_contracts_where_there_is_room(rulebook):
    large, small = (blank_sheet("trex", "alone", paper, rulebook) for paper in ("a4", "a5"))
    match = Played(GAMES["trex"], CAST)
    for answer in ({}, 0, "slaps", [13, 0, 0, 0], "diamonds", [0, 13, 0, 0], "queens"):
        match.answer(answer)
    filled = ScoreSheet.of_match(match.match).lay_out("a4")

    assert named(large)[1:] == ["K♥", "Q", "♦", "Slap", "Trex"]
    assert named(small) == ["Trex", "Trex"], "the emblem alone, on both leaves"
    assert named(filled) == ["Trex", "Slaps", "Diamonds", "Queens"]


@pytest.mark.parametrize("name", symbols())
def test_no_colour_of_the_screen_is_left_to_paper(name):
    drawn = icon(name, GAMES["trex"].name)

    assert "currentColor" not in drawn
    assert "var(" not in drawn
