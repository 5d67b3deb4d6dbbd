"""What a side needs in the last deal: what is called enough wins, what is not enough never does."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games import GAMES
from app.games.trex.chances import chances_of as chances_of_trex
from app.games.trex.house_rules import LONG_GAME, USUAL
from app.scoring import Deal, Side, Standing, Table, Text
from app.scoring.chances import (
    Chances,
    CountMeasure,
    EnumeratedDeal,
    NeedToWin,
    Prospect,
    Stake,
    chances_of,
    need_of,
    scoreboard_of,
    unit_vectors,
)
from tests.front_door import CAST
from tests.play import Played, legal_answer
from tests.test_stakes import at, draw_deck_of_nine, last_contract, play_on, play_until

LONG = pytest.mark.long
OWN_DOUBLES = ["plain", "doubled", "leader_gains", "opponents_gain"]

# --- what a side has in the end -----------------------------------------------------------------


def in_the_end(match: Played, end: Standing, side: Side) -> Any:
    """What a side has of the deal that was being played, as its table of what is enough counts."""
    deal = end.deals[len(match.standing.deals) - 1]
    answers, seats = deal.answers, [seat.index for seat in side.seats]
    if "out" in answers:
        order = list(answers["out"])
        order += [index for index in range(4) if index not in order]
        places = tuple(sorted(order.index(index) for index in seats))
        return places if len(places) > 1 else places[0]
    for key in ("tricks", "diamonds"):
        if match.game.key in ("trex", "tribello", "torite") and key in answers:
            counted = answers[key]
            if len(counted) == len(end.sides):
                return counted[side.index]
            return sum(counted[index] for index in seats)
    if "queens" in answers:
        return sum(index in seats for index in answers["queens"].values())
    if "king" in answers:
        return int(answers["king"] in seats)
    if match.game.key == "italian_whist" and "first" in match.standing.deal.answers:
        return answers["second"][side.index]
    return deal.scores[side.index]


def results(need: NeedToWin) -> dict[Any, Prospect]:
    """What each result leads to, of the table that is shown."""
    return {result.result: result for row in need.rows for result in row.prospects}


def assert_true(match: Played, ends: list[Standing]) -> None:
    """Nothing that is said to any side is refuted by how the match can go on."""
    for side in match.standing.sides:
        need = need_of(match.standing, side)
        by_result = results(need)
        if need.is_known and not by_result:
            assert_true_in_words(str(need.answer), side, ends)
        for end in ends if by_result else ():
            winners = winners_of(end)
            result = by_result[in_the_end(match, end, side)]
            has_won = side.index in winners
            if result.effect == "alone":
                assert winners == {side.index}
            elif result.effect == "shared":
                assert has_won
            elif result.effect in ("never", "not_now"):
                assert not has_won
            elif result.effect == "goes_on":
                assert not end.is_over
            elif result.conditions:
                fulfilled = all(
                    in_the_end(match, end, end.sides[each.side.index]) in each.wanted
                    for each in result.conditions
                )
                assert fulfilled == has_won
            if result.points and end.deals[len(match.standing.deals) - 1].scores:
                least, most = result.points
                assert least <= end.deals[len(match.standing.deals) - 1].scores[side.index] <= most


def assert_exact(match: Played, ends: list[Standing]) -> None:
    """As above, and what is said to depend on others does: `ends` are all there are."""
    assert_true(match, ends)
    for side in match.standing.sides:
        for has, result in results(need_of(match.standing, side)).items():
            with_it = [end for end in ends if in_the_end(match, end, side) == has]
            won = [end for end in with_it if end.is_over and side.index in winners_of(end)]
            assert (0 < len(won) < len(with_it)) == (result.effect == "depends")


def winners_of(end: Standing) -> set[int]:
    """Who wins, perhaps together; nobody if the match goes on."""
    return {winner.index for winner in end.outcome.winners} if end.outcome else set()


def assert_true_in_words(answer: str, side: Side, ends: list[Standing]) -> None:
    """A sentence without a table says what every end comes to."""
    for end in ends:
        winners = winners_of(end)
        if answer == "You win, whatever happens." or answer.startswith("You win: nobody"):
            assert winners == {side.index}
        elif answer.startswith("You win or share"):
            assert side.index in winners
        elif answer in ("You can no longer win.", "You cannot win with this deal."):
            assert side.index not in winners


def again(match: Played) -> Played:
    """The same match, to be played on by itself."""
    copy = Played(match.game, match.names)
    copy.match = match.match.with_events()
    return copy


def finish(match: Played, rng: random.Random, *, deals: int = 1) -> Standing:
    """The match after so many more deals with answers drawn at random."""
    number = len(match.standing.deals) + deals
    ended = again(match)
    while (prompt := ended.standing.prompt) and len(ended.standing.deals) < number:
        ended.answer(legal_answer(prompt, rng))
    return ended.standing


def finishes(match: Played, rng: random.Random, times: int) -> list[Standing]:
    """Some ends of the match; deals that the rules themselves throw in are left out."""
    voids = sum(bool(deal.void) for deal in match.standing.deals)
    ends = [finish(match, rng) for _time in range(times)]
    return [end for end in ends if sum(bool(deal.void) for deal in end.deals) == voids]


# --- all ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("backwards", [False, True], ids=["usual", "reversed"])
@pytest.mark.parametrize("partners", [False, True], ids=["alone", "partners"])
def test_places_are_enough_where_every_order_with_them_wins(rng, partners, backwards):
    match = last_contract(rng, "trex", "out", partners=partners, complex=False, reversed=backwards)

    assert_exact(match, play_on(match))


@pytest.mark.parametrize("seed", range(3))
def test_tricks_of_the_last_deal_of_tribello_are_enough_where_all_with_them_win(seed):
    match = play_until("tribello", random.Random(seed), at(11, "tricks"))

    assert_exact(match, play_on(match))


@pytest.mark.parametrize("own_double", OWN_DOUBLES)
@pytest.mark.parametrize("key", ["doubled", "king"])
def test_without_the_king_one_wins_where_nobody_who_takes_or_doubled_it_comes_before(
    rng, key, own_double
):
    partners = own_double == "opponents_gain"
    rules = {"own_double": own_double, "partners": partners, "complex": False}
    match = last_contract(rng, "king", key, **rules)

    assert_exact(match, play_on(match))


@pytest.mark.parametrize("seed", range(3))
def test_tricks_of_a_second_hand_are_enough_where_they_end_the_match_and_win(seed):
    match = play_until("italian_whist", random.Random(seed), at(1, "second"), upper=9, lower=-9)

    assert_exact(match, ends_of_deal(match))


def ends_of_deal(match: Played) -> list[Standing]:
    number = len(match.standing.deals)
    return play_on(match, stop=lambda standing: len(standing.deals) > number)


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=LONG)])
def test_points_of_a_round_of_trico_are_enough_where_all_kept_cards_with_them_win(rng, players):
    deck = draw_deck_of_nine(rng)
    match = play_until(
        "trico", rng, at(0, "saved"), entry="deck", deck=deck, target=6, players=players
    )

    assert_exact(match, ends_of_deal(match))


LEADS = {
    "Go out ahead of": 1,
    "Go out two places ahead of": 2,
    "Go out three places ahead of": 3,
    "Go out at most one place behind": -1,
    "Go out at most two places behind": -2,
}


def test_so_many_places_ahead_is_just_what_a_win_takes():
    tried = set()
    for seed in range(7):
        rng = random.Random(seed)
        match = last_contract(rng, "trex", "out", partners=False, complex=False)
        ends = play_on(match)
        for side in match.standing.sides:
            sentences = str(need_of(match.standing, side).answer).split(". ")
            leads = [re.fullmatch(r"(Go out .*) (\w+)\.?", sentence) for sentence in sentences]
            if not all(lead and lead[1] in LEADS for lead in leads):
                continue
            rivals = {str(other): other for other in match.standing.sides}
            for end in ends:
                own = in_the_end(match, end, side)
                is_so = all(
                    in_the_end(match, end, rivals[lead[2]]) - own >= LEADS[lead[1]]
                    for lead in leads
                )
                assert is_so == (side.index in winners_of(end))
            tried |= {lead[1] for lead in leads}

    assert len(tried) > 2


# --- in words -----------------------------------------------------------------------------------


def last_of(contract: str, *totals: int, **rules: Any) -> tuple[Table, Chances]:
    """The last deal of a match of Trex with these totals."""
    table = GAMES["trex"].table(["Marwan", "Marlene", "Ben", "Dua"])
    house = replace(USUAL, **rules)
    table.reversed = house.reversed
    if house.partners:
        table.make_partners()
    table.totals = totals
    deal = table.deal(Text("last"))
    return table, chances_of_trex(table, deal, house, [contract], kingdoms=0)


def said(need: NeedToWin) -> list[str]:
    """The answer, the reasons and the table."""
    rows = [f"{row.label}: {row.words}" for row in need.rows]
    return [str(need.answer), *map(str, need.why), *rows]


def test_two_places_are_worth_a_hundred():
    table, chances = last_of("trex", 215, -10, -835, 130)

    assert said(chances.need_of(table.sides[3])) == [
        "Go out two places ahead of Marwan.",
        "You are 85 behind Marwan; one place is worth 50.",
        "Marlene and Ben can no longer win.",
        "1st: if Marwan is 3rd or 4th",
        "2nd: if Marwan is 4th",
        "3rd: not enough",
        "4th: not enough",
    ]
    assert said(chances.need_of(table.sides[1]))[0] == "You can no longer win."


def test_equal_totals_share_the_win():
    table, chances = last_of("trex", 100, 0, -300, -300)

    assert said(chances.need_of(table.sides[1])) == [
        "Go out two places ahead of Marwan.",
        "You are 100 behind Marwan; one place is worth 50.",
        "Ben and Dua can no longer win.",
        "Equal totals share the win.",
        "1st: if Marwan is 3rd or 4th, perhaps shared",
        "2nd: if Marwan is 4th, perhaps shared",
        "3rd: not enough",
        "4th: not enough",
    ]


def test_with_reversed_scores_who_has_less_is_ahead():
    table, chances = last_of("trex", -215, 10, 835, -130, reversed=True)

    assert said(chances.need_of(table.sides[3]))[0] == "Go out two places ahead of Marwan."
    assert [str(row.points) for row in chances.need_of(table.sides[3]).rows][:2] == ["−200", "−150"]


def test_partners_need_so_much_together():
    table, chances = last_of("trex", -300, -200, partners=True)
    need = chances.need_of(table.sides[0])

    assert str(need.answer) == "Score +300 or better together."
    assert [f"{row.points}: {row.words}" for row in need.rows] == [
        "+350: enough",
        "+300: enough, perhaps shared",
        "+250: not enough",
        "+250: not enough",
        "+200: not enough",
        "+150: not enough",
    ]


def test_the_fewer_slaps_the_better():
    table, chances = last_of("slaps", 0, -20, -300, -300)

    assert said(chances.need_of(table.sides[1])) == [
        "Take at least 2 tricks fewer than Marwan.",
        "You are 20 behind Marwan; one trick costs 15.",
        "Ben and Dua can no longer win.",
        "at most 5: depends on Marwan",
        "at least 6: not enough",
    ]


def test_who_is_far_ahead_knows_how_many_tricks_are_too_many():
    table, chances = last_of("slaps", 100, 0, -300, -300)
    need = chances.need_of(table.sides[0])

    assert str(need.answer) == "Take at most 6 tricks more than Marlene."
    assert str(need.rows[0].label) == "at most 6"
    assert str(need.rows[0].words) == "enough"


def test_the_king_decides_alone():
    table, chances = last_of("king", 10, 0, -500, -500, own_double="doubled")

    assert str(chances.need_of(table.sides[2]).answer) == "You can no longer win."
    assert str(chances.need_of(table.sides[0]).rows[-1].words) == "not enough"


def test_nothing_is_said_before_the_last_deal(rng):
    match = play_until("trex", rng, at(3, "contract"), complex=False)
    needs = [need_of(match.standing, side) for side in match.standing.sides]

    assert {str(need.answer) for need in needs} == {"Too early to tell."}
    assert not any(need.rows for need in needs)
    assert "Still to come" in str(needs[0].why[1])


def test_nothing_is_said_before_the_first_deal():
    match = Played(GAMES["trex"], CAST)

    assert str(need_of(match.standing, match.standing.sides[0]).answer) == "Too early to tell."


@pytest.mark.parametrize(("players", "left"), [(4, "6-4-2"), (3, "8-4"), (2, "8")])
def test_those_who_win_together_share_out_the_tricks(players, left):
    match = play_until("torite", random.Random(1), at(0, "tricks"), players=players)
    need = need_of(match.standing, match.standing.sides[0])

    assert said(need)[0].startswith(f"Share out the tricks {left}")
    assert str(need.rows[-1].label) == "any other"


def test_in_the_second_round_the_tricks_are_turned_round():
    match = play_until("torite", random.Random(1), at(0, "tricks"), players=2)
    match.answer([8, 4])
    match.answer(["2S", "3H"])

    said_to = [str(need_of(match.standing, side).answer) for side in match.standing.sides]
    assert said_to == ["Take 4 tricks.", "Take 8 tricks."]


# --- many ways ----------------------------------------------------------------------------------


def test_of_thousands_of_ways_only_what_two_sides_have_is_compared():
    """34 cards shared by four: 7,770 ways, but no more than 630 pairs of results."""
    compared = []

    class Compared(CountMeasure):
        def lead(self, one: int, other: int) -> int:
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
        "at most 6: depends on Anna",
        "7 to 10: depends on Anna and Dino",
        "at least 11: not enough",
    ]
    assert len(last.outcomes) == 7770
    assert len(compared) <= 3 * 630


# --- some ends of any match ---------------------------------------------------------------------


def scored(standing: Standing) -> list[Deal]:
    """The deals that counted."""
    return [deal for deal in standing.finished if not deal.void]


def last_of_trex(standing: Standing) -> bool:
    chart = standing.table.contract_grid
    return bool(chart and chart.all - len(scored(standing)) == 1 and standing.deal.name)


LAST = {
    "trex": last_of_trex,
    "tribello": at(11, "tricks"),
    "italian_whist": lambda standing: standing.deal and chances_of(standing).winners,
    "trico": lambda standing: standing.deal and chances_of(standing).winners,
    "torite": lambda standing: standing.deal is not None,
}


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
def test_no_end_of_any_match_refutes_what_was_said(game, seed):
    rng = random.Random(seed)
    try:
        match = play_until(game, rng, LAST[game])
    except AssertionError:
        return
    # Later questions of the same deal find more settled.
    for _question in range(rng.randint(0, 2)):
        further = again(match)
        further.answer(legal_answer(match.standing.prompt, rng))
        if further.standing.is_over or len(further.standing.deals) > len(match.standing.deals):
            break
        match = further

    assert_true(match, finishes(match, rng, 8))


@pytest.mark.parametrize(
    "contract", ["complex", *(pytest.param(key, marks=LONG) for key in LONG_GAME)]
)
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_no_end_of_any_contract_refutes_what_was_said(contract, seed):
    rng = random.Random(seed)
    first = {"king": "doubled", "queens": "doubled", "complex": "doubled", "slaps": "tricks"}
    key = first.get(contract, "out" if contract == "trex" else contract)
    try:
        match = last_contract(rng, contract, key, complex=contract == "complex")
    except AssertionError:
        return

    assert_true(match, finishes(match, rng, 12))


@LONG
@given(seed=st.integers(0, 2**32), more=st.integers(2, 6))
def test_who_is_told_early_to_have_won_or_lost_has(seed, more):
    rng = random.Random(seed)
    match = play_until(
        "trex", rng, lambda standing: len(scored(standing)) == 20 - more, complex=False
    )

    ends = [finish(match, rng, deals=99) for _time in range(3)]
    for side in match.standing.sides:
        assert_true_in_words(str(need_of(match.standing, side).answer), side, ends)
