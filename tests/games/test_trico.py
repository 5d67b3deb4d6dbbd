"""Trico: nine cards with symbols; sets, pairs that others can block, and large symbols."""

from itertools import combinations

import pytest

from app.games.trico import GAME
from tests.front_door import Match, match_file
from tests.golden import demo_deck
from tests.play import play_at_random

DECK = demo_deck()
FIRST_MATCH = [
    {"saved": [[5, 2, 9], [1, 3, 6]]},
    {"saved": [[5, 2, 9], [1, 3, 6]]},
    {"saved": [[7, 2, 8], [3, 5, 6]]},
]


def show(*cards):
    """Three cards, given as words; a star marks a large symbol."""
    return [
        {
            "symbols": [word.strip("*") for word in card.split()],
            "large": [word.strip("*") for word in card.split() if "*" in word],
        }
        for card in cards
    ]


def numbered(hand, *numbers):
    return [card | {"number": number} for card, number in zip(hand, numbers, strict=True)]


PLAIN = show("u1 u2 u3", "v1 v2 v3", "w1 w2 w3")
"""Three cards that score nothing and block nothing."""


def counts(*rows):
    return [{"sets": sets, "pairs": pairs, "large": large} for sets, pairs, large in rows]


@pytest.fixture
def keep(sit_down):
    """The points of one round, from the faces of the cards that each player kept."""

    def points(*hands):
        match = sit_down(
            "trico", [{"cards": list(hands)}], players=len(hands), entry="symbols", target=99
        )
        return match.rows[0]["scores"]

    return points


# --- sets, pairs, blocking, large symbols -------------------------------------------------------


def test_a_symbol_on_all_three_cards_scores_two(keep):
    assert keep(show("a b c", "a d e", "a f g"), PLAIN) == [2, 0]


def test_every_set_scores_two(keep):
    assert keep(show("a b c", "a b d", "a b e"), PLAIN) == [4, 0]


def test_with_a_set_every_pair_scores_one(keep):
    assert keep(show("a b c", "a b d", "a c d"), PLAIN) == [2 + 3, 0]


def test_a_set_is_not_a_pair_as_well(keep):
    assert keep(show("a b c", "a b c", "a b c"), PLAIN) == [6, 0]


def test_without_a_set_only_one_pair_scores(keep):
    assert keep(show("a b c", "a b d", "c d e"), PLAIN) == [1, 0]


def test_three_cards_without_any_symbol_in_common_score_nothing(keep):
    assert keep(PLAIN, show("a b c", "d e f", "g h i")) == [0, 0]


def test_a_pair_is_blocked_by_an_opponents_pair(keep):
    mine = show("a b c", "a d e", "f g h")
    theirs = show("a k l", "a m n", "o p q")

    assert keep(mine, theirs) == [0, 0]


def test_a_pair_is_blocked_by_an_opponents_set(keep):
    mine = show("a b c", "a d e", "f g h")
    theirs = show("a k l", "a m n", "a p q")

    assert keep(mine, theirs) == [0, 2]


def test_a_pair_is_not_blocked_by_a_single_card(keep):
    mine = show("a b c", "a d e", "f g h")
    theirs = show("a k l", "i m n", "j p q")

    assert keep(mine, theirs) == [1, 0]


def test_a_set_is_never_blocked(keep):
    mine = show("a b c", "a d e", "a g h")
    theirs = show("a k l", "a m n", "a p q")

    assert keep(mine, theirs) == [2, 2]


def test_a_pair_that_an_opponent_holds_without_scoring_it_blocks_all_the_same(keep):
    """The second holds pairs of a and x without a set, so scores only one: x, for its stars."""
    mine = show("a b c", "a d e", "f g h")
    theirs = show("a x* l", "a x* n", "o p q")

    assert keep(mine, theirs) == [0, 3]


def test_one_of_two_opponents_is_enough_to_block(keep):
    mine = show("a b c", "a d e", "f g h")
    blocker = show("a k l", "a m n", "o p q")

    assert keep(mine, PLAIN, blocker) == [0, 0, 0]


def test_two_opponents_with_one_card_each_do_not_block(keep):
    mine = show("a b c", "a d e", "f g h")

    assert keep(mine, show("a k l", "m n o", "p q r"), show("a s t", "i j u", "x y z"))[0] == 1


def test_with_a_set_every_large_card_scores_one(keep):
    assert keep(show("a* b c", "a d* e", "a f g"), PLAIN) == [2 + 2, 0]


