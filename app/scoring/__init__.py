"""The vocabulary of any scored card game: seats, prompts, deals, events, replay, outcome."""

from app.scoring.cards import (
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
from app.scoring.changes import Changes
from app.scoring.correction import Correction
from app.scoring.deal import MISDEAL, Deal, Group, Script, Steps, ThrownIn
from app.scoring.events import (
    PLAYERS,
    SEATS,
    VOID,
    Answers,
    Event,
    Line,
    answers_of,
    course_of,
    standing_lines,
    version,
)
from app.scoring.game import Game
from app.scoring.match import Match
from app.scoring.outcome import Account, CardLeft, Check, Outcome, Together
from app.scoring.parts import Part
from app.scoring.problems import Problem, Refused
from app.scoring.prompts import Prompt
from app.scoring.proof import Proof, prove
from app.scoring.replay import Answered, Replay, Standing, replay
from app.scoring.result import Feat, Finish, Rank
from app.scoring.seating import Seating
from app.scoring.seats import Circle, Points, Seat, Side, added
from app.scoring.table import Chart, Table
from app.scoring.text import Signed, Text, _, _n, say
from app.scoring.turn import Pane, Turn

__all__ = [
    "ICON_OF_SUIT",
    "MISDEAL",
    "NO_TRUMPS",
    "PLAYERS",
    "SEATS",
    "SUITS",
    "TRUMPS",
    "VOID",
    "Account",
    "Answered",
    "Answers",
    "Card",
    "CardLeft",
    "Changes",
    "Chart",
    "Check",
    "Circle",
    "Correction",
    "Deal",
    "Event",
    "Feat",
    "Finish",
    "Game",
    "Group",
    "Line",
    "Match",
    "Outcome",
    "Pane",
    "Part",
    "Points",
    "Problem",
    "Prompt",
    "Proof",
    "Rank",
    "Refused",
    "Replay",
    "Script",
    "Seat",
    "Seating",
    "Side",
    "Signed",
    "Standing",
    "Steps",
    "Table",
    "Text",
    "ThrownIn",
    "Together",
    "Turn",
    "_",
    "_n",
    "added",
    "answers_of",
    "course_of",
    "pack",
    "prove",
    "rank_of",
    "replay",
    "say",
    "standing_lines",
    "suit_of",
    "value_of",
    "version",
]
