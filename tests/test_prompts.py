"""What is typed into a form: read, filled up where only one answer is possible, or refused."""

from __future__ import annotations

from dataclasses import fields

import pytest
from werkzeug.datastructures import MultiDict

from app.games import GAMES
from app.games.torite.prompts import Stacks
from app.scoring import Prompt, Refused, Text, prompts, replay
from app.scoring.prompts.base import Replies
from tests.front_door import CAST, Match, match_file
from tests.golden import demo_deck

KING = {"owner": 0, "contract": "king"}


def waiting(game, deals=(), **about):
    """The question that a match waits for."""
    return Match(match_file(game, deals, **about)).standing.prompt


def typed(prompt, *values):
    """One typed value for each seat; nothing typed is an empty field."""
    return {prompt.field(seat): value for seat, value in enumerate(values)}


def refusal(prompt, form):
    with pytest.raises(Refused) as refused:
        prompt.accept(form)
    return [(problem.at, str(problem.message)) for problem in refused.value.problems]


# --- counts -------------------------------------------------------------------------------------


@pytest.fixture
def tricks():
    return waiting("tribello", [{"trump": "hearts"}])


def test_typed_numbers_are_the_answer_in_seat_order(tricks):
    assert tricks.accept(typed(tricks, "7", " 4 ", "2")) == [7, 4, 2]


def test_the_one_number_that_is_left_out_is_worked_out(tricks):
    assert tricks.accept(typed(tricks, "7", "", "2")) == [7, 4, 2]


def test_when_all_tricks_are_taken_the_others_have_none(tricks):
    assert tricks.accept(typed(tricks, "", "13", "")) == [0, 13, 0]


def test_two_numbers_that_are_left_out_are_asked_for(tricks):
    assert refusal(tricks, typed(tricks, "7", "", "")) == [
        (1, "How many for Bruno?"),
        (2, "How many for Carla?"),
    ]


def test_no_number_is_worked_out_that_would_be_negative(tricks):
    assert (2, "How many for Carla?") in refusal(tricks, typed(tricks, "7", "7", ""))


def test_an_empty_form_needs_an_answer(tricks):
    assert refusal(tricks, typed(tricks, "", "", "")) == [(None, "This needs an answer.")]


@pytest.mark.parametrize(
    "word", ["seven", "7.0", "7,5", "1_0", "0x7", "٧x", "99999999999999999999"]
)
def test_what_is_no_number_is_said_back(tricks, word):
    assert refusal(tricks, typed(tricks, word, "4", "2"))[0] == (
        0,
        f"“{word}” is not a whole number.",
    )


def test_digits_of_any_script_are_digits(tricks):
    assert tricks.accept(typed(tricks, "٧", "４", "2")) == [7, 4, 2]


def test_a_long_word_is_said_back_shortened(tricks):
    problems = refusal(tricks, typed(tricks, "x" * 1000, "4", "2"))

    assert len(problems[0][1]) < 80


# --- choices and numbers ------------------------------------------------------------------------


def test_a_choice_is_one_of_the_options():
    assert waiting("tribello").accept({"trump": "clubs"}) == "clubs"


@pytest.mark.parametrize("word", ["Clubs", "stars", " clubs"])
def test_another_choice_is_refused(word):
    assert refusal(waiting("tribello"), {"trump": word}) == [
        (None, f"“{word}” is not one of: spades, hearts, diamonds, clubs.")
    ]


def test_an_optional_question_may_be_passed_over():
    assert waiting("tribello").accept({"skip": "on"}) is None


def test_any_other_question_may_not(tricks):
    assert refusal(tricks, {"skip": "on"}) == [(None, "This needs an answer.")]


@pytest.mark.parametrize("minus", ["-", "\N{MINUS SIGN}"])
def test_a_minus_is_a_minus_however_it_is_typed(minus):
    rules = replay(GAMES["italian_whist"], CAST[:3], {}).prompt

    assert rules.accept({"upper": "20", "lower": f"{minus}15"}) == {"upper": 20, "lower": -15}


def test_house_rules_that_are_not_typed_take_their_default():
    rules = replay(GAMES["italian_whist"], CAST[:3], {}).prompt

    assert rules.accept({}) == {}


def test_a_switch_that_is_not_ticked_is_off():
    rules = replay(GAMES["trex"], CAST, {}).prompt

    answer = rules.accept({"partners": "on", "own_double": "opponents_gain"})

    assert answer["partners"] is True
    assert answer["appeals"] is False


def test_a_house_rule_out_of_range_is_refused_where_it_stands():
    rules = replay(GAMES["italian_whist"], CAST[:3], {}).prompt

    assert refusal(rules, {"upper": "0", "lower": "0"}) == [
        ("upper", "0 is out of range: from 1 to 99."),
        ("lower", "0 is out of range: from −99 to −1."),
    ]


# --- players, orders and cards ------------------------------------------------------------------


def test_a_player_is_tapped():
    assert waiting("trex").accept({"owner": "2"}) == 2


def test_nobody_doubles_when_no_card_is_given_to_anyone():
    assert waiting("trex", [KING]).accept({"doubled.KH": ""}) == {}


