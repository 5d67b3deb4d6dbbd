"""What a match on a pad is called: the title that its table gave it, wherever the match is named;
and the name of the game where the game is meant."""

import re
from html import unescape

import pytest

from testkit.web.pad import begin_pad, play_rounds

TWO_ROUNDS = {"wins": "lowest", "ends": "rounds", "rounds": "2"}
ROUNDS = [14, -2, 2], [5, 5, 5]
STRANGE = "<b>سكيجو & co.=1</b> 🂡"
"""With all that could be taken for markup or a part of an address, or turn the words around it."""
IN_PLAY = ("", "/sheet", "/log", "/more", "/paper", "/table", "/follow", "/invite", "/pen")
OVER = ("", "/sheet", "/log", "/more", "/paper", "/table", "/other-game")


@pytest.fixture
def pad(phone):
    """Begin a match on a pad of two rounds with a title, or none."""
    return lambda title="", **setup: begin_pad(phone, title, **TWO_ROUNDS | setup)


@pytest.mark.parametrize("title", ["Skyjo", STRANGE])
def test_a_match_with_a_title_is_called_so_on_each_of_its_pages(pad, title):
    table = pad(title)
    told = {path: table.open(path).all_text for path in IN_PLAY}
    play_rounds(table, *ROUNDS)
    told |= {f"{path} at the end": table.open(path).all_text for path in OVER}
    assert [path for path, words in told.items() if title not in words] == []
    assert [path for path, words in told.items() if "Any game" in words] == []


@pytest.mark.parametrize("title", ["Skyjo", STRANGE])
def test_the_club_names_its_match_by_the_title_and_its_game_by_the_pad(phone, pad, title):
    table = play_rounds(pad(title), *ROUNDS)
    pad("")
    for path in ("/matches/earlier", "/evenings/1", "/evenings/1/move?match=1", "/matches.csv"):
        assert title in unescape(phone.open(path).response.text), path
    start = phone.open("/")
    assert start.says(f"{title} · ", "Any game round 1 of 2")
    spoken = re.sub("[\u2068\u2069]", "", unescape(start.html))
    assert f'aria-label="Again {title}"' in spoken
    assert title in unescape(table.open("/picture.svg").response.text)
    assert title in unescape(phone.open("/evenings/1/picture.svg").response.text)
    assert phone.open("/rules/any_game").says("Any game")
    assert not phone.open("/rules/any_game").says(title)


def test_a_match_without_a_title_is_called_by_its_game(pad):
    table = pad()
    assert all(
        "Any game" in table.open(path).all_text for path in ("", "/sheet", "/more", "/table")
    )


def test_the_words_of_a_match_stand_beside_its_title(phone, pad):
    table = pad("Skyjo")
    table.phone.send(f"{table.path}/title", {"title": "At the lake"})
    play_rounds(table, *ROUNDS)
    assert phone.open("/").says("At the lake · Skyjo · ")


def test_a_list_names_a_match_without_playing_it_again(phone, pad, monkeypatch):
    play_rounds(pad("Skyjo"), *ROUNDS)
    monkeypatch.setattr("app.scoring.match.match.Match.standing", None)
    assert "Skyjo" in phone.open("/matches/earlier").text
