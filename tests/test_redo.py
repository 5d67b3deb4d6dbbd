"""Redo: what the latest undo took comes back, as long as nothing else was said since."""

import json

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import PLAYERS, Event, Match, Refused, active_events
from app.scoring.match.log_text import last_text, log_texts
from tests.front_door import CAST


def entry(deal, key, answer):
    return Event("entry", deal, key, answer)


RULES = entry(0, "rules", {})
FIRST, SECOND = entry(1, "first", [6, 2, 1]), entry(1, "second", [1, 2, 6])
NEXT = entry(2, "first", [3, 3, 3])
CORRECTION = Event("correction", 1, "first", [1, 2, 6])
ZOE = Event("correction", 0, PLAYERS, ["Zoe", None, None])
UNDO, REDO, END = Event("undo"), Event("redo"), Event("end")
OWNER = entry(1, "owner", 0)
WORDS = "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1"


def whist(*events):
    return Match(GAMES["italian_whist"], CAST[:3]).accept(RULES, *events)


def trex(contract, *events):
    return Match(GAMES["trex"], CAST).accept(RULES, OWNER, entry(1, "contract", contract), *events)


def refusal(match, event):
    with pytest.raises(Refused) as refused:
        match.accept(event)
    return str(refused.value.problems[0].message)


def sentences(match):
    return [str(line.sentence) for line in log_texts(match)]


def test_redo_puts_back_what_undos_took_in_the_order_in_which_it_was_said():
    match = whist(FIRST, SECOND, NEXT)
    undone = match.accept(UNDO, UNDO, UNDO)

    assert undone.redoable == FIRST
    assert undone.accept(REDO).redoable == SECOND
    again = undone.accept(REDO, REDO, REDO)
    assert active_events(again.events) == [RULES, FIRST, SECOND, NEXT]
    assert again.standing.totals == match.standing.totals == (5, 0, -5)


def test_an_undo_after_a_redo_takes_the_same_line_again_in_a_file_too():
    match = whist(FIRST, SECOND, UNDO, REDO, UNDO)
    content = json.dumps(matchfile.as_file(match)).encode()

    again = matchfile.open_match(matchfile.parse(content))

    assert active_events(match.events) == [RULES, FIRST]
    assert again.events == match.events
    assert again.redoable == match.redoable == SECOND
    assert match.problems(Event("redo", 1, "first")), "it names nothing"


@pytest.mark.parametrize(
    "events",
    [
        [FIRST],
        [FIRST, UNDO, REDO],
        *([FIRST, SECOND, UNDO, said] for said in (entry(1, "second", [3, 3, 3]), CORRECTION, ZOE)),
        [FIRST, SECOND, UNDO, Event("void", 1, "void", "misdeal")],
    ],
    ids=["no undo", "put back already", "entry", "correction", "name", "void"],
)
def test_nothing_can_be_put_back_but_right_after_an_undo(events):
    match = whist(*events)

    assert match.redoable is None
    assert refusal(match, REDO) == "There is nothing to redo."


def test_corrections_seats_and_names_come_back_too():
    assert whist(FIRST, SECOND, CORRECTION, UNDO, REDO).standing.totals == (0, 0, 0)

    match = whist(FIRST)
    match = match.accept(match.reseating([1, 2, 0]), ZOE)
    taken = match.accept(UNDO, UNDO)
    assert taken.seating.present == ("Anna", "Bruno", "Carla")
    there = taken.accept(REDO, REDO).seating.present
    assert there == match.seating.present == ("Zoe", "Carla", "Anna")


def test_a_log_that_puts_back_more_than_was_taken_is_still_read():
    match = Match(GAMES["italian_whist"], CAST[:3]).with_events(RULES, REDO, FIRST, REDO, SECOND)

    assert match.standing.totals == (5, 0, -5)
    assert sentences(match)[1] == "Nothing was left to redo"


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


QUEENS = {"QS": 2, "QH": 0, "QD": 0, "QC": 3}
TAKEN = "Who took each queen? → Q♠ Carla, Q♥ Anna, Q♦ Anna, Q♣ Dino"
WENT_OUT = "Tap players as they go out → Dino, Carla, Bruno, Anna"


@pytest.mark.parametrize(
    ("contract", "key", "answer", "words"),
    [
        ("queens", "doubled", {"QS": 1}, "Who doubles? → Q♠ Bruno"),
        ("queens", "queens", QUEENS, TAKEN),
        ("slaps", "tricks", [1, 2, 4, 6], "Tricks taken → Anna 1, Bruno 2, Carla 4, Dino 6"),
        ("trex", "out", [3, 2, 1, 0], WENT_OUT),
    ],
)
def test_an_answer_that_another_contract_left_behind_is_told_as_it_was_said(
    contract, key, answer, words
):
    to_diamonds = Event("correction", 1, "contract", "diamonds")

    match = trex(contract, entry(1, key, answer), to_diamonds)

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
