"""Whole matches in a real browser, tapped as at a table: nothing but taps, and keys for names."""

import re

import pytest

from app.games import GAMES
from testkit.browser.phone import FOUR, expect, mentions
from tools.screens.table import tables_of

TABLES = [
    pytest.param(game.key, people, rules, marks=[pytest.mark.long] if people > 1 else [])
    for game in GAMES.values()
    for people, rules in tables_of(game)
    if rules.get("entry") != "deck"  # nobody has one yet
]


@pytest.mark.parametrize(("game", "people", "rules"), TABLES)
def test_a_whole_match_is_tapped_to_its_end(phone, rng, game, people, rules):
    phone.begin(game, FOUR[:people], **rules)

    phone.play_on(rng)

    mentions(phone.page.locator(".outcome"), phone.ending)
    assert not phone.runs_over()
    ends = phone.page.locator(".outcome :is(h2, .lead, .line, li, .boxed)")
    shown = ends.all_text_contents()
    phone.page.reload()
    expect(ends).to_have_text(shown)


def test_a_deck_is_entered_once_and_offered_for_the_next_match(phone, rng):
    page = phone.page
    page.goto("/matches/new?game=trico")
    page.fill("#player-0", "Anna")
    page.fill("#player-1", "Bruno")
    page.get_by_role("button", name=re.compile("Enter (your|another) deck")).click()
    page.fill("[name=name]", "The green box")
    for number in range(1, 10):
        for symbol in rng.sample(["spade", "heart", "diamond", "club", "acorn"], 3):
            for _tap in range(rng.choice([1, 2])):
                page.locator(f"label:has([name='deck.{number}.has.{symbol}'])").click()
        if number < 9:
            page.locator(".panel.active .next").click()
    page.get_by_role("button", name="Keep this deck").click()

    expect(page.locator("#player-0")).to_have_value("Anna")
    expect(page.get_by_text("The green box")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    phone.play_on(rng, questions=2)
    page.goto("/matches/new?game=trico")
    expect(page.get_by_text("The green box")).to_be_visible()
