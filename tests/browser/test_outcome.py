"""The last screen in a browser: it fits, and becomes a picture to send."""

import struct
from contextlib import closing
from pathlib import Path

import pytest

from app.games import GAMES
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import flags, lists, matches
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


SIZES = (390, 844), (390, 664), (320, 640)
ON_ITS_SIDE = (664, 390), (844, 390)
TELLS = """() => {
  const next = document.querySelector(".what-next").getBoundingClientRect();
  const shown = (part) => {
    const { top, bottom, width } = part.getBoundingClientRect();
    return width && { top, bottom };
  };
  const parts = [...document.querySelectorAll(".ranks li, .course, .feats a, .checks li")];
  const under = parts.map(shown).filter((box) => box && box.bottom > next.top + 1);
  const story = document.querySelector(".how-it-went");
  const right = story?.getBoundingClientRect().right;
  const told = [...(story?.children ?? [])].filter((line) => {
    return line.getBoundingClientRect().left < right;
  });
  return {
    under: under.length,
    sentences: told.length,
    cut: told.filter((line) => {
      const { right: end, bottom } = line.getBoundingClientRect();
      return end > right + 1 || bottom > next.top;
    }).length,
    cards: parts.filter((part) => part.matches(".feats a") && shown(part)).length,
    isAboveTabs: next.bottom <= document.querySelector(".tabs").getBoundingClientRect().top,
  };
}"""
"""What is under the keys at the foot, how many sentences are seen, and how many of them in part."""


@pytest.mark.parametrize(("game", "answers"), [("trex", trex.PLAYED), ("torite", torite.PLAYED)])
def test_the_whole_end_is_above_what_leads_on_and_both_are_seen_at_once(phone, game, answers):
    for _ in range(2):  # the same people are told their best beside a second win
        phone.sit_down(game, FOUR, *answers)

    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        seen = phone.page.evaluate(TELLS)

        assert not phone.runs_over(), (width, height)
        assert phone.page.evaluate("document.documentElement.scrollHeight") == height
        assert (seen["under"], seen["cut"]) == (0, 0), (width, height)
        assert seen["isAboveTabs"]
        is_told = game == "trex"
        assert seen["sentences"] >= is_told
        assert seen["cards"] == (2 if is_told and height >= 760 else 0)


RING = 4  # px around a disc
A_LONG_NAME = "Abdelrahman-Maximilian von Hohenstaufen"


@pytest.mark.parametrize("is_disputed", [False, True], ids=["a long name", "a disputed deal"])
def test_what_takes_room_cuts_neither_the_chart_nor_a_sentence(phone, is_disputed):
    phone.sit_down("trex", FOUR if is_disputed else (*FOUR[:3], A_LONG_NAME), *trex.PLAYED)
    if is_disputed:
        with closing(engine_for(phone.database).connect()) as db:
            flags.flag_deal(db, HOME, phone.match_id, 1, "eight")
        phone.page.reload()

    for width, height in SIZES if is_disputed else (*SIZES, *ON_ITS_SIDE):
        phone.page.set_viewport_size({"width": width, "height": height})
        seen = phone.page.evaluate(TELLS)

        assert (seen["under"], seen["cut"]) == (0, 0), (width, height)
        assert phone.page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize("rules", [{}, {"partners": True}], ids=["alone", "partners"])
def test_on_its_side_the_winner_is_below_the_disc_and_both_are_within_the_frame(phone, rules):
    phone.sit_down("trex", FOUR, *trex.PLAYED, **rules)

    for width, height in ON_ITS_SIDE:
        phone.page.set_viewport_size({"width": width, "height": height})
        frame, discs, name = (
            phone.page.locator(part).bounding_box() for part in (".frame", ".winners", ".hero h2")
        )
        assert discs["y"] + discs["height"] <= name["y"]
        for box in (discs, name):
            assert frame["x"] <= box["x"]
            assert box["x"] + box["width"] <= frame["x"] + frame["width"]


@pytest.mark.parametrize("rules", [{}, {"partners": True}], ids=["alone", "partners"])
def test_no_disc_lies_over_the_way_home(phone, rules):
    phone.sit_down("trex", FOUR, *trex.PLAYED, **rules)

    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        sign = phone.page.locator(".home use").bounding_box()
        discs = phone.page.locator(".winners").bounding_box()
        is_beside = discs["x"] >= sign["x"] + sign["width"]
        assert is_beside or discs["y"] - RING >= sign["y"] + sign["height"]


def test_on_its_side_every_key_of_what_leads_on_is_seen(phone):
    phone.sit_down("trex", FOUR, *trex.PLAYED)
    phone.page.set_viewport_size({"width": 664, "height": 390})

    for key in phone.page.locator(".what-next :is(a, button)").all():
        expect(key).to_be_in_viewport(ratio=1)
    assert not phone.runs_over()


@pytest.mark.parametrize(("game", "answers"), [("trex", trex.PLAYED), ("torite", torite.PLAYED)])
def test_what_was_saved_last_covers_no_key_and_no_total_and_is_undone_there(phone, game, answers):
    phone.sit_down(game, FOUR, *answers)
    stop_clock(phone.page)  # what was done last is said for five seconds

    for width, height in (*SIZES, (664, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        toast = phone.page.locator("#saved").bounding_box()
        for part in phone.page.locator(".what-next, .ranks, .hero, .verdict").all():
            box = part.bounding_box()
            is_beside = toast["x"] >= box["x"] + box["width"] - 1
            is_above = toast["y"] + toast["height"] <= box["y"] + 1
            assert is_beside or is_above or toast["y"] >= box["y"] + box["height"] - 1

    phone.page.set_viewport_size({"width": 390, "height": 664})
    phone.page.locator("#saved button").click()
    phone.page.wait_for_selector("#prompt")
    assert not phone.standing.is_over


def test_the_title_is_cut_before_the_arrow_and_never_goes_on_below(phone, rng):
    phone.open(play_at_random(GAMES["italian_whist"], rng).match)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    about = phone.page.locator(".hero .about")
    about.evaluate("(line) => line.textContent += ', 3 thrown in'.repeat(4)")

    title, arrow = about.bounding_box(), phone.page.locator(".last-answer svg").bounding_box()
    assert title["height"] < 24
    assert title["x"] + title["width"] <= arrow["x"]


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
