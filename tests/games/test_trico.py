"""Trico: nine cards with symbols; sets, pairs that others can block, and large symbols."""

from itertools import combinations, product

import pytest

from app.games.trico import GAME
from testkit.play import play_at_random
from tests.games.trico import DECK, NOTHING, PLAIN, counts, kept, show, trico
from tests.golden import vectors

SAVED = [[5, 2, 9], [1, 3, 6]]
"""The house rules of a match that is tapped to its end."""
FIRST_MATCH = [{"saved": SAVED}, {"saved": SAVED}, {"saved": [[7, 2, 8], [3, 5, 6]]}]


def numbered(hand, *numbers):
    return [card | {"number": number} for card, number in zip(hand, numbers, strict=True)]


# --- sets, pairs, blocking, large symbols -------------------------------------------------------


@pytest.mark.parametrize("vector", vectors("trico"))
def test_kept_cards_score_the_worked_numbers(vector):
    hands = [[DECK[str(number)] for number in hand] for hand in vector["hands"]]

    match = kept(*hands, *[PLAIN] * (len(hands) == 1))

    assert match.rows[0]["scores"][: len(hands)] == vector["out"]


@pytest.mark.parametrize("saved", [SAVED, [[9, 2, 5], [6, 1, 3]]], ids=["as is", "otherwise"])
def test_a_score_says_how_many_pairs_were_blocked_in_whatever_order(saved):
    match = trico({"saved": saved}, deck=DECK)

    assert match.parts("Anna") == [(4, "1 set, 0 pairs, 3 blocked, 2 large cards")]
    assert match.parts("Bruno") == [(5, "2 sets, 0 pairs, 2 blocked, 1 large card")]


def test_symbols_are_free_words_and_none_need_be_large_and_thirteen_points_the_most():
    five = "🂱* ace-of-hearts صنوبر 葉 e"
    deck = {number: {"symbols": face["symbols"]} for number, face in DECK.items()}

    assert trico({"saved": SAVED}, deck=deck).rows[0]["scores"] == [2, 4]
    assert kept(show(five, five, five), PLAIN).rows[0]["scores"] == [13, 0]


@pytest.mark.parametrize("players", [2, 3])
def test_any_round_scores_as_its_four_rules_say(players, rng):
    for _ in range(200):
        few = rng.random() < 0.5
        hands = [[random_face(rng, few) for _ in range(3)] for _ in range(players)]

        scores = kept(*hands).rows[0]["scores"]

        assert scores == [by_the_rules(hands, seat) for seat in range(players)]


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
        (("1", 0, 0), "sets: “1” is not a whole number."),
        ((None, 0, 0), "sets: how many?"),
    ],
)
def test_counts_that_no_three_cards_can_show_are_refused(row, words):
    match = trico(counts(row, NOTHING), entry="counts")

    assert match.problem == words
    assert match.refused_at == (1, "counts")


def test_all_counts_that_three_cards_can_show_are_taken():
    for sets, pairs, large in product(range(6), range(7), range(4)):
        match = trico(counts((sets, pairs, large), NOTHING), entry="counts")

        without_a_set = sets == 0 and pairs <= 1 and large <= 2 * pairs
        fits = without_a_set or (sets > 0 and 3 * sets + 2 * pairs <= 15)
        assert (match.problems == []) == fits


@pytest.mark.parametrize(
    "answer",
    [
        counts((1, 0, 0))["counts"],
        counts((1, 0, 0), (1, 0, 0), (1, 0, 0))["counts"],
        [{"sets": 1, "pairs": 0}] * 2,
        [{"sets": 1, "pairs": 0, "large": 0, "stars": 1}] * 2,
        [[1, 0, 0]] * 2,
        {"sets": [1, 1], "pairs": [0, 0], "large": [0, 0]},
        7,
        "1 set",
    ],
)
def test_counts_have_sets_pairs_and_large_cards_of_every_player(answer):
    match = trico({"counts": answer}, entry="counts")

    assert match.problem.endswith("does not give sets, pairs, large for each of 2 players.")


# --- the saved cards ----------------------------------------------------------------------------

NO_LISTS = "is not a list of 2 lists of cards, one for each player."
NO_CARD = "is not a card: they are numbered 1 to 9."


