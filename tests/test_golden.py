"""Every worked number of golden.json that a match can show, played through a match.

The examples called jokers and toriteSplit are in test_rulings.py, widow and appeals in
web/test_settle.py.
"""

from __future__ import annotations

import pytest

from tests.golden import GOLDEN, demo_deck, vectors

ON_TARGET = [[6, 4, 3], [3, 6, 4], [4, 3, 6]]
"""Tricks by seat that score nothing, for each of the three dealers in turn."""


# --- Tribello -----------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("vector", vectors("tribello"))
def test_tribello_deal(sit_down, vector, dealer):
    before = 3 * (vector["phase"] - 1) + dealer
    deals = [{"tricks": ON_TARGET[number % 3]} for number in range(min(before, 9))]
    deals += [{"tricks": ON_TARGET[number % 3][::-1]} for number in range(before - len(deals))]

    def by_seat(by_role):
        return [by_role[(seat - dealer) % 3] for seat in range(3)]

    match = sit_down("tribello", [*deals, {"tricks": by_seat(vector["tricks"])}])

    if "error" in vector:
        assert vector["error"] == "sum 12, must be 13"
        assert match.problem == "That makes 12, not 13: 1 trick missing."
        assert match.refused_at == (before + 1, "tricks")
    else:
        assert match.rows[-1]["scores"] == by_seat(vector["out"])


def test_tribello_match(sit_down):
    vector = GOLDEN["tribelloGame"]

    match = sit_down("tribello", [{"tricks": tricks} for tricks in vector["bySeat"]])

    assert match.report["totals"] == vector["totals"]
    assert match.winners == ["Anna"]


# --- Trex ---------------------------------------------------------------------------------------

OWN_DOUBLE = {
    "plain": "plain",
    "doubled": "doubled",
    "leaderGains": "leader_gains",
    "opponentsGain": "opponents_gain",
}
TREX_PROBLEMS = {
    "sum 14": "That makes 14, not 13: 1 diamond too many.",
    "seat 3 took no trick but holds the king of hearts": (
        "Dino has at least 1, not 0: 1 penalty card, four to a trick."
    ),
    "seat 0: 5 penalty cards cannot fit in one trick": (
        "Anna has at least 2, not 1: 5 penalty cards, four to a trick."
    ),
}


def trex_rules(vector):
    return {
        "partners": "side" in vector,
        "complex": "k" in vector and "t" in vector,
        "own_double": OWN_DOUBLE[vector.get("side") or vector.get("own", "plain")],
        "swapped": vector.get("values") == "swapped",
    }


def trex_deal(vector):
    cards = {"KH": vector["k"]} if "k" in vector else {}
    cards |= {"Q" + suit: card for suit, card in vector.get("q", {}).items()}
    deal = {"contract": trex_contract(vector)}
    if doubled := {card: about["doubler"] for card, about in cards.items() if "doubler" in about}:
        deal["doubled"] = doubled
    if "k" in vector:
        deal["king"] = vector["k"]["taker"]
    if "q" in vector:
        deal["queens"] = {card: cards[card]["taker"] for card in cards if card != "KH"}
    if "d" in vector:
        deal["diamonds"] = vector["d"]
    if "t" in vector:
        deal["tricks"] = vector["t"]
    if "order" in vector:
        deal["out"] = vector["order"]
    if vector.get("own") == "leaderGains":
        deal["leaders"] = {
            card: about["leader"] for card, about in cards.items() if "leader" in about
        }
    return deal


def trex_contract(vector):
    names = {"k": "king", "q": "queens", "d": "diamonds", "t": "slaps", "order": "trex"}
    matching = [name for key, name in names.items() if key in vector]
    return matching[0] if len(matching) == 1 else "complex"


@pytest.mark.parametrize("vector", vectors("trex"))
def test_trex_deal(sit_down, vector):
    match = sit_down("trex", [{"owner": 0} | trex_deal(vector)], **trex_rules(vector))

    if "error" in vector:
        assert match.problem == TREX_PROBLEMS[vector["error"]]
    else:
        assert match.rows[-1]["scores"] == vector.get("team", vector.get("out"))


def test_trex_kingdom(sit_down):
    vector = GOLDEN["trexKingdom"]
    by_id = {other["id"]: other for other in GOLDEN["trex"]}
    first, *others = [trex_deal(by_id[each]) for each in vector["deals"]]

    match = sit_down("trex", [{"owner": 0} | first, *others])

    assert match.report["totals"] == vector["totals"]


# --- Italian Whist ------------------------------------------------------------------------------


def whist_deal(vector):
    return {"first": vector["first"], "second": vector["second"]}


@pytest.mark.parametrize("vector", vectors("italianWhist"))
def test_italian_whist_deal(sit_down, vector):
    match = sit_down("italian_whist", [whist_deal(vector)])

    if "error" in vector:
        assert vector["error"] == "first hand sums to 8"
        assert match.problem == "That makes 8, not 9: 1 trick missing."
        assert match.refused_at == (1, "first")
    else:
        assert match.rows[-1]["scores"] == vector["out"]


