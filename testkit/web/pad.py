"""A pad for any game as its phones fill it in: the set-up, and round by round."""

from __future__ import annotations

from collections.abc import Sequence

from testkit.web.phone import Page, Phone
from testkit.web.table import Table, begin_match

SETUP = {"wins": "highest", "ends": "open", "sides": "none", "dealer": "moves"}


def begin_pad(
    phone: Phone, title: str = "", players: int | Sequence[str] = 3, **setup: str
) -> Table:
    """A pad with this title, as the form of a new match begins it; what is left out is usual."""
    return begin_match(phone, "any_game", players, title=title, **{**SETUP, **setup})


def enter_round(table: Table, *points: int | str, **also: str) -> Page:
    """Save a round as its form sends it, whatever was typed."""
    fields = {f"points.{at}": str(typed) for at, typed in enumerate(points)}
    return table.type({**fields, **also})


def play_rounds(table: Table, *rounds: Sequence[int | str]) -> Table:
    """Save rounds that are all taken."""
    for points in rounds:
        page = enter_round(table, *points)
        assert page.status == 303, page.text
    return table
