"""Paper where nothing prints a PDF: a page for it lies in the browser as it is printed."""

import random

import pytest

from app.games import GAMES
from testkit.play import keep_in, play_at_random
from tests.pocket.door import Door

BOXES = """() => [".shown", ".on-paper", "article:last-of-type"].map((part) =>
  document.querySelector(part).getBoundingClientRect().toJSON())"""


@pytest.mark.parametrize("paper", ["a4", "a5-two-up"])
def test_a_keepsake_lies_on_its_paper_and_none_of_it_behind_the_bar(new_page, tmp_path, paper):
    pocket, page = Door(tmp_path), new_page(1300)
    match = play_at_random(GAMES["trex"], random.Random(1), mishaps=0).match
    kept = f"/c/home/matches/{keep_in(pocket.app.config['DATABASE'], match)}"

    def answer(route):
        answered = pocket.get(route.request.url.partition("/pocket")[2])
        route.fulfill(status=answered.status, headers=answered.headers, body=answered.content)

    page.route("**/pocket/**", answer)
    page.goto(f"/pocket{kept}/keepsake.pdf?paper={paper}")
    bar, sheet, last = page.evaluate(BOXES)

    assert bar["bottom"] <= sheet["top"]
    assert sheet["left"] <= last["left"] <= last["right"] <= sheet["right"] + 1
    assert sheet["top"] <= last["top"] <= last["bottom"] <= sheet["bottom"] + 1
