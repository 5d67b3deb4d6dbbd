"""What goes on the sheet of a pad: who is where, what the rounds are called, and what was noted."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from app.games.any_game.play import goal_of
from app.games.any_game.setup import MOST_ROUNDS, Setup
from app.scoring import Deal, Table, Text, _, _n
from app.scoring.prompts import Amounts
from app.scoring.sheet import BlankSpec, DealColumn, PaperSpec, RuleChoices, Sheet, SheetCell, Tick

ROWS_ACROSS, ROWS_OF_TEAMS, ROWS = (15, 15, 10), (20, 18, 13), (24, 21, 17)
"""The rounds that a page has room for, on A4, Letter and A5."""
LETTERS_IN_LINES = 15
"""A longer name of a round takes three lines on small paper."""
SAID = {"title", "names", "keys", "wins", "ends", "target", "below", "rounds", "sum", "sides"}
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
        "about": [spec.variant.name, *about_of(spec.house)],
        "row": round(min(row * fit / each, row * MOST_ROW / ROW), 1),
        "is_named": bool(setup.names),
    }
    numbers = range(1, rounds + 1)
    return [
        about | {"rounds": [(n, setup.name_of(n)) for n in numbers[start : start + each]]}
        for start in range(0, rounds, each)
    ]


def about_of(house: RuleChoices) -> Sequence[Text]:
    """Return what ends the match, which total wins if that is the lowest, and what a round adds up
    to, if it does."""
    setup = Setup(**house)
    parts: list[Text] = []
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


def tick_of(deal: Deal, house: RuleChoices) -> Tick | None:
    """Return who had the tick of the table in a round."""
    ticked, name = deal.answers.get("ticked"), Setup(**house).tick
    if not (name and ticked):
        return None
    return Tick(_("{tick}", tick=name), [deal.seats[index] for index in ticked])


def note_of(deal: Deal, house: RuleChoices) -> Sequence[Text]:
    """Return the note of a round."""
    note = deal.answers.get("note")
    return [_("“{note}”", note=note)] if note else []


def sums_of(deal: Deal, house: RuleChoices) -> Sequence[Text]:
    """Return what the points of a round were added up from, on paper, where nothing can be
    tapped."""
    values = deal.answers.get("points", ())
    sums = [
        _("{side} {sum}", side=part.seat, sum=part.why)
        for part, value in zip(deal.parts, values, strict=False)
        if isinstance(value, list)
    ]
    return [_("{sums}", sums=sums)] if sums else []


def has_names(house: RuleChoices) -> bool:
    """Whether the table has given any round a name."""
    return bool(house["names"])


def name_of(deal: Deal, house: RuleChoices) -> SheetCell:
    """Return the name of a round."""
    return SheetCell([deal.name] if deal.name else [])


def legal_points(prompt: Amounts) -> Sequence[int]:
    """Return points that a round could have: all of its sum for the first, and nothing else."""
    others = len(prompt.owners(None)) - 1
    return [prompt.total or 0, *others * [0]]


SHEET = Sheet(
    takes={"title": "title", "rounds": "names"},
    about=about_of,
    says=SAID,
    pages=pages,
    standing=standing_of,
    columns=[DealColumn("called", _("name"), 30, 20, name_of, is_shown=has_names)],
    tick=tick_of,
    remarks=note_of,
    footnotes=sums_of,
    row_word=_("Round"),
    paper=PaperSpec({"points": legal_points}, rows=15, most=MOST_ROUNDS),
)
