"""The Torite: all win or lose together, by the pattern of tricks and the suits left in hand."""

from itertools import permutations

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import Event
from tests.front_door import CAST, Match, match_file
from tests.play import Played

THREE = {"tricks": [8, 4, 0], "left": ["KH", "7S", "5D"], "aside": "9C"}
FOUR = {"tricks": [6, 4, 2, 0], "left": ["2S", "9H", "QD", "AC"]}
FIRST_ROUND = {"tricks": [8, 4], "left": ["9S", "3H"]}
SECOND_ROUND = {"tricks": [4, 8], "left": ["KD", "6C"]}


def three(**changes):
    return [THREE | changes]


def four(**changes):
    return [FOUR | changes]


def two(**second_round):
    return [FIRST_ROUND, SECOND_ROUND | second_round]


# --- three and four players ---------------------------------------------------------------------


def test_most_minus_least_plus_twelve_is_the_score_of_a_win(sit_down):
    match = sit_down("torite", three(), players=3)

    assert match.report["won"] is True
    assert match.report["score"] == 13 - 5 + 12


def test_four_players_score_by_the_cards_of_six_and_no_tricks(sit_down):
    match = sit_down("torite", four(), players=4)

    assert match.report["score"] == 2 - 14 + 12


def test_a_win_without_points_is_still_a_win(sit_down):
    match = sit_down("torite", four(), players=4)

    assert match.report["won"] is True
    assert match.report["score"] == 0


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
def test_it_does_not_matter_who_takes_how_many_tricks(sit_down, order):
    tricks = [FOUR["tricks"][seat] for seat in order]
    left = [FOUR["left"][seat] for seat in order]

    match = sit_down("torite", [{"tricks": tricks, "left": left}], players=4)

    assert match.report["score"] == 0


@pytest.mark.parametrize(
    ("high", "low", "score"),
    [("AS", "2H", 24), ("JS", "10H", 13), ("QS", "JH", 13), ("KS", "QH", 13), ("AS", "KH", 13)],
)
def test_court_cards_count_eleven_to_fourteen(sit_down, high, low, score):
    match = sit_down("torite", four(left=[high, "9D", "3C", low]), players=4)

    assert match.report["score"] == score


def test_the_other_leftovers_count_for_their_suit_only(sit_down):
    low = sit_down("torite", four(left=["2S", "3H", "4D", "AC"]), players=4)
    high = sit_down("torite", four(left=["2S", "KH", "QD", "AC"]), players=4)

    assert low.report["score"] == high.report["score"]


@pytest.mark.parametrize(
    ("deal", "score"),
    [
        ({"left": ["AS", "9H", "5C"], "aside": "10D"}, 21),
        ({"tricks": [4, 8, 0], "left": ["6S", "5H", "AD"], "aside": "QC"}, 3),
    ],
)
def test_three_players_score_from_3_to_21(sit_down, deal, score):
    match = sit_down("torite", three(**deal), players=3)

    assert match.report["score"] == score


def test_a_wrong_pattern_of_tricks_loses(sit_down):
    match = sit_down("torite", four(tricks=[5, 4, 2, 1]), players=4)

    assert match.report["won"] is False
    assert match.report["lost_because"] == ["tricks"]
    assert match.ending == "The tricks are 5-4-2-1, not 6-4-2-0."


@pytest.mark.parametrize("tricks", [[12, 0, 0, 0], [3, 3, 3, 3], [8, 4, 0, 0], [6, 3, 2, 1]])
def test_no_other_pattern_will_do_for_four(sit_down, tricks):
    match = sit_down("torite", four(tricks=tricks), players=4)

    assert match.report["lost_because"] == ["tricks"]


def test_two_leftovers_of_one_suit_lose(sit_down):
    match = sit_down("torite", four(left=["KS", "9H", "7H", "4D"]), players=4)

    assert match.report["lost_because"] == ["suits"]
    assert match.ending == "The leftover cards do not all differ in suit: 2 × Hearts."


def test_the_card_set_aside_counts_for_its_suit(sit_down):
    match = sit_down("torite", three(aside="9D"), players=3)

    assert match.report["lost_because"] == ["suits"]


