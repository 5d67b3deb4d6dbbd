"""What a phone does for the table: fills in, greys out, keeps what was typed."""

from __future__ import annotations

import random
import re

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

TRIBELLO = ("tribello", ["Anna", "Bruno", "Carla"])


def chip(phone: Phone, row: int, number: int):
    return phone.page.locator(
        f".count .row:nth-child({row}) label", has_text=re.compile(f"^{number}$")
    )


def test_the_last_count_is_worked_out_and_too_many_cannot_be_tapped(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "hearts")

    chip(phone, 1, 7).click()
    chip(phone, 2, 4).click()

    assert chip(phone, 3, 2).locator("input").is_checked()
    assert chip(phone, 1, 10).locator("input").is_disabled()
    phone.save()
    phone.wait_for_line(3)
    assert phone.standing.totals == (1, 0, -1)


def test_what_each_would_gain_is_shown_before_it_is_saved(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "hearts")

    chip(phone, 1, 7).click()
    chip(phone, 2, 4).click()

    phone.page.get_by_text("deal 0").wait_for()
    gains = phone.page.locator(".gains").inner_text()
    assert "7 tricks, target 6" in gains
    assert phone.match.last_line == 2


def test_a_double_tap_answers_one_question(phone: Phone) -> None:
    phone.sit_down("trex", ["Anna", "Bruno", "Carla", "Dino"])

    phone.page.locator("#prompt button").first.dblclick()
    phone.page.wait_for_selector("#match input[name=after][value='2']", state="attached")

    assert phone.match.last_line == 2
    assert phone.page.locator(".notice:visible").count() == 0


def test_a_refusal_stands_beside_its_seat_and_keeps_what_was_tapped(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "clubs")
    page = phone.page

    chip(phone, 1, 7).click()
    phone.save()

    page.get_by_text("How many for Bruno?").wait_for()
    assert chip(phone, 1, 7).locator("input").is_checked()
    assert phone.match.last_line == 2


def test_undo_takes_back_the_last_answer(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "clubs")

    phone.page.get_by_role("button", name="Undo Clubs").click()
    phone.wait_for_line(3)

    assert phone.standing.prompt.key == "trump"


def test_a_correction_is_looked_at_before_it_is_saved(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "clubs")
    phone.answer(phone.standing.prompt, [7, 4, 2])
    page = phone.page

    page.locator("#rows a").click()
    page.get_by_role("link", name="Correct").last.click()
    page.locator(".count .row:nth-child(1) label", has_text=re.compile("^5$")).click()
    page.locator(".count .row:nth-child(2) label", has_text=re.compile("^6$")).click()
    page.locator(".save").click()

    assert page.locator(".moves tr", has_text="Anna").inner_text().split() == [
        "Anna",
        "+1",
        "−1",
        "−2",
    ]
    assert phone_totals(page) == []
    page.get_by_role("button", name="Save the correction").click()
    phone.wait_for_table()
    assert phone.standing.totals == (-1, 2, -1)


def phone_totals(page) -> list[str]:
    return page.locator(".board .total").all_inner_texts()


def test_without_a_connection_nothing_typed_is_lost(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO, "clubs")
    chip(phone, 1, 7).click()
    chip(phone, 2, 4).click()

    phone.page.context.set_offline(True)
    phone.save()
    phone.page.get_by_text("Not sent").wait_for()
    phone.page.context.set_offline(False)
    phone.save()
    phone.wait_for_line(3)

    assert phone.standing.totals == (1, 0, -1)


def test_the_slower_phone_sees_what_was_entered_and_keeps_its_own(phone: Phone, new_page) -> None:
    phone.sit_down(*TRIBELLO, "clubs")
    slow = Phone(new_page(), phone.database)
    slow.page.goto(phone.page.url)
    phone.answer(phone.standing.prompt, [7, 4, 2])

    chip(slow, 1, 6).click()
    chip(slow, 2, 5).click()
    slow.save()

    slow.page.get_by_text("Someone was quicker").wait_for()
    words = slow.page.locator("#notice").inner_text()
    assert "Anna 7, Bruno 4, Carla 2" in words
    assert "Anna 6, Bruno 5, Carla 2" in words
    slow.page.get_by_role("button", name="Correct it to yours").click()
    assert "moves by" in slow.page.locator("main").inner_text()


@pytest.mark.parametrize(
    "game",
    [
        "tribello",
        "trico",
        *(
            pytest.param(game, marks=pytest.mark.long)
            for game in ("trex", "italian_whist", "torite")
        ),
    ],
)
def test_without_javascript_a_match_goes_on(
    new_page, server, rng: random.Random, game: str
) -> None:
    players = {"tribello": 3, "trex": 4, "italian_whist": 3, "torite": 3, "trico": 2}[game]
    page = new_page(java_script_enabled=False)
    phone = Phone(page, server.database, scripts=False)
    page.goto(f"/matches/new?game={game}")
    for place, name in enumerate(["Anna", "Bruno", "Carla", "Dino"][:players]):
        page.fill(f"#player-{place}", name)
    if game == "trico":
        page.locator("label:has([name='entry'][value='counts'])").click()
    page.get_by_role("button", name="Begin").click()

    phone.play_on(rng, questions=4)

    assert phone.match.last_line == 1 + (4 if phone.standing.prompt else phone.match.last_line - 1)


def test_the_rule_of_a_question_is_one_tap_away(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO)

    phone.page.locator("#ask .rule").click()

    phone.page.wait_for_selector("dialog.rules #cutting-and-trumps")


def test_the_order_of_going_out_can_be_corrected(phone: Phone) -> None:
    phone.sit_down("trex", ["Anna", "Bruno", "Carla", "Dino"], 0, "trex", [3, 0, 2, 1])
    page = phone.page

    page.goto(f"/matches/{phone.match_id}/deals/1/out")
    for seat in (0, 3, 2):
        page.locator(f".order button[value='{seat}']").click()
    page.locator(".save").click()
    page.get_by_role("button", name="Save the correction").click()
    phone.wait_for_table()

    assert phone.standing.totals == (200, 50, 100, 150)


def test_enter_in_a_name_begins_the_match(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=trico")
    page.locator("label:has([name='entry'][value='counts'])").click()
    page.fill("#player-0", "Anna")
    page.fill("#player-1", "Bruno")

    page.press("#player-1", "Enter")

    phone.wait_for_table()
