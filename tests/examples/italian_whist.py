"""The worked examples of Italian Whist, played."""

from __future__ import annotations

import re

from app.games.italian_whist.rulings import possible_winners
from tests.examples.cells import (
    LETTER,
    cards,
    dashed,
    dotted,
    is_refused,
    listed,
    miscount,
    play,
    reads,
)
from tests.rules_pages import Table


def whist_deal(first: str, second: str) -> dict[str, list[int]]:
    return {"first": dashed(first), "second": dashed(second)}


@reads("italian_whist", r"First hand \| Second hand \| Score")
def two_hands(table: Table) -> None:
    for first, second, score in table.rows:
        match = play("italian_whist", [whist_deal(first, second)])
        if is_refused(score):
            assert match.problem.startswith(miscount(score)), first
        else:
            assert match.rows[0]["scores"] == dotted(score), (first, second)


@reads("italian_whist", r"After \| Deal \| Totals \| So")
def until_a_limit(table: Table) -> None:
    assert "Limit 10" in table.intro
    deals = []
    for number, deal, totals, so in table.rows:
        deals.append(whist_deal(*deal.split(", ")))
        assert len(deals) == int(number)
        match = play("italian_whist", deals)
        assert match.report["totals"] == dotted(totals)
        assert match.is_over == (so != "play on")
        assert [LETTER[name] for name in match.winners] == re.findall(r"\b[ABC]\b", so)


@reads("italian_whist", r"Deal \| Dealer \| Leads 1st \| Leads 2nd")
def who_leads(table: Table) -> None:
    for deals, *letters in table.rows:
        for number in listed(deals.removesuffix(" …")):
            before = [whist_deal("3-3-3", "3-3-3")] * (number - 1)
            first = play("italian_whist", [*before, {}])
            second = play("italian_whist", [*before, {"first": [3, 3, 3]}])
            led = [first.deal.dealer, first.deal.leads, second.deal.leads]
            assert [LETTER[str(seat)] for seat in led] == letters, number


@reads("italian_whist", r"Deal \| Trumps \| Second hand")
def cycle(table: Table) -> None:
    names = {
        "goes left": "Pass cards left",
        "goes right": "Pass cards right",
        "is kept": "Keep cards",
    }
    for deals, trumps, second in table.rows:
        for number in listed(deals.removesuffix(" …")):
            match = play("italian_whist", [whist_deal("3-3-3", "3-3-3")] * (number - 1) + [{}])
            assert str(match.deal.name) == names[second], number
            assert match.trumps[-1] == {"none": "No trumps", "♠": "Spades"}[trumps], number


JOKERS = {"red joker": "RJ", "black joker": "BJ"}
PLACES = {"1st": 0, "2nd": 1, "3rd": 2}


@reads("italian_whist", r"(Without trumps|Spades are trumps) \| Taken by \| Why")
def tricks_with_jokers(table: Table) -> None:
    trumps = table.header[0] == "Spades are trumps"
    for written, taken, why in table.rows:
        trick = [JOKERS.get(card) or cards(card)[0] for card in written.split(", ")]
        winners = [PLACES[place] for place in re.findall(r"1st|2nd|3rd", taken)]
        assert possible_winners(trick, trumps=trumps) == winners, written
        assert why.startswith(f"{joker_case(trick)}: "), written
        assert set(cards(why)) <= set(trick), why


def joker_case(trick: list[str]) -> str:
    """The case of the table that a trick belongs to."""
    colour = (
        {"RJ": "red", "BJ": "black"} | dict.fromkeys("HD", "red") | dict.fromkeys("SC", "black")
    )
    colours = [colour.get(card) or colour[card[-1]] for card in trick]
    jokers = [place for place, card in enumerate(trick) if card in JOKERS.values()]
    if len(jokers) == 2:
        [plain] = {0, 1, 2} - set(jokers)
        if plain == 0:
            return {"red": "B5", "black": "B6"}[colours[0]]
        same = colours[0] == colours[plain]
        return {"red": ("B2", "B1"), "black": ("B4", "B3")}[colours[0]][same]
    [joker] = jokers
    others = [place for place in range(3) if place != joker]
    own = [place for place in others if colours[place] == colours[joker]]
    if joker == 0:
        if len(own) < 2:
            return {1: "L3", 0: "L4"}[len(own)]
        return "L1" if trick[1][-1] == trick[2][-1] else "L2"
    [third] = {1, 2} - {joker}
    if 0 not in own:
        return "O1" if third in own else "O2"
    if trick[third][-1] == trick[0][-1]:
        return "F1"
    return "F2" if trick[third][-1] == "S" else "F3"
