"""What a list says of each match, put into words from its summary, without playing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app import store
from app.games import GAMES
from app.scoring import Game, Seat, Side, Text, _
from app.scoring.table.result import margin_of, won_by, won_together
from app.web.core.access import this_club
from app.web.core.services import connection
from app.web.match.cache import SUMMARY_KEYS, match_from_record, summary_of


@dataclass(frozen=True)
class Entry:
    """A match in a list: what is known of it, and what its summary says."""

    match: store.ListedMatch
    about: dict[str, Any]

    @property
    def game(self) -> Game:
        """What is played."""
        return GAMES[self.match.game]

    @cached_property
    def sides(self) -> Sequence[Side]:
        """Those who share a score, with the names of now; a dummy is nobody."""
        seats = [Seat(index, name) for index, name in enumerate(self.about["players"])]
        return [
            Side(index, tuple(seats[at] for at in side if at < len(seats)))
            for index, side in enumerate(self.about["sides"])
            if side[0] < len(seats)
        ]

    def total(self, side: Side) -> int:
        """The points of a side so far."""
        total: int = self.about["totals"][side.index]
        return total

    def is_won_by(self, side: Side) -> bool:
        """Whether that side has won, alone or with others."""
        return side.index in self.about["winners"]

    @property
    def where(self) -> Text:
        """The deal that is being played, or that it is over."""
        deals, length = self.about["deals"], self.about["length"]
        if self.about["ended"]:
            return _("ended early")
        if self.match.is_over:
            return _("over")
        if self.game.position and (position := self.about.get("position")):
            return self.game.position(position)
        match [Text(template, **parts) for template, parts in self.about.get("now", ())]:
            case [place, name]:
                return _("{place} · {name}", place=place, name=name)
            case [place]:
                return _("{place}", place=place)
        if length:
            return _("deal {deal} of {deals}", deal=deals + 1, deals=length)
        return _("deal {deal}", deal=deals + 1)

    @property
    def headline(self) -> Text:
        """Who won and by how much; of a match in play, who sits there."""
        if not self.match.is_over or not self.about["totals"]:
            return self.ending or _("{players}", players=[*self.sides])
        winners = [side for side in self.sides if self.is_won_by(side)]
        if self.ending or not winners:
            return self.ending or _("{players}", players=[*self.sides])
        others = [self.total(side) for side in self.sides if side not in winners]
        return won_by(winners, margin_of(self.total(winners[0]), others))

    @property
    def ending(self) -> Text | None:
        """How those have ended who win or lose together, None for everybody else."""
        if not self.match.is_over or "won" not in self.about:
            return None
        return won_together(self.about["won"], self.about["score"])


def entries_of(matches: Sequence[store.ListedMatch]) -> list[Entry]:
    """The matches of games that we know. One whose summary nobody can read is played once more."""
    entries = []
    for match in matches:
        about = match.about
        if match.game in GAMES and (about is None or not about.keys() >= SUMMARY_KEYS):
            record = store.find_match(connection(), this_club(), match.id)
            about = summary_of(match_from_record(record)).about if record else None
        if match.game in GAMES and about is not None:
            entries.append(Entry(match, about))
    return entries
