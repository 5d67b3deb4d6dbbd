"""A match as a play for BG Stats, an app that records what people play: a link opens it there.

The app shows the play before it saves it, and remembers which of its games and players belong to
the ids that it is given. The id of a person is their name, which is the same in every club and in
every pocket; a seat without a person has its stored name.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from app.matchfile.spreadsheet import words_with
from app.scoring import Match, SharedOutcome
from app.scoring.game import name_key
from app.scoring.model.seats import FORGOTTEN

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8_000  # letters: phones and their browsers cut longer ones off


def link_to_bg_stats(match: Match) -> str | None:
    """Return the link that opens a match with an outcome in BG Stats, None if it would be too
    long."""
    play = json.dumps(as_play(match), ensure_ascii=False, separators=(",", ":"))
    link = ADDRESS + quote(play, safe="")
    return link if len(link) < LONGEST_LINK else None


def as_play(match: Match) -> dict[str, Any]:
    """Return a match as BG Stats reads it, with the players of its end; no boolean is left out.

    In a game that all win or lose together nobody has points or a rank. Partners are a team, and
    each has the points of both.
    """
    standing, words = match.standing, words_with(match.seating.present)
    outcome, table = standing.outcome, standing.table
    assert outcome is not None, "the match goes on"
    together = outcome if isinstance(outcome, SharedOutcome) else None
    first = standing.deals[0].leader if standing.deals else None
    ranks = {rank.side: rank for rank in table.ranks(outcome.winners)}
    players = []
    for seat in table.players:
        side = table.side_of(seat)
        player: dict[str, Any] = {
            "name": words(seat),
            "sourcePlayerId": player_id(match, str(seat.name)),
            "startPlayer": first is not None and first.index == seat.index,
            "winner": bool(together.won) if together else side in outcome.winners,
        }
        if not together:
            player |= {"score": table.totals[side.index], "rank": ranks[side].place}
        if len(side.seats) > 1:
            player["team"] = words(side)
        players.append(player)
    key = match.game.key
    return {
        "sourceName": "Tricktally",
        "sourcePlayId": match.uuid,
        "playDate": f"{match.dated or begun(match).date()} {begun(match):%H:%M:%S}",
        "game": {
            "name": words(match.name),
            # Only the scores of one direction can be compared.
            "sourceGameId": f"{key}.reversed" if table.reversed else key,
            "highestWins": not table.reversed,
            "noPoints": together is not None,
        },
        "players": players,
    }


def player_id(match: Match, name: str) -> str:
    """Return the id by which BG Stats recognizes a player; a forgotten one is another in each
    match."""
    return f"{match.uuid}{name}" if FORGOTTEN.fullmatch(name) else name_key(name)


def begun(match: Match) -> datetime:
    """Return when a match began, in UTC."""
    return datetime.fromisoformat(match.started).astimezone(UTC)
