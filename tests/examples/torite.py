"""The worked examples of The Torite, played."""

from __future__ import annotations

import re
from typing import Any

from app.games.torite.rulings import RULINGS, legal_pairings
from app.games.torite.scores import PATTERNS, is_reachable
from app.scoring.rulings import RulingContext, evaluate
from tests.examples.cells import cards, dashed, is_refused, play, reads
from tests.rules_pages import Table


def check_torite(deals: list[dict[str, Any]], players: int, result: str) -> None:
    match = play("torite", deals, players=players)
    assert match.is_over
    assert match.report["won"] == result.startswith("won"), result
    if scored := re.search(r"= (\d+)", result):
        assert match.report["score"] == int(scored[1]), result
    for pattern in re.findall(r"not (\d[\d-]+\d)", result):
        assert tuple(dashed(pattern)) == PATTERNS[players], result
    if not match.report["won"]:
        assert result.startswith(f"lost by {' and '.join(match.report['lost_because'])}: "), result


@reads("torite", r"[34] players \| Left in hand \|.* Result")
def one_round(table: Table) -> None:
    players = int(table.header[0].split()[0])
    for tricks, left, *aside, result in table.rows:
        deal: dict[str, Any] = {"tricks": dashed(tricks), "left": cards(left)}
        if aside:
            [deal["aside"]] = cards(aside[0])
        check_torite([deal], players, result)


@reads("torite", r"(2 players|You and dummy), round 1 \| Round 2 \| Result")
def two_rounds(table: Table) -> None:
    players = 2 if table.header[0].startswith("2") else 1
    for *rounds, result in table.rows:
        deals = [
            {"tricks": dashed(tricks), "left": cards(left)}
            for tricks, left in (each.split(", left ") for each in rounds)
        ]
        check_torite(deals, players, result)


@reads("torite", r"Needed \| Tricks so far \| In reach\?")
def in_reach(table: Table) -> None:
    for needed, tricks, answer in table.rows:
        assert tuple(dashed(needed)) in PATTERNS.values()
        assert is_reachable(dashed(tricks), dashed(needed)) == answer.startswith("yes"), tricks


@reads("torite", r"Stacks 1, 2, 3, 4 \| You may pair")
def stacks(table: Table) -> None:
    for written, may in table.rows:
        counts = [dashed(stack) for stack in written.split(", ")]
        if is_refused(may):
            splits = next(ruling for ruling in RULINGS if ruling.slug == "splits")
            fields = {
                f"{n}{suit}": str(count)
                for n, stack in enumerate(counts, start=1)
                for suit, count in zip("SHDC", stack, strict=True)
            }
            [question] = evaluate(splits, RulingContext(), fields).questions
            said = [re.findall(r"\d+", str(each.message)) for each in question.problems]
            stacks_said = re.findall(r"stack (\d) has (\d+)", may)
            assert stacks_said == [(number, count) for number, count, _thirteen in said], may
            continue
        pairings = [
            " and ".join(f"{one + 1} with {other + 1}" for one, other in pairing)
            for pairing in legal_pairings(counts)
        ]
        assert ("; ".join(pairings) or "none: deal again") == may, written
