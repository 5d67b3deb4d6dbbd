"""What goes on the sheet of a pad: who is where, what the rounds are called, and what was noted."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.any_game.setup import Setup
from app.scoring import Deal, Table, Text, _
from app.scoring.sheet import RuleChoices, Sheet


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


SHEET = Sheet(standing=standing_of, remarks=remarks_of)
