"""The log and where it leads: entries, corrections, undo, redo, swaps, and void deals."""

import json
from typing import Any

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import (
    PLAYERS,
    SEATS,
    VOID,
    Changes,
    Event,
    Match,
    Refused,
    Standing,
    active_events,
    answers_of,
    replay,
)
from app.scoring.match.correction import swap
from app.scoring.match.log_text import last_text, log_texts
from testkit.match import CAST
from testkit.play import Played

WHIST, TRIBELLO, TREX = GAMES["italian_whist"], GAMES["tribello"], GAMES["trex"]


def entry(deal: int, key: str, answer: Any) -> Event:
    return Event("entry", deal, key, answer)


def entries(deal: int, **answers: Any) -> list[Event]:
    return [entry(deal, key, answer) for key, answer in answers.items()]


def correction(deal: int, key: str, answer: Any) -> Event:
    return Event("correction", deal, key, answer)


def stand(game, *events) -> Standing:
    """Where `game` stands after these events; lists of events are laid end to end."""
    log: list[Event] = []
    for event in events:
        log += [event] if isinstance(event, Event) else event
    return replay(game, CAST[: game.players[0]], answers_of(log))


def waits_for(standing: Standing) -> tuple[int, str] | None:
    return standing.prompt and (standing.prompt.deal, standing.prompt.key)


def swing(deal, first=(9, 0, 0), second=(0, 9, 0)):
    """An Italian Whist deal, by default the largest swing there can be."""
    return entries(deal, first=list(first), second=list(second))


def kingdom():
    return [
        RULES,
        *entries(1, owner=0, contract="king", doubled=None, king=2),
        *entries(2, contract="diamonds", diamonds=[2, 6, 0, 5]),
    ]


RULES = entry(0, "rules", {})
SMALL = ((5, 3, 1), (3, 3, 3))
UNDO, REDO, END = Event("undo"), Event("redo"), Event("end")
MISDEAL = Event("void", 1, VOID, "misdeal")
COUNTS_AGAIN = Event("void", 1, VOID, None)
TO_LEVEL = correction(1, "second", [3, 3, 3])
TO_SLAPS = correction(1, "contract", "slaps")
TO_DIAMONDS = correction(1, "contract", "diamonds")
FIRST, SECOND = entry(1, "first", [6, 2, 1]), entry(1, "second", [1, 2, 6])


def whist(*events):
    return Match(WHIST, CAST[:3]).accept(RULES, *events)


def trex(contract, *events):
    return Match(TREX, CAST).accept(
        RULES, entry(1, "owner", 0), entry(1, "contract", contract), *events
    )


def sentences(match):
    return [str(line.sentence) for line in log_texts(match)]


def limit(upper):
    return correction(0, "rules", {"upper": upper})


# --- where the lines lead -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "waits", "totals"),
    [
        pytest.param([], (1, "first"), (0, 0, 0), id="the rules lead to the first deal"),
        pytest.param(swing(1)[:1], (1, "second"), (0, 0, 0), id="an answer to the next question"),
        pytest.param(swing(1), (2, "first"), (9, -9, 0), id="a deal to the next one"),
        pytest.param(swing(1) + swing(2), None, (18, -18, 0), id="the end to nothing"),
        pytest.param(
            [*swing(1), UNDO, *entries(1, second=[0, 0, 9])],
            *((2, "first"), (9, 0, -9)),
            id="an answer after an undo",
        ),
        pytest.param([*swing(1), TO_LEVEL], (2, "first"), (6, -3, -3), id="a correction"),
        pytest.param(
            [*swing(1), TO_LEVEL, correction(1, "second", [4, 4, 1])],
            *((2, "first"), (5, -4, -1)),
            id="the later of two corrections",
        ),
        pytest.param(
            [*swing(1), *swing(2), correction(2, "second", [9, 0, 0])],
            *((3, "first"), (9, -9, 0)),
            id="a correction that reopens the match",
        ),
        pytest.param([*swing(1), MISDEAL], (2, "first"), (0, 0, 0), id="a deal thrown in later"),
        pytest.param(
            [*swing(1), MISDEAL, COUNTS_AGAIN], (2, "first"), (9, -9, 0), id="that counts again"
        ),
    ],
)
def test_where_a_match_stands_follows_from_its_lines(events, waits, totals):
    standing = stand(WHIST, RULES, events)

    assert waits_for(standing) == waits
    assert standing.totals == totals
    assert standing.is_over == (waits is None)
    assert (standing.deal and standing.deal.number) == (waits and waits[0])
    counted = [deal.number for deal in standing.deals if deal.is_over]
    assert (standing.last_deal and standing.last_deal.number) == (counted[-1] if counted else None)


