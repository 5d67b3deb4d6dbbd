"""What tests of Italian Whist and of every game share: its deals, and its worked examples."""

import re

from app.games.italian_whist.jokers import possible_winners
from app.scoring.chances import chances_of
from testkit.match import Match, match_file
from tests.golden import named
from tests.joker_cases import cases
from tests.worked_examples import LETTER, cards, dashed, dotted, is_refused, listed, miscount

SECTIONS = """
    Aim · Players, cards and the two jokers · The six-deal cycle · Splitting your cards · Passing
    the second hand · Playing the first hand · Playing the second hand · Following suit · Jokers:
    suit · Jokers: value · Jokers: tricky cases · Scoring · Ending the game · Credits
"""
"""The headings of its rules page."""

LEVEL = {"first": [3, 3, 3], "second": [3, 3, 3]}


def whist(*deals, **rules):
    return Match(match_file("italian_whist", deals, **rules))


def result_of(deal, side, begun):
    """What a side has of a deal, as what is enough counts it: points, or only the second hand."""
    in_second = "first" in begun.answers
    return deal.answers["second"][side.index] if in_second else deal.scores[side.index]


def is_last_deal(standing):
    return standing.deal and chances_of(standing).winners


def hands(first, second):
    return {"first": dashed(first), "second": dashed(second)}


def numbers(deals):
    """``1, 4, 7 …``, each with so many deals before it."""
    return [(number, [LEVEL] * (number - 1)) for number in listed(deals.removesuffix(" …"))]


def two_hands(table):
    for first, second, score in table.rows:
        match = whist(hands(first, second))
        if is_refused(score):
            assert match.problem.startswith(miscount(score))
        else:
            assert match.rows[0]["scores"] == dotted(score), (first, second)


def until_a_limit(table):
    assert "Limit 10" in table.intro
    deals = [hands(*row[1].split(", ")) for row in table.rows]
    for number, _deal, totals, so in table.rows:
        match = whist(*deals[: int(number)])
        assert match.report["totals"] == dotted(totals)
        assert match.is_over == (so != "play on")
        assert [LETTER[name] for name in match.winners] == re.findall(r"\b[ABC]\b", so)


def who_leads(table):
    for deals, *letters in table.rows:
        for number, before in numbers(deals):
            first, second = whist(*before), whist(*before, {"first": [3, 3, 3]})
            led = [first.deal.dealer, first.deal.leads, second.deal.leads]
            assert [LETTER[str(seat)] for seat in led] == letters, number


def cycle(table):
    ways = {"goes left": "Pass cards left", "goes right": "Pass cards right"}
    for deals, trumps, second in table.rows:
        for number, before in numbers(deals):
            match = whist(*before)
            assert str(match.deal.name) == ways.get(second, "Keep cards"), number
            assert match.trumps[-1] == {"none": "No trumps", "♠": "Spades"}[trumps], number


def tricks_with_jokers(table):
    trumps = table.header[0] == "Spades are trumps"
    for written, taken, why in table.rows:
        trick = [
            {"red joker": "RJ", "black joker": "BJ"}.get(card) or cards(card)[0]
            for card in written.split(", ")
        ]
        winners = [int(place) for place in re.findall(r"\d", taken)]
        assert [place + 1 for place in possible_winners(trick, trumps=trumps)] == winners, written
        assert cases(tuple(trick), trumps) == (why.partition(": ")[0], set(winners)), written
        assert set(cards(why)) <= set(trick), why


EXAMPLES = {
    r"First hand \| Second hand \| Score": two_hands,
    r"After \| Deal \| Totals \| So": until_a_limit,
    r"Deal \| Dealer \| Leads 1st \| Leads 2nd": who_leads,
    r"Deal \| Trumps \| Second hand": cycle,
    r"(Without trumps|Spades are trumps) \| Taken by \| Why": tricks_with_jokers,
}


def golden_match(*vectors, limit=10):
    deals = [{"first": each["first"], "second": each["second"]} for each in vectors]
    return whist(*deals, upper=limit, lower=-limit)


GOLDEN = {
    "italianWhist": golden_match,
    "italianWhistGames": lambda all: golden_match(*named(all["deals"]), limit=all["limit"]),
}
"""What plays the worked numbers of golden.json."""
