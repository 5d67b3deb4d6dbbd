"""Whole matches of any game, from dice that always fall alike."""

import random
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from app import matchfile
from app.games import GAMES
from app.scoring import Event, Match, Standing
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import Database, DatabaseUrl
from app.store.matches import matches
from app.web.match.repository import summary_of
from testkit.play import play_at_random


@dataclass(frozen=True)
class WholeMatch:
    """A match from its house rules to its end, through any door."""

    match: Match

    @property
    def game(self) -> str:
        """The key of its game."""
        return self.match.game.key

    @property
    def file(self) -> dict[str, Any]:
        """The match as a file."""
        return matchfile.as_file(self.match)

    @cached_property
    def standing(self) -> Standing:
        """Where it ends."""
        return self.match.standing

    @property
    def first_form(self) -> dict[str, str]:
        """What the form for a new match sends: the players and the house rules."""
        rules = self.standing.answered[0]
        seats = {f"players.{place}": name for place, name in enumerate(self.match.players)}
        return {"game": self.game, **seats, **rules.prompt.fill(rules.answer)}

    @property
    def forms(self) -> list[dict[str, str]]:
        """What the form of every later question sends, in order.

        Doubles that nobody announced are passed over, and what has only one answer is not asked.
        Nothing stands beside a question: each form writes one line of the log.
        """
        return [
            {"skip": "1"} if each.answer is None else each.prompt.fill(each.answer)
            for each in self.standing.answered[1:]
            if each.prompt.forced_answer is None and not (each.prompt.follow_up and not each.answer)
        ]

    @property
    def events(self) -> list[Event]:
        """The log that these answers leave."""
        return [
            Event("entry", each.prompt.deal, each.prompt.key, each.answer)
            for each in self.standing.answered
        ]


WITH_AN_END = {"any_game": {"ends": "rounds", "rounds": 6}}
"""House rules of a game whose usual match has no end but the one that its table gives it."""


def whole_match(game: str, seed: int = 0) -> WholeMatch:
    """One match of `game` by the usual house rules, if those are enough; every seed is another."""
    usual = {rule.key: default for rule, default in GAMES[game].house_rules.rules}
    usual |= WITH_AN_END.get(game, {})
    rules = None if GAMES[game].house_rules.problems(usual) else usual
    dice, players = random.Random(f"{game}{seed}"), GAMES[game].players[0]
    played = play_at_random(
        GAMES[game], dice, players=players, rules=rules, mishaps=0, beside=False
    )
    return WholeMatch(played.match)


def some_of_each(number: int, games: Iterable[str] = tuple(GAMES)) -> list[WholeMatch]:
    """`number` different matches, of one game after the other."""
    return [whole_match(game, seed) for seed, game in enumerate(islice(cycle(games), number))]


HANDS = ([6, 2, 1], [2, 1, 6], [1, 6, 2])
HANDS_OF_DEAL = ("first", "second")


def whist(deals: int) -> list[Event]:
    """The log of a match of Italian Whist that is not over after so many deals."""
    log = [Event("entry", 0, "rules", {"upper": 99, "lower": -99})]
    for deal in range(1, deals):
        for at, key in enumerate(HANDS_OF_DEAL):
            log.append(Event("entry", deal, key, HANDS[(deal + at) % 3]))
    return log


def save(db: Database, match: Match, club: str = HOME, ago: timedelta = timedelta()) -> int:
    """Write a match as if it had been played there, so long ago. Returns its number."""
    started = (datetime.now(UTC) - ago).isoformat(timespec="milliseconds")
    about = {"started": started, "log": match.log, "summary": summary_of(match)}
    return matches.save_match(db, club, match.game.key, match.players, **about)


DIFFERENT_MATCHES = 12
"""So many take turns in a full database."""
OF_AN_EVENING = 6


def fill(database: DatabaseUrl, matches: Iterable[WholeMatch]) -> None:
    """Write these, numbered from 1 in this order and a few of them every evening until today,
    without waiting for the disk."""
    with closing(engine_for(database).open()) as db:
        clubs.ensure_home_club(db)
        is_file = isinstance(database, Path)
        db.execute("PRAGMA synchronous = OFF" if is_file else "SET synchronous_commit = off")
        for left, each in reversed([*enumerate(reversed([*matches]))]):
            save(db, each.match, ago=timedelta(days=left // OF_AN_EVENING))
