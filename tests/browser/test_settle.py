"""Settle it on a phone: few taps, an answer at once, readable by everyone at any size."""

from playwright.sync_api import expect

from testkit.browser.phone import FOUR
from testkit.home_urls import at_home
from tests.browser.rulings import match_of, one_game_often, rulings


@one_game_often
def test_the_verdict_is_in_view_however_much_is_asked(new_page, server, key):
    page = new_page(width=390, height=664)
    for address in rulings(server, key, FOUR):
        page.goto(address)
        answer = page.locator("#verdict .answer")
        if answer.count():
            expect(answer).to_be_in_viewport(ratio=1)
            foot, box = page.locator(".foot").bounding_box(), answer.bounding_box()
            assert box["y"] + box["height"] <= foot["y"] + 1, address


def tap(page, *fields):
    """Tap a chip, or a key of the pad, for each field; no page is waited for in between."""
    for name, value in fields:
        field = f"[name='{name}'][value='{value}']"
        page.locator(f"button{field}, label:has({field})").first.click()


def answers(page, words):
    """Wait for a verdict with these words."""
    expect(page.locator("#verdict .answer")).to_contain_text(words)


def lowest(shown):
    box = shown.bounding_box()
    return box["y"] + box["height"]


def test_a_trick_with_a_joker_takes_a_tap_for_each_card_and_new_suit(new_page, server):
    match = match_of(server, "italian_whist", FOUR)
    page = new_page()
    page.goto(f"/rules/settle/italian_whist/trick?match={match}")
    tap(page, ("leader", 1), ("suit", "H"), ("card1", "9H"), ("card2", "RJ"), ("card3", "QH"))

    answers(page, "Carla decides")
    ways = page.locator(".decisions li")
    expect(ways).to_contain_text(["as A or K", "as J or lower"])
    expect(ways.locator("bdi")).to_have_text(["Carla", "Anna"])
    page.wait_for_url("**card3=QH**")
    page.reload()
    answers(page, "Carla decides")
    page.get_by_role("link", name="take it back").nth(2).click()
    page.wait_for_url(lambda address: "card3=QH" not in address)
    tap(page, ("suit", "S"), ("card3", "2S"))
    answers(page, "Carla decides")
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(server.address + at_home(f"/matches/{match}"))


def test_the_pad_stays_where_it_is_from_card_to_card_to_verdict(new_page):
    page = new_page()
    page.goto("/rules/settle/italian_whist/trick?trumps=spades&suit=H")
    keys = page.locator(".laid-pad .ranks.of-H > *")
    places = [keys.nth(5).bounding_box()]
    for place, card in enumerate(("KH", "BJ", "10H"), 1):
        tap(page, (f"card{place}", card))
        page.wait_for_url(f"**card{place}={card}**")
        places.append(keys.nth(5).bounding_box())

    assert places[0]
    assert places == [places[0]] * 4
    page.locator(".laid-pad .ranks.of-H [aria-current]").wait_for()
    keys.nth(12).click()
    page.wait_for_url("**card3=AH**")


def test_why_a_trick_is_somebodys_is_read_on_a_low_screen_without_scrolling(new_page):
    page = new_page(width=390, height=664)
    page.goto("/rules/settle/italian_whist/trick?trumps=none&suit=H")
    for place, card in enumerate(("10H", "RJ", "KH"), 1):
        tap(page, (f"card{place}", card))
        page.wait_for_url(f"**card{place}={card}**")

    why, pad = page.locator(".because > p"), page.locator(".laid-pad")
    expect(why).to_be_visible()
    assert lowest(why) <= pad.bounding_box()["y"]
    page.get_by_role("link", name="take it back").nth(2).click()
    expect(page.locator(".laid-pad .ranks.of-H")).to_be_visible()


def test_what_is_tapped_off_again_counts_no_more_and_no_hand_stands_in_an_address(new_page):
    page = new_page()
    page.goto("/rules/settle/trex/layout")
    tap(page, ("S", "9"), ("S", "K"))
    page.wait_for_url("**S=K&S=9")
    tap(page, ("S", "9"))

    answers(page, "You may lay A, 10, J, J or J.")
    expect(page.locator("[name=S]:checked")).to_have_count(1)
    page.goto("/rules/settle/trex/redeal?contract=king")
    tap(page, ("hearts", "K"))
    answers(page, "Yes, you may ask for a redeal.")
    assert "hearts" not in page.url


def test_who_types_stays_where_they_are(new_page):
    page = new_page()
    page.goto("/rules/settle/torite/splits")
    page.locator("[name='1S']").focus()
    for typed in "43334333344":
        page.keyboard.type(typed)
        page.keyboard.press("Tab")

    answers(page, "Two of the three splits are allowed.")
    assert page.evaluate("document.activeElement.name") == "3C"


def test_a_ruling_is_settled_without_scripts(new_page):
    page = new_page(java_script_enabled=False)
    page.goto("/rules/settle/trex/stop")
    for field in (("contract", "king"), ("king", "yes")):
        tap(page, field)
        page.get_by_role("button", name="Settle it").click()
    expect(page.locator(".answer")).to_contain_text("Yes, you can stop.")
