"""Rulings: the examples that no match asks for, and the joker cases counted whole."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from app.games.rulings import (
    COLOURS,
    legal_pairings,
    may_appeal_king,
    may_appeal_trex,
    possible_winners,
    widow_left,
)
from app.scoring import Refused, pack
from tests.golden import vectors


@pytest.mark.parametrize("example", vectors("jokers"))
def test_a_trick_with_jokers_goes_where_the_example_says(example):
    places = possible_winners(example["trick"], trumps=example["trumps"])

    assert [place + 1 for place in places] == example["winners"]


@pytest.mark.parametrize(
    ("trumps", "choices"),
    [
        (False, {(1, 1): 8060, (1, 2): 7852, (2, 1): 136, (2, 2): 176}),
        (True, {(1, 1): 7761, (1, 2): 8151, (2, 1): 98, (2, 2): 126, (2, 3): 88}),
    ],
)
def test_so_many_tricks_with_jokers_are_forced_and_so_many_are_chosen(trumps, choices):
    counted = Counter()
    for trick in permutations([*pack(), *COLOURS], 3):
        if jokers := sum(card in COLOURS for card in trick):
            counted[jokers, len(possible_winners(trick, trumps=trumps))] += 1

    assert counted == choices


def test_without_jokers_the_highest_trump_or_the_highest_of_the_suit_led_wins():
    assert possible_winners(["9H", "2S", "KH"], trumps=False) == [2]
    assert possible_winners(["9H", "2S", "KH"], trumps=True) == [1]


@pytest.mark.parametrize("example", vectors("appeals"))
def test_a_hand_may_ask_for_a_redeal_as_the_example_says(example):
    if example["contract"] == "king":
        may_appeal = may_appeal_king(example["hearts"])
    else:
        may_appeal = may_appeal_trex(example["twos"], example["threes"])

    assert may_appeal == example["ok"]


@pytest.mark.parametrize("example", vectors("widow"))
def test_the_widow_leaves_as_many_cards_as_the_example_says(example):
    if "error" in example:
        with pytest.raises(Refused, match="may take at most 7 cards"):
            widow_left(example["dealer"], example["left"])
    else:
        assert widow_left(example["dealer"], example["left"]) == example["rightMax"]


@pytest.mark.parametrize("example", vectors("toriteSplit"))
def test_stacks_are_paired_as_the_example_says(example):
    if "error" in example:
        with pytest.raises(Refused, match="Stack 1 has 14 cards, not 13"):
            legal_pairings(example["stacks"])
        return
    pairings = legal_pairings(example["stacks"])

    written = ["|".join(f"{one + 1}{two + 1}" for one, two in pairing) for pairing in pairings]
    assert written == example["legal"]
