"""Tribello: a trick target for every role, twelve deals, four phases."""

import pytest

from app.games.tribello import GAME
from app.games.tribello.rulings import widow_left
from app.scoring import Refused
from testkit.play import play_at_random
from tests.games.tribello import ON_TARGET, tribello
from tests.golden import vectors

# --- scoring ------------------------------------------------------------------------------------


def test_each_of_the_105_ways_to_share_13_tricks_scores_as_the_table_says_in_each_deal():
    ways = [[a, b, 13 - a - b] for a in range(14) for b in range(14 - a)]
    assert len(ways) == 105

    for start in range(105):
        tricks = [ways[(start + 9 * number) % 105] for number in range(12)]

        expected = [by_the_table(number, each) for number, each in enumerate(tricks)]
        assert [row["scores"] for row in tribello(*tricks).rows] == expected


def by_the_table(number, tricks):
    """Scores by seat in deal `number`, from 0: above the target, or in Nullo below it."""
    roles = [(seat - number) % 3 for seat in range(3)]
    if number < 9:
        return [taken - [6, 4, 3][role] for taken, role in zip(tricks, roles, strict=True)]
    return [[3, 4, 6][role] - taken for taken, role in zip(tricks, roles, strict=True)]


def test_every_score_names_the_target_that_is_a_limit_in_nullo_and_swapped_there():
    trumps, nullo = tribello([7, 4, 2]), tribello(*ON_TARGET[:9], [1, 6, 6])

    assert trumps.parts("Anna") == [(1, "7 tricks, target 6")]
    assert nullo.parts("Anna") == [(2, "1 trick, limit 3")]
    assert tribello().targets == {"Anna": 6, "Bruno": 4, "Carla": 3}
    assert nullo.targets == {"Bruno": 3, "Carla": 4, "Anna": 6}


# --- miscounts ----------------------------------------------------------------------------------

NO_NUMBERS = "is not a list of 3 numbers, one for each player."


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ([6, 4, 0], ["That makes 10, not 13: 3 tricks missing."]),
        ([6, 4, 4], ["That makes 14, not 13: 1 trick too many."]),
        ([-1, 14, 0], ["Anna cannot have −1.", "Bruno cannot have 14: there are only 13 tricks."]),
        (["7", 4, 2], ["“7” is not a whole number."]),
        ([7.0, 4, 2], ["“7.0” is not a whole number."]),
        ([True, 6, 6], ["“true” is not a whole number."]),
        ([None, 7, 6], ["How many for Anna?"]),
        ([7, 6], [f"“[7, 6]” {NO_NUMBERS}"]),
        ([7, 4, 2, 0], [f"“[7, 4, 2, 0]” {NO_NUMBERS}"]),
        ("742", [f"“742” {NO_NUMBERS}"]),
        ({"Anna": 13}, [f'“{{"Anna": 13}}” {NO_NUMBERS}']),
        (None, ["This needs an answer."]),
    ],
)
def test_tricks_that_are_no_three_numbers_that_make_13_are_refused(tricks, words):
    match = tribello({"tricks": tricks})

    assert match.problems == words
    assert match.refused_at == (1, "tricks")


# --- the schedule -------------------------------------------------------------------------------


def test_twelve_deals_in_four_phases_of_three():
    first, fourth = ({"trump": suit, "tricks": [6, 4, 3]} for suit in ("hearts", "clubs"))
    match = tribello(first, *ON_TARGET[1:3], fourth, *ON_TARGET[4:])

    assert match.dealers == match.leaders == ["Anna", "Bruno", "Carla"] * 4
    phases = ["Cut trump", "Dealer’s trump", "No trumps", "Nullo"]
    assert [str(deal.name) for deal in match.deals] == [name for name in phases for _ in range(3)]
    assert match.trumps == ["Hearts", "–", "–", "Clubs", "–", "–", *["No trumps"] * 6]
    assert [[str(note) for note in deal.notes] for deal in match.deals[2::3]] == [
        ["New phase: Dealer’s trump."],
        ["New phase: No trumps."],
        ["New phase: Nullo."],
        [],
    ]
    assert not any(deal.notes for deal in match.deals if deal.number % 3)


