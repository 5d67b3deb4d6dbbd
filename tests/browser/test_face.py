"""What every screen keeps: nothing is wider than the phone, and the look stays as chosen."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from tests.browser.layout_shifts import Shifts
from tests.browser.phone import FOUR, Phone, reads
from tests.play import large_totals, play_at_random


def test_text_twice_as_large_fits_on_a_phone(new_page, server, rng):
    phone = Phone(new_page(), server.database)
    phone.open(play_at_random(GAMES["trex"], rng).match.at_line(10))

    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")

    assert not phone.runs_over()
    total = phone.page.locator(".sides .total")
    edges = [total.nth(n).bounding_box() for n in range(4)]
    for one, other in pairwise(edges):
        assert one["y"] < other["y"] or one["x"] + one["width"] <= other["x"] + 1


def test_totals_of_four_digits_fit_on_the_board(phone):
    phone.open(large_totals().match)
    reads(phone.page.locator(".sides .total"), ["−1,250", "+400", "+300", "+550"])

    for width in (390, 360, 320):
        phone.page.set_viewport_size({"width": width, "height": 664})
        assert not phone.runs_over()
        for chip in phone.page.locator(".sides li").all():
            total = chip.locator(".total")
            assert total.evaluate("total => total.scrollWidth <= total.clientWidth")
            inner, outer = total.bounding_box(), chip.bounding_box()
            assert outer["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def test_the_look_changes_at_a_tap_and_stays(phone):
    phone.sit_down("tribello", ["Anna", "Bruno", "Carla"])
    phone.page.locator(".tabs a", has_text="More").click()
    phone.page.wait_for_url("**/more")
    page, address = phone.page, phone.page.url
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)

    page.get_by_role("button", name="Dim room").click()
    page.wait_for_selector("html[data-theme=dim]")

    assert page.url == address
    assert page.evaluate(paper) != before
    page.goto("/rules/tribello")
    expect(page.locator("html[data-theme=dim]")).to_have_count(1)


@pytest.mark.parametrize(
    ("game", "answers"),
    [
        ("tribello", ["hearts", [7, 4, 2]]),
        ("trex", [0, "slaps", [1, 3, 4, 5], "queens", {"QS": 0, "QH": 1, "QD": 2, "QC": 0}]),
        ("torite", [[6, 4, 2, 0]]),
    ],
)
def test_nothing_moves_while_a_deal_is_tapped(phone, game, answers):
    shifts = Shifts(phone.page)
    phone.sit_down(game, FOUR[: max(GAMES[game].players)])
    shifts.since_last()

    for answer in answers:
        prompt, line = phone.standing.prompt, phone.match.last_line
        asked = prompt.follow_up or prompt
        phone.touch(asked, answer)
        if not asked.saves_itself:
            phone.wait_for_proof()
            phone.page.wait_for_load_state("networkidle")  # a thumb is slower than the server
            phone.save()
        phone.wait_for_line(line + 1)

    score, what = shifts.since_last()
    assert score == 0, what
