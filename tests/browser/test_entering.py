"""Entering a deal: taps in any order, second thoughts, and whatever happens to a phone."""

from __future__ import annotations

import re

import pytest

from tests.browser.phone import Phone
from tests.browser.taps import GRACE

pytestmark = pytest.mark.browser

TRIBELLO = ("tribello", ["Anna", "Bruno", "Carla"])
TREX = ("trex", ["Anna", "Bruno", "Carla", "Dino"])


@pytest.fixture
def counting(phone: Phone) -> Phone:
    """A match of Tribello that asks for the tricks of its first deal."""
    phone.sit_down(*TRIBELLO, "hearts")
    return phone


def chip(phone: Phone, row: int, number: int):
    return phone.page.locator(
        f".count .row:nth-child({row}) label", has_text=re.compile(f"^{number}$")
    )


def chosen(phone: Phone) -> list[str]:
    """The numbers that are chosen, row by row; a dash where there is none."""
    rows = phone.page.locator(".count .row").all()
    return [
        row.locator("input:checked").input_value() if row.locator("input:checked").count() else "-"
        for row in rows
    ]


def line(phone: Phone) -> str:
    return phone.page.locator("#line").inner_text()


# --- what is placed, what is left ----------------------------------------------------------------


def test_the_line_says_what_is_placed_and_what_it_adds_up_to(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "diamonds")
    assert line(phone) == "0 of 13 diamonds · deal 0 of −130 · kingdom 0 so far"

    chip(phone, 1, 6).click()
    chip(phone, 2, 5).click()

    phone.page.get_by_text("11 of 13 diamonds · deal −110 of −130 · kingdom −110 so far").wait_for()
    assert phone.page.get_by_role("button", name="2 diamonds to place").is_visible()
    chip(phone, 3, 2).click()
    phone.page.locator("#line .adds-up").wait_for()
    assert line(phone) == "13 of 13 diamonds · deal −130 · kingdom −130 so far ✓"


def test_the_button_says_what_is_missing_and_is_never_dead(counting: Phone) -> None:
    chip(counting, 2, 4).click()
    counting.page.get_by_role("button", name="9 tricks to place").click()

    counting.page.get_by_text("How many for Anna?").wait_for()
    assert chosen(counting) == ["-", "4", "-"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1180, 820)], ids=str)
