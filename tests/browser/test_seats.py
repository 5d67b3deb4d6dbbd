"""A new match: who sits where, by taps, and its house rules."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from app.games import GAMES
from testkit.browser.phone import (
    FOUR,
    SECOND_TAP,
    TREX,
    TRIBELLO,
    comes_true,
    mentions,
    reads,
    stop_clock,
)
from testkit.play import Played, keep_in


@pytest.fixture
def known(phone):
    """A phone on which the four have played before."""
    keep_in(phone.database, Played(GAMES["trex"], TREX[1]).match)
    return phone


@pytest.fixture
def seating(known):
    """Its form for a new match of Tribello."""
    known.page.goto("/matches/new?game=tribello")
    return known


def tap(phone, *names):
    for name in names:
        phone.page.locator(f".known-names button[value='{name}']").click()


def seats_hold(phone, *names):
    """Wait until so many seats stand there, with these names."""
    fields = phone.page.locator(".table .seat:not([hidden]) input")
    expect(fields).to_have_count(len(names))
    for place, name in enumerate(names):
        expect(fields.nth(place)).to_have_value(name)


def test_a_tap_on_a_name_sits_down_and_another_gets_up_or_takes_a_place(seating):
    tap(seating, "Dino", "Anna", "Dino", "Carla")
    seats_hold(seating, "Carla", "Anna", "")
    reads(seating.page.locator(".save"), "1 seat to fill")
    seating.page.get_by_role("button", name="1 seat to fill").click(force=True)
    expect(seating.page.locator("#player-2")).to_be_focused()

    tap(seating, "Bruno")
    seating.page.locator(".table .seat-2").click()
    tap(seating, "Dino")

    seats_hold(seating, "Carla", "Dino", "Bruno")


def test_all_of_a_new_match_is_seen_at_once_on_a_low_screen(known):
    for width, height in ((390, 664), (320, 640)):
        known.page.set_viewport_size({"width": width, "height": height})
        known.page.goto("/matches/new?game=trex")
        page = known.page.locator("html")

        assert page.evaluate("page => page.scrollHeight - page.clientHeight") == 0, width
        key = known.page.locator(".known-names button[value='Dino']")
        assert key.bounding_box()["height"] >= 48


def test_whoever_is_to_the_right_is_there_in_arabic_too(known):
    known.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.documentElement.dir = 'rtl')"
    )
    known.page.goto("/matches/new?game=trex")
    second, fourth = (known.page.locator(f".table .seat-{at}").bounding_box() for at in (2, 4))

    assert second["x"] > fourth["x"]


def test_enter_behind_a_name_goes_to_the_next_empty_seat_and_behind_the_last_shows_what_to_choose(
    seating,
):
    seating.page.set_viewport_size({"width": 390, "height": 420})
    fields = seating.page.locator(".table .seat input")
    fields.nth(2).fill("Carla")
    fields.nth(0).focus()

    for typed in ("Anna", "Bruno"):
        seating.page.keyboard.type(typed)
        seating.page.keyboard.press("Enter")

    expect(seating.page.locator("input:focus")).to_have_count(0)
    expect(seating.page.locator(".segmented, .house").first).to_be_in_viewport(ratio=1)
    seating.page.get_by_role("button", name="Begin").click()
    seating.wait_for_table()
    assert [str(seat) for seat in seating.standing.table.seats] == ["Anna", "Bruno", "Carla"]


def test_so_many_seats_stand_there_as_people_play(known):
    page = known.page
    page.goto("/matches/new?game=torite")
    expect(page.locator(".table .seat:not([hidden])")).to_have_count(4)

    page.locator("label:has([name=players][value='2'])").click()
    tap(known, "Anna", "Bruno", "Carla")

    seats_hold(known, "Anna", "Bruno", "Carla")
    expect(page.locator("[name=players][value='3']")).to_be_checked()


def test_two_places_are_exchanged_by_a_tap_on_each(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(TREX[1]):
        page.fill(f"#player-{place}", name)

    page.locator("#player-1").click()
    page.locator("#player-3").click()

    seats_hold(phone, "Anna", "Dino", "Carla", "Bruno")


def test_back_from_a_match_that_was_just_begun_leads_to_the_matches(phone):
    page = phone.page
    page.goto("/")
    page.goto("/matches/new?game=tribello")
    page.get_by_role("button", name="Begin").click()
    phone.wait_for_table()

    page.go_back()

    page.get_by_role("link", name="Continue").first.wait_for()


def test_a_tap_on_begin_after_enter_on_it_opens_nothing(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    for place, name in enumerate(FOUR):
        page.fill(f"#player-{place}", name)
    box = page.locator(".save").bounding_box()
    page.locator(".save").focus()
    stop_clock(page, 5_000)
    page.keyboard.press("Enter")
    page.locator("#prompt .bar .tool").hover()
    page.wait_for_load_state()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    page.clock.run_for(SECOND_TAP)
    assert [url for url in asked if "rules" in url] == []
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("dialog.rules")).to_be_visible()


def test_begin_follows_the_first_letter_of_the_last_name(seating):
    page = seating.page
    tap(seating, "Anna", "Bruno")
    reads(page.locator(".save"), "1 seat to fill")

    page.locator("#player-2").press("E")
    reads(page.locator(".save"), "Begin")
    page.locator("#player-2").press("Backspace")
    reads(page.locator(".save"), "1 seat to fill")


def test_begin_waits_for_no_answer_about_the_last_name(seating):
    page = seating.page
    tap(seating, "Anna", "Bruno")
    reads(page.locator(".save"), "1 seat to fill")
    page.route("**/matches/names", lambda route: route.fulfill(status=204))

    page.fill("#player-2", "Elsa")
    page.locator(".save").click(force=True)

    seating.wait_for_table()


@pytest.mark.parametrize(
    ("tag", "two", "one"),
    [
        ("en", "2 more names, or clear", "1 more name, or clear"),
        ("ar", "بقي اسمان", "بقي اسم واحد"),
    ],
)
def test_what_is_said_of_missing_names_goes_when_they_are_typed(phone, tag, two, one):
    page = phone.page
    page.goto(f"/matches/new?game=tribello&lang={tag}")
    page.fill("#player-0", "Anna")
    with page.expect_navigation():
        page.evaluate("document.querySelector('form.seating').requestSubmit()")
    missing = page.locator("#players-problem .problem")
    mentions(missing, two)

    page.fill("#player-1", "Bruno")
    page.locator("#player-2").focus()
    mentions(missing, one)
    page.locator("#player-2").press("C")
    expect(missing).to_have_count(0)

    page.locator("#player-2").fill("")
    page.locator("#player-1").focus()
    expect(page.locator(".save[aria-disabled]")).to_have_count(1)
    expect(missing).to_have_count(0)


def test_the_last_name_counts_though_what_is_said_of_those_before_comes_late(phone):
    page, held = phone.page, []
    page.goto("/matches/new?game=tribello")
    page.route("**/matches/names", lambda route: held.append(route))
    page.fill("#player-0", "Anna")
    page.fill("#player-1", "Bruno")
    with page.expect_request(lambda request: "Bruno" in (request.post_data or "")):
        page.locator("#player-2").focus()
    page.locator("#player-2").press("C")
    page.unroute("**/matches/names")
    for route in held:
        with suppress(Error):  # its page waits for another answer now
            route.continue_()

    comes_true(page, "document.querySelector('.table').matches(':not(.htmx-request)')")
    reads(page.locator(".save"), "Begin")


def test_a_name_that_is_typed_after_another_got_up_counts(seating):
    page = seating.page
    tap(seating, "Anna", "Bruno")
    page.fill("#player-2", "Clara")
    reads(page.locator(".save"), "Begin")
    tap(seating, "Bruno")
    reads(page.locator(".save"), "1 seat to fill")

    page.locator("#player-1").press("D")

    reads(page.locator(".save"), "Begin")


def test_a_match_is_begun_once_however_often_begin_is_tapped(phone):
    page, sent = phone.page, []
    page.goto("/matches/new?game=tribello")
    for place, name in enumerate(TRIBELLO[1]):
        page.fill(f"#player-{place}", name)
    page.on("request", lambda request: request.url.endswith("/matches") and sent.append(request))

    page.evaluate(
        "const form = document.querySelector('main form');"
        "form.addEventListener('submit', (event) => event.preventDefault());"
        "const begin = form.querySelector('.save'); begin.click(); begin.click();"
        "window.prevented = form.dataset.sent"
    )

    assert page.evaluate("window.prevented") == "1"
    assert sent == []


def test_names_outlive_a_look_at_the_rules(phone):
    page = phone.page
    page.goto("/matches/new?game=trex")
    page.fill("#player-0", "Wilhelmina")
    page.locator(".tabs a", has_text="Rules").click()
    page.wait_for_url("**/rules/**")
    page.go_back()

    comes_true(page, "document.querySelector('#player-0').value === 'Wilhelmina'")
    page.locator("details.house > summary").click()
    page.locator("fieldset:has([name=level_queens]) .rule").click()
    page.wait_for_selector("dialog.rules h1:focus")
    page.keyboard.press("Escape")
    comes_true(page, "document.querySelector('#player-0').value === 'Wilhelmina'")


def test_partners_close_the_rule_that_does_not_go_with_them(phone):
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/matches/new?game=trex")
    page.locator("details.house summary").click()
    expect(page.locator(".house-rule").first).to_be_in_viewport(ratio=1)
    page.locator("label:has([value=leader_gains])").click()
    expect(page.locator(".differences li")).to_have_count(1)

    page.locator("label:has([name=partners][value=yes])").click()

    expect(page.locator("[value=leader_gains]")).to_be_disabled()
    expect(page.get_by_text("With partners nobody gains as the leader")).to_be_visible()
    expect(page.locator("[name=own_double][value=ask]")).to_be_checked()
    expect(page.locator(".differences li")).to_have_count(0)


def test_a_limit_moves_by_one_and_keeps_its_sign(phone):
    page = phone.page
    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house summary").click()

    page.locator(".stepper:has([name=lower]) button[value='1']").click()

    reads(page.locator(".differences"), "The match ends when a total falls to: −11")


def test_what_is_tapped_again_at_once_is_still_under_the_thumb(phone):
    page = phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/matches/new?game=italian_whist")
    page.locator("details.house summary").click()
    more = page.locator(".stepper:has([name=upper]) button[value='1']")
    expect(more).to_be_in_viewport(ratio=1)
    comes_true(page, "scrollY > 0")

    more.click()
    reads(page.locator(".differences"), "The match ends when a total reaches: +11")
    assert page.evaluate("scrollY") > 0
    more.click()

    reads(page.locator(".differences"), "The match ends when a total reaches: +12")


def sitters(page):
    return page.locator(".sitter b")


def test_seats_are_put_right_late_by_two_taps_on_the_table(phone):
    phone.sit_down("trex", ["Anna", "Bruno", "Carla", "Dino"], 0)
    page = phone.page
    page.goto(f"{page.url}/seats")
    reads(sitters(page), ["Anna", "Bruno", "Carla", "Dino"])
    save = page.locator("#prompt .save")
    reads(save, "Tap two to swap")
    save.click(force=True)  # waits

    page.locator(".sitter", has_text="Bruno").click()
    page.locator(".sitter", has_text="Carla").click()

    reads(sitters(page), ["Anna", "Carla", "Bruno", "Dino"])
    reads(page.locator("#says"), "Anna, Carla, Bruno, Dino")
    page.get_by_role("button", name="See what it changes").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(re.compile(r"/matches/\d+$"))
    assert [str(seat) for seat in phone.standing.table.seats] == ["Anna", "Carla", "Bruno", "Dino"]


def test_a_second_tap_on_a_seat_lets_go_and_one_who_dealt_first_is_tapped_below(phone):
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    page = phone.page
    page.goto(f"{page.url}/seats")
    anna, bruno = (
        page.locator(".sitter", has_text="Anna"),
        page.locator(".sitter", has_text="Bruno"),
    )

    anna.click()
    anna.click()
    bruno.click()
    reads(sitters(page), ["Anna", "Bruno", "Carla"])
    anna.click()
    reads(sitters(page), ["Bruno", "Anna", "Carla"])
    reads(page.locator(".firsts .hidden"), ["Bruno", "Anna", "Carla"])
    bruno.click()
    anna.click()
    reads(page.locator("#prompt .save"), "Tap two to swap")

    page.locator(".firsts label").nth(2).click()
    page.get_by_role("button", name="See what it changes").click()
    mentions(page.locator(".effects"), "Carla, Anna, Bruno")


def test_the_discs_follow_the_names_that_are_typed_over_others(phone):
    phone.sit_down(*TRIBELLO)
    page = phone.page
    page.goto(f"{page.url}/players")
    discs = page.locator(".names .disc")
    reads(discs, ["A", "B", "C"])

    page.locator("#player-0").click()  # the new name is written over the old one
    page.keyboard.type("Ida")
    reads(discs, ["I", "B", "C"])

    page.locator("#player-0").select_text()
    page.keyboard.type("Bert")
    reads(discs, ["Be", "Br", "C"])

    page.locator("#player-0").select_text()
    page.keyboard.press("Delete")
    reads(discs, ["?", "B", "C"])
