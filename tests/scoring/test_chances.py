"""What is possible, and enough to win, is what the answers to come can bring: all are played."""

import random
from collections import defaultdict
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games import GAMES
from app.games.torite.chances import SharedWinChances
from app.scoring import Part, Text, replay
from app.scoring.chances import (
    CountMeasure,
    FixedLengthChances,
    LimitChances,
    Stake,
    chances_of,
    distributions,
    need_of,
    scoreboard_of,
)
from testkit.match import CAST, TEN_NAMES
from testkit.play import Played, at, ends_here, legal_answer, play_until
from tests import games
from tests.golden import demo_deck
from tests.scoring.words_of_chances import in_words, of_all, said

# --- playing on ---------------------------------------------------------------------------------


def every_answer(prompt):
    """All answers that `prompt` takes."""
    return (answer for answer in LISTS[prompt.kind](prompt) if not prompt.problems(answer))


def every_assignment(prompt):
    seats = [None] * prompt.may_have_gaps + [seat.index for seat in prompt.seats]
    for chosen in product(seats, repeat=len(prompt.cards)):
        pairs = zip(prompt.cards, chosen, strict=True)
        yield {card: seat for card, seat in pairs if seat is not None}


def every_pick(numbers, players):
    if not players:
        yield []
        return
    for kept in combinations(sorted(numbers), 3):
        for others in every_pick(numbers - set(kept), players - 1):
            yield [list(kept), *others]


LISTS = {
    "assign": every_assignment,
    "choose": lambda prompt: prompt.options,
    "count": lambda prompt: map(list, distributions(prompt.total, len(prompt.seats))),
    "order": lambda prompt: map(list, permutations(range(len(prompt.seats)))),
    "pick": lambda prompt: every_pick(set(prompt.numbers), len(prompt.seats)),
    "player": lambda prompt: range(len(prompt.seats)),
}


def far_answers(prompt):
    """The answers in which one player has all there is, or all that the others need not have."""
    if prompt.kind == "count":
        least = [prompt.least.get(seat, (0, None))[0] for seat in prompt.seats]
        left = prompt.total - sum(least)
        return [
            [n + left * (i == place) for i, n in enumerate(least)] for place in range(len(least))
        ]
    if prompt.kind == "assign":
        all_to_one = [dict.fromkeys(prompt.cards, seat.index) for seat in prompt.seats]
        return all_to_one + [{}] * prompt.may_have_gaps
    return every_answer(prompt)


def play_on(match, answers_to=every_answer, *, this_deal=False):
    """The match at its end, or after this deal, after all of these answers to what is asked.

    Deals that are thrown in by the rules themselves do not count, so they are left out.
    """
    number, voids = len(match.standing.deals), void_deals(match.standing)
    ends, open_ends = [], [match.answers]
    while open_ends:
        answers = open_ends.pop()
        standing = replay(match.game, match.names, answers)
        assert not standing.problems
        prompt = standing.prompt
        if prompt is None or (this_deal and len(standing.deals) > number):
            ends.append(standing)
        elif voids == void_deals(standing):
            for answer in answers_to(prompt):
                given = answers.get(prompt.deal, {}) | {prompt.key: answer}
                open_ends.append({**answers, prompt.deal: given})
    return ends


def void_deals(standing):
    return sum(bool(deal.void) for deal in standing.deals)


def again(match):
    """The same match, to be played on by itself."""
    copy = Played(match.game, match.names)
    copy.match = match.match.with_events()
    return copy


def winners_of(end):
    """Who wins, perhaps together; nobody if the match goes on."""
    return {winner.index for winner in end.outcome.winners} if end.outcome else set()


# --- what is said, held against the ends --------------------------------------------------------


def gained(race, end):
    """The points of each side since then, more is better whatever sign the table writes."""
    return [
        race.sign * (after - before) for after, before in zip(end.totals, race.totals, strict=True)
    ]


def assert_chances(match, ends):
    """All of what is said to be possible is what these ends bring."""
    chances = chances_of(match.standing)
    if isinstance(chances, LimitChances):
        assert_limits(chances, len(match.standing.deals), ends)
    else:
        assert_race(chances, ends)


def assert_race(race, ends):
    scores = [gained(race, end) for end in ends]
    winners = [winners_of(end) for end in ends]
    now = [race.sign * total for total in race.totals]
    assert [side.index for side in race.leaders] == [a for a, n in enumerate(now) if n == max(now)]
    for side in race.sides:
        a = side.index
        assert [race.ahead(side, other) for other in race.sides] == [now[a] - n for n in now]
        assert race.best(side) == race.sign * max(points[a] for points in scores)
        assert race.worst(side) == race.sign * min(points[a] for points in scores)
        for other in race.others(side):
            b = other.index
            assert race.can_gain(side, other) == max(points[a] - points[b] for points in scores)
        wins = [a in of_end for of_end in winners]
        assert race.is_uncatchable(side) == all(of_end == {a} for of_end in winners)
        assert race.cannot_be_passed(side) == all(wins)
        assert not (race.is_out(side) and any(wins))
        if len(race.sides) == 2:
            assert race.is_out(side) == (not any(wins))


