"""What is told of a match of Tribello that is over: tricks against targets."""

from __future__ import annotations

from app.games.tribello.play import PHASES
from app.scoring import Deal, Seat, Side, Text, _
from app.scoring.prompts import tricks_of


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """The tricks of two players, and what each aimed for."""
    (seat,), (rival,) = side.seats, other.seats
    parts = {
        "side": side,
        "tricks": tricks_of(taken_by(seat, deal)),
        "target": deal.targets[seat],
        "other": other,
        "taken": taken_by(rival, deal),
        "aim": deal.targets[rival],
    }
    if PHASES[int(deal.progress["phase"]) - 1].avoid:
        words = _("{side} took {tricks} at a limit of {target}, {other} {taken} at {aim}", **parts)
        return words
    return _("{side} took {tricks} for a target of {target}, {other} {taken} for {aim}", **parts)


def taken_by(seat: Seat, deal: Deal) -> int:
    """The tricks that a player took in a deal."""
    taken: int = deal.answers["tricks"][seat.index]
    return taken
