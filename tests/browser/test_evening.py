"""A whole evening with one thumb: nothing but taps, and keys only for the names."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from tests.browser.phone import Phone, mentions
from tests.play import next_answer

pytestmark = pytest.mark.browser


class Evening(Phone):
    """A phone on whose glass only fingers lie."""

    def __init__(self, page: Page, database) -> None:
        super().__init__(page, database)
        page.add_init_script(
            "window.keys = 0; addEventListener('keydown', () => window.keys++, true)"
        )

    @property
    def keys(self) -> int:
        """The keys that were pressed since the page was loaded."""
        return int(self.page.evaluate("window.keys"))


@pytest.mark.long
@pytest.mark.parametrize("server", ["in_a_file", "in_postgres"], indirect=True)
def test_tribello_then_trex_with_partners_then_the_torite(
    new_page, server, rng: random.Random
) -> None:
    phone = Evening(new_page(has_touch=True), server.database)
    page = phone.page
    cast = ["Anna", "Bruno", "Carla", "Dino"]
    for game, names, rules in (
        ("tribello", cast[:3], {}),
        ("trex", cast, {"partners": "yes"}),
        ("torite", cast, {}),
    ):
        page.goto("/")
        page.locator(f"main a[href$='new?game={game}']").first.tap()
        for place, name in enumerate(names):
            page.fill(f"#player-{place}", name)
        for name, value in rules.items():
            page.locator(f".segmented label:has([name='{name}'][value='{value}'])").first.tap()
        page.locator(".seating .save").tap()
        phone.wait_for_table()
        while phone.standing.prompt is not None:
            phone.answer(*next_answer(phone.standing.prompt, rng))

        mentions(page.locator(".outcome"), phone.ending)
        assert phone.keys == 0
        assert all(line.event.kind == "entry" for line in phone.match.log)
