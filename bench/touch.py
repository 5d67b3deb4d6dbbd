"""How a tap feels: how many there are, how soon what it did is painted, and whether anything moves
that was not touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from app.games import GAMES
from app.games.trico.house_rules import HOUSE_DECK
from bench.measures import NO_CHROMIUM, Row, Size, left_out, p95
from bench.servers import app_server
from tests.browser.layout_shifts import Shifts
from tests.browser.phone import Phone, chromium, phone_at
from tests.browser.taps import CAST, Thumb, every_kind_of_deal
from tests.play import Played, keep_in

SLOWER = 4
"""Times, as a cheap phone is slower than this machine."""
LONGEST_TAP = 60.0
"""In ms, from the touch to the frame that shows what it did; 95 of 100 taps take no longer."""
QUICK_THUMB = 150
"""In ms, between two taps."""
MAX_MOVED = 0.001
"""All but nothing: the link to a rule follows the words of its question when they change."""

WHEN_PAINTED = """
addEventListener("pointerdown", (event) => {
  if (!event.target.closest("#prompt")) return;
  // The frame is ready to be painted, and a message comes only after that.
  addEventListener("click", () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => taps.push(performance.now() - event.timeStamp);
    port2.postMessage("painted");
  }), { capture: true, once: true });
}, true);
globalThis.taps = [];
"""


def taps(folder: Path, _size: Size) -> Iterator[Row]:
    """Every kind of deal, tapped in a real browser the size of a phone."""
    if not chromium():
        yield left_out("taps for each kind of deal", NO_CHROMIUM)
        return
    database = folder / "taps.sqlite3"
    with app_server(database) as app, phone_at(app.port) as page:
        for each in every_kind_of_deal(Thumb(Phone(page, database))):
            yield Row(each.what, f"{each.taps} taps", f"{each.most}", each.is_over)


def tap_latency(folder: Path, size: Size) -> Iterator[Row]:
    """Taps on a slowed phone; then every kind of deal, and how far it lets things move."""
    if not chromium():
        yield left_out("taps until they are painted", NO_CHROMIUM)
        return
    database = folder / "touch.sqlite3"
    with app_server(database) as app:
        for what, question in QUESTIONS.items():
            with phone_at(app.port) as page:
                yield painted(page, database, what, question, size.rounds)
        with phone_at(app.port) as page:
            yield from moved(page, database)


# --- how soon -----------------------------------------------------------------------------------


class Question(NamedTuple):
    """A game after some answers, and what is tapped then."""

    game: str
    players: int
    answers: tuple[Any, ...]
    act: Callable[[Page], None]


def painted(page: Page, database: Path, what: str, question: Question, rounds: int) -> Row:
    """How long every tap takes until it is painted, in ms."""
    played = Played(GAMES[question.game], list(CAST[: question.players]))
    for answer in question.answers:
        played.answer(answer)
    page.add_init_script(WHEN_PAINTED)
    page.goto(f"/matches/{keep_in(database, played.match)}")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    took: list[float] = []
    for _round in range(rounds):
        page.evaluate("localStorage.clear()")
        page.reload()
        page.wait_for_selector(":root[data-ready]")
        question.act(page)
        page.wait_for_selector(".save:not([aria-disabled])")
        took += page.evaluate("taps")
    return Row(
        f"from a tap to its paint, {SLOWER} × slower, {what}",
        f"{median(took):.0f} ms, p95 {p95(took):.0f} ms ({len(took)} taps)",
        f"{LONGEST_TAP:g} ms",
        p95(took) > LONGEST_TAP,
    )


def tap(control: Locator) -> None:
    """A tap, and the time that a quick thumb takes to the next one."""
    control.click()
    control.page.wait_for_timeout(QUICK_THUMB)


def count(page: Page) -> None:
    """Fill all rows, and put two of them right."""
    for key in (1, 3, 4):
        tap(page.locator(f".keypad button[value='{key}']"))
    for row, key in ((0, 2), (2, 3)):
        tap(page.locator(".counts .row").nth(row))
        tap(page.locator(f".keypad button[value='{key}']"))


def take(page: Page) -> None:
    """Say who took each card, and change two minds."""
    for row, seat in ((0, 0), (1, 1), (2, 2), (3, 3), (0, 2), (2, 1)):
        cards = page.locator(".card-row").nth(row)
        tap(cards.locator(":scope > .card-keys label").nth(seat))


def pick(page: Page) -> None:
    """Three cards for everyone; the last one gets what is left."""
    for number in (5, 2, 9, 1, 3, 6):
        tap(page.locator(f".face-card[data-number='{number}']"))


QUESTIONS = {
    "counts": Question("trex", 4, ({}, 0, "slaps"), count),
    "who took which card": Question("trex", 4, ({}, 0, "queens"), take),
    "cards of Trico": Question("trico", 3, ({"entry": "deck", "deck": HOUSE_DECK},), pick),
}


# --- whether anything moves ---------------------------------------------------------------------


def moved(page: Page, database: Path) -> Iterator[Row]:
    """Every kind of deal. What a tap moves counts too, though browsers would excuse it.

    The strip of a doubling makes room for itself when it is opened: that is shown without a budget.
    """
    shifts = Shifts(page)
    for deal in every_kind_of_deal(Thumb(Phone(page, database))):
        score, what = shifts.since_last()
        if "doubled" in deal.what:
            yield Row(f"layout shift, {deal.what}: its strip", f"{score:.4f}")
        else:
            budget = f"{MAX_MOVED:g}"
            yield Row(f"layout shift, {deal.what}", f"{score:.4f}{what}", budget, score > MAX_MOVED)
