"""House rules by taps."""

from __future__ import annotations

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_partners_close_the_rule_that_does_not_go_with_them(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=trex")
    page.locator("details.house summary").click()
    page.locator("label:has([value=leader_gains])").click()
    assert page.locator(".differences li").count() == 1

    page.locator("label:has([name=partners][value=yes])").click()

    assert page.locator("[value=leader_gains]").is_disabled()
    assert page.get_by_text("With partners nobody gains as the leader").is_visible()
    assert page.locator("[name=own_double][value=plain]").is_checked()
    assert page.locator(".differences li").count() == 0


def test_a_limit_moves_by_one_and_keeps_its_sign(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house summary").click()

    page.locator(".stepper:has([name=lower]) button[value='1']").click()

    assert page.locator(".differences").inner_text() == (
        "The match ends when a total falls to: −11"
    )
