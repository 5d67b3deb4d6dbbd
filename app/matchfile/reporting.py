"""What `score` prints of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.scoring import VOID, Game, Seat, Standing, Together


def report(standing: Standing) -> dict[str, Any]:
    """What `score` prints of a match, without the name of the file."""
    game, table = standing.game, standing.table
    names = [seat.name for seat in table.seats]
    head: dict[str, Any] = {"game": game.key, "players": names[: player_count(standing)]}
    if len(table.sides) < len(table.seats):
        head["sides"] = [[kept_name(seat) for seat in side.seats] for side in table.sides]
    rows = [deal_row(deal, game) for deal in standing.deals if deal.is_over]
    prompt = standing.prompt
    waiting = {"deal": prompt.deal, "answer": prompt.key} if prompt else None
    over = {"over": standing.is_over} | ({"ended": True} if standing.ended_early else {})
    if game.wins_together:
        end = standing.outcome if isinstance(standing.outcome, Together) else None
        return head | {
            "deals": rows,
            **over,
            "won": end.won if end else None,
            "score": end.score if end else None,
            "lost_because": list(end.lost_because) if end else [],
            "next": waiting,
        }
    winners = standing.outcome.winners if standing.outcome else ()
    return head | {
        "deals": rows,
        "totals": list(table.totals),
        **over,
        "winners": [side.index for side in winners],
        "next": waiting,
    }


def kept_name(seat: Seat) -> str:
    """What the match is told with: the name that is kept, or what a dummy is called."""
    return seat.name if isinstance(seat.name, str) else str(seat)


def player_count(standing: Standing) -> int:
    """How many of the seats are players: a dummy is none."""
    return sum(isinstance(seat.name, str) for seat in standing.table.seats)


def deal_row(deal: Any, game: Game) -> Mapping[str, Any]:
    """One finished deal: its scores and the totals after it, or why it is void."""
    totals = {} if game.wins_together else {"totals": list(deal.totals)}
    if deal.void:
        return {VOID: deal.void} | totals
    return ({} if deal.scores is None else {"scores": list(deal.scores)}) | totals
