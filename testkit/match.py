"""The front door: a match goes in as a file, its scores come out by name."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from app import matchfile
from app.games import GAMES
from app.scoring import Deal, Prompt, Side, Standing

CAST = ["Anna", "Bruno", "Carla", "Dino"]
TEN_NAMES = [*CAST, "Eva", "Farid", "Gita", "Hugo", "Ida", "Jonas"]
"""As many as can play: a match of so many players has the first of them."""


def match_file(
    game: str,
    deals: Sequence[Mapping[str, Any]] = (),
    *,
    players: int | Sequence[str] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """A match file. `players` are names or how many of the cast play."""
    players = GAMES[game].players[0] if players is None else players
    names = TEN_NAMES[:players] if isinstance(players, int) else list(players)
    about = {"format": "tricktally/1", "game": game, "players": names}
    return about | {"rules": rules, "deals": list(deals)}


class Match:
    """A match file, scored or refused once somebody asks: a table of them is made while tests are
    collected, and a game with a wrong sum must not hinder that."""

    def __init__(self, file: Mapping[str, Any] | bytes) -> None:
        self._content = file if isinstance(file, bytes) else json.dumps(file).encode()

    @cached_property
    def _scored(self) -> tuple[Standing | None, list[dict[str, Any]]]:
        try:
            return matchfile.replay_file(matchfile.parse(self._content)), []
        except matchfile.InvalidFile as error:
            return None, [problem.as_row() for problem in error.problems]

    @property
    def refusals(self) -> list[dict[str, Any]]:
        return self._scored[1]

    @property
    def problems(self) -> list[str]:
        return [refusal["message"] for refusal in self.refusals]

    @property
    def problem(self) -> str:
        assert len(self.problems) == 1, f"one problem was expected, not {self.problems}"
        return self.problems[0]

    @property
    def refused_at(self) -> tuple[int | None, str | None] | None:
        """The deal and the answer of the first problem, None if there is none."""
        if not self.refusals:
            return None
        return self.refusals[0]["deal"], self.refusals[0]["answer"]

    @property
    def standing(self) -> Standing:
        standing, refusals = self._scored
        assert standing, f"refused: {refusals}"
        return standing

    @cached_property
    def report(self) -> dict[str, Any]:
        """The line that `tricktally score` prints."""
        return matchfile.report(self.standing)

    @property
    def rows(self) -> list[dict[str, Any]]:
        return self.report["deals"]

    @property
    def scores(self) -> dict[str, int]:
        """What the latest finished deal scored, by name."""
        return self.by_name(self.rows[-1]["scores"])

    @property
    def totals(self) -> dict[str, int]:
        return self.by_name(self.report["totals"])

    @property
    def running_totals(self) -> list[list[int]]:
        return [row["totals"] for row in self.rows]

    @property
    def winners(self) -> list[str]:
        return [str(self._sides[index]) for index in self.report["winners"]]

    @property
    def is_over(self) -> bool:
        return self.report["over"]

    @property
    def next(self) -> tuple[int, str] | None:
        waiting = self.report["next"]
        return waiting and (waiting["deal"], waiting["answer"])

    @property
    def ending(self) -> str:
        assert self.standing.outcome is not None, "the match goes on"
        return str(self.standing.outcome.why)

    @property
    def reasons(self) -> list[str | None]:
        return [row.get("void") for row in self.rows]

    @property
    def deals(self) -> Sequence[Deal]:
        return self.standing.deals

    @property
    def deal(self) -> Deal:
        return self.deals[-1]

    @property
    def dealers(self) -> list[str]:
        return names(deal.dealer for deal in self.deals)

    @property
    def leaders(self) -> list[str]:
        return names(deal.leader for deal in self.deals)

    @property
    def owners(self) -> list[str]:
        return names(deal.owner for deal in self.deals)

    @property
    def trumps(self) -> list[str]:
        return names(deal.trump_name for deal in self.deals)

    @property
    def targets(self) -> dict[str, int]:
        return {str(seat): target for seat, target in self.deal.targets.items()}

    @property
    def guidance(self) -> str:
        return str(self._prompt.last_in_group.guidance)

    @property
    def instructions(self) -> list[str]:
        """What the table does before it answers the question that is waited for."""
        return [str(line) for line in self._prompt.tell]

    @property
    def asked(self) -> str:
        return str(self._prompt.ask)

    @property
    def _prompt(self) -> Prompt:
        assert self.standing.prompt is not None, "nothing is waited for"
        return self.standing.prompt

    @property
    def _sides(self) -> Sequence[Side]:
        return self.standing.sides

    def by_name(self, numbers: Sequence[int]) -> dict[str, int]:
        return {str(side): n for side, n in zip(self._sides, numbers, strict=True)}

    def parts(self, name: str) -> list[tuple[int, str]]:
        """The points of the latest finished deal for one side, each with its reason."""
        deal = self.standing.last_deal
        assert deal is not None, "no deal is finished"
        side = next(side for side in self._sides if str(side) == name)
        return [(part.points, str(part.why)) for part in deal.parts_of(side.index)]


def names(values: Iterable[object]) -> list[str]:
    return ["–" if value is None else str(value) for value in values]
