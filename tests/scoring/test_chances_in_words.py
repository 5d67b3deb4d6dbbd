"""What is said of what is still possible, and of what is enough to win."""

from dataclasses import replace
from itertools import product
from operator import ge

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games import GAMES
from app.games.trex.chances import chances_of as chances_of_trex
from app.games.trex.house_rules import USUAL
from app.games.tribello.chances import OpenDeal
from app.games.tribello.chances import chances_of as chances_of_tribello
from app.scoring import Table, Text
from app.scoring.chances import (
    CountMeasure,
    EnumeratedDeal,
    PointsMeasure,
    Stake,
    chances_of,
    distributions,
    need_of,
    scoreboard_of,
    unit_vectors,
)
from app.scoring.chances.stakes import can_gain_on_all
from testkit.match import CAST
from testkit.play import Played
from tests import games
from tests.scoring.words_of_chances import in_words, of_all, said, tables_in_words


def test_without_the_deck_a_round_of_trico_brings_up_to_thirteen(sit_down):
    """Five sets, and three large cards."""
    best, nothing = {"sets": 5, "pairs": 0, "large": 3}, {"sets": 0, "pairs": 0, "large": 0}
    begun, after = (
        sit_down("trico", deals, players=2, entry="counts", target=14)
        for deals in ([], [{"counts": [best, nothing]}])
    )

    assert in_words(begun.standing)[:5] == [
        "Round 1 cannot end the match yet",
        "Anna | in the lead | 14",
        "Bruno | in the lead | 14",
        "Anna: Anna and Bruno are level in the lead.",
        "Anna: Needs 14 more to reach 14.",
    ]
    assert after.totals == {"Anna": 13, "Bruno": 0}
    assert of_all(after.standing) == [
        "Round 2 can end the match: Anna can win then",
        "Anna | can win now | in the lead | 1",
        "Bruno | not with this deal | 13 | 14",
    ]
    annas, brunos = (said(need_of(after.standing, side)) for side in after.standing.sides)
    assert annas[1:4] == [
        "Needs 1 more to reach 14.",
        "Round 2: at best +13, at worst 0.",
        "Can reach 14 now.",
    ]
    assert brunos[1:] == [
        "Needs 14 more to reach 14.",
        "Round 2: at best +13, at worst 0.",
        "Cannot win if the match ends now.",
    ]


def test_a_tie_in_trico_can_be_won_by_those_whose_cards_allow_it(sit_down):
    """Both have three sets; Anna has card 9, so Bruno’s highest is lower."""
    plain = {"symbols": ["spade", "heart", "club"], "large": []}
    bruno, anna = [plain] * 3, [plain | {"number": 9}, plain, plain]
    tie, known = (
        sit_down("trico", [{"cards": [hand, bruno]}], players=2, entry="symbols", target=6)
        for hand in (bruno, anna)
    )

    assert (tie.next, known.next) == ((1, "tie"), (1, "tie"))
    ends = "Round 1 ends the match in any case:"
    assert of_all(tie.standing)[0] == f"{ends} Anna or Bruno can win"
    assert "Round 1 scores +6." in said(need_of(tie.standing, tie.standing.sides[0]))
    assert of_all(known.standing)[0] == f"{ends} Anna can win"


POSSIBLE, GONE = "A win is still possible.", "A win is no longer possible."
FROM_0_TO_24 = f"{POSSIBLE} It scores from 0 to 24."
ONE_SUIT = "The card still to name must be of this suit: clubs."
TWO_SUITS = "The cards still to name must be of these suits, one each: diamonds, clubs."
TAKE = ["Anna | must take 4 tricks now", "Bruno | must take 8 tricks now"]
TWICE = "The leftover cards do not all differ in suit: 2 × Hearts."
OF_THREE = {"tricks": [4, 8, 0]}
SIX_FIVE = {"tricks": [8, 4], "left": ["6S", "5H"]}