@pytest.mark.parametrize("vector", vectors("italianWhistGames"))
def test_italian_whist_match(sit_down, vector):
    by_id = {other["id"]: other for other in GOLDEN["italianWhist"]}
    deals = [whist_deal(by_id[each]) for each in vector["deals"]]

    match = sit_down("italian_whist", deals, upper=vector["limit"], lower=-vector["limit"])

    assert match.report["totals"] == vector["totals"]
    assert match.is_over == vector["ended"]
    assert match.report["winners"] == vector.get("winners", [])


# --- The Torite ---------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", vectors("torite"))
def test_torite_match(sit_down, vector):
    rounds = [vector[name] for name in ("r1", "r2") if name in vector] or [vector]
    deals = [{"tricks": each["tricks"], "left": each["cards"]} for each in rounds]
    if "aside" in vector:
        deals[0]["aside"] = vector["aside"]

    match = sit_down("torite", deals, players=vector["players"])

    assert match.is_over
    assert match.report["won"] == vector["win"]
    assert match.report["score"] == vector["out"]


# --- Trico --------------------------------------------------------------------------------------

ODD_CARDS = [{"symbols": [f"odd {n}", f"curious {n}", f"strange {n}"]} for n in (1, 2, 3)]
"""Three cards that share no symbol with any other, so they score and block nothing."""


@pytest.mark.parametrize("vector", vectors("trico"))
def test_trico_round(sit_down, vector):
    deck, hands = demo_deck(), vector["hands"]
    if len(hands) > 1:
        match = sit_down("trico", [{"saved": hands}], players=len(hands), deck=deck)
    else:
        cards = [[deck[str(number)] for number in hands[0]], ODD_CARDS]
        match = sit_down("trico", [{"cards": cards}], entry="symbols")

    assert match.rows[0]["scores"][: len(hands)] == vector["out"]


def set_of_two(seat, large, highest, others):
    """One set, on cards with these numbers; all large symbols stand on one of them."""
    symbols = [["common", f"lone {n}", f"single {n}"] for n in range(3)]
    numbers = [highest, *others]
    hand = [
        {"number": n, "symbols": [f"{word} {seat}" for word in words]}
        for n, words in zip(numbers, symbols, strict=True)
    ]
    return [hand[0] | {"large": hand[0]["symbols"][:large]}, *hand[1:]]


@pytest.mark.parametrize("vector", vectors("tricoEnd"))
def test_trico_end_by_symbols(sit_down, vector):
    seats = range(len(vector["totals"]))
    last = [
        set_of_two(seat, vector["large"][seat], vector["top"][seat], [2 * seat + 1, 2 * seat + 2])
        for seat in seats
    ]
    before = [vector["totals"][seat] - 2 - bool(vector["large"][seat]) for seat in seats]
    deals = [{"cards": [hand_worth(points, seat) for seat, points in enumerate(before)]}]

    match = sit_down(
        "trico",
        [*deals, {"cards": last}],
        players=len(seats),
        entry="symbols",
        target=vector["target"],
    )

    assert match.report["totals"] == vector["totals"]
    assert match.report["winners"] == ([] if vector["winner"] is None else [vector["winner"]])


def hand_worth(points, seat):
    """Three cards with the same five symbols for 10 points, one more for each large card."""
    words = [f"{word} {seat}" for word in ("a", "b", "c", "d", "e")]
    large, symbols = (points - 10, words) if points >= 10 else (points - 6, words[:3])
    return [{"symbols": symbols, "large": symbols[: n < large]} for n in range(3)]


@pytest.mark.parametrize("vector", vectors("tricoEnd"))
def test_trico_end_by_counts(sit_down, vector):
    totals = vector["totals"]
    deals = [
        {"counts": [{"sets": 5, "pairs": 0, "large": 0}] * len(totals)},
        {"counts": [worth(total - 10) for total in totals]},
    ]
    if totals.count(max(totals)) > 1:
        deals[-1]["tie"] = {"large": vector["large"], "highest": vector["top"]}

    match = sit_down("trico", deals, players=len(totals), entry="counts", target=vector["target"])

    assert match.report["totals"] == totals
    assert match.report["winners"] == ([] if vector["winner"] is None else [vector["winner"]])


def worth(points):
    return {"sets": points // 2, "pairs": points % 2, "large": 0}


def test_every_kind_of_example_is_known():
    played = {"tribello", "tribelloGame", "trex", "trexKingdom", "italianWhist"}
    played |= {"italianWhistGames", "torite", "trico", "tricoDemoDeck", "tricoEnd"}

    assert set(GOLDEN) - played == {"jokers", "toriteSplit", "widow", "appeals"}
