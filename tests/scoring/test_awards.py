"""Awards: what each takes, how it is told, and which of several matches are shown."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.scoring.awards import AWARDS
from app.scoring.highlights import awards_of, choose_awards, lead_history
from app.symbols import symbols
from testkit.match import CAST, Match, match_file
from testkit.play import Played, play_at_random
from tests.games.trex import KINGDOM, TREX
from tests.games.trico import counts
from tests.little_kings import GAME as LITTLE_KINGS
from tests.scoring.highlight_cases import BEHIND, LEVEL, TARGETS, ended, tribello

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def told(match, key):
    """Who has won an award of this kind, and for what."""
    return [
        f"{award.holder}: {award.sentence}" for award in awards_of(match) if award.kind.key == key
    ]


# --- where everybody has a total ----------------------------------------------------------------

GAINS, LOSES = [2, -1, -1], [-2, 1, 1]
CLOSE = [[2, 1, -3], [2, 2, -4], [3, 3, -6]]
GENERAL = [
    (
        "late_riser",
        [BEHIND, [0, -1, 1], BEHIND, [3, -2, -1]],
        ["Anna: last after deal 3, first at the end"],
    ),
    # Last in the first half only, and last beside another.
    ("late_riser", [BEHIND, [2, -1, -1], LEVEL, LEVEL], []),
    ("late_riser", [LEVEL, LEVEL, [-1, 2, -1], [3, -2, -1]], []),
    (
        "comeback",
        [BEHIND, BEHIND, LEVEL, [5, -3, -2]],
        ["Anna: 4 behind after deal 2, first at the end"],
    ),
    ("comeback", [BEHIND, [2, -1, -1], *[[2, -2, 0]] * 3], []),
    ("front_runner", [GAINS, LEVEL, LEVEL, LEVEL], ["Anna: ahead after every one of 4 deals"]),
    ("front_runner", [LEVEL, GAINS, LEVEL, LEVEL], []),
    ("front_runner", [GAINS, LEVEL, LEVEL], []),
    ("whisker", [*CLOSE, *CLOSE], ["Anna: won by 2"]),
    ("whisker", [*CLOSE, [3, 0, -3], *CLOSE[1:]], []),
    ("whisker", CLOSE, []),
    ("pace_setter", [[1, 0, -1], LEVEL, [-3, 2, 1], LEVEL], ["Anna: led after 2 of 4 deals"]),
    ("pace_setter", [[1, 0, -1], BEHIND, BEHIND, LEVEL], []),
    ("pace_setter", [[1, 0, -1], LEVEL, LEVEL, LEVEL], []),
    ("pace_setter", [[1, 0, -1], [-3, 2, 1]], []),
    ("roll", [LEVEL, GAINS, GAINS, GAINS], ["Anna: best of 3 deals in a row, 2 to 4"]),
    ("roll", [*[GAINS] * 4, LEVEL, *[GAINS] * 3], ["Anna: best of 4 deals in a row, 1 to 4"]),
    ("roll", [GAINS, GAINS, LEVEL, GAINS], []),
    ("roll", [GAINS, GAINS, [1, 1, -2]], []),
    ("high_point", [GAINS, [3, -2, -1], LOSES, LEVEL], ["Anna: +3 in deal 2"]),
    ("high_point", [GAINS, [-1, 2, -1], LEVEL, LEVEL], []),
    ("high_point", [GAINS, LEVEL, LEVEL], []),
    ("strong_finish", [*[LEVEL] * 6, GAINS, GAINS], ["Anna: +4 in the last 2 deals"]),
    ("strong_finish", [*[LEVEL] * 6, GAINS, [-2, 1, 1]], []),
    ("strong_finish", [*[LEVEL] * 5, GAINS, GAINS], []),
]


@pytest.mark.parametrize(("key", "scores", "awards"), GENERAL)
def test_an_award_of_any_game_is_won_by_the_totals(key, scores, awards):
    assert told(tribello(*scores), key) == awards


def test_a_late_riser_who_rose_later_has_more_of_it():
    def strength(*scores):
        return {it.kind.key: it.strength for it in awards_of(tribello(*scores))}["late_riser"]

    start, rise = [[-2, 1, 1], LEVEL, LEVEL, LEVEL], [3, -1, -2]

    assert strength(*start, rise, LEVEL) < strength(*start, LEVEL, rise)


def test_who_lost_least_in_the_end_has_not_finished_strongly():
    deals = [{"owner": 0} | TREX, *KINGDOM[:4], KINGDOM[4], *KINGDOM[:4]]

    assert told(ended("trex", *deals), "strong_finish") == []


def test_the_awards_of_any_game_are_all_in_this_table():
    assert {key for key, _scores, awards in GENERAL if awards} == {kind.key for kind in AWARDS}


def test_with_reversed_scores_the_lowest_deal_is_the_high_point_and_partners_share_an_award():
    deals = [{"owner": 0} | KINGDOM[0], *KINGDOM[1:4], out(1, 3, 0, 2)]
    awards = awards_of(ended("trex", *deals, reversed=True, partners=True))

    [award] = [award for award in awards if award.kind.key == "high_point"]
    assert str(award.sentence) == "−350 in deal 5"
    assert [str(seat) for seat in award.seats] == ["Bruno", "Dino"]


# --- Trex ---------------------------------------------------------------------------------------


def trex(*deals, **rules):
    """A match that was ended in its second kingdom, or before."""
    first, *others = deals
    return ended("trex", {"owner": 0} | first, *others, **rules)


def queens(*takers, **doubled):
    taken = dict(zip(["QS", "QH", "QD", "QC"], takers, strict=True))
    return {"contract": "queens", "queens": taken, "doubled": doubled}


def slaps(*tricks):
    return {"contract": "slaps", "tricks": list(tricks)}


def out(*seats):
    return {"contract": "trex", "out": list(seats)}


KING = KINGDOM[0]
BOTH_PAID = queens(1, 1, 2, 2, QS=0, QD=0)


def two_kingdoms(*deals):
    """Two kingdoms that begin with these, each filled up with the contracts that are left."""
    return [
        each
        for deal in deals
        for each in (deal, *(it for it in KINGDOM if it["contract"] != deal["contract"]))
    ]


SWEPT = slaps(1, 9, 2, 1)
DOUBLED_KING = KING | {"doubled": {"KH": 0}}


@pytest.mark.parametrize(
    ("key", "deals", "awards"),
    [
        ("good_nose", [BOTH_PAID], ["Anna: doubled 2 cards, both paid"]),
        ("good_nose", [BOTH_PAID, DOUBLED_KING], ["Anna: doubled 3 cards, all paid"]),
        ("good_nose", [queens(0, 1, 2, 2, QS=0, QD=0)], []),
        ("good_nose", [queens(1, 1, 2, 2, QS=0)], []),
        ("broom", two_kingdoms(SWEPT, slaps(3, 2, 4, 4)), ["Bruno: swept up 11 of 26 slaps"]),
        ("broom", two_kingdoms(slaps(4, 3, 3, 3), slaps(4, 3, 3, 3)), []),
        ("broom", [slaps(0, 13, 0, 0)], []),
        (
            "first_out",
            two_kingdoms(out(1, 0, 2, 3), out(1, 2, 0, 3)),
            ["Bruno: first out in 2 of 2 layouts"],
        ),
        ("first_out", two_kingdoms(out(1, 0, 2, 3), out(0, 1, 2, 3)), []),
        (
            "queens_passed",
            two_kingdoms(queens(1, 2, 3, 3), queens(1, 1, 1, 1)),
            ["Anna: took none of 8 queens"],
        ),
        ("queens_passed", two_kingdoms(queens(1, 2, 2, 1), queens(1, 1, 1, 1)), []),
        ("queens_passed", [queens(1, 2, 3, 3)], []),
    ],
)
def test_trex_has_awards_for_doubling_slaps_the_layout_and_queens(key, deals, awards):
    assert told(trex(*deals), key) == awards


def test_partners_have_none_for_what_came_home_or_was_counted_by_side():
    assert told(trex(BOTH_PAID, partners=True), "good_nose") == []
    assert told(trex(*two_kingdoms(SWEPT, slaps(7, 6)), partners=True), "broom") == []


def test_complex_counts_slaps_and_queens_too():
    complex_deal = {
        "contract": "complex",
        "king": 1,
        "queens": dict.fromkeys(["QS", "QH", "QD"], 1) | {"QC": 2},
        "diamonds": [0, 9, 2, 2],
        "tricks": [0, 9, 2, 2],
    }
    match = trex(complex_deal, TREX, complex_deal, TREX, complex=True)

    assert told(match, "broom") == ["Bruno: swept up 18 of 26 slaps"]


# --- the other games ----------------------------------------------------------------------------


def nullo(*tricks):
    """Nine deals on target, and then these of Nullo."""
    deals = [{"tricks": TARGETS[place % 3]} for place in range(9)]
    return ended("tribello", *deals, *({"tricks": list(taken)} for taken in tricks))


def whist(*hands):
    """Deals of a first and a second hand each, of a match without an end in sight."""
    deals = [{"first": first, "second": second} for first, second in hands]
    return ended("italian_whist", *deals, upper=99, lower=-99)


def trico(*rounds):
    return ended("trico", *rounds, players=2, entry="counts", target=99)


EVEN = [3, 3, 3]


@pytest.mark.parametrize(
    ("key", "match", "awards"),
    [
        (
            "bullseye",
            tribello(LEVEL, [0, 1, -1], [0, 1, -1], [1, 0, -1]),
            ["Anna: hit the target in 3 of 4 deals"],
        ),
        ("bullseye", tribello(LEVEL, LEVEL, LEVEL), []),
        ("bullseye", tribello([0, 1, -1], [0, 1, -1]), []),
        ("nullo", nullo((1, 6, 6), (2, 6, 5)), ["Anna: took 3 of 26 tricks in Nullo"]),
        ("nullo", nullo((3, 5, 5), (3, 5, 5)), []),
        ("nullo", nullo((1, 6, 6)), []),
        (
            "no_trick",
            whist((EVEN, [0, 4, 5]), (EVEN, EVEN), (EVEN, [0, 9, 0])),
            ["Anna: no trick in 2 of 3 second hands"],
        ),
        ("no_trick", whist((EVEN, [0, 9, 0]), (EVEN, [0, 9, 0])), []),
        ("no_trick", whist((EVEN, [0, 4, 5])), []),
        (
            "magnet",
            whist((EVEN, EVEN), ([7, 1, 1], EVEN)),
            ["Anna: 7 of 9 tricks in the first hand of deal 2"],
        ),
        ("magnet", whist(([7, 1, 1], EVEN), ([1, 7, 1], EVEN)), []),
        ("magnet", whist(([5, 2, 2], EVEN)), []),
        (
            "collector",
            trico(counts((2, 0, 0), (1, 0, 0)), counts((1, 0, 0), (1, 0, 0))),
            ["Anna: 3 sets in 2 rounds"],
        ),
        ("collector", trico(counts((2, 0, 0), (0, 1, 2))), []),
        ("collector", trico(counts((3, 0, 0), (3, 0, 0))), []),
        (
            "larger",
            trico(counts((1, 0, 0), (1, 0, 2)), counts((1, 0, 1), (1, 0, 2))),
            ["Bruno: 4 large cards in 2 rounds"],
        ),
        ("larger", trico(counts((1, 0, 1), (1, 0, 2))), []),
    ],
)
def test_each_game_has_awards_of_its_own(key, match, awards):
    assert told(match, key) == awards


def torite(tricks, left, *more, players=0, **about):
    deals = [{"tricks": tricks, "left": left, **about}, *more]
    return Match(match_file("torite", deals, players=players or len(tricks)))


def treasures():
    return torite([4, 6, 0, 2], ["7S", "KH", "2D", "9C"])


def rounds_of_two(players):
    last = {"tricks": [4, 8], "left": ["2D", "KC"]}
    return torite([8, 4], ["9S", "3H"], last, players=players)


@pytest.mark.parametrize(
    ("match", "awards"),
    [
        (
            treasures(),
            [
                "Carla: kept the 2♦, so only 2 came off",
                "Bruno: kept the K♥, worth 13",
                "Carla: took none of 12 tricks, as the pattern needs",
            ],
        ),
        (
            torite([6, 4, 2, 0], ["JH", "7S", "9C", "5D"]),
            ["Dino: took none of 12 tricks, as the pattern needs"],
        ),
        (
            torite([8, 4, 0], ["AH", "7S", "9C"], aside="5D"),
            [
                "Anna: kept the A♥, worth 14",
                "Carla: took none of 12 tricks, as the pattern needs",
            ],
        ),
        (
            rounds_of_two(2),
            ["Anna: kept the 2♦, so only 2 came off", "Bruno: kept the K♣, worth 13"],
        ),
        # The dummy has no use for an award.
        (rounds_of_two(1), ["Anna: kept the 2♦, so only 2 came off"]),
        (torite([6, 4, 2, 0], ["KS", "9H", "7H", "2D"]), []),
        (torite([5, 4, 3, 0], ["KS", "9H", "7C", "2D"]), []),
    ],
    ids=["four", "no great cards", "three", "two", "alone", "lost by suits", "lost by tricks"],
)
def test_a_won_torite_has_awards_for_who_did_what_and_a_lost_one_none(match, awards):
    assert [f"{award.holder}: {award.sentence}" for award in awards_of(match)] == awards


# --- whatever was played ------------------------------------------------------------------------


@EVERY_GAME
def test_each_game_can_give_awards_that_have_a_symbol_a_name_and_a_key_of_their_own(game):
    kinds = [*game.awards, *(() if game.wins_together else AWARDS)]

    assert len(kinds) >= 2
    for own in (lambda kind: kind.key, lambda kind: kind.icon, lambda kind: str(kind.name)):
        assert len(set(map(own, kinds))) == len(kinds)
    assert all(kind.icon in symbols() for kind in kinds)


@EVERY_GAME
@given(seed=st.integers(0, 2**32))
def test_any_match_has_awards_for_its_players_alone_each_with_a_count_and_once_for_each(game, seed):
    played = play_at_random(game, random.Random(seed))
    awards = awards_of(played.match)

    assert all(str(seat) in played.names for award in awards for seat in award.seats)
    assert all(re.search(r"\d", str(award.sentence)) for award in awards)
    assert all(0 < award.strength <= 1 for award in awards)
    won = [(award.kind.key, award.holder) for award in awards]
    assert len(set(won)) == len(won)
    strengths = [award.strength for award in awards]
    assert strengths == sorted(strengths, reverse=True)


def test_who_wins_together_has_none_for_leading():
    game = replace(LITTLE_KINGS, wins_together=True)
    match = Played(game, CAST)
    for answer in [{}, *["queens", [0, 1, 1, 2], [7, 1, 1, 1]] * 4]:
        match.answer(answer)

    assert match.standing.is_over
    assert awards_of(match.match) == []
    assert lead_history(match.match) is None


def test_a_match_that_goes_on_has_none():
    assert awards_of(Match(match_file("tribello", [{"tricks": [7, 4, 2]}] * 4))) == []


# --- of an evening ------------------------------------------------------------------------------

ROLLING = tribello(LEVEL, GAINS, GAINS, GAINS)


def name_at(_match, seat):
    return str(seat)


def chosen(*matches, **how):
    return [
        (str(award.holder), award.kind.key)
        for _match, award in choose_awards(matches, **{"person_at": name_at} | how)
    ]


def test_of_several_matches_the_strongest_three_are_shown_one_a_player_and_one_of_a_kind():
    slow = tribello(BEHIND, [0, -1, 1], BEHIND, [3, -2, -1])

    shown = chosen(ROLLING, slow, treasures())

    assert shown == [("Anna", "comeback"), ("Carla", "small_change"), ("Bruno", "treasurer")]
    assert chosen(ROLLING, slow, treasures(), most=1) == shown[:1]


def test_who_sat_at_a_seat_is_said_by_who_asks():
    # As if each match was played by one person with many hands.
    by_match = chosen(treasures(), treasures(), person_at=lambda match, _seat: id(match))
    assert by_match == [("Carla", "small_change"), ("Bruno", "treasurer")]


def test_partners_have_an_award_together_and_no_other_beside_it():
    deals = [{"owner": 0} | KINGDOM[0], *KINGDOM[1:]]
    match = ended("trex", *deals, partners=True)

    holders = [award.seats for _match, award in choose_awards([match], name_at)]
    named = [str(seat) for seats in holders for seat in seats]
    assert any(len(seats) == 2 for seats in holders)
    assert len(set(named)) == len(named)


def test_nothing_is_chosen_where_nothing_was_won():
    assert choose_awards([], name_at) == []
    assert choose_awards([torite([5, 4, 3, 0], ["KS", "9H", "7C", "2D"])], name_at) == []