def test_a_question_that_may_be_passed_over_is_asked_once_all_the_same():
    asked = stand(TRIBELLO, RULES)
    passed_over = stand(TRIBELLO, RULES, Event("entry", 1, "trump", None))

    assert waits_for(asked) == (1, "trump")
    assert asked.prompt.optional
    assert waits_for(passed_over) == (1, "tricks")
    assert str(passed_over.answer_to(1, "trump").in_words) == "Play without noting it"


def test_answers_ahead_wait_behind_the_question_that_is_open():
    ahead = stand(WHIST, RULES, entries(1, second=[3, 3, 3]))
    right = stand(WHIST, RULES, entries(1, first=[5, 3, 1]))

    assert waits_for(ahead) == (1, "first")
    assert ahead.unasked == {1: {"second": [3, 3, 3]}}
    assert str(right.answer_to(1, "first").in_words) == "Anna 5, Bruno 3, Carla 1"
    assert right.answer_to(1, "second") is None


def test_an_undo_takes_nothing_back_where_nothing_is_left():
    assert answers_of([UNDO, UNDO]) == {}
    assert answers_of([UNDO, RULES]) == {0: {"rules": {}}}


def test_what_a_correction_puts_after_the_end_waits_and_comes_back_by_itself():
    log = [RULES, *swing(1, *SMALL), *swing(2, *SMALL), limit(2)]

    ended, reopened = stand(WHIST, log), stand(WHIST, log, limit(10))

    assert ended.is_over
    assert len(ended.deals) == 1
    assert ended.unasked == {2: {"first": [5, 3, 1], "second": [3, 3, 3]}}
    assert (reopened.totals, reopened.unasked) == ((4, 0, -4), {})


def test_a_corrected_contract_asks_for_its_own_result_and_the_later_deals_come_back():
    standing = stand(TREX, kingdom(), TO_SLAPS)
    assert waits_for(standing) == (1, "tricks")
    assert standing.unasked[1] == {"doubled": None, "king": 2}

    standing = stand(TREX, kingdom(), TO_SLAPS, entries(1, tricks=[1, 3, 4, 5]))
    assert standing.totals == (-35, -105, -60, -125)
    assert waits_for(standing) == (3, "contract")


def test_a_contract_that_a_correction_used_up_is_asked_again_with_its_reason():
    standing = stand(TREX, kingdom(), TO_DIAMONDS, entries(1, diamonds=[13, 0, 0, 0]))

    assert waits_for(standing) == (2, "contract")
    assert "was already played in Anna’s kingdom" in str(standing.problems[0].message)


def test_a_corrected_owner_and_corrected_house_rules_hold_for_every_deal():
    owned = stand(TREX, kingdom(), correction(1, "owner", 3))
    in_pairs = stand(TREX, kingdom(), correction(0, "rules", {"partners": True}))

    assert [deal.leader.name for deal in owned.deals] == ["Dino"] * 3
    assert [deal.dealer and deal.dealer.name for deal in owned.deals] == [None, "Dino", "Dino"]
    assert in_pairs.totals == (-95, -110)
    assert [side.index for side in in_pairs.sides] == [0, 1]


def test_an_announced_contract_stands_in_a_void_deal_and_a_reason_that_does_not_fit_is_closed():
    log = [RULES, *entries(1, owner=1, contract="king"), Event("void", 1, VOID, "appeal")]
    standing = stand(TREX, log)

    assert standing.deals[0].void == "appeal"
    assert str(standing.deals[0].name) == "King of hearts"
    assert standing.deals[1].owner.name == "Bruno"

    log = [RULES, *entries(1, owner=1, contract="queens")]
    before, standing = stand(TREX, log), stand(TREX, log, Event("void", 1, VOID, "appeal"))

    assert waits_for(standing) == (1, VOID)
    assert standing.problems
    assert not standing.deals[0].is_over
    why = before.void_prompt(before.deal)
    assert (list(why.options), set(why.closed)) == (["misdeal"], {"appeal", "closed_suit"})


def changes(game, log, correction):
    return Changes(stand(game, log), stand(game, log, correction))


def test_a_correction_moves_the_totals_and_names_the_deals_that_score_otherwise():
    log = [RULES, *swing(1, *SMALL), *swing(2, *SMALL)]

    found = changes(WHIST, log, correction(2, "first", [3, 3, 3]))
    moved = [("Anna", -2), ("Bruno", 0), ("Carla", 2)]
    assert [(str(move.side), move.by) for move in found.totals] == moved
    assert found.deals == [2]

    same = changes(WHIST, log, correction(2, "first", [5, 3, 1]))
    assert (same.deals, same.after.waiting_deals) == ([], [])
    assert same.asked_again is same.outcome is None
    assert not any(move.by for move in same.totals)


