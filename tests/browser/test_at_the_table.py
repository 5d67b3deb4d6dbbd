"""What makes a stranger hesitate at the table: a way back, and keys that stay where they are."""

import re

from playwright.sync_api import expect

from tests.browser.phone import (
    FOUR,
    SECOND_TAP,
    TREX,
    TRIBELLO,
    comes_true,
    mentions,
    reads,
    stop_clock,
    tap,
    wells_hold,
)
from tests.games.trex_screens import FOUR_CONTRACTS, OF_QUEENS


def change(phone, named, to):
    page = phone.page
    page.locator(".board").get_by_role("link", name=f"{named} Change").click()
    reads(page.locator(".changing"), re.compile("Changing this deal"))
    expect(page.locator(".moves")).to_have_count(0)
    page.locator("label.option", has_text=to).click()
    page.get_by_role("button", name="Save the change").click()
    phone.wait_for_table()


def test_a_wrong_owner_or_contract_can_be_changed_until_its_deal_is_scored(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    change(phone, "Anna", "Carla")
    reads(page.locator("#ask"), "Carla, name the contract")

    page.locator("button.option", has_text="Slaps").click()
    phone.wait_for_line(4)
    tap(phone, 2)
    change(phone, "Slaps", "Diamonds")
    reads(page.locator(".board .named b"), "Diamonds")
    reads(page.locator("#ask"), "Diamonds: how many each?")
    assert page.url.endswith(f"/matches/{phone.match_id}")


def test_a_contract_that_was_left_cannot_be_named_otherwise(phone):
    phone.sit_down(*TREX, 0, *FOUR_CONTRACTS)

    reads(phone.page.locator(".board .deal b"), "Trex")
    expect(phone.page.locator(".board .named")).to_have_count(0)


def test_partners_see_whose_kingdom_it_is(phone):
    phone.sit_down(*TREX, 1, "slaps", partners=True)

    reads(phone.page.locator(".sides .name").nth(1), re.compile("Bruno"))
    expect(phone.page.locator(".sides .name .owns")).to_have_count(1)


def test_each_contract_keeps_its_place_through_a_kingdom(phone):
    phone.sit_down(*TREX, 0)
    before = places_of_tiles(phone)
    phone.sit_down(*TREX, 0, "queens", None, OF_QUEENS)

    assert places_of_tiles(phone) == before
    expect(phone.page.locator(".option.played")).to_have_count(1)
    reads(phone.page.locator(".option.played s"), "Queens")
    expect(phone.page.locator("#prompt button.option")).to_have_count(4)


def places_of_tiles(phone):
    """Where each contract can be tapped, or lies greyed."""
    tiles = phone.page.locator(".options .option")
    boxes = {}
    for tile in tiles.all():
        box = tile.bounding_box()
        boxes[tile.locator("b, s").first.inner_text()] = (box["x"], box["y"])
    return boxes


def test_the_second_half_of_a_slow_double_tap_enters_no_number(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    box = page.locator(".option", has_text="Trex").bounding_box()
    x, y = box["x"] + 30, box["y"] + 30
    page.mouse.click(x, y)
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.clock.run_for(500)
    page.mouse.click(x, y)

    expect(page.locator("[data-places] [aria-pressed=true]")).to_have_count(0)


def test_a_finger_that_came_down_too_early_enters_no_number(phone):
    phone.sit_down(*TREX, 0)
    page = phone.page
    stop_clock(page, 5_000)
    page.locator(".option", has_text="Slaps").click()
    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    page.locator(".keypad button[value='0']").hover()
    page.clock.run_for(300)
    page.mouse.down()
    page.clock.run_for(100)
    page.mouse.up()

    wells_hold(phone, "", "", "", "")


def test_a_tap_on_begin_after_enter_opens_nothing(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(FOUR):
        page.fill(f"#player-{place}", name)
    box = page.get_by_role("button", name="Begin").bounding_box()
    stop_clock(page, 5_000)
    page.keyboard.press("Enter")
    page.locator("#prompt .bar .tool").hover()
    page.wait_for_load_state()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.wait_for_load_state("networkidle")
    expect(page.locator("dialog.rules")).to_have_count(0)
    assert page.url.endswith(f"/matches/{phone.match_id}")
    page.clock.run_for(SECOND_TAP)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("dialog.rules")).to_be_visible()


def test_back_closes_the_reason_before_it_leaves_the_sheet(phone):
    phone.sit_down(*TRIBELLO, "hearts", [7, 4, 2])
    page = phone.page
    page.locator(".tabs a", has_text="Sheet").click()
    cells = page.locator(".score-sheet td > a")
    cells.nth(0).click()
    cells.nth(1).click()
    expect(page.locator(".reason").nth(1)).to_be_visible()
    page.go_back()

    expect(page.locator(".reason").nth(1)).to_be_hidden()
    comes_true(page, "location.pathname.endsWith('/sheet')")
    page.locator(".score-sheet td > a").nth(0).click()
    page.locator(".reason .close").nth(0).click()
    expect(page.locator(".reason").nth(0)).to_be_hidden()
    page.go_back()
    page.wait_for_selector("#match")


def test_rows_of_names_say_what_each_is_for_and_to_note_a_doubling_is_no_large_key(phone):
    phone.sit_down(*TREX, 0, "king")
    save = phone.page.locator(".save")
    phone.page.locator(".times").click()
    reads(phone.page.locator(".took-it"), "took it")
    mentions(phone.page.locator(".strip"), "doubled by")

    phone.touch(phone.standing.prompt, {"KH": 1})
    noting = colour_of(save)
    phone.page.locator(".card-row > .card-keys label").nth(2).click()
    reads(save, "Save the king")
    assert colour_of(save) != noting


def colour_of(button):
    """The ground of a button."""
    ground: str = button.evaluate("button => getComputedStyle(button).backgroundColor")
    return ground


def test_a_double_tap_on_a_player_counts_one_trick(counting):
    page = counting.page
    page.locator(".ways label").nth(1).click()
    page.locator(".taker").first.dblclick()

    wells_hold(counting, "1", "", "")


def test_save_says_that_the_answer_ends_the_game(phone):
    phone.sit_down("torite", FOUR)
    tap(phone, 7, 3, 2)

    reads(phone.page.locator(".save"), "Save: this loses the game")


def test_the_next_notice_waits_until_the_first_is_gone(phone):
    phone.sit_down(*TREX, 0, "slaps")
    page = phone.page
    tap(phone, 2)
    page.evaluate("document.getElementById('moved').hidden = false")
    page.context.set_offline(True)
    # Without a connection one still reads what is played.
    reads(page.locator("#offline"), re.compile("^Slaps · No connection"))
    expect(page.locator("#moved")).to_be_hidden()
    page.context.set_offline(False)

    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#moved")).to_be_visible()
