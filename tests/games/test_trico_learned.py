"""Trico by symbols: what saved rounds teach about the cards, and how a card is put right."""

import pytest

from app.games.trico import GAME
from app.scoring.match.known_cards import known_in, mend
from testkit.match import CAST
from testkit.play import Played
from tests.games.trico import DECK, PLAIN, trico


def hands(*numbers, deck=DECK):
    """A round in which the players kept the cards with these numbers of a deck."""
    return [[deck[str(n)] | {"number": n} for n in hand] for hand in numbers]


def learning(*rounds, players=3, **rules):
    """A match in which these rounds were saved by symbols."""
    played = Played(GAME, CAST[:players])
    for answer in ({"entry": "symbols", "target": 99, **rules}, *rounds):
        played.answer(answer)
    return played.match


FIRST, ALL = hands([5, 2, 9], [7, 1, 3]), hands([5, 2, 9], [7, 1, 3], [4, 6, 8])
OTHER_FIVE = {"symbols": ["club", "leaf", "bell"], "large": []}


def test_each_saved_round_teaches_what_the_cards_with_their_numbers_show():
    assert known_in(learning(players=2)) == {}
    assert known_in(learning(FIRST, players=2)) == {n: DECK[n] for n in "529713"}
    assert known_in(learning(ALL)) == DECK
    assert learning(ALL).standing.prompt.known == DECK
    # Without its number nobody knows which card it was.
    assert known_in(learning([[DECK["5"], *PLAIN[1:]], PLAIN], players=2)) == {}
    assert known_in(Played(GAME, CAST[:2]).match) == {}


def test_a_round_that_was_thrown_in_teaches_nothing():
    played = Played(GAME, CAST[:3])
    played.answer({"entry": "symbols"})
    played.throw_in("misdeal")

    assert known_in(played.match) == {}


def test_other_symbols_in_a_later_round_hold_for_that_round_alone():
    other = [[OTHER_FIVE | {"number": 5}, *ALL[0][1:]], *ALL[1:]]

    match = learning(ALL, other)

    first, second, _waiting = match.standing.deals
    assert first.scores != second.scores
    assert match.standing.prompt.known["5"] == known_in(match)["5"] == DECK["5"]


def test_a_match_can_begin_with_cards_that_are_known_and_a_deck_to_tap_needs_all():
    few = {n: DECK[n] for n in "59"}

    assert known_in(learning(deck=few)) == few
    assert known_in(learning(deck=few | {"5": OTHER_FIVE})) == few | {"5": OTHER_FIVE}
    assert trico(deck=few, entry="deck").problems[0] == "Card 1: which symbols does it show?"


@pytest.mark.parametrize(
    ("known", "ask", "guidance"),
    [
        ("", "What do their cards show?", "Tap each symbol · a second tap makes it large"),
        ("5", "What do their cards show?", "Tap a number: its card is known"),
        (
            "123456789",
            "Which cards did they keep?",
            "All nine cards are known · pencil: correct one",
        ),
    ],
)
def test_what_is_asked_follows_from_what_is_known(known, ask, guidance):
    prompt = learning(deck={n: DECK[n] for n in known}).standing.prompt

    assert (str(prompt.ask), str(prompt.guidance)) == (ask, guidance)


@pytest.mark.parametrize(
    ("fields", "first", "second"),
    [
        ({"cards.0.0.number": "5"}, [5, None, None], [None] * 3),
        ({"cards.kept.5": "1", "cards.kept.2": "1"}, [None] * 3, [2, 5, None]),
        # Without a script it is said by card: what stood in a row before is moved.
        ({"cards.0.1.number": "5", "cards.kept.5": "1"}, [None] * 3, [5, None, None]),
        ({"cards.0.1.number": "5", "cards.kept.5": ""}, None, None),
        ({"cards.kept.5": "7"}, None, None),
    ],
)
def test_the_number_alone_says_what_a_known_card_shows(fields, first, second):
    prompt = learning(ALL).standing.prompt

    answer = prompt.read(fields)

    numbers = [[face and face["number"] for face in hand] for hand in answer or ()]
    assert numbers == ([first, second, [None] * 3] if first else [])
    assert all(prompt.is_known(face) for hand in answer or () for face in hand if face)


def test_a_known_card_fills_its_number_and_other_symbols_their_keys():
    prompt = learning(ALL).standing.prompt
    round_of_other = [[OTHER_FIVE | {"number": 5}, *ALL[0][1:]], *ALL[1:]]

    fields = prompt.fill(round_of_other)

    assert fields["cards.1.0.number"] == "7"
    assert [name for name in fields if name.startswith("cards.1.0")] == ["cards.1.0.number"]
    assert fields["cards.0.0.has.bell"] == "on"
    assert prompt.read(fields) == round_of_other


def test_four_cards_of_one_player_are_refused_with_the_number():
    prompt = learning(ALL).standing.prompt

    answer = prompt.read({f"cards.kept.{n}": "0" for n in (5, 2, 9, 7)})

    assert [str(p.message) for p in prompt.problems(answer) if not p.is_gap] == [
        "Anna has 4 cards, not 3."
    ]


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([], "6 cards to enter"),
        ([*"abcdef"], "Save the round"),
        (["ab", *"bcdef"], "1 card needs a symbol"),
        (["ab", "abcd", *"cdef"], "2 cards need a symbol"),
        (["abcdef", *"bcdef"], "1 card: too many symbols"),
        (["ab", *"bcde"], "2 cards to enter"),
    ],
)
def test_the_button_says_how_many_cards_are_missing_or_need_a_symbol(faces, words):
    prompt = learning(players=2).standing.prompt
    cards = [
        {"symbols": [*word] if len(word) > 1 else [word, f"{word}1", f"{word}2"], "large": []}
        for word in faces
    ] + [None] * (6 - len(faces))
    answer = [cards[:3], cards[3:]]

    missing = prompt.missing(answer, prompt.problems(answer))

    assert str(missing or prompt.save) == words


def test_a_card_that_is_really_so_is_put_right_in_every_round_and_in_what_was_known_before():
    few = {"5": DECK["5"]}
    match = learning(ALL, ALL, deck=few)
    before = match.standing.totals

    events = mend(match, 5, OTHER_FIVE)
    after = match.with_events(*events)

    lines = [(event.deal, event.key) for event in events]
    assert lines == [(0, "rules"), (1, "cards"), (2, "cards")]
    assert after.standing.prompt.known["5"] == OTHER_FIVE
    assert after.standing.totals != before
    right = hands([5, 2, 9], [7, 1, 3], [4, 6, 8], deck=DECK | {"5": OTHER_FIVE})
    assert after.standing.totals == learning(right, right).standing.totals
    assert mend(after, 5, OTHER_FIVE) == []
    assert mend(match, 5, DECK["5"]) == []
