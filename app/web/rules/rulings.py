"""Settle it: the rulings, alone or from a match with what that knows filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.games import GAMES
from app.rulebook import SearchEntry
from app.scoring import (
    Game,
    Match,
    Problem,
    Seat,
    Side,
    Standing,
    Table,
    Text,
    _,
)
from app.scoring.model.cards import JOKERS
from app.scoring.rulings import Ruling, Situation, evaluate
from app.web.club.decks import HOUSE_DECK_OPTION, deck_rule, selectable_decks
from app.web.core.access import is_member, watchers_may
from app.web.core.http import wants_partial
from app.web.core.initials import Initials
from app.web.rules.html import current_match

bp = Blueprint("rulings", __name__, url_prefix="/rules/settle")


@bp.get("/")
@watchers_may
def contents() -> ResponseReturnValue:
    """Every ruling, game by game."""
    return render_template("settle/contents.html", games=GAMES)


@bp.get("/<key>")
@watchers_may
def of_game(key: str) -> ResponseReturnValue:
    """The rulings of one game, for a match if the address says which."""
    game = GAMES.get(key) or abort(404)
    match, problem = match_of(game)
    first, others = raised_by(match, game)
    page = render_template(
        "settle/game.html",
        game=game,
        match=match,
        problem_of_match=problem,
        first=first,
        others=others,
    )
    return page, 422 if problem else 200


@bp.get("/<key>/<slug>")
@watchers_may
def show(key: str, slug: str) -> ResponseReturnValue:
    """One ruling: what it asks, and the verdict as soon as nothing is missing.

    422 if something in the address cannot be right; what can be is kept.
    """
    game = GAMES.get(key) or abort(404)
    ruling = next((ruling for ruling in game.rulings if ruling.slug == slug), None) or abort(404)
    match, problem = match_of(game)
    situation = situation_of(match.standing if match else None, game)
    settled = evaluate(ruling, situation, request.args)
    page = url_for("rulings.show", key=key, slug=slug, match=match.id if match else None)
    drawn = render_template(
        "settle/_ruling.html" if wants_partial() else "settle/ruling.html",
        game=game,
        ruling=ruling,
        match=match,
        standing=match.standing if match else None,
        problem_of_match=problem,
        situation=situation,
        settled=settled,
        page_url=page,
        anew=lambda fields: with_query(page, [*fields.items()]),
        taken_back=lambda field: taken_back(page, field),
        put=lambda field, card: put(page, field, card),
        disc=disc_at(match.standing.table if match else None),
        rule_url=lambda anchor: rule_url(game, match, anchor),
    )
    return drawn, 422 if problem or settled.is_refused else 200


def search_entries() -> list[SearchEntry]:
    """Every ruling as the search of the rules finds it."""
    return [
        SearchEntry(
            page=game.key,
            anchor="",
            title=str(ruling.title),
            within="",
            lines=(str(ruling.ask),),
            other_names=ruling.search_terms,
            game=game.key,
            slug=ruling.slug,
        )
        for game in GAMES.values()
        for ruling in game.rulings
    ]


def raised_by(match: Match | None, game: Game) -> tuple[list[Ruling], list[Ruling]]:
    """The rulings that the deal that is on can raise, and the others; without a match all can."""
    situation = situation_of(match.standing if match else None, game)
    first = [ruling for ruling in game.rulings if ruling.applies_to(situation)]
    return first, [ruling for ruling in game.rulings if ruling not in first]


def disc_at(table: Table | None) -> Callable[[object], Markup]:
    """Draws who sits at this table, and nothing for anyone else."""
    names = [seat.name for seat in table.seats] if table else []
    initials = Initials(table.seats) if table else None

    def disc(who: object) -> Markup:
        if not initials or not isinstance(who, (Seat, Side)):
            return Markup()
        # A ruling has seats of its own, and may ask about more than play in the match.
        seats = who.seats if isinstance(who, Side) else (who,)
        sit_here = all(names[seat.index : seat.index + 1] == [seat.name] for seat in seats)
        return initials(who) if sit_here else Markup()

    return disc


def situation_of(standing: Standing | None, game: Game) -> Situation:
    """What a match and the decks that can be played with tell a ruling."""
    if standing is None:
        return Situation(decks=decks_of(game))
    prompt, answer = standing.house_rules or (game.house_rules, {})
    return Situation(standing.table, prompt.value(answer), decks_of(game))


def match_of(game: Game) -> tuple[Match | None, Problem | None]:
    """The match that is on, None if none is; or that it is one of another game."""
    match = current_match()
    if match is None:
        return None, None
    if match.game is game:
        return match, None
    other_game = _(
        "Match {match} is {other}, not {game}. It can be settled here by hand.",
        match=match.id,
        other=match.game.name,
        game=game.name,
    )
    return None, Problem(other_game)


def decks_of(game: Game) -> dict[str, tuple[Text | str, Mapping[str, Any]]]:
    """The decks that can be played with, by their key, where the game is played with one."""
    if deck_rule(game) is None:
        return {}
    decks = selectable_decks(request.args.get("deck", "")) if is_member() else [HOUSE_DECK_OPTION]
    return {deck.key: (deck.name, deck.faces) for deck in decks}


# --- addresses ----------------------------------------------------------------------------------


def taken_back(page: str, field: str) -> str:
    """The same page without one of its fields."""
    fields = request.args.items(multi=True)
    return with_query(page, [(name, value) for name, value in fields if name != field])


def put(page: str, field: str, card: str) -> str:
    """The same page with another card in this field, and the suit of the card on the pad."""
    fields = [(name, value) for name, value in request.args.items(multi=True)]
    kept = [(name, value) for name, value in fields if name not in (field, "suit")]
    suit = [] if card in JOKERS else [("suit", card[-1])]
    return with_query(page, [*kept, *suit, (field, card)])


def rule_url(game: Game, match: Match | None, anchor: str) -> str:
    """A section of the rules page, as this match plays it."""
    match_id = match.id if match else None
    return url_for("rules.page", key=game.key, match=match_id, _anchor=anchor)


def with_query(page: str, fields: Sequence[tuple[str, str]]) -> str:
    """The address of a page with these fields."""
    return f"{page}?{urlencode(fields)}" if fields else page
