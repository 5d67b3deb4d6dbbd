"""The vocabulary of any scored card game: seats, prompts, deals, events, replay, outcome."""

from app.scoring.cards import NO_TRUMPS, SUITS, Card, pack, rank_of, suit_of, value_of
from app.scoring.changes import Changes
from app.scoring.deal import MISDEAL, Deal, Part, Script, Steps, ThrownIn
from app.scoring.events import VOID, Answers, Event, answers_of, standing_lines, taken_back
from app.scoring.game import Game
from app.scoring.outcome import Outcome, Together
from app.scoring.problems import Problem, Refused
from app.scoring.prompts import Prompt
from app.scoring.replay import Answered, Replay, Standing, replay
from app.scoring.seats import Seat, Side
from app.scoring.table import Table
from app.scoring.text import Signed, Text, _, _n, say

__all__ = [
    "MISDEAL",
    "NO_TRUMPS",
    "SUITS",
    "VOID",
    "Answered",
    "Answers",
    "Card",
    "Changes",
    "Deal",
    "Event",
    "Game",
    "Outcome",
    "Part",
    "Problem",
    "Prompt",
    "Refused",
    "Replay",
    "Script",
    "Seat",
    "Side",
    "Signed",
    "Standing",
    "Steps",
    "Table",
    "Text",
    "ThrownIn",
    "Together",
    "_",
    "_n",
    "answers_of",
    "pack",
    "rank_of",
    "replay",
    "say",
    "standing_lines",
    "suit_of",
    "taken_back",
    "value_of",
]
