"""Writing a match file: everything that was asked and answered, and the log beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.scoring import VOID, Game, Match, Seat, SharedOutcome, Standing


def as_file(match: Match, about: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The match file of a match, with its log; scored, it leads to where the match stands.

    `about` are keys of the head that tell about the match (`id`, `title`, `started`, `finished`,
    `note`).
    """
    head = {"format": "tricktally/1", "game": match.game.key}
    head |= {key: value for key, value in (about or {}).items() if value is not None}
    return head | as_deals(match.standing) | {"log": as_log(match)}


def as_deals(standing: Standing) -> dict[str, Any]:
    """The players, the house rules and the deals of a match file, and whether it was ended early.

    What was passed over is left out of a deal, unless the deal still waits for something: there
    only a null tells that the question was passed over. A question that is moot is null too, which
    tells this match from one that goes on. Answers that wait for an earlier question to be answered
    anew are in the log only.
    """
    names = [seat.name for seat in standing.table.seats][: player_count(standing)]
    rules: dict[str, Any] = {}
    deals: list[dict[str, Any]] = [{} for _deal in standing.deals]
    waiting = standing.prompt.deal if standing.prompt else None
    for answered in standing.answered:
        prompt, answer = answered.prompt, answered.answer
        if prompt.deal == 0:
            rules = answer
        elif answer is not None or prompt.deal == waiting:
            deals[prompt.deal - 1][prompt.key] = answer
    if moot := standing.moot:
        deals += [{}] * (moot.deal - len(deals))
        deals[moot.deal - 1] = deals[moot.deal - 1] | {moot.key: None}
    if deals and not deals[-1] and not standing.deals[-1].is_over:
        deals.pop()
    ended = {"ended": True} if standing.ended_early else {}
    return {"players": names, "rules": rules, "deals": deals} | ended


def as_log(match: Match) -> dict[str, Any]:
    """The log of a match: those who sat down at first, and every line."""
    rows = []
    for line in match.log:
        event = line.event
        row: dict[str, Any] = {"at": line.at, "kind": event.kind, "deal": event.deal}
        row |= {"key": event.key} if event.key else {}
        rows.append(row if event.answer is None else row | {"answer": event.answer})
    return {"players": list(match.players), "lines": rows}


def as_text(file: Mapping[str, Any]) -> str:
    """A match file as people like to read it: a line for each deal, and each line of the log."""
    values = {key: as_json(value) for key, value in file.items()}
    values["deals"] = a_line_each(file["deals"])
    if log := file.get("log"):
        people, lines = as_json(log["players"]), a_line_each(log["lines"])
        values["log"] = f'{{"players": {people}, "lines": {lines}}}'
    pairs = (f"  {as_json(key)}: {value}" for key, value in values.items())
    return "{\n" + ",\n".join(pairs) + "\n}\n"


def a_line_each(rows: Sequence[Any]) -> str:
    """A list with a line for each of its members."""
    return "[\n" + ",\n".join(f"    {as_json(row)}" for row in rows) + "\n  ]" if rows else "[]"


def as_json(value: Any) -> str:
    """JSON on one line, every letter as it is."""
    return json.dumps(value, ensure_ascii=False)


# ---- What `score` prints of a match. ----


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
        end = standing.outcome if isinstance(standing.outcome, SharedOutcome) else None
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
