"""What is typed into a form: read, filled up where only one answer is possible, or refused."""

import pytest
from werkzeug.datastructures import MultiDict

from app.games import GAMES
from app.games.torite.prompts import Stacks
from app.scoring import Refused, Text, prompts, replay
from app.scoring.prompts.base import Replies
from testkit.match import CAST, Match, match_file
from tests.golden import demo_deck

NEEDED = [(None, "This needs an answer.")]
KING = {"owner": 0, "contract": "king"}
ASK = Text("?")


def waiting(game, *deals, **about):
    """The question that a match waits for."""
    return Match(match_file(game, deals, **about)).standing.prompt


def typed(prompt, *values):
    """One typed value for each seat; nothing typed is an empty field."""
    return {prompt.field(seat): value for seat, value in enumerate(values)}


def ticked(prompt, *places):
    return {prompt.field(*place): "on" for place in places}


def on_paper(**rules):
    """The question for the points of the diamonds as they stand on a sheet of paper."""
    deal = {"owner": 0, "contract": "diamonds"}
    return Match(match_file("trex", [deal], **rules)).standing.paper_prompt


def refusal(prompt, form):
    with pytest.raises(Refused) as refused:
        prompt.accept(form)
    return [(problem.at, str(problem.message)) for problem in refused.value.problems]


def gaps(prompt, answer):
    return [problem.is_gap for problem in prompt.problems(answer)]


@pytest.fixture
def tricks():
    return waiting("tribello", {"trump": "hearts"})


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        (("7", " 4 ", "2"), [7, 4, 2]),
        (("٧", "４", "2"), [7, 4, 2]),
        (("7", "", "2"), [7, 4, 2]),
        (("", "13", ""), [0, 13, 0]),
    ],
)
def test_typed_numbers_are_the_answer_in_seat_order_and_what_follows_is_worked_out(
    tricks, values, answer
):
    assert tricks.accept(typed(tricks, *values)) == answer


CARLAS = [(2, "How many for Carla?")]
NO_NUMBERS = ["seven", "7.0", "7,5", "1_0", "0x7", "٧x", "99999999999999999999"]


@pytest.mark.parametrize(
    ("values", "asked"),
    [
        (("7", "", ""), [(1, "How many for Bruno?"), *CARLAS]),
        (("7", "7", ""), CARLAS),
        (("", "", ""), NEEDED),
    ],
)
def test_numbers_that_cannot_be_worked_out_are_asked_for(tricks, values, asked):
    assert refusal(tricks, typed(tricks, *values))[-len(asked) :] == asked


@pytest.mark.parametrize("word", NO_NUMBERS)
def test_what_is_no_number_is_said_back_shortened_if_it_is_long(tricks, word):
    words = f"“{word}” is not a whole number."

    assert refusal(tricks, typed(tricks, word, "4", "2"))[0] == (0, words)
    assert len(refusal(tricks, typed(tricks, 100 * word, "4", "2"))[0][1]) < 80


def test_a_choice_is_one_of_the_options_and_only_an_optional_question_is_passed_over(tricks):
    trump = waiting("tribello")

    assert trump.accept({"trump": "clubs"}) == "clubs"
    assert trump.accept({"skip": "on"}) is None
    assert refusal(tricks, {"skip": "on"}) == NEEDED
    for word in ("Clubs", "stars", " clubs"):
        words = f"“{word}” is not one of: spades, hearts, diamonds, clubs."
        assert refusal(trump, {"trump": word}) == [(None, words)]


def house_rules(game):
    return replay(GAMES[game], CAST[: GAMES[game].players[0]], {}).prompt


def test_house_rules_are_numbers_in_range_choices_and_switches_that_are_off_unless_ticked():
    limits = house_rules("italian_whist")
    for minus in ("-", "\N{MINUS SIGN}", "\N{FULLWIDTH HYPHEN-MINUS}", "\N{EN DASH}"):
        typed_limits = {"upper": "20", "lower": f"{minus}15"}
        assert limits.accept(typed_limits) == {"upper": 20, "lower": -15}
    assert limits.accept({}) == {}, "what is not typed takes its default"
    assert refusal(limits, {"upper": "0", "lower": "0"}) == [
        ("upper", "0 is out of range: from 1 to 99."),
        ("lower", "0 is out of range: from −99 to −1."),
    ]
    answer = house_rules("trex").accept({"partners": "on", "own_double": "opponents_gain"})
    assert (answer["partners"], answer["appeals"]) == (True, False)


