"""The set-up of a pad: what is played, who wins, what ends it, and how the table counts.
Rules: rules/en/any_game.md"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.games.any_game.known_games import KNOWN_GAMES
from app.games.any_game.prompts import NumberList, RoundSum, SetUpQuestion
from app.scoring import Problem, _, _n
from app.scoring.prompts import Choose, Number, Prompt, Sides, Switch, WordList, Words
from app.scoring.prompts.amounts import LARGEST
from app.scoring.prompts.sides import NONE, OPPOSITE

MOST_ROUNDS = 200
LONGEST_TITLE, LONGEST_NAME, LONGEST_NOTE = 40, 24, 80
USUAL_TARGET, USUAL_ROUNDS = 100, 10

TITLE = Words(
    key="title",
    ask=_("Title"),
    question=_("What do you play?"),
    rule="title",
    what=_("This title"),
    longest=LONGEST_TITLE,
)
WINS = Choose(
    key="wins",
    ask=_("Wins"),
    rule="who-wins",
    options={"highest": _("Highest"), "lowest": _("Lowest")},
)
ENDS = Choose(
    key="ends",
    ask=_("Ends"),
    rule="the-end",
    options={"open": _("Open"), "points": _("Points"), "rounds": _("Rounds")},
)
TARGET = Number(
    key="target", ask=_("At so many points"), rule="the-end", low=1, high=LARGEST, usual=(100, 500)
)
BELOW = Switch(key="below", ask=_("Or as many below zero"), rule="the-end")
ROUNDS = Number(
    key="rounds",
    ask=_("After so many rounds"),
    rule="the-end",
    low=1,
    high=MOST_ROUNDS,
    usual=(5, 10),
)
SUM = RoundSum(
    key="sum",
    ask=_("A round adds up to"),
    rule="the-sum-of-a-round",
    low=-LARGEST,
    high=LARGEST,
)
KEYS = NumberList(
    key="keys",
    ask=_("Keys that add"),
    rule="a-round",
    what=_("This key"),
    longest=5,
    most=3,
)
DEALER = Choose(
    key="dealer",
    ask=_("Who deals"),
    rule="who-deals",
    options={
        "moves": _("moves on"),
        "winner": _("the round’s winner"),
        "nobody": _("nobody"),
    },
)
SIDES = Sides(key="sides", ask=_("Sides"), rule="sides")
NAMES = WordList(
    key="names",
    ask=_("Names of rounds"),
    rule="names-of-rounds",
    what=_("This name"),
    longest=LONGEST_NAME,
    most=MOST_ROUNDS,
)
TICK = Words(
    key="tick",
    ask=_("A tick for"),
    rule="a-tick",
    what=_("This word"),
    longest=LONGEST_NAME,
)
USUAL_KEYS = ["5", "10", "25"]
RULES: Sequence[tuple[Prompt, Any]] = (
    (TITLE, ""),
    (WINS, "highest"),
    (ENDS, "open"),
    (TARGET, USUAL_TARGET),
    (BELOW, False),
    (ROUNDS, USUAL_ROUNDS),
    (SUM, None),
    (KEYS, USUAL_KEYS),
    (DEALER, "moves"),
    (SIDES, "none"),
    (NAMES, []),
    (TICK, ""),
)


@dataclass(frozen=True)
class Setup:
    """The choices of a table, as the script uses them: see the rules above, by key."""

    title: str
    wins: str
    ends: str
    target: int
    below: bool
    rounds: int
    sum: int | None
    keys: list[str]
    dealer: str
    sides: str
    names: list[str]
    tick: str

    @property
    def is_reversed(self) -> bool:
        """Whether the lowest total wins."""
        return self.wins == "lowest"

    @property
    def has_named_sides(self) -> bool:
        """Whether the table has put each player on a side."""
        return self.sides not in (NONE, OPPOSITE)

    @property
    def steps(self) -> list[int]:
        """The numbers of the keys that add to what stands there."""
        return [int(key) for key in self.keys]

    def name_of(self, number: int) -> str:
        """Return the name of a round, counted from 1; empty without one."""
        return self.names[number - 1] if number <= len(self.names) else ""


def check(rules: Mapping[str, Any], *, players: int) -> Iterator[Problem]:
    """Yield what is wrong with choices that are right one by one, where so many play."""
    if problem := SIDES.seating_problem(rules["sides"], players):
        yield Problem(problem, at="sides")
    for key in rules["keys"]:
        if not (key.isdecimal() and 0 < int(key) <= LARGEST):
            words = _("“{key}” is no number that a key could add.", key=key)
            yield Problem(words, at="keys")
    if rules["ends"] == "rounds" and len(rules["names"]) > rules["rounds"]:
        words = _n(
            "Too many names for {n} round: {names}.",
            "Too many names for {n} rounds: {names}.",
            rules["rounds"],
            names=len(rules["names"]),
        )
        yield Problem(words, at="names")


def set_up_question(players: int) -> SetUpQuestion:
    """Return the first question to so many players."""
    return SetUpQuestion(
        key="rules",
        ask=_("Set-up"),
        save=_("Save the set-up"),
        rule="set-up",
        rules=RULES,
        known_games=KNOWN_GAMES,
        check=partial(check, players=players),
    )
