"""The worked examples of Trico, played."""

from __future__ import annotations

import re
from typing import Any

from tests.examples.cells import dotted, is_refused, listed, play, reads
from tests.front_door import CAST, Match
from tests.rules_pages import Table, tables

SYMBOLS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club", "acorn": "acorn"}
ODD_CARDS = [{"symbols": [f"odd {n}", f"curious {n}", f"strange {n}"]} for n in (1, 2, 3)]
"""Three cards that share no symbol with any other, so they score and block nothing."""


def deck_of_the_page() -> dict[str, dict[str, list[str]]]:
    [table] = [each for each in tables("trico") if each.title == "Card | Symbols | Large"]
    deck = {}
    for number, written, large in table.rows:
        symbols = [SYMBOLS[word] for word in written.split()]
        deck[number] = {"symbols": symbols, "large": symbols[:1] if large == "yes" else []}
    return deck


def kinds(text: str) -> dict[str, int]:
    """``1 set, 3 blocked, 2 large`` by kind, without those of which there are none."""
    counts = re.findall(r"(\d+) (set|pair|blocked|large)", text)
    return {kind: int(n) for n, kind in counts if int(n)}


def check_round(match: Match, name: str, cell: str) -> None:
    points, _, pieces = cell.partition(": ")
    assert match.scores[name] == int(points), cell
    [(_points, why)] = match.parts(name)
    assert kinds(why) == kinds(pieces), cell


@reads("trico", r"Kept, nobody else \| Score")
def alone(table: Table) -> None:
    deck = deck_of_the_page()
    for kept, score in table.rows:
        hand = [deck[str(number)] for number in listed(kept)]
        match = play("trico", [{"cards": [hand, ODD_CARDS]}], entry="symbols")
        check_round(match, "Anna", score)


@reads("trico", r"Card \| Symbols \| Large")
def made_up_deck(table: Table) -> None:
    match = play("trico", [], deck=deck_of_the_page())
    assert not match.refusals
    assert [row[0] for row in table.rows] == [str(number) for number in range(1, 10)]


@reads("trico", r"First keeps \| Second keeps \| First scores \| Second scores")
def two_keep(table: Table) -> None:
    for first, second, *scores in table.rows:
        saved = [listed(first), listed(second)]
        match = play("trico", [{"saved": saved}], deck=deck_of_the_page())
        for name, score in zip(CAST, scores, strict=False):
            check_round(match, name, score)


@reads("trico", r"First \| Second \| Third \| Score")
def three_keep(table: Table) -> None:
    for *kept, score in table.rows:
        saved = [listed(each) for each in kept]
        match = play("trico", [{"saved": saved}], players=3, deck=deck_of_the_page())
        assert match.rows[0]["scores"] == dotted(score)


@reads("trico", r"Totals \| Large symbols \| Highest card \| Winner")
def endings(table: Table) -> None:
    ordinals = ["first", "second", "third"]
    for totals, large, highest, answer in table.rows:
        ends = listed(totals)
        five_sets = [{"sets": 5, "pairs": 0, "large": 0}] * len(ends)
        rest = [{"sets": (n - 10) // 2, "pairs": (n - 10) % 2, "large": 0} for n in ends]
        deals: list[dict[str, Any]] = [{"counts": five_sets}, {"counts": rest}]
        if ends.count(max(ends)) > 1:
            deals[1]["tie"] = {"large": listed(large), "highest": listed(highest)}
        match = play("trico", deals, players=len(ends), entry="counts")
        assert match.report["totals"] == ends
        winner = answer.partition(":")[0]
        expected = [] if winner == "nobody yet" else [ordinals.index(winner)]
        assert match.report["winners"] == expected, totals
        why = answer.partition(": ")[2].partition(";")[0]
        if expected:
            assert reason(match.ending) == why, totals


def reason(ending: str) -> str:
    """The step of a tie, in the words of the page."""
    if "the highest card" in ending:
        return "higher card"
    return "more large symbols" if "more large symbols" in ending else "higher total"


@reads("trico", r"Sets \| Pairs \| Large \| Score")
def counts(table: Table) -> None:
    for sets, pairs, large, score in table.rows:
        row = {"sets": int(sets), "pairs": int(pairs), "large": int(large)}
        nothing = {"sets": 0, "pairs": 0, "large": 0}
        match = play("trico", [{"counts": [row, nothing]}], entry="counts")
        assert bool(match.refusals) == is_refused(score), row
        if not match.refusals:
            assert match.scores["Anna"] == int(score), row
