"""Prompts: the questions a game asks the table.

A prompt is whole. It knows who is asked, what is legal, its texts and its section of the rules
page; it reads its answer from a form (`read`), returns every problem with an answer from anywhere
(`problems`), turns a legal answer into what the game works with (`value`), and puts it into words
(`describe`). Answers are plain JSON values, the same ones that the match file holds; form fields
are named after the key of their prompt: ``tricks``, or ``tricks.0`` for the first seat.

Here are the kinds that any game may ask; a kind of one game is in the ``prompts.py`` of that game.
Its `kind` names the partial in ``templates/prompts/`` that draws it. Logs, files and open pages
hold kinds, keys, fields and answers, so none of them may change.
"""

from app.scoring.prompts.amounts import Amounts
from app.scoring.prompts.base import Form, Hint, InPieces, PerSeat, Prompt
from app.scoring.prompts.cards import Assign, TableCards, cards_of
from app.scoring.prompts.choices import Choose, Number, OptionNote, Several, Switch, YesNo
from app.scoring.prompts.counts import Count, Pile, Remark, tricks_of
from app.scoring.prompts.house_rules import HouseRules
from app.scoring.prompts.players import Order, Player
from app.scoring.prompts.points import PaperPoints
from app.scoring.prompts.sides import Sides
from app.scoring.prompts.words import WordList, Words