def test_a_card_with_two_large_symbols_scores_one_for_them(keep):
    assert keep(show("a* b* c", "a d e", "a f g"), PLAIN) == [2 + 1, 0]


def test_a_large_symbol_of_another_kind_than_the_set_counts_too(keep):
    assert keep(show("a b* c", "a d e", "a f g"), PLAIN) == [2 + 1, 0]


def test_without_a_set_only_the_two_cards_of_the_pair_can_be_large(keep):
    assert keep(show("a b c", "a* d e", "f* g* h*"), PLAIN) == [1 + 1, 0]


def test_without_a_set_the_pair_with_more_large_cards_is_scored(keep):
    """The pair of a has one large card, the pair of b two."""
    assert keep(show("a c d", "a b* e", "b* f g"), PLAIN) == [1 + 2, 0]


def test_the_better_pair_does_not_help_when_it_is_blocked(keep):
    mine = show("a c d", "a b* e", "b* f g")
    theirs = show("b k l", "b m n", "o p q")

    assert keep(mine, theirs) == [1 + 1, 0]


def test_large_symbols_count_nothing_when_nothing_is_scored(keep):
    assert keep(show("a* b c", "d* e f", "g* h i"), PLAIN) == [0, 0]


def test_thirteen_is_the_most_a_round_can_bring(keep):
    five = "a* b c d e"

    assert keep(show(five, five, five), PLAIN) == [13, 0]


def test_cards_five_two_and_nine_are_worth_seven(keep):
    assert keep([DECK["5"], DECK["2"], DECK["9"]], PLAIN)[0] == 7


@pytest.mark.parametrize(
    ("saved", "points"),
    [
        ([[5, 2, 9], [1, 3, 6]], [4, 5]),
        ([[3, 4, 9], [5, 2, 6]], [2, 4]),
        ([[7, 2, 8], [3, 5, 6]], [3, 5]),
        ([[2, 3, 4], [1, 5, 6]], [0, 4]),
        ([[2, 3, 4], [5, 6, 7]], [2, 3]),
        ([[5, 2, 9], [1, 3, 6], [4, 7, 8]], [4, 5, 3]),
    ],
)
def test_the_rounds_of_the_rules_page(sit_down, saved, points):
    match = sit_down("trico", [{"saved": saved}], players=len(saved), deck=DECK)

    assert match.rows[0]["scores"] == points


def test_the_order_of_the_cards_does_not_matter(sit_down):
    match = sit_down("trico", [{"saved": [[9, 2, 5], [6, 1, 3]]}], deck=DECK)

    assert match.rows[0]["scores"] == [4, 5]


def test_a_score_says_how_many_pairs_were_blocked(sit_down):
    match = sit_down("trico", [{"saved": [[5, 2, 9], [1, 3, 6]]}], deck=DECK)

    assert match.parts("Anna") == [(4, "1 set, 0 pairs, 3 blocked, 2 large cards")]
    assert match.parts("Bruno") == [(5, "2 sets, 0 pairs, 2 blocked, 1 large card")]


@pytest.mark.parametrize("players", [2, 3])
def test_any_round_scores_as_its_four_rules_say(players, rng):
    for _ in range(200):
        few = rng.random() < 0.5
        hands = [[random_face(rng, few) for _ in range(3)] for _ in range(players)]
        file = match_file("trico", [{"cards": hands}], players=players, entry="symbols", target=99)

        match = Match(file)

        assert match.rows[0]["scores"] == [by_the_rules(hands, seat) for seat in range(players)]
        assert all(0 <= points <= 13 for points in match.rows[0]["scores"])


def random_face(rng, few):
    symbols = rng.sample("abcde" if few else "abcdefgh", rng.choice([3, 5]))
    return {"symbols": symbols, "large": [s for s in symbols if rng.random() < 0.2]}


def by_the_rules(hands, seat):
    """Try every choice of sets and pairs that the rules allow, and take the best."""
    mine = hands[seat]
    others = [hand for place, hand in enumerate(hands) if place != seat]
    sets, pairs = [], []
    for symbol in {symbol for face in mine for symbol in face["symbols"]}:
        cards = {n for n, face in enumerate(mine) if symbol in face["symbols"]}
        blocked = any(sum(symbol in face["symbols"] for face in hand) >= 2 for hand in others)
        if len(cards) == 3:
            sets.append(cards)
        elif len(cards) == 2 and not blocked:
            pairs.append(cards)
    best = 0
    for number in range(len(pairs) + 1 if sets else min(len(pairs), 1) + 1):
        for chosen in combinations(pairs, number):
            used = set().union(*sets, *chosen)
            large = sum(bool(mine[n]["large"]) for n in used)
            best = max(best, 2 * len(sets) + number + large)
    return best