def test_a_player_is_tapped_for_themselves_or_for_a_card():
    doubled = waiting("trex", KING)

    assert waiting("trex").accept({"owner": "2"}) == 2
    assert doubled.accept({"doubled.KH": "3"}) == {"KH": 3}
    assert doubled.accept({"doubled.KH": ""}) == {}


TAKEN = {"queens.QS": "0", "queens.QH": "1", "queens.QD": "2", "queens.QC": "3"}


@pytest.mark.parametrize(
    ("form", "answered"),
    [
        ({"king": "1"} | TAKEN, ["king", "queens"]),
        ({"doubled.KH": "2"}, ["doubled"]),
        ({"king": "1"}, ["king"]),
    ],
)
def test_questions_on_one_page_are_answered_together_or_up_to_one_of_them(form, answered):
    cards = waiting("trex", {"owner": 0, "contract": "complex"}, complex=True)

    assert [reply.prompt.key for reply in cards.answers_in(Replies(form))] == answered
    assert [prompt.key for prompt in cards.answerable] == ["doubled", "king"]
    assert [prompt.key for prompt in cards.group] == ["doubled", "king", "queens"]
    with pytest.raises(Refused):
        cards.answers_in(Replies(TAKEN))  # the king is needed before them


def test_the_last_to_go_out_follows_a_place_that_was_jumped_does_not_and_nobody_goes_out_twice():
    out = waiting("trex", {"owner": 0, "contract": "trex"})

    assert out.accept(typed(out, "3", "0", "2", "")) == [3, 0, 2, 1]
    jumped = refusal(out, typed(out, "3", "", "2", "1"))
    assert (1, "This place has no player yet.") in jumped
    assert refusal(out, typed(out, "3", "0", "0")) == [(2, "Anna is already second out.")]


TEN = {"left.0.rank": "10", "left.0.suit": "S"}


def test_a_card_is_a_rank_and_a_suit():
    left = waiting("torite", {"tricks": [8, 4]}, players=2)

    assert left.accept(TEN | {"left.1.rank": "3", "left.1.suit": "H"}) == ["10S", "3H"]
    assert refusal(left, TEN) == [(1, "Which card?")]
    halves = [(0, "Which suit?"), (1, "Which rank?")]
    assert refusal(left, {"left.0.rank": "10", "left.1.suit": "H"}) == halves


def test_the_third_player_of_trico_gets_what_is_left_but_not_the_second_of_two():
    three = waiting("trico", players=3, deck=demo_deck())
    two = waiting("trico", players=2, deck=demo_deck())
    annas = [(0, 5), (0, 2), (0, 9)]

    answer = three.accept(ticked(three, *annas, (1, 1), (1, 3), (1, 6)))

    assert answer == [[2, 5, 9], [1, 3, 6], [4, 7, 8]]
    assert refusal(two, ticked(two, *annas)) == [(1, "Bruno has 0 cards, not 3.")]


def test_a_deck_and_a_sheet_of_paper_say_how_much_is_still_to_enter():
    [deck] = [rule for rule, _usual in house_rules("trico").rules if rule.kind == "deck"]
    entered = demo_deck() | {"8": {"symbols": ["spade"]}, "9": None}

    assert str(deck.missing(entered, deck.problems(entered))) == "2 cards to enter"
    assert str(on_paper().missing([-70, None, None, -30], [])) == "2 to type"


def test_symbols_may_be_written_and_a_star_makes_them_large():
    cards = waiting("trico", entry="symbols")
    form = {
        cards.field(seat, slot, "other"): f"Moon* sun, card{seat}{slot}"
        for seat in range(2)
        for slot in range(3)
    }

    answer = cards.accept(form)

    assert answer[1][2] == {"symbols": ["moon", "sun", "card12"], "large": ["moon"]}


EIGHT_FOUR = {"tricks": [8, 4, 0]}
LEFT = ["AS", "KH", "5C"]
LEVEL = {"counts": [{"sets": 1, "pairs": 0, "large": 0}] * 2}
TIE = {"large": [2, 1], "highest": [9, 7]}
TURNED_TIE = {"large": [1, 2], "highest": [7, 9]}


