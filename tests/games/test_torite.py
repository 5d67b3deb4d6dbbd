"""The Torite: all win or lose together, by the pattern of tricks and the suits left in hand."""

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import Event
from testkit.match import CAST, Match, match_file
from testkit.play import Played
from tests.games.torite import torite

THREE = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
FOUR = {"tricks": [6, 4, 2, 0], "left": ["2S", "9H", "QD", "AC"]}
FIRST, SECOND = {"tricks": [8, 4], "left": ["9S", "3H"]}, {"tricks": [4, 8], "left": ["KD", "6C"]}


# --- what wins, and what it scores --------------------------------------------------------------


MORE = " The leftover cards do not all differ in suit: 2 × Diamonds."
TRICKS, SUITS, BOTH = ["tricks"], ["suits"], ["tricks", "suits"]
SIX_SIX = THREE | {"tricks": [6, 6, 0], "aside": "9D"}
SEVEN_FIVE, AND_BACK = FIRST | {"tricks": [7, 5]}, SECOND | {"tricks": [5, 7]}
TWO_SPADES = FIRST | {"left": ["9S", "3S"]}


@pytest.mark.parametrize(
    ("players", "deals", "reasons", "words"),
    [
        (4, [FOUR | {"tricks": [5, 4, 2, 1]}], TRICKS, "The tricks are 5-4-2-1, not 6-4-2-0."),
        (4, [FOUR | {"left": ["KS", "9H", "7H", "4D"]}], SUITS, "suit: 2 × Hearts."),
        (3, [SIX_SIX], BOTH, f"The tricks are 6-6-0, not 8-4-0.{MORE}"),
        (2, [FIRST, SECOND | {"tricks": [8, 4]}], TRICKS, "tricks of round 2 are 8-4, not 4-8."),
        (2, [SEVEN_FIVE, AND_BACK], TRICKS, "not 8-4."),
        (2, [FIRST, SECOND | {"left": ["KD", "6S"]}], SUITS, "suit: 2 × Spades."),
    ],
)
def test_a_loss_has_no_points_and_names_every_reason(players, deals, reasons, words):
    match = torite(players, *deals)

    assert (match.report["won"], match.report["score"]) == (False, None)
    assert match.report["lost_because"] == reasons
    assert match.ending.endswith(words)
    assert match.rows == [{}] * len(deals)
    assert not {"scores", "totals", "winners"} & match.report.keys()


# --- what each number of players needs, tried at random -----------------------------------------

RANK = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_match_is_won_or_lost_as_the_rules_say(players, rng):
    pack = [rank + suit for rank in RANK for suit in "SHDC" if players != 3 or RANK[rank] >= 5]
    pattern = {3: [8, 4, 0], 4: [6, 4, 2, 0]}.get(players, [8, 4])
    wins = 0
    for _ in range(100):
        left = one_of_each_suit(rng, pack) if rng.random() < 0.6 else rng.sample(pack, 4)
        tricks = rng.choice([rng.sample(pattern, len(pattern)), shared_out(rng, len(pattern))])
        right = sorted(tricks) == sorted(pattern)
        scoring = left
        if players > 2:
            deals = [{"tricks": tricks, "left": left[:players]}]
            deals[0] |= {"aside": left[3]} if players == 3 else {}
        else:
            second = rng.choice([tricks[::-1], tricks, shared_out(rng, 2)])
            deals = [{"tricks": tricks, "left": left[:2]}, {"tricks": second, "left": left[2:]}]
            right = right and second == tricks[::-1]
            tricks, scoring = second, left[2:]

        report = torite(players, *deals).report

        fits = {"tricks": right, "suits": len({card[-1] for card in left}) == 4}
        assert report["lost_because"] == [key for key, fit in fits.items() if not fit]
        assert report["won"] is all(fits.values())
        if report["won"]:
            most, least = (scoring[tricks.index(end)][:-1] for end in (pattern[0], pattern[-1]))
            assert report["score"] == RANK[most] - RANK[least] + 12
            assert report["score"] in (range(3, 22) if players == 3 else range(25))
            wins += 1
    assert wins > 10


