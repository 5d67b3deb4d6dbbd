"""Writing a match file: everything that was asked and answered, and the log beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.matchfile.reporting import player_count
from app.scoring import Match, Standing


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
