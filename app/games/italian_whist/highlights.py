"""What is told of a match of Italian Whist that is over: the tricks of both hands."""

from __future__ import annotations

from typing import Literal

from app.scoring import Deal, Seat, Side, Text, _
from app.scoring.prompts import tricks_of


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """The tricks of two players, in the first hand and in the second."""
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
    """The tricks that a player took in a hand of a deal."""
    taken: int = deal.answers[hand][seat.index]
    return taken
