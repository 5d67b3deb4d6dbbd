"""What is told of a match of Trico that is over: sets, pairs and large cards."""

from __future__ import annotations

from app.games.trico.scores import large_cards_of, pairs_of, sets_of
from app.scoring import Deal, Seat, Side, Text, _
from app.scoring.model.text import and_list

UNITS = {"sets": sets_of, "pairs": pairs_of, "large": large_cards_of}
"""What a round is told by, by its keys in `Deal.tallies`."""


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """What two players made of their cards in a round."""
    (seat,), (rival,) = side.seats, other.seats
    parts = {"made": made_by(seat, deal), "other": other, "others": made_by(rival, deal)}
    return _("{side} made {made}, {other} {others}", side=side, **parts)


def made_by(seat: Seat, deal: Deal) -> Text:
    """What a player made in a round, in words."""
    tally = deal.tallies[seat]
    made = [unit(tally[key]) for key, unit in UNITS.items() if tally[key]]
    return and_list(made) if made else _("nothing")
