"""What is told of a match that is over: how it went, and the deal that turned it."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.scoring.highlights import lead_history, turning_point
from testkit.match import CAST, Match, match_file
from testkit.play import Played, play_at_random
from tests.games.trex import COMPLEX
from tests.games.trico import counts
from tests.little_kings import GAME as LITTLE_KINGS
from tests.scoring.highlight_cases import BEHIND, LEVEL, TARGETS, ended, tribello


def told(match):
    history = lead_history(match)
    return list(map(str, history.sentences)) if history else []


# --- how it went --------------------------------------------------------------------------------
# What the game says of a deal stands for itself further below.

STORIES = {
    "far behind, and late": (
        [BEHIND, [-3, 3, 0], [1, -1, 0], LEVEL, [2, -2, 0], [2, -2, 0]],
        [
            "Anna was 8 behind Bruno after deal 2.",
            "The best answer came in deal 5: …",
            "The last deal decided it: …",
            "From 2 behind to 1 ahead.",
        ],
    ),
    "far behind, and then": (
        [BEHIND, [-2, 2, 0], [5, -2, -3], [1, -1, 0]],
        ["Anna was 6 behind Bruno after deal 2.", "Deal 3 turned it: …", "Then Anna led by 1."],
    ),
    "behind two": (
        [[-2, 1, 1], [3, -2, -1]],
        [
            "Anna was 3 behind Bruno and Carla after deal 1.",
            "The last deal decided it: …",
            "Then Anna led by 1.",
        ],
    ),
    "level late": (
        [LEVEL, LEVEL, [1, -1, 0], LEVEL],
        ["Anna, Bruno and Carla were level at 0 after deal 2.", "Deal 3 turned it: …"],
    ),
    "level again": (
        [[2, -1, -1], [-1, 2, -1], [1, 0, -1]],
        ["Anna and Bruno were level at +1 after deal 2.", "The last deal decided it: …"],
    ),
    "ahead throughout": ([[2, -1, -1], [1, 0, -1]], ["Anna led from the first deal to the end."]),
    "ahead early": ([LEVEL, [1, -1, 0], *[LEVEL] * 5], ["Anna led from deal 2 to the end."]),
    "ahead, but once hardly": (
        [[4, -2, -2], [-1, 2, -1], BEHIND, [3, -3, 0], LEVEL],
        ["Anna led from the first deal to the end.", "Bruno came within 1 after deal 3."],
    ),
    "level in the end": (
        [BEHIND, [1, -1, 0]],
        [
            "Anna was 2 behind Bruno after deal 1.",
            "The best answer came in deal 2: …",
            "Anna, Bruno and Carla were level at 0 after the last deal.",
        ],
    ),
    "level throughout": (
        [LEVEL, LEVEL],
        ["Anna, Bruno and Carla were level at 0 after the last deal."],
    ),
    "one deal": ([[2, -1, -1]], []),
}


@pytest.mark.parametrize(("scores", "sentences"), STORIES.values(), ids=STORIES)
def test_the_first_of_these_that_is_true_is_told(scores, sentences):
    of_deals = re.compile(r"Anna took .*?(?=\.)\.")

    assert [of_deals.sub("…", words) for words in told(tribello(*scores))] == sentences


def test_the_deal_that_turned_a_match_has_the_number_that_the_table_knows_it_by():
    turning = turning_point(tribello(BEHIND, [-3, 3, 0], [6, -3, -3], thrown_in=1))

    assert (turning.deal.number, turning.lag, turning.lead) == (4, 8, 1)
    assert str(turning.sentence) == (
        "Deal 4 of Tribello: Anna took 10 tricks for a target of 4, Bruno 0 for 3."
        " From 8 behind to 1 ahead."
    )


@pytest.mark.parametrize(("scores", "rival"), [([3, -2, -1], "Bruno"), ([3, -1, -2], "Carla")])
def test_of_two_that_led_the_one_who_lost_more_in_that_deal_is_told_of(scores, rival):
    assert f", {rival} " in str(turning_point(tribello([-2, 1, 1], scores)).happening)


def test_nothing_is_told_of_a_match_that_goes_on_or_that_all_win_or_lose_together():
    goes_on = Match(match_file("tribello", [{"tricks": [7, 4, 2]}, {"tricks": [0, 13, 0]}]))
    torite = {"tricks": [6, 4, 2, 0], "left": ["KH", "7S", "9C", "5D"]}

    for match in (goes_on, Match(match_file("torite", [torite], players=4))):
        assert told(match) == []
        assert turning_point(match) is None


def test_two_partners_were_behind_and_a_tie_that_large_symbols_decide_is_level():
    partners = ended("trex", CARLA_LEADS, BRUNO_OUT, partners=True)
    rounds = [counts((1, 0, 2), (0, 0, 0)), TIED]
    trico = Match(match_file("trico", rounds, players=2, entry="counts", target=6))

    assert told(partners)[0] == "Bruno & Dino were 110 behind Anna & Carla after deal 1."
    assert told(trico)[-1] == "Anna and Bruno were level at 6 after the last deal."
    assert trico.winners == ["Bruno"]
    assert turning_point(trico) is None


# --- what happened in a deal, in the words of its game ------------------------------------------

CARLA_LEADS = {"owner": 0, "contract": "diamonds", "diamonds": [1, 6, 0, 6]}
CARLA_LEADS_SLAPS = {"owner": 0, "contract": "slaps", "tricks": [1, 6, 0, 6]}
CARLA_OUT = {"owner": 0, "contract": "trex", "out": [2, 3, 0, 1]}
TIED = counts((1, 0, 0), (2, 1, 1)) | {"tie": {"large": [0, 2], "highest": [8, 9]}}
KING = {"contract": "king", "king": 2}
QUEENS = {"contract": "queens", "queens": dict.fromkeys(["QS", "QH", "QD", "QC"], 2)}
SLAPS = {"contract": "slaps", "tricks": [1, 2, 8, 2]}
DIAMONDS = {"contract": "diamonds", "diamonds": [1, 2, 8, 2]}
OUT = {"contract": "trex", "out": [0, 3, 1, 2]}
BRUNO_OUT = OUT | {"out": [1, 3, 0, 2]}


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (KING, "Carla took the K♥"),
        (KING | {"doubled": {"KH": 1}}, "Bruno doubled the K♥, Carla took it"),
        (KING | {"doubled": {"KH": 2}}, "Carla doubled the K♥ and took it"),
        (QUEENS, "Anna took 0 queens, Carla 4"),
        (
            QUEENS | {"doubled": {"QS": 0, "QH": 1}},
            "Anna doubled the Q♠, Carla took it; Bruno doubled the Q♥, Carla took it",
        ),
        (QUEENS | {"doubled": {"QS": 0, "QH": 0, "QD": 1}}, "Anna +50, Carla −175"),
        (SLAPS, "Anna took 1 slap, Carla 8"),
        (OUT, "Anna went out first, Carla last"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
@pytest.mark.parametrize("is_reversed", [False, True], ids=["usual", "reversed"])
def test_trex_says_who_doubled_and_took_cards_and_how_much_was_taken(deal, words, is_reversed):
    turning = turning_point(ended("trex", CARLA_LEADS, deal, reversed=is_reversed))

    if is_reversed:  # the other way round every deal but the scores reads as before
        words = words.replace("+50", "−50").replace("−175", "+175")
    assert str(turning.happening) == words


TWO_ROUNDS = counts((0, 0, 0), (1, 0, 0)), counts((2, 1, 1), (0, 0, 0))
TO_NULLO = [{"tricks": [5, 5, 3]}, *({"tricks": TARGETS[place % 3]} for place in range(1, 9))]
WHIST = {"first": [3, 6, 0], "second": [3, 3, 3]}, {"first": [6, 1, 2], "second": [1, 8, 0]}
PARTNERS, COUNTS = {"partners": True}, {"entry": "counts", "players": 2}


@pytest.mark.parametrize(
    ("game", "deals", "rules", "words"),
    [
        ("trex", [CARLA_LEADS_SLAPS, DIAMONDS], {}, "Anna took 1 diamond, Carla 8"),
        ("trex", [CARLA_LEADS, BRUNO_OUT], PARTNERS, "Bruno went out first, then Dino"),
        (
            "trex",
            [CARLA_LEADS, SLAPS | {"tricks": [11, 2]}],
            PARTNERS,
            "Bruno & Dino took 2 slaps, Anna & Carla 11",
        ),
        (
            "trex",
            [CARLA_LEADS | {"diamonds": [3, 4, 2, 4]}, QUEENS],
            PARTNERS,
            "Bruno & Dino took 0 queens, Anna & Carla 4",
        ),
        ("trex", [CARLA_OUT, COMPLEX], {"complex": True}, "Dino −25, Carla −145"),
        (
            "tribello",
            [{"tricks": [5, 5, 3]}] * 2,
            {},
            "Anna took 5 tricks for a target of 3, Bruno 5 for 6",
        ),
        (
            "tribello",
            [*TO_NULLO, {"tricks": [1, 5, 7]}],
            {},
            "Anna took 1 trick at a limit of 3, Bruno 5 at 4",
        ),
        (
            "italian_whist",
            WHIST,
            {},
            "Anna took 6 tricks in the first hand and 1 in the second, Bruno 1 and 8",
        ),
        ("trico", TWO_ROUNDS, COUNTS, "Anna made 2 sets, 1 pair and 1 large card, Bruno nothing"),
    ],
)
def test_a_game_says_what_the_two_sides_took_or_made(game, deals, rules, words):
    assert str(turning_point(ended(game, *deals, **rules)).happening) == words


def test_of_a_game_that_says_nothing_the_points_tell():
    played = Played(LITTLE_KINGS, CAST)
    for answer in ({"kingdoms": 1}, "queens", [3, 0, 1, 0], [4, 3, 1, 2]):
        played.answer(answer)

    assert str(turning_point(played.match).sentence) == (
        "Deal 2 of Little Kings: Bruno +30, Dino +20. From level to 10 ahead."
    )


# --- nothing but the truth ----------------------------------------------------------------------

COMPETITIVE = [game for game in GAMES.values() if not game.wins_together]


@pytest.mark.parametrize("game", COMPETITIVE, ids=lambda game: game.key)
@given(seed=st.integers(0, 2**32))
def test_all_numbers_that_are_told_are_those_of_the_totals(game, seed):
    """Worked out anew, from the totals that the sheet shows."""
    match = play_at_random(game, random.Random(seed)).match
    standing = match.standing
    sign = -1 if standing.table.reversed else 1
    scored = [deal for deal in standing.deals if deal.scores is not None]
    turning, words = turning_point(match), told(match)

    def margin(name, deal):
        """By how much someone is ahead of the best other after a deal."""
        totals = {str(side): sign * deal.totals[side.index] for side in standing.sides}
        own = totals.pop(name)
        return own - max(totals.values())

    by_number = {deal.number: deal for deal in scored}
    winners = [str(side) for side in standing.outcome.winners]
    if turning:
        [winner] = winners
        place = scored.index(turning.deal)
        assert margin(winner, scored[place - 1]) == -turning.lag <= 0
        assert margin(winner, turning.deal) == turning.lead
        assert all(margin(winner, deal) > 0 for deal in scored[place:])
        assert place * 5 >= len(scored)
    elif len(winners) == 1 and margin(winners[0], scored[-1]):
        ahead = [margin(winners[0], deal) > 0 for deal in scored]
        assert all(ahead[-(-len(scored) // 5) - 1 :])
    text = " ".join(words)
    side_names = "|".join(re.escape(str(side)) for side in standing.sides)
    for name, points, number in re.findall(
        rf"({side_names}) w\w+ (\d+) behind .*? deal (\d+)", text
    ):
        assert -margin(name, by_number[int(number)]) == int(points)
        assert min(margin(name, deal) for deal in scored) == -int(points)
    for number, best in re.findall(
        r"behind .*? deal (\d+)\. The best answer came in deal (\d+)", text
    ):
        first, last = (scored.index(by_number[int(each)]) for each in (number, best))
        until = scored.index(turning.deal) if turning else len(scored) - 1
        margins = [margin(name, deal) for deal in scored]
        gains = {n: margins[n] - margins[n - 1] for n in range(first + 1, until + 1)}
        assert gains[last] == max(gains.values()) > 0
    for names, total, number in re.findall(r"(\S.*?) were level at (\S+) after deal (\d+)", text):
        level = standing.table.best_of(by_number[int(number)].totals)
        assert all(str(side) in names for side in level)
        reached = by_number[int(number)].totals[level[0].index]
        assert total == str(game.signed_total(reached))
    for points, number in re.findall(r"came within (\d+) after deal (\d+)", text):
        assert margin(winners[0], by_number[int(number)]) == int(points)
    assert bool(words) == (len(scored) > 1)
