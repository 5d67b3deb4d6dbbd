"""Whole matches in a real browser, tapped as at a table: nothing but taps, and keys for names."""

import re

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.phone import FOUR, Phone, mentions
from tests.play import next_answer
from tests.screens.table import tables_of

LONG = pytest.mark.long
COUNT_KEYS = "window.keys = 0; addEventListener('keydown', () => window.keys++, true)"


@LONG
@pytest.mark.parametrize("server", ["in_postgres"], indirect=True)
def test_an_evening_is_tapped_with_one_thumb(new_page, server, rng):
    phone = Phone(new_page(has_touch=True), server.database)
    page = phone.page
    page.add_init_script(COUNT_KEYS)
    for game, rules in (("tribello", {}), ("trex", {"partners": "yes"}), ("torite", {})):
        page.goto("/")
        page.locator(f"main a[href$='new?game={game}']").first.tap()
        for place, name in enumerate(FOUR[: max(GAMES[game].players)]):
            page.fill(f"#player-{place}", name)
        for name, value in rules.items():
            page.locator(f".segmented label:has([name='{name}'][value='{value}'])").first.tap()
        page.locator(".seating .save").tap()
        phone.wait_for_table()
        while phone.standing.prompt is not None:
            phone.answer(*next_answer(phone.standing.prompt, rng))

        mentions(page.locator(".outcome"), phone.ending)
        assert page.evaluate("window.keys") == 0
        assert {line.event.kind for line in phone.match.log} == {"entry"}


TABLES = [
    pytest.param(game.key, people, rules, marks=[LONG] if people > 1 else [])
    for game in GAMES.values()
    for people, rules in tables_of(game)
    if rules.get("entry") != "deck"  # nobody has one yet
]


@pytest.mark.parametrize(("game", "people", "rules"), TABLES)
def test_a_whole_match_is_tapped_to_its_end(phone, rng, game, people, rules):
    phone.begin(game, FOUR[:people], **rules)

    phone.play_on(rng)

    shown = outcome_of(phone)
    assert phone.ending in shown
    phone.page.reload()
    assert outcome_of(phone) == shown
    assert not phone.runs_over()


def outcome_of(phone):
    """What the end says, whether its look and the script that words its date are there or not."""
    words = phone.page.locator(".outcome").evaluate(
        "end => {"
        " const copy = end.cloneNode(true);"
        " for (const part of copy.querySelectorAll('time, script')) part.remove();"
        " return copy.textContent;"
        "}"
    )
    return " ".join(words.split())


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
