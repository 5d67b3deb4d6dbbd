"""What goes on the sheet of a pad: who is where, what the rounds are called, and what was noted."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from app.games.any_game.play import goal_of
from app.games.any_game.setup import Setup
from app.scoring import Deal, Table, Text, _, _n
from app.scoring.sheet import BlankSpec, RuleChoices, Sheet

ROWS_ACROSS, ROWS_OF_TEAMS, ROWS = (15, 15, 10), (20, 18, 13), (24, 21, 17)
"""The rounds that a page has room for, on A4, Letter and A5."""
LETTERS_IN_LINES = 15
"""A longer name of a round takes three lines on small paper."""
ROW, MOST_ROW = 7.8, 11
"""The height of a row, and how high one of few is made, in millimetres on large paper."""


def pages(spec: BlankSpec) -> list[dict[str, Any]]:
    """Return the pages: as many rounds as a match has, else as fit on one page, with their
    names."""
    setup = Setup(**spec.house)
    rows = ROWS_ACROSS if spec.is_across else ROWS_OF_TEAMS if spec.has_teams else ROWS
    fit = len(spec.rows(*rows))
    if spec.is_small and any(len(name) > LETTERS_IN_LINES for name in setup.names):
        fit = fit * 4 // 5
    rounds = setup.rounds if setup.ends == "rounds" else max(fit, len(setup.names))
    each = ceil(rounds / ceil(rounds / fit))
    row = spec.by_size(ROW, ROW, ROW - 1.3)
    about = {
        "setup": setup,
        "about": about_of(setup, spec),
        "row": round(min(row * fit / each, row * MOST_ROW / ROW), 1),
        "is_named": bool(setup.names),
    }
    numbers = range(1, rounds + 1)
    return [
        about | {"rounds": [(n, setup.name_of(n)) for n in numbers[start : start + each]]}
        for start in range(0, rounds, each)
    ]


def about_of(setup: Setup, spec: BlankSpec) -> Sequence[Text]:
    """Return how many play, what ends the match, which total wins if that is the lowest, and what
    a round adds up to, if it does."""
    parts: list[Text] = [spec.variant.name]
    if setup.ends == "rounds":
        parts.append(_n("{n} round", "{n} rounds", setup.rounds))
    elif goal := goal_of(setup):
        parts.append(goal)
    if setup.is_reversed:
        parts.append(_("lowest wins"))
    if setup.sum is not None:
        parts.append(_("a round adds up to {sum}", sum=setup.sum))
    return parts


def standing_of(table: Table) -> Text:
    """Return how far the match is, what ends it, and which total wins: ``after round 6 of 10 ·
    lowest wins``."""
    wins = _("lowest wins") if table.reversed else _("highest wins")
    parts = [_("{goal}", goal=table.goal), wins] if table.goal else [wins]
    if number := table.scored_count:
        after = _("after round {number}", number=number)
        if table.length:
            after = _("after round {number} of {all}", number=number, all=table.length)
        parts.insert(0, after)
    words, *others = parts
    for other in others:
        words = _("{words} · {other}", words=words, other=other)
    return words


def remarks_of(deal: Deal, house: RuleChoices) -> Sequence[Text]:
    """Return who had a tick in a round, and its note."""
    setup = Setup(**house)
    remarks = []
    if setup.tick and (ticked := deal.answers.get("ticked")):
        seats = [deal.seats[int(key)] for key in ticked]
        remarks.append(_("{tick}: {seats}", tick=setup.tick, seats=seats))
    if note := deal.answers.get("note"):
        remarks.append(_("“{note}”", note=note))
    return remarks


SHEET = Sheet(
    takes={"title": "title", "rounds": "names"},
    says=("title", "names", "keys"),
    pages=pages,
    standing=standing_of,
    remarks=remarks_of,
)
