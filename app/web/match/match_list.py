"""The matches of a list, put into words from their summaries, without a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.dates import day_of, local_time
from app.games import GAMES
from app.scoring import Game, Side, Text, _
from app.scoring.match.replay import name_of_match
from app.scoring.model.seats import seats_of
from app.scoring.table.outcome import margin_of, won_by, won_together
from app.store.matches import matches
from app.store.matches.lists import ListedMatch
from app.web.core.access import this_club
from app.web.core.page.written_dates import clock_in_words, day_in_words
from app.web.core.services import connection
from app.web.match.repository import SUMMARY_KEYS, match_of_today, summary_of


@dataclass(frozen=True)
class MatchListItem:
    """A match in a list: its row, and its summary in the keys of `SUMMARY_KEYS`."""

    match: ListedMatch
    summary: dict[str, Any]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.match.game]

    @property
    def name(self) -> Text:
        """What the match is called."""
        return name_of_match(self.game, self.summary.get("title", ""))

    @cached_property
    def sides(self) -> Sequence[Side]:
        """The sides with their current names, without a dummy."""
        seats = seats_of(self.summary["players"], self.match.colours)
        return [
            Side(index, tuple(seats[at] for at in side if at < len(seats)))
            for index, side in enumerate(self.summary["sides"])
            if side[0] < len(seats)
        ]

    def total(self, side: Side) -> int:
        """The total of a side so far."""
        total: int = self.summary["totals"][side.index]
        return total

    @property
    def progress(self) -> Text:
        """The deal that is being played, or that the match is over."""
        deals, length = self.summary["deals"], self.summary["length"]
        if self.summary["ended"]:
            return _("ended early")
        if self.match.is_over:
            return _("over")
        if self.game.describe_progress and (progress := self.summary.get("position")):
            return self.game.describe_progress(progress)
        match [Text(template, **parts) for template, parts in self.summary.get("now", ())]:
            case [place, name]:
                return _("{place} · {name}", place=place, name=name)
            case [place]:
                return _("{place}", place=place)
        if self.game.points_as_said and length:
            return _("round {round} of {rounds}", round=deals + 1, rounds=length)
        if self.game.points_as_said:
            return _("round {round}", round=deals + 1)
        if length:
            return _("deal {deal} of {deals}", deal=deals + 1, deals=length)
        return _("deal {deal}", deal=deals + 1)

    @property
    def last_played(self) -> str:
        """The moment (ISO, UTC) of its last answer; of a match that was put right on another day,
        when it began."""
        match = self.match
        return match.started if match.is_over and self._is_late else match.changed

    @property
    def ended_at(self) -> str | None:
        """The time of the last answer by the clock of the phone that began the match, None if that
        is not known, or if the match was put right on another day."""
        if self.match.utc_offset is None or self._is_late:
            return None
        return clock_in_words(local_time(self.match.changed, self.match.utc_offset))

    @property
    def _is_late(self) -> bool:
        moments = self.match.started, self.match.changed
        return len({day_of(moment, self.match.utc_offset) for moment in moments}) > 1

    @property
    def dated(self) -> str:
        """The day for which it counts, in words; "" for that of its clock."""
        return day_in_words(self.match.dated)

    @property
    def players(self) -> Text:
        """The players, side by side."""
        return _("{players}", players=[*self.sides])

    @property
    def headline(self) -> Text:
        """The winners and their lead; of a match in play, the players."""
        if self.match.is_over and "won" in self.summary:
            is_solo = len(self.summary["players"]) == 1
            return won_together(self.summary["won"], self.summary["score"], is_solo=is_solo)
        winners = [side for side in self.sides if side.index in self.summary["winners"]]
        if not self.match.is_over or not self.summary["totals"] or not winners:
            return self.players
        others = [self.total(side) for side in self.sides if side not in winners]
        return won_by(winners, margin_of(self.total(winners[0]), others))


def list_items(listed: Sequence[ListedMatch]) -> list[MatchListItem]:
    """The listed matches of games that we have. A match without a complete summary is replayed."""
    items = []
    for match in listed:
        summary = match.summary
        if match.game in GAMES and (summary is None or not summary.keys() >= SUMMARY_KEYS):
            record = matches.find_match(connection(), this_club(), match.id)
            summary = summary_of(match_of_today(record)).values if record else None
        if match.game in GAMES and summary is not None:
            items.append(MatchListItem(match, summary))
    return items