@pytest.mark.parametrize(
    ("saved", "words"),
    [
        ([[5, 2, 9], [1, 3, 5]], "Card 5 is already Anna’s."),
        ([[5, 2, 5], [1, 3, 6]], "Card 5 is already Anna’s."),
        ([[5, 2], [1, 3, 6]], "Anna has 2 cards, not 3."),
        ([[5, 2, 9, 8], [1, 3, 6]], "Anna has 4 cards, not 3."),
        ([[5, 2, 9], [1]], "Bruno has 1 card, not 3."),
        ([[5, 2, 0], [1, 3, 6]], f"“0” {NO_CARD}"),
        ([[5, 2, 10], [1, 3, 6]], f"“10” {NO_CARD}"),
        ([["5", 2, 9], [1, 3, 6]], f"“5” {NO_CARD}"),
        ([[5.0, 2, 9], [1, 3, 6]], f"“5.0” {NO_CARD}"),
        ([[True, 2, 9], [4, 3, 6]], f"“true” {NO_CARD}"),
        ([[5, 2, 9]], f"“[[5, 2, 9]]” {NO_LISTS}"),
        ([5, 2, 9], f"“[5, 2, 9]” {NO_LISTS}"),
        ("529", f"“529” {NO_LISTS}"),
    ],
)
def test_cards_that_cannot_have_been_kept_are_refused(saved, words):
    match = trico({"saved": saved}, deck=DECK)

    assert match.problem == words
    assert match.refused_at == (1, "saved")


ABC = {"symbols": [*"abc"]}
KINDS = "symbols, but every card shows 3 or 5."
NO_FACE = "is not a card with “symbols”, and perhaps “large”."
NO_WORDS = "is not a list of words of at most 30 letters."


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ({"symbols": [*"ab"]}, f"it shows 2 {KINDS}"),
        ({"symbols": [*"abcd"]}, f"it shows 4 {KINDS}"),
        ({"symbols": [*"abcdef"]}, f"it shows 6 {KINDS}"),
        ({"symbols": [*"aba"]}, "a is there twice."),
        (ABC | {"large": ["d"]}, "d is large, but not among its symbols."),
        (ABC | {"large": ["a", "a"]}, "a large symbol is named twice."),
        (ABC | {"number": 10}, "“10” is not a card number from 1 to 9."),
        (ABC | {"number": "4"}, "“4” is not a card number from 1 to 9."),
        (ABC | {"number": 7}, "number 7 is already Anna’s."),
        (None, "which symbols does it show?"),
        ("abc", f"“abc” {NO_FACE}"),
        ({"large": []}, f'“{{"large": []}}” {NO_FACE}'),
        (ABC | {"size": 1}, f'“{{"symbols": ["a", "b", "c"], "size": 1}}” {NO_FACE}'),
        ({"symbols": ["a", "b", 3]}, f'“["a", "b", 3]” {NO_WORDS}'),
        ({"symbols": ["a", "b", ""]}, f'“["a", "b", ""]” {NO_WORDS}'),
        ({"symbols": ["a", "b", "c" * 31]}, f'“["a", "b", "{"c" * 27}…” {NO_WORDS}'),
    ],
)
def test_a_card_that_cannot_have_been_printed_is_refused(card, words):
    match = kept(numbered(PLAIN, 7, 8, 9), [PLAIN[0], card, PLAIN[2]])

    assert match.problem == f"Card 2: {words}"
    assert match.refused_at == (1, "cards")
    assert kept(PLAIN, PLAIN[:2]).problem.endswith(
        "does not give 3 cards for each player, of whom there are 2."
    )


# --- the deck -----------------------------------------------------------------------------------