@pytest.mark.parametrize(
    ("players", "deals", "words"),
    [
        (4, [], [FROM_0_TO_24]),
        (3, [], [f"{POSSIBLE} It scores from 3 to 21."]),
        (2, [], [FROM_0_TO_24]),
        (4, [{"tricks": [5, 4, 2, 1]}], [GONE, "The tricks are 5-4-2-1, not 6-4-2-0."]),
        (3, [OF_THREE | {"left": ["6S", "5H", "AD"]}], [f"{POSSIBLE} It scores 3.", ONE_SUIT]),
        (3, [OF_THREE | {"left": ["6S", "5H", "AH"]}], [GONE, TWICE]),
        (2, [{"tricks": [7, 5]}], [GONE, "The tricks of round 1 are 7-5, not 8-4."]),
        (2, [SIX_FIVE], [FROM_0_TO_24, TWO_SUITS, *TAKE]),
        (2, [SIX_FIVE, {"tricks": [8, 4]}], [GONE, "The tricks of round 2 are 8-4, not 4-8."]),
    ],
)
def test_the_torite_says_whether_it_can_still_be_won(sit_down, players, deals, words):
    match = sit_down("torite", deals, players=players)

    assert of_all(match.standing) == words


def test_before_the_last_third_each_hears_how_far_behind_it_is(sit_down):
    """Anna has all tricks of the first deal."""
    match = sit_down("tribello", [{"tricks": [13, 0, 0]}])

    assert in_words(sit_down("tribello").standing)[0] == (
        "Anna, Bruno and Carla are level in the lead. 12 deals left."
    )
    assert in_words(match.standing) == [
        "Anna leads by 10. 11 deals left.",
        "Anna | leads by 10",
        "Carla | 10",
        "Bruno | 11",
        "Anna: Anna leads by 10. 11 deals left.",
        "Bruno: Bruno is 11 behind Anna. 11 deals left.",
        "Carla: Carla is 10 behind Anna. 11 deals left.",
    ]


def chances_of_trex_left(contracts, totals, **rules):
    """In the last kingdom of Trex with these `contracts` to be played."""
    table = GAMES["trex"].table(["Sami", "Lea", "Old Georg", "Marlene"])
    house = replace(USUAL, **rules)
    if house.partners:
        table.make_partners()
    table.totals = totals
    return chances_of_trex(table, table.deal(Text("now")), house, contracts, kingdoms=0)


def test_from_the_last_kingdom_on_each_hears_what_it_needs_and_what_brings_it():
    chances = chances_of_trex_left(["king", "queens", "trex"], (-10, 100, -305, -110))
    sami, lea, georg, marlene = (said(chances.need_of(side)) for side in chances.sides)

    assert sami == [
        "Gain 111 on Lea in 3 deals",
        "Possible without doubling.",
        "Lose no more than 99 on Marlene and 294 on Old Georg.",
        "King of hearts | Lea takes it · enough with doubling | 75 | 225",
        "Queens | Lea takes all four · enough with doubling | 100 | 300",
        "Trex | first, Lea last · enough | 150 | – *",
        "Together | 325 | 675",
        "Doubled: the taker pays twice, and the doubler gains once.",
        "110 would be a tie.",
    ]
    assert lea[:3] == [
        "Lose no more than 109 on Sami in 3 deals",
        "Lose no more than 209 on Marlene and 404 on Old Georg.",
        "King of hearts | Lea takes it | 75 | 225",
    ]
    assert georg[:2] == [
        "Gain 406 on Lea, 296 on Sami and 1 more in 3 deals",
        "Only with doubling.",
    ]
    assert marlene[:2] == [
        "Gain 211 on Lea and 101 on Sami in 3 deals",
        "Possible without doubling.",
    ]


