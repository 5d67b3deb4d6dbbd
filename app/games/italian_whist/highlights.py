"""Highlights of a match of Italian Whist: the tricks of both hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from app.games.italian_whist.play import TRICKS
from app.scoring import Deal, MatchResult, Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind, Feat, holder_of_most
from app.scoring.prompts import tricks_of


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """Return the tricks of two players, in the first hand and in the second."""
    (seat,), (rival,) = side.seats, other.seats
    return _(
        "{side} took {tricks} in the first hand and {second} in the second, {other} {first} and"
        " {last}",
        side=side,
        tricks=tricks_of(taken_by(seat, deal, "first")),
        second=taken_by(seat, deal, "second"),
        other=other,
        first=taken_by(rival, deal, "first"),
        last=taken_by(rival, deal, "second"),
    )


def taken_by(seat: Seat, deal: Deal, hand: Literal["first", "second"]) -> int:
    """Return how many tricks a player took in a hand of a deal."""
    taken: int = deal.answers[hand][seat.index]
    return taken


# Awards


def took_no_trick(result: MatchResult) -> Iterator[Feat]:
    """A player took no trick in the second hand, twice or more and most often of all."""
    clean = {
        seat: sum(not taken_by(seat, deal, "second") for deal in result.deals)
        for seat in result.table.seats
    }
    seat, count = holder_of_most(clean), len(result.deals)
    if seat and clean[seat] >= 2:
        yield Feat(seat, min(1, 1.2 * clean[seat] / count), {"empty": clean[seat], "n": count})


def took_most_tricks(result: MatchResult) -> Iterator[Feat]:
    """A player took at least two thirds of the tricks in a first hand, and nobody ever took as
    many."""
    best = {
        seat: max((taken_by(seat, deal, "first") for deal in result.deals), default=0)
        for seat in result.table.seats
    }
    seat = holder_of_most(best)
    if seat and 3 * best[seat] >= 2 * TRICKS:
        deals = [deal for deal in result.deals if taken_by(seat, deal, "first") == best[seat]]
        numbers = {"tricks": best[seat], "number": deals[0].number}
        yield Feat(seat, best[seat] / TRICKS - 0.2, numbers)


# The awards of Italian Whist alone.
AWARDS = (
    AwardKind(
        "no_trick",
        _("Clean hands"),
        "italian-whist-sparkle",
        took_no_trick,
        lambda n, **of: _n(
            "no trick in {empty} of {n} second hand",
            "no trick in {empty} of {n} second hands",
            n,
            **of,
        ),
    ),
    AwardKind(
        "magnet",
        _("The magnet"),
        "italian-whist-magnet",
        took_most_tricks,
        lambda tricks, number: _n(
            "{taken} of {n} trick in the first hand of deal {number}",
            "{taken} of {n} tricks in the first hand of deal {number}",
            TRICKS,
            taken=tricks,
            number=number,
        ),
    ),
)