# --- counts -------------------------------------------------------------------------------------


def test_counts_score_two_for_a_set_one_for_a_pair_and_one_for_a_large_card(sit_down):
    match = sit_down("trico", [{"counts": counts((1, 3, 2), (0, 1, 2))}], entry="counts")

    assert match.rows[0]["scores"] == [7, 3]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ((0, 2, 0), "Anna: without a set only one pair scores, not 2"),
        ((0, 0, 1), "Anna: no set or pair, so large cards score nothing"),
        ((0, 1, 3), "Anna: one pair uses two cards, so 3 large cards cannot count"),
        ((4, 2, 0), "Anna: 4 sets and 2 pairs need 16 symbols, three cards show at most 15"),
        ((5, 1, 0), "Anna: 5 sets and 1 pair need 17 symbols, three cards show at most 15"),
        ((6, 0, 0), "sets: 6 is out of range, from 0 to 5."),
        ((1, 7, 0), "pairs: 7 is out of range, from 0 to 6."),
        ((1, 0, 4), "large cards: 4 is out of range, from 0 to 3."),
        ((-1, 0, 0), "sets: −1 is out of range, from 0 to 5."),
        ((1.0, 0, 0), "sets: “1.0” is not a whole number."),
        (("1", 0, 0), "sets: “1” is not a whole number."),
        ((True, 0, 0), "sets: “true” is not a whole number."),
        ((None, 0, 0), "sets: how many?"),
    ],
)
def test_counts_that_no_three_cards_can_show_are_refused(sit_down, row, words):
    match = sit_down("trico", [{"counts": counts(row, (0, 0, 0))}], entry="counts")

    assert match.problem == words
    assert match.refused_at == (1, "counts")


def test_all_counts_that_three_cards_can_show_are_taken():
    for sets in range(6):
        for pairs in range(7):
            for large in range(4):
                file = match_file(
                    "trico", [{"counts": counts((sets, pairs, large), (0, 0, 0))}], entry="counts"
                )
                match = Match(file)

                if sets == 0:
                    fits = pairs <= 1 and large <= 2 * pairs
                else:
                    fits = 3 * sets + 2 * pairs <= 15
                assert (match.problems == []) == fits


@pytest.mark.parametrize(
    "answer",
    [
        counts((1, 0, 0)),
        counts((1, 0, 0), (1, 0, 0), (1, 0, 0)),
        [{"sets": 1, "pairs": 0}] * 2,
        [{"sets": 1, "pairs": 0, "large": 0, "stars": 1}] * 2,
        [[1, 0, 0]] * 2,
        {"sets": [1, 1], "pairs": [0, 0], "large": [0, 0]},
        7,
        "1 set",
    ],
)
def test_counts_have_sets_pairs_and_large_cards_of_every_player(sit_down, answer):
    match = sit_down("trico", [{"counts": answer}], entry="counts")

    assert match.problem.endswith("does not give sets, pairs, large for each of 2 players.")


