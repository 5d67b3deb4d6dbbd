"""What is counted on a pad: every title for itself, and its points among matches that can be
compared."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.any_game.play import goal_of
from app.games.any_game.setup import Setup
from app.scoring import Text, _, _n
from app.scoring.facts import GameStatistics
from app.scoring.sheet import RuleChoices

END_RULES = {"open": (), "points": ("target", "below"), "rounds": ("rounds",)}


def points_rules(rules: RuleChoices) -> Sequence[str]:
    """Return the rules by which points differ: who wins, and what ends the match."""
    return ("wins", "ends", *END_RULES[rules["ends"]])


def describe_variant(rules: RuleChoices) -> Sequence[Text]:
    """Return who wins and what ends the match, in two short texts."""
    setup = Setup(**rules)
    wins = _("lowest wins") if setup.is_reversed else _("highest wins")
    if setup.ends == "rounds":
        return wins, _n("{n} round", "{n} rounds", setup.rounds)
    return wins, goal_of(setup) or _("open end")


STATISTICS = GameStatistics(
    lambda *_match: (),
    (),
    describe_variant=describe_variant,
    titled_by="title",
    points_rules=points_rules,
)
