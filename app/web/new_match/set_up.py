"""The form of a match that its table sets up itself: the titles that are offered, and players who
are added one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import request

from app.scoring import Game, Text
from app.scoring.model.spelling import normalise_name, spelling_key
from app.scoring.prompts import Sides
from app.store.matches import lists
from app.web.core.access import this_club
from app.web.core.services import connection

SEARCHED_MATCHES = 60
"""The latest matches of a game among which titles are looked for."""
SHOWN_TITLES = 8


@dataclass(frozen=True)
class TitleChip:
    """A title that the club has used: the match that had it last, and what it is in a few words.
    Titles with the same `key` are one."""

    key: str
    title: str
    match_id: int
    about: Text


def has_set_up(game: Game) -> bool:
    """Whether a table sets its matches up itself, with a title of its own."""
    return game.house_rules.partial == "set_up"


def titles_of_club(game: Game) -> list[TitleChip]:
    """Return the titles that this club has used, the latest first, each once however it is
    typed."""
    chips: dict[str, TitleChip] = {}
    prompt: Any = game.house_rules
    rows = lists.latest_summaries(connection(), this_club(), game.key, SEARCHED_MATCHES)
    for number, summary in rows:
        title = summary.get("title", "")
        key = spelling_key(title)
        if key and key not in chips and "set_up" in summary:
            about = prompt.in_short(summary["set_up"])
            chips[key] = TitleChip(key, title, number, about)
    return [*chips.values()][:SHOWN_TITLES]


def context(game: Game, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what the form shows: how many seats, the titles of the club, and the known games that
    it has not among them."""
    prompt: Any = game.house_rules
    titles = titles_of_club(game)
    used = {chip.key for chip in titles}
    return {
        "shown": seats_shown(game, typed),
        "is_set_up_by_hand": "from" in request.args or "wins" in request.args,
        "titles": titles,
        "title_key": spelling_key(typed.get("title", "")),
        "known_games": [
            (
                known,
                prompt.in_short(prompt.summary_of(known.rules_for(4))),
                prompt.fields_of(known, game.players),
            )
            for known in prompt.known_games
            if spelling_key(known.title) not in used
        ],
    }


def seats_shown(game: Game, typed: Mapping[str, str]) -> int:
    """Return how many seats the form shows: so many as it says, and all that have a name."""
    most = max(game.players)
    named = [field for field in range(most) if normalise_name(typed.get(f"players.{field}", ""))]
    wanted = typed.get("players", "")
    number = int(wanted) if wanted in map(str, game.players) else min(game.players)
    return max(number, *(field + 1 for field in named)) if named else number


def with_changes(game: Game, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of the form with one seat more, if `add` says so, and with the set-up of
    the game that is `known`; as they are where a form has neither."""
    changed = dict(fields)
    if not has_set_up(game):
        return changed
    shown = seats_shown(game, fields)
    if changed.pop("add", ""):
        shown = min(shown + 1, max(game.players))
        changed["players"] = str(shown)
    prompt: Any = game.house_rules
    title = spelling_key(changed.pop("known", ""))
    for known in prompt.known_games:
        if spelling_key(known.title) == title:
            kept = {key: value for key, value in changed.items() if is_of_players(key)}
            of_title: dict[str, str] = prompt.fill(known.rules_for(shown))
            return kept | of_title
    return changed


def is_of_players(field: str) -> bool:
    """Whether a field of the form is about its players, and not about what they play."""
    return field.partition(".")[0] in ("players", "first", "new", "same")


def in_seats(game: Game, form: Mapping[str, str], fields: Sequence[int]) -> Mapping[str, str]:
    """Return the form with the sides of the players by their seats in the match; `fields` are those
    of the players in play order."""
    sides = [rule for rule, _usual in game.house_rules.rules if isinstance(rule, Sides)]
    if not sides:
        return form
    (rule,) = sides
    others = {key: value for key, value in form.items() if not key.startswith(rule.field(""))}
    shown = rule.fields_of(form)
    letters = [shown.get(rule.field(field), "") for field in fields]
    seats = {rule.field(seat): letter for seat, letter in enumerate(letters)}
    return others | {rule.key: shown[rule.key]} | seats
