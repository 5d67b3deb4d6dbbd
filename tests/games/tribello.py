"""What tests of Tribello and of every game share: its deals, and its worked examples."""

import re

import pytest

from app.games.tribello.rulings import widow_left
from app.scoring import Refused
from testkit.match import Match, match_file
from testkit.play import at
from tests.worked_examples import LETTER, dashed, dotted, is_refused, listed, worked_out

SECTIONS = """
    Aim · Cards and seating · The twelve deals · Cutting and trumps · The deal and the widow ·
    Swapping cards · Targets · Playing the tricks · Nullo · Scoring · Ending the game · Common
    mistakes · House options · Origin
"""
"""The headings of its rules page."""

SCORE_COLUMNS = {"Phases 1–3", "Nullo", "Deals 1–9", "Nullo, 10–12", "At most"}

ON_TARGET = [[6, 4, 3], [3, 6, 4], [4, 3, 6]] * 3 + [[3, 4, 6], [6, 3, 4], [4, 6, 3]]
"""The tricks of twelve deals, by seat, in which everybody is exactly on target."""


def tribello(*tricks, **rules):
    """A match with these tricks by seat, or with these whole deals."""
    deals = [each if isinstance(each, dict) else {"tricks": each} for each in tricks]
    return Match(match_file("tribello", deals, **rules))


is_last_deal = at(11, "tricks")


def result_of(deal, side, _begun):
    """What a side has of a deal, as what is enough counts it."""
    return deal.answers["tricks"][side.index]


def single_deals(table):
    for phase, tricks, score, why in table.rows:
        match = tribello(*ON_TARGET[: 3 * (int(phase) - 1)], dashed(tricks))
        if is_refused(score):
            made, total = why.split(" = ")
            assert made == " + ".join(tricks.split("-"))
            assert match.problem.startswith(f"That makes {total}, not 13")
        else:
            assert match.rows[-1]["scores"] == dotted(score), tricks
            assert [worked_out(each) for each in why.split(", ")] == dotted(score)


def whole_game(table):
    match = tribello(*[dashed(row[2]) for row in table.rows])

    assert [row[0] for row in table.rows] == [str(number) for number in range(1, 13)]
    assert [LETTER[dealer] for dealer in match.dealers] == [row[1] for row in table.rows]
    assert match.running_totals == [dotted(row[3]) for row in table.rows]
    assert match.winners == ["Anna"]


def roles(table):
    match = tribello(*[[13, 0, 0]] * 12)
    for deals, *letters in table.rows:
        for number in listed(deals):
            targets = match.deals[number - 1].targets
            assert [LETTER[str(seat)] for seat in targets] == letters, number


def widow(table):
    for dealer, left, then in table.rows:
        [said] = map(int, re.findall(r"\d+", then))
        if is_refused(then):
            with pytest.raises(Refused, match=f"at most {said} cards"):
                widow_left(int(dealer), int(left))
        else:
            assert widow_left(int(dealer), int(left)) == said
            assert ("skipped" in then) == (said == 0)


EXAMPLES = {
    r"Phase \| Tricks \| Score \| Why": single_deals,
    r"Deal \| Dealer \| Tricks \| Totals": whole_game,
    r"Deals \| Dealer \| Left \| Right": roles,
    r"Dealer takes \| Left takes \| Then": widow,
}

GOLDEN = {
    "tribello": lambda one: tribello(*ON_TARGET[: 3 * (one["phase"] - 1)], one["tricks"]),
    "tribelloGame": lambda whole: tribello(*whole["bySeat"]),
}
"""What plays the worked numbers of golden.json."""
