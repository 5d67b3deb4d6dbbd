"""Writing a match file: everything that was asked and answered, and the log beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.matchfile.log import Line, as_log
from app.matchfile.reporting import player_count
from app.scoring import Standing


def as_file(
    standing: Standing,
    about: Mapping[str, Any] | None = None,
    begun_by: Sequence[str] = (),
    lines: Sequence[Line] = (),
) -> dict[str, Any]:
    """The match file of where a match stands; scored, it leads there again.

    What was passed over is left out of a deal, unless the deal still waits for something: there
    only a null tells that the question was passed over. Answers that wait for an earlier question
    to be answered anew are in the log only.

    `about` are keys of the head that tell about the match (`title`, `started`, `finished`, `note`);
    `lines` are its log, and `begun_by` those who sat down at first, in play order.
    """
    names = [str(seat) for seat in standing.table.seats][: player_count(standing)]
    rules: dict[str, Any] = {}
    deals: list[dict[str, Any]] = [{} for _deal in standing.deals]
    waiting = standing.prompt.deal if standing.prompt else None
    for answered in standing.answered:
        prompt, answer = answered.prompt, answered.answer
        if prompt.deal == 0:
            rules = answer
        elif answer is not None or prompt.deal == waiting:
            deals[prompt.deal - 1][prompt.key] = answer
    if deals and not deals[-1] and not standing.deals[-1].is_over:
        deals.pop()
    file: dict[str, Any] = {"format": "tricktally/1", "game": standing.game.key}
    file |= {key: value for key, value in (about or {}).items() if value is not None}
    file |= {"players": names, "rules": rules, "deals": deals}
    return file | ({"log": as_log(begun_by, lines)} if lines else {})


def as_text(file: Mapping[str, Any]) -> str:
    """A match file as people like to read it: a line for each deal, and each line of the log."""
    said = {key: as_json(value) for key, value in file.items()}
    said["deals"] = a_line_each(file["deals"])
    if log := file.get("log"):
        people, lines = as_json(log["players"]), a_line_each(log["lines"])
        said["log"] = f'{{"players": {people}, "lines": {lines}}}'
    pairs = (f"  {as_json(key)}: {value}" for key, value in said.items())
    return "{\n" + ",\n".join(pairs) + "\n}\n"


def a_line_each(rows: Sequence[Any]) -> str:
    """A list with a line for each of its members."""
    return "[\n" + ",\n".join(f"    {as_json(row)}" for row in rows) + "\n  ]" if rows else "[]"


def as_json(value: Any) -> str:
    """JSON on one line, every letter as it is."""
    return json.dumps(value, ensure_ascii=False)