# --- the saved cards ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("saved", "words"),
    [
        ([[5, 2, 9], [1, 3, 5]], "Card 5 is already Anna’s."),
        ([[5, 2, 5], [1, 3, 6]], "Card 5 is already Anna’s."),
        ([[5, 2], [1, 3, 6]], "Anna has 2 cards, not 3."),
        ([[5, 2, 9, 8], [1, 3, 6]], "Anna has 4 cards, not 3."),
        ([[5, 2, 9], [1]], "Bruno has 1 card, not 3."),
        ([[5, 2, 0], [1, 3, 6]], "“0” is not a card: they are numbered 1 to 9."),
        ([[5, 2, 10], [1, 3, 6]], "“10” is not a card: they are numbered 1 to 9."),
        ([["5", 2, 9], [1, 3, 6]], "“5” is not a card: they are numbered 1 to 9."),
        ([[5.0, 2, 9], [1, 3, 6]], "“5.0” is not a card: they are numbered 1 to 9."),
        ([[True, 2, 9], [4, 3, 6]], "“true” is not a card: they are numbered 1 to 9."),
        (
            [[5, 2, 9]],
            "“[[5, 2, 9]]” is not a list of 2 lists of cards, one for each player.",
        ),
        ([5, 2, 9], "“[5, 2, 9]” is not a list of 2 lists of cards, one for each player."),
        ("529", "“529” is not a list of 2 lists of cards, one for each player."),
    ],
)
def test_cards_that_cannot_have_been_kept_are_refused(sit_down, saved, words):
    match = sit_down("trico", [{"saved": saved}], deck=DECK)

    assert match.problem == words
    assert match.refused_at == (1, "saved")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"symbols": ["a", "b"]}, "Card 2: it shows 2 symbols, but every card shows 3 or 5."),
        ({"symbols": [*"abcd"]}, "Card 2: it shows 4 symbols, but every card shows 3 or 5."),
        ({"symbols": [*"abcdef"]}, "Card 2: it shows 6 symbols, but every card shows 3 or 5."),
        ({"symbols": ["a", "b", "a"]}, "Card 2: a is there twice."),
        (
            {"symbols": [*"abc"], "large": ["d"]},
            "Card 2: d is large, but not among its symbols.",
        ),
        (
            {"symbols": [*"abc"], "large": ["a", "a"]},
            "Card 2: a large symbol is named twice.",
        ),
        (
            {"symbols": [*"abc"], "number": 10},
            "Card 2: “10” is not a card number from 1 to 9.",
        ),
        (
            {"symbols": [*"abc"], "number": "4"},
            "Card 2: “4” is not a card number from 1 to 9.",
        ),
        ({"symbols": [*"abc"], "number": 7}, "Card 2: number 7 is already Anna’s."),
        (None, "Card 2: which symbols does it show?"),
        ("abc", "Card 2: “abc” is not a card with “symbols”, and perhaps “large”."),
        (
            {"large": []},
            'Card 2: “{"large": []}” is not a card with “symbols”, and perhaps “large”.',
        ),
        (
            {"symbols": [*"abc"], "size": 1},
            'Card 2: “{"symbols": ["a", "b", "c"], "size": 1}”'
            " is not a card with “symbols”, and perhaps “large”.",
        ),
        (
            {"symbols": ["a", "b", 3]},
            'Card 2: “["a", "b", 3]” is not a list of words of at most 30 letters.',
        ),
        (
            {"symbols": ["a", "b", ""]},
            'Card 2: “["a", "b", ""]” is not a list of words of at most 30 letters.',
        ),
        (
            {"symbols": ["a", "b", "c" * 31]},
            'Card 2: “["a", "b", "ccccccccccccccccccccccccccc…”'
            " is not a list of words of at most 30 letters.",
        ),
    ],
)
def test_a_card_that_cannot_have_been_printed_is_refused(sit_down, card, words):
    anna = numbered(PLAIN, 7, 8, 9)
    bruno = [PLAIN[0], card, PLAIN[2]]

    match = sit_down("trico", [{"cards": [anna, bruno]}], entry="symbols")

    assert match.problem == words
    assert match.refused_at == (1, "cards")


def test_every_player_shows_three_cards(sit_down):
    match = sit_down("trico", [{"cards": [PLAIN, PLAIN[:2]]}], entry="symbols")

    assert match.problem.endswith("does not give 3 cards for each of 2 players.")


def test_symbols_are_free_words(sit_down):
    hand = show("ace-of-hearts 🂱 صنوبر", "ace-of-hearts 🂱 葉", "ace-of-hearts 🂱 moon")

    match = sit_down("trico", [{"cards": [hand, PLAIN]}], entry="symbols")

    assert match.rows[0]["scores"] == [4, 0]


# --- the deck -----------------------------------------------------------------------------------


