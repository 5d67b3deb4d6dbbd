"""The vocabulary of any scored card game: seats, prompts, deals, events, replay, outcome.

To score a match: `Match` has the players and the log, `Match.accept` validates an answer and adds
it to the log, and `Match.standing` replays the log: the deals with their scores, the totals, and
the winner as an `Outcome`.
"""

from app.scoring.game import Game
from app.scoring.match.changes import Changes
from app.scoring.match.correction import Correction
from app.scoring.match.log import (
    PLAYERS,
    POINTS,
    SEATS,
    VOID,
    Answers,
    Event,
    Line,
    active_events,
    answers_of,
    version,
)
from app.scoring.match.match import Match
from app.scoring.match.replay import AnsweredPrompt, Replay, Standing, replay
from app.scoring.match.seating import Seating
from app.scoring.match.turn import Turn
from app.scoring.model.cards import (
    ICON_OF_SUIT,
    NO_TRUMPS,
    SUITS,
    TRUMPS,
    Card,
    pack,
    rank_of,
    suit_of,
    value_of,
)
from app.scoring.model.problems import Problem, Refused
from app.scoring.model.seats import Circle, Part, Points, Seat, Side, add_points
from app.scoring.model.text import Signed, Text, _, _n, say
from app.scoring.prompts import Prompt
from app.scoring.table.deal import MISDEAL, Deal, Group, PointsOnPaper, Script, Steps, ThrownIn
from app.scoring.table.outcome import CardLeft, Outcome, SharedOutcome, SharedResult, WinCondition
from app.scoring.table.result import MatchResult
from app.scoring.table.table import ContractGrid, Table