def test_a_correction_that_asks_something_again_or_ends_the_match_says_so():
    found = changes(TREX, kingdom(), TO_SLAPS)
    assert (found.asked_again.deal, found.asked_again.key) == (1, "tricks")
    assert found.after.waiting_deals == [2]

    before, after = changes(WHIST, [RULES, *swing(1)], limit(9)).outcome
    assert before is None
    assert [str(side) for side in after.winners] == ["Anna"]


# --- undo and redo --------------------------------------------------------------------------------


def test_a_redo_puts_back_what_was_said_first():
    undone = whist(FIRST, SECOND, UNDO, UNDO)

    assert undone.redoable == FIRST
    assert undone.accept(REDO).redoable == SECOND


def test_an_undo_after_a_redo_takes_the_same_line_again_in_a_file_too():
    match = whist(FIRST, SECOND, UNDO, REDO, UNDO)
    content = json.dumps(matchfile.as_file(match)).encode()

    again = matchfile.open_match(matchfile.parse(content))

    assert active_events(match.events) == [RULES, FIRST]
    assert again.events == match.events
    assert again.redoable == match.redoable == SECOND
    assert match.problems(Event("redo", 1, "first")), "it names nothing"


OTHER_FIRST, OTHER_SECOND = correction(1, "first", [1, 2, 6]), entry(1, "second", [3, 3, 3])
ZOE = correction(0, PLAYERS, ["Zoe", None, None])


@pytest.mark.parametrize(
    "events",
    [
        [FIRST],
        [FIRST, UNDO, REDO],
        *([FIRST, SECOND, UNDO, said] for said in (OTHER_SECOND, OTHER_FIRST, ZOE, MISDEAL)),
    ],
    ids=["no undo", "put back already", "entry", "correction", "name", "void"],
)
def test_nothing_can_be_put_back_but_right_after_an_undo(events):
    match = whist(*events)

    assert match.redoable is None
    with pytest.raises(Refused, match=r"^There is nothing to redo\.$"):
        match.accept(REDO)


# --- names and seats ------------------------------------------------------------------------------

NO_NAMES = "A list with one name for each seat is needed here."
INVISIBLE = "A name is one line, without invisible characters."
OTHER_ANSWERS = "These are not the answers of this match in that order."


@pytest.mark.parametrize(
    ("key", "answer", "words"),
    [
        (PLAYERS, ["Zoe"], NO_NAMES),
        (PLAYERS, [7, None, None], "A name is a text in quotes."),
        (PLAYERS, ["Z\u200boe", None, None], INVISIBLE),
        (SEATS, {"order": "120"}, "An order of seats is a list of their numbers."),
        (SEATS, {"order": [1, 1, 0]}, "An order of seats has each number once."),
        (SEATS, {"order": [1, 0, 2], "answers": {}}, OTHER_ANSWERS),
    ],
)
def test_names_and_seats_that_do_not_fit_the_match_are_refused(key, answer, words):
    [problem] = whist(FIRST).problems(correction(0, key, answer))

    assert str(problem.message) == words


def test_a_player_alone_keeps_the_seat_and_nothing_comes_before_the_house_rules():
    alone = Match(GAMES["torite"], CAST[:1])
    [not_begun] = alone.problems(UNDO)
    [no_order] = alone.accept(RULES).problems(correction(0, SEATS, {"order": [0], "answers": {}}))

    assert str(not_begun.message) == "A match begins with its house rules."
    assert str(no_order.message).startswith("One player has no order of seats")


# --- the log in words -----------------------------------------------------------------------------

WORDS = "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1"
UNDONE, REDONE = f"Undone: {WORDS}", f"Redone: {WORDS}"


@pytest.mark.parametrize(
    ("events", "words", "gone"),
    [
        ([FIRST], WORDS, [False]),
        ([FIRST, UNDO], UNDONE, [True, False]),
        ([FIRST, UNDO, REDO], REDONE, [False, False, False]),
        ([FIRST, UNDO, REDO, UNDO], UNDONE, [True, False, False, False]),
        ([FIRST, SECOND, END], "Ended early", [False, False, False]),
        ([FIRST, SECOND, END, UNDO], "Undone: Ended early", [False, False, True, False]),
    ],
)
def test_a_line_says_what_it_did_and_whether_it_was_taken_back(events, words, gone):
    match = whist(*events)

    assert str(last_text(match).sentence) == sentences(match)[-1] == words
    assert sentences(match)[1] == WORDS
    assert [line.is_gone for line in log_texts(match)] == [False, *gone]


def test_a_log_that_puts_back_more_than_was_taken_is_still_read():
    match = Match(WHIST, CAST[:3]).with_events(RULES, REDO, FIRST, REDO, SECOND)

    assert match.standing.totals == (5, 0, -5)
    assert sentences(match)[1] == "Nothing was left to redo"