def test_the_rank_of_the_card_set_aside_is_never_used(sit_down):
    match = sit_down("torite", three(aside="AC"), players=3)

    assert match.report["score"] == 20


def test_a_loss_has_no_points_and_names_every_reason(sit_down):
    match = sit_down("torite", three(tricks=[6, 6, 0], aside="9D"), players=3)

    assert match.report["won"] is False
    assert match.report["score"] is None
    assert match.report["lost_because"] == ["tricks", "suits"]
    assert match.ending == (
        "The tricks are 6-6-0, not 8-4-0."
        " The leftover cards do not all differ in suit: 2 × Diamonds."
    )


def test_nobody_scores_for_themselves(sit_down):
    match = sit_down("torite", three(), players=3)

    assert match.rows == [{}]
    assert not {"scores", "totals", "winners"} & match.report.keys()


# --- two players, and one with a dummy ----------------------------------------------------------


def test_two_players_score_by_the_cards_left_in_the_second_round(sit_down):
    match = sit_down("torite", two(), players=2)

    assert match.report["won"] is True
    assert match.report["score"] == 6 - 13 + 12


def test_the_second_round_is_the_reverse_of_the_first(sit_down):
    match = sit_down("torite", two(tricks=[8, 4]), players=2)

    assert match.report["lost_because"] == ["tricks"]
    assert match.ending == "The tricks of round 2 are 8-4, not 4-8."


@pytest.mark.parametrize(
    ("first", "second"), [([7, 5], [5, 7]), ([8, 4], [5, 7]), ([12, 0], [0, 12])]
)
def test_two_players_need_eight_and_four(sit_down, first, second):
    deals = [FIRST_ROUND | {"tricks": first}, SECOND_ROUND | {"tricks": second}]

    match = sit_down("torite", deals, players=2)

    assert match.report["lost_because"] == ["tricks"]


def test_all_four_leftovers_of_both_rounds_are_of_different_suits(sit_down):
    match = sit_down("torite", two(left=["KD", "6S"]), players=2)

    assert match.report["lost_because"] == ["suits"]


def test_a_file_of_a_first_round_that_went_wrong_may_go_on_with_the_second(sit_down):
    match = sit_down("torite", [FIRST_ROUND | {"tricks": [7, 5]}], players=2)

    assert not match.is_over
    assert match.next == (2, "tricks")


def test_the_second_round_tells_each_player_how_many_to_take(sit_down):
    match = sit_down("torite", [FIRST_ROUND], players=2)

    assert match.targets == {"Anna": 4, "Bruno": 8}
    assert match.told[1:4] == [
        "The winner of the last trick of round 1 leads any card.",
        "Anna must now take 4 tricks.",
        "Bruno must now take 8 tricks.",
    ]


def test_the_first_player_deals_and_leads_round_one(sit_down):
    match = sit_down("torite", [FIRST_ROUND], players=2)

    assert match.dealers == ["Anna", "–"]
    assert match.leaders == ["Anna", "–"]


def test_a_player_alone_plays_with_a_dummy(sit_down):
    deals = [
        {"tricks": [4, 8], "left": ["2D", "QC"]},
        {"tricks": [8, 4], "left": ["JS", "4H"]},
    ]

    match = sit_down("torite", deals, players=1)

    assert match.report["score"] == 11 - 4 + 12
    assert match.report["players"] == ["Anna"]


def test_the_dummy_is_asked_for_like_a_player(sit_down):
    match = sit_down("torite", [FIRST_ROUND], players=1)

    assert match.targets == {"Anna": 4, "Dummy": 8}


# --- what each number of players needs, tried at random -----------------------------------------

RANK = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}