def test_one_table_says_of_all_who_can_still_win():
    chances = chances_of_trex_left(["king", "queens", "trex"], (-10, 100, -305, -110))

    overview = chances.overview
    assert [str(overview.answer), *map(str, overview.lines)] == [
        "Everybody can still win",
        "Lea leads by 110. 3 deals left.",
    ]
    assert tables_in_words(overview.tables) == [
        "Lea | leads by 110",
        "Sami | 110 | 325 | 675",
        "Marlene | 210 | 325 | 675",
        "Old Georg | only by doubling | 405 | (325) | 675",
        "King of hearts | 75 | 225",
        "Queens | 100 | 300",
        "Trex | 150 | –",
    ]


@pytest.mark.parametrize(
    ("contracts", "totals", "answers", "of_all"),
    [
        # All that Sami can gain on Lea and on Marlene together takes both to be last.
        (
            ["diamonds", "trex"],
            (0, 200, -400, 200),
            ["Gain 201 on Lea and 201 on Marlene in 2 deals", "At most 280 to gain on Lea."],
            "Old Georg can no longer win",
        ),
        (
            ["diamonds", "trex"],
            (0, 281, 0, 0),
            ["Can no longer win: 281 behind Lea, at most 280 to gain."],
            "Lea has won: nobody can catch up",
        ),
        (
            ["diamonds", "trex"],
            (0, 280, 0, 0),
            ["At best level with Lea: 280 behind, at most 280 to gain."],
            "Nobody can overtake Lea any more, only draw level",
        ),
        # Of a Complex only is known what it brings if one takes everything.
        (
            ["complex", "trex"],
            (0, 649, 0, 0),
            [
                "Gain 650 on Lea in 2 deals",
                "Possible without doubling.",
                "Level with Old Georg and Marlene.",
            ],
            "Everybody can still win",
        ),
    ],
)
def test_possible_is_said_only_of_what_beats_everybody_at_once(contracts, totals, answers, of_all):
    chances = chances_of_trex_left(contracts, totals, complex="complex" in contracts)

    assert said(chances.need_of(chances.sides[0]))[: len(answers)] == answers
    assert str(chances.overview.answer) == of_all


def test_who_leads_by_less_than_what_is_lost_for_sure_is_said_to_stay_behind():
    table = GAMES["tribello"].table(CAST[:3])
    anna, bruno, carla = table.seats
    table.totals = (15, 0, -15)
    costs_anna = {anna: 10, bruno: 0, carla: 0}
    lost = OpenDeal(
        Text("lost"), Text("lost"), 0, False, costs_anna, lambda taken, aim: taken - aim
    )

    need = chances_of_tribello(table, [lost, lost]).need_of(table.sides[0])

    assert said(need) == ["Cannot stay ahead of Bruno any more."]


def before_the_last_two_deals(sit_down):
    """Tribello: Anna has −4, Bruno 0 and Carla +4, and two deals of nullo are to come."""
    counts = [*games.of("tribello").ON_TARGET[:10]]
    counts[0] = [2, 4, 7]
    return sit_down("tribello", [{"tricks": tricks} for tricks in counts])


def test_where_only_tricks_count_the_last_deals_are_told_in_tricks(sit_down):
    match = before_the_last_two_deals(sit_down)
    annas = said(need_of(match.standing, match.standing.sides[0]))

    assert match.totals == {"Anna": -4, "Bruno": 0, "Carla": 4}
    assert annas == [
        "Gain 9 on Carla and 5 on Bruno in 2 deals",
        "Both are Nullo. Enough in the two together:",
        "Anna | limits 6 + 4 | 5 at most",
        "Bruno | limits 3 + 6 | 4 more than Anna",
        "Carla | limits 4 + 3 | 6 more than Anna",
        "Deal 11 · Nullo | 15 | 16",
        "Deal 12 · Nullo | 14 | 11",
        "Together | 29 | 27",
        "Limits together: Anna 10, Bruno 9 and Carla 7; a trick is a point.",
        "8 on Carla or 4 on Bruno would be a tie.",
    ]
    assert of_all(match.standing)[0] == "Everybody can still win"


