"""Rulings: what the functions say of the worked examples, and of every trick there can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from app import rulebook
from app.games import GAMES, numbers
from app.games.italian_whist.rulings import (
    COLOURS,
    joker_choices,
    may_play,
    possible_winners,
    who_takes,
)
from app.games.torite.rulings import legal_pairings
from app.games.trex import rulings as trex
from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import USUAL
from app.games.trico import rulings as trico
from app.paths import RULES
from app.scoring import Table, pack, replay
from app.scoring.rulings import RulingContext, Verdict, evaluate
from tests.conftest import SitDown
from tests.golden import GOLDEN, demo_deck, vectors
from tests.joker_cases import cases
from tests.play import Played

CAST = ["Anna", "Bruno", "Carla", "Dino"]


def in_words(verdict: Verdict) -> str:
    """The verdict and its reasons on one line."""
    return " ".join(map(str, [verdict.answer, *verdict.why]))


def ask(game: str, slug: str, context: RulingContext | None = None, **fields: object) -> object:
    """How far a ruling comes with these fields; a list gives a field several values."""
    ruling = next(ruling for ruling in GAMES[game].rulings if ruling.slug == slug)
    form = {
        name: " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        for name, value in fields.items()
    }
    return evaluate(ruling, context or RulingContext(), form)


# --- Italian Whist: who takes this trick? -------------------------------------------------------


@pytest.mark.parametrize("example", vectors("jokers"))
def test_a_trick_with_jokers_goes_where_the_example_says(example):
    places = possible_winners(example["trick"], trumps=example["trumps"])

    assert [place + 1 for place in places] == example["winners"]


CHOICES = {
    False: {(1, 1): 8060, (1, 2): 7852, (2, 1): 136, (2, 2): 176},
    True: {(1, 1): 7761, (1, 2): 8151, (2, 1): 98, (2, 2): 126, (2, 3): 88},
}
"""How many tricks with one or two jokers have so many possible winners, as published."""


CASES = {f"L{n}" for n in range(1, 5)} | {f"F{n}" for n in range(1, 4)} | {"O1", "O2", "plain"}
CASES |= {f"B{n}" for n in range(1, 7)}


@pytest.mark.parametrize(
    "trumps",
    [pytest.param(False, id="no trumps", marks=pytest.mark.long), pytest.param(True, id="spades")],
)
def test_every_trick_goes_where_the_table_of_cases_says(trumps):
    seen: Counter[str] = Counter()
    counted: Counter[tuple[int, int]] = Counter()
    for trick in permutations([*pack(), *COLOURS], 3):
        winners = possible_winners(trick, trumps=trumps)
        name, expected = cases(trick, trumps)
        assert {place + 1 for place in winners} == expected, (name, trick)
        seen[name] += 1
        if jokers := sum(card in COLOURS for card in trick):
            counted[jokers, len(winners)] += 1

    assert sum(seen.values()) == 148_824
    assert counted == CHOICES[trumps]
    assert seen.keys() == CASES


def test_without_jokers_the_highest_trump_or_the_highest_of_the_suit_led_wins():
    assert possible_winners(["9H", "2S", "KH"], trumps=False) == [2]
    assert possible_winners(["9H", "2S", "KH"], trumps=True) == [1]


@pytest.mark.long
@pytest.mark.parametrize("trumps", [False, True], ids=["no trumps", "spades"])
def test_where_jokers_decide_their_ways_lead_to_all_who_can_win_and_only_to_them(trumps):
    for trick in permutations([*pack(), *COLOURS], 3):
        if not set(trick) & COLOURS.keys():
            continue
        winners = possible_winners(trick, trumps=trumps)
        chosen = joker_choices(trick, trumps=trumps)

        assert bool(chosen) == (len(winners) > 1), trick
        for ways in chosen.values():
            assert sorted({place for way in ways for place in way.winners}) == winners, trick


def test_the_choice_of_suit_says_what_each_suit_does():
    verdict = who_takes(["KH", "BJ", "10H"], trumps=True, players=["Ana", "Ben", "Cleo"])

    assert str(verdict.answer) == "Ben decides: as ♠ Ben takes it, as ♣ Ana takes it."
    assert [str(one.name) for one in verdict.options] == ["as ♠", "as ♣"]
    assert [one.players for one in verdict.options] == [["Ben"], ["Ana"]]
    assert tips(verdict) == [
        "First hand: name the A♠ to take the trick.",
        "Second hand: name the 2♣ to avoid the trick.",
    ]


def tips(verdict: Verdict) -> list[str]:
    return [str(line.words) for each in verdict.details for line in each.lines if line.is_ticked]


def test_the_choice_of_rank_says_which_ranks_do_what():
    verdict = who_takes(["9H", "RJ", "QH"], trumps=False)

    assert str(verdict.answer) == (
        "Player 2 decides: as A or K Player 2 takes it, as J or lower Player 3 takes it."
    )


def test_a_rank_that_is_in_the_trick_is_not_suggested():
    verdict = who_takes(["9H", "RJ", "2H"], trumps=False)

    assert "name the 3♥ to avoid the trick" in tips(verdict)[1]


@pytest.mark.parametrize(("hand", "tip"), [("first", "A♠"), ("second", "2♣")])
def test_only_the_rank_that_suits_the_hand_is_suggested(hand, tip):
    verdict = who_takes(["KH", "BJ", "10H"], trumps=True, hand=hand)

    assert len(tips(verdict)) == 1
    assert tip in tips(verdict)[0]


@pytest.mark.parametrize(
    ("trick", "first"),
    [(["RJ", "BJ", "5D"], 1), (["QH", "BJ", "RJ"], 2), (["QH", "RJ", "BJ"], 2)],
)
def test_where_both_jokers_decide_the_one_played_first_is_named_first(trick, first):
    verdict = who_takes(trick, trumps=True)

    assert str(verdict.answer).startswith(f"Player {first} decides first")
    assert "named in the order played" in in_words(verdict)
    assert len(verdict.details) == 2


@pytest.mark.parametrize(
    ("trick", "trumps", "why"),
    [
        (["KH", "RJ", "AH"], False, "With the ace in the trick the joker cannot be the highest."),
        (["2D", "3D", "RJ"], False, "No rank below the 3♦ is free, so it has to win."),
        (["RJ", "7C", "JC"], True, "it has no suit, and counts alone as the card led."),
        (["RJ", "4S", "9H"], True, "♠ are trumps, and the 4♠ is the highest."),
        (["BJ", "6C", "2S"], True, "the 6♣ is the first card of its colour, so it is ♣."),
        (["KH", "8C", "BJ"], True, "does not follow, and takes the suit of the 8♣: ♣."),
        (["9H", "2C", "KH"], False, "The K♥ is the highest ♥, the suit that counts."),
    ],
)
def test_a_forced_trick_says_why(trick, trumps, why):
    assert why in in_words(who_takes(trick, trumps=trumps))


def test_every_trick_can_be_put_into_words():
    for trumps in (False, True):
        for trick in permutations(["AS", "2S", "3S", "KH", "2H", "5D", "9C", *COLOURS], 3):
            verdict = who_takes(trick, trumps=trumps)

            assert in_words(verdict).count("{") == 0
            assert verdict.why


# --- Italian Whist: must I follow? --------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "second", "holds", "must"),
    [
        ("H", None, ["H", "RJ", "S"], ("H", "RJ")),
        ("H", None, ["RJ", "S"], ("RJ",)),
        ("C", None, ["RJ", "S"], ()),
        ("BJ", None, ["S", "C", "H"], ("S", "C")),
        ("BJ", "C", ["S", "C"], ("C",)),
        ("BJ", "C", ["S"], ()),
        ("BJ", "H", ["S", "H"], ("S",)),
        ("RJ", "BJ", ["D"], ("D",)),
        ("RJ", "D", ["H", "BJ"], ()),
    ],
)
def test_what_follows_has_to_be_played(lead, second, holds, must):
    assert may_play(lead, second, holds) == must


def test_by_house_rule_a_led_joker_need_not_be_followed():
    assert may_play("BJ", None, ["S"], free=True) == ()
    assert may_play("S", None, ["S"], free=True) == ("S",)


# --- Trex ---------------------------------------------------------------------------------------

ONE_CARD = [
    param
    for param in (*vectors("trex"),)
    if "error" not in param.values[0] and set(param.values[0]) & {"k", "q"}
    if not set(param.values[0]) & {"d", "t"}
]
OPTIONS = {"leaderGains": "leader_gains", "opponentsGain": "opponents_gain"}


@pytest.mark.parametrize("example", ONE_CARD)
def test_doubled_cards_cost_what_the_examples_say(example):
    partners = "team" in example
    rule = example.get("side" if partners else "own", "plain")
    rules = replace(USUAL, partners=partners, own_double=OPTIONS.get(rule, rule))
    taken = {f"Q{letter}": each for letter, each in example.get("q", {}).items()}
    if "k" in example:
        taken["KH"] = example["k"]

    total = [0] * (2 if partners else 4)
    for card, each in taken.items():
        table = trex.table_of((), rules)
        seats = [None if each.get(who) is None else table.seats[each[who]] for who in WHO]
        verdict = trex.cost(table, rules, card, *seats)
        total = [a + b.points for a, b in zip(total, verdict.details, strict=True)]

    assert total == example["team" if partners else "out"]


WHO = ("taker", "doubler", "leader")


def test_with_reversed_scoring_a_card_costs_points_upwards():
    rules = replace(USUAL, reversed=True)
    table = trex.table_of((), rules)

    verdict = trex.cost(table, rules, "KH", table.seats[1], table.seats[2])

    assert [each.points for each in verdict.details] == [0, 150, -75, 0]


@pytest.mark.parametrize(
    ("laid", "next_ranks"),
    [
        ([], ("J",)),
        (["J"], ("Q", "10")),
        (["9", "K"], ("A", "8")),
        (["9"], ("Q", "8")),
        (["Q"], ("K", "10")),
        (["A"], ("10",)),
        (["2"], ("Q",)),
        (["A", "2"], ()),
    ],
)
def test_a_row_takes_its_jack_and_then_what_lies_beside_its_ends(laid, next_ranks):
    assert trex.playable(laid) == next_ranks


@pytest.mark.parametrize(
    ("contract", "enough"),
    [("king", 1), ("queens", 4), ("diamonds", 13), ("slaps", 13), ("trex", 3), ("complex", 13)],
)
def test_a_deal_may_stop_when_nothing_can_score_any_more(contract, enough):
    assert trex.may_stop(contract, enough - 1).tone == "no"
    assert trex.may_stop(contract, enough).tone == "yes"


def test_every_contract_can_be_asked_about():
    assert trex.ENDS.keys() == CONTRACTS.keys()


# --- The Torite ---------------------------------------------------------------------------------


@pytest.mark.parametrize("example", vectors("toriteSplit"))
def test_stacks_are_paired_as_the_example_says(example):
    if "error" in example:
        stacks = enumerate(example["stacks"], start=1)
        fields = {f"{n}{suit}": k for n, row in stacks for suit, k in zip("SHDC", row, strict=True)}
        [question] = ask("torite", "splits", **fields).questions
        assert "Stack 1 has 14 cards, not 13." in map(str, (p.message for p in question.problems))
        return
    pairings = legal_pairings(example["stacks"])

    written = ["|".join(f"{one + 1}{two + 1}" for one, two in pairing) for pairing in pairings]
    assert written == example["legal"]


@pytest.mark.parametrize("example", [p for p in vectors("torite") if p.values[0]["players"] > 2])
def test_a_game_of_one_round_ends_as_the_example_says(example):
    fields = {f"tricks{at}": n for at, n in enumerate(example["tricks"], start=1)}
    cards = [*example["cards"], *([example["aside"]] if "aside" in example else [])]
    fields |= {f"card{at}": card for at, card in enumerate(cards, start=1)}

    verdict = ask("torite", "win", players=example["players"], **fields).verdict

    assert verdict.tone == ("yes" if example["win"] else "no")
    if example["win"]:
        assert str(verdict.answer) == f"Won, with {example['out']}."


@pytest.mark.parametrize("example", [p for p in vectors("torite") if p.values[0]["players"] <= 2])
def test_a_game_of_two_rounds_ends_as_the_example_says(example):
    first, second = example["r1"], example["r2"]
    if 8 in first["tricks"]:
        fields = {f"tricks{at}": n for at, n in enumerate(second["tricks"], start=1)}
        fields |= {"round": 2, "eight": first["tricks"].index(8)}
    else:
        fields = {f"tricks{at}": n for at, n in enumerate(first["tricks"], start=1)}
    cards = enumerate([*first["cards"], *second["cards"]], start=1)
    if fields.get("round"):
        fields |= {f"card{at}": card for at, card in cards}

    verdict = ask("torite", "win", players=example["players"], **fields).verdict

    assert verdict.tone == ("yes" if example["win"] else "no")
    if example["win"]:
        assert str(verdict.answer) == f"Won, with {example['out']}."


@pytest.mark.parametrize(
    ("players", "tricks", "tone"),
    [
        (3, [0, 0, 0], "yes"),
        (3, [5, 3, 0], "yes"),
        (3, [5, 5, 0], "no"),
        (3, [4, 4, 1], "no"),
        (3, [9, 0, 0], "no"),
        (4, [6, 4, 1, 0], "yes"),
        (4, [2, 2, 2, 1], "no"),
        (2, [4, 7], "yes"),
        (2, [5, 5], "no"),
    ],
)
def test_a_pattern_is_in_reach_as_long_as_nobody_has_too_many(players, tricks, tone):
    fields = {f"tricks{at}": n for at, n in enumerate(tricks, start=1)}

    assert ask("torite", "win", players=players, **fields).verdict.tone == tone


def test_in_round_two_everyone_has_a_number_of_their_own():
    fields = {"players": 2, "round": 2, "eight": 0, "tricks1": 5, "tricks2": 0}
    verdict = ask("torite", "win", **fields).verdict

    assert verdict.tone == "no"
    assert "A has 5, and must end with 4." in in_words(verdict)


def test_cards_of_one_suit_lose_before_all_are_named():
    fields = {"players": 3, "tricks1": 8, "tricks2": 4, "card1": "KH"}
    assert ask("torite", "win", card3="7H", **fields).verdict.tone == "no"
    assert ask("torite", "win", card3="7S", **fields).verdict.tone == "yes"


LOST_IN_ROUND_1 = [
    ({"tricks": [7, 5], "left": ["9S", "3H"]}, "The tricks of round 1 are 7-5, not 8-4."),
    (
        {"tricks": [8, 4], "left": ["9S", "3S"]},
        "The leftover cards do not all differ in suit: 2 × Spades.",
    ),
]


@pytest.mark.parametrize(("round_1", "why"), LOST_IN_ROUND_1)
def test_a_match_that_round_1_has_lost_is_over_and_a_ruling_asks_from_the_beginning(round_1, why):
    standing = replay(GAMES["torite"], CAST[:2], {0: {"rules": {}}, 1: round_1})

    assert standing.outcome.won is False
    assert str(standing.outcome.why) == why
    assert ask("torite", "win", RulingContext(standing.table)).verdict.tone == "yes"


def test_the_cards_that_a_match_knows_are_filled_in():
    answers = {0: {"rules": {}}, 1: {"tricks": [8, 4], "left": ["9S", "3H"]}}
    standing = replay(GAMES["torite"], CAST[:2], answers)

    fields = {"tricks1": 4, "tricks2": 8}
    settled = ask("torite", "win", RulingContext(standing.table), **fields)

    assert settled.questions[-1].prompt.valid_cards(settled.questions[-1].start)[:2] == ["9S", "3H"]


@pytest.mark.parametrize("second", [[0, 0], [4, 8], [3, 8], [5, 1], [4, 4], [8, 4]])
def test_table_stakes_and_ruling_agree_on_round_2(second):
    answers = {0: {"rules": {}}, 1: {"tricks": [8, 4], "left": ["9S", "3H"]}}
    table = replay(GAMES["torite"], CAST[:2], answers)
    remark = table.prompt.remarks(dict(zip(table.table.seats, second, strict=True)))[0][1]
    fields = {"tricks1": second[0], "tricks2": second[1]}
    verdict = ask("torite", "win", RulingContext(table.table), **fields).verdict

    assert (verdict.tone == "yes") == str(remark).startswith("You can still win")
    if sum(second) == 12:
        after = replay(GAMES["torite"], CAST[:2], answers | {2: {"tricks": second}})
        assert (verdict.tone == "yes") == (after.outcome is None)


# --- Trico --------------------------------------------------------------------------------------


def test_the_made_up_deck_is_that_of_the_rules_page():
    deck = demo_deck()

    assert {n: face["symbols"] for n, face in trico.DEMO_DECK.items()} == {
        n: face["symbols"] for n, face in deck.items()
    }
    assert {n: bool(face["large"]) for n, face in trico.DEMO_DECK.items()} == {
        n: bool(large) for n, (_letters, large) in GOLDEN["tricoDemoDeck"].items()
    }


def test_the_lines_of_a_hand_add_up_to_its_points():
    faces = {int(n): face for n, face in trico.DEMO_DECK.items()}
    for one in combinations(faces, 3):
        for other in combinations([n for n in faces if n not in one], 3):
            table = Table(["Player 1", "Player 2"])
            verdict = trico.points(table, [[faces[n] for n in one], [faces[n] for n in other]])
            for each in verdict.details:
                lines = [str(line.words) for line in each.lines if line.is_ticked]
                assert sum(int(line.rpartition("+")[2]) for line in lines) == each.points


# --- What a match knows, and what the book says -------------------------------------------------


def test_a_match_of_italian_whist_knows_trumps_and_the_hand(sit_down: SitDown):
    answers = {n: {"first": [3, 3, 3], "second": [3, 3, 3]} for n in (1, 2, 3)}
    standing = replay(GAMES["italian_whist"], CAST[:3], {0: {"rules": {}}, **answers})

    settled = ask("italian_whist", "trick", RulingContext(standing.table), leader=1)
    trumps, hand, leader, _cards = settled.questions

    assert trumps.answer == "spades"
    assert hand.answer == "first"
    assert [str(seat) for seat in leader.prompt.seats] == CAST[:3]
    assert [question.is_from_match for question in settled.questions] == [True, True, False, False]


def test_a_table_without_appeals_allows_no_redeal():
    answers = {0: {"rules": {"appeals": False}}, 1: {"owner": 0, "contract": "king"}}
    standing = replay(GAMES["trex"], CAST, answers)

    settled = ask("trex", "redeal", RulingContext(standing.table, {"appeals": False}), hearts=["K"])

    assert "without appeals" in str(settled.verdict.answer)


def test_every_game_has_rulings_each_with_a_name_of_its_own():
    for rulings in (game.rulings for game in GAMES.values()):
        assert rulings
        assert len({each.slug for each in rulings}) == len(rulings)


def test_every_ruling_points_at_a_section_of_its_rules_page():
    book = rulebook.read(RULES, numbers())
    for game, rulings in ((game.key, game.rulings) for game in GAMES.values()):
        anchors = {section.anchor for section in book[game].sections}

        assert {each.rule for each in rulings} <= anchors


def test_every_verdict_points_at_a_section_too():
    book = rulebook.read(RULES, numbers())

    for game, rule in verdicts():
        assert rule in {section.anchor for section in book[game].sections}, (game, rule)


def verdicts():
    """The game and the rule of a verdict of each kind."""
    jokers = (["KH", "BJ", "10H"], ["9H", "2C", "KH"], ["RJ", "7C", "JC"])
    yield from (("italian_whist", who_takes(t, trumps=True).rule) for t in jokers)
    for contract, enough in trex.ENDS.items():
        yield "trex", trex.may_stop(contract, 0).rule
        yield "trex", trex.may_stop(contract, enough).rule
    for fields in (
        {"players": 4},
        {"players": 3},
        {"players": 2},
        {"players": 1},
        {"players": 2, "round": 2},
    ):
        yield "torite", ask("torite", "lead", **fields).verdict.rule
    for fields in ({"tricks1": 9}, {"tricks1": 8, "tricks2": 4}, {"tricks1": 6, "tricks2": 6}):
        yield "torite", ask("torite", "win", players=3, **fields).verdict.rule
    yield "torite", ask("torite", "win", players=2, round=2, eight=0).verdict.rule
    won = dict(zip(("card1", "card2", "card3", "card4"), ("KH", "7S", "5D", "9C"), strict=True))
    yield "torite", ask("torite", "win", players=3, tricks1=8, tricks2=4, **won).verdict.rule
    yield "italian_whist", ask("italian_whist", "follow", lead="H", hold="H").verdict.rule
    yield "tribello", ask("tribello", "widow", dealer=13).verdict.rule
    for doubler in (0, 1, "nobody"):
        yield "trex", ask("trex", "double", taker=0, doubler=doubler).verdict.rule
    yield "trex", ask("trex", "layout").verdict.rule
    yield "trex", ask("trex", "redeal", contract="king", hearts="K").verdict.rule


# --- what a deal can raise ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "raised"),
    [
        ("king", {"double", "redeal", "stop"}),
        ("queens", {"double", "stop"}),
        ("slaps", {"stop"}),
        ("trex", {"layout", "redeal", "stop"}),
    ],
)
def test_a_contract_raises_only_the_questions_that_are_about_it(contract, raised):
    played = Played(GAMES["trex"], ["Anna", "Ben", "Cleo", "Dua"])
    for answer in ({}, 0, contract):
        played.answer(answer)
    context = RulingContext(played.standing.table)

    concerned = {each.slug for each in GAMES["trex"].rulings if each.applies_to(context)}

    assert concerned == raised
