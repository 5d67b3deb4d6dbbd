"""The Torite: who plays, where a match does not say it already."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.torite import play as torite
from app.scoring import Table, Text, _
from app.scoring.inputs import OneOf
from app.scoring.ruling import Situation
from app.scoring.seats import LETTERS


def number_of_players(situation: Situation) -> OneOf:
    """How many play; one plays with a dummy."""
    start = None
    if situation.table:
        start = str(len(situation.table.seats))
        start = "1" if is_solo(situation.table) else start
    return OneOf(
        key="players",
        ask=_("How many play?"),
        options={str(n): _("{n}", n=n) for n in torite.PLAYERS},
        look="numbers",
        start=start,
        known=start is not None,
    )


def is_solo(table: Table) -> bool:
    """Whether one player plays with a dummy, whose name is ours."""
    return len(table.seats) == 1 or isinstance(table.seats[-1].name, Text)


def table_of(situation: Situation, players: int) -> Table:
    """The players of the match if there are as many, and otherwise A, B and so on."""
    names: Sequence[str | Text] = LETTERS[:players]
    if players == 1:
        names = [_("You"), _("Dummy")]
    if situation.table and len(situation.table.seats) == max(2, players):
        names = [seat.name for seat in situation.table.seats]
    return Table(names)