def test_the_tricks_that_are_enough_are_those_that_win(sit_down):
    match = before_the_last_two_deals(sit_down)
    chances = chances_of(match.standing)
    anna = chances.sides[0]
    lead = {1: 4, 2: 6}  # tricks that the others have to take more than Anna: see above

    for first, second in product(list(distributions(13, 3)), repeat=2):
        tricks = [sum(both) for both in zip(first, second, strict=True)]
        points = [limit - n for limit, n in zip((10, 9, 7), tricks, strict=True)]
        totals = chances.totals_after(points)
        is_enough = all(tricks[other] - tricks[0] >= more for other, more in lead.items())
        assert is_enough == (chances.winners_with(totals) == (anna.index,))
        assert not is_enough or tricks[0] <= 5


@given(data=st.data())
def test_a_way_to_beat_all_others_is_found_if_there_is_one(data):
    sides = data.draw(st.integers(2, 4))
    points = st.tuples(*[st.integers(-6, 6)] * sides)
    parts = data.draw(st.lists(st.lists(points, min_size=1, max_size=5), min_size=1, max_size=4))
    needs = data.draw(st.tuples(*[st.integers(-10, 14)] * (sides - 1)))
    own = data.draw(st.integers(0, sides - 1))

    ways = ([sum(column) for column in zip(*way, strict=True)] for way in product(*parts))
    gains = ([way[own] - n for i, n in enumerate(way) if i != own] for way in ways)
    is_there = any(all(map(ge, gain, needs)) for gain in gains)
    assert can_gain_on_all(needs, own, parts) == is_there
    assert not can_gain_on_all(needs, own, [*parts, []])


def test_nothing_can_be_said_before_the_house_rules_and_after_the_end(sit_down):
    begun = Played(GAMES["trex"], CAST).standing
    over = sit_down("torite", [{"tricks": [6, 4, 2, 0], "left": ["AS", "KH", "QD", "JC"]}])

    assert over.is_over
    assert (chances_of(begun), chances_of(over.standing)) == (None, None)
    nothing = "Nothing can be said before the first deal."
    assert (said(need_of(begun, begun.sides[0])), of_all(begun)) == ([nothing], [nothing])


# --- what is enough, in words -------------------------------------------------------------------


def needs_in_the_last(contract, *totals, **rules):
    """What each side needs in the last deal of a match of Trex with these totals."""
    table = GAMES["trex"].table(["Marwan", "Marlene", "Ben", "Dua"])
    house = replace(USUAL, **rules)
    table.reversed = house.reversed
    if house.partners:
        table.make_partners()
    table.totals = totals
    deal = table.deal(Text("last"))
    chances = chances_of_trex(table, deal, house, [contract], kingdoms=0)
    return [chances.need_of(side) for side in table.sides]


TWO_PLACES, NO_LONGER = "Go out two places ahead of Marwan.", "You can no longer win."
FEWER, MORE = (
    "Take at least 2 tricks fewer than Marwan.",
    "Take at most 6 tricks more than Marlene.",
)
TOGETHER, DEPENDS = (
    "Score +300 or better together.",
    "You can still win, but it depends on the others.",
)
DOUBLED, BACKWARDS, PAIRS = games.of("trex").HOUSES[1], {"reversed": True}, {"partners": True}
ENDS = ["3rd +100: not enough", "4th +50: not enough"]
BY_PLACE = ["1st +200: if Marwan is 3rd or 4th", "2nd +150: if Marwan is 4th"]
SHARED = [f"{row}, perhaps shared" for row in BY_PLACE]
REVERSED = [row.replace("+", "−") for row in BY_PLACE + ENDS]
NEVER = [f"{row}: not enough" for row in ("1st +200", "2nd +150")]
BY_PAIR = ["1st and 2nd +350: enough", "1st and 3rd +300: enough, perhaps shared"]
NEVER_BY_PAIR = [
    f"{row}: not enough"
    for row in ("1st and 4th +250", "2nd and 3rd +250", "2nd and 4th +200", "3rd and 4th +150")
]
BY_SLAPS = ["at most 5 −75 to 0: depends on Marwan", "at least 6 −195 to −90: not enough"]
SEVEN_TO_NINE = [
    f"{n} −{15 * n}: if Marlene takes at least {least}" for n, least in ((7, 1), (8, 2), (9, 3))
]
FAR_AHEAD = ["at most 6 −90 to 0: enough", *SEVEN_TO_NINE, "at least 10 −195 to −150: not enough"]
BY_KING = ["no K♥ 0 to +75: depends on Marlene", "the K♥ −150 to −75: not enough"]
FIRST_OR = ["1st +200: enough", "2nd +150: if Dua is 3rd or 4th", *ENDS]
FIRST_TWO = ["1st +200: enough", "2nd +150: enough", *ENDS]
UP_TO_ELEVEN = ["at most 11 None: depends on Marwan", "at least 12 None: not enough"]
NONE_OR_ONE = ["0 None: enough", "1 None: enough, perhaps shared"]
NONE_OR_ONE += ["at least 2 None: depends on Marlene"]


