"""What every screen keeps: nothing is wider than the phone, and the look stays as chosen."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from app.games import GAMES
from app.scoring import Match
from tests.browser.phone import Phone
from tests.play import play_at_random

pytestmark = pytest.mark.browser

NAMES = ["W" * 200, "محمد عبد الرحمن " * 12, "עליזה־בת־שבע" * 16, "<b>Bo</b> " * 20]


@pytest.fixture
def crowd(new_page, server, rng: random.Random) -> Phone:
    """Four players with very long names, on the smallest phone."""
    phone = Phone(new_page(width=320, height=640), server.database)
    played = play_at_random(GAMES["trex"], rng, rules={"partners": True}).match.at_line(13)
    phone.open(Match(played.game, NAMES, played.log))
    return phone


def test_names_of_200_letters_fit_on_every_page_of_a_match(crowd: Phone) -> None:
    page, match = crowd.page, crowd.match_id
    assert "<b>Bo</b> <b>Bo</b>" in page.locator(".board").inner_text()

    for address in ("", "/deals/1", "/log", "/table", "/table?turn=seats", "/table?turn=opposite"):
        page.goto(f"/matches/{match}{address}")

        assert not crowd.runs_over(), address
    for address in ("/", "/matches/new?game=trex"):
        page.goto(address)

        assert not crowd.runs_over(), address


def test_text_twice_as_large_fits_on_a_phone(new_page, server, rng: random.Random) -> None:
    phone = Phone(new_page(), server.database)
    phone.open(play_at_random(GAMES["trex"], rng).match.at_line(10))

    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert not phone.runs_over()
    total = phone.page.locator(".sides .total")
    edges = [total.nth(n).bounding_box() for n in range(4)]
    for one, other in pairwise(edges):
        assert one["y"] < other["y"] or one["x"] + one["width"] <= other["x"] + 1


def test_the_look_changes_at_a_tap_and_stays(phone: Phone) -> None:
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    page, address = phone.page, phone.page.url
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)

    page.get_by_role("button", name="Dim room").click()
    page.wait_for_selector("html[data-theme=dim]")

    assert page.url == address
    assert page.evaluate(paper) != before
    page.goto("/rules/tribello")
    assert page.locator("html[data-theme=dim]").count() == 1


def test_the_table_view_follows_the_match(phone: Phone, new_page) -> None:
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    tablet = new_page(width=1024, height=768)
    tablet.clock.install()
    tablet.goto(f"{phone.page.url}/table?turn=seats")
    tablet.get_by_text("Which suit was cut?").first.wait_for()

    phone.answer(phone.standing.prompt, "hearts")
    tablet.clock.run_for(5_000)

    tablet.get_by_text("Tricks taken").first.wait_for()
    with tablet.expect_response(lambda response: "after=2" in response.url) as unchanged:
        tablet.clock.run_for(5_000)
    assert unchanged.value.status == 204
    assert tablet.locator("#table.seats .ask").count() == 2


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1280, 800)])
def test_where_there_is_room_the_sheet_stands_beside_the_question(
    new_page, server, width: int, height: int
) -> None:
    phone = Phone(new_page(width=width, height=height), server.database)
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])

    question = phone.page.locator("#match").bounding_box()
    sheet = phone.page.locator("#sheet").bounding_box()
    assert sheet["x"] >= question["x"] + question["width"]
    assert sheet["y"] < question["y"] + 50


def test_on_paper_there_is_the_sheet_and_nothing_to_tap(new_page, server) -> None:
    phone = Phone(new_page(color_scheme="dark"), server.database)
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"], "clubs", [7, 4, 2])
    colours = (
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    for look in ("As the phone", "Dark", "Dim room"):
        phone.page.emulate_media(media="screen")
        phone.page.get_by_role("button", name=look).click()
        phone.page.wait_for_load_state()

        phone.page.emulate_media(media="print")

        assert phone.page.locator("#rows tr").is_visible()
        assert phone.page.locator("button:visible").count() == 0
        assert phone.page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"], look
