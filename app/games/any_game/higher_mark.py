"""How a pad that has come to its mark goes on: a higher mark."""

from __future__ import annotations

from dataclasses import replace

from app.games.any_game.play import goal_of
from app.games.any_game.setup import MOST_ROUNDS, Setup
from app.scoring import Table, _
from app.scoring.game import HigherMark, RuleChoices
from app.scoring.prompts.amounts import LARGEST


def higher_mark(table: Table, rules: RuleChoices, first: RuleChoices) -> HigherMark | None:
    """Return the next mark of a pad that is over: one more round, or the next multiple of the
    `first` target that no total has reached; None where there is room for neither."""
    setup = Setup(**rules)
    played = sum(not deal.void for deal in table.deals)
    if played >= MOST_ROUNDS:
        return None
    if setup.ends == "rounds":
        # A table that wants one more round after another ends when it likes, and none was too many.
        return HigherMark(_("one more round"), {"rounds": setup.rounds + 1})
    if setup.ends != "points":
        return None
    step = first["target"] if setup.target % first["target"] == 0 else setup.target
    farthest = max(abs(total) if setup.below else total for total in table.totals)
    target = (max(farthest, setup.target) // step + 1) * step
    if target > LARGEST:
        return None
    words = goal_of(replace(setup, target=target))
    assert words is not None, "it ends at so many points"
    return HigherMark(words, {"target": target})
