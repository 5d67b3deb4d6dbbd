"""The start page of a club, its lists of matches, and the page of what is needed seldom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from babel.dates import get_month_names
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.dates import day_of_match
from app.games import GAMES
from app.languages import current_language, plain
from app.letters import initials_of
from app.scoring import Game, Text, _, say
from app.scoring.game import LONGEST_NAME, name_key, normalise_name
from app.scoring.model.spelling import spelling_key
from app.scoring.model.text import Numerals
from app.scoring.model.typed_numbers import plain_digits
from app.store.engine import now
from app.store.matches import lists, search
from app.store.matches.deletion import DAYS_TO_RESTORE
from app.store.matches.search import SearchTerm
from app.store.people import evenings, people
from app.store.people.evenings import Evening
from app.web.core.access import page_before, this_club, watchers_may, works_away
from app.web.core.http import wants_partial
from app.web.core.listed_players import players_of
from app.web.core.page.written_dates import month_in_words
from app.web.core.services import connection, services
from app.web.evenings.result import (
    PersonResult,
    counted_matches,
    how_often_ahead,
    in_list,
    leaders_of,
    names_of_leaders,
)
from app.web.match.match_list import MatchListItem, list_items
from app.web.match.page import MatchPage
from app.web.match.repository import get_match_or_404

MOST_IN_MENU = 200  # players to choose from in the search for matches

bp = Blueprint("start", __name__)

PAGE_OF_MATCHES = 60
SHOWN_IN_PLAY = 3
"""Of these the first has a card of its own, and the others a row."""
SHOWN_EVENINGS = 6
ENOUGH_FOR_EVENINGS = 3
"""Of so many finished matches there is more to say by evenings than match by match."""
ROWS_ABOVE, ROWS_OF_CARD = 6, 3
"""Rows of matches that leave a new match above the fold of a phone, and how many a card is high."""


@bp.get("/")
def start() -> ResponseReturnValue:
    """The matches in play and this evening, a new match of any game, and earlier evenings.

    204 for a page that asks whether anything is new since its version (`after`), and nothing is.
    """
    db, club = connection(), this_club()
    shown_version = lists.version_of_lists(db, club)
    if wants_partial() and request.args.get("after") == shown_version:
        return "", 204
    playing = list_items(lists.open_matches(db, club))
    played = lists.finished_by_game(db, club)
    evening = this_evening()
    taken = ROWS_OF_CARD + len(playing[1:SHOWN_IN_PLAY]) if playing else 0
    rows = ROWS_ABOVE - taken - bool(evening and evening.leaders)
    finished, earlier = [], []
    if sum(played.values()) < ENOUGH_FOR_EVENINGS:
        here = {item.match.id for item in evening.finished} if evening else set()
        past = lists.past_matches(db, club, ENOUGH_FOR_EVENINGS)
        finished = list_items([match for match in past if match.id not in here])
    else:
        latest = evenings.list_evenings(db, club, SHOWN_EVENINGS + 1)
        others = [one for one in latest if evening is None or one.id != evening.evening.id]
        earlier = in_list(others[:SHOWN_EVENINGS])
    return render_template(
        "start/start.html",
        version=shown_version,
        games=GAMES,
        tiles=sorted(GAMES.values(), key=lambda game: -played.get(game.key, 0)),
        playing=playing,
        shown=SHOWN_IN_PLAY,
        tonight=evening,
        rows=rows if rows > 0 else ROWS_ABOVE,
        is_tonight_above=rows > 0,
        has_finished=bool(played),
        finished=finished,
        earlier=earlier,
        deleted=lists.has_deleted(db, club),
    )


@dataclass(frozen=True)
class EveningSoFar:
    """The evening that goes on: who leads it, each with initials, and the matches of it that are
    over, the latest first."""

    evening: Evening
    leaders: Sequence[tuple[str, PersonResult]]
    finished: Sequence[MatchListItem]

    @property
    def headline(self) -> Text:
        """Who leads."""
        names = names_of_leaders([one for _letters, one in self.leaders])
        if len(self.leaders) > 1:
            return _("{names} lead", names=names)
        return _("{name} leads the evening", name=names)

    @property
    def about(self) -> Text:
        """How often they were ahead, of how many meetings."""
        return how_often_ahead([one for _letters, one in self.leaders])


def this_evening() -> EveningSoFar | None:
    """The evening that goes on with what its matches have brought, by their summaries; None if none
    does, or nothing has been finished yet. One match alone is led by nobody."""
    evening = evenings.evening_at(connection(), this_club(), now())
    if evening is None:
        return None
    (entry,) = in_list([evening])
    finished = [item for item in entry.items if item.match.is_over]
    results = entry.results if len(counted_matches(entry.results)) > 1 else []
    letters = initials_of([plain(one.person.label) for one in results])
    leaders = list(zip(letters, leaders_of(results), strict=False))
    finished.sort(key=lambda item: (item.match.changed, item.match.id), reverse=True)
    return EveningSoFar(evening, leaders, finished) if finished else None


@bp.get("/matches/earlier")
def earlier() -> ResponseReturnValue:
    """Finished matches by month, or those that have to do with all words of `q`, in any order: a
    player, a title, a game, a month or a day; of one `game`, `year` or `player` if that is asked
    for."""
    words = normalise_name(request.args.get("q", ""))[:LONGEST_NAME]
    before = page_before()
    chosen = {name: value for name in FILTERS if (value := request.args.get(name, ""))}
    terms = [*word_terms(words), *filter_terms(chosen)]
    db, club = connection(), this_club()
    if terms:
        past = search.search_matches(db, club, terms, PAGE_OF_MATCHES, before)
    else:
        past = lists.past_matches(db, club, PAGE_OF_MATCHES, before)
    return render_template(
        "start/earlier.html",
        words=words,
        chosen=chosen,
        is_search=bool(terms),
        filters={
            "game": [(game.key, game.name) for game in GAMES.values()],
            "player": players_by_name(),
            "year": [(year, Numerals(year)) for year in lists.years_of_evenings(db, club)],
        },
        months=[(month, [*items]) for month, items in groupby(list_items(past), month_of)],
        earlier=past[-1].id if len(past) == PAGE_OF_MATCHES else None,
    )


def players_by_name() -> list[tuple[int, str]]:
    """Those who sat in most matches, by number and name, in the order of their names; a search for
    words finds everybody."""
    players = players_of(people.list_people(connection(), this_club()))
    seated = [(one.person.id, one.person.name) for one in players if one.matches]
    return sorted(seated[:MOST_IN_MENU], key=lambda it: name_key(it[1]))


def month_of(item: MatchListItem) -> str:
    """The month in which a match ended, in words."""
    return month_in_words(day_of_match(item.match)).capitalize()


@bp.get("/matches/deleted")
def deleted() -> ResponseReturnValue:
    """Redirect to where deleted matches are now."""
    return redirect(url_for("set_aside.show"), 301)


@bp.get("/more")
def more() -> ResponseReturnValue:
    """The theme, and what can be done without a match."""
    return render_template("start/more.html", match=None)


@bp.get("/matches/<int:match_id>/more")
@watchers_may
@works_away
def match_more(match_id: int) -> ResponseReturnValue:
    """What can be done about a match, and the theme."""
    page = MatchPage(get_match_or_404(match_id))
    return page.render("start/more.html", days_to_restore=DAYS_TO_RESTORE)


# What a search for matches can mean: its words, and the filters beside them


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