@pytest.fixture
def complex_cards():
    """Who doubled the cards of Complex, and who took them: three questions on one page."""
    return waiting("trex", [{"owner": 0, "contract": "complex"}], complex=True)


TAKEN = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2", "queens.QC": "3"}


def test_the_king_and_the_queens_of_complex_are_answered_together(complex_cards):
    replies = complex_cards.answers_in(Replies({"king": "1", **TAKEN}))

    assert [reply.prompt.key for reply in replies] == ["king", "queens"]


def test_the_queens_alone_leave_the_king_to_be_asked_for(complex_cards):
    with pytest.raises(Refused):
        complex_cards.answers_in(Replies(TAKEN))


def test_what_may_be_passed_over_may_also_be_answered_alone(complex_cards):
    (doubled,) = complex_cards.answers_in(Replies({"doubled.KH": "2"}))
    (taken,) = complex_cards.answers_in(Replies({"king": "1"}))

    assert (doubled.prompt.key, taken.prompt.key) == ("doubled", "king")


def test_only_what_comes_before_a_needed_answer_can_be_passed_over(complex_cards):
    assert [prompt.key for prompt in complex_cards.answerable] == ["doubled", "king"]
    assert [prompt.key for prompt in complex_cards.group] == ["doubled", "king", "queens"]


def test_a_doubled_card_has_its_doubler():
    assert waiting("trex", [KING]).accept({"doubled.KH": "3"}) == {"KH": 3}


@pytest.fixture
def going_out():
    return waiting("trex", [{"owner": 0, "contract": "trex"}])


def test_the_last_player_to_go_out_follows_from_the_others(going_out):
    assert going_out.accept(typed(going_out, "3", "0", "2", "")) == [3, 0, 2, 1]


def test_a_place_that_was_jumped_is_asked_for(going_out):
    assert (1, "This place has no player yet.") in refusal(
        going_out, typed(going_out, "3", "", "2", "1")
    )


def test_a_player_goes_out_once(going_out):
    assert refusal(going_out, typed(going_out, "3", "0", "0")) == [
        (2, "Anna is already second out.")
    ]


def test_a_card_is_a_rank_and_a_suit():
    left = waiting("torite", [{"tricks": [8, 4]}], players=2)
    form = {"left.0.rank": "10", "left.0.suit": "S", "left.1.rank": "3", "left.1.suit": "H"}

    assert left.accept(form) == ["10S", "3H"]


def test_half_a_card_is_asked_for():
    left = waiting("torite", [{"tricks": [8, 4]}], players=2)

    assert refusal(left, {"left.0.rank": "10", "left.1.suit": "H"}) == [
        (0, "Which suit?"),
        (1, "Which rank?"),
    ]


def test_a_card_that_nobody_named_is_asked_for():
    left = waiting("torite", [{"tricks": [8, 4]}], players=2)

    assert refusal(left, {"left.0.rank": "10", "left.0.suit": "S"}) == [(1, "Which card?")]


def test_the_third_player_of_trico_gets_what_is_left():
    saved = waiting("trico", players=3, deck=demo_deck())
    ticked = [(0, 5), (0, 2), (0, 9), (1, 1), (1, 3), (1, 6)]

    answer = saved.accept({saved.field(seat, card): "on" for seat, card in ticked})

    assert answer == [[2, 5, 9], [1, 3, 6], [4, 7, 8]]


def test_two_players_of_trico_leave_three_cards_out():
    saved = waiting("trico", players=2, deck=demo_deck())
    ticked = [(0, 5), (0, 2), (0, 9)]

    assert refusal(saved, {saved.field(seat, card): "on" for seat, card in ticked}) == [
        (1, "Bruno has 0 cards, not 3.")
    ]


def test_symbols_may_be_written_and_a_star_makes_them_large():
    cards = waiting("trico", entry="symbols")
    form = {
        cards.field(seat, slot, "other"): f"Moon* sun, card{seat}{slot}"
        for seat in range(2)
        for slot in range(3)
    }

    answer = cards.accept(form)

    assert answer[1][2] == {"symbols": ["moon", "sun", "card12"], "large": ["moon"]}


# --- another order of the seats -----------------------------------------------------------------


def kinds_of(base):
    """Every kind of prompt, those of single games too."""
    for kind in base.__subclasses__():
        yield from [kind] if hasattr(kind, "kind") else []
        yield from kinds_of(kind)


ABOUT_SEATS = [
    kind for kind in kinds_of(Prompt) if "seats" in {field.name for field in fields(kind)}
]


@pytest.mark.parametrize("kind", ABOUT_SEATS, ids=lambda kind: kind.kind)
def test_a_question_about_seats_knows_its_answer_in_another_order(kind):
    assert kind.reseated is not Prompt.reseated


def test_a_count_stays_with_its_people(tricks):
    assert tricks.reseated([7, 4, 2], [2, 0, 1]) == [2, 7, 4]


