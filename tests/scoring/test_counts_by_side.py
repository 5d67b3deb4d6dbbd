"""Partners pile their tricks together: Diamonds and Slaps may be counted by side."""

from itertools import product

import pytest

from app import matchfile
from app.games import GAMES
from app.games.trex.scores import tricks_needed
from app.scoring import Event, Match, Table
from app.scoring.chances import chances_of
from app.scoring.match.log_text import log_texts
from testkit.match import CAST

SLAPS = {"owner": 0, "contract": "slaps"}
OF_QUEENS = {"QS": 0, "QH": 2, "QD": 2, "QC": 1}
COMPLEX = {"owner": 0, "contract": "complex", "king": 0, "queens": OF_QUEENS}
"""Anna has 2 honours, Carla the Q♥ and the Q♦."""
PILED = SLAPS | {"tricks": [8, 5]}


@pytest.fixture
def together(sit_down):
    """A deal of Trex between Anna & Carla and Bruno & Dino."""
    return lambda deal, **rules: sit_down("trex", [deal], partners=True, **rules)


def match_of(*deals, **rules):
    return Match(GAMES["trex"], CAST).accept(
        Event("entry", 0, "rules", {"partners": True} | rules),
        *[Event("entry", n, *answer) for n, deal in enumerate(deals, 1) for answer in deal.items()],
    )


# --- scores -------------------------------------------------------------------------------------


def test_a_count_by_side_scores_as_the_partners_would_one_by_one(together):
    mixed = COMPLEX | {"diamonds": [9, 4], "tricks": [2, 3, 3, 5]}

    assert together(PILED).rows[0]["scores"] == [-120, -75]
    assert together(PILED).parts("Anna & Carla") == [(-120, "8 tricks")]
    assert together(mixed, complex=True).rows[0]["scores"] == [-315, -185]


# --- what cannot be -----------------------------------------------------------------------------

LISTS = "a list of 4 numbers, one for each player, or of 2, one for each side."


@pytest.mark.parametrize(
    ("tricks", "words"),
    [
        ([8, 6], "That makes 14, not 13: 1 trick too many."),
        ([8, 4], "That makes 12, not 13: 1 trick missing."),
        ([-1, 14], "Anna & Carla cannot have −1."),
        ([0, 14], "Bruno & Dino cannot have 14: there are only 13 tricks."),
        (["8", 5], "“8” is not a whole number."),
        ([True, 12], "“true” is not a whole number."),
        ([8, 3, 2], f"“[8, 3, 2]” must be {LISTS}"),
    ],
)
def test_a_wrong_count_by_side_is_refused_and_any_without_partners(
    sit_down, together, tricks, words
):
    match = together(SLAPS | {"tricks": tricks})
    alone = sit_down("trex", [PILED])

    assert match.refused_at == (1, "tricks")
    assert words in match.problems
    assert alone.problem == "“[8, 5]” is not a list of 4 numbers, one for each player."


@pytest.mark.parametrize(
    ("diamonds", "tricks", "words"),
    [
        ([9, 4], [2, 8, 1, 2], None),
        ([9, 4], [3, 10], None),
        ([0, 13], [0, 13], "Anna & Carla have at least 1, not 0: the Q♦ is a diamond too."),
        # One trick for the honours of each, whoever has 5 more diamonds.
        ([6, 7], [1, 12], "Anna & Carla have at least 3, not 1: 9 penalty cards"),
        ([6, 7], [1, 6, 0, 6], "Carla has at least 1, not 0: 2 penalty cards"),
        # 2 + 2 honours and 8 more diamonds are 12 cards: three tricks, in whichever pile.
        ([9, 4], [1, 8, 1, 3], "Anna & Carla have at least 3, not 2: 12 penalty cards"),
    ],
)
def test_partners_need_a_trick_for_each_four_of_their_penalty_cards(
    together, diamonds, tricks, words
):
    match = together(COMPLEX | {"diamonds": diamonds, "tricks": tricks}, complex=True)

    assert match.problem.startswith(words) if words else match.problems == []


def test_the_fewest_tricks_of_partners_are_those_of_the_best_way_to_share():
    """Held against every way to share what they piled between the two."""
    table = Table(CAST)
    table.make_partners()
    anna, bruno, carla, _dino = table.seats
    side = table.sides[0]
    for honours in product((anna, bruno, carla), repeat=5):
        taken = dict(zip(("KH", "QS", "QH", "QD", "QC"), honours, strict=True))
        for piled in range(int(taken["QD"] in side.seats), 14):
            ways = []
            for hers in range(piled + 1):
                suit = {anna: hers, carla: piled - hers}
                if taken["QD"] not in suit or suit[taken["QD"]]:
                    ways.append(tricks_needed(side, taken, suit)[0][side])
            assert tricks_needed(side, taken, {side: piled})[0][side] == min(ways), (taken, piled)


@pytest.mark.parametrize(
    ("by_side", "by_player"), [([9, 4], [6, 2, 3, 2]), ([1, 12], [0, 6, 1, 6])]
)
def test_what_is_possible_is_the_same_whichever_way_diamonds_were_counted(by_side, by_player):
    """Where the split between partners needs no trick more."""
    piled, alone = (
        chances_of(match_of(COMPLEX | {"diamonds": counts}, complex=True).standing).swing
        for counts in (by_side, by_player)
    )

    assert (piled.most, piled.least) == (alone.most, alone.least)


# --- changing one's mind ------------------------------------------------------------------------


def test_partners_who_only_turn_round_the_table_keep_what_they_piled():
    match = match_of(PILED)

    match = match.accept(match.reseating([1, 2, 3, 0]))

    scores = {str(side): match.standing.totals[side.index] for side in match.standing.sides}
    assert scores == {"Bruno & Dino": -75, "Carla & Anna": -120}


def test_what_two_have_piled_is_asked_again_and_told_when_they_are_no_partners_any_more():
    match = match_of(PILED, {"contract": "diamonds", "diamonds": [13, 0]})

    apart = match.accept(match.reseating([0, 2, 1, 3]))
    alone = match.accept(Event("correction", 0, "rules", {"partners": False}))

    for changed in (apart, alone):
        prompt = changed.standing.prompt
        assert (prompt.deal, prompt.key) == (1, "tricks")
    sentences = [str(told.sentence) for told in log_texts(apart)]
    assert "Deal 1 · Tricks taken → Anna & Carla 8, Bruno & Dino 5" in sentences
    assert apart.accept(Event("undo")).standing.totals == (-250, -75)


def test_a_count_by_player_is_corrected_to_one_by_side_and_back():
    match = match_of(SLAPS | {"tricks": [3, 2, 5, 3]})

    for counts, totals in (([6, 7], (-90, -105)), ([0, 0, 13, 0], (-195, 0))):
        match = match.accept(Event("correction", 1, "tricks", counts))
        assert match.standing.totals == totals


def test_a_spreadsheet_has_a_column_for_what_was_counted_by_side():
    head, *rows = matchfile.as_csv(match_of(PILED)).splitlines()

    place = head.split(",").index("tricks of side")
    assert [row.split(",")[place] for row in rows[:4]] == ["8", "5", "8", "5"]
