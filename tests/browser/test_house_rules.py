"""House rules by taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone, reads

pytestmark = pytest.mark.browser


def test_partners_close_the_rule_that_does_not_go_with_them(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=trex")
    page.locator("details.house summary").click()
    page.locator("label:has([value=leader_gains])").click()
    expect(page.locator(".differences li")).to_have_count(1)

    page.locator("label:has([name=partners][value=yes])").click()

    expect(page.locator("[value=leader_gains]")).to_be_disabled()
    expect(page.get_by_text("With partners nobody gains as the leader")).to_be_visible()
    expect(page.locator("[name=own_double][value=plain]")).to_be_checked()
    expect(page.locator(".differences li")).to_have_count(0)


def test_a_limit_moves_by_one_and_keeps_its_sign(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house summary").click()

    page.locator(".stepper:has([name=lower]) button[value='1']").click()

    reads(page.locator(".differences"), "The match ends when a total falls to: −11")


def test_house_rules_that_are_opened_on_a_low_screen_come_into_view(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.page.goto("/matches/new?game=trex")

    phone.page.locator("details.house summary").click()

    expect(phone.page.locator(".house-rule").first).to_be_in_viewport(ratio=1)
