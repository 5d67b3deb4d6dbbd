"""Whole matches in a real browser, tapped as at a table."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

CAST = ["Anna", "Bruno", "Carla", "Dino"]
# Tribello, Trex with partners and The Torite of four are played through in an evening.
LONG = pytest.mark.long
TABLES = [
    pytest.param("torite", 1, {}, id="torite solo"),
    pytest.param("trex", 4, {}, id="trex alone", marks=LONG),
    pytest.param(
        "trex", 4, {"partners": "yes", "complex": "yes"}, id="trex partners complex", marks=LONG
    ),
    pytest.param("italian_whist", 3, {}, id="italian whist", marks=LONG),
    pytest.param("torite", 3, {}, id="torite 3", marks=LONG),
    pytest.param("torite", 2, {}, id="torite 2", marks=LONG),
    pytest.param("trico", 2, {"entry": "symbols"}, id="trico symbols", marks=LONG),
    pytest.param("trico", 3, {"entry": "counts"}, id="trico counts", marks=LONG),
]


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_a_whole_match_is_tapped_to_its_end(
    phone: Phone, rng: random.Random, game: str, players: int, rules: dict[str, str]
) -> None:
    phone.begin(game, CAST[:players], **rules)

    phone.play_on(rng)

    shown = outcome_of(phone)
    assert phone.ending in shown
    phone.page.reload()
    assert outcome_of(phone) == shown
    assert not phone.runs_over()


def outcome_of(phone: Phone) -> str:
    """What the end says, whether its look and the script that words its date are there or not."""
    words = phone.page.locator(".outcome").evaluate(
        "end => {"
        " const copy = end.cloneNode(true);"
        " for (const part of copy.querySelectorAll('time, script')) part.remove();"
        " return copy.textContent;"
        "}"
    )
    return " ".join(words.split())


def test_a_deck_is_entered_once_and_offered_for_the_next_match(
    phone: Phone, rng: random.Random
) -> None:
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