@pytest.mark.parametrize(
    ("contract", "totals", "rules", "seat", "answer", "rows"),
    [
        ("trex", (215, -10, -835, 130), {}, 3, TWO_PLACES, BY_PLACE + ENDS),
        ("trex", (215, -10, -835, 130), {}, 1, NO_LONGER, NEVER + ENDS),
        ("trex", (-215, 10, 835, -130), BACKWARDS, 3, TWO_PLACES, REVERSED),
        ("trex", (100, 0, -300, -300), {}, 1, TWO_PLACES, SHARED + ENDS),
        ("trex", (-300, -200), PAIRS, 0, TOGETHER, BY_PAIR + NEVER_BY_PAIR),
        ("trex", (60, 0, 0, 0), {}, 0, "Go out 1st or 2nd.", FIRST_TWO),
        ("trex", (60, 0, 0, 80), {}, 0, "You win if you go out 1st.", FIRST_OR),
        ("slaps", (0, -20, -300, -300), {}, 1, FEWER, BY_SLAPS),
        ("slaps", (100, 0, -300, -300), {}, 0, MORE, FAR_AHEAD),
        ("king", (10, 0, -500, -500), DOUBLED, 0, DEPENDS, BY_KING),
        ("king", (10, 0, -500, -500), DOUBLED, 2, NO_LONGER, []),
        ("complex", (155, 0, -3000, -3000), {}, 1, DEPENDS, UP_TO_ELEVEN),
        ("complex", (500, 0, -3000, -3000), {}, 0, "You win with at most 1 trick.", NONE_OR_ONE),
    ],
)
def test_what_is_enough_in_the_last_deal(contract, totals, rules, seat, answer, rows):
    need = needs_in_the_last(contract, *totals, **rules)[seat]

    lines = said(need)
    assert lines[0] == answer
    assert lines[1 + len(need.why) :] == rows


AHEAD, ONE_BEHIND = "Go out ahead of Marwan.", "Go out at most one place behind Marlene."


@pytest.mark.parametrize(
    ("lead", "marwans", "marlenes"),
    [
        (0, "Go out ahead of Marlene.", AHEAD),
        (20, "Go out ahead of Marlene.", AHEAD),
        (50, ONE_BEHIND, AHEAD),
        (75, ONE_BEHIND, TWO_PLACES),
        (100, "Go out at most two places behind Marlene.", TWO_PLACES),
        (
            150,
            "You win or share the win, whatever happens.",
            "Go out three places ahead of Marwan.",
        ),
    ],
)
def test_each_50_points_of_a_lead_are_worth_a_place(lead, marwans, marlenes):
    needs = needs_in_the_last("trex", lead, 0, -300, -300)

    assert [str(need.answer) for need in needs] == [marwans, marlenes, NO_LONGER, NO_LONGER]


FEW, MANY = (
    CountMeasure(Text(""), lambda n: Text("{n} of them", n=n), more_is_better=more)
    for more in (False, True)
)


