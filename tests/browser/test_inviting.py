"""A link that lets others in is copied or handed on with one tap, on https and on plain http."""

import pytest
from playwright.sync_api import expect

from testkit.browser.phone import comes_true, reads

PLAIN_HTTP = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
SHARES = "navigator.share = async (about) => { window.shared = about; }"


def link_on(page):
    return page.locator("#link").input_value()


@pytest.mark.parametrize("before", ["", PLAIN_HTTP], ids=["https", "plain http"])
def test_a_link_is_copied_with_one_tap(new_page, before):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(before)
    page.goto("/invite")
    page.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()

    reads(page.locator(".link [role=status]"), "Copied")
    assert "/k/home." in link_on(page)
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
    page.get_by_text("Name of the club").click()
    page.get_by_label("Name of the club").select_text()
    page.keyboard.press("Control+V")
    expect(page.get_by_label("Name of the club")).to_have_value(link_on(page))


def test_where_a_phone_shares_it_gets_the_link_of_the_match(phone):
    phone.page.add_init_script(SHARES)
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    phone.page.goto(f"{phone.page.url}/invite")
    phone.page.get_by_role("button", name="Share").click()

    shared = comes_true(phone.page, "window.shared")
    assert shared == {"title": "Tribello", "url": link_on(phone.page)}


def test_without_a_script_the_link_can_be_selected_and_no_button_is_dead(new_page):
    page = new_page(java_script_enabled=False)
    page.goto("/invite")

    assert "/k/home." in link_on(page)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()
