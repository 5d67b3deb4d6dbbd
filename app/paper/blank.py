"""Blank score sheets: the boxes of a match in the order of play, to be filled in by hand.

A sheet is made of leaves, each of which fills one page. What is printed on them comes from the
games: schedules from playing their scripts, numbers from their constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.games import GAMES
from app.paper import layout
from app.paper.pads import CARDS_TO_DOUBLE, DRAWN, LETTERS, Pad, Place
from app.paper.press import PAPERS, TWO_UP, Page
from app.paper.shapes import face, suits_to_tick
from app.scoring import Game, Text, _, replay
from app.scoring.prompts import HouseRules


@dataclass(frozen=True)
class Variant:
    """A way to play a game that needs a sheet of its own.

    `players` is how many have a name on it, `rules` are the house rules that make it.
    """

    key: str
    name: Text
    players: int
    rules: Mapping[str, Any]


def _variant(key: str, name: Text, players: int, **rules: Any) -> Variant:
    return Variant(key, name, players, rules)


VARIANTS: Mapping[str, tuple[Variant, ...]] = {
    "tribello": (_variant("standard", _("Three players"), 3),),
    "trex": (
        _variant("alone", _("Each alone"), 4, partners=False, complex=False),
        _variant("partners", _("Partners"), 4, partners=True, complex=False),
        _variant("complex", _("Complex, each alone"), 4, partners=False, complex=True),
        _variant("complex-partners", _("Complex, partners"), 4, partners=True, complex=True),
    ),
    "italian_whist": (_variant("standard", _("Three players"), 3),),
    "torite": (
        _variant("four", _("Four players"), 4),
        _variant("three", _("Three players"), 3),
        _variant("two", _("Two players"), 2),
        _variant("one", _("One player"), 1),
    ),
    "trico": (
        _variant("two", _("Two players"), 2),
        _variant("three", _("Three players"), 3),
    ),
}


def variant_of(game_key: str, players: int, rules: Mapping[str, Any]) -> Variant:
    """The sheet for a match of so many players with these house rules."""
    house = house_rules(GAMES[game_key]).meaning(dict(rules))
    return next(
        variant
        for variant in VARIANTS[game_key]
        if variant.players == players
        and all(house[key] == value for key, value in variant.rules.items())
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
    game, chosen = GAMES[game_key], find_variant(game_key, variant)
    if paper not in PAPERS:
        raise LookupError(f"{paper!r} is not one of: {', '.join(PAPERS)}")
    size = "a5" if paper == TWO_UP else paper
    given = dict(rules or {})
    question = house_rules(game)
    pad = Pad(
        game=game,
        variant=chosen.key,
        size=size,
        places=tuple(
            Place(LETTERS[n], names[n] if n < len(names) else "") for n in range(chosen.players)
        ),
        house=question.meaning({**given, **chosen.rules}),
        said=said_rules(question, given, chosen) if rules is not None else (),
    )
    leaves = DRAWN[game_key](pad)
    if paper == TWO_UP:
        leaves = leaves if len(leaves) % 2 == 0 else [leaf for leaf in leaves for _copy in (1, 2)]
    title = say_title(game, chosen)
    html = layout.render(
        f"blank/{game_key}.html",
        pad=pad,
        paper=paper,
        variant=chosen,
        spreads=[leaves[n : n + 2] for n in range(0, len(leaves), 2)]
        if paper == TWO_UP
        else [[leaf] for leaf in leaves],
        title=title,
        language="en",
        cards=CARDS_TO_DOUBLE,
        suits_to_tick=suits_to_tick,
        face=face,
    )
    return Page(html, title, "en", paper)


def find_variant(game_key: str, key: str) -> Variant:
    """The variant with this key; raises `LookupError`."""
    for variant in VARIANTS[game_key]:
        if variant.key == key:
            return variant
    known = ", ".join(variant.key for variant in VARIANTS[game_key])
    raise LookupError(f"{key!r} is not one of: {known}")


def house_rules(game: Game) -> HouseRules:
    """The question about house rules, which every match begins with."""
    prompt = replay(game, LETTERS[: game.players[0]], {}).prompt
    assert isinstance(prompt, HouseRules)
    return prompt


def said_rules(
    question: HouseRules, given: Mapping[str, Any], variant: Variant
) -> tuple[Text, ...]:
    """What this table plays otherwise than the variant does, but for a deck, which is drawn."""
    chosen = question.meaning(dict(given))
    unusual = tuple(
        _("{rule}: {choice}", rule=rule.ask, choice=rule.describe(chosen[rule.key]))
        for rule, default in question.rules
        if chosen[rule.key] != default and rule.kind != "deck" and rule.key not in variant.rules
    )
    return unusual or (_("the usual rules"),)


def say_title(game: Game, variant: Variant) -> str:
    """What the document is called."""
    return str(_("{game}: score sheet, {variant}", game=game.name, variant=variant.name))