def assert_limits(limits, number, ends):
    """In a match that ends at a limit these are the ends of its deal `number`."""
    scores = [end.deals[number - 1].scores for end in ends]
    last = [end for end in ends if end.is_over]
    best, worst = (min, max) if limits.is_reversed else (max, min)
    by_side = list(zip(*scores, strict=True))
    assert [limits.best(side) for side in limits.sides] == list(map(best, by_side))
    assert [limits.worst(side) for side in limits.sides] == list(map(worst, by_side))
    assert {side.index for side in limits.winners} == set().union(*map(winners_of, last))
    assert limits.must_end == (len(last) == len(ends))
    for side in limits.sides:
        after = [limits.totals[side.index] + points[side.index] for points in scores]
        said = str(limits.lines_of(side))
        assert ("Can reach" in said) == (max(after) >= limits.upper)
        assert ("Can fall" in said) == (limits.lower is not None and min(after) <= limits.lower)


def result_in(match, end, side):
    """What a side has of the deal that was being played, as its table of what is enough counts."""
    deal = end.deals[len(match.standing.deals) - 1]
    result_of = getattr(games.of(match.game.key), "result_of", None)
    return result_of(deal, side, match.standing.deal) if result_of else deal.scores[side.index]


def results(need):
    """What each result leads to, of the table that is shown."""
    return {result.result: result for row in need.rows for result in row.prospects}


def assert_needs_are_true(match, ends):
    """Nothing that is said to any side is refuted by how the match can go on."""
    for side in match.standing.sides:
        need = need_of(match.standing, side)
        by_result = results(need)
        for end in ends:
            if by_result:
                assert_true(by_result[result_in(match, end, side)], match, end, side)
            elif need.is_known:
                assert_true_in_words(str(need.answer), winners_of(end), side)


def assert_true(result, match, end, side):
    winners = winners_of(end)
    if result.effect == "alone":
        assert winners == {side.index}
    elif result.effect == "shared":
        assert side.index in winners
    elif result.effect in ("never", "not_now"):
        assert side.index not in winners
    elif result.effect == "goes_on":
        assert not end.is_over
    elif result.conditions:
        others = [(end.sides[each.side.index], each.wanted) for each in result.conditions]
        fulfilled = all(result_in(match, end, other) in wanted for other, wanted in others)
        assert fulfilled == (side.index in winners)
    scores = end.deals[len(match.standing.deals) - 1].scores
    if result.points and scores:
        least, most = result.points
        assert least <= scores[side.index] <= most


def assert_true_in_words(answer, winners, side):
    """A sentence without a table says what every end comes to."""
    if answer in ("You win, whatever happens.", "Won: nobody can catch up."):
        assert winners == {side.index}
    elif answer.startswith(("You win or share", "Won, perhaps shared")):
        assert side.index in winners
    elif answer in (
        "You can no longer win.",
        "You cannot win with this deal.",
    ) or answer.startswith("Can no longer win"):
        assert side.index not in winners


def assert_needs(match, ends):
    """As above, and what is said to depend on others does: `ends` are all there are."""
    assert_needs_are_true(match, ends)
    for side in match.standing.sides:
        wins = defaultdict(set)
        for end in ends:
            wins[result_in(match, end, side)].add(side.index in winners_of(end))
        for has, result in results(need_of(match.standing, side)).items():
            assert (wins[has] == {True, False}) == (result.effect == "depends")


# --- the last deal, to all its ends -------------------------------------------------------------

HOUSES = games.of("trex").HOUSES
PLAIN, DOUBLED, LEADER_GAINS, PAIRS_PLAIN, PAIRS_DOUBLED, OTHERS_GAIN = HOUSES
OWN_LEAD_DOUBLE = LEADER_GAINS | {"own_lead": "doubled"}
ONLY_IF_THEY_LED = OTHERS_GAIN | {"own_lead": "plain", "partner_takes": "plain"}
LEFT_OPEN = {"own_double": "ask", "own_lead": "same", "partner_takes": "same"}
ALONE, PAIRS, LEVEL = {"partners": False}, {"partners": True}, {"level_queens": True}
FORWARDS, BACKWARDS = {"reversed": False}, {"reversed": True}
NO_COMPLEX = {"complex": False}