def test_cards_by_number_need_a_deck(sit_down):
    match = sit_down("trico", [{"saved": [[5, 2, 9], [1, 3, 6]]}])

    assert match.refused_at == (None, "rules.deck")
    assert match.problem == ("To tap the cards each kept, choose or enter a deck first.")


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ({n: DECK[n] for n in "12345678"}, "Card 9: which symbols does it show?"),
        (DECK | {"10": DECK["9"]}, "There is no card “10”."),
        (DECK | {"0": DECK["9"]}, "There is no card “0”."),
        (
            DECK | {"4": {"symbols": ["a", "b"], "large": []}},
            "Card 4: it shows 2 symbols, but every card shows 3 or 5.",
        ),
        (
            DECK | {"4": {"symbols": ["a", "b", "c"], "large": ["d"]}},
            "Card 4: d is large, but not among its symbols.",
        ),
        (
            DECK | {"4": {"symbols": ["a", "b", "c"], "large": [], "number": 4}},
            'Card 4: “{"symbols": ["a", "b", "c"], "large": […”'
            " is not a card with “symbols”, and perhaps “large”.",
        ),
        (
            [*DECK.values()],
            '“[{"symbols": ["spade", "heart", "diamon…” is not a deck.',  # codespell:ignore
        ),
        ("mine", "“mine” is not a deck."),
    ],
)
def test_a_deck_that_cannot_be_right_is_refused(sit_down, deck, words):
    match = sit_down("trico", deck=deck)

    assert match.problem == words
    assert match.refused_at[0] is None
    assert match.refused_at[1].startswith("rules.deck")


def test_large_symbols_of_a_deck_may_be_left_out(sit_down):
    deck = {number: {"symbols": face["symbols"]} for number, face in DECK.items()}

    match = sit_down("trico", [{"saved": [[5, 2, 9], [1, 3, 6]]}], deck=deck)

    assert match.rows[0]["scores"] == [2, 4]


def test_a_deck_does_no_harm_where_it_is_not_needed(sit_down):
    match = sit_down("trico", [{"counts": counts((1, 0, 0), (0, 0, 0))}], deck=DECK, entry="counts")

    assert match.rows[0]["scores"] == [2, 0]


# --- the match ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "answer"), [("deck", "saved"), ("symbols", "cards"), ("counts", "counts")]
)
def test_each_round_asks_what_the_table_chose_to_enter(sit_down, entry, answer):
    match = sit_down("trico", entry=entry, deck=DECK)

    assert match.next == (1, answer)


@pytest.mark.parametrize(
    ("entry", "answer"), [("deck", "cards"), ("symbols", "counts"), ("counts", "saved")]
)
def test_a_round_entered_another_way_is_refused(sit_down, entry, answer):
    match = sit_down("trico", [{answer: []}], entry=entry, deck=DECK)

    assert match.refused_at == (1, answer)


def test_a_whole_match_is_played_to_fourteen(sit_down):
    match = sit_down("trico", FIRST_MATCH, deck=DECK)

    assert match.running_totals == [[4, 5], [8, 10], [11, 15]]
    assert match.winners == ["Bruno"]
    assert match.ending == "Bruno: the highest total, 15."
    assert match.next is None


def test_nobody_has_won_below_the_target(sit_down):
    match = sit_down("trico", FIRST_MATCH[:2], deck=DECK)

    assert not match.is_over
    assert match.next == (3, "saved")


@pytest.mark.parametrize(("target", "rounds"), [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3), (15, 3)])
def test_a_table_chooses_its_target(sit_down, target, rounds):
    match = sit_down("trico", FIRST_MATCH[:rounds], deck=DECK, target=target)

    assert match.is_over


@pytest.mark.parametrize("target", [0, 100, -14, "14", 14.0, True, None])
def test_a_target_out_of_range_is_refused(sit_down, target):
    match = sit_down("trico", deck=DECK, target=target)

    assert match.refused_at == (None, "rules.target")


def test_a_round_after_the_end_is_refused(sit_down):
    match = sit_down("trico", [*FIRST_MATCH, FIRST_MATCH[0]], deck=DECK)

    assert match.problem == "The match was over after deal 3."


def test_three_players_keep_all_nine_cards(sit_down):
    match = sit_down("trico", [{"saved": [[5, 2, 9], [1, 3, 6], [4, 7, 8]]}], players=3, deck=DECK)

    assert match.scores == {"Anna": 4, "Bruno": 5, "Carla": 3}


def test_two_players_turn_up_a_card_and_three_do_not(sit_down):
    pile = "Turn up the top card of the pile: the winner picks one of the three, then the loser; "

    assert any(line.startswith(pile) for line in sit_down("trico", players=2, deck=DECK).told)
    assert not any("pile" in line for line in sit_down("trico", players=3, deck=DECK).told)


# --- ties ---------------------------------------------------------------------------------------


