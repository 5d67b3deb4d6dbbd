"""The last screen in a browser: it fits, and becomes a picture to send."""

import struct
from contextlib import closing
from pathlib import Path

import pytest

from app.games import GAMES
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from testkit.browser.phone import FOUR, Phone, expect, settle, stop_clock
from testkit.play import play_at_random
from tools.screens.games import torite, trex

TOAST = 6_000  # ms in which it is gone
PNG = b"\x89PNG\r\n"
WITH_SHARING = """
  navigator.canShare = () => true;
  navigator.share = async (what) => { window.shared = what; document.body.dataset.shared = 1; };
"""


def tap_share(phone):
    """Tap what the toast has covered."""
    phone.page.clock.fast_forward(TOAST)
    phone.page.locator(".share").click()


def test_the_outcome_is_kept_as_a_picture(phone, rng):
    phone.open(play_at_random(GAMES["trex"], rng).match)

    with phone.page.expect_download() as download:
        tap_share(phone)

    assert Path(download.value.path()).read_bytes().startswith(PNG)
    assert download.value.suggested_filename == f"tricktally-trex-{phone.match_id}.png"


def test_an_evening_is_kept_as_a_picture_and_its_sheet_opens_over_it(phone, rng):
    phone.open(play_at_random(GAMES["trex"], rng).match)
    phone.page.goto("/evenings/1")

    phone.page.locator("[data-opens]").click()
    sheet = phone.page.locator("dialog.sheet")
    title, mouse = sheet.locator("[name=title]"), phone.page.mouse
    title.fill("Knafeh")
    sheet.click(position={"x": 150, "y": 10})
    title.hover()
    mouse.down()
    mouse.move(5, 5)
    mouse.up()
    expect(title).to_have_value("Knafeh")
    mouse.click(5, 5)
    expect(sheet).to_be_hidden()
    phone.page.locator("[data-opens]").click()
    expect(title).to_have_value("Knafeh")
    sheet.locator("[data-closes]").click()
    expect(sheet).to_be_hidden()
    expect(title).to_have_value("")
    with phone.page.expect_download() as download:
        phone.page.locator(".share").click()

    png = Path(download.value.path()).read_bytes()
    assert png.startswith(PNG)
    assert struct.unpack(">II", png[16:24]) == (1080, 1350)


def test_a_phone_that_shares_sends_the_picture_and_the_words(new_page, server, rng):
    phone = Phone(new_page(), server.database)
    phone.page.add_init_script(WITH_SHARING)
    phone.open(play_at_random(GAMES["torite"], rng, players=4).match)

    tap_share(phone)
    phone.page.wait_for_selector("[data-shared]")

    assert phone.page.evaluate("window.shared.files[0].type") == "image/png"
    words = phone.page.evaluate("window.shared.text")
    assert words == f"The Torite, Anna, Bruno, Carla and Dino: {phone.standing.outcome.why}"


@pytest.mark.parametrize(
    ("game", "answers", "last"),
    [("trex", trex.PLAYED, ".course"), ("torite", torite.PLAYED, ".checks")],
    ids=["trex", "torite"],
)
def test_the_end_is_seen_without_scrolling_and_what_was_done_last_covers_none_of_it(
    phone, game, answers, last
):
    phone.sit_down(game, FOUR, *answers)
    stop_clock(phone.page)  # what was done last is said for five seconds

    for width, height in ((390, 844), (390, 664), (320, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        bar = phone.page.locator(".outcome > .bar").bounding_box()
        # On a tall screen how it went is read too, which scrolls on others.
        part = ".how-it-went" if height == 844 and game == "trex" else last
        shown = phone.page.locator(part).bounding_box()

        assert not phone.runs_over(), (width, height)
        # A name or a cause on two lines may push the last line of all below the edge.
        over = shown["y"] + shown["height"] - bar["y"]
        assert over <= (0 if height == 844 else 40), (width, height)
        toast = phone.page.locator("#saved").bounding_box()
        assert toast["y"] >= bar["y"]
        assert toast["x"] >= bar["x"]


@pytest.mark.parametrize("back", ["", "/"], ids=["from the end", "from the start page"])
def test_a_double_tap_begins_one_match_again_and_undo_leads_back(back, phone, rng):
    phone.open(play_at_random(GAMES["tribello"], rng).match)
    phone.page.clock.fast_forward(TOAST)
    over, origin = phone.match_id, phone.page.url
    if back:
        phone.page.goto(back)
        origin = phone.page.url

    phone.page.locator("form[action$='/again'] button").last.dblclick()
    phone.page.wait_for_selector("#saved form")
    begun = phone.match_id
    settle(phone.page)
    phone.page.locator("#saved button").click()
    phone.page.wait_for_selector("#saved:not(:has(form))")

    assert begun == over + 1
    assert phone.page.url.partition("?")[0] == origin
    phone.page.clock.fast_forward(TOAST)
    phone.page.wait_for_selector("#saved", state="detached")
    with closing(engine_for(phone.database).connect()) as db:
        assert lists.match_ids(db, HOME)[-1] == begun
        assert matches.find_match(db, HOME, begun).deleted
