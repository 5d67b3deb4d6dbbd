"""The worked examples of Trex, played."""

from __future__ import annotations

import re
from typing import Any

from app.games.trex.rulings import may_appeal_king, may_appeal_trex
from tests.examples.cells import (
    SUITS,
    cards,
    dashed,
    dotted,
    is_refused,
    miscount,
    play,
    reads,
    whole,
)
from tests.front_door import CAST, Match
from tests.rules_pages import Table, tables

CHOICES = {
    "plain value": {"own_double": "plain"},
    "double, nobody gains": {"own_double": "doubled"},
    "double, the leader gains": {"own_double": "leader_gains"},
    "double, the other side gains": {"own_double": "opponents_gain"},
    "swapped values": {"swapped": True},
    "usual signs": {},
    "reversed": {"reversed": True},
}
TAKEN = re.compile(r"([KQ])([♠♥♦♣])(?:, doubled by ([A-D]),)? to ([A-D])")


def told(story: str) -> dict[str, Any]:
    """The deal that ``K♥, doubled by C, to B`` or ``diamonds 2-6-0-5`` tells of."""
    deal: dict[str, Any] = {}
    for phrase in re.split(r"; ", story):
        if found := TAKEN.fullmatch(phrase):
            rank, suit, doubler, taker = found.groups()
            card, seat = rank + SUITS[suit], "ABCD".index(taker)
            if doubler:
                deal.setdefault("doubled", {})[card] = "ABCD".index(doubler)
            if rank == "K":
                deal["king"] = seat
            else:
                deal.setdefault("queens", {})[card] = seat
        elif phrase.startswith("out: "):
            deal["out"] = ["ABCD".index(letter) for letter in phrase[5:].split(", ")]
        else:
            key, counts = phrase.split()
            assert key in ("diamonds", "tricks"), phrase
            deal[key] = dashed(counts)
    kinds = {"king": "king", "queens": "queens", "diamonds": "diamonds"}
    kinds |= {"tricks": "slaps", "out": "trex"}
    found_kinds = [kind for key, kind in kinds.items() if key in deal]
    return {"contract": found_kinds[0] if len(found_kinds) == 1 else "complex"} | deal


def play_trex(deals: list[dict[str, Any]], **rules: Any) -> Match:
    first, *others = deals
    complex_ = any(deal["contract"] == "complex" for deal in deals)
    return play("trex", [{"owner": 0} | first, *others], complex=complex_, **rules)


ALL_OF_IT = "all of it in one Complex deal"


def in_one_complex(deals: list[dict[str, Any]]) -> dict[str, Any]:
    """The four contracts of `deals` as one deal."""
    merged = {key: value for deal in deals for key, value in deal.items()}
    doubled = {k: v for deal in deals for k, v in deal.get("doubled", {}).items()}
    return merged | {"contract": "complex", "doubled": doubled}


def stories_before(last: str) -> list[dict[str, Any]]:
    """The deals of the table that ends with this line."""
    [table] = [each for each in tables("trex") if each.rows and each.rows[-1][0] == last]
    return [told(row[0]) for row in table.rows[:-1]]


@reads("trex", r"What happened \| A · B · C · D \| Total")
@reads("trex", r"What happened \| A\+C · B\+D \| Total")
def what_happened(table: Table) -> None:
    partners = "A+C" in table.title
    deals: list[dict[str, Any]] = []
    for story, score, total in table.rows:
        rules: dict[str, Any] = {"partners": partners}
        if story == "the whole kingdom":
            assert len(deals) == 5
            totals = play_trex(deals, **rules).report["totals"]
        elif story == ALL_OF_IT:
            totals = play_trex([in_one_complex(deals)]).report["totals"]
        else:
            if story.endswith(", swapped values"):
                story, rules["swapped"] = story.removesuffix(", swapped values"), True
            deals.append(told(story))
            match = play_trex(deals[-1:], **rules)
            if is_refused(score):
                assert match.problem.startswith(miscount(score)), story
                continue
            totals = match.rows[-1]["scores"]
        assert totals == dotted(score), story
        assert sum(totals) == whole(total), story