def level(tie=None, rows=((1, 0, 0), (1, 0, 0)), before=((5, 0, 2), (5, 0, 2))):
    """Two rounds after which both stand at 14, and how the tie is broken."""
    last = {"counts": counts(*rows)}
    return [{"counts": counts(*before)}, last | ({"tie": tie} if tie else {})]


def test_a_tie_asks_for_the_large_symbols_and_the_highest_cards(sit_down):
    match = sit_down("trico", level(), entry="counts")

    assert match.next == (2, "tie")
    assert not match.is_over


def test_a_round_that_ends_in_a_tie_counts_once_the_tie_is_broken(sit_down):
    match = sit_down("trico", level(), entry="counts")

    assert match.running_totals == [[12, 12]]


@pytest.mark.parametrize(
    ("large", "highest", "winner", "ending"),
    [
        (
            [1, 2],
            [9, 8],
            "Bruno",
            "Bruno with 14: level on points, but more large symbols on the last cards.",
        ),
        (
            [1, 1],
            [8, 9],
            "Bruno",
            "Bruno with 14: level on points and large symbols, but the highest card.",
        ),
        (
            [0, 0],
            [4, 3],
            "Anna",
            "Anna with 14: level on points and large symbols, but the highest card.",
        ),
    ],
)
def test_a_tie_is_broken_by_large_symbols_and_then_by_the_highest_card(
    sit_down, large, highest, winner, ending
):
    match = sit_down("trico", level({"large": large, "highest": highest}), entry="counts")

    assert match.winners == [winner]
    assert match.ending == ending


def test_a_tie_is_broken_only_among_equal_totals(sit_down):
    deals = [
        {"counts": counts((5, 0, 3), (5, 0, 3), (5, 0, 1))},
        {"counts": counts((1, 0, 1), (1, 0, 1), (1, 0, 1))},
    ]
    deals[1]["tie"] = {"large": [2, 2, 3], "highest": [7, 9, 8]}

    match = sit_down("trico", deals, players=3, entry="counts")

    assert match.totals == {"Anna": 16, "Bruno": 16, "Carla": 14}
    assert match.winners == ["Bruno"]


def test_a_higher_total_needs_no_tie_break(sit_down):
    match = sit_down("trico", level(rows=((1, 1, 0), (1, 0, 2))), entry="counts")

    assert match.totals == {"Anna": 15, "Bruno": 16}
    assert match.winners == ["Bruno"]


def test_a_tie_below_the_target_is_none(sit_down):
    deals = level(before=((5, 0, 0), (5, 0, 0)))

    match = sit_down("trico", deals, entry="counts")

    assert match.totals == {"Anna": 12, "Bruno": 12}
    assert match.next == (3, "counts")


def test_a_tie_break_that_is_not_needed_is_refused(sit_down):
    deals = level({"large": [1, 2], "highest": [9, 8]}, rows=((1, 0, 0), (1, 1, 0)))

    match = sit_down("trico", deals, entry="counts")

    assert match.refused_at == (2, "tie")


@pytest.mark.parametrize(
    ("saved", "winner", "ending"),
    [
        (
            [[1, 2, 9], [3, 5, 6]],
            "Bruno",
            "Bruno with 5: level on points, but more large symbols on the last cards.",
        ),
        (
            [[1, 3, 9], [4, 6, 7]],
            "Anna",
            "Anna with 5: level on points and large symbols, but the highest card.",
        ),
    ],
)
def test_the_deck_breaks_a_tie_by_itself(sit_down, saved, winner, ending):
    match = sit_down("trico", [{"saved": saved}], deck=DECK, target=5)

    assert match.totals == {"Anna": 5, "Bruno": 5}
    assert match.winners == [winner]
    assert match.ending == ending


def test_symbols_break_a_tie_by_the_large_ones(sit_down):
    anna, bruno = show("a* b c", "a d e", "a f g"), show("h* i* j", "h k l", "h m n")

    match = sit_down("trico", [{"cards": [anna, bruno]}], entry="symbols", target=3)

    assert match.totals == {"Anna": 3, "Bruno": 3}
    assert match.winners == ["Bruno"]


def test_symbols_with_numbers_break_a_tie_by_the_highest_card(sit_down):
    anna = numbered(show("a b c", "a d e", "a f g"), 2, 9, 1)
    bruno = numbered(show("h i j", "h k l", "h m n"), 7, 8, 6)

    match = sit_down("trico", [{"cards": [anna, bruno]}], entry="symbols", target=2)

    assert match.winners == ["Anna"]