ALL_QUEENS = {"QS": 2, "QH": 0, "QD": 0, "QC": 3}
TAKEN = "Who took each queen? → Q♠ Carla, Q♥ Anna, Q♦ Anna, Q♣ Dino"
WENT_OUT = "Tap players as they go out → Dino, Carla, Bruno, Anna"


@pytest.mark.parametrize(
    ("contract", "key", "answer", "words"),
    [
        ("queens", "doubled", {"QS": 1}, "Who doubles? → Q♠ Bruno"),
        ("queens", "queens", ALL_QUEENS, TAKEN),
        ("slaps", "tricks", [1, 2, 4, 6], "Tricks taken → Anna 1, Bruno 2, Carla 4, Dino 6"),
        ("trex", "out", [3, 2, 1, 0], WENT_OUT),
    ],
)
def test_an_answer_that_another_contract_left_behind_is_told_as_it_was_said(
    contract, key, answer, words
):
    match = trex(contract, entry(1, key, answer), TO_DIAMONDS)

    assert sentences(match)[3] == f"Deal 1 · {words}"
    corrected = "Undone: Deal 1 · Anna, name the contract"
    assert str(last_text(match.accept(UNDO)).sentence).startswith(corrected)
    assert str(last_text(match.accept(UNDO)).sentence).endswith("Diamonds")


def test_an_answer_that_nobody_asks_for_any_more_is_told_in_words():
    never_asked = whist(FIRST).with_events(entry(7, "bid", [{"x": 1}]))
    words = "A question that is not asked any more → an answer that does not fit any more"
    assert sentences(never_asked)[-1] == f"Deal 7 · {words}"

    # Who took the K♥ was said without a word about doubling, which now waits before it.
    undone = trex("king", entry(1, "king", 2), UNDO)
    assert undone.standing.prompt.key == "doubled"
    words = "Deal 1 · Who took the K♥? → Carla"
    assert str(last_text(undone).sentence) == f"Undone: {words}"
    assert str(last_text(undone.accept(REDO)).sentence) == f"Redone: {words}"

    # Two diamonds among the leftover cards lose The Torite, whatever card was set aside.
    said = [("tricks", [4, 8, 0]), ("left", ["AD", "7H", "QD"]), ("aside", "8S")]
    lines = [RULES, *(entry(1, key, answer) for key, answer in said), UNDO]
    lost = Match(GAMES["torite"], CAST[:3]).accept(*lines)
    assert lost.standing.moot.key == "aside"
    assert sentences(lost)[3] == "Deal 1 · Which card was set aside? → 8♠"


# --- deals that were entered in each other's place ------------------------------------------------

KING = ("king", {"KH": 3}, 1)
QUEENS = ("queens", {"QS": 1}, {"QS": 2, "QH": 0, "QD": 0, "QC": 3})
REST = ("slaps", [4, 3, 3, 3], "diamonds", [13, 0, 0, 0], [0, 1, 2, 3])


@pytest.fixture
def mixed_up():
    """Anna's kingdom: the king, the queens, and the rest; Trex, named last, goes without saying."""
    played = Played(TREX, CAST)
    for answer in ({}, 0, *KING, *QUEENS, *REST):
        played.answer(answer)
    return played.match


def test_two_deals_change_places_with_all_that_was_entered_for_them(mixed_up):
    before = mixed_up.standing

    swapped = mixed_up.accept(*swap(mixed_up, 1, 2, "contract")).standing

    assert [str(deal.name) for deal in swapped.deals[:2]] == ["Queens", "King of hearts"]
    scores = [deal.scores for deal in before.deals[:2]]
    assert [deal.scores for deal in swapped.deals[:2]] == scores[::-1]
    assert str(swapped.answer_to(2, "doubled").in_words) == "K♥ Dino"
    assert (swapped.prompt.deal, swapped.totals) == (before.prompt.deal, before.totals)
    assert swapped.unasked.keys() <= {1, 2}
    assert swap(mixed_up, 2, 1, "contract") == swap(mixed_up, 1, 2, "contract")


def test_the_doubling_of_a_card_not_in_play_is_dropped_and_said_and_comes_back_with_it(
    mixed_up,
):
    without = mixed_up.with_events(correction(1, "contract", "queens"))
    after = without.standing

    assert after.prompt.key == "queens"
    assert not after.problems
    assert after.answer_to(1, "doubled").answer == {}
    dropped = Changes(mixed_up.standing, after).dropped
    assert [(old.prompt.deal, str(old.in_words)) for old in dropped] == [(1, "K♥ Dino")]
    same = mixed_up.with_events(correction(1, "king", 2)).standing
    assert Changes(mixed_up.standing, same).dropped == []

    again = without.with_events(correction(1, "contract", "king")).standing
    assert again.answer_to(1, "doubled").answer == {"KH": 3}
    assert again.totals == mixed_up.standing.totals
