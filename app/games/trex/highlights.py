"""Highlights of a match of Trex: cards doubled and taken, slaps, who went out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from app.games.trex.house_rules import CARDS, KING, PLAYERS, QUEENS, TRICKS
from app.games.trex.own_double import is_own_double
from app.games.trex.scores import diamonds_of, queens_of
from app.scoring import POINTS, Card, Deal, MatchResult, Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind, Feat, holder_of_most

ENOUGH = 2  # doubled cards in a sentence; of a deal with more, the points are told
OUT = (_("first"), _("second"), _("third"), _("last"))  # when a player went out, as an adverb


def slaps_of(n: int) -> Text:
    """Return `n` slaps in words."""
    return _n("{n} slap", "{n} slaps", n)


def describe_deal(deal: Deal, side: Side, other: Side) -> Text | None:
    """Return who doubled which card and who took it, what each side took, or who went out when."""
    contract = deal.progress["contract"]
    if contract == "trex":
        return who_went_out(deal, side, other) if "out" in deal.answers else None
    if contract == "diamonds":
        return counts_of(piles(deal, "diamonds"), diamonds_of, side, other)
    if contract == "slaps":
        return counts_of(piles(deal, "slaps"), slaps_of, side, other)
    takers, doubled = takers_in(deal), doublers_in(deal)
    if not takers:
        return None
    if doubled:
        return who_doubled(takers, doubled) if len(doubled) <= ENOUGH else None
    if contract == "king":
        return _("{seat} took the {card}", seat=takers[KING], card=Card(KING))
    if contract == "queens":
        queens = dict.fromkeys(deal.circle.sides, 0)
        for taker in takers.values():
            queens[deal.circle.side_of(taker)] += 1
        return counts_of(queens, queens_of, side, other)
    return None


def takers_in(deal: Deal) -> dict[str, Seat]:
    """Return the taker of each card that can be doubled in this deal; empty in other contracts, and
    if only the points were typed from paper."""
    if is_from_paper(deal):
        return {}
    cards = CARDS.get(str(deal.progress["contract"]), ())
    taken = {KING: deal.answers.get("king"), **deal.answers.get("queens", {})}
    return {card: deal.seats[taken[card]] for card in cards}


def doublers_in(deal: Deal) -> dict[str, Seat]:
    """Return the doubler of each doubled card; empty if only the points were typed from paper."""
    if is_from_paper(deal):
        return {}
    doubled: Mapping[str, int] = deal.answers.get("doubled") or {}
    return {card: deal.seats[index] for card, index in doubled.items()}


def is_from_paper(deal: Deal) -> bool:
    """Whether only the points of a deal are known, typed from paper."""
    return POINTS in deal.answers


def piles(deal: Deal, contract: str) -> dict[Side, int]:
    """Return how many slaps or diamonds each side took, in a deal of one of these contracts or
    Complex."""
    taken = dict.fromkeys(deal.circle.sides, 0)
    for part in deal.parts:
        if part.rule == contract:
            taken[deal.circle.side_of(part.seat)] += part.times
    return taken


def counts_of(
    taken: Mapping[Side, int], unit: Callable[[int], Text], side: Side, other: Side
) -> Text:
    """Return how many each of two sides took, in words."""
    parts = {"side": side, "number": unit(taken[side]), "other": other, "others": taken[other]}
    return _("{side} took {number}, {other} {others}", **parts)


def who_doubled(takers: Mapping[str, Seat], doublers: Mapping[str, Seat]) -> Text:
    """Return who doubled which card, and who took it, in words."""
    told = []
    for card, doubler in doublers.items():
        parts = {"doubler": doubler, "taker": takers[card], "card": Card(card)}
        words = _("{doubler} doubled the {card}, {taker} took it", **parts)
        if takers[card] is doubler:
            words = _("{doubler} doubled the {card} and took it", **parts)
        told.append(words)
    first, *others = told
    return _("{first}; {second}", first=first, second=others[0]) if others else first


def who_went_out(deal: Deal, side: Side, other: Side) -> Text:
    """Return when two players went out; with partners, who went out first and second."""
    order = order_of_going_out(deal)
    if len(side.seats) > 1:
        first, second, *_rest = order
        return _("{first} went out first, then {second}", first=first, second=second)
    places = {seat: OUT[place] for place, seat in enumerate(order)}
    return _(
        "{side} went out {place}, {other} {then}",
        side=side,
        place=places[side.seats[0]],
        other=other,
        then=places[other.seats[0]],
    )


def order_of_going_out(deal: Deal) -> list[Seat]:
    """Return the players in the order in which they went out, with the last one, who is not
    entered."""
    out: list[int] = deal.answers["out"]
    last = [seat for seat in deal.seats if seat.index not in out]
    return [*(deal.seats[index] for index in out), *last]


# Awards


def had_a_good_nose(result: MatchResult) -> Iterator[Feat]:
    """A player doubled 2 cards or more, and the other side took all of them."""
    doubled: Counter[Seat] = Counter()
    paid: Counter[Seat] = Counter()
    for deal in result.deals:
        takers = takers_in(deal)
        for card, doubler in doublers_in(deal).items():
            doubled[doubler] += 1
            paid[doubler] += not is_own_double(deal.circle, takers[card], doubler)
    for seat, n in doubled.items():
        if n >= 2 and paid[seat] == n:
            yield Feat(seat, min(1, n / 4), {"n": n})


def swept_up_slaps(result: MatchResult) -> Iterator[Feat]:
    """A player took the most slaps, well over a fair share; not told of partners who pile
    together."""
    taken: Counter[Seat] = Counter()
    for deal in result.deals:
        for part in deal.parts:
            if part.rule == "slaps":
                if isinstance(part.seat, Side):
                    return
                taken[part.seat] += part.times
    total, seat = taken.total(), holder_of_most(taken)
    if seat and total > TRICKS and taken[seat] > 1.3 * total / PLAYERS:
        yield Feat(seat, min(1, 2 * taken[seat] / total), {"taken": taken[seat], "n": total})


def went_out_first(result: MatchResult) -> Iterator[Feat]:
    """A player went out first twice or more, of four layouts at most."""
    firsts = [order_of_going_out(deal)[0] for deal in result.deals if "out" in deal.answers]
    for seat, n in Counter(firsts).items():
        if n >= 2:
            yield Feat(seat, 0.9 * n / len(firsts), {"first": n, "n": len(firsts)})


def passed_all_queens(result: MatchResult) -> Iterator[Feat]:
    """A player took none of eight queens or more, and everybody else took some."""
    takers = [
        taker for deal in result.deals for card, taker in takers_in(deal).items() if card in QUEENS
    ]
    spared = [seat for seat in result.table.seats if seat not in takers]
    if len(takers) >= 2 * len(QUEENS) and len(spared) == 1:
        yield Feat(spared[0], min(1, 0.15 * len(takers) / len(QUEENS)), {"n": len(takers)})


# The awards of Trex alone.
AWARDS = (
    AwardKind(
        "good_nose",
        _("Good nose"),
        "trex-target",
        had_a_good_nose,
        lambda n: (
            _("doubled 2 cards, both paid")
            if n == 2
            else _n("doubled {n} card, all paid", "doubled {n} cards, all paid", n)
        ),
    ),
    AwardKind(
        "broom",
        _("The broom"),
        "trex-broom",
        swept_up_slaps,
        lambda n, **of: _n(
            "swept up {taken} of {n} slap", "swept up {taken} of {n} slaps", n, **of
        ),
    ),
    AwardKind(
        "first_out",
        _("Out of the door"),
        "trex-exit",
        went_out_first,
        lambda n, **of: _n(
            "first out in {first} of {n} layout",
            "first out in {first} of {n} layouts",
            n,
            **of,
        ),
    ),
    AwardKind(
        "queens_passed",
        _("After you, ladies"),
        "trex-crown",
        passed_all_queens,
        lambda n: _n("took none of {n} queen", "took none of {n} queens", n),
    ),
)
