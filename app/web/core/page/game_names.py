"""What a game is called where it has several names in the language of the reader, as the phone has
chosen, and whether it shows the names in Latin letters too."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Flask, redirect, request
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import Language, current_language
from app.scoring import Signed, Text, _
from app.web.core.access import works_away
from app.web.core.errors import abort_with
from app.web.core.page.theme import keep_choice, return_path

bp = works_away(Blueprint("game_names", __name__))

LATIN, ON = "latin", "on"
"""The cookie of a phone that shows names in Latin letters too."""
NAME = "name-"
"""How the cookies with chosen names begin."""
EXAMPLE_POINTS = Signed(-75)
"""Behind the name that shows how all will look: how a number with its sign does."""


def init_app(app: Flask) -> None:
    """Let the page of the languages offer the names."""
    app.jinja_env.globals.update(
        game_names=offered_names, name_with_symbol=name_with_symbol, example_points=EXAMPLE_POINTS
    )


@bp.post("/language/name")
def choose() -> ResponseReturnValue:
    """Set the cookie of a game’s name, and redirect to the page that the form was on.

    The name is called by its number among those that the language has for the game.
    """
    language = current_language()
    game, number = request.form.get("game", ""), request.form.get("name", "")
    if number not in numbered(language, game):
        abort_with(422, _("The game has no such name. Choose one under More, Language."))
    response = redirect(return_path(), 303)
    keep_choice(response, cookie_of(language, game), number)
    return response


@bp.post("/language/latin")
def choose_latin() -> ResponseReturnValue:
    """Set or delete the cookie of names in Latin letters, and redirect to the page that the form
    was on."""
    response = redirect(return_path(), 303)
    keep_choice(response, LATIN, ON if request.form.get("latin") == ON else "")
    return response


def cookie_of(language: Language, game: str) -> str:
    """The cookie with the number of the name that a game has in a language."""
    return f"{NAME}{language.tag}-{game}"


def numbered(language: Language, game: str) -> dict[str, str]:
    """The names of a game in a language by their numbers, which are strings; none if it has one."""
    return {str(number): name for number, name in enumerate(language.game_names.get(game, ()))}


def offered_names() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield each game, by its key, that has several names in the language of the reader: the one
    that it has here, and all of them by their numbers."""
    language = current_language()
    for game in language.game_names:
        names = numbered(language, game)
        yield game, dict(language.names).get(names["0"], names["0"]), names


def name_with_symbol() -> tuple[Text, str]:
    """A name that the language of the reader has in Latin letters too, and its symbol."""
    latin = current_language().latin_names
    signs = {name: sign for game in GAMES.values() for name, sign in game.signs.items()}
    return next((name, sign) for name, sign in signs.items() if name.template in latin)


def as_called_here(language: Language) -> Language:
    """The language with the names of games that this phone has chosen in it, and with those in
    Latin letters if it shows both."""
    reads_both = bool(language.latin_names) and request.cookies.get(LATIN) == ON
    return language.with_names(tuple(chosen_names(language)), reads_both=reads_both)


def chosen_names(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the first name of each game that has another one here, with that."""
    for game, (usual, *_others) in language.game_names.items():
        chosen = request.cookies.get(cookie_of(language, game), "")
        name = numbered(language, game).get(chosen, usual)
        if name != usual:
            yield usual, name