@reads("trex", r"Choice \| (A · B · C · D|A\+C · B\+D) \| Total")
def with_settings(table: Table) -> None:
    story = table.intro.strip().removesuffix(".")
    for setting, score, total in table.rows:
        choice, _, led = setting.partition("; ")
        rules = CHOICES[choice] | {"partners": "A+C" in table.title}
        deal = told(story)
        if led:
            takers = {"KH": deal.get("king")} | deal.get("queens", {})
            own = [card for card, seat in deal["doubled"].items() if takers[card] == seat]
            deal["leaders"] = dict.fromkeys(own, "ABCD".index(led.removesuffix(" led")))
        scored = play_trex([deal], **rules).rows[-1]["scores"]
        assert scored == dotted(score), setting
        assert sum(scored) == whole(total), setting


@reads("trex", r"The kingdom above \| A · B · C · D \| Total")
def reversed_kingdom(table: Table) -> None:
    deals = stories_before("the whole kingdom")
    for signs, score, total in table.rows:
        totals = play_trex(deals, **CHOICES[signs]).report["totals"]
        assert totals == dotted(score)
        assert sum(totals) == whole(total)


@reads("trex", r"With partners \| A\+C · B\+D \| Total")
def complex_with_partners(table: Table) -> None:
    [(_story, score, total)] = table.rows
    deal = in_one_complex(stories_before(ALL_OF_IT))
    totals = play_trex([deal], partners=True).report["totals"]
    assert totals == dotted(score)
    assert sum(totals) == whole(total)


@reads("trex", r"Entered \| Right\? \| Why")
def can_be_right(table: Table) -> None:
    for story, right, why in table.rows:
        match = play_trex([told(story)])
        assert (not match.refusals) == (right == "yes"), story
        seat = "ABCD".index(why[0])
        numbers = [int(n) for n in re.findall(r"\b\d+\b", why)]
        if match.refusals:
            assert match.refused_at == (1, "tricks")
            assert match.problem.startswith(f"{CAST[seat]} has at least"), why
            if numbers:
                cards_, won = numbers
                assert f"not {won}: {cards_} penalty cards" in match.problem, why
        else:
            assert numbers == [penalty_cards(told(story), seat), told(story)["tricks"][seat]], why


def penalty_cards(deal: dict[str, Any], seat: int) -> int:
    """The king, the queens and the diamonds of a player; the Q♦ is one of the diamonds."""
    queens = [card for card, taker in deal["queens"].items() if taker == seat and card != "QD"]
    return (deal["king"] == seat) + len(queens) + int(deal["diamonds"][seat])


@reads("trex", r"Named \| You hold \| Redeal\?")
def redeals(table: Table) -> None:
    for contract, hand, answer in table.rows:
        held = cards(hand)
        if contract == "King of hearts":
            assert all(card.endswith("H") for card in held)
            may = may_appeal_king([card[:-1] for card in held])
        else:
            may = may_appeal_trex(*[[c[-1] for c in held if c[0] == rank] for rank in "23"])
        assert may == (answer == "yes"), hand
        assert may or answer.startswith("no"), hand
        assert set(cards(answer)) <= set(held), hand


@reads("trex", r"On the table \| You may play")
def layout(table: Table) -> None:
    """Worked out here a second way: by what lies beside what lies there."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for laid, answer in table.rows:
        there = set(cards(laid))
        may = set()
        for suit in "SHDC":
            held = [rank for rank in ranks if rank + suit in there]
            ends = {"J"} if not held else set()
            for place, rank in enumerate(ranks):
                beside = ranks[max(place - 1, 0) : place] + ranks[place + 1 : place + 2]
                if rank not in held and set(beside) & set(held):
                    ends.add(rank)
            may |= {rank + suit for rank in ends}
        assert set(cards(answer)) == may, laid