def test_the_button_that_saves_stays_put_when_the_gains_appear(
    counting: Phone, size: tuple[int, int]
) -> None:
    counting.page.set_viewport_size({"width": size[0], "height": size[1]})
    chip(counting, 1, 7).click()
    counting.page.get_by_role("button", name="6 tricks to place").scroll_into_view_if_needed()
    before = counting.page.locator("#prompt .save").bounding_box()

    # Without a real tap, which would scroll to what it touches.
    chip(counting, 2, 4).locator("input").evaluate(
        "four => { four.checked = true;"
        " four.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    counting.page.locator(".gains").wait_for()

    assert counting.page.locator("#prompt .save").bounding_box() == before


def test_the_number_that_takes_the_rest_is_marked(counting: Phone) -> None:
    chip(counting, 1, 7).click()

    assert counting.page.locator(".chip [data-rest]").all_inner_texts() == ["6", "6"]
    chip(counting, 3, 6).click()
    assert chosen(counting) == ["7", "0", "6"]


def test_a_second_tap_takes_a_number_away_again(counting: Phone) -> None:
    chip(counting, 1, 7).click()
    chip(counting, 1, 7).click()

    assert chosen(counting) == ["-", "-", "-"]


def test_what_was_undone_stands_there_again_and_gives_way_to_a_better_number(
    counting: Phone,
) -> None:
    counting.answer(counting.standing.prompt, [7, 4, 2])
    counting.page.locator("#saved").get_by_role("button", name="Undo").click()
    counting.wait_for_line(4)
    assert chosen(counting) == ["7", "4", "2"]

    chip(counting, 1, 8).click()
    chip(counting, 2, 4).click()

    assert chosen(counting) == ["8", "4", "1"]


def test_what_was_saved_can_be_undone_at_the_top_for_five_seconds(counting: Phone) -> None:
    counting.answer(counting.standing.prompt, [7, 4, 2])

    assert "Anna +1" in counting.page.locator("#saved").inner_text()
    counting.page.clock.fast_forward(5_000)
    assert counting.page.locator("#saved").count() == 0
    assert counting.page.get_by_role("button", name="Undo").is_visible()


# --- answers that save themselves ----------------------------------------------------------------


@pytest.fixture
def laying(phone: Phone) -> Phone:
    """A match of Trex that asks who went out when."""
    phone.sit_down(*TREX, 0, "trex")
    return phone


def go_out(phone: Phone, *names: str) -> None:
    for name in names:
        phone.page.locator(".order button", has_text=name).click()


def test_an_order_of_going_out_is_shown_for_a_moment_and_then_saves_itself(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna", "Carla")

    laying.page.locator(".save.waits").wait_for()
    assert laying.match.last_line == 3
    assert "second out" in laying.page.locator(".gains").inner_text()
    laying.page.clock.fast_forward(GRACE)
    laying.wait_for_line(4)
    assert laying.standing.totals == (150, 50, 100, 200)


def test_another_tap_stops_the_saving(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna", "Carla")
    laying.page.locator(".save.waits").wait_for()

    go_out(laying, "Bruno")
    laying.page.clock.fast_forward(GRACE)

    assert laying.match.last_line == 3
    assert laying.page.locator(".order [aria-pressed=true]").all_inner_texts() == [
        "Bruno\nfirst out"
    ]


def test_keys_alone_save_nothing_by_themselves(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "king")
    phone.page.locator("[name=king]").first.focus()

    phone.page.keyboard.press("ArrowRight")
    phone.page.locator("#line .adds-up").wait_for()
    phone.page.clock.fast_forward(GRACE)

    assert phone.match.last_line == 3
    phone.page.keyboard.press("Enter")
    phone.wait_for_line(4)
    assert phone.standing.totals == (0, -75, 0, 0)


def test_doubles_can_be_noted_before_it_is_known_who_took_the_card(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "king")

    phone.touch(phone.standing.prompt, {"KH": 2})
    phone.page.get_by_role("button", name="Note this for now").click()
    phone.wait_for_line(4)

    assert "doubled by Carla" in phone.page.locator(".board").inner_text()
    assert phone.standing.prompt.key == "king"


# --- trick by trick ------------------------------------------------------------------------------


def test_tricks_can_be_counted_while_they_are_played(counting: Phone) -> None:
    page = counting.page
    page.get_by_text("Count trick by trick").click()

    for row, tricks in ((1, 7), (2, 4)):
        for _trick in range(tricks):
            page.locator(f".count .row:nth-child({row}) div.live .choice").click()

    page.get_by_text("over by 1").wait_for()
    page.get_by_text("on target").wait_for()
    page.get_by_text("needs 3 more").wait_for()
    assert line(counting) == "11 of 13 tricks"
    page.locator(".count .row:nth-child(1) .minus").click()
    page.get_by_text("10 of 13 tricks").wait_for()
    for _trick in range(3):
        page.locator(".count .row:nth-child(3) div.live .choice").click()
    counting.save()
    counting.wait_for_line(3)
    assert counting.standing.totals == (0, 0, 0)


def test_the_next_deal_is_counted_the_same_way(counting: Phone) -> None:
    counting.page.get_by_text("Count trick by trick").click()
    for row, tricks in ((1, 6), (2, 4), (3, 3)):
        for _trick in range(tricks):
            counting.page.locator(f".count .row:nth-child({row}) div.live .choice").click()
    counting.save()
    counting.wait_for_line(3)

    counting.answer(counting.standing.prompt, "clubs")

    assert counting.page.locator("div.live .choice").first.is_visible()


def test_players_together_see_whether_they_can_still_win(phone: Phone) -> None:
    phone.sit_down("torite", ["Anna", "Bruno", "Carla", "Dino"])
    phone.page.get_by_text("Count trick by trick").click()
    taps = phone.page.locator("div.live .choice")

    for _trick in range(3):
        taps.nth(0).click()
        taps.nth(1).click()
    phone.page.get_by_text("You can still win: 6-4-2-0 is in reach.").wait_for()
    for seat in (2, 2, 2):
        taps.nth(seat).click()

    phone.page.get_by_text("You can no longer win: 6-4-2-0 is out of reach.").wait_for()


# --- whatever happens to a phone -----------------------------------------------------------------


def test_what_was_tapped_outlives_a_reload(counting: Phone) -> None:
    chip(counting, 1, 7).click()
    chip(counting, 2, 4).click()

    counting.page.reload()

    assert chosen(counting) == ["7", "4", "2"]
    counting.page.locator("#line .adds-up").wait_for()
    counting.save()
    counting.wait_for_line(3)
    assert counting.standing.totals == (1, 0, -1)


def test_what_was_tapped_for_another_question_does_not_come_back(counting: Phone) -> None:
    chip(counting, 1, 7).click()
    counting.page.get_by_role("button", name="Undo Hearts").click()
    counting.wait_for_line(3)
    counting.answer(counting.standing.prompt, "clubs")

    counting.page.reload()

    assert chosen(counting) == ["-", "-", "-"]


def test_the_back_button_leads_to_the_table_as_it_is_now(counting: Phone) -> None:
    page = counting.page
    counting.answer(counting.standing.prompt, [7, 4, 2])
    page.locator("#rows a").first.click()
    page.wait_for_selector(".reasons")
    page.go_back()

    page.wait_for_selector("#match input[name=after][value='3']", state="attached")
    counting.answer(counting.standing.prompt, "clubs")
    assert counting.match.last_line == 4


def test_an_old_page_that_is_looked_at_again_shows_the_table_as_it_is_now(
    counting: Phone, new_page
) -> None:
    old = Phone(new_page(), counting.database)
    old.page.goto(counting.page.url)
    counting.answer(counting.standing.prompt, [7, 4, 2])

    old.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    old.page.get_by_text("The table has moved on").wait_for()
    assert "Deal 2 of 12" in old.page.locator(".board").inner_text()


def test_two_tabs_never_enter_the_same_deal_twice(counting: Phone, new_page) -> None:
    other = Phone(new_page(), counting.database)
    other.page.goto(counting.page.url)
    for phone in (counting, other):
        chip(phone, 1, 7).click()
        chip(phone, 2, 4).click()

    counting.save()
    counting.wait_for_line(3)
    other.save()

    other.page.get_by_text("has that answer already").wait_for()
    assert counting.match.last_line == 3


def test_what_is_still_possible_is_one_tap_away(counting: Phone) -> None:
    counting.answer(counting.standing.prompt, [7, 4, 2])

    counting.page.get_by_text("What is still possible").click()

    counting.page.locator("dl.stakes").wait_for()
    assert "Anna" in counting.page.locator("dl.stakes").inner_text()


def test_what_was_saved_is_named_beside_its_undo(phone: Phone) -> None:
    phone.sit_down(*TRIBELLO)
    phone.answer(phone.standing.prompt, "hearts")

    assert phone.page.locator("#saved p").inner_text().split() == ["✓", "Hearts"]


# --- the screen ----------------------------------------------------------------------------------

AWAKE = """window.awake = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
  awake.push('on');
  const lock = new EventTarget();
  lock.release = async () => { awake.push('off'); lock.dispatchEvent(new Event('release')); };
  return lock;
} } });"""


def test_the_screen_stays_on_while_a_match_is_in_play_and_may_sleep_when_it_is_over(
    phone: Phone,
) -> None:
    phone.page.add_init_script(AWAKE)
    phone.sit_down("italian_whist", ["Anna", "Bruno", "Carla"])
    phone.page.wait_for_function("awake.join() === 'on'")

    for _deal in range(2):
        assert phone.page.evaluate("awake.join()") == "on"
        phone.answer(phone.standing.prompt, [9, 0, 0])
        phone.answer(phone.standing.prompt, [0, 9, 0])

    phone.page.wait_for_function("awake.join() === 'on,off'")


def test_everything_works_where_the_screen_cannot_be_kept_on(phone: Phone) -> None:
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    )
    phone.sit_down(*TRIBELLO)

    phone.answer(phone.standing.prompt, "hearts")

    assert phone.standing.prompt.key == "tricks"


# --- second thoughts -----------------------------------------------------------------------------


def trick(phone: Phone, row: int, button: str = ".choice", times: int = 1) -> None:
    for _time in range(times):
        phone.page.locator(f".count .row:nth-child({row}) div.live {button}").click()


def test_a_count_that_was_undone_is_mended_trick_by_trick(counting: Phone) -> None:
    counting.page.get_by_text("Count trick by trick").click()
    for row, tricks in ((1, 7), (2, 4), (3, 2)):
        trick(counting, row, times=tricks)
    counting.save()
    counting.wait_for_line(3)
    counting.page.locator("#saved").get_by_role("button", name="Undo").click()
    counting.wait_for_line(4)

    trick(counting, 1, ".minus")
    trick(counting, 3)

    assert chosen(counting) == ["6", "4", "3"]


def test_a_live_count_outlives_a_reload_and_a_refusal(counting: Phone) -> None:
    counting.page.get_by_text("Count trick by trick").click()
    trick(counting, 1, times=3)
    trick(counting, 2, times=2)

    counting.page.reload()
    counting.page.locator("div.live .choice").first.wait_for()
    assert chosen(counting) == ["3", "2", "0"]
    counting.save()
    counting.page.locator(".problem").first.wait_for()

    assert chosen(counting) == ["3", "2", "0"]


def test_to_stop_counting_live_invents_no_tricks(counting: Phone) -> None:
    counting.page.get_by_text("Count trick by trick").click()
    trick(counting, 1, times=3)
    counting.page.get_by_text("Count trick by trick").click()

    assert chosen(counting) == ["3", "0", "0"]
    counting.page.get_by_role("button", name="10 tricks to place").wait_for()


def test_tricks_of_a_complex_are_counted_from_the_fewest_there_can_be(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "complex", complex=True)
    taken = {"QS": 0, "QH": 1, "QD": 2, "QC": 3}
    phone.answer(phone.standing.prompt.then, 1)
    phone.answer(phone.standing.prompt, taken)
    phone.answer(phone.standing.prompt, [4, 4, 4, 1])
    phone.page.get_by_text("Count trick by trick").click()

    trick(phone, 1, times=2)

    assert chosen(phone) == ["4", "2", "1", "1"]
    assert phone.page.locator(".count .row:nth-child(2) .minus").is_disabled()


def test_what_was_just_taken_away_is_not_filled_in_at_once(counting: Phone) -> None:
    chip(counting, 1, 6).click()
    chip(counting, 2, 4).click()
    assert chosen(counting) == ["6", "4", "3"]

    chip(counting, 2, 4).click()

    assert chosen(counting) == ["6", "-", "-"]


def test_who_takes_back_a_tap_stops_the_saving(laying: Phone) -> None:
    go_out(laying, "Dino", "Anna", "Carla")
    laying.page.locator(".save.waits").wait_for()

    go_out(laying, "Carla")
    laying.page.get_by_role("button", name="Who is second out?").wait_for()
    laying.page.clock.fast_forward(GRACE)

    assert laying.page.locator(".save.waits").count() == 0
    assert laying.match.last_line == 3


def test_drafts_of_two_matches_do_not_mix(counting: Phone) -> None:
    first = counting.page.url
    chip(counting, 1, 7).click()
    counting.sit_down(*TRIBELLO, "clubs")
    chip(counting, 1, 3).click()

    counting.page.goto(first)

    counting.page.wait_for_function("document.querySelector('.count input:checked')")
    assert chosen(counting) == ["7", "-", "-"]


def test_what_was_tapped_outlives_a_correction_by_another_phone(counting: Phone, new_page) -> None:
    chip(counting, 1, 7).click()
    chip(counting, 2, 4).click()
    other = new_page()
    other.goto(f"{counting.page.url}/deals/1/trump")
    other.get_by_role("button", name="Diamonds").click()
    other.get_by_role("button", name="Save the correction").click()
    other.locator("#prompt").wait_for()

    counting.save()
    counting.page.get_by_text("This question is still open").wait_for()
    assert chosen(counting) == ["7", "4", "2"]
    counting.page.clock.fast_forward(1_000)
    counting.save()
    counting.wait_for_line(4)
    assert counting.standing.totals == (1, 0, -1)


def test_what_is_still_possible_opens_where_it_was_tapped(counting: Phone) -> None:
    counting.page.set_viewport_size({"width": 390, "height": 500})
    fold = counting.page.get_by_text("What is still possible")
    fold.scroll_into_view_if_needed()
    fold.click()

    counting.page.locator("dl.stakes").wait_for()
    assert counting.page.evaluate("scrollY") > 100
    assert counting.page.locator(".fold summary").evaluate("one => one === document.activeElement")


def test_a_match_is_begun_once_however_often_begin_is_tapped(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=tribello")
    for place, name in enumerate(TRIBELLO[1]):
        page.fill(f"#player-{place}", name)
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))

    page.evaluate(
        "const form = document.querySelector('main form');"
        "form.addEventListener('submit', (event) => event.preventDefault());"
        "const begin = form.querySelector('.save'); begin.click(); begin.click();"
        "window.prevented = form.dataset.sent"
    )

    assert page.evaluate("window.prevented") == "1"
    assert sent == []


def test_names_outlive_a_look_at_the_rules(phone: Phone) -> None:
    page = phone.page
    page.goto("/matches/new?game=trex")
    page.fill("#player-0", "Wilhelmina")
    page.get_by_role("link", name="Rules").click()
    page.wait_for_selector(".rules")
    page.go_back()

    page.wait_for_function("document.querySelector('#player-0').value === 'Wilhelmina'")


def test_a_doubling_chosen_by_keys_can_be_taken_back_by_keys(phone: Phone) -> None:
    phone.sit_down(*TREX, 0, "king")
    phone.page.locator("[name='doubled.KH']").first.focus()
    phone.page.keyboard.press("Space")
    for _seat in range(4):
        phone.page.keyboard.press("ArrowRight")

    phone.page.locator("[name=king]").first.focus()
    phone.page.keyboard.press("Space")
    phone.page.locator("#line .adds-up").wait_for()
    phone.page.keyboard.press("Enter")
    phone.wait_for_line(4)

    assert phone.standing.totals == (-75, 0, 0, 0)
