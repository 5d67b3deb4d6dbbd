"""The language of the pages: what the phone has chosen, else the browser's, else the club's.

A link may ask for one (``?lang=fr``), which the phone keeps as if it had been chosen. The shape of
its numbers is what the phone has chosen, else that of the browser's region, whose months it has. So
are the names of games that have several, and whether those in Latin letters are shown too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel import negotiate_locale
from flask import Blueprint, Flask, Response, g, redirect, render_template, request
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import ENGLISH, Language, current_language, in_region, set_language, with_digits
from app.scoring import Signed, Text, _
from app.store.clubs import clubs
from app.web.core.access import CLUB, this_club, works_away
from app.web.core.errors import abort_with
from app.web.core.page.theme import keep_choice, return_path
from app.web.core.services import connection, services

bp = Blueprint("language", __name__)

AS_THE_PHONE = "phone"
COOKIE, DIGITS = "language", "digits"
LATIN, ON = "latin", "on"
"""The cookie of a phone that shows names in Latin letters too."""
NAME = "name-"
"""How the cookies with chosen names begin."""
EXAMPLE_POINTS = Signed(-75)
"""Behind the name that shows how all will look: how a number with its sign does."""
REGION = re.compile(r"-([a-z]{2})(?:-|$)", re.IGNORECASE)
LONGEST_ACCEPT_LANGUAGE = 500
"""In letters. What is longer is no browser's list of languages, and not read."""


def init_app(app: Flask) -> None:
    """Set the language of each request; comes before whatever shows a page."""
    app.before_request(begin_language)
    app.after_request(keep_language)
    app.teardown_appcontext(forget_language)
    app.jinja_env.globals.update(
        has_languages=has_languages,
        chosen_language=chosen_language,
        game_names=offered_names,
        name_with_symbol=name_with_symbol,
        example_points=EXAMPLE_POINTS,
    )


def init_club(app: Flask) -> None:
    """Let the club have its say; comes behind whatever finds out which club a request is about."""
    app.before_request(use_language_of_club)


@bp.get("/language")
@bp.get(f"{CLUB}/language", endpoint="show_club")
@works_away
def show() -> ResponseReturnValue:
    """The languages, for this phone, and where the address has a club for that."""
    return render_template(
        "language.html",
        languages=services().languages,
        chosen=chosen_language(),
        guessed=accepted_language() or language_of_club(),
        club=g.get("club"),
        back=return_path(),
    )


@bp.post("/language")
@works_away
def choose() -> ResponseReturnValue:
    """Set the cookie of a language, and redirect to the page that the form was on."""
    tag = request.form.get("language", "")
    if tag != AS_THE_PHONE and tag not in services().languages:
        abort_with(422, _("There is no such language. Choose one under More, Language."))
    response = redirect(return_path(), 303)
    keep_choice(response, COOKIE, "" if tag == AS_THE_PHONE else tag)
    return response


@bp.post("/language/digits")
@works_away
def choose_digits() -> ResponseReturnValue:
    """Set the cookie of a shape of numbers, and redirect to the page that the form was on."""
    system = request.form.get("digits", "")
    if system not in [shape.system for shape in current_language().shapes]:
        abort_with(422, _("There are no such digits. Choose some under More, Language."))
    response = redirect(return_path(), 303)
    keep_choice(response, DIGITS, system)
    return response


@bp.post("/language/name")
@works_away
def choose_name() -> ResponseReturnValue:
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
@works_away
def choose_latin() -> ResponseReturnValue:
    """Set or delete the cookie of names in Latin letters, and redirect to the page that the form
    was on."""
    response = redirect(return_path(), 303)
    keep_choice(response, LATIN, ON if request.form.get("latin") == ON else "")
    return response


@bp.post(f"{CLUB}/language")
def choose_for_club() -> ResponseReturnValue:
    """Set the language of the club, and the letters on its court cards."""
    tag = request.form.get("language", g.club.language)
    letters = request.form.get("court_cards", g.club.court_cards)
    if tag and tag not in services().languages:
        abort_with(422, _("There is no such language. Choose one under More, Language."))
    if letters and letters not in services().languages.court_cards:
        known = [" ".join(each) for each in services().languages.court_cards]
        abort_with(
            422, _("No court cards have these letters. Choose one of: {known}.", known=known)
        )
    clubs.set_language(connection(), this_club(), tag, letters)
    return redirect(return_path(), 303)


def has_languages() -> bool:
    """Whether there is one to choose."""
    return len(services().languages) > 1


def chosen_language() -> str:
    """The tag of the language that this phone has chosen, in the address or before."""
    asked, ours = request.args.get("lang", ""), services().languages
    tag = asked if asked in ours else request.cookies.get(COOKIE, "")
    return tag if tag in ours else AS_THE_PHONE


def accepted_tags() -> list[str]:
    """The languages that the browser likes, the best first; none if it says more than any does."""
    header = request.headers.get("Accept-Language", "")
    if not header or len(header) > LONGEST_ACCEPT_LANGUAGE:
        return []
    return [tag for tag, quality in request.accept_languages if quality > 0]


def accepted_language() -> Language | None:
    """The language that the browser would like best among ours, None if it knows none of them."""
    by_tag = {tag.lower(): language for tag, language in services().languages.items()}
    best = negotiate_locale(accepted_tags(), by_tag, sep="-")  # as the browser spells it
    return by_tag.get(best.lower()) if best else None


def as_written_here(language: Language) -> Language:
    """The language with the months of the browser's region, with the digits that the phone has
    chosen or else those of the region, and with the names of games that it has chosen."""
    if language is ENGLISH:  # It is written alike everywhere.
        return language
    tags = accepted_tags()
    # Who reads several languages has the region beside this one, or else beside another.
    tags.sort(key=lambda tag: tag.partition("-")[0].lower() != language.tag.partition("-")[0])
    regions = (region[1].upper() for tag in tags if (region := REGION.search(tag)))
    language = in_region(language, next(regions, ""))
    language = with_digits(language, request.cookies.get(DIGITS, ""))
    return as_called_here(language)


def language_of_club() -> Language:
    """The language of the club of this request, English where it has none."""
    club = g.get("club")
    return services().languages.get(club.language, ENGLISH) if club else ENGLISH


def begin_language() -> None:
    """Set the language that the phone has chosen, or its browser."""
    tag = chosen_language()
    language = services().languages[tag] if tag != AS_THE_PHONE else accepted_language()
    g.is_language_known = language is not None
    set_language(as_written_here(language or ENGLISH))


def use_language_of_club() -> None:
    """Set the language of the club where the phone and its browser say none, and the letters on its
    court cards."""
    language = current_language()
    if not g.is_language_known:
        language = as_written_here(language_of_club())
    if (club := g.get("club")) and club.court_cards:
        language = services().languages.with_court_cards(language, club.court_cards)
    set_language(language)


def keep_language(response: Response) -> Response:
    """Keep the language that the address asks for, and say to caches what it depends on."""
    asked = request.args.get("lang")
    if asked and asked in services().languages and asked != request.cookies.get(COOKIE):
        keep_choice(response, COOKIE, asked)
    # Stylesheets, scripts and icons have no words, and are cached for a year.
    if has_languages() and not response.cache_control.public:
        response.vary.update(("Accept-Language", "Cookie"))
    return response


def forget_language(_error: BaseException | None) -> None:
    """Forget it at the end of the request: the thread goes on to answer another."""
    set_language(ENGLISH)


# What a game is called


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