@pytest.mark.parametrize("players", [3, 4])
def test_one_round_is_won_or_lost_as_the_rules_say(players, rng):
    pack = [rank + suit for rank in RANK for suit in "SHDC" if players == 4 or RANK[rank] >= 5]
    pattern = [8, 4, 0] if players == 3 else [6, 4, 2, 0]
    wins = 0
    for _ in range(200):
        tricks = rng.choice([rng.sample(pattern, players), shared_out(rng, players)])
        cards = one_of_each_suit(rng, pack) if rng.random() < 0.6 else rng.sample(pack, 4)
        deal = {"tricks": tricks, "left": cards[:players]}
        if players == 3:
            deal["aside"] = cards[3]

        report = Match(match_file("torite", [deal], players=players)).report

        fits = {"tricks": sorted(tricks) == sorted(pattern), "suits": len(suits(cards)) == 4}
        assert report["lost_because"] == [key for key, fit in fits.items() if not fit]
        assert report["won"] is all(fits.values())
        if report["won"]:
            most, least = cards[tricks.index(pattern[0])], cards[tricks.index(0)]
            assert report["score"] == RANK[most[:-1]] - RANK[least[:-1]] + 12
            assert report["score"] in (range(3, 22) if players == 3 else range(25))
            wins += 1
    assert wins > 20


@pytest.mark.parametrize("players", [1, 2])
def test_two_rounds_are_won_or_lost_as_the_rules_say(players, rng):
    pack = [rank + suit for rank in RANK for suit in "SHDC"]
    wins = 0
    for _ in range(200):
        first = rng.choice([[8, 4], [4, 8], shared_out(rng, 2)])
        second = rng.choice([first[::-1], first, shared_out(rng, 2)])
        cards = one_of_each_suit(rng, pack) if rng.random() < 0.6 else rng.sample(pack, 4)
        deals = [
            {"tricks": first, "left": cards[:2]},
            {"tricks": second, "left": cards[2:]},
        ]

        report = Match(match_file("torite", deals, players=players)).report

        right = sorted(first) == [4, 8] and first == second[::-1]
        fits = {"tricks": right, "suits": len(suits(cards)) == 4}
        assert report["lost_because"] == [key for key, fit in fits.items() if not fit]
        if report["won"]:
            most, least = cards[2 + second.index(8)], cards[2 + second.index(4)]
            assert report["score"] == RANK[most[:-1]] - RANK[least[:-1]] + 12
            wins += 1
    assert wins > 20


def shared_out(rng, players):
    tricks = [0] * players
    for _ in range(12):
        tricks[rng.randrange(players)] += 1
    return tricks


def one_of_each_suit(rng, pack):
    return [rng.choice([card for card in pack if card[-1] == s]) for s in rng.sample("SHDC", 4)]


def suits(cards):
    return {card[-1] for card in cards}


# --- miscounts ----------------------------------------------------------------------------------


def test_a_miscount_is_refused_with_the_difference(sit_down):
    match = sit_down("torite", three(tricks=[8, 4, 1]), players=3)

    assert match.problem == "That makes 13, not 12: 1 trick too many."
    assert match.refused_at == (1, "tricks")


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (["KH", "7S", "KH"], "K♥ is already Anna’s."),
        (["KH", "7S", "4D"], "“4D” is not a card of this pack."),
        (["KH", "7S", "2C"], "“2C” is not a card of this pack."),
        (["KH", "7S", "1D"], "“1D” is not a card of this pack."),
        (["KH", "7S", "5d"], "“5d” is not a card of this pack."),
        (["KH", "7S", "5♦"], "“5♦” is not a card of this pack."),
        (["KH", "7S", 5], "“5” is not a card of this pack."),
        (["KH", "7S", "D"], "Which rank?"),
        (["KH", "7S", "5"], "Which suit?"),
        (["KH", "7S", None], "Which card?"),
        (["KH", "7S"], '“["KH", "7S"]” is not a list of 3 cards, one for each player.'),
        ("KH", "“KH” is not a list of 3 cards, one for each player."),
    ],
)
def test_a_card_that_cannot_be_left_is_refused(sit_down, left, words):
    match = sit_down("torite", three(left=left), players=3)

    assert match.problem == words
    assert match.refused_at == (1, "left")


@pytest.mark.parametrize(
    ("aside", "words"),
    [
        ("KH", "K♥ is already Anna’s."),
        ("3C", "“3C” is not a card of this pack."),
        (["9C"], '“["9C"]” is not a card of this pack.'),
    ],
)
def test_a_card_that_cannot_be_set_aside_is_refused(sit_down, aside, words):
    match = sit_down("torite", three(aside=aside), players=3)

    assert match.problem == words
    assert match.refused_at == (1, "aside")


