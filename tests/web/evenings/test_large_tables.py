"""An evening of a game for ten: whose discs have a ring, and that none lies over another."""

import re
from itertools import pairwise

import pytest

from app.games import GAMES
from testkit.play import Played, keep_in
from tests.round_table import GAME, ROUNDS

NAMES = ["Anna", "Bruno", "Carla", "Dino", "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]
PANEL = re.compile(r'<svg y="28" height="(\d+)"')
DISC = re.compile(r'<svg x="[\d.]+%" y="([\d.]+)" overflow="visible">\s*<rect')
MARK = re.compile(r"<rect[^>]*rx[^>]*/>\s*(?:<rect([^>]*)/>\s*)?<text[^>]*>(\w)</text>")
"""The disc of a player with its ring, if it has one, and its letter."""


@pytest.fixture
def play(app, monkeypatch):
    """A whole match of so many, in which these seats win in turn."""
    monkeypatch.setitem(GAMES, GAME.key, GAME)

    def played(seats, winners, **rules):
        table = Played(GAME, NAMES[:seats])
        table.answer(rules)
        for number in range(ROUNDS):
            table.answer(winners[number % len(winners)])
        keep_in(app.config["DATABASE"], table.match)

    return played


def discs_by_panel(drawing):
    """The height of each panel, and that of the middle of each disc from the top of the lines."""
    chart = drawing[drawing.index('<svg class="by-match mirrored"') :]
    parts = PANEL.split(chart)[1:]
    return [
        (int(height), [float(y) for y in DISC.findall(drawn)])
        for height, drawn in zip(parts[::2], parts[1::2], strict=True)
    ]


def test_the_ninth_and_the_tenth_of_an_evening_have_a_ring(play, phone):
    play(10, [8, 9, 9])

    page, picture = phone.open("/evenings/1"), phone.open("/evenings/1/picture.svg")

    discs = dict(re.findall(r'<span class="disc hue-(\d+)"[^>]*>(\w)</span>', page.html))
    assert discs == {str(hue): name[0] for hue, name in enumerate(NAMES, start=1)}
    marks = MARK.findall(picture.html)
    assert {letter for ring, letter in marks if 'fill="none"' in ring} == {"I", "J"}
    assert {"A", "B"} <= {letter for ring, letter in marks if not ring}


@pytest.mark.parametrize(
    ("seats", "winners", "rules"),
    [(6, range(6), {}), (4, range(4), {}), (10, [0], {"teams": True}), (10, [9], {})],
)
@pytest.mark.parametrize("address", ["/evenings/1", "/evenings/1/picture.svg"])
def test_no_disc_of_many_winners_lies_over_another_or_leaves_the_panel(
    seats, winners, rules, address, play, phone
):
    for _match in range(2):
        play(seats, list(winners), **rules)

    panels = discs_by_panel(phone.open(address).html)

    assert len(panels) == 2
    for height, discs in panels:
        assert discs
        assert all(b - a >= 20 for a, b in pairwise(discs))
        assert discs[0] >= 0
        assert discs[-1] <= height - 20
