"""Whole evenings with a pad, by taps: begun, played, corrected, undone, followed, ended, played on,
printed, and taken along as a file."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app import matchfile
from testkit.browser.phone import expect

TEN = ["Anna", "Bruno", "Carla", "Dino", "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]
PICTURES = os.environ.get("PICTURES")
"""A folder for pictures of every screen, to be looked at."""
LOOKS = [(390, 664, "light"), (320, 640, "dark"), (390, 844, "dim"), (664, 390, "light")]


@dataclass
class Evening:
    """What is played: the rows of each round, and which seats are ticked in it."""

    players: int
    rounds: list[list[int]]
    rules: dict[str, Any]
    ticked: list[list[int]] = field(default_factory=list)
    ends_itself: bool = False


def after(rounds, **rules):
    return {"ends": "rounds", "rounds": rounds, **rules}


def to(target, **rules):
    return {"ends": "points", "target": target, **rules}


EVENINGS = {
    "Skat": Evening(
        3,
        [[24, -12, -12], [-48, 24, 24], [0, 36, -36]],
        {"sum": 0, "tick": "Solo"},
        [[0], [0], [1]],
    ),
    "Wizard": Evening(
        6,
        [[20, -10, 30, 20, 20, -10], [40, 20, -20, 20, 20, 30], [30, 30, 20, -10, 20, -30]],
        after(3),
        ends_itself=True,
    ),
    "Rook": Evening(
        4,
        [[120, 60], [-130, 180], [200, 0], [310, -5]],
        to(500, sides="opposite"),
        ends_itself=True,
    ),
    "Canasta": Evening(
        4, [[1250, 640], [2300, -85], [1500, 3000]], to(5000, sides="opposite"), ends_itself=True
    ),
    "500": Evening(4, [[-240, 160], [-300, 220]], to(500, sides="opposite"), ends_itself=True),
    "Phase 10": Evening(
        5,
        [[0, 25, 5, 40, 55], [0, 0, 70, 25, 0], [35, 25, 0, 5, 25]],
        after(3, wins="lowest", tick="Phase", names="2 × 3, 3 + run of 4"),
        [[0, 1], [0, 1, 4], [2]],
        ends_itself=True,
    ),
    "Skyjo": Evening(
        8,
        [[14, -2, 8, 21, 5, 9, 30, 11], [40, 3, 9, 33, -4, 12, 50, 7], [50, 1, 2, 3, 4, 5, 6, 7]],
        to(100, wins="lowest"),
        ends_itself=True,
    ),
    "Who owes whom": Evening(10, [[9, *[-1] * 9], [-9, *[1] * 9]], {"sum": 0}),
    "Scopa": Evening(2, [[3, 1], [2, 4], [6, 0]], to(11), ends_itself=True),
    "": Evening(4, [[5, 10, 0, 5], [0, 25, 10, 5]], {"wins": "lowest"}),
}
QUICK = ("Skat", "Phase 10")
"""These are played at each change."""


def press(page, *keys):
    for key in keys:
        page.locator(f".amount-keys button[value='{key}']").first.click()


def type_round(page, row_points, ticked=()):
    """Type the numbers of a round by its keys, and tick these seats."""
    for seat in ticked:
        page.locator(f".tick:has([value='{seat}'])").click()
    for place, points in enumerate(row_points):
        if page.locator(".row").nth(place).locator(".well").input_value():
            break  # the last one has filled itself
        press(page, *str(abs(points)), *(["sign"] if points < 0 else []), "next")


def look(page, title, screen):
    """Take pictures of a screen in all looks, for who wants to see it."""
    if not PICTURES:
        return
    for width, height, theme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        page.wait_for_timeout(150)
        name = f"{title or 'untitled'}-{screen}-{width}x{height}-{theme}".replace(" ", "_")
        page.screenshot(path=Path(PICTURES) / f"{name}.png")
    page.set_viewport_size({"width": 390, "height": 664})
    page.evaluate("document.documentElement.dataset.theme = 'light'")


def board_shows(page, totals):
    for place, total in enumerate(totals):
        written = str(total).replace("-", "−")
        digits = f"{int(written.lstrip('−')):,}"
        expect(page.locator(".board .total").nth(place)).to_have_text(
            ("−" if total < 0 else "") + digits
        )


@pytest.mark.parametrize(
    "title",
    [
        title if title in QUICK else pytest.param(title, marks=pytest.mark.long)
        for title in EVENINGS
    ],
)
def test_an_evening_with_a_pad_from_its_title_to_its_file(title, phone, new_page):
    evening, page = EVENINGS[title], phone.page
    page.set_viewport_size({"width": 390, "height": 664})
    phone.begin("any_game", TEN[: evening.players], title=title, **evening.rules)
    match = page.url.partition("?")[0]
    other = new_page(width=390, height=664)
    other.goto(match)

    totals = [0] * len(evening.rounds[0])
    for number, points in enumerate(evening.rounds, 1):
        line = phone.match.last_line
        ticked = evening.ticked[number - 1] if evening.ticked else []
        type_round(page, points, ticked)
        look(page, title, f"round-{number}")
        phone.save()
        phone.wait_for_line(line + (2 if ticked else 1))
        totals = [sum(pair) for pair in zip(totals, points, strict=True)]
        assert list(phone.standing.totals) == totals
        is_last = number == len(evening.rounds)
        assert phone.standing.is_over == (is_last and evening.ends_itself)
        if not is_last:
            board_shows(page, totals)
            board_shows(other, totals)
        if number == 1:
            correct_and_undo(phone, match, points, totals)

    if not evening.ends_itself:
        end(phone, match)
    assert phone.standing.is_over
    assert not phone.standing.ended_early
    page.goto(match)
    phone.wait_for_table()
    look(page, title, "end")
    play_on(phone, totals)
    if evening.ends_itself:
        page.get_by_role("button", name="Undo").first.click()
        page.wait_for_selector(".outcome")
    else:
        end(phone, match)
    assert phone.standing.is_over
    page.goto(f"{match}/sheet")
    look(page, title, "sheet")
    goes_out_and_in(phone, match, title, totals)


def correct_and_undo(phone, match, points, totals):
    """Put the first number of the first round right, and take that back."""
    page, sum_of_round = phone.page, phone.standing.rule_choices["sum"]
    page.goto(f"{match}/deals/1/points?back=play")
    first = page.locator("[name='points.0']")
    first.fill(str(points[0] + 5))
    if sum_of_round is not None:
        page.locator("[name='points.1']").fill(str(points[1] - 5))
    page.locator(".save").click()
    page.wait_for_url(lambda url: "/deals/" not in url)
    phone.wait_for_table()
    assert phone.standing.totals[0] == totals[0] + 5
    board_shows(page, phone.standing.totals)
    lines = phone.match.last_line
    page.get_by_role("button", name="Undo").first.click()
    phone.wait_for_line(lines + 1)
    board_shows(page, totals)


def end(phone, match):
    """End the match, as a table does that has played enough."""
    page = phone.page
    page.goto(f"{match}/more")
    page.locator("summary", has_text="End the match").click()
    page.get_by_role("button", name="End the match here").click()
    page.wait_for_selector(".outcome")


def play_on(phone, totals):
    """Go on after the end."""
    page = phone.page
    page.get_by_role("button", name="Play on").click()
    page.wait_for_selector("#prompt")
    phone.wait_for_table()
    board_shows(page, totals)


def goes_out_and_in(phone, match, title, totals):
    """Its sheet is a PDF, and its file has all of it."""
    request = phone.page.request
    sheet = request.get(f"{match}/sheet.pdf")
    assert sheet.ok
    assert sheet.body().startswith(b"%PDF")
    if PICTURES:
        (Path(PICTURES) / f"{title or 'untitled'}.pdf").write_bytes(sheet.body())
    file = request.get(f"{match}/match.json").body()
    assert json.loads(file)["rules"].get("title", "") == title
    standing = matchfile.replay_file(matchfile.parse(file))
    assert list(standing.totals) == totals
    assert standing.is_over
