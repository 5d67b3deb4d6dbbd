"""What tests of The Torite and of every game share: its deals, and its worked examples."""

import re

from app.games.torite.rulings import RULINGS, legal_pairings
from app.games.torite.scores import PATTERNS, is_reachable
from app.scoring.rulings import RulingContext, evaluate
from testkit.match import Match, match_file
from tests.worked_examples import cards, dashed, is_refused

SECTIONS = """
    Aim (together) · Cards with readable backs · Three players · Four players · What you may say ·
    Playing the tricks · How you win · Scoring a win · Two players, two rounds · Choosing hands ·
    Playing alone · Editions · Credits
"""
"""The headings of its rules page."""

SCORE_COLUMNS = {"Tricks needed", "A win scores", "Worth", "Fewest"}


def torite(players, *deals):
    return Match(match_file("torite", deals, players=players))


def result_of(deal, side, _begun):
    """What a side has of a deal, as what is enough counts it."""
    return deal.answers["tricks"][side.index]


def assert_result(match, players, result):
    assert match.is_over
    assert match.report["won"] == result.startswith("won")
    if scored := re.search(r"= (\d+)", result):
        assert match.report["score"] == int(scored[1])
    for pattern in re.findall(r"not (\d[\d-]+\d)", result):
        assert tuple(dashed(pattern)) == PATTERNS[players]
    if not match.report["won"]:
        assert result.startswith(f"lost by {' and '.join(match.report['lost_because'])}: ")


def one_round(table):
    players = int(table.header[0][0])
    for tricks, left, *aside, result in table.rows:
        deal = {"tricks": dashed(tricks), "left": cards(left)}
        deal |= {"aside": cards(aside[0])[0]} if aside else {}
        assert_result(torite(players, deal), players, result)


def two_rounds(table):
    players = 2 if table.header[0].startswith("2") else 1
    for *rounds, result in table.rows:
        halves = [each.split(", left ") for each in rounds]
        deals = [{"tricks": dashed(tricks), "left": cards(left)} for tricks, left in halves]
        assert_result(torite(players, *deals), players, result)


def in_reach(table):
    for needed, tricks, answer in table.rows:
        assert tuple(dashed(needed)) in PATTERNS.values()
        assert is_reachable(dashed(tricks), dashed(needed)) == answer.startswith("yes"), tricks


def stacks(table):
    for written, may in table.rows:
        counts = [dashed(stack) for stack in written.split(", ")]
        if is_refused(may):
            assert re.findall(r"stack (\d) has (\d+)", may) == wrong_stacks(counts)
            continue
        pairings = [
            " and ".join(f"{one + 1} with {other + 1}" for one, other in pairing)
            for pairing in legal_pairings(counts)
        ]
        assert ("; ".join(pairings) or "none: deal again") == may, written


def wrong_stacks(counts):
    """The stacks that the ruling refuses, each with its number of cards."""
    [splits] = [ruling for ruling in RULINGS if ruling.slug == "splits"]
    fields = {
        f"{n}{suit}": str(count)
        for n, stack in enumerate(counts, start=1)
        for suit, count in zip("SHDC", stack, strict=True)
    }
    [question] = evaluate(splits, RulingContext(), fields).questions
    return [tuple(re.findall(r"\d+", str(each.message))[:2]) for each in question.problems]


EXAMPLES = {
    r"[34] players \| Left in hand \|.* Result": one_round,
    r"(2 players|You and dummy), round 1 \| Round 2 \| Result": two_rounds,
    r"Needed \| Tricks so far \| In reach\?": in_reach,
    r"Stacks 1, 2, 3, 4 \| You may pair": stacks,
}


def golden_match(vector):
    rounds = [vector["r1"], vector["r2"]] if "r1" in vector else [vector]
    deals = [{"tricks": each["tricks"], "left": each["cards"]} for each in rounds]
    deals[0] |= {"aside": vector["aside"]} if "aside" in vector else {}
    return torite(vector["players"], *deals)


GOLDEN = {"torite": golden_match}
"""What plays the worked numbers of golden.json."""
