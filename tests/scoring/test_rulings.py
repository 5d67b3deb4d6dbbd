"""Rulings: what the functions say of the worked examples, and of every trick there can be."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from app import rulebook
from app.games import GAMES, numbers
from app.games.italian_whist.jokers import COLOURS, joker_choices, possible_winners
from app.games.italian_whist.rulings import may_play, who_takes
from app.games.torite.rulings import legal_pairings
from app.games.trex import rulings as trex
from app.games.trex.contracts import CONTRACTS
from app.games.trex.house_rules import USUAL
from app.games.trico import rulings as trico
from app.paths import RULES
from app.scoring import Table, pack, replay
from app.scoring.rulings import RulingContext, evaluate
from testkit.match import CAST, TEN_NAMES, Match, match_file
from testkit.play import Played
from tests.golden import demo_deck, vectors
from tests.joker_cases import cases

ALONE = RulingContext()
EIGHT_FOUR = {"players": 3, "tricks1": 8, "tricks2": 4}
DEMO = RulingContext(decks={"demo": ("Demo", trico.DEMO_DECK)})
WON = dict(zip(("card1", "card2", "card3", "card4"), ("KH", "7S", "5D", "9C"), strict=True))


def numbered(key, values):
    """A field for each value: `key1`, `key2` and so on."""
    return {f"{key}{at}": value for at, value in enumerate(values, start=1)}


ANCHORS = {
    page: {section.anchor for section in of_page.sections}
    for page, of_page in rulebook.read(RULES, numbers()).items()
}
"""The sections that a ruling and its verdict can point at, by game."""


def ask(path, context=ALONE, **fields):
    """How far a ruling comes with these fields; a list gives a field several values."""
    game, slug = path.split("/")
    ruling = next(ruling for ruling in GAMES[game].rulings if ruling.slug == slug)
    form = {
        name: " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        for name, value in fields.items()
    }
    return evaluate(ruling, context, form)


def verdict_of(path, context=ALONE, **fields):
    verdict = ask(path, context, **fields).verdict
    assert verdict is not None, "something is missing"
    assert verdict.rule in ANCHORS[path.split("/")[0]]
    return verdict


def answer_of(path, context=ALONE, **fields):
    return str(verdict_of(path, context, **fields).answer)


def problems_of(state):
    found = [*state.problems, *(each for asked in state.questions for each in asked.problems)]
    return [str(problem.message) for problem in found]


def in_words(verdict):
    """The verdict and its reasons on one line."""
    return " ".join(map(str, [verdict.answer, *verdict.why]))


def at_table(game, *answers, players=None, **rules):
    """What a match knows after these answers."""
    played = Played(GAMES[game], TEN_NAMES[: players or GAMES[game].players[0]])
    for answer in (rules, *answers):
        played.answer(answer)
    prompt, answer = played.standing.house_rules
    return RulingContext(played.standing.table, prompt.value(answer))


TYPED = dict(zip(("1S", "1H", "1D", "2S", "2H", "2D", "3S", "3H", "3D"), "433433344", strict=True))
DRAWN = ["spade heart diamond", "spade heart acorn", "spade diamond acorn"]
SYMBOLS = {
    f"cards.0.{slot}.has.{symbol}": "on"
    for slot, symbols in enumerate(DRAWN)
    for symbol in symbols.split()
} | {"cards.0.0.large.spade": "on", "cards.0.1.large.spade": "on"}
OWN_QUEEN = {"card": "QS", "taker": 1, "doubler": 1, "own_double": "leader_gains"}
HEART_LED = {"lead": "H", "hold": ["H", "RJ"]}
ROUND_2_ALONE = {"players": 1, "round": 2}
LAST_WINNER = "The winner of the last trick of round 1 leads any card."
ALL_DRAWN = "The player on the left and The player on the right draw nothing."
PARTNERS = {"partners": "yes", "card": "KH", "taker": 0, "doubler": 1}


@pytest.mark.parametrize(
    ("path", "fields", "answer"),
    [
        ("italian_whist/follow", HEART_LED, "Yes: play ♥ or the red joker."),
        ("italian_whist/follow", {"lead": "BJ", "second": "C", "hold": "C"}, "Yes: play ♣."),
        ("italian_whist/follow", {"lead": "BJ", "free": "yes"}, "No: play any card."),
        (
            "tribello/widow",
            {"dealer": 5, "left": 8},
            "The player on the right draws nothing: skip.",
        ),
        ("tribello/widow", {"dealer": 13}, ALL_DRAWN),
        (
            "tribello/widow",
            {"left": 4, "dealer": 0},
            "The player on the right may draw up to 9 cards.",
        ),
        ("trex/double", {"card": "KH", "taker": 1, "doubler": 2}, "B −150, C +75."),
        ("trex/double", OWN_QUEEN | {"leader": 0}, "A +25, B −50."),
        ("trex/double", PARTNERS, "A & C −150, B & D +75."),
        ("trex/layout", {"S": ["9", "K"], "H": ["J"]}, "You may lay A♠, 8♠, Q♥, 10♥, J♦ or J♣."),
        ("trex/layout", dict.fromkeys("SHDC", ("2", "A")), "None: all four rows are complete."),
        ("trex/stop", {"contract": "queens", "queens": 3}, "No, play on."),
        ("trex/stop", {"contract": "king", "king": "yes"}, "Yes, you can stop."),
        ("torite/lead", {"players": 4}, "The player with the 2♣ leads any card."),
        ("torite/lead", {"players": 3, "five": "no"}, "The player with the 6♣ leads any card."),
        ("torite/lead", {"players": 2}, "The dealer leads any card."),
        ("torite/lead", ROUND_2_ALONE, LAST_WINNER),
        ("torite/win", EIGHT_FOUR | WON, "Won, with 20."),
        ("torite/splits", TYPED, "Two of the three splits are allowed."),
        ("trico/score", {"deck": "symbols", "players": 1} | SYMBOLS, "Player 1: 7."),
    ],
)
def test_a_ruling_is_one_sentence(path, fields, answer):
    assert answer_of(path, **fields) == answer


TWICE = {f"saved.{s}.{n}": "on" for s in (0, 1) for n in (1, 2, 3)} | {"deck": "demo"}


@pytest.mark.parametrize(
    ("path", "fields", "words"),
    [
        ("italian_whist/trick", {"card1": "KH", "card2": "1H"}, "“1H” is not a card of this pack."),
        ("italian_whist/trick", numbered("card", ["KH", "QH", "JH", "2S"]), "There is room for 3"),
        ("italian_whist/trick", {"trumps": "hearts"}, "“hearts” is not one of"),
        ("italian_whist/follow", {"lead": "H", "hold": "X"}, "“X” is not one of"),
        ("torite/win", {"players": 3, "tricks1": 8, "tricks2": 5}, "That makes 13 tricks"),
        ("torite/win", {"players": 3, "tricks1": -1}, "−1 is out of range: from 0 to 12."),
        ("torite/win", EIGHT_FOUR | {"card1": "4H"}, "“4H” is not a card of this pack."),
        ("torite/splits", {"1S": 7, "1H": 7}, "Stack 1 has 14 cards, not 13."),
        ("torite/splits", {"1S": 7, "2S": 7}, "♠ has 14 cards, not 13."),
        ("torite/splits", {"1S": "many"}, "“many” is not a number from 0 to 13."),
        ("tribello/widow", {"dealer": 14}, "The dealer may draw at most 13 cards."),
        (
            "tribello/widow",
            {"dealer": 6, "left": 8},
            "The player on the left may draw at most 7 cards.",
        ),
        ("trex/double", {"card": "QS", "taker": 7}, "“7” is not one of these players: 0 (A)"),
        ("trico/score", TWICE, "Card 1 is already Player 1’s."),
        ("trico/score", {"deck": "77"}, "“77” is not one of"),
    ],
)
def test_what_cannot_be_right_is_refused_in_words(path, fields, words):
    state = ask(path, DEMO, **fields)

    assert state.verdict is None
    assert state.is_refused
    assert words in " ".join(problems_of(state))


@pytest.mark.parametrize("example", vectors("jokers"))
def test_a_trick_with_jokers_goes_where_the_example_says(example):
    places = possible_winners(example["trick"], trumps=example["trumps"])

    assert [place + 1 for place in places] == example["winners"]


CHOICES = {
    False: {(1, 1): 8060, (1, 2): 7852, (2, 1): 136, (2, 2): 176},
    True: {(1, 1): 7761, (1, 2): 8151, (2, 1): 98, (2, 2): 126, (2, 3): 88},
}
"""How many tricks with one or two jokers have so many possible winners, as published."""
CASES = {f"L{n}" for n in range(1, 5)} | {f"F{n}" for n in range(1, 4)} | {"O1", "O2"}
CASES |= {f"B{n}" for n in range(1, 7)}


either_way = pytest.mark.parametrize("trumps", [False, True], ids=["no trumps", "spades"])


def tricks(*, with_jokers):
    for trick in permutations([*pack(), *COLOURS], 3):
        if with_jokers == bool(COLOURS.keys() & set(trick)):
            yield trick


@either_way
def test_every_trick_with_jokers_goes_where_the_table_of_cases_says(trumps):
    seen: set[str] = set()
    counted: Counter[tuple[int, int]] = Counter()
    for trick in tricks(with_jokers=True):
        winners = possible_winners(trick, trumps=trumps)
        name, expected = cases(trick, trumps)
        assert {place + 1 for place in winners} == expected, (name, trick)
        seen.add(name)
        counted[sum(card in COLOURS for card in trick), len(winners)] += 1

    assert counted == CHOICES[trumps]
    assert seen == CASES


@pytest.mark.long
@either_way
def test_every_trick_without_jokers_goes_to_the_highest_card_that_counts(trumps):
    for trick in tricks(with_jokers=False):
        expected = cases(trick, trumps)
        winners = possible_winners(trick, trumps=trumps)
        assert ("plain", {place + 1 for place in winners}) == expected, trick


@pytest.mark.long
@either_way
def test_where_jokers_decide_their_ways_lead_to_all_who_can_win_and_only_to_them(trumps):
    for trick in tricks(with_jokers=True):
        winners = possible_winners(trick, trumps=trumps)
        chosen = joker_choices(trick, trumps=trumps)

        assert bool(chosen) == (len(winners) > 1), trick
        for ways in chosen.values():
            assert sorted({place for way in ways for place in way.winners}) == winners, trick


KING_LED = ["KH", "BJ", "10H"]


TAKE, AVOID = (
    "First hand: name the A{} to take the trick.",
    "Second hand: name the {} to avoid the trick.",
)


@pytest.mark.parametrize(
    ("trick", "how", "tips"),
    [
        (KING_LED, {"trumps": True}, [TAKE.format("♠"), AVOID.format("2♣")]),
        (KING_LED, {"trumps": True, "hand": "first"}, [TAKE.format("♠")]),
        (KING_LED, {"trumps": True, "hand": "second"}, [AVOID.format("2♣")]),
        (["9H", "RJ", "2H"], {"trumps": False}, [TAKE.format("♥"), AVOID.format("3♥")]),
    ],
)
def test_a_rank_that_suits_the_hand_and_is_not_in_the_trick_is_suggested(trick, how, tips):
    details = who_takes(trick, **how).details

    assert [str(line.words) for each in details for line in each.lines if line.is_ticked] == tips


@pytest.mark.parametrize(
    ("trick", "rule"),
    [(["9H", "QH", "KS"], "playing-the-first-hand"), (["QH", "AH", "RJ"], "jokers-tricky-cases")],
)
def test_a_trick_is_settled_by_the_rule_for_jokers_if_one_is_in_it(trick, rule):
    assert who_takes(trick, trumps=False).rule == rule


def test_each_row_of_the_layout_says_from_where_to_where_it_lies():
    verdict = verdict_of("trex/layout", S=["9", "K"], H=["J"], D=["2", "A"])

    assert [str(line.words) for row in verdict.details for line in row.lines] == [
        "lies from 9 to K: A♠ or 8♠",
        "only the jack lies there: Q♥ or 10♥",
        "complete",
        "not started: only the J♣",
    ]


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
        (["RJ", "4S", "9H"], True, "Player 2 takes it: 4♠."),
        (
            ["9H", "RJ", "QH"],
            False,
            "Player 2 decides: as A or K Player 2 takes it, as J or lower Player 3 takes it",
        ),
        (["RJ", "4S", "9H"], True, "♠ are trumps, and the 4♠ is the highest."),
        (["BJ", "6C", "2S"], True, "the 6♣ is the first card of its colour, so it is ♣."),
        (["KH", "8C", "BJ"], True, "does not follow, and takes the suit of the 8♣: ♣."),
        (["9H", "RJ", "QH"], False, "any rank of its suit that is not in this trick."),
        (["9H", "2C", "KH"], False, "The K♥ is the highest ♥, the suit that counts."),
    ],
)
def test_a_trick_says_who_takes_it_and_why(trick, trumps, why):
    assert why in in_words(who_takes(trick, trumps=trumps))


def test_every_trick_can_be_put_into_words():
    for trumps in (False, True):
        for trick in permutations(["AS", "2S", "3S", "KH", "2H", "5D", "9C", *COLOURS], 3):
            verdict = who_takes(trick, trumps=trumps)

            assert in_words(verdict).count("{") == 0
            assert verdict.why
            assert verdict.rule in ANCHORS["italian_whist"]


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
def test_what_follows_has_to_be_played_but_a_led_joker_not_by_house_rule(lead, second, holds, must):
    assert may_play(lead, second, holds) == must
    assert may_play("BJ", None, ["S"], free=True) == ()
    assert may_play("S", None, ["S"], free=True) == ("S",)


OPTIONS = {"leaderGains": "leader_gains", "opponentsGain": "opponents_gain"}
WHO = ("taker", "doubler", "leader")


@pytest.mark.parametrize("example", vectors("trex"))
def test_doubled_cards_cost_what_the_examples_say(example):
    partners = "team" in example
    rule = example.get("side" if partners else "own", "plain")
    rules = replace(USUAL, partners=partners, own_double=OPTIONS.get(rule, rule))
    taken = {f"Q{letter}": each for letter, each in example.get("q", {}).items()}
    if "k" in example:
        taken["KH"] = example["k"]

    total = [0] * (2 if partners else 4)
    for card, each in taken.items():
        table = trex.table_of(ALONE, rules)
        seats = [None if each.get(who) is None else table.seats[each[who]] for who in WHO]
        verdict = trex.cost(table, rules, card, *seats)
        total = [a + b.points for a, b in zip(total, verdict.details, strict=True)]

    assert total == example["team" if partners else "out"]


def test_a_match_of_trex_knows_who_doubled_who_plays_with_whom_and_its_house_rules():
    alone = at_table("trex", 0, "queens", {"QS": 1}, own_double="leader_gains")
    in_pairs = at_table("trex", 0, "king", partners=True)
    upwards = at_table("trex", 0, "king", reversed=True)
    without = at_table("trex", 0, "king", appeals=False)

    own = ask("trex/double", **OWN_QUEEN)
    assert str(own.questions[-1].prompt.ask) == "Who led that trick?"
    assert answer_of("trex/double", alone, taker=1, leader=3) == "Bruno −50, Dino +25."
    king = {"card": "KH", "taker": 1}
    left_open = at_table("trex", 0, "king", {"KH": 1}, own_double="ask")
    asked = ask("trex/double", left_open, card="KH", taker=1, own_double="leader_gains")
    words = [str(question.prompt.ask) for question in asked.questions]
    assert words[-2:] == ["If your own side led that trick", "Who led that trick?"]
    by_side = answer_of("trex/double", in_pairs, **king, doubler=0)
    assert by_side == "Anna & Carla +75, Bruno & Dino −150."
    costs = verdict_of("trex/double", upwards, **king, doubler=2).details
    assert [each.points for each in costs] == [0, 150, -75, 0]
    assert "without appeals" in answer_of("trex/redeal", without, hearts=["K"])


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
    verdicts = [trex.may_stop(contract, taken) for taken in (enough - 1, enough)]

    assert [verdict.tone for verdict in verdicts] == ["no", "yes"]
    assert {verdict.rule for verdict in verdicts} <= ANCHORS["trex"]
    assert trex.ENDS.keys() == CONTRACTS.keys()


@pytest.mark.parametrize("example", vectors("appeals"))
def test_a_redeal_is_allowed_or_not(example):
    hand = {key: example.get(key) or ["none"] for key in ("hearts", "twos")}
    fields = hand | {"threes": example.get("threes", []), "contract": example["contract"]}

    words = "Yes, you may ask for a redeal." if example["ok"] else "No, play this hand."
    assert answer_of("trex/redeal", **fields) == words


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"hearts": ["2", "3"]}, "You do not hold the K♥ or the A♥."),
        ({"hearts": ["K", "3"]}, "3♥ protects it."),
        ({"twos": ["S", "H"]}, "2 2s are too few"),
        ({"twos": ["S", "H", "D"], "threes": ["H"]}, "you also need the 3 of the fourth suit: 3♣."),
    ],
)
def test_a_hand_that_has_to_be_played_is_told_why(fields, why):
    contract = "king" if "hearts" in fields else "trex"

    assert why in in_words(verdict_of("trex/redeal", contract=contract, **fields))


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
    context = at_table("trex", 0, contract)

    concerned = {each.slug for each in GAMES["trex"].rulings if each.applies_to(context)}

    assert concerned == raised


@pytest.mark.parametrize("example", vectors("toriteSplit"))
def test_stacks_are_paired_as_the_example_says(example):
    stacks = enumerate(example["stacks"], start=1)
    fields = {f"{n}{suit}": k for n, row in stacks for suit, k in zip("SHDC", row, strict=True)}
    state = ask("torite/splits", **fields)
    if "error" in example:
        assert "Stack 1 has 14 cards, not 13." in problems_of(state)
        return

    pairings = legal_pairings(example["stacks"])
    written = ["|".join(f"{one + 1}{two + 1}" for one, two in pairing) for pairing in pairings]
    assert written == example["legal"]
    sentences = {0: "No split is allowed", 2: "Two of the three", 3: "All three"}
    assert str(state.verdict.answer).startswith(sentences[len(written)])
    lines = [line for detail in state.verdict.details for line in detail.lines]
    ticked = ["|".join(re.findall(r"\d", str(line.words))) for line in lines if line.is_ticked]
    assert ticked == ["|".join(row.replace("|", "")) for row in written]


@pytest.mark.parametrize("example", vectors("torite"))
def test_a_game_ends_as_the_example_says(example):
    rounds = [example["r1"], example["r2"]] if "r1" in example else [example]
    lost_at_once = len(rounds) == 2 and 8 not in rounds[0]["tricks"]
    fields = numbered("tricks", rounds[0 if lost_at_once else -1]["tricks"])
    if not lost_at_once:
        cards = [card for each in rounds for card in each["cards"]]
        fields |= numbered("card", [*cards, *([example["aside"]] if "aside" in example else [])])
        if len(rounds) == 2:
            fields |= {"round": 2, "eight": rounds[0]["tricks"].index(8)}

    verdict = verdict_of("torite/win", players=example["players"], **fields)

    assert verdict.tone == ("yes" if example["win"] else "no")
    if example["win"]:
        assert str(verdict.answer) == f"Won, with {example['out']}."


@pytest.mark.parametrize(
    ("players", "tricks", "cards", "tone"),
    [
        (3, [0, 0, 0], {}, "yes"),
        (3, [5, 3, 0], {}, "yes"),
        (3, [5, 5, 0], {}, "no"),
        (3, [4, 4, 1], {}, "no"),
        (3, [9, 0, 0], {}, "no"),
        (4, [6, 4, 1, 0], {}, "yes"),
        (4, [2, 2, 2, 1], {}, "no"),
        (2, [4, 7], {}, "yes"),
        (2, [5, 5], {}, "no"),
        (3, [8, 4], {"card1": "KH", "card3": "7H"}, "no"),
        (3, [8, 4], {"card1": "KH", "card3": "7S"}, "yes"),
    ],
)
def test_a_win_is_in_reach_until_somebody_has_too_many_or_two_cards_are_of_one_suit(
    players, tricks, cards, tone
):
    fields = numbered("tricks", tricks) | cards

    assert verdict_of("torite/win", players=players, **fields).tone == tone


ROUND_1 = {"tricks": [8, 4], "left": ["9S", "3H"]}


def after(*rounds):
    """Two players after these rounds of The Torite, which are all there is."""
    answers = {0: {"rules": {}}, **dict(enumerate(rounds, start=1))}
    return replay(GAMES["torite"], CAST[:2], answers)


def test_what_a_match_knows_is_filled_in_and_in_round_two_everyone_has_a_number_of_their_own():
    context = RulingContext(after(ROUND_1).table)
    lost = RulingContext(after(ROUND_1 | {"tricks": [7, 5]}).table)
    assert verdict_of("torite/win", lost).tone == "yes", "it asks from the beginning"
    cards = ask("torite/win", context, tricks1=4, tricks2=8).questions[-1]
    assert cards.prompt.valid_cards(cards.start)[:2] == ["9S", "3H"]
    for slug in ("win", "lead"):
        players = ask(f"torite/{slug}", at_table("torite", players=1)).questions[0]
        assert (players.prompt.key, players.from_match) == ("players", "1"), "a dummy is none"

    alone = verdict_of("torite/win", players=2, round=2, eight=0, tricks1=5, tricks2=0)
    at_the_table = verdict_of("torite/win", context, tricks1=5, tricks2=0)
    assert alone.tone == at_the_table.tone == "no"
    assert "A has 5, and must end with 4." in in_words(alone)
    assert "Anna has 5, and must end with 4." in in_words(at_the_table)


def test_two_players_are_told_the_suits_that_round_two_needs():
    cards = {"card1": "KH", "card2": "7S"}
    verdict = verdict_of("torite/win", players=2, tricks1=8, tricks2=4, **cards)

    assert in_words(verdict).endswith("must be of these suits, one each: diamonds, clubs.")


def test_a_round_two_that_is_played_on_though_round_one_was_lost_asks_for_no_tricks():
    file = match_file("torite", [ROUND_1 | {"tricks": [7, 5]}], players=2)
    played_on = RulingContext(Match(file).standing.table)

    lost = "No: you have lost. The tricks of round 1 are 7-5, not 8-4."
    assert in_words(verdict_of("torite/win", played_on)) == lost


@pytest.mark.parametrize("second", [[0, 0], [4, 8], [3, 8], [5, 1], [4, 4], [8, 4]])
def test_table_stakes_and_ruling_agree_on_round_2(second):
    table = after(ROUND_1)
    remark = table.prompt.remarks(dict(zip(table.table.seats, second, strict=True)))[0][1]

    verdict = verdict_of("torite/win", RulingContext(table.table), **numbered("tricks", second))

    assert (verdict.tone == "yes") == str(remark).startswith("You can still win")
    if sum(second) == 12:
        assert (verdict.tone == "yes") == (after(ROUND_1, {"tricks": second}).outcome is None)


def test_the_made_up_deck_is_that_of_the_rules_page():
    def plain(deck):
        return {n: (face["symbols"], bool(face["large"])) for n, face in deck.items()}

    assert plain(trico.DEMO_DECK) == plain(demo_deck())


@pytest.mark.parametrize("example", vectors("trico"))
def test_three_cards_of_a_deck_are_scored(example):
    kept = {f"saved.{s}.{n}": "on" for s, hand in enumerate(example["hands"]) for n in hand}

    answer = answer_of("trico/score", DEMO, deck="demo", players=len(example["hands"]), **kept)

    points = [f"Player {n}: {each}" for n, each in enumerate(example["out"], start=1)]
    assert answer == ", ".join(points) + "."


@pytest.mark.parametrize(
    ("hands", "is_blocked"), [([[1, 2, 3], [4, 6, 7]], True), ([[1, 2, 5], [3, 6, 8]], False)]
)
def test_what_blocks_is_explained_if_the_pair_of_any_hand_is_blocked(hands, is_blocked):
    kept = {f"saved.{s}.{n}": "on" for s, hand in enumerate(hands) for n in hand}
    verdict = verdict_of("trico/score", DEMO, deck="demo", players=2, **kept)

    assert ("blocks the pairs of the others" in in_words(verdict)) == is_blocked


def test_the_lines_of_a_hand_add_up_to_its_points():
    faces = {int(n): face for n, face in trico.DEMO_DECK.items()}
    for one in combinations(faces, 3):
        for other in combinations([n for n in faces if n not in one], 3):
            table = Table(["Player 1", "Player 2"])
            verdict = trico.points(table, [[faces[n] for n in one], [faces[n] for n in other]])
            for each in verdict.details:
                lines = [str(line.words) for line in each.lines if line.is_ticked]
                assert sum(int(line.rpartition("+")[2]) for line in lines) == each.points


def test_every_ruling_has_a_name_of_its_own_and_points_at_a_section():
    for game in GAMES.values():
        assert len({each.slug for each in game.rulings}) == len(game.rulings)
        assert {each.rule for each in game.rulings} <= ANCHORS[game.key]
