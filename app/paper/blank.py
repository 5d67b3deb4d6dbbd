"""Blank score sheets: the boxes of a match in the order of play, to be filled in by hand.

The boxes are ``blank.html`` of the game; the reminder at the foot is from its page of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from app.games import GAMES, numbers
from app.paper import html
from app.paper.html import PAPERS, TWO_UP, with_suits
from app.paper.pdf import PrintDocument
from app.rulebook import RulesPage
from app.rulebook.pages import essentials_html
from app.scoring import Deal, Game, Problem, Refused, Text, _, replay
from app.scoring.model.seats import LETTERS
from app.scoring.sheet import BlankSpec, RuleChoices, SheetSeat, Size, Variant
from app.text_html import language_of, written_numbers


def variant_of(game_key: str, players: int, rules: Mapping[str, Any]) -> Variant:
    """Return the variant of the blank sheet for so many players with these house rules."""
    game = GAMES[game_key]
    house = game.house_rules.value(dict(rules))
    return next(
        variant
        for variant in game.variants
        if variant.players == players
        and all(house[key] == value for key, value in variant.rules.items())
    )


def blank_sheet(
    game_key: str,
    variant_key: str,
    paper: str,
    pages: Mapping[str, RulesPage],
    *,
    names: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    order: Mapping[str, str] | None = None,
) -> PrintDocument:
    """Return the blank sheet of a game, with the essentials of its rules page, if it is among
    `pages`.

    The `names` and the house `rules` of a match are printed in, or those of an `order`: see
    `ordered_rules`, with whose errors. Raises `LookupError` for a game, a variant or a paper that
    there is not.
    """
    game, page = GAMES[game_key], pages.get(game_key)
    variants = {variant.key: variant for variant in game.variants}
    if variant_key not in variants:
        raise LookupError(f"{variant_key!r} is not one of: {', '.join(variants)}")
    variant = variants[variant_key]
    choices = ordered_rules(game, order) if order else rules or {}
    spec = blank_spec(game, variant, "a5" if paper == TWO_UP else paper, names, choices)
    leaves = list(enumerate(game.sheet.pages(spec), start=1))
    of = len(leaves)
    if paper == TWO_UP and of % 2:
        # An odd page would leave half a page empty: every page comes twice, side by side.
        leaves = [leaf for leaf in leaves for _copy in range(2)]
    on_a_page = 2 if paper == TWO_UP else 1
    return html.render(
        f"{game.key}/blank.html",
        "print/blank.html",
        game=game,
        spec=spec,
        paper=paper,
        papers=PAPERS,
        spreads=[leaves[n : n + on_a_page] for n in range(0, len(leaves), on_a_page)],
        of=of,
        title=_(
            "{game}: score sheet, {variant}",
            game=title_on_paper(game, spec.house) or game.name,
            variant=variant.name,
        ),
        essentials=essentials(game, spec.house, page) if page else (),
        essentials_language=page.language.tag if page else "",
        unusual=unusual_rules(game, rules, variant) if rules is not None else (),
        deck=game.sheet.deck(spec.house),
    )


def ordered_rules(game: Game, order: Mapping[str, str]) -> dict[str, Any]:
    """Return the house rules that the options of an `order` fill, by what each is called there.

    Raises `LookupError` for an option that sheets of this game have no use for, and `Refused` with
    every problem, at the option that it is about.
    """
    answer, problems = {}, []
    for option, typed in order.items():
        rule = game.house_rules.of(game.sheet.takes[option])
        answer[rule.key] = rule.read({rule.key: typed})
        problems += [Problem(each.message, at=option) for each in rule.problems(answer[rule.key])]
    if problems:
        raise Refused(*problems)
    return answer


def title_on_paper(game: Game, house: RuleChoices) -> str:
    """Return the title of its own that a table has for what it plays, empty without one."""
    key = game.sheet.takes.get("title")
    return str(house[key]) if key else ""


def blank_spec(
    game: Game, variant: Variant, size: str, names: Sequence[str], rules: Mapping[str, Any]
) -> BlankSpec:
    """Return the variant on a size of paper, with these names and rules, for the game to fill in.

    The script decides by the rules which seats share a score.
    """
    letters = LETTERS[: variant.players]
    rules = {**rules, **variant.rules}
    chosen = {0: {"rules": rules}}

    def play(answers: Mapping[str, Any], number: int) -> Sequence[Deal]:
        given = chosen | {deal: dict(answers) for deal in range(1, number + 1)}
        deals = replay(game, letters, given, deals_on_file=number).deals
        # A sheet of fewer rows would look right.
        assert len(deals) >= number, (
            f"{game.key} ends after {len(deals)} of {number} deals: make up answers that keep every"
            " total away from its limit"
        )
        return deals

    def sheet_seat(index: int, name: str | Text) -> SheetSeat:
        # A dummy has a name from the game and no letter.
        if index >= variant.players:
            return SheetSeat("", name)
        return SheetSeat(letters[index], names[index] if index < len(names) else "")

    sides = replay(game, letters, chosen).sides
    return BlankSpec(
        variant=variant,
        size=cast(Size, size),
        sides=[[sheet_seat(seat.index, seat.name) for seat in side.seats] for side in sides],
        house=game.house_rules.value(rules),
        play=play,
    )


def essentials(game: Game, house: RuleChoices, page: RulesPage) -> list[Markup]:
    """Return the essentials of the rules page of a game, with the numbers that this table plays
    with."""
    of_table = {game.key: {**game.numbers, **game.sheet.numbers(house)}}
    lines = essentials_html(page, numbers() | of_table)
    language = language_of(page.language.tag)
    return [Markup(with_suits(written_numbers(line, language))) for line in lines]


def unusual_rules(game: Game, rules: Mapping[str, Any], variant: Variant) -> Sequence[Text]:
    """Return the house rules that differ from the book, but for those of the variant and a drawn
    deck."""
    unusual = [
        words
        for rule, words in game.house_rules.differences(dict(rules))
        if rule.kind != "deck" and rule.key not in {*variant.rules, *game.sheet.says}
    ]
    # A pad has no book that it could be as in.
    return unusual if unusual or game.points_as_said else [_("as in the book")]
