"""The start page of a club, its lists of matches, and the page of what is needed seldom."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby

from babel.dates import get_month_names
from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, get_locale

from app import store
from app.games import GAMES
from app.scoring.game import LONGEST_NAME, name_key, normalise_name
from app.web.club.match_list import MatchListItem, list_items
from app.web.core.access import LARGEST_ID, this_club, watchers_may
from app.web.core.services import connection
from app.web.match.page import MatchPage
from app.web.match.repository import get_match_or_404

bp = Blueprint("start", __name__)

SHOWN_MATCHES = 12
PAGE_OF_MATCHES = 60
SHOWN_IN_PLAY = 3
"""Of these the first has a card of its own, and the others a row."""
ROWS_ABOVE, ROWS_OF_CARD = 5, 3
"""So many rows of matches leave a new match above the fold of a phone; a card is as high as three.
"""
MOST_WORDS = 12
"""Of a search; each of them is looked for by itself."""
FILTERS = ("game", "year", "player")
YEAR = re.compile("[0-9]{4}")
DATE = re.compile("([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")
DAY = re.compile("(?:0?[1-9]|[12][0-9]|3[01])[.]?")
SHORTEST_MONTH = 3
"""In letters: so many of a month are a word for it."""


@bp.get("/")
def start() -> ResponseReturnValue:
    """The matches in play and those played last; a new match of any game."""
    db = connection()
    past = store.past_matches(db, this_club(), SHOWN_MATCHES)
    finished = list_items(past)
    playing = list_items(store.open_matches(db, this_club()))
    taken = ROWS_OF_CARD + len(playing[1:SHOWN_IN_PLAY]) if playing else 0
    rows = ROWS_ABOVE - taken
    again = matches_of_evening(finished)[: rows or ROWS_ABOVE]
    played = store.finished_by_game(db, this_club())
    return render_template(
        "club/start.html",
        games=GAMES,
        tiles=sorted(GAMES.values(), key=lambda game: -played.get(game.key, 0)),
        playing=playing,
        shown=SHOWN_IN_PLAY,
        again=again,
        is_again_above=rows > 0,
        finished=finished[len(again) :],
        earlier=past[-1].id if len(past) == SHOWN_MATCHES else None,
        deleted=store.has_deleted(db, this_club()),
    )


def matches_of_evening(finished: Sequence[MatchListItem]) -> list[MatchListItem]:
    """Those of the finished matches, the latest first, whose players may still be at the table."""
    later, matches = datetime.now(UTC), []
    for item in finished:
        if later - store.parse_moment(item.match.changed) >= store.PAUSE:
            break
        matches.append(item)
        later = min(later, store.parse_moment(item.match.started))
    return matches


@bp.get("/matches/earlier")
def earlier() -> ResponseReturnValue:
    """Finished matches by month, or those that have to do with all words of `q`, in any order: a
    player, a title, a game, a month or a day; of one `game`, `year` or `player` if that is asked
    for."""
    words = normalise_name(request.args.get("q", ""))[:LONGEST_NAME]
    before = request.args.get("before", type=int)
    if before is not None:
        before = max(0, min(before, LARGEST_ID))
    chosen = {name: request.args.get(name, "") for name in FILTERS}
    chosen = {name: value for name, value in chosen.items() if value}
    terms = [*map(term_of, words.split()[:MOST_WORDS]), *filter_terms(chosen)]
    db, club = connection(), this_club()
    if terms:
        past = store.search_matches(db, club, terms, PAGE_OF_MATCHES, before)
    else:
        past = store.past_matches(db, club, PAGE_OF_MATCHES, before)
    return render_template(
        "club/earlier.html",
        words=words,
        chosen=chosen,
        is_search=bool(terms),
        filters={
            "game": [(game.key, game.name) for game in GAMES.values()],
            "player": players_by_name(),
            "year": [(year, year) for year in store.years_played(db, club)],
        },
        months=[(month, [*items]) for month, items in groupby(list_items(past), month_of)],
        earlier=past[-1].id if len(past) == PAGE_OF_MATCHES else None,
    )


def players_by_name() -> list[tuple[int, str]]:
    """Everybody who sat in a match, by number and name, in the order of their names."""
    people = store.list_people(connection(), this_club())
    seated = [one for one in people if one.matches and one.name and one.merged_into is None]
    return sorted(((one.id, one.name) for one in seated), key=lambda it: name_key(it[1]))


def filter_terms(chosen: Mapping[str, str]) -> list[store.SearchTerm]:
    """What has to hold for the filters that were chosen; one that there is not finds nothing."""
    terms = []
    if game := chosen.get("game"):
        terms.append(store.SearchTerm(games=[game] if game in GAMES else []))
    if year := chosen.get("year"):
        terms.append(store.SearchTerm(days=[f"{year}-%"] if YEAR.fullmatch(year) else []))
    if player := chosen.get("player"):
        number = int(player) if player.isdecimal() and len(player) < 19 else 0
        terms.append(store.SearchTerm(people=[number]))
    return terms


def term_of(word: str) -> store.SearchTerm:
    """What a word of a search can mean."""
    folded = name_key(word)
    games = [
        game.key
        for game in GAMES.values()
        if any(folded in name_key(str(name)) for name in (game.name, *game.other_names))
    ]
    return store.SearchTerm(word, games, days_of(folded))


def days_of(word: str) -> list[str]:
    """Patterns of the days (ISO) that a word can mean: a year, a month by its name or the beginning
    of that, year and month, a whole date, or the day of a month."""
    months = get_month_names("wide", locale=get_locale())
    days = [
        f"____-{month:02}-__"
        for month, name in months.items()
        if len(word) >= SHORTEST_MONTH and name_key(name).startswith(word)
    ]
    if date := DATE.fullmatch(word):
        days.append("-".join((date[1], date[2] or "__", date[3] or "__")))
    if DAY.fullmatch(word):
        days.append(f"____-__-{int(word.rstrip('.')):02}")
    return days


def month_of(item: MatchListItem) -> str:
    """The month in which a match ended, in words."""
    return str(format_date(store.parse_moment(item.match.changed), "LLLL y")).capitalize()


@bp.get("/matches/deleted")
def deleted() -> ResponseReturnValue:
    """The deleted matches that can still be restored."""
    matches = store.deleted_matches(connection(), this_club())
    return render_template("club/deleted.html", matches=list_items(matches))


@bp.get("/more")
def more() -> ResponseReturnValue:
    """The theme, and what can be done without a match."""
    return render_template("club/more.html", match=None)


@bp.get("/matches/<int:match_id>/more")
@watchers_may
def match_more(match_id: int) -> ResponseReturnValue:
    """What can be done about a match, and the theme."""
    page = MatchPage(get_match_or_404(match_id))
    return page.render("club/more.html", days_to_restore=store.DAYS_TO_RESTORE)
