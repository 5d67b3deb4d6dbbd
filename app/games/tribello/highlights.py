"""Highlights of a match of Tribello: tricks against targets."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.tribello.play import PHASES, TRICKS
from app.scoring import Deal, MatchResult, Seat, Side, Text, _, _n
from app.scoring.awards import AwardKind, Feat, holder_of_most
from app.scoring.prompts import tricks_of


def describe_deal(deal: Deal, side: Side, other: Side) -> Text:
    """Return the tricks of two players in a deal, and what each aimed for."""
    (seat,), (rival,) = side.seats, other.seats
    parts = {
        "side": side,
        "tricks": tricks_of(taken_by(seat, deal)),
        "target": deal.targets[seat],
        "other": other,
        "taken": taken_by(rival, deal),
        "aim": deal.targets[rival],
    }
    if is_nullo(deal):
        return _("{side} took {tricks} at a limit of {target}, {other} {taken} at {aim}", **parts)
    return _("{side} took {tricks} for a target of {target}, {other} {taken} for {aim}", **parts)


def taken_by(seat: Seat, deal: Deal) -> int:
    """Return how many tricks a player took in a deal."""
    taken: int = deal.answers["tricks"][seat.index]
    return taken


def is_nullo(deal: Deal) -> bool:
    """Whether tricks were to be avoided in a deal."""
    return PHASES[int(deal.progress["phase"]) - 1].avoid


# Awards


def hit_the_target(result: MatchResult) -> Iterator[Feat]:
    """A player took exactly as many tricks as the target, three times or more and most often of
    all."""
    exact = {
        seat: sum(taken_by(seat, deal) == deal.targets[seat] for deal in result.deals)
        for seat in result.table.seats
    }
    seat, count = holder_of_most(exact), len(result.deals)
    if seat and exact[seat] >= 3:
        numbers = {"hits": exact[seat], "n": count}
        yield Feat(seat, min(1, 1.5 * exact[seat] / count), numbers)


def avoided_tricks(result: MatchResult) -> Iterator[Feat]:
    """A player took the fewest tricks in Nullo, a fifth of them at most."""
    nullo = [deal for deal in result.deals if is_nullo(deal)]
    taken = {seat: sum(taken_by(seat, deal) for deal in nullo) for seat in result.table.seats}
    seat = holder_of_most({seat: -n for seat, n in taken.items()})
    total = len(nullo) * TRICKS
    if seat and len(nullo) > 1 and 5 * taken[seat] <= total:
        yield Feat(seat, 1 - 2 * taken[seat] / total, {"taken": taken[seat], "n": total})


# The awards of Tribello alone.
AWARDS = (
    AwardKind(
        "bullseye",
        _("On the dot"),
        "tribello-bullseye",
        hit_the_target,
        lambda n, **of: _n(
            "hit the target in {hits} of {n} deal",
            "hit the target in {hits} of {n} deals",
            n,
            **of,
        ),
    ),
    AwardKind(
        "nullo",
        _("Light touch"),
        "tribello-feather",
        avoided_tricks,
        lambda n, **of: _n(
            "took {taken} of {n} trick in Nullo",
            "took {taken} of {n} tricks in Nullo",
            n,
            **of,
        ),
    ),
)
