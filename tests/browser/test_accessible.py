"""Every page for everyone: checked by axe-core in light and dark, and with large text."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from app import store
from app.games import GAMES
from app.games.trico.house import DECK
from app.scoring import Event
from tests.browser.conftest import Server
from tests.play import draw_deck, play_at_random

pytestmark = pytest.mark.browser

LONG = [
    "Wilhelmina-Alexandrina von Hohenzollern-Sigmaringen",
    "محمد عبد الرحمن بن عبد الله",
    "עליזה בת־שבע",
    "Bartholomew 'the Hammer' O’Shaughnessy",
]
TABLES = [
    pytest.param("tribello", 3, {}, id="tribello"),
    pytest.param("trex", 4, {"complex": False, "partners": False}, id="trex alone"),
    pytest.param("trex", 4, {"complex": True, "partners": True}, id="trex partners complex"),
    pytest.param("italian_whist", 3, {}, id="italian whist"),
    pytest.param("torite", 4, {}, id="torite 4"),
    pytest.param("torite", 1, {}, id="torite solo"),
    pytest.param("trico", 2, {"entry": "deck"}, id="trico deck"),
    pytest.param("trico", 3, {"entry": "symbols", "deck": None}, id="trico symbols"),
    pytest.param("trico", 3, {"entry": "counts", "deck": None}, id="trico counts"),
]


def moments(game: str, players: int, rules: dict, rng: random.Random) -> Iterator[list[Event]]:
    """The log of a match at the first question of each kind, and at its end."""
    if rules.get("entry") == "deck":
        rules = {**rules, "deck": draw_deck(DECK, rng)}
    played = play_at_random(GAMES[game], rng, players=players, rules=rules, mishaps=0)
    events: list[Event] = []
    seen = set()
    for each in played.standing.answered:
        if each.prompt.key not in seen and events:
            yield list(events)
        seen.add(each.prompt.key)
        events.append(Event("entry", each.prompt.deal, each.prompt.key, each.answer))
    yield events


def keep(database: Path, game: str, names: list[str], events: list[Event]) -> int:
    """Write a match into the score book of the server. Returns its id."""
    with closing(store.connect(database)) as db:
        match_id = store.begin_match(db, game, names, events[0])
        for line, event in enumerate(events[1:], start=1):
            store.append(db, match_id, event, after=line)
    return match_id


EVERYTHING = {"resultTypes": ["violations"]}
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}


def look_at(page: Page, light: dict[str, object] = EVERYTHING) -> list[str]:
    """What axe-core finds on the page in light, and of its colours in dark."""
    found = []
    for scheme, options in (("light", light), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for violation in Axe().run(page, options=options).response["violations"]:
            where = [node["target"] for node in violation["nodes"]][:4]
            found.append(f"{page.url} {scheme}: {violation['id']} {where}")
    return found


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_nothing_is_found_at_any_question(
    new_page, server: Server, rng: random.Random, game: str, players: int, rules: dict
) -> None:
    page = new_page()
    found = []
    for events in moments(game, players, rules, rng):
        match_id = keep(server.database, game, ["Anna", "Bruno", "Carla", "Dino"][:players], events)
        page.goto(f"/matches/{match_id}")
        found += look_at(page)

    assert found == []


@pytest.fixture
def match(server: Server, rng: random.Random) -> int:
    """A match of Trex that has gone some way, with a void deal."""
    *_earlier, events = moments("trex", 4, {"complex": False, "partners": False}, rng)
    names = ["Anna", "Bruno", "Carla", "Dino"]
    return keep(server.database, "trex", names, [*events[:20], Event("void", 1, "void", "misdeal")])


PAGES = (
    "",
    "/deals/0",
    "/deals/1",
    "/deals/2",
    "/deals/2/contract",
    "/log",
    "/seats",
    "/players",
    "/stakes",
    "/table",
    "/table?turn=seats",
)


def test_nothing_is_found_on_any_page_of_a_match(new_page, match: int) -> None:
    page = new_page()
    found = []
    for path in PAGES:
        page.goto(f"/matches/{match}{path}")
        for fold in page.locator("details:not([open]) > summary").all():
            if fold.is_visible():
                fold.click()
        found += look_at(page)

    assert found == []


def test_nothing_is_found_when_something_is_wrong(new_page, server: Server) -> None:
    page = new_page()
    counting = [Event("entry", 0, "rules", {}), Event("entry", 1, "trump", "hearts")]
    names = ["Anna", "Bruno", "Carla"]
    page.goto(f"/matches/{keep(server.database, 'tribello', names, counting)}")
    page.locator("#prompt .save").click()
    page.wait_for_selector(".problem")

    assert look_at(page) == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules/",
        "/rules/glossary",
        "/rules/trex/redeals",
        "/rules/search?q=lutush",
        "/rules/search?q=zzzzz",
        "/decks/new?game=trico",
        "/decks/house",
        "/matches/import",
        *(f"/matches/new?game={key}" for key in GAMES),
        *(f"/rules/{key}" for key in GAMES),
    ],
)
def test_nothing_is_found_on_a_page_around_the_table(new_page, path: str) -> None:
    page = new_page()
    page.goto(path)

    assert look_at(page) == []


def test_the_colours_of_every_component_in_every_look_stand_out(new_page) -> None:
    page = new_page()
    page.goto(
        "/components"
    )  # shows every part of a page many times, so only its colours are looked at

    assert look_at(page, light=COLOURS) == []


def test_nothing_is_found_in_the_rules_over_a_match(new_page, match: int) -> None:
    page = new_page()
    found = []
    for link in (".rule", "text=What may I do now?", ".top .tool"):
        page.goto(f"/matches/{match}")
        page.locator(link).first.click()
        page.wait_for_selector("dialog.rules h1:focus")
        found += look_at(page)
    page.locator("dialog .leaf .term").first.click()
    page.wait_for_selector(".meaning dfn")
    found += look_at(page)
    page.keyboard.press("Escape")
    page.fill("dialog [name=q]", "lutush")
    page.wait_for_selector("dialog .hits li")
    found += look_at(page)

    assert found == []


def test_nothing_is_found_where_nothing_is(new_page) -> None:
    page = new_page()
    page.goto("/")
    page.set_content(page.request.get("/nothing/here").text())

    assert look_at(page) == []


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
    page.wait_for_function("document.readyState === 'complete'")


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
    for events in moments(game, players, rules, rng):
        match_id = keep(server.database, game, LONG[:players], events)
        page.goto(f"/matches/{match_id}")
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


@pytest.mark.parametrize("path", RULES)
def test_every_page_of_the_rules_holds_large_text(new_page, path: str) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    page.goto(path)
    for size in ("100%", "200%"):
        page.add_style_tag(content=f":root {{ font-size: {size}; }}")

        assert page.evaluate(WIDER) == [], size


def test_the_rules_over_a_match_hold_large_text(new_page, match: int) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    page.goto(f"/matches/{match}")
    page.add_style_tag(content=":root { font-size: 200%; }")
    page.get_by_text("What may I do now?").press("Enter")
    page.wait_for_selector("dialog.rules h1:focus")

    assert page.evaluate(f"{WIDER.replace('main *, header *, footer *', 'dialog *')}") == []


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_match_holds_them_too(
    new_page, server: Server, rng: random.Random, path: str
) -> None:
    *_earlier, events = moments("trex", 4, {"complex": False, "partners": False}, rng)
    match_id = keep(server.database, "trex", LONG, events[:20])
    page = new_page(width=320, height=640, bypass_csp=True)
    page.goto(f"/matches/{match_id}{path}")
    page.add_style_tag(content=":root { font-size: 200%; }")

    assert page.evaluate(WIDER) == []