def test_symbols_with_some_of_the_numbers_ask_for_the_highest_card(sit_down):
    anna = numbered(show("a b c", "a d e", "a f g"), 2, 9, 1)
    bruno = show("h i j", "h k l", "h m n")
    bruno[0] |= {"number": 8}

    match = sit_down("trico", [{"cards": [anna, bruno]}], entry="symbols", target=2)

    assert match.next == (1, "tie")


def test_symbols_without_numbers_ask_for_the_highest_card(sit_down):
    anna, bruno = show("a* b c", "a d e", "a f g"), show("h* i j", "h k l", "h m n")

    match = sit_down("trico", [{"cards": [anna, bruno]}], entry="symbols", target=3)

    assert match.next == (1, "tie")


@pytest.mark.parametrize(
    ("tie", "words"),
    [
        ({"large": [0, 1], "highest": [9, 8]}, "The cards entered for Anna have 1 large symbol."),
        ({"large": [1, 1], "highest": [8, 8]}, "Card 8 cannot be with two players."),
        ({"large": [1, 1], "highest": [2, 8]}, "highest card: 2 is out of range, from 3 to 9."),
        ({"large": [1, 1], "highest": [10, 8]}, "highest card: 10 is out of range, from 3 to 9."),
        (
            {"large": [1, 1]},
            '“{"large": [1, 1]}” does not give large, highest for each of 2 players.',
        ),
    ],
)
def test_a_tie_break_that_does_not_fit_the_cards_is_refused(sit_down, tie, words):
    anna, bruno = show("a* b c", "a d e", "a f g"), show("h* i j", "h k l", "h m n")

    match = sit_down("trico", [{"cards": [anna, bruno], "tie": tie}], entry="symbols", target=3)

    assert match.problem == words
    assert match.refused_at == (1, "tie")


def test_the_highest_card_of_a_tie_is_the_one_that_was_entered(sit_down):
    anna = numbered(show("a b c", "a d e", "a f g"), 2, 9, 1)
    bruno = show("h i j", "h k l", "h m n")
    tie = {"large": [0, 0], "highest": [8, 7]}

    match = sit_down("trico", [{"cards": [anna, bruno], "tie": tie}], entry="symbols", target=2)

    assert match.problem == "The highest card entered for Anna is 9."


def test_whoever_scored_large_cards_has_as_many_large_symbols(sit_down):
    deals = level({"large": [1, 2], "highest": [9, 8]}, rows=((1, 0, 2), (1, 0, 2)))

    match = sit_down("trico", deals, entry="counts")

    assert match.problem == "Anna scored 2 large cards, so enter at least 2 large symbols."


# --- deals that do not count --------------------------------------------------------------------


def test_a_misdeal_scores_nothing_and_the_round_is_dealt_again(sit_down):
    match = sit_down("trico", [FIRST_MATCH[0], {"void": "misdeal"}, *FIRST_MATCH[1:]], deck=DECK)

    assert match.reasons == [None, "misdeal", None, None]
    assert match.totals == {"Anna": 11, "Bruno": 15}
    assert str(match.deals[1].title) == str(match.deals[2].title) == "Round 2"


def test_there_is_no_reason_but_a_misdeal(sit_down):
    match = sit_down("trico", [{"void": "closed_suit"}], deck=DECK)

    assert match.refused_at == (1, "void")


# --- whole matches at random --------------------------------------------------------------------


def test_matches_at_random_end_at_the_target_with_one_winner(rng):
    for _ in range(30):
        match = play_at_random(GAME, rng)

        target = match.answers[0]["rules"].get("target", 14)
        for deal in match.standing.deals:
            assert (max(deal.totals) >= target) == (deal is match.standing.deals[-1])
            assert all(0 <= points <= 13 for points in deal.scores or ())
        assert len(match.standing.outcome.winners) == 1


def test_a_known_nine_settles_the_highest_card_in_a_tie(sit_down):
    face = {"symbols": ["spade", "heart", "leaf"], "large": []}
    other = {"symbols": ["acorn", "club", "bell"], "large": []}
    anna = [{"number": 9, **face}, {"number": 1, **face}, face]
    bruno = [other, other, other]
    deal = {"cards": [anna, bruno], "tie": {"large": [0, 0], "highest": [5, 8]}}

    match = sit_down("trico", [deal], players=2, entry="symbols", target=6)

    assert match.problem == "The highest card entered for Anna is 9."
