"""The worked examples of Tribello, played."""

from __future__ import annotations

import re

import pytest

from app.games.tribello.rulings import widow_left
from app.scoring import Refused
from tests.examples.cells import (
    LETTER,
    dashed,
    dotted,
    is_refused,
    listed,
    play,
    reads,
    worked_out,
)
from tests.rules_pages import Table

ON_TARGET = [[6, 4, 3], [3, 6, 4], [4, 3, 6]] * 3 + [[3, 4, 6]]
"""Tricks by seat that score nothing."""


@reads("tribello", r"Phase \| Tricks \| Score \| Why")
def single_deals(table: Table) -> None:
    for phase, tricks, score, why in table.rows:
        before = ON_TARGET[: 3 * (int(phase) - 1)]
        deals = [{"tricks": each} for each in [*before, dashed(tricks)]]
        match = play("tribello", deals)
        if is_refused(score):
            made, total = why.split(" = ")
            assert made == " + ".join(tricks.split("-")), why
            assert match.problem.startswith(f"That makes {total}, not 13"), tricks
        else:
            assert match.rows[-1]["scores"] == dotted(score), tricks
            assert [worked_out(each) for each in why.split(", ")] == dotted(score), why


@reads("tribello", r"Deal \| Dealer \| Tricks \| Totals")
def whole_game(table: Table) -> None:
    match = play("tribello", [{"tricks": dashed(row[2])} for row in table.rows])

    assert [row[0] for row in table.rows] == [str(number) for number in range(1, 13)]
    assert [LETTER[dealer] for dealer in match.dealers] == [row[1] for row in table.rows]
    assert match.running_totals == [dotted(row[3]) for row in table.rows]
    assert match.winners == ["Anna"]


@reads("tribello", r"Deals \| Dealer \| Left \| Right")
def roles(table: Table) -> None:
    match = play("tribello", [{"tricks": [13, 0, 0]}] * 12)
    for deals, *letters in table.rows:
        for number in listed(deals):
            targets = match.deals[number - 1].targets
            assert [LETTER[str(seat)] for seat in targets] == letters, number


@reads("tribello", r"Dealer takes \| Left takes \| Then")
def widow(table: Table) -> None:
    for dealer, left, then in table.rows:
        [said] = map(int, re.findall(r"\d+", then))
        if is_refused(then):
            with pytest.raises(Refused, match=f"at most {said} cards"):
                widow_left(int(dealer), int(left))
        else:
            assert widow_left(int(dealer), int(left)) == said
            assert ("skipped" in then) == (said == 0)
