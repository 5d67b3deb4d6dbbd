"""Every page for everyone: checked by axe-core in light, dark and dim, and with large text."""

import random

import pytest

from app.games import GAMES
from app.games.trico.house_rules import DECK
from app.scoring import VOID, Event, Match
from testkit.play import draw_deck, keep_in, play_at_random
from tests.browser.axe import COLOURS, LONG, WIDER, violations_on
from tests.browser.rulings import one_game_often, rulings
from tools.screens.table import moments, tables_of
from tools.screens.visitor import played as as_answered

LONGEST = ["W" * 200, "محمد عبد الرحمن " * 12, "עליזה־בת־שבע" * 16, "<b>Bo</b> " * 20]
LATER = pytest.mark.long


@LATER
def test_the_colours_of_every_component_in_every_look_stand_out(new_page):
    page = new_page()
    # Only the colours: it shows every part of a page many times.
    page.goto("/components")

    assert violations_on(page, light=COLOURS) == []


# --- large text, small screens, long names -------------------------------------------------------


def holds_large_text(page, within="main *, header *, footer *"):
    """Whether nothing is wider than the screen, also where all letters are twice as large."""
    for size in ("100%", "200%"):
        page.add_style_tag(content=f":root {{ font-size: {size}; }}")
        assert page.evaluate(WIDER, within) == [], (page.url, size)
    return True


@pytest.fixture
def smallest(new_page):
    """The smallest phone."""
    return new_page(width=320, height=640, bypass_csp=True)


def played(game, names, rules):
    """A match of these players, played by dice."""
    rng = random.Random(game)
    if rules.get("entry") == "deck":
        rules = {**rules, "deck": draw_deck(DECK, rng)}
    match = play_at_random(GAMES[game], rng, players=len(names), rules=rules, mishaps=0).match
    return Match(match.game, names, match.log)


TABLES = [
    pytest.param(game.key, *table, id=f"{game.key} {n}", marks=[LATER] if n else [])
    for game in GAMES.values()
    for n, table in enumerate(tables_of(game))
]


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_it_holds_every_question_and_the_end(smallest, server, game, players, rules):
    match = played(game, LONG[:players], rules)
    for moment in (*moments(match), match):
        smallest.goto(f"/matches/{keep_in(server.database, moment)}")

        assert holds_large_text(smallest)


PAGES = (
    *("", "/deals/0", "/deals/1", "/deals/2", "/deals/2/contract", "/log", "/sheet", "/seats"),
    *("/void", "/players", "/stakes", "/follow", "/follow?seat=1", "/paper", "/more"),
    *("/table", "/table?turn=upright", "/table?turn=seats", "/table?turn=opposite"),
)


@pytest.mark.parametrize(
    "names", [pytest.param(LONG, id="long", marks=LATER), pytest.param(LONGEST, id="longest")]
)
def test_it_holds_every_page_of_a_match_and_the_rules_over_it(smallest, server, names):
    rules = {"complex": False, "partners": names is LONGEST}
    some_way = played("trex", names, rules).at_line(20)  # in its second kingdom
    with_a_void_deal = some_way.accept(Event("correction", 1, VOID, "misdeal"))
    match = f"/matches/{keep_in(server.database, with_a_void_deal)}"
    for path in (*[match + page for page in PAGES], "/", "/matches/new?game=trex"):
        smallest.goto(path)
        assert holds_large_text(smallest)

    longest = as_answered("torite", [[6, 4, 2, 0], ["KH", "7S", "9C", "5D"]], names)
    smallest.goto(f"/matches/{keep_in(server.database, longest)}")
    assert holds_large_text(smallest)
    smallest.goto(match)
    smallest.locator("#prompt .bar .tool").first.press("Enter")
    smallest.wait_for_selector("dialog.rules h1:focus")
    assert holds_large_text(smallest, within="dialog *")


@one_game_often
def test_it_holds_every_ruling(smallest, server, key):
    for address in rulings(server, key, ["W" * 200, *LONG]):
        smallest.goto(address)
        for fold in smallest.locator("details:not([open]) > summary").all():
            fold.click()

        assert holds_large_text(smallest)


def test_it_holds_every_page_of_the_rules(smallest):
    sections = ("trex/what-a-doubled-card-costs", "search?q=lutush", "search?q=zzzzz")
    for path in (*GAMES, "glossary", *sections):
        smallest.goto(f"/rules/{path}")

        assert holds_large_text(smallest)
