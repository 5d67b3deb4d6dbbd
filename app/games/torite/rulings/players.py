"""The Torite: who plays, where a match does not say it already."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.torite.scores import PLAYERS
from app.scoring import Table, Text, _
from app.scoring.model.seats import LETTERS
from app.scoring.prompts import Choose
from app.scoring.rulings import RulingSteps, Situation, ask


def ask_players(situation: Situation) -> RulingSteps[int]:
    """How many play; one plays with a dummy."""
    playing = None
    if situation.table:
        playing = "1" if is_solo(situation.table) else str(len(situation.table.seats))
    players = yield from ask(
        Choose,
        key="players",
        ask=_("How many play?"),
        options={str(n): _("{n}", n=n) for n in PLAYERS},
        style="numbers",
        from_match=playing,
    )
    return int(players)


def ask_round(situation: Situation) -> RulingSteps[int]:
    """Which of the two rounds is played: the second has targets from the first."""
    deal = situation.deal
    number = yield from ask(
        Choose,
        key="round",
        ask=_("Which round?"),
        options={"1": _("Round 1"), "2": _("Round 2")},
        start="1",
        from_match=("2" if deal.targets else "1") if deal else None,
    )
    return int(number)


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