def shared_out(rng, players):
    tricks = [0] * players
    for _ in range(12):
        tricks[rng.randrange(players)] += 1
    return tricks


def one_of_each_suit(rng, pack):
    return [rng.choice([card for card in pack if card[-1] == s]) for s in rng.sample("SHDC", 4)]


# --- miscounts ----------------------------------------------------------------------------------

NO_CARD = "is not a card of this pack."
NO_CARDS = "is not a list of 3 cards, one for each player."


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        ("tricks", [8, 4, 1], "That makes 13, not 12: 1 trick too many."),
        ("left", ["KH", "7S", "KH"], "K♥ is already Anna’s."),
        ("left", ["KH", "7S", "4D"], f"“4D” {NO_CARD}"),
        ("left", ["KH", "7S", "5d"], f"“5d” {NO_CARD}"),
        ("left", ["KH", "7S", 5], f"“5” {NO_CARD}"),
        ("left", ["KH", "7S", "D"], "Which rank?"),
        ("left", ["KH", "7S", "5"], "Which suit?"),
        ("left", ["KH", "7S", None], "Which card?"),
        ("left", ["KH", "7S"], f'“["KH", "7S"]” {NO_CARDS}'),
        ("left", "KH", f"“KH” {NO_CARDS}"),
        ("aside", "KH", "K♥ is already Anna’s."),
        ("aside", "3C", f"“3C” {NO_CARD}"),
        ("aside", ["9C"], f'“["9C"]” {NO_CARD}'),
    ],
)
def test_what_cannot_be_is_refused_in_words(key, answer, words):
    match = torite(3, THREE | {key: answer})

    assert match.problem == words
    assert match.refused_at == (1, key)


@pytest.mark.parametrize(
    ("players", "deals", "at", "words"),
    [
        (2, [FIRST, SECOND | {"left": ["9S", "6C"]}], (2, "left"), "9♠ is already Anna’s."),
        (4, [FOUR | {"aside": "9C"}], (1, "aside"), "“aside” is not asked in this deal."),
        (3, [{"void": "appeal"}], (1, "void"), "“appeal” is not one of: misdeal."),
        (4, [{"tricks": FOUR["tricks"], "left": None}], (1, "left"), "This needs an answer."),
    ],
)
def test_what_is_not_asked_is_refused(players, deals, at, words):
    match = torite(players, *deals)

    assert match.problem == words
    assert match.refused_at == at


def test_four_players_have_twos_threes_and_fours_and_nobody_has_house_rules(sit_down):
    for low in ("2H", "3H", "4H"):
        assert torite(4, FOUR | {"left": ["2S", low, "QD", "AC"]}).problems == []
    for rule in ("target", "appeals"):
        assert sit_down("torite", players=3, **{rule: 1}).refused_at == (None, f"rules.{rule}")


# --- what is asked and told ---------------------------------------------------------------------


CLUBS = "The player with the 5♣ leads any card. If nobody has the 5♣, the player with the 6♣ leads."


@pytest.mark.parametrize(
    ("players", "line"),
    [
        (4, "The player with the 2♣ leads any card."),
        (3, CLUBS),
        (2, "Anna leads any card."),
        (1, "Anna leads any card."),
    ],
)
def test_spades_are_trumps_and_who_leads_depends_on_the_number_of_players(players, line):
    match = torite(players)

    assert match.trumps == ["Spades"]
    assert line in match.instructions


def test_tricks_are_asked_then_the_leftovers_then_the_card_set_aside():
    for known, key in enumerate(["tricks", "left", "aside"]):
        assert torite(3, dict([*THREE.items()][:known])).next == (1, key)


def test_the_second_round_follows_a_first_that_decides_nothing_and_tells_what_to_take():
    match = torite(2, FIRST)

    assert (match.is_over, match.report["won"], match.report["score"]) == (False, None, None)
    assert match.report["lost_because"] == []
    assert torite(2, SEVEN_FIVE).next == (2, "tricks")
    assert match.targets == {"Anna": 4, "Bruno": 8}
    assert match.instructions[1:4] == [
        "The winner of the last trick of round 1 leads any card.",
        "Anna must now take 4 tricks.",
        "Bruno must now take 8 tricks.",
    ]
    assert (match.dealers, match.leaders) == (["Anna", "–"], ["Anna", "–"])


