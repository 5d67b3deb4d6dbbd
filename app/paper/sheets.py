"""Score sheets: blank ones to write on, and the sheet of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from app.games import GAMES
from app.matchfile import MatchFile
from app.paper import layout
from app.paper.press import PAPERS, Page
from app.scoring import Game, Standing, Text, _

ROWS = {"tribello": 12, "trex": 20, "italian_whist": 18, "torite": 2, "trico": 8}


@dataclass(frozen=True)
class Variant:
    """A way to play a game that needs a sheet of its own; `players` is how many it has room for."""

    key: str
    name: Text
    players: int
    rules: Mapping[str, Any]


VARIANTS: Mapping[str, tuple[Variant, ...]] = {
    "tribello": (Variant("standard", _("Three players"), 3, {}),),
    "trex": (
        Variant("alone", _("Each alone"), 4, {"partners": False, "complex": False}),
        Variant("partners", _("Partners"), 4, {"partners": True, "complex": False}),
        Variant("complex", _("Complex, each alone"), 4, {"partners": False, "complex": True}),
        Variant("complex-partners", _("Complex, partners"), 4, {"partners": True, "complex": True}),
    ),
    "italian_whist": (Variant("standard", _("Three players"), 3, {}),),
    "torite": (
        Variant("four", _("Four players"), 4, {}),
        Variant("three", _("Three players"), 3, {}),
        Variant("two", _("Two players"), 2, {}),
        Variant("one", _("One player"), 1, {}),
    ),
    "trico": (
        Variant("two", _("Two players"), 2, {}),
        Variant("three", _("Three players"), 3, {}),
    ),
}


def variant_of(game_key: str, players: int, rules: Mapping[str, Any]) -> Variant:
    """The sheet for a match of so many players with these house rules."""
    return next(
        variant
        for variant in VARIANTS[game_key]
        if variant.players == players
        and all(rules.get(key, False) == value for key, value in variant.rules.items())
    )


def blank(
    game_key: str,
    variant: str,
    paper: str,
    *,
    names: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
) -> Page:
    """The blank sheet of a game; with the `names` and house `rules` of a match printed in.

    Raises `LookupError` for a game, a variant or a paper that there is not.
    """
    game = GAMES[game_key]
    chosen = {each.key: each for each in VARIANTS[game_key]}[variant]
    known = PAPERS[paper]
    title = str(_("{game}: score sheet, {variant}", game=game.name, variant=chosen.name))
    heads = [*names, *[""] * (chosen.players - len(names))]
    rows: list[list[Any]] = [[number] for number in range(1, ROWS[game_key] + 1)]
    html = layout.render(
        "sheet.html",
        title=title,
        paper=paper,
        known=known,
        heads=heads,
        rows=rows,
        language="en",
        notes=(),
        watch_url="",
    )
    return Page(html, title, "en", paper)


@dataclass(frozen=True)
class Played:
    """A match as its sheet tells it.

    `corrected` holds, by the number of the deal (0 for the house rules), what was said about it
    later: corrections, and who came for whom. `started` is when it began, if that is known.
    """

    game: Game
    standing: Standing
    title: str = ""
    started: date | None = None
    corrected: Mapping[int, Sequence[Text]] = field(default_factory=dict)
    note: str = ""

    @classmethod
    def of_file(cls, file: MatchFile, standing: Standing) -> Played:
        """The match of a file, and where it stands; what makes no sense in its head is left out."""
        started = None
        if isinstance(file.started, str):
            try:
                started = datetime.fromisoformat(file.started).date()
            except ValueError:
                started = None
        title = file.title if isinstance(file.title, str) else ""
        return cls(standing.game, standing, title=title, started=started)


def filled(match: Played, paper: str, *, watch_url: str | None = None) -> Page:
    """The sheet of `match`, with the address `watch_url` to follow it at.

    Raises `LookupError` for a paper that there is not.
    """
    standing, known = match.standing, PAPERS[paper]
    title = match.title or str(_("{game}: score sheet", game=match.game.name))
    rows = [[deal.number, *(deal.scores or ())] for deal in standing.finished]
    html = layout.render(
        "sheet.html",
        title=title,
        paper=paper,
        known=known,
        heads=standing.table.seats if match.game.wins_together else standing.sides,
        rows=rows,
        notes=[each for notes in match.corrected.values() for each in notes],
        watch_url=watch_url or "",
        language="en",
    )
    return Page(html, title, "en", paper)