def test_the_trump_is_one_of_the_four_suits_and_without_trumps_only_the_tricks_are_asked():
    for trump in ("notrump", "Hearts", "H", 1, ["hearts"], True):
        match = tribello({"trump": trump, "tricks": [7, 4, 2]})
        assert match.refused_at == (1, "trump")
        assert match.problem.endswith("is not one of: spades, hearts, diamonds, clubs.")
    for played in range(6, 12):
        named = tribello(*ON_TARGET[:played], {"trump": "hearts", "tricks": [5, 5, 3]})
        assert tribello(*ON_TARGET[:played]).next == (played + 1, "tricks")
        assert named.refused_at == (played + 1, "trump")
        assert named.problem == "“trump” is not asked in this deal."


def test_the_cut_card_or_the_dealer_makes_trumps():
    cut, named = tribello(), tribello(*ON_TARGET[:4])

    assert cut.next == (1, "trump")
    assert cut.asked == "Which suit was cut?"
    assert cut.instructions == ["Bruno cuts and shows the card: its suit is trumps."]
    assert named.next == (5, "trump")
    assert named.asked == "Bruno, which suit is trumps?"
    assert tribello({"trump": "spades"}).guidance == "Anna swaps first · Anna leads, win tricks"
    assert tribello(*ON_TARGET[:9]).guidance == "Anna swaps first · Anna leads, avoid tricks"


# --- house rules --------------------------------------------------------------------------------


def test_trumps_are_named_before_the_dealers_own_swap_or_after_it():
    before = tribello(*ON_TARGET[:3])
    after = tribello(*ON_TARGET[:3], trump_named="after_widow")

    assert not any("swaps" in line for line in before.instructions)
    assert after.instructions[-2:] == [
        "Anna swaps up to 13 cards with the widow first.",
        "Anna looks at the hand and names trumps.",
    ]
    assert before.report["deals"] == after.report["deals"]
    never = tribello(trump_named="never")
    assert never.refused_at == (None, "rules.trump_named")
    assert never.problem == "“never” is not one of: before_widow, after_widow."


# --- deals that do not count --------------------------------------------------------------------


def test_a_misdeal_scores_nothing_and_moves_neither_dealer_nor_phase():
    misdeal = {"void": "misdeal"}
    match = tribello([7, 4, 2], misdeal)
    late = tribello(*ON_TARGET[:9], *[misdeal] * 3, [0, 0, 13])

    assert match.reasons == [None, "misdeal"]
    assert match.running_totals == [[1, 0, -1], [1, 0, -1]]
    assert match.dealers == ["Anna", "Bruno", "Bruno"]
    assert match.next == (3, "trump")
    assert late.scores == {"Anna": 3, "Bruno": 4, "Carla": -7}


def test_a_void_deal_has_no_reason_but_a_misdeal_and_may_tell_its_trump_but_no_tricks():
    for reason in ("appeal", "level_queens", "", 1, True, None, ["misdeal"]):
        assert tribello({"void": reason}).refused_at == (1, "void")
    assert tribello({"trump": "clubs", "void": "misdeal"}).trumps[0] == "Clubs"
    assert tribello({"void": "misdeal", "tricks": [7, 4, 2]}).refused_at == (1, "tricks")


@pytest.mark.parametrize("vector", vectors("widow"))
def test_the_widow_leaves_what_was_not_drawn(vector):
    if "error" in vector:
        with pytest.raises(Refused, match="at most 7 cards"):
            widow_left(vector["dealer"], vector["left"])
    else:
        assert widow_left(vector["dealer"], vector["left"]) == vector["rightMax"]


# --- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "winners", "ending"),
    [
        ([5, 6, 2], ["Carla"], "Carla: the highest total, +1."),
        ([3, 5, 5], ["Anna", "Bruno"], "Anna and Bruno share the win with +1 each."),
        ([4, 6, 3], ["Anna", "Bruno", "Carla"], "Anna, Bruno and Carla share the win with 0 each."),
    ],
)
def test_the_highest_total_wins_perhaps_together(last, winners, ending):
    match = tribello(*ON_TARGET[:11], last)

    assert match.winners == winners
    assert match.ending == ending
    assert match.next is None


def test_matches_at_random_add_up_to_nothing_and_stay_between_minus_65_and_91(rng):
    everything, nothing = [13, 0, 0], [0, 13, 0]
    assert tribello(*[everything] * 9, *[nothing] * 3).totals["Anna"] == 91
    assert tribello(*[nothing] * 9, *[everything] * 3).totals["Anna"] == -65
    for _ in range(10):
        standing = play_at_random(GAME, rng).standing

        assert len([deal for deal in standing.deals if not deal.void]) == 12
        assert all(sum(deal.totals) == 0 for deal in standing.deals)
        assert all(-65 <= total <= 91 for total in standing.totals)
