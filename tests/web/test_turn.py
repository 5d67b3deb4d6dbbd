"""A form is a turn: what it says is checked once, by the question that asks for it."""

from collections import Counter

import pytest

from app.games import GAMES
from app.scoring import Prompt
from tests.play import next_answer
from tests.web.table import fields_for
from tests.web.test_panes import CARDS, DIAMONDS, TRICKS

ANSWERS = 25


@pytest.fixture
def checks(monkeypatch):
    """How often answers were checked, by the deal and the key of their question."""
    counted = Counter()
    problems = Prompt.problems

    def check(prompt, answer):
        if answer is not None:
            counted[prompt.deal, prompt.key] += 1
        return problems(prompt, answer)

    monkeypatch.setattr(Prompt, "problems", check)
    return counted


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_checked_once(begin, checks, rng, game):
    table = begin(game)
    for _each in range(ANSWERS):
        match = table.match
        if (prompt := match.standing.prompt) is None:
            break
        asked, answer = next_answer(prompt, rng)
        fields = fields_for(asked, answer)
        checks.clear()

        assert table.type(fields, after=match.last_line).status == 303
        assert answer is None or checks[asked.deal, asked.key] == 1, asked


def test_all_panes_of_a_deal_are_checked_once(begin, checks):
    table = begin("trex", complex="yes").play(0, "complex")
    after = table.last_line
    checks.clear()

    page = table.type(CARDS | DIAMONDS | TRICKS | {"doubled.QH": "3"}, after=after, htmx=True)

    assert page.status == 200
    of_the_deal = {key: times for (deal, key), times in checks.items() if deal == 1}
    assert of_the_deal == dict.fromkeys(["doubled", "king", "queens", "diamonds", "tricks"], 1)


def test_a_correction_is_checked_once_before_the_match_is_played_again(begin, checks):
    table = begin("tribello").play("hearts", [7, 3, 3])
    fields = {"tricks.0": "3", "tricks.1": "7", "tricks.2": "3", "save": "1"}
    after = table.last_line
    checks.clear()

    assert table.send("/deals/1/tricks", fields, after=after).status == 303
    # The second time is the match that is played anew from its log with all that it holds.
    assert checks[1, "tricks"] == 2
