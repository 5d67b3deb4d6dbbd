"""Find a match and where it stands."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort

from app import store
from app.games import GAMES
from app.scoring import Answers, Event, Game, Standing, answers_of, replay, standing_lines
from app.web.pages import connection

LARGEST_ID = 2**63 - 1


@dataclass(frozen=True)
class Found:
    """A match, its game, and the standing that its log adds up to."""

    match: store.Match
    game: Game
    standing: Standing

    @property
    def id(self) -> int:
        """The match's number in the store."""
        return self.match.id

    @property
    def answers(self) -> Answers:
        """Everything that was said and not taken back."""
        return answers_of(self.match.events)

    @property
    def latest(self) -> Event | None:
        """The line that an undo would take back, None before the first answer of the table."""
        lines = standing_lines(self.match.events)
        return lines[-1] if len(lines) > 1 else None

    def stand_with(self, answers: Answers) -> Standing:
        """Where the match would stand with other answers."""
        return replay(self.game, self.match.players, answers)


def stand(match: store.Match) -> Found:
    """Replay a match; its game must be one of ours."""
    game = GAMES[match.game]
    return Found(match, game, replay(game, match.players, answers_of(match.events)))


def find(match_id: int) -> Found:
    """The match with this number, or 404."""
    match = store.find_match(connection(), match_id) if match_id <= LARGEST_ID else None
    if match is None or match.game not in GAMES:
        abort(404)
    return stand(match)
