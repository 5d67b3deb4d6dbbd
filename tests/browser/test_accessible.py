"""Every page for everyone: checked by axe-core in light, dark and dim, and with large text."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.scoring import VOID, Event, Match
from tests.browser.conftest import Server
from tests.browser.phone import FOUR, comes_true
from tests.browser.screens import each_screen
from tests.play import draw_deck, keep_in, play_at_random
from tests.screens.table import Screen
from tests.screens.visitor import Visitor

pytestmark = pytest.mark.browser

LONG = [
    "Wilhelmina-Alexandrina von Hohenzollern-Sigmaringen",
    "محمد عبد الرحمن بن عبد الله",
    "עליזה בת־שבע",
    "Bartholomew 'the Hammer' O’Shaughnessy",
]
LATER = pytest.mark.long
TABLES = [
    pytest.param("torite", 4, {}, id="torite 4"),
    pytest.param("trico", 2, {"entry": "deck"}, id="trico deck"),
    pytest.param(
        "trex", 4, {"complex": True, "partners": True}, id="trex partners complex", marks=LATER
    ),
    pytest.param("trico", 3, {"entry": "symbols", "deck": None}, id="trico symbols", marks=LATER),
    pytest.param("trico", 3, {"entry": "counts", "deck": None}, id="trico counts", marks=LATER),
    pytest.param("tribello", 3, {}, id="tribello", marks=LATER),
    pytest.param("trex", 4, {"complex": False, "partners": False}, id="trex alone", marks=LATER),
    pytest.param("italian_whist", 3, {}, id="italian whist", marks=LATER),
    pytest.param("torite", 1, {}, id="torite solo", marks=LATER),
]


def moments(game: str, names: list[str], rules: dict, rng: random.Random) -> Iterator[Match]:
    """A match at the first question of each kind, and at its end."""
    if rules.get("entry") == "deck":
        rules = {**rules, "deck": draw_deck(DECK, rng)}
    played = play_at_random(GAMES[game], rng, players=len(names), rules=rules, mishaps=0)
    match = Match(played.game, names, played.match.log)
    seen: set[str] = set()
    for lines, event in enumerate(match.events):
        if lines and event.key not in seen:
            yield match.at_line(lines)
        seen.add(event.key)
    yield match


EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}


def look_at(page: Page, light: dict[str, object] = EVERYTHING) -> list[str]:
    """What axe-core finds on the page in light, and of its colours in dark and dim."""
    violations = []
    page.emulate_media(reduced_motion="reduce")
    for look, options in (("light", light), ("dark", COLOURS), ("dim", COLOURS)):
        page.evaluate("look => { document.documentElement.dataset.theme = look; }", look)
        for violation in Axe().run(page, options=options).response["violations"]:
            where = [node["target"] for node in violation["nodes"]][:4]
            violations.append(f"{page.url} {look}: {violation['id']} {where}")
    return violations


CHECKED_OFTEN = {
    *("tribello: count, last row", "trex: contract", "trex: queens, half", "complex: cards"),
    *("torite: cards left, half", "trico: pick, half", "trico: symbols, one card"),
    *("notices: just saved", "notices: two answers", "notices: refused"),
    *("corrections: count, another number", "match: sheet", "match: deal", "outcome: Trex"),
    *("rules: settle over Play", "rulings: trex: stop?contract=diamonds&diamonds=12"),
    *("club: first visit", "club: new Trex", "club: evening with three matches"),
    *("club: page that is not there", "follow: a seat, last deal", "follow: table upright"),
}


@pytest.mark.parametrize("screen", each_screen(lambda screen: str(screen) in CHECKED_OFTEN))
def test_nothing_is_found_on_any_screen(screen: Screen, visitor: Visitor) -> None:
    page = screen.arrive(visitor)

    assert look_at(page) == []


@pytest.fixture
def match(server: Server, rng: random.Random) -> int:
    """A match of Trex that has gone some way, with a void deal."""
    match = some_way(FOUR, rng).accept(Event("correction", 1, VOID, "misdeal"))
    return keep_in(server.database, match)


def some_way(names: list[str], rng: random.Random) -> Match:
    """A match of Trex in its second kingdom."""
    *_earlier, whole = moments("trex", names, {"complex": False, "partners": False}, rng)
    return whole.at_line(20)


PAGES = (
    "",
    "/deals/0",
    "/deals/1",
    "/deals/2",
    "/deals/2/contract",
    "/log",
    "/sheet",
    "/seats",
    "/void",
    "/players",
    "/stakes",
    "/follow",
    "/follow?seat=1",
    "/table",
    "/table?turn=upright",
    "/paper",
    "/more",
)


@LATER
def test_the_colours_of_every_component_in_every_look_stand_out(new_page) -> None:
    page = new_page()
    # Only the colours: it shows every part of a page many times.
    page.goto("/components")

    assert look_at(page, light=COLOURS) == []


# --- large text, small screens, long names -------------------------------------------------------

WIDER = """() => {
  const room = document.documentElement.clientWidth;
  const isOut = (box) => box.right > room + 1 || box.left < -1;
  const isClipped = (one) => {
    const parent = one.parentElement;
    if (!parent || parent === document.body) return false;
    const clips = getComputedStyle(parent).overflowX !== 'visible';
    return clips ? !isOut(parent.getBoundingClientRect()) : isClipped(parent);
  };
  return [...document.querySelectorAll('main *, header *, footer *')]
    .filter((one) => one.checkVisibility() && !one.closest('.hidden, .skip, select, svg *'))
    .filter((one) => isOut(one.getBoundingClientRect()) && !isClipped(one))
    .map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 30)}`).slice(0, 5);
}"""
"""What is wider than the screen and not cut short on purpose."""


def wait_for_script(page: Page) -> None:
    comes_true(page, "document.readyState === 'complete'")


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_the_smallest_phone_holds_long_names_and_large_text(
    new_page,
    server: Server,
    rng: random.Random,
    game: str,
    players: int,
    rules: dict,
) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    for match in moments(game, LONG[:players], rules, rng):
        page.goto(f"/matches/{keep_in(server.database, match)}")
        wait_for_script(page)
        for size in ("100%", "200%"):
            page.add_style_tag(content=f":root {{ font-size: {size}; }}")

            assert page.evaluate(WIDER) == [], (page.url, size)


RULES = (
    *(f"/rules/{key}" for key in (*GAMES, "glossary")),
    "/rules/trex/what-a-doubled-card-costs",
    "/rules/search?q=lutush",
    "/rules/search?q=zzzzz",
)


def test_every_page_of_the_rules_holds_large_text(new_page) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    for path in RULES:
        page.goto(path)
        for size in ("100%", "200%"):
            page.add_style_tag(content=f":root {{ font-size: {size}; }}")

            assert page.evaluate(WIDER) == [], (path, size)


def test_the_rules_over_a_match_hold_large_text(new_page, match: int) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    page.goto(f"/matches/{match}")
    page.add_style_tag(content=":root { font-size: 200%; }")
    page.locator("#prompt .bar .tool").first.press("Enter")
    page.wait_for_selector("dialog.rules h1:focus")

    assert page.evaluate(f"{WIDER.replace('main *, header *, footer *', 'dialog *')}") == []


def test_every_page_of_a_match_holds_them_too(new_page, server: Server, rng: random.Random) -> None:
    match_id = keep_in(server.database, some_way(LONG, rng))
    page = new_page(width=320, height=640, bypass_csp=True)
    for path in PAGES:
        page.goto(f"/matches/{match_id}{path}")
        page.add_style_tag(content=":root { font-size: 200%; }")

        assert page.evaluate(WIDER) == [], path