NUMBERED = 'Card 4: “{"symbols": ["a", "b", "c"], "number": …”'
NO_DECK = "To tap the cards each kept, choose or enter a deck first."
LIST = '“[{"symbols": ["spade", "heart", "diamon…”'  # codespell:ignore


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        (None, NO_DECK),
        ({n: DECK[n] for n in "12345678"}, "Card 9: which symbols does it show?"),
        (DECK | {"10": DECK["9"]}, "There is no card “10”."),
        (DECK | {"0": DECK["9"]}, "There is no card “0”."),
        (DECK | {"4": {"symbols": [*"ab"]}}, f"Card 4: it shows 2 {KINDS}"),
        (DECK | {"4": ABC | {"number": 4}}, f"{NUMBERED} {NO_FACE}"),
        ([*DECK.values()], f"{LIST} is not a deck."),
        ("mine", "“mine” is not a deck."),
    ],
)
def test_a_deck_that_cannot_be_right_is_refused(deck, words):
    match = trico({"saved": SAVED}, deck=deck)

    assert match.problem == words
    assert match.refused_at == (None, "rules.deck")


# --- the match ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "asked", "other"),
    [("deck", "saved", "cards"), ("symbols", "cards", "counts"), ("counts", "counts", "saved")],
)
def test_each_round_asks_what_the_table_chose_to_enter_and_nothing_else(entry, asked, other):
    assert trico(entry=entry, deck=DECK).next == (1, asked)
    assert trico({other: []}, entry=entry, deck=DECK).refused_at == (1, other)


def test_a_whole_match_is_played_to_fourteen():
    match = trico(*FIRST_MATCH, deck=DECK)

    assert match.running_totals == [[4, 5], [8, 10], [11, 15]]
    assert match.winners == ["Bruno"]
    assert match.ending == "Bruno: the highest total, 15."
    assert match.next is None


@pytest.mark.parametrize("target", [0, 100])
def test_a_table_plays_to_1_to_99_points(target):
    assert trico(deck=DECK, target=target).refused_at == (None, "rules.target")


def test_two_players_turn_up_a_card_and_a_misdeal_is_dealt_again():
    pile = "Turn up the top card of the pile: the winner picks one of the three, then the loser; "
    assert any(line.startswith(pile) for line in trico(players=2, deck=DECK).instructions)
    assert not any("pile" in line for line in trico(players=3, deck=DECK).instructions)
    match = trico(FIRST_MATCH[0], {"void": "misdeal"}, *FIRST_MATCH[1:], deck=DECK)

    assert match.reasons == [None, "misdeal", None, None]
    assert match.totals == {"Anna": 11, "Bruno": 15}
    assert str(match.deals[1].title) == str(match.deals[2].title) == "Round 2"
    assert trico({"void": "closed_suit"}, deck=DECK).refused_at == (1, "void")


def test_matches_at_random_end_at_the_target_with_one_winner(rng):
    for _ in range(20):
        match = play_at_random(GAME, rng)

        target = match.answers[0]["rules"].get("target", 14)
        for deal in match.standing.deals:
            assert (max(deal.totals) >= target) == (deal is match.standing.deals[-1])
            assert all(0 <= points <= 13 for points in deal.scores or ())
        assert len(match.standing.outcome.winners) == 1


# --- ties ---------------------------------------------------------------------------------------

MORE_LARGE = "level on points, but more large symbols on the last cards."
HIGHEST = "level on points and large symbols, but the highest card."


def level(tie=None, last=((1, 0, 0), (1, 0, 0)), before=((5, 0, 2), (5, 0, 2))):
    """Two rounds after which both stand at 14, and how the tie is broken."""
    broken = {"tie": dict(zip(("large", "highest"), tie, strict=True))} if tie else {}
    return trico(counts(*before), counts(*last) | broken, entry="counts")


@pytest.mark.parametrize(
    ("tie", "winner", "ending"),
    [
        (([1, 2], [9, 8]), "Bruno", MORE_LARGE),
        (([0, 0], [4, 3]), "Anna", HIGHEST),
    ],
)
def test_a_tie_is_broken_by_large_symbols_and_then_by_the_highest_card(tie, winner, ending):
    asked, match = level(), level(tie)

    assert (asked.next, asked.is_over, asked.running_totals) == ((2, "tie"), False, [[12, 12]])
    assert match.winners == [winner]
    assert match.ending == f"{winner} with 14: {ending}"


def test_there_is_no_tie_with_a_higher_total_or_below_the_target():
    higher = level(last=((1, 1, 0), (1, 0, 2)))
    below = level(before=((5, 0, 0), (5, 0, 0)))

    assert higher.totals == {"Anna": 15, "Bruno": 16}
    assert higher.winners == ["Bruno"]
    assert below.next == (3, "counts")
    assert level(([1, 2], [9, 8]), last=((1, 0, 0), (1, 1, 0))).refused_at == (2, "tie")


