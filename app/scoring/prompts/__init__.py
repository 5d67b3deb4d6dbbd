"""Prompts: the questions a game asks the table.

A prompt is whole. It knows who is asked, what is legal, the words and the rule section it points
at; it reads its answer from a form (`read`), finds every problem with an answer from anywhere
(`problems`), turns a legal answer into what the game works with (`value`), and says it back
(`describe`). Answers are plain JSON values, the same ones that the match file holds; its form
fields are named after the prompt's key: ``tricks``, or ``tricks.0`` for the first seat.
"""

from app.scoring.prompts.base import Form, Hint, InPieces, PerSeat, Prompt
from app.scoring.prompts.cards import Assign, Cards, TableCards, cards_of
from app.scoring.prompts.choices import Choice, Choose, Number, Several, Switch, YesNo
from app.scoring.prompts.counts import Count, Pile, Remark, tricks_of
from app.scoring.prompts.house_rules import HouseRules
from app.scoring.prompts.players import Order, Player