@pytest.mark.parametrize(
    ("measure", "lead", "words"),
    [
        (FEW, 2, "Take at least 2 of them fewer than Anna."),
        (FEW, 0, "Take no more than Anna."),
        (FEW, -2, "Take at most 2 of them more than Anna."),
        (MANY, 2, "Take at least 2 of them more than Anna."),
        (MANY, 0, "Take no fewer than Anna."),
        (MANY, -2, "Take at most 2 of them fewer than Anna."),
        (PointsMeasure(Text("")), 2, "Score at least 2 points more than Anna."),
        (PointsMeasure(Text("")), 0, "Score no fewer points than Anna."),
        (PointsMeasure(Text("")), -2, "Score at most 2 points fewer than Anna."),
    ],
)
def test_a_lead_is_asked_for_as_more_or_fewer_whichever_is_better(measure, lead, words):
    anna = Table(CAST).sides[0]

    assert str(measure.lead_wanted(anna, lead)) == words


def test_what_is_enough_has_reasons():
    at_trex, at_slaps = (
        needs_in_the_last(contract, 100, 0, -300, -300)[1] for contract in ("trex", "slaps")
    )

    assert [str(line) for line in at_trex.why] == [
        "You are 100 behind Marwan; one place is worth 50.",
        "Ben and Dua can no longer win.",
        "Equal totals share the win.",
    ]
    assert str(at_slaps.why[0]) == "You are 100 behind Marwan; one trick costs 15."


def test_those_who_win_together_share_out_the_tricks_and_turn_them_round(sit_down):
    for players, left, rest in ((4, "6-4-2", "4-2-0"), (3, "8-4", "4-0"), (2, "8", "4")):
        standing = sit_down("torite", players=players).standing
        need = need_of(standing, standing.sides[0])
        assert str(need.answer).startswith(f"Share out the tricks {left}")
        assert str(need.rows[0].words) == f"if the others take {rest}"
        assert str(need.rows[-1].label) == "any other"
    second = sit_down("torite", [{"tricks": [8, 4], "left": ["2S", "3H"]}], players=2).standing
    said_to = [str(need_of(second, side).answer) for side in second.sides]
    assert said_to == ["Take 4 tricks.", "Take 8 tricks."]


def test_of_thousands_of_ways_only_what_two_sides_have_is_compared():
    """34 cards shared by four: 7,770 ways, but no more than 630 pairs of results."""
    compared = []

    class Compared(CountMeasure):
        def lead(self, one, other):
            compared.append((one, other))
            return super().lead(one, other)

    table = Table(CAST)
    table.totals = (10, 0, -20, -6)
    cards = Stake([(one, tuple(-n for n in one)) for one in unit_vectors(4)], times=34)
    measure = Compared(Text("cards"), lambda n: Text("{n} cards", n=n))
    last = EnumeratedDeal(*scoreboard_of(table), measure, [cards])

    assert said(last.need_of(table.sides[1])) == [
        "Take at least 10 cards fewer than Anna. Take at most 6 cards more than Dino.",
        "You are 10 behind Anna and 6 ahead of Dino.",
        "Carla can no longer win.",
        "Equal totals share the win.",
        "at most 6 −6 to 0: depends on Anna",
        "7 to 10 −10 to −7: depends on Anna and Dino",
        "at least 11 −34 to −11: not enough",
    ]
    assert len(last.outcomes) == 7770
    assert len(compared) <= 3 * 630


def test_partners_have_won_where_one_player_has():
    chances = chances_of_trex_left(["trex"], (201, 0), partners=True)

    assert str(chances.overview.answer) == "Sami & Old Georg have won: nobody can catch up"
    assert str(chances.place_of(chances.sides[0])) == "Sami & Old Georg lead by 201."
    assert (
        str(chances.place_of(chances.sides[1])) == "Lea & Marlene are 201 behind Sami & Old Georg."
    )