# Of other answers a table in `test_replay.py` that sits in another order says it at any time.
@pytest.mark.parametrize(
    ("prompt", "answer", "order", "turned"),
    [
        (waiting("torite", EIGHT_FOUR, players=3), LEFT, [2, 0, 1], ["5C", "AS", "KH"]),
        (waiting("torite", EIGHT_FOUR | {"left": LEFT}, players=3), "AD", [2, 0, 1], "AD"),
        (waiting("trico", LEVEL, entry="counts", target=2), TIE, [1, 0], TURNED_TIE),
        (on_paper(), [-70, -10, -20, -30], [1, 2, 3, 0], [-10, -20, -30, -70]),
        (on_paper(partners=True), [-100, -30], [1, 2, 3, 0], [-30, -100]),
        (on_paper(partners=True), [-100, -30], [1, 0, 2, 3], None),
    ],
)
def test_an_answer_stays_with_its_people(prompt, answer, order, turned):
    assert prompt.reseated(answer, order) == turned


SUITS = {letter: Text(letter) for letter in "SHDC"}


def test_several_are_read_from_any_form_and_none_has_to_be_said_where_it_can_be():
    prompt = prompts.Several(key="hold", ask=ASK, options=SUITS, none=Text("none of them"))
    silent = prompts.Several(key="hold", ask=ASK, options=SUITS)

    from_web = MultiDict([("hold", "H"), ("hold", "S")])
    for form in (from_web, {"hold": "H S"}, {"hold": "S  H none"}, prompt.fill(["S", "H"])):
        assert prompt.accept(form) == ["S", "H"]
    assert refusal(prompt, {}) == NEEDED
    assert prompt.accept({"hold": "none"}) == []
    assert silent.accept({}) == []
    told = [str(prompt.describe(answer)) for answer in (["S", "H"], [])]
    assert told == ["S, H", "none of them"]


def test_cards_that_lie_there_are_one_to_a_place():
    prompt = prompts.TableCards(ask=ASK, spots=[Text("1st"), Text("2nd")], pack=("KH", "RJ"))

    assert prompt.accept({"card1": "RJ", "card2": "KH"}) == ["RJ", "KH"]
    assert prompt.read(prompt.fill(["RJ", "KH"])) == ["RJ", "KH"]
    assert gaps(prompt, prompt.read({"card2": "KH"})) == [True]
    assert str(prompt.missing(["KH", None], [])) == "2nd: which card?"
    twice = [(1, "K♥ is here twice: 1st has it too.")]
    assert refusal(prompt, {"card1": "KH", "card2": "KH"}) == twice


def test_a_stack_may_leave_out_what_follows():
    stacks = {"1": Text("One"), "2": Text("Two"), "3": Text("Three"), "4": Text("Four")}
    prompt = Stacks(key="stacks", ask=ASK, stacks=stacks, total=4)
    ones = {f"{stack}{suit}": "1" for stack in "123" for suit in "SHD"}

    assert prompt.accept(ones) == [[1, 1, 1, 1]] * 4
    assert prompt.accept(prompt.fill([[1, 1, 1, 1]] * 4)) == [[1, 1, 1, 1]] * 4
    assert all(gaps(prompt, prompt.read({"1S": "1"})))
    assert refusal(prompt, ones | {"1S": "moon"})[0][0] == "1S"


def test_yes_no_and_nobody_mean_what_they_say(sit_down):
    five = prompts.YesNo(key="five", ask=ASK)
    meant = [five.value(five.accept({"five": word})) for word in ("yes", "no")]
    assert meant == [True, False]
    assert refusal(five, {}) == NEEDED

    seats = sit_down("trex", []).standing.table.seats
    prompt = prompts.Player(key="doubler", ask=ASK, seats=seats, none=Text("nobody"))

    assert prompt.value(prompt.accept({"doubler": "nobody"})) is None
    assert prompt.value(prompt.accept({"doubler": "2"})) is seats[2]
    assert str(prompt.describe("nobody")) == "nobody"
    alone = prompts.Player(key="last", ask=ASK, seats=seats[3:])
    assert alone.forced_answer == 3
