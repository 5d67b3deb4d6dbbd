"""Blank score sheets: the boxes of a match in the order of play, to be filled in by hand.

A sheet is made of leaves, each of which fills one page. What stands on them comes from the game
(`Game.sheet`), and the reminder at the foot from its page of the rules book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from app.games import GAMES, numbers
from app.paper import html
from app.paper.html import TWO_UP, check, face, suits_to_tick, with_suits
from app.paper.pdf import Page
from app.rulebook import RulesPage
from app.rulebook.pages import essentials_html
from app.scoring import Deal, Game, Text, _, replay
from app.scoring.model.seats import LETTERS
from app.scoring.sheet import BlankSpec, RuleChoices, SheetSeat, Size, Variant


def variant_of(game_key: str, players: int, rules: Mapping[str, Any]) -> Variant:
    """The sheet for a match of so many players with these house rules."""
    game = GAMES[game_key]
    house = game.house_rules.value(dict(rules))
    return next(
        variant
        for variant in game.variants
        if variant.players == players
        and all(house[key] == value for key, value in variant.rules.items())
    )


def blank(
    game_key: str,
    variant_key: str,
    paper: str,
    book: Mapping[str, RulesPage],
    *,
    names: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
) -> Page:
    """The blank sheet of a game, with the essentials of its page in the `book` at the foot.

    The `names` and the house `rules` of a match are printed in. Raises `LookupError` for a game, a
    variant or a paper that there is not.
    """
    game, variant = GAMES[game_key], find_variant(game_key, variant_key)
    check(paper)
    pad = pad_of(game, variant, "a5" if paper == TWO_UP else paper, names, rules or {})
    leaves = list(enumerate(game.sheet.pages(pad), start=1))
    of = len(leaves)
    if paper == TWO_UP and of % 2:
        # An odd leaf would leave half a page empty: every leaf comes twice, side by side.
        leaves = [leaf for leaf in leaves for _copy in range(2)]
    on_a_page = 2 if paper == TWO_UP else 1
    return html.render(
        "print/blank.html",
        game=game,
        pad=pad,
        paper=paper,
        spreads=[leaves[n : n + on_a_page] for n in range(0, len(leaves), on_a_page)],
        of=of,
        title=_("{game}: score sheet, {variant}", game=game.name, variant=variant.name),
        essentials=reminder(game, pad.house, book),
        unusual=unusual_rules(game, rules, variant) if rules is not None else (),
        deck=game.sheet.deck(pad.house),
        suits_to_tick=suits_to_tick,
        face=face,
    )


def find_variant(game_key: str, variant_key: str) -> Variant:
    """The variant with this key; raises `LookupError`."""
    variants = {variant.key: variant for variant in GAMES[game_key].variants}
    if variant_key not in variants:
        raise LookupError(f"{variant_key!r} is not one of: {', '.join(variants)}")
    return variants[variant_key]


def pad_of(
    game: Game, variant: Variant, size: str, names: Sequence[str], rules: Mapping[str, Any]
) -> BlankSpec:
    """The sheet as it was ordered. Who shares a score is what the script makes of these rules."""
    letters = LETTERS[: variant.players]
    chosen = {0: {"rules": {**rules, **variant.rules}}}

    def play(answers: Mapping[str, Any], number: int) -> Sequence[Deal]:
        given = chosen | {deal: dict(answers) for deal in range(1, number + 1)}
        return replay(game, letters, given, deals_on_file=number).deals

    def place(index: int, name: str | Text) -> SheetSeat:
        # A seat that nobody sits on, such as a dummy, has a name from the game and no letter.
        if index >= variant.players:
            return SheetSeat("", name)
        return SheetSeat(letters[index], names[index] if index < len(names) else "")

    sides = replay(game, letters, chosen).sides
    return BlankSpec(
        variant=variant,
        size=cast(Size, size),
        sides=[[place(seat.index, seat.name) for seat in side.seats] for side in sides],
        house=game.house_rules.value({**rules, **variant.rules}),
        play=play,
    )


def reminder(game: Game, house: RuleChoices, book: Mapping[str, RulesPage]) -> list[Markup]:
    """The essentials of the rules page, with the numbers that this table plays with.

    Nothing if the game has no page.
    """
    if game.key not in book:
        return []
    here = {game.key: {**game.numbers, **game.sheet.numbers(house)}}
    lines = essentials_html(book[game.key], {**numbers(), **here})
    return [Markup(with_suits(line)) for line in lines]


def unusual_rules(game: Game, rules: Mapping[str, Any], variant: Variant) -> Sequence[Text]:
    """What this table plays otherwise than the variant does, but for a deck, which is drawn."""
    question = game.house_rules
    defaults = {rule.key: default for rule, default in question.rules}
    chosen = question.value(dict(rules))
    unusual = [
        words
        for rule, words in question.choices(dict(rules))
        if rule.kind != "deck"
        and rule.key not in variant.rules
        and chosen[rule.key] != defaults[rule.key]
    ]
    return unusual or [_("the usual rules")]