@pytest.mark.parametrize("low", ["2H", "3H", "4H"])
def test_the_twos_threes_and_fours_are_in_the_pack_of_four_players(sit_down, low):
    match = sit_down("torite", four(left=["2S", low, "QD", "AC"]), players=4)

    assert match.problems == []


def test_a_card_left_in_the_first_round_is_not_left_in_the_second(sit_down):
    match = sit_down("torite", two(left=["9S", "6C"]), players=2)

    assert match.problem == "9♠ is already Anna’s."
    assert match.refused_at == (2, "left")


def test_only_three_players_set_a_card_aside(sit_down):
    match = sit_down("torite", four(aside="9C"), players=4)

    assert match.refused_at == (1, "aside")


# --- the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_spades_are_always_trumps(sit_down, players):
    match = sit_down("torite", players=players)

    assert match.trumps == ["Spades"]


@pytest.mark.parametrize(
    ("players", "line"),
    [
        (4, "The player with the 2♣ leads any card."),
        (
            3,
            "The player with the 5♣ leads any card. If nobody has the 5♣, the player with the 6♣"
            " leads.",
        ),
        (2, "Anna leads any card."),
        (1, "Anna leads any card."),
    ],
)
def test_who_leads_depends_on_the_number_of_players(sit_down, players, line):
    match = sit_down("torite", players=players)

    assert line in match.told


def test_tricks_are_asked_then_the_leftovers_then_the_card_set_aside(sit_down):
    tricks, left = {"tricks": THREE["tricks"]}, {"left": THREE["left"]}

    assert sit_down("torite", players=3).next == (1, "tricks")
    assert sit_down("torite", [tricks], players=3).next == (1, "left")
    assert sit_down("torite", [tricks | left], players=3).next == (1, "aside")


def test_an_unfinished_match_is_neither_won_nor_lost(sit_down):
    match = sit_down("torite", [FIRST_ROUND], players=2)

    assert match.report["won"] is None
    assert match.report["score"] is None
    assert match.report["lost_because"] == []
    assert match.report["over"] is False


@pytest.mark.parametrize("rule", ["target", "appeals"])
def test_there_are_no_house_rules(sit_down, rule):
    match = sit_down("torite", players=3, **{rule: 1})

    assert match.refused_at == (None, f"rules.{rule}")


# --- deals that do not count --------------------------------------------------------------------


def test_a_misdeal_is_dealt_again(sit_down):
    match = sit_down("torite", [{"void": "misdeal"}, THREE], players=3)

    assert match.rows == [{"void": "misdeal"}, {}]
    assert match.report["score"] == 20


def test_a_second_round_thrown_in_keeps_the_first(sit_down):
    match = sit_down("torite", [FIRST_ROUND, {"void": "misdeal"}, SECOND_ROUND], players=2)

    assert match.report["score"] == 5


def test_there_is_no_reason_but_a_misdeal(sit_down):
    match = sit_down("torite", [{"void": "appeal"}], players=3)

    assert match.refused_at == (1, "void")


@pytest.mark.parametrize(("players", "deals"), [(4, four()), (3, three()), (2, two()), (1, two())])
def test_a_deal_after_the_end_is_refused(sit_down, players, deals):
    match = sit_down("torite", [*deals, deals[0]], players=players)

    assert match.problem == f"The match was over after deal {len(deals)}."


# --- a game that is lost already ----------------------------------------------------------------


def at_table(players, *answers):
    """A table that is asked one question after the other."""
    played = Played(GAMES["torite"], CAST[:players])
    for answer in ({}, *answers):
        played.answer(answer)
    return played


