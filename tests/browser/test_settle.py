"""Settle it on a phone: few taps, an answer at once, readable by everyone at any size."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.games import GAMES
from app.scoring import Event, Line, Match
from tests.browser.conftest import Server
from tests.browser.phone import FOUR
from tests.browser.test_accessible import LATER, LONG, WIDER
from tests.components import DECK
from tests.home_urls import at_home
from tests.play import keep_in

pytestmark = pytest.mark.browser

MATCHES = {
    "italian_whist": [Event("entry", 0, "rules", {}), Event("entry", 1, "first", [5, 3, 1])],
    "trex": [
        Event("entry", 0, "rules", {"own_double": "leader_gains"}),
        Event("entry", 1, "owner", 0),
        Event("entry", 1, "contract", "queens"),
        Event("entry", 1, "doubled", {"QS": 1}),
    ],
    "tribello": [Event("entry", 0, "rules", {})],
    "torite": [Event("entry", 0, "rules", {})],
    "trico": [Event("entry", 0, "rules", {"deck": DECK})],
}
PLAYERS = {"italian_whist": 3, "trex": 4, "tribello": 3, "torite": 3, "trico": 2}

STATES = {
    "italian_whist": (
        "trick",
        "trick?suit=H&card1=KH&card2=RJ&leader=1",
        "trick?trumps=spades&leader=0&card1=KH&card2=BJ&card3=10H",
        "trick?trumps=spades&leader=0&card1=RJ&card2=BJ&card3=5D",
        "trick?card1=KH&card2=KH",
        "follow?lead=BJ&second=H",
        "follow?lead=H&hold=RJ",
    ),
    "trex": (
        "double",
        "double?card=QS&taker=1&doubler=1&leader=3&own_double=leader_gains",
        "layout?S=9&S=K&H=J&C=A&C=2",
        "redeal?contract=king&hearts=K&hearts=2",
        "redeal?contract=trex&twos=none",
        "stop?contract=diamonds&diamonds=12",
    ),
    "tribello": ("widow?dealer=5&left=3", "widow?dealer=6&left=9"),
    "torite": (
        "win?players=3&tricks1=8&tricks2=4&suit=S&card1=KH",
        "win?players=3&tricks1=5&tricks2=5",
        "lead?players=3&five=no",
        "splits?1S=4&1H=3&1D=3&2S=4&2H=3&2D=3&3S=3&3H=4&3D=4",
        "splits?1S=9&1H=9&2S=x",
    ),
    "trico": (
        "score?deck=demo&players=2&" + "&".join(f"saved.0.{n}=on" for n in (5, 2, 9)),
        "score?deck=demo&players=2&"
        + "&".join(f"saved.{s}.{n}=on" for s, h in ((0, "529"), (1, "136")) for n in h),
        "score?deck=symbols&players=1&cards.0.0.has.spade=on&settle=1",
    ),
}


def match_of(server: Server, game: str, names: list[str]) -> int:
    """A match of these players in the book of the server. Returns its id."""
    log = map(Line, MATCHES[game])
    return keep_in(server.database, Match(GAMES[game], names[: PLAYERS[game]], log))


def addresses(server: Server, game: str, names: list[str], *, every: bool) -> list[str]:
    """A state of a ruling of a game, or every state of every one, alone and from a match."""
    match = match_of(server, game, names)
    pages = [f"/rules/settle/{game}/{state}" for state in STATES[game]]
    of_match = [f"{page}{'&' if '?' in page else '?'}match={match}" for page in pages]
    if not every:
        return of_match[1:2]
    return ["/rules/settle/", f"/rules/settle/{game}?match={match}", *pages, *of_match]


every_game = pytest.mark.parametrize("game", STATES)
one_or_every = pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=LATER)], ids=["one", "every"]
)


@every_game
@one_or_every
def test_the_smallest_phone_holds_long_names_and_large_text(
    new_page, server: Server, game: str, every: bool
) -> None:
    page = new_page(width=320, height=640, bypass_csp=True)
    names = ["W" * 200, *LONG]
    for address in addresses(server, game, names, every=every):
        page.goto(address)
        for fold in page.locator("details:not([open]) > summary").all():
            fold.click()
        for size in ("100%", "200%"):
            page.add_style_tag(content=f":root {{ font-size: {size}; }}")

            assert page.evaluate(WIDER) == [], (address, size)
            wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
            assert not page.evaluate(wide), (address, size)


def tap(page: Page, *fields: tuple[str, object]) -> None:
    """Tap a chip, or a key of the pad, for each field; no page is waited for in between."""
    for name, value in fields:
        key = f"button[name='{name}'][value='{value}']"
        chip = f"label:has([name='{name}'][value='{value}'])"
        page.locator(f"{key}, {chip}").first.click()


def answers(page: Page, words: str) -> None:
    """Wait for a verdict with these words."""
    expect(page.locator("#verdict .answer")).to_contain_text(words)


def test_a_trick_with_a_joker_takes_a_tap_for_each_card_and_new_suit(
    new_page, server: Server
) -> None:
    match = match_of(server, "italian_whist", FOUR)
    page = new_page()
    page.goto(f"/rules/settle/italian_whist/trick?match={match}")
    tap(page, ("leader", 1), ("suit", "H"), ("card1", "9H"), ("card2", "RJ"), ("card3", "QH"))

    answers(page, "Carla decides")
    ways = page.locator(".decisions li")
    expect(ways).to_contain_text(["as A or K", "as J or lower"])
    expect(ways.locator("bdi")).to_have_text(["Carla", "Anna"])
    page.wait_for_url("**card3=QH**")
    page.reload()
    answers(page, "Carla decides")
    page.get_by_role("link", name="take it back").nth(2).click()
    page.wait_for_url(lambda address: "card3=QH" not in address)
    tap(page, ("suit", "S"), ("card3", "2S"))
    answers(page, "Carla decides")
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(server.address + at_home(f"/matches/{match}"))


def test_the_pad_stays_where_it_is_from_card_to_card_to_verdict(new_page) -> None:
    page = new_page()
    page.goto("/rules/settle/italian_whist/trick?trumps=spades&suit=H")
    seven = page.locator(".laid-pad .ranks.of-H > *").nth(5)
    places = [seven.bounding_box()]
    for place, card in enumerate(("KH", "BJ", "10H"), 1):
        tap(page, (f"card{place}", card))
        page.wait_for_url(f"**card{place}={card}**")
        places.append(seven.bounding_box())

    assert places[0]
    assert all(place == places[0] for place in places)
    page.locator(".laid-pad .ranks.of-H [aria-current]").wait_for()
    page.locator(".laid-pad .ranks.of-H > *").nth(12).click()
    page.wait_for_url("**card3=AH**")


@every_game
def test_the_verdict_is_in_view_however_much_is_asked(new_page, server: Server, game: str) -> None:
    page = new_page(width=390, height=664)
    for address in addresses(server, game, FOUR, every=True):
        page.goto(address)
        answer = page.locator("#verdict .answer")
        if answer.count():
            expect(answer).to_be_in_viewport(ratio=1)
            foot = page.locator(".foot").bounding_box()
            box = answer.bounding_box()
            assert foot
            assert box
            assert box["y"] + box["height"] <= foot["y"] + 1, address


def test_a_double_of_the_match_takes_one_tap(new_page, server: Server) -> None:
    match = match_of(server, "trex", FOUR)
    page = new_page()
    page.goto(f"/rules/settle/trex/double?match={match}")
    tap(page, ("taker", 2))

    answers(page, "Bruno +25, Carla −50.")


def test_what_is_tapped_off_again_counts_no_more(new_page) -> None:
    page = new_page()
    page.goto("/rules/settle/trex/layout")
    tap(page, ("S", "9"), ("S", "K"))
    page.wait_for_url("**S=K&S=9")
    tap(page, ("S", "9"))

    answers(page, "You may lay A, 10, J, J or J.")
    expect(page.locator("[name=S]:checked")).to_have_count(1)


def test_a_hand_that_is_tapped_in_stays_out_of_the_address(new_page) -> None:
    page = new_page()
    page.goto("/rules/settle/trex/redeal?contract=king")
    tap(page, ("hearts", "K"))

    answers(page, "Yes, you may ask for a redeal.")
    assert "hearts" not in page.url


def test_who_types_stays_where_they_are(new_page) -> None:
    page = new_page()
    page.goto("/rules/settle/torite/splits")
    first, *rest = ("1S", "1H", "1D", "1C", "2S", "2H", "2D", "2C", "3S", "3H", "3D")
    page.locator(f"[name='{first}']").focus()
    for typed in "4333433334" + "4":
        page.keyboard.type(typed)
        page.keyboard.press("Tab")

    answers(page, "Two of the three splits are allowed.")
    assert page.evaluate("document.activeElement.name") == "3C"
    assert len(rest) == 10


def test_a_ruling_is_settled_without_scripts(new_page, server: Server) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/rules/settle/italian_whist/trick")
    tap(page, ("trumps", "spades"), ("suit", "H"), ("card1", "KH"), ("card2", "BJ"))
    tap(page, ("card3", "10H"))

    expect(page.locator(".answer")).to_contain_text("Player 2 decides")
    page.goto("/rules/settle/trex/stop")
    tap(page, ("contract", "king"))
    page.get_by_role("button", name="Settle it").click()
    tap(page, ("king", "yes"))
    page.get_by_role("button", name="Settle it").click()
    expect(page.locator(".answer")).to_contain_text("Yes, you can stop.")
