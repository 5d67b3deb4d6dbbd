"""Highlights of a match of Trico: sets, pairs and large cards."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.trico.house_rules import KEPT
from app.games.trico.scores import large_cards_of, pairs_of, sets_of
from app.scoring import Deal, MatchResult, Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind, Feat, holder_of_most
from app.scoring.model.text import and_list

# How numbers of sets, pairs and large cards are formatted, by the keys in `Deal.tallies`.
UNITS = {"sets": sets_of, "pairs": pairs_of, "large": large_cards_of}


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """Return what two players made of their cards in a round."""
    (seat,), (rival,) = side.seats, other.seats
    parts = {"made": made_by(seat, deal), "other": other, "others": made_by(rival, deal)}
    return _("{side} made {made}, {other} {others}", side=side, **parts)


def made_by(seat: Seat, deal: Deal) -> Text:
    """Return what a player made in a round, in words."""
    tally = deal.tallies[seat]
    made = [unit(tally[key]) for key, unit in UNITS.items() if tally[key]]
    return and_list(made) if made else _("nothing")


# Awards


def made_most(result: MatchResult, key: str, fewest: int) -> tuple[Seat, int] | None:
    """Return who made the most of something in all rounds, and how many; None below `fewest`."""
    made = {
        seat: sum(deal.tallies[seat][key] for deal in result.deals) for seat in result.table.seats
    }
    seat = holder_of_most(made)
    return (seat, made[seat]) if seat and made[seat] >= fewest else None


def collected_sets(result: MatchResult) -> Iterator[Feat]:
    """A player made the most sets, three or more."""
    if most := made_most(result, "sets", 3):
        seat, n = most
        yield Feat(
            seat, min(1, n / (2 * len(result.deals))), {"made": sets_of(n), "n": len(result.deals)}
        )


def played_large(result: MatchResult) -> Iterator[Feat]:
    """A player had the most large cards that counted, three or more."""
    if most := made_most(result, "large", 3):
        seat, n = most
        count = len(result.deals)
        yield Feat(seat, min(1, n / (KEPT * count)), {"made": large_cards_of(n), "n": count})


def in_rounds(n: int, made: Text) -> Text:
    """Return what was made in `n` rounds."""
    return _n("{made} in {n} round", "{made} in {n} rounds", n, made=made)


# The awards of Trico alone.
AWARDS = (
    AwardKind(
        "collector",
        _("The collector"),
        "trico-collector",
        collected_sets,
        in_rounds,
    ),
    AwardKind(
        "larger",
        _("Larger than life"),
        "trico-larger",
        played_large,
        in_rounds,
    ),
)