@pytest.mark.parametrize(
    ("players", "answers", "why"),
    [
        (4, [[5, 4, 2, 1]], "The tricks are 5-4-2-1, not 6-4-2-0."),
        (3, [[6, 6, 0]], "The tricks are 6-6-0, not 8-4-0."),
        (
            3,
            [[8, 4, 0], ["KH", "7H", "5D"]],
            "The leftover cards do not all differ in suit: 2 × Hearts.",
        ),
        (1, [[7, 5]], "The tricks of round 1 are 7-5, not 8-4."),
        (
            2,
            [[8, 4], ["9S", "3S"]],
            "The leftover cards do not all differ in suit: 2 × Spades.",
        ),
        (
            2,
            [[8, 4], ["9S", "3H"], [8, 4]],
            "The tricks of round 2 are 8-4, not 4-8.",
        ),
    ],
    ids=["tricks of 4", "tricks of 3", "suits of 3", "round 1", "suits of round 1", "round 2"],
)
def test_a_table_is_asked_nothing_more_once_a_win_is_gone(players, answers, why):
    standing = at_table(players, *answers).standing

    assert standing.prompt is None
    assert standing.outcome.won is False
    assert str(standing.outcome.why) == why
    assert all(deal.is_over for deal in standing.deals)


def test_a_game_that_can_still_be_won_goes_on():
    assert at_table(1, [4, 8]).standing.prompt.key == "left"
    assert at_table(2, [4, 8], ["9S", "3H"]).standing.prompt.key == "tricks"
    assert at_table(3, [4, 8, 0], ["KH", "7S", "5D"]).standing.prompt.key == "aside"


def test_tricks_that_were_miscounted_bring_the_question_back():
    match = at_table(1, [7, 5]).match

    match = match.accept(Event("correction", 1, "tricks", [8, 4]))

    assert match.standing.prompt.key == "left"


def test_the_file_of_a_lost_game_says_that_nothing_more_was_asked():
    lost = at_table(2, [7, 5]).file

    assert lost["deals"] == [{"tricks": [7, 5], "left": None}]
    report = Match(lost).report
    assert (report["over"], report["won"], report["next"]) == (True, False, None)
    assert report["lost_because"] == ["tricks"]


def test_the_file_of_a_game_that_round_one_lost_by_its_suits_says_so_too():
    lost = at_table(2, [8, 4], ["9S", "3S"]).file

    assert lost["deals"] == [{"tricks": [8, 4], "left": ["9S", "3S"]}, {"tricks": None}]
    assert Match(lost).report["lost_because"] == ["suits"]


def test_a_file_says_nothing_of_a_round_that_nobody_played():
    lost = at_table(2, [8, 4], ["9S", "3S"]).file
    lost["deals"][1]["left"] = ["KD", "6C"]

    assert Match(lost).problem == "“left” is not asked in this deal."


def test_a_game_that_can_be_won_is_not_over_without_its_cards():
    match = Match(match_file("torite", [{"tricks": [6, 4, 2, 0], "left": None}], players=4))

    assert match.problem == "This needs an answer."


@pytest.mark.parametrize(
    ("players", "deals", "lost_because"),
    [
        (4, [FOUR | {"tricks": [5, 4, 2, 1]}], ["tricks"]),
        (3, three(tricks=[6, 6, 0], aside="9D"), ["tricks", "suits"]),
        (2, [FIRST_ROUND | {"tricks": [7, 5]}, SECOND_ROUND | {"tricks": [5, 7]}], ["tricks"]),
        (2, [FIRST_ROUND | {"left": ["9S", "3S"]}, SECOND_ROUND], ["suits"]),
    ],
)
def test_a_log_that_went_on_after_the_loss_still_leads_to_it(players, deals, lost_because):
    file = match_file("torite", deals, players=players)
    lines = [{"at": None, "kind": "entry", "deal": 0, "key": "rules", "answer": {}}]
    for number, deal in enumerate(deals, start=1):
        for key, answer in deal.items():
            lines.append(
                {"at": None, "kind": "entry", "deal": number, "key": key, "answer": answer}
            )
    file["log"] = {"players": file["players"], "lines": lines}

    match = matchfile.open_match(matchfile.MatchFile(**file))

    assert match.last_line == len(lines)
    assert match.standing.outcome.lost_because == tuple(lost_because)
    assert matchfile.as_file(match)["deals"] == deals
