"""What a search for matches can mean: its words, and the filters beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from babel.dates import get_month_names

from app.games import GAMES
from app.languages import current_language
from app.scoring import Game, say
from app.scoring.model.spelling import spelling_key
from app.scoring.model.typed_numbers import plain_digits
from app.store.matches.search import SearchTerm
from app.web.core.services import services

MOST_WORDS = 12
"""Of a search; each of them is looked for by itself."""
FILTERS = ("game", "year", "player")
YEAR = re.compile("[0-9]{4}")
DATE = re.compile("([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")
DAY = re.compile("(?:0?[1-9]|[12][0-9]|3[01])[.]?")
SHORTEST_MONTH = 3
"""In letters: so many of a month are a word for it."""


def filter_terms(chosen: Mapping[str, str]) -> list[SearchTerm]:
    """What has to hold for the filters that were chosen; one that there is not finds nothing."""
    terms = []
    if game := chosen.get("game"):
        terms.append(SearchTerm(games=[game] if game in GAMES else []))
    if year := chosen.get("year"):
        terms.append(SearchTerm(days=[f"{year}-%"] if YEAR.fullmatch(year) else []))
    if player := chosen.get("player"):
        number = int(player) if player.isdecimal() and len(player) < 19 else 0
        terms.append(SearchTerm(people=[number]))
    return terms


def word_terms(words: str) -> list[SearchTerm]:
    """What has to hold for each of the words, in any order."""
    return [term_of(word) for word in words.split()[:MOST_WORDS]]


def term_of(word: str) -> SearchTerm:
    """What a word of a search can mean."""
    folded = spelling_key(word)
    games = [
        game.key
        for game in GAMES.values()
        if any(folded in spelling_key(name) for name in names_of(game))
    ]
    return SearchTerm(word, games, days_of(folded))


def names_of(game: Game) -> Iterator[str]:
    """All names of a game, in every language that a phone of the club can have."""
    yield from (str(game.name), *game.other_names)
    for language in services().languages.values():
        yield say(game.name, language)
        yield from language.game_names.get(game.key, ())


def days_of(word: str) -> list[str]:
    """Patterns of the days (ISO) that a word can mean: a year, a month by its name or the beginning
    of that, year and month, a whole date, or the day of a month."""
    word = plain_digits(word)
    months = get_month_names("wide", locale=current_language().locale)
    days = [
        f"____-{month:02}-__"
        for month, name in months.items()
        if len(word) >= SHORTEST_MONTH and spelling_key(name).startswith(word)
    ]
    if date := DATE.fullmatch(word):
        days.append("-".join((date[1], date[2] or "__", date[3] or "__")))
    if DAY.fullmatch(word):
        days.append(f"____-__-{int(word.rstrip('.')):02}")
    return days
