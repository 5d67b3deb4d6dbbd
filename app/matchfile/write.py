"""Write a match file: every question and answer, and the log beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.matchfile.read import FORMAT
from app.scoring import VOID, Deal, Game, Match, SharedOutcome, Standing
from app.scoring.match.log import as_line, as_sent_line


def as_file(match: Match, about: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the match file of a match, with its log; `replay_file` of it gives the standing of the
    match.

    `about` are keys of the head about the match (`id`, `title`, `started`, `finished`, `note`,
    `utc_offset`).
    """
    head = {"format": FORMAT, "game": match.game.key}
    head |= {key: value for key, value in (about or {}).items() if value is not None}
    return head | as_deals(match.standing) | {"log": as_log(match)}


def head_of(match: Match) -> dict[str, Any]:
    """Return the keys of the head about a match; None for those it does not have."""
    outcome = match.standing.outcome
    return {
        "id": match.uuid or None,
        "title": match.title or None,
        "started": match.started,
        "finished": match.log[-1].at if outcome else None,
        "note": str(outcome.why) if outcome else None,
        "utc_offset": match.utc_offset,
    }


def as_deals(standing: Standing) -> dict[str, Any]:
    """Return the players, the house rules and the deals of a match file, and whether it was ended
    early.

    A skipped question is left out of a deal, unless the deal still waits for an answer: there only
    a null tells that the question was skipped. A moot question is null too, which tells this match
    from one that is in play. Answers that wait for an earlier question are in the log only.
    """
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
    ended = {"ended": True} if standing.ended_by_table else {}
    return {"players": player_names(standing), "rules": rules, "deals": deals} | ended


def as_log(match: Match) -> dict[str, Any]:
    """Return the log of a match: its first players, and every line."""
    return {"players": list(match.players), "lines": [*map(as_line, match.log)]}


def as_log_file(match: Match, request_ids: Mapping[int, str]) -> dict[str, Any]:
    """Return the match file of a match with its log alone, whose lines are those of `as_sent_line`;
    `request_ids` has the ids of the requests that wrote them, by the numbers of the lines."""
    head = {
        "format": FORMAT,
        "id": match.uuid or None,
        "game": match.game.key,
        "players": list(match.seating.present),
        "title": match.title or None,
        "started": match.started,
        "utc_offset": match.utc_offset,
    }
    lines = [
        as_sent_line(line, request_ids.get(number)) for number, line in enumerate(match.log, 1)
    ]
    log = {"players": list(match.players), "lines": lines}
    return {key: value for key, value in head.items() if value is not None} | {"log": log}


def as_text(file: Mapping[str, Any]) -> str:
    """Return a match file as indented JSON, with each deal and each line of the log on one line."""
    values = {key: as_json(value) for key, value in file.items()}
    values["deals"] = line_by_line(file["deals"])
    if log := file.get("log"):
        players, lines = as_json(log["players"]), line_by_line(log["lines"])
        values["log"] = f'{{"players": {players}, "lines": {lines}}}'
    pairs = (f"  {as_json(key)}: {value}" for key, value in values.items())
    return "{\n" + ",\n".join(pairs) + "\n}\n"


def line_by_line(rows: Sequence[Any]) -> str:
    """Return a list in JSON with each of its items on one line."""
    return "[\n" + ",\n".join(f"    {as_json(row)}" for row in rows) + "\n  ]" if rows else "[]"


def as_json(value: Any) -> str:
    """Return JSON on one line, without escapes for letters that are not ASCII."""
    return json.dumps(value, ensure_ascii=False)


def player_names(standing: Standing) -> list[str]:
    """Return the names of the players as they are stored, in play order, without a dummy."""
    return [seat.name for seat in standing.table.seats if isinstance(seat.name, str)]


def report(standing: Standing) -> dict[str, Any]:
    """Return the row that `tricktally score` prints for a match, without the name of the file."""
    game, table = standing.game, standing.table
    head: dict[str, Any] = {"game": game.key, "players": player_names(standing)}
    if len(table.sides) < len(table.seats):
        head["sides"] = [[str(seat.name) for seat in side.seats] for side in table.sides]
    rows = [deal_row(deal, game) for deal in standing.deals if deal.is_over]
    totals = {} if game.wins_together else {"totals": list(table.totals)}
    over = {"over": standing.is_over} | ({"ended": True} if standing.ended_by_table else {})
    outcome, prompt = standing.outcome, standing.prompt
    winners = outcome.winners if outcome else ()
    result: dict[str, Any] = {"winners": [side.index for side in winners]}
    if game.wins_together:
        shared = outcome if isinstance(outcome, SharedOutcome) else None
        result = {
            "won": shared.won if shared else None,
            "score": shared.score if shared else None,
            "lost_because": list(shared.lost_because) if shared else [],
        }
    waiting = {"deal": prompt.deal, "answer": prompt.key} if prompt else None
    return head | {"deals": rows, **totals, **over, **result, "next": waiting}


def deal_row(deal: Deal, game: Game) -> dict[str, Any]:
    """Return one finished deal: its scores and the totals after it, or why it is void."""
    row: dict[str, Any] = {} if deal.scores is None else {"scores": list(deal.scores)}
    if deal.void:
        row = {VOID: deal.void}
    return row if game.wins_together else row | {"totals": list(deal.totals)}
