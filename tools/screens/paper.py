"""Screens of a finished sheet that is typed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from tools.screens.places import Place, Places, page_at
from tools.screens.visitor import PEOPLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tools.screens.visitor import Visitor

SHEET = "/matches/typed/sheet"
TYPE = """typed => {
  for (const [name, value] of Object.entries(typed))
    document.getElementsByName(name)[0].value = value;
}"""
"""Writes into the fields of these names, and tells nobody."""
KINGDOM = [
    ("king", (-75, 0, 0, 0)),
    ("trex", (150, 200, 50, 100)),
    ("diamonds", (-70, -10, -20, -30)),
    ("slaps", (-60, -60, -45, -30)),
    ("queens", (0, -50, -50, 0)),
]
AS_DRAWN = [*KINGDOM, ("queens", (-25, 0, -75, 0)), ("diamonds", (-20, -40, -60, -20))]
WHOLE = KINGDOM * 4


def rows(deals: Sequence[tuple[str, Sequence[int]]]) -> dict[str, str]:
    """The fields of these deals of Trex, from the first on."""
    form = {"1.owner": "0"}
    for number, (contract, points) in enumerate(deals, start=1):
        form[f"{number}.contract"] = contract
        form |= {f"{number}.points.{at}": str(n) for at, n in enumerate(points)}
    return form


def sheet(game: str, typed: Mapping[str, str], *taps: str, people: int = 4, do: str = "") -> Place:
    """A sheet on which this is typed, and what is tapped there; sent to be checked, if `do`."""

    def arrive(visitor: Visitor) -> Page:
        about = {f"players.{at}": name for at, name in enumerate(PEOPLE[:people])}
        query = {"game": game, "date": "2024-05-03", "appeals": "yes", **about}
        page = visitor.open(f"{SHEET}?{urlencode(query)}")
        page.evaluate(TYPE, typed)
        if do:
            button = page.locator(".paper-sheet .save")
            with page.expect_navigation():
                button.evaluate("(it, value) => { it.value = value; it.click() }", do)
        elif typed:
            with page.expect_response(
                lambda response: response.url.endswith("/matches/typed/rows")
            ):
                page.locator(".cell").first.dispatch_event("change")
            page.locator(".htmx-request").wait_for(state="detached")
        for tap in taps:
            page.locator(tap).locator("visible=true").first.click()
        return page

    return Place(arrive)


TAPS = [
    "[name='8.points.0']",
    ".contract-keys [value=king]",
    *(f".digit-keys [value='{key}']" for key in ("1", "5", "0", "next", "0", "next", "7", "5")),
    ".digit-keys [value=sign]",
]
TRIBELLO = {"1.trump": "hearts", "1.tricks.0": "7", "1.tricks.1": "4", "1.tricks.2": "2"}
WHIST = {f"1.{hand}.{seat}": "3" for hand in ("first", "second") for seat in range(3)}
TRICO = {"1.counts.0.sets": "1", "1.counts.0.pairs": "3", "1.counts.0.large": "2"}
TORITE = {f"1.tricks.{seat}": str(n) for seat, n in enumerate((6, 4, 2, 0))}
PAPER: Places = {
    "which sheet": page_at("/matches/typed"),
    "players and date": page_at("/matches/typed/new?game=trex"),
    "empty": sheet("trex", {}),
    "as drawn": sheet("trex", rows(AS_DRAWN), *TAPS),
    "faults": sheet("trex", rows(AS_DRAWN), do="check"),
    "whole": sheet("trex", rows(WHOLE), do="check"),
    "compared": sheet("trex", rows(WHOLE) | {"total.0": "-220"}, do="compare"),
    "of Tribello": sheet("tribello", TRIBELLO, people=3),
    "of Italian Whist": sheet("italian_whist", WHIST, people=3),
    "of Trico": sheet("trico", TRICO, people=2),
    "of Torite": sheet("torite", TORITE),
}
"""What is typed in of paper, and how it looks."""
