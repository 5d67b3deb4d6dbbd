"""A finished sheet is typed in with the keys of its page, and kept there until it is saved."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from app.games import GAMES
from testkit.browser.phone import reads
from tests.scoring.paper_sheets import WHOLE_TREX, fields_of, written
from tools.screens.paper import TYPE


def seated(*names):
    """Players, as the address of a sheet names them."""
    return "&".join(f"players.{at}={name}" for at, name in enumerate(names))


PLAYERS = seated("Mo", "Mia", "Ben", "Dua")

ANY_SHEET = [(game.key, {}) for game in GAMES.values() if game.sheet.paper]
VARIANTS = [
    *ANY_SHEET,
    *(
        pytest.param("trex", rules, marks=pytest.mark.long)
        for rules in (
            {"partners": True, "complex": False},
            {"partners": False, "complex": True},
            {"partners": True, "complex": True, "kingdoms": "manual"},
        )
    ),
]
TAP_KEYS = """([name, text]) => {
  const field = document.getElementsByName(name)[0];
  const key = (value) => document.querySelector(`.paper-pad [value="${value}"]`).click();
  if (field.matches("select:not(.with-keys)")) {
    field.value = text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return field.value;
  }
  const cell = field.matches(".cell") ? field : field.closest(".paper-row").querySelector(".cell");
  cell.click();
  if (cell !== field) {
    key(text);
    return field.value;
  }
  if (field.value !== text) for (const digit of text.replace("\u2212", "")) key(digit);
  if (field.value !== text) key("sign");
  return field.value;
}"""
"""Taps a cell and the keys for what belongs there, as far as it is not there; returns what is."""


@pytest.fixture
def sheet(phone):
    """The page of an empty sheet of Trex."""
    phone.page.goto(f"/matches/typed/sheet?game=trex&date=2024-05-03&appeals=yes&{PLAYERS}")
    phone.page.locator("[name='1.owner']").select_option("0")
    return phone.page


def press(page, *keys):
    for key in keys:
        page.locator(f".paper-pad [value='{key}']").click()


def cell(page, deal, seat):
    return page.locator(f"[name='{deal}.points.{seat}']")


def test_keys_fill_a_row_and_the_server_marks_it(sheet):
    press(sheet, "diamonds", "7", "0", "next", "1", "0", "next", "2", "0")

    for seat, points in enumerate(("−70", "−10", "−20", "−30")):
        expect(cell(sheet, 1, seat)).to_have_value(points)
    expect(sheet.locator("#check-1 svg")).to_be_visible()
    expect(sheet.locator(".save")).to_have_text("19 deals to type")
    expect(sheet.locator("#group-1")).to_contain_text("Mo’s kingdom")

    press(sheet, "next", "king", "1", "5", "0", "next", "7", "5", "sign")
    expect(cell(sheet, 2, 0)).to_have_value("−150")
    expect(cell(sheet, 2, 1)).to_have_value("75")
    expect(cell(sheet, 2, 3)).to_have_attribute("placeholder", "0")
    expect(sheet.locator("#check-2 svg")).to_be_visible()
    expect(sheet.locator(".contract-keys .used")).to_have_attribute("value", "diamonds")


def test_four_numbers_name_their_contract_and_a_fault_says_how_much(sheet):
    for seat, points in enumerate(("-20", "-40", "-60", "-20")):
        cell(sheet, 1, seat).fill(points)
    cell(sheet, 1, 3).blur()
    expect(sheet.locator("#what-1")).to_be_empty()

    cell(sheet, 1, 3).fill("-10")
    cell(sheet, 1, 3).blur()
    expect(sheet.locator("#what-1 svg")).to_be_visible()
    expect(sheet.locator(".contract-keys [value=diamonds]")).to_have_attribute(
        "aria-pressed", "true"
    )
    cell(sheet, 1, 3).fill("-20")
    press(sheet, "diamonds")
    expect(sheet.locator("#check-1")).to_be_empty()
    cell(sheet, 2, 0).focus()
    expect(sheet.locator("#paper-words")).to_contain_text("adds up to −140. Diamonds are −130")
    expect(sheet.locator("#check-1 .wrong")).to_be_visible()

    would_fit = sheet.locator(".would-fit button")
    reads(would_fit, ["Mo −10", "Mia −30", "Ben −50", "Dua −10"])
    would_fit.nth(1).click()
    expect(cell(sheet, 1, 1)).to_have_value("−30")
    expect(would_fit).to_have_count(0)
    expect(sheet.locator("#check-1 .wrong")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "players"), [("trex", PLAYERS), ("tribello", seated("Mo", "Mia", "Ben"))]
)
def test_every_key_that_is_seen_writes_and_what_cannot_be_has_none(game, players, phone):
    phone.page.goto(f"/matches/typed/sheet?game={game}&date=2024-05-03&{players}")
    keys = phone.page.locator(".paper-pad .key:visible")
    sign = phone.page.locator(".paper-pad .sign")

    for part, is_signed in ((".paper-row .cell", game == "trex"), ("tfoot .cell", True)):
        phone.page.locator(part).first.click()
        for key in keys.all():
            expect(key).to_be_enabled()
        expect(sign).to_be_visible(visible=is_signed)


def test_a_sheet_that_is_begun_is_kept_until_it_is_saved(sheet):
    press(sheet, "slaps", "6", "0", "next", "6", "0")
    sheet.reload()
    expect(cell(sheet, 1, 1)).to_have_value("−60")
    sheet.goto("/matches/typed")
    sheet.get_by_text("Mo, Mia, Ben, Dua").click()
    expect(sheet.locator("[name='1.contract']")).to_have_value("slaps")
    sheet.locator(".head .tool").click()
    sheet.locator("[name='players.3']").fill("Duna")
    sheet.get_by_role("button", name="Type the sheet").click()
    expect(cell(sheet, 1, 1)).to_have_value("−60")

    sheet.evaluate(TYPE, WHOLE_TREX)
    cell(sheet, 20, 3).dispatch_event("change")
    sheet.get_by_text("Compare with the total on the sheet").click()
    sheet.context.set_offline(True)
    sheet.get_by_role("button", name="Save the match").click()
    expect(sheet.locator(".unreached")).to_be_visible()
    sheet.context.set_offline(False)
    sheet.get_by_role("button", name="Save the match").click()
    expect(sheet.locator(".outcome")).to_be_visible()
    sheet.goto(f"{sheet.url}/deals/3/points")
    sheet.locator("[name='points.0']").fill("-60")
    sheet.locator("[name='points.3']").fill("-40")
    sheet.locator("[name='points.3']").blur()
    expect(sheet.locator(".correction")).to_contain_text("−210")

    sheet.goto("/matches/typed")
    expect(sheet.get_by_text("Mo, Mia, Ben")).to_have_count(0)


@pytest.mark.parametrize(("game", "rules"), VARIANTS, ids=str)
def test_a_sheet_of_any_game_is_typed_by_its_keys_alone(game, rules, new_page, rng):
    played = written(GAMES[game], rng, **rules)
    prompt, chosen = played.standing.house_rules
    names = {f"players.{at}": name for at, name in enumerate(played.match.players)}
    page = new_page()
    about = {"game": game, "date": "2024-05-03", **names, **prompt.fill(chosen)}
    page.goto(f"/matches/typed/sheet?{urlencode(about)}")
    totals = played.standing.totals
    if GAMES[game].wins_together:
        totals = [played.standing.outcome.score or ""]

    foot = {f"total.{at}": str(total) for at, total in enumerate(totals)}
    for name, text in {**fields_of(played), **foot}.items():
        written_text = text.replace("-", "\u2212")
        assert page.evaluate(TAP_KEYS, [name, written_text]) == written_text, name

    page.get_by_role("button", name="Compare with the total on the sheet").click()
    expect(page.locator("#paper-words .good")).to_be_visible()
    page.get_by_role("button", name="Save the match").click()
    expect(page.locator(".outcome")).to_be_visible()