def test_a_player_alone_plays_with_a_dummy_that_is_asked_for_like_a_player():
    match = torite(1, FIRST)

    assert match.report["players"] == ["Anna"]
    assert match.targets == {"Anna": 4, "Dummy": 8}


def test_a_misdeal_is_dealt_again_and_keeps_the_first_round():
    match = torite(2, FIRST, {"void": "misdeal"}, SECOND)

    assert match.rows == [{}, {"void": "misdeal"}, {}]
    assert match.report["score"] == 6 - 13 + 12


# --- a game that is lost already ----------------------------------------------------------------


def at_table(players, *answers):
    """A table that is asked one question after the other."""
    played = Played(GAMES["torite"], CAST[:players])
    for answer in ({}, *answers):
        played.answer(answer)
    return played


@pytest.mark.parametrize(
    ("players", "answers", "asked"),
    [
        (4, [[5, 4, 2, 1]], None),
        (3, [[6, 6, 0]], None),
        (3, [[8, 4, 0], ["KH", "7H", "5D"]], None),
        (1, [[7, 5]], None),
        (2, [[8, 4], ["9S", "3S"]], None),
        (2, [[8, 4], ["9S", "3H"], [8, 4]], None),
        (1, [[4, 8]], "left"),
        (2, [[4, 8], ["9S", "3H"]], "tricks"),
        (3, [[4, 8, 0], ["KH", "7S", "5D"]], "aside"),
    ],
)
def test_a_table_is_asked_nothing_more_once_a_win_is_gone(players, answers, asked):
    standing = at_table(players, *answers).standing

    assert (standing.prompt and standing.prompt.key) == asked
    if not asked:
        assert standing.outcome.won is False
        assert all(deal.is_over for deal in standing.deals)


def test_tricks_that_were_miscounted_bring_the_question_back():
    match = at_table(1, [7, 5]).match.accept(Event("correction", 1, "tricks", [8, 4]))

    assert match.standing.prompt.key == "left"


@pytest.mark.parametrize(
    ("answers", "deals", "reason"),
    [
        ([[7, 5]], [{"tricks": [7, 5], "left": None}], "tricks"),
        ([[8, 4], ["9S", "3S"]], [TWO_SPADES, {"tricks": None}], "suits"),
    ],
)
def test_the_file_of_a_lost_game_says_that_nothing_more_was_asked(answers, deals, reason):
    lost = at_table(2, *answers).file

    assert lost["deals"] == deals
    report = Match(lost).report
    assert (report["over"], report["won"], report["next"]) == (True, False, None)
    assert report["lost_because"] == [reason]


def test_a_file_says_nothing_of_a_round_that_nobody_played():
    lost = at_table(2, [8, 4], ["9S", "3S"]).file
    lost["deals"][1]["left"] = ["KD", "6C"]

    assert Match(lost).problem == "“left” is not asked in this deal."


@pytest.mark.parametrize(
    ("players", "deals", "lost_because"),
    [
        (3, [SIX_SIX], BOTH),
        (2, [SEVEN_FIVE, AND_BACK], TRICKS),
        (2, [TWO_SPADES, SECOND], SUITS),
    ],
)
def test_a_log_that_went_on_after_the_loss_still_leads_to_it(players, deals, lost_because):
    file = match_file("torite", deals, players=players)
    entries = [(0, "rules", {})]
    entries += [(n, key, answer) for n, deal in enumerate(deals, 1) for key, answer in deal.items()]
    lines = [
        {"at": None, "kind": "entry", "deal": deal, "key": key, "answer": answer}
        for deal, key, answer in entries
    ]
    file["log"] = {"players": file["players"], "lines": lines}

    match = matchfile.open_match(matchfile.MatchFile(**file))

    assert match.last_line == len(lines)
    assert match.standing.outcome.lost_because == tuple(lost_because)
    assert matchfile.as_file(match)["deals"] == deals