def long(*row):
    return pytest.param(*row, marks=pytest.mark.long)


def last_contract(rng, name, key, **rules):
    """At the question `key` of the last deal of a Trex match, a contract of this name."""
    is_last = games.of("trex").is_last_deal
    match = play_until("trex", rng, at(0, "contract"), complex=name == "complex", **rules)
    while not is_last(match.standing) or match.standing.prompt.key != key:
        prompt = match.standing.prompt
        others = set(prompt.options) - {name} if prompt.key == "contract" else ()
        match.answer(rng.choice(sorted(others)) if others else legal_answer(prompt, rng))
    return match


@pytest.mark.parametrize(
    ("contract", "key", "rules"),
    [
        *[("king", key, house) for key in ("doubled", "king") for house in HOUSES],
        *[
            ("king", key, LEFT_OPEN | pairs)
            for key in ("doubled", "king")
            for pairs in (ALONE, PAIRS)
        ],
        *[("king", "doubled", house) for house in (OWN_LEAD_DOUBLE, ONLY_IF_THEY_LED)],
        ("queens", "queens", PAIRS_DOUBLED | LEVEL),
        *[long("queens", "queens", one | LEVEL) for one in HOUSES if one != PAIRS_DOUBLED],
        ("diamonds", "diamonds", ALONE | {"swapped": True}),
        *[("trex", "out", a | b) for a, b in product([ALONE, PAIRS], [FORWARDS, BACKWARDS])],
    ],
)
def test_the_last_contract_brings_what_all_its_answers_bring(rng, contract, key, rules):
    match = last_contract(rng, contract, key, **rules)
    ends = play_on(match)

    assert_chances(match, ends)
    assert_needs(match, ends)


@pytest.mark.parametrize(
    ("contract", "key", "rules"),
    [
        *[("queens", "doubled", house) for house in HOUSES],
        ("complex", "king", DOUBLED | BACKWARDS),
        ("complex", "king", OTHERS_GAIN | FORWARDS),
        ("complex", "queens", PLAIN | FORWARDS),
        ("complex", "tricks", PLAIN | FORWARDS),
        ("complex", "diamonds", LEADER_GAINS | BACKWARDS),
        long("complex", "doubled", PLAIN | BACKWARDS),
        long("complex", "doubled", OTHERS_GAIN),
    ],
)
def test_cards_in_blocks_bring_the_most_that_can_be_doubled_and_taken(rng, contract, key, rules):
    match = last_contract(rng, contract, key, **rules)
    ends = play_on(match, far_answers)

    assert_chances(match, ends)
    assert_needs_are_true(match, ends)


@pytest.mark.parametrize(
    ("game", "finished", "key", "rules"),
    [
        ("tribello", 8, "tricks", {}),
        ("tribello", 9, "tricks", {}),
        ("trex", 18, "contract", ALONE | NO_COMPLEX),
        long("trex", 18, "contract", PAIRS | NO_COMPLEX),
    ],
)
def test_deals_still_to_come_add_up(rng, game, finished, key, rules):
    match = play_until(game, rng, at(finished, key), **rules)

    assert_chances(match, play_on(match, far_answers))


@pytest.mark.parametrize(
    ("game", "finished", "key", "rules"),
    [
        ("tribello", 11, "tricks", {}),
        *2 * [("italian_whist", 1, "second", {"upper": 10, "lower": -10})],
        *2 * [("italian_whist", 1, "second", {"upper": 14, "lower": -14})],
        ("italian_whist", 0, "first", {"upper": 9, "lower": -8}),
        ("trico", 0, "saved", {"players": 2, "target": 6}),
        ("trico", 0, "saved", {"players": 3, "target": 6}),
        long("trico", 1, "saved", {"players": 3, "target": 14}),
    ],
)
def test_a_deal_that_can_be_the_last_brings_what_all_its_answers_bring(
    rng, game, finished, key, rules
):
    deck = {"entry": "deck", "deck": demo_deck()} if game == "trico" else {}
    match = play_until(game, rng, at(finished, key), **rules, **deck)
    ends = play_on(match, this_deal=True)

    assert_chances(match, ends)
    assert_needs(match, ends)


# --- some ends of any match ---------------------------------------------------------------------


