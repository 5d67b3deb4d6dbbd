"""Redo: what the latest undo took comes back, as long as nothing else was said since."""

from __future__ import annotations

import json

import pytest

from app import matchfile
from app.games import GAMES
from app.scoring import PLAYERS, Event, Match, Refused, active_events
from app.scoring.match.log_text import last_text, log_texts

RULES = Event("entry", 0, "rules", {})
FIRST = Event("entry", 1, "first", [6, 2, 1])
SECOND = Event("entry", 1, "second", [1, 2, 6])
NEXT = Event("entry", 2, "first", [3, 3, 3])
UNDO, REDO = Event("undo"), Event("redo")


def whist(*events):
    return Match(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"]).accept(RULES, *events)


def refusal(match, event):
    with pytest.raises(Refused) as refused:
        match.accept(event)
    return str(refused.value.problems[0].message)


# --- what it puts back --------------------------------------------------------------------------


def test_redo_puts_back_what_undo_took():
    match = whist(FIRST, SECOND)

    again = match.accept(UNDO, REDO)

    assert again.standing.totals == match.standing.totals == (5, 0, -5)
    assert active_events(again.events) == [RULES, FIRST, SECOND]


def test_several_undos_are_put_back_in_the_order_in_which_they_were_said():
    match = whist(FIRST, SECOND, NEXT, UNDO, UNDO, UNDO)

    assert match.redoable == FIRST
    assert match.accept(REDO).redoable == SECOND
    assert active_events(match.accept(REDO, REDO, REDO).events) == [RULES, FIRST, SECOND, NEXT]


def test_an_undo_after_a_redo_takes_the_same_line_again():
    match = whist(FIRST, SECOND, UNDO, REDO, UNDO)

    assert active_events(match.events) == [RULES, FIRST]
    assert match.redoable == SECOND


def test_nothing_can_be_put_back_before_an_undo():
    assert whist(FIRST).redoable is None
    assert refusal(whist(FIRST), REDO) == "There is nothing to redo."


def test_nothing_can_be_put_back_twice():
    assert refusal(whist(FIRST, UNDO, REDO), REDO) == "There is nothing to redo."


@pytest.mark.parametrize(
    "event",
    [
        Event("entry", 1, "second", [3, 3, 3]),
        Event("correction", 1, "first", [1, 2, 6]),
        Event("correction", 0, PLAYERS, ["Zoe", None, None]),
        Event("void", 1, "void", "misdeal"),
    ],
    ids=["entry", "correction", "name", "void"],
)
def test_whatever_is_said_after_an_undo_leaves_nothing_to_put_back(event):
    match = whist(FIRST, SECOND, UNDO, event)

    assert match.redoable is None
    assert refusal(match, REDO) == "There is nothing to redo."


def test_a_correction_comes_back_too():
    match = whist(FIRST, SECOND, Event("correction", 1, "first", [1, 2, 6]), UNDO, REDO)

    assert match.standing.totals == (0, 0, 0)


def test_seats_and_names_come_back_too():
    match = whist(FIRST)
    match = match.accept(
        match.reseating([1, 2, 0]), Event("correction", 0, PLAYERS, ["Zoe", None, None])
    )
    assert match.seating.present == ("Zoe", "Carla", "Anna")

    taken = match.accept(UNDO, UNDO)

    assert taken.seating.present == ("Anna", "Bruno", "Carla")
    assert taken.accept(REDO, REDO).seating.present == ("Zoe", "Carla", "Anna")


def test_a_redo_names_nothing():
    assert whist(FIRST, UNDO).problems(Event("redo", 1, "first"))


def test_a_log_that_puts_back_more_than_was_taken_is_still_read():
    match = Match(GAMES["italian_whist"], ["Anna", "Bruno", "Carla"])
    match = match.with_events(RULES, REDO, FIRST, REDO, SECOND)

    assert match.standing.totals == (5, 0, -5)
    assert [str(told.sentence) for told in log_texts(match)][1] == "Nothing was left to redo"


# --- in words -----------------------------------------------------------------------------------


def told(*events):
    last = last_text(whist(*events))
    return str(last.sentence)


def test_the_log_says_what_was_taken_back_and_put_back():
    lines = log_texts(whist(FIRST, UNDO, REDO, UNDO))

    words = "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1"
    assert [str(line.sentence) for line in lines[1:]] == [
        words,
        f"Undone: {words}",
        f"Redone: {words}",
        f"Undone: {words}",
    ]
    assert [line.is_gone for line in lines] == [False, True, False, False, False]


def test_what_was_put_back_is_not_struck_out():
    assert not any(line.is_gone for line in log_texts(whist(FIRST, UNDO, REDO)))


def test_the_latest_line_says_what_it_did():
    assert told(FIRST) == "Deal 1 · First hand: tricks won → Anna 6, Bruno 2, Carla 1"
    assert told(FIRST, UNDO).startswith("Undone: Deal 1 · First hand")
    assert told(FIRST, UNDO, REDO).startswith("Redone: Deal 1 · First hand")
    assert told(FIRST, SECOND, Event("end")) == "Ended early"
    assert told(FIRST, SECOND, Event("end"), UNDO) == "Undone: Ended early"


def test_what_nothing_asks_for_any_more_is_still_told_in_words():
    """Without its contract a deal of Trex asks for no slaps: the words are those of before."""
    match = Match(GAMES["trex"], ["Anna", "Bruno", "Carla", "Dino"]).accept(
        RULES,
        Event("entry", 1, "owner", 0),
        Event("entry", 1, "contract", "slaps"),
        Event("entry", 1, "tricks", [13, 0, 0, 0]),
        Event("correction", 1, "contract", "king"),
    )

    words = str(last_text(match.accept(UNDO)).sentence)

    assert words.startswith("Undone: Deal 1 · Anna, name the contract")
    assert words.endswith("King of hearts")


ANSWERS_OF_BEFORE = [
    ("queens", Event("entry", 1, "doubled", {"QS": 1}), "Who doubles? → Q♠ Bruno"),
    (
        "queens",
        Event("entry", 1, "queens", {"QS": 2, "QH": 0, "QD": 0, "QC": 3}),
        "Who took each queen? → Q♠ Carla, Q♥ Anna, Q♦ Anna, Q♣ Dino",
    ),
    (
        "slaps",
        Event("entry", 1, "tricks", [1, 2, 4, 6]),
        "Tricks taken → Anna 1, Bruno 2, Carla 4, Dino 6",
    ),
    (
        "trex",
        Event("entry", 1, "out", [3, 2, 1, 0]),
        "Tap players as they go out → Dino, Carla, Bruno, Anna",
    ),
]


@pytest.mark.parametrize(("contract", "line", "words"), ANSWERS_OF_BEFORE)
def test_an_answer_that_another_contract_left_behind_is_told_as_it_was_said(contract, line, words):
    match = Match(GAMES["trex"], ["Anna", "Bruno", "Carla", "Dino"]).accept(
        RULES,
        Event("entry", 1, "owner", 0),
        Event("entry", 1, "contract", contract),
        line,
        Event("correction", 1, "contract", "diamonds"),
    )

    assert str(log_texts(match)[3].sentence) == f"Deal 1 · {words}"


def test_an_answer_that_was_never_asked_for_is_told_without_its_signs():
    match = whist(FIRST).with_events(Event("entry", 7, "bid", [{"x": 1}]))

    assert str(log_texts(match)[-1].sentence) == (
        "Deal 7 · A question that is not asked any more → an answer that does not fit any more"
    )


def test_what_was_answered_in_passing_over_another_question_is_told_in_words():
    """Who took the K♥ was said without a word about doubling, which now waits before it."""
    match = Match(GAMES["trex"], ["Anna", "Bruno", "Carla", "Dino"]).accept(
        RULES,
        Event("entry", 1, "owner", 0),
        Event("entry", 1, "contract", "king"),
        Event("entry", 1, "king", 2),
    )

    undone = match.accept(UNDO)

    assert undone.standing.prompt.key == "doubled"
    words = "Deal 1 · Who took the K♥? → Carla"
    assert str(last_text(undone).sentence) == f"Undone: {words}"
    assert str(last_text(undone.accept(REDO)).sentence) == f"Redone: {words}"


def test_an_answer_to_a_question_that_decides_nothing_is_told_in_words():
    """Two diamonds among the leftover cards lose The Torite, whatever card was set aside."""
    match = Match(GAMES["torite"], ["Anna", "Bruno", "Carla"]).accept(
        RULES,
        Event("entry", 1, "tricks", [4, 8, 0]),
        Event("entry", 1, "left", ["AD", "7H", "QD"]),
        Event("entry", 1, "aside", "8S"),
    )

    undone = match.accept(UNDO)

    assert undone.standing.moot.key == "aside"
    assert str(log_texts(undone)[3].sentence) == "Deal 1 · Which card was set aside? → 8♠"


# --- in a file ----------------------------------------------------------------------------------


def test_a_redo_outlives_the_match_file():
    match = whist(FIRST, SECOND, UNDO, REDO, UNDO)
    content = json.dumps(matchfile.as_file(match)).encode()

    again = matchfile.open_match(matchfile.parse(content))

    assert again.events == match.events
    assert again.redoable == SECOND