def test_one_who_was_named_and_an_order_stay_the_same_people():
    owner = waiting("trex")
    out = waiting("trex", [{"owner": 0, "contract": "trex"}])

    assert [owner.reseated(seat, [3, 0, 1, 2]) for seat in range(4)] == [1, 2, 3, 0]
    assert out.reseated([2, 0, 1, 3], [3, 0, 1, 2]) == [3, 1, 2, 0]


def test_a_card_stays_with_who_took_or_kept_it():
    queens = waiting("trex", [{"owner": 0, "contract": "queens", "doubled": {}}])
    left = waiting("torite", [{"tricks": [8, 4, 0]}], players=3)
    aside = waiting("torite", [{"tricks": [8, 4, 0], "left": ["AS", "KH", "5C"]}], players=3)

    assert queens.reseated({"QS": 3, "QH": 0}, [3, 0, 1, 2]) == {"QS": 0, "QH": 1}
    assert left.reseated(["AS", "KH", "5C"], [2, 0, 1]) == ["5C", "AS", "KH"]
    assert aside.reseated("AD", [2, 0, 1]) == "AD"


def test_kept_cards_and_figures_stay_with_their_people():
    saved = waiting("trico", deck=demo_deck(), players=2)
    cards = waiting("trico", entry="symbols", players=2)
    counts = waiting("trico", entry="counts", players=2)

    for prompt in (saved, cards, counts):
        assert prompt.reseated(["Anna’s", "Bruno’s"], [1, 0]) == ["Bruno’s", "Anna’s"]


def test_figures_that_are_kept_by_column_stay_with_their_people():
    level = {"counts": [{"sets": 1, "pairs": 0, "large": 0}] * 2}
    tie = waiting("trico", [level], entry="counts", players=2, target=2)

    turned = tie.reseated({"large": [2, 1], "highest": [9, 7]}, [1, 0])

    assert turned == {"large": [1, 2], "highest": [7, 9]}


def test_a_choice_is_the_same_at_any_table():
    assert waiting("tribello").reseated("hearts", [1, 0, 2]) == "hearts"


# --- what only rulings ask ----------------------------------------------------------------------

SUITS = {letter: Text(letter) for letter in "SHDC"}


def gaps(prompt, answer):
    return [problem.is_gap for problem in prompt.problems(answer)]


@pytest.mark.parametrize(
    "form", [MultiDict([("hold", "H"), ("hold", "S")]), {"hold": "H S"}, {"hold": "S  H none"}]
)
def test_several_are_read_from_a_web_form_and_from_a_plain_one(form):
    prompt = prompts.Several(key="hold", ask=Text("?"), options=SUITS, none=Text("none of them"))

    assert prompt.accept(form) == ["S", "H"]
    assert prompt.accept(prompt.fill(["S", "H"])) == ["S", "H"]


def test_none_of_several_has_to_be_said_where_it_can_be():
    prompt = prompts.Several(key="hold", ask=Text("?"), options=SUITS, none=Text("none of them"))
    silent = prompts.Several(key="hold", ask=Text("?"), options=SUITS)

    assert refusal(prompt, {}) == [(None, "This needs an answer.")]
    assert prompt.accept({"hold": "none"}) == []
    assert silent.accept({}) == []


def test_cards_that_lie_there_are_one_to_a_place():
    prompt = prompts.TableCards(ask=Text("?"), spots=[Text("1st"), Text("2nd")], pack=("KH", "RJ"))

    assert prompt.accept({"card1": "RJ", "card2": "KH"}) == ["RJ", "KH"]
    assert prompt.read(prompt.fill(["RJ", "KH"])) == ["RJ", "KH"]
    assert gaps(prompt, prompt.read({"card2": "KH"})) == [True]
    assert refusal(prompt, {"card1": "KH", "card2": "KH"}) == [
        (1, "K♥ is here twice: 1st has it too.")
    ]


def test_a_stack_may_leave_out_what_follows():
    stacks = {"1": Text("One"), "2": Text("Two"), "3": Text("Three"), "4": Text("Four")}
    prompt = Stacks(key="stacks", ask=Text("?"), stacks=stacks, total=4)
    ones = {f"{stack}{suit}": "1" for stack in "123" for suit in "SHD"}

    assert prompt.accept(ones) == [[1, 1, 1, 1]] * 4
    assert all(gaps(prompt, prompt.read({"1S": "1"})))
    assert refusal(prompt, ones | {"1S": "moon"})[0][0] == "1S"


def test_yes_and_no_mean_what_they_say():
    prompt = prompts.YesNo(key="five", ask=Text("?"))

    assert [prompt.value(prompt.accept({"five": word})) for word in ("yes", "no")] == [
        True,
        False,
    ]
    assert refusal(prompt, {}) == [(None, "This needs an answer.")]


def test_nobody_is_a_player_where_a_question_says_so(sit_down):
    seats = sit_down("trex", []).standing.table.seats
    prompt = prompts.Player(key="doubler", ask=Text("?"), seats=seats, none=Text("nobody"))

    assert prompt.value(prompt.accept({"doubler": "nobody"})) is None
    assert prompt.value(prompt.accept({"doubler": "2"})) is seats[2]
    assert str(prompt.describe("nobody")) == "nobody"