@pytest.mark.parametrize(
    ("saved", "winner", "ending"),
    [([[1, 2, 9], [3, 5, 6]], "Bruno", MORE_LARGE), ([[1, 3, 9], [4, 6, 7]], "Anna", HIGHEST)],
)
def test_the_deck_breaks_a_tie_by_itself(saved, winner, ending):
    match = trico({"saved": saved}, deck=DECK, target=5)

    assert match.totals == {"Anna": 5, "Bruno": 5}
    assert match.winners == [winner]
    assert match.ending == f"{winner} with 5: {ending}"


ONE_SET, OTHER_SET = show("a b c", "a d e", "a f g"), show("h i j", "h k l", "h m n")
ONE_LARGE, OTHER_LARGE = show("a* b c", "a d e", "a f g"), show("h* i j", "h k l", "h m n")
THREE_LARGE = show("h* i* j*", "h k l", "h m n")
WITH_NINE = numbered(ONE_SET, 2, 9, 1)
WITH_AN_EIGHT = [OTHER_SET[0] | {"number": 8}, *OTHER_SET[1:]]


@pytest.mark.parametrize(
    ("anna", "bruno", "target", "winners"),
    [
        (ONE_LARGE, THREE_LARGE, 3, ["Bruno"]),
        (WITH_NINE, numbered(OTHER_SET, 7, 8, 6), 2, ["Anna"]),
        (WITH_NINE, WITH_AN_EIGHT, 2, []),
        (ONE_LARGE, OTHER_LARGE, 3, []),
    ],
    ids=["large symbols", "all numbers", "some numbers", "no numbers"],
)
def test_symbols_break_a_tie_where_they_tell_enough(anna, bruno, target, winners):
    match = kept(anna, bruno, target=target)

    assert match.winners == winners
    assert match.next == (None if winners else (1, "tie"))


OUT_OF_RANGE = "is out of range, from 3 to 9."
NOT_NINE = "The highest card entered for Anna is 9."
BELOW_EIGHT = "Bruno has card 8, so the highest cannot be 7."
ONLY_LARGE = '“{"large": [1, 1]}”'
NINE_AND_ONE = numbered(ONE_SET[:2], 9, 1) + ONE_SET[2:]


@pytest.mark.parametrize(
    ("anna", "bruno", "large", "highest", "words"),
    [
        (ONE_LARGE, OTHER_LARGE, [0, 1], [9, 8], "The cards entered for Anna have 1 large symbol."),
        (ONE_LARGE, OTHER_LARGE, [1, 1], [8, 8], "Card 8 cannot be with two players."),
        (ONE_LARGE, OTHER_LARGE, [1, 1], [2, 8], f"highest card: 2 {OUT_OF_RANGE}"),
        (ONE_LARGE, OTHER_LARGE, [1, 1], [10, 8], f"highest card: 10 {OUT_OF_RANGE}"),
        (WITH_NINE, OTHER_SET, [0, 0], [8, 7], NOT_NINE),
        (ONE_SET, WITH_AN_EIGHT, [0, 0], [9, 7], BELOW_EIGHT),
        (NINE_AND_ONE, OTHER_SET, [0, 0], [5, 8], NOT_NINE),
    ],
)
def test_a_tie_break_that_does_not_fit_the_cards_is_refused(anna, bruno, large, highest, words):
    deal = {"cards": [anna, bruno], "tie": {"large": large, "highest": highest}}
    match = trico(deal, entry="symbols", target=2)

    assert match.problem == words
    assert match.refused_at == (1, "tie")


def test_a_tie_break_has_both_of_every_player_and_the_large_symbols_that_scored():
    deal = {"cards": [ONE_LARGE, OTHER_LARGE], "tie": {"large": [1, 1]}}
    half = trico(deal, entry="symbols", target=2)
    few = level(([1, 2], [9, 8]), last=((1, 0, 2), (1, 0, 2)))

    assert half.problem == f"{ONLY_LARGE} does not give large, highest for each of 2 players."
    assert few.problem == "Anna scored 2 large cards, so enter at least 2 large symbols."
