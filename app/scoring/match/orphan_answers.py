"""Answers that nothing asks for any more, and the questions that they were given to.

What a void deal or a corrected contract has left behind can come back, and must then be about the
same people, wherever they sit.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.scoring.game import Game
from app.scoring.match.log import Event, active_events, answers_of
from app.scoring.match.replay import replay
from app.scoring.match.seating import Names
from app.scoring.prompts import Prompt

MOST_REPLAYS = 15
"""So often a match is played again to find questions: all of it takes no longer than a second."""


class Leftovers:
    """The questions of answers that are left behind in a log, looked for where they were given."""

    def __init__(self, game: Game, players: Names, events: Iterable[Event]) -> None:
        self._game = game
        self._players = players
        self._lines = active_events(events)
        self._replays_left = MOST_REPLAYS

    def prompt_of(self, deal: int, key: str) -> Prompt | None:
        """The question of an answer, with the seats of then.

        None for what the game no longer asks for, because its script has changed since, and for
        what is left behind after a great many others: should the match come to it again, that is
        asked for once more.
        """
        for end in range(len(self._lines), 0, -1):
            event = self._lines[end - 1]
            if (event.deal, event.key) != (deal, key):
                continue
            if not self._replays_left:
                return None
            self._replays_left -= 1
            then = replay(self._game, self._players, answers_of(self._lines[:end]))
            if answered := then.answer_to(deal, key):
                return answered.prompt
        return None
