"""What is still possible is exactly what the answers still to come can bring: all are played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.games import GAMES
from app.games.torite.chances import SharedWinChances
from app.games.torite.scores import PATTERNS
from app.scoring import Part, Script, Standing, Table, Text, replay
from app.scoring.chances import (
    Chances,
    CountMeasure,
    FixedLengthChances,
    LimitChances,
    Stake,
    chances_of,
    distributions,
    need_of,
    scoreboard_of,
)
from tests.front_door import CAST
from tests.play import Played, draw_deck, legal_answer, settle

LONG = pytest.mark.long

# --- playing on ---------------------------------------------------------------------------------


def play_until(
    game: str, rng: random.Random, stop: Callable[[Standing], bool], **rules: Any
) -> Played:
    """A match by random answers, up to the first question where `stop` holds."""
    match = Played(GAMES[game], CAST[: rules.pop("players", GAMES[game].players[0])])
    while (prompt := match.standing.prompt) is not None:
        if stop(match.standing):
            return match
        is_first = prompt.kind == "rules"
        match.answer(settle(prompt, rng, rules) if is_first else legal_answer(prompt, rng))
    raise AssertionError("the match never came to that question")


def at(finished: int, key: str) -> Callable[[Standing], bool]:
    """At the question `key`, after so many deals that counted."""

    def is_there(standing: Standing) -> bool:
        counted = sum(not deal.void for deal in standing.finished)
        return counted == finished and standing.prompt.key == key

    return is_there


def every_answer(prompt: Any) -> Iterator[Any]:
    """All answers that `prompt` takes."""
    listed = LISTS[prompt.kind](prompt)
    yield from (answer for answer in listed if not prompt.problems(answer))


def every_count(prompt: Any) -> Iterable[Any]:
    return map(list, distributions(prompt.total, len(prompt.seats)))


def every_assignment(prompt: Any) -> Iterator[Any]:
    seats = [None] * prompt.may_have_gaps + [seat.index for seat in prompt.seats]
    for chosen in product(seats, repeat=len(prompt.cards)):
        pairs = zip(prompt.cards, chosen, strict=True)
        yield {card: seat for card, seat in pairs if seat is not None}


def every_pick(prompt: Any) -> Iterator[Any]:
    for cards in permutations_of_threes(set(prompt.numbers), len(prompt.seats)):
        yield [list(kept) for kept in cards]


def permutations_of_threes(numbers: set[int], players: int) -> Iterator[list[tuple[int, ...]]]:
    if not players:
        yield []
        return
    for kept in combinations(sorted(numbers), 3):
        for others in permutations_of_threes(numbers - set(kept), players - 1):
            yield [kept, *others]


LISTS: dict[str, Callable[[Any], Iterable[Any]]] = {
    "assign": every_assignment,
    "choose": lambda prompt: prompt.options,
    "count": every_count,
    "order": lambda prompt: map(list, permutations(range(len(prompt.seats)))),
    "pick": every_pick,
    "player": lambda prompt: [seat.index for seat in prompt.seats],
}


def far_answers(prompt: Any) -> Iterator[Any]:
    """The answers in which one player has all there is, or all that the others need not have."""
    if prompt.kind == "count":
        least = [prompt.least.get(seat, (0, None))[0] for seat in prompt.seats]
        for place in range(len(least)):
            left = prompt.total - sum(least)
            yield [n + left * (seat == place) for seat, n in enumerate(least)]
    elif prompt.kind == "assign":
        for seat in prompt.seats:
            yield dict.fromkeys(prompt.cards, seat.index)
        if prompt.may_have_gaps:
            yield {}
    else:
        yield from every_answer(prompt)


Answering = Callable[[Any], Iterator[Any]]


def play_on(
    match: Played,
    answers_to: Answering = every_answer,
    stop: Callable[[Standing], bool] = lambda standing: False,
) -> list[Standing]:
    """The match at its end, or where it stops, after all of these answers to what is asked.

    Deals that are thrown in by the rules themselves do not count, so they are left out.
    """
    voids = sum(bool(deal.void) for deal in match.standing.deals)
    ends, open_ends = [], [match.answers]
    while open_ends:
        answers = open_ends.pop()
        standing = replay(match.game, match.names, answers)
        assert not standing.problems
        prompt = standing.prompt
        if prompt is None or stop(standing):
            ends.append(standing)
        elif voids == sum(bool(deal.void) for deal in standing.deals):
            for answer in answers_to(prompt):
                more = {deal: dict(given) for deal, given in answers.items()}
                more.setdefault(prompt.deal, {})[prompt.key] = answer
                open_ends.append(more)
    return ends


def next_deal(match: Played) -> Callable[[Standing], bool]:
    """At the first question after the deal that is being played now."""
    number = len(match.standing.deals)
    return lambda standing: len(standing.deals) > number


def gained(race: FixedLengthChances, end: Standing) -> list[int]:
    """The points of each side since then, more is better whatever sign the table writes."""
    return [
        race.sign * (after - before) for after, before in zip(end.totals, race.totals, strict=True)
    ]


def assert_exact(match: Played, answers_to: Answering = every_answer) -> None:
    """All of what the race says is what these answers bring to the end of the match."""
    race = chances_of(match.standing)
    ends = play_on(match, answers_to)
    assert isinstance(race, FixedLengthChances)
    scores = [gained(race, end) for end in ends]
    for side in race.sides:
        a = side.index
        assert race.best(side) == race.sign * max(points[a] for points in scores)
        assert race.worst(side) == race.sign * min(points[a] for points in scores)
        for other in race.others(side):
            b = other.index
            assert race.can_gain(side, other) == max(points[a] - points[b] for points in scores)
        wins = [a in {winner.index for winner in end.outcome.winners} for end in ends]
        alone = [end.outcome.winners == (end.sides[a],) for end in ends]
        assert race.is_uncatchable(side) == all(alone)
        assert race.cannot_be_passed(side) == all(wins)
        assert not (race.is_out(side) and any(wins))
        if len(race.sides) == 2:
            assert race.is_out(side) == (not any(wins))


# --- matches of so many deals -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_last_deal_of_tribello_brings_what_all_its_counts_bring(seed):
    match = play_until("tribello", random.Random(seed), at(11, "tricks"))

    assert_exact(match)


@pytest.mark.parametrize("finished", [8, 9])
def test_the_last_deals_of_tribello_add_up_whatever_the_roles(rng, finished):
    assert_exact(play_until("tribello", rng, at(finished, "tricks")), far_answers)


OWN_DOUBLE = [
    ("plain", False),
    ("doubled", False),
    ("leader_gains", False),
    ("plain", True),
    ("doubled", True),
    ("opponents_gain", True),
]


def last_contract(rng: random.Random, name: str, key: str, **rules: Any) -> Played:
    """At the question `key` of the last deal of a Trex match, a contract of this name."""
    count = 8 if rules.get("complex") else 20

    def is_last(standing: Standing) -> bool:
        counted = sum(not deal.void for deal in standing.finished)
        return counted == count - 1 and standing.deal is not None and bool(standing.deal.name)

    for _ in range(40):
        match = play_until("trex", rng, is_last, **rules)
        if match.standing.deal.answers["contract"] == name:
            while match.standing.prompt.key != key:
                match.answer(legal_answer(match.standing.prompt, rng))
            return match
    raise AssertionError(f"{name} never came last")


@pytest.mark.parametrize(("own_double", "partners"), OWN_DOUBLE)
@pytest.mark.parametrize("key", ["doubled", "king"])
def test_the_king_brings_what_every_double_taker_and_leader_brings(rng, key, own_double, partners):
    rules = {"own_double": own_double, "partners": partners, "complex": False}

    assert_exact(last_contract(rng, "king", key, **rules))


@pytest.mark.parametrize(
    ("own_double", "partners"),
    [
        pytest.param(*case, marks=LONG if case[0] in ("leader_gains", "opponents_gain") else ())
        for case in OWN_DOUBLE
    ],
)
def test_announced_queens_bring_what_all_their_takers_bring(rng, own_double, partners):
    rules = {"own_double": own_double, "partners": partners, "level_queens": True, "complex": False}

    assert_exact(last_contract(rng, "queens", "queens", **rules))


@pytest.mark.parametrize(("own_double", "partners"), OWN_DOUBLE)
def test_queens_before_the_doubles_bring_the_most_that_can_be_doubled(rng, own_double, partners):
    rules = {"own_double": own_double, "partners": partners, "complex": False}

    assert_exact(last_contract(rng, "queens", "doubled", **rules), far_answers)


@pytest.mark.parametrize(
    ("name", "key", "swapped"),
    [("diamonds", "diamonds", True), pytest.param("slaps", "tricks", False, marks=LONG)],
)
def test_counted_cards_bring_what_all_their_counts_bring(rng, name, key, swapped):
    assert_exact(last_contract(rng, name, key, complex=False, partners=False, swapped=swapped))


@pytest.mark.parametrize("backwards", [False, True], ids=["usual", "reversed"])
@pytest.mark.parametrize("partners", [False, True], ids=["alone", "partners"])
def test_the_places_of_trex_bring_what_all_their_orders_bring(rng, partners, backwards):
    match = last_contract(rng, "trex", "out", partners=partners, complex=False, reversed=backwards)

    assert_exact(match)


@pytest.mark.parametrize(
    ("key", "own_double", "partners", "backwards"),
    [
        pytest.param("doubled", "opponents_gain", True, False, marks=LONG),
        pytest.param("doubled", "plain", False, True, marks=LONG),
        ("king", "doubled", False, True),
        ("king", "opponents_gain", True, False),
        ("queens", "plain", False, False),
        ("diamonds", "leader_gains", False, True),
        ("tricks", "plain", False, False),
    ],
)
def test_a_complex_brings_what_its_blocks_bring_one_after_the_other(
    rng, key, own_double, partners, backwards
):
    rules = {"own_double": own_double, "partners": partners, "reversed": backwards}
    match = last_contract(rng, "complex", key, complex=True, **rules)

    assert_exact(match, every_answer if key == "tricks" else far_answers)


@pytest.mark.parametrize(
    "partners",
    [False, pytest.param(True, marks=pytest.mark.long)],
    ids=["alone", "partners"],
)
def test_contracts_that_are_not_named_yet_add_up(rng, partners):
    match = play_until("trex", rng, at(18, "contract"), partners=partners, complex=False)

    assert_exact(match, far_answers)


def test_nobody_gains_from_a_king_that_nobody_doubled(rng):
    match = last_contract(rng, "king", "doubled", complex=False, partners=False, reversed=False)
    before = chances_of(match.standing)
    match.answer(None)
    after = chances_of(match.standing)

    assert [before.best(side) for side in before.sides] == [75] * 4
    assert [after.best(side) for side in after.sides] == [0] * 4
    assert [before.worst(side) for side in before.sides] == [-150] * 4
    assert [after.worst(side) for side in after.sides] == [-75] * 4


def test_with_reversed_scores_the_same_answers_leave_the_same_chances(rng):
    """Every sign turns, and nothing else."""
    match = play_until("trex", rng, at(8, "contract"), complex=False, reversed=False)
    turned = {**match.answers, 0: {"rules": {**match.answers[0]["rules"], "reversed": True}}}
    usual = chances_of(match.standing)
    other = chances_of(replay(match.game, match.names, turned))

    for side, same in zip(usual.sides, other.sides, strict=True):
        assert other.best(same) == -usual.best(side)
        assert other.worst(same) == -usual.worst(side)
        assert other.is_out(same) == usual.is_out(side)
        assert other.is_uncatchable(same) == usual.is_uncatchable(side)
        assert [other.ahead(same, one) for one in other.sides] == [
            usual.ahead(side, one) for one in usual.sides
        ]
    assert [side.index for side in usual.leaders] == [side.index for side in other.leaders]


@pytest.mark.parametrize("game", ["tribello", "trex", "italian_whist", "torite"])
def test_a_deal_that_is_thrown_in_leaves_everything_as_it_was(rng, game):
    match = play_until(game, rng, lambda standing: standing.deal is not None)
    before = in_words(chances_of(match.standing))
    # Tricks that lose The Torite would end it.
    pattern = PATTERNS.get(len(match.standing.table.seats), ()) if game == "torite" else ()
    match.answer(list(pattern) or legal_answer(match.standing.prompt, rng))
    number = len(match.standing.deals)
    match.throw_in("misdeal")

    now = in_words(chances_of(match.standing))
    assert len(match.standing.deals) == number + 1
    assert [line.replace(f"Deal {number + 1}", f"Deal {number}") for line in now] == before


def in_words(chances: Chances) -> list[str]:
    """Every sentence, with the name before those about one side."""
    lines = [str(line) for line in chances.lines]
    return lines + [f"{side}: {line}" for side in chances.sides for line in chances.lines_of(side)]


# --- matches that end at a limit ----------------------------------------------------------------


def assert_limits(match: Played) -> None:
    """All of what is said about this deal is what its answers bring."""
    limits = chances_of(match.standing)
    assert isinstance(limits, LimitChances)
    ends = play_on(match, stop=next_deal(match))
    number = len(match.standing.deals)
    scores = [end.deals[number - 1].scores for end in ends]
    last = [end for end in ends if end.is_over]
    winners = {side.index for end in last for side in end.outcome.winners}
    best, worst = (min, max) if limits.is_reversed else (max, min)
    by_side = list(zip(*scores, strict=True))
    assert [limits.best(side) for side in limits.sides] == list(map(best, by_side))
    assert [limits.worst(side) for side in limits.sides] == list(map(worst, by_side))
    assert {side.index for side in limits.winners} == winners
    assert limits.must_end == (len(last) == len(ends))
    for side in limits.sides:
        after = [limits.totals[side.index] + points[side.index] for points in scores]
        said = str(limits.lines_of(side))
        assert ("Can reach" in said) == (max(after) >= limits.upper)
        assert ("Can fall" in said) == (limits.lower is not None and min(after) <= limits.lower)


@pytest.mark.parametrize("seed", range(4))
def test_italian_whist_with_one_hand_in_brings_what_all_second_hands_bring(seed):
    rng = random.Random(seed)
    match = play_until("italian_whist", rng, at(1, "second"), upper=18, lower=-18)

    assert_limits(match)


@pytest.mark.parametrize(
    ("upper", "lower"),
    [(19, -19), pytest.param(10, -10, marks=LONG), pytest.param(40, -12, marks=LONG)],
)
def test_a_deal_of_italian_whist_brings_what_all_pairs_of_hands_bring(rng, upper, lower):
    match = play_until("italian_whist", rng, at(0, "first"), upper=upper, lower=lower)

    assert_limits(match)


@pytest.mark.parametrize(
    ("players", "finished", "target"),
    [
        (2, 0, 6),
        (3, 0, 6),
        pytest.param(3, 1, 14, marks=LONG),
        pytest.param(2, 2, 21, marks=LONG),
    ],
)
def test_a_round_of_trico_brings_what_all_kept_cards_bring(rng, players, finished, target):
    deck = draw_deck_of_nine(rng)
    rules = {"entry": "deck", "deck": deck, "target": target, "players": players}
    for _ in range(50):
        try:
            match = play_until("trico", rng, at(finished, "saved"), **rules)
        except AssertionError:
            continue
        return assert_limits(match)
    raise AssertionError("every match ended earlier")


def draw_deck_of_nine(rng: random.Random) -> dict[str, Any]:
    class Nine:
        numbers = range(1, 10)

    return draw_deck(Nine, rng)


def test_without_the_deck_a_round_of_trico_brings_up_to_thirteen(sit_down):
    """Five sets, and three large cards."""
    match = sit_down("trico", players=2, entry="counts", target=14)
    limits = chances_of(match.standing)
    best = {"sets": 5, "pairs": 0, "large": 3}
    nothing = {"sets": 0, "pairs": 0, "large": 0}

    assert limits.swing.most == (13, 13)
    assert in_words(limits) == [
        "Round 1 cannot end the match yet.",
        "Anna: Needs 14 more to reach 14.",
        "Anna: Round 1: at best +13, at worst 0.",
        "Bruno: Needs 14 more to reach 14.",
        "Bruno: Round 1: at best +13, at worst 0.",
    ]
    after = sit_down("trico", [{"counts": [best, nothing]}], players=2, entry="counts", target=14)
    assert after.totals == {"Anna": 13, "Bruno": 0}
    assert in_words(chances_of(after.standing)) == [
        "Round 2 can end the match: Anna can win then.",
        "Anna: Needs 1 more to reach 14.",
        "Anna: Round 2: at best +13, at worst 0.",
        "Anna: Can reach 14 now.",
        "Bruno: Needs 14 more to reach 14.",
        "Bruno: Round 2: at best +13, at worst 0.",
        "Bruno: Cannot win if the match ends now.",
    ]


def play_to_six(table: Table) -> Script:
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


def words_for(n: int) -> Text:
    return Text("{n} of them", n=n)


def test_with_reversed_scores_the_limit_is_reached_by_what_is_worst():
    game = replace(GAMES["tribello"], key="six", play=play_to_six)
    match = Played(game, CAST[:3])
    for answer in ({}, [1, 3, 0]):
        match.answer(answer)

    assert in_words(chances_of(match.standing)) == [
        "Deal 2 can end the match: Anna or Carla can win then.",
        "Anna: Needs 5 more to reach 6.",
        "Anna: Deal 2: at best 0, at worst +4.",
        "Bruno: Needs 3 more to reach 6.",
        "Bruno: Deal 2: at best 0, at worst +4.",
        "Bruno: Can reach 6 now.",
        "Bruno: Cannot win if the match ends now.",
        "Carla: Needs 6 more to reach 6.",
        "Carla: Deal 2: at best 0, at worst +4.",
    ]
    assert_limits(match)
    need = need_of(match.standing, match.standing.sides[0])
    assert [f"{row.label} {row.points}: {row.words}" for row in need.rows] == [
        "0 0: if Bruno takes 3, perhaps shared",
        "1 +1: no win with this deal",
        "at least 2 +2 to +4: the match goes on",
    ]


def test_a_tie_in_trico_can_be_won_by_those_whose_cards_allow_it(sit_down):
    """Both have three sets; Anna has card 9, so Bruno’s highest is lower."""
    plain = {"symbols": ["spade", "heart", "club"], "large": []}
    anna = [plain | {"number": 9}, plain, plain]
    bruno = [plain, plain, plain]
    rules = {"players": 2, "entry": "symbols", "target": 6}
    tie = sit_down("trico", [{"cards": [bruno, bruno]}], **rules)
    known = sit_down("trico", [{"cards": [anna, bruno]}], **rules)

    assert (tie.next, known.next) == ((1, "tie"), (1, "tie"))
    assert in_words(chances_of(tie.standing))[:3] == [
        "Round 1 ends the match in any case: Anna or Bruno can win.",
        "Anna: Needs 6 more to reach 6.",
        "Anna: Round 1 scores +6.",
    ]
    assert (
        in_words(chances_of(known.standing))[0]
        == "Round 1 ends the match in any case: Anna can win."
    )


# --- all together -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "deals", "words"),
    [
        (4, [], ["A win is still possible. It scores from 0 to 24."]),
        (3, [], ["A win is still possible. It scores from 3 to 21."]),
        (2, [], ["A win is still possible. It scores from 0 to 24."]),
        (
            4,
            [{"tricks": [5, 4, 2, 1]}],
            ["A win is no longer possible.", "The tricks are 5-4-2-1, not 6-4-2-0."],
        ),
        (
            3,
            [{"tricks": [4, 8, 0], "left": ["6S", "5H", "AD"]}],
            [
                "A win is still possible. It scores 3.",
                "The card still to name must be of this suit: Clubs.",
            ],
        ),
        (
            3,
            [{"tricks": [4, 8, 0], "left": ["6S", "5H", "AH"]}],
            [
                "A win is no longer possible.",
                "The leftover cards do not all differ in suit: 2 × Hearts.",
            ],
        ),
        (
            2,
            [{"tricks": [7, 5]}],
            ["A win is no longer possible.", "The tricks of round 1 are 7-5, not 8-4."],
        ),
        (
            2,
            [{"tricks": [8, 4], "left": ["6S", "5H"]}],
            [
                "A win is still possible. It scores from 0 to 24.",
                "The cards still to name must be of these suits, one each: Diamonds, Clubs.",
                "Anna: Must take 4 tricks now.",
                "Bruno: Must take 8 tricks now.",
            ],
        ),
        (
            2,
            [{"tricks": [8, 4], "left": ["6S", "5H"]}, {"tricks": [8, 4]}],
            [
                "A win is no longer possible.",
                "The tricks of round 2 are 8-4, not 4-8.",
            ],
        ),
    ],
)
def test_the_torite_says_whether_it_can_still_be_won(sit_down, players, deals, words):
    match = sit_down("torite", deals, players=players)

    assert in_words(chances_of(match.standing)) == words


# --- whole matches ------------------------------------------------------------------------------


def assert_kept(chances: Chances, number: int, end: Standing) -> None:
    """Nothing that was said while deal `number` was played has turned out wrong."""
    winners = {side.index for side in end.outcome.winners}
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
            assert not chances.is_uncatchable(side) or winners == {a}
            assert not chances.cannot_be_passed(side) or a in winners
            assert not chances.is_out(side) or a not in winners
    elif isinstance(chances, LimitChances) and not end.deals[number - 1].void:
        bounds = zip(
            chances.swing.least, end.deals[number - 1].scores, chances.swing.most, strict=True
        )
        assert all(least <= points <= most for least, points, most in bounds)
        if number == len(end.deals):
            assert winners <= {side.index for side in chances.winners}
        else:
            assert not chances.must_end


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@settings(max_examples=settings.default.max_examples // 6)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_played_stays_within_what_was_said(game, seed):
    rng = random.Random(seed)
    match = Played(game, CAST[: rng.choice(game.players)])
    kept = []
    while (prompt := match.standing.prompt) is not None:
        deal = match.standing.deal
        if deal:
            assert chances_of(match.standing) is not None
            kept.append((chances_of(match.standing), deal.number))
        if deal and deal.void_reasons and rng.random() < 0.04:
            match.throw_in(rng.choice(list(deal.void_reasons)))
        else:
            match.answer(legal_answer(prompt, rng))

    assert chances_of(match.standing) is None
    for chances, number in kept:
        # What is said in a deal holds if that deal counts: thrown in, it gives back what was taken.
        if not match.standing.deals[number - 1].void:
            assert_kept(chances, number, match.standing)


# --- the sentences ------------------------------------------------------------------------------


TARGETS_OF_TRIBELLO = [[6, 4, 3], [3, 6, 4], [4, 3, 6]] * 3 + [[3, 4, 6], [6, 3, 4]]
"""Eleven deals in which everybody takes just the target."""


def test_at_the_start_all_are_level(sit_down):
    match = sit_down("tribello")

    assert in_words(chances_of(match.standing)) == [
        "Anna: In the lead, level with Bruno and Carla.",
        "Anna: Still to come: at best +91, at worst −65.",
        "Bruno: In the lead, level with Anna and Carla.",
        "Bruno: Still to come: at best +91, at worst −65.",
        "Carla: In the lead, level with Anna and Bruno.",
        "Carla: Still to come: at best +91, at worst −65.",
    ]


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (
            [5, 5, 3],
            [
                "Anna: In the lead by 13.",
                "Bruno: 14 behind Anna, can gain 15 on Anna.",
                "Carla: Can no longer win: 13 behind Anna, can gain 12 at most.",
            ],
        ),
        (
            [5, 4, 4],
            [
                "Nobody can overtake Anna any more, only draw level.",
                "Anna: In the lead by 12.",
                "Bruno: 15 behind Anna, can gain 15 on Anna.",
                "Carla: 12 behind Anna, can gain 12 on Anna.",
            ],
        ),
        (
            [6, 4, 3],
            [
                "Nobody can catch up with Anna any more.",
                "Anna: In the lead by 14.",
                "Bruno: Can no longer win: 16 behind Anna, can gain 15 at most.",
                "Carla: Can no longer win: 14 behind Anna, can gain 12 at most.",
            ],
        ),
    ],
    ids=["one is out", "level at best", "uncatchable"],
)
def test_before_the_last_deal_of_tribello(sit_down, second, words):
    """Anna has all tricks of the first deal; the second decides what the twelfth can change."""
    counts = [[13, 0, 0], second, *TARGETS_OF_TRIBELLO[2:]]
    match = sit_down("tribello", [{"tricks": tricks} for tricks in counts])
    coming = "Still to come"

    lines = in_words(chances_of(match.standing))
    assert [line for line in lines if coming not in line] == words
    assert [line for line in lines if coming in line] == [
        "Anna: Still to come: at best +4, at worst −9.",
        "Bruno: Still to come: at best +6, at worst −7.",
        "Carla: Still to come: at best +3, at worst −10.",
    ]


def test_nothing_can_be_said_before_the_house_rules_and_after_the_end(sit_down):
    table = replay(GAMES["trex"], CAST, {})
    over = sit_down("torite", [{"tricks": [6, 4, 2, 0], "left": ["AS", "KH", "QD", "JC"]}])

    assert over.is_over
    assert (chances_of(table), chances_of(over.standing)) == (None, None)