def assert_kept(chances, number, end):
    """Nothing that was said while deal `number` was played has turned out wrong."""
    winners = winners_of(end)
    scores = end.deals[number - 1].scores
    if isinstance(chances, SharedWinChances):
        assert not (chances.failed and end.outcome.won)
        if end.outcome.won:
            assert chances.lowest <= end.outcome.score <= chances.highest
    elif isinstance(chances, FixedLengthChances):
        points = gained(chances, end)
        for side in chances.sides:
            a = side.index
            assert chances.swing.least[a] <= points[a] <= chances.swing.most[a]
            for other in chances.others(side):
                assert points[a] - points[other.index] <= chances.can_gain(side, other)
            assert not chances.cannot_be_passed(side) or a in winners
    elif isinstance(chances, LimitChances):
        bounds = zip(chances.swing.least, scores, chances.swing.most, strict=True)
        assert all(least <= points <= most for least, points, most in bounds)
        if number == len(end.deals):
            assert winners <= {side.index for side in chances.winners}
        else:
            assert not chances.must_end


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@settings(max_examples=settings.default.max_examples // 3)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_played_refutes_nothing_that_was_said_on_the_way(game, seed):
    rng = random.Random(seed)
    match = Played(game, TEN_NAMES[: rng.choice(game.players)])
    kept, in_deal = [], []
    while (prompt := match.standing.prompt) is not None:
        deal, chances = match.standing.deal, chances_of(match.standing)
        if deal:
            assert (chances is None) == (deal.chances is None)
            needs = [need_of(match.standing, side) for side in match.standing.sides]
            kept.append((chances, deal.number, [str(need.answer) for need in needs]))
            if any(need.rows for need in needs):
                in_deal.append(again(match))
        if deal and deal.void_reasons and rng.random() < 0.04:
            match.throw_in(rng.choice(list(deal.void_reasons)))
            in_deal = []
        elif ends_here(match.standing, rng):
            match.end()
        else:
            match.answer(legal_answer(prompt, rng))
        if deal and deal.is_over:
            for moment in in_deal if not deal.void else ():
                assert_needs_are_true(moment, [match.standing])
            in_deal = []

    assert chances_of(match.standing) is None
    for chances, number, answers in kept:
        # What is said in a deal holds if that deal counts: thrown in, it gives back what was taken.
        if not match.standing.deals[number - 1].void:
            assert_kept(chances, number, match.standing)
            if isinstance(chances, FixedLengthChances):
                for side, answer in zip(chances.sides, answers, strict=True):
                    assert_true_in_words(answer, winners_of(match.standing), side)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_thrown_in_leaves_everything_as_it_was(rng, game):
    match = play_until(game, rng, lambda standing: standing.deal is not None)
    if chances_of(match.standing) is None:
        return
    before = in_words(match.standing)
    begun = again(match)
    begun.answer(legal_answer(begun.standing.prompt, rng))
    number = len(match.standing.deals)
    is_new = begun.standing.is_over or len(begun.standing.deals) > number
    match = match if is_new else begun
    match.throw_in("misdeal")

    now = in_words(match.standing)
    assert len(match.standing.deals) == number + 1
    assert [line.replace(f"Deal {number + 1}", f"Deal {number}") for line in now] == before


def play_to_six(table):
    """Every one of four tricks costs a point; who has fewest wins as soon as somebody has six."""
    yield from table.house_rules(rule="")
    table.reversed = True
    ways = [(taken, tuple(-n for n in taken)) for taken in distributions(4, len(table.seats))]
    while max(table.totals) < 6:
        deal = table.deal(Text("Deal {n}", n=len(table.deals) + 1))
        about = ([Stake(ways)], deal.title, CountMeasure(Text("tricks"), words_for))
        deal.chances = lambda about=about: LimitChances(*scoreboard_of(table), *about, upper=6)
        taken = yield from deal.count("tricks", Text("Tricks"), total=4, unit=words_for, rule="")
        deal.score([Part(seat, -n, Text("tricks"), "") for seat, n in taken.items()], total=-4)
    return table.best_total_wins()


def words_for(n):
    return Text("{n} of them", n=n)


def test_with_reversed_scores_the_limit_is_reached_by_what_is_worst():
    match = Played(replace(GAMES["tribello"], key="six", play=play_to_six), CAST[:3])
    for answer in ({}, [1, 3, 0]):
        match.answer(answer)

    assert of_all(match.standing) == [
        "Deal 2 can end the match: Anna or Carla can win then",
        "Carla | can win now | in the lead | 6",
        "Anna | can win now | 1 | 5",
        "Bruno | not with this deal | 3 | 3",
    ]
    brunos = said(need_of(match.standing, match.standing.sides[1]))
    assert brunos[1:5] == [
        "Needs 3 more to reach 6.",
        "Deal 2: at best 0, at worst +4.",
        "Can reach 6 now.",
        "Cannot win if the match ends now.",
    ]
    assert_chances(match, play_on(match, this_deal=True))
    need = need_of(match.standing, match.standing.sides[0])
    assert said(need)[-3:] == [
        "0 0: if Bruno takes 3, perhaps shared",
        "1 +1: no win with this deal",
        "at least 2 +2 to +4: the match goes on",
    ]
